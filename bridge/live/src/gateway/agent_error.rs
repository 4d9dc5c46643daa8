//! Errors of agents, for users and for operators.

use std::fmt;

/// The reason why an agent did not receive or answer a message.
///
/// The message is for users. The detail and the hint are for operators: they may contain addresses and texts of other
/// programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentError {
    message: String,
    detail: Option<String>,
    hint: &'static str,
    is_temporary: bool,
}

impl std::error::Error for AgentError {}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.detail
            .iter()
            .try_for_each(|detail| write!(f, ": {detail}"))
    }
}

impl AgentError {
    /// Creates a temporary error: the agent cannot be reached, or is busy.
    pub fn temporary(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            detail: None,
            hint: "",
            is_temporary: true,
        }
    }

    /// Creates a permanent error, after which the same input is not delivered again.
    pub fn permanent(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            detail: None,
            hint: "",
            is_temporary: false,
        }
    }

    /// Adds a detail that only operators see.
    #[must_use]
    pub fn with_detail(mut self, detail: impl fmt::Display) -> Self {
        self.detail = Some(detail.to_string());
        self
    }

    /// Adds a hint that suggests a solution to operators.
    #[must_use]
    pub fn with_hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    /// Returns the hint, or an empty text.
    pub fn hint(&self) -> &'static str {
        self.hint
    }

    pub(crate) fn into_temporary(self) -> Self {
        Self {
            is_temporary: true,
            ..self
        }
    }

    pub(crate) fn into_permanent(self) -> Self {
        Self {
            is_temporary: false,
            ..self
        }
    }

    /// Returns the message for users, without the detail.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns `true` if the same input may succeed later.
    pub fn is_temporary(&self) -> bool {
        self.is_temporary
    }
}
