//! The command line of `schema`.

use bridge::DialectOrProtocol;
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Without --type, the schema covers the messages of the protocol, as `decode` reads
them. Everything that a specification leaves open stays open. The manifest schema
expresses the rules of `check --profile strict` as far as a schema can.

Examples:
  agent-ui schema a2ui@1.0 > a2ui.schema.json
  agent-ui schema aap --type SubmitRequest")]
pub(crate) struct Schema {
    /// Protocol of the types
    pub(crate) protocol: DialectOrProtocol,
    /// Wire type, by its name in the specification
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
}
