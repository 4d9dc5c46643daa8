//! Changes that violate exactly one rule.

use crate::validate::rules;
use serde_json::{Value, json};

/// A change to a manifest.
pub(super) enum Change {
    Set(Value),
    Remove,
    /// Appends the first element of a list again.
    Double,
}

use Change::*;

/// Returns the changes for each rule and case, with their places. In a place, `$t` stands for the last tool.
pub(super) fn changes() -> Vec<(&'static str, &'static str, &'static str, Change)> {
    vec![
        ("V1", "", "/protocol", Set(json!("actions"))),
        ("V1", "", "/protocol", Remove),
        ("V1", "", "/protocol", Set(json!(1))),
        ("V2", "", "/version", Set(json!(2))),
        ("V2", "", "/version", Set(json!(1.0))),
        ("V2", "", "/version", Remove),
        ("V2", "", "/version", Set(json!(null))),
        ("V2", "text", "/version", Set(json!("1"))),
        ("V3", "", "/tools", Set(json!({}))),
        ("V3", "", "/tools", Remove),
        ("V3", "", "/tools", Set(json!(null))),
        ("V4", "", "/$t/name", Set(json!("2nd"))),
        ("V4", "", "/$t/name", Set(json!({}))),
        ("V4", "", "/$t/x_actions/handler", Set(json!("alert(1)"))),
        ("V4", "", "/$t/x_actions/handler", Set(json!(7))),
        ("V4", "", "/states/2/name", Set(json!("a..b"))),
        ("V4", "", "/signals/1/name", Set(json!("a b"))),
        ("V4", "", "/transitions/1/name", Set(json!(""))),
        ("V4", "", "/context/1/id", Set(json!("é"))),
        ("V4", "", "/attachments/1/id", Set(json!("a."))),
        ("V4", "", "/imports/1/id", Set(json!("a/b"))),
        ("V4", "", "/checks/1/id", Set(json!("-a"))),
        ("V5", "", "/tools", Double),
        ("V5", "", "/states", Double),
        ("V5", "", "/signals", Double),
        ("V5", "", "/transitions", Double),
        ("V5", "", "/context", Double),
        ("V5", "", "/attachments", Double),
        ("V5", "", "/imports", Double),
        ("V5", "", "/checks", Double),
        ("V6", "", "/$t/input_schema", Set(json!(true))),
        ("V6", "", "/$t/x_actions/result_schema", Set(json!(null))),
        ("V6", "", "/signals/0/payload", Set(json!([]))),
        ("V7", "", "/tools/0/workflow", Remove),
        ("V7", "", "/tools/0/workflow", Set(json!(null))),
        ("V7", "static_output", "/$t/x_actions/handler", Remove),
        ("V8", "", "/signals/0/event", Remove),
        ("V9", "", "/$t/target", Set(json!({"selector": 7}))),
        (
            "V9",
            "",
            "/signals/1/target",
            Set(json!({"selectors": ["a", null]})),
        ),
        (
            "V9",
            "",
            "/attachments/0/target",
            Set(json!({"fallback_selectors": {}})),
        ),
        (
            "V9",
            "",
            "/states/0/diagnostics/0/target",
            Set(json!({"selector": null})),
        ),
        ("V9", "", "/$t/x_actions/source/selectors", Set(json!([[]]))),
        ("V10", "", "/attachments/0/target", Remove),
        ("V10", "", "/attachments/1/lifecycle", Remove),
        ("V10", "", "/attachments/1/lifecycle", Set(json!("always"))),
        ("V11", "", "/transitions/0/from", Set(json!("s9"))),
        ("V11", "", "/transitions/1/to", Set(json!("other.s0"))),
        ("V12", "", "/checks/0/assertions/0/tool", Set(json!("t9"))),
        ("V12", "", "/checks/0/assertions/0/state", Set(json!("t0"))),
        (
            "V12",
            "",
            "/checks/0/assertions/0/attachment",
            Set(json!("a9")),
        ),
        (
            "V12",
            "",
            "/checks/0/assertions/0/target/state",
            Set(json!("s9")),
        ),
        ("V12", "", "/checks/1/setup/1/tool", Set(json!("t9"))),
        ("V12", "", "/checks/1/steps/0/attachment", Set(json!("a9"))),
        (
            "V12",
            "",
            "/checks/1/steps/0/target/state",
            Set(json!("s9")),
        ),
        ("V12", "", "/checks/0/tool", Set(json!("t9"))),
        ("V12", "", "/checks/0/state", Set(json!("s9"))),
        ("V12", "", "/checks/0/attachment", Set(json!("a9"))),
        ("V12", "", "/checks/0/target", Set(json!({"state": "s9"}))),
        ("V9", "", "/checks/0/target", Set(json!({"selector": 7}))),
        (
            "V13",
            "",
            "/$t/x_actions/source/files/0",
            Set(json!("../a.js")),
        ),
        (
            "V13",
            "",
            "/$t/x_actions/source/files/1",
            Set(json!("c:\\a.js")),
        ),
        ("required", "", "/$t/name", Remove),
        ("required", "", "/states/2/name", Remove),
        ("required", "", "/imports/0/uri", Remove),
        ("required", "", "/checks/1/id", Set(json!(null))),
        ("required", "tool", "/$t/description", Remove),
        ("required", "tool", "/tools/0/input_schema", Remove),
        ("shape", "", "/signals", Set(json!({}))),
        ("shape", "", "/$t/target", Set(json!("#a"))),
        ("shape", "", "/$t/description", Set(json!(7))),
        ("shape", "", "/context/1", Set(json!([]))),
        ("shape", "", "/states/0/observables", Set(json!(["a", 1]))),
        ("shape", "", "/provenance", Set(json!("me"))),
        (
            "shape",
            "states",
            "/states",
            Set(json!({"s0": "a", "s1": "b"})),
        ),
        ("shape", "surface", "/surface", Set(json!("inbox"))),
        (
            "unknown-word",
            "",
            "/checks/0/severity",
            Set(json!("mayor")),
        ),
        (
            "unknown-word",
            "",
            "/signals/1/direction",
            Set(json!("sideways")),
        ),
        ("unknown-word", "", "/imports/0/trust", Set(json!(""))),
        ("W-object", "", "/tools/0/workflow", Set(json!(7))),
        ("W-member", "", "/tools/0/workflow/cleanup", Set(json!([]))),
        (
            "W-version",
            "",
            "/tools/0/workflow/version",
            Set(json!("1")),
        ),
        (
            "W-language",
            "",
            "/tools/0/workflow/expression_language",
            Remove,
        ),
        ("W-steps", "", "/tools/0/workflow/steps", Set(json!(null))),
        ("W-step-count", "", "/tools/0/workflow/steps", Set(many())),
        (
            "W-step",
            "",
            "/tools/0/workflow/steps/2",
            Set(json!("click")),
        ),
        (
            "W-step-member",
            "",
            "/tools/0/workflow/steps/0/save_as",
            Set(json!("a")),
        ),
        (
            "W-id",
            "",
            "/tools/0/workflow/steps/2/id",
            Set(json!("a.b")),
        ),
        ("W-id", "", "/tools/0/workflow/steps/2/id", Remove),
        (
            "W-same-id",
            "",
            "/tools/0/workflow/steps/2/id",
            Set(json!("find")),
        ),
        (
            "W-primitive",
            "",
            "/tools/0/workflow/steps/2/primitive",
            Set(json!("")),
        ),
        (
            "W-primitive",
            "",
            "/tools/0/workflow/steps/2/primitive",
            Set(json!(7)),
        ),
        (
            "W-unknown-primitive",
            "",
            "/tools/0/workflow/steps/1/primitive",
            Set(json!("pointer.press")),
        ),
        (
            "W-args",
            "",
            "/tools/0/workflow/steps/2/args",
            Set(json!(["a"])),
        ),
        (
            "W-for-each",
            "",
            "/tools/0/workflow/steps/2/max_items",
            Remove,
        ),
        (
            "W-for-each",
            "",
            "/tools/0/workflow/steps/2/max_items",
            Set(json!(51)),
        ),
        (
            "W-retry",
            "",
            "/tools/0/workflow/steps/0/max_attempts",
            Set(json!(0)),
        ),
        (
            "W-retry",
            "",
            "/tools/0/workflow/steps/0/max_attempts",
            Set(json!("3")),
        ),
        (
            "W-after-each",
            "",
            "/tools/0/workflow/steps/0/after_each/primitive",
            Set(json!("pointer.click")),
        ),
        (
            "W-after-each",
            "",
            "/tools/0/workflow/steps/0/after_each",
            Set(json!([])),
        ),
        (
            "W-on-error",
            "",
            "/tools/0/workflow/steps/2/on_error",
            Set(json!("retry")),
        ),
        (
            "W-on-error",
            "empty",
            "/tools/0/workflow/steps/2/on_error",
            Set(json!("")),
        ),
        (
            "W-settle",
            "",
            "/tools/0/workflow/steps/1/settle_after",
            Set(json!({"state": "visible"})),
        ),
        (
            "W-settle",
            "",
            "/tools/0/workflow/steps/1/settle_after/delay_ms",
            Set(json!(7)),
        ),
        (
            "W-settle",
            "",
            "/tools/0/workflow/steps/1/settle_after",
            Set(json!({"delay_ms": 0})),
        ),
        (
            "W-settle",
            "",
            "/tools/0/workflow/steps/1/settle_after",
            Set(json!(null)),
        ),
        (
            "W-settle",
            "",
            "/tools/0/workflow/steps/1/settle_after/locator",
            Set(json!("#a")),
        ),
        (
            "W-args",
            "",
            "/state_projections/0/markers/0/recipe/0/args",
            Set(json!("Escape")),
        ),
        (
            "W-no-slot",
            "",
            "/tools/0/workflow/steps/1/when",
            Set(json!("input.text")),
        ),
        (
            "W-no-slot",
            "",
            "/tools/0/workflow/steps/1/when",
            Set(json!(null)),
        ),
        (
            "W-no-slot",
            "",
            "/tools/0/workflow/steps/2/for_each",
            Set(json!("steps.find.output.all")),
        ),
        (
            "W-no-slot",
            "",
            "/tools/0/workflow/steps/2/for_each",
            Set(json!([1, 2])),
        ),
        (
            "W-no-slot",
            "",
            "/tools/0/workflow/steps/0/retry_until",
            Set(json!(true)),
        ),
        (
            "W-lone-limit",
            "",
            "/tools/0/workflow/steps/1/max_items",
            Set(json!(3)),
        ),
        (
            "W-lone-limit",
            "",
            "/tools/0/workflow/steps/1/max_attempts",
            Set(json!(3)),
        ),
        (
            "W-lone-limit",
            "",
            "/tools/0/workflow/steps/1/after_each",
            Set(json!({"primitive": "viewport.scroll"})),
        ),
        (
            "W-lone-limit",
            "",
            "/tools/0/workflow/steps/1/settle_after",
            Set(json!({"delay_ms": 1, "timeout_ms": 9})),
        ),
        (
            "W-null",
            "",
            "/tools/0/workflow/steps/1/when",
            Set(json!("{% steps.find.output.x != null %}")),
        ),
        (
            "W-null",
            "",
            "/state_projections/0/snapshot/projection/expression",
            Set(json!("records.r = null")),
        ),
        (
            "W-null",
            "",
            "/state_projections/0/summaries/0/expression",
            Set(json!("{% null=state.a %}")),
        ),
        (
            "W-dead-slot",
            "",
            "/tools/0/workflow/steps/1/settle_after/locator/selector",
            Set(json!("{% input.text %}")),
        ),
        (
            "W-dead-slot",
            "",
            "/$t/target",
            Set(json!({"selectors": ["b", "{% input.b %}"]})),
        ),
        (
            "W-dead-slot",
            "",
            "/$t/description",
            Set(json!("{% input.b %}")),
        ),
        (
            "W-dead-slot",
            "",
            "/$t/x_actions/static_output",
            Set(json!({"a": ["{% input.b %}"]})),
        ),
        (
            "W-dead-slot",
            "",
            "/$t/x_actions/binding",
            Set(json!({"arguments": {"x": "{% input.x %}"}})),
        ),
        (
            "W-dead-slot",
            "",
            "/attachments/1/affordance/opens/arguments/x",
            Set(json!("{% 1 %}")),
        ),
        (
            "W-dead-slot",
            "",
            "/state_projections/0/markers/0/recipe/0/args/key",
            Set(json!("{% 'a' %}")),
        ),
        (
            "W-partial-slot",
            "",
            "/tools/0/workflow/steps/1/args/x",
            Set(json!({"deep": ["a {% 1 %}"]})),
        ),
        (
            "W-partial-slot",
            "",
            "/tools/0/workflow/output",
            Set(json!("%}")),
        ),
        (
            "W-forbidden-function",
            "",
            "/tools/0/workflow/steps/1/when",
            Set(json!("{% $NOW () %}")),
        ),
        (
            "W-forbidden-function",
            "",
            "/state_projections/0/snapshot/projection/expression",
            Set(json!("$random()")),
        ),
        (
            "W-unknown-step",
            "",
            "/tools/0/workflow/output",
            Set(json!("{% steps.fnd.output %}")),
        ),
        (
            "W-later-step",
            "",
            "/tools/0/workflow/steps/1/when",
            Set(json!("{% steps.every %}")),
        ),
        (
            "W-postcondition",
            "",
            "/tools/0/workflow/postcondition",
            Set(json!({"projection": "p9"})),
        ),
        ("P-name", "", "/state_projections/1/name", Set(json!(""))),
        ("P-name", "", "/state_projections/1/name", Remove),
        (
            "P-same-name",
            "",
            "/state_projections/1/name",
            Set(json!("p0")),
        ),
        ("P-snapshot", "", "/state_projections/1/snapshot", Remove),
        (
            "P-version",
            "",
            "/state_projections/0/snapshot/version",
            Set(json!(2)),
        ),
        (
            "P-source",
            "",
            "/state_projections/0/snapshot/source",
            Set(json!("ax")),
        ),
        (
            "P-extract",
            "",
            "/state_projections/0/snapshot/extract",
            Set(json!({})),
        ),
        (
            "P-record",
            "",
            "/state_projections/0/snapshot/extract/0/selector",
            Remove,
        ),
        (
            "P-property",
            "",
            "/state_projections/0/snapshot/extract/0/fields/a/property",
            Set(json!("innertext")),
        ),
        (
            "P-property",
            "",
            "/state_projections/0/snapshot/extract/0/fields/a/fields/deep/property",
            Set(json!("x")),
        ),
        (
            "P-expression",
            "",
            "/state_projections/0/snapshot/projection",
            Remove,
        ),
        (
            "P-expression",
            "",
            "/state_projections/0/snapshot/projection/expression",
            Set(json!(1)),
        ),
        (
            "P-language",
            "",
            "/state_projections/0/snapshot/projection/language",
            Set(json!("jq")),
        ),
        (
            "P-output-schema",
            "",
            "/state_projections/0/snapshot/output_schema",
            Set(json!(null)),
        ),
        (
            "P-summary",
            "",
            "/state_projections/0/summaries/0/expression",
            Remove,
        ),
        (
            "P-postconditions",
            "",
            "/state_projections/0/postconditions",
            Set(json!([])),
        ),
        (
            "P-postconditions",
            "",
            "/state_projections/0/postconditions/t0",
            Set(json!(7)),
        ),
        (
            "P-unknown-projection",
            "",
            "/state_projections/0/postconditions/t0/projection",
            Set(json!("p9")),
        ),
        (
            "P-markers",
            "",
            "/state_projections/0/markers",
            Set(json!("none")),
        ),
        (
            "P-marker-id",
            "",
            "/state_projections/0/markers/0/id",
            Set(json!("")),
        ),
        (
            "P-same-marker",
            "",
            "/state_projections/0/markers/1/id",
            Set(json!("m0")),
        ),
        (
            "P-marker-type",
            "",
            "/state_projections/0/markers/0/type",
            Set(json!("gaze")),
        ),
        (
            "P-recipe",
            "",
            "/state_projections/0/markers/0/recipe",
            Set(json!([])),
        ),
        (
            "P-recipe-step",
            "",
            "/state_projections/0/markers/0/recipe/0/primitive",
            Set(json!("debug.run")),
        ),
        (
            "P-recipe-step",
            "",
            "/state_projections/0/markers/0/recipe/0",
            Set(json!("keyboard.press")),
        ),
        ("left-out", "", "/imports/2/namespace", Remove),
        ("left-out", "", "/imports/2/namespace", Set(json!("n s"))),
        (
            "same-event",
            "",
            "/signals/1",
            Set(json!({"name": "g2", "event": "e", "ingestion": "enabled"})),
        ),
        (
            "unknown-primitive",
            "",
            "/tools/0/requires/0",
            Set(json!("pointer.press")),
        ),
        (
            "unknown-primitive",
            "",
            "/requires/primitive_dictionary/required_primitives/0",
            Set(json!("text.tpye")),
        ),
        (
            "negative",
            "",
            "/transitions/0/rate_limit_ms",
            Set(json!(-0.5)),
        ),
        (
            "negative",
            "",
            "/transitions/1/convergence/max_attempts",
            Set(json!(-1)),
        ),
        (
            "negative",
            "",
            "/state_projections/0/summaries/0/max_bytes",
            Set(json!(-1)),
        ),
        (
            "negative",
            "",
            "/attachments/1/affordance/max_instances",
            Set(json!(-2)),
        ),
        (
            "negative",
            "",
            "/tools/0/workflow/steps/1/settle_after/timeout_ms",
            Set(json!(-1)),
        ),
        (
            "same-id",
            "",
            "/state_projections/0/snapshot/extract",
            Double,
        ),
        ("same-id", "", "/state_projections/0/summaries", Double),
        ("same-id", "", "/states/0/diagnostics", Double),
        (
            "same-id",
            "",
            "/tools/1/x_actions/execution/steps/1/id",
            Set(json!("a")),
        ),
        ("unknown-tool", "", "/transitions/0/tool", Set(json!("t9"))),
        (
            "unknown-tool",
            "",
            "/context/0/available_tools/0",
            Set(json!("t9")),
        ),
        (
            "unknown-signal",
            "",
            "/transitions/0/signal",
            Set(json!("g9")),
        ),
        (
            "unknown-signal",
            "",
            "/attachments/1/signals/0",
            Set(json!("g9")),
        ),
        (
            "unknown-state",
            "",
            "/context/0/next_states/0",
            Set(json!("s9")),
        ),
        (
            "private",
            "",
            "/provenance/source",
            Set(json!("/home/ada/map.json")),
        ),
        (
            "private",
            "",
            "/$t/x_actions/source/component",
            Set(json!("https://wiki.corp/cart")),
        ),
    ]
}

fn many() -> Value {
    (0..26)
        .map(|n| json!({"id": format!("find{n}"), "primitive": "pointer.click"}))
        .chain(
            // The output refers to this step.
            [json!({"id": "click", "primitive": "pointer.click"})],
        )
        .collect()
}

/// Returns the changes by rule.
pub(super) fn ways() -> Vec<(&'static rules::ManifestRule, Vec<(&'static str, Change)>)> {
    let mut ways: Vec<(&rules::ManifestRule, Vec<_>)> = Vec::new();
    for (id, case, at, what) in changes() {
        let rule = row(id, case);
        match ways.iter_mut().find(|(other, _)| *other == rule) {
            Some((_, ways)) => ways.push((at, what)),
            None => ways.push((rule, vec![(at, what)])),
        }
    }
    ways
}

/// Applies the change, and returns the places where a finding may point.
pub(super) fn change(root: &mut Value, at: &str, change: &Change) -> String {
    let last = root["tools"].as_array().map_or(0, Vec::len) - 1;
    let at = at.replace("$t", &format!("tools/{last}"));
    let (parent, name) = at.rsplit_once('/').unwrap();
    if let Double = change {
        let list = root.pointer_mut(&at).and_then(Value::as_array_mut).unwrap();
        list.push(list[0].clone());
        return at;
    }
    match root.pointer_mut(parent).unwrap() {
        Value::Object(members) => match change {
            Set(value) => drop(members.insert(name.to_owned(), value.clone())),
            _ => assert!(members.remove(name).is_some(), "{at}"),
        },
        Value::Array(elements) => {
            let Set(value) = change else { panic!("{at}") };
            elements[name.parse::<usize>().unwrap()] = value.clone();
        }
        other => panic!("{at}: {other}"),
    }
    at
}

fn row(id: &str, case: &str) -> &'static rules::ManifestRule {
    rules::ALL
        .iter()
        .find(|rule| (rule.id, rule.case) == (id, case))
        .unwrap()
}
