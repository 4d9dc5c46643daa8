//! The handshake of clients, and their return on a new connection.

use super::{
    CallId, ClientView, ConnectionId, Host, HostOutput, connection::Connection, publish::Change,
};
use crate::{
    canvas::{ActiveClientRemoved, frame},
    connection::{InitializeParams, UnsupportedProtocolVersionErrorData},
    envelope::ActionEnvelope,
    error_code,
    ids::{ChannelUri, ClientId},
    json_rpc::JsonRpcError,
    subscription::{
        ReconnectParams, ReconnectReplayResult, ReconnectResult, ReconnectSnapshotResult,
    },
    version::{self, Version},
};
use std::collections::BTreeSet;
use wire::Payload;

impl Host {
    /// Ends a connection. Calls to its client fail, and the canvases of the client become stale. The client must
    /// repeat its subscriptions when it returns.
    pub fn disconnect(&mut self, connection: ConnectionId) -> Vec<HostOutput> {
        let mut out = Vec::new();
        self.forget_connection(connection, &mut out);
        out
    }

    pub(super) fn initialize(
        &mut self,
        from: ConnectionId,
        params: InitializeParams,
        out: &mut Vec<HostOutput>,
    ) -> Result<Payload, JsonRpcError> {
        if self.connections.contains_key(&from) {
            return Err(frame::error(
                error_code::INVALID_REQUEST,
                "the connection is already initialized",
            ));
        }
        let Some((version, text)) = Version::negotiate(&self.versions, &params.protocol_versions)
            .map_err(malformed_version)?
        else {
            out.push(HostOutput::Unsupported { connection: from });
            return Err(self.unsupported_version());
        };
        self.admit(&params)?;
        let capabilities = params.capabilities.into_value();
        let view = ClientView::to(version, capabilities.as_ref());
        // If another program uses the same client id, the previous connection with the id is closed.
        if let Some(before) = self.connection_of(&params.client_id) {
            self.drop_previous(before, out);
        }
        self.remember(&params.client_id, view, capabilities);
        self.register(from, &params.client_id, view, out);
        let wanted = params
            .initial_subscriptions
            .into_value()
            .unwrap_or_default();
        let snapshots = unique(&wanted)
            .into_iter()
            .filter_map(|channel| self.follow(from, channel).ok()?)
            .collect();
        Ok(self.welcome(text, snapshots))
    }

    /// Registers the client on this connection. Closes its previous connection, whose end the host has not noticed.
    pub(super) fn register(
        &mut self,
        from: ConnectionId,
        client: &ClientId,
        view: ClientView,
        out: &mut Vec<HostOutput>,
    ) {
        if let Some(before) = self.connection_of(client) {
            self.drop_previous(before, out);
        }
        if let Some(known) = self.clients.get_mut(client) {
            known.connection = Some(from);
        }
        out.push(HostOutput::Presented {
            connection: from,
            client: client.clone(),
        });
        let connection = Connection {
            client: client.clone(),
            view,
            subscriptions: BTreeSet::new(),
        };
        self.connections.insert(from, connection);
    }

    /// Removes the previous connection of a client, and tells the program to close it.
    fn drop_previous(&mut self, before: ConnectionId, out: &mut Vec<HostOutput>) {
        self.forget_connection(before, out);
        out.push(HostOutput::Drop { connection: before });
    }

    /// Removes a connection. Calls to its client fail, and the canvases of the client become stale.
    fn forget_connection(&mut self, connection: ConnectionId, out: &mut Vec<HostOutput>) {
        let Some(lost) = self.connections.remove(&connection) else {
            return;
        };
        self.mark_away(&lost.client);
        let asked: Vec<CallId> = self
            .calls
            .iter()
            .filter(|(_, call)| call.is_of(connection))
            .map(|(id, _)| *id)
            .collect();
        for call in asked {
            self.fail(call, "the provider of this canvas disconnected", out);
        }
        let active = self
            .sessions
            .keys()
            .filter(|session| self.is_active(session, &lost.client));
        let sessions: Vec<ChannelUri> = active.cloned().collect();
        for session in sessions {
            self.leave(&session, &lost.client, out);
        }
    }

    /// Removes a client from a session.
    pub(super) fn leave(
        &mut self,
        session: &ChannelUri,
        client: &ClientId,
        out: &mut Vec<HostOutput>,
    ) {
        if self.is_active(session, client) {
            let removed = ActiveClientRemoved::new(client.clone());
            self.change(Change::of_session(session, removed.into()), out);
        }
        self.refresh(session, out);
    }

    fn unsupported_version(&self) -> JsonRpcError {
        let supported: Vec<String> = self.versions.iter().map(Version::to_string).collect();
        let data = UnsupportedProtocolVersionErrorData::new(supported);
        let code = error_code::UNSUPPORTED_PROTOCOL_VERSION;
        frame::error(code, "none of the offered versions is supported").data(frame::payload(&data))
    }

    pub(super) fn reconnect(
        &mut self,
        from: ConnectionId,
        params: &ReconnectParams,
        out: &mut Vec<HostOutput>,
    ) -> Result<Payload, JsonRpcError> {
        self.welcome_back(from, &params.client_id, params.subscriptions.len(), out)?;
        let seen = params.last_seen_server_seq;
        let result = if self.has_log_since(from, seen) {
            ReconnectResult::Replay(self.replay(from, seen, &params.subscriptions))
        } else {
            let wanted = unique(&params.subscriptions);
            let snapshots: Vec<_> = wanted
                .into_iter()
                .filter_map(|channel| self.follow(from, channel).ok()?)
                .collect();
            ReconnectResult::Snapshot(ReconnectSnapshotResult::new(snapshots))
        };
        Ok(frame::payload(&result))
    }

    /// Registers a known client on a new connection. `channels` is the number of channels that the client will
    /// follow.
    pub(super) fn welcome_back(
        &mut self,
        from: ConnectionId,
        client: &ClientId,
        channels: usize,
        out: &mut Vec<HostOutput>,
    ) -> Result<(), JsonRpcError> {
        if self.connections.contains_key(&from) {
            return Err(frame::error(
                error_code::INVALID_REQUEST,
                "the connection is already initialized",
            ));
        }
        let Some(view) = self.client_view(client) else {
            let message = "the client is unknown; send `initialize`";
            return Err(frame::error(error_code::NOT_FOUND, message));
        };
        self.check_follow_limit(channels)?;
        self.register(from, client, view, out);
        Ok(())
    }

    /// Returns `true` if the host has stored every action after `seen` for the client of this connection.
    pub(super) fn has_log_since(&self, from: ConnectionId, seen: u64) -> bool {
        let mut forgotten = self.log.forgotten;
        if let Some(connection) = self.connections.get(&from)
            && let Some(client) = self.clients.get(&connection.client)
        {
            forgotten = forgotten.max(client.rejections.forgotten);
        }
        forgotten <= seen && seen <= self.server_seq
    }

    /// Returns `true` if the channel was added after action `seen`. The client then followed a different resource
    /// under this URI.
    pub(super) fn is_newer_than(&self, channel: &ChannelUri, seen: u64) -> bool {
        let since = if let Some(canvas) = self.canvases.get(channel) {
            canvas.since
        } else if let Some(session) = self.sessions.get(channel) {
            session.since
        } else if let Some(chat) = self.chats.get(channel) {
            chat.since
        } else {
            return false;
        };
        since > seen
    }

    /// Returns the actions since `seen` on those channels that still denote the same resource.
    fn replay(
        &mut self,
        from: ConnectionId,
        seen: u64,
        wanted: &[ChannelUri],
    ) -> ReconnectReplayResult {
        let mut missing = Vec::new();
        for channel in unique(wanted) {
            if self.is_newer_than(channel, seen) || self.follow(from, channel).is_err() {
                missing.push(channel.clone());
            }
        }
        ReconnectReplayResult::new(self.actions_since(from, seen), missing)
    }

    /// Returns the actions since `seen` for the client of a connection, including its own rejected actions.
    fn actions_since(&self, from: ConnectionId, seen: u64) -> Vec<ActionEnvelope> {
        let Some(connection) = self.connections.get(&from) else {
            return Vec::new();
        };
        let mut missed: Vec<ActionEnvelope> = Vec::new();
        for entry in self.log.entries.iter().filter(|entry| entry.seq > seen) {
            if let Some(envelope) = entry.envelope_for(connection) {
                missed.push((**envelope).clone());
            }
        }
        if let Some(known) = self.clients.get(&connection.client) {
            let rejections = known.rejections.entries.iter();
            missed.extend(
                rejections
                    .filter(|envelope| envelope.server_seq > seen)
                    .cloned(),
            );
        }
        missed.sort_by_key(|envelope| envelope.server_seq);
        missed
    }
}

/// Creates the error for a malformed version, which invalidates the whole offer. The message does not repeat the
/// version.
fn malformed_version(index: usize) -> JsonRpcError {
    let message = format!(
        "the version at \"/params/protocolVersions/{index}\" is malformed; expected {}",
        version::FORM
    );
    frame::error(error_code::INVALID_PARAMS, &message)
}

fn unique(channels: &[ChannelUri]) -> Vec<&ChannelUri> {
    let mut seen = BTreeSet::new();
    channels
        .iter()
        .filter(|channel| seen.insert(*channel))
        .collect()
}
