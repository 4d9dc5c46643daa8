//! The states in snapshots of the Canvas proposal.

use super::{CanvasState, SessionState};
use crate::{
    check::Check,
    draft,
    ids::{ChannelKind, ChannelUri},
    subscription::Snapshot,
};
use wire::{DecodeError, Field, Finding, Pointer, Validate};

/// The state in a snapshot, read by the kind of its channel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotState {
    /// The state of an open canvas.
    Canvas(CanvasState),
    /// The state of a session.
    Session(SessionState),
    /// A state that is unrelated to canvases.
    Other,
}

impl SnapshotState {
    /// Reads the state by the kind of its channel. The members of the state do not affect this choice.
    ///
    /// # Errors
    /// Returns an error if the state does not have the shape that the channel requires. Pointers are relative to the
    /// state.
    pub fn read(snapshot: &Snapshot) -> Result<Self, DecodeError> {
        match snapshot.resource.kind() {
            ChannelKind::Canvas => draft::decode(snapshot.state.text()).map(Self::Canvas),
            ChannelKind::Session => draft::decode(snapshot.state.text()).map(Self::Session),
            _ => Ok(Self::Other),
        }
    }
}

impl Validate for SnapshotState {
    /// Validates the state, whose place is `at`.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Canvas(state) => state.findings(at, found),
            Self::Session(state) => state.findings(at, found),
            Self::Other => {}
        }
    }
}

wire::object! {
    /// The answer to `subscribe` on the channel of a session.
    ///
    /// This is a [`SubscribeResult`](crate::subscription::SubscribeResult) with the type of the state, so that a
    /// large state is read in one pass.
    ///
    /// ```
    /// use agent_ui_ahp::{canvas::SessionSubscribeResult, wire};
    ///
    /// let result: SessionSubscribeResult =
    ///     wire::decode(r#"{"snapshot":{"resource":"ahp-session:/1","state":{"openCanvases":[]},"fromSeq":3}}"#)?;
    /// assert!(result.snapshot.get().is_some_and(|snapshot| snapshot.state.open_canvases.get().is_some()));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification:
    /// [AHP 1.0, `SubscribeResult`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.SubscribeResult.html).
    pub struct SessionSubscribeResult {
        /// The snapshot of the session.
        snapshot?: Field<SessionSnapshot>,
    }

    /// The state of a session at one moment.
    ///
    /// Specification: [AHP 1.0, `Snapshot`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.Snapshot.html).
    pub struct SessionSnapshot {
        /// The channel of the session.
        resource: ChannelUri,
        /// The state of the session.
        state: SessionState,
        /// The number of the last action that the state includes. Actions with greater numbers follow.
        from_seq as "fromSeq": u64,
    }
}

impl Validate for SessionSubscribeResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.report_null("snapshot", &self.snapshot);
        if let Some(snapshot) = self.snapshot.get() {
            snapshot.findings(&at.member("snapshot"), found);
        }
    }
}

impl Validate for SessionSnapshot {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.check_subscribable("resource", None, &self.resource);
        if self.resource.kind() != ChannelKind::Session {
            let message = "this is not the channel of a session";
            check.error(
                "channel-kind",
                "resource",
                message,
                "use a session channel, `ahp-session:/<id>`",
            );
        }
        self.state.findings(&at.member("state"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahp_29_a_snapshot_is_read_by_its_channel() {
        let read = |resource: &str, state: &str| {
            let text = format!(r#"{{"resource":"{resource}","state":{state},"fromSeq":1}}"#);
            SnapshotState::read(&wire::decode::<Snapshot>(&text).unwrap())
        };
        assert!(matches!(
            read("ahp-session:/1", "{}"),
            Ok(SnapshotState::Session(_))
        ));
        assert_eq!(
            read("ahp-session:/1/annotations", "{}"),
            Ok(SnapshotState::Other)
        );
        assert_eq!(read("ahp-terminal:/1", "[1]"), Ok(SnapshotState::Other));
        assert_eq!(
            read("ahp-canvas:/1", "{}").unwrap_err().pointer.as_str(),
            "/instanceId"
        );
    }

    #[test]
    fn a_session_snapshot_requires_a_session_channel() {
        let found = |text: &str| -> Vec<_> {
            let result: SessionSubscribeResult = wire::decode(text).unwrap();
            result
                .validate()
                .into_iter()
                .map(|finding| finding.pointer.to_string())
                .collect()
        };
        assert!(
            found(r#"{"snapshot":{"resource":"ahp-session:/1","state":{"lifecycle":"ready"},"fromSeq":1}}"#)
                .is_empty()
        );
        let state = r#"{"openCanvases":[{"instanceId":"i","channel":"ahp-chat:/1","canvasId":"c","extensionId":"e","availability":"ready"}]}"#;
        let text =
            format!(r#"{{"snapshot":{{"resource":"ahp-canvas:/1","state":{state},"fromSeq":1}}}}"#);
        assert_eq!(
            found(&text),
            [
                "/snapshot/resource",
                "/snapshot/state/openCanvases/0/channel"
            ]
        );
        assert_eq!(found(r#"{"snapshot":null}"#), ["/snapshot"]);
    }
}
