//! The reopening of stale canvases when their provider returns.
//!
//! Specification: [AHP canvas proposal, § 6 Lifecycle](https://github.com/microsoft/agent-host-protocol/issues/297).

use super::{
    ConnectionId, Host, HostError, HostOutput, Outcome,
    calls::{CallTarget, Purpose},
    clients::limit_reached,
    open::null_to_absent,
};
use crate::{
    canvas::{
        CallId, CanvasAvailability, CanvasOpenParams, CanvasOpenResult, CanvasState, CanvasUpdated,
        ProviderRequest, frame,
    },
    error_code,
    ids::ChannelUri,
    json_rpc::JsonRpcError,
    uri::CanvasChannel,
};
use wire::Field;

impl Host {
    /// Adds a canvas that was open before the host restarted.
    ///
    /// The canvas is stale and has no content until its provider reopens the canvas. The host asks a providing client
    /// as soon as the client declares the kind. For canvases of the host itself, the program calls
    /// [`reopen`](Self::reopen).
    ///
    /// # Errors
    /// Returns an error if the session does not exist or already has this instance. Also returns an error if the
    /// channel is not a canvas channel or is taken, or if the state cannot be sent or is too long.
    pub fn restore(
        &mut self,
        session: &ChannelUri,
        channel: impl Into<ChannelUri>,
        mut state: CanvasState,
    ) -> Result<Vec<HostOutput>, HostError> {
        let channel = channel.into();
        CanvasChannel::parse(channel.as_str()).map_err(HostError::Channel)?;
        if !self.sessions.contains_key(session) {
            return Err(HostError::UnknownSession(session.clone()));
        }
        if self.has_instance(session, &state.instance_id) {
            return Err(HostError::InstanceTaken(state.instance_id));
        }
        if self.is_taken(&channel) {
            return Err(HostError::ChannelTaken(channel));
        }
        state.availability = CanvasAvailability::Stale;
        state.url = Field::Absent;
        let size = self.checked_size(&state, self.limits.message)?;
        self.check_room(session, 2 * size)?;
        let mut out = Vec::new();
        self.insert(session, channel, state);
        self.refresh(session, &mut out);
        Ok(out)
    }

    /// Reopens a stale canvas with its original input. The host itself reopens canvases of clients when the provider
    /// returns.
    ///
    /// # Errors
    /// Returns an error if the canvas does not exist or is being opened or closed, or if its provider is not
    /// connected.
    pub fn reopen(&mut self, channel: &ChannelUri) -> Result<(CallId, Vec<HostOutput>), HostError> {
        let asked = self.provider_of(channel)?;
        let request = self
            .reopen_request(channel)
            .ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?;
        let mut out = Vec::new();
        let call = self.ask(
            asked,
            request,
            Purpose::OpenAgain(channel.clone()),
            &mut out,
        );
        Ok((call, out))
    }

    /// Asks a returned provider to reopen a stale canvas, unless the canvas is busy.
    pub(super) fn reopen_from(
        &mut self,
        channel: &ChannelUri,
        to: ConnectionId,
        out: &mut Vec<HostOutput>,
    ) {
        // A canvas that is already being reopened or closed must not be asked for again.
        if self.is_busy(channel) {
            return;
        }
        let Some(request) = self.reopen_request(channel) else {
            return;
        };
        self.ask(
            CallTarget::Client(to),
            request,
            Purpose::OpenAgain(channel.clone()),
            out,
        );
    }

    /// Returns the request that reopens a canvas with its original input; `None` if the canvas does not exist.
    fn reopen_request(&self, channel: &ChannelUri) -> Option<ProviderRequest> {
        let canvas = self.canvases.get(channel)?;
        let CanvasState {
            canvas_id,
            extension_id,
            instance_id,
            input,
            ..
        } = canvas.state.clone();
        let mut params =
            CanvasOpenParams::new(canvas.session.clone(), canvas_id, extension_id, instance_id);
        params.input = input;
        Some(ProviderRequest::Open(params))
    }

    /// Applies the answer to a reopen request. An absent URL clears the URL. An absent title or status leaves the old
    /// value unchanged.
    pub(super) fn finish_reopen(
        &mut self,
        channel: ChannelUri,
        result: CanvasOpenResult,
        out: &mut Vec<HostOutput>,
    ) -> Result<Outcome, JsonRpcError> {
        let Ok(session) = self.session_of(&channel) else {
            return Err(frame::error(error_code::NOT_FOUND, "the canvas is closed"));
        };
        let mut update = CanvasUpdated::new().availability(CanvasAvailability::Ready);
        update.title = null_to_absent(result.title);
        update.status = null_to_absent(result.status);
        update.url = result.url.into_value().map_or(Field::Null, Field::Value);
        self.update_and_list(&channel, &session, update, out)
            .map_err(|_| limit_reached("the session has reached its size limit"))?;
        self.refresh(&session, out);
        Ok(Outcome::Opened(channel))
    }
}
