//! The validator suite that A2UI's own SDKs share: every step of every case, with the outcome that it expects.

use super::{folder, payload};
use a2ui::{
    Message, Version,
    surface::{ReferenceFields, Surface, SurfaceOptions, Surfaces},
    v0_9,
};
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::Path};
use wire::{Payload, Severity, Validate};

/// The error messages of the suite's validator, each with the corresponding rules of this project.
const RULES: &[(&str, &[&str])] = &[
    ("Circular reference detected", &["cycle"]),
    ("Self-reference detected", &["self-reference"]),
    ("Duplicate component ID", &["duplicate-id"]),
    ("Missing root component", &["missing-root"]),
    ("references non-existent component", &["dangling-reference"]),
    ("is not reachable from", &["orphan"]),
    ("functionCall depth > 5", &["call-depth"]),
    ("Invalid path syntax", &["data-path"]),
    ("logical depth", &["component-depth"]),
    ("Global recursion limit exceeded", &["json-depth"]),
    ("'version' is a required property", &["missing"]),
    ("'catalogId' is a required property", &["missing"]),
    ("'v0.9' was expected", &["value"]),
    ("is not of type 'string'", &["type", "catalog"]),
    ("is not of type 'object'", &["not-an-object"]),
];

/// The catalog of a case: its reference fields, and its components as JSON Schemas.
struct Catalog {
    version: Version,
    references: ReferenceFields,
    schema: Value,
    common_types: Option<Value>,
}

impl Catalog {
    fn of(case: &Value, base: &Path) -> Self {
        let catalog = &case["catalog"];
        let read = |value: &Value| match value.as_str() {
            Some(file) => {
                serde_json::from_str(&fs::read_to_string(base.join(file)).unwrap()).unwrap()
            }
            None => value.clone(),
        };
        let mut schema = read(&catalog["catalog_schema"]);
        let common_types = catalog.get("common_types_schema").map(read);
        // A catalog inside the case refers to the common definitions as its own.
        for (name, definition) in common_types
            .iter()
            .filter_map(|common| common["$defs"].as_object())
            .flatten()
        {
            if schema["$defs"].get(name).is_none() {
                schema["$defs"][name] = definition.clone();
            }
        }
        Self {
            version: if catalog["version"] == "0.8" {
                Version::V0_8
            } else {
                Version::V0_9
            },
            references: ReferenceFields::from_catalog(&payload(&schema.to_string())),
            schema,
            common_types,
        }
    }

    /// Builds the schema of a component type, with all schemas to which it refers.
    fn component(&self, name: &str) -> Option<Validator> {
        let base = "https://a2ui.org/specification/v0_9";
        self.schema["components"].get(name)?;
        let mut root = self.schema.clone();
        root["$id"] = json!(format!("{base}/catalog.json"));
        let mut registry = Registry::new()
            .add(format!("{base}/catalog.json"), root)
            .unwrap();
        if let Some(common) = &self.common_types {
            registry = registry
                .add(format!("{base}/common_types.json"), common.clone())
                .unwrap();
        }
        let registry = registry.prepare().unwrap();
        let schema = json!({"$ref": format!("{base}/catalog.json#/components/{name}")});
        Some(
            jsonschema::options()
                .with_registry(&registry)
                .build(&schema)
                .unwrap(),
        )
    }

    /// Returns `true` if the properties of a component match the catalog.
    fn accepts(&self, component: &Value) -> bool {
        let (name, properties) = match &component["component"] {
            Value::String(name) => (name.clone(), component.clone()),
            Value::Object(one) => match one.iter().next() {
                Some((name, properties)) => (name.clone(), properties.clone()),
                None => return false,
            },
            _ => return true,
        };
        self.component(&name)
            .is_none_or(|schema| schema.is_valid(&properties))
    }

    /// Returns the rules that messages break.
    fn broken(&self, messages: &Payload) -> BTreeSet<String> {
        let mut broken = BTreeSet::new();
        let mut surfaces =
            Surfaces::with_options(SurfaceOptions::new().references(self.references.clone()));
        let mut whole = BTreeSet::new();
        for element in a2ui::read(messages.text(), Some(self.version)).unwrap() {
            let message = match element.result {
                Ok(message) => message,
                Err(error) => {
                    broken.insert(error.rule.as_str().to_owned());
                    continue;
                }
            };
            let errors = message
                .validate()
                .into_iter()
                .filter(|finding| finding.severity == Severity::Error);
            broken.extend(errors.map(|finding| finding.rule.to_owned()));
            let surface = message.surface_id().unwrap().clone();
            match message.key() {
                "beginRendering" | "createSurface" => drop(whole.insert(surface.clone())),
                // An update without a creation belongs to a surface that already exists.
                "updateComponents" | "updateDataModel"
                    if surfaces.get(surface.as_str()).is_none() =>
                {
                    let create = v0_9::CreateSurface::new(surface.clone(), "theirs");
                    let create = v0_9::AgentMessage::new(v0_9::Version::V0_9, create).into();
                    surfaces.seed([&create]).unwrap();
                }
                _ => {}
            }
            if let Err(error) = surfaces.apply(&message) {
                broken.insert(error.rule.to_owned());
                whole.remove(&surface);
            }
            if !self
                .components(&message)
                .iter()
                .all(|component| self.accepts(component))
            {
                broken.insert("catalog".to_owned());
            }
        }
        // A surface without any components yet need not be complete.
        let is_whole = |surface: &&Surface| {
            whole.contains(surface.surface_id()) && surface.components().next().is_some()
        };
        for surface in surfaces.iter().filter(is_whole) {
            let errors = surface
                .validate()
                .into_iter()
                .filter(|finding| finding.severity == Severity::Error);
            broken.extend(errors.map(|finding| finding.rule.to_owned()));
        }
        broken
    }

    fn components(&self, message: &Message) -> Vec<Value> {
        let message: Value = serde_json::from_str(&wire::encode(message).unwrap()).unwrap();
        message[message_key(&message)]["components"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }
}

fn message_key(message: &Value) -> &str {
    message
        .as_object()
        .unwrap()
        .keys()
        .find(|key| *key != "version")
        .unwrap()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_case_of_the_shared_validator_suite_has_the_expected_outcome() {
    let base = folder("a2ui/conformance");
    let text = fs::read_to_string(base.join("suites/validator.yaml")).unwrap();
    let cases: Vec<Value> = serde_yaml_ng::from_str(&text).unwrap();
    assert_eq!(cases.len(), 45);
    let mut failures = Vec::new();
    for case in &cases {
        let name = case["name"].as_str().unwrap();
        let catalog = Catalog::of(case, &base);
        let once = std::slice::from_ref(case);
        for (index, step) in case["steps"]
            .as_array()
            .map_or(once, Vec::as_slice)
            .iter()
            .enumerate()
        {
            let broken = catalog.broken(&payload(&step["payload"].to_string()));
            let is_expected = match step["expect_error"].as_str() {
                None => broken.is_empty(),
                Some(expected) => {
                    let (_, rules) = RULES
                        .iter()
                        .find(|(text, _)| expected.contains(text))
                        .expect(expected);
                    rules.iter().any(|rule| broken.contains(*rule))
                }
            };
            if !is_expected {
                failures.push(format!(
                    "{name}, step {index}: {broken:?}, not {}",
                    step["expect_error"]
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
