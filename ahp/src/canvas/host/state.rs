//! The states that a host stores, the changes that the program publishes, and their size limits.

use super::{
    CallId, Chat, Connection, ConnectionId, Host, HostError, HostOutput, Session,
    calls::CallTarget,
    log::OVERHEAD,
    publish::{OF_CHAT, OF_SESSION, StateAfter},
};
use crate::{
    canvas::{
        CanvasProviderSource, SessionAction, SessionActiveClient, SessionState,
        frame::{self, ROOT},
    },
    ids::{ChannelUri, ClientId},
    v1_0::ChatState,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wire::{Extra, Field, Payload, Wire};

impl Host {
    /// Sets the state of the root channel, which lists the agents and counts the sessions.
    ///
    /// Before the first call, clients can follow the root, but get no snapshot. Clients are not notified of the new
    /// state. Use [`publish`](Self::publish) for changes that they must receive.
    ///
    /// # Errors
    /// Returns an error if the state is not an object, cannot be sent or is too long.
    ///
    /// Specification: [AHP 1.0, `RootState`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.RootState.html).
    pub fn set_root(&mut self, state: Payload) -> Result<(), HostError> {
        self.checked_size(&state, self.limits.session)?;
        self.root = Some(members(&state)?);
        Ok(())
    }

    /// Returns the state of the root channel, if it was set.
    pub(crate) fn root_state(&self) -> Option<Payload> {
        self.root.as_ref().map(|root| Payload::object(root.iter()))
    }

    /// Removes a session with its chat and its canvases.
    /// Pending calls about the session and its canvases fail. The host notifies the followers of the root and of the
    /// session, and the active clients of the session.
    ///
    /// # Errors
    /// Returns an error if the session does not exist.
    pub fn remove_session(&mut self, session: &ChannelUri) -> Result<Vec<HostOutput>, HostError> {
        let Some(known) = self.sessions.get_mut(session) else {
            return Err(HostError::UnknownSession(session.clone()));
        };
        let mut out = Vec::new();
        let open = std::mem::take(&mut known.open);
        let about_session: Vec<CallId> = self
            .calls
            .iter()
            .filter(|(_, call)| call.is_about(session, &open))
            .map(|(id, _)| *id)
            .collect();
        for call in about_session {
            self.fail(call, "the session was removed", &mut out);
        }
        for canvas in open {
            self.canvases.remove(&canvas);
            self.forget(&canvas);
        }
        // Followers receive an empty list of open canvases before the session is removed.
        self.publish_open_list(session, &mut out);
        // The next number separates the removed session from a later session with the same URI.
        self.server_seq = self.server_seq.saturating_add(1);
        let receivers: Vec<ConnectionId> = self
            .connections
            .iter()
            .filter(|(_, connection)| self.is_about(session, connection))
            .map(|(id, _)| *id)
            .collect();
        let removed = self.sessions.remove(session);
        self.forget(session);
        if let Some(chat) = removed.and_then(|session| session.chat) {
            self.chats.remove(&chat);
            self.forget(&chat);
        }
        let channel = Payload::string(ROOT);
        let removed = Payload::string(session.as_str());
        let params = Payload::object([("channel", &channel), ("session", &removed)]);
        let message = Arc::new(frame::notification("root/sessionRemoved", params));
        out.extend(receivers.into_iter().map(|to| HostOutput::Send {
            to,
            message: message.clone(),
        }));
        Ok(out)
    }

    /// Returns `true` if the client of a connection follows the session or the list of sessions, or is active in the session.
    fn is_about(&self, session: &ChannelUri, connection: &Connection) -> bool {
        connection.subscriptions.contains(session.as_str())
            || connection.subscriptions.contains(ROOT)
            || self.is_active(session, &connection.client)
    }

    /// Removes all subscriptions to this channel.
    pub(super) fn forget(&mut self, channel: &ChannelUri) {
        for connection in self.connections.values_mut() {
            connection.subscriptions.remove(channel);
        }
    }

    pub(super) fn has_state(&self, channel: &ChannelUri) -> bool {
        self.sessions.contains_key(channel)
            || self.chats.contains_key(channel)
            || *channel == *ROOT && self.root.is_some()
    }

    /// Applies the state change that the program passed with an action.
    pub(super) fn set_after(
        &mut self,
        channel: &ChannelUri,
        after: StateAfter,
    ) -> Result<(), HostError> {
        let Some(change) = StateChange::of(after, self.own_members(channel))? else {
            return Ok(());
        };
        let limit = self.limits.session;
        self.checked_size(&Payload::object(change.stated()), limit)?;
        let size = self.size_around(channel);
        let Some(extra) = self.extra_mut(channel) else {
            return Ok(());
        };
        let others = size.saturating_sub(change.replaced_size(extra));
        if others.saturating_add(change.size()) > limit {
            return Err(HostError::TooLong { limit });
        }
        change.apply(extra);
        Ok(())
    }

    /// Returns the members of a channel's state that host and clients manage.
    fn own_members(&self, channel: &ChannelUri) -> &'static [&'static str] {
        if self.sessions.contains_key(channel) {
            OF_SESSION
        } else if self.chats.contains_key(channel) {
            OF_CHAT
        } else {
            &[]
        }
    }

    /// Returns the size of the session that a channel belongs to, or of the root, in bytes.
    fn size_around(&self, channel: &ChannelUri) -> usize {
        if let Some(chat) = self.chats.get(channel) {
            return self.session_size(&chat.session);
        }
        if self.sessions.contains_key(channel) {
            return self.session_size(channel);
        }
        self.root.as_ref().map_or(0, extra_size)
    }

    /// Returns the members of a channel's state that the program sets.
    fn extra_mut(&mut self, channel: &ChannelUri) -> Option<&mut Extra> {
        let session = self
            .sessions
            .get_mut(channel)
            .map(|session| &mut session.state.extra);
        let chat = self
            .chats
            .get_mut(channel)
            .map(|chat| &mut chat.state.extra);
        session.or(chat).or(self.root.as_mut())
    }

    /// Checks that a value of the program can be sent and has at most `limit` bytes. Returns its size.
    pub(super) fn checked_size<T: Wire>(
        &self,
        value: &T,
        limit: usize,
    ) -> Result<usize, HostError> {
        match frame::fit(value) {
            Ok(len) if len <= limit => Ok(len),
            Ok(_) => Err(HostError::TooLong { limit }),
            Err(_) => Err(HostError::Unwritable),
        }
    }

    /// Returns the size of a session with its chat, its clients and its canvases, in bytes.
    pub(super) fn session_size(&self, session: &ChannelUri) -> usize {
        let Some(known) = self.sessions.get(session) else {
            return 0;
        };
        let chat = known.chat.as_ref().and_then(|chat| self.chats.get(chat));
        // A client's declaration counts twice, because it is stored with the client and in the list of kinds. A
        // canvas is also in the list of open canvases.
        let clients = known.sizes.values().map(|size| 2 * size);
        let canvases = known
            .open
            .iter()
            .filter_map(|canvas| self.canvases.get(canvas));
        extra_size(&known.state.extra)
            + extra_size(&known.summary)
            + known.own_size
            + chat.map_or(0, |chat| extra_size(&chat.state.extra))
            + clients.sum::<usize>()
            + canvases.map(|canvas| 2 * canvas.size).sum::<usize>()
    }

    /// Checks that a session may grow by `more` bytes.
    pub(super) fn check_room(&self, session: &ChannelUri, more: usize) -> Result<(), HostError> {
        let limit = self.limits.session;
        if self.session_size(session).saturating_add(more) > limit {
            return Err(HostError::TooLong { limit });
        }
        Ok(())
    }

    /// Returns the stored size of a client in bytes: its session entries, its canvases, and its pending requests.
    pub(super) fn client_size(&self, client: &ClientId) -> usize {
        let mut size = 0;
        for session in self.sessions.values() {
            size += session.sizes.get(client).copied().unwrap_or_default();
        }
        for canvas in self.canvases.values() {
            if let CanvasProviderSource::Client(source) = &canvas.state.provider
                && source.client_id == *client
            {
                size += canvas.size;
            }
        }
        let Some(connection) = self.connection_of(client) else {
            return size;
        };
        for call in self.calls.values() {
            if call.asker() == Some(connection) {
                size += call.size();
            }
            if matches!(call.target, CallTarget::Client(asked) if asked == connection) {
                size += call.size();
            }
        }
        size
    }

    /// Returns `true` if `more` bytes may be stored for a client.
    pub(super) fn has_client_room(&self, client: &ClientId, more: usize) -> bool {
        self.client_size(client).saturating_add(more) <= self.limits.client
    }
}

impl Session {
    pub(super) fn new(state: SessionState, since: u64) -> Self {
        let clients = state.active_clients.get().into_iter().flatten();
        let sizes = clients
            .map(|client| (client.client_id.clone(), size_of(client)))
            .collect();
        Self {
            state,
            own: Vec::new(),
            own_size: 0,
            open: Vec::new(),
            chat: None,
            summary: Extra::new(),
            sizes,
            since,
        }
    }

    /// Updates the stored sizes of the clients after this action.
    pub(super) fn weigh(&mut self, action: &SessionAction) {
        match action {
            SessionAction::ActiveClientSet(action) => {
                weigh(&mut self.sizes, Some(&action.active_client))
            }
            SessionAction::ActiveClientChanged(action) => {
                weigh(&mut self.sizes, action.active_client.get());
            }
            SessionAction::ActiveClientRemoved(action) => {
                self.sizes.remove(&action.client_id);
            }
            _ => {}
        }
    }
}

fn weigh(sizes: &mut BTreeMap<ClientId, usize>, client: Option<&SessionActiveClient>) {
    if let Some(client) = client {
        sizes.insert(client.client_id.clone(), size_of(client));
    }
}

pub(super) fn size_of<T: Wire>(value: &T) -> usize {
    frame::len(value) + OVERHEAD
}

impl Chat {
    pub(super) fn new(session: ChannelUri, mut state: ChatState, since: u64) -> Self {
        state.canvases = Field::Absent;
        Self {
            session,
            state,
            since,
        }
    }
}

/// A change by the program of some members of a state.
struct StateChange {
    /// The new values. Members without a value are removed.
    members: Vec<(String, Option<Payload>)>,
    scope: ChangeScope,
}

/// The effect of a change on the members that the change does not name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChangeScope {
    /// The other members stay.
    Members,
    /// The other members are removed.
    Whole,
}

impl StateChange {
    /// Reads a change. The change of single members must not name a member in `own`. A whole state may contain these
    /// members, without effect.
    fn of(after: StateAfter, own: &[&str]) -> Result<Option<Self>, HostError> {
        match after {
            StateAfter::Unchanged => Ok(None),
            StateAfter::Members(members) => {
                if let Some((name, _)) = members.iter().find(|(name, _)| own.contains(&&**name)) {
                    return Err(HostError::OwnMember(name.clone()));
                }
                let scope = ChangeScope::Members;
                Ok(Some(Self { members, scope }))
            }
            StateAfter::Whole(state) => {
                let mut state = members(&state)?;
                state.retain(|name, _| !own.contains(&name));
                let members = state
                    .iter()
                    .map(|(name, value)| (name.to_owned(), Some(value.clone())))
                    .collect();
                let scope = ChangeScope::Whole;
                Ok(Some(Self { members, scope }))
            }
        }
    }

    /// Iterates over the members that get a value.
    fn stated(&self) -> impl Iterator<Item = (&str, &Payload)> + Clone {
        let members = self.members.iter();
        members.filter_map(|(name, value)| Some((&**name, value.as_ref()?)))
    }

    /// Returns the size of the new values in bytes.
    fn size(&self) -> usize {
        self.stated()
            .map(|(name, value)| member_size(name, value))
            .sum()
    }

    /// Returns the size of the values that the change replaces or removes.
    fn replaced_size(&self, extra: &Extra) -> usize {
        if self.scope == ChangeScope::Whole {
            return extra_size(extra);
        }
        // A change may name a member twice.
        let names: BTreeSet<&str> = self.members.iter().map(|(name, _)| &**name).collect();
        let mut size = 0;
        for name in names {
            if let Some(value) = extra.get(name) {
                size += member_size(name, value);
            }
        }
        size
    }

    fn apply(self, extra: &mut Extra) {
        if self.scope == ChangeScope::Whole {
            *extra = Extra::new();
        }
        for (name, value) in self.members {
            match value {
                Some(value) => drop(extra.insert(name, value)),
                None => drop(extra.remove(&name)),
            }
        }
    }
}

fn members(state: &Payload) -> Result<Extra, HostError> {
    if !state.is_object() {
        return Err(HostError::NoState);
    }
    Ok(state
        .members()
        .map(|(name, value)| (name.into_owned().into_boxed_str(), value))
        .collect())
}

fn extra_size(extra: &Extra) -> usize {
    extra
        .iter()
        .map(|(name, value)| member_size(name, value))
        .sum()
}

fn member_size(name: &str, value: &Payload) -> usize {
    name.len() + value.text().len() + OVERHEAD / 4
}
