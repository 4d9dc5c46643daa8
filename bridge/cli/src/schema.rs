//! `agent-ui schema`: JSON Schema of the wire types.

use crate::{
    args::Schema,
    decode::{row, unknown},
    report::{Exit, Report},
};
use bridge::{Dialect, Named, Protocol};
use wire::schema::Definitions;

pub(crate) fn run(arguments: &Schema, report: &mut Report) -> Result<(), Exit> {
    let usual = usual(arguments.protocol);
    let names = arguments.type_name.as_deref().map_or(usual, |name| vec![name]);
    let rows: Vec<_> = names.iter().filter_map(|name| row(arguments.protocol, name)).collect();
    if rows.is_empty() {
        return Err(unknown(arguments.protocol, &names.join(", ")));
    }
    let document = match arguments.protocol.protocol() {
        Protocol::ActionsJson => bridge::actions_json::schema::strict(&rows),
        _ => {
            let mut definitions = Definitions::default();
            let schemas = rows.into_iter().map(|row| definitions.of_row(row)).collect();
            definitions.into_document(schemas)
        }
    };
    let text = serde_json::to_string_pretty(&document);
    report.text(&text.map_err(|error| Exit::Usage(error.to_string()))?)
}

/// The types that are meant where none is named: the messages of the protocol, as `decode` reads them.
fn usual(protocol: Named) -> Vec<&'static str> {
    match protocol.dialect {
        Dialect::Aap => vec!["Interaction"],
        Dialect::AhpCanvas | Dialect::Ahp1_0 => vec!["JsonRpcMessage"],
        Dialect::ActionsJson => vec!["Manifest", "Item"],
        Dialect::Responses => vec!["ResponseItem"],
        _ if protocol.protocol() == Protocol::Mcp => vec!["ListToolsResult"],
        _ if !protocol.exact => vec!["Message"],
        dialect => match dialect.protocol() {
            Protocol::A2ui => vec!["AgentMessage", "ClientMessage", "RendererMessage"],
            _ => Vec::new(),
        },
    }
}
