//! The states that a host stores, the changes that the program publishes, and their size limits.

use super::{
    Canvas, Chat, ConnectionId, Host, HostError, HostOutput, Session,
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
    /// Before the first call, clients can follow the root, but get no snapshot. Clients are not notified of this
    /// change; use [`publish`](Self::publish) for changes that they must receive.
    ///
    /// # Errors
    /// Returns an error if the state is not an object, cannot be sent or is too long.
    ///
    /// Specification: [AHP 1.0, `RootState`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.RootState.html).
    pub fn set_root(&mut self, state: Payload) -> Result<(), HostError> {
        self.fits(&state, self.limits.session)?;
        self.root = Some(members(&state)?);
        Ok(())
    }

    /// Returns the state of the root channel, if it was set.
    pub(crate) fn root_state(&self) -> Option<Payload> {
        self.root.as_ref().map(|root| Payload::object(root.iter()))
    }

    /// Removes a session with its chat and its canvases.
    ///
    /// Pending calls about them fail. The host notifies the followers of the root and of the session, and the clients
    /// that are active in it.
    ///
    /// # Errors
    /// Returns an error if the session does not exist.
    pub fn remove_session(&mut self, session: &ChannelUri) -> Result<Vec<HostOutput>, HostError> {
        let Some(known) = self.sessions.get_mut(session) else {
            return Err(HostError::UnknownSession(session.clone()));
        };
        let mut out = Vec::new();
        let open = std::mem::take(&mut known.open);
        let of_it = self
            .calls
            .iter()
            .filter(|(_, call)| call.is_about(session, &open));
        for call in of_it.map(|(id, _)| *id).collect::<Vec<_>>() {
            self.fail(call, "the session was removed", &mut out);
        }
        for canvas in open {
            self.canvases.remove(&canvas);
            self.forget(&canvas);
        }
        // Followers first receive an empty list of open canvases.
        self.publish_open_list(session, &mut out);
        // A returning client has then received only actions before any later session with the same URI.
        self.server_seq = self.server_seq.saturating_add(1);
        let told: Vec<ConnectionId> = self
            .connections
            .iter()
            .filter(|(_, there)| {
                [session.as_str(), ROOT]
                    .iter()
                    .any(|uri| there.subscriptions.contains(*uri))
                    || self.is_active(session, &there.client)
            })
            .map(|(id, _)| *id)
            .collect();
        let chat = self
            .sessions
            .remove(session)
            .and_then(|session| session.chat);
        self.forget(session);
        if let Some(chat) = chat {
            self.chats.remove(&chat);
            self.forget(&chat);
        }
        let channel = Payload::string(ROOT);
        let gone = Payload::string(session.as_str());
        let params = Payload::object([("channel", &channel), ("session", &gone)]);
        let message = Arc::new(frame::notification("root/sessionRemoved", params));
        out.extend(told.into_iter().map(|to| HostOutput::Send {
            to,
            message: message.clone(),
        }));
        Ok(out)
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
        let kept: &[&str] = match () {
            () if self.sessions.contains_key(channel) => OF_SESSION,
            () if self.chats.contains_key(channel) => OF_CHAT,
            () => &[],
        };
        let (members, whole) = match after {
            StateAfter::Unchanged => return Ok(()),
            StateAfter::Members(members) => {
                if let Some((name, _)) = members.iter().find(|(name, _)| kept.contains(&&**name)) {
                    return Err(HostError::OwnMember(name.clone()));
                }
                (members, false)
            }
            StateAfter::Whole(state) => {
                let mut state = members(&state)?;
                state.retain(|name, _| !kept.contains(&name));
                (
                    state
                        .iter()
                        .map(|(name, value)| (name.to_owned(), Some(value.clone())))
                        .collect(),
                    true,
                )
            }
        };
        let stated = members
            .iter()
            .filter_map(|(name, value)| Some((&**name, value.as_ref()?)));
        self.fits(&Payload::object(stated), self.limits.session)?;
        let session = match self.chats.get(channel) {
            Some(chat) => Some(&chat.session),
            None => Some(channel).filter(|channel| self.sessions.contains_key(*channel)),
        };
        let others = match session {
            Some(session) => self.session_size(session),
            None => self.root.as_ref().map_or(0, extra_size),
        };
        let limit = self.limits.session;
        let Some(extra) = self.extra_mut(channel) else {
            return Ok(());
        };
        let freed: usize = if whole {
            extra_size(extra)
        } else {
            let names: BTreeSet<&str> = members.iter().map(|(name, _)| &**name).collect();
            names
                .into_iter()
                .filter_map(|name| Some(member_size(name, extra.get(name)?)))
                .sum()
        };
        let added: usize = members
            .iter()
            .filter_map(|(name, value)| Some(member_size(name, value.as_ref()?)))
            .sum();
        if others.saturating_sub(freed).saturating_add(added) > limit {
            return Err(HostError::TooLong { limit });
        }
        if whole {
            *extra = Extra::new();
        }
        for (name, value) in members {
            match value {
                Some(value) => drop(extra.insert(name, value)),
                None => drop(extra.remove(&name)),
            }
        }
        Ok(())
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

    /// Checks that a value of the program can be sent and is not longer than `limit`.
    pub(super) fn fits<T: Wire>(&self, value: &T, limit: usize) -> Result<usize, HostError> {
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
        // A client's declaration is stored with the client and in the list of kinds. A canvas is also in the list of
        // open canvases.
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
    pub(super) fn has_room(&self, session: &ChannelUri, more: usize) -> Result<(), HostError> {
        let limit = self.limits.session;
        let fits = self.session_size(session).saturating_add(more) <= limit;
        fits.then_some(()).ok_or(HostError::TooLong { limit })
    }

    /// Returns the stored size of a client in bytes: its session entries, its canvases, and its pending requests.
    pub(super) fn client_size(&self, client: &ClientId) -> usize {
        let said = self
            .sessions
            .values()
            .filter_map(|session| session.sizes.get(client));
        let provides = |canvas: &&Canvas| matches!(&canvas.state.provider, CanvasProviderSource::Client(source) if source.client_id == *client);
        let canvases = self
            .canvases
            .values()
            .filter(provides)
            .map(|canvas| canvas.size);
        let connection = self.connection_of(client);
        let asks = self
            .calls
            .values()
            .filter(|call| call.asker().is_some() && call.asker() == connection);
        let opens = self.calls.values().filter(
            |call| matches!(call.target, CallTarget::Client(asked) if Some(asked) == connection),
        );
        said.sum::<usize>()
            + canvases.sum::<usize>()
            + asks.map(|call| call.size()).sum::<usize>()
            + opens.map(|call| call.size()).sum::<usize>()
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

    /// Updates the sizes of the clients after this action.
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
