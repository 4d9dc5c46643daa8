//! Reconnection in the draft of AHP 1.1: `reconnect` with a cursor for each channel.
//!
//! In AHP 1.0, one number covers all channels of a client ([`ReconnectParams`](crate::subscription::ReconnectParams)).
//! In the draft of 1.1, each channel has its own number and is recovered separately. A host that agrees on `1.0.0`
//! accepts every `1.x` client, so it answers both forms.

use crate::{
    envelope::ActionEnvelope,
    ids::{ChannelUri, ClientId},
    subscription::Snapshot,
};
use wire::Payload;

wire::object! {
    /// The last action that a client received on one channel.
    ///
    /// Specification:
    /// [AHP draft, `ChannelReplayCursor`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).
    pub struct ChannelReplayCursor {
        /// The channel of the cursor.
        channel: ChannelUri,
        /// The host's number for the last action that the client received on the channel.
        last_seen_server_seq as "lastSeenServerSeq": u64,
    }

    /// The parameters of `reconnect` with a cursor for each channel.
    ///
    /// Specification:
    /// [AHP draft, `ReconnectParams`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).
    pub struct RecoverParams {
        /// The root channel of the connection, `ahp-root://`.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The id of the client, as on the lost connection.
        client_id as "clientId": ClientId,
        /// The channels that the client followed, with their cursors.
        subscriptions: Vec<ChannelReplayCursor>,
    }

    /// The answer to [`RecoverParams`].
    ///
    /// Specification:
    /// [AHP draft, `ReconnectResult`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).
    pub struct RecoverResult {
        /// The recovery of each channel.
        channels: Vec<ChannelRecovery>,
    }

    /// The recovery of a channel whose missed actions the host still has.
    ///
    /// Specification:
    /// [AHP draft, `ChannelRecovery`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).
    pub struct ChannelReplay by "kind" = "replay" {
        /// The recovered channel.
        channel: ChannelUri,
        /// The missed actions, in order.
        actions: Vec<ActionEnvelope>,
    }

    /// The recovery of a channel on which the client missed too many actions for a replay.
    ///
    /// Specification:
    /// [AHP draft, `ChannelRecovery`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).
    pub struct ChannelSnapshot by "kind" = "snapshot" {
        /// The recovered channel.
        channel: ChannelUri,
        /// The current state of the channel.
        snapshot: Snapshot,
    }

    /// The recovery result for a channel that can no longer be followed.
    ///
    /// Specification:
    /// [AHP draft, `ChannelRecovery`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).
    pub struct ChannelMissing by "kind" = "missing" {
        /// The lost channel.
        channel: ChannelUri,
    }
}

wire::tagged! {
    /// The recovery of one channel.
    ///
    /// Specification:
    /// [AHP draft, `ChannelRecovery`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).
    pub enum ChannelRecovery by "kind" {
        /// The missed actions of the channel.
        "replay" Replay(ChannelReplay),
        /// The current state of the channel.
        "snapshot" Snapshot(ChannelSnapshot),
        /// The channel can no longer be followed.
        "missing" Missing(ChannelMissing),
    }
}

impl RecoverParams {
    /// Returns `true` if these parameters of `reconnect` have the form of AHP 1.1, with a cursor for each channel.
    pub fn is_meant(params: &Payload) -> bool {
        let first = params
            .member("subscriptions")
            .map(|list| list.elements().next());
        let has_cursors = first.is_some_and(|first| first.is_none_or(|first| first.is_object()));
        has_cursors && params.member("lastSeenServerSeq").is_none()
    }
}
