//! What messages name: looked up in their JSON, so that nothing is overlooked that some reader would take for a message.

use crate::{CallId, SurfaceId};
use wire::{Payload, PayloadKind};

/// By what a message says for whom it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReferencedId {
    /// A surface.
    Surface(SurfaceId),
    /// A call to which it is the answer.
    Call(CallId),
    /// Something that stands where a name should.
    ReadError,
}

/// How many lists may lie in lists: as many as can be read.
const LISTS: usize = wire::MAX_DEPTH;

/// The names in data that may be a message, a list of messages, or an object with such a list. A name that comes twice
/// is there twice.
pub(super) fn referenced_ids(data: &Payload) -> Vec<ReferencedId> {
    let mut names = Vec::new();
    collect(data, LISTS, &mut names);
    names
}

fn collect(data: &Payload, lists: usize, names: &mut Vec<ReferencedId>) {
    match (data.kind(), lists.checked_sub(1)) {
        (PayloadKind::Array, Some(lists)) => {
            data.elements().for_each(|element| collect(&element, lists, names));
        }
        (PayloadKind::Array, None) => names.push(ReferencedId::ReadError),
        (PayloadKind::Object, _) => {
            let before = names.len();
            for (_, value) in data.members() {
                match value.kind() {
                    PayloadKind::Object => body(&value, names),
                    PayloadKind::Array => collect(&value, lists, names),
                    _ => {}
                }
            }
            // In 0.10 it stands beside the key.
            if names.len() == before {
                names.extend(calls(data));
            }
        }
        _ => {}
    }
}

/// What the body of a message names: a surface, or else a call.
fn body(body: &Payload, names: &mut Vec<ReferencedId>) {
    let before = names.len();
    names.extend(
        members(body, "surfaceId")
            .map(|id| id.decode().map_or(ReferencedId::ReadError, ReferencedId::Surface)),
    );
    if names.len() == before {
        names.extend(calls(body));
    }
}

fn calls(object: &Payload) -> impl Iterator<Item = ReferencedId> {
    members(object, "functionCallId")
        .map(|id| id.decode().map_or(ReferencedId::ReadError, ReferencedId::Call))
}

/// The members of this name that are not null.
fn members<'a>(object: &'a Payload, wanted: &'static str) -> impl Iterator<Item = Payload> + 'a {
    let members = object.members().filter(move |(name, value)| name == wanted && !value.is_null());
    members.map(|(_, value)| value)
}
