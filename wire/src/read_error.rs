//! Errors for unreadable values, and the rules that such values break.

use crate::{
    Pointer,
    limits::MAX_DEPTH,
    redact,
    syntax_fault::{self, SyntaxFault},
    token,
};
use std::{fmt, ops::Range};

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
    /// The value has a different JSON type than expected.
    Type,
    /// A required member is missing.
    Missing,
    /// A member of a typed object occurs twice.
    Duplicate,
    /// The type is correct, but the specification does not allow the value.
    Value,
    /// A message that needs exactly one message key has none, or several.
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

/// The error for a text that cannot be read as a message.
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct DecodeError {
    /// The place of the unreadable value. For a missing member, the place where the member belongs.
    pub pointer: Pointer,
    /// The rule that is broken.
    pub rule: DecodeRule,
    /// A sentence that describes the error. URLs in the sentence have no query, fragment or user name.
    pub message: String,
    /// The correction, which never quotes the input.
    pub hint: String,
    /// The line of the error in the text, counted from 1. 0 if unknown.
    pub line: usize,
    /// The column of the error in the line, in bytes, counted from 1. 0 if unknown.
    pub column: usize,
    /// `true` if the text ends too early.
    pub(crate) is_at_end: bool,
}

impl DecodeError {
    /// Returns `true` if the text ends before the value is complete.
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Returns the range of bytes to highlight in `text`, which is the text that could not be read.
    ///
    /// For invalid JSON, this is one character, or an empty range at the end of the text. Otherwise, it is the
    /// [span](crate::token::span) of the value at the pointer.
    ///
    /// ```
    /// use agent_ui_wire::{Timestamp, decode};
    ///
    /// let text = r#"["2026-05-18", 7]"#;
    /// let error = decode::<Vec<Timestamp>>(text).unwrap_err();
    /// assert_eq!(&text[error.span(text)], "7");
    /// ```
    pub fn span(&self, text: &str) -> Range<usize> {
        if !matches!(self.rule, DecodeRule::Syntax | DecodeRule::Encoding) || self.line == 0 {
            return token::span(text, &self.pointer);
        }
        let mut lines = text.split_inclusive('\n');
        let start: usize = lines.by_ref().take(self.line - 1).map(str::len).sum();
        let mut at = if self.is_at_end {
            text.len()
        } else {
            text.len().min(start + self.column.saturating_sub(1))
        };
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let faulty = text.get(at..).and_then(|rest| rest.chars().next());
        at..at + faulty.map_or(0, char::len_utf8)
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

/// The result of reading a value.
pub type ReadResult<T> = Result<T, ReadError>;

/// The error for a single value, for hand-written [`Wire`](crate::Wire) implementations.
///
/// Each enclosing value adds its step to the path of the error. At the end, [`decode`](crate::decode()) converts the
/// error into a [`DecodeError`].
///
/// ```
/// use agent_ui_wire::{DecodeError, decode::ReadError};
///
/// let error = DecodeError::from(ReadError::value("`v7`", "`v0.9`").at("version"));
/// assert_eq!(error.to_string(), "/version: expected `v0.9`, found `v7`");
/// assert_eq!(error.hint, "write `v0.9`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", DecodeError::from(self.clone()))]
pub struct ReadError(Box<Reason>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Reason {
    rule: DecodeRule,
    /// The sentence about the error. Empty for a repeated member, whose name is the last step of the path.
    message: String,
    hint: String,
    /// The path to the value, innermost step first.
    path: Vec<PathStep>,
    /// The offset that the reader had reached. `None` until an enclosing value sets the offset.
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
    /// Creates an error for the current value.
    ///
    /// `message` is a whole sentence. `hint` describes the correction.
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
    pub fn mismatch(
        rule: DecodeRule,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
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
        Self::new(
            DecodeRule::Missing,
            message,
            format_args!("add the member `{name}`"),
        )
        .at(name)
    }

    /// Creates the error for an object that repeats the member `name`.
    pub fn duplicate(name: &str) -> Self {
        Self::duplicate_here().at(name)
    }

    /// Creates the error for a member that occurs a second time. The caller adds the name with [`at`](Self::at).
    pub(crate) fn duplicate_here() -> Self {
        Self::new(
            DecodeRule::Duplicate,
            "",
            "keep only one member of this name",
        )
    }

    /// Creates the error for a value that nests deeper than [`MAX_DEPTH`].
    pub(crate) fn depth(found: usize, below: Pointer) -> Self {
        let message = format_args!("the value nests {found} levels deep; the limit is {MAX_DEPTH}")
            .to_string();
        let mut error = Self::new(
            DecodeRule::Depth,
            message,
            "nest arrays and objects less deep",
        );
        error.0.path.push(PathStep::Below(below));
        error.0.is_final = true;
        error
    }

    /// Creates the error for a text that is not valid JSON. `expected` describes valid text at the offset.
    #[cold]
    pub(crate) fn syntax(text: &str, at: usize, expected: &'static str) -> Self {
        let SyntaxFault {
            message,
            hint,
            at,
            is_at_end,
        } = syntax_fault::describe(text, at, expected);
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

    /// Moves the error to the member `name` of the current value.
    #[must_use]
    pub fn at(mut self, name: &str) -> Self {
        self.0.path.push(PathStep::Name(name.to_owned()));
        self
    }

    /// Moves the error to the element `index` of the current value.
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

    /// Records the offset that the reader has reached, unless an inner value has already recorded one.
    #[must_use]
    pub(crate) fn at_offset(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    fn pointer(&self) -> Pointer {
        self.0
            .path
            .iter()
            .rev()
            .fold(Pointer::root(), |mut pointer, step| {
                match step {
                    PathStep::Name(name) => pointer.push(name),
                    PathStep::Index(index) => pointer.push_index(*index),
                    PathStep::Below(below) => pointer = pointer.join(below),
                }
                pointer
            })
    }

    /// Converts the error and adds the line and column in `text`.
    #[cold]
    pub(crate) fn in_text(self, text: &str) -> DecodeError {
        let bytes = text.as_bytes();
        let before = self
            .0
            .offset
            .and_then(|offset| bytes.get(..offset))
            .unwrap_or(bytes);
        // The last byte is at fault. A line end belongs to the line that it ends.
        let passed = before.split_last().map_or(before, |(_, passed)| passed);
        let line = passed.iter().filter(|byte| **byte == b'\n').count() + 1;
        let in_line = passed
            .iter()
            .rev()
            .take_while(|byte| **byte != b'\n')
            .count();
        // In an empty text, this is the first column.
        let column = (in_line + before.len() - passed.len()).max(1);
        let mut error = DecodeError {
            line,
            column,
            ..self.into()
        };
        if error.rule == DecodeRule::Syntax && text.starts_with('\u{FEFF}') {
            "the message starts with a byte order mark".clone_into(&mut error.message);
            "remove the byte order mark".clone_into(&mut error.hint);
        }
        error
    }
}

/// Converts an error without line and column, which only the reader of the text can add.
impl From<ReadError> for DecodeError {
    fn from(error: ReadError) -> Self {
        let pointer = error.pointer();
        let Reason {
            rule,
            mut message,
            hint,
            is_at_end,
            ..
        } = *error.0;
        if message.is_empty() {
            let name = pointer.segments().last().unwrap_or_default();
            message = format!("the member `{name}` occurs more than once");
        }
        let message = redact::addresses(&message).into_owned();
        Self {
            pointer,
            rule,
            message,
            hint,
            line: 0,
            column: 0,
            is_at_end,
        }
    }
}

/// Converts the error of a value that was decoded from its own text. The pointer is relative to this value.
impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        let mut converted = Self::new(error.rule, error.message, error.hint);
        converted.0.path.push(PathStep::Below(error.pointer));
        converted
    }
}

#[cfg(test)]
mod tests {
    use crate::{Finding, Fix, Payload, Pointer, Timestamp, decode};

    #[test]
    fn a_span_is_the_faulty_character_or_value() {
        let spans = |text: &'static str| {
            let error = decode::<Vec<Timestamp>>(text).unwrap_err();
            (error.span(text), &text[error.span(text)])
        };
        assert_eq!(spans("[\"a\",\n 7]"), (7..8, "7"));
        assert_eq!(spans("[\"é\" \"b\"]"), (6..7, "\""));
        assert_eq!(spans("[é]"), (1..3, "é"));
        assert_eq!(spans("[\"é\""), (5..5, ""));
        assert_eq!(spans("[{\"a\": [1]}]"), (1..11, "{\"a\": [1]}"));
        assert_eq!(spans(""), (0..0, ""));
    }

    #[test]
    fn a_finding_about_a_name_spans_the_name() {
        let text = r#"{"a": 1, "prmary": true}"#;
        let found = Finding::error(
            "unknown",
            Pointer::parse("/prmary").unwrap(),
            "unknown member",
        );
        assert_eq!(&text[found.span(text)], "true");
        assert_eq!(
            &text[found.fix(Fix::Rename("primary".to_owned())).span(text)],
            "\"prmary\""
        );
        let missing = Finding::error("missing", Pointer::parse("/b").unwrap(), "missing member");
        assert_eq!(&text[missing.span(text)], "{");
    }

    #[test]
    fn a_read_error_is_shown_with_its_pointer() {
        let error = super::ReadError::missing("b").at("a");
        assert_eq!(
            error.to_string(),
            "/a/b: the required member `b` is missing"
        );
        assert_eq!(Payload::parse("[").unwrap_err().span("["), 1..1);
    }
}
