//! What is wrong with a message that can be read.

use crate::{DecodeError, Pointer};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::fmt;

/// How much a [`Finding`] matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Allowed, and likely to go wrong somewhere.
    Warning,
    /// The specification forbids it.
    Error,
}

impl Severity {
    /// `info`, `warning` or `error`.
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

/// One thing that is wrong, or odd, with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The name of the rule; stable, for programs.
    pub rule: &'static str,
    /// Where it is.
    pub pointer: Pointer,
    /// How much it matters.
    pub severity: Severity,
    /// A sentence for people.
    pub message: String,
    /// What would be right; empty where nothing can be said.
    pub hint: String,
    /// The edit that applies the hint, where only one is possible.
    pub fix: Option<Fix>,
}

/// An edit of the document that resolves a [`Finding`], made at the finding's [`pointer`](Finding::pointer).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fix {
    /// Replaces the value with this JSON text.
    Replace(String),
    /// Renames the member and keeps its value.
    Rename(String),
    /// Removes the member or the element.
    Remove,
}

impl Fix {
    /// Replaces the value with a JSON string.
    pub fn string(text: &str) -> Self {
        Self::Replace(crate::Payload::string(text).text().to_owned())
    }
}

impl Finding {
    /// Something that the specification forbids.
    pub fn error(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self {
            rule,
            pointer,
            severity: Severity::Error,
            message: message.to_string(),
            hint: String::new(),
            fix: None,
        }
    }

    /// Something that is likely to go wrong somewhere.
    pub fn warning(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self { severity: Severity::Warning, ..Self::error(rule, pointer, message) }
    }

    /// Something worth knowing.
    pub fn info(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self { severity: Severity::Info, ..Self::error(rule, pointer, message) }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = hint.to_string();
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
    /// Converts the error into a finding of the rule `decode`.
    fn from(error: DecodeError) -> Self {
        Self::error("decode", error.pointer, error.message).hint(error.hint)
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
        map.end()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} at {:?}: {}", self.severity, self.rule, self.pointer.as_str(), self.message)
    }
}

/// The second level of judgement: reading checks the shape of a message, this checks its content.
///
/// ```
/// # use agent_ui_wire as wire;
/// use wire::{Finding, Pointer, Validate};
///
/// struct Page(String);
/// impl Validate for Page {
///     fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
///         if self.0.is_empty() {
///             found.push(Finding::error("empty", at.clone(), "a page has a name"));
///         }
///     }
/// }
/// assert_eq!(Page(String::new()).validate()[0].rule, "empty");
/// assert!(Page("a".into()).validate().is_empty());
/// ```
pub trait Validate {
    /// Adds everything that is found to `found`; `at` is where this value stands in its message.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>);

    /// Everything that is found, in the order of the message.
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
