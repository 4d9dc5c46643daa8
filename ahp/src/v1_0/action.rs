//! What happens to a chat's canvases, and to one of them.

use super::{CanvasReference, CanvasState};
use crate::check::Check;
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// The open canvases of a chat, all of them. AHP 1.0, `chat/canvasesChanged`.
    pub struct CanvasesChanged by "type" = "chat/canvasesChanged" {
        /// The canvases, in order; absent when there are none any more.
        canvases?: Field<Vec<CanvasReference>>,
    }

    /// The state of a canvas, all of it: what was there before is replaced. AHP 1.0, `canvas/stateChanged`.
    pub struct CanvasStateChanged by "type" = "canvas/stateChanged" {
        /// The state.
        canvas: CanvasState,
    }
}

wire::tagged! {
    /// What happens on the channel of a chat, as far as it concerns canvases; all other actions are kept as they are.
    /// AHP 1.0, chat actions.
    pub enum ChatAction by "type" {
        /// What is open changed.
        "chat/canvasesChanged" CanvasesChanged(CanvasesChanged),
    }
}

wire::tagged! {
    /// What happens on the channel of a canvas. AHP 1.0, canvas actions.
    pub enum CanvasAction by "type" {
        /// The state is replaced.
        "canvas/stateChanged" StateChanged(CanvasStateChanged),
    }
}

wire::tagged! {
    /// Any action, whatever its channel; those that do not concern canvases are kept as they are. The host alone sends the
    /// two about canvases. AHP 1.0, `StateAction`.
    pub enum StateAction by "type" {
        /// What is open changed.
        "chat/canvasesChanged" CanvasesChanged(CanvasesChanged),
        /// The state of a canvas is replaced.
        "canvas/stateChanged" StateChanged(CanvasStateChanged),
    }
}

impl Validate for CanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.members("canvases", &self.canvases);
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
            Self::Unknown(unknown) => Check { at, found }.unknown(unknown),
        }
    }
}

impl Validate for CanvasAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::StateChanged(changed) => changed.findings(at, found),
            Self::Unknown(unknown) => Check { at, found }.unknown(unknown),
        }
    }
}

impl Validate for StateAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::CanvasesChanged(changed) => changed.findings(at, found),
            Self::StateChanged(changed) => changed.findings(at, found),
            Self::Unknown(unknown) => Check { at, found }.unknown(unknown),
        }
    }
}
