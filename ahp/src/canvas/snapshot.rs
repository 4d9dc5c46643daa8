//! What snapshots hold in the proposal.

use super::{CanvasState, SessionState};
use crate::{draft, ids::ChannelKind, subscription::Snapshot};
use wire::{DecodeError, Finding, Pointer, Validate};

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
            ChannelKind::Canvas => draft::decode_part(&snapshot.state).map(Self::Canvas),
            ChannelKind::Session => draft::decode_part(&snapshot.state).map(Self::Session),
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
}
