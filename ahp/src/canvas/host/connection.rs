//! How a client presents itself, and how it comes back.

use super::{CallId, Host, HostOutput, publish::Change};
use crate::{
    canvas::{ActiveClientRemoved, frame, versioning::can_use},
    connection::{ClientCapabilities, InitializeParams, UnsupportedProtocolVersionErrorData},
    envelope::ActionEnvelope,
    error_code,
    ids::{ChannelUri, ClientId},
    json_rpc::JsonRpcError,
    subscription::{ReconnectParams, ReconnectReplayResult, ReconnectResult, ReconnectSnapshotResult},
    v1_0,
    version::{self, Version},
};
use std::collections::BTreeSet;
use wire::Payload;

/// Names a connection. The program chooses the number, and may use it again after [`Host::disconnect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// What a client is view of canvases. AHP canvas proposal, capability and compatibility.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ClientView {
    /// Everything: it declared the capability, and the version that was agreed on has it.
    Proposal,
    /// The projection of AHP 1.0: no capability, and a version that has canvases without.
    Release,
    /// Nothing.
    Nothing,
}

impl ClientView {
    fn to(version: Version, capabilities: Option<&ClientCapabilities>) -> Self {
        let can_use =
            |name: &str| capabilities.is_some_and(|declared| can_use(name, &version.to_string(), declared));
        if can_use("canvas/updated") {
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
    pub(super) view: ClientView,
    pub(super) subscriptions: BTreeSet<ChannelUri>,
}

impl Host {
    /// A connection is lost. What its client was asked fails, what it provides is stale, and what it follows it will
    /// name again when it is back.
    pub fn disconnect(&mut self, connection: ConnectionId) -> Vec<HostOutput> {
        let mut out = Vec::new();
        self.lose(connection, &mut out);
        out
    }

    pub(super) fn initialize(
        &mut self,
        from: ConnectionId,
        params: InitializeParams,
        out: &mut Vec<HostOutput>,
    ) -> Result<Payload, JsonRpcError> {
        if self.connections.contains_key(&from) {
            return Err(frame::error(error_code::INVALID_REQUEST, "this connection is initialized"));
        }
        let Some((version, text)) =
            Version::negotiate(&self.versions, &params.protocol_versions).map_err(malformed_version)?
        else {
            out.push(HostOutput::Unsupported { connection: from });
            return Err(self.unsupported_version());
        };
        self.admit(&params)?;
        let capabilities = params.capabilities.into_value();
        let view = ClientView::to(version, capabilities.as_ref());
        // The same name may be somebody else's by now: whoever had it has left.
        if let Some(before) = self.connection_of(&params.client_id) {
            self.replace(before, out);
        }
        self.remember(&params.client_id, view, capabilities);
        self.greet(from, &params.client_id, view, out);
        let wanted = params.initial_subscriptions.into_value().unwrap_or_default();
        let snapshots =
            unique(&wanted).into_iter().filter_map(|channel| self.follow(from, channel).ok()?).collect();
        Ok(self.welcome(text, snapshots))
    }

    /// The client is there, on this connection and on no other: a connection of before has not noticed its end yet.
    pub(super) fn greet(
        &mut self,
        from: ConnectionId,
        client: &ClientId,
        view: ClientView,
        out: &mut Vec<HostOutput>,
    ) {
        if let Some(before) = self.connection_of(client) {
            self.replace(before, out);
        }
        if let Some(known) = self.clients.get_mut(client) {
            known.connection = Some(from);
        }
        out.push(HostOutput::Presented { connection: from, client: client.clone() });
        let connection = Connection { client: client.clone(), view, subscriptions: BTreeSet::new() };
        self.connections.insert(from, connection);
    }

    fn replace(&mut self, before: ConnectionId, out: &mut Vec<HostOutput>) {
        self.lose(before, out);
        out.push(HostOutput::Drop { connection: before });
    }

    fn lose(&mut self, connection: ConnectionId, out: &mut Vec<HostOutput>) {
        let Some(lost) = self.connections.remove(&connection) else { return };
        self.mark_away(&lost.client);
        let asked: Vec<CallId> =
            self.calls.iter().filter(|(_, call)| call.is_of(connection)).map(|(id, _)| *id).collect();
        for call in asked {
            self.fail(call, "the provider of this canvas is gone", out);
        }
        let active = self.sessions.keys().filter(|session| self.is_active(session, &lost.client));
        let sessions: Vec<ChannelUri> = active.cloned().collect();
        for session in sessions {
            self.leave(&session, &lost.client, out);
        }
    }

    /// A client does not work in a session any more.
    pub(super) fn leave(&mut self, session: &ChannelUri, client: &ClientId, out: &mut Vec<HostOutput>) {
        if self.is_active(session, client) {
            let removed = ActiveClientRemoved::new(client.clone());
            self.change(Change::of_session(session, removed.into()), out);
        }
        self.refresh(session, out);
    }

    fn unsupported_version(&self) -> JsonRpcError {
        let spoken: Vec<String> = self.versions.iter().map(Version::to_string).collect();
        let data = UnsupportedProtocolVersionErrorData::new(spoken);
        let code = error_code::UNSUPPORTED_PROTOCOL_VERSION;
        frame::error(code, "none of these versions is spoken here").data(frame::payload(&data))
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
            let snapshots: Vec<_> =
                wanted.into_iter().filter_map(|channel| self.follow(from, channel).ok()?).collect();
            ReconnectResult::Snapshot(ReconnectSnapshotResult::new(snapshots))
        };
        Ok(frame::payload(&result))
    }

    /// A client that is known is there again, and will follow so many channels.
    pub(super) fn welcome_back(
        &mut self,
        from: ConnectionId,
        client: &ClientId,
        channels: usize,
        out: &mut Vec<HostOutput>,
    ) -> Result<(), JsonRpcError> {
        if self.connections.contains_key(&from) {
            return Err(frame::error(error_code::INVALID_REQUEST, "this connection is initialized"));
        }
        let Some(view) = self.client_view(client) else {
            let message = "this client is not known; `initialize` makes it so";
            return Err(frame::error(error_code::NOT_FOUND, message));
        };
        self.may_follow(channels)?;
        self.greet(from, client, view, out);
        Ok(())
    }

    /// Whether everything is still there that the client of a connection was told behind that number.
    pub(super) fn has_log_since(&self, from: ConnectionId, seen: u64) -> bool {
        let client = self.connections.get(&from).map(|connection| &connection.client);
        let known = client.and_then(|client| self.clients.get(client));
        let rejections = known.map_or(0, |known| known.rejections.forgotten);
        self.log.forgotten.max(rejections) <= seen && seen <= self.server_seq
    }

    /// Whether a channel is younger than that number: what was opened or added since is not what was followed, though it
    /// has the same channel.
    pub(super) fn is_newer_than(&self, channel: &ChannelUri, seen: u64) -> bool {
        let canvas = self.canvases.get(channel).map(|canvas| canvas.since);
        let session = || self.sessions.get(channel).map(|session| session.since);
        let chat = || self.chats.get(channel).map(|chat| chat.since);
        canvas.or_else(session).or_else(chat).is_some_and(|since| since > seen)
    }

    /// What happened since on the channels that are still the same.
    fn replay(&mut self, from: ConnectionId, seen: u64, wanted: &[ChannelUri]) -> ReconnectReplayResult {
        let mut missing = Vec::new();
        for channel in unique(wanted) {
            if self.is_newer_than(channel, seen) || self.follow(from, channel).is_err() {
                missing.push(channel.clone());
            }
        }
        let mut told: Vec<ActionEnvelope> = Vec::new();
        if let Some(connection) = self.connections.get(&from) {
            let since = self.log.entries.iter().filter(|entry| entry.seq > seen);
            told.extend(
                since.filter_map(|entry| entry.envelope_for(connection)).map(|told| (**told).clone()),
            );
            let known = self.clients.get(&connection.client);
            let rejections = known.into_iter().flat_map(|known| &known.rejections.entries);
            told.extend(rejections.filter(|envelope| envelope.server_seq > seen).cloned());
            told.sort_by_key(|envelope| envelope.server_seq);
        }
        ReconnectReplayResult::new(told, missing)
    }
}

/// One malformed version makes an offer an error, as AHP's own negotiation has it. Its text is not repeated.
fn malformed_version(index: usize) -> JsonRpcError {
    let message = format!("\"/params/protocolVersions/{index}\" is malformed; expected {}", version::FORM);
    frame::error(error_code::INVALID_PARAMS, &message)
}

fn unique(channels: &[ChannelUri]) -> Vec<&ChannelUri> {
    let mut seen = BTreeSet::new();
    channels.iter().filter(|channel| seen.insert(*channel)).collect()
}
