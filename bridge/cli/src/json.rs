//! What a text is, whatever message it may be.

use wire::{
    DecodeError, Payload,
    token::{self, Child},
};

/// The text of a member of an object; of no object, nothing.
pub(crate) fn member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let is_named = |child: &Child<'_>| child.name.map(token::name).as_deref() == Some(name);
    token::children(text).find(is_named).map(|child| child.text)
}

/// Why a text is no JSON. A byte order mark in front of it does not count here.
pub(crate) fn syntax_error(text: &str) -> Option<DecodeError> {
    Payload::parse(text.strip_prefix('\u{FEFF}').unwrap_or(text)).err()
}
