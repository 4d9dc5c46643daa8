//! The command line of `sessions`.

use super::{destination::Destination, value::ScoreFormat};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
Lists the sessions that `serve --store FILE` keeps, or deletes some of them. Stop the program that serves the file first: only one program can use it.

Examples:
  agent-ui sessions --store sessions.db
  agent-ui sessions --store sessions.db --delete main --delete user:ann/main")]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Sessions {
    /// SQLite file of serve --store
    #[arg(long, value_name = "FILE")]
    pub(crate) store: PathBuf,
    /// Delete the session with this id, instead of listing
    ///
    /// May be given several times. If one of the sessions does not exist, none is deleted.
    #[arg(long, value_name = "ID")]
    pub(crate) delete: Vec<String>,
    /// Format of the list
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ScoreFormat,
    #[command(flatten)]
    pub(crate) destination: Destination,
}
