//! The check that the component of an action exists and sends events.

use crate::member_text::member_text;
use agent_ui_text::bridge::{
    Refusal,
    a2ui::surface::{EventError, Surfaces},
};
use wire::{Payload, Pointer};

const SOURCE: &str = "sourceComponentId";

/// Refuses an action if its component does not exist, or if the component only calls a client function. `surfaces` are
/// the agent's surfaces, and `message` is in the agent's version. `key` is the key of the client's message.
pub(super) fn check_source(
    surfaces: &Surfaces,
    message: &Payload,
    key: &str,
) -> Result<(), Refusal> {
    let Some(action) = message
        .member("action")
        .or_else(|| message.member("userAction"))
    else {
        return Ok(());
    };
    let (Some(surface), Some(source)) = (
        member_text(&action, "surfaceId"),
        member_text(&action, SOURCE),
    ) else {
        return Ok(());
    };
    let Some(surface) = surfaces.get(&surface) else {
        return Ok(());
    };
    // An interaction with a page may name no element.
    if source.is_empty() {
        return Ok(());
    }
    // Renderers of 0.8 append the index of an instance to the id in the template, as in `row:2`.
    let id = match source.split_once(':') {
        Some((template, _)) if surface.component(&source).is_none() => template,
        _ => &source,
    };
    let refusal = match surface.event_of(id) {
        Err(EventError::UnknownComponent) => {
            let message = format!(
                "surface `{}` has no component `{source}`",
                surface.surface_id()
            );
            let refusal = Refusal::rule_broken("input/unknown-component", place(key), message);
            refusal.hint("read the surface again: it has changed")
        }
        Err(EventError::FunctionCall) => {
            let message =
                format!("the action of component `{source}` calls a function and sends no event");
            let refusal = Refusal::rule_broken("input/function-call", place(key), message);
            refusal.hint("call the function in the client")
        }
        // Whether a component of another catalog declares an action is up to its catalog.
        Ok(_) | Err(_) => return Ok(()),
    };
    Err(refusal)
}

fn place(key: &str) -> Pointer {
    Pointer::root().member(key).member(SOURCE)
}
