//! The command line of `decode`.

use super::{reporting::Reporting, source::Source};
use bridge::DialectOrProtocol;
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Any difference between input and output means that a field is not modelled. There
should be none.

Examples:
  agent-ui decode aap record.json
  agent-ui decode a2ui@0.9 --type Component component.json")]
pub(crate) struct Decode {
    /// Protocol of the input
    pub(crate) protocol: DialectOrProtocol,
    /// Wire type, by its name in the specification
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// Keep the whitespace of free-form values such as `data`
    #[arg(long)]
    pub(crate) verbatim: bool,
    /// Read all files as one session, not each as its own
    #[arg(long)]
    pub(crate) session: bool,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) source: Source,
}
