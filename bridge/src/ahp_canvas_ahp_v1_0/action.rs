//! Actions that have an image, and those that have none.

use super::{BACKWARD, FORWARD};
use crate::Refusal;
use ahp::{canvas, draft::Draft, v1_0};
use wire::{Extra, Pointer};

/// An action that was rejected changed nothing.
pub(super) fn check_accepted(extra: &Extra) -> Result<(), Refusal> {
    let name = "rejectionReason";
    if extra.get(name).is_none_or(wire::Payload::is_null) {
        return Ok(());
    }
    let message = "the host rejected this action, so that it changes nothing";
    Err(Refusal::rule_broken(FORWARD.action.id, Pointer::root().member(name), message)
        .hint("tell the client from which it comes"))
}

/// The release has none of what pages and providers say to each other, and none of what a canvas is made from.
pub(super) fn no_released(action: &canvas::StateAction) -> Refusal {
    let hint = match action {
        canvas::StateAction::Unknown(unknown) if v1_0::StateAction::TAGS.contains(&unknown.tag()) => {
            "the release has it, and the input is said to be of the proposal"
        }
        _ => "canvas/updated and session/openCanvasesChanged have an image in the release",
    };
    no_counterpart(FORWARD.action.id, action.tag(), "the release", hint)
}

/// The proposal has an image for the two actions of the release.
pub(super) fn no_proposed(action: &v1_0::StateAction) -> Refusal {
    let hint = match action {
        v1_0::StateAction::Unknown(unknown) if canvas::StateAction::TAGS.contains(&unknown.tag()) => {
            "the proposal has it, and the input is said to be of the release"
        }
        _ => "canvas/stateChanged and chat/canvasesChanged have an image in the proposal",
    };
    no_counterpart(BACKWARD.action.id, action.tag(), "the proposal", hint)
}

fn no_counterpart(rule: &str, tag: &str, target: &str, hint: &str) -> Refusal {
    let message = match Draft::of_name(tag) {
        Some(draft) => format!("`{tag}` has the shape of {draft}, and no image in {target}"),
        None => format!("`{tag}` has no image in {target}"),
    };
    Refusal::rule_broken(rule, Pointer::root().member("action").member("type"), message).hint(hint)
}
