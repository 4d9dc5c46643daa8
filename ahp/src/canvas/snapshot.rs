//! What snapshots hold in the proposal.

use super::{CanvasState, SessionState};
use crate::{
    check::Check,
    draft,
    ids::{ChannelKind, ChannelUri},
    subscription::Snapshot,
};
use wire::{DecodeError, Field, Finding, Pointer, Validate};

/// What a snapshot shows, as far as it concerns canvases of the proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotState {
    /// An open canvas.
    Canvas(CanvasState),
    /// A session.
    Session(SessionState),
    /// Something else.
    Other,
}

impl SnapshotState {
    /// Reads the state as what its channel promises; shapes are not guessed.
    ///
    /// # Errors
    /// If it is not of that shape; pointers count from the state.
    pub fn read(snapshot: &Snapshot) -> Result<Self, DecodeError> {
        match snapshot.resource.kind() {
            ChannelKind::Canvas => draft::decode(snapshot.state.text()).map(Self::Canvas),
            ChannelKind::Session => draft::decode(snapshot.state.text()).map(Self::Session),
            _ => Ok(Self::Other),
        }
    }
}

impl Validate for SnapshotState {
    /// Judges the state; `at` is where that stands.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Canvas(state) => state.findings(at, found),
            Self::Session(state) => state.findings(at, found),
            Self::Other => {}
        }
    }
}

wire::object! {
    /// The answer to `subscribe` on the channel of a session. AHP, `subscribe`.
    ///
    /// It is the [`SubscribeResult`](crate::subscription::SubscribeResult) of whoever knows what was asked for: the state,
    /// which may be large, is read with the rest and not looked at twice.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::canvas::SessionSubscribeResult;
    ///
    /// let result: SessionSubscribeResult =
    ///     wire::decode(r#"{"snapshot":{"resource":"ahp-session:/1","state":{"openCanvases":[]},"fromSeq":3}}"#)?;
    /// assert!(result.snapshot.get().is_some_and(|snapshot| snapshot.state.open_canvases.get().is_some()));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct SessionSubscribeResult {
        /// How the session stands.
        snapshot?: Field<SessionSnapshot>,
    }

    /// How a session stands. AHP, `Snapshot`.
    pub struct SessionSnapshot {
        /// Which session.
        resource: ChannelUri,
        /// The state.
        state: SessionState,
        /// Actions with a greater number follow.
        from_seq as "fromSeq": u64,
    }
}

impl Validate for SessionSubscribeResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.not_null("snapshot", &self.snapshot);
        if let Some(snapshot) = self.snapshot.get() {
            snapshot.findings(&at.member("snapshot"), found);
        }
    }
}

impl Validate for SessionSnapshot {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.subscribable("resource", None, &self.resource);
        if self.resource.kind() != ChannelKind::Session {
            let message = "This is not the channel of a session.";
            check.error("channel-kind", "resource", message, "ahp-session:/…");
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
        assert!(matches!(read("ahp-session:/1", "{}"), Ok(SnapshotState::Session(_))));
        assert_eq!(read("ahp-session:/1/annotations", "{}"), Ok(SnapshotState::Other));
        assert_eq!(read("ahp-terminal:/1", "[1]"), Ok(SnapshotState::Other));
        assert_eq!(read("ahp-canvas:/1", "{}").unwrap_err().pointer.as_str(), "/instanceId");
    }

    #[test]
    fn a_snapshot_of_a_session_is_on_the_channel_of_a_session() {
        let found = |text: &str| -> Vec<_> {
            let result: SessionSubscribeResult = wire::decode(text).unwrap();
            result.validate().into_iter().map(|finding| finding.pointer.to_string()).collect()
        };
        assert!(
            found(r#"{"snapshot":{"resource":"ahp-session:/1","state":{"lifecycle":"ready"},"fromSeq":1}}"#)
                .is_empty()
        );
        let state = r#"{"openCanvases":[{"instanceId":"i","channel":"ahp-chat:/1","canvasId":"c","extensionId":"e","availability":"ready"}]}"#;
        let text = format!(r#"{{"snapshot":{{"resource":"ahp-canvas:/1","state":{state},"fromSeq":1}}}}"#);
        assert_eq!(found(&text), ["/snapshot/resource", "/snapshot/state/openCanvases/0/channel"]);
        assert_eq!(found(r#"{"snapshot":null}"#), ["/snapshot"]);
    }
}
