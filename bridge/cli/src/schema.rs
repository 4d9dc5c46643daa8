//! `agent-ui schema`: JSON Schema of the wire types.

use crate::{
    args::Schema,
    decode::each,
    dialect::Named,
    report::{Exit, Report},
};
use bridge::{Dialect, Protocol};
use serde_json::{Value, json};
use wire::{Visit, WireType, schemars::SchemaGenerator};

pub(crate) fn run(arguments: &Schema, report: &mut Report) -> Result<(), Exit> {
    let usual = usual(arguments.protocol);
    let names = arguments.type_name.as_deref().map_or(usual, |name| vec![name]);
    let mut found = Found { names, generator: SchemaGenerator::default(), schemas: Vec::new() };
    each(arguments.protocol, &mut found);
    if found.schemas.is_empty() {
        let protocol = arguments.protocol.dialect;
        return Err(Exit::Usage(format!("{protocol} has no wire type `{}`", found.names.join("`, `"))));
    }
    let text = serde_json::to_string_pretty(&found.document());
    report.text(&text.map_err(|error| Exit::Usage(error.to_string()))?)
}

/// The types that are meant where none is named: the messages of the protocol, as `decode` reads them.
fn usual(protocol: Named) -> Vec<&'static str> {
    match protocol.dialect {
        Dialect::Aap => vec!["Interaction"],
        Dialect::AhpCanvas | Dialect::Ahp1_0 => vec!["JsonRpcMessage"],
        Dialect::ActionsJson => vec!["Manifest", "Item"],
        Dialect::Mcp => vec!["ListToolsResult"],
        _ if !protocol.exact => vec!["Message"],
        dialect => match dialect.protocol() {
            Protocol::A2ui => vec!["AgentMessage", "ClientMessage", "RendererMessage"],
            _ => Vec::new(),
        },
    }
}

struct Found<'a> {
    names: Vec<&'a str>,
    generator: SchemaGenerator,
    schemas: Vec<Value>,
}

impl Visit for Found<'_> {
    fn visit<T: WireType>(&mut self) {
        if self.names.contains(&T::NAME) {
            self.schemas.push(self.generator.subschema_for::<T>().to_value());
        }
    }
}

impl Found<'_> {
    /// One document: what is meant, and the definitions to which it refers.
    fn document(mut self) -> Value {
        let definitions = self.generator.take_definitions(true);
        let mut document =
            json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions});
        if let Some(document) = document.as_object_mut() {
            match <[Value; 1]>::try_from(self.schemas) {
                Ok([Value::Object(one)]) => document.extend(one),
                Ok([one]) => drop(document.insert("allOf".to_owned(), json!([one]))),
                Err(several) => drop(document.insert("anyOf".to_owned(), Value::Array(several))),
            }
        }
        document
    }
}
