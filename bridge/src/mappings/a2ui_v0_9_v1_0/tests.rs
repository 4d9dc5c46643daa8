//! Tests of 0.9 fields that 1.0 lacks or interprets differently.

use crate::{Carry, Context, Dialect, Label, Note, Output, Translator, Verdict};
use a2ui::Message;

fn output(from: Dialect, to: Dialect, text: &str, carry: Carry) -> Output {
    let mut translator = Translator::new(from, to, Context::default()).unwrap();
    let mut outputs = translator
        .push(Message::read(text).unwrap(), carry)
        .unwrap()
        .outputs;
    assert_eq!(outputs.len(), 1, "{outputs:?}");
    outputs.remove(0)
}

/// Translates a message to 1.0 and back. Returns the target, the notes about one field, and the back-translation.
fn there_and_back(text: &str, field: &str) -> (String, Vec<(Verdict, String)>, String) {
    let there = output(Dialect::A2ui0_9, Dialect::A2ui1_0, text, Carry::default());
    let is_made = |note: &Note| {
        note.from.as_str() != field && note.to.get().is_some_and(|to| to.as_str() == field)
    };
    let notes = there
        .notes
        .iter()
        .filter(|note| note.from.as_str() == field || is_made(note));
    let said = |remark: Option<&Label>| remark.map(ToString::to_string).unwrap_or_default();
    let said = notes
        .map(|note| (note.verdict, said(note.remark.get())))
        .collect();
    let target = there.message.encode().unwrap();
    let back = output(Dialect::A2ui1_0, Dialect::A2ui0_9, &target, there.carry);
    (target, said, back.message.encode().unwrap())
}

#[test]
fn action_members_with_a_meaning_in_1_0_are_carried() {
    let action = |members: &str| {
        format!(
            r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00.000Z","context":{{}}{members}}}}}"#
        )
    };
    for (name, value) in [
        ("metadata", r#"{"extensions":{"com_example":1}}"#),
        ("userMessage", r#""Go on""#),
    ] {
        let old = action(&format!(r#","{name}":{value}"#));
        let (target, said, back) = there_and_back(&old, &format!("/action/{name}"));
        assert_eq!(target, action("").replace("v0.9", "1.0"));
        assert_eq!(said, [(Verdict::Carried, String::new())], "{name}");
        assert_eq!(back, old);
    }
    let own = action(r#","x-pen":1.50"#);
    let (target, said, back) = there_and_back(&own, "/action/x-pen");
    assert_eq!(
        (target, said, back),
        (own.replace("v0.9", "1.0"), vec![], own.clone())
    );
}

#[test]
fn differences_of_an_error_in_1_0_are_noted() {
    let error = |members: &str| {
        format!(r#"{{"version":"v0.9","error":{{{members},"surfaceId":"s","message":"m"}}}}"#)
    };
    for (members, field, verdict, target) in [
        (
            r#""code":7"#,
            "/error/code",
            Verdict::Carried,
            r#""code":"7""#,
        ),
        (
            r#""code":"X","functionCallId":"f""#,
            "/error/functionCallId",
            Verdict::Carried,
            r#""code":"X""#,
        ),
        (
            r#""code":"UNALLOWED_CHILD""#,
            "/error/path",
            Verdict::Defaulted,
            r#""path":"""#,
        ),
    ] {
        let old = error(members);
        let (made, said, back) = there_and_back(&old, field);
        assert!(
            made.contains(target) && !made.contains("functionCallId"),
            "{made}"
        );
        assert_eq!(
            said.first().map(|(verdict, _)| *verdict),
            Some(verdict),
            "{field} {said:?}"
        );
        assert_eq!(wire::Payload::parse(back), wire::Payload::parse(old));
    }
}

#[test]
fn null_in_data_is_carried_and_no_value_is_derived() {
    let update = |version: &str, rest: &str| {
        format!(r#"{{"version":"{version}","updateDataModel":{{"surfaceId":"s"{rest}}}}}"#)
    };
    let removes = || {
        (
            Verdict::Carried,
            "1.0 cannot store null: the value is removed".to_owned(),
        )
    };
    let derived = || (Verdict::Derived, String::new());
    for (old, new, expected) in [
        (
            r#","path":"/n","value":null"#,
            r#","path":"/n","value":null"#,
            removes(),
        ),
        (
            r#","path":"/","value":null"#,
            r#","path":"/","value":{}"#,
            removes(),
        ),
        (r#","value":null"#, r#","value":{}"#, removes()),
        (r#","path":"/n""#, r#","path":"/n","value":null"#, derived()),
        (
            r#","path":"/n","value":0"#,
            r#","path":"/n","value":0"#,
            (Verdict::Copied, String::new()),
        ),
    ] {
        let old = update("v0.9", old);
        let (target, said, back) = there_and_back(&old, "/updateDataModel/value");
        assert_eq!(
            (target, said),
            (update("1.0", new), vec![expected]),
            "{old}"
        );
        assert_eq!(back, old);
    }
}
