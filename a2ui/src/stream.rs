//! Messages from a text that arrives in pieces.
//!
//! The result does not depend on how the text is split, and each byte is processed once.

use crate::{Element, Version};
use wire::{DecodeError, DecodeRule, Pointer, decode::ReadError};

/// The separator between two messages of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Framing {
    /// A line end, as in [JSON Lines](https://jsonlines.org). An invalid line does not affect the other lines. Blank
    /// lines are skipped.
    Lines,
    /// No separator, or whitespace. A message ends where its JSON value ends, and may span several lines. If an array
    /// or object is never closed, the text after it counts as part of it. An unclosed string ends at the line end,
    /// because JSON allows no line end in strings.
    Values,
}

/// A reader for messages in a text that arrives in pieces. Each text between two boundaries is read like a document
/// by [`read`](crate::read()).
///
/// ```
/// use agent_ui_a2ui::stream::{Framing, Stream};
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
    /// Creates a stream at its start. If `version` is given, a message of another version is an error.
    pub fn new(framing: Framing, version: Option<Version>) -> Self {
        Self {
            splitter: Splitter::new(framing),
            version,
        }
    }

    /// Limits the size of a single text, in bytes. A longer text is reported as an error and skipped.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.splitter = self.splitter.limit(bytes);
        self
    }

    /// Processes the next piece, and returns the messages that the piece completes.
    pub fn push(&mut self, piece: &str) -> Vec<Element> {
        let texts = self.splitter.push(piece);
        texts.into_iter().flat_map(|text| self.read(text)).collect()
    }

    /// Ends the stream, and returns the message that was still incomplete. The stream can then be used again from the
    /// start.
    pub fn finish(&mut self) -> Vec<Element> {
        match self.splitter.finish() {
            Some(text) => self.read(text),
            None => Vec::new(),
        }
    }

    fn read(&self, text: Result<String, TooLong>) -> Vec<Element> {
        let elements = match text {
            Ok(text) => crate::read(&text, self.version),
            Err(error) => Err(error.into()),
        };
        elements.unwrap_or_else(|error| vec![Element::new(Pointer::root(), Err(error))])
    }
}

/// The error for a text that exceeds the limit of its [`Splitter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("the text is longer than the limit of {limit} bytes")]
pub struct TooLong {
    /// The limit in bytes.
    pub limit: usize,
}

impl From<TooLong> for DecodeError {
    fn from(error: TooLong) -> Self {
        ReadError::new(
            DecodeRule::Value,
            error,
            "send shorter messages, or raise the limit",
        )
        .into()
    }
}

/// A splitter for a text that arrives in pieces. It cuts the text at the boundaries between values, and does not
/// check that the parts are valid JSON.
///
/// ```
/// use agent_ui_a2ui::stream::{Framing, Splitter};
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
    pending: String,
    too_long: bool,
    state: State,
}

/// The state at the end of the last piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Between two texts, in whitespace.
    Between,
    /// In a line of JSON Lines.
    Line,
    /// In an array or object at this depth.
    Container(usize),
    /// In a string at this depth.
    String(usize),
    /// In a string at this depth, after a backslash.
    Escape(usize),
    /// In a number, a literal, or invalid text.
    Word,
}

/// The boundary of a text relative to a byte.
enum Boundary {
    /// No boundary at this byte.
    None,
    /// The text ends after this byte.
    After,
    /// The text ends before this byte.
    Before,
}

impl State {
    /// Returns the state after `byte`, and the boundary of the text at that byte.
    fn next(self, byte: u8, framing: Framing) -> (Self, Boundary) {
        let between = (Self::Between, Boundary::After);
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
            (Self::Word, b'{' | b'[' | b'"') => {
                (Self::Between.next(byte, framing).0, Boundary::Before)
            }
            (Self::Word, _) => (Self::Word, Boundary::None),
        }
    }
}

impl Splitter {
    /// Creates a splitter at the start of a text.
    pub fn new(framing: Framing) -> Self {
        Self {
            framing,
            limit: usize::MAX,
            pending: String::new(),
            too_long: false,
            state: State::Between,
        }
    }

    /// Limits the size of a single text, in bytes. A longer text is reported as an error and skipped.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Processes the next piece, and returns the texts that the piece completes.
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
                Boundary::After => at + 1,
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

    /// Ends the text and returns the part that was still incomplete.
    pub fn finish(&mut self) -> Option<Result<String, TooLong>> {
        self.state = State::Between;
        self.take()
    }

    /// Stores a part of the incomplete text. If the text becomes longer than the limit, the error is returned once.
    fn hold(&mut self, part: &str) -> Option<Result<String, TooLong>> {
        if self.too_long {
            return None;
        }
        if self.pending.len().saturating_add(part.len()) <= self.limit {
            self.pending.push_str(part);
            return None;
        }
        self.too_long = true;
        self.pending = String::new();
        Some(Err(TooLong { limit: self.limit }))
    }

    fn take(&mut self) -> Option<Result<String, TooLong>> {
        let mut text = std::mem::take(&mut self.pending);
        if std::mem::take(&mut self.too_long) {
            return None;
        }
        text.truncate(text.trim_end_matches([' ', '\t', '\r', '\n']).len());
        if text.is_empty() {
            return None;
        }
        Some(Ok(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(framing: Framing, limit: usize, pieces: &[&str]) -> Vec<Result<String, TooLong>> {
        let mut splitter = Splitter::new(framing).limit(limit);
        let mut texts: Vec<_> = pieces
            .iter()
            .flat_map(|piece| splitter.push(piece))
            .collect();
        texts.extend(splitter.finish());
        texts
    }

    fn texts(framing: Framing, text: &str) -> Vec<String> {
        split(framing, usize::MAX, &[text])
            .into_iter()
            .map(Result::unwrap)
            .collect()
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
    fn an_invalid_line_affects_only_itself() {
        assert_eq!(
            texts(Framing::Lines, "\n{\"a\":\n \r\n{}\r\n[1] [2]"),
            ["{\"a\":", "{}", "[1] [2]"]
        );
    }

    #[test]
    fn an_overlong_value_is_reported_once_and_skipped() {
        let too_long = Err(TooLong { limit: 4 });
        let pieces = ["[1, 2", ",3]", "[4]", "[1,2,3,4,5]"];
        assert_eq!(
            split(Framing::Values, 4, &pieces),
            [too_long.clone(), Ok("[4]".to_owned()), too_long]
        );
    }

    proptest! {
        #[test]
        fn results_do_not_depend_on_the_split(
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
