//! The Markdown of texts, which A2UI, Adaptive Cards and Slack write in different ways.

mod writer;

pub(crate) use writer::{escape, to_markdown};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A part of a Markdown text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MarkdownBlock {
    /// A heading with its level, from 1 to 6.
    Heading(u8, Vec<Span>),
    Paragraph(Vec<Span>),
    /// Preformatted lines, without the last line break.
    Code(String),
    Quote(Vec<MarkdownBlock>),
    /// A list. The number is that of the first item of a numbered list.
    List(Option<u64>, Vec<Vec<MarkdownBlock>>),
    Rule,
}

/// A run of characters with one style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) text: String,
    pub(crate) style: SpanStyle,
    /// The address of a link.
    pub(crate) link: Option<String>,
}

/// The style of a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpanStyle {
    pub(crate) is_bold: bool,
    pub(crate) is_italic: bool,
    pub(crate) is_struck: bool,
    pub(crate) is_code: bool,
}

/// The deepest nesting of lists and quotes that is read as such. Deeper parts become paragraphs of the last level.
const LEVELS: usize = 16;

/// Reads a Markdown text. HTML stays text. The text of an image is its description.
pub(crate) fn parse(text: &str) -> Vec<MarkdownBlock> {
    let mut reader = MarkdownReader::default();
    for event in Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH) {
        reader.take(event);
    }
    reader.finish()
}

/// Returns the text without its markup. Blocks are separated by line breaks.
pub(crate) fn plain_text(blocks: &[MarkdownBlock]) -> String {
    let mut lines = Vec::new();
    collect_lines(blocks, &mut lines);
    lines.join("\n")
}

fn collect_lines(blocks: &[MarkdownBlock], lines: &mut Vec<String>) {
    for block in blocks {
        match block {
            MarkdownBlock::Heading(_, spans) | MarkdownBlock::Paragraph(spans) => {
                lines.push(spans.iter().map(|span| span.text.as_str()).collect());
            }
            MarkdownBlock::Code(code) => lines.push(code.clone()),
            MarkdownBlock::Quote(blocks) => collect_lines(blocks, lines),
            MarkdownBlock::List(_, items) => {
                for item in items {
                    collect_lines(item, lines);
                }
            }
            MarkdownBlock::Rule => {}
        }
    }
}

/// An open block with other blocks.
#[derive(Debug)]
enum Holder {
    Quote,
    List(Option<u64>, Vec<Vec<MarkdownBlock>>),
    Item,
}

/// Collects the events of the parser.
#[derive(Default)]
struct MarkdownReader {
    /// The blocks of each open holder. The first list belongs to the text.
    blocks: Vec<Vec<MarkdownBlock>>,
    holders: Vec<Holder>,
    spans: Vec<Span>,
    heading: Option<u8>,
    code: Option<String>,
    bold: usize,
    italic: usize,
    struck: usize,
    link: Option<String>,
    /// The holders beyond the limit.
    ignored: usize,
}

impl MarkdownReader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.add(&text),
            Event::Code(code) => self.add_span(&code, true),
            Event::SoftBreak | Event::HardBreak => self.add("\n"),
            Event::Rule => {
                self.flush();
                self.push(MarkdownBlock::Rule);
            }
            _ => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => self.heading = Some(level as u8),
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.flush();
                self.code = Some(String::new());
            }
            Tag::Strong => self.bold += 1,
            Tag::Emphasis => self.italic += 1,
            Tag::Strikethrough => self.struck += 1,
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.into_string()),
            Tag::BlockQuote(_) => self.enter(Holder::Quote),
            Tag::List(first) => self.enter(Holder::List(first, Vec::new())),
            Tag::Item => self.enter(Holder::Item),
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::HtmlBlock => self.flush(),
            TagEnd::CodeBlock => {
                if let Some(code) = self.code.take() {
                    let code = code.strip_suffix('\n').unwrap_or(&code).to_owned();
                    self.push(MarkdownBlock::Code(code));
                }
            }
            TagEnd::Strong => self.bold = self.bold.saturating_sub(1),
            TagEnd::Emphasis => self.italic = self.italic.saturating_sub(1),
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::Link => self.link = None,
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => self.leave(),
            _ => {}
        }
    }

    fn add(&mut self, text: &str) {
        match &mut self.code {
            Some(code) => code.push_str(text),
            None => self.add_span(text, false),
        }
    }

    fn add_span(&mut self, text: &str, is_code: bool) {
        let style = SpanStyle {
            is_bold: self.bold > 0,
            is_italic: self.italic > 0,
            is_struck: self.struck > 0,
            is_code,
        };
        match self.spans.last_mut() {
            Some(last) if last.style == style && last.link == self.link => last.text.push_str(text),
            _ => self.spans.push(Span {
                text: text.to_owned(),
                style,
                link: self.link.clone(),
            }),
        }
    }

    fn push(&mut self, block: MarkdownBlock) {
        match self.blocks.last_mut() {
            Some(blocks) => blocks.push(block),
            None => self.blocks.push(vec![block]),
        }
    }

    /// Ends a paragraph or heading.
    fn flush(&mut self) {
        let heading = self.heading.take();
        if self.spans.is_empty() {
            return;
        }
        let spans = std::mem::take(&mut self.spans);
        self.push(match heading {
            Some(level) => MarkdownBlock::Heading(level, spans),
            None => MarkdownBlock::Paragraph(spans),
        });
    }

    fn enter(&mut self, holder: Holder) {
        self.flush();
        if self.holders.len() >= LEVELS {
            self.ignored += 1;
            return;
        }
        if self.blocks.is_empty() {
            self.blocks.push(Vec::new());
        }
        self.holders.push(holder);
        self.blocks.push(Vec::new());
    }

    fn leave(&mut self) {
        self.flush();
        if self.ignored > 0 {
            self.ignored -= 1;
            return;
        }
        let blocks = self.blocks.pop().unwrap_or_default();
        match self.holders.pop() {
            Some(Holder::Quote) => self.push(MarkdownBlock::Quote(blocks)),
            Some(Holder::List(first, items)) => self.push(MarkdownBlock::List(first, items)),
            Some(Holder::Item) => {
                if let Some(Holder::List(_, items)) = self.holders.last_mut() {
                    items.push(blocks);
                }
            }
            None => {}
        }
    }

    fn finish(mut self) -> Vec<MarkdownBlock> {
        self.flush();
        self.blocks.into_iter().next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_styles_are_read() {
        let blocks = parse(
            "# Trip\n\nHello **Ada** and `x`\n\n- one\n- two\n  1. three\n\n> so\n\n---\n\n```\na\nb\n```",
        );
        assert_eq!(blocks.len(), 6, "{blocks:?}");
        assert!(matches!(&blocks[0], MarkdownBlock::Heading(1, _)));
        let MarkdownBlock::Paragraph(spans) = &blocks[1] else {
            panic!("{blocks:?}");
        };
        assert!(spans[1].style.is_bold && spans[3].style.is_code);
        let MarkdownBlock::List(None, items) = &blocks[2] else {
            panic!("{blocks:?}");
        };
        assert!(matches!(&items[1][1], MarkdownBlock::List(Some(1), _)));
        assert_eq!(blocks[5], MarkdownBlock::Code("a\nb".to_owned()));
        assert_eq!(
            plain_text(&blocks),
            "Trip\nHello Ada and x\none\ntwo\nthree\nso\na\nb"
        );
    }

    #[test]
    fn deep_lists_and_strange_texts_end() {
        let deep = "> ".repeat(5000) + "x";
        assert_eq!(plain_text(&parse(&deep)), "x");
        assert_eq!(
            plain_text(&parse("<b>bold</b> &amp; **open")),
            "<b>bold</b> & **open"
        );
        assert!(parse("").is_empty());
    }
}
