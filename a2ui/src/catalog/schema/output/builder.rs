//! The state of one schema: its definitions, and how its target writes objects.

use super::{MessageSchemaOptions, SchemaSource, SchemaTarget, node::SchemaNode};
use std::collections::{BTreeMap, BTreeSet};

/// The place of a value, which decides whether it may be a function call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValuePlace {
    Property,
    /// An argument of a function. Without recursion, it is not a call.
    Argument,
}

/// A member of an object schema.
pub(super) struct ObjectMember {
    pub(super) name: String,
    pub(super) schema: SchemaNode,
    pub(super) is_required: bool,
}

impl ObjectMember {
    pub(super) fn required(name: &str, schema: SchemaNode) -> Self {
        Self::new(name, schema, true)
    }

    pub(super) fn optional(name: &str, schema: SchemaNode) -> Self {
        Self::new(name, schema, false)
    }

    pub(super) fn new(name: &str, schema: SchemaNode, is_required: bool) -> Self {
        Self {
            name: name.to_owned(),
            schema,
            is_required,
        }
    }
}

/// The builder of one schema.
pub(super) struct Builder<'a> {
    pub(super) source: SchemaSource<'a>,
    pub(super) options: &'a MessageSchemaOptions,
    pub(super) left_out: BTreeSet<String>,
    /// The name of each definition by its key. A definition in progress is already listed.
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    definitions: Vec<(String, SchemaNode)>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(source: SchemaSource<'a>, options: &'a MessageSchemaOptions) -> Self {
        Self {
            source,
            options,
            left_out: BTreeSet::new(),
            names: BTreeMap::new(),
            taken: BTreeSet::new(),
            definitions: Vec::new(),
        }
    }

    pub(super) fn target(&self) -> SchemaTarget {
        self.options.target
    }

    pub(super) fn is_vendor(&self) -> bool {
        self.target().is_vendor()
    }

    /// Returns a reference to a definition, which is built at its first use. `key` identifies the definition, and `name`
    /// is its preferred name.
    pub(super) fn define(
        &mut self,
        key: &str,
        name: &str,
        build: impl FnOnce(&mut Self) -> SchemaNode,
    ) -> SchemaNode {
        if !self.names.contains_key(key) {
            let name = self.free_name(name);
            // A definition may contain itself, so its name is known before its schema.
            self.names.insert(key.to_owned(), name.clone());
            let schema = build(self);
            self.definitions.push((name, schema));
        }
        let name = self.names.get(key).map_or(name, String::as_str);
        SchemaNode::object([("$ref", SchemaNode::text(format!("#/$defs/{name}")))])
    }

    /// Returns the name with letters, digits and `_` only, and with a number if another definition has the name.
    fn free_name(&mut self, name: &str) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let plain: String = name
            .chars()
            .map(|c| if is_plain(c) { c } else { '_' })
            .collect();
        let mut free = plain.clone();
        let mut count = 1;
        while !self.taken.insert(free.clone()) {
            count += 1;
            free = format!("{plain}{count}");
        }
        free
    }

    /// Returns all definitions by name.
    pub(super) fn take_definitions(&mut self) -> SchemaNode {
        let mut definitions = std::mem::take(&mut self.definitions);
        definitions.sort_by(|one, other| one.0.cmp(&other.0));
        SchemaNode::Object(definitions)
    }

    /// Returns `true` if the schema keeps an optional member of this name.
    pub(super) fn keeps_optional(&self, name: &str) -> bool {
        match &self.options.optional {
            Some(kept) => kept.iter().any(|kept| kept == name),
            None => true,
        }
    }

    /// Returns an object schema. Vendors require closed objects, and OpenAI requires all members.
    pub(super) fn object(&self, members: Vec<ObjectMember>, is_closed: bool) -> SchemaNode {
        let mut required = Vec::new();
        let mut properties = Vec::new();
        for member in members {
            let is_required = member.is_required || self.target().requires_all();
            if is_required {
                required.push(SchemaNode::text(member.name.as_str()));
            }
            let schema = match !member.is_required && is_required {
                true => or_null(member.schema),
                false => member.schema,
            };
            properties.push((member.name, schema));
        }
        let mut schema = vec![
            ("type".to_owned(), SchemaNode::text("object")),
            ("properties".to_owned(), SchemaNode::Object(properties)),
            ("required".to_owned(), SchemaNode::List(required)),
        ];
        if is_closed || self.is_vendor() {
            schema.push(("additionalProperties".to_owned(), SchemaNode::Bool(false)));
        }
        SchemaNode::Object(schema)
    }
}

/// Returns a schema that also accepts null.
fn or_null(schema: SchemaNode) -> SchemaNode {
    if let Some(SchemaNode::Text(name)) = schema.member("type") {
        if schema.member("const").is_none() {
            let types = SchemaNode::List(vec![
                SchemaNode::text(name.as_str()),
                SchemaNode::text("null"),
            ]);
            return SchemaNode::Object(
                schema
                    .members()
                    .iter()
                    .map(|member| with_null(member, &types))
                    .collect(),
            );
        }
    }
    SchemaNode::any_of(vec![schema, SchemaNode::of_type("null")])
}

/// Returns a keyword of a schema, extended for null.
fn with_null((keyword, value): &(String, SchemaNode), types: &SchemaNode) -> (String, SchemaNode) {
    let value = match (keyword.as_str(), value) {
        ("type", _) => types.clone(),
        ("enum", SchemaNode::List(words)) => {
            let mut words = words.clone();
            words.push(SchemaNode::Literal("null".to_owned()));
            SchemaNode::List(words)
        }
        (_, value) => value.clone(),
    };
    (keyword.clone(), value)
}
