//! Schemas of values, in one form for the JSON Schemas of custom catalogs and for the published types.

mod check;
mod json;
mod limits;
pub(super) mod output;
mod published;
mod rules;

pub(super) use check::older_key;
pub(super) use json::SchemaReader;
pub(super) use published::published;

use super::{Checker, CommonType, Returns};
use crate::capabilities::v1_0::AllowedCallers;
use serde_json::{Number, Value};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};
use wire::{Payload, PayloadKind, Pointer};

/// The maximum nesting of schemas.
const SCHEMA_DEPTH: usize = 64;

/// The maximum number of schemas visited for one component or call. It bounds nested alternatives.
const MAX_SCHEMAS: usize = 100_000;

/// A type of JSON Schema, and the values that it allows.
type JsonType = (&'static str, PayloadKind);

const JSON_TYPES: [JsonType; 7] = [
    ("string", PayloadKind::String),
    ("number", PayloadKind::Number),
    ("integer", PayloadKind::Number),
    ("boolean", PayloadKind::Boolean),
    ("array", PayloadKind::Array),
    ("object", PayloadKind::Object),
    ("null", PayloadKind::Null),
];

/// A rule that schemas cannot express.
type Rule = fn(&Payload, &Pointer, &mut Checker<'_>);

/// A schema of a value. The default allows every value.
#[derive(Clone, Debug, Default)]
pub(super) struct Schema {
    /// The name of the type for messages, which only published types have.
    name: Option<&'static str>,
    /// `true` for the JSON Schema `false`.
    is_false: bool,
    /// `true` if the schema allows every value. Arguments with such a schema are dynamic values.
    allows_all: bool,
    /// `true` if the schema does not describe the contents of a value. The contents may then include calls.
    is_left_open: bool,
    /// `true` if the schema is a common type without further rules.
    is_reference: bool,
    common: Option<CommonType>,
    /// The pointer of the definition in the catalog to which `$ref` refers.
    definition: Option<Box<str>>,
    types: Vec<JsonType>,
    constant: Option<Value>,
    words: Vec<Value>,
    limits: BTreeMap<&'static str, Number>,
    all_of: Vec<Schema>,
    /// Lists of alternatives. A value must match one schema of each list.
    alternatives: Vec<Vec<Schema>>,
    /// Schemas that apply only under a condition. They are not checked, but their member names are allowed.
    conditional: Vec<Schema>,
    properties: BTreeMap<Box<str>, Schema>,
    required: Vec<Box<str>>,
    /// The schema for members that are not in `properties`.
    others: Option<Box<Schema>>,
    /// `true` if the schema may allow more members. `is_closed` is `true` if the schema forbids them; both can be set.
    is_open: bool,
    is_closed: bool,
    /// The schemas of the first elements of an array. `rest` is the schema of the other elements.
    first: Vec<Schema>,
    rest: Option<Box<Schema>>,
    rule: Option<Rule>,
    /// The choice between members, of which a value has only one. Published types alone have such choices.
    choice: Option<MemberChoice>,
    /// The place of a message that holds values of a catalog or of the data model.
    slot: Option<MessageSlot>,
    names: OnceLock<MemberNames>,
}

/// A choice between members: a value has only one of them.
#[derive(Clone, Debug)]
struct MemberChoice {
    names: Vec<Box<str>>,
    /// `true` if a value with several of the members is an error.
    is_exact: bool,
}

/// A place of a message whose values a message schema does not describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MessageSlot {
    /// A component of the catalog.
    Component,
    /// An entry of the data model of A2UI 0.8.
    DataEntry,
}

/// The member names that a schema mentions.
#[derive(Clone, Debug, Default)]
struct MemberNames {
    names: BTreeSet<Box<str>>,
    is_open: bool,
    is_closed: bool,
    /// `true` if the schema includes the members of all components. `is_checkable` is `true` if the schema includes the
    /// members of inputs.
    is_common: bool,
    is_checkable: bool,
}

impl Schema {
    fn of_common(common: CommonType) -> Self {
        Self {
            common: Some(common),
            is_reference: true,
            ..Self::default()
        }
    }

    fn of_type(name: &str) -> Self {
        let types = JSON_TYPES.iter().filter(|of| of.0 == name).copied();
        Self {
            types: types.collect(),
            ..Self::default()
        }
    }

    /// Returns the member names that this schema and its parts mention, which are collected only once.
    fn names<'s>(&'s self, definitions: &'s BTreeMap<Box<str>, Self>) -> &'s MemberNames {
        self.names.get_or_init(|| {
            let mut names = MemberNames::default();
            let mut budget = MAX_SCHEMAS;
            self.collect_names(definitions, &mut names, &mut budget, 0);
            names
        })
    }

    /// Adds the member names that this schema and its parts mention. `budget` is the number of schemas that may still be
    /// visited.
    fn collect_names(
        &self,
        definitions: &BTreeMap<Box<str>, Self>,
        names: &mut MemberNames,
        budget: &mut usize,
        depth: usize,
    ) {
        if *budget == 0 || depth > SCHEMA_DEPTH {
            // Parts that are not visited may allow any name.
            names.is_open = true;
            return;
        }
        *budget -= 1;
        // One part can forbid other members while another part allows them, so both flags can be set.
        names.is_open |= self.is_open;
        names.is_closed |= self.is_closed;
        names.names.extend(self.properties.keys().cloned());
        let definition = self.definition.as_ref();
        // If the catalog has its own copy of the common type, the copy determines the names.
        match self.common.filter(|_| definition.is_none()) {
            None => {}
            Some(CommonType::ComponentCommon) => names.is_common = true,
            Some(CommonType::Checkable) => names.is_checkable = true,
            Some(_) => names.is_open = true,
        }
        let alternatives = self.alternatives.iter().flatten();
        let parts = self.all_of.iter().chain(alternatives);
        let parts = parts.chain(&self.conditional);
        for part in parts.chain(definition.and_then(|pointer| definitions.get(pointer))) {
            part.collect_names(definitions, names, budget, depth + 1);
        }
    }

    /// Adds the places at which a value of this schema refers to components, as paths below `path`. In a path, `*` stands
    /// for every list element: `tabs/*/child`.
    fn add_references(&self, path: &str, found: &mut Vec<String>) {
        let is_reference = self.common.is_some_and(CommonType::refers_to_components);
        if is_reference || self.name == Some("Children") {
            return found.push(path.to_owned());
        }
        for (name, property) in &self.properties {
            let below = [path, name].join(if path.is_empty() { "" } else { "/" });
            property.add_references(&below, found);
        }
        if let Some(rest) = &self.rest {
            rest.add_references(&format!("{path}/*"), found);
        }
    }
}

/// The schemas of a catalog.
#[derive(Clone, Debug, Default)]
pub(super) struct Schemas {
    pub(super) components: BTreeMap<Box<str>, Schema>,
    pub(super) functions: BTreeMap<Box<str>, Function>,
    /// The definitions that other schemas refer to, by pointer.
    pub(super) definitions: BTreeMap<Box<str>, Schema>,
}

#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) returns: Returns,
    /// The schema of the arguments. `None` allows any arguments.
    pub(super) args: Option<Schema>,
    pub(super) callers: AllowedCallers,
}

impl Schemas {
    pub(super) fn component_names(&self) -> Vec<&str> {
        self.components.keys().map(|name| &**name).collect()
    }

    pub(super) fn function_names(&self) -> Vec<&str> {
        self.functions.keys().map(|name| &**name).collect()
    }

    /// Returns the properties in which each component type refers to components.
    pub(super) fn reference_fields(&self) -> Vec<(&str, Vec<String>)> {
        let mut all = Vec::new();
        for (name, schema) in &self.components {
            let mut fields = Vec::new();
            schema.add_references("", &mut fields);
            all.push((&**name, fields));
        }
        all.retain(|(_, fields)| !fields.is_empty());
        all
    }
}
