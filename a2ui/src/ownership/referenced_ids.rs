//! The surface and call ids in messages. The ids are collected from the JSON, so that ids are found in everything
//! that a reader could interpret as a message.

use crate::{CallId, SurfaceId};
use wire::{Payload, PayloadKind};

/// An id that determines the agent of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReferencedId {
    /// The id of a surface.
    Surface(SurfaceId),
    /// The id of a call to which the message responds.
    Call(CallId),
    /// A value in the place of an id that is not an id.
    Unreadable,
}

/// The maximum nesting of lists, which equals the depth limit of the reader.
const LISTS: usize = wire::MAX_DEPTH;

/// Returns the ids in data that may be a message, a list of messages, or an object with such a list. An id that
/// occurs several times is returned several times.
pub(super) fn referenced_ids(data: &Payload) -> Vec<ReferencedId> {
    let mut names = Vec::new();
    collect(data, LISTS, &mut names);
    names
}

fn collect(data: &Payload, lists: usize, names: &mut Vec<ReferencedId>) {
    match data.kind() {
        PayloadKind::Array => collect_elements(data, lists, names),
        PayloadKind::Object => collect_members(data, lists, names),
        PayloadKind::Null | PayloadKind::Boolean | PayloadKind::Number | PayloadKind::String => {}
    }
}

fn collect_elements(list: &Payload, lists: usize, names: &mut Vec<ReferencedId>) {
    let Some(lists) = lists.checked_sub(1) else {
        names.push(ReferencedId::Unreadable);
        return;
    };
    for element in list.elements() {
        collect(&element, lists, names);
    }
}

fn collect_members(object: &Payload, lists: usize, names: &mut Vec<ReferencedId>) {
    let before = names.len();
    for (_, value) in object.members() {
        match value.kind() {
            PayloadKind::Object => collect_from_body(&value, names),
            PayloadKind::Array => collect(&value, lists, names),
            _ => {}
        }
    }
    // In 0.10, the call id is next to the key.
    if names.len() == before {
        names.extend(find_calls(object));
    }
}

/// Collects the ids in the body of a message: the surface ids, or the call ids if there are no surface ids.
fn collect_from_body(body: &Payload, names: &mut Vec<ReferencedId>) {
    let before = names.len();
    names.extend(find_members(body, "surfaceId").map(|id| {
        id.decode()
            .map_or(ReferencedId::Unreadable, ReferencedId::Surface)
    }));
    if names.len() == before {
        names.extend(find_calls(body));
    }
}

fn find_calls(object: &Payload) -> impl Iterator<Item = ReferencedId> {
    find_members(object, "functionCallId").map(|id| {
        id.decode()
            .map_or(ReferencedId::Unreadable, ReferencedId::Call)
    })
}

/// Returns the members with this name that are not null.
fn find_members<'a>(
    object: &'a Payload,
    wanted: &'static str,
) -> impl Iterator<Item = Payload> + 'a {
    let members = object
        .members()
        .filter(move |(name, value)| name == wanted && !value.is_null());
    members.map(|(_, value)| value)
}
