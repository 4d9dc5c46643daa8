//! Reasons why no next document is available.

/// The error of a callback that stops the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopReading;

/// A function that runs before a read that may block.
pub type BeforeRead<'a> = &'a mut dyn FnMut() -> Result<(), StopReading>;

/// The reason why no next document is available.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The callback before a read has stopped the reading.
    #[error("the reading was stopped")]
    Stopped,
    /// The input cannot be read.
    #[error("the input cannot be read: {0}")]
    Read(#[source] std::io::Error),
}

impl From<StopReading> for Failure {
    fn from(_: StopReading) -> Self {
        Self::Stopped
    }
}
