//! A generator of valid manifests.

use proptest::prelude::*;
use serde_json::{Value, json};

/// A source of decisions that the rules leave open.
#[derive(Debug, Default)]
pub(super) struct Dice(Vec<u8>);

impl Dice {
    fn below(&mut self, n: u8) -> u8 {
        self.0.pop().unwrap_or(0) % n
    }

    fn is_set(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Builds a safe name that starts with `stem`.
    fn name(&mut self, stem: &str) -> String {
        let ends = ["", "_x", "-9", ".deep", ".a.b-c_d"];
        format!("{stem}{}", ends[usize::from(self.below(5))])
    }

    /// Adds members that the rules do not mention.
    fn open(&mut self, value: Value) -> Value {
        let mut value = value;
        if self.is_set() {
            let other = [json!(null), json!({"a": [1, {}]}), json!("50 % of {this}")]
                [usize::from(self.below(3))]
            .clone();
            value
                .as_object_mut()
                .unwrap()
                .insert("x_other".into(), other);
        }
        value
    }
}

pub(super) fn dice() -> impl Strategy<Value = Dice> {
    prop::collection::vec(any::<u8>(), 96).prop_map(Dice)
}

/// The primitives that the workflows call.
pub(super) const PRIMITIVES: [&str; 5] = [
    "locator.element_info",
    "pointer.click",
    "locator.wait_for",
    "viewport.scroll",
    "text.type",
];

fn target(dice: &mut Dice) -> Value {
    let target = match dice.below(4) {
        0 => json!({}),
        1 => json!({"selector": "#a", "selectors": ["b", "c"], "confidence": "observed"}),
        2 => json!({"selectors": "b", "role": "button", "state": "s1"}),
        _ => {
            json!({"fallback_selectors": [], "text_contains": "{% not a slot here", "url_matches": ".*"})
        }
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
        let settle = if dice.is_set() {
            json!({"delay_ms": 0.5})
        } else {
            json!({"locator": {}, "timeout_ms": 9})
        };
        steps.push(json!({"id": format!("more-{n}"), "primitive": PRIMITIVES[usize::from(dice.below(5))], "settle_after": settle}));
    }
    let mut workflow = json!({"version": 1, "expression_language": "jsonata", "steps": steps, "output": "{% {'a': steps.click} %}"});
    if dice.is_set() {
        workflow["x_state_machine"] = json!({"states": ["a"]});
    }
    workflow["postcondition"] = if dice.is_set() {
        json!("p0")
    } else {
        json!({"projection": "p0"})
    };
    workflow
}

fn projection(name: &str, dice: &mut Dice) -> Value {
    let field = json!({"selector": "b", "property": "innerText", "trim": true, "fields": {"deep": {"attribute": "href", "many": false}}});
    let expression = if dice.is_set() {
        "{% {'a': records.r} %}"
    } else {
        "{}"
    };
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

/// Creates a valid manifest without references to the last declared item of each kind.
pub(super) fn valid(dice: &mut Dice) -> Value {
    let schema = || json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let source = json!({"files": ["a.js", "./b/c..d.html"], "symbols": [], "selectors": "#a", "component": "Cart"});
    let mut tools = vec![
        json!({"name": "t0", "description": "d", "input_schema": schema(), "workflow": workflow(dice), "requires": ["pointer.click"]}),
        json!({"name": "t2", "description": "", "input_schema": {}, "x_actions": {"execution": {"mode": "documentary", "steps": [{"id": "a", "type": "click", "target": target(dice)}, {"id": "b", "type": "type", "value_from": "n"}]}}}),
        json!({"name": dice.name("t1"), "description": "d", "input_schema": {}, "target": target(dice),
            "x_actions": {"handler": dice.name("h"), "direction": "agent_to_html", "scope": "persistent", "source": source, "result_schema": schema(), "static_output": 1}}),
    ];
    if dice.is_set() {
        tools.insert(2, json!({"name": "told", "description": "d", "input_schema": {}, "x_actions": {"direction": "html_to_agent"}}));
    }
    let tools: Vec<Value> = tools.into_iter().map(|tool| dice.open(tool)).collect();
    let mut root = json!({
        "protocol": "actions.json", "version": 1, "surface": {"origin": "https://a.test", "name": "A"},
        "imports": [{"id": dice.name("i0"), "uri": "https://b.test/actions.json", "namespace": "ns", "trust": "public", "kind": "public"},
            {"id": dice.name("i1"), "uri": "b", "namespace": dice.name("n1"), "enabled": dice.is_set(), "provenance": {"revision": "7"}},
            {"id": "on", "uri": "c", "namespace": "n2"}, {"id": "off", "uri": "c", "enabled": false}],
        "composition": if dice.is_set() { json!({"default_conflict_policy": "prefer_local", "namespace_required": true}) } else { json!({}) },
        "context": [{"id": "c0", "available_tools": ["t0", "ns.any"], "load_when": {"states": ["s1"], "targets": ["x"]}, "next_states": ["s0"]}, {"id": dice.name("c1"), "body": "b"}],
        "states": [{"name": "s0", "diagnostics": [{"name": "look", "target": target(dice)}], "observables": ["n"]}, {"name": "s1"}, {"name": dice.name("s2")}],
        "transitions": [{"name": "go", "from": "s0", "to": "s1", "tool": "t0", "signal": "g0", "method": "whatever", "rate_limit_ms": 1.5},
            {"name": dice.name("back"), "from": "s1", "to": "ns.s0", "convergence": {"max_attempts": 2}}],
        "signals": [{"name": "g0", "event": "e", "ingestion": "enabled", "direction": "bidirectional", "payload": schema(), "protocol": {}},
            {"name": dice.name("g1"), "event": "x:y", "target": target(dice), "ingestion": "disabled_by_default"}],
        "attachments": [{"id": "a0", "kind": "beacon", "target": target(dice), "lifecycle": {}, "signals": {"activated": "g0"}},
            {"id": dice.name("a1"), "target": target(dice), "lifecycle": {"install": "when_target_matches"}, "signals": ["g0"], "affordance": {"max_instances": 1, "opens": {"tool": "t0", "arguments": {"x": "50 %"}}}}],
        "checks": [{"id": "k0", "severity": "major", "assertions": [{"tool": "t0", "state": "s0", "attachment": "a0", "target": {"state": "s1"}, "visible": true}]},
            {"id": dice.name("k1"), "tool": "t0", "state": "s1", "attachment": "ns.any", "target": target(dice), "negative_assertions": [{"tool": "ns.t9"}],
                "setup": ["Sign in.", {"type": "call", "tool": "t0", "target": target(dice)}], "steps": [{"type": "wait", "state": "visible", "target": {"state": "s0"}}]}],
        "requires": {"primitive_dictionary": {"required_primitives": ["text.type"]}},
        "state_projections": [projection("p0", dice), projection("p1", dice)],
        "provenance": {"created_by": "the harbour desk", "created_at": "2026-02-01", "source": "https://a.test/b"},
    });
    root["tools"] = Value::Array(tools);
    dice.open(root)
}
