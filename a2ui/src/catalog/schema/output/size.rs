//! The sizes of a schema that vendors limit.

use super::{
    node::SchemaNode,
    target::{SchemaTarget, Size},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The sizes of a message schema. References count once, at the definition to which they refer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaSizes {
    /// The bytes of the schema without whitespace between its parts.
    pub bytes: usize,
    /// The shared definitions in `$defs`.
    pub definitions: usize,
    /// The properties of all objects.
    pub properties: usize,
    /// The properties that are not in `required`.
    pub optional: usize,
    /// The schemas with `anyOf` or a list of types.
    pub unions: usize,
    /// The values of all `enum` lists.
    pub enum_values: usize,
    /// The characters of all property names, definition names, enum values and constants.
    pub name_characters: usize,
    /// The deepest nesting of objects and arrays in one definition.
    pub depth: usize,
    /// The definitions that contain themselves.
    pub recursive_definitions: usize,
}

/// A limit of a vendor that a schema exceeds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaExcess {
    /// A noun for the counted parts, as in `optional members`.
    pub name: &'static str,
    /// The size of the schema.
    pub size: usize,
    /// The largest size that the vendor accepts.
    pub limit: usize,
}

impl fmt::Display for SchemaExcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, size, limit } = self;
        write!(
            f,
            "{size} {name}, at most {limit} ({} too many)",
            size - limit
        )
    }
}

impl SchemaSizes {
    pub(super) fn of(root: &SchemaNode) -> Self {
        let mut sizes = Self {
            bytes: compact_bytes(root),
            ..Self::default()
        };
        let empty = SchemaNode::Object(Vec::new());
        let definitions = root.member("$defs").unwrap_or(&empty);
        sizes.add_schema(root, 0);
        let mut references = BTreeMap::new();
        for (name, definition) in definitions.members() {
            sizes.definitions += 1;
            sizes.name_characters += name.chars().count();
            sizes.add_schema(definition, 0);
            let mut named = BTreeSet::new();
            collect_references(definition, &mut named);
            references.insert(name.as_str(), named);
        }
        let is_recursive = |name: &&&str| reaches_itself(name, &references);
        sizes.recursive_definitions = references.keys().filter(is_recursive).count();
        sizes
    }

    /// Adds a schema and the schemas inside it. `depth` is the number of objects and arrays around it.
    fn add_schema(&mut self, schema: &SchemaNode, depth: usize) {
        let is_container =
            schema.member("properties").is_some() || schema.member("items").is_some();
        let depth = depth + usize::from(is_container);
        self.depth = self.depth.max(depth);
        let is_union = schema.member("anyOf").is_some()
            || matches!(schema.member("type"), Some(SchemaNode::List(types)) if types.len() > 1);
        self.unions += usize::from(is_union);
        self.add_words(schema);
        let required = schema
            .member("required")
            .map_or(&[][..], SchemaNode::elements);
        for (name, property) in schema
            .member("properties")
            .map_or(&[][..], SchemaNode::members)
        {
            self.properties += 1;
            self.name_characters += name.chars().count();
            let is_required = required
                .iter()
                .any(|one| matches!(one, SchemaNode::Text(text) if text == name));
            self.optional += usize::from(!is_required);
            self.add_schema(property, depth);
        }
        for keyword in ["items", "additionalProperties"] {
            if let Some(inner) = schema.member(keyword) {
                self.add_schema(inner, depth);
            }
        }
        for keyword in ["anyOf", "allOf", "prefixItems"] {
            for inner in schema.member(keyword).map_or(&[][..], SchemaNode::elements) {
                self.add_schema(inner, depth);
            }
        }
    }

    fn add_words(&mut self, schema: &SchemaNode) {
        let words = schema.member("enum").map_or(&[][..], SchemaNode::elements);
        self.enum_values += words.len();
        for word in words.iter().chain(schema.member("const")) {
            if let SchemaNode::Text(text) = word {
                self.name_characters += text.chars().count();
            }
        }
    }

    /// Returns the limits of a target that the sizes exceed.
    pub(super) fn excesses(&self, target: SchemaTarget) -> Vec<SchemaExcess> {
        let mut excesses = Vec::new();
        for limit in target.limits() {
            let (name, size) = self.named_size(limit.of);
            if size > limit.most {
                excesses.push(SchemaExcess {
                    name,
                    size,
                    limit: limit.most,
                });
            }
        }
        excesses
    }

    fn named_size(&self, size: Size) -> (&'static str, usize) {
        match size {
            Size::Properties => ("properties", self.properties),
            Size::Depth => ("levels of nesting", self.depth),
            Size::EnumValues => ("enum values", self.enum_values),
            Size::NameCharacters => ("characters of names", self.name_characters),
            Size::Optional => ("optional members", self.optional),
            Size::Unions => ("unions", self.unions),
            Size::RecursiveDefinitions => ("recursive definitions", self.recursive_definitions),
        }
    }
}

/// Returns the length of the schema as JSON on one line without blanks.
fn compact_bytes(node: &SchemaNode) -> usize {
    let separators = |count: usize| count.saturating_sub(1) + 2;
    match node {
        SchemaNode::List(elements) => {
            separators(elements.len()) + elements.iter().map(compact_bytes).sum::<usize>()
        }
        SchemaNode::Object(members) => {
            let each = members
                .iter()
                .map(|(name, node)| name.len() + 3 + compact_bytes(node));
            separators(members.len()) + each.sum::<usize>()
        }
        scalar => scalar.to_text().len(),
    }
}

/// Collects the names of the definitions to which a schema refers.
fn collect_references<'n>(schema: &'n SchemaNode, found: &mut BTreeSet<&'n str>) {
    for (name, node) in schema.members() {
        match node {
            SchemaNode::Text(reference) if name == "$ref" => {
                found.insert(reference.rsplit('/').next().unwrap_or_default());
            }
            node => collect_references(node, found),
        }
    }
    for element in schema.elements() {
        collect_references(element, found);
    }
}

/// Returns `true` if a definition refers to itself directly or through other definitions.
fn reaches_itself(name: &str, references: &BTreeMap<&str, BTreeSet<&str>>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![name];
    while let Some(next) = open.pop() {
        for reference in references.get(next).into_iter().flatten() {
            if *reference == name {
                return true;
            }
            if seen.insert(*reference) {
                open.push(reference);
            }
        }
    }
    false
}
