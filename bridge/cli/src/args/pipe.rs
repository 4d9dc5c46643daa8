//! The command line of `pipe`.

use super::{reporting::Reporting, translation::TranslationArguments, value::parse_bytes};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  agent-ui pipe --from a2ui --to a2ui@0.8 \\
    --state state.json -o new.jsonl a.jsonl
  some-agent | agent-ui pipe --from a2ui --to a2ui@0.9 \\
    --back 3 --back-output clicks.jsonl 3< from-client",
    after_long_help = "\
Each message is translated as soon as it arrives, and the result is written at once.

From a file to --output, the lines are those of `convert`. With --state, a run that was killed resumes where it stopped, without losing or repeating a line.

Otherwise each line is {\"seq\",\"value\"}, with \"carry\" and \"notes\" under --envelope. `seq` is <document>/<line>, both counted from 0. After a crash, send the documents again from the number that the new run prints on standard error. Lines with a `seq` that you already have are repetitions. `convert --envelope` reads these lines.

Without --state, --output is overwritten. If both inputs are files, the --back file is read after the main one; otherwise messages are processed as they arrive. AHP canvases are written when the input ends; `serve` shows them as they grow.

Examples:
  agent-ui pipe --from a2ui --to a2ui@0.8 \\
    --state state.json -o new.jsonl a.jsonl
  some-agent | agent-ui pipe --from a2ui --to a2ui@0.9 \\
    --back 3 --back-output clicks.jsonl 3< from-client"
)]
pub(crate) struct Pipe {
    #[command(flatten)]
    pub(crate) translation: TranslationArguments,
    /// Messages of the reverse direction (or a descriptor)
    #[arg(long, value_name = "FILE", requires = "back_output")]
    pub(crate) back: Option<PathBuf>,
    /// Output of the reverse direction (or a descriptor)
    #[arg(long, value_name = "FILE", requires = "back")]
    pub(crate) back_output: Option<PathBuf>,
    /// Save the session in this file and resume from it
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Size limit of the saved session, per direction
    #[arg(long, value_name = "BYTES", default_value = "268435456", value_parser = parse_bytes, hide_short_help = true)]
    pub(crate) limit: u64,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    /// File to read; default: standard input (`-`)
    pub(crate) file: Option<PathBuf>,
}
