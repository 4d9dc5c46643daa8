//! The names that a message may contain: components and their properties from catalogs, and members of wire types.

use agent_ui_text::protocol;
use bridge::{
    Dialect, DialectOrProtocol, Protocol,
    a2ui::{
        Notation,
        catalog::{Catalog, CatalogDefinition, basic},
        surface::ReferenceFields,
    },
};
use serde_json::Value;
use std::collections::BTreeSet;
use wire::{Member, Presence, Shape, Type, TypeInfo, Variant};

/// The number of references that are followed in a JSON Schema.
const REFERENCES: usize = 8;

/// A name with its documentation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NameEntry {
    pub(super) name: String,
    /// The type of the value in words.
    pub(super) kind: String,
    pub(super) doc: String,
    pub(super) is_required: bool,
    /// The words that the value may be, if it is one of a list.
    pub(super) words: Vec<String>,
}

/// The catalogs and types of one dialect.
pub(super) struct Vocabulary {
    dialect: Dialect,
    /// The catalogs of the settings, each as its JSON.
    catalogs: Vec<Value>,
    references: Vec<ReferenceFields>,
}

impl Vocabulary {
    pub(super) fn new(protocol: DialectOrProtocol, catalogs: &[CatalogDefinition]) -> Self {
        let mut vocabulary = Self {
            dialect: protocol.dialect,
            catalogs: Vec::new(),
            references: Vec::new(),
        };
        for catalog in catalogs {
            let source = catalog.source();
            vocabulary
                .catalogs
                .extend(serde_json::from_str::<Value>(source.text()));
            vocabulary
                .references
                .push(ReferenceFields::from_catalog(source));
        }
        vocabulary
    }

    /// Returns the names of all component types in alphabetical order.
    pub(super) fn components(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for catalog in &self.catalogs {
            let components = catalog.get("components").and_then(Value::as_object);
            names.extend(components.into_iter().flat_map(|all| all.keys().cloned()));
        }
        if let Some(version) = self.dialect.a2ui_version() {
            let basic = basic(version, Notation::Plain);
            names.extend(basic.component_names().into_iter().map(str::to_owned));
        }
        names
    }

    /// Returns the description of a component type in its catalog.
    pub(super) fn description(&self, component: &str) -> Option<&str> {
        let schemas = self.catalogs.iter();
        schemas
            .filter_map(|catalog| {
                catalog
                    .get("components")?
                    .get(component)?
                    .get("description")
            })
            .find_map(Value::as_str)
    }

    /// Returns the properties of a component type, or `None` if no catalog has the type.
    pub(super) fn properties(&self, component: &str) -> Option<Vec<NameEntry>> {
        for catalog in &self.catalogs {
            let Some(schema) = catalog.get("components").and_then(|all| all.get(component)) else {
                continue;
            };
            let mut entries = Vec::new();
            add_properties(catalog, schema, REFERENCES, &mut entries);
            return Some(entries);
        }
        self.dialect.a2ui_version()?;
        let row = self.row(component)?;
        Some(entries_of(Walked::Wire(row)))
    }

    fn row(&self, name: &str) -> Option<&'static TypeInfo> {
        protocol::types_of(self.named()).row(self.dialect, name)
    }

    fn named(&self) -> DialectOrProtocol {
        DialectOrProtocol {
            dialect: self.dialect,
            exact: true,
        }
    }

    /// Returns the member at a path of a component type.
    pub(super) fn property(&self, component: &str, path: &[String]) -> Option<NameEntry> {
        let (first, below) = path.split_first()?;
        if below.is_empty() {
            let properties = self.properties(component)?;
            return properties.into_iter().find(|entry| entry.name == *first);
        }
        entry_at(self.row(component)?, path)
    }

    /// Returns the member at a path of a message.
    pub(super) fn message_member(&self, path: &[String]) -> Option<NameEntry> {
        self.roots()
            .into_iter()
            .find_map(|root| entry_at(root, path))
    }

    /// Returns the members that the object at a path of a message can have.
    pub(super) fn message_members(&self, path: &[String]) -> Vec<NameEntry> {
        for root in self.roots() {
            let mut current = Some(Walked::Wire(root));
            for segment in path {
                current = current
                    .and_then(|at| step(at, segment))
                    .map(|(_, below)| below);
            }
            if let Some(entries) = current.map(entries_of).filter(|found| !found.is_empty()) {
                return entries;
            }
        }
        Vec::new()
    }

    /// Returns the types of whole messages.
    fn roots(&self) -> Vec<&'static TypeInfo> {
        let known = protocol::types_of(self.named());
        let names = (known.usual)(self.named()).iter();
        names.filter_map(|name| self.row(name)).collect()
    }

    /// Returns `true` if a component type refers to components at a path of its properties.
    pub(super) fn is_reference(&self, component: &str, path: &[String]) -> bool {
        if self.dialect.protocol() != Protocol::A2ui {
            return false;
        }
        let default = ReferenceFields::default();
        let known = self.references.iter().chain([&default]);
        let mut fields = known.flat_map(|fields| fields.of(component));
        fields.any(|field| matches_reference(field, path))
    }
}

/// Returns `true` if a path leads to a reference property, or to an id in its list or template.
fn matches_reference(field: &str, path: &[String]) -> bool {
    let mut rest = path.iter();
    for segment in field.split('/') {
        match rest.next() {
            Some(own) if segment == "*" || own == segment => {}
            _ => return false,
        }
    }
    rest.all(|own| {
        let is_index = own.bytes().all(|byte| byte.is_ascii_digit());
        is_index || matches!(&**own, "explicitList" | "template" | "componentId")
    })
}

/// Adds the properties of a JSON Schema.
fn add_properties(catalog: &Value, schema: &Value, depth: usize, entries: &mut Vec<NameEntry>) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    if let Some(referenced) = resolve(catalog, schema) {
        add_properties(catalog, referenced, depth, entries);
    }
    let parts = schema.get("allOf").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        add_properties(catalog, part, depth, entries);
    }
    let required: Vec<&str> = match schema.get("required").and_then(Value::as_array) {
        Some(names) => names.iter().filter_map(Value::as_str).collect(),
        None => Vec::new(),
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let text = |key: &str| property.get(key).and_then(Value::as_str);
        let reference = text("$ref").and_then(|address| address.rsplit('/').next());
        let words = property.get("enum").and_then(Value::as_array);
        let words = words.into_iter().flatten().filter_map(Value::as_str);
        entries.push(NameEntry {
            name: name.clone(),
            kind: text("type").or(reference).unwrap_or("any value").to_owned(),
            doc: text("description").unwrap_or_default().to_owned(),
            is_required: required.contains(&&**name),
            words: words.map(str::to_owned).collect(),
        });
    }
}

/// Returns the schema to which a schema of the same document refers.
fn resolve<'v>(catalog: &'v Value, schema: &Value) -> Option<&'v Value> {
    let address = schema.get("$ref")?.as_str()?;
    catalog.pointer(address.strip_prefix('#')?)
}

/// Returns the type inside of nullable and tolerant types.
fn inner(mut ty: Type) -> Type {
    while let Type::Nullable(inner) | Type::Tolerant(inner) = ty {
        ty = *inner;
    }
    ty
}

/// A type at a path: a wire type, or another one.
#[derive(Clone, Copy)]
enum Walked {
    Wire(&'static TypeInfo),
    Other(Type),
}

fn walked(ty: Type) -> Walked {
    match inner(ty) {
        Type::Named(info) => Walked::Wire(info()),
        other => Walked::Other(other),
    }
}

/// The members and message keys of an object type.
type Rows = (&'static [Member], &'static [Variant]);

/// Returns the rows of a wire type: those of an object, or those of each variant of a union.
fn rows(info: &TypeInfo) -> Vec<Rows> {
    match info.shape {
        Shape::Object(table) | Shape::Keyed(table) => vec![(table.members, table.keys)],
        Shape::Tagged { variants, .. } => {
            let mut rows = Vec::new();
            for variant in variants {
                let Walked::Wire(info) = walked(variant.ty) else {
                    continue;
                };
                if let Shape::Object(table) | Shape::Keyed(table) = info.shape {
                    rows.push((table.members, table.keys));
                }
            }
            rows
        }
        _ => Vec::new(),
    }
}

/// Returns the member with a name or index, and its type. A message key and an element have no row.
fn step(at: Walked, segment: &str) -> Option<(Option<&'static Member>, Walked)> {
    let info = match at {
        Walked::Wire(info) => info,
        Walked::Other(Type::List(element)) if segment.parse::<usize>().is_ok() => {
            return Some((None, walked(*element)));
        }
        Walked::Other(Type::Map(value)) => return Some((None, walked(*value))),
        Walked::Other(_) => return None,
    };
    for (members, keys) in rows(info) {
        if let Some(member) = members.iter().find(|member| member.name == segment) {
            return Some((Some(member), walked(member.ty)));
        }
        if let Some(key) = keys.iter().find(|key| key.word == segment) {
            return Some((None, walked(key.ty)));
        }
    }
    None
}

/// Returns the member at a path of a wire type.
fn entry_at(root: &'static TypeInfo, path: &[String]) -> Option<NameEntry> {
    let (mut at, mut last) = (Walked::Wire(root), None);
    for segment in path {
        let (member, below) = step(at, segment)?;
        (at, last) = (below, member);
    }
    let name = path.last()?;
    Some(match (last, at) {
        (Some(member), _) => entry_of(member),
        (None, Walked::Wire(info)) => NameEntry {
            name: name.clone(),
            kind: info.name.to_owned(),
            words: words_of(at),
            ..NameEntry::default()
        },
        (None, Walked::Other(ty)) => NameEntry {
            name: name.clone(),
            kind: type_words(ty),
            ..NameEntry::default()
        },
    })
}

/// Returns the members of a type.
fn entries_of(at: Walked) -> Vec<NameEntry> {
    let Walked::Wire(info) = at else {
        return Vec::new();
    };
    let mut entries = Vec::new();
    for (members, keys) in rows(info) {
        entries.extend(members.iter().map(entry_of));
        for key in keys {
            entries.push(NameEntry {
                name: key.word.to_owned(),
                kind: type_words(key.ty),
                ..NameEntry::default()
            });
        }
    }
    entries
}

fn entry_of(member: &Member) -> NameEntry {
    let lines: Vec<&str> = member.doc.iter().map(|line| line.trim()).collect();
    NameEntry {
        name: member.name.to_owned(),
        kind: type_words(member.ty),
        doc: lines.join("\n"),
        is_required: member.presence != Presence::Optional,
        words: words_of(walked(member.ty)),
    }
}

/// Returns the words that a value of the type may be.
fn words_of(at: Walked) -> Vec<String> {
    match at {
        Walked::Wire(TypeInfo {
            shape: Shape::Word { words, .. },
            ..
        }) => words.iter().map(|word| (*word).to_owned()).collect(),
        _ => Vec::new(),
    }
}

/// Returns the words for a type.
fn type_words(ty: Type) -> String {
    let (mut ty, mut around) = (inner(ty), String::new());
    loop {
        let (word, element) = match ty {
            Type::List(element) => ("list of ", element),
            Type::Map(value) => ("map of ", value),
            _ => break,
        };
        around += word;
        ty = inner(*element);
    }
    let name = match ty {
        Type::Boolean => "boolean",
        Type::Integer { .. } => "integer",
        Type::Number => "number",
        Type::String => "string",
        Type::Pointer => "JSON Pointer",
        Type::Named(info) => info().name,
        _ => "any value",
    };
    around + name
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::Payload;

    fn vocabulary(dialect: &str, catalog: Option<&str>) -> Vocabulary {
        let catalogs = match catalog {
            Some(text) => CatalogDefinition::read(&Payload::parse(text).unwrap()).unwrap(),
            None => Vec::new(),
        };
        Vocabulary::new(dialect.parse().unwrap(), &catalogs)
    }

    fn path(text: &str) -> Vec<String> {
        text.split('/').map(str::to_owned).collect()
    }

    #[test]
    fn every_version_has_components_with_documented_properties() {
        for dialect in ["a2ui@0.8", "a2ui@0.9", "a2ui@1.0"] {
            let vocabulary = vocabulary(dialect, None);
            let names = vocabulary.components();
            assert!(
                names.contains("Button") && names.contains("Text"),
                "{dialect}"
            );
            for name in names {
                let properties = vocabulary.properties(&name).unwrap();
                assert!(!properties.is_empty(), "{dialect} {name}");
            }
            let text = vocabulary.property("Text", &path("text")).unwrap();
            assert!(
                text.is_required && !text.doc.is_empty(),
                "{dialect}: {text:?}"
            );
        }
    }

    #[test]
    fn members_of_messages_are_found_by_their_path() {
        let update = vocabulary("a2ui@0.9", None);
        let member = update
            .message_member(&path("updateComponents/surfaceId"))
            .unwrap();
        assert!(!member.doc.is_empty());
        let names: Vec<String> = update
            .message_members(&path("updateComponents/components/0"))
            .into_iter()
            .map(|entry| entry.name)
            .collect();
        assert_eq!(names, ["id", "component"]);
        let record = vocabulary("aap", None);
        assert!(record.message_member(&path("timestamp")).is_some());
        assert_eq!(record.message_member(&path("timestemp")), None);
    }

    #[test]
    fn catalogs_describe_their_own_components() {
        let catalog = r##"{"catalogId":"c","components":{"Gauge":{"description":"A gauge.","allOf":[
            {"$ref":"#/$defs/Common"},{"properties":{"value":{"type":"number","description":"The value."},
            "size":{"enum":["s","l"]},"left":{"$ref":"common_types.json#/$defs/ComponentId"}},"required":["value"]}]}},
            "$defs":{"Common":{"properties":{"weight":{"type":"number"}}}}}"##;
        let vocabulary = vocabulary("a2ui@0.9", Some(catalog));
        assert!(vocabulary.components().contains("Gauge"));
        assert_eq!(vocabulary.description("Gauge"), Some("A gauge."));
        let value = vocabulary.property("Gauge", &path("value")).unwrap();
        assert_eq!((&*value.doc, value.is_required), ("The value.", true));
        let size = vocabulary.property("Gauge", &path("size")).unwrap();
        assert_eq!(size.words, ["s", "l"]);
        assert!(vocabulary.property("Gauge", &path("weight")).is_some());
        assert!(vocabulary.is_reference("Gauge", &path("left")));
        assert!(!vocabulary.is_reference("Gauge", &path("value")));
    }

    #[test]
    fn references_are_known_in_lists_and_templates() {
        let vocabulary = vocabulary("a2ui@0.9", None);
        for (component, at, is_reference) in [
            ("Button", "child", true),
            ("Column", "children/0", true),
            ("Column", "children/componentId", true),
            ("Row", "children/explicitList/2", true),
            ("Tabs", "tabs/1/child", true),
            ("Tabs", "tabs/1/title", false),
            ("Text", "text", false),
            ("Column", "children/path", false),
        ] {
            let found = vocabulary.is_reference(component, &path(at));
            assert_eq!(found, is_reference, "{component} {at}");
        }
    }
}
