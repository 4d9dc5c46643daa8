//! Following channels: `subscribe`, `unsubscribe`, `reconnect`, and the snapshots in their answers.

use crate::{
    check::Check,
    envelope::ActionEnvelope,
    ids::{ChannelUri, ClientId},
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// The parameters of `subscribe`, with which a client follows a channel.
    ///
    /// Specification:
    /// [AHP 1.0, `SubscribeParams`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.SubscribeParams.html).
    pub struct SubscribeParams {
        /// The channel to follow.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
    }

    /// The answer to [`SubscribeParams`].
    ///
    /// Specification:
    /// [AHP 1.0, `SubscribeResult`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.SubscribeResult.html).
    pub struct SubscribeResult {
        /// The state of the channel. Absent for channels without a state.
        snapshot?: Field<Snapshot>,
    }

    /// The parameters of the notification `unsubscribe`, with which a client stops following a channel.
    ///
    /// Specification:
    /// [AHP 1.0, `UnsubscribeParams`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.UnsubscribeParams.html).
    pub struct UnsubscribeParams {
        /// The channel to leave.
        channel: ChannelUri,
    }

    /// The parameters of `reconnect`, with which a client returns after a lost connection.
    ///
    /// Specification:
    /// [AHP 1.0, `ReconnectParams`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.ReconnectParams.html).
    pub struct ReconnectParams {
        /// The root channel of the connection, `ahp-root://`.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The id of the client, as on the lost connection.
        client_id as "clientId": ClientId,
        /// The host's number for the last action that the client received.
        last_seen_server_seq as "lastSeenServerSeq": u64,
        /// The channels that the client followed.
        subscriptions: Vec<ChannelUri>,
    }

    /// The answer to `reconnect` if the host still has every action that the client missed.
    ///
    /// Specification:
    /// [AHP 1.0, `ReconnectReplayResult`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.ReconnectReplayResult.html).
    pub struct ReconnectReplayResult by "type" = "replay" {
        /// The missed actions, in order.
        actions: Vec<ActionEnvelope>,
        /// The channels that the client can no longer follow, including those of closed canvases.
        missing: Vec<ChannelUri>,
    }

    /// The answer to `reconnect` if the client missed too much for a replay. The client starts again from snapshots.
    ///
    /// Specification:
    /// [AHP 1.0, `ReconnectSnapshotResult`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.ReconnectSnapshotResult.html).
    pub struct ReconnectSnapshotResult by "type" = "snapshot" {
        /// The states of the channels. A channel without a snapshot can no longer be followed.
        snapshots: Vec<Snapshot>,
    }

    /// The state of a channel at one moment.
    ///
    /// The kind of the channel determines the type of the state ([`ChannelUri::kind`]), and the dialect determines how
    /// to read it: [`canvas::SnapshotState`](crate::canvas::SnapshotState) or
    /// [`v1_0::SnapshotState`](crate::v1_0::SnapshotState). The state alone is ambiguous, because a canvas of the
    /// proposal has every member that AHP 1.0 requires.
    ///
    /// Specification: [AHP 1.0, `Snapshot`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.Snapshot.html).
    pub struct Snapshot {
        /// The channel of the state.
        resource: ChannelUri,
        /// The state of the channel, as JSON.
        state: Payload,
        /// The number of the last action that the state includes. Actions with greater numbers follow.
        from_seq as "fromSeq": u64,
    }
}

wire::tagged! {
    /// The answer to [`ReconnectParams`].
    ///
    /// ```
    /// use agent_ui_ahp::{canvas::StateAction, subscription::ReconnectResult, wire};
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
    ///
    /// Specification:
    /// [AHP 1.0, `ReconnectResult`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/enum.ReconnectResult.html).
    pub enum ReconnectResult by "type" {
        /// The missed actions.
        "replay" Replay(ReconnectReplayResult),
        /// The current states.
        "snapshot" Snapshot(ReconnectSnapshotResult),
    }
}

impl Validate for SubscribeParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.check_subscribable("channel", None, &self.channel);
        check.check_object("_meta", &self.meta);
    }
}

impl Validate for SubscribeResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.report_null("snapshot", &self.snapshot);
        if let Some(snapshot) = self.snapshot.get() {
            snapshot.findings(&at.member("snapshot"), found);
        }
    }
}

impl Validate for UnsubscribeParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.check_subscribable("channel", None, &self.channel);
    }
}

impl Validate for ReconnectParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.check_object("_meta", &self.meta);
        for (index, channel) in self.subscriptions.iter().enumerate() {
            check.check_subscribable("subscriptions", Some(index), channel);
        }
    }
}

impl Validate for ReconnectResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Replay(replay) => replay.actions.findings(&at.member("actions"), found),
            Self::Snapshot(snapshot) => snapshot.snapshots.findings(&at.member("snapshots"), found),
            Self::Unknown(_) => {
                let message = "`type` is neither `replay` nor `snapshot`";
                Check { at, found }.error(
                    "unknown-word",
                    "type",
                    message,
                    "use `replay` or `snapshot`",
                );
            }
        }
    }
}

impl Validate for Snapshot {
    /// Validates the frame. The state is validated by the type that reads the state.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.check_subscribable("resource", None, &self.resource);
        check.check_object("state", &Some(self.state.clone()));
    }
}
