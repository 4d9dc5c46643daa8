//! How a client of AHP 1.1 comes back: `reconnect` with a cursor for each channel.
//!
//! In 1.0 one number says how far a client has seen all of its channels
//! ([`ReconnectParams`](crate::subscription::ReconnectParams)); in the draft of 1.1 each channel has its own, and is recovered
//! by itself. A host that agrees on `1.0.0` agrees on every `1.…`, as AHP wants it, so it answers both. AHP draft, lifecycle.

use crate::{
    envelope::ActionEnvelope,
    ids::{ChannelUri, ClientId},
    subscription::Snapshot,
};
use wire::Payload;

wire::object! {
    /// How far a client has seen a channel. AHP draft, `ChannelReplayCursor`.
    pub struct ChannelReplayCursor {
        /// Which channel.
        channel: ChannelUri,
        /// The host's number for the last action that the client received there.
        last_seen_server_seq as "lastSeenServerSeq": u64,
    }

    /// A client is back after its connection was lost. AHP draft, `reconnect`.
    pub struct RecoverParams {
        /// The channel of the connection, `ahp-root://`.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// Its name among the clients of the host, as it was before.
        client_id as "clientId": ClientId,
        /// The channels that it followed.
        subscriptions: Vec<ChannelReplayCursor>,
    }

    /// The answer to [`RecoverParams`]. AHP draft, `reconnect`.
    pub struct RecoverResult {
        /// How each channel is recovered.
        channels: Vec<ChannelRecovery>,
    }

    /// The host still has everything that the client missed on a channel. AHP draft, `ChannelRecovery`.
    pub struct ChannelReplay by "kind" = "replay" {
        /// Which channel.
        channel: ChannelUri,
        /// The actions that it missed, in order.
        actions: Vec<ActionEnvelope>,
    }

    /// Too much has happened on a channel for a replay. AHP draft, `ChannelRecovery`.
    pub struct ChannelSnapshot by "kind" = "snapshot" {
        /// Which channel.
        channel: ChannelUri,
        /// How it stands.
        snapshot: Snapshot,
    }

    /// A channel cannot be followed any more. AHP draft, `ChannelRecovery`.
    pub struct ChannelMissing by "kind" = "missing" {
        /// Which channel.
        channel: ChannelUri,
    }
}

wire::tagged! {
    /// How a channel is recovered. AHP draft, `ChannelRecovery`.
    pub enum ChannelRecovery by "kind" {
        /// By what was missed.
        "replay" Replay(ChannelReplay),
        /// By how it stands.
        "snapshot" Snapshot(ChannelSnapshot),
        /// Not at all.
        "missing" Missing(ChannelMissing),
    }
}

impl RecoverParams {
    /// Returns whether these parameters of `reconnect` are those of 1.1: no number for all channels, but one for each.
    pub fn is_meant(params: &Payload) -> bool {
        let first = params.member("subscriptions").map(|list| list.elements().next());
        let has_cursors = first.is_some_and(|first| first.is_none_or(|first| first.is_object()));
        has_cursors && params.member("lastSeenServerSeq").is_none()
    }
}
