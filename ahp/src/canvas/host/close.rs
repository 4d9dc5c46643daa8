//! Closing canvases. AHP canvas proposal, lifecycle.

use super::{
    Host, HostError, Output,
    calls::{Asked, Purpose},
};
use crate::{
    canvas::{CallId, CanvasCloseParams, CanvasState, ProviderAnswer, ProviderRequest},
    ids::ChannelUri,
};

impl Host {
    /// Closes a canvas: its provider is asked, and when that has answered the canvas is gone. One whose provider is
    /// gone is closed at once.
    ///
    /// # Errors
    /// If there is no such canvas, or it is being opened again or closed.
    pub fn close(&mut self, channel: &ChannelUri) -> Result<(CallId, Vec<Output>), HostError> {
        let mut out = Vec::new();
        let asked = match self.provider_of(channel) {
            Ok(asked) => Some(asked),
            Err(HostError::Unavailable) => None,
            Err(error) => return Err(error),
        };
        let request = self.close_request(channel).ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?;
        let purpose = Purpose::Close(channel.clone());
        let call = match asked {
            Some(asked) => self.ask(asked, request, purpose, &mut out),
            None => {
                let call = self.begin(Asked::Program, purpose);
                self.finish(call, Ok(ProviderAnswer::Close), &mut out);
                call
            }
        };
        Ok((call, out))
    }

    fn close_request(&self, channel: &ChannelUri) -> Option<ProviderRequest> {
        let canvas = self.canvases.get(channel)?;
        let CanvasState { instance_id, canvas_id, extension_id, .. } = canvas.state.clone();
        let session = canvas.session.clone();
        Some(ProviderRequest::Close(CanvasCloseParams::new(session, instance_id, canvas_id, extension_id)))
    }

    pub(super) fn remove(&mut self, channel: &ChannelUri, out: &mut Vec<Output>) {
        let Some(canvas) = self.canvases.remove(channel) else { return };
        if let Some(session) = self.sessions.get_mut(&canvas.session) {
            session.open.retain(|open| open != channel);
        }
        for connection in self.connections.values_mut() {
            connection.subscriptions.remove(channel);
        }
        self.refuse_reads(channel, out);
        self.list(&canvas.session, out);
    }
}
