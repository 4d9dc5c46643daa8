//! The text that has come and was not given yet, and what it begins with.

use super::{MARK, Place, block::Kind};

/// Whether a text begins with something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// As far as it goes.
    Maybe,
}

/// Whether the text begins so; letters may be capitals.
pub(super) fn starts(text: &str, with: &str) -> Answer {
    let (text, with) = (text.as_bytes(), with.as_bytes());
    let length = text.len().min(with.len());
    match (text.get(..length), with.get(..length)) {
        (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) && length == with.len() => Answer::Yes,
        (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => Answer::Maybe,
        _ => Answer::No,
    }
}

/// Whether a line begins with a field of Server-Sent Events.
pub(super) fn field(line: &str) -> Answer {
    any(["data:", "event:", "id:", "retry:", ":"].map(|field| {
        if line.starts_with(field) {
            Answer::Yes
        } else if field.starts_with(line) {
            Answer::Maybe
        } else {
            Answer::No
        }
    }))
}

/// The best of several answers.
pub(super) fn any(answers: impl IntoIterator<Item = Answer>) -> Answer {
    answers.into_iter().fold(Answer::No, |best, answer| match (best, answer) {
        (Answer::Yes, _) | (_, Answer::Yes) => Answer::Yes,
        (Answer::Maybe, _) | (_, Answer::Maybe) => Answer::Maybe,
        _ => Answer::No,
    })
}

/// The length of the longest comment between the elements of a list, in bytes.
const COMMENT: usize = 4 << 10;
const DELIMITER: &str = "---a2ui_JSON---";

/// Whether the text begins with what opens a block in a line of text.
pub(super) fn opens(text: &str) -> Answer {
    if text.starts_with('-') {
        return starts(text, DELIMITER);
    }
    match starts(text, "<a2ui") {
        Answer::Yes => any(TAGS.map(|tag| match starts(text, tag) {
            Answer::Yes => ends(text, tag),
            answer => answer,
        })),
        answer => answer,
    }
}

/// The tags around messages, and around notations from which messages are compiled.
const TAGS: [&str; 4] = ["<a2ui-json", "<a2ui-express", "<a2ui-vertical", "<a2ui"];

/// Whether a tag that begins so ends as one: with nothing, or blanks and whatever stands behind them, before the `>`.
fn ends(text: &str, tag: &str) -> Answer {
    let rest = text.get(tag.len()..).unwrap_or_default();
    match rest.find('>') {
        Some(0) => Answer::Yes,
        Some(end) if end <= MARK && rest.starts_with(|first: char| first.is_ascii_whitespace()) => {
            Answer::Yes
        }
        None if rest.is_empty() => Answer::Maybe,
        None if rest.len() <= MARK && rest.starts_with(|first: char| first.is_ascii_whitespace()) => {
            Answer::Maybe
        }
        _ => Answer::No,
    }
}

/// Returns the length of the blanks and the [colours of a terminal](https://en.wikipedia.org/wiki/ANSI_escape_code#SGR) with which a
/// text begins; both are invisible.
pub(super) fn blanks(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r']);
        let Some(colour) = rest.strip_prefix("\x1B[") else { break };
        let behind = colour.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').strip_prefix('m');
        let Some(behind) = behind else { break };
        rest = behind;
    }
    text.len() - rest.len()
}

/// More text has to come.
pub(super) struct MoreToCome;

/// Returns the length of the comment in the notation of JavaScript with which a text begins, if there is one that is not too long.
pub(super) fn comment(text: &str, is_end: bool) -> Option<Result<usize, MoreToCome>> {
    let end = match text.as_bytes().get(1) {
        Some(b'/') => text.find('\n'),
        Some(b'*') => text.get(2..).and_then(|inside| inside.find("*/")).map(|length| length + 4),
        None => None,
        Some(_) => return None,
    };
    match end {
        Some(end) if end <= COMMENT => Some(Ok(end)),
        None if text.len() <= COMMENT && !is_end => Some(Err(MoreToCome)),
        _ => None,
    }
}

/// Tells whether nothing visible stands on the rest of a line.
pub(super) fn line_ends(rest: &str) -> Answer {
    let length = blanks(rest);
    let rest = rest.get(length..).unwrap_or_default();
    let is_code = |c: char| c.is_ascii_digit() || matches!(c, '\x1B' | '[' | ';');
    if length > MARK {
        Answer::No
    } else if rest.starts_with('\n') {
        Answer::Yes
    } else if rest.is_empty() || (rest.starts_with('\x1B') && rest.len() <= MARK && rest.chars().all(is_code))
    {
        Answer::Maybe
    } else {
        Answer::No
    }
}

/// What a text opens that opens something, and how long that mark is.
pub(super) fn mark(text: &str) -> (Kind, usize) {
    if text.starts_with('-') {
        return (Kind::Delimiter, DELIMITER.len());
    }
    let is_strict = starts(text, "<a2ui-json") == Answer::Yes;
    (Kind::Tag { is_strict }, text.find('>').map_or(text.len(), |end| end + 1))
}

/// Whether the text begins with a tag that closes another one. Models close one tag with the name of another.
pub(super) fn closes(text: &str) -> Answer {
    let Some(inside) = text.strip_prefix("</") else {
        return starts(text, "</");
    };
    any(TAGS.map(|tag| {
        let name = tag.trim_start_matches('<');
        match starts(inside, name) {
            Answer::Yes => ends_blank(inside.get(name.len()..).unwrap_or_default()),
            answer => answer,
        }
    }))
}

/// Whether nothing but blanks stand before the `>` of a tag.
fn ends_blank(rest: &str) -> Answer {
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    match rest.as_bytes().get(blanks) {
        Some(b'>') if blanks <= MARK => Answer::Yes,
        None if blanks <= MARK => Answer::Maybe,
        _ => Answer::No,
    }
}

/// The text, from what was given last.
#[derive(Clone, Debug)]
pub(super) struct TextBuffer {
    text: String,
    /// The offset of the text in the whole one.
    base: usize,
    /// What was given ends there.
    taken: Place,
    /// The place that was asked for last.
    known: Place,
}

impl TextBuffer {
    pub(super) fn new(place: Place) -> Self {
        Self { text: String::new(), base: place.offset, taken: place, known: place }
    }

    pub(super) fn push(&mut self, piece: &str) {
        self.text.push_str(piece);
    }

    /// Lets go of what was given, but for the last characters, which say what stands before the next one.
    pub(super) fn forget(&mut self) {
        let mut length = (self.taken.offset - self.base).saturating_sub(2);
        while !self.text.is_char_boundary(length) {
            length -= 1;
        }
        self.text.drain(..length);
        self.base += length;
    }

    /// The offset of what was not given yet.
    pub(super) fn taken(&self) -> usize {
        self.taken.offset
    }

    /// The offset behind everything.
    pub(super) fn end(&self) -> usize {
        self.base + self.text.len()
    }

    /// Everything from there on.
    pub(super) fn from(&self, at: usize) -> &str {
        self.between(at, self.end())
    }

    pub(super) fn between(&self, start: usize, end: usize) -> &str {
        let (start, mut end) = (start.saturating_sub(self.base), end.saturating_sub(self.base));
        // A limit may lie in a character.
        while end < self.text.len() && !self.text.is_char_boundary(end) {
            end -= 1;
        }
        self.text.get(start..end.min(self.text.len())).unwrap_or_default()
    }

    pub(super) fn bytes(&self, start: usize, end: usize) -> &[u8] {
        let (start, end) = (start.saturating_sub(self.base), end.saturating_sub(self.base));
        self.text.as_bytes().get(start..end.min(self.text.len())).unwrap_or_default()
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at.checked_sub(self.base)?).copied()
    }

    /// The line and the column of what stands there. Asked in order, this looks at everything once.
    pub(super) fn place(&mut self, at: usize) -> Place {
        if at < self.known.offset || self.known.offset < self.taken.offset {
            self.known = self.taken;
        }
        let passed = self.between(self.known.offset, at);
        self.known = self.known.behind(passed);
        self.known
    }

    /// Takes everything up to there.
    pub(super) fn take_to(&mut self, end: usize) -> (Place, String) {
        let place = self.taken;
        let text = self.between(place.offset, end).to_owned();
        self.skip_to(place.offset + text.len());
        (place, text)
    }

    /// Passes over everything up to there.
    pub(super) fn skip_to(&mut self, end: usize) {
        self.taken = self.place(end.max(self.taken.offset));
    }
}
