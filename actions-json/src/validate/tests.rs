//! Tests that a violation of one rule in a valid manifest is reported by that rule only.

mod agreement;
mod changes;
mod oracle;
mod strict;
mod valid;

use super::{Profile, Validate, check, rules};
use crate::{dictionary::Dictionary, manifest::Manifest};
use changes::{change, changes, ways};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use valid::{PRIMITIVES, dice, valid};
use wire::Finding;

fn findings(root: &Value, profile: &Profile) -> Vec<Finding> {
    let manifest: Manifest = wire::decode(&root.to_string()).unwrap();
    check(&manifest, profile, Some(&Dictionary::of_names(PRIMITIVES)))
}

/// Returns `true` if a finding points at an existing value, or at a missing member of an existing object.
fn has_valid_place(root: &Value, finding: &Finding) -> bool {
    let at = finding.pointer.as_str();
    let parent = at.rsplit_once('/').map_or("", |(parent, _)| parent);
    root.pointer(at).is_some() || root.pointer(parent).is_some_and(Value::is_object)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_valid_manifest_has_no_findings(mut dice in dice()) {
        let root = valid(&mut dice);
        prop_assert_eq!(findings(&root, &Profile::STRICT), vec![]);
        prop_assert_eq!(findings(&root, &Profile::PUBLISHED), vec![]);
    }

    #[test]
    fn violating_one_rule_reports_that_rule(mut dice in dice(), which in 0usize..12, is_strict in any::<bool>()) {
        let root = valid(&mut dice);
        let profile = if is_strict { &Profile::STRICT } else { &Profile::PUBLISHED };
        for (rule, ways) in ways() {
            let (at, what) = &ways[which % ways.len()];
            let mut root = root.clone();
            let at = change(&mut root, at, what);
            let found = findings(&root, profile);
            let (id, severity) = (rule.id, profile.severity(rule));
            prop_assert!(!found.is_empty(), "{id} at {at}: nothing found in {root}");
            for finding in found {
                prop_assert!(finding.rule == id && finding.severity == severity, "{id} at {at}: {finding}");
                let below = finding.pointer.as_str();
                prop_assert!(below.starts_with(at.as_str()) || at.starts_with(below), "{id} at {at}: {finding}");
                prop_assert!(has_valid_place(&root, &finding), "{id} at {at}: {finding}");
                prop_assert!(!finding.message.is_empty() && !finding.hint.is_empty(), "{finding}");
            }
        }
    }

    #[test]
    fn findings_have_valid_places_after_any_replacement(mut dice in dice(), places in prop::collection::vec((any::<prop::sample::Index>(), 0usize..8), 1..6)) {
        let mut root = valid(&mut dice);
        for (place, other) in places {
            let mut all = Vec::new();
            pointers(&root, String::new(), &mut all);
            let at = place.get(&all);
            if at.is_empty() { continue }
            let other = [json!(null), json!(true), json!(-1.5), json!(""), json!("{% $now() %} {% x"), json!([]), json!({}), json!([[7], {"a": {}}])][other].clone();
            *root.pointer_mut(at).unwrap() = other;
        }
        for finding in findings(&root, &Profile::STRICT) {
            prop_assert!(has_valid_place(&root, &finding), "{finding}\n{root}");
        }
    }

    #[test]
    fn violating_a_dictionary_rule_reports_that_rule(n in 1usize..4, which in 0usize..16) {
        let members = ["version", "stage", "summary", "capability_class", "portable", "capabilities", "input_schema", "output_schema", "adapters", "errors", "conformance"];
        let primitive = |name: String| {
            let mut all: Map<String, Value> = members.iter().map(|name| ((*name).to_owned(), json!(null))).collect();
            all.insert("name".to_owned(), json!(name));
            Value::Object(all)
        };
        let primitives: Vec<Value> = (0..n).map(|n| primitive(format!("a.b{n}"))).collect();
        let mut root = json!({"version": 1, "stage": 1, "primitives": primitives});
        prop_assert_eq!(dictionary(&root), vec![]);
        let rule = match which {
            0..11 => { root["primitives"][n - 1].as_object_mut().unwrap().remove(members[which]); "D-required" }
            11 => { root["primitives"][n - 1].as_object_mut().unwrap().remove("name"); "D-required" }
            12 => { root.as_object_mut().unwrap().remove("stage"); "D-required" }
            13 => { root["primitives"] = json!({}); "D-required" }
            14 => { root["primitives"][n - 1] = json!(1); "D-required" }
            _ => { let first = root["primitives"][0].clone(); root["primitives"].as_array_mut().unwrap().push(first); "D-same-name" }
        };
        let found = dictionary(&root);
        prop_assert_eq!(found.iter().map(|finding| finding.rule).collect::<Vec<_>>(), vec![rule]);
        prop_assert!(has_valid_place(&root, &found[0]));
    }
}

fn dictionary(root: &Value) -> Vec<Finding> {
    wire::decode::<Dictionary>(&root.to_string())
        .unwrap()
        .validate()
}

fn pointers(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Object(members) => members
            .iter()
            .for_each(|(name, value)| pointers(value, format!("{at}/{name}"), all)),
        Value::Array(elements) => elements
            .iter()
            .enumerate()
            .for_each(|(n, value)| pointers(value, format!("{at}/{n}"), all)),
        _ => {}
    }
    all.push(at);
}

#[test]
fn every_rule_is_violated_by_some_change() {
    let mut broken: BTreeSet<_> = changes()
        .iter()
        .map(|(id, case, ..)| (*id, *case))
        .collect();
    // Other tests cover these rules. Duplicate members cannot be represented here, and the other rules need a
    // dictionary or a feature.
    broken.extend([
        ("duplicate", ""),
        ("V7", "primitive"),
        ("D-required", ""),
        ("D-same-name", ""),
    ]);
    broken.extend([
        ("unusable-schema", ""),
        ("W-expression", ""),
        ("W-expression", "unsupported"),
    ]);
    let all: BTreeSet<_> = rules::ALL.iter().map(|rule| (rule.id, rule.case)).collect();
    assert_eq!(broken, all);
}

#[test]
fn a_duplicate_member_is_found_in_every_object() {
    let tool = r#""description":"d","input_schema":{}"#;
    for (text, pointer) in [
        (
            format!(r#""tools":[{{"name":"a",{tool},"name":"a"}}]"#),
            "/tools/0/name",
        ),
        (
            format!(
                r#""tools":[{{"name":"a",{tool},"x_actions":{{"handler":"a","handler":"a"}}}}]"#
            ),
            "/tools/0/x_actions/handler",
        ),
        (
            r#""tools":[],"signals":[{"name":"a","target":{"role":"","role":""}}]"#.to_owned(),
            "/signals/0/target/role",
        ),
        (
            r#""tools":[],"provenance":{"x":1,"x":2}"#.to_owned(),
            "/provenance/x",
        ),
    ] {
        let text = format!(r#"{{"protocol":"actions.json","version":1,{text}}}"#);
        let manifest: Manifest = wire::decode(&text).unwrap();
        let found: Vec<_> = manifest
            .validate()
            .into_iter()
            .map(|f| (f.rule, f.pointer.to_string()))
            .collect();
        assert_eq!(found, [("duplicate", pointer.to_owned())]);
        assert_eq!(wire::encode(&manifest).unwrap(), text);
    }
}

#[cfg(feature = "host")]
#[test]
fn an_import_is_reported_exactly_if_composing_excludes_it() {
    use crate::{checked_manifest::CheckedManifest, composition::*, manifest::Trust};
    let tool = r#"{"name":"a","description":"d","input_schema":{},"x_actions":{"handler":"a"}}"#;
    let imported = wire::decode(&format!(
        r#"{{"protocol":"actions.json","version":1,"tools":[{tool}]}}"#
    ))
    .unwrap();
    let imported = CheckedManifest::check(imported, &Profile::STRICT, None).unwrap();
    let imports = r#"[{"id":"a","uri":"u"},{"id":"b","uri":"u","namespace":"n s"},{"id":"c","uri":"u","namespace":"n"},
        {"id":"d","uri":"u","enabled":false},{"id":"e","uri":"u","namespace":null}]"#;
    for (composition, left_out) in [
        ("{}", ["a", "b", "e"].as_slice()),
        (r#"{"namespace_required":true}"#, &["a", "b", "e"]),
        (r#"{"namespace_required":false}"#, &["b"]),
        (r#"{"disabled_sources":["a","b"]}"#, &["e"]),
    ] {
        let text = format!(
            r#"{{"protocol":"actions.json","version":1,"tools":[],"composition":{composition},"imports":{imports}}}"#
        );
        let manifest: Manifest = wire::decode(&text).unwrap();
        let found: Vec<_> = manifest
            .validate()
            .into_iter()
            .map(|f| (f.rule, f.pointer.to_string()))
            .collect();
        let at = |id: &&str| format!("/imports/{}/namespace", id.as_bytes()[0] - b'a');
        let expected: Vec<_> = left_out.iter().map(|id| ("left-out", at(id))).collect();
        assert_eq!(found, expected, "{composition}");
        let manifest = CheckedManifest::check(manifest, &Profile::STRICT, None).unwrap();
        let composed = manifest.compose(&Origin::local(Trust::Website, Storage::Public), |_| {
            Some(&imported)
        });
        let reasons = [
            ExclusionReason::WithoutNamespace,
            ExclusionReason::UnsafeNamespace,
        ];
        let out = composed
            .excluded_imports
            .iter()
            .filter(|out| reasons.contains(&out.reason));
        assert_eq!(
            out.map(|out| out.path[0].as_str()).collect::<Vec<_>>(),
            left_out,
            "{composition}"
        );
    }
}

#[cfg(feature = "jsonschema")]
#[test]
fn a_schema_rejected_by_all_drafts_is_a_warning() {
    for (schema, below) in [
        (r#"{"type":"strin"}"#, Some("/type")),
        (
            r#"{"properties":{"a":{"minimum":"1"}}}"#,
            Some("/properties/a/minimum"),
        ),
        (r#"{"required":"a"}"#, Some("/required")),
        (
            r#"{"$schema":"http://json-schema.org/draft-07/schema#","if":7}"#,
            Some("/if"),
        ),
        (r#"{"$schema":"https://dialects.test/mine","type":7}"#, None),
        (
            r##"{"$ref":"#/properties/a","properties":{"a":{"items":[{}]}}}"##,
            None,
        ),
        (r#"{"exclusiveMinimum":true,"minimum":0}"#, None),
    ] {
        let text = format!(
            r#"{{"protocol":"actions.json","version":1,"tools":[{{"name":"a","description":"d","input_schema":{schema},"x_actions":{{"handler":"a"}}}}]}}"#
        );
        let manifest: Manifest = wire::decode(&text).unwrap();
        let found: Vec<_> = manifest
            .validate()
            .into_iter()
            .map(|f| (f.rule, f.severity, f.pointer.to_string()))
            .collect();
        let expected = below.map(|below| {
            (
                "unusable-schema",
                wire::Severity::Warning,
                format!("/tools/0/input_schema{below}"),
            )
        });
        assert_eq!(found, Vec::from_iter(expected), "{schema}");
    }
}

#[cfg(feature = "workflows")]
#[test]
fn an_expression_must_compile_in_every_place() {
    use wire::Severity;
    let root = |slot: &str| {
        let bare = slot.trim_start_matches("{% ").trim_end_matches(" %}");
        json!({"protocol": "actions.json", "version": 1, "tools": [{"name": "t", "description": "d", "input_schema": {},
            "workflow": {"version": 1, "expression_language": "jsonata", "steps": [{"id": "a", "primitive": "pointer.click",
                "args": {"deep": ["x", slot]}, "when": slot, "for_each": slot, "max_items": 2, "retry_until": slot,
                "max_attempts": 2, "after_each": {"primitive": "viewport.scroll", "args": {"y": slot}}}],
                "output": {"whole": slot}}}],
            "state_projections": [{"name": "p", "snapshot": {"version": 1, "source": "dom", "extract": [],
                "projection": {"language": "jsonata", "expression": bare}},
                "summaries": [{"name": "s", "expression": slot}],
                "postconditions": {"t": {"verify": {"language": "jsonata", "expression": bare}}}}]})
    };
    let step = "/tools/0/workflow/steps/0";
    let places = [
        format!("{step}/args/deep/1"),
        format!("{step}/when"),
        format!("{step}/for_each"),
        format!("{step}/retry_until"),
        format!("{step}/after_each/args/y"),
        "/tools/0/workflow/output/whole".to_owned(),
        "/state_projections/0/snapshot/projection/expression".to_owned(),
        "/state_projections/0/summaries/0/expression".to_owned(),
        "/state_projections/0/postconditions/t/verify/expression".to_owned(),
    ];
    for (slot, severity, hint) in [
        ("{% input.x[ %}", Severity::Error, "complete the expression"),
        (
            "{% input.x y %}",
            Severity::Error,
            r#"fix the expression at "y""#,
        ),
        (
            "{% a@$b.c %}",
            Severity::Warning,
            "use a simpler expression",
        ),
    ] {
        let found = findings(&root(slot), &Profile::STRICT);
        let found: Vec<_> = found
            .into_iter()
            .filter(|finding| finding.rule == "W-expression")
            .collect();
        assert!(
            found
                .iter()
                .map(|finding| finding.pointer.as_str())
                .eq(&places),
            "{found:?}"
        );
        assert!(
            found
                .iter()
                .all(|finding| (finding.severity, &*finding.hint) == (severity, hint)),
            "{found:?}"
        );
    }
    let found = findings(&root("{% input.x y %}"), &Profile::STRICT);
    assert!(
        found[0].message.ends_with("(at character 9)"),
        "{}",
        found[0].message
    );
    assert_eq!(findings(&root("{% $sum(input.x) %}"), &Profile::STRICT), []);
    // A call of a forbidden function violates another rule.
    let found = findings(&root("{% $now() %}"), &Profile::STRICT);
    assert!(
        found
            .iter()
            .all(|finding| finding.rule == "W-forbidden-function"),
        "{found:?}"
    );
}
