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

/// The keywords that describe a value without a rule.
const SAYS_NOTHING: [&str; 6] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "$comment",
];

/// The keywords that describe the contents of a value.
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

/// Reads schemas, and remembers to which schemas of the catalog they refer.
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

    /// Returns the schemas to which the others refer, by their pointers.
    pub(in crate::catalog) fn into_definitions(mut self) -> BTreeMap<Box<str>, Schema> {
        while let Some(pointer) = self.unread.pop() {
            let schema = self.root.pointer(&pointer).unwrap_or(&Value::Bool(true));
            let schema = self.schema(schema);
            self.definitions.insert(pointer, schema);
        }
        self.definitions
    }

    pub(in crate::catalog) fn schema(&mut self, schema: &Value) -> Schema {
        let Value::Object(source) = schema else {
            return Schema {
                is_false: *schema == Value::Bool(false),
                allows_all: *schema == Value::Bool(true),
                ..Schema::default()
            };
        };
        let says = |name: &str| !matches!(source.get(name), None | Some(Value::Bool(true)));
        let is = |name: &str, value: bool| source.get(name) == Some(&Value::Bool(value));
        let may_be_open = ["additionalProperties", "unevaluatedProperties"];
        let has_patterns = source.contains_key("patternProperties");
        let says_nothing = |name: &String| SAYS_NOTHING.contains(&name.as_str());
        let mut read = Schema {
            allows_all: source.keys().all(says_nothing),
            is_left_open: !OF_PARTS.into_iter().any(says),
            is_open: has_patterns
                || may_be_open
                    .iter()
                    .any(|name| source.contains_key(*name) && !is(name, false)),
            is_closed: may_be_open.iter().any(|name| is(name, false)),
            constant: source.get("const").cloned(),
            words: list(source, "enum").to_vec(),
            all_of: self.list(source, "allOf"),
            first: self.list(source, "prefixItems"),
            ..Schema::default()
        };
        if let Some(reference) = source.get("$ref").and_then(Value::as_str) {
            self.refer(reference, &mut read);
            read.is_reference = read.definition.is_none()
                && source
                    .keys()
                    .all(|name| name == "$ref" || says_nothing(name));
        }
        self.types(source, &mut read);
        for name in LIMITS {
            if let Some(Value::Number(limit)) = source.get(name) {
                read.limits.insert(name, limit.clone());
            }
        }
        for name in ["anyOf", "oneOf"].into_iter().filter(|name| says(name)) {
            read.alternatives.push(self.list(source, name));
        }
        let conditions = ["if", "then", "else"].into_iter();
        let conditions = conditions.filter_map(|name| source.get(name));
        let dependent = members(source, "dependentSchemas").map(|(_, schema)| schema);
        for schema in conditions.chain(dependent) {
            read.conditional.push(self.schema(schema));
        }
        for (name, schema) in members(source, "properties") {
            read.properties
                .insert(name.as_str().into(), self.schema(schema));
        }
        let required = list(source, "required").iter().filter_map(Value::as_str);
        read.required = required.map(Box::from).collect();
        let schema_of = |name: &str| source.get(name).filter(|schema| schema.is_object());
        if let Some(others) = schema_of("additionalProperties").filter(|_| !has_patterns) {
            read.others = Some(Box::new(self.schema(others)));
        }
        match schema_of("items") {
            Some(rest) => read.rest = Some(Box::new(self.schema(rest))),
            None if read.first.is_empty() => read.first = self.list(source, "items"),
            None => {}
        }
        read
    }

    fn list(&mut self, source: &Map<String, Value>, name: &str) -> Vec<Schema> {
        let schemas = list(source, name).iter();
        schemas.map(|schema| self.schema(schema)).collect()
    }

    /// Reads a reference. Authors copy the common types into their catalogs, so a schema can be both a definition of the
    /// catalog and a common type.
    fn refer(&mut self, reference: &str, read: &mut Schema) {
        let name = reference.rsplit('/').next().unwrap_or_default();
        let common = CommonType::from_name(name);
        match reference.split_once('#') {
            Some(("", pointer)) if self.root.pointer(pointer).is_some() => {
                let is_value = |common: &CommonType| common.is_of_values();
                let is_copied = pointer.starts_with("/$defs/");
                read.common = common.filter(is_value).filter(|_| is_copied);
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
    fn types(&self, source: &Map<String, Value>, read: &mut Schema) {
        let one = source.get("type").and_then(Value::as_str);
        let names = list(source, "type").iter().filter_map(Value::as_str);
        for name in one.into_iter().chain(names) {
            match JSON_TYPES.iter().find(|known| known.0 == name) {
                Some(known) => read.types.push(*known),
                None => return read.types.clear(),
            }
        }
    }
}

fn list<'s>(source: &'s Map<String, Value>, name: &str) -> &'s [Value] {
    let list = source.get(name).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

fn members<'s>(
    source: &'s Map<String, Value>,
    name: &str,
) -> impl Iterator<Item = (&'s String, &'s Value)> {
    let members = source.get(name).and_then(Value::as_object);
    members.into_iter().flatten()
}
