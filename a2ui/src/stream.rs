//! Messages out of a text that comes in pieces.
//!
//! However the text is split, the messages are the same, and no byte is looked at twice.

use crate::{Element, Version};
use std::fmt;
use wire::{DecodeError, Pointer, decode::Unreadable};

/// What stands between two messages of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Framing {
    /// A line end: JSON Lines. A line that is no JSON spoils nothing but itself. Blank lines are skipped.
    Lines,
    /// Nothing, or whitespace: a message ends where its JSON ends, and may take many lines. An array or object that is never
    /// closed takes what follows with it; a string does not, as JSON allows no line end in it.
    Values,
}

/// Reads messages from a text that comes in pieces. Each text between two boundaries is read as
/// [`read`](crate::read()) reads a document.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::stream::{Framing, Stream};
///
/// let mut stream = Stream::new(Framing::Lines, None);
/// assert!(stream.push(r#"{"deleteSurface":{"surf"#).is_empty());
/// let elements = stream.push("aceId\":\"s\"}}\nnonsense\n");
/// assert!(elements[0].result.is_ok() && elements[1].result.is_err());
/// assert!(stream.finish().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    splitter: Splitter,
    version: Option<Version>,
}

impl Stream {
    /// At its start. Given a version, every message has to be of that one.
    pub fn new(framing: Framing, version: Option<Version>) -> Self {
        Self { splitter: Splitter::new(framing), version }
    }

    /// Holds at most so many bytes of one text; a longer one is an error, and skipped.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.splitter = self.splitter.limit(bytes);
        self
    }

    /// Takes the next piece, and gives the messages that it completes.
    pub fn push(&mut self, piece: &str) -> Vec<Element> {
        let texts = self.splitter.push(piece);
        texts.into_iter().flat_map(|text| self.read(text)).collect()
    }

    /// Ends the stream, and gives what was still open. The stream is then at its start again.
    pub fn finish(&mut self) -> Vec<Element> {
        let text = self.splitter.finish();
        text.into_iter().flat_map(|text| self.read(text)).collect()
    }

    fn read(&self, text: Result<String, TooLong>) -> Vec<Element> {
        let elements = text.map_err(DecodeError::from).and_then(|text| crate::read(&text, self.version));
        elements.unwrap_or_else(|error| vec![Element::new(Pointer::root(), Err(error))])
    }
}

/// A text was longer than the limit of its [`Splitter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The limit, in bytes.
    pub limit: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit } = self;
        write!(f, "a text of more than {limit} bytes")
    }
}

impl std::error::Error for TooLong {}

impl From<TooLong> for DecodeError {
    fn from(error: TooLong) -> Self {
        Unreadable::value(error, format_args!("at most {}", error.limit)).into()
    }
}

/// Splits a text that comes in pieces at the boundaries between values. Whether what lies between them is JSON is for
/// others to say.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::stream::{Framing, Splitter};
///
/// let mut splitter = Splitter::new(Framing::Values);
/// let mut texts = splitter.push("{\"a\":\n[1]} {\"b");
/// texts.extend(splitter.push("\":2}"));
/// assert_eq!(texts, [Ok("{\"a\":\n[1]}".to_owned()), Ok("{\"b\":2}".to_owned())]);
/// ```
#[derive(Clone, Debug)]
pub struct Splitter {
    framing: Framing,
    limit: usize,
    held: String,
    too_long: bool,
    state: State,
}

/// Where the last piece ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Between two texts.
    Between,
    /// In a line.
    Line,
    /// In so many arrays and objects.
    Container(usize),
    /// In a string in so many arrays and objects.
    String(usize),
    /// In such a string, behind a backslash.
    Escape(usize),
    /// In a number, a literal, or what is no JSON.
    Word,
}

/// Where the next text stands, seen from one of its bytes.
enum Boundary {
    /// Not here.
    None,
    /// Behind this byte.
    Behind,
    /// In front of it.
    Before,
}

impl State {
    /// The state behind `byte`, and whether it ends the text.
    fn next(self, byte: u8, framing: Framing) -> (Self, Boundary) {
        let between = (Self::Between, Boundary::Behind);
        match (self, byte) {
            (Self::Between, b' ' | b'\t' | b'\r' | b'\n') => (Self::Between, Boundary::None),
            (Self::Between, _) if framing == Framing::Lines => (Self::Line, Boundary::None),
            (Self::Line, b'\n') => (Self::Between, Boundary::Before),
            (Self::Line, _) => (Self::Line, Boundary::None),
            (Self::Between, b'{' | b'[') => (Self::Container(1), Boundary::None),
            (Self::Between, b'"') => (Self::String(0), Boundary::None),
            (Self::Between, _) => (Self::Word, Boundary::None),
            (Self::Container(depth), b'{' | b'[') => (Self::Container(depth + 1), Boundary::None),
            (Self::Container(1), b'}' | b']') => between,
            (Self::Container(depth), b'}' | b']') => (Self::Container(depth - 1), Boundary::None),
            (Self::Container(depth), b'"') => (Self::String(depth), Boundary::None),
            (Self::Container(_), _) => (self, Boundary::None),
            (Self::String(_) | Self::Escape(_), b'\n') => (Self::Between, Boundary::Before),
            (Self::String(depth), b'\\') => (Self::Escape(depth), Boundary::None),
            (Self::String(0), b'"') => between,
            (Self::String(depth), b'"') => (Self::Container(depth), Boundary::None),
            (Self::String(_), _) => (self, Boundary::None),
            (Self::Escape(depth), _) => (Self::String(depth), Boundary::None),
            (Self::Word, b' ' | b'\t' | b'\r' | b'\n') => (Self::Between, Boundary::Before),
            (Self::Word, b'{' | b'[' | b'"') => (Self::Between.next(byte, framing).0, Boundary::Before),
            (Self::Word, _) => (Self::Word, Boundary::None),
        }
    }
}

impl Splitter {
    /// At the start of a text.
    pub fn new(framing: Framing) -> Self {
        Self { framing, limit: usize::MAX, held: String::new(), too_long: false, state: State::Between }
    }

    /// Holds at most so many bytes of one text; a longer one is an error, and skipped.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Takes the next piece, and gives the texts that it completes.
    pub fn push(&mut self, piece: &str) -> Vec<Result<String, TooLong>> {
        let mut texts = Vec::new();
        let mut start = 0;
        for (at, byte) in piece.bytes().enumerate() {
            let was_between = self.state == State::Between;
            let (state, boundary) = self.state.next(byte, self.framing);
            self.state = state;
            if was_between {
                start = at;
            }
            let end = match boundary {
                Boundary::None => continue,
                Boundary::Behind => at + 1,
                Boundary::Before => at,
            };
            texts.extend(self.hold(piece.get(start..end).unwrap_or_default()));
            texts.extend(self.take());
            start = end;
        }
        if self.state != State::Between {
            texts.extend(self.hold(piece.get(start..).unwrap_or_default()));
        }
        texts
    }

    /// Ends the text, and gives what was still open.
    pub fn finish(&mut self) -> Option<Result<String, TooLong>> {
        self.state = State::Between;
        self.take()
    }

    /// Keeps a part of the open text, unless it becomes too long, which is said once.
    fn hold(&mut self, part: &str) -> Option<Result<String, TooLong>> {
        if self.too_long {
            return None;
        }
        if self.held.len().saturating_add(part.len()) <= self.limit {
            self.held.push_str(part);
            return None;
        }
        self.too_long = true;
        self.held = String::new();
        Some(Err(TooLong { limit: self.limit }))
    }

    fn take(&mut self) -> Option<Result<String, TooLong>> {
        let mut text = std::mem::take(&mut self.held);
        if std::mem::take(&mut self.too_long) {
            return None;
        }
        text.truncate(text.trim_end_matches([' ', '\t', '\r', '\n']).len());
        (!text.is_empty()).then_some(Ok(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(framing: Framing, limit: usize, pieces: &[&str]) -> Vec<Result<String, TooLong>> {
        let mut splitter = Splitter::new(framing).limit(limit);
        let mut texts: Vec<_> = pieces.iter().flat_map(|piece| splitter.push(piece)).collect();
        texts.extend(splitter.finish());
        texts
    }

    fn texts(framing: Framing, text: &str) -> Vec<String> {
        split(framing, usize::MAX, &[text]).into_iter().map(Result::unwrap).collect()
    }

    #[test]
    fn values_end_where_their_json_ends() {
        let text = "{\"a\":\"}\\\"]\"}[1,\n2]3 true\"x\"null{\"b\":{}}\r\n \"lost\n{\"c\":1";
        let expected = [
            "{\"a\":\"}\\\"]\"}",
            "[1,\n2]",
            "3",
            "true",
            "\"x\"",
            "null",
            "{\"b\":{}}",
            "\"lost",
            "{\"c\":1",
        ];
        assert_eq!(texts(Framing::Values, text), expected);
    }

    #[test]
    fn a_line_that_is_no_json_spoils_only_itself() {
        assert_eq!(texts(Framing::Lines, "\n{\"a\":\n \r\n{}\r\n[1] [2]"), ["{\"a\":", "{}", "[1] [2]"]);
    }

    #[test]
    fn what_is_too_long_is_said_once_and_skipped() {
        let too_long = Err(TooLong { limit: 4 });
        let pieces = ["[1, 2", ",3]", "[4]", "[1,2,3,4,5]"];
        assert_eq!(split(Framing::Values, 4, &pieces), [too_long.clone(), Ok("[4]".to_owned()), too_long]);
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same(
            text in "([\\[\\]{}\",:\\\\\n\r x1é]|true|\\{\"a\":1\\}\n){0,40}",
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
            limit in prop_oneof![Just(usize::MAX), 0usize..12],
            lines in any::<bool>(),
        ) {
            let framing = if lines { Framing::Lines } else { Framing::Values };
            let bounds: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&bounds)).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&str> = cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
            prop_assert_eq!(split(framing, limit, &pieces), split(framing, limit, &[&text]));
        }
    }
}
