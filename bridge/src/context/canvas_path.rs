//! The check and the escapes of AAP record values that become parts of paths.

use aap::{CanvasPath, InteractionId};
use std::fmt::Write;

/// Returns the reason why a text is unsafe at a place of an AAP record. Returns `None` for a safe text.
pub(crate) fn is_unsafe(pointer: &str, text: &str) -> Option<&'static str> {
    let is_unsafe: (fn(&str) -> bool, _) = match pointer {
        "/id" => (
            |id| !InteractionId::from(id).can_name_a_file(),
            "the id cannot name a file",
        ),
        "/canvasFile" => (
            |path| CanvasPath::unsafe_rule(path).is_some(),
            "the path leaves its folder or is otherwise unsafe",
        ),
        _ => return None,
    };
    is_unsafe.0(text).then_some(is_unsafe.1)
}

fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Encodes every byte outside `A-Za-z0-9_-` as `~XX`.
pub(crate) fn escape_bytes(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_bare(byte) {
            escaped.push(byte.into());
        } else {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "~{byte:02X}");
        }
    }
    escaped
}
