//! Tests that the validator, the oracle and the schema agree on constructed manifests after any edit.

use super::{
    changes::{change, changes},
    findings,
    oracle::errors,
    rules,
    strict::SCHEMA,
    valid::{dice, valid},
};
use crate::validate::Profile;
use proptest::{
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};
use std::{cell::RefCell, collections::BTreeSet};
use wire::Severity;

/// The number of edited manifests per case: 2,560 in total by default, and more than 10,000 with 1,024 cases.
const MUTATIONS: usize = 10;

/// An edit of the value at some place.
#[derive(Clone, Debug)]
enum Edit {
    Replace(Value),
    /// Replaces the value with a copy of another value.
    Copy(Index),
    Remove,
    /// Duplicates the element.
    Double,
    Insert(&'static str, Value),
}

fn values() -> Vec<Value> {
    let texts = [
        "",
        "a b",
        "é",
        "t0",
        "t9",
        "s0",
        "s9",
        "a0",
        "g0",
        "p0",
        "ns.x",
        "find",
        "click",
        "{% $now() %}",
        "{% x",
        "x %} y",
        "{% a %} {% b %}",
        " {% input.x %}\n",
        "jsonata",
        "stop",
        "enabled",
        "html_to_agent",
        "../a",
        "c:/a",
        "pointer.click",
        "viewport.scroll",
        "cursor",
        "dom",
        "actions.json",
    ];
    let mut values: Vec<Value> = texts.into_iter().map(Value::from).collect();
    values.extend([
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(1.0),
        json!(-1.5),
        json!(50),
        json!(50.5),
        json!(51),
    ]);
    values.extend([
        json!([]),
        json!({}),
        json!([7]),
        json!(["a", null]),
        json!([{}]),
        json!({"a": {"b": "x {% 1 %}"}}),
    ]);
    values.extend([
        json!({"state": "s9"}),
        json!({"delay_ms": 3}),
        json!({"locator": {}}),
        json!({"selector": [[]]}),
    ]);
    values
}

const MEMBERS: [&str; 24] = [
    "name",
    "id",
    "tool",
    "state",
    "attachment",
    "target",
    "selector",
    "source",
    "files",
    "namespace",
    "handler",
    "workflow",
    "direction",
    "input_schema",
    "result_schema",
    "payload",
    "event",
    "for_each",
    "max_items",
    "retry_until",
    "after_each",
    "settle_after",
    "delay_ms",
    "locator",
];

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => select(values()).prop_map(Edit::Replace),
        1 => any::<Index>().prop_map(Edit::Copy),
        2 => Just(Edit::Remove),
        1 => Just(Edit::Double),
        2 => (select(MEMBERS.as_slice()), select(values())).prop_map(|(name, value)| Edit::Insert(name, value)),
    ]
}

fn done(root: &mut Value, place: &Index, edit: Edit) {
    let mut all = Vec::new();
    super::pointers(root, String::new(), &mut all);
    let at = place.get(&all).clone();
    let Some((parent, name)) = at.rsplit_once('/') else {
        return;
    };
    match edit {
        Edit::Replace(value) => *root.pointer_mut(&at).unwrap() = value,
        Edit::Copy(other) => {
            let other: &String = other.get(&all);
            let other = root.pointer(other).unwrap().clone();
            *root.pointer_mut(&at).unwrap() = other;
        }
        Edit::Remove => match root.pointer_mut(parent).unwrap() {
            Value::Object(members) => drop(members.remove(name)),
            Value::Array(elements) => drop(elements.remove(name.parse().unwrap())),
            _ => unreachable!(),
        },
        Edit::Double => {
            let value = root.pointer(&at).unwrap().clone();
            if let Value::Array(elements) = root.pointer_mut(parent).unwrap() {
                elements.push(value);
            }
        }
        Edit::Insert(name, value) => {
            if let Value::Object(members) = root.pointer_mut(&at).unwrap() {
                members.insert(name.to_owned(), value);
            }
        }
    }
}

#[derive(Default)]
struct RuleCases {
    all: usize,
    /// The number of manifests with an error, and the number of those that the schema rejects.
    wrong: usize,
    refused: usize,
    broken: BTreeSet<&'static str>,
}

#[test]
fn validator_oracle_and_schema_agree_after_any_edit() {
    let seen = RefCell::new(RuleCases::default());
    let changes = changes();
    let edits = prop::collection::vec((any::<Index>(), edit()), 0..4);
    let several = prop::collection::vec(edits, MUTATIONS);
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&(dice(), several), |(mut dice, several)| {
        let valid = valid(&mut dice);
        for edits in several {
            let mut root = valid.clone();
            let mut seen = seen.borrow_mut();
            seen.all += 1;
            // Every second manifest starts with one of the constructed changes.
            if let Some((_, _, at, what)) = changes
                .get(seen.all / 2 % changes.len())
                .filter(|_| seen.all % 2 == 0)
            {
                change(&mut root, at, what);
            }
            edits
                .into_iter()
                .for_each(|(place, edit)| done(&mut root, &place, edit));
            let found = findings(&root, &Profile::STRICT);
            // Findings about expressions are ignored, because neither the oracle nor the schema reads expressions.
            let found = found.into_iter().filter(|finding| {
                finding.severity == Severity::Error && finding.rule != "W-expression"
            });
            let found: BTreeSet<_> = found
                .map(|finding| (finding.rule, finding.pointer.to_string()))
                .collect();
            let is_refused = !SCHEMA.is_valid(&root);
            prop_assert_eq!(&found, &errors(&root), "judge and oracle: {}", root);
            prop_assert!(
                !is_refused || !found.is_empty(),
                "only the schema refuses {}",
                root
            );
            seen.wrong += usize::from(!found.is_empty());
            seen.refused += usize::from(is_refused);
            seen.broken.extend(found.into_iter().map(|(rule, _)| rule));
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let RuleCases {
        all,
        wrong,
        refused,
        broken,
    } = seen.into_inner();
    let rules = rules::ALL
        .iter()
        .filter(|rule| rule.severity == Severity::Error)
        .map(|rule| rule.id);
    // JSON values have no duplicate members, and dictionaries are tested elsewhere.
    let others = ["duplicate", "D-required", "D-same-name", "W-expression"];
    assert_eq!(broken, rules.filter(|id| !others.contains(id)).collect());
    assert!(wrong * 2 > all && wrong < all, "{wrong} of {all}");
    // The remaining manifests have duplicate or undeclared names.
    assert!(refused * 10 > wrong * 8, "{refused} of {wrong}");
    println!(
        "{all} changed manifests: {wrong} have an error, and the schema refuses {refused} of them"
    );
}
