//! Findings that several types share. The rules of the specification's validation chapter go by their number there.

use crate::identifier::is_safe;
use wire::{Finding, Payload, Pointer};

/// A name or id is a safe identifier.
pub(crate) fn identifier(at: Pointer, name: &str, found: &mut Vec<Finding>) {
    if !is_safe(name) {
        let message = "This is no safe identifier.";
        let hint = "segments of letters, digits, _ and -, each starting with a letter, separated by dots";
        found.push(Finding::error("V4", at, message).hint(hint));
    }
}

/// A schema is an object.
pub(crate) fn schema(at: Pointer, schema: &Option<Payload>, found: &mut Vec<Finding>) {
    if let Some(schema) = schema.as_ref().filter(|schema| !schema.is_object()) {
        let message = format!("This schema is {}.", schema.kind());
        found.push(Finding::error("V6", at, message).hint("a JSON Schema that is an object"));
    }
}

/// Something that the specification shows as an object only.
pub(crate) fn object(at: Pointer, value: &Payload, found: &mut Vec<Finding>) {
    if !value.is_object() {
        let message = format!("This is {}.", value.kind());
        found.push(Finding::error("not-an-object", at, message).hint("an object"));
    }
}

/// A word out of a closed list.
pub(crate) fn unknown_word(at: Pointer, words: &[&str], found: &mut Vec<Finding>) {
    let hint = format!("one of {}", words.join(", "));
    found.push(Finding::error("unknown-word", at, "The specification does not list this word.").hint(hint));
}
