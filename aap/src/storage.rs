//! Where the real provider keeps pages and records, as text; nothing here looks at a disk. AAP 1.0, "Storage".
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

/// Names an agent, and its folder: not empty, no `/`, `\` or control character, neither `.` nor `..`.
///
/// It is the id of the agent's registry, not the name or alias that a URL may hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(Box<str>);

/// Why a text names no agent's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum AgentIdError {
    /// There is none.
    Empty,
    /// It is `.` or `..`.
    Dots,
    /// It holds `/`, `\` or a control character.
    Character,
}

impl fmt::Display for AgentIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the id of an agent is empty"),
            Self::Dots => f.write_str("the id of an agent is `.` or `..`"),
            Self::Character => {
                f.write_str("the id of an agent holds `/`, a backslash or a control character")
            }
        }
    }
}

impl std::error::Error for AgentIdError {}

impl AgentId {
    /// Takes an id that can name a folder.
    ///
    /// # Errors
    /// If it cannot.
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

    /// The id.
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

/// The folder of an agent's pages, below the user's home.
pub fn canvas_dir(agent: &AgentId) -> String {
    format!(".aimaestro/agents/{agent}/canvas")
}

/// The folder of an agent's records, below the user's home.
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
