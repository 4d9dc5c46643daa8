//! Reasons to stop before the input ends.

use std::io;

/// Reasons to stop before the input ends.
#[derive(Debug)]
pub(crate) enum Exit {
    /// The reader of the output has closed it.
    Closed,
    /// The command line is wrong; exit status 2.
    Usage(String),
    /// The program that `health` checks does not work; exit status 1.
    Unhealthy(String),
    /// The output cannot be written; exit status 74.
    Output(io::Error),
    /// The user has pressed Ctrl-C, or SIGTERM has arrived; exit status 130 or 143.
    Interrupted,
    /// The state of a session cannot be written; exit status 74.
    State(io::Error),
}

impl Exit {
    /// Returns a usage error as the result of a function.
    pub(crate) fn usage<T>(message: impl Into<String>) -> Result<T, Self> {
        Err(Self::Usage(message.into()))
    }
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Output(error)
        }
    }
}

/// Results of commands that report their totals even after an error.
pub(crate) trait EndWith {
    /// Runs `end`, and returns the first error. An error of `end` outranks an interruption.
    fn end_with(self, end: impl FnOnce() -> Result<(), Exit>) -> Self;
}

impl EndWith for Result<(), Exit> {
    fn end_with(self, end: impl FnOnce() -> Result<(), Exit>) -> Self {
        match (self, end()) {
            // The results before Ctrl-C are complete, unless they cannot be written.
            (Ok(()) | Err(Exit::Interrupted), Err(error)) => Err(error),
            (result, _) => result,
        }
    }
}
