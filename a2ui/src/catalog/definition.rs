//! Catalogs from catalog files or inline definitions.

#[cfg(test)]
mod tests;

use super::{
    Catalog, Checker, MessageSchema, MessageSchemaOptions, Returns, UnknownSchemaName,
    schema::{Function, SchemaReader, Schemas, output::SchemaSource},
};
use crate::{CatalogId, Notation, Version, capabilities::v1_0::AllowedCallers};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

/// A catalog from its definition: a catalog file of any version, or an inline catalog of a client.
///
/// Components and arguments are checked against the JSON Schemas of the definition. Types of A2UI's `common_types.json`
/// are checked as in the [basic catalog](super::basic), so bindings and calls are recognized. Unsupported schema
/// keywords, for example `pattern` or a reference to another file, allow every value.
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
    /// `true` if the definition may also belong to 0.8.
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

impl CatalogError {
    fn new(pointer: Pointer, message: &str) -> Self {
        Self {
            pointer,
            message: message.to_owned(),
        }
    }
}

/// The member names under which a document contains capabilities.
const CAPABILITIES: [&str; 2] = ["a2uiRendererCapabilities", "a2uiClientCapabilities"];

impl CatalogDefinition {
    /// Reads the catalogs that a document defines. The document is either a catalog or contains `inlineCatalogs`, like
    /// the capabilities of a client with or without the surrounding version member.
    ///
    /// # Errors
    /// Returns an error if the document contains no catalog, or a catalog has neither `catalogId` nor `$id`.
    pub fn read(document: &Payload) -> Result<Vec<Self>, CatalogError> {
        Self::read_at(document, &Pointer::root())
    }

    fn read_at(document: &Payload, at: &Pointer) -> Result<Vec<Self>, CatalogError> {
        for name in CAPABILITIES {
            if let Some(inner) = document.member(name) {
                return Self::read_at(&inner, &at.member(name));
            }
        }
        if is_catalog(document) {
            return Ok(vec![Self::read_one(document, None, at)?]);
        }
        let mut lists = Vec::new();
        if let Some(inline) = document.member("inlineCatalogs") {
            lists.push((None, at.clone(), inline));
        }
        // Capabilities have one member per version, and this member contains the inline catalogs.
        for (word, below) in document.members() {
            let (version, inline) = (version_from_word(&word), below.member("inlineCatalogs"));
            if let (Some(version), Some(inline)) = (version, inline) {
                lists.push((Some(version), at.member(&word), inline));
            }
        }
        let mut catalogs = Vec::new();
        for (version, at, inline) in lists {
            let at = at.member("inlineCatalogs");
            for (index, catalog) in inline.elements().enumerate() {
                catalogs.push(Self::read_one(&catalog, version, &at.element(index))?);
            }
        }
        if catalogs.is_empty() {
            let message = "the object has neither `catalogId` nor `inlineCatalogs`";
            return Err(CatalogError::new(at.clone(), message));
        }
        Ok(catalogs)
    }

    /// Reads one catalog. `version` is the version of the surrounding capabilities.
    fn read_one(
        source: &Payload,
        version: Option<Version>,
        at: &Pointer,
    ) -> Result<Self, CatalogError> {
        let document = source.decode::<Value>().unwrap_or_default();
        let Value::Object(root) = &document else {
            return Err(CatalogError::new(at.clone(), "a catalog must be an object"));
        };
        let Some(id) = text(root, "catalogId").or(text(root, "$id")) else {
            let message = "the catalog is missing the required member `catalogId`";
            return Err(CatalogError::new(at.member("catalogId"), message));
        };
        let stated = match text(root, "protocolVersion") {
            None => version,
            Some(word) => match version_from_word(word) {
                Some(version) => Some(version),
                None => {
                    let message = "unknown A2UI version; write it like `1.0`";
                    return Err(CatalogError::new(at.member("protocolVersion"), message));
                }
            },
        };
        // Catalogs of 0.8 have neither functions nor common types.
        let is_early = stated.is_none()
            && !root.contains_key("functions")
            && !root.contains_key("$defs")
            && !source.text().contains("common_types");
        Ok(Self {
            id: id.into(),
            version: stated.unwrap_or(Version::V0_9),
            is_stated: stated.is_some(),
            is_early,
            parents: component_lists(root, "allowedParents"),
            children: component_lists(root, "allowedChildren"),
            source: source.clone(),
            schemas: read_schemas(&document, root),
        })
    }

    /// Returns the id of the catalog: `catalogId`, otherwise `$id`.
    pub fn id(&self) -> &CatalogId {
        &self.id
    }

    /// Returns the JSON Schema of an object `{"messages":[…]}` with messages of an agent, in a version of A2UI. Each
    /// component type of the catalog has a schema of its own. The notation matters only for 1.0.
    ///
    /// # Errors
    /// Returns an error if the options name a component type or a function that the catalog does not have.
    pub fn message_schema(
        &self,
        version: Version,
        notation: Notation,
        options: &MessageSchemaOptions,
    ) -> Result<MessageSchema, UnknownSchemaName> {
        let source = SchemaSource {
            schemas: &self.schemas,
            version,
            notation,
            id: &self.id,
        };
        source.build(options)
    }

    /// Returns the definition as it was read.
    pub fn source(&self) -> &Payload {
        &self.source
    }
}

fn is_catalog(document: &Payload) -> bool {
    ["catalogId", "components", "functions"]
        .iter()
        .any(|name| document.member(name).is_some())
}

/// Returns the value of a text member that is not empty.
fn text<'a>(root: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    match root.get(name)?.as_str()? {
        "" => None,
        text => Some(text),
    }
}

/// Returns the lists of names under the member `member` of each component.
fn component_lists(root: &Map<String, Value>, member: &str) -> BTreeMap<Box<str>, Vec<Box<str>>> {
    let components = root.get("components").and_then(Value::as_object);
    let mut lists = BTreeMap::new();
    for (name, schema) in components.into_iter().flatten() {
        if let Some(names) = schema.get(member).and_then(Value::as_array) {
            let names = names.iter().filter_map(Value::as_str);
            lists.insert(name.as_str().into(), names.map(Box::from).collect());
        }
    }
    lists
}

/// Returns the version for a word with or without `v`. Minor versions such as 1.1 count as 1.0, because their additions
/// are ignored.
fn version_from_word(word: &str) -> Option<Version> {
    match word.strip_prefix('v').unwrap_or(word) {
        "0.8" => Some(Version::V0_8),
        "0.9" | "0.9.1" => Some(Version::V0_9),
        "0.10" => Some(Version::V0_10),
        word if word == "1" || word.starts_with("1.") => Some(Version::V1_0),
        _ => None,
    }
}

/// Returns a predicate for the names in a list of the catalog. If the list is missing or unreadable, the predicate
/// accepts every name.
fn is_listed_in(root: &Map<String, Value>, list: &str, prefix: &str) -> impl Fn(&str) -> bool {
    let names = listed_names(root, list, prefix);
    move |name| match &names {
        Some(names) => names.contains(name),
        None => true,
    }
}

/// Returns the names in a list of the catalog. Returns `None` if an entry of the list is unreadable.
fn listed_names(root: &Map<String, Value>, list: &str, prefix: &str) -> Option<BTreeSet<String>> {
    let entries = root.get("$defs")?.get(list)?.get("oneOf")?.as_array()?;
    let mut names = Vec::new();
    for entry in entries {
        let reference = entry.get("$ref")?.as_str()?;
        names.push(reference.strip_prefix(prefix)?.to_owned());
    }
    Some(wire::collect_set(names))
}

/// Reads the schemas of the components and functions that the catalog lists.
fn read_schemas(document: &Value, root: &Map<String, Value>) -> Schemas {
    let mut reader = SchemaReader::new(document);
    let mut schemas = Schemas::default();
    let is_listed = is_listed_in(root, "anyComponent", "#/components/");
    let components = root.get("components").and_then(Value::as_object);
    for (name, schema) in components.into_iter().flatten() {
        if is_listed(name) {
            schemas
                .components
                .insert(name.as_str().into(), reader.read_schema(schema));
        }
    }
    let is_listed = is_listed_in(root, "anyFunction", "#/functions/");
    for (name, definition) in functions_by_name(root.get("functions")) {
        if is_listed(name) {
            let function = read_function(definition, &mut reader);
            schemas.functions.insert(name.into(), function);
        }
    }
    schemas.definitions = reader.into_definitions();
    schemas
}

/// Returns the functions of a catalog by name. Catalog files and 1.0 use an object, and inline catalogs of 0.9 use a
/// list.
fn functions_by_name(functions: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    let named = functions.and_then(Value::as_object).into_iter().flatten();
    let named = named.map(|(name, function)| (name.as_str(), function));
    let list = functions.and_then(Value::as_array).into_iter().flatten();
    let list = list.filter_map(|function| Some((function.get("name")?.as_str()?, function)));
    named.chain(list)
}

fn read_function(definition: &Value, reader: &mut SchemaReader<'_>) -> Function {
    let properties = definition.get("properties");
    // Catalog files describe the whole call, so the return type is the constant value of a property.
    let returns = match definition.get("returnType") {
        Some(returns) => Some(returns),
        None => properties.and_then(|properties| properties.get("returnType")?.get("const")),
    };
    let returns = returns.and_then(Value::as_str);
    let args = match properties.and_then(|properties| properties.get("args")) {
        Some(args) => Some(reader.read_schema(args)),
        None => parameters(definition).map(|parameters| reader.read_schema(&parameters)),
    };
    let callers = match definition.get("allowedCallers").and_then(Value::as_str) {
        Some(callers) => AllowedCallers::from(callers),
        None => AllowedCallers::RendererOnly,
    };
    Function {
        returns: returns.and_then(Returns::from_word).unwrap_or(Returns::Any),
        args,
        callers,
    }
}

/// Returns the schema of the arguments in an inline catalog.
fn parameters(definition: &Value) -> Option<Value> {
    let parameters = definition.get("parameters")?;
    let is_schema = parameters.get("properties").is_some_and(Value::is_object)
        || parameters.get("type").is_some_and(Value::is_string)
        || parameters.get("$ref").is_some_and(Value::is_string);
    if is_schema {
        return Some(parameters.clone());
    }
    // Some authors write the schemas of the arguments without a surrounding object schema.
    Some(serde_json::json!({"properties": parameters}))
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
