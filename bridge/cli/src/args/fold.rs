//! The command line of `fold`.

use super::{destination::Destination, reporting::Reporting, source::Source};
use agent_ui_text::FoldForm;
use bridge::DialectOrProtocol;
use clap::{Args, ValueEnum};
use std::ffi::OsString;

/// The output of `fold`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FoldOutput {
    /// One state per line.
    #[default]
    States,
    /// The fewest messages that build the same surfaces.
    Messages,
    /// The surfaces as a client shows them, with all values read.
    Resolved,
}

impl From<FoldOutput> for FoldForm {
    fn from(output: FoldOutput) -> Self {
        match output {
            FoldOutput::States => Self::States,
            FoldOutput::Messages => Self::Messages,
            FoldOutput::Resolved => Self::Resolved,
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "\
a2ui  From messages to the live surfaces, one per line.
ahp   From cases {\"reducer\",\"initial\",\"actions\"}, one per line, or from the
      log of a host to the resulting states, one per line.

Examples:
  agent-ui fold a2ui surface.jsonl
  agent-ui fold a2ui --as messages history.jsonl
  agent-ui fold a2ui --as resolved surface.jsonl
  agent-ui fold ahp@canvas cases.jsonl
  agent-ui fold ahp@1.0 frames.jsonl",
    after_long_help = "\
a2ui  Input: messages. Output: the live surfaces in order of creation, one per
      line, without the members that no message set. As in convert, check and
      decode, messages are also found in model answers (code fences, <a2ui-json>
      tags), Server-Sent Events, A2A, AG-UI, MCP and tool calls. Standard error
      reports how many lines of other text were skipped.
      With --as messages, the output is the fewest messages that build the same
      surfaces, for a stored history. Standard error names what no message of the
      version can build.
      With --as resolved, the output is what a client shows: the tree with all
      bindings and functions evaluated and all templates repeated, the inputs
      with their paths and rules, and the actions.
ahp   Input: one {\"reducer\",\"initial\",\"actions\"} per line, with the reducers
      canvas and session (ahp@canvas) or canvas and chat (ahp@1.0). Output: one
      resulting state per line. Actions of other reducers are skipped.
      Input may also be a log of frames, snapshots and actions from a host.
      Output: the states at the end of the log, one snapshot per line.

Examples:
  agent-ui fold a2ui surface.jsonl
  agent-ui fold a2ui --as messages history.jsonl
  agent-ui fold a2ui --as resolved surface.jsonl
  agent-ui fold ahp@canvas cases.jsonl
  agent-ui fold ahp@1.0 frames.jsonl"
)]
pub(crate) struct Fold {
    /// Protocol of the input: a2ui or ahp, in any version; default: inferred
    #[arg(id = "protocol", value_name = "PROTOCOL")]
    pub(crate) first_operand: Option<OsString>,
    /// The resolved protocol, which [`operands`](crate::operands) sets.
    #[arg(skip = super::WITHOUT_INPUT)]
    pub(crate) protocol: DialectOrProtocol,
    /// Write states, for a2ui also messages or resolved surfaces
    #[arg(
        long = "as",
        value_name = "FORM",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) form: FoldOutput,
    /// Read all files as one session, not each as its own
    #[arg(long)]
    pub(crate) session: bool,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Do not summarise findings and repairs at the end
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}
