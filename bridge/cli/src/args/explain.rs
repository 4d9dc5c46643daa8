//! The command line of `explain`.

use super::{
    destination::Destination,
    reporting::{ColorMode, ReportFormat, Reporting},
    source::Source,
    translation::TranslationArguments,
    value::ScoreFormat,
};
use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  agent-ui explain --from aap --to a2ui record.json
  agent-ui explain --from a2ui --to a2ui@0.8 --lost surface.jsonl
  agent-ui explain --from a2ui --to ahp --format json surface.jsonl",
    after_long_help = "\
For each message, prints its place and every member of the output with its source, value and rule. Fields that the target cannot hold come first, with the verdict `lost`. Totals come last. Errors are printed in the same format.

Examples:
  agent-ui explain --from aap --to a2ui record.json
  agent-ui explain --from a2ui --to a2ui@0.8 --lost surface.jsonl
  agent-ui explain --from a2ui --to ahp --format json surface.jsonl"
)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) translation: TranslationArguments,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Format of the output: text or json
    #[arg(
        long,
        value_name = "FORM",
        default_value = "text",
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) format: ScoreFormat,
    /// Read all files as one session, not each as its own
    #[arg(long)]
    pub(crate) session: bool,
    /// Use colours: auto, always or never
    #[arg(
        long,
        value_name = "WHEN",
        hide_short_help = true,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
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
        Reporting {
            format,
            color: self.color,
        }
    }
}
