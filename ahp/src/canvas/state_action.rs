//! Any action of the proposal, whatever its channel.

use super::{
    ActiveClientChanged, ActiveClientRemoved, ActiveClientSet, CanvasCloseRequested, CanvasMessage,
    CanvasUpdated, CanvasesChanged, OpenCanvasesChanged,
};
use crate::check::Check;
use wire::{Finding, Pointer, Validate};

wire::tagged! {
    /// Any action, whatever its channel; those that do not concern canvases are kept as they are. AHP, `StateAction`.
    pub enum StateAction by "type" {
        /// The host changes a canvas.
        "canvas/updated" CanvasUpdated(CanvasUpdated),
        /// Somebody wants a canvas closed.
        "canvas/closeRequested" CanvasCloseRequested(CanvasCloseRequested),
        /// A page and its provider talk.
        "canvas/message" CanvasMessage(CanvasMessage),
        /// The kinds of canvas on offer changed.
        "session/canvasesChanged" CanvasesChanged(CanvasesChanged),
        /// What is open changed.
        "session/openCanvasesChanged" OpenCanvasesChanged(OpenCanvasesChanged),
        /// The client at work changed, in the word of the proposal.
        "session/activeClientChanged" ActiveClientChanged(ActiveClientChanged),
        /// A client joined, or changed what it provides.
        "session/activeClientSet" ActiveClientSet(ActiveClientSet),
        /// A client left.
        "session/activeClientRemoved" ActiveClientRemoved(ActiveClientRemoved),
    }
}

impl StateAction {
    /// Whether only the host may send it; nothing is known of actions that do not concern canvases. The proposal says
    /// so of `canvas/updated`; of the two lists of a session it follows from what they are.
    pub fn is_server_only(&self) -> bool {
        matches!(self, Self::CanvasUpdated(_) | Self::CanvasesChanged(_) | Self::OpenCanvasesChanged(_))
    }
}

impl Validate for StateAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::CanvasUpdated(action) => action.findings(at, found),
            Self::CanvasMessage(action) => action.findings(at, found),
            Self::CanvasesChanged(action) => action.findings(at, found),
            Self::OpenCanvasesChanged(action) => action.findings(at, found),
            Self::ActiveClientChanged(action) => action.findings(at, found),
            Self::ActiveClientSet(action) => action.findings(at, found),
            Self::CanvasCloseRequested(_) | Self::ActiveClientRemoved(_) => {}
            Self::Unknown(unknown) => Check { at, found }.unknown(unknown),
        }
    }
}
