//! Decoding of whole messages, with a depth limit and errors that point at one place.

use crate::{
    Pointer, Reader, Wire, redact,
    syntax_fault::{self, SyntaxFault},
};
use std::fmt;

/// The deepest nesting of arrays and objects that a message may have.
///
/// A message with 127 levels is read and written; one with 128 is an error. The limit is checked once, over the whole
/// text, so a payload counts from its place in the message. It equals the limit of `serde_json`, so every program that
/// uses `serde_json` can read what passes here.
pub const MAX_DEPTH: usize = 127;

/// The rule that an unreadable text breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DecodeRule {
    /// The text is not valid JSON.
    Syntax,
    /// The bytes are not valid UTF-8.
    Encoding,
    /// The value nests deeper than [`MAX_DEPTH`].
    Depth,
    /// The value has another JSON type than its slot.
    Type,
    /// A required member is missing.
    Missing,
    /// A member of a typed object occurs twice.
    Duplicate,
    /// The type is right, but the specification does not allow the value.
    Value,
    /// A message that is identified by a single key has no such key, or several.
    Key,
}

impl DecodeRule {
    /// Returns the name of the rule in reports: `syntax`, `missing` and so on.
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

    /// Returns the rule with this name in reports.
    ///
    /// ```
    /// use agent_ui_wire::DecodeRule;
    ///
    /// assert_eq!(DecodeRule::from_name("missing"), Some(DecodeRule::Missing));
    /// assert_eq!(DecodeRule::from_name("V1"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.as_str() == name)
    }

    const ALL: [Self; 8] = [
        Self::Syntax,
        Self::Encoding,
        Self::Depth,
        Self::Type,
        Self::Missing,
        Self::Duplicate,
        Self::Value,
        Self::Key,
    ];
}

impl fmt::Display for DecodeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The error for a text that cannot be read as a message: its place, the broken rule, a sentence and a hint.
///
/// ```
/// # agent_ui_wire::inventory! { Note }
/// agent_ui_wire::object! {
///     /// A note.
///     pub struct Note {
///         /// The lines of the note.
///         lines: Vec<String>,
///     }
/// }
///
/// let error = agent_ui_wire::decode::<Note>(r#"{"lines":["a",7]}"#).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/lines/1");
/// assert_eq!(error.rule, agent_ui_wire::DecodeRule::Type);
/// assert_eq!(error.message, "expected a string, found integer `7`");
/// assert_eq!(error.hint, "write a string");
/// assert_eq!(error.to_string(), "/lines/1: expected a string, found integer `7` (line 1, column 15)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeError {
    /// The value that cannot be read. For a missing member, the place where it belongs.
    pub pointer: Pointer,
    /// The rule that is broken.
    pub rule: DecodeRule,
    /// A whole sentence about the error. URLs in it have no query, fragment or user name.
    pub message: String,
    /// The correction. It never quotes the input.
    pub hint: String,
    /// The line in the text, counted from 1; 0 if unknown.
    pub line: usize,
    /// The column in that line, in bytes, counted from 1; 0 if unknown.
    pub column: usize,
    /// `true` if the text ends too early.
    pub(crate) is_at_end: bool,
}

/// The expectation that the text ends.
pub(crate) const END: &str = "the end of the text";

impl DecodeError {
    /// Returns `true` if the text ends before the value is complete.
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_root() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.message)?;
        if self.line > 0 {
            write!(f, " (line {}, column {})", self.line, self.column)?;
        }
        Ok(())
    }
}

impl std::error::Error for DecodeError {}

/// Decodes one message.
///
/// The depth limit is checked during reading, and the place of an error is only computed if there is one, so a valid
/// message pays for neither. `serde_json::from_str::<T>` accepts the same messages, but it does not apply the limit to
/// payloads and its errors have no pointer.
///
/// # Errors
/// Returns the first error in the text as a [`DecodeError`].
#[inline]
pub fn decode<T: Wire>(text: &str) -> Result<T, DecodeError> {
    read(Reader::new(text))
}

// Generic code here is small and inlined into its callers, so that a program has few copies of it.
#[inline]
fn read<T: Wire>(mut reader: Reader<'_>) -> Result<T, DecodeError> {
    match T::read(&mut reader) {
        Ok(value) => reader.end().map(|()| value),
        Err(error) => Err(reader.decode_error_at(error)),
    }
}

/// Decodes a text like [`decode`], without the depth limit for the payloads inside.
///
/// Use it for text that is not a message of its own, such as a part of a message that was already read.
///
/// # Errors
/// Returns the errors of [`decode`].
#[inline]
pub fn decode_any_depth<T: Wire>(text: &str) -> Result<T, DecodeError> {
    read(Reader::with_any_depth(text))
}

/// Reads the members of an object one by one until `member` returns `false`.
///
/// Returns `true` if all members were read. For a text that is not an object, `member` is never called and the result
/// is `false`. Payloads may nest to any depth.
///
/// # Errors
/// Returns the errors of `member`, and an error if the text that was read is not valid JSON.
///
/// ```
/// use agent_ui_wire::Wire;
///
/// let (mut id, mut rest) = (String::new(), "");
/// let is_complete = agent_ui_wire::read_members(r#"{"id":"a","value":{"b":[]}}"#, &mut |name, reader| {
///     match name {
///         "id" => id = Wire::read(reader)?,
///         "value" => rest = reader.span()?,
///         _ => return Ok(false),
///     }
///     Ok(true)
/// })?;
/// assert_eq!((is_complete, id.as_str(), rest), (true, "a", r#"{"b":[]}"#));
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
pub fn read_members<'a>(
    text: &'a str,
    member: &mut dyn FnMut(&str, &mut Reader<'a>) -> ReadResult<bool>,
) -> Result<bool, DecodeError> {
    let mut reader = Reader::with_any_depth(text);
    match reader.members_while(member) {
        Ok(true) => reader.end().map(|()| true),
        Ok(false) => Ok(false),
        Err(error) => Err(reader.decode_error_at(error)),
    }
}

/// Decodes one message from bytes, which must be UTF-8 without a byte order mark.
///
/// # Errors
/// Returns the errors of [`decode`]. If a byte is not valid UTF-8, the rule is `encoding`, with the line and column of
/// that byte.
#[inline]
pub fn decode_slice<T: Wire>(bytes: &[u8]) -> Result<T, DecodeError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => decode(text),
        Err(error) => Err(encoding_error(bytes, error)),
    }
}

#[cold]
fn encoding_error(bytes: &[u8], error: std::str::Utf8Error) -> DecodeError {
    let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let line = valid.split(|b| *b == b'\n');
    let column = line.clone().next_back().map_or(0, <[u8]>::len) + 1;
    let (message, hint) = ("the text contains a byte that is not valid UTF-8", "encode the text as UTF-8");
    let error = ReadError::new(DecodeRule::Encoding, message, hint);
    DecodeError { line: line.count(), column, ..error.into() }
}

/// The result of reading a value.
pub type ReadResult<T> = Result<T, ReadError>;

/// The error for one value, for hand-written [`Wire`] implementations.
///
/// Each enclosing value adds its step to the path, and [`decode`] turns the whole into a [`DecodeError`].
///
/// ```
/// use agent_ui_wire::{DecodeError, decode::ReadError};
///
/// let error = DecodeError::from(ReadError::value("`v7`", "`v0.9`").at("version"));
/// assert_eq!(error.to_string(), "/version: expected `v0.9`, found `v7`");
/// assert_eq!(error.hint, "write `v0.9`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(Box<Reason>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Reason {
    rule: DecodeRule,
    /// Empty for a repeated member, whose name is the last step of the path.
    message: String,
    hint: String,
    /// The path to the value, innermost step first.
    path: Vec<PathStep>,
    /// The offset that the reader had reached; `None` until an enclosing value sets it.
    offset: Option<usize>,
    /// `true` if the text is invalid for every type.
    is_final: bool,
    is_at_end: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PathStep {
    Name(String),
    Index(usize),
    Below(Pointer),
}

impl ReadError {
    /// Creates an error for the value that is being read.
    ///
    /// `message` is a whole sentence; `hint` tells how to correct the input.
    #[cold]
    pub fn new(rule: DecodeRule, message: impl fmt::Display, hint: impl fmt::Display) -> Self {
        Self(Box::new(Reason {
            rule,
            message: message.to_string(),
            hint: hint.to_string(),
            path: Vec::new(),
            offset: None,
            is_final: false,
            is_at_end: false,
        }))
    }

    /// Creates an error with the message `expected …, found …` and the hint `write …`.
    #[cold]
    pub fn mismatch(rule: DecodeRule, found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        let expected = expected.to_string();
        let message = format_args!("expected {expected}, found {found}").to_string();
        Self::new(rule, message, format_args!("write {expected}"))
    }

    /// Creates the error for a value that has the right type but is not allowed.
    pub fn value(found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self::mismatch(DecodeRule::Value, found, expected)
    }

    /// Creates the error for a value that has the wrong type.
    pub fn wrong_type(found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self::mismatch(DecodeRule::Type, found, expected)
    }

    /// Creates the error for an object without its required member `name`.
    pub fn missing(name: &str) -> Self {
        let message = format_args!("the required member `{name}` is missing").to_string();
        Self::new(DecodeRule::Missing, message, format_args!("add the member `{name}`")).at(name)
    }

    /// Creates the error for an object that repeats the member `name`.
    pub fn duplicate(name: &str) -> Self {
        Self::duplicate_here().at(name)
    }

    /// Creates the error for a member that occurs a second time. The caller adds its name with [`at`](Self::at).
    pub(crate) fn duplicate_here() -> Self {
        Self::new(DecodeRule::Duplicate, "", "keep only one member of this name")
    }

    /// Creates the error for a value that nests deeper than [`MAX_DEPTH`].
    pub(crate) fn depth(found: usize, below: Pointer) -> Self {
        let message =
            format_args!("the value nests {found} levels deep; the limit is {MAX_DEPTH}").to_string();
        let mut error = Self::new(DecodeRule::Depth, message, "nest arrays and objects less deep");
        error.0.path.push(PathStep::Below(below));
        error.0.is_final = true;
        error
    }

    /// Creates the error for a text that is not valid JSON, at an offset where something else was expected.
    #[cold]
    pub(crate) fn syntax(text: &str, at: usize, expected: &'static str) -> Self {
        let SyntaxFault { message, hint, at, is_at_end } = syntax_fault::describe(text, at, expected);
        let mut error = Self::new(DecodeRule::Syntax, message, hint);
        error.0.is_final = true;
        error.0.is_at_end = is_at_end;
        error.at_offset(at + usize::from(!is_at_end))
    }

    /// Returns `true` if the text is invalid for every type.
    pub(crate) fn is_final(&self) -> bool {
        self.0.is_final
    }

    pub(crate) fn is_about_depth(&self) -> bool {
        self.0.rule == DecodeRule::Depth
    }

    /// Moves the error to the member `name` of the value that is being read.
    #[must_use]
    pub fn at(mut self, name: &str) -> Self {
        self.0.path.push(PathStep::Name(name.to_owned()));
        self
    }

    /// Moves the error to the element `index` of the value that is being read.
    #[must_use]
    pub fn at_index(mut self, index: usize) -> Self {
        self.0.path.push(PathStep::Index(index));
        self
    }

    #[must_use]
    pub(crate) fn with_rule(mut self, rule: DecodeRule) -> Self {
        self.0.rule = rule;
        self
    }

    /// Records the offset that the reader had reached, unless an inner value recorded it before.
    #[must_use]
    pub(crate) fn at_offset(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    fn pointer(&self) -> Pointer {
        self.0.path.iter().rev().fold(Pointer::root(), |mut pointer, step| {
            match step {
                PathStep::Name(name) => pointer.push(name),
                PathStep::Index(index) => pointer.push_index(*index),
                PathStep::Below(below) => pointer = pointer.join(below),
            }
            pointer
        })
    }

    /// Converts the error, with the line and column in `text`.
    #[cold]
    pub(crate) fn in_text(self, text: &str) -> DecodeError {
        let bytes = text.as_bytes();
        let before = self.0.offset.and_then(|offset| bytes.get(..offset)).unwrap_or(bytes);
        // The last byte is the one at fault; a line end belongs to the line that it ends.
        let passed = before.split_last().map_or(before, |(_, passed)| passed);
        let line = passed.iter().filter(|byte| **byte == b'\n').count() + 1;
        let in_line = passed.iter().rev().take_while(|byte| **byte != b'\n').count();
        // Of an empty text, that is the first column.
        let column = (in_line + before.len() - passed.len()).max(1);
        let mut error = DecodeError { line, column, ..self.into() };
        if error.rule == DecodeRule::Syntax && text.starts_with('\u{FEFF}') {
            "the message starts with a byte order mark".clone_into(&mut error.message);
            "remove the byte order mark".clone_into(&mut error.hint);
        }
        error
    }
}

/// The expectation of a JSON value.
pub(crate) const VALUE: &str = "a JSON value";

/// Converts an error without line and column, which only the reader of the text knows.
impl From<ReadError> for DecodeError {
    fn from(error: ReadError) -> Self {
        let pointer = error.pointer();
        let Reason { rule, mut message, hint, is_at_end, .. } = *error.0;
        if message.is_empty() {
            let name = pointer.segments().last().unwrap_or_default();
            message = format!("the member `{name}` occurs more than once");
        }
        let message = redact::addresses(&message).into_owned();
        Self { pointer, rule, message, hint, line: 0, column: 0, is_at_end }
    }
}

/// Converts the error of a value that was decoded from a text of its own. Its pointer is relative to that value.
impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        let mut converted = Self::new(error.rule, error.message, error.hint);
        converted.0.path.push(PathStep::Below(error.pointer));
        converted
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
        assert!(encode(&nest(128)).is_ok(), "brackets in a string are not nesting");
        assert!(decode_any_depth::<Payload>(&nest(100_000)).is_ok());
        assert_eq!(decode::<Vec<Vec<Payload>>>(&nest(128)).unwrap_err().pointer.segments().count(), 127);
        // The depth error takes precedence over a type error.
        assert_eq!(decode::<Vec<u32>>(&nest(128)).unwrap_err().rule, DecodeRule::Depth);
        assert_eq!(decode::<Vec<u32>>(&nest(127)).unwrap_err().rule, DecodeRule::Type);
    }

    #[test]
    fn errors_name_the_place_and_the_expectation() {
        const U32: &str = "a 32-bit unsigned integer";
        for (text, shown) in [
            ("[1,4294967296]", format!("/1: expected {U32}, found integer `4294967296` (line 1, column 13)")),
            ("[1,-1]", format!("/1: expected {U32}, found integer `-1` (line 1, column 5)")),
            ("[1,\n\"a\"]", format!("/1: expected {U32}, found string \"a\" (line 2, column 3)")),
            ("[{}]", format!("/0: expected {U32}, found an object (line 1, column 2)")),
            ("[1,", "/1: the text is truncated: it ends before a value (line 1, column 3)".to_owned()),
            ("[1,NaN]", "/1: JSON has no `NaN` (line 1, column 4)".to_owned()),
            ("[1;2]", "`;` follows the value (line 1, column 3)".to_owned()),
            ("[1\"2\"]", "a comma is missing before this value (line 1, column 3)".to_owned()),
            ("[1] 2", "expected nothing after the JSON value, found `2` (line 1, column 5)".to_owned()),
            ("[1,\n \"a\nb\"]", "/1: the line ends inside a string (line 2, column 4)".to_owned()),
            ("\u{FEFF}[1]", "the message starts with a byte order mark (line 1, column 1)".to_owned()),
        ] {
            assert_eq!(error(text).to_string(), shown, "{text:?}");
        }
        assert!(error("[1,").is_at_end() && !error("[1;2]").is_at_end());
        let bytes = decode_slice::<Vec<u32>>(b"[1,\n \xFF]").unwrap_err();
        assert_eq!((bytes.rule, bytes.line, bytes.column), (DecodeRule::Encoding, 2, 2));
    }
}
