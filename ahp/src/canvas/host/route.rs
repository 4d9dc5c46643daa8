//! Who is to be asked about a canvas.

use super::{
    Host, HostError,
    calls::{Asked, Purpose},
};
use crate::{
    canvas::{CanvasProviderSource, CanvasState},
    ids::{CanvasId, ChannelUri, ClientId},
};

impl Host {
    pub(super) fn session_of(&self, channel: &ChannelUri) -> Result<ChannelUri, HostError> {
        let canvas = self.canvases.get(channel);
        Ok(canvas.ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?.session.clone())
    }

    /// Who is to be asked about an open canvas that nobody is busy with.
    pub(super) fn provider_of(&self, channel: &ChannelUri) -> Result<Asked, HostError> {
        let canvas = self.canvases.get(channel);
        let canvas = canvas.ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?;
        if self.is_busy(channel) {
            return Err(HostError::Busy);
        }
        let CanvasState { provider, canvas_id, .. } = &canvas.state;
        self.who_answers(&canvas.session, provider, canvas_id).ok_or(HostError::Unavailable)
    }

    pub(super) fn who_answers(
        &self,
        session: &ChannelUri,
        source: &CanvasProviderSource,
        canvas_id: &CanvasId,
    ) -> Option<Asked> {
        match source {
            CanvasProviderSource::Server(_) => Some(Asked::Program),
            CanvasProviderSource::Client(client) => {
                self.provider(session, &client.client_id, canvas_id).map(Asked::Client)
            }
            CanvasProviderSource::Unknown(_) => None,
        }
    }

    pub(super) fn is_busy(&self, channel: &ChannelUri) -> bool {
        self.calls.values().any(|call| call.moves() == Some(channel))
    }

    /// Whether its provider is asked to open it again.
    pub(super) fn is_opened_again(&self, channel: &ChannelUri) -> bool {
        let mut purposes = self.calls.values().map(|call| &call.purpose);
        purposes.any(|purpose| matches!(purpose, Purpose::OpenAgain(again) if again == channel))
    }

    /// The client that provides an open canvas.
    pub(super) fn client_provider(&self, channel: &ChannelUri) -> Option<&ClientId> {
        match &self.canvases.get(channel)?.state.provider {
            CanvasProviderSource::Client(source) => Some(&source.client_id),
            _ => None,
        }
    }
}
