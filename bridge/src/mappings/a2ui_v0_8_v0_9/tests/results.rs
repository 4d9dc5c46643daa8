//! Tests that 0.8 shows the present results of function calls.

use super::edits::{CREATE, Messages, down, new_update, plain_target, texts, up, with_edit};
use crate::{Carry, Context, Dialect, Translator};

const GREETING: &str = r#"{"id":"root","component":"Text","text":{"call":"formatString","args":{"value":"Hello ${/user/name}"}}}"#;

fn data(path: &str, value: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
    )
}

/// Returns the texts and labels that 0.8 is sent, in order.
fn shown(messages: &Messages) -> Vec<String> {
    let texts = texts(messages);
    let parts = texts.iter().flat_map(|text| {
        let literals = text.split(r#""literalString":""#).skip(1);
        literals.map(|part| part.split('"').next().unwrap().to_owned())
    });
    parts.collect()
}

#[test]
fn the_text_of_a_call_is_sent_again_when_its_data_change() {
    let session = [
        CREATE,
        &data("/", r#"{"user":{"name":"Ann"}}"#),
        &new_update(GREETING),
        &data("/user/name", r#""Bea""#),
        // The result is the same.
        &data("/user/name", r#""Bea""#),
        &data("/other", "1"),
        &data("/user", r#"{"name":"Cleo"}"#),
    ];
    let there = down(plain_target(&session));
    assert_eq!(shown(&there), ["Hello Ann", "Hello Bea", "Hello Cleo"]);
    assert_eq!(texts(&up(there)), session);
}

#[test]
fn data_that_follow_a_component_update_its_result() {
    let session = [
        CREATE,
        &new_update(GREETING),
        &data("/user/name", r#""Ann""#),
    ];
    assert_eq!(
        shown(&down(plain_target(&session))),
        ["Hello ", "Hello Ann"]
    );
}

#[test]
fn a_component_without_calls_is_not_sent_again_when_data_change() {
    let session = [
        CREATE,
        &new_update(GREETING),
        &new_update(r#"{"id":"root","component":"Text","text":"Bye"}"#),
        &data("/user/name", r#""Ann""#),
    ];
    assert_eq!(shown(&down(plain_target(&session))), ["Hello ", "Bye"]);
}

#[test]
fn an_edit_of_a_result_wins_until_the_next_result() {
    let session = [
        CREATE,
        &data("/user/name", r#""Ann""#),
        &new_update(GREETING),
        &data("/user/name", r#""Bea""#),
    ];
    let there = down(plain_target(&session));
    let back = texts(&up(with_edit(there, "Hello Ann", "Hi")));
    let text = |text: &str| {
        new_update(&format!(
            r#"{{"id":"root","component":"Text","text":"{text}"}}"#
        ))
    };
    let (edited, again) = (text("Hi"), text("Hello Bea"));
    assert_eq!(back, [session[0], session[1], &edited, session[3], &again]);
}

#[test]
fn a_call_is_restored_next_to_edited_data() {
    let session = [
        CREATE,
        &data("/user/name", r#""Ann""#),
        &new_update(GREETING),
    ];
    let there = down(plain_target(&session));
    let back = texts(&up(with_edit(
        there,
        r#""valueString":"Ann""#,
        r#""valueString":"Bea""#,
    )));
    assert_eq!(
        back[1..],
        [data("/user/name", r#""Bea""#), new_update(GREETING)]
    );
}

#[test]
fn a_component_with_escapes_is_not_sent_again() {
    let session = [
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Button":{"child":"t","primary":true,"action":{"name":"go","context":[{"key":"k","value":{"path":"//n","literalString":"\ud83d"}}]},"x":["\ud83d"]}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#,
        r#"{"dataModelUpdate":{"surfaceId":"s","path":"/n","contents":[{"key":".","valueNumber":1}]}}"#,
    ];
    assert_eq!(texts(&down(up(plain_target(&session)))), session);
}

#[test]
fn a_call_in_a_template_item_has_no_result() {
    let session = [
        CREATE,
        &data("/rows", r#"[{"n":"a"},{"n":"b"}]"#),
        &new_update(
            r#"{"id":"root","component":"List","children":{"componentId":"row","path":"/rows"}},{"id":"row","component":"Text","text":{"call":"formatString","args":{"value":"${n}"}}}"#,
        ),
        &data("/rows/0/n", r#""c""#),
    ];
    let there = down(plain_target(&session));
    assert!(
        shown(&there).contains(&String::new()),
        "{:?}",
        texts(&there)
    );
    assert!(
        texts(&there)
            .iter()
            .all(|text| text.matches("surfaceUpdate").count() < 2)
    );
    assert_eq!(texts(&up(there)), session);
}

#[test]
fn calls_in_titles_and_event_contexts_are_computed() {
    let call = r#"{"call":"formatNumber","args":{"value":{"path":"/n"},"decimals":1}}"#;
    let session = [
        CREATE,
        &data("/n", "1234.5"),
        &new_update(&format!(
            r#"{{"id":"root","component":"Tabs","tabs":[{{"title":{call},"child":"b"}}]}},{{"id":"b","component":"Button","child":"t","variant":"default","action":{{"event":{{"name":"go","context":{{"sum":{call},"now":{{"call":"now"}}}}}}}}}},{{"id":"t","component":"Text","text":"x"}}"#
        )),
        &data("/n", "2"),
    ];
    let there = down(plain_target(&session));
    assert_eq!(shown(&there), ["1,234.5", "1,234.5", "x", "2.0", "2.0"]);
    assert!(!texts(&there).iter().any(|text| text.contains("now")));
    assert_eq!(texts(&up(there)), session);
}

#[test]
fn an_action_an_unknown_call_and_a_failing_call_have_no_result() {
    for call in ["openUrl", "mine", "formatDate"] {
        let session = [
            CREATE,
            &new_update(&format!(
                r#"{{"id":"root","component":"Text","text":{{"call":"{call}","args":{{"url":"u","value":"2026-01-01","format":"jjjj"}}}}}}"#
            )),
        ];
        assert_eq!(shown(&down(plain_target(&session))), [""], "{call}");
    }
}

#[test]
fn a_resumed_session_keeps_its_data() {
    let mut translator =
        Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default()).unwrap();
    let first = [
        CREATE,
        &data("/user/name", r#""Ann""#),
        &new_update(GREETING),
    ];
    for (message, carry) in plain_target(&first) {
        drop(translator.push(message, carry).unwrap());
    }
    let saved = wire::encode(&translator.save()).unwrap();
    let mut resumed =
        Translator::resume(wire::decode(&saved).unwrap(), Context::default()).unwrap();
    let (message, _) = plain_target(&[&data("/user/name", r#""Bea""#)]).remove(0);
    let outputs = resumed.push(message, Carry::default()).unwrap().outputs;
    let last = outputs.last().unwrap().message.encode().unwrap();
    assert!(last.contains("Hello Bea"), "{last}");
}
