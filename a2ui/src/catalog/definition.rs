//! Catalogs that are read from catalog files or inline definitions.

#[cfg(test)]
mod tests;

use super::{
    Catalog, Checker, Returns,
    schema::{Function, SchemaReader, Schemas},
};
use crate::{CatalogId, Notation, Version, capabilities::v1_0::AllowedCallers};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

/// A catalog that is read from its definition: a catalog file of any version, or an inline catalog of a client.
///
/// The JSON Schemas of the definition check components and arguments. Types of A2UI's own `common_types.json` are checked as in
/// the [basic catalog](super::basic), so bindings and calls are recognized. Schema keywords that are not supported, for example
/// `pattern` or a reference to another file, allow every value.
///
/// In addition to the rules of [`Checker`], it uses `range`, `length` and `max-items`.
///
/// ```
/// use agent_ui_a2ui::{catalog::{Catalog, CatalogDefinition}, v1_0::Component, wire};
///
/// let file = wire::Payload::parse(r##"{"catalogId":"mine","protocolVersion":"1.0","components":{"Gauge":{
///     "properties":{"value":{"$ref":"common_types.json#/$defs/DynamicNumber"}},"required":["value"]}}}"##)?;
/// let catalogs = CatalogDefinition::read(&file).unwrap();
/// let gauge: Component = wire::decode(r#"{"id":"a","component":"Gauge","value":"high"}"#)?;
/// let found = catalogs[0].check(&gauge);
/// assert_eq!((found[0].rule, found[0].pointer.as_str()), ("wrong-type", "/value"));
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [A2UI 1.0, `catalog_definition.json`](https://github.com/a2ui-project/a2ui/blob/2a23bbef55059902c5d27bc79e93e1d798b6ef26/specification/v1_0/json/catalog_definition.json).
#[derive(Clone, Debug)]
pub struct CatalogDefinition {
    id: CatalogId,
    version: Version,
    /// `true` if the definition states its version.
    is_stated: bool,
    /// `true` if the definition could also be one of 0.8.
    is_early: bool,
    schemas: Schemas,
    parents: BTreeMap<Box<str>, Vec<Box<str>>>,
    children: BTreeMap<Box<str>, Vec<Box<str>>>,
    source: Payload,
}

/// The reason why a document does not define a catalog.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("{pointer}: {message}")]
pub struct CatalogError {
    /// The place in the document.
    pub pointer: Pointer,
    /// A sentence that describes the problem.
    pub message: String,
}

/// The names of the members that contain capabilities.
const CAPABILITIES: [&str; 2] = ["a2uiRendererCapabilities", "a2uiClientCapabilities"];

impl CatalogDefinition {
    /// Reads the catalogs that a document defines. The document is a catalog, or contains catalogs as `inlineCatalogs`, like
    /// the capabilities of a client with or without the surrounding version.
    ///
    /// # Errors
    /// Returns an error if the document contains no catalog, or a catalog has neither `catalogId` nor `$id`.
    pub fn read(document: &Payload) -> Result<Vec<Self>, CatalogError> {
        Self::read_at(document, &Pointer::root())
    }

    fn read_at(document: &Payload, at: &Pointer) -> Result<Vec<Self>, CatalogError> {
        if let Some(found) = CAPABILITIES
            .iter()
            .find_map(|name| Some((name, document.member(name)?)))
        {
            return Self::read_at(&found.1, &at.member(found.0));
        }
        let is_catalog = |value: &Payload| {
            ["catalogId", "components", "functions"]
                .iter()
                .any(|name| value.member(name).is_some())
        };
        if is_catalog(document) {
            return Ok(vec![Self::of(document, None, at)?]);
        }
        let bare = document
            .member("inlineCatalogs")
            .map(|inline| (None, at.clone(), inline));
        let below = document.members().filter_map(|(word, below)| {
            Some((
                Some(version_from_word(&word)?),
                at.member(&word),
                below.member("inlineCatalogs")?,
            ))
        });
        let mut catalogs = Vec::new();
        for (version, at, inline) in bare.into_iter().chain(below) {
            let at = at.member("inlineCatalogs");
            for (index, catalog) in inline.elements().enumerate() {
                catalogs.push(Self::of(&catalog, version, &at.element(index))?);
            }
        }
        if catalogs.is_empty() {
            let message = "the object has neither `catalogId` nor `inlineCatalogs`".to_owned();
            return Err(CatalogError {
                pointer: at.clone(),
                message,
            });
        }
        Ok(catalogs)
    }

    fn of(source: &Payload, around: Option<Version>, at: &Pointer) -> Result<Self, CatalogError> {
        let refused = |at: Pointer, message: &str| CatalogError {
            pointer: at,
            message: message.to_owned(),
        };
        let document = source.decode::<Value>().unwrap_or_default();
        let Value::Object(root) = &document else {
            return Err(refused(at.clone(), "a catalog must be an object"));
        };
        let text = |name: &str| {
            root.get(name)
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
        };
        let id = text("catalogId").or(text("$id"));
        let id = id.ok_or_else(|| {
            refused(
                at.member("catalogId"),
                "the catalog is missing the required member `catalogId`",
            )
        })?;
        let stated = match text("protocolVersion") {
            None => around,
            Some(word) => Some(version_from_word(word).ok_or_else(|| {
                refused(
                    at.member("protocolVersion"),
                    "unknown A2UI version; write it like `1.0`",
                )
            })?),
        };
        let is_early = stated.is_none()
            && !root.contains_key("functions")
            && !root.contains_key("$defs")
            && !source.text().contains("common_types");
        let components = root.get("components").and_then(Value::as_object);
        let lists = |member: &str| -> BTreeMap<Box<str>, Vec<Box<str>>> {
            let all = components.into_iter().flatten();
            let lists = all.filter_map(|(name, schema)| {
                let names = schema
                    .get(member)?
                    .as_array()?
                    .iter()
                    .filter_map(Value::as_str);
                Some((name.as_str().into(), names.map(Box::from).collect()))
            });
            wire::collect_map(lists)
        };
        Ok(Self {
            id: id.into(),
            version: stated.unwrap_or(Version::V0_9),
            is_stated: stated.is_some(),
            is_early,
            parents: lists("allowedParents"),
            children: lists("allowedChildren"),
            source: source.clone(),
            schemas: schemas(&document, root),
        })
    }

    /// Returns the id of the catalog: `catalogId`, or else `$id`.
    pub fn id(&self) -> &CatalogId {
        &self.id
    }

    /// Returns the definition as it was read.
    pub fn source(&self) -> &Payload {
        &self.source
    }
}

/// Returns the version for a word with or without `v`. Minor versions of 1 count as 1.0, because their additions are ignored.
fn version_from_word(word: &str) -> Option<Version> {
    match word.strip_prefix('v').unwrap_or(word) {
        "0.8" => Some(Version::V0_8),
        "0.9" | "0.9.1" => Some(Version::V0_9),
        "0.10" => Some(Version::V0_10),
        word if word == "1" || word.starts_with("1.") => Some(Version::V1_0),
        _ => None,
    }
}

/// Returns a test for the names in a list of the catalog. If the list is missing or not understood, every name passes.
fn is_listed_in(root: &Map<String, Value>, list: &str, prefix: &str) -> impl Fn(&str) -> bool {
    let list = root
        .get("$defs")
        .and_then(|defs| defs.get(list)?.get("oneOf")?.as_array());
    let name = |entry: &Value| {
        Some(
            entry
                .get("$ref")?
                .as_str()?
                .strip_prefix(prefix)?
                .to_owned(),
        )
    };
    let names = list.and_then(|list| list.iter().map(name).collect::<Option<Vec<String>>>());
    let names: Option<BTreeSet<String>> = names.map(wire::collect_set);
    move |name| names.as_ref().is_none_or(|names| names.contains(name))
}

/// Reads the schemas of the components and functions that the catalog lists.
fn schemas(document: &Value, root: &Map<String, Value>) -> Schemas {
    let mut reader = SchemaReader::new(document);
    let mut schemas = Schemas::default();
    let is_listed = is_listed_in(root, "anyComponent", "#/components/");
    let components = root.get("components").and_then(Value::as_object);
    for (name, schema) in components.into_iter().flatten() {
        if is_listed(name) {
            schemas
                .components
                .insert(name.as_str().into(), reader.schema(schema));
        }
    }
    let is_listed = is_listed_in(root, "anyFunction", "#/functions/");
    for (name, definition) in functions(root.get("functions")) {
        if is_listed(name) {
            let function = function(definition, &mut reader);
            schemas.functions.insert(name.into(), function);
        }
    }
    schemas.definitions = reader.into_definitions();
    schemas
}

/// Returns the functions of a catalog by name. They are an object in catalog files and from 1.0 on, and a list in inline catalogs
/// of 0.9.
fn functions(functions: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    let named = functions.and_then(Value::as_object).into_iter().flatten();
    let named = named.map(|(name, function)| (name.as_str(), function));
    let list = functions.and_then(Value::as_array).into_iter().flatten();
    let list = list.filter_map(|function| Some((function.get("name")?.as_str()?, function)));
    named.chain(list)
}

fn function(definition: &Value, reader: &mut SchemaReader<'_>) -> Function {
    let properties = definition.get("properties");
    let in_properties = || properties?.get("returnType")?.get("const");
    let returns = definition
        .get("returnType")
        .or_else(in_properties)
        .and_then(Value::as_str);
    let parameters = || {
        let parameters = definition.get("parameters")?;
        let is_schema = parameters.get("properties").is_some_and(Value::is_object)
            || parameters.get("type").is_some_and(Value::is_string)
            || parameters.get("$ref").is_some_and(Value::is_string);
        // Some authors write the schemas of the arguments without a surrounding object schema.
        Some(match is_schema {
            true => parameters.clone(),
            false => serde_json::json!({"properties": parameters}),
        })
    };
    let callers = definition.get("allowedCallers").and_then(Value::as_str);
    let args = properties
        .and_then(|properties| properties.get("args"))
        .cloned();
    Function {
        returns: returns.and_then(Returns::from_word).unwrap_or(Returns::Any),
        args: args
            .or_else(parameters)
            .map(|schema| reader.schema(&schema)),
        callers: callers.map_or(AllowedCallers::RendererOnly, AllowedCallers::from),
    }
}

impl Catalog for CatalogDefinition {
    fn version(&self) -> Version {
        self.version
    }

    fn notation(&self) -> Notation {
        if self.version == Version::V1_0 {
            Notation::At
        } else {
            Notation::Plain
        }
    }

    fn is_compatible_with(&self, version: Version) -> bool {
        match version {
            Version::V0_8 => self.version == version || self.is_early,
            Version::V0_9 => self.version == version,
            // Catalogs of 0.10 do not state their version.
            Version::V0_10 | Version::V1_0June => !self.is_stated || self.version > Version::V0_9,
            Version::V1_0 => self.version > Version::V0_9,
        }
    }

    fn has_id(&self, id: &CatalogId) -> bool {
        self.id == *id
    }

    fn component_names(&self) -> Vec<&str> {
        self.schemas.component_names()
    }

    fn function_names(&self) -> Vec<&str> {
        self.schemas.function_names()
    }

    fn allowed_callers(&self, function: &str) -> Option<AllowedCallers> {
        let function = self
            .schemas
            .functions
            .get(function)
            .filter(|_| self.version == Version::V1_0)?;
        Some(function.callers.clone())
    }

    fn check_component(
        &self,
        name: &str,
        properties: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> bool {
        self.schemas.check_component(name, properties, at, checker)
    }

    fn check_function(
        &self,
        name: &str,
        args: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> Option<Returns> {
        self.schemas.check_function(name, args, at, checker)
    }

    fn allowed_parents(&self, name: &str) -> Option<&[Box<str>]> {
        self.parents.get(name).map(Vec::as_slice)
    }

    fn allowed_children(&self, name: &str) -> Option<&[Box<str>]> {
        self.children.get(name).map(Vec::as_slice)
    }
}
