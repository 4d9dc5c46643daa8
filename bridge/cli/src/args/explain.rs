//! The command line of `explain`.

use super::{
    reporting::{ColorMode, ReportFormat, Reporting},
    source::Source,
    translation::Translation,
    value::ScoreFormat,
};
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
For each message, prints its place and every member of the output with its source,
value and rule. Fields that the target cannot hold come first, with the verdict
`lost`. Totals come last. Errors are printed in the same format.

Examples:
  agent-ui explain --from aap --to a2ui record.json
  agent-ui explain --from a2ui --to a2ui@0.8 --lost surface.jsonl
  agent-ui explain --from a2ui --to ahp --format json surface.jsonl")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) translation: Translation,
    /// Show only the fields that are lost
    #[arg(long)]
    pub(crate) lost: bool,
    /// Format of the output
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ScoreFormat,
    /// Read all files as one session, not each as its own
    #[arg(long)]
    pub(crate) session: bool,
    /// Use colours: on a terminal unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: ColorMode,
    #[command(flatten)]
    pub(crate) source: Source,
}

impl Explain {
    /// Returns the options for the errors on standard error.
    pub(super) fn reporting(&self) -> Reporting {
        let format = match self.format {
            ScoreFormat::Json => ReportFormat::Json,
            ScoreFormat::Text => ReportFormat::Auto,
        };
        Reporting { format, color: self.color }
    }
}
