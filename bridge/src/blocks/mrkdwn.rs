//! Reads the markup of Slack.

use super::emoji::{emoji, emoji_name, with_emoji};
use crate::markdown::{MarkdownBlock, Span, SpanStyle};
use a2ui::address::has_link_scheme;

/// A text in the markup of Slack, with the remarks about parts that are not shown as they are.
#[derive(Debug, Default)]
pub(super) struct ParsedText {
    pub(super) blocks: Vec<MarkdownBlock>,
    /// `true` if the text names a user, a channel or a group.
    pub(super) has_mention: bool,
    /// `true` if the text has a date that Slack shows in the time zone of the reader.
    pub(super) has_date: bool,
    /// `true` if the text has a link without a permitted scheme. Only its label is shown.
    pub(super) has_unsafe_link: bool,
}

/// A piece of a line.
#[derive(Debug)]
enum Token {
    Text(String),
    Code(String),
    Link {
        label: String,
        url: String,
    },
    /// One of `*`, `_` and `~`.
    Mark {
        mark: char,
        can_open: bool,
        can_close: bool,
    },
}

/// Reads a text in the markup of Slack. Unknown markup stays text.
pub(super) fn parse(text: &str) -> ParsedText {
    let mut parsed = ParsedText::default();
    let mut rest = text;
    while let Some((before, code, after)) = split_fence(rest) {
        parsed.read_lines(before);
        let code = code.strip_prefix('\n').unwrap_or(code);
        let code = code.strip_suffix('\n').unwrap_or(code);
        parsed.blocks.push(MarkdownBlock::Code(unescape(code)));
        rest = after.trim_start_matches(' ');
    }
    parsed.read_lines(rest);
    parsed
}

/// Splits a text at the first preformatted part: the text before it, its content, and the text behind it.
fn split_fence(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("```")?;
    let (code, after) = rest.split_once("```")?;
    (!code.is_empty()).then_some((before, code, after))
}

/// Replaces the entities of a text. Slack has three.
pub(super) fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// Returns the text of a quoted line.
fn quoted(line: &str) -> Option<&str> {
    let text = line
        .strip_prefix('>')
        .or_else(|| line.strip_prefix("&gt;"))?;
    Some(text.strip_prefix(' ').unwrap_or(text))
}

/// Returns the text behind the mark with which a quote extends to the end of the text.
fn quoted_to_the_end(line: &str) -> Option<&str> {
    let text = line.strip_prefix(">>>");
    text.or_else(|| line.strip_prefix("&gt;&gt;&gt;"))
}

impl ParsedText {
    /// Reads the paragraphs and quotes of a text.
    fn read_lines(&mut self, text: &str) {
        let mut lines = Vec::new();
        let mut is_quote = false;
        let mut extends = false;
        for line in text.trim_matches('\n').split('\n') {
            let (line, is_quoted) = match (extends, quoted_to_the_end(line), quoted(line)) {
                (true, _, _) => (line, true),
                (false, Some(line), _) => {
                    extends = true;
                    (line.trim_start(), true)
                }
                (false, None, Some(line)) => (line, true),
                (false, None, None) => (line, false),
            };
            let is_blank = line.trim().is_empty() && !is_quoted;
            if is_blank || is_quoted != is_quote {
                self.end_paragraph(&mut lines, is_quote);
            }
            is_quote = is_quoted;
            if !is_blank {
                lines.push(line);
            }
        }
        self.end_paragraph(&mut lines, is_quote);
    }

    fn end_paragraph(&mut self, lines: &mut Vec<&str>, is_quote: bool) {
        if lines.is_empty() {
            return;
        }
        let mut spans = Vec::new();
        for (index, line) in lines.drain(..).enumerate() {
            if index > 0 {
                add_span(&mut spans, "\n", SpanStyle::default(), None);
            }
            self.read_line(line, &mut spans);
        }
        let paragraph = MarkdownBlock::Paragraph(spans);
        self.blocks.push(match is_quote {
            true => MarkdownBlock::Quote(vec![paragraph]),
            false => paragraph,
        });
    }

    /// Reads the spans of a line. Styles do not extend over lines.
    fn read_line(&mut self, line: &str, spans: &mut Vec<Span>) {
        let tokens = self.tokens(line);
        let mut is_active = vec![false; tokens.len()];
        for mark in ['*', '_', '~'] {
            pair_marks(&tokens, mark, &mut is_active);
        }
        let mut style = SpanStyle::default();
        for (token, is_active) in tokens.iter().zip(is_active) {
            match token {
                Token::Text(text) => add_span(spans, text, style, None),
                Token::Code(code) => {
                    let style = SpanStyle {
                        is_code: true,
                        ..style
                    };
                    add_span(spans, code, style, None);
                }
                Token::Link { label, url } => add_span(spans, label, style, Some(url)),
                Token::Mark { mark: '*', .. } if is_active => style.is_bold = !style.is_bold,
                Token::Mark { mark: '_', .. } if is_active => style.is_italic = !style.is_italic,
                Token::Mark { .. } if is_active => style.is_struck = !style.is_struck,
                Token::Mark { mark, .. } => {
                    add_span(spans, mark.encode_utf8(&mut [0; 4]), style, None);
                }
            }
        }
    }

    fn tokens(&mut self, line: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut text = String::new();
        let mut rest = line;
        let mut before = None;
        while let Some(character) = rest.chars().next() {
            let (token, length) = self.token(character, rest, before);
            match token {
                Some(Token::Text(part)) => text.push_str(&part),
                Some(token) => {
                    if !text.is_empty() {
                        tokens.push(Token::Text(std::mem::take(&mut text)));
                    }
                    tokens.push(token);
                }
                None => {}
            }
            let (read, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            before = read.chars().next_back();
            rest = after;
        }
        if !text.is_empty() {
            tokens.push(Token::Text(text));
        }
        tokens
    }

    /// Returns the token at the start of a text and its length.
    fn token(&mut self, first: char, rest: &str, before: Option<char>) -> (Option<Token>, usize) {
        let length = first.len_utf8();
        let behind = rest.get(length..).unwrap_or_default();
        match first {
            '`' => {
                if let Some((code, _)) = behind.split_once('`').filter(|(code, _)| !code.is_empty())
                {
                    return (Some(Token::Code(unescape(code))), code.len() + 2);
                }
            }
            '<' => {
                let end = behind.find(['<', '>']).filter(|end| *end > 0);
                let content = end.and_then(|end| behind.split_at_checked(end));
                if let Some((content, _)) = content.filter(|(_, after)| after.starts_with('>')) {
                    if let Some(token) = self.reference(content) {
                        return (Some(token), content.len() + 2);
                    }
                }
            }
            ':' => {
                let name = emoji_name(behind);
                if let Some((name, found)) = name.and_then(|name| Some((name, emoji(name)?))) {
                    return (Some(Token::Text(found)), name.len() + 2);
                }
            }
            '&' => {
                for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
                    if rest.starts_with(entity) {
                        return (Some(Token::Text(character.to_owned())), entity.len());
                    }
                }
            }
            '*' | '_' | '~' => {
                let after = behind.chars().next();
                let is_outer = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
                let is_inner = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
                let mark = Token::Mark {
                    mark: first,
                    can_open: is_outer(before) && is_inner(after),
                    can_close: is_inner(before) && is_outer(after),
                };
                return (Some(mark), length);
            }
            _ => {}
        }
        (Some(Token::Text(first.to_string())), length)
    }

    /// Reads the text between `<` and `>`. Returns `None` for a text that is not a reference.
    fn reference(&mut self, content: &str) -> Option<Token> {
        let (target, label) = match content.split_once('|') {
            Some((target, label)) => (target, label),
            None => (content, ""),
        };
        let label = with_emoji(&unescape(label));
        let or_label = |sign: &str, name: &str| match label.strip_prefix(sign).unwrap_or(&label) {
            "" => [sign, name].concat(),
            label => [sign, label].concat(),
        };
        if let Some(date) = target.strip_prefix("!date^") {
            self.has_date = true;
            let seconds = date.split('^').next().unwrap_or_default();
            return Some(Token::Text(match label.is_empty() {
                false => label,
                true => date_text(seconds.parse().ok()).unwrap_or_else(|| seconds.to_owned()),
            }));
        }
        let mention = match target.split_at_checked(1)? {
            ("@", user) => or_label("@", user),
            ("#", channel) => or_label("#", channel),
            ("!", group) => {
                let group = group.strip_prefix("subteam^").unwrap_or(group);
                or_label("@", group)
            }
            _ => return self.link(&unescape(target), label),
        };
        self.has_mention = true;
        Some(Token::Text(mention))
    }

    fn link(&mut self, url: &str, label: String) -> Option<Token> {
        let Some((scheme, _)) = url.split_once(':') else {
            // Slack adds the scheme to a domain.
            let is_domain = url.contains('.') && !url.contains(char::is_whitespace);
            self.has_unsafe_link |= is_domain && !label.is_empty();
            return (is_domain && !label.is_empty()).then_some(Token::Text(label));
        };
        if has_link_scheme(url) {
            let label = match label.as_str() {
                "" => url.to_owned(),
                _ => label,
            };
            let url = url.to_owned();
            return Some(Token::Link { label, url });
        }
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
        if !is_scheme {
            return None;
        }
        self.has_unsafe_link = true;
        Some(Token::Text(match label.as_str() {
            "" => url.to_owned(),
            _ => label,
        }))
    }
}

/// Returns a time in UTC as text.
pub(super) fn date_text(seconds: Option<i64>) -> Option<String> {
    let time = wire::Timestamp::from_unix_millis(seconds?.checked_mul(1000)?)?;
    let (minutes, _) = time.as_str().split_at_checked("2026-12-01T00:00".len())?;
    Some([&minutes.replace('T', " "), " UTC"].concat())
}

/// Marks the pairs of one mark. A mark that cannot close one belongs to the text.
fn pair_marks(tokens: &[Token], wanted: char, is_active: &mut [bool]) {
    let mut open = None;
    for (index, token) in tokens.iter().enumerate() {
        let Token::Mark {
            mark,
            can_open,
            can_close,
        } = token
        else {
            continue;
        };
        if *mark != wanted {
            continue;
        }
        match open {
            // An empty pair is text.
            Some(first) if *can_close && index > first + 1 => {
                activate(is_active, first);
                activate(is_active, index);
                open = None;
            }
            None if *can_open => open = Some(index),
            _ => {}
        }
    }
}

fn activate(is_active: &mut [bool], place: usize) {
    if let Some(is_active) = is_active.get_mut(place) {
        *is_active = true;
    }
}

/// Adds a text with a style. A text with the style of the last span is joined to it.
pub(super) fn add_span(spans: &mut Vec<Span>, text: &str, style: SpanStyle, link: Option<&str>) {
    match spans.last_mut() {
        Some(last) if last.style == style && last.link.as_deref() == link => {
            last.text.push_str(text);
        }
        _ => spans.push(Span {
            text: text.to_owned(),
            style,
            link: link.map(str::to_owned),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::{plain_text, to_markdown};
    use proptest::prelude::*;

    fn markdown(text: &str) -> String {
        to_markdown(&parse(text).blocks)
    }

    #[test]
    fn markup_becomes_markdown() {
        for (mrkdwn, expected) in [
            (
                "*bold* _italic_ ~struck~ `code`",
                "**bold** *italic* ~~struck~~ `code`",
            ),
            ("*_both_* and *_~all~_*", "***both*** and ~~***all***~~"),
            ("2*3*4 a_b_c ~ x ~", "2\\*3\\*4 a_b_c \\~ x \\~"),
            ("*a *b* c", "**a \\*b** c"),
            ("(*x*), *y*!", "(**x**), **y**!"),
            ("** __ ~~ ``", "\\*\\* \\_\\_ \\~\\~ \\`\\`"),
            ("*over\nlines*", "\\*over  \nlines\\*"),
            ("one\ntwo\n\n\nthree", "one  \ntwo\n\nthree"),
            ("`*x* &lt;`", "`*x* <`"),
            ("```\nlet a = *b*;\n&amp;\n```", "```\nlet a = *b*;\n&\n```"),
            ("a ```x``` b", "a\n\n```\nx\n```\n\nb"),
            ("``` open", "\\`\\`\\` open"),
            ("> quote\n> more\nplain", "> quote  \n> more\n\nplain"),
            ("&gt; quote", "> quote"),
            (">>> all\n\nof it", "> all\n>\n> of it"),
            ("- item\n1. one\n# x", "\\- item  \n1\\. one  \n\\# x"),
            ("• item", "• item"),
            ("**double**", "**\\*double**\\*"),
            ("", ""),
        ] {
            assert_eq!(markdown(mrkdwn), expected, "{mrkdwn}");
        }
    }

    #[test]
    fn references_become_their_labels() {
        for (mrkdwn, expected) in [
            ("<https://a.test|docs>", "docs (https://a.test)"),
            ("<https://a.test?x=1&amp;y=2>", "https://a.test?x=1&y=2"),
            ("*<https://a.test|docs>*", "**docs** (https://a.test)"),
            ("<mailto:a@b.test|a@b.test>", "a@b.test"),
            ("<javascript:alert(1)|run>", "run"),
            (
                "<a.test/x|docs> <a.test> <b|c>",
                "docs \\<a.test> \\<b\\|c>",
            ),
            (
                "<@U1> <@U1|ada> <#C1|general> <#C1>",
                "@U1 @ada #general #C1",
            ),
            (
                "<!here> <!channel|channel> <!subteam^S1|@team> <!subteam^S1>",
                "@here @channel @team @S1",
            ),
            (
                "<!date^1796083200^{date} at {time}^https://a.test|Tuesday>",
                "Tuesday",
            ),
            ("<!date^1796083200^{date}>", "2026-12-01 00:00 UTC"),
            ("<!date^x^{date}>", "x"),
            (
                "a < b > c <b>bold</b> <> <",
                "a \\< b > c \\<b>bold\\</b> \\<> \\<",
            ),
            ("&lt;!channel&gt; &amp;lt;", "\\<!channel> \\&lt;"),
            (":wave: :unknown_name: 10:30", "👋 :unknown_name: 10:30"),
        ] {
            assert_eq!(markdown(mrkdwn), expected, "{mrkdwn}");
        }
        let parsed = parse("<@U1> <!date^1^x|y> <javascript:x>");
        assert!(parsed.has_mention && parsed.has_date && parsed.has_unsafe_link);
    }

    #[test]
    fn long_texts_with_open_marks_end() {
        for part in ["*a ", "`a", "<a", ":a", "```", "> ", "&", "_~*"] {
            let text = part.repeat(100_000 / part.len());
            assert!(!parse(&text).blocks.is_empty() || part == "```", "{part}");
        }
    }

    proptest! {
        #[test]
        fn every_markup_is_read(text in "[a ?*_~`<>|@#!^:&;\n\\[()é👍]{0,40}") {
            let parsed = parse(&text);
            let shown = plain_text(&crate::markdown::parse(&to_markdown(&parsed.blocks)));
            // Nothing is shown that the text does not contain.
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            prop_assert!(letters(&shown) <= letters(&text) * 2);
        }
    }
}
