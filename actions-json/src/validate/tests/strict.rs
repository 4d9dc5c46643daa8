//! Tests that the JSON Schema of manifests accepts everything that the profile `strict` accepts, and rejects all
//! errors that a schema can express.

use super::{changes::changes, findings, valid::valid};
use crate::{
    manifest::Manifest,
    schema::strict::{BEYOND, strict},
    validate::{
        Profile, markers,
        tests::{change, valid::dice},
        workflow,
    },
};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::{collections::BTreeSet, sync::LazyLock};
use wire::{Severity, WireType, schema::Definitions};

pub(super) static SCHEMA: LazyLock<Validator> =
    LazyLock::new(|| jsonschema::validator_for(&strict(&[Manifest::INFO])).unwrap());

/// The rules that a schema cannot express: unique names, declared references, and rules that need a dictionary. Lines
/// may be removed but never added.
const BEYOND_A_SCHEMA: [&str; 7] = [
    "P-same-marker",
    "P-same-name",
    "V11",
    "V12",
    "V5",
    "W-same-id",
    "W-unknown-primitive",
];

/// The changes for other rules that the schema accepts: it treats 1.0 as 1, and the tables do not contain the target
/// of a whole check.
const NOT_REFUSED: [(&str, &str); 2] = [("V2", "/version"), ("V9", "/checks/0/target")];

#[test]
fn every_change_that_a_schema_can_detect_is_rejected() {
    let root = valid(&mut super::valid::Dice::default());
    let (mut refused, mut beyond, mut others) = (0, BTreeSet::new(), Vec::new());
    for (id, _, at, what) in changes() {
        let mut root = root.clone();
        change(&mut root, at, &what);
        let is_error = findings(&root, &Profile::STRICT)
            .iter()
            .any(|found| found.severity == Severity::Error);
        match (SCHEMA.is_valid(&root), is_error) {
            (true, false) => {}
            (false, true) => refused += 1,
            (false, false) => panic!("{id} at {at}: only the schema refuses it"),
            (true, true) if BEYOND_A_SCHEMA.contains(&id) => drop(beyond.insert(id)),
            (true, true) => others.push((id, at)),
        }
    }
    assert_eq!(beyond, BTreeSet::from(BEYOND_A_SCHEMA));
    assert_eq!(others, NOT_REFUSED);
    assert!(refused >= 101, "{refused}");
}

#[test]
fn other_values_are_not_manifests() {
    for root in [
        json!({}),
        json!({"protocol": 5}),
        json!([]),
        json!(null),
        json!("actions.json"),
    ] {
        assert!(!SCHEMA.is_valid(&root), "{root}");
    }
    assert!(SCHEMA.is_valid(&json!({"protocol": "actions.json", "version": 1, "tools": []})));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_valid_manifest_is_accepted(mut dice in dice()) {
        let root = valid(&mut dice);
        let error = SCHEMA.validate(&root).err().map(|error| format!("{error} at {}", error.instance_path()));
        prop_assert_eq!(error, None, "{}", root);
    }
}

#[test]
fn strict_additions_name_existing_types_members_and_words() {
    let beyond: Value = serde_json::from_str(BEYOND).unwrap();
    let mut definitions = Definitions::default();
    for row in crate::inventory::TYPES {
        definitions.schema_for_type(row);
    }
    let definitions = definitions.into_map();
    for (name, stated) in beyond["types"].as_object().unwrap() {
        let definition = definitions
            .get(name)
            .unwrap_or_else(|| panic!("no type is called {name}"));
        for member in stated["properties"]
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
        {
            assert!(
                definition["properties"].get(member).is_some(),
                "{name} has no {member}"
            );
        }
        for member in stated["required"].as_array().into_iter().flatten() {
            assert!(
                definition["properties"]
                    .get(member.as_str().unwrap())
                    .is_some(),
                "{name} has no {member}"
            );
        }
        assert_eq!(
            stated.get("enum"),
            definition
                .get("examples")
                .filter(|_| stated.get("enum").is_some()),
            "{name}"
        );
    }
    let primitives = |name: &str| beyond["types"][name]["properties"]["primitive"]["enum"].clone();
    assert_eq!(primitives("AfterEach"), json!(workflow::PATIENT));
    assert_eq!(primitives("MarkerStep"), json!(markers::ALLOWED));
}
