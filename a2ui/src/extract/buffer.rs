//! The buffer of text that has not been returned yet, and functions that recognize delimiters.

use super::{MARK, Place, block_kind::BlockKind};

/// The answer to a question about a text that can be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// The text is too short to decide.
    Maybe,
}

/// Checks whether a text starts with `with`, ignoring ASCII case.
pub(super) fn starts_with(text: &str, with: &str) -> Answer {
    let (text, with) = (text.as_bytes(), with.as_bytes());
    let length = text.len().min(with.len());
    match (text.get(..length), with.get(..length)) {
        (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) && length == with.len() => Answer::Yes,
        (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => Answer::Maybe,
        _ => Answer::No,
    }
}

/// Checks whether a line starts with a field of Server-Sent Events.
pub(super) fn starts_field(line: &str) -> Answer {
    any_of(["data:", "event:", "id:", "retry:", ":"].map(|field| {
        if line.starts_with(field) {
            Answer::Yes
        } else if field.starts_with(line) {
            Answer::Maybe
        } else {
            Answer::No
        }
    }))
}

/// Combines answers: `Yes` if any answer is `Yes`, else `Maybe` if any answer is `Maybe`, else `No`.
pub(super) fn any_of(answers: impl IntoIterator<Item = Answer>) -> Answer {
    let mut best = Answer::No;
    for answer in answers {
        match answer {
            Answer::Yes => return Answer::Yes,
            Answer::Maybe => best = Answer::Maybe,
            Answer::No => {}
        }
    }
    best
}

/// The maximum length of a comment between list elements, in bytes.
const COMMENT: usize = 4 << 10;
const DELIMITER: &str = "---a2ui_JSON---";

/// Checks whether a text starts with a tag or delimiter that opens a block.
pub(super) fn opens_block(text: &str) -> Answer {
    if text.starts_with('-') {
        return starts_with(text, DELIMITER);
    }
    match starts_with(text, "<a2") {
        Answer::Yes => any_of(TAGS.map(|tag| match starts_with(text, tag) {
            Answer::Yes => ends_tag(text, tag),
            answer => answer,
        })),
        answer => answer,
    }
}

/// The tag with which the Agent Development Kit surrounds a part of an A2A message in a text.
const DATA_PART: &str = "<a2a_datapart_json";

/// The tags around messages, around notations that are compiled to messages, and around parts of A2A messages.
const TAGS: [&str; 5] = [
    "<a2ui-json",
    "<a2ui-express",
    "<a2ui-vertical",
    "<a2ui",
    DATA_PART,
];

/// Checks whether the start of a tag is complete: `>` follows, possibly after whitespace and attributes.
fn ends_tag(text: &str, tag: &str) -> Answer {
    let rest = text.get(tag.len()..).unwrap_or_default();
    let has_blank = rest.starts_with(|first: char| first.is_ascii_whitespace());
    match rest.find('>') {
        Some(0) => Answer::Yes,
        Some(end) if end <= MARK && has_blank => Answer::Yes,
        Some(_) => Answer::No,
        None if rest.is_empty() => Answer::Maybe,
        None if rest.len() <= MARK && has_blank => Answer::Maybe,
        None => Answer::No,
    }
}

/// Returns the length of leading blanks and [terminal color codes](https://en.wikipedia.org/wiki/ANSI_escape_code#SGR),
/// which are invisible.
pub(super) fn count_blanks(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r']);
        let Some(after_code) = after_color_code(rest) else {
            return text.len() - rest.len();
        };
        rest = after_code;
    }
}

/// Returns the text after a leading color code.
fn after_color_code(text: &str) -> Option<&str> {
    let code = text.strip_prefix("\x1B[")?;
    code.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
        .strip_prefix('m')
}

/// The error if more text must arrive first.
pub(super) struct MoreToCome;

/// Returns the length of a leading JavaScript comment. Returns `None` if there is no comment, or if the comment is
/// too long.
pub(super) fn measure_comment(text: &str, is_end: bool) -> Option<Result<usize, MoreToCome>> {
    let end = match text.as_bytes().get(1) {
        Some(b'/') => text.find('\n'),
        Some(b'*') => text.get(2..)?.find("*/").map(|length| length + 4),
        None => None,
        Some(_) => return None,
    };
    match end {
        Some(end) if end <= COMMENT => Some(Ok(end)),
        None if text.len() <= COMMENT && !is_end => Some(Err(MoreToCome)),
        _ => None,
    }
}

/// Checks whether only invisible characters remain on a line.
pub(super) fn line_ends(rest: &str) -> Answer {
    let length = count_blanks(rest);
    let rest = rest.get(length..).unwrap_or_default();
    if length > MARK {
        Answer::No
    } else if rest.starts_with('\n') {
        Answer::Yes
    } else if rest.is_empty() || is_start_of_color_code(rest) {
        Answer::Maybe
    } else {
        Answer::No
    }
}

/// Returns `true` if a text can be the start of a color code.
fn is_start_of_color_code(text: &str) -> bool {
    text.starts_with('\x1B')
        && text.len() <= MARK
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'\x1B' | b'[' | b';'))
}

/// Returns the kind of block that a text opens, and the length of the opening delimiter.
pub(super) fn read_mark(text: &str) -> (BlockKind, usize) {
    if text.starts_with('-') {
        return (BlockKind::Delimiter, DELIMITER.len());
    }
    let kind = match starts_with(text, DATA_PART) {
        Answer::Yes => BlockKind::DataPart,
        _ => BlockKind::Tag {
            is_strict: starts_with(text, "<a2ui-json") == Answer::Yes,
        },
    };
    let length = match text.find('>') {
        Some(end) => end + 1,
        None => text.len(),
    };
    (kind, length)
}

/// Checks whether a text starts with a closing tag. Models close tags with the names of others, so the closing tag of
/// any name is accepted.
pub(super) fn closes_tag(text: &str) -> Answer {
    let Some(inside) = text.strip_prefix("</") else {
        return starts_with(text, "</");
    };
    any_of(TAGS.map(|tag| {
        let name = tag.trim_start_matches('<');
        match starts_with(inside, name) {
            Answer::Yes => ends_blank(inside.get(name.len()..).unwrap_or_default()),
            answer => answer,
        }
    }))
}

/// Checks whether only blanks precede the `>` of a tag.
fn ends_blank(rest: &str) -> Answer {
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    match rest.as_bytes().get(blanks) {
        Some(b'>') if blanks <= MARK => Answer::Yes,
        None if blanks <= MARK => Answer::Maybe,
        _ => Answer::No,
    }
}

/// The text that arrived and has not been returned yet.
#[derive(Clone, Debug)]
pub(super) struct TextBuffer {
    text: String,
    /// The offset of the buffered text in the complete one.
    base: usize,
    /// The end of the text that was returned.
    returned_to: Place,
    /// The position that was computed last, from which the next position is computed.
    last: Place,
}

impl TextBuffer {
    pub(super) fn new(place: Place) -> Self {
        Self {
            text: String::new(),
            base: place.offset,
            returned_to: place,
            last: place,
        }
    }

    pub(super) fn push(&mut self, piece: &str) {
        self.text.push_str(piece);
    }

    /// Discards returned text, except for its last characters, which determine the context of the characters after
    /// them.
    pub(super) fn forget(&mut self) {
        let mut length = (self.returned_to.offset - self.base).saturating_sub(2);
        while !self.text.is_char_boundary(length) {
            length -= 1;
        }
        self.text.drain(..length);
        self.base += length;
    }

    /// Returns the offset of the first character that has not been returned.
    pub(super) fn start(&self) -> usize {
        self.returned_to.offset
    }

    /// Returns the offset of the end of the text.
    pub(super) fn end(&self) -> usize {
        self.base + self.text.len()
    }

    /// Returns the text from an offset to the end.
    pub(super) fn from(&self, at: usize) -> &str {
        self.slice(at, self.end())
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &str {
        let (start, mut end) = (
            start.saturating_sub(self.base),
            end.saturating_sub(self.base),
        );
        // A limit can fall within a character.
        while end < self.text.len() && !self.text.is_char_boundary(end) {
            end -= 1;
        }
        self.text
            .get(start..end.min(self.text.len()))
            .unwrap_or_default()
    }

    pub(super) fn bytes(&self, start: usize, end: usize) -> &[u8] {
        let (start, end) = (
            start.saturating_sub(self.base),
            end.saturating_sub(self.base),
        );
        self.text
            .as_bytes()
            .get(start..end.min(self.text.len()))
            .unwrap_or_default()
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.text
            .as_bytes()
            .get(at.checked_sub(self.base)?)
            .copied()
    }

    /// Returns the byte at a distance before an offset.
    pub(super) fn byte_before(&self, at: usize, distance: usize) -> Option<u8> {
        self.byte(at.checked_sub(distance)?)
    }

    /// Returns the position of an offset. For ascending offsets, the work is linear.
    pub(super) fn place(&mut self, at: usize) -> Place {
        if at < self.last.offset || self.last.offset < self.returned_to.offset {
            self.last = self.returned_to;
        }
        let passed = self.slice(self.last.offset, at);
        self.last = self.last.after(passed);
        self.last
    }

    /// Takes the text up to an offset.
    pub(super) fn take_to(&mut self, end: usize) -> (Place, String) {
        let place = self.returned_to;
        let text = self.slice(place.offset, end).to_owned();
        self.skip_to(place.offset + text.len());
        (place, text)
    }

    /// Skips the text up to an offset.
    pub(super) fn skip_to(&mut self, end: usize) {
        self.returned_to = self.place(end.max(self.returned_to.offset));
    }
}
