//! Markdown as texts of Slack.
//!
//! Slack reads `plain_text` with `emoji: false` literally. It reads `mrkdwn` as markup and lacks an escape for `*`, `_`, `~`,
//! `` ` ``, for `:name:` and for a `>` at the start of a line. A text without styles therefore becomes `plain_text`. A text
//! with styles becomes `mrkdwn` if Slack reads it as it is meant, and `rich_text` or `plain_text` otherwise.

use crate::{
    markdown::{self, MarkdownBlock, Span},
    surface_writer::object,
    web_address::host_of,
};
use wire::Payload;

/// Returns a text that Slack shows as it is.
pub(super) fn plain_object(text: &str) -> Payload {
    text_object("plain_text", text, ("emoji", false))
}

/// Returns a text in which `:name:` is an emoji.
pub(super) fn emoji_object(text: &str) -> Payload {
    text_object("plain_text", text, ("emoji", true))
}

/// Returns a text in the markup of Slack. Addresses and names outside of `<…>` are not made links.
pub(super) fn mrkdwn_object(text: &str) -> Payload {
    text_object("mrkdwn", text, ("verbatim", true))
}

fn text_object(kind: &str, text: &str, (name, value): (&str, bool)) -> Payload {
    object(&[
        ("type", Payload::string(kind)),
        ("text", Payload::string(text)),
        (name, Payload::from(value)),
    ])
}

/// Escapes the characters with which mentions and links begin and end.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Cuts a text to a number of characters. A cut text ends with `…`.
pub(super) fn cut(text: &str, max: usize) -> (String, bool) {
    if text.chars().nth(max).is_none() {
        return (text.to_owned(), false);
    }
    let kept: String = text.chars().take(max.saturating_sub(1)).collect();
    (kept + "…", true)
}

/// Returns the number of characters.
pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// Returns `true` if a text shows nothing.
pub(super) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Returns `true` if blocks have neither styles nor structure.
pub(super) fn is_plain(blocks: &[MarkdownBlock]) -> bool {
    blocks.iter().all(|block| match block {
        MarkdownBlock::Paragraph(spans) => spans
            .iter()
            .all(|span| span.style == markdown::SpanStyle::default() && span.link.is_none()),
        _ => false,
    })
}

/// Returns the text of blocks without styles. Paragraphs are separated by blank lines.
pub(super) fn plain(blocks: &[MarkdownBlock]) -> String {
    let mut parts = Vec::new();
    for block in blocks {
        parts.push(markdown::plain_text(std::slice::from_ref(block)));
    }
    parts.join("\n\n")
}

/// Returns a link in the markup of Slack. Returns `None` for an address that is not opened, or a label that Slack misreads.
pub(super) fn link(url: &str, label: &str) -> Option<String> {
    if !is_linked(url) || label.contains(['\n', '|']) || is_misread(label) {
        return None;
    }
    Some(format!("<{}|{}>", escape(url), escape(label)))
}

/// Returns `true` for the address of a web page that fits into a link.
pub(super) fn is_linked(url: &str) -> bool {
    host_of(url).is_some() && !url.contains(['<', '>', '|', '"'])
}

/// Returns blocks in the markup of Slack. Returns `None` if Slack would read the text in another way.
pub(super) fn mrkdwn(blocks: &[MarkdownBlock]) -> Option<String> {
    mrkdwn_with(blocks, "\n\n")
}

fn mrkdwn_with(blocks: &[MarkdownBlock], separator: &str) -> Option<String> {
    let mut parts = Vec::new();
    for block in blocks {
        parts.push(match block {
            MarkdownBlock::Paragraph(spans) => mrkdwn_spans(spans)?,
            MarkdownBlock::Heading(_, spans) => bold_line(spans)?,
            MarkdownBlock::Code(code) if code.contains("```") || is_blank(code) => return None,
            MarkdownBlock::Code(code) => format!("```\n{}\n```", escape(code)),
            MarkdownBlock::Quote(inner) => mrkdwn_quote(inner)?,
            MarkdownBlock::List(first, items) => mrkdwn_list(*first, items)?,
            MarkdownBlock::Rule => continue,
        });
    }
    Some(parts.join(separator))
}

/// Slack has neither lists, code nor quotes in quotes.
fn mrkdwn_quote(inner: &[MarkdownBlock]) -> Option<String> {
    let is_simple = inner
        .iter()
        .all(|block| matches!(block, MarkdownBlock::Paragraph(_)));
    if !is_simple {
        return None;
    }
    let text = mrkdwn_with(inner, "\n")?;
    let lines: Vec<String> = text.lines().map(|line| format!("> {line}")).collect();
    Some(lines.join("\n"))
}

/// Writes the signs of a list as text. Items with other blocks than paragraphs and lists need a rich text.
fn mrkdwn_list(first: Option<u64>, items: &[Vec<MarkdownBlock>]) -> Option<String> {
    let mut lines = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let is_simple = item.iter().all(|block| {
            matches!(
                block,
                MarkdownBlock::Paragraph(_) | MarkdownBlock::List(_, _)
            )
        });
        if !is_simple {
            return None;
        }
        let sign = match first {
            Some(first) => format!("{}. ", first.saturating_add(index as u64)),
            None => "• ".to_owned(),
        };
        let text = mrkdwn_with(item, "\n")?;
        let mut own = text.lines();
        lines.push(sign + own.next().unwrap_or_default());
        lines.extend(own.map(|line| format!("    {line}")));
    }
    Some(lines.join("\n"))
}

/// Writes a heading as a bold line.
fn bold_line(spans: &[Span]) -> Option<String> {
    let is_simple = spans.iter().all(|span| {
        let style = span.style;
        span.link.is_none() && !style.is_italic && !style.is_struck && !style.is_code
    });
    let text: String = spans.iter().map(|span| span.text.as_str()).collect();
    let text = text.trim();
    if !is_simple || text.is_empty() || text.contains('\n') || is_misread(text) {
        return None;
    }
    Some(format!("*{}*", escape(text)))
}

fn mrkdwn_spans(spans: &[Span]) -> Option<String> {
    let mut text = String::new();
    for (index, span) in spans.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| spans.get(before));
        let marks = marks_of(span);
        if !marks.is_empty() && !is_apart(before, span, spans.get(index + 1)) {
            return None;
        }
        let link_to = span.link.as_deref().filter(|url| is_linked(url));
        let inner = match link_to {
            Some(url) => link(url, &span.text)?,
            None if span.style.is_code => escape(code_text(span)?),
            None if is_misread(&span.text) => return None,
            None => escape(&span.text),
        };
        let closing: String = marks.chars().rev().collect();
        text.push_str(&format!("{marks}{inner}{closing}"));
    }
    let has_quote_sign = text
        .lines()
        .any(|line| line.trim_start().starts_with("&gt;"));
    if has_quote_sign { None } else { Some(text) }
}

/// Returns the text of a span of code, which has no other style.
fn code_text(span: &Span) -> Option<&str> {
    let style = span.style;
    let has_more = style.is_bold || style.is_italic || style.is_struck;
    if has_more || span.text.contains('`') {
        return None;
    }
    Some(&span.text)
}

fn marks_of(span: &Span) -> String {
    let style = span.style;
    let mut marks = String::new();
    for (is_set, mark) in [
        (style.is_bold, '*'),
        (style.is_italic, '_'),
        (style.is_struck, '~'),
        (style.is_code, '`'),
    ] {
        if is_set {
            marks.push(mark);
        }
    }
    marks
}

/// Returns `true` if Slack recognizes the marks of a span: letters and other marks must not touch them.
fn is_apart(before: Option<&Span>, span: &Span, after: Option<&Span>) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || ".,;:!?".contains(c));
    let is_unmarked = |span: Option<&Span>| span.is_none_or(|span| marks_of(span).is_empty());
    let before_is_edge = before.is_none_or(|before| {
        before
            .text
            .chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || c == '(')
    });
    let after_is_edge =
        after.is_none_or(|after| is_edge(after.text.chars().next()) || after.text.starts_with(')'));
    let inner = span.text.as_str();
    before_is_edge
        && after_is_edge
        && is_unmarked(before)
        && is_unmarked(after)
        && !inner.contains('\n')
        && !inner.is_empty()
        && inner.trim() == inner
}

/// Returns `true` if a text contains characters that Slack reads as markup or as an emoji.
fn is_misread(text: &str) -> bool {
    if text.contains(['*', '_', '~', '`']) {
        return true;
    }
    // Between the colons of an emoji stand neither spaces nor further colons.
    let mut parts = text.split(':');
    parts.next();
    let parts: Vec<&str> = parts.collect();
    let Some((_, between)) = parts.split_last() else {
        return false;
    };
    between
        .iter()
        .any(|name| !name.is_empty() && !name.contains(char::is_whitespace))
}

/// Returns blocks as the elements of a rich text, which Slack shows without an escape.
pub(super) fn rich_elements(blocks: &[MarkdownBlock]) -> Vec<Payload> {
    let mut elements = Vec::new();
    let last = blocks.len().saturating_sub(1);
    for (index, block) in blocks.iter().enumerate() {
        match block {
            MarkdownBlock::Paragraph(spans) => {
                // Slack shows sections without a distance.
                let end = if index < last { "\n" } else { "" };
                push_rich(
                    "rich_text_section",
                    inlines(spans, false, end),
                    &mut elements,
                );
            }
            MarkdownBlock::Heading(_, spans) => {
                push_rich("rich_text_section", inlines(spans, true, ""), &mut elements);
            }
            MarkdownBlock::Code(code) => {
                let spans = [span_of(code)];
                push_rich(
                    "rich_text_preformatted",
                    inlines(&spans, false, ""),
                    &mut elements,
                );
            }
            MarkdownBlock::Quote(inner) => {
                let spans = [span_of(&plain(inner))];
                push_rich("rich_text_quote", inlines(&spans, false, ""), &mut elements);
            }
            MarkdownBlock::List(first, items) => {
                push_list(*first, items, 0, &mut elements);
            }
            MarkdownBlock::Rule => {}
        }
    }
    elements
}

fn span_of(text: &str) -> Span {
    Span {
        text: text.to_owned(),
        ..Span::default()
    }
}

fn push_rich(kind: &str, inlines: Vec<Payload>, elements: &mut Vec<Payload>) {
    if inlines.is_empty() {
        return;
    }
    elements.push(object(&[
        ("type", Payload::string(kind)),
        ("elements", Payload::array(&inlines)),
    ]));
}

/// The deepest indentation of a list.
const MAX_INDENT: usize = 8;

/// Adds the items of a list. A list in an item ends the list around it, and a further list continues that one. The
/// Markdown model limits the nesting.
fn push_list(
    first: Option<u64>,
    items: &[Vec<MarkdownBlock>],
    indent: usize,
    elements: &mut Vec<Payload>,
) {
    let mut sections: Vec<Payload> = Vec::new();
    let mut start = 0;
    for (index, item) in items.iter().enumerate() {
        let mut spans = Vec::new();
        let mut nested = Vec::new();
        for block in item {
            match block {
                MarkdownBlock::List(first, items) => nested.push((*first, items)),
                MarkdownBlock::Paragraph(own) if spans.is_empty() => spans.extend(own.clone()),
                other => {
                    let text = markdown::plain_text(std::slice::from_ref(other));
                    let line = if spans.is_empty() {
                        text
                    } else {
                        format!("\n{text}")
                    };
                    spans.push(span_of(&line));
                }
            }
        }
        push_rich(
            "rich_text_section",
            inlines(&spans, false, ""),
            &mut sections,
        );
        if nested.is_empty() {
            continue;
        }
        push_items(first, start, &mut sections, indent, elements);
        start = index + 1;
        for (first, items) in nested {
            push_list(first, items, indent + 1, elements);
        }
    }
    push_items(first, start, &mut sections, indent, elements);
}

/// Adds the list of the sections so far, which begins with the item `start`.
fn push_items(
    first: Option<u64>,
    start: usize,
    sections: &mut Vec<Payload>,
    indent: usize,
    elements: &mut Vec<Payload>,
) {
    if sections.is_empty() {
        return;
    }
    let sections = std::mem::take(sections);
    let style = match first {
        Some(_) => "ordered",
        None => "bullet",
    };
    let mut members = vec![
        ("type", Payload::string("rich_text_list")),
        ("style", Payload::string(style)),
        ("indent", Payload::from(indent.min(MAX_INDENT) as u64)),
    ];
    let before = first
        .unwrap_or(1)
        .saturating_sub(1)
        .saturating_add(start as u64);
    // A later list continues the numbers.
    if first.is_some() && before > 0 && u32::try_from(before).is_ok() {
        members.push(("offset", Payload::from(before)));
    }
    members.push(("elements", Payload::array(&sections)));
    elements.push(object(&members));
}

fn inlines(spans: &[Span], is_bold: bool, end: &str) -> Vec<Payload> {
    let mut inlines = Vec::new();
    let last = spans.len().saturating_sub(1);
    for (index, span) in spans.iter().enumerate() {
        let end = if index == last { end } else { "" };
        let text = format!("{}{end}", span.text);
        if text.is_empty() {
            continue;
        }
        let text = ("text", Payload::string(&text));
        let mut members = match span.link.as_deref().filter(|url| is_linked(url)) {
            Some(url) => vec![
                ("type", Payload::string("link")),
                ("url", Payload::string(url)),
                text,
            ],
            None => vec![("type", Payload::string("text")), text],
        };
        let style = span.style;
        let mut styles = Vec::new();
        for (is_set, name) in [
            (style.is_bold || is_bold, "bold"),
            (style.is_italic, "italic"),
            (style.is_struck, "strike"),
            (style.is_code, "code"),
        ] {
            if is_set {
                styles.push((name, Payload::from(true)));
            }
        }
        if !styles.is_empty() {
            members.push(("style", object(&styles)));
        }
        inlines.push(object(&members));
    }
    inlines
}

/// A text of one block.
#[derive(Debug)]
pub(super) enum TextPart {
    /// A heading without styles.
    Header(String),
    Body(Vec<MarkdownBlock>),
    Rule,
}

/// The greatest number of characters of a heading.
const MAX_HEADER: usize = 150;
/// The greatest number of characters of a text in a section.
pub(super) const MAX_TEXT: usize = 3000;

/// Splits a text into the texts of blocks. The second value is `true` if a paragraph was too long for one block, so that its
/// styles are lost.
pub(super) fn split(blocks: &[MarkdownBlock]) -> (Vec<TextPart>, bool) {
    let mut parts = Vec::new();
    let mut body: Vec<MarkdownBlock> = Vec::new();
    let mut size = 0;
    let mut has_lost_styles = false;
    for block in blocks {
        if let Some(header) = header_of(block) {
            flush(&mut body, &mut size, &mut parts);
            parts.push(TextPart::Header(header));
            continue;
        }
        if *block == MarkdownBlock::Rule {
            flush(&mut body, &mut size, &mut parts);
            parts.push(TextPart::Rule);
            continue;
        }
        let own = size_of(block);
        if own > MAX_TEXT {
            flush(&mut body, &mut size, &mut parts);
            has_lost_styles |= !is_plain(std::slice::from_ref(block));
            for piece in pieces(&plain(std::slice::from_ref(block))) {
                parts.push(TextPart::Body(vec![MarkdownBlock::Paragraph(vec![
                    span_of(&piece),
                ])]));
            }
            continue;
        }
        // A blank line stands between two paragraphs.
        if size + own + 2 > MAX_TEXT {
            flush(&mut body, &mut size, &mut parts);
        }
        size += own + if body.is_empty() { 0 } else { 2 };
        body.push(block.clone());
    }
    flush(&mut body, &mut size, &mut parts);
    (parts, has_lost_styles)
}

fn flush(body: &mut Vec<MarkdownBlock>, size: &mut usize, parts: &mut Vec<TextPart>) {
    *size = 0;
    let body = std::mem::take(body);
    if !is_blank(&plain(&body)) {
        parts.push(TextPart::Body(body));
    }
}

/// Returns the text of a great heading, which has a block of its own.
fn header_of(block: &MarkdownBlock) -> Option<String> {
    let MarkdownBlock::Heading(1 | 2, spans) = block else {
        return None;
    };
    let paragraph = MarkdownBlock::Paragraph(spans.clone());
    let text = plain(std::slice::from_ref(&paragraph));
    let text = text.trim();
    let fits = !text.is_empty() && !text.contains('\n') && length(text) <= MAX_HEADER;
    (fits && is_plain(&[paragraph])).then(|| text.to_owned())
}

/// Returns the number of characters of a block in its longest form.
fn size_of(block: &MarkdownBlock) -> usize {
    let block = std::slice::from_ref(block);
    let marked = mrkdwn(block).map_or(0, |text| length(&text));
    marked.max(length(&plain(block)))
}

/// Splits a long text at spaces, or within a word that is too long itself.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((end, _)) = rest.char_indices().nth(MAX_TEXT) {
        let (head, _) = rest.split_at(end);
        let at = match head.rfind(char::is_whitespace) {
            Some(space) if space > 0 => space,
            _ => end,
        };
        let (head, tail) = rest.split_at(at);
        pieces.push(head.trim_end().to_owned());
        rest = tail.trim_start();
    }
    pieces.push(rest.to_owned());
    pieces.retain(|piece| !is_blank(piece));
    pieces
}
