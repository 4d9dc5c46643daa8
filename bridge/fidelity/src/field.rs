//! The fields of a message, derived from the schema of its type. Each field is a row of the matrix.

use serde_json::{Map, Value};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer, WireType, schema::Definitions};

/// A field of a message type.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// The path in the message, with `*` for any index; empty for the message itself.
    pub(super) path: String,
    /// The documentation of the field in the table of its type.
    pub(super) doc: String,
    /// `true` if the field is required.
    pub(super) is_required: bool,
    /// The words that the specification names for the value.
    pub(super) words: Vec<String>,
    /// `true` if the members of the field have rows of their own.
    pub(super) has_members: bool,
    /// The place of the field in a sample.
    pub(super) place: Option<Pointer>,
}

/// The schema of a type, with all definitions that the schema refers to.
pub(super) struct TypeSchema {
    root: Value,
    definitions: Map<String, Value>,
}

impl TypeSchema {
    pub(super) fn of<T: WireType>() -> Self {
        let mut definitions = Definitions::default();
        let root = definitions.schema_for_type(T::INFO);
        Self {
            root,
            definitions: definitions.into_map(),
        }
    }

    /// Returns the fields of this type in the order of the schema. If the type allows several shapes, the shape of
    /// `sample` is used.
    pub(super) fn fields(&self, sample: &Payload) -> Vec<Field> {
        let whole = Field {
            path: String::new(),
            doc: "The message itself.".to_owned(),
            is_required: true,
            words: Vec::new(),
            has_members: true,
            place: Some(Pointer::root()),
        };
        let mut walk = FieldWalk {
            schema: self,
            found: vec![(whole, &self.root)],
            places: BTreeMap::new(),
            shown: Vec::new(),
        };
        let whole = SampleValue {
            value: sample,
            at: Pointer::root(),
            path: String::new(),
            depth: 0,
        };
        walk.walk_value(&self.root, &whole);
        // A type that occurs in several places, or in itself, is measured at its place in the sample.
        let FieldWalk { found, shown, .. } = walk;
        let mut fields = Vec::new();
        for (field, member) in found {
            let is_shown = shown.iter().any(|shown| std::ptr::eq(*shown, member));
            if field.place.is_some() || !is_shown {
                fields.push(field);
            }
        }
        fields
    }

    /// Collects a schema and the schemas that apply with it: its reference, all of `allOf`, and the alternatives that
    /// match the value.
    fn collect_views<'a>(
        &'a self,
        schema: &'a Value,
        value: &Payload,
        depth: usize,
        views: &mut Vec<&'a Value>,
    ) {
        // A schema may refer to itself.
        if depth > wire::MAX_DEPTH {
            return;
        }
        views.push(schema);
        if let Some(definition) = self.definition_of(schema) {
            self.collect_views(definition, value, depth + 1, views);
        }
        for part in list(schema, "allOf") {
            self.collect_views(part, value, depth + 1, views);
        }
        for part in list(schema, "anyOf").chain(list(schema, "oneOf")) {
            if self.is_instance_of(part, value, depth + 1) {
                self.collect_views(part, value, depth + 1, views);
            }
        }
    }

    /// Returns `true` if a value has the type, the constants and the required members of a schema.
    fn is_instance_of(&self, schema: &Value, value: &Payload, depth: usize) -> bool {
        // A schema that refers to itself without end matches no value.
        if depth > wire::MAX_DEPTH {
            return false;
        }
        if let Some(referred) = self.definition_of(schema) {
            if !self.is_instance_of(referred, value, depth + 1) {
                return false;
            }
        }
        if !has_type_of(schema, value) || !has_members_of(schema, value) {
            return false;
        }
        for part in list(schema, "allOf") {
            if !self.is_instance_of(part, value, depth + 1) {
                return false;
            }
        }
        let alternatives = list(schema, "anyOf").chain(list(schema, "oneOf"));
        let mut alternatives = alternatives.peekable();
        alternatives.peek().is_none()
            || alternatives.any(|part| self.is_instance_of(part, value, depth + 1))
    }

    /// Returns the definition that a schema refers to.
    fn definition_of(&self, schema: &Value) -> Option<&Value> {
        let name = schema.get("$ref")?.as_str()?;
        self.definitions.get(name.rsplit('/').next()?)
    }
}

/// Returns `true` if a value has a type that the schema allows.
fn has_type_of(schema: &Value, value: &Payload) -> bool {
    let name = type_name(value.kind());
    match schema.get("type") {
        Some(Value::String(only)) => only == name,
        Some(Value::Array(several)) => {
            let mut words = several.iter().filter_map(Value::as_str).peekable();
            words.peek().is_none() || words.any(|word| word == name)
        }
        _ => true,
    }
}

/// Returns `true` if a value has the required members and the constants of a schema.
fn has_members_of(schema: &Value, value: &Payload) -> bool {
    for name in list(schema, "required").filter_map(Value::as_str) {
        if value.member(name).is_none() {
            return false;
        }
    }
    for (name, part) in members(schema, "properties") {
        let Some(constant) = part.get("const") else {
            continue;
        };
        let Some(member) = value.member(name) else {
            return false;
        };
        if member.decode::<Value>().ok().as_ref() != Some(constant) {
            return false;
        }
    }
    true
}

/// A value in the sample, with its place there and its path in the table of fields.
struct SampleValue<'v> {
    value: &'v Payload,
    at: Pointer,
    path: String,
    depth: usize,
}

impl<'v> SampleValue<'v> {
    /// Returns an element, or a member whose name is not in the schema. `at` is the place of the value.
    fn unnamed_child<'c>(&self, value: &'c Payload, at: Pointer) -> SampleValue<'c> {
        SampleValue {
            value,
            at,
            path: format!("{}/*", self.path),
            depth: self.depth + 1,
        }
    }
}

struct FieldWalk<'a> {
    schema: &'a TypeSchema,
    /// The fields with the schemas of their members.
    found: Vec<(Field, &'a Value)>,
    /// The index of the field with a path.
    places: BTreeMap<String, usize>,
    /// The schemas of members that the sample contains.
    shown: Vec<&'a Value>,
}

impl<'a> FieldWalk<'a> {
    fn walk_value(&mut self, schema: &'a Value, sample: &SampleValue<'_>) {
        let SampleValue {
            value, at, depth, ..
        } = sample;
        let mut views = Vec::new();
        let types = self.schema;
        types.collect_views(schema, value, *depth, &mut views);
        for view in &views {
            for (name, part) in members(view, "properties") {
                let mut required = list(view, "required");
                let is_required = required.any(|required| required.as_str() == Some(name));
                self.walk_member(part, name, is_required, sample);
            }
            let items = view.get("items");
            if let Some(items) = items.filter(|_| value.kind() == PayloadKind::Array) {
                for (index, element) in value.elements().enumerate() {
                    self.walk_value(items, &sample.unnamed_child(&element, at.element(index)));
                }
            }
            let others = view.get("additionalProperties");
            if let Some(others) = others.filter(|others| others.is_object()) {
                for (name, member) in value.members() {
                    self.walk_value(others, &sample.unnamed_child(&member, at.member(&name)));
                }
            }
        }
    }

    fn walk_member(
        &mut self,
        schema: &'a Value,
        name: &str,
        is_required: bool,
        object: &SampleValue<'_>,
    ) {
        let path = format!("{}{}", object.path, Pointer::root().member(name));
        let at = object.at.member(name);
        let index = self.field_index(schema, &path, is_required);
        let Some(value) = object.value.member(name) else {
            return;
        };
        self.shown.push(schema);
        let mut views = Vec::new();
        let types = self.schema;
        types.collect_views(schema, &value, object.depth, &mut views);
        if let Some((field, _)) = self.found.get_mut(index) {
            field.is_required |= is_required;
            field.place.get_or_insert_with(|| at.clone());
            field.has_members |= views.iter().any(|view| view.get("properties").is_some());
            field.add_words(&views);
        }
        let sample = SampleValue {
            value: &value,
            at,
            path,
            depth: object.depth + 1,
        };
        self.walk_value(schema, &sample);
    }

    /// Returns the index of the field with a path, which is added if it is new.
    fn field_index(&mut self, schema: &'a Value, path: &str, is_required: bool) -> usize {
        if let Some(index) = self.places.get(path) {
            return *index;
        }
        let doc = schema.get("description").and_then(Value::as_str);
        let field = Field {
            path: path.to_owned(),
            doc: doc.unwrap_or_default().to_owned(),
            is_required,
            words: Vec::new(),
            has_members: false,
            place: None,
        };
        let index = self.found.len();
        self.found.push((field, schema));
        self.places.insert(path.to_owned(), index);
        index
    }
}

impl Field {
    /// Adds the words that schemas of the value name.
    fn add_words(&mut self, views: &[&Value]) {
        for view in views {
            let words = list(view, "enum").chain(list(view, "examples"));
            for word in words.filter_map(Value::as_str) {
                if !self.words.iter().any(|known| known == word) {
                    self.words.push(word.to_owned());
                }
            }
        }
    }
}

fn list<'a>(schema: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    schema
        .get(name)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

fn members<'a>(
    schema: &'a Value,
    name: &str,
) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a> {
    let object = schema
        .get(name)
        .and_then(Value::as_object)
        .into_iter()
        .flatten();
    // Sorted by name, because the order of a map depends on the build.
    wire::collect_map(object.map(|(name, value)| (name.as_str(), value))).into_iter()
}

fn type_name(kind: PayloadKind) -> &'static str {
    match kind {
        PayloadKind::Null => "null",
        PayloadKind::Boolean => "boolean",
        PayloadKind::Number => "number",
        PayloadKind::String => "string",
        PayloadKind::Array => "array",
        PayloadKind::Object => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths<T: WireType>(sample: &str) -> Vec<(String, bool)> {
        let sample = Payload::parse(sample).unwrap();
        let fields = TypeSchema::of::<T>().fields(&sample);
        fields
            .into_iter()
            .map(|field| (field.path, field.place.is_some()))
            .collect()
    }

    #[test]
    fn a_record_has_the_fields_of_its_table() {
        let found = paths::<bridge::aap::Interaction>(r#"{"id":"7","data":{"id":1}}"#);
        let mut names: Vec<&str> = found.iter().map(|field| field.0.as_str()).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "",
                "/action",
                "/canvasFile",
                "/data",
                "/element",
                "/id",
                "/summary",
                "/timestamp"
            ]
        );
        assert_eq!(found.iter().filter(|field| field.1).count(), 3);
    }

    #[test]
    fn fields_inside_keys_and_lists_are_found_with_the_sample() {
        let sample = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a"},{"id":"b","component":"Text"}]}}"#;
        let found = paths::<bridge::a2ui::v0_9::AgentMessage>(sample);
        for path in [
            "/updateComponents/components/*/id",
            "/updateComponents/components/*/component",
        ] {
            assert!(
                found.contains(&(path.to_owned(), true)),
                "{path} in {found:?}"
            );
        }
        assert!(found.contains(&("/createSurface".to_owned(), false)));
    }
}
