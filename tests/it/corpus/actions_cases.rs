//! Compares upstream's own checks of manifests and their parts with the findings of this project.

use super::{again, folder, payload, texts};
use actions_json::{
    dictionary::Dictionary,
    manifest::{Manifest, Marker, StateProjection, Workflow},
    schema,
    validate::{self, Limits, Profile, Slot},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wire::{Finding, List, Pointer, Severity, Validate, WireType};

/// The upstream messages about workflows, projections and their markers, each with the corresponding rule of this
/// project.
const RULES: &[(&str, &str)] = &[
    ("expression_language must be jsonata", "W-language"),
    ("duplicate step id", "W-same-id"),
    ("for_each requires max_items", "W-for-each"),
    ("settle_after", "W-settle"),
    ("Workflow has unrecognized field", "W-member"),
    ("has unrecognized field", "W-step-member"),
    ("uses unknown primitive", "W-unknown-primitive"),
    ("too many steps", "W-step-count"),
    ("after_each uses", "W-after-each"),
    ("Duplicate marker id", "P-same-marker"),
    ("type must be \"cursor\"", "P-marker-type"),
    ("recipe steps must name an allowed", "P-recipe-step"),
    ("needs a non-empty recipe", "P-recipe"),
    ("Each marker needs a string id", "P-marker-id"),
];

struct Case {
    name: String,
    kind: String,
    value: Value,
    /// The text under test.
    subject: String,
}

impl Case {
    fn of(name: String, text: &str) -> Self {
        let value: Value =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let kind = value["kind"].as_str().expect("a kind").to_owned();
        let subject = payload(text).member("subject").expect("a subject");
        Self {
            name,
            kind,
            value,
            subject: subject.text().to_owned(),
        }
    }

    fn expected(&self, name: &str) -> &Value {
        &self.value["expect"][name]
    }

    fn is_valid(&self) -> bool {
        self.expected("ok") == &Value::Bool(true)
    }

    /// Decodes the subject, and requires that it is written unchanged.
    fn read<T: WireType>(&self) -> T {
        let read =
            wire::decode(&self.subject).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        assert_eq!(again(&read), payload(&self.subject), "{}", self.name);
        read
    }

    fn profile(&self) -> Profile {
        let limit = |name: &str| self.value["limits"][name].as_u64();
        let most = Limits::UPSTREAM;
        let limits = Limits {
            steps: limit("maxSteps").map_or(most.steps, |steps| usize::try_from(steps).unwrap()),
            items: limit("maxLoopItems").map_or(most.items, |items| u32::try_from(items).unwrap()),
            ..most
        };
        Profile::STRICT.with_limits(limits)
    }

    fn dictionary(&self) -> Option<Dictionary> {
        let names = self.value["limits"]["known"].as_array()?;
        Some(Dictionary::of_names(
            names.iter().map(|name| name.as_str().unwrap()),
        ))
    }

    /// Requires no error for a case that upstream accepts. For any other case, the errors must include the one that
    /// upstream reports.
    fn agrees(&self, found: Vec<Finding>) {
        let errors: Vec<_> = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .collect();
        if self.is_valid() {
            return assert!(errors.is_empty(), "{}: {errors:?}", self.name);
        }
        let message = self.expected("message").as_str().expect("a message");
        let rule = RULES.iter().find(|(part, _)| message.contains(part));
        let (_, rule) = rule.unwrap_or_else(|| panic!("{}: no rule says {message:?}", self.name));
        assert!(
            errors.iter().any(|finding| finding.rule == *rule),
            "{}: not {rule}, but {errors:?}",
            self.name
        );
    }

    fn manifest(&self) {
        let found = self.read::<Manifest>().validate();
        let errors: Vec<_> = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .collect();
        if self.is_valid() {
            return assert!(errors.is_empty(), "{}: {errors:?}", self.name);
        }
        let rule = self.expected("rule").as_str().expect("a rule");
        let is_it = |finding: &&&Finding| {
            let family = finding.rule == rule || finding.rule.starts_with(&format!("{rule}-"));
            family && Some(finding.pointer.as_str()) == self.expected("path").as_str()
        };
        assert!(
            errors.iter().find(is_it).is_some(),
            "{}: not {rule}, but {errors:?}",
            self.name
        );
    }

    fn slot(&self) {
        let text = self.value["subject"].as_str().expect("a text");
        let slot = Slot::from_text(text);
        let expected = match (
            self.expected("code").as_str(),
            self.expected("class").as_str(),
        ) {
            (Some("partial_expression_unsupported"), _) => slot == Slot::Partial,
            (Some("disallowed_expression_function"), _) => {
                matches!(slot, Slot::Expression(inner) if validate::forbidden_function(inner).is_some())
            }
            (None, Some("literal")) => slot == Slot::Literal,
            (None, Some("expression")) => {
                matches!(slot, Slot::Expression(inner) if validate::forbidden_function(inner).is_none())
            }
            other => panic!("{}: {other:?}", self.name),
        };
        assert!(expected, "{}: {slot:?}", self.name);
    }

    fn arguments(&self) {
        let part = |name: &str| payload(&self.value["subject"][name].to_string());
        let at = Pointer::root().member("arguments");
        let found =
            schema::violations(&part("schema"), &part("value"), &at).expect("a usable schema");
        assert_eq!(
            Some(found.len()),
            self.expected("errors")
                .as_u64()
                .map(|n| usize::try_from(n).unwrap()),
            "{found:?}"
        );
        let at: BTreeSet<_> = found
            .iter()
            .map(|violation| violation.pointer.as_str().to_owned())
            .collect();
        for missing in self
            .expected("missing_required")
            .as_array()
            .into_iter()
            .flatten()
        {
            let pointer = format!("/{}", missing.as_str().unwrap().replace('.', "/"));
            assert!(at.contains(&pointer), "{}: {at:?}", self.name);
        }
    }

    fn dictionary_of_primitives(&self) {
        let found: BTreeSet<_> = self
            .read::<Dictionary>()
            .validate()
            .into_iter()
            .map(|f| f.pointer.to_string())
            .collect();
        let errors = self
            .expected("errors")
            .as_array()
            .cloned()
            .unwrap_or_default();
        let places = errors.iter().map(|error| {
            let path = error["path"].as_str().expect("a path");
            format!(
                "/{}",
                path.replace('[', "/").replace(']', "").replace('.', "/")
            )
        });
        assert_eq!(found, places.collect(), "{}", self.name);
    }

    fn check(&self) {
        let (profile, dictionary) = (self.profile(), self.dictionary());
        match self.kind.as_str() {
            "manifest" => self.manifest(),
            "loader_manifest" => drop(self.read::<Manifest>()),
            "workflow" => {
                self.agrees(validate::check_workflow(
                    &self.read::<Workflow>(),
                    &profile,
                    dictionary.as_ref(),
                ));
            }
            "state_projection" => self.agrees(self.read::<StateProjection>().validate()),
            "state_markers" => {
                let markers: List<Marker> = wire::decode(&self.subject).expect("a list");
                assert_eq!(again(&markers), payload(&self.subject), "{}", self.name);
                self.agrees(validate::check_markers(&markers, &profile));
            }
            "slot" => self.slot(),
            "arguments" => self.arguments(),
            "primitive_dictionary" => self.dictionary_of_primitives(),
            other => panic!("{}: no check for {other}", self.name),
        }
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn findings_match_the_upstream_checks_of_manifests_and_their_parts() {
    let folder = folder("actions-json/cases");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for part in ["valid", "invalid"] {
        for (name, text) in texts(&folder.join(part)) {
            let case = Case::of(name, &text);
            assert_eq!(case.is_valid(), part == "valid", "{}", case.name);
            case.check();
            *kinds.entry(case.kind).or_default() += 1;
        }
    }
    let all = [
        "arguments",
        "loader_manifest",
        "manifest",
        "primitive_dictionary",
        "slot",
        "state_markers",
        "state_projection",
        "workflow",
    ];
    assert_eq!(
        kinds.keys().map(String::as_str).collect::<Vec<_>>(),
        all,
        "{kinds:?}"
    );
}

/// Invalid cases that the schema accepts, because no schema can express that names are equal, declared, or in a
/// dictionary. Entries may be removed, but none may be added.
const BEYOND_A_SCHEMA: &[&str] = &[
    "manifest-check-unknown-state.json",
    "manifest-duplicate-state.json",
    "manifest-duplicate-tool.json",
    "manifest-transition-unknown-to.json",
    "state_markers-017-duplicate-marker-id-s1-start.json",
    "workflow-002-workflow-has-duplicate-step-id-find.json",
    "workflow-011-workflow-step-scrollin-uses-unknown-primitive-lo.json",
];

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn the_schema_separates_valid_from_invalid_cases_as_far_as_a_schema_can() {
    let folder = folder("actions-json/cases");
    let (mut refused, mut accepted) = (0, Vec::new());
    for part in ["valid", "invalid"] {
        for (name, text) in texts(&folder.join(part)) {
            let case = Case::of(name, &text);
            let mut subject = case.value["subject"].clone();
            let row = match case.kind.as_str() {
                "manifest" => Manifest::INFO,
                "workflow" => Workflow::INFO,
                "primitive_dictionary" => Dictionary::INFO,
                "state_projection" => StateProjection::INFO,
                "state_markers" => {
                    let projection = serde_json::json!({"language": "jsonata", "expression": "{}"});
                    let snapshot = serde_json::json!({"version": 1, "source": "dom", "extract": [], "projection": projection});
                    subject =
                        serde_json::json!({"name": "p", "snapshot": snapshot, "markers": subject});
                    StateProjection::INFO
                }
                _ => continue,
            };
            let validator = jsonschema::validator_for(&schema::strict(&[row])).expect("a schema");
            match (validator.validate(&subject), case.is_valid()) {
                (Ok(()), true) => {}
                (Err(error), true) => panic!("{}: {error}", case.name),
                (Ok(()), false) => accepted.push(case.name),
                (Err(_), false) => refused += 1,
            }
        }
    }
    assert_eq!(accepted, BEYOND_A_SCHEMA);
    assert!(refused >= 53, "{refused}");
}
