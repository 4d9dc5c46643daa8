//! Actions of the Canvas proposal on any channel.

use super::{
    ActiveClientChanged, ActiveClientRemoved, ActiveClientSet, CanvasCloseRequested, CanvasMessage,
    CanvasUpdated, CanvasesChanged, OpenCanvasesChanged,
};
use crate::check::Check;
use wire::{Finding, Pointer, Validate};

wire::tagged! {
    /// An action on any channel. Actions unrelated to canvases are preserved.
    ///
    /// Specification:
    /// [AHP 1.0, `StateAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/enum.StateAction.html).
    pub enum StateAction by "type" {
        /// The host updates a canvas.
        "canvas/updated" CanvasUpdated(CanvasUpdated),
        /// A viewer asks to close a canvas.
        "canvas/closeRequested" CanvasCloseRequested(CanvasCloseRequested),
        /// A page and its provider exchange a message.
        "canvas/message" CanvasMessage(CanvasMessage),
        /// The list of declared kinds of canvas changed.
        "session/canvasesChanged" CanvasesChanged(CanvasesChanged),
        /// The list of open canvases changed.
        "session/openCanvasesChanged" OpenCanvasesChanged(OpenCanvasesChanged),
        /// The active client changed. Only the proposal uses this name of the action.
        "session/activeClientChanged" ActiveClientChanged(ActiveClientChanged),
        /// A client joined, or changed the kinds that it provides.
        "session/activeClientSet" ActiveClientSet(ActiveClientSet),
        /// A client left the session.
        "session/activeClientRemoved" ActiveClientRemoved(ActiveClientRemoved),
    }
}

impl StateAction {
    /// Returns `true` if only the host may send this action.
    ///
    /// The proposal states this for `canvas/updated`. For the two lists of a session, the rule follows from their
    /// purpose. For actions unrelated to canvases, the result is `false`.
    pub(crate) fn is_server_only(&self) -> bool {
        matches!(
            self,
            Self::CanvasUpdated(_) | Self::CanvasesChanged(_) | Self::OpenCanvasesChanged(_)
        )
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
            Self::Unknown(unknown) => Check { at, found }.report_unknown(unknown),
        }
    }
}
