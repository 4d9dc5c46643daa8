//! Maps canvases of the AHP proposal to released AHP 1.0 and back.
//!
//! | proposal | release | how |
//! |---|---|---|
//! | `instanceId`, `canvasId`, `extensionId`, `extensionName`, `title`, `status` | the same | copied |
//! | `url` | `url` | an http(s) URL is copied; contents that the channel serves for the canvas get a URL below the base URL |
//! | `availability` | – | `ready` with a `url`, `stale` without one |
//! | `provider` | – | the constant `server` |
//! | `displayName`, `input` | – | carried |
//! | `contents` of a canvas line | `contents` | copied, with the URLs of the target |
//! | `canvas/updated` | `canvas/stateChanged` | the state after the update; backward, the update that leads to the state |
//! | `session/openCanvasesChanged` | `chat/canvasesChanged` | the channels; other members derive from the states of the canvases |
//! | the channels of session and chat | the same | those of the context |
//! | `canvas/closeRequested`, `canvas/message`, `session/canvasesChanged` | – | refused |
//!
//! All other differences are carried. Unknown members are copied.

mod action;
mod address;
mod canvas;
mod catalogue;
mod frame;
mod session;
mod state;
mod update;

pub use address::is_base_url;
pub use session::CanvasSession;

pub(crate) use frame::translate;

use crate::{
    Dialect,
    lens::{DerivedField, Direction, rules},
};
use wire::Pointer;

rules! { "ahp-canvas-1.0", "ahp-1.0-canvas";
    instance_id "instance-id": "/instanceId" => "/instanceId";
    extension_id "extension-id": "/extensionId" => "/extensionId";
    extension_name "extension-name": "/extensionName" => "/extensionName";
    canvas_id "canvas-id": "/canvasId" => "/canvasId";
    title "title": "/title" => "/title";
    status "status": "/status" => "/status";
    url "url": "/url" => "/url";
    availability "availability": "/availability" => "/availability";
    provider "provider": "/provider" => "/provider";
    contents "contents": "/contents" => "/contents";
    channel "channel": "/channel" => "/channel";
    action "action": "/action" => "/action";
    references "references": "/action" => "/action";
    /// The rule for unknown members.
    member "unknown-member": "" => "";
}

/// The direction of a translation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    /// The direction from the proposal to the release.
    ToRelease,
    /// The direction from the release to the proposal.
    ToProposal,
}

impl Heading {
    fn rules(self) -> &'static Rules {
        match self {
            Self::ToRelease => &FORWARD,
            Self::ToProposal => &BACKWARD,
        }
    }

    fn dialects(self) -> (Dialect, Dialect) {
        match self {
            Self::ToRelease => (Dialect::AhpCanvas, Dialect::Ahp1_0),
            Self::ToProposal => (Dialect::Ahp1_0, Dialect::AhpCanvas),
        }
    }

    /// Returns the lens settings of this direction. `levels` is the depth of the fields.
    fn direction(self, levels: usize) -> Direction {
        let (from, to) = self.dialects();
        let (source_derived, target_derived): (&[DerivedField], &[DerivedField]) = match self {
            Self::ToRelease => (AVAILABILITY_DERIVED, &[]),
            Self::ToProposal => (&[], AVAILABILITY_DERIVED),
        };
        let direction = Direction::new(from, to, levels, &self.rules().others);
        Direction {
            source_derived,
            target_derived,
            source_is_unsafe: is_unsafe,
            target_is_unsafe: is_unsafe,
            ..direction
        }
    }
}

/// The availability of a canvas, which is restored while its URL is unchanged.
static AVAILABILITY_DERIVED: &[DerivedField] = &[
    DerivedField {
        field: "/availability",
        from: &["/url"],
    },
    DerivedField {
        field: "/state/availability",
        from: &["/state/url"],
    },
    DerivedField {
        field: "/action/availability",
        from: &["/action/canvas/url"],
    },
];

fn is_unsafe(at: &str, text: &str) -> Option<&'static str> {
    let is_unsafe = at.ends_with("/url") && address::is_unsafe(text);
    is_unsafe.then_some("the URL policy of AHP disallows this URL")
}

fn pointer(segments: &[&str]) -> Pointer {
    segments
        .iter()
        .fold(Pointer::root(), |pointer, segment| pointer.member(segment))
}
