//! Actions that clients send. AHP canvas proposal, validation.

use super::{
    ClientView, Connection, ConnectionId, Host, HostOutput,
    publish::{Change, can_hold_canvases},
    release, shape,
    state::size_of,
};
use crate::{
    canvas::{
        ActiveClientRemoved, CanvasAvailability, CanvasMessage, CanvasProviderSource, SessionAction,
        SessionActiveClient, StateAction, frame,
    },
    envelope::{ActionOrigin, DispatchActionParams},
    ids::{ChannelKind, ChannelUri, ClientId},
};
use wire::{Field, Payload};

/// A dispatch without effect; its origin is told why.
pub(super) struct RejectedDispatch {
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
        out: &mut Vec<HostOutput>,
    ) -> Result<(), RejectedDispatch> {
        let Some(connection) = self.connections.get(&from) else { return Ok(()) };
        let origin = ActionOrigin::new(connection.client.clone(), params.client_seq);
        // It may have been removed while this was on its way, so nobody is at fault. AHP, sessions.
        if params.channel.kind() == ChannelKind::Session && !self.sessions.contains_key(&params.channel) {
            return Ok(());
        }
        let echo = self.limits.echo;
        let refused = |reason, params: DispatchActionParams| {
            let action = sendable(params.action, echo);
            RejectedDispatch { origin: origin.clone(), channel: params.channel, action, reason }
        };
        if params.channel.as_str().len() > echo {
            // There is none of that name, and no room to say so under it.
            return Ok(());
        }
        if i64::try_from(params.client_seq).is_err() {
            return Err(refused("the number of the dispatch is beyond what other clients can hold", params));
        }
        if let Err(why) = self.check_sendable(&params) {
            return Err(refused(why, params));
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
        out: &mut Vec<HostOutput>,
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
            StateAction::ActiveClientSet(mut action) => {
                self.may_be_active(channel, &mut action.active_client, origin)?;
                self.active_client(channel, action.into(), origin, out);
                Ok(())
            }
            StateAction::ActiveClientChanged(mut action) => {
                let action = match &mut action.active_client {
                    Field::Value(client) => {
                        self.may_be_active(channel, client, origin)?;
                        SessionAction::from(action)
                    }
                    // Without a client it says that the one who says so leaves.
                    _ => ActiveClientRemoved::new(origin.client_id.clone()).into(),
                };
                self.active_client(channel, action, origin, out);
                Ok(())
            }
            StateAction::ActiveClientRemoved(action) if action.client_id == origin.client_id => {
                self.active_client(channel, action.into(), origin, out);
                Ok(())
            }
            StateAction::ActiveClientRemoved(_) => Err("a client speaks for itself alone"),
            _ if self.has_state(channel) => {
                out.push(HostOutput::Dispatched { from: origin.client_id.clone(), params: params.clone() });
                Ok(())
            }
            _ if can_hold_canvases(channel) => Err("this action has no effect on this channel"),
            _ => Err("there is no such channel"),
        }
    }

    /// The client, if it is shown the open canvas, and whether it follows it.
    fn sees(&self, from: ConnectionId, channel: &ChannelUri) -> Option<(&Connection, bool)> {
        let (connection, follows) = self.follows(from, channel)?;
        let is_visible = connection.view == ClientView::Proposal && self.canvases.contains_key(channel);
        is_visible.then_some((connection, follows))
    }

    fn close_requested(
        &mut self,
        from: ConnectionId,
        channel: &ChannelUri,
        change: Change,
        out: &mut Vec<HostOutput>,
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
        out: &mut Vec<HostOutput>,
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
            out.push(HostOutput::Message { channel: channel.clone(), from: sender, message });
        }
        Ok(())
    }

    fn may_be_active(
        &self,
        session: &ChannelUri,
        client: &mut SessionActiveClient,
        origin: &ActionOrigin,
    ) -> Result<(), &'static str> {
        if client.client_id != origin.client_id {
            return Err("a client speaks for itself alone");
        }
        let Some(known) = self.sessions.get(session) else { return Err("there is no such session") };
        shape::complete(client)?;
        let before = known.sizes.get(&client.client_id).copied().unwrap_or_default();
        let more = size_of(client).saturating_sub(before);
        if !self.has_client_room(&client.client_id, more) {
            return Err("this client has too much to say of itself");
        }
        if self.has_room(session, 2 * more).is_err() {
            return Err("the session has no room for this client");
        }
        Ok(())
    }

    fn active_client(
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

/// An action that cannot be sent back as it came, or is too long for that, is sent by its name alone.
fn sendable(action: Payload, limit: usize) -> Payload {
    let short = |payload: &Payload| payload.text().len() <= limit && frame::can_be_kept(payload);
    if short(&action) {
        return action;
    }
    let name = action.member("type").filter(short);
    Payload::object(name.iter().map(|name| ("type", name)))
}
