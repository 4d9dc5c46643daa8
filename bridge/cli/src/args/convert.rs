//! The command line of `convert`.

use super::{
    destination::Destination, reporting::Reporting, source::Source,
    translation::TranslationArguments, value::parse_threads,
};
use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  agent-ui convert --from a2ui --to ahp surface.jsonl
  agent-ui convert --from a2ui@0.8 --to a2ui@0.9 --notes answer.md
  agent-ui convert --from aap --to a2ui --envelope -o action.jsonl record.json
  agent-ui convert --from actions-json --to mcp actions.json",
    after_long_help = "\
Examples:
  agent-ui convert --from aap --to a2ui --envelope -o action.jsonl record.json
  agent-ui convert --from a2ui@0.9 --to aap --envelope action.jsonl
  agent-ui convert --from a2ui --to ahp surface.jsonl
  agent-ui convert --from a2ui@0.8 --to a2ui@0.9 answer.md
  agent-ui convert --from ahp@canvas --to ahp@1.0 \\
    --ahp-chat ahp-chat:/1 log.jsonl
  agent-ui convert --from aap --to a2ui --surface surface.jsonl record.json
  agent-ui convert --from aap --to a2ui --routes routes.json record.json
  agent-ui convert --from actions-json --to aap --manifest site.json event.json
  agent-ui convert --from actions-json --to mcp actions.json"
)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) translation: TranslationArguments,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Worker threads (used only for stateless translations)
    #[arg(long, value_name = "N", default_value = "2", value_parser = parse_threads, hide_short_help = true)]
    pub(crate) threads: u8,
    /// Read all files as one session, not each as its own
    #[arg(long)]
    pub(crate) session: bool,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) source: Source,
}
