//! The command line of `rule`.

use super::{destination::Destination, value::ScoreFormat};
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Every error, warning and notice names a rule, and every note names one of its mapping. Of most rules, `check` reports the wrong example, and finds no error in the right one.

Examples:
  agent-ui rule orphan
  agent-ui rule --format json -o rules.jsonl")]
pub(crate) struct Rule {
    /// Rule, as findings and notes name it; default: list all
    pub(crate) name: Option<String>,
    /// Format of the output
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ScoreFormat,
    #[command(flatten)]
    pub(crate) destination: Destination,
}
