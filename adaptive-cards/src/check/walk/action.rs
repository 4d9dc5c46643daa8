//! The rules of actions and of rows of buttons.

use super::{CardWalk, Surroundings, object::ObjectText};
use wire::{Finding, Pointer, token};

/// Checks an object of the type `name`: an action, or an object with a row of buttons.
pub(super) fn check(
    walk: &mut CardWalk<'_, '_>,
    name: &str,
    object: &ObjectText<'_>,
    (at, surroundings): (&Pointer, Surroundings),
) {
    match name {
        "AdaptiveCard" | "ActionSet" => check_row(walk, object, at),
        "ShowCardAction" if surroundings.is_select_action => {
            let at = at.member("type");
            let message = "an `Action.ShowCard` is not permitted as a `selectAction`";
            let finding = Finding::error("adaptive-cards/select-action", at, message);
            walk.found
                .push(finding.hint("use a button, or another action"));
        }
        "SubmitAction" | "ExecuteAction" => {
            check_data(walk, object, at);
            // The host shows the action or its fallback.
            if !surroundings.is_alternative && !object.has("fallback") {
                check_host(walk, name, at);
            }
        }
        _ => {}
    }
}

/// Reports an action that the host does not run.
fn check_host(walk: &mut CardWalk<'_, '_>, name: &str, at: &Pointer) {
    let Some(host) = walk.target.host() else {
        return;
    };
    let (is_run, own, other) = match name {
        "SubmitAction" => (host.has_submit(), "Action.Submit", "Action.Execute"),
        _ => (host.has_execute(), "Action.Execute", "Action.Submit"),
    };
    if is_run {
        return;
    }
    let message = format!("{} does not run `{own}`", host.title());
    let finding = Finding::error("adaptive-cards/host", at.member("type"), message);
    let hint = match name {
        "SubmitAction" => format!("use `{other}`"),
        _ => format!("add `{other}` as the `fallback`"),
    };
    walk.found.push(finding.hint(hint));
}

/// Reports data with which a host sends no inputs.
fn check_data(walk: &mut CardWalk<'_, '_>, object: &ObjectText<'_>, at: &Pointer) {
    let data = object.get("data").unwrap_or_default();
    let kind = match data.as_bytes().first() {
        Some(b'"') => "a text",
        Some(b'[') => "a list",
        _ => return,
    };
    let message = format!("hosts send the data alone if it is {kind}, without the inputs");
    let finding = Finding::warning("adaptive-cards/data", at.member("data"), message);
    walk.found
        .push(finding.hint("write an object, to which hosts add the inputs"));
}

/// Reports more buttons in a row than the host shows.
fn check_row(walk: &mut CardWalk<'_, '_>, object: &ObjectText<'_>, at: &Pointer) {
    let Some((host, limit)) = walk
        .target
        .host()
        .and_then(|host| Some((host, host.max_actions()?)))
    else {
        return;
    };
    let buttons = token::children(object.get("actions").unwrap_or_default());
    // Buttons of the overflow menu do not count.
    let count = buttons.filter(|button| !is_secondary(button.text)).count();
    if count <= limit {
        return;
    }
    let message = format!(
        "{} shows {limit} buttons in a row and moves the other {} to a menu",
        host.title(),
        count - limit
    );
    let finding = Finding::warning("adaptive-cards/max-actions", at.member("actions"), message);
    walk.found
        .push(finding.hint("write fewer buttons, or set the `mode` of some to `secondary`"));
}

fn is_secondary(button: &str) -> bool {
    let mode = ObjectText::of(button).string("mode");
    mode.is_some_and(|mode| mode.eq_ignore_ascii_case("secondary"))
}

/// Reports a card without the sender that Outlook requires.
pub(super) fn check_outlook(walk: &mut CardWalk<'_, '_>, object: &ObjectText<'_>, at: &Pointer) {
    let is_outlook = walk.target.host() == Some(crate::CardHost::Outlook);
    if !is_outlook || object.has("originator") {
        return;
    }
    let message = "a card without an `originator` is not shown in Outlook";
    let finding = Finding::error("adaptive-cards/host", at.clone(), message);
    walk.found
        .push(finding.hint("add the `originator` that the provider registration states"));
}
