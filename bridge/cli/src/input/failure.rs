//! Reasons why no next document is available.

use crate::exit::Exit;

/// Reasons why no next document is available.
pub(crate) enum Failure {
    Exit(Exit),
    Read(std::io::Error),
}

/// Converts a failure into the reason to stop.
pub(crate) fn failure_exit(failure: Failure, file: Option<&str>) -> Exit {
    match failure {
        Failure::Exit(exit) => exit,
        Failure::Read(error) => Exit::Usage(format!("{}: {error}", file.unwrap_or("standard input"))),
    }
}
