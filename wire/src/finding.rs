//! Findings about problems in a message that can be read.

use crate::{DecodeError, Pointer, token};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::{fmt, ops::Range};

/// The importance of a [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Information that does not require an action.
    Info,
    /// Allowed by the specification, but likely to fail with some implementations.
    Warning,
    /// Forbidden by the specification.
    Error,
}

impl Severity {
    /// Returns the severity as `info`, `warning` or `error`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A problem that [`Validate`] finds in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The name of the broken rule. Names are stable, so programs can match on them.
    pub rule: &'static str,
    /// The place of the problem in the message.
    pub pointer: Pointer,
    /// The importance of the problem.
    pub severity: Severity,
    /// A whole sentence that describes the problem.
    pub message: String,
    /// The correction, as an instruction. Empty if there is none.
    pub hint: String,
    /// The edit that applies the hint, if exactly one edit is possible.
    pub fix: Option<Fix>,
    /// The number of problems that the finding represents. It exceeds 1 if the finding reports a number of unlisted
    /// problems.
    pub count: usize,
}

/// An edit that resolves a [`Finding`] at the finding's [`pointer`](Finding::pointer).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fix {
    /// Replaces the value with this JSON text.
    Replace(String),
    /// Renames the member and keeps its value.
    Rename(String),
    /// Removes the member or the element.
    Remove,
    /// Adds a member with this name and this JSON text as its value to the object.
    Add(String, String),
}

impl Fix {
    /// Creates an edit that replaces the value with a JSON string.
    pub fn string(text: &str) -> Self {
        Self::Replace(crate::Payload::string(text).text().to_owned())
    }
}

impl Finding {
    /// Creates a finding about something that the specification forbids.
    pub fn error(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self {
            rule,
            pointer,
            severity: Severity::Error,
            message: message.to_string(),
            hint: String::new(),
            fix: None,
            count: 1,
        }
    }

    /// Creates a finding about something that is likely to fail with some implementations.
    pub fn warning(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(rule, pointer, message)
        }
    }

    /// Creates a finding that contains only information.
    pub fn info(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self {
            severity: Severity::Info,
            ..Self::error(rule, pointer, message)
        }
    }

    /// Adds the correction.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = hint.to_string();
        self
    }

    /// Returns the range of bytes to highlight in `text`, which is the text of the message.
    ///
    /// This is the [span](token::span) of the value at the pointer. If the fix renames a member, it is the span of the
    /// member name.
    ///
    /// ```
    /// use agent_ui_wire::{Finding, Pointer};
    ///
    /// let text = r#"{"page": {"title": ""}}"#;
    /// let finding = Finding::error("empty", Pointer::parse("/page/title")?, "the title is empty");
    /// assert_eq!(finding.span(text), 19..21);
    /// # Ok::<(), agent_ui_wire::PointerError>(())
    /// ```
    pub fn span(&self, text: &str) -> Range<usize> {
        let name = match self.fix {
            Some(Fix::Rename(_)) => token::name_span(text, &self.pointer),
            _ => None,
        };
        name.unwrap_or_else(|| token::span(text, &self.pointer))
    }

    /// Sets the number of problems that the finding represents.
    #[must_use]
    pub fn count(mut self, count: usize) -> Self {
        self.count = count;
        self
    }

    /// Adds the edit that applies the hint.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}

impl From<DecodeError> for Finding {
    /// Converts the error into a finding with the name of its [rule](crate::DecodeRule): `syntax`, `missing` and so on.
    fn from(error: DecodeError) -> Self {
        Self::error(error.rule.as_str(), error.pointer, error.message).hint(error.hint)
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", self.rule)?;
        map.serialize_entry("pointer", &self.pointer)?;
        map.serialize_entry("severity", &self.severity)?;
        map.serialize_entry("message", &self.message)?;
        map.serialize_entry("hint", &self.hint)?;
        if self.count != 1 {
            map.serialize_entry("count", &self.count)?;
        }
        map.end()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} at {:?}: {}",
            self.severity,
            self.rule,
            self.pointer.as_str(),
            self.message
        )
    }
}

/// A type whose values can be validated after reading. Reading itself checks only the shape of a message.
///
/// ```
/// use agent_ui_wire::{Finding, Pointer, Validate};
///
/// struct Page(String);
/// impl Validate for Page {
///     fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
///         if self.0.is_empty() {
///             found.push(Finding::error("empty", at.clone(), "the name of the page is empty"));
///         }
///     }
/// }
/// assert_eq!(Page(String::new()).validate()[0].rule, "empty");
/// assert!(Page("a".into()).validate().is_empty());
/// ```
pub trait Validate {
    /// Appends all findings of this value to `found`. `at` is the place of the value in its message.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>);

    /// Returns all findings, in the order of the message.
    fn validate(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        self.findings(&Pointer::root(), &mut found);
        found
    }
}

impl<T: Validate> Validate for Vec<T> {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        for (index, item) in self.iter().enumerate() {
            item.findings(&at.element(index), found);
        }
    }
}
