//! The command line of `decode`.

use super::{destination::Destination, reporting::Reporting, source::Source};
use bridge::DialectOrProtocol;
use clap::Args;
use std::ffi::OsString;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  agent-ui decode aap record.json
  agent-ui decode a2ui@0.9 --types
  agent-ui decode a2ui@0.9 --type Component component.json",
    after_long_help = "\
Any difference between input and output means that a field is not modelled. There should be none.

Examples:
  agent-ui decode aap record.json
  agent-ui decode a2ui@0.9 --types
  agent-ui decode a2ui@0.9 --type Component component.json"
)]
pub(crate) struct Decode {
    /// Protocol of the input; default: inferred
    #[arg(id = "protocol", value_name = "PROTOCOL")]
    pub(crate) first_operand: Option<OsString>,
    /// The resolved protocol, which [`operands`](crate::operands) sets.
    #[arg(skip)]
    pub(crate) protocol: Option<DialectOrProtocol>,
    /// Wire type, by its name in the specification
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// List the names for --type
    #[arg(long, conflicts_with = "type_name")]
    pub(crate) types: bool,
    /// Keep the whitespace of free-form values such as `data`
    #[arg(long)]
    pub(crate) verbatim: bool,
    /// Read all files as one session, not each as its own
    #[arg(long)]
    pub(crate) session: bool,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Do not summarise repairs at the end
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}

impl Decode {
    /// Returns the protocol of the input, or a placeholder for `--types`, which reads no input.
    pub(crate) fn protocol(&self) -> DialectOrProtocol {
        self.protocol.unwrap_or(super::WITHOUT_INPUT)
    }
}
