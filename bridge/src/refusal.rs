//! Reasons why a message is not translated.

use std::fmt;
use wire::{DecodeError, EncodeError, Finding, Pointer, Severity};

/// The category of a [`Refusal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RefusalKind {
    /// The input is not a valid message of its protocol.
    Decode,
    /// The translation needs a value that neither the message nor the [`Context`](crate::Context) contains.
    Context,
    /// The mapping has no counterpart for the message, or forbids it.
    Rule,
    /// The result would exceed a limit.
    Limit,
    /// The translation would lose a field that the [`LossPolicy`](crate::LossPolicy) protects.
    Loss,
}

impl RefusalKind {
    /// Returns the name in reports: `decode`, `context`, `rule`, `limit` or `loss`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Context => "context",
            Self::Rule => "rule",
            Self::Limit => "limit",
            Self::Loss => "loss",
        }
    }
}

impl fmt::Display for RefusalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The reason why a message was not translated: the rule, the place in the input, a message and a hint.
///
/// The refused input is not returned. Pass a clone if you need it afterwards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refusal(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: RefusalKind,
    rule: Box<str>,
    pointer: Pointer,
    message: String,
    hint: String,
    others: Vec<Refusal>,
}

impl Refusal {
    fn new(kind: RefusalKind, rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self(Box::new(Inner {
            kind,
            rule: rule.into(),
            pointer,
            message: message.to_string(),
            hint: String::new(),
            others: Vec::new(),
        }))
    }

    /// Joins refusals of one message into one refusal with several reasons. Returns `None` if there is no refusal.
    pub(crate) fn of_each(refusals: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut refusals = refusals.into_iter();
        let mut first = refusals.next()?;
        first.0.others = refusals.collect();
        Some(first)
    }

    /// Splits a refusal with several reasons into one refusal for each reason.
    ///
    /// Only a message that would lose several fields has more than one reason.
    pub fn into_each(mut self) -> Vec<Self> {
        let mut others = std::mem::take(&mut self.0.others);
        others.insert(0, self);
        others
    }

    /// Maps the pointer of every reason with this function.
    #[must_use]
    pub fn with_places(mut self, place: &dyn Fn(&Pointer) -> Pointer) -> Self {
        self.0.pointer = place(&self.0.pointer);
        let others = std::mem::take(&mut self.0.others);
        self.0.others = others
            .into_iter()
            .map(|other| other.with_places(place))
            .collect();
        self
    }

    /// Creates a refusal for a value that is missing in the context.
    pub fn context(rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Context, rule, pointer, message)
    }

    /// Creates a refusal for a message that the mapping does not translate.
    pub fn rule_broken(rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Rule, rule, pointer, message)
    }

    /// Creates a refusal for a result that would exceed a limit.
    pub fn limit(rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Limit, rule, pointer, message)
    }

    /// Creates a refusal for a field that would be lost.
    pub fn loss(rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Loss, rule, pointer, message)
    }

    /// Creates the refusal of a message that an inverse does not translate back. Callers never receive this refusal.
    pub(crate) fn no_inverse() -> Self {
        Self::rule_broken(
            "lens/no-inverse",
            Pointer::root(),
            "the message cannot be translated back",
        )
    }

    /// Sets the place in the input.
    #[must_use]
    pub fn at(mut self, pointer: Pointer) -> Self {
        self.0.pointer = pointer;
        self
    }

    /// Prefixes the pointer of every reason with the place of the message in the input.
    #[must_use]
    pub fn below(self, place: &Pointer) -> Self {
        self.with_places(&|pointer| place.join(pointer))
    }

    /// Sets the hint of every reason.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.0.hint = hint.to_string();
        for other in &mut self.0.others {
            other.0.hint.clone_from(&self.0.hint);
        }
        self
    }

    /// Returns the category of the refusal.
    pub fn kind(&self) -> RefusalKind {
        self.0.kind
    }

    /// Returns the id of the broken rule of the mapping or of the reader.
    pub fn rule(&self) -> &str {
        &self.0.rule
    }

    /// Returns the place in the input, or the place where a missing member would be.
    pub fn pointer(&self) -> &Pointer {
        &self.0.pointer
    }

    /// Returns the sentence that states the reason.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the suggested fix, which is empty if there is none.
    pub fn hint_text(&self) -> &str {
        &self.0.hint
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.pointer.is_root() {
            write!(f, "{}: ", self.0.pointer)?;
        }
        write!(f, "{} ({})", self.0.message, self.0.rule)
    }
}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        Self::new(
            RefusalKind::Decode,
            error.rule.as_str(),
            error.pointer,
            error.message,
        )
        .hint(error.hint)
    }
}

impl From<EncodeError> for Refusal {
    fn from(error: EncodeError) -> Self {
        let pointer = match &error {
            EncodeError::Depth { pointer } => pointer.clone(),
            _ => Pointer::root(),
        };
        Self::new(RefusalKind::Limit, "depth", pointer, error)
    }
}

#[cfg(feature = "a2ui")]
impl From<a2ui::surface::SurfaceError> for Refusal {
    fn from(error: a2ui::surface::SurfaceError) -> Self {
        Self::new(RefusalKind::Rule, error.rule, error.pointer, error.message).hint(error.hint)
    }
}

/// Refuses if one of the findings is an error. The refusal describes the first error and lists further ones.
pub(crate) fn refuse_errors(rule: &str, findings: &[Finding]) -> Result<(), Refusal> {
    let mut errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.next() else {
        return Ok(());
    };
    let rule = format!("{rule}/{}", first.rule);
    let mut message = first.message.to_string();
    let others: Vec<_> = errors
        .map(|error| format!("{} at {}", error.rule, error.pointer))
        .collect();
    if !others.is_empty() {
        let named: Vec<&str> = others.iter().map(String::as_str).take(MAX_NAMED).collect();
        message = format!("{message}; also {}", named.join(", "));
        let more = others.len() - named.len();
        if more > 0 {
            message = format!("{message} and {more} more");
        }
    }
    Err(Refusal::rule_broken(&rule, first.pointer.clone(), message).hint(&first.hint))
}

/// The number of further errors that a refusal lists.
const MAX_NAMED: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_its_place_its_reason_and_its_rule() {
        let at = Pointer::root().member("name");
        let refusal = Refusal::rule_broken("a-b/name", at, "it is empty".to_owned());
        assert_eq!(refusal.to_string(), "/name: it is empty (a-b/name)");
        let refusal = Refusal::rule_broken("a-b/name", Pointer::root(), "it is empty".to_owned());
        assert_eq!(refusal.to_string(), "it is empty (a-b/name)");
        let kinds = [
            RefusalKind::Decode,
            RefusalKind::Context,
            RefusalKind::Rule,
            RefusalKind::Limit,
            RefusalKind::Loss,
        ];
        assert_eq!(
            kinds.map(|kind| kind.to_string()),
            ["decode", "context", "rule", "limit", "loss"]
        );
    }
}
