//! Actions that are not translated.

use super::{BACKWARD, FORWARD};
use crate::Refusal;
use ahp::{canvas, draft::Draft, v1_0};
use wire::{Extra, Pointer};

/// Refuses an action that the host rejected, because it changed nothing.
pub(super) fn check_accepted(extra: &Extra) -> Result<(), Refusal> {
    let name = "rejectionReason";
    if extra.get(name).is_none_or(wire::Payload::is_null) {
        return Ok(());
    }
    let message = "the host rejected this action, so it changes nothing";
    Err(
        Refusal::rule_broken(FORWARD.action.id, Pointer::root().member(name), message)
            .hint("report the rejection to the client"),
    )
}

/// Creates the refusal for an action of the proposal that the release lacks.
pub(super) fn no_released(action: &canvas::StateAction) -> Refusal {
    let hint = match action {
        canvas::StateAction::Unknown(unknown)
            if v1_0::StateAction::TAGS.contains(&unknown.tag()) =>
        {
            "the action belongs to the release, but the input is declared as the proposal"
        }
        _ => "only canvas/updated and session/openCanvasesChanged have counterparts in the release",
    };
    no_counterpart(FORWARD.action.id, action.tag(), "the release", hint)
}

/// Creates the refusal for an action of the release that the proposal lacks.
pub(super) fn no_proposed(action: &v1_0::StateAction) -> Refusal {
    let hint = match action {
        v1_0::StateAction::Unknown(unknown)
            if canvas::StateAction::TAGS.contains(&unknown.tag()) =>
        {
            "the action belongs to the proposal, but the input is declared as the release"
        }
        _ => "only canvas/stateChanged and chat/canvasesChanged have counterparts in the proposal",
    };
    no_counterpart(BACKWARD.action.id, action.tag(), "the proposal", hint)
}

fn no_counterpart(rule: &str, tag: &str, target: &str, hint: &str) -> Refusal {
    let message = match Draft::of_name(tag) {
        Some(draft) => {
            format!(
                "the action `{tag}` has the shape of {draft} and has no counterpart in {target}"
            )
        }
        None => format!("the action `{tag}` has no counterpart in {target}"),
    };
    Refusal::rule_broken(
        rule,
        Pointer::root().member("action").member("type"),
        message,
    )
    .hint(hint)
}
