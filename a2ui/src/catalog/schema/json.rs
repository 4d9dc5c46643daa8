//! Reads the JSON Schemas of a catalog. Keywords that are not supported, for example `pattern` or a reference to another file,
//! allow every value.

use super::{JSON_TYPES, Schema};
use crate::catalog::CommonType;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const LIMITS: [&str; 8] = [
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
];

/// The keywords that describe a value without restricting it.
const ANNOTATIONS: [&str; 6] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "$comment",
];

/// The keywords that describe the members or elements of a value.
const OF_PARTS: [&str; 11] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "enum",
    "items",
    "oneOf",
    "patternProperties",
    "prefixItems",
    "properties",
];

/// A reader of JSON Schemas, which collects the schemas of the catalog that other schemas refer to.
pub(in crate::catalog) struct SchemaReader<'a> {
    root: &'a Value,
    definitions: BTreeMap<Box<str>, Schema>,
    unread: Vec<Box<str>>,
}

impl<'a> SchemaReader<'a> {
    pub(in crate::catalog) fn new(root: &'a Value) -> Self {
        Self {
            root,
            definitions: BTreeMap::new(),
            unread: Vec::new(),
        }
    }

    /// Returns the schemas that other schemas refer to, by pointer.
    pub(in crate::catalog) fn into_definitions(mut self) -> BTreeMap<Box<str>, Schema> {
        while let Some(pointer) = self.unread.pop() {
            let schema = self.root.pointer(&pointer).unwrap_or(&Value::Bool(true));
            let schema = self.read_schema(schema);
            self.definitions.insert(pointer, schema);
        }
        self.definitions
    }

    pub(in crate::catalog) fn read_schema(&mut self, schema: &Value) -> Schema {
        let Value::Object(source) = schema else {
            return Schema {
                is_false: *schema == Value::Bool(false),
                allows_all: *schema == Value::Bool(true),
                ..Schema::default()
            };
        };
        let mut read = Schema {
            allows_all: source.keys().all(|name| is_annotation(name)),
            is_left_open: !OF_PARTS.iter().any(|name| restricts(source, name)),
            constant: source.get("const").cloned(),
            words: elements_of(source, "enum").to_vec(),
            all_of: self.read_list(source, "allOf"),
            first: self.read_list(source, "prefixItems"),
            ..Schema::default()
        };
        if let Some(reference) = source.get("$ref").and_then(Value::as_str) {
            self.read_reference(reference, &mut read);
            let mut names = source.keys();
            let is_alone = names.all(|name| name == "$ref" || is_annotation(name));
            read.is_reference = is_alone && read.definition.is_none();
        }
        self.read_types(source, &mut read);
        for name in LIMITS {
            if let Some(Value::Number(limit)) = source.get(name) {
                read.limits.insert(name, limit.clone());
            }
        }
        for name in ["anyOf", "oneOf"] {
            if restricts(source, name) {
                read.alternatives.push(self.read_list(source, name));
            }
        }
        for name in ["if", "then", "else"] {
            if let Some(schema) = source.get(name) {
                read.conditional.push(self.read_schema(schema));
            }
        }
        for (_, schema) in members_of(source, "dependentSchemas") {
            read.conditional.push(self.read_schema(schema));
        }
        self.read_members(source, &mut read);
        match source.get("items") {
            Some(rest) if rest.is_object() => read.rest = Some(Box::new(self.read_schema(rest))),
            // Before JSON Schema 2020-12, `items` could be the list that is now `prefixItems`.
            _ if read.first.is_empty() => read.first = self.read_list(source, "items"),
            _ => {}
        }
        read
    }

    /// Reads the keywords about the members of objects.
    fn read_members(&mut self, source: &Map<String, Value>, read: &mut Schema) {
        let has_patterns = source.contains_key("patternProperties");
        let other_members = OtherMembers::read(source);
        read.is_open |= has_patterns || other_members.are_allowed;
        read.is_closed = other_members.are_refused;
        for (name, schema) in members_of(source, "properties") {
            read.properties
                .insert(name.as_str().into(), self.read_schema(schema));
        }
        let required = elements_of(source, "required")
            .iter()
            .filter_map(Value::as_str);
        read.required = required.map(Box::from).collect();
        match source.get("additionalProperties") {
            // A pattern may match a name, and then this schema does not apply to it.
            Some(others) if others.is_object() && !has_patterns => {
                read.others = Some(Box::new(self.read_schema(others)));
            }
            _ => {}
        }
    }

    fn read_list(&mut self, source: &Map<String, Value>, name: &str) -> Vec<Schema> {
        let schemas = elements_of(source, name).iter();
        schemas.map(|schema| self.read_schema(schema)).collect()
    }

    /// Reads a reference. Authors copy the common types into their catalogs, so a schema can be both a definition of the
    /// catalog and a common type.
    fn read_reference(&mut self, reference: &str, read: &mut Schema) {
        let name = reference.rsplit('/').next().unwrap_or_default();
        let common = CommonType::from_name(name);
        match reference.split_once('#') {
            Some(("", pointer)) if self.root.pointer(pointer).is_some() => {
                let is_copied = pointer.starts_with("/$defs/");
                read.common = match common {
                    Some(common) if is_copied && common.is_of_values() => Some(common),
                    _ => None,
                };
                read.definition = Some(pointer.into());
                if !self.definitions.contains_key(pointer) {
                    self.definitions.insert(pointer.into(), Schema::default());
                    self.unread.push(pointer.into());
                }
            }
            Some((file, pointer))
                if file.contains("common_types") && pointer.starts_with("/$defs/") =>
            {
                read.common = common;
                read.is_open |= common.is_none();
            }
            _ => read.is_open = true,
        }
    }

    /// Reads `type`. An unknown type allows every value.
    fn read_types(&self, source: &Map<String, Value>, read: &mut Schema) {
        let one = source.get("type").and_then(Value::as_str);
        let names = elements_of(source, "type").iter().filter_map(Value::as_str);
        for name in one.into_iter().chain(names) {
            match JSON_TYPES.iter().find(|known| known.0 == name) {
                Some(known) => read.types.push(*known),
                None => return read.types.clear(),
            }
        }
    }
}

/// The rule of a schema for members that are not listed in its `properties`.
struct OtherMembers {
    are_allowed: bool,
    are_refused: bool,
}

impl OtherMembers {
    fn read(schema: &Map<String, Value>) -> Self {
        let mut others = Self {
            are_allowed: false,
            are_refused: false,
        };
        for name in ["additionalProperties", "unevaluatedProperties"] {
            match schema.get(name) {
                Some(Value::Bool(false)) => others.are_refused = true,
                Some(_) => others.are_allowed = true,
                None => {}
            }
        }
        others
    }
}

/// Returns `true` if a keyword is present with a value other than `true`. The value `true` allows everything.
fn restricts(schema: &Map<String, Value>, keyword: &str) -> bool {
    !matches!(schema.get(keyword), None | Some(Value::Bool(true)))
}

fn is_annotation(keyword: &str) -> bool {
    ANNOTATIONS.contains(&keyword)
}

fn elements_of<'s>(source: &'s Map<String, Value>, name: &str) -> &'s [Value] {
    let list = source.get(name).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

fn members_of<'s>(
    source: &'s Map<String, Value>,
    name: &str,
) -> impl Iterator<Item = (&'s String, &'s Value)> {
    let members = source.get(name).and_then(Value::as_object);
    members.into_iter().flatten()
}
