//! The command line of `man`.

use super::destination::Destination;
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  agent-ui man convert | man -l -
  agent-ui man -o /usr/local/share/man/man1/agent-ui.1")]
pub(crate) struct Man {
    /// Command to describe; default: the program
    pub(crate) command: Option<String>,
    #[command(flatten)]
    pub(crate) destination: Destination,
}
