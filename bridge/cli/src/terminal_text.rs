//! Texts on a terminal: printable, measured, shortened and wrapped.

use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The control sequence that moves to the start of the line and clears it.
pub(crate) const CLEAR: &str = "\r\u{1b}[K";

/// Returns `true` if a terminal interprets the character, or if the character can hide or reorder text.
pub(crate) fn is_interpreted(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

/// Escapes the characters that a terminal interprets, so that input cannot control it.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_interpreted) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_interpreted(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// Breaks a text into lines of at most `columns`, between words. Lines after the first are indented; the first one is
/// indented by its caller.
pub(crate) fn wrap(text: &str, columns: usize, indent: usize) -> String {
    let room = columns.saturating_sub(indent).max(20);
    let (mut wrapped, mut used) = (String::new(), 0);
    for word in text.split(' ') {
        let wide = word.width();
        if used > 0 && used + 1 + wide > room {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            used = 0;
        } else if used > 0 {
            wrapped.push(' ');
            used += 1;
        }
        wrapped.push_str(word);
        used += wide;
    }
    wrapped
}

/// Returns the number of columns of a text on a terminal.
pub(crate) fn columns(text: &str) -> usize {
    text.chars()
        .map(|character| character.width().unwrap_or_default())
        .sum()
}

/// Returns the length in bytes of the longest prefix of a text that fits into `room` columns.
pub(crate) fn fitting_length(text: &str, room: usize) -> usize {
    let mut used = 0;
    let mut ends = text.char_indices().filter_map(|(at, character)| {
        used += character.width().unwrap_or_default();
        (used > room).then_some(at)
    });
    ends.next().unwrap_or(text.len())
}

/// Shortens a text to `room` columns. A shortened text ends with an ellipsis.
pub(crate) fn shorten(text: &str, room: usize) -> String {
    match text.split_at_checked(fitting_length(text, room)) {
        Some((_, "")) | None => text.to_owned(),
        _ => format!(
            "{}…",
            text.get(..fitting_length(text, room.saturating_sub(1)))
                .unwrap_or_default()
        ),
    }
}

/// Formats a number with a comma between groups of three digits.
pub(crate) fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_wrap_between_words() {
        assert_eq!(
            wrap("one two three four five six", 26, 6),
            "one two three four\n      five six"
        );
        assert_eq!(
            wrap("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b", 20, 0),
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb"
        );
    }
}
