//! The law of corrections: they never make a text worse, and `check` announces exactly the corrections that are made.

use crate::{CheckOptions, Diagnostic, check, decode, repair};
use bridge::Protocol;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use wire::Severity;

/// The words with which `check` announces a correction.
const ANNOUNCED: &str = "`repair()` applies this repair";

/// Returns a valid session of one of four versions.
fn session(version: usize) -> Vec<Value> {
    let (word, catalog) = match version {
        0 => return session_0_8(),
        1 => (
            "v0.9",
            "https://a2ui.org/specification/v0_9/basic_catalog.json",
        ),
        2 => (
            "v0.9.1",
            "https://a2ui.org/specification/v0_9/basic_catalog.json",
        ),
        _ => (
            "v1.0",
            "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json",
        ),
    };
    let message = |key: &str, body: Value| json!({"version": word, key: body});
    vec![
        message(
            "createSurface",
            json!({"surfaceId": "s", "catalogId": catalog}),
        ),
        message(
            "updateComponents",
            json!({"surfaceId": "s", "components": [
                {"id": "root", "component": "Column", "children": ["title", "renew"]},
                {"id": "title", "component": "Text", "text": {"path": "/title"}},
                {"id": "renew", "component": "Button", "child": "label", "variant": "primary",
                    "action": {"event": {"name": "renew", "context": {"days": 21}}}},
                {"id": "label", "component": "Text", "text": "Renew it, [please] {now}"},
            ]}),
        ),
        message(
            "updateDataModel",
            json!({"surfaceId": "s", "path": "/title", "value": "Due: 'today'"}),
        ),
        message(
            "createSurface",
            json!({"surfaceId": "t", "catalogId": catalog}),
        ),
        message("deleteSurface", json!({"surfaceId": "t"})),
    ]
}

fn session_0_8() -> Vec<Value> {
    vec![
        json!({"surfaceUpdate": {"surfaceId": "s", "components": [
            {"id": "root", "component": {"Column": {"children": {"explicitList": ["title"]}}}},
            {"id": "title", "component": {"Text": {"text": {"literalString": "a"}}}},
        ]}}),
        json!({"dataModelUpdate": {"surfaceId": "s", "contents": [{"key": "a", "valueString": "b"}]}}),
        json!({"beginRendering": {"surfaceId": "s", "root": "root"}}),
        json!({"deleteSurface": {"surfaceId": "s"}}),
    ]
}

/// Returns the pointers of all objects in a value.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            found.push(at.to_owned());
            members
                .iter()
                .for_each(|(name, value)| objects(value, &format!("{at}/{name}"), found));
        }
        Value::Array(elements) => {
            let elements = elements.iter().enumerate();
            elements.for_each(|(index, value)| objects(value, &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

/// Returns another spelling of a name.
fn misspell(name: &str, choice: usize) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let at = choice / 7 % letters.len().max(1);
    match choice % 7 {
        0 => letters.push('2'),
        1 => letters.push('s'),
        2 if letters.len() > 1 => drop(letters.remove(at)),
        3 => letters.insert(at, 'x'),
        4 => {
            return name
                .chars()
                .flat_map(|letter| {
                    let snake = letter.is_ascii_uppercase().then_some('_');
                    snake.into_iter().chain(Some(letter.to_ascii_lowercase()))
                })
                .collect();
        }
        5 => return name.to_uppercase(),
        _ => letters.swap(at, (at + 1) % name.len().max(1)),
    }
    letters.into_iter().collect()
}

/// Damages the structure of a message.
fn damage(message: &mut Value, kind: usize, choice: usize) {
    let mut places = Vec::new();
    objects(message, "", &mut places);
    let at = places[choice % places.len()].clone();
    let Some(Value::Object(members)) = message.pointer_mut(&at) else {
        return;
    };
    let names: Vec<String> = members.keys().cloned().collect();
    let Some(name) = names.get(choice / 11 % names.len().max(1)).cloned() else {
        return;
    };
    let value = members[&name].clone();
    match kind {
        0 => drop(members.remove(&name)),
        1 => drop(members.insert(name, Value::Null)),
        2 => {
            members.remove(&name);
            members.insert(misspell(&name, choice / 13), value);
        }
        3 => drop(members.insert(misspell(&name, choice / 13), odd(choice / 17))),
        4 => drop(members.insert(name, Value::String(value.to_string()))),
        5 => {
            let one = value.as_array().and_then(|list| list.first().cloned());
            drop(members.insert(name, one.unwrap_or_else(|| json!([value]))));
        }
        6 => drop(members.insert(name, odd(choice / 17))),
        7 => drop(members.insert(
            ["metadata2", "weight2", "childen", "root", "dataModel"][choice / 17 % 5].into(),
            odd(choice / 19),
        )),
        _ => {
            // The version moves into the body.
            let version = message
                .as_object_mut()
                .and_then(|message| message.remove("version"));
            let body = message
                .as_object_mut()
                .and_then(|message| message.values_mut().next());
            if let (Some(version), Some(Value::Object(body))) = (version, body) {
                body.insert("version".into(), version);
            }
        }
    }
}

fn odd(choice: usize) -> Value {
    let mut other = Map::new();
    other.insert("a".into(), json!(1));
    [
        json!(null),
        json!(false),
        json!([1]),
        json!("x"),
        json!(1.5),
        Value::Object(other),
        json!([]),
    ][choice % 7]
        .clone()
}

/// Damages the text of a document.
fn damage_text(text: &mut String, kind: usize, choice: usize) {
    let places = |of: &[char]| -> Vec<usize> {
        text.char_indices()
            .filter(|(_, letter)| of.contains(letter))
            .map(|(at, _)| at)
            .collect()
    };
    let pick = |places: Vec<usize>| (!places.is_empty()).then(|| places[choice % places.len()]);
    match kind {
        0 => {
            if let Some(at) = pick(places(&['}', ']'])) {
                text.insert(at, ',')
            }
        }
        1 => {
            if let Some(at) = pick(places(&[','])) {
                text.remove(at);
            }
        }
        2 => {
            if let Some(at) = pick(places(&['}', ']'])) {
                text.remove(at);
            }
        }
        3 => {
            if let Some(at) = pick(places(&['}', ']'])) {
                text.insert(at, if choice % 2 == 0 { '}' } else { ']' })
            }
        }
        4 => {
            if let Some(at) = pick(
                (0..=text.len())
                    .filter(|at| text.is_char_boundary(*at))
                    .collect(),
            ) {
                text.truncate(at)
            }
        }
        5 => *text = text.replace('"', "'"),
        6 => *text = text.replace('"', "\u{201C}"),
        7 => {
            if let Some(at) = pick(places(&[',', '{'])) {
                text.insert_str(at + 1, " // why\n")
            }
        }
        8 => {
            if let Some(at) = pick(places(&['"'])) {
                text.remove(at);
            }
        }
        9 => *text = text.replace("\"surfaceId\"", "surfaceId"),
        10 => *text = text.replace("null", "None").replace("false", "False"),
        11 => {
            if let Some(at) = pick(places(&[':'])) {
                text.insert_str(at + 1, "NaN,\"x\":")
            }
        }
        _ => {
            if let Some(at) = pick(places(&[' ', ','])) {
                text.insert(at, '\n')
            }
        }
    }
}

/// Puts messages into one of the forms in which they are sent.
fn wrap(messages: &[Value], wrapper: usize) -> String {
    let lines: Vec<String> = messages.iter().map(Value::to_string).collect();
    let list = format!("[{}]", lines.join(","));
    let text_part = |text: &str| json!({"kind": "message", "messageId": "m", "role": "agent", "parts": [{"kind": "text", "text": text}]});
    match wrapper {
        0 => lines.join("\n") + "\n",
        1 => list,
        2 => json!({"messages": messages}).to_string(),
        3 => json!({"messages": list}).to_string(),
        4 => json!({"a": 1, "messages": list, "b": [2]}).to_string(),
        5 => Value::String(list).to_string(),
        6 => json!(lines).to_string(),
        7 => json!({"messages": lines}).to_string(),
        8 => json!({"operations": messages}).to_string(),
        9 => json!({"a2ui_operations": list}).to_string(),
        10 => json!({"messages": messages.first()}).to_string(),
        11 => json!({"operations": messages.first()}).to_string(),
        12 => format!("Here you are:\n```json\n{}\n```\nBye.\n", lines.join("\n")),
        13 => format!("Here you are:\n<a2ui-json>{list}</a2ui-json>\nBye.\n"),
        14 => text_part(&list).to_string(),
        15 => serde_json::to_string_pretty(messages).unwrap_or_default(),
        16 => messages.iter().filter_map(|one| serde_json::to_string_pretty(one).ok()).collect(),
        17 => lines.iter().map(|line| format!("data: {line}\n\n")).collect(),
        18 => lines.iter().map(|line| format!("2026-03-02 INFO {line}\n")).collect(),
        19 => lines.concat(),
        20 => json!({"messages": messages.iter().map(|one| json!([one])).collect::<Vec<_>>()}).to_string(),
        _ => json!({"kind": "data", "data": messages, "metadata": {"mimeType": "application/json+a2ui"}})
            .to_string(),
    }
}

/// Returns the rules of the errors.
fn error_rules(found: &[Diagnostic]) -> BTreeSet<&str> {
    let errors = found
        .iter()
        .filter(|found| found.severity == Severity::Error);
    errors.map(|error| error.rule.as_str()).collect()
}

/// Returns `true` if a text consists of JSON values.
fn is_json(text: &str) -> bool {
    serde_json::Deserializer::from_str(text)
        .into_iter::<Value>()
        .all(|value| value.is_ok())
}

fn check_law(text: &str) -> Result<(), TestCaseError> {
    let a2ui = Some(Protocol::A2ui.into());
    let messages =
        |text: &str| decode(text, a2ui, None).map_or(0, |decoded| decoded.messages.len());
    let before = check(text, a2ui, &CheckOptions::default()).unwrap_or_default();
    let repaired = repair(text, a2ui).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let new = &repaired.text;
    let after = check(new, a2ui, &CheckOptions::default()).unwrap_or_default();
    prop_assert!(
        messages(new) >= messages(text),
        "fewer messages:\n{text}\n{new}"
    );
    prop_assert!(!is_json(text) || is_json(new), "not JSON:\n{text}\n{new}");
    let (old_rules, new_rules) = (error_rules(&before), error_rules(&after));
    prop_assert!(
        new_rules.is_subset(&old_rules),
        "{new_rules:?} is not in {old_rules:?}:\n{text}\n{new}"
    );
    let is_announced = |found: &&Diagnostic| found.hint == ANNOUNCED;
    prop_assert!(
        !after.iter().any(|found| is_announced(&found)),
        "announced:\n{text}\n{new}\n{after:?}"
    );
    let again = repair(new, a2ui).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert!(
        again.text == *new,
        "not stable:\n{text}\n{new}\n{}",
        again.text
    );
    Ok(())
}

proptest! {
    // `PROPTEST_CASES` sets the number of cases.
    #[test]
    fn a_correction_never_makes_a_text_worse(
        version in 0..4_usize,
        kept in prop::collection::vec(any::<bool>(), 5),
        damages in prop::collection::vec((0..5_usize, 0..9_usize, any::<u32>()), 0..4),
        wrapper in 0..22_usize,
        of_text in prop::collection::vec((0..13_usize, any::<u32>()), 0..2),
    ) {
        let mut messages = session(version);
        let mut kept = kept.into_iter();
        messages.retain(|_| kept.next() != Some(false));
        for (index, kind, choice) in damages {
            if let Some(message) = messages.get_mut(index) {
                damage(message, kind, choice as usize);
            }
        }
        let mut text = wrap(&messages, wrapper);
        for (kind, choice) in of_text {
            damage_text(&mut text, kind, choice as usize);
        }
        check_law(&text)?;
    }
}

#[test]
fn messages_in_a_string_become_a_list() {
    let one = |id: &str| json!({"version": "v0.9", "deleteSurface": {"surfaceId": id}});
    let list = json!([one("a"), one("b")]);
    for (input, expected) in [
        (
            json!({"messages": list.to_string()}),
            json!({"messages": list}),
        ),
        (
            json!({"a": 1, "messages": list.to_string(), "b": 2}),
            json!({"a": 1, "messages": list, "b": 2}),
        ),
        (
            json!({"messages": one("a").to_string()}),
            json!({"messages": [one("a")]}),
        ),
        (
            json!({"messages": one("a")}),
            json!({"messages": [one("a")]}),
        ),
        (json!([list.to_string()]), list.clone()),
    ] {
        let repaired = repair(&input.to_string(), None).unwrap();
        let text: Value = serde_json::from_str(&repaired.text).unwrap();
        assert_eq!(text, expected, "{repaired:?}");
        assert_eq!(
            repaired
                .findings
                .iter()
                .filter(|found| found.severity == Severity::Error)
                .count(),
            0
        );
    }
}

#[test]
fn a_value_of_another_type_is_not_renamed() {
    for (name, value) in [
        ("metadata2", "false"),
        ("weight2", "[1]"),
        ("children2", "{}"),
    ] {
        let component =
            format!(r#"{{"id":"root","component":"Column","children":[],"{name}":{value}}}"#);
        let text = format!(
            r#"{{"version":"v1.0","createSurface":{{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{component}]}}}}"#
        );
        let repaired = repair(&text, None).unwrap();
        assert_eq!(repaired.text, text, "{repaired:?}");
    }
}

#[test]
fn a_misspelt_member_with_null_is_removed() {
    let component = |more: &str| {
        format!(
            r#"{{"version":"v1.0","createSurface":{{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{{"id":"root","component":"Column","children":[]{more}}}]}}}}"#
        )
    };
    let repaired = repair(&component(r#","weight2":null"#), None).unwrap();
    assert_eq!(repaired.text, component(""), "{repaired:?}");
}

#[test]
fn a_message_in_a_list_in_a_block_is_split_within_the_list() {
    let create = |more: &str| {
        format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"c"{more}}}}}"#)
    };
    let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"a":1}}}"#;
    let text = |list: &str| format!("Here:\n<a2ui-json>[{list}]</a2ui-json>\n");
    let repaired = repair(&text(&create(r#","dataModel":{"a":1}"#)), None).unwrap();
    assert_eq!(
        repaired.text,
        text(&format!("{}, {update}", create(""))),
        "{repaired:?}"
    );
}
