//! Writes texts as Markdown for A2UI, which shows neither links nor images.

use super::{MarkdownBlock, Span, SpanStyle};

/// The mark between two styles that would otherwise join, a space without width.
const SEPARATOR: char = '\u{200b}';
/// The greatest number of an item. CommonMark allows nine digits.
const MAX_NUMBER: u64 = 999_999_999;

/// Writes blocks as Markdown. A link becomes its text with the address behind it.
pub(crate) fn to_markdown(blocks: &[MarkdownBlock]) -> String {
    lines_of(blocks).join("\n")
}

/// Writes a text without markup, so that Markdown shows it as it is.
pub(crate) fn escape(text: &str) -> String {
    let span = Span {
        text: text.to_owned(),
        ..Span::default()
    };
    paragraph_lines(&[span]).join("\n")
}

/// Returns the lines of blocks. The depth of blocks is limited where they are read.
fn lines_of(blocks: &[MarkdownBlock]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Neighboring lists have different marks, since Markdown would join them.
    let mut lists = 0;
    for block in blocks {
        let is_list = matches!(block, MarkdownBlock::List(..));
        lists = if is_list { lists + 1 } else { 0 };
        let written = match block {
            MarkdownBlock::Heading(level, spans) => {
                let text = paragraph_lines(spans).join(" ");
                let marks = "#".repeat(usize::from(*level).clamp(1, 6));
                vec![format!("{marks} {}", text.trim_end())]
            }
            MarkdownBlock::Paragraph(spans) => paragraph_lines(spans),
            MarkdownBlock::Code(code) => code_lines(code),
            MarkdownBlock::Quote(blocks) => quote_lines(blocks),
            MarkdownBlock::List(first, items) => list_lines(*first, items, lists % 2 == 1),
            MarkdownBlock::Rule => vec!["---".to_owned()],
        };
        if written.iter().all(String::is_empty) {
            continue;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(written);
    }
    lines
}

fn quote_lines(blocks: &[MarkdownBlock]) -> Vec<String> {
    let lines = lines_of(blocks);
    let quoted = lines.iter().map(|line| match line.as_str() {
        "" => ">".to_owned(),
        line => format!("> {line}"),
    });
    quoted.collect()
}

fn list_lines(first: Option<u64>, items: &[Vec<MarkdownBlock>], is_odd: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let mark = match (first, is_odd) {
            (None, true) => "-".to_owned(),
            (None, false) => "*".to_owned(),
            (Some(first), _) => {
                let number = first.saturating_add(index as u64).min(MAX_NUMBER);
                format!("{number}{}", if is_odd { '.' } else { ')' })
            }
        };
        let indent = " ".repeat(mark.len() + 1);
        let written = item_lines(item);
        if written.is_empty() {
            lines.push(mark.clone());
        }
        for (at, line) in written.iter().enumerate() {
            lines.push(match (at, line.as_str()) {
                (0, line) => format!("{mark} {line}"),
                (_, "") => String::new(),
                (_, line) => format!("{indent}{line}"),
            });
        }
    }
    lines
}

/// Returns the lines of an item. A list directly below its text has no line between them.
fn item_lines(item: &[MarkdownBlock]) -> Vec<String> {
    let [
        MarkdownBlock::Paragraph(spans),
        MarkdownBlock::List(first, items),
    ] = item
    else {
        return lines_of(item);
    };
    let mut lines = paragraph_lines(spans);
    // Another number would not begin a list within a paragraph.
    if !matches!(first, None | Some(1)) {
        lines.push(String::new());
    }
    lines.extend(list_lines(*first, items, true));
    lines
}

fn code_lines(code: &str) -> Vec<String> {
    let fence = "`".repeat(longest_run(code).max(2) + 1);
    let mut lines = vec![fence.clone()];
    lines.extend(code.lines().map(str::to_owned));
    lines.push(fence);
    lines
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

/// Returns the lines of a paragraph. Styles end with their line, and an empty line separates paragraphs.
fn paragraph_lines(spans: &[Span]) -> Vec<String> {
    let mut lines: Vec<Vec<Span>> = vec![Vec::new()];
    for span in spans.iter().flat_map(shown_spans) {
        for (index, part) in span.text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
            }
            if let (Some(line), false) = (lines.last_mut(), part.is_empty()) {
                push_span(line, part, span.style);
            }
        }
    }
    let mut written: Vec<String> = Vec::new();
    for line in lines.iter().map(|line| write_line(line)) {
        match written.last_mut() {
            None if line.is_empty() => {}
            Some(last) if line.is_empty() && last.is_empty() => {}
            last => {
                // Two spaces at the end of a line keep the line break.
                let before = last.filter(|last| !last.is_empty() && !line.is_empty());
                if let Some(before) = before {
                    before.push_str("  ");
                }
                written.push(line);
            }
        }
    }
    if written.last().is_some_and(String::is_empty) {
        written.pop();
    }
    written
}

/// Returns the spans that show a span: a link is its text, followed by its address if that differs.
fn shown_spans(span: &Span) -> Vec<Span> {
    let text = Span {
        link: None,
        ..span.clone()
    };
    let Some(link) = &span.link else {
        return vec![text];
    };
    let plain = |text: String| Span {
        text,
        ..Span::default()
    };
    if span.text.trim().is_empty() {
        return vec![plain(link.clone())];
    }
    let address = link.strip_prefix("mailto:").unwrap_or(link);
    if span.text == *link || span.text == address {
        return vec![text];
    }
    vec![text, plain(format!(" ({link})"))]
}

/// Adds a part of a line. Parts with the style of the last one are joined to it.
fn push_span(line: &mut Vec<Span>, text: &str, style: SpanStyle) {
    match line.last_mut() {
        Some(last) if last.style == style => last.text.push_str(text),
        _ => line.push(Span {
            text: text.to_owned(),
            style,
            link: None,
        }),
    }
}

/// Writes one line.
fn write_line(spans: &[Span]) -> String {
    let mut pieces: Vec<(SpanStyle, String)> = Vec::new();
    for span in spans {
        let (before, core, after) = split_blanks(&span.text);
        let plain = SpanStyle::default();
        pieces.push((plain, before.to_owned()));
        pieces.push((span.style, core.to_owned()));
        pieces.push((plain, after.to_owned()));
    }
    pieces.retain(|(_, text)| !text.is_empty());
    let mut line = String::new();
    for (index, (style, text)) in pieces.iter().enumerate() {
        let next = pieces.get(index + 1);
        write_piece(&mut line, *style, text, next);
    }
    line.truncate(line.trim_end_matches([' ', '\t']).len());
    line
}

/// Splits a text into its leading blanks, its core and its trailing blanks. Marks must touch the core.
fn split_blanks(text: &str) -> (&str, &str, &str) {
    let core = text.trim();
    if core.is_empty() {
        return (text, "", "");
    }
    let before = text.len() - text.trim_start().len();
    let (before, rest) = text.split_at_checked(before).unwrap_or(("", text));
    let (core, after) = rest.split_at_checked(core.len()).unwrap_or((rest, ""));
    (before, core, after)
}

/// Adds a part of a line with its marks. Marks that no reader would recognize are left out.
fn write_piece(
    line: &mut String,
    style: SpanStyle,
    text: &str,
    next: Option<&(SpanStyle, String)>,
) {
    let next_is_styled = next.is_some_and(|(style, _)| *style != SpanStyle::default());
    let mut after = next.and_then(|(_, text)| text.chars().next());
    if style == SpanStyle::default() {
        write_escaped(line, text, if next_is_styled { Some('*') } else { after });
        return;
    }
    if line.ends_with(['*', '_', '~', '`']) && !line.ends_with("\\_") {
        line.push(SEPARATOR);
    }
    if next_is_styled {
        after = Some(SEPARATOR);
    }
    let mut core = String::new();
    if style.is_code {
        core = code_span(text);
    } else {
        // The marks separate the text from the start of the line.
        core.push('*');
        write_escaped(&mut core, text, Some('*'));
        core.remove(0);
    }
    let marks = marks_of(style);
    // Within `~~`, other marks are the neighbors.
    let has_inner_marks = style.is_struck && marks.len() > 2;
    let (first, last) = match has_inner_marks {
        true => (Some('*'), Some('*')),
        false => (core.chars().next(), core.chars().next_back()),
    };
    let can_open = is_flanking(first, line.chars().next_back());
    let can_close = is_flanking(last, after);
    if marks.is_empty() || !can_open || !can_close {
        if !style.is_code {
            core.clear();
            return write_escaped(line, text, after);
        }
        return line.push_str(&core);
    }
    line.push_str(&marks);
    line.push_str(&core);
    line.extend(marks.chars().rev());
}

fn marks_of(style: SpanStyle) -> String {
    let mut marks = String::new();
    if style.is_struck {
        marks.push_str("~~");
    }
    if style.is_bold {
        marks.push_str("**");
    }
    if style.is_italic {
        marks.push('*');
    }
    marks
}

/// Returns `true` if a mark between these characters belongs to the inner one (CommonMark, "flanking delimiter run").
fn is_flanking(inner: Option<char>, outer: Option<char>) -> bool {
    let is_word = inner.is_some_and(char::is_alphanumeric);
    is_word || outer.is_none_or(|c| c.is_whitespace() || c.is_ascii_punctuation())
}

fn code_span(code: &str) -> String {
    let marks = "`".repeat(longest_run(code) + 1);
    let pad = match code.starts_with('`') || code.ends_with('`') {
        true => " ",
        false => "",
    };
    [&marks, pad, code, pad, &marks].concat()
}

/// The part of a line before a character, as far as it matters to the start of blocks.
#[derive(Clone, Copy, PartialEq)]
enum LinePart {
    Start,
    /// Only blanks. Without a width of their own they would make the line source code.
    Blanks,
    /// Only this many digits, which begin a list if a point follows.
    Digits(usize),
    Text,
}

impl LinePart {
    fn after(self, character: char) -> Self {
        match (self, character) {
            (Self::Start | Self::Blanks, ' ' | '\t') => Self::Blanks,
            (Self::Start, '0'..='9') => Self::Digits(1),
            (Self::Digits(count), '0'..='9') => Self::Digits(count + 1),
            _ => Self::Text,
        }
    }
}

/// Adds a text, and escapes the characters that have a meaning in Markdown. `after` is the character behind the text.
fn write_escaped(line: &mut String, text: &str, after: Option<char>) {
    let mut part = match line.is_empty() {
        true => LinePart::Start,
        false => LinePart::Text,
    };
    for (index, character) in text.char_indices() {
        let behind = text.get(index + character.len_utf8()..).unwrap_or_default();
        let next = behind.chars().next().or(after);
        match character {
            ' ' | '\t' if matches!(part, LinePart::Start | LinePart::Blanks) => line.push('\u{a0}'),
            '\t' => line.push(' '),
            '\r' => {}
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' | '|' => line.extend(['\\', character]),
            '#' | '>' | '-' | '+' | '=' if part == LinePart::Start => {
                line.extend(['\\', character]);
            }
            '.' | ')' if matches!(part, LinePart::Digits(1..=9)) && is_end(next) => {
                line.extend(['\\', character]);
            }
            '_' if !is_within_word(line.chars().next_back(), next) => line.push_str("\\_"),
            '&' if is_entity(behind) => line.push_str("\\&"),
            character => line.push(character),
        }
        part = part.after(character);
    }
}

/// Returns `true` if the mark of an item may end before this character.
fn is_end(next: Option<char>) -> bool {
    next.is_none_or(char::is_whitespace)
}

/// Returns `true` if a text continues a reference to a character, such as `amp;`.
fn is_entity(behind: &str) -> bool {
    let name = behind
        .split(|c: char| c != '#' && !c.is_ascii_alphanumeric())
        .next();
    let length = name.map_or(0, str::len);
    length > 0
        && behind
            .get(length..)
            .is_some_and(|rest| rest.starts_with(';'))
}

fn is_within_word(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::super::{parse, plain_text};
    use super::*;
    use proptest::prelude::*;

    fn span(text: &str, marks: &str) -> Span {
        Span {
            text: text.to_owned(),
            style: SpanStyle {
                is_bold: marks.contains('b'),
                is_italic: marks.contains('i'),
                is_struck: marks.contains('s'),
                is_code: marks.contains('c'),
            },
            link: None,
        }
    }

    #[test]
    fn blocks_are_read_as_they_were() {
        let paragraph = |text: &str| MarkdownBlock::Paragraph(vec![span(text, "")]);
        let blocks = vec![
            MarkdownBlock::Heading(2, vec![span("A * B", "")]),
            MarkdownBlock::Paragraph(vec![
                span("one ", ""),
                span("two", "b"),
                span(" ", ""),
                span("three", "bi"),
                span(" ", ""),
                span("a`b", "c"),
                span(" and ", ""),
                span("four", "s"),
            ]),
            MarkdownBlock::Quote(vec![paragraph("said"), paragraph("again")]),
            MarkdownBlock::List(
                None,
                vec![
                    vec![
                        paragraph("x"),
                        MarkdownBlock::List(Some(1), vec![vec![paragraph("y")]]),
                    ],
                    vec![paragraph("- z")],
                ],
            ),
            MarkdownBlock::List(None, vec![vec![paragraph("apart")]]),
            MarkdownBlock::Code("```\n# x\n".trim_end().to_owned()),
            MarkdownBlock::Rule,
        ];
        let text = to_markdown(&blocks);
        assert_eq!(parse(&text), blocks, "{text}");
    }

    #[test]
    fn links_show_their_address() {
        let link = |text: &str, url: &str| Span {
            link: Some(url.to_owned()),
            ..span(text, "")
        };
        for (link, expected) in [
            (link("docs", "https://a.test/b"), "docs (https://a.test/b)"),
            (link("https://a.test", "https://a.test"), "https://a.test"),
            (link("a@b.test", "mailto:a@b.test"), "a@b.test"),
            (link("", "https://a.test/a_b"), "https://a.test/a_b"),
        ] {
            assert_eq!(
                to_markdown(&[MarkdownBlock::Paragraph(vec![link])]),
                expected
            );
        }
    }

    #[test]
    fn marks_that_readers_would_miss_are_left_out() {
        for (spans, expected) in [
            (vec![span("(a)", "b"), span("b", "")], "(a)b"),
            (vec![span("a", "b"), span("b", "")], "**a**b"),
            (vec![span("a", "b"), span("b", "i")], "**a**\u{200b}*b*"),
            (vec![span(" a ", "b"), span("b", "")], "\u{a0}**a** b"),
        ] {
            assert_eq!(to_markdown(&[MarkdownBlock::Paragraph(spans)]), expected);
        }
    }

    proptest! {
        #[test]
        fn every_text_is_shown_as_it_is(text in "[-a-z0-9 \n#>*_~`|+=.()&;<!\\[\\]\\\\:/é👍]{0,40}") {
            let shown = plain_text(&parse(&escape(&text)));
            let lines = |text: &str| -> Vec<String> {
                let lines = text.split('\n').map(|line| line.replace('\u{a0}', " ").trim_end().to_owned());
                lines.filter(|line| !line.is_empty()).collect()
            };
            prop_assert_eq!(lines(&shown), lines(&text), "{}", escape(&text));
        }

        #[test]
        fn every_styled_text_keeps_its_words(parts in proptest::collection::vec(("[-a-z *_~`.()é👍]{0,6}", "[bis]{0,2}|c"), 0..5)) {
            let spans: Vec<Span> = parts.iter().map(|(text, marks)| span(text, marks)).collect();
            let text = to_markdown(&[MarkdownBlock::Paragraph(spans.clone())]);
            let words = |text: String| text.replace(['\u{200b}', '\u{a0}', ' '], "");
            let expected: String = spans.iter().map(|span| span.text.as_str()).collect();
            prop_assert_eq!(words(plain_text(&parse(&text))), words(expected), "{}", text);
        }
    }
}
