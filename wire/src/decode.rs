//! Reading a whole message, with limits and exact errors.

use crate::{Pointer, Reader, Wire, redact};
use std::fmt;

/// How deep a message may nest: 127 levels of arrays and objects are read and written, 128 are refused.
///
/// It is judged once, over the whole text, so that a payload counts from where it stands in its message.
/// 127 is what serde_json itself reads, so whatever passes here can be read by anybody who uses it.
pub const MAX_DEPTH: usize = 127;

/// Which rule of reading was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DecodeRule {
    /// The text is no JSON.
    Syntax,
    /// The bytes are no UTF-8.
    Encoding,
    /// It nests deeper than [`MAX_DEPTH`].
    Depth,
    /// A value of another JSON type stands there.
    Type,
    /// A required member is missing.
    Missing,
    /// A member of a typed object occurs twice.
    Duplicate,
    /// The type is right and the value is none that the specification allows.
    Value,
    /// A message that is named by its one key has no such key, or two.
    Key,
}

impl DecodeRule {
    /// The name of the rule in reports: `syntax`, `missing` and so on.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Encoding => "encoding",
            Self::Depth => "depth",
            Self::Type => "type",
            Self::Missing => "missing",
            Self::Duplicate => "duplicate",
            Self::Value => "value",
            Self::Key => "key",
        }
    }
}

impl fmt::Display for DecodeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a text is no such message: what stands where, and what would be right.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Note }
/// wire::object! {
///     /// A note.
///     pub struct Note {
///         /// Its lines.
///         lines: Vec<String>,
///     }
/// }
/// let error = wire::decode::<Note>(r#"{"lines":["a",7]}"#).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/lines/1");
/// assert_eq!(error.rule, wire::DecodeRule::Type);
/// assert_eq!(error.found, "integer `7`");
/// assert_eq!(error.expected, "a string");
/// assert_eq!(error.to_string(), "/lines/1: integer `7`; expected a string (line 1, column 15)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeError {
    /// Where it is; for a missing member, where it should be.
    pub pointer: Pointer,
    /// Which rule was broken.
    pub rule: DecodeRule,
    /// What stands there; of an address neither query nor fragment nor user name.
    pub found: String,
    /// What would be right; empty where nothing can be said.
    pub expected: String,
    /// The line in the text, from 1; 0 if it is not known.
    pub line: usize,
    /// The column in that line, in bytes, from 1; 0 if it is not known.
    pub column: usize,
}

/// What stands where a text ends too soon.
pub(crate) const END: &str = "the end of the text";

impl DecodeError {
    /// Whether the text ends where something has to come.
    pub fn is_at_end(&self) -> bool {
        self.rule == DecodeRule::Syntax && self.found == END
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_root() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.found)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        if self.line > 0 {
            write!(f, " (line {}, column {})", self.line, self.column)?;
        }
        Ok(())
    }
}

impl std::error::Error for DecodeError {}

/// Reads one message.
///
/// Depth is judged while reading, and the place of an error is put together on its way out, so that success pays for
/// neither. Plain `serde_json::from_str::<T>` reads the same messages, but skips the limit for the payloads inside and
/// knows no pointer.
///
/// # Errors
/// The first thing that is wrong, as a [`DecodeError`].
#[inline]
pub fn decode<T: Wire>(text: &str) -> Result<T, DecodeError> {
    read(Reader::new(text))
}

// What is generic here is small and goes into its callers, so that a program has few copies of it.
#[inline]
fn read<T: Wire>(mut reader: Reader<'_>) -> Result<T, DecodeError> {
    match T::read(&mut reader) {
        Ok(value) => reader.end().map(|()| value),
        Err(refusal) => Err(reader.failed(refusal)),
    }
}

/// As [`decode`], but the payloads inside may nest to any depth. For what is no message of its own: a part that was read
/// before, or what a carry keeps.
///
/// # Errors
/// Those of [`decode`].
#[inline]
pub fn decode_any_depth<T: Wire>(text: &str) -> Result<T, DecodeError> {
    read(Reader::with_any_depth(text))
}

/// Reads the members of the object that a text is, one by one, as long as `member` says that it goes on; whether that was all of
/// it. Payloads in it may nest to any depth. A text that is something else has no members to read.
///
/// # Errors
/// Those of `member`, and if the text that was read is no JSON.
///
/// ```
/// # use agent_ui_wire as wire;
/// use wire::Wire;
///
/// let (mut id, mut rest) = (String::new(), "");
/// let is_whole = wire::read_members(r#"{"id":"a","value":{"b":[]}}"#, &mut |name, reader| {
///     match name {
///         "id" => id = Wire::read(reader)?,
///         "value" => rest = reader.span()?,
///         _ => return Ok(false),
///     }
///     Ok(true)
/// })?;
/// assert_eq!((is_whole, id.as_str(), rest), (true, "a", r#"{"b":[]}"#));
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn read_members<'a>(
    text: &'a str,
    member: &mut dyn FnMut(&str, &mut Reader<'a>) -> ReadResult<bool>,
) -> Result<bool, DecodeError> {
    let mut reader = Reader::with_any_depth(text);
    match reader.members_while(member) {
        Ok(true) => reader.end().map(|()| true),
        Ok(false) => Ok(false),
        Err(refusal) => Err(reader.failed(refusal)),
    }
}

/// Reads one message from bytes, which have to be UTF-8 without a byte order mark.
///
/// # Errors
/// Those of [`decode`], and `encoding` with line and column of the first byte that is no UTF-8.
#[inline]
pub fn decode_slice<T: Wire>(bytes: &[u8]) -> Result<T, DecodeError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => decode(text),
        Err(error) => Err(no_utf8(bytes, error)),
    }
}

#[cold]
fn no_utf8(bytes: &[u8], error: std::str::Utf8Error) -> DecodeError {
    let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let line = good.split(|b| *b == b'\n');
    let column = line.clone().next_back().map_or(0, <[u8]>::len) + 1;
    let refusal = ReadError::new(DecodeRule::Encoding, "a byte that is no UTF-8", "JSON in UTF-8");
    DecodeError { line: line.count(), column, ..refusal.into() }
}

/// What reading gives: a value, or the reason why there is none.
pub type ReadResult<T> = Result<T, ReadError>;

/// A reason to refuse a value, for hand-written [`Wire`] implementations. On its way out it learns where it happened, and
/// [`decode`] makes a [`DecodeError`] of it.
///
/// ```
/// # use agent_ui_wire as wire;
/// use wire::{DecodeError, decode::ReadError};
///
/// let error = DecodeError::from(ReadError::value("`v7`", "`v0.9`").at("version"));
/// assert_eq!(error.to_string(), "/version: `v7`; expected `v0.9`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(Box<Reason>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Reason {
    rule: DecodeRule,
    found: String,
    expected: String,
    /// The way there, innermost first.
    path: Vec<Step>,
    /// How far the reader had come, once that is known.
    offset: Option<usize>,
    /// Whether no other type could read the text either.
    is_final: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Name(String),
    Index(usize),
    Below(Pointer),
}

impl ReadError {
    /// What was found, what would be right, and the rule that was broken, at the value which is being read.
    #[cold]
    pub fn new(rule: DecodeRule, found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self(Box::new(Reason {
            rule,
            found: found.to_string(),
            expected: expected.to_string(),
            path: Vec::new(),
            offset: None,
            is_final: false,
        }))
    }

    /// The value is of the right type and not allowed.
    pub fn value(found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self::new(DecodeRule::Value, found, expected)
    }

    /// The value is of another type.
    pub fn wrong_type(found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self::new(DecodeRule::Type, found, expected)
    }

    /// The required member `name` is missing.
    pub fn missing(name: &str) -> Self {
        Self::new(DecodeRule::Missing, "a required member is missing", format_args!("a member `{name}`"))
            .at(name)
    }

    /// The member `name` occurs a second time.
    pub fn duplicate(name: &str) -> Self {
        Self::repeated().at(name)
    }

    /// The member that is being read occurs a second time.
    pub(crate) fn repeated() -> Self {
        Self::new(DecodeRule::Duplicate, "a second member of the same name", "each member once")
    }

    /// The value nests deeper than [`MAX_DEPTH`].
    pub(crate) fn depth(found: usize, below: Pointer) -> Self {
        let found = format_args!("a value nested {found} levels deep").to_string();
        let mut refusal = Self::new(DecodeRule::Depth, found, format_args!("at most {MAX_DEPTH} levels"));
        refusal.0.path.push(Step::Below(below));
        refusal.0.is_final = true;
        refusal
    }

    /// The text is no JSON.
    pub(crate) fn syntax(found: impl fmt::Display, expected: &str) -> Self {
        let mut refusal = Self::new(DecodeRule::Syntax, found, expected);
        refusal.0.is_final = true;
        refusal
    }

    /// Whether no other type could read the text either.
    pub(crate) fn is_final(&self) -> bool {
        self.0.is_final
    }

    pub(crate) fn is_about_depth(&self) -> bool {
        self.0.rule == DecodeRule::Depth
    }

    /// Says that it concerns the member `name` of the value which is being read.
    #[must_use]
    pub fn at(mut self, name: &str) -> Self {
        self.0.path.push(Step::Name(name.to_owned()));
        self
    }

    /// Says that it concerns the element `index` of the value which is being read.
    #[must_use]
    pub fn at_index(mut self, index: usize) -> Self {
        self.0.path.push(Step::Index(index));
        self
    }

    #[must_use]
    pub(crate) fn with_rule(mut self, rule: DecodeRule) -> Self {
        self.0.rule = rule;
        self
    }

    /// Says how far the reader had come, unless that was said further in.
    #[must_use]
    pub(crate) fn behind(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    fn pointer(&self) -> Pointer {
        self.0.path.iter().rev().fold(Pointer::root(), |mut pointer, step| {
            match step {
                Step::Name(name) => pointer.push(name),
                Step::Index(index) => pointer.push_index(*index),
                Step::Below(below) => pointer = pointer.join(below),
            }
            pointer
        })
    }

    /// The error, with line and column in the text.
    #[cold]
    pub(crate) fn in_text(self, text: &str) -> DecodeError {
        let bytes = text.as_bytes();
        let before = self.0.offset.and_then(|offset| bytes.get(..offset)).unwrap_or(bytes);
        // The last of them is what stands there; a line end belongs to the line that it ends.
        let passed = before.split_last().map_or(before, |(_, passed)| passed);
        let line = passed.iter().filter(|byte| **byte == b'\n').count() + 1;
        let in_line = passed.iter().rev().take_while(|byte| **byte != b'\n').count();
        let column = in_line + before.len() - passed.len();
        let mut error = DecodeError { line, column, ..self.into() };
        if error.rule == DecodeRule::Syntax && text.starts_with('\u{FEFF}') {
            "a byte order mark in front of the message".clone_into(&mut error.found);
            "JSON without it".clone_into(&mut error.expected);
        }
        error
    }
}

/// Without line and column: they are known only to whoever reads the text.
impl From<ReadError> for DecodeError {
    fn from(refusal: ReadError) -> Self {
        let pointer = refusal.pointer();
        let Reason { rule, found, expected, .. } = *refusal.0;
        let found = redact::addresses(&found).into_owned();
        Self { pointer, rule, found, expected, line: 0, column: 0 }
    }
}

/// Of a value that was read from its own text: its pointer counts from there.
impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        let mut refusal = Self::new(error.rule, error.found, error.expected);
        refusal.0.path.push(Step::Below(error.pointer));
        refusal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Payload, encode};

    fn error(text: &str) -> DecodeError {
        decode::<Vec<u32>>(text).unwrap_err()
    }

    #[test]
    fn the_depth_limit_counts_from_the_start_of_the_text() {
        let nest = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(decode::<Payload>(&nest(127)).is_ok());
        let error = decode::<Payload>(&nest(128)).unwrap_err();
        assert_eq!((error.rule, error.pointer.segments().count()), (DecodeRule::Depth, 127));
        assert_eq!(decode::<Payload>(&nest(100_000)).unwrap_err().rule, DecodeRule::Depth);
        assert!(encode(&nest(128)).is_ok(), "a string may hold what it likes");
        assert!(decode_any_depth::<Payload>(&nest(100_000)).is_ok());
        assert_eq!(decode::<Vec<Vec<Payload>>>(&nest(128)).unwrap_err().pointer.segments().count(), 127);
        // Too deep is too deep, whatever type was wanted.
        assert_eq!(decode::<Vec<u32>>(&nest(128)).unwrap_err().rule, DecodeRule::Depth);
        assert_eq!(decode::<Vec<u32>>(&nest(127)).unwrap_err().rule, DecodeRule::Type);
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        for (text, shown) in [
            ("[1,4294967296]", "/1: integer `4294967296`; expected u32 (line 1, column 13)"),
            ("[1,-1]", "/1: integer `-1`; expected u32 (line 1, column 5)"),
            ("[1,\n\"a\"]", "/1: string \"a\"; expected u32 (line 2, column 3)"),
            ("[{}]", "/0: an object; expected u32 (line 1, column 2)"),
            ("[1,", "/1: the end of the text; expected a value (line 1, column 3)"),
            ("[1;2]", "`;`; expected `,` or `]` (line 1, column 3)"),
            ("[1\"2\"]", "`\"`; expected `,` or `]` (line 1, column 3)"),
            ("[1] 2", "`2`; expected the end of the text (line 1, column 5)"),
            (
                "[1,\n \"a\nb\"]",
                "/1: `\\n`; expected no control character inside a string (line 2, column 4)",
            ),
            (
                "\u{FEFF}[1]",
                "a byte order mark in front of the message; expected JSON without it (line 1, column 1)",
            ),
        ] {
            assert_eq!(error(text).to_string(), shown, "{text:?}");
        }
        assert!(error("[1,").is_at_end() && !error("[1;2]").is_at_end());
        let bytes = decode_slice::<Vec<u32>>(b"[1,\n \xFF]").unwrap_err();
        assert_eq!((bytes.rule, bytes.line, bytes.column), (DecodeRule::Encoding, 2, 2));
    }
}
