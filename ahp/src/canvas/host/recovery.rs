//! Reconnection with a replay cursor for each channel, as in the draft of AHP 1.1.
//!
//! Specification:
//! [AHP draft, `ReconnectParams`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).

use super::{ConnectionId, Host, HostOutput};
use crate::{
    canvas::frame,
    envelope::ActionEnvelope,
    ids::ChannelUri,
    json_rpc::JsonRpcError,
    recovery::{
        ChannelMissing, ChannelRecovery, ChannelReplay, ChannelSnapshot, RecoverParams,
        RecoverResult,
    },
};
use std::collections::BTreeMap;
use wire::Payload;

impl Host {
    pub(super) fn recover(
        &mut self,
        from: ConnectionId,
        params: &RecoverParams,
        out: &mut Vec<HostOutput>,
    ) -> Result<Payload, JsonRpcError> {
        self.welcome_back(from, &params.client_id, params.subscriptions.len(), out)?;
        // If a channel has several cursors, the first one applies.
        let mut seen: BTreeMap<&ChannelUri, u64> = BTreeMap::new();
        let mut channels = Vec::new();
        for cursor in &params.subscriptions {
            if !seen.contains_key(&cursor.channel) {
                seen.insert(&cursor.channel, cursor.last_seen_server_seq);
                channels.push(self.recover_channel(
                    from,
                    &cursor.channel,
                    cursor.last_seen_server_seq,
                ));
            }
        }
        let mut missed = self.missed_actions(from, &seen);
        for recovery in &mut channels {
            if let ChannelRecovery::Replay(replay) = recovery {
                replay.actions = missed.remove(&replay.channel).unwrap_or_default();
            }
        }
        Ok(frame::payload(&RecoverResult::new(channels)))
    }

    /// Decides the kind of a channel's recovery. The actions of a replay are added later.
    fn recover_channel(
        &mut self,
        from: ConnectionId,
        channel: &ChannelUri,
        seen: u64,
    ) -> ChannelRecovery {
        let snapshot = if self.is_newer_than(channel, seen) {
            None
        } else {
            self.follow(from, channel).ok()
        };
        let is_kept = self.has_log_since(from, seen);
        match snapshot {
            None => ChannelMissing::new(channel.clone()).into(),
            Some(Some(snapshot)) if !is_kept => {
                ChannelSnapshot::new(channel.clone(), snapshot).into()
            }
            // The root channel may have no state. In this case, the client missed no actions.
            Some(_) => ChannelReplay::new(channel.clone(), Vec::new()).into(),
        }
    }

    /// Returns the actions on these channels after their cursors, in order.
    fn missed_actions(
        &self,
        from: ConnectionId,
        seen: &BTreeMap<&ChannelUri, u64>,
    ) -> BTreeMap<ChannelUri, Vec<ActionEnvelope>> {
        let mut missed: BTreeMap<ChannelUri, Vec<ActionEnvelope>> = BTreeMap::new();
        let Some(connection) = self.connections.get(&from) else {
            return missed;
        };
        let mut sent: Vec<&ActionEnvelope> = Vec::new();
        for entry in &self.log.entries {
            if let Some(envelope) = entry.envelope_for(connection) {
                sent.push(envelope);
            }
        }
        if let Some(client) = self.clients.get(&connection.client) {
            sent.extend(&client.rejections.entries);
        }
        for envelope in sent {
            if let Some(seen) = seen.get(&envelope.channel)
                && envelope.server_seq > *seen
            {
                let missed = missed.entry(envelope.channel.clone()).or_default();
                missed.push(envelope.clone());
            }
        }
        for actions in missed.values_mut() {
            actions.sort_by_key(|envelope| envelope.server_seq);
        }
        missed
    }
}
