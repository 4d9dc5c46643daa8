//! Actions on the canvases of a chat, and on one canvas.

use super::{CanvasReference, CanvasState};
use crate::check::Check;
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// The complete list of the open canvases of a chat.
    ///
    /// Specification:
    /// [AHP 1.0, `ChatCanvasesChangedAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/struct.ChatCanvasesChangedAction.html).
    pub struct CanvasesChanged by "type" = "chat/canvasesChanged" {
        /// The canvases in order. Absent if no canvas is open.
        canvases?: Field<Vec<CanvasReference>>,
    }

    /// The complete state of a canvas, which replaces the previous state.
    ///
    /// Specification:
    /// [AHP 1.0, `CanvasStateChangedAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/struct.CanvasStateChangedAction.html).
    pub struct CanvasStateChanged by "type" = "canvas/stateChanged" {
        /// The new state of the canvas.
        canvas: CanvasState,
    }
}

wire::tagged! {
    /// An action on the channel of a chat. Actions unrelated to canvases are preserved.
    ///
    /// Specification:
    /// [AHP 1.0, `StateAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/enum.StateAction.html).
    pub enum ChatAction by "type" {
        /// The list of open canvases changed.
        "chat/canvasesChanged" CanvasesChanged(CanvasesChanged),
    }
}

wire::tagged! {
    /// An action on the channel of a canvas.
    ///
    /// Specification:
    /// [AHP 1.0, `StateAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/enum.StateAction.html).
    pub enum CanvasAction by "type" {
        /// The state of the canvas is replaced.
        "canvas/stateChanged" StateChanged(CanvasStateChanged),
    }
}

wire::tagged! {
    /// An action on any channel. Actions unrelated to canvases are preserved.
    ///
    /// Only the host sends the two canvas actions.
    ///
    /// Specification:
    /// [AHP 1.0, `StateAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/enum.StateAction.html).
    pub enum StateAction by "type" {
        /// The list of open canvases changed.
        "chat/canvasesChanged" CanvasesChanged(CanvasesChanged),
        /// The state of a canvas is replaced.
        "canvas/stateChanged" StateChanged(CanvasStateChanged),
    }
}

impl Validate for CanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.check_members("canvases", &self.canvases);
    }
}

impl Validate for CanvasStateChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.canvas.findings(&at.member("canvas"), found);
    }
}

impl Validate for ChatAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::CanvasesChanged(changed) => changed.findings(at, found),
            Self::Unknown(unknown) => Check { at, found }.report_unknown(unknown),
        }
    }
}

impl Validate for CanvasAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::StateChanged(changed) => changed.findings(at, found),
            Self::Unknown(unknown) => Check { at, found }.report_unknown(unknown),
        }
    }
}

impl Validate for StateAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::CanvasesChanged(changed) => changed.findings(at, found),
            Self::StateChanged(changed) => changed.findings(at, found),
            Self::Unknown(unknown) => Check { at, found }.report_unknown(unknown),
        }
    }
}
