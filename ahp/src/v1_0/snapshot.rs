//! What snapshots hold in the release.

use super::{CanvasState, ChatState};
use crate::{draft, ids::ChannelKind, subscription::Snapshot};
use wire::{DecodeError, Finding, Pointer, Validate};

/// What a snapshot shows, as far as it concerns canvases of the release.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotState {
    /// An open canvas.
    Canvas(CanvasState),
    /// A chat.
    Chat(ChatState),
    /// Something else.
    Other,
}

impl SnapshotState {
    /// Reads the state as what its channel promises; shapes are not guessed.
    ///
    /// # Errors
    /// If it is not of that shape; pointers count from the state.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::{subscription::Snapshot, v1_0::SnapshotState};
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
    /// Judges the state; `at` is where that stands.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Canvas(state) => state.findings(at, found),
            Self::Chat(state) => state.findings(at, found),
            Self::Other => {}
        }
    }
}
