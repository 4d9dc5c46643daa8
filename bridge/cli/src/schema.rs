//! The command `agent-ui schema`: writes the JSON Schema of wire types.

use crate::{args::Schema, decode::unknown_type, exit::Exit, report::Report};

pub(crate) fn run(arguments: &Schema, report: &mut Report) -> Result<(), Exit> {
    let (protocol, name) = (arguments.protocol(), arguments.type_name.as_deref());
    let schema = agent_ui_text::schema(protocol, name);
    report.text(&schema.map_err(|_| unknown_type(protocol, name.unwrap_or_default()))?)
}
