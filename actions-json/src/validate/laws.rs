//! Whoever breaks one rule of a valid manifest is told of that rule and of no other.

use super::{Profile, Validate, check, rules};
use crate::{dictionary::Dictionary, manifest::Manifest};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use wire::Finding;

/// Decides what a manifest looks like where the rules leave it open.
#[derive(Debug)]
struct Dice(Vec<u8>);

impl Dice {
    fn below(&mut self, n: u8) -> u8 {
        self.0.pop().unwrap_or(0) % n
    }

    fn is_set(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A safe name that starts as `stem` does.
    fn name(&mut self, stem: &str) -> String {
        let ends = ["", "_x", "-9", ".deep", ".a.b-c_d"];
        format!("{stem}{}", ends[usize::from(self.below(5))])
    }

    /// Members that no rule is about.
    fn open(&mut self, value: Value) -> Value {
        let mut value = value;
        if self.is_set() {
            let other = [json!(null), json!({"a": [1, {}]}), json!("50 % of {this}")]
                [usize::from(self.below(3))]
            .clone();
            value.as_object_mut().unwrap().insert("x_other".into(), other);
        }
        value
    }
}

fn dice() -> impl Strategy<Value = Dice> {
    prop::collection::vec(any::<u8>(), 96).prop_map(Dice)
}

const PRIMITIVES: [&str; 5] =
    ["locator.element_info", "pointer.click", "locator.wait_for", "viewport.scroll", "text.type"];

fn target(dice: &mut Dice) -> Value {
    let target = match dice.below(4) {
        0 => json!({}),
        1 => json!({"selector": "#a", "selectors": ["b", "c"], "confidence": "observed"}),
        2 => json!({"selectors": "b", "role": "button", "state": "s1"}),
        _ => json!({"fallback_selectors": [], "text_contains": "{% not a slot here", "url_matches": ".*"}),
    };
    dice.open(target)
}

fn workflow(dice: &mut Dice) -> Value {
    let mut steps = vec![
        json!({"id": "find", "primitive": "locator.element_info", "args": {"locator": {"selector": "#a"}, "text": "{% input.text %}"},
            "retry_until": "{% $exists(steps.find.output.x) %}", "max_attempts": 3,
            "after_each": {"primitive": "viewport.scroll", "args": {"delta_y": "{% 10 %}"}}}),
        json!({"id": "click", "primitive": "pointer.click", "args": {"x": "{% steps.find.output.x %}"},
            "when": "{% $exists(steps.find.output.x) %}", "settle_after": {"locator": {"selector": "#b"}, "state": "visible"}}),
        json!({"id": "every", "primitive": "text.type", "for_each": "{% steps.find.output.all %}", "max_items": 50, "on_error": "continue"}),
    ];
    for n in 0..dice.below(4) {
        let settle =
            if dice.is_set() { json!({"delay_ms": 0.5}) } else { json!({"locator": {}, "timeout_ms": 9}) };
        steps.push(json!({"id": format!("more-{n}"), "primitive": PRIMITIVES[usize::from(dice.below(5))], "settle_after": settle}));
    }
    let mut workflow = json!({"version": 1, "expression_language": "jsonata", "steps": steps, "output": "{% {'a': steps.click} %}"});
    if dice.is_set() {
        workflow["x_state_machine"] = json!({"states": ["a"]});
    }
    workflow["postcondition"] = if dice.is_set() { json!("p0") } else { json!({"projection": "p0"}) };
    workflow
}

fn projection(name: &str, dice: &mut Dice) -> Value {
    let field = json!({"selector": "b", "property": "innerText", "trim": true, "fields": {"deep": {"attribute": "href", "many": false}}});
    let expression = if dice.is_set() { "{% {'a': records.r} %}" } else { "{}" };
    let mut projection = json!({
        "name": name, "snapshot": {
            "version": 1, "source": "dom", "extract": [{"id": "r", "selector": "li", "fields": {"a": field}}],
            "projection": {"language": "jsonata", "expression": expression}, "output_schema": {"type": "object"}},
        "summaries": [{"name": "short", "max_bytes": 10, "expression": "{% 1 %}"}],
        "postconditions": {"t0": {"projection": "p0", "verify": {"language": "jsonata", "expression": "{% true %}"}}},
        "markers": [{"id": "m0", "type": "cursor", "recipe": [{"primitive": "keyboard.press", "args": {}}]}, {"id": "m1", "type": "pointer", "recipe": [{"primitive": "text.insert"}]}]});
    if dice.is_set() {
        projection["scope"] = json!({"url_matches": "https://*"});
    }
    dice.open(projection)
}

/// A manifest to which nothing is to be said. Of what is declared, the last of each kind is referred to by nobody.
fn valid(dice: &mut Dice) -> Value {
    let schema = || json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let source =
        json!({"files": ["a.js", "./b/c..d.html"], "symbols": [], "selectors": "#a", "component": "Cart"});
    let mut tools = vec![
        json!({"name": "t0", "description": "d", "input_schema": schema(), "workflow": workflow(dice), "requires": ["pointer.click"]}),
        json!({"name": "t2", "description": "", "input_schema": {}, "x_actions": {"execution": {"mode": "documentary", "steps": [{"type": "click", "target": target(dice)}]}}}),
        json!({"name": dice.name("t1"), "description": "d", "input_schema": {}, "target": target(dice),
            "x_actions": {"handler": dice.name("h"), "direction": "agent_to_html", "scope": "persistent", "source": source, "result_schema": schema(), "static_output": 1}}),
    ];
    if dice.is_set() {
        tools.insert(1, json!({"name": "told", "description": "d", "input_schema": {}, "x_actions": {"direction": "html_to_agent"}}));
    }
    let tools: Vec<Value> = tools.into_iter().map(|tool| dice.open(tool)).collect();
    let mut root = json!({
        "protocol": "actions.json", "version": 1, "surface": {"origin": "https://a.test", "name": "A"},
        "imports": [{"id": dice.name("i0"), "uri": "https://b.test/actions.json", "namespace": "ns", "trust": "public", "kind": "public"},
            {"id": dice.name("i1"), "uri": "b", "enabled": dice.is_set(), "provenance": {"revision": "7"}}],
        "composition": {"default_conflict_policy": "prefer_local", "namespace_required": dice.is_set()},
        "context": [{"id": "c0", "available_tools": ["t0", "ns.any"], "load_when": {"states": ["s1"], "targets": ["x"]}, "next_states": ["s0"]}, {"id": dice.name("c1"), "body": "b"}],
        "states": [{"name": "s0", "diagnostics": [{"name": "look", "target": target(dice)}], "observables": ["n"]}, {"name": "s1"}, {"name": dice.name("s2")}],
        "transitions": [{"name": "go", "from": "s0", "to": "s1", "tool": "t0", "signal": "g0", "method": "whatever", "rate_limit_ms": 1.5},
            {"name": dice.name("back"), "from": "s1", "to": "ns.s0", "convergence": {"max_attempts": 2}}],
        "signals": [{"name": "g0", "event": "e", "ingestion": "enabled", "direction": "bidirectional", "payload": schema(), "protocol": {}},
            {"name": dice.name("g1"), "event": "x:y", "target": target(dice), "ingestion": "disabled_by_default"}],
        "attachments": [{"id": "a0", "kind": "beacon", "target": target(dice), "lifecycle": {}, "signals": {"activated": "g0"}},
            {"id": dice.name("a1"), "target": target(dice), "lifecycle": {"install": "when_target_matches"}, "signals": ["g0"], "affordance": {"max_instances": 1}}],
        "checks": [{"id": "k0", "severity": "major", "assertions": [{"tool": "t0", "state": "s0", "attachment": "a0", "target": {"state": "s1"}, "visible": true}]},
            {"id": dice.name("k1"), "negative_assertions": [{"tool": "ns.t9"}]}],
        "state_projections": [projection("p0", dice), projection("p1", dice)],
        "provenance": {"created_by": "the harbour desk", "created_at": "2026-02-01", "source": "https://a.test/b"},
    });
    root["tools"] = Value::Array(tools);
    dice.open(root)
}

/// What is done to a manifest.
enum Change {
    Set(Value),
    Remove,
    /// A list gets its first element once more.
    Double,
}

use Change::*;

/// For each rule (and its case): places and what is done there. `$t` is the last tool.
fn changes() -> Vec<(&'static str, &'static str, &'static str, Change)> {
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
        ("V9", "", "/signals/1/target", Set(json!({"selectors": ["a", null]}))),
        ("V9", "", "/attachments/0/target", Set(json!({"fallback_selectors": {}}))),
        ("V9", "", "/states/0/diagnostics/0/target", Set(json!({"selector": null}))),
        ("V9", "", "/$t/x_actions/source/selectors", Set(json!([[]]))),
        ("V10", "", "/attachments/0/target", Remove),
        ("V10", "", "/attachments/1/lifecycle", Remove),
        ("V10", "", "/attachments/1/lifecycle", Set(json!("always"))),
        ("V11", "", "/transitions/0/from", Set(json!("s9"))),
        ("V11", "", "/transitions/1/to", Set(json!("other.s0"))),
        ("V12", "", "/checks/0/assertions/0/tool", Set(json!("t9"))),
        ("V12", "", "/checks/0/assertions/0/state", Set(json!("t0"))),
        ("V12", "", "/checks/0/assertions/0/attachment", Set(json!("a9"))),
        ("V12", "", "/checks/0/assertions/0/target/state", Set(json!("s9"))),
        ("V13", "", "/$t/x_actions/source/files/0", Set(json!("../a.js"))),
        ("V13", "", "/$t/x_actions/source/files/1", Set(json!("c:\\a.js"))),
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
        ("shape", "states", "/states", Set(json!({"s0": "a", "s1": "b"}))),
        ("shape", "surface", "/surface", Set(json!("inbox"))),
        ("unknown-word", "", "/checks/0/severity", Set(json!("mayor"))),
        ("unknown-word", "", "/signals/1/direction", Set(json!("sideways"))),
        ("unknown-word", "", "/imports/0/trust", Set(json!(""))),
        ("W-object", "", "/tools/0/workflow", Set(json!(7))),
        ("W-member", "", "/tools/0/workflow/cleanup", Set(json!([]))),
        ("W-version", "", "/tools/0/workflow/version", Set(json!("1"))),
        ("W-language", "", "/tools/0/workflow/expression_language", Remove),
        ("W-steps", "", "/tools/0/workflow/steps", Set(json!(null))),
        ("W-step-count", "", "/tools/0/workflow/steps", Set(many())),
        ("W-step", "", "/tools/0/workflow/steps/2", Set(json!("click"))),
        ("W-step-member", "", "/tools/0/workflow/steps/0/save_as", Set(json!("a"))),
        ("W-id", "", "/tools/0/workflow/steps/2/id", Set(json!("a.b"))),
        ("W-id", "", "/tools/0/workflow/steps/2/id", Remove),
        ("W-same-id", "", "/tools/0/workflow/steps/2/id", Set(json!("find"))),
        ("W-primitive", "", "/tools/0/workflow/steps/2/primitive", Set(json!(""))),
        ("W-primitive", "", "/tools/0/workflow/steps/2/primitive", Set(json!(7))),
        ("W-unknown-primitive", "", "/tools/0/workflow/steps/1/primitive", Set(json!("pointer.press"))),
        ("W-args", "", "/tools/0/workflow/steps/2/args", Set(json!(["a"]))),
        ("W-for-each", "", "/tools/0/workflow/steps/2/max_items", Remove),
        ("W-for-each", "", "/tools/0/workflow/steps/2/max_items", Set(json!(51))),
        ("W-retry", "", "/tools/0/workflow/steps/0/max_attempts", Set(json!(0))),
        ("W-retry", "", "/tools/0/workflow/steps/0/max_attempts", Set(json!("3"))),
        ("W-after-each", "", "/tools/0/workflow/steps/0/after_each/primitive", Set(json!("pointer.click"))),
        ("W-after-each", "", "/tools/0/workflow/steps/0/after_each", Set(json!([]))),
        ("W-on-error", "", "/tools/0/workflow/steps/2/on_error", Set(json!("retry"))),
        ("W-on-error", "empty", "/tools/0/workflow/steps/2/on_error", Set(json!(""))),
        ("W-settle", "", "/tools/0/workflow/steps/1/settle_after", Set(json!({"state": "visible"}))),
        ("W-settle", "", "/tools/0/workflow/steps/1/settle_after/delay_ms", Set(json!(7))),
        ("W-settle", "", "/tools/0/workflow/steps/1/settle_after", Set(json!({"delay_ms": 0}))),
        ("W-settle", "", "/tools/0/workflow/steps/1/settle_after", Set(json!(null))),
        ("W-settle", "", "/tools/0/workflow/steps/1/settle_after/locator", Set(json!("#a"))),
        ("W-partial-slot", "", "/tools/0/workflow/steps/1/args/x", Set(json!({"deep": ["a {% 1 %}"]}))),
        ("W-partial-slot", "", "/tools/0/workflow/output", Set(json!("%}"))),
        ("W-forbidden-function", "", "/tools/0/workflow/steps/1/when", Set(json!("{% $NOW () %}"))),
        (
            "W-forbidden-function",
            "",
            "/state_projections/0/snapshot/projection/expression",
            Set(json!("$random()")),
        ),
        ("W-unknown-step", "", "/tools/0/workflow/output", Set(json!("{% steps.fnd.output %}"))),
        ("W-later-step", "", "/tools/0/workflow/steps/1/when", Set(json!("{% steps.every %}"))),
        ("W-postcondition", "", "/tools/0/workflow/postcondition", Set(json!({"projection": "p9"}))),
        ("P-name", "", "/state_projections/1/name", Set(json!(""))),
        ("P-name", "", "/state_projections/1/name", Remove),
        ("P-same-name", "", "/state_projections/1/name", Set(json!("p0"))),
        ("P-snapshot", "", "/state_projections/1/snapshot", Remove),
        ("P-version", "", "/state_projections/0/snapshot/version", Set(json!(2))),
        ("P-source", "", "/state_projections/0/snapshot/source", Set(json!("ax"))),
        ("P-extract", "", "/state_projections/0/snapshot/extract", Set(json!({}))),
        ("P-record", "", "/state_projections/0/snapshot/extract/0/selector", Remove),
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
        ("P-expression", "", "/state_projections/0/snapshot/projection", Remove),
        ("P-expression", "", "/state_projections/0/snapshot/projection/expression", Set(json!(1))),
        ("P-language", "", "/state_projections/0/snapshot/projection/language", Set(json!("jq"))),
        ("P-output-schema", "", "/state_projections/0/snapshot/output_schema", Set(json!(null))),
        ("P-summary", "", "/state_projections/0/summaries/0/expression", Remove),
        ("P-postconditions", "", "/state_projections/0/postconditions", Set(json!([]))),
        ("P-postconditions", "", "/state_projections/0/postconditions/t0", Set(json!(7))),
        ("P-unknown-projection", "", "/state_projections/0/postconditions/t0/projection", Set(json!("p9"))),
        ("P-markers", "", "/state_projections/0/markers", Set(json!("none"))),
        ("P-marker-id", "", "/state_projections/0/markers/0/id", Set(json!(""))),
        ("P-same-marker", "", "/state_projections/0/markers/1/id", Set(json!("m0"))),
        ("P-marker-type", "", "/state_projections/0/markers/0/type", Set(json!("gaze"))),
        ("P-recipe", "", "/state_projections/0/markers/0/recipe", Set(json!([]))),
        ("P-recipe-step", "", "/state_projections/0/markers/0/recipe/0/primitive", Set(json!("debug.run"))),
        ("unknown-tool", "", "/transitions/0/tool", Set(json!("t9"))),
        ("unknown-tool", "", "/context/0/available_tools/0", Set(json!("t9"))),
        ("unknown-signal", "", "/transitions/0/signal", Set(json!("g9"))),
        ("unknown-signal", "", "/attachments/1/signals/0", Set(json!("g9"))),
        ("unknown-state", "", "/context/0/next_states/0", Set(json!("s9"))),
        ("private", "", "/provenance/source", Set(json!("/home/ada/map.json"))),
        ("private", "", "/$t/x_actions/source/component", Set(json!("https://wiki.corp/cart"))),
    ]
}

fn many() -> Value {
    (0..26)
        .map(|n| json!({"id": format!("find{n}"), "primitive": "pointer.click"}))
        .chain(
            // The output refers to it.
            [json!({"id": "click", "primitive": "pointer.click"})],
        )
        .collect()
}

/// The same by rule.
fn ways() -> Vec<(&'static rules::Rule, Vec<(&'static str, Change)>)> {
    let mut ways: Vec<(&rules::Rule, Vec<_>)> = Vec::new();
    for (id, case, at, what) in changes() {
        let rule = row(id, case);
        match ways.iter_mut().find(|(other, _)| *other == rule) {
            Some((_, ways)) => ways.push((at, what)),
            None => ways.push((rule, vec![(at, what)])),
        }
    }
    ways
}

/// Does it, and says where a finding may point.
fn change(root: &mut Value, at: &str, change: &Change) -> String {
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

fn judged(root: &Value, profile: &Profile) -> Vec<Finding> {
    let manifest: Manifest = wire::decode(&root.to_string()).unwrap();
    check(&manifest, profile, Some(&Dictionary::of_names(PRIMITIVES)))
}

/// Every finding points at something, or at the missing member of something.
fn points_somewhere(root: &Value, finding: &Finding) -> bool {
    let at = finding.pointer.as_str();
    let parent = at.rsplit_once('/').map_or("", |(parent, _)| parent);
    root.pointer(at).is_some() || root.pointer(parent).is_some_and(Value::is_object)
}

fn row(id: &str, case: &str) -> &'static rules::Rule {
    rules::ALL.iter().find(|rule| (rule.id, rule.case) == (id, case)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn nothing_is_said_to_a_valid_manifest(mut dice in dice()) {
        let root = valid(&mut dice);
        prop_assert_eq!(judged(&root, &Profile::STRICT), vec![]);
        prop_assert_eq!(judged(&root, &Profile::PUBLISHED), vec![]);
    }

    #[test]
    fn who_breaks_one_rule_is_told_of_that_rule(mut dice in dice(), which in 0usize..12, is_strict in any::<bool>()) {
        let root = valid(&mut dice);
        let profile = if is_strict { &Profile::STRICT } else { &Profile::PUBLISHED };
        for (rule, ways) in ways() {
            let (at, what) = &ways[which % ways.len()];
            let mut root = root.clone();
            let at = change(&mut root, at, what);
            let found = judged(&root, profile);
            let (id, severity) = (rule.id, profile.severity(rule));
            prop_assert!(!found.is_empty(), "{id} at {at}: nothing found in {root}");
            for finding in found {
                prop_assert!(finding.rule == id && finding.severity == severity, "{id} at {at}: {finding}");
                let below = finding.pointer.as_str();
                prop_assert!(below.starts_with(at.as_str()) || at.starts_with(below), "{id} at {at}: {finding}");
                prop_assert!(points_somewhere(&root, &finding), "{id} at {at}: {finding}");
                prop_assert!(!finding.message.is_empty() && !finding.hint.is_empty(), "{finding}");
            }
        }
    }

    #[test]
    fn whatever_stands_anywhere_is_judged_and_pointed_at(mut dice in dice(), places in prop::collection::vec((any::<prop::sample::Index>(), 0usize..8), 1..6)) {
        let mut root = valid(&mut dice);
        for (place, other) in places {
            let mut all = Vec::new();
            pointers(&root, String::new(), &mut all);
            let at = place.get(&all);
            if at.is_empty() { continue }
            let other = [json!(null), json!(true), json!(-1.5), json!(""), json!("{% $now() %} {% x"), json!([]), json!({}), json!([[7], {"a": {}}])][other].clone();
            *root.pointer_mut(at).unwrap() = other;
        }
        for finding in judged(&root, &Profile::STRICT) {
            prop_assert!(points_somewhere(&root, &finding), "{finding}\n{root}");
        }
    }

    #[test]
    fn who_breaks_a_dictionary_is_told_of_that_rule(n in 1usize..4, which in 0usize..16) {
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
        prop_assert!(points_somewhere(&root, &found[0]));
    }
}

fn dictionary(root: &Value) -> Vec<Finding> {
    wire::decode::<Dictionary>(&root.to_string()).unwrap().validate()
}

fn pointers(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| pointers(value, format!("{at}/{name}"), all))
        }
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(n, value)| pointers(value, format!("{at}/{n}"), all))
        }
        _ => {}
    }
    all.push(at);
}

#[test]
fn every_rule_is_broken_by_some_change() {
    let mut broken: BTreeSet<_> = changes().iter().map(|(id, case, ..)| (*id, *case)).collect();
    // These are broken by tests of their own: a doubled member is no value, the others need a dictionary or a feature.
    broken.extend([("duplicate", ""), ("D-required", ""), ("D-same-name", ""), ("unusable-schema", "")]);
    let all: BTreeSet<_> = rules::ALL.iter().map(|rule| (rule.id, rule.case)).collect();
    assert_eq!(broken, all);
}

#[test]
fn a_doubled_member_is_found_wherever_an_object_is_read() {
    let tool = r#""description":"d","input_schema":{}"#;
    for (text, pointer) in [
        (format!(r#""tools":[{{"name":"a",{tool},"name":"a"}}]"#), "/tools/0/name"),
        (
            format!(r#""tools":[{{"name":"a",{tool},"x_actions":{{"handler":"a","handler":"a"}}}}]"#),
            "/tools/0/x_actions/handler",
        ),
        (
            r#""tools":[],"signals":[{"name":"a","target":{"role":"","role":""}}]"#.to_owned(),
            "/signals/0/target/role",
        ),
        (r#""tools":[],"provenance":{"x":1,"x":2}"#.to_owned(), "/provenance/x"),
    ] {
        let text = format!(r#"{{"protocol":"actions.json","version":1,{text}}}"#);
        let manifest: Manifest = wire::decode(&text).unwrap();
        let found: Vec<_> =
            manifest.validate().into_iter().map(|f| (f.rule, f.pointer.to_string())).collect();
        assert_eq!(found, [("duplicate", pointer.to_owned())]);
        assert_eq!(wire::encode(&manifest).unwrap(), text);
    }
}

#[cfg(feature = "jsonschema")]
#[test]
fn a_schema_that_no_draft_accepts_is_a_warning() {
    for (schema, below) in [
        (r#"{"type":"strin"}"#, Some("/type")),
        (r#"{"properties":{"a":{"minimum":"1"}}}"#, Some("/properties/a/minimum")),
        (r#"{"required":"a"}"#, Some("/required")),
        (r#"{"$schema":"http://json-schema.org/draft-07/schema#","if":7}"#, Some("/if")),
        (r#"{"$schema":"https://dialects.test/mine","type":7}"#, None),
        (r##"{"$ref":"#/properties/a","properties":{"a":{"items":[{}]}}}"##, None),
        (r#"{"exclusiveMinimum":true,"minimum":0}"#, None),
    ] {
        let text = format!(
            r#"{{"protocol":"actions.json","version":1,"tools":[{{"name":"a","description":"d","input_schema":{schema},"x_actions":{{"handler":"a"}}}}]}}"#
        );
        let manifest: Manifest = wire::decode(&text).unwrap();
        let found: Vec<_> =
            manifest.validate().into_iter().map(|f| (f.rule, f.severity, f.pointer.to_string())).collect();
        let expected = below.map(|below| {
            ("unusable-schema", wire::Severity::Warning, format!("/tools/0/input_schema{below}"))
        });
        assert_eq!(found, Vec::from_iter(expected), "{schema}");
    }
}
