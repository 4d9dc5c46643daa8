//! The wire types of a protocol, and their JSON Schemas.

use crate::{
    diagnostic::{Diagnostic, about_call},
    inference::ensure_enabled,
    misspellings, protocol,
};
use bridge::{DialectOrProtocol, Protocol, Refusal};
use wire::{Pointer, TypeInfo, schema::Definitions};

/// Lists the names of the wire types of a protocol in alphabetical order.
///
/// ```
/// assert!(agent_ui_text::types("aap".parse()?).contains(&"Interaction"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn types(protocol: DialectOrProtocol) -> Vec<&'static str> {
    if protocol.protocol().is_enabled() {
        protocol::types(protocol)
    } else {
        Vec::new()
    }
}

/// Returns the wire type with this name.
pub(crate) fn wire_type(
    protocol: DialectOrProtocol,
    name: &str,
) -> Result<&'static TypeInfo, Box<Diagnostic>> {
    ensure_enabled(protocol)?;
    protocol::types_of(protocol)
        .row(protocol.dialect, name)
        .ok_or_else(|| unknown_type(protocol, name, "wire type", &protocol::types(protocol)))
}

/// Returns the error about a type that a protocol does not have.
pub(crate) fn unknown_type(
    protocol: DialectOrProtocol,
    name: &str,
    kind: &str,
    known: &[&str],
) -> Box<Diagnostic> {
    let reason = misspellings::unknown_type(protocol.dialect, name, kind, known);
    let refusal = Refusal::rule_broken(
        "type/unknown",
        Pointer::root(),
        format!("`{name}`: {reason}"),
    );
    about_call(&refusal.hint("name one of the types of the protocol, or omit the type"))
}

/// Returns the JSON Schema of a wire type as formatted JSON. Without a type, returns the schema of the protocol's usual
/// messages.
///
/// # Errors
/// Returns an error if the protocol has no such type.
///
/// ```
/// let schema = agent_ui_text::schema("aap".parse()?, Some("Interaction"))?;
/// assert!(schema.contains(r#""canvasFile""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn schema(
    protocol: DialectOrProtocol,
    type_name: Option<&str>,
) -> Result<String, Box<Diagnostic>> {
    ensure_enabled(protocol)?;
    let rows = match type_name {
        Some(name) => vec![wire_type(protocol, name)?],
        None => {
            let known = protocol::types_of(protocol);
            let usual = (known.usual)(protocol).iter();
            usual
                .filter_map(|name| known.row(protocol.dialect, name))
                .collect()
        }
    };
    let document = match protocol.protocol() {
        #[cfg(feature = "all-protocols")]
        Protocol::ActionsJson => bridge::actions_json::schema::strict(&rows),
        _ => {
            let mut definitions = Definitions::default();
            let schemas = rows
                .into_iter()
                .map(|row| definitions.schema_for_type(row))
                .collect();
            definitions.into_document(schemas)
        }
    };
    serde_json::to_string_pretty(&document).map_err(|error| {
        about_call(
            &Refusal::rule_broken("schema", Pointer::root(), error).hint("name a single type"),
        )
    })
}
