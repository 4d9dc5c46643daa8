//! Validation and application of the actions that clients dispatch.
//!
//! Specification: [AHP canvas proposal, § 8 Validation](https://github.com/microsoft/agent-host-protocol/issues/297).

use super::{
    ClientView, Connection, ConnectionId, Host, HostOutput,
    publish::{Change, can_hold_canvases},
    release, shape,
    state::size_of,
};
use crate::{
    canvas::{
        ActiveClientRemoved, CanvasAvailability, CanvasMessage, CanvasProviderSource,
        SessionAction, SessionActiveClient, StateAction, frame,
    },
    envelope::{ActionOrigin, DispatchActionParams},
    ids::{ChannelKind, ChannelUri, ClientId},
};
use wire::{Field, Payload};

/// A rejected dispatch, whose origin receives the reason.
pub(super) struct RejectedDispatch {
    pub(super) origin: ActionOrigin,
    pub(super) channel: ChannelUri,
    pub(super) action: Payload,
    pub(super) reason: &'static str,
}

impl RejectedDispatch {
    /// Creates a rejection that repeats the action, or only its type if the action has more than `limit` bytes.
    fn new(
        origin: ActionOrigin,
        params: DispatchActionParams,
        limit: usize,
        reason: &'static str,
    ) -> Self {
        Self {
            origin,
            channel: params.channel,
            action: reduce_to_sendable(params.action, limit),
            reason,
        }
    }
}

impl Host {
    /// Validates and applies a dispatch of a client. The error is the rejection for the origin.
    pub(super) fn dispatch(
        &mut self,
        from: ConnectionId,
        params: DispatchActionParams,
        out: &mut Vec<HostOutput>,
    ) -> Result<(), RejectedDispatch> {
        let Some(connection) = self.connections.get(&from) else {
            return Ok(());
        };
        let origin = ActionOrigin::new(connection.client.clone(), params.client_seq);
        // The session may have been removed while the action was in transit, so the action is ignored.
        if params.channel.kind() == ChannelKind::Session
            && !self.sessions.contains_key(&params.channel)
        {
            return Ok(());
        }
        let echo = self.limits.echo;
        if params.channel.as_str().len() > echo {
            // No channel has such a long name, and a rejection could not repeat it, so the action is ignored.
            return Ok(());
        }
        if i64::try_from(params.client_seq).is_err() {
            let reason = "`clientSeq` exceeds the range of a 64-bit signed integer";
            return Err(RejectedDispatch::new(origin, params, echo, reason));
        }
        if let Err(reason) = self.check_sendable(&params) {
            return Err(RejectedDispatch::new(origin, params, echo, reason));
        }
        let Ok(action) = params.action.decode::<StateAction>() else {
            let reason = "the action is not valid";
            return Err(RejectedDispatch::new(origin, params, echo, reason));
        };
        let accepted = self.accept(from, &origin, &params, action, out);
        accepted.map_err(|reason| RejectedDispatch::new(origin, params, echo, reason))
    }

    /// Applies a readable action, or returns the reason against the action.
    fn accept(
        &mut self,
        from: ConnectionId,
        origin: &ActionOrigin,
        params: &DispatchActionParams,
        action: StateAction,
        out: &mut Vec<HostOutput>,
    ) -> Result<(), &'static str> {
        let channel = &params.channel;
        if action.is_server_only() || release::is_own(&params.action) {
            return Err("only the host may send this action");
        }
        match action {
            StateAction::CanvasCloseRequested(action) => {
                let change = Change::of_canvas(channel, action.into()).by(origin.clone());
                self.handle_close_request(from, channel, change, out)
            }
            StateAction::CanvasMessage(message) => {
                self.forward_message(from, channel, message, origin, out)
            }
            StateAction::ActiveClientSet(mut action) => {
                self.prepare_active_client(channel, &mut action.active_client, origin)?;
                self.publish_active_client(channel, action.into(), origin, out);
                Ok(())
            }
            StateAction::ActiveClientChanged(mut action) => {
                let action = match &mut action.active_client {
                    Field::Value(client) => {
                        self.prepare_active_client(channel, client, origin)?;
                        SessionAction::from(action)
                    }
                    // Without a client, the action means that its sender leaves the session.
                    _ => ActiveClientRemoved::new(origin.client_id.clone()).into(),
                };
                self.publish_active_client(channel, action, origin, out);
                Ok(())
            }
            StateAction::ActiveClientRemoved(action) if action.client_id == origin.client_id => {
                self.publish_active_client(channel, action.into(), origin, out);
                Ok(())
            }
            StateAction::ActiveClientRemoved(_) => Err("a client can only change its own entry"),
            _ if self.has_state(channel) => {
                out.push(HostOutput::Dispatched {
                    from: origin.client_id.clone(),
                    params: params.clone(),
                });
                Ok(())
            }
            _ if can_hold_canvases(channel) => Err("the action does not apply to this channel"),
            _ => Err("the channel does not exist"),
        }
    }

    /// Returns the client if it can see this open canvas, and `true` if it follows the canvas.
    fn sees(&self, from: ConnectionId, channel: &ChannelUri) -> Option<(&Connection, bool)> {
        let (connection, follows) = self.follows(from, channel)?;
        if connection.view != ClientView::Proposal || !self.canvases.contains_key(channel) {
            return None;
        }
        Some((connection, follows))
    }

    /// Applies the request of a client to close a canvas, and starts to close the canvas.
    fn handle_close_request(
        &mut self,
        from: ConnectionId,
        channel: &ChannelUri,
        change: Change,
        out: &mut Vec<HostOutput>,
    ) -> Result<(), &'static str> {
        match self.sees(from, channel) {
            // The canvas may have been closed while the request was in transit, so the request is ignored.
            None => return Ok(()),
            Some((_, false)) => return Err("only a follower of the canvas can ask to close it"),
            Some((_, true)) if self.is_opened_again(channel) => {
                return Err("the canvas is being reopened");
            }
            Some((_, true)) => {}
        }
        self.change(change, out);
        // If the canvas is already being closed, no second request is needed.
        if let Ok((_, mut closing)) = self.close(channel) {
            out.append(&mut closing);
        }
        Ok(())
    }

    /// Sends the message of a view or of the provider to the provider and the followers of a canvas.
    fn forward_message(
        &mut self,
        from: ConnectionId,
        channel: &ChannelUri,
        message: CanvasMessage,
        origin: &ActionOrigin,
        out: &mut Vec<HostOutput>,
    ) -> Result<(), &'static str> {
        let Some((connection, follows)) = self.sees(from, channel) else {
            return Err("no canvas is open on this channel");
        };
        let sender: ClientId = connection.client.clone();
        let provider = self.client_provider(channel).cloned();
        if provider.as_ref() != Some(&sender) {
            if !follows {
                return Err("only a follower of the canvas can send messages to its provider");
            }
            let state = self.canvas_state(channel);
            if state.is_none_or(|state| state.availability != CanvasAvailability::Ready) {
                return Err("the provider of this canvas is not connected");
            }
        }
        let change = Change::of_canvas(channel, message.clone().into());
        self.change(change.by(origin.clone()).also_to(provider), out);
        let state = self.canvas_state(channel);
        if state.is_some_and(|state| matches!(state.provider, CanvasProviderSource::Server(_))) {
            out.push(HostOutput::Message {
                channel: channel.clone(),
                from: sender,
                message,
            });
        }
        Ok(())
    }

    /// Checks the entry of a client for a session, and completes it to the shape that published clients require.
    fn prepare_active_client(
        &self,
        session: &ChannelUri,
        client: &mut SessionActiveClient,
        origin: &ActionOrigin,
    ) -> Result<(), &'static str> {
        if client.client_id != origin.client_id {
            return Err("a client can only change its own entry");
        }
        let Some(known) = self.sessions.get(session) else {
            return Err("the session does not exist");
        };
        shape::complete(client)?;
        let before = known.sizes.get(&client.client_id);
        let before = before.copied().unwrap_or_default();
        let more = size_of(client).saturating_sub(before);
        if !self.has_client_room(&client.client_id, more) {
            return Err("the client has reached its size limit");
        }
        if self.check_room(session, 2 * more).is_err() {
            return Err("the session has reached its size limit");
        }
        Ok(())
    }

    /// Applies a change of an active client, and updates the lists that depend on the client.
    fn publish_active_client(
        &mut self,
        session: &ChannelUri,
        action: SessionAction,
        origin: &ActionOrigin,
        out: &mut Vec<HostOutput>,
    ) {
        self.change(Change::of_session(session, action).by(origin.clone()), out);
        self.refresh(session, out);
    }
}

/// Reduces an action to its type if the action cannot be sent back or exceeds the limit.
fn reduce_to_sendable(action: Payload, limit: usize) -> Payload {
    if is_sendable(&action, limit) {
        return action;
    }
    match action.member("type") {
        Some(name) if is_sendable(&name, limit) => Payload::object([("type", &name)]),
        _ => Payload::empty_object(),
    }
}

fn is_sendable(payload: &Payload, limit: usize) -> bool {
    payload.text().len() <= limit && frame::can_be_kept(payload)
}
