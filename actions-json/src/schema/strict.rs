//! The JSON Schema of manifests: what the profile `strict` asks for, as far as a schema can state it.
//!
//! Types and members are those of the tables. What the specification asks for beyond them is in `strict.json`, where what
//! stands for a member takes its place. No schema can say that names differ, and that what is referred to is declared.

use crate::manifest::{ExtractField, Postcondition};
use serde_json::Value;
use wire::{Row, WireType, schema::Definitions};

pub(crate) const BEYOND: &str = include_str!("strict.json");

/// One document for these wire types. What it refuses has an error in the profile `strict`, too; readers take more.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::{manifest::Manifest, schema::strict};
/// use wire::WireType;
///
/// let schema = strict(&[Manifest::ROW]);
/// let manifest = &schema["$defs"]["Manifest"];
/// assert_eq!(manifest["required"], wire::schema::json!(["protocol", "version", "tools"]));
/// assert_eq!(manifest["properties"]["protocol"]["const"], "actions.json");
/// ```
pub fn strict(rows: &[&'static Row]) -> Value {
    let mut definitions = Definitions::strict(BEYOND).unwrap_or_default();
    let schemas = rows.iter().map(|row| definitions.of_row(row)).collect();
    // These stand in payloads, where no table names them.
    definitions.of_row(ExtractField::ROW);
    definitions.of_row(Postcondition::ROW);
    definitions.into_document(schemas)
}
