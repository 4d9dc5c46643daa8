//! Component ids that are written as identifiers.

use super::{config, generators, version_streams as streams};
use crate::translation::{Sent, bare, through};
use a2ui::{ComponentId, Message, surface::ReferenceFields};
use bridge::{AnyMessage, Carry, Context, Dialect, Verdict};
use proptest::prelude::*;
use wire::Payload;

fn send_all(from: Dialect, to: Dialect, escapes: bool, messages: Vec<(AnyMessage, Carry)>) -> Sent {
    let translator = crate::translation::paranoid(from, to, Context::default()).unwrap();
    let translator = if escapes {
        translator.escape_ids()
    } else {
        translator
    };
    through(translator, messages)
}

fn rename_components(
    message: &AnyMessage,
    rename: &dyn Fn(&ComponentId) -> ComponentId,
) -> AnyMessage {
    let AnyMessage::Message(message) = message else {
        return message.clone();
    };
    let message = message
        .clone()
        .rename_components(&ReferenceFields::default(), &mut |id, _| rename(id));
    message.into()
}

fn escape_ids(message: &AnyMessage) -> AnyMessage {
    rename_components(message, &ComponentId::to_identifier)
}

/// Generates surfaces and clicks that are translated to 1.0.
fn stream() -> BoxedStrategy<(Dialect, Dialect, Vec<Message>)> {
    let clicks = generators::action_in(Dialect::A2ui0_9).prop_map(|message| vec![message]);
    prop_oneof![
        4 => streams::v0_9().prop_map(|messages| (Dialect::A2ui0_9, Dialect::A2ui1_0, messages)),
        2 => streams::v0_8().prop_map(|messages| (Dialect::A2ui0_8, Dialect::A2ui1_0Sep, messages)),
        2 => streams::v1_0(Dialect::A2ui1_0Aug).prop_map(|messages| (Dialect::A2ui1_0Aug, Dialect::A2ui1_0, messages)),
        1 => clicks.prop_map(|messages| (Dialect::A2ui0_9, Dialect::A2ui1_0, messages)),
    ]
    .boxed()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn escaping_ids_changes_only_the_ids((from, to, messages) in stream()) {
        let from_new = matches!(from, Dialect::A2ui1_0Aug);
        let messages = bare(messages);
        let plain = send_all(from, to, false, messages.clone());
        let came = messages.iter().map(|(message, carry)| (if from_new { escape_ids(message) } else { message.clone() }, carry.clone()));
        let there = send_all(from, to, true, came.collect());

        prop_assert_eq!(there.refused.len(), plain.refused.len());
        prop_assert_eq!(there.outputs.len(), plain.outputs.len());
        for (made, plain) in there.outputs.iter().zip(&plain.outputs) {
            prop_assert_eq!(&made.message, &escape_ids(&plain.message));
            prop_assert_eq!(&made.carry, &plain.carry);
            prop_assert_eq!(made.notes.len(), plain.notes.len());
        }
        // A value that a note reports as copied is equal to its source.
        let is_long = bridge::route(from, to, bridge::Family::Surfaces).len() > 2;
        for output in there.outputs.iter().filter(|_| !is_long) {
            let source = AnyMessage::encode(&there.taken[usize::try_from(output.input).unwrap()].0).unwrap();
            let (source, made) = (Payload::parse(source).unwrap(), Payload::parse(output.message.encode().unwrap()).unwrap());
            let texts = output.notes.iter().filter(|note| matches!(note.verdict, Verdict::Copied | Verdict::Renamed));
            for note in texts {
                let (before, after) = (source.get(&note.from), note.to.get().and_then(|to| made.get(to)));
                if let (Some(before), Some(after)) = (before, after) {
                    if before.as_str().is_some() && after.as_str().is_some() && !note.from.as_str().ends_with("/version") {
                        prop_assert_eq!(before, after, "{:?}", note);
                    }
                }
            }
        }

        // The back-translation is checked as well.
        let back = send_all(to, from, true, there.with_carries());
        let plain_back = send_all(to, from, false, plain.with_carries());
        let texts = |sent: &Sent, new: bool| -> Vec<AnyMessage> {
            sent.outputs.iter().map(|output| if new { escape_ids(&output.message) } else { output.message.clone() }).collect()
        };
        prop_assert_eq!(texts(&back, false), texts(&plain_back, from_new));
    }
}

#[test]
fn an_escaped_id_that_is_not_canonical_is_refused() {
    let click = |id: &str| {
        Message::read(&format!(
            r#"{{"version":"1.0","action":{{"name":"go","surfaceId":"s","sourceComponentId":"{id}","timestamp":"2026-05-18T15:30:00Z","context":{{}}}}}}"#
        ))
        .unwrap()
    };
    for (id, stands_for) in [
        ("a_x2D_b", Some("a-b")),
        ("a", Some("a")),
        ("a-b", None),
        ("a_x61_", None),
    ] {
        let sent = send_all(Dialect::A2ui1_0, Dialect::A2ui0_9, true, bare([click(id)]));
        match stands_for {
            Some(meant) => {
                let text = sent.outputs[0].message.encode().unwrap();
                assert!(
                    text.contains(&format!(r#""sourceComponentId":"{meant}""#)),
                    "{text}"
                );
            }
            None => {
                let refusal = &sent.refused[0].1;
                assert_eq!(
                    (refusal.rule(), refusal.pointer().as_str()),
                    ("a2ui-1.0/component-id", "/action/sourceComponentId")
                );
            }
        }
    }
}
