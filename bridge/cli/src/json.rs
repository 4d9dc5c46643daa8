//! Functions for JSON texts of any message type.

use wire::{
    DecodeError, Payload,
    token::{self, Child},
};

/// Returns the text of a member of an object, or `None` if the text is not an object or has no such member.
pub(crate) fn member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let is_named = |child: &Child<'_>| child.name.map(token::name).as_deref() == Some(name);
    token::children(text).find(is_named).map(|child| child.text)
}

/// Returns the syntax error of a text that is not JSON. A leading byte order mark is ignored.
pub(crate) fn syntax_error(text: &str) -> Option<DecodeError> {
    Payload::parse(text.strip_prefix('\u{FEFF}').unwrap_or(text)).err()
}
