//! Checks that several types share. Their findings use the rule numbers of the specification's validation chapter.

use wire::{Finding, Payload, Pointer};

/// Reports a value that is not an object.
pub(crate) fn object(at: Pointer, value: &Payload, found: &mut Vec<Finding>) {
    if !value.is_object() {
        let message = format!("expected an object, found {}", value.kind());
        found.push(Finding::error("not-an-object", at, message).hint("use an object"));
    }
}

/// Reports a word that is not in a closed list.
pub(crate) fn unknown_word(at: Pointer, words: &[&str], found: &mut Vec<Finding>) {
    let hint = format!("use one of {}", words.join(", "));
    found.push(
        Finding::error(
            "unknown-word",
            at,
            "the specification does not define this word",
        )
        .hint(hint),
    );
}
