//! The texts of a card. Hosts read a part of Markdown in some places, and functions such as `{{DATE(…)}}` in all.

use crate::markdown::{MarkdownBlock, Span, parse};

/// The invisible character that separates the braces of a function.
const SEPARATOR: char = '\u{200B}';

/// A part of a text that needs an element of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextPart {
    pub(super) kind: TextPartKind,
    /// The Markdown of the card.
    pub(super) markdown: String,
    /// The text without markup.
    pub(super) plain: String,
    /// `true` below a line across the text.
    pub(super) has_separator: bool,
}

/// The kinds of parts of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextPartKind {
    /// A heading with its level, from 1 to 6.
    Heading(u8),
    Body,
    /// Lines with a fixed width of characters.
    Code,
}

/// Returns a text for a place without Markdown, such as the title of an action.
pub(super) fn plain(text: &str) -> String {
    break_functions(text)
}

/// Returns a text for a place with Markdown, so that the host shows it as it is.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    push_escaped(&mut escaped, text);
    break_functions(&escaped)
}

/// Converts the Markdown of a surface to that of a card.
pub(super) fn text_parts(text: &str) -> Vec<TextPart> {
    let mut parts: Vec<TextPart> = Vec::new();
    let mut has_separator = false;
    for block in parse(text) {
        let kind = match &block {
            MarkdownBlock::Heading(level, _) => TextPartKind::Heading(*level),
            MarkdownBlock::Code(_) => TextPartKind::Code,
            MarkdownBlock::Rule => {
                has_separator = true;
                continue;
            }
            _ => TextPartKind::Body,
        };
        let markdown = break_functions(&block_markdown(&block));
        let plain = crate::markdown::plain_text(&[block]);
        match parts.last_mut() {
            Some(last)
                if (last.kind, kind) == (TextPartKind::Body, TextPartKind::Body)
                    && !has_separator =>
            {
                last.markdown.push_str("\n\n");
                last.markdown.push_str(&markdown);
                last.plain.push('\n');
                last.plain.push_str(&plain);
            }
            _ => parts.push(TextPart {
                kind,
                markdown,
                plain,
                has_separator: std::mem::take(&mut has_separator),
            }),
        }
    }
    parts
}

/// Separates the braces of `{{DATE(…)}}` and `{{TIME(…)}}`, which hosts evaluate.
fn break_functions(text: &str) -> String {
    let mut broken = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        broken.push_str(before);
        broken.push('{');
        let name = after.trim_start_matches(|c: char| c == '{' || c.is_whitespace());
        let name = name.get(..4).unwrap_or_default();
        if ["DATE", "TIME"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
        {
            broken.push(SEPARATOR);
        }
        // The second brace can begin another pair.
        rest = rest.get(before.len() + 1..).unwrap_or_default();
    }
    broken.push_str(rest);
    broken
}

/// Appends a text with its Markdown escaped. The text begins a line if `out` is empty or ends with a line break.
fn push_escaped(out: &mut String, text: &str) {
    let line = out.rsplit('\n').next().unwrap_or_default();
    let mut begin = LineBegin::after(line);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let after = rest.as_str();
        let is_last = after.chars().next().is_none_or(char::is_whitespace);
        let is_marker = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' => true,
            '#' => begin == LineBegin::Blank,
            '-' | '+' => begin == LineBegin::Blank && (is_last || after.starts_with(c)),
            '.' | ')' => begin == LineBegin::Digits && is_last,
            '&' => is_entity(after),
            _ => false,
        };
        if is_marker {
            out.push('\\');
        }
        out.push(c);
        begin = begin.next(c);
    }
}

/// The part of a line before a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineBegin {
    Blank,
    Digits,
    Text,
}

impl LineBegin {
    fn after(line: &str) -> Self {
        line.chars().fold(Self::Blank, Self::next)
    }

    fn next(self, c: char) -> Self {
        match (self, c) {
            (_, '\n' | '\r') => Self::Blank,
            (Self::Blank, c) if c.is_whitespace() => Self::Blank,
            (Self::Blank | Self::Digits, c) if c.is_ascii_digit() => Self::Digits,
            _ => Self::Text,
        }
    }
}

/// Returns `true` for the rest of a character reference such as `&lt;`.
fn is_entity(after: &str) -> bool {
    let name = after.split(';').next().unwrap_or_default();
    name.len() < after.len()
        && !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'#')
}

/// Writes a block. Lists and quotes nest no deeper than the parser allows.
fn block_markdown(block: &MarkdownBlock) -> String {
    match block {
        // The element of a heading is bold already.
        MarkdownBlock::Heading(_, spans) | MarkdownBlock::Paragraph(spans) => spans_markdown(spans),
        MarkdownBlock::Code(code) => escape(code),
        MarkdownBlock::Quote(blocks) => {
            let inner: Vec<String> = blocks.iter().map(block_markdown).collect();
            prefixed(&inner.join("\n"), "> ", "> ")
        }
        MarkdownBlock::List(first, items) => list_markdown(*first, items),
        MarkdownBlock::Rule => String::new(),
    }
}

fn list_markdown(first: Option<u64>, items: &[Vec<MarkdownBlock>]) -> String {
    let mut lines = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let marker = match first {
            Some(first) => format!("{}. ", first.saturating_add(index as u64)),
            None => "- ".to_owned(),
        };
        let blocks: Vec<String> = item.iter().map(block_markdown).collect();
        let indent = " ".repeat(marker.len());
        lines.push(prefixed(&blocks.join("\n"), &marker, &indent));
    }
    lines.join("\n")
}

/// Puts one text before the first line, and another before the others.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut out = first.to_owned();
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
            out.push_str(others);
        }
        out.push_str(line);
    }
    out
}

fn spans_markdown(spans: &[Span]) -> String {
    let mut out = String::new();
    for (index, span) in spans.iter().enumerate() {
        push_span(&mut out, span);
        let next = spans.get(index + 1).and_then(|next| next.link.as_ref());
        let Some(link) = span.link.as_ref().filter(|link| next != Some(link)) else {
            continue;
        };
        // Texts of A2UI have no links, so the address is shown.
        if *link != span.text {
            push_escaped(&mut out, &format!(" ({link})"));
        }
    }
    out
}

/// Appends a span. Spaces at its ends stay outside of the marks, which must touch the text.
fn push_span(out: &mut String, span: &Span) {
    let text = span.text.trim();
    if text.is_empty() || !(span.style.is_bold || span.style.is_italic || span.style.is_code) {
        push_escaped(out, &span.text);
        return;
    }
    let begin = span.text.len() - span.text.trim_start().len();
    let end = span.text.trim_end().len();
    out.push_str(span.text.get(..begin).unwrap_or_default());
    let bold = if span.style.is_bold { "**" } else { "" };
    // Within a word, underscores stay text.
    let is_in_word = out.ends_with(char::is_alphanumeric);
    let italic = match (span.style.is_italic, is_in_word || !bold.is_empty()) {
        (false, _) => "",
        (true, false) => "_",
        (true, true) => "*",
    };
    let code = if span.style.is_code { "\\`" } else { "" };
    out.push_str(bold);
    out.push_str(italic);
    out.push_str(code);
    push_escaped(out, text);
    out.push_str(code);
    out.push_str(italic);
    out.push_str(bold);
    out.push_str(span.text.get(end..).unwrap_or_default());
}

/// Returns a text of at most `max` bytes, cut at a character with an ellipsis.
pub(super) fn cut(text: &str, max: usize) -> String {
    if text.len() <= max {
        return text.to_owned();
    }
    let end = (0..=max).rev().find(|end| text.is_char_boundary(*end));
    let kept = text.get(..end.unwrap_or(0)).unwrap_or_default();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Vec<String> {
        let parts = text_parts(text);
        parts.into_iter().map(|part| part.markdown).collect()
    }

    #[test]
    fn markup_of_plain_texts_is_escaped() {
        for (text, escaped) in [
            ("a*b_c [x](y) `z` \\", r"a\*b\_c \[x\](y) \`z\` \\"),
            (
                "- a\n  + b\n#1\n1. c\n2) d",
                "\\- a\n  \\+ b\n\\#1\n1\\. c\n2\\) d",
            ),
            ("-5 to 3.5 (a - b)", "-5 to 3.5 (a - b)"),
            ("---", "\\---"),
            ("&lt;b&gt; & &; &x", "\\&lt;b\\&gt; & &; &x"),
            ("<b>é</b> שלום 👩‍👩‍👧", "<b>é</b> שלום 👩‍👩‍👧"),
        ] {
            assert_eq!(escape(text), escaped);
        }
    }

    #[test]
    fn functions_of_the_host_are_broken_up() {
        for text in [
            "{{DATE(2017-02-14T06:00:00Z, SHORT)}}",
            "{{{TIME(2017-02-14T06:00:00Z)}}}",
            "{{ date(x)}}",
            "a {{{{DATE(x)}}",
        ] {
            for shown in [plain(text), escape(text), written(text).join("")] {
                assert!(
                    !shown.contains("{{DATE(") && !shown.contains("{{TIME("),
                    "{shown}"
                );
                assert_eq!(shown.replace(SEPARATOR, ""), text);
            }
        }
        assert_eq!(plain("{{name}} {DATE(x)} {{DA"), "{{name}} {DATE(x)} {{DA");
    }

    #[test]
    fn markdown_of_a_surface_becomes_that_of_a_card() {
        for (text, parts) in [
            (
                "Hello **Ada _B_**, `x_1`",
                vec![r"Hello **Ada** ***B***, \`x\_1\`"],
            ),
            ("_so_ un*frigging*real", vec!["_so_ un*frigging*real"]),
            ("- a\n- b\n  1. c\n  2. d", vec!["- a\n- b\n  1. c\n  2. d"]),
            (
                "a [b](https://c.test/_) d",
                vec![r"a b (https://c.test/\_) d"],
            ),
            ("<https://c.test>", vec!["https://c.test"]),
            ("# T\n\na\n\nb\n\n> q", vec!["T", "a\n\nb\n\n> q"]),
            ("```\n*a*\n```", vec![r"\*a\*"]),
            ("a\n\n---\n\nb", vec!["a", "b"]),
            ("", vec![]),
        ] {
            assert_eq!(written(text), parts, "{text}");
        }
        assert!(text_parts("a\n\n---\n\nb")[1].has_separator);
    }

    #[test]
    fn texts_are_cut_at_a_character() {
        assert_eq!(cut("héllo", 2), "h…");
        assert_eq!(cut("hello", 5), "hello");
        assert_eq!(cut("👩‍👩‍👧", 3), "…");
    }
}
