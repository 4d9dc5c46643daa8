//! Tests of the source dialect, and of the byte limit on earlier messages.

use super::*;
use crate::Protocol;
use a2ui::Message;
use wire::{Payload, encoded_len};

fn a2ui(text: &str) -> AnyMessage {
    Message::read(text).unwrap().into()
}

fn translator_between(from: Dialect, to: Dialect, max_bytes: usize) -> Translator {
    Translator::new(from, to, Context::default())
        .unwrap()
        .max_bytes(max_bytes)
}

fn push(translator: &mut Translator, text: &str) -> Result<Outputs, Refusal> {
    let done = translator.push(a2ui(text), Carry::default());
    let kept = translator.session_bytes();
    let exact = encoded_len(&translator.earlier.sessions);
    assert!(kept >= exact, "{kept} of {exact} are counted after {text}");
    assert!(
        kept <= exact + exact / 2 + 500,
        "{kept} are counted for {exact} after {text}"
    );
    done
}

/// Messages that create a surface `s`, and a function for messages that enlarge it.
struct Growing {
    from: Dialect,
    to: Dialect,
    begin: &'static [&'static str],
    more: fn(usize) -> String,
}

const LONG: &str = "a long text, of which there are many, so that not very many messages are too many for the bound of this test";

fn growing() -> Vec<Growing> {
    const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    const ROOT: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":["c0"]}]}}"#;
    let new = |n: usize| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{{"id":"c{n}","component":"{LONG}","text":{{"path":"/{LONG}"}}}}]}}}}"#
        )
    };
    let old = |n: usize| {
        format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"c{n}","component":{{"Text":{{"text":{{"literalString":"{LONG}","path":"/t{n}"}}}}}}}}]}}}}"#
        )
    };
    let data = |n: usize| {
        format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"/a/b{n}","contents":[{{"key":"k","valueString":"{LONG}"}}]}}}}"#
        )
    };
    let padded = |n: usize| {
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"/a{n}/99","value":1}}}}"#
        )
    };
    const BEGIN: &str = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let (v0_8, v0_9, v1_0) = (Dialect::A2ui0_8, Dialect::A2ui0_9, Dialect::A2ui1_0);
    vec![
        Growing {
            from: v0_9,
            to: v0_8,
            begin: &[CREATE],
            more: new,
        },
        Growing {
            from: v0_9,
            to: v0_8,
            begin: &[CREATE, ROOT],
            more: new,
        },
        Growing {
            from: v0_9,
            to: v1_0,
            begin: &[CREATE, ROOT],
            more: new,
        },
        Growing {
            from: v0_9,
            to: Dialect::AhpCanvas,
            begin: &[CREATE, ROOT],
            more: new,
        },
        Growing {
            from: v0_9,
            to: Dialect::AhpCanvas,
            begin: &[CREATE, ROOT],
            more: padded,
        },
        Growing {
            from: v0_8,
            to: v0_9,
            begin: &[],
            more: old,
        },
        Growing {
            from: v0_8,
            to: v0_9,
            begin: &[BEGIN],
            more: old,
        },
        Growing {
            from: v0_8,
            to: v0_9,
            begin: &[],
            more: data,
        },
        Growing {
            from: v0_8,
            to: v0_9,
            begin: &[BEGIN],
            more: data,
        },
        Growing {
            from: v0_8,
            to: v1_0,
            begin: &[BEGIN],
            more: old,
        },
    ]
}

fn delete_message(from: Dialect) -> &'static str {
    match from {
        Dialect::A2ui0_8 => r#"{"deleteSurface":{"surfaceId":"s"}}"#,
        _ => r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    }
}

#[test]
fn a_message_over_the_state_limit_is_refused_alone() {
    for Growing {
        from,
        to,
        begin,
        more,
    } in growing()
    {
        let mut translator = translator_between(from, to, 30_000);
        begin
            .iter()
            .for_each(|text| drop(push(&mut translator, text).unwrap()));
        let refused = (0..1000).find_map(|n| {
            let before = (translator.save(), translator.next_input());
            let refusal = push(&mut translator, &more(n)).err()?;
            assert_eq!(
                (translator.save(), translator.next_input()),
                before,
                "{from} to {to}"
            );
            Some((n, refusal))
        });
        let (n, refusal) = refused.unwrap_or_else(|| panic!("{from} to {to}: nothing is too much"));
        assert!(n > 3, "{from} to {to}: {n}");
        assert!(
            ["session/too-many-bytes", "too-many-bytes"].contains(&refusal.rule()),
            "{refusal:?}"
        );
        assert!(!refusal.hint_text().is_empty());
        // A message that does not enlarge the state is translated, and deleting frees room again.
        let _ = push(&mut translator, delete_message(from)).unwrap();
        assert!(
            translator.session_bytes() < 3000,
            "{from} to {to}: {}",
            translator.session_bytes()
        );
        begin
            .iter()
            .for_each(|text| drop(push(&mut translator, text).unwrap()));
        let _ = push(&mut translator, &more(n)).unwrap();
        // A restored session knows its size.
        let mut resumed = Translator::new(from, to, Context::default())
            .unwrap()
            .max_bytes(30_000);
        resumed = resumed.restore_state(translator.save()).unwrap();
        assert!(
            (0..1000).any(|n| push(&mut resumed, &more(n)).is_err()),
            "{from} to {to}"
        );
    }
}

#[test]
fn created_and_deleted_surfaces_never_exhaust_the_limit() {
    for Growing {
        from,
        to,
        begin,
        more,
    } in growing()
    {
        let mut translator = translator_between(from, to, 30_000);
        for n in 0..300 {
            begin
                .iter()
                .for_each(|text| drop(push(&mut translator, text).unwrap()));
            let _ = push(&mut translator, &more(n)).unwrap();
            // Repeating a message does not enlarge the state.
            let _ = push(&mut translator, &more(n)).unwrap();
            let _ = push(&mut translator, delete_message(from)).unwrap();
        }
    }
}

#[test]
fn open_canvases_count_toward_the_limit() {
    let canvas = |n: usize| {
        let text = format!(
            r#"{{"channel":"ahp-canvas:/{n}","state":{{"instanceId":"{n}","canvasId":"k","extensionId":"e","title":"{LONG}","availability":"ready","provider":{{"kind":"server"}}}},"contents":[]}}"#
        );
        let text = Payload::parse(text).unwrap();
        AnyMessage::read(&text, Dialect::AhpCanvas, Protocol::Ahp).unwrap()
    };
    let mut translator = translator_between(Dialect::AhpCanvas, Dialect::Ahp1_0, 5_000);
    let refused = (0..1000).find_map(|n| translator.push(canvas(n), Carry::default()).err());
    assert_eq!(refused.unwrap().rule(), "session/too-many-bytes");
    let _ = translator.push(canvas(0), Carry::default()).unwrap();
}

#[test]
fn carries_and_notes_of_a_surface_count_toward_the_limit() {
    let mut translator = translator_between(Dialect::A2ui0_9, Dialect::AhpCanvas, 20_000);
    let _ = translator
        .push(
            a2ui(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#),
            Carry::default(),
        )
        .unwrap();
    let odd = |n: usize| {
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":1}},"own{n}":"x"}}"#
        )
    };
    let refused = (0..1000).find_map(|n| push(&mut translator, &odd(n)).err());
    assert_eq!(refused.unwrap().rule(), "session/too-many-bytes");
    let _ = push(
        &mut translator,
        r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    )
    .unwrap();
    let _ = push(
        &mut translator,
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    )
    .unwrap();
    let _ = push(&mut translator, &odd(0)).unwrap();
    assert!(
        translator.finish().outputs[0]
            .message
            .encode()
            .unwrap()
            .contains("ahp-canvas")
    );
}

#[test]
fn messages_of_another_dialect_are_refused_and_change_nothing() {
    let v0_9 = a2ui(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    let v0_9_1 = a2ui(r#"{"version":"v0.9.1","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    let v0_8 = a2ui(r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#);
    let request = aap::SubmitRequest::new("click", "a.html");
    let record = aap::Interaction::create("7", "2026-05-18T15:30:00.000Z", request);
    let record = AnyMessage::from(record);
    let from_0_9 = DialectOrProtocol::from(Dialect::A2ui0_9);
    let from_any = DialectOrProtocol::from(Protocol::A2ui);
    for (from, message, refusal) in [
        (from_0_9, &v0_9, None),
        (from_0_9, &v0_9_1, None),
        (
            from_0_9,
            &v0_8,
            Some((
                "expected a message of a2ui@0.9, found one of a2ui@0.8",
                "create the translator from a2ui@0.8, or from a2ui, which accepts all versions",
            )),
        ),
        (
            from_0_9,
            &record,
            Some((
                "expected a message of a2ui@0.9, found one of aap@1.0",
                "create the translator from aap@1.0",
            )),
        ),
        (from_any, &v0_9, None),
        (from_any, &v0_8, None),
        (
            from_any,
            &record,
            Some((
                "expected a message of a2ui, found one of aap@1.0",
                "create the translator from aap@1.0",
            )),
        ),
    ] {
        let mut translator = Translator::new(from, Dialect::A2ui1_0, Context::default()).unwrap();
        let before = translator.save();
        let result = translator.push(message.clone(), Carry::default());
        let refused = result.as_ref().err();
        assert_eq!(
            refused.map(|refused| (refused.message(), refused.hint_text())),
            refusal,
            "{from}"
        );
        if let Some(refused) = refused {
            assert_eq!(refused.rule(), "translator/dialect");
            assert_eq!(refused.kind(), RefusalKind::Rule);
            assert_eq!(translator.save(), before);
        }
    }
}

#[test]
fn a_bridge_refuses_messages_of_another_dialect_in_both_directions() {
    let (v0_9, v0_8) = (Dialect::A2ui0_9, Dialect::A2ui0_8);
    let mut bridge = crate::Bridge::new(v0_9, v0_8, Context::default()).unwrap();
    let click = a2ui(
        r#"{"version":"v0.9","action":{"name":"a","surfaceId":"s","sourceComponentId":"c","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#,
    );
    let refusal = bridge.backward(click, Carry::default()).unwrap_err();
    assert_eq!(refusal.rule(), "translator/dialect");
    let begin = a2ui(r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#);
    let refusal = bridge.forward(begin.clone(), Carry::default()).unwrap_err();
    assert_eq!(refusal.rule(), "translator/dialect");

    // These messages build surfaces of the context, because AAP has none.
    let mut bridge = crate::Bridge::new(v0_9, Dialect::Aap, Context::default()).unwrap();
    let refusal = bridge.forward(begin, Carry::default()).unwrap_err();
    assert_eq!(refusal.rule(), "translator/dialect");
    assert!(bridge.save().surfaces.is_empty());
}

#[test]
fn versions_of_mcp_are_accepted_under_each_name() {
    let tools = wire::decode::<crate::mcp::ListToolsResult>(r#"{"tools":[]}"#).unwrap();
    for from in [
        Dialect::Mcp2025_06,
        Dialect::Mcp2025_11,
        Dialect::Mcp2026_07,
    ] {
        let mut translator =
            Translator::new(from, Dialect::ActionsJson, Context::default()).unwrap();
        let result = translator.push(tools.clone(), Carry::default());
        assert!(
            result.map_or_else(|refusal| refusal.rule() != "translator/dialect", |_| true),
            "{from}"
        );
    }
}
