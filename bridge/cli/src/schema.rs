//! The command `agent-ui schema`: writes the JSON Schema of wire types.

use crate::{args::Schema, decode::unknown, exit::Exit, protocol, report::Report};
use bridge::Protocol;
use wire::schema::Definitions;

pub(crate) fn run(arguments: &Schema, report: &mut Report) -> Result<(), Exit> {
    let known = protocol::of(arguments.protocol());
    let usual = || (known.usual)(arguments.protocol()).to_vec();
    let names = arguments.type_name.as_deref().map_or_else(usual, |name| vec![name]);
    let rows: Vec<_> =
        names.iter().filter_map(|name| known.row(arguments.protocol().dialect, name)).collect();
    if rows.is_empty() {
        return Err(unknown(arguments.protocol(), &names.join(", ")));
    }
    let document = match arguments.protocol().protocol() {
        Protocol::ActionsJson => bridge::actions_json::schema::strict(&rows),
        _ => {
            let mut definitions = Definitions::default();
            let schemas = rows.into_iter().map(|row| definitions.schema_for_type(row)).collect();
            definitions.into_document(schemas)
        }
    };
    let text = serde_json::to_string_pretty(&document);
    report.text(&text.map_err(|error| Exit::Usage(error.to_string()))?)
}
