//! A client is back.

use super::{Connection, ConnectionId, Host, Output};
use crate::{
    canvas::frame,
    error_code,
    ids::ChannelUri,
    json_rpc::JsonRpcError,
    subscription::{ReconnectParams, ReconnectReplayResult, ReconnectResult, ReconnectSnapshotResult},
};
use std::collections::BTreeSet;
use wire::Payload;

impl Host {
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
