//! Reads texts with styles.

use super::{
    emoji::{emoji, emoji_of_codes},
    mrkdwn::{ParsedText, add_span, date_text},
};
use crate::markdown::{MarkdownBlock, Span, SpanStyle};
use a2ui::address::has_link_scheme;
use slack_blocks::{
    RichTextBlock, RichTextDate, RichTextElement, RichTextEmoji, RichTextInline, RichTextLink,
    RichTextList,
};
use wire::{List, Number, Payload, Tolerant};

/// The greatest depth of a list in Slack. Deeper lists have this depth.
const MAX_INDENT: u64 = 8;

/// Reads a text with styles.
pub(super) fn read_rich_text(text: &RichTextBlock) -> ParsedText {
    let mut reader = RichTextReader::default();
    for element in text.elements.get().into_iter().flat_map(List::iter) {
        reader.read(element);
    }
    reader.end_lists(0);
    reader.parsed
}

/// A list whose items are being read.
struct OpenList {
    indent: u64,
    /// The number of the first item of a numbered list.
    first: Option<u64>,
    items: Vec<Vec<MarkdownBlock>>,
}

#[derive(Default)]
struct RichTextReader {
    parsed: ParsedText,
    /// The open lists, each within the last item of the one before.
    lists: Vec<OpenList>,
}

impl RichTextReader {
    fn read(&mut self, element: &RichTextElement) {
        if let RichTextElement::List(list) = element {
            return self.read_list(list);
        }
        self.end_lists(0);
        let block = match element {
            RichTextElement::Section(section) => {
                MarkdownBlock::Paragraph(self.spans(&section.elements))
            }
            RichTextElement::Quote(quote) => {
                let spans = self.spans(&quote.elements);
                MarkdownBlock::Quote(vec![MarkdownBlock::Paragraph(spans)])
            }
            RichTextElement::Preformatted(code) => {
                let spans = self.spans(&code.elements);
                MarkdownBlock::Code(spans.iter().map(|span| span.text.as_str()).collect())
            }
            _ => return,
        };
        self.parsed.blocks.push(block);
    }

    /// Reads a list. Slack writes each level of a nested list as a list of its own.
    fn read_list(&mut self, list: &RichTextList) {
        let number = |number: &Tolerant<Number>| number.get().and_then(Number::as_u64).unwrap_or(0);
        let indent = number(&list.indent).min(MAX_INDENT);
        let is_ordered = list.style.get().is_some_and(|style| style == "ordered");
        let offset = number(&list.offset);
        self.end_lists(indent.saturating_add(1));
        let is_other =
            |open: &OpenList| open.indent == indent && open.first.is_some() != is_ordered;
        if self.lists.last().is_some_and(is_other) {
            self.end_lists(indent);
        }
        let mut items = Vec::new();
        for section in list.elements.get().into_iter().flat_map(List::iter) {
            items.push(vec![MarkdownBlock::Paragraph(
                self.spans(&section.elements),
            )]);
        }
        match self.lists.last_mut() {
            Some(open) if open.indent == indent => open.items.extend(items),
            _ => self.lists.push(OpenList {
                indent,
                first: is_ordered.then(|| offset.saturating_add(1)),
                items,
            }),
        }
    }

    /// Ends the open lists with at least this depth.
    fn end_lists(&mut self, indent: u64) {
        while self.lists.last().is_some_and(|list| list.indent >= indent) {
            let Some(list) = self.lists.pop() else {
                return;
            };
            let block = MarkdownBlock::List(list.first, list.items);
            let Some(outer) = self.lists.last_mut() else {
                self.parsed.blocks.push(block);
                continue;
            };
            match outer.items.last_mut() {
                Some(item) => item.push(block),
                None => outer.items.push(vec![block]),
            }
        }
    }

    fn spans(&mut self, inlines: &Tolerant<List<RichTextInline>>) -> Vec<Span> {
        let mut spans = Vec::new();
        for inline in inlines.get().into_iter().flat_map(List::iter) {
            self.add_inline(&mut spans, inline);
        }
        spans
    }

    fn add_inline(&mut self, spans: &mut Vec<Span>, inline: &RichTextInline) {
        let mut mention = |sign: &str, name: &Tolerant<String>, style: Option<&Payload>| {
            let name = name.get().map_or("", String::as_str);
            add_span(spans, &[sign, name].concat(), style_of(style), None);
            self.parsed.has_mention = true;
        };
        match inline {
            RichTextInline::User(user) => mention("@", &user.user_id, user.style.as_ref()),
            RichTextInline::UserGroup(group) => {
                mention("@", &group.usergroup_id, group.style.as_ref());
            }
            RichTextInline::Channel(channel) => {
                mention("#", &channel.channel_id, channel.style.as_ref());
            }
            RichTextInline::Team(team) => mention("@", &team.team_id, team.style.as_ref()),
            RichTextInline::Broadcast(all) => mention("@", &all.range, all.style.as_ref()),
            RichTextInline::Text(text) => {
                let style = style_of(text.style.as_ref());
                add_span(
                    spans,
                    text.text.get().map_or("", String::as_str),
                    style,
                    None,
                );
            }
            RichTextInline::Color(color) => {
                let style = style_of(color.style.as_ref());
                add_span(
                    spans,
                    color.value.get().map_or("", String::as_str),
                    style,
                    None,
                );
            }
            RichTextInline::Emoji(found) => {
                let style = style_of(found.style.as_ref());
                add_span(spans, &emoji_text(found), style, None);
            }
            RichTextInline::Link(link) => self.add_link(spans, link),
            RichTextInline::Date(date) => self.add_date(spans, date),
            _ => {}
        }
    }

    fn add_link(&mut self, spans: &mut Vec<Span>, link: &RichTextLink) {
        let url = link.url.get().map_or("", String::as_str);
        let label = link.text.get().filter(|text| !text.is_empty());
        let label = label.map_or(url, String::as_str);
        let style = style_of(link.style.as_ref());
        let is_safe = has_link_scheme(url);
        self.parsed.has_unsafe_link |= !is_safe;
        add_span(spans, label, style, is_safe.then_some(url));
    }

    fn add_date(&mut self, spans: &mut Vec<Span>, date: &RichTextDate) {
        self.parsed.has_date = true;
        let seconds = date.timestamp.get().and_then(Number::as_i64);
        let text = match date.fallback.get().filter(|text| !text.is_empty()) {
            Some(text) => text.clone(),
            None => date_text(seconds).unwrap_or_default(),
        };
        let url = date.url.get().filter(|url| has_link_scheme(url));
        let style = style_of(date.style.as_ref());
        add_span(spans, &text, style, url.map(String::as_str));
    }
}

fn emoji_text(found: &RichTextEmoji) -> String {
    let codes = found.unicode.get().and_then(|codes| emoji_of_codes(codes));
    let name = found.name.get().map_or("", String::as_str);
    codes
        .or_else(|| emoji(name))
        .unwrap_or_else(|| [":", name, ":"].concat())
}

fn style_of(style: Option<&Payload>) -> SpanStyle {
    let has = |name: &str| {
        let value = style.and_then(|style| style.member(name));
        value.is_some_and(|value| value.text() == "true")
    };
    SpanStyle {
        is_bold: has("bold"),
        is_italic: has("italic"),
        is_struck: has("strike"),
        is_code: has("code"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::to_markdown;

    fn markdown(elements: &str) -> String {
        let text = format!(r#"{{"type":"rich_text","elements":[{elements}]}}"#);
        to_markdown(&read_rich_text(&wire::decode(&text).unwrap()).blocks)
    }

    #[test]
    fn inlines_become_spans() {
        for (inline, expected) in [
            (
                r#"{"type":"text","text":"a*b","style":{"bold":true}}"#,
                "**a\\*b**",
            ),
            (
                r#"{"type":"text","text":"a","style":{"italic":true,"strike":true,"underline":true}}"#,
                "~~*a*~~",
            ),
            (
                r#"{"type":"text","text":"a`b","style":{"code":true}}"#,
                "``a`b``",
            ),
            (
                r#"{"type":"link","url":"https://a.test","text":"docs"}"#,
                "docs (https://a.test)",
            ),
            (
                r#"{"type":"link","url":"https://a.test"}"#,
                "https://a.test",
            ),
            (
                r#"{"type":"link","url":"javascript:x","text":"run"}"#,
                "run",
            ),
            (r#"{"type":"emoji","name":"wave"}"#, "👋"),
            (r#"{"type":"emoji","name":"own","unicode":"1f44b"}"#, "👋"),
            (r#"{"type":"emoji","name":"own"}"#, ":own:"),
            (r#"{"type":"user","user_id":"U1"}"#, "@U1"),
            (r#"{"type":"usergroup","usergroup_id":"S1"}"#, "@S1"),
            (r#"{"type":"team","team_id":"T1"}"#, "@T1"),
            (r#"{"type":"channel","channel_id":"C1"}"#, "\\#C1"),
            (r#"{"type":"broadcast","range":"here"}"#, "@here"),
            (r##"{"type":"color","value":"#ff0000"}"##, "\\#ff0000"),
            (
                r#"{"type":"date","timestamp":1796083200,"format":"{date}","fallback":"Tuesday"}"#,
                "Tuesday",
            ),
            (
                r#"{"type":"date","timestamp":1796083200,"format":"{date}"}"#,
                "2026-12-01 00:00 UTC",
            ),
            (
                r#"{"type":"date","timestamp":9e99,"format":"{date}"},{"type":"new"},7,{"type":"text","text":1}"#,
                "",
            ),
        ] {
            let section = format!(r#"{{"type":"rich_text_section","elements":[{inline}]}}"#);
            assert_eq!(markdown(&section), expected, "{inline}");
        }
    }

    #[test]
    fn nested_lists_are_joined() {
        let item = |text: &str| {
            format!(
                r#"{{"type":"rich_text_section","elements":[{{"type":"text","text":"{text}"}}]}}"#
            )
        };
        let list = |style: &str, indent: &str, more: &str, items: &[&str]| {
            let items: Vec<String> = items.iter().map(|text| item(text)).collect();
            let items = items.join(",");
            format!(
                r#"{{"type":"rich_text_list","style":"{style}","indent":{indent}{more},"elements":[{items}]}}"#
            )
        };
        let elements = [
            list("bullet", "0", "", &["a", "b"]),
            list("ordered", "1", "", &["c"]),
            list("bullet", "2", "", &["d"]),
            list("bullet", "0", "", &["e"]),
            list("ordered", "0", r#","offset":4"#, &["f", "g"]),
            r#"{"type":"rich_text_quote","elements":[{"type":"text","text":"q"}]}"#.to_owned(),
            r#"{"type":"rich_text_preformatted","elements":[{"type":"text","text":"x\ny"}]}"#
                .to_owned(),
            list("bullet", "1e9", "", &["h"]),
        ];
        assert_eq!(
            markdown(&elements.join(",")),
            "- a\n- b\n  1. c\n     - d\n- e\n\n5) f\n6) g\n\n> q\n\n```\nx\ny\n```\n\n- h"
        );
    }
}
