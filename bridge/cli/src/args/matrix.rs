//! The command line of `matrix`.

use super::destination::Destination;
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
The tables are measured: each field of the sample messages is varied, and the effect on the output and the round trip is recorded. The html page works without a network.

Example:
  agent-ui matrix --format html -o matrix.html")]
pub(crate) struct Matrix {
    /// Format of the output
    #[arg(long, value_name = "FORM", default_value = "md")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) destination: Destination,
}

/// Output formats of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Markdown with tables
    Md,
    /// JSON Lines, one mapping per line
    Json,
    /// Interactive page for a browser
    Html,
}
