//! The reference properties that a catalog declares.

use serde_json::Value;
use std::collections::BTreeSet;
use wire::Payload;

/// The maximum nesting of the schemas of one type.
const REFERENCE_DEPTH: usize = 16;

/// The maximum number of schemas visited for one type.
const MAX_SCHEMAS: usize = 4096;

/// Property names that refer to components even if the schema does not mark them.
const NAMES: [&str; 2] = ["child", "children"];

/// Returns the component types of a catalog with their reference properties.
///
/// Specification: [A2UI 1.0, Catalog structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#catalog-structure).
pub(super) fn declared_fields(catalog: &Payload) -> Vec<(String, Vec<String>)> {
    let Ok(catalog) = catalog.decode::<Value>() else {
        return Vec::new();
    };
    let components = catalog.get("components").and_then(Value::as_object);
    let mut declared = Vec::new();
    for (name, schema) in components.into_iter().flatten() {
        let mut fields = Fields {
            catalog: &catalog,
            found: BTreeSet::new(),
            way: Vec::new(),
            looked_at: 0,
        };
        fields.schema(schema, "");
        declared.push((name.clone(), fields.found.into_iter().collect()));
    }
    declared
}

struct Fields<'a> {
    catalog: &'a Value,
    found: BTreeSet<String>,
    /// The enclosing schemas, for the detection of circular references.
    way: Vec<&'a Value>,
    looked_at: usize,
}

impl<'a> Fields<'a> {
    /// Visits the properties of a schema, wherever the schema can declare them.
    fn schema(&mut self, schema: &'a Value, at: &str) {
        self.looked_at += 1;
        let circle = self.way.iter().any(|around| std::ptr::eq(*around, schema));
        // A catalog may refer to itself, and its references are not trusted to be short.
        if circle || self.way.len() > REFERENCE_DEPTH || self.looked_at > MAX_SCHEMAS {
            return;
        }
        self.way.push(schema);
        for part in ["allOf", "anyOf", "oneOf"] {
            let parts = schema.get(part).and_then(Value::as_array);
            for part in parts.into_iter().flatten() {
                self.value(part, at);
            }
        }
        if let Some(target) = self.target(schema) {
            self.schema(target, at);
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            match at {
                // The id of the component itself does not refer to another component.
                "" if name == "id" || name == "component" => {}
                "" if NAMES.contains(&name.as_str()) => drop(self.found.insert(name.clone())),
                "" => self.value(property, name),
                at => self.value(property, &format!("{at}/{name}")),
            }
        }
        // A list at the top of a schema is not a property.
        if let (Some(items), false) = (schema.get("items"), at.is_empty()) {
            self.value(items, &format!("{at}/*"));
        }
        self.way.pop();
    }

    /// Visits the schema of a value that may refer to a component.
    fn value(&mut self, schema: &'a Value, at: &str) {
        if !at.is_empty() && is_component_reference(schema) {
            // A list of ids is one property.
            self.found
                .insert(at.strip_suffix("/*").unwrap_or(at).to_owned());
        } else {
            self.schema(schema, at);
        }
    }

    /// Returns the target of a reference within the catalog.
    fn target(&self, schema: &Value) -> Option<&'a Value> {
        self.catalog
            .pointer(schema.get("$ref")?.as_str()?.strip_prefix('#')?)
    }
}

fn is_component_reference(schema: &Value) -> bool {
    let named = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|target| target.rsplit('/').next());
    let title = schema.get("title").and_then(Value::as_str);
    let properties = schema.get("properties");
    if matches!(named, Some("ComponentId" | "Child" | "ChildList")) || title == Some("ComponentId")
    {
        return true;
    }
    // 0.8 has no common types, so its children are recognized by their members.
    match properties {
        Some(properties) => {
            properties.get("explicitList").is_some() || properties.get("template").is_some()
        }
        None => false,
    }
}
