//! What happens on the channel of a session, as far as it concerns canvases.

use super::{OpenCanvasRef, SessionCanvasDeclaration};
use crate::check::Check;
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// The kinds of canvas on offer, all of them: what was listed before is replaced. AHP canvas proposal,
    /// `session/canvasesChanged`.
    pub struct CanvasesChanged {
        /// The kinds, in order. A message without the list can be read, and says that there are none.
        canvases?: Field<Vec<SessionCanvasDeclaration>>,
    }

    /// The open canvases, all of them: what was listed before is replaced. AHP canvas proposal,
    /// `session/openCanvasesChanged`.
    pub struct OpenCanvasesChanged {
        /// The canvases, in order. A message without the list can be read, and says that there are none.
        open_canvases as "openCanvases"?: Field<Vec<OpenCanvasRef>>,
    }
}

wire::tagged! {
    /// What happens on the channel of a session. Sessions have many more actions than those about canvases; all others
    /// are kept as they are. AHP canvas proposal, session actions.
    pub enum SessionAction by "type" {
        /// The kinds of canvas on offer changed.
        "session/canvasesChanged" CanvasesChanged(CanvasesChanged),
        /// What is open changed.
        "session/openCanvasesChanged" OpenCanvasesChanged(OpenCanvasesChanged),
    }
}

impl Validate for CanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        list(&mut Check { at, found }, "canvases", &self.canvases);
    }
}

impl Validate for OpenCanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        list(&mut Check { at, found }, "openCanvases", &self.open_canvases);
    }
}

impl Validate for SessionAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::CanvasesChanged(changed) => changed.findings(at, found),
            Self::OpenCanvasesChanged(changed) => changed.findings(at, found),
            Self::Unknown(_) => {}
        }
    }
}

fn list<T: Validate>(check: &mut Check<'_>, name: &str, list: &Field<Vec<T>>) {
    match list {
        Field::Absent => {
            check.warning(
                "list-absent",
                name,
                "This message has no list, which reads as an empty one.",
                "an empty list",
            );
        }
        Field::Null => check.not_null(name, list),
        Field::Value(items) => items.findings(&check.at.member(name), check.found),
    }
}
