//! The folders of pages and records of the published provider, as text. This module does not access the file system.
//! See the
//! [specification](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md#file-storage).
//!
//! ```
//! use agent_ui_aap::{AgentId, storage};
//!
//! let agent = AgentId::parse("65e84d35")?;
//! assert_eq!(storage::canvas_dir(&agent), ".aimaestro/agents/65e84d35/canvas");
//! assert_eq!(storage::interactions_dir(&agent), ".aimaestro/agents/65e84d35/canvas/interactions");
//! # Ok::<(), agent_ui_aap::storage::AgentIdError>(())
//! ```

use std::{fmt, str::FromStr};

/// The id of an agent, which names its folder. The id is not empty, contains no `/`, `\` or control characters, and
/// is not `.` or `..`.
///
/// An agent has this id in the registry of agents. A URL may contain a name or an alias instead.
///
/// Specification: [AAP 1.0, file storage](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md#file-storage).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(Box<str>);

/// The error for an invalid agent id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum AgentIdError {
    /// The id is empty.
    #[error("the id of an agent is empty")]
    Empty,
    /// The id is `.` or `..`.
    #[error("the id of an agent is `.` or `..`")]
    Dots,
    /// The id contains `/`, `\` or a control character.
    #[error("the id of an agent contains `/`, a backslash or a control character")]
    Character,
}

impl AgentIdError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Dots => "dots",
            Self::Character => "character",
        }
    }
}

impl AgentId {
    /// Checks an id that names a folder.
    ///
    /// # Errors
    /// Returns an error if the id cannot name a folder.
    pub fn parse(id: &str) -> Result<Self, AgentIdError> {
        if id.is_empty() {
            return Err(AgentIdError::Empty);
        }
        if matches!(id, "." | "..") {
            return Err(AgentIdError::Dots);
        }
        if id.contains(|c: char| matches!(c, '/' | '\\') || c.is_control()) {
            return Err(AgentIdError::Character);
        }
        Ok(Self(id.into()))
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for AgentId {
    type Err = AgentIdError;

    fn from_str(id: &str) -> Result<Self, AgentIdError> {
        Self::parse(id)
    }
}

/// Returns the folder of an agent's pages, relative to the home of the user.
pub fn canvas_dir(agent: &AgentId) -> String {
    format!(".aimaestro/agents/{agent}/canvas")
}

/// Returns the folder of an agent's records, relative to the home of the user.
pub fn interactions_dir(agent: &AgentId) -> String {
    format!("{}/interactions", canvas_dir(agent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_would_leave_the_folder_is_refused() {
        for (id, error) in [
            ("", AgentIdError::Empty),
            (".", AgentIdError::Dots),
            ("..", AgentIdError::Dots),
            ("a/b", AgentIdError::Character),
            ("..\\b", AgentIdError::Character),
            ("a\0", AgentIdError::Character),
            ("a\n", AgentIdError::Character),
        ] {
            assert_eq!(AgentId::parse(id), Err(error));
        }
        for id in ["65e84d35", "...", "a.b", "Ägent 7"] {
            assert_eq!(AgentId::parse(id).unwrap().as_str(), id);
        }
    }
}
