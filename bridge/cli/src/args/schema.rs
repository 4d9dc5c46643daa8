//! The command line of `schema`.

use super::destination::Destination;
use bridge::DialectOrProtocol;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  agent-ui schema a2ui@1.0 -o a2ui.schema.json
  agent-ui schema aap --type SubmitRequest
  agent-ui schema a2ui@0.9 --for openai --components Text,Column,Button",
    after_long_help = "\
Without --type, the schema covers the messages of the protocol, as `decode` reads them. Everything that a specification leaves open stays open. The manifest schema expresses the rules of `check --profile strict` as far as a schema can.

With --catalog or --for, the schema describes an object {\"messages\":[...]} with A2UI messages, and each component of the catalog with its properties. All commands read this object. A schema for a vendor keeps within its documented subset and limits.

Examples:
  agent-ui schema a2ui@1.0 -o a2ui.schema.json
  agent-ui schema aap --types
  agent-ui schema aap --type SubmitRequest
  agent-ui schema a2ui@0.9 --for openai --components Text,Column,Button
  agent-ui schema a2ui@0.9 --catalog shop.json --for anthropic --sizes"
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
    pub(crate) components: ComponentArguments,
    #[command(flatten)]
    pub(crate) destination: Destination,
}

/// The options of a schema with the components of a catalog.
#[derive(Debug, Args)]
#[group(conflicts_with_all = ["type_name", "types"], multiple = true)]
pub(crate) struct ComponentArguments {
    /// Describe each component of this catalog, or of `basic`
    #[arg(long, value_name = "FILE")]
    pub(crate) catalog: Option<PathBuf>,
    /// Reader of the schema: json-schema, openai, anthropic
    #[arg(long = "for", value_name = "READER")]
    pub(crate) target: Option<String>,
    /// Component types, as in Text,Column [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) components: Option<Vec<String>>,
    /// Functions, or none [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) functions: Option<Vec<String>>,
    /// Optional members to keep, or none [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) optional: Option<Vec<String>>,
    /// Write the sizes of the schema and the exceeded limits
    #[arg(long)]
    pub(crate) sizes: bool,
}

impl ComponentArguments {
    /// Returns `true` if the command line asks for the components of a catalog.
    pub(crate) fn are_given(&self) -> bool {
        let lists = [&self.components, &self.functions, &self.optional];
        self.catalog.is_some()
            || self.target.is_some()
            || self.sizes
            || lists.iter().any(|list| list.is_some())
    }
}

impl Schema {
    /// Returns the protocol of the types, or a placeholder if `--types` is used without a protocol.
    pub(crate) fn protocol(&self) -> DialectOrProtocol {
        self.protocol.unwrap_or(super::WITHOUT_INPUT)
    }
}
