//! Documents that hold several messages.

use bridge::Protocol;
use wire::{
    DecodeError, Payload, Pointer,
    token::{self, Child},
};

/// The messages of a document that holds several, each with its place: the elements of an array, and the records that a provider
/// lists. Nothing if it is one message. Those of A2UI are found where they are read.
pub(crate) fn elements(protocol: Protocol, text: &str) -> Option<Vec<(Pointer, &str)>> {
    if protocol == Protocol::A2ui || !Payload::is_json(text) {
        return None;
    }
    let (at, list) = match text.trim_start() {
        list if list.starts_with('[') => (Pointer::root(), list),
        object if object.starts_with('{') && protocol == Protocol::Aap => {
            let list = member(object, "interactions").filter(|_| member(object, "action").is_none())?;
            (Pointer::root().member("interactions"), list)
        }
        _ => return None,
    };
    let is_list = list.starts_with('[');
    is_list.then(|| {
        token::children(list).enumerate().map(|(index, child)| (at.element(index), child.text)).collect()
    })
}

/// The text of a member of an object; of no object, nothing.
pub(crate) fn member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let is_named = |child: &Child<'_>| child.name.map(token::name).as_deref() == Some(name);
    token::children(text).find(is_named).map(|child| child.text)
}

/// Why a text is no JSON. A byte order mark in front of it does not count here.
pub(crate) fn syntax_error(text: &str) -> Option<DecodeError> {
    Payload::parse(text.strip_prefix('\u{FEFF}').unwrap_or(text)).err()
}
