//! Options for the input of a command.

use clap::Args;
use std::path::PathBuf;

/// The input flags of a command.
#[derive(Debug, Default, Args)]
pub(crate) struct Source {
    /// Files, or folders of JSON files; default: stdin
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Accept input that contains no messages
    #[arg(long)]
    pub(crate) allow_empty: bool,
}

impl Source {
    /// Returns `true` if standard input is one of the inputs.
    pub(crate) fn has_standard_input(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| file.as_os_str() == "-")
    }
}
