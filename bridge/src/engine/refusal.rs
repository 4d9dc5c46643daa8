//! Why a translation did not take place.

use super::Note;
use std::fmt;
use wire::{DecodeError, EncodeError, Pointer};

/// What kind of reason a [`Refusal`] has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RefusalKind {
    /// The input is no message of its protocol.
    Decode,
    /// Something is needed that no message holds, and the [`Context`](crate::Context) does not have it.
    Context,
    /// The mapping has no image for this message, or forbids it.
    Rule,
    /// The result would break a limit.
    Limit,
    /// Something would be lost, and that was not allowed.
    Loss,
}

impl RefusalKind {
    /// The name in reports: `decode`, `context`, `rule`, `limit` or `loss`.
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

/// Why a translation did not take place: what, where in the input, and what would help.
///
/// The input itself does not come back: pass a clone if you need it afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// Refuses every loss that these notes name; `None` if they name no loss. A field in the carry is a loss unless
    /// `carry_is_kept`.
    pub fn losses<'a>(notes: impl IntoIterator<Item = &'a Note>, carry_is_kept: bool) -> Option<Self> {
        let mut losses = notes.into_iter().filter(|note| note.is_loss(carry_is_kept)).map(Note::to_refusal);
        let mut first = losses.next()?;
        first.0.others = losses.collect();
        Some(first)
    }

    /// Splits a refusal that has several reasons into one refusal for each.
    ///
    /// Only a message that would lose several fields is refused for more than one reason.
    pub fn into_each(mut self) -> Vec<Self> {
        let mut others = std::mem::take(&mut self.0.others);
        others.insert(0, self);
        others
    }

    /// Changes the place of every reason.
    #[must_use]
    pub fn with_places(mut self, place: &dyn Fn(&Pointer) -> Pointer) -> Self {
        self.0.pointer = place(&self.0.pointer);
        let others = std::mem::take(&mut self.0.others);
        self.0.others = others.into_iter().map(|other| other.with_places(place)).collect();
        self
    }

    /// Something that the context would have to hold is missing.
    pub fn context(rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Context, rule, pointer, message)
    }

    /// The mapping has no image for this.
    pub fn rule_broken(rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Rule, rule, pointer, message)
    }

    /// The result would break a limit.
    pub fn limit(rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Limit, rule, pointer, message)
    }

    /// Something would be lost.
    pub fn loss(rule: &str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self::new(RefusalKind::Loss, rule, pointer, message)
    }

    /// Says where in the input it is.
    #[must_use]
    pub fn at(mut self, pointer: Pointer) -> Self {
        self.0.pointer = pointer;
        self
    }

    /// Says that the message stands at this place of the input.
    #[must_use]
    pub fn below(self, place: &Pointer) -> Self {
        self.with_places(&|pointer| place.join(pointer))
    }

    /// Says of every reason what would help.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.0.hint = hint.to_string();
        for other in &mut self.0.others {
            other.0.hint.clone_from(&self.0.hint);
        }
        self
    }

    /// What kind of reason it is.
    pub fn kind(&self) -> RefusalKind {
        self.0.kind
    }

    /// The rule of the mapping, or of reading, that was broken.
    pub fn rule(&self) -> &str {
        &self.0.rule
    }

    /// Where it is in the input, or where the missing member would be.
    pub fn pointer(&self) -> &Pointer {
        &self.0.pointer
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What would help; empty where nothing can be said.
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

impl std::error::Error for Refusal {}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        let hint =
            if error.expected.is_empty() { String::new() } else { format!("expected {}", error.expected) };
        Self::new(RefusalKind::Decode, error.rule.as_str(), error.pointer, error.found).hint(hint)
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

impl From<a2ui::surface::SurfaceError> for Refusal {
    fn from(error: a2ui::surface::SurfaceError) -> Self {
        Self::new(RefusalKind::Rule, error.rule, error.pointer, error.message).hint(error.hint)
    }
}

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
        assert_eq!(kinds.map(|kind| kind.to_string()), ["decode", "context", "rule", "limit", "loss"]);
    }
}
