//! Messages inside AHP messages: declarations in actions and snapshots, and snapshots and actions in responses.

use crate::json::member;
use bridge::ahp::ids::{ChannelKind, ChannelUri};
use wire::{Payload, Pointer, token};

/// A text inside a message, with its place.
type NestedText<'t> = (Pointer, &'t str);

/// Returns the declarations in a message, or `None` if the message cannot contain any. Messages with declarations are
/// `session/canvasesChanged`, `session/activeClientSet` and `SessionState` of the AHP canvas proposal.
pub fn declarations(text: &str) -> Option<Vec<NestedText<'_>>> {
    if member(text, "canvasId").is_some() {
        return None;
    }
    let mut lists = Vec::new();
    collect_from_message(text, &Pointer::root(), &mut lists);
    if lists.is_empty() || !Payload::is_json(text) {
        return None;
    }
    Some(lists.into_iter().flat_map(place_elements).collect())
}

/// Returns the snapshots or actions in a response to `initialize` or `reconnect`; `None` for any other message.
pub fn answer_contents(text: &str) -> Option<Vec<NestedText<'_>>> {
    member(text, "jsonrpc")?;
    let result = member(text, "result")?;
    if !Payload::is_json(text) {
        return None;
    }
    let at = Pointer::root().member("result");
    for name in ["snapshots", "actions"] {
        if let Some(list) = member(result, name) {
            return Some(place_elements((at.member(name), list)));
        }
    }
    None
}

/// Returns the elements of a list with their places.
fn place_elements((at, list): NestedText<'_>) -> Vec<NestedText<'_>> {
    token::children(list)
        .enumerate()
        .map(|(index, child)| (at.element(index), child.text))
        .collect()
}

/// Collects the lists of a message: a frame, an action with its channel, a snapshot, or a session state.
fn collect_from_message<'t>(text: &'t str, at: &Pointer, lists: &mut Vec<NestedText<'t>>) {
    if let Some(result) = member(text, "result") {
        collect_from_response(result, &at.member("result"), lists);
    } else if let Some(params) = member(text, "params") {
        collect_from_action(params, &at.member("params"), lists);
    } else if member(text, "action").is_some() {
        collect_from_action(text, at, lists);
    } else if member(text, "resource").is_some() {
        collect_from_snapshot(text, at, lists);
    } else {
        collect_from_state(text, at, lists);
    }
}

/// Collects the lists of a response to `initialize`, `subscribe` or `reconnect`.
fn collect_from_response<'t>(result: &'t str, at: &Pointer, lists: &mut Vec<NestedText<'t>>) {
    if let Some(shown) = member(result, "snapshot") {
        collect_from_snapshot(shown, &at.member("snapshot"), lists);
    }
    for (name, collect) in [
        (
            "snapshots",
            collect_from_snapshot as fn(&'t str, &Pointer, &mut _),
        ),
        ("actions", collect_from_action),
    ] {
        let Some(list) = member(result, name) else {
            continue;
        };
        for (at, element) in place_elements((at.member(name), list)) {
            collect(element, &at, lists);
        }
    }
}

fn collect_from_action<'t>(envelope: &'t str, at: &Pointer, lists: &mut Vec<NestedText<'t>>) {
    let Some(action) = member(envelope, "action") else {
        return;
    };
    let at = at.member("action");
    match member(action, "type") {
        Some("\"session/canvasesChanged\"") => collect_list(action, "canvases", &at, lists),
        Some("\"session/activeClientSet\"" | "\"session/activeClientChanged\"") => {
            if let Some(client) = member(action, "activeClient") {
                collect_list(client, "canvasProviders", &at.member("activeClient"), lists);
            }
        }
        _ => {}
    }
}

fn collect_from_snapshot<'t>(snapshot: &'t str, at: &Pointer, lists: &mut Vec<NestedText<'t>>) {
    let channel =
        member(snapshot, "resource").and_then(|channel| wire::decode::<ChannelUri>(channel).ok());
    if channel.is_some_and(|channel| channel.kind() == ChannelKind::Session) {
        if let Some(shown) = member(snapshot, "state") {
            collect_from_state(shown, &at.member("state"), lists);
        }
    }
}

/// Collects the list of a session state, which includes the canvases of its clients.
fn collect_from_state<'t>(state: &'t str, at: &Pointer, lists: &mut Vec<NestedText<'t>>) {
    collect_list(state, "canvases", at, lists);
}

fn collect_list<'t>(object: &'t str, name: &str, at: &Pointer, lists: &mut Vec<NestedText<'t>>) {
    let list = member(object, name).filter(|list| list.starts_with('['));
    lists.extend(list.map(|list| (at.member(name), list)));
}
