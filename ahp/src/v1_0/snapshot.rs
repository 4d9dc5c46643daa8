//! The states in snapshots of AHP 1.0.

use super::{CanvasState, ChatState};
use crate::{draft, ids::ChannelKind, subscription::Snapshot};
use wire::{DecodeError, Finding, Pointer, Validate};

/// The state in a snapshot, read by the kind of its channel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotState {
    /// The state of an open canvas.
    Canvas(CanvasState),
    /// The state of a chat.
    Chat(ChatState),
    /// A state that is unrelated to canvases.
    Other,
}

impl SnapshotState {
    /// Reads the state by the kind of its channel. The members of the state do not affect this choice.
    ///
    /// # Errors
    /// Returns an error if the state does not have the shape that the channel requires. Pointers are relative to the
    /// state.
    ///
    /// ```
    /// use agent_ui_ahp::{subscription::Snapshot, v1_0::SnapshotState, wire};
    ///
    /// let snapshot: Snapshot = wire::decode(
    ///     r#"{"resource":"ahp-chat:/1","state":{"title":"Tour","canvases":[{"resource":"ahp-canvas:/east"}]},"fromSeq":3}"#,
    /// )?;
    /// assert!(matches!(SnapshotState::read(&snapshot)?, SnapshotState::Chat(chat) if chat.canvases.get().is_some()));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn read(snapshot: &Snapshot) -> Result<Self, DecodeError> {
        match snapshot.resource.kind() {
            ChannelKind::Canvas => draft::decode(snapshot.state.text()).map(Self::Canvas),
            ChannelKind::Chat => draft::decode(snapshot.state.text()).map(Self::Chat),
            _ => Ok(Self::Other),
        }
    }
}

impl Validate for SnapshotState {
    /// Validates the state, whose place is `at`.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Canvas(state) => state.findings(at, found),
            Self::Chat(state) => state.findings(at, found),
            Self::Other => {}
        }
    }
}
