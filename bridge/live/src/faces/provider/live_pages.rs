//! Pages that are created on request instead of read from files.

use aap::{AgentId, CanvasFileInfo, CanvasPath, Interaction};
use std::io;

/// Pages that are created on request, in addition to the files of a [`Store`](super::Store). If a page and a file have
/// the same path, the page is shown. All methods run in their own thread, and may block.
pub trait LivePages: Send + Sync {
    /// Returns the pages of an agent.
    ///
    /// # Errors
    /// Returns an error if the pages cannot be listed.
    fn pages(&self, agent: &AgentId) -> io::Result<Vec<CanvasFileInfo>>;

    /// Returns the HTML text of a page, or `None` if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the page cannot be created.
    fn page(&self, agent: &AgentId, path: &CanvasPath) -> io::Result<Option<String>>;

    /// Receives an interaction of any page of the agent, before its record is stored.
    ///
    /// # Errors
    /// If this returns an error, no record is stored, and the request is answered with the error.
    fn submit(&self, agent: &AgentId, record: &Interaction) -> Result<(), SubmitError>;
}

/// The reason for which [`LivePages::submit`] refuses an interaction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubmitError {
    /// The interaction is not possible: status 422.
    #[error("{0}")]
    Refused(String),
    /// The interaction may be possible later: status 503.
    #[error("{0}")]
    Busy(String),
    /// The interaction cannot be stored: status 500.
    #[error("{0}")]
    Failed(String),
}
