//! The update of open canvases, and the invocation of their actions.
//!
//! Specification: [AHP canvas proposal, § 6 Lifecycle](https://github.com/microsoft/agent-host-protocol/issues/297).

use super::{Host, HostError, HostOutput, calls::Purpose, publish::Change, state::size_of};
use crate::{
    canvas::{
        CallId, CanvasAvailability, CanvasInvokeActionParams, CanvasMessage, CanvasState,
        CanvasUpdated, ProviderRequest, ReduceOutcome, reduce,
    },
    ids::ChannelUri,
};
use wire::Payload;

impl Host {
    /// Invokes an action of an open canvas.
    ///
    /// # Errors
    /// Returns an error if the canvas does not exist, if its provider is not connected, or if the input cannot be sent
    /// or is too long.
    pub fn invoke(
        &mut self,
        channel: &ChannelUri,
        action_name: impl Into<String>,
        input: Option<Payload>,
    ) -> Result<(CallId, Vec<HostOutput>), HostError> {
        self.checked_size(&input, self.limits.message)?;
        let canvas = self.canvases.get(channel);
        let canvas = canvas.ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?;
        if canvas.state.availability != CanvasAvailability::Ready {
            return Err(HostError::Unavailable);
        }
        let asked = self.answering_target(
            &canvas.session,
            &canvas.state.provider,
            &canvas.state.canvas_id,
        );
        let CanvasState {
            instance_id,
            canvas_id,
            extension_id,
            ..
        } = canvas.state.clone();
        let session = canvas.session.clone();
        let mut params = CanvasInvokeActionParams::new(
            session,
            instance_id,
            canvas_id,
            extension_id,
            action_name,
        );
        params.input = input;
        let mut out = Vec::new();
        let asked = asked.ok_or(HostError::Unavailable)?;
        let request = ProviderRequest::InvokeAction(params);
        let call = self.ask(
            asked,
            request,
            Purpose::InvokeAction(channel.clone()),
            &mut out,
        );
        Ok((call, out))
    }

    /// Updates a canvas, and the list of open canvases if necessary. An update without an effect is not sent.
    ///
    /// # Errors
    /// Returns an error if the canvas does not exist, or if the update cannot be sent, is too long or clears the
    /// availability.
    pub fn update(
        &mut self,
        channel: &ChannelUri,
        update: CanvasUpdated,
    ) -> Result<Vec<HostOutput>, HostError> {
        if update.availability.is_null() {
            return Err(HostError::ClearedAvailability);
        }
        self.checked_size(&update, self.limits.message)?;
        let session = self.session_of(channel)?;
        let mut out = Vec::new();
        self.update_and_list(channel, &session, update, &mut out)?;
        Ok(out)
    }

    /// Sends a message to the views of a canvas. The program is the provider of the canvas.
    ///
    /// # Errors
    /// Returns an error if the canvas does not exist, or if the message cannot be sent or is too long.
    pub fn message(
        &mut self,
        channel: &ChannelUri,
        payload: Payload,
    ) -> Result<Vec<HostOutput>, HostError> {
        self.session_of(channel)?;
        self.checked_size(&payload, self.limits.message)?;
        let mut out = Vec::new();
        self.change(
            Change::of_canvas(channel, CanvasMessage::new().payload(payload).into()),
            &mut out,
        );
        Ok(out)
    }

    pub(super) fn update_and_list(
        &mut self,
        channel: &ChannelUri,
        session: &ChannelUri,
        update: CanvasUpdated,
        out: &mut Vec<HostOutput>,
    ) -> Result<(), HostError> {
        let Some(canvas) = self.canvases.get(channel) else {
            return Ok(());
        };
        let action = update.into();
        let mut after = canvas.state.clone();
        if reduce(&mut after, &action) == ReduceOutcome::Applied {
            let more = size_of(&after).saturating_sub(canvas.size);
            self.check_room(session, 2 * more)?;
            self.change(Change::of_canvas(channel, action), out);
            self.publish_open_list(session, out);
        }
        Ok(())
    }
}
