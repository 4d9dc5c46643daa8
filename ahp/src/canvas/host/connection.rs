//! How a client presents itself, and how it comes back.

use super::{CallId, Host, Output, publish::Change, version::Version};
use crate::{
    canvas::{ActiveClientRemoved, frame, versioning::may_use},
    connection::{
        ClientCapabilities, InitializeParams, InitializeResult, UnsupportedProtocolVersionErrorData,
    },
    error_code,
    ids::{ChannelUri, ClientId},
    json_rpc::JsonRpcError,
    subscription::{ReconnectParams, ReconnectReplayResult, ReconnectResult, ReconnectSnapshotResult},
    v1_0,
};
use std::collections::BTreeSet;
use wire::Payload;

/// Names a connection. The program chooses the number, and may use it again after [`Host::disconnect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// What a client is shown of canvases. AHP canvas proposal, capability and compatibility.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Shown {
    /// Everything: it declared the capability, and the version that was agreed on has it.
    Proposal,
    /// The projection of AHP 1.0: no capability, and a version that has canvases without.
    Release,
    /// Nothing.
    Nothing,
}

impl Shown {
    fn to(version: Version, capabilities: Option<&ClientCapabilities>) -> Self {
        let may_use =
            |name: &str| capabilities.is_some_and(|declared| may_use(name, &version.to_string(), declared));
        if may_use("canvas/updated") {
            Self::Proposal
        } else if Version::parse(v1_0::INTRODUCED_IN).is_some_and(|since| version >= since) {
            Self::Release
        } else {
            Self::Nothing
        }
    }
}

/// A client that presented itself and is there.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) client: ClientId,
    pub(super) shown: Shown,
    pub(super) subscriptions: BTreeSet<ChannelUri>,
}

impl Host {
    /// What a client that ever presented itself is shown of canvases.
    pub fn shown(&self, client: &ClientId) -> Option<Shown> {
        self.clients.get(client).copied()
    }

    /// A connection is lost. What its client was asked fails, what it provides is stale, and what it follows it will
    /// name again when it is back.
    pub fn disconnect(&mut self, connection: ConnectionId) -> Vec<Output> {
        let mut out = Vec::new();
        self.lose(connection, &mut out);
        out
    }

    pub(super) fn initialize(
        &mut self,
        from: ConnectionId,
        params: InitializeParams,
        out: &mut Vec<Output>,
    ) -> Result<Payload, JsonRpcError> {
        if self.connections.contains_key(&from) {
            return Err(frame::error(error_code::INVALID_REQUEST, "this connection is initialized"));
        }
        let Some((version, text)) = Version::negotiate(&self.versions, &params.protocol_versions) else {
            return Err(self.unsupported());
        };
        let shown = Shown::to(version, params.capabilities.get());
        self.greet(from, &params.client_id, shown, out);
        let wanted = params.initial_subscriptions.into_value().unwrap_or_default();
        let snapshots =
            wanted.iter().filter_map(|channel| self.follow(from, channel).ok()?).collect::<Vec<_>>();
        Ok(frame::payload(&InitializeResult::new(text, self.server_seq, snapshots)))
    }

    /// The client is there, on this connection and on no other: a connection of before has not noticed its end yet.
    pub(super) fn greet(
        &mut self,
        from: ConnectionId,
        client: &ClientId,
        shown: Shown,
        out: &mut Vec<Output>,
    ) {
        if let Some(before) = self.connection_of(client) {
            self.lose(before, out);
        }
        self.clients.insert(client.clone(), shown);
        let connection = Connection { client: client.clone(), shown, subscriptions: BTreeSet::new() };
        self.connections.insert(from, connection);
    }

    pub(super) fn connection_of(&self, client: &ClientId) -> Option<ConnectionId> {
        self.connections.iter().find(|(_, there)| there.client == *client).map(|(id, _)| *id)
    }

    fn lose(&mut self, connection: ConnectionId, out: &mut Vec<Output>) {
        let Some(lost) = self.connections.remove(&connection) else { return };
        let asked: Vec<CallId> =
            self.calls.iter().filter(|(_, call)| call.is_of(connection)).map(|(id, _)| *id).collect();
        for call in asked {
            self.fail(call, out);
        }
        let sessions: Vec<ChannelUri> = self.sessions.keys().cloned().collect();
        for session in sessions {
            self.leave(&session, &lost.client, out);
        }
    }

    /// A client does not work in a session any more.
    pub(super) fn leave(&mut self, session: &ChannelUri, client: &ClientId, out: &mut Vec<Output>) {
        if self.is_active(session, client) {
            let removed = ActiveClientRemoved::new(client.clone());
            self.change(Change::of_session(session, removed.into()), out);
        }
        self.settle(session, out);
    }

    fn unsupported(&self) -> JsonRpcError {
        let spoken: Vec<String> = self.versions.iter().map(Version::to_string).collect();
        let data = UnsupportedProtocolVersionErrorData::new(spoken);
        let code = error_code::UNSUPPORTED_PROTOCOL_VERSION;
        frame::error(code, "none of these versions is spoken here").data(frame::payload(&data))
    }

    pub(super) fn reconnect(
        &mut self,
        from: ConnectionId,
        params: &ReconnectParams,
        out: &mut Vec<Output>,
    ) -> Result<Payload, JsonRpcError> {
        if self.connections.contains_key(&from) {
            return Err(frame::error(error_code::INVALID_REQUEST, "this connection is initialized"));
        }
        let Some(shown) = self.clients.get(&params.client_id).copied() else {
            let message = "this client is not known; `initialize` makes it so";
            return Err(frame::error(error_code::NOT_FOUND, message));
        };
        self.greet(from, &params.client_id, shown, out);
        let seen = params.last_seen_server_seq;
        let result = if self.log.forgotten <= seen && seen <= self.server_seq {
            ReconnectResult::Replay(self.replay(from, seen, &params.subscriptions))
        } else {
            let wanted = unique(&params.subscriptions);
            let snapshots: Vec<_> =
                wanted.into_iter().filter_map(|channel| self.follow(from, channel).ok()?).collect();
            ReconnectResult::Snapshot(ReconnectSnapshotResult::new(snapshots))
        };
        Ok(frame::payload(&result))
    }

    /// What happened since on the channels that are still the same.
    fn replay(&mut self, from: ConnectionId, seen: u64, wanted: &[ChannelUri]) -> ReconnectReplayResult {
        let mut missing = Vec::new();
        for channel in unique(wanted) {
            // A canvas that was opened since is not the one that was followed, though it has the same channel.
            let is_new = self.canvases.get(channel).is_some_and(|canvas| canvas.since > seen);
            if is_new || self.follow(from, channel).is_err() {
                missing.push(channel.clone());
            }
        }
        let connection = self.connections.get(&from);
        let told = |connection: &Connection| {
            let since = self.log.entries.iter().filter(|entry| entry.seq > seen);
            since.filter_map(|entry| entry.envelope_for(connection).cloned()).collect::<Vec<_>>()
        };
        ReconnectReplayResult::new(connection.map(told).unwrap_or_default(), missing)
    }
}

fn unique(channels: &[ChannelUri]) -> Vec<&ChannelUri> {
    let mut seen = BTreeSet::new();
    channels.iter().filter(|channel| seen.insert(*channel)).collect()
}
