//! The JSON Schema of manifests: what the profile `strict` asks for, as far as a schema can state it.
//!
//! Types and members are those of the tables. What the specification asks for beyond them is in `strict.json`, where what
//! stands for a member takes its place. No schema can say that names differ, and that what is referred to is declared.

use crate::manifest::{ExtractField, Postcondition};
use serde_json::Value;
use wire::{TypeInfo, WireType, schema::Definitions};

pub(crate) const BEYOND: &str = include_str!("strict.json");

/// One document for these wire types. What it refuses has an error in the profile `strict`, too; readers take more.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::{manifest::Manifest, schema::strict};
/// use wire::WireType;
///
/// let schema = strict(&[Manifest::INFO]);
/// let manifest = &schema["$defs"]["Manifest"];
/// assert_eq!(manifest["required"], wire::schema::json!(["protocol", "version", "tools"]));
/// assert_eq!(manifest["properties"]["protocol"]["const"], "actions.json");
/// ```
pub fn strict(rows: &[&'static TypeInfo]) -> Value {
    let mut definitions = Definitions::strict(BEYOND).unwrap_or_default();
    let schemas = rows.iter().map(|row| definitions.schema_for_type(row)).collect();
    // These stand in payloads, where no table names them.
    definitions.schema_for_type(ExtractField::INFO);
    definitions.schema_for_type(Postcondition::INFO);
    definitions.into_document(schemas)
}
