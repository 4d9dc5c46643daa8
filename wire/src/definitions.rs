//! The schemas of wire types by name.

use crate::DecodeError;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The schemas of wire types by name, in the form of `$defs`.
///
/// ```
/// let mut definitions = agent_ui_wire::schema::Definitions::default();
/// let list = definitions.schema_for::<Vec<agent_ui_wire::Timestamp>>();
/// assert_eq!(list.to_string(), r##"{"items":{"$ref":"#/$defs/Timestamp"},"type":"array"}"##);
/// assert_eq!(definitions.into_map()["Timestamp"]["type"], "string");
/// ```
#[derive(Debug, Default)]
pub struct Definitions {
    pub(crate) schemas: Map<String, Value>,
    pub(crate) names: BTreeMap<(&'static str, &'static str), String>,
    /// Additions to the tables for strict schemas, by type.
    pub(crate) beyond: Option<Value>,
}

impl Definitions {
    /// Creates definitions for strict schemas, which follow the specification instead of the readers. A
    /// [`Tolerant`](crate::Tolerant) member must be a valid value or null, and a member declared with `=:` is required
    /// and not null.
    ///
    /// `beyond` is JSON with additions to the tables. Its member `types` contains, by type name, keywords that replace
    /// those of the table, and `properties` that replace members. Its member `definitions` contains the schemas to which
    /// these keywords refer.
    ///
    /// ```
    /// agent_ui_wire::inventory! { Tool }
    /// agent_ui_wire::object! {
    ///     /// A tool that an agent may call.
    ///     pub struct Tool {
    ///         /// The name of the tool.
    ///         name =: agent_ui_wire::Tolerant<String>,
    ///         /// Another name of the tool.
    ///         alias?: agent_ui_wire::Tolerant<String>,
    ///     }
    /// }
    /// let beyond = r#"{"types":{"Tool":{"properties":{"name":{"type":"string","minLength":1}}}}}"#;
    /// let mut definitions = agent_ui_wire::schema::Definitions::strict(beyond)?;
    /// definitions.schema_for::<Tool>();
    /// let tool = &definitions.into_map()["Tool"];
    /// assert_eq!(tool["required"], agent_ui_wire::schema::json!(["name"]));
    /// assert_eq!(tool["properties"]["name"]["minLength"], 1);
    /// # Ok::<(), agent_ui_wire::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if `beyond` is not valid JSON.
    pub fn strict(beyond: &str) -> Result<Self, DecodeError> {
        let beyond: Value = crate::decode(beyond)?;
        let schemas = beyond
            .get("definitions")
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default();
        Ok(Self {
            schemas,
            names: BTreeMap::new(),
            beyond: Some(beyond),
        })
    }

    /// Returns the definitions by name.
    pub fn into_map(self) -> Map<String, Value> {
        self.schemas
    }

    /// Builds a document whose values must match one of the given schemas.
    pub fn into_document(self, schemas: Vec<Value>) -> Value {
        let mut document = Map::new();
        document.insert(
            "$schema".to_owned(),
            "https://json-schema.org/draft/2020-12/schema".into(),
        );
        document.insert("$defs".to_owned(), self.schemas.into());
        match <[Value; 1]>::try_from(schemas) {
            Ok([Value::Object(one)]) => document.extend(one),
            Ok([one]) => drop(document.insert("allOf".to_owned(), json!([one]))),
            Err(several) => drop(document.insert("anyOf".to_owned(), Value::Array(several))),
        }
        document.into()
    }

    /// Returns the additions to the table of a type.
    pub(crate) fn beyond(&self, name: &str) -> Option<&Map<String, Value>> {
        self.beyond.as_ref()?.get("types")?.get(name)?.as_object()
    }
}
