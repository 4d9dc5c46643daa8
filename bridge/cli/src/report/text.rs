//! The text form of reports: `file:line:column: error[rule]: sentence`, the line with a caret, and `help:`.

use crate::{
    field_table::verdict_style,
    streams::Terminal,
    terminal_text::{is_interpreted, printable, wrap},
};
use agent_ui_text::verdict_word::verdict_word;
use agent_ui_text::{diagnostic::Diagnostic, place::Place};
use anstyle::{AnsiColor, Style};
use bridge::Note;
use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use wire::{Pointer, Severity};

const BOLD: Style = Style::new().bold();
const GUTTER: Style = AnsiColor::Blue.on_default().bold();
/// The style of success, and of the hints that lead to it.
pub(super) const OK: Style = AnsiColor::Green.on_default().bold();

/// The sign for omitted parts of a line.
const ELLIPSIS: char = '…';

/// Returns the style of a severity.
pub(crate) fn severity_style(severity: Severity) -> Style {
    match severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        _ => AnsiColor::Cyan.on_default().bold(),
    }
}

impl Terminal {
    /// Adds a style to a text, if the terminal shows colours.
    pub(crate) fn paint<'t>(self, style: Style, text: impl Into<Cow<'t, str>>) -> Cow<'t, str> {
        let text = text.into();
        if self.has_color {
            Cow::Owned(format!("{style}{text}{style:#}"))
        } else {
            text
        }
    }

    /// Formats a diagnostic, with the line of its place if that is available.
    pub(super) fn diagnostic(self, diagnostic: &Diagnostic, line: Option<&[u8]>) -> String {
        let Diagnostic {
            place,
            severity,
            rule,
            pointer,
            message,
            hint,
            ..
        } = diagnostic;
        let style = severity_style(*severity);
        let label = format!("{severity}[{}]", printable(rule));
        let mut text = self.format_head(
            place,
            &self.paint(style, label),
            &self.paint(BOLD, printable(message)),
        );
        // For a notice about a whole input, the line adds no information.
        let is_about_value = *severity != Severity::Info || !pointer.is_root();
        match line {
            Some(line) if is_about_value && !line.is_empty() => {
                text += &self.format_snippet(line, place, pointer, style);
            }
            _ if !pointer.is_root() => {
                text =
                    text + &self.paint(GUTTER, "  at:") + " " + &printable(pointer.as_str()) + "\n";
            }
            _ => {}
        }
        if !hint.is_empty() {
            text = text
                + &self.paint(OK, "help:")
                + " "
                + &wrap(&printable(hint), self.columns, 6)
                + "\n";
        }
        text
    }

    /// Formats a note about one field.
    pub(super) fn note(self, note: &Note, carry_is_kept: bool, place: &Place) -> String {
        let word = verdict_word(note.verdict, carry_is_kept);
        let label = format!("{word}[{}]", printable(note.rule.as_str()));
        let to = note
            .to
            .get()
            .map_or(String::new(), |to| format!(" -> {}", format_pointer(to)));
        let remark = note.remark.get().map_or(String::new(), |remark| {
            format!(": {}", printable(remark.as_str()))
        });
        let field = format!("{}{to}{remark}", format_pointer(&note.from));
        self.format_head(place, &self.paint(verdict_style(word), label), &field)
            .trim_end()
            .to_owned()
    }

    /// Formats a corrected fault.
    pub(super) fn fixed(self, place: &Place, rule: &str, message: &str) -> String {
        let label = self.paint(OK, format!("fixed[{rule}]"));
        self.format_head(place, &label, &printable(message))
            .trim_end()
            .to_owned()
    }

    /// Formats the first line of a report.
    fn format_head(self, place: &Place, label: &str, message: &str) -> String {
        let place = printable(&place.to_string()).into_owned();
        format!("{}: {label}: {message}\n", self.paint(BOLD, place))
    }

    /// Formats the line of a place with a caret below its value.
    fn format_snippet(self, line: &[u8], place: &Place, pointer: &Pointer, style: Style) -> String {
        let number = place.line.to_string();
        let room = self.columns.saturating_sub(number.len() + 4).max(20);
        let Excerpt {
            text,
            indent,
            carets,
        } = Excerpt::new(line, place.column, room);
        let margin = " ".repeat(number.len());
        let marked = " ".repeat(indent) + &self.paint(style, "^".repeat(carets));
        let bar = self.paint(GUTTER, format!(" {margin} |"));
        let line = self.paint(GUTTER, format!(" {number} |"));
        let mut snippet = format!("{line} {text}\n{bar} {marked}");
        if !pointer.is_root() {
            let pointer = printable(pointer.as_str());
            if indent + carets + 1 + pointer.width() > room {
                snippet = snippet + "\n" + &bar;
            }
            snippet = snippet + " " + &pointer;
        }
        snippet + "\n"
    }
}

/// Formats a pointer for people. The root is the whole message.
fn format_pointer(pointer: &Pointer) -> Cow<'_, str> {
    if pointer.is_root() {
        "(message)".into()
    } else {
        printable(pointer.as_str())
    }
}

/// The part of a line around a place, with the position of the carets below it.
struct Excerpt {
    text: String,
    /// The number of columns before the caret.
    indent: usize,
    /// The number of carets.
    carets: usize,
}

impl Excerpt {
    /// Cuts at most `room` columns out of a line, around the value at `column`. Columns are bytes, counted from 1.
    fn new(line: &[u8], column: usize, room: usize) -> Self {
        let at = column.saturating_sub(1).min(line.len());
        let (before, after) = line.split_at_checked(at).unwrap_or((line, b""));
        // Only the part that may be visible is decoded. A character has at most four bytes.
        let start = before.len().saturating_sub(room * 4);
        let (before, after) = (
            before.get(start..).unwrap_or_default(),
            after.get(..room * 4).unwrap_or(after),
        );
        let (token, rest) = after
            .split_at_checked(token_length(after))
            .unwrap_or((after, b""));
        let (before, token, rest) = (
            decode_visible(before),
            decode_visible(token),
            decode_visible(rest),
        );
        let value_width = width(&token).clamp(1, room);
        // The value has priority. The text after it gets up to two thirds of the line, and the text before it gets the
        // rest.
        let room_after = (value_width + width(&rest))
            .min(room * 2 / 3)
            .max(value_width);
        let (visible_before, is_cut) = last_columns(&before, room - room_after, start > 0);
        let mut text = String::new();
        if is_cut {
            text.push(ELLIPSIS);
        }
        text.extend(visible_before);
        let indent = text.width();
        let after: Vec<char> = token.iter().chain(&rest).copied().collect();
        let (visible_after, is_cut) = first_columns(&after, room.saturating_sub(indent));
        text.extend(visible_after);
        let carets = width(visible_after.get(..token.len()).unwrap_or(visible_after)).max(1);
        if is_cut {
            text.push(ELLIPSIS);
        }
        Self {
            text,
            indent,
            carets,
        }
    }
}

/// Decodes bytes into characters that each take one or two columns.
fn decode_visible(bytes: &[u8]) -> Vec<char> {
    let text = String::from_utf8_lossy(bytes);
    text.chars()
        .map(to_visible)
        .filter(|character| character.width().is_some_and(|width| width > 0))
        .collect()
}

/// Returns the characters of the first columns, and `true` if others were cut off to make room for an ellipsis.
fn first_columns(characters: &[char], room: usize) -> (&[char], bool) {
    if width(characters) <= room {
        return (characters, false);
    }
    let count = count_fitting(characters.iter(), room);
    (characters.get(..count).unwrap_or_default(), true)
}

/// Returns the characters of the last columns, and `true` if others were cut off to make room for an ellipsis.
fn last_columns(characters: &[char], room: usize, is_cut: bool) -> (&[char], bool) {
    if !is_cut && width(characters) <= room {
        return (characters, false);
    }
    let count = count_fitting(characters.iter().rev(), room);
    (
        characters
            .get(characters.len() - count..)
            .unwrap_or_default(),
        true,
    )
}

/// Returns the number of characters that fit next to an ellipsis.
fn count_fitting<'c>(characters: impl Iterator<Item = &'c char>, room: usize) -> usize {
    let (mut count, mut used) = (0, 1);
    for character in characters {
        used += width(&[*character]);
        if used > room {
            break;
        }
        count += 1;
    }
    count
}

fn width(characters: &[char]) -> usize {
    characters
        .iter()
        .map(|character| character.width().unwrap_or_default())
        .sum()
}

/// Returns `true` for the bytes of numbers and of literals such as `true`.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-._".contains(&byte)
}

/// Returns the number of bytes of the JSON value at the start of a text: a string, a word, or one sign.
pub(super) fn token_length(text: &[u8]) -> usize {
    match text.first() {
        None => 0,
        Some(b'"') => {
            let mut is_escaped = false;
            let end = text.iter().skip(1).position(|byte| {
                let is_end = *byte == b'"' && !is_escaped;
                is_escaped = *byte == b'\\' && !is_escaped;
                is_end
            });
            end.map_or(text.len(), |end| end + 2)
        }
        Some(first) if is_word(*first) => text.iter().take_while(|byte| is_word(**byte)).count(),
        Some(first) => {
            // All bytes of the first character belong together.
            let continued = text
                .iter()
                .skip(1)
                .take_while(|byte| **byte & 0xC0 == 0x80)
                .count();
            if first.is_ascii() { 1 } else { 1 + continued }
        }
    }
}

/// Returns the printable replacement for a character in an excerpt. The replacement has the same width as the character.
fn to_visible(character: char) -> char {
    match character {
        '\t' => ' ',
        _ if is_interpreted(character) => '·',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::Refusal;
    use wire::Finding;

    const PLAIN: Terminal = Terminal {
        columns: 60,
        has_color: false,
    };

    fn at(line: usize, column: usize) -> Place {
        Place {
            file: Some("a.json".into()),
            line,
            column,
        }
    }

    #[test]
    fn a_diagnostic_shows_its_line_with_a_caret_below_the_value() {
        let pointer = Pointer::root().member("children");
        let finding = Finding::error(
            "dangling-reference",
            pointer,
            "no component has the id `titel`",
        );
        let diagnostic =
            Diagnostic::of_finding(&at(12, 14), &finding.hint("did you mean `title`?"));
        let line = br#"{"children":["titel"]}"#;
        assert_eq!(
            PLAIN.diagnostic(&diagnostic, Some(line)),
            "\
a.json:12:14: error[dangling-reference]: no component has the id `titel`
 12 | {\"children\":[\"titel\"]}
    |              ^^^^^^^ /children
help: did you mean `title`?
"
        );
    }

    #[test]
    fn a_refusal_without_its_line_names_the_pointer() {
        let refusal = Refusal::rule_broken(
            "schema",
            Pointer::root().member("a"),
            "the message is wrong",
        );
        let diagnostic = Diagnostic::of_refusal(&Place::default(), &refusal);
        assert_eq!(
            PLAIN.diagnostic(&diagnostic, None),
            "standard input: error[schema]: the message is wrong\n  at: /a\n"
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_value() {
        let line = format!("{}\"value\"{}", "ä".repeat(500), "x".repeat(500));
        let Excerpt {
            text,
            indent,
            carets,
        } = Excerpt::new(line.as_bytes(), 1001, 50);
        assert_eq!((text.width(), carets), (50, 7), "{text}");
        assert!(text.starts_with('…') && text.ends_with('…'), "{text}");
        let value: String = text.chars().skip(indent).take(carets).collect();
        assert_eq!(value, "\"value\"");
        for columns in 1..80 {
            for column in [1, 2, 500, 1001, 1004, 1009, 5000] {
                let Excerpt {
                    text,
                    indent,
                    carets,
                } = Excerpt::new(line.as_bytes(), column, columns.max(20));
                assert!(
                    text.width() <= columns.max(20) && indent + carets <= columns.max(20) + 1,
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let Excerpt {
            text,
            indent,
            carets,
        } = Excerpt::new("\"世界\":\"値\"".as_bytes(), 10, 40);
        assert_eq!((&*text, indent, carets), ("\"世界\":\"値\"", 7, 4));
    }

    #[test]
    fn input_cannot_control_the_terminal() {
        let pointer = Pointer::root().member("\u{1b}[31m");
        let finding = Finding::warning(
            "unknown-member",
            pointer,
            "the member `\u{1b}]0;x\u{7}` is wrong\u{202e}",
        );
        let diagnostic = Diagnostic::of_finding(&at(1, 1), &finding.hint("remove `\u{9b}`"));
        let text = PLAIN.diagnostic(&diagnostic, Some("{\"\u{1b}[31m\":1}\u{202e}".as_bytes()));
        assert!(
            !text.contains(|character| is_interpreted(character) && character != '\n'),
            "{text:?}"
        );
        assert!(
            text.contains("the member `\\u{1b}]0;x\\u{7}` is wrong\\u{202e}"),
            "{text}"
        );
    }

    #[test]
    fn colors_appear_only_if_the_terminal_has_them() {
        let diagnostic =
            Diagnostic::of_finding(&at(1, 1), &Finding::error("syntax", Pointer::root(), "m"));
        let text = Terminal {
            has_color: true,
            ..PLAIN
        }
        .diagnostic(&diagnostic, Some(b"{}"));
        assert!(
            text.contains("\u{1b}[1m\u{1b}[31merror[syntax]\u{1b}[0m"),
            "{text:?}"
        );
    }
}
