//! How a client follows channels: `subscribe`, `unsubscribe`, `reconnect`, and the snapshots in their answers.

use crate::{
    check::Check,
    envelope::ActionEnvelope,
    ids::{ChannelUri, ClientId},
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// A client wants to follow a channel. AHP, `subscribe`.
    pub struct SubscribeParams {
        /// Which channel.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
    }

    /// The answer to [`SubscribeParams`]. AHP, `subscribe`.
    pub struct SubscribeResult {
        /// How the channel stands; channels without a state have none.
        snapshot?: Field<Snapshot>,
    }

    /// A client does not follow a channel any more. A notification. AHP, `unsubscribe`.
    pub struct UnsubscribeParams {
        /// Which channel.
        channel: ChannelUri,
    }

    /// A client is back after its connection was lost. AHP, `reconnect`.
    pub struct ReconnectParams {
        /// The channel of the connection, `ahp-root://`.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// Its name among the clients of the host, as it was before.
        client_id as "clientId": ClientId,
        /// The host's number for the last action that it received.
        last_seen_server_seq as "lastSeenServerSeq": u64,
        /// The channels that it followed.
        subscriptions: Vec<ChannelUri>,
    }

    /// The host still has everything that the client missed. AHP, `reconnect`.
    pub struct ReconnectReplayResult by "type" = "replay" {
        /// The actions that it missed, in order.
        actions: Vec<ActionEnvelope>,
        /// The channels that it cannot follow any more; closed canvases are among them.
        missing: Vec<ChannelUri>,
    }

    /// Too much has happened for a replay: the client starts again from snapshots. AHP, `reconnect`.
    pub struct ReconnectSnapshotResult by "type" = "snapshot" {
        /// How the channels stand. One that is not among them cannot be followed any more.
        snapshots: Vec<Snapshot>,
    }

    /// How a channel stands. AHP, `Snapshot`.
    ///
    /// The channel says what the state is ([`ChannelUri::kind`]), and the dialect how that is read:
    /// [`canvas::SnapshotState`](crate::canvas::SnapshotState) or [`v1_0::SnapshotState`](crate::v1_0::SnapshotState).
    /// The state alone does not say it: a canvas of the proposal has all that one of the release needs.
    pub struct Snapshot {
        /// Which channel.
        resource: ChannelUri,
        /// The state.
        state: Payload,
        /// Actions with a greater number follow.
        from_seq as "fromSeq": u64,
    }
}

wire::tagged! {
    /// The answer to [`ReconnectParams`]. AHP, `reconnect`.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::{canvas::StateAction, subscription::ReconnectResult};
    ///
    /// let result: ReconnectResult = wire::decode(
    ///     r#"{"type":"replay","missing":[],"actions":[
    ///         {"channel":"ahp-canvas:/a","action":{"type":"canvas/updated","title":null},"serverSeq":8}]}"#,
    /// )?;
    /// let ReconnectResult::Replay(replay) = result else { unreachable!() };
    /// let action: StateAction = replay.actions[0].action.decode()?;
    /// assert_eq!(action.tag(), "canvas/updated");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub enum ReconnectResult by "type" {
        /// What was missed.
        "replay" Replay(ReconnectReplayResult),
        /// How everything stands.
        "snapshot" Snapshot(ReconnectSnapshotResult),
    }
}

impl Validate for SubscribeParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.subscribable("channel", None, &self.channel);
        check.object("_meta", &self.meta);
    }
}

impl Validate for SubscribeResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.not_null("snapshot", &self.snapshot);
        if let Some(snapshot) = self.snapshot.get() {
            snapshot.findings(&at.member("snapshot"), found);
        }
    }
}

impl Validate for UnsubscribeParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.subscribable("channel", None, &self.channel);
    }
}

impl Validate for ReconnectParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.object("_meta", &self.meta);
        for (index, channel) in self.subscriptions.iter().enumerate() {
            check.subscribable("subscriptions", Some(index), channel);
        }
    }
}

impl Validate for ReconnectResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Replay(replay) => replay.actions.findings(&at.member("actions"), found),
            Self::Snapshot(snapshot) => snapshot.snapshots.findings(&at.member("snapshots"), found),
            Self::Unknown(_) => {
                let message = "This is neither a replay nor snapshots.";
                Check { at, found }.error("unknown-word", "type", message, "replay or snapshot");
            }
        }
    }
}

impl Validate for Snapshot {
    /// Judges the frame; the state is judged by the type that reads it.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.subscribable("resource", None, &self.resource);
        check.object("state", &Some(self.state.clone()));
    }
}
