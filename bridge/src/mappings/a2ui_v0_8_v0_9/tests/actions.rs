//! Tests that a click sends only what the agent declared.

use super::edits::{CREATE, down, new_update, plain_target, texts, up};
use crate::{Carry, Context, Dialect, Translator, Verdict};

fn button(action: &str) -> String {
    new_update(&format!(
        r#"{{"id":"root","component":"Button","child":"t","variant":"primary","action":{action}}}"#
    ))
}

/// Translates a button to 0.8. Returns it with the note about its action.
fn button_and_note(action: &str) -> (String, Verdict, String) {
    let mut translator =
        Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default()).unwrap();
    let mut outputs = Vec::new();
    for message in plain_target(&[CREATE, &button(action)]) {
        outputs.extend(
            translator
                .push(message.0, Carry::default())
                .unwrap()
                .outputs,
        );
    }
    let all: Vec<_> = outputs
        .iter()
        .map(|output| output.message.encode().unwrap())
        .collect();
    let update = all
        .iter()
        .find(|text| text.contains("surfaceUpdate"))
        .unwrap();
    let (_, action) = update.split_once(r#""action":"#).unwrap();
    let notes = outputs.iter().flat_map(|output| &output.notes);
    let note = notes.filter(|note| {
        note.from
            .as_str()
            .starts_with("/updateComponents/components/0/action")
    });
    let note = note.max_by_key(|note| note.verdict as u8).unwrap();
    let remark = note
        .remark
        .get()
        .map(ToString::to_string)
        .unwrap_or_default();
    (
        action.trim_end_matches("}}}]}}").to_owned(),
        note.verdict,
        remark,
    )
}

#[test]
fn an_action_without_an_event_name_gets_an_empty_name() {
    let actions = [
        r#"{"evnt":{"name":"go"}}"#,
        r#"{"event":{"nam":"go"}}"#,
        r#"{"event":{"name":7}}"#,
        r#"{"event":{"name":""}}"#,
        r#"{"event":"go"}"#,
        r#"{"name":""}"#,
        r#"{"name":{"path":"/n"}}"#,
        r#"{"functionCall":{"call":"openUrl","args":{"url":"https://example.com"}}}"#,
        r#"{"functionCall":{"cal":"openUrl"}}"#,
        r#"{"functionCall":{"call":null}}"#,
        r#"{"functionCall":{},"name":"go"}"#,
        r#"{"context":{"a":1}}"#,
        "{}",
        "null",
        r#""go""#,
        "[1]",
    ];
    for action in actions {
        let (target, verdict, remark) = button_and_note(action);
        assert_eq!(target, r#"{"name":""}"#, "{action}");
        let expected = "a click names no event";
        assert!(
            verdict == Verdict::Carried && remark.contains(expected),
            "{action}"
        );
        let session = [CREATE, &button(action)];
        assert_eq!(
            texts(&up(down(plain_target(&session)))),
            session,
            "{action}"
        );
    }
}

#[test]
fn an_action_without_the_event_wrapper_is_read_as_an_event() {
    let action = r#"{"name":"click","context":{"target":"btn1"}}"#;
    let (target, verdict, remark) = button_and_note(action);
    assert_eq!(
        target,
        r#"{"name":"click","context":[{"key":"target","value":{"literalString":"btn1"}}]"#
            .to_owned()
            + "}"
    );
    assert_eq!(
        (verdict, remark.as_str()),
        (
            Verdict::Carried,
            "read as an event, although the `event` wrapper is missing"
        )
    );
    let session = [CREATE, &button(action)];
    assert_eq!(texts(&up(down(plain_target(&session)))), session);
    // An event is used even if there are other members next to it.
    let (target, ..) = button_and_note(r#"{"event":{"name":"go"},"name":"click"}"#);
    assert_eq!(target, r#"{"name":"go"}"#);
}

#[test]
fn an_entry_without_a_key_adds_nothing_to_the_context() {
    let update = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Button":{"child":"t","primary":true,"action":{"name":"go","context":[{"key":7,"value":{"literalString":"a"}},{"key":"\\ud800","value":{"literalString":"b"}}]}}}}]}}"#;
    let session = [update, super::BEGIN];
    let there = up(plain_target(&session));
    assert!(
        texts(&there)
            .concat()
            .contains(r#""context":{"\\ud800":"b"}"#),
        "{:?}",
        texts(&there)
    );
    let mut back = texts(&down(there));
    back.sort_unstable();
    assert_eq!(back, [super::BEGIN, update]);
}

#[test]
fn a_context_name_that_is_not_a_valid_key_is_carried() {
    let action = r#"{"event":{"name":"go","context":{"\ud800":1,"a":2,"\\ud800":3}}}"#;
    let (target, verdict, _) = button_and_note(action);
    let entry =
        |key: &str, value: u8| format!(r#"{{"key":"{key}","value":{{"literalNumber":{value}}}}}"#);
    let entries = [entry("a", 2), entry(r"\\ud800", 3)].join(",");
    assert_eq!(
        (target, verdict),
        (
            format!(r#"{{"name":"go","context":[{entries}]}}"#),
            Verdict::Carried
        )
    );
    let session = [CREATE, &button(action)];
    assert_eq!(texts(&up(down(plain_target(&session)))), session);
}
