//! Characters that affect a terminal or the order of text.

use std::fmt::Write;
use wire::{Finding, Pointer};

/// Returns `true` if a character affects a terminal or the order of text.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Escapes all characters that affect a terminal or the order of text, as in a [`Notification`](crate::Notification).
///
/// ```
/// assert_eq!(agent_ui_aap::notification::visible("a\u{202e}b\n"), r"a\u202eb\u000a");
/// ```
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) {
            // Writing to a `String` does not fail.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// Reports `control-characters` (warning) if the text contains any.
pub(crate) fn control_findings(text: &str, at: &Pointer, found: &mut Vec<Finding>) {
    if let Some(c) = text.chars().find(|c| is_control(*c)) {
        let message = format_args!(
            "the text contains the control character U+{:04X}",
            u32::from(c)
        )
        .to_string();
        let finding = Finding::warning("control-characters", at.clone(), message);
        found.push(finding.hint("remove it: providers type the text into a terminal"));
    }
}
