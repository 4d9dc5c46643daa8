//! Texts of cards as Markdown of A2UI.

use super::date_functions::replace_functions;
use crate::{Verdict, markdown};
use a2ui::address::has_link_scheme;

/// A text of a card, as A2UI writes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CardText {
    pub(super) text: String,
    /// The label and the address of a text that is one link.
    pub(super) link: Option<(String, String)>,
    /// What is not shown as it is.
    pub(super) remarks: Vec<(Verdict, &'static str)>,
}

/// The note about a function in a text.
const FUNCTION: (Verdict, &str) = (
    Verdict::Derived,
    "the date or time has the time zone of the text, not that of the user",
);
/// The note about a link inside a text.
const LINK: (Verdict, &str) = (Verdict::Encoded, "the address of the link is shown as text");
/// The note about the address of a link.
const UNSAFE: (Verdict, &str) = (
    Verdict::Quarantined,
    "the address has a scheme that is not opened",
);
/// The note about an expression of a template.
const TEMPLATE: (Verdict, &str) = (
    Verdict::Copied,
    "the expression of a template is shown as text",
);

/// Reads a text with the Markdown of cards: bold, italic, lists and links. Other Markdown is escaped.
pub(super) fn read_markdown(source: &str) -> CardText {
    let mut read = CardText::default();
    let source = source.replace("\r\n", "\n").replace('\r', "\n");
    let source = match replace_functions(&source) {
        Some(replaced) => {
            read.remarks.push(FUNCTION);
            replaced
        }
        None => source,
    };
    if source.contains("${") {
        read.remarks.push(TEMPLATE);
    }
    if let Some((label, address, "")) = read_link(source.trim()) {
        match has_link_scheme(address) {
            true => read.link = Some((plain(label), address.to_owned())),
            false => read.remarks.push(UNSAFE),
        }
        read.text = escape_inline(label);
        return read;
    }
    let mut lines = Vec::new();
    for line in source.split('\n') {
        lines.push(convert_line(line, &mut read.remarks));
    }
    read.text = lines.join("\n");
    read
}

/// Escapes a text without Markdown.
pub(super) fn escape(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let line = line.trim();
        let mut escaped = String::new();
        if starts_block(line) || starts_list(line) {
            escaped.push_str(&escape_start(line));
        } else {
            escaped.push_str(&escape_all(line));
        }
        lines.push(escaped);
    }
    lines.join("\n")
}

/// Marks a Markdown text as bold. A text that cannot be marked stays as it is.
pub(super) fn embolden(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        lines.push(mark(line, "**"));
    }
    let bold = lines.join("\n");
    match shows_same(&bold, text) && !text.contains("**") {
        true => bold,
        false => text.to_owned(),
    }
}

/// Writes a heading of this level in Markdown. A heading has one line.
pub(super) fn heading(text: &str, level: usize) -> String {
    let line = text
        .split('\n')
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" ");
    // Lines of a list do not become a heading.
    match starts_list(&line) {
        true => text.to_owned(),
        false => ["#".repeat(level).as_str(), " ", &line].concat(),
    }
}

/// The styles of a run of text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunStyle {
    pub(super) is_bold: bool,
    pub(super) is_italic: bool,
    pub(super) is_struck: bool,
}

/// Joins runs of text, each with its styles. Styles that Markdown cannot express at their place are omitted.
pub(super) fn join_runs(runs: &[(String, RunStyle)]) -> String {
    let mut styled = String::new();
    let mut bare = String::new();
    for (text, style) in runs {
        let escaped = escape_all(text);
        let mut marked = escaped.clone();
        for (is_set, marker) in [
            (style.is_struck, "~~"),
            (style.is_italic, "*"),
            (style.is_bold, "**"),
        ] {
            if is_set && !text.contains('\n') {
                marked = mark(&marked, marker);
            }
        }
        styled.push_str(&marked);
        bare.push_str(&escaped);
    }
    let plain: String = runs.iter().map(|(text, _)| text.as_str()).collect();
    // The start of a line may mean a list or a heading.
    let (styled, bare) = match plain
        .split('\n')
        .any(|line| starts_block(line.trim()) || starts_list(line.trim()))
    {
        true => (escape(&plain), escape(&plain)),
        false => (styled, bare),
    };
    match shows_same(&styled, &bare) {
        true => styled,
        false => bare,
    }
}

/// Writes preformatted lines.
pub(super) fn code_block(code: &str) -> String {
    let mut fence = "```".to_owned();
    while code.contains(&fence) {
        fence.push('`');
    }
    [&fence, "\n", code, "\n", &fence].concat()
}

/// Surrounds a line with a marker. Spaces stay outside, because Markdown does not read a marker beside a space.
fn mark(line: &str, marker: &str) -> String {
    let trimmed = line.trim();
    if trimmed.is_empty() || starts_list(trimmed) {
        return line.to_owned();
    }
    let start = line.len() - line.trim_start().len();
    let (before, rest) = line.split_at_checked(start).unwrap_or(("", line));
    let after = rest.get(trimmed.len()..).unwrap_or_default();
    [before, marker, trimmed, marker, after].concat()
}

/// Returns `true` if two Markdown texts show the same characters, apart from spaces.
fn shows_same(one: &str, other: &str) -> bool {
    let shown = |text: &str| -> String {
        let text = markdown::plain_text(&markdown::parse(text));
        text.chars().filter(|c| !c.is_whitespace()).collect()
    };
    shown(one) == shown(other)
}

/// Returns a text without the marks of the Markdown of cards.
fn plain(text: &str) -> String {
    markdown::plain_text(&markdown::parse(&escape_inline(text)))
}

/// Converts a line: links become texts, and Markdown that cards lack is escaped.
fn convert_line(line: &str, remarks: &mut Vec<(Verdict, &'static str)>) -> String {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    let mut converted = String::new();
    // A deeper indent would mean code, except in a list.
    match starts_list(trimmed) {
        true => converted.push_str(line.get(..indent).unwrap_or_default()),
        false => converted.push_str(&" ".repeat(indent.min(3))),
    }
    if starts_block(trimmed) {
        converted.push('\\');
    }
    let mut text = String::new();
    let mut rest = trimmed;
    while let Some(at) = rest.find('[') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        text.push_str(&escape_inline(before));
        match read_link(from) {
            Some((label, address, after)) => {
                text.push_str(&escape_inline(label));
                if !has_link_scheme(address) {
                    remarks.push(UNSAFE);
                } else if label.trim() != address {
                    text.push_str(&[" (", &escape_all(address), ")"].concat());
                    remarks.push(LINK);
                }
                rest = after;
            }
            None => {
                // A label with a colon defines a link, which is not shown.
                if from.contains("]:") || from.contains("](") {
                    text.push('\\');
                }
                text.push('[');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    text.push_str(&escape_inline(rest));
    converted.push_str(&text);
    converted
}

/// Reads a link at the start of a text: its label, its address, and the text after it.
fn read_link(text: &str) -> Option<(&str, &str, &str)> {
    let rest = text.strip_prefix('[')?;
    let (label, rest) = rest.split_once("](")?;
    if label.contains(['[', ']', '\n']) {
        return None;
    }
    let mut open = 0usize;
    for (at, character) in rest.char_indices() {
        match character {
            '(' => open += 1,
            ')' if open == 0 => {
                let (address, after) = rest.split_at_checked(at)?;
                // A title may follow the address.
                let address = address.split(" \"").next()?.trim();
                let after = after.get(1..)?;
                return (!address.is_empty()).then_some((label, address, after));
            }
            ')' => open -= 1,
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// Escapes the marks that cards show as text, and keeps those of cards. Mentions of people become their names.
fn escape_inline(text: &str) -> String {
    let text = text.replace("<at>", "").replace("</at>", "");
    let mut escaped = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                escaped.push('\\');
                // An escape of the author stays one.
                if let Some(next) = characters.next_if(|next| next.is_ascii_punctuation()) {
                    escaped.push(next);
                }
            }
            '`' | '~' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '<' if characters.peek().is_some_and(|next| {
                next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')
            }) =>
            {
                escaped.push_str("\\<");
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Escapes every character that has a meaning inside a line of Markdown.
fn escape_all(text: &str) -> String {
    let mut escaped = String::new();
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        let has_meaning = match character {
            '\\' | '`' | '*' | '~' | '[' | ']' | '<' => true,
            // A line inside a word means nothing.
            '_' => !(before.is_alphanumeric() && next.is_alphanumeric()),
            '&' => next == '#' || next.is_ascii_alphabetic(),
            _ => false,
        };
        if has_meaning {
            escaped.push('\\');
        }
        escaped.push(character);
        before = character;
    }
    escaped
}

/// Escapes a line that begins with a mark of a block.
fn escape_start(line: &str) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    // The mark of a numbered list is behind the digits.
    let (number, rest) = line.split_at_checked(digits).unwrap_or(("", line));
    let rest = escape_all(rest);
    match rest.starts_with('\\') {
        true => [number, &rest].concat(),
        false => [number, "\\", &rest].concat(),
    }
}

/// Returns `true` if a line begins with a mark that cards show as text: a heading, a quote, or a line.
fn starts_block(line: &str) -> bool {
    if line.starts_with(['#', '>']) {
        return true;
    }
    let is_made_of = |marks: &[char]| !line.is_empty() && line.chars().all(|c| marks.contains(&c));
    let dashes = line.chars().filter(|c| *c == '-').count();
    is_made_of(&['-', ' '])
        || is_made_of(&['=', ' '])
        || (is_made_of(&['*', ' ']) || is_made_of(&['_', ' '])) && line.len() > 2
        // The second row of a table.
        || dashes > 0 && is_made_of(&['-', '|', ':', ' '])
}

/// Returns `true` if a line is an item of a list.
fn starts_list(line: &str) -> bool {
    let line = line.trim_start();
    if let Some(rest) = line.strip_prefix(['-', '*', '+']) {
        return rest.is_empty() || rest.starts_with(' ');
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len()
        && rest
            .strip_prefix(['.', ')'])
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        markdown::plain_text(&markdown::parse(text))
    }

    #[test]
    fn markdown_of_cards_is_kept_and_other_markdown_is_escaped() {
        for (source, expected) in [
            ("Hello **Ada** and _you_", "Hello **Ada** and _you_"),
            ("- a\r- b\r\n  1. c", "- a\n- b\n  1. c"),
            ("# 7", "\\# 7"),
            ("> so", "\\> so"),
            ("a\n---", "a\n\\---"),
            ("a | b\n-|-", "a | b\n\\-|-"),
            ("`x` ~y~", "\\`x\\` \\~y\\~"),
            ("a < b, <b>", "a < b, \\<b>"),
            ("      code", "   code"),
            ("\\*x\\*", "\\*x\\*"),
            ("Hi <at>Ada</at>!", "Hi Ada!"),
            ("[x] y", "[x] y"),
            ("[x]: https://a", "\\[x]: https://a"),
            (
                "See [the **docs**](https://a/b_c(d)), [https://a](https://a)",
                "See the **docs** (https://a/b_c(d)), https://a",
            ),
            ("![a](https://a/b.png) c", "!a (https://a/b.png) c"),
            ("[x](javascript:y) z", "x z"),
        ] {
            assert_eq!(read_markdown(source).text, expected, "{source}");
        }
    }

    #[test]
    fn a_text_that_is_one_link_keeps_its_address() {
        let read = read_markdown(" [**Read** it](https://a/) ");
        assert_eq!(
            read.link,
            Some(("Read it".to_owned(), "https://a/".to_owned()))
        );
        let read = read_markdown("[Read](javascript:x)");
        assert_eq!((read.link, read.text.as_str()), (None, "Read"));
        assert_eq!(read.remarks, [UNSAFE]);
    }

    #[test]
    fn escaped_texts_show_every_character() {
        for text in [
            "*a* _b_ __c__ ~~d~~ `e` <b> &amp; [f](g) \\* snake_case",
            "# a",
            "- a",
            "1. a",
            "12) a",
            "---",
            "***",
            "* * *",
            "+",
            "> a",
            "=",
            "[a]: b",
            "\\",
            "a\\",
            "**",
        ] {
            assert_eq!(shown(&escape(text)), text, "{}", escape(text));
        }
        assert_eq!(shown(&escape("Title\n===")), "Title\n===");
    }

    #[test]
    fn runs_become_marks_where_markdown_can_express_them() {
        let bold = RunStyle {
            is_bold: true,
            ..RunStyle::default()
        };
        let all = RunStyle {
            is_bold: true,
            is_italic: true,
            is_struck: true,
        };
        let run = |text: &str, style| (text.to_owned(), style);
        let plain = RunStyle::default();
        for (runs, expected) in [
            (
                vec![run("a ", plain), run("b ", bold), run("c", plain)],
                "a **b** c",
            ),
            (vec![run("b*", bold)], "**b\\***"),
            (vec![run("a", all)], "***~~a~~***"),
            (vec![run("a.", bold), run("b", plain)], "a.b"),
            (vec![run("- ", plain), run("b", bold)], "\\- b"),
        ] {
            assert_eq!(join_runs(&runs), expected);
        }
        assert_eq!(embolden("a\nb"), "**a**\n**b**");
        assert_eq!(embolden("a **b**"), "a **b**");
        assert_eq!(heading("a\nb", 2), "## a b");
        assert_eq!(code_block("a ``` b"), "````\na ``` b\n````");
    }
}
