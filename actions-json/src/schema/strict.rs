//! The JSON Schema of manifests: the requirements of the profile `strict` that a schema can express.
//!
//! Types and members are generated from the tables of the wire types. `strict.json` contains the further requirements
//! of the specification, which replace generated members. A schema cannot require unique names or declared
//! references.

use crate::manifest::{ExtractField, Postcondition};
use serde_json::Value;
use wire::{TypeInfo, WireType, schema::Definitions};

pub(crate) const BEYOND: &str = include_str!("strict.json");

/// Returns one schema document for these wire types. Every value that the schema rejects also has an error in the
/// profile `strict`. Readers accept more values than the schema.
///
/// ```
/// use agent_ui_actions_json::{manifest::Manifest, schema::strict, wire::{self, WireType}};
///
/// let schema = strict(&[Manifest::INFO]);
/// let manifest = &schema["$defs"]["Manifest"];
/// assert_eq!(manifest["required"], wire::schema::json!(["protocol", "version", "tools"]));
/// assert_eq!(manifest["properties"]["protocol"]["const"], "actions.json");
/// ```
pub fn strict(rows: &[&'static TypeInfo]) -> Value {
    let mut definitions = Definitions::strict(BEYOND).unwrap_or_default();
    let schemas = rows
        .iter()
        .map(|row| definitions.schema_for_type(row))
        .collect();
    // These types occur only inside payloads, so the tables do not refer to them.
    definitions.schema_for_type(ExtractField::INFO);
    definitions.schema_for_type(Postcondition::INFO);
    definitions.into_document(schemas)
}
