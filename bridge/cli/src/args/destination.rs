//! The option that names the output of a command.

use clap::Args;
use std::path::PathBuf;

/// The output of a command that writes to standard output by default.
#[derive(Clone, Debug, Args)]
pub(crate) struct Destination {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
