//! Required texts of a target that may be unknown until a carry restores them.

/// A required text of a target. It is unknown if neither the message nor the context supplies it.
///
/// A mapping checks such a text after [`Direction::reconcile`](super::Direction::reconcile), because a carry may have
/// restored it. If the text is still unknown, the mapping computes it or refuses the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequiredText<'a> {
    /// The message, the context or the carry supplies the text.
    Known(&'a str),
    /// Nothing supplies the text.
    Unknown,
}

/// The placeholder for an unknown text in a target. The lens compares and restores targets as messages of the protocol,
/// whose required texts cannot be absent, so `Option` is impossible there. Only this file knows the placeholder. In
/// practice, no text of a message begins with U+0000.
const PLACEHOLDER: &str = "\0unknown";

impl<'a> RequiredText<'a> {
    /// Reads a required text of a target.
    pub(crate) fn of(text: &'a str) -> Self {
        match text {
            PLACEHOLDER => Self::Unknown,
            text => Self::Known(text),
        }
    }

    /// Returns the text as the target contains it.
    pub(crate) fn in_target(self) -> &'a str {
        match self {
            Self::Known(text) => text,
            Self::Unknown => PLACEHOLDER,
        }
    }

    /// Returns `true` if neither the message, the context nor the carry supplies the text.
    pub(crate) fn is_unknown(self) -> bool {
        self == Self::Unknown
    }
}

impl<'a> From<Option<&'a str>> for RequiredText<'a> {
    fn from(text: Option<&'a str>) -> Self {
        match text {
            Some(text) => Self::Known(text),
            None => Self::Unknown,
        }
    }
}
