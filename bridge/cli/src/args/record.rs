//! The command line of `record`.

use super::{destination::Destination, reporting::Reporting, source::Source};
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Input: one {\"id\",\"timestamp\",\"request\"} per line. Output: one {\"file\",\"record\"} per line, as the provider would store it.

Example:
  echo '{\"id\":\"f6554697-47fd-4d67-8db9-291b9f7f3476\",
    \"timestamp\":\"2026-05-18T15:30:00.000Z\",
    \"request\":{\"action\":\"click\",\"canvasFile\":\"p.html\"}}' | agent-ui record")]
pub(crate) struct Record {
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Do not summarise findings at the end
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}
