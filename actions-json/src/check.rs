//! Findings that several types share. The rules of the specification's validation chapter go by their number there.

use wire::{Finding, Payload, Pointer};

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
