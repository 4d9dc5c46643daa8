//! The fields of a message, derived from the schema of its type. Each row of the matrix is one of them.

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

/// The schema of a type with all definitions that it refers to.
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
        walk.value(&self.root, sample, &Pointer::root(), "", 0);
        // A type that occurs in several places, or in itself, is measured at its place in the sample.
        let FieldWalk { found, shown, .. } = walk;
        let is_shown = |member: &Value| shown.iter().any(|shown| std::ptr::eq(*shown, member));
        let found = found
            .into_iter()
            .filter(|(field, member)| field.place.is_some() || !is_shown(member));
        found.map(|(field, _)| field).collect()
    }

    /// Collects a schema and the schemas that apply with it: its reference, all of `allOf`, and the alternatives that
    /// match the value.
    fn views<'a>(
        &'a self,
        schema: &'a Value,
        value: &Payload,
        depth: usize,
        views: &mut Vec<&'a Value>,
    ) {
        if depth > wire::MAX_DEPTH {
            return;
        }
        views.push(schema);
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or_default();
            if let Some(definition) = self.definitions.get(name) {
                self.views(definition, value, depth + 1, views);
            }
        }
        for part in list(schema, "allOf") {
            self.views(part, value, depth + 1, views);
        }
        for part in list(schema, "anyOf").chain(list(schema, "oneOf")) {
            if self.is_instance_of(part, value, depth + 1) {
                self.views(part, value, depth + 1, views);
            }
        }
    }

    /// Returns `true` if a value has the type, the constants and the required members of a schema.
    fn is_instance_of(&self, schema: &Value, value: &Payload, depth: usize) -> bool {
        if depth > wire::MAX_DEPTH {
            return false;
        }
        let referred = schema.get("$ref").and_then(Value::as_str).and_then(|name| {
            self.definitions
                .get(name.rsplit('/').next().unwrap_or_default())
        });
        let member = |name: &str| value.member(name);
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let required = list(schema, "required").filter_map(Value::as_str);
        let constants = members(schema, "properties")
            .filter_map(|(name, part)| Some((name, part.get("const")?)));
        let alternatives = list(schema, "anyOf").chain(list(schema, "oneOf"));
        let mut alternatives = alternatives.peekable();
        referred.is_none_or(|part| self.is_instance_of(part, value, depth + 1))
            && (types.is_empty() || types.contains(&type_name(value.kind())))
            && required.into_iter().all(|name| member(name).is_some())
            && constants.into_iter().all(|(name, constant)| {
                member(name)
                    .is_some_and(|value| value.decode::<Value>().ok().as_ref() == Some(constant))
            })
            && list(schema, "allOf").all(|part| self.is_instance_of(part, value, depth + 1))
            && (alternatives.peek().is_none()
                || alternatives.any(|part| self.is_instance_of(part, value, depth + 1)))
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
    fn value(
        &mut self,
        schema: &'a Value,
        value: &Payload,
        at: &Pointer,
        path: &str,
        depth: usize,
    ) {
        let mut views = Vec::new();
        let types = self.schema;
        types.views(schema, value, depth, &mut views);
        for view in &views {
            for (name, part) in members(view, "properties") {
                let required =
                    list(view, "required").any(|required| required.as_str() == Some(name));
                self.member(part, name, required, value, at, path, depth);
            }
            if let Some(items) = view
                .get("items")
                .filter(|_| value.kind() == PayloadKind::Array)
            {
                for (index, element) in value.elements().enumerate() {
                    self.value(
                        items,
                        &element,
                        &at.element(index),
                        &format!("{path}/*"),
                        depth + 1,
                    );
                }
            }
            if let Some(others) = view
                .get("additionalProperties")
                .filter(|others| others.is_object())
            {
                for (name, member) in value.members() {
                    self.value(
                        others,
                        &member,
                        &at.member(&name),
                        &format!("{path}/*"),
                        depth + 1,
                    );
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn member(
        &mut self,
        schema: &'a Value,
        name: &str,
        is_required: bool,
        object: &Payload,
        at: &Pointer,
        path: &str,
        depth: usize,
    ) {
        let path = format!("{path}{}", Pointer::root().member(name));
        let value = object.member(name);
        let at = at.member(name);
        let index = *self.places.entry(path.clone()).or_insert(self.found.len());
        if index == self.found.len() {
            let doc = schema
                .get("description")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned();
            let words = Vec::new();
            let field = Field {
                path: path.clone(),
                doc,
                is_required,
                words,
                has_members: false,
                place: None,
            };
            self.found.push((field, schema));
        }
        let Some(value) = value else { return };
        self.shown.push(schema);
        let mut views = Vec::new();
        let types = self.schema;
        types.views(schema, &value, depth, &mut views);
        if let Some((field, _)) = self.found.get_mut(index) {
            field.is_required |= is_required;
            field.place.get_or_insert_with(|| at.clone());
            field.has_members |= views.iter().any(|view| view.get("properties").is_some());
            let words = views
                .iter()
                .flat_map(|view| list(view, "enum").chain(list(view, "examples")));
            for word in words.filter_map(Value::as_str) {
                if !field.words.iter().any(|known| known == word) {
                    field.words.push(word.to_owned());
                }
            }
        }
        self.value(schema, &value, &at, &path, depth + 1);
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
    fn fields_below_a_key_and_in_a_list_are_found_by_the_sample() {
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
