//! The command line of `schema`.

use super::destination::Destination;
use bridge::DialectOrProtocol;
use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  agent-ui schema a2ui@1.0 -o a2ui.schema.json
  agent-ui schema aap --types
  agent-ui schema aap --type SubmitRequest",
    after_long_help = "\
Without --type, the schema covers the messages of the protocol, as `decode` reads them. Everything that a specification leaves open stays open. The manifest schema expresses the rules of `check --profile strict` as far as a schema can.

Examples:
  agent-ui schema a2ui@1.0 -o a2ui.schema.json
  agent-ui schema aap --types
  agent-ui schema aap --type SubmitRequest"
)]
pub(crate) struct Schema {
    /// Protocol of the types
    #[arg(required_unless_present = "types")]
    pub(crate) protocol: Option<DialectOrProtocol>,
    /// Wire type, by its name in the specification
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// List the names for --type
    #[arg(long, conflicts_with = "type_name")]
    pub(crate) types: bool,
    #[command(flatten)]
    pub(crate) destination: Destination,
}

impl Schema {
    /// Returns the protocol of the types, or a placeholder if `--types` is used without a protocol.
    pub(crate) fn protocol(&self) -> DialectOrProtocol {
        self.protocol.unwrap_or(super::WITHOUT_INPUT)
    }
}
