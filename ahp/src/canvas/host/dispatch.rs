//! Actions that clients send. AHP canvas proposal, validation.

use super::{
    Connection, ConnectionId, Host, Output, Shown,
    publish::{Change, concerns_canvases},
    release,
};
use crate::{
    canvas::{
        ActiveClientRemoved, CanvasAvailability, CanvasMessage, CanvasProviderSource, SessionAction,
        SessionActiveClient, StateAction, frame,
    },
    envelope::{ActionOrigin, DispatchActionParams},
    ids::{ChannelUri, ClientId},
};
use wire::{Payload, Pointer};

/// A dispatch without effect; its origin is told why.
pub(super) struct Refused {
    pub(super) origin: ActionOrigin,
    pub(super) channel: ChannelUri,
    pub(super) action: Payload,
    pub(super) reason: &'static str,
}

impl Host {
    pub(super) fn dispatch(
        &mut self,
        from: ConnectionId,
        params: DispatchActionParams,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        let Some(connection) = self.connections.get(&from) else { return Ok(()) };
        let origin = ActionOrigin::new(connection.client.clone(), params.client_seq);
        let refused = |reason, params: DispatchActionParams| {
            let action = sendable(params.action);
            Refused { origin: origin.clone(), channel: params.channel, action, reason }
        };
        if !frame::can_be_kept(&params.action) {
            return Err(refused("the action nests too deep", params));
        }
        let Ok(action) = params.action.decode::<StateAction>() else {
            return Err(refused("the action cannot be read", params));
        };
        let accepted = self.accept(from, &origin, &params, action, out);
        accepted.map_err(|reason| refused(reason, params))
    }

    fn accept(
        &mut self,
        from: ConnectionId,
        origin: &ActionOrigin,
        params: &DispatchActionParams,
        action: StateAction,
        out: &mut Vec<Output>,
    ) -> Result<(), &'static str> {
        let channel = &params.channel;
        if action.is_server_only() || release::is_own(&params.action) {
            return Err("only the host sends this action");
        }
        match action {
            StateAction::CanvasCloseRequested(action) => {
                let change = Change::of_canvas(channel, action.into()).by(origin.clone());
                self.close_requested(from, channel, change, out)
            }
            StateAction::CanvasMessage(message) => self.pass_on(from, channel, message, origin, out),
            StateAction::ActiveClientSet(action) => {
                self.may_be_active(channel, &action.active_client, origin)?;
                self.active_client(channel, action.into(), origin, out);
                Ok(())
            }
            StateAction::ActiveClientChanged(action) => {
                let action = match action.active_client.get() {
                    Some(client) => {
                        self.may_be_active(channel, client, origin)?;
                        SessionAction::from(action)
                    }
                    // Without a client it says that the one who says so leaves.
                    None => ActiveClientRemoved::new(origin.client_id.clone()).into(),
                };
                self.active_client(channel, action, origin, out);
                Ok(())
            }
            StateAction::ActiveClientRemoved(action) if action.client_id == origin.client_id => {
                self.active_client(channel, action.into(), origin, out);
                Ok(())
            }
            StateAction::ActiveClientRemoved(_) => Err("a client speaks for itself alone"),
            _ if self.sessions.contains_key(channel) || self.chats.contains_key(channel) => {
                out.push(Output::Dispatched { from: origin.client_id.clone(), params: params.clone() });
                Ok(())
            }
            _ if concerns_canvases(channel) => Err("this action has no effect on this channel"),
            _ => Err("there is no such channel"),
        }
    }

    /// The client, if it is shown the open canvas, and whether it follows it.
    fn sees(&self, from: ConnectionId, channel: &ChannelUri) -> Option<(&Connection, bool)> {
        let (connection, follows) = self.follows(from, channel)?;
        let shown = connection.shown == Shown::Proposal && self.canvases.contains_key(channel);
        shown.then_some((connection, follows))
    }

    fn close_requested(
        &mut self,
        from: ConnectionId,
        channel: &ChannelUri,
        change: Change,
        out: &mut Vec<Output>,
    ) -> Result<(), &'static str> {
        match self.sees(from, channel) {
            // It may have been closed while the request was on its way, so nobody is at fault.
            None => return Ok(()),
            Some((_, false)) => return Err("only who follows a canvas can ask to close it"),
            Some((_, true)) if self.is_opened_again(channel) => {
                return Err("this canvas is being opened again");
            }
            Some((_, true)) => {}
        }
        self.change(change, out);
        if let Ok((_, mut closing)) = self.close(channel) {
            out.append(&mut closing);
        }
        Ok(())
    }

    fn pass_on(
        &mut self,
        from: ConnectionId,
        channel: &ChannelUri,
        message: CanvasMessage,
        origin: &ActionOrigin,
        out: &mut Vec<Output>,
    ) -> Result<(), &'static str> {
        let Some((connection, follows)) = self.sees(from, channel) else {
            return Err("no canvas is open on this channel");
        };
        let sender: ClientId = connection.client.clone();
        let provider = self.client_provider(channel).cloned();
        if provider.as_ref() != Some(&sender) {
            if !follows {
                return Err("only who follows a canvas can talk to its provider");
            }
            let state = self.canvas_state(channel);
            if state.is_none_or(|state| state.availability != CanvasAvailability::Ready) {
                return Err("the provider of this canvas is gone");
            }
        }
        let change = Change::of_canvas(channel, message.clone().into());
        self.change(change.by(origin.clone()).also_to(provider), out);
        let state = self.canvas_state(channel);
        if state.is_some_and(|state| matches!(state.provider, CanvasProviderSource::Server(_))) {
            out.push(Output::Message { channel: channel.clone(), from: sender, message });
        }
        Ok(())
    }

    fn may_be_active(
        &self,
        session: &ChannelUri,
        client: &SessionActiveClient,
        origin: &ActionOrigin,
    ) -> Result<(), &'static str> {
        if client.client_id != origin.client_id {
            return Err("a client speaks for itself alone");
        }
        if self.sessions.contains_key(session) { Ok(()) } else { Err("there is no such session") }
    }

    fn active_client(
        &mut self,
        session: &ChannelUri,
        action: SessionAction,
        origin: &ActionOrigin,
        out: &mut Vec<Output>,
    ) {
        self.change(Change::of_session(session, action).by(origin.clone()), out);
        self.settle(session, out);
    }
}

/// An action that nests too deep to be sent back is sent by its name alone.
fn sendable(action: Payload) -> Payload {
    if frame::can_be_kept(&action) {
        return action;
    }
    let name = action.get(&Pointer::root().member("type")).filter(frame::can_be_kept);
    Payload::object(name.iter().map(|name| ("type", name)))
}
