//! The conversion of texts to JSON strings.

use crate::scan;
use std::fmt::Write;

/// Appends `text` as a JSON string.
pub(crate) fn push_quoted(out: &mut String, text: &str) {
    // Reserving space for the whole text makes the pushes below cheap.
    out.reserve(text.len() + 2);
    out.push('"');
    // Most texts do not need escapes.
    if scan::skip_plain(text.as_bytes(), 0) == text.len() {
        out.push_str(text);
    } else {
        push_escaped(out, text);
    }
    out.push('"');
}

/// Appends a text in escaped form.
#[cold]
fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    loop {
        let (plain, special) = rest
            .split_at_checked(scan::skip_plain(rest.as_bytes(), 0))
            .unwrap_or((rest, ""));
        out.push_str(plain);
        let mut chars = special.chars();
        match chars.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some('\u{8}') => out.push_str("\\b"),
            Some('\u{c}') => out.push_str("\\f"),
            Some(control) => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            None => break,
        }
        rest = chars.as_str();
    }
}

/// Returns `text` as a JSON string.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}
