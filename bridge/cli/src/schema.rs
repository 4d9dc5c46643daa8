//! The command `agent-ui schema`: writes the JSON Schema of wire types, and of messages with the components of a catalog.

use crate::{
    args::{ComponentArguments, Schema},
    check::read_catalogs,
    decode::unknown_type,
    exit::Exit,
    flag_names::name_flags,
    report::Report,
};
use agent_ui_text::{
    Diagnostic, SchemaOptions,
    message_schema::{ensure_within_limits, measured_schema},
};
use bridge::a2ui::catalog::{CatalogDefinition, MessageSchema};
use std::path::PathBuf;

pub(crate) fn run(arguments: &Schema, report: &mut Report) -> Result<(), Exit> {
    if arguments.components.are_given() {
        return write_message_schema(arguments, report);
    }
    let (protocol, name) = (arguments.protocol(), arguments.type_name.as_deref());
    let schema = agent_ui_text::schema(protocol, name);
    report.text(&schema.map_err(|_| unknown_type(protocol, name.unwrap_or_default()))?)
}

fn write_message_schema(arguments: &Schema, report: &mut Report) -> Result<(), Exit> {
    let of_components = &arguments.components;
    let catalogs = catalogs(of_components.catalog.as_ref())?;
    let options = options(of_components);
    let schema = measured_schema(arguments.protocol(), &catalogs, &options);
    let schema = schema.map_err(|error| usage(&error))?;
    if of_components.sizes {
        return report.text(&sizes(&schema));
    }
    ensure_within_limits(&schema, &options).map_err(|error| usage(&error))?;
    report.text(&schema.text)
}

/// Reads the catalog of `--catalog`. An empty list stands for A2UI's own catalog.
fn catalogs(file: Option<&PathBuf>) -> Result<Vec<CatalogDefinition>, Exit> {
    match file {
        Some(file) if file.as_os_str() != "basic" => read_catalogs(std::slice::from_ref(file)),
        _ => Ok(Vec::new()),
    }
}

fn options(arguments: &ComponentArguments) -> SchemaOptions {
    let mut options = SchemaOptions::new();
    options.target.clone_from(&arguments.target);
    options.components.clone_from(&arguments.components);
    options.functions = without_none(arguments.functions.as_ref());
    options.optional = without_none(arguments.optional.as_ref());
    options
}

/// Returns the names of an option, in which the word `none` stands for an empty list.
fn without_none(names: Option<&Vec<String>>) -> Option<Vec<String>> {
    let names = names?;
    match names.as_slice() {
        [one] if one == "none" => Some(Vec::new()),
        _ => Some(names.clone()),
    }
}

fn usage(diagnostic: &Diagnostic) -> Exit {
    let Diagnostic { message, hint, .. } = diagnostic;
    Exit::Usage(name_flags(&format!("{message}: {hint}")))
}

/// Returns the sizes of a schema as a line of JSON.
fn sizes(schema: &MessageSchema) -> String {
    let sizes = &schema.sizes;
    let exceeded: Vec<String> = schema.excesses.iter().map(ToString::to_string).collect();
    serde_json::json!({
        "bytes": sizes.bytes,
        "definitions": sizes.definitions,
        "properties": sizes.properties,
        "optional": sizes.optional,
        "unions": sizes.unions,
        "enumValues": sizes.enum_values,
        "nameCharacters": sizes.name_characters,
        "depth": sizes.depth,
        "recursiveDefinitions": sizes.recursive_definitions,
        "exceeded": exceeded,
        "leftOut": schema.left_out,
    })
    .to_string()
}
