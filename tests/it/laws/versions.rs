//! Laws between the versions of A2UI.

use super::{
    config, generators, is_equal_if_absent, leaves, send, snapshot, version_streams as streams,
};
use crate::translation;
use a2ui::{Message, surface::Surfaces, v0_8};
use bridge::{Carry, Context, Dialect, Note, Output, Verdict};
use proptest::prelude::*;
use std::collections::BTreeMap;
use wire::{Payload, generate};

const OLD: Dialect = Dialect::A2ui0_8;
const NEW: Dialect = Dialect::A2ui0_9;

/// The outputs and refusals of a translator.
struct Made {
    /// The accepted messages.
    taken: Vec<Message>,
    outputs: Vec<Output>,
    notes: Vec<Note>,
}

fn run(from: Dialect, to: Dialect, messages: &[(Message, Carry)]) -> Made {
    let messages = messages
        .iter()
        .map(|(message, carry)| (message.clone().into(), carry.clone()));
    let sent = translation::all(from, to, &Context::default(), messages.collect());
    let taken = sent
        .taken
        .into_iter()
        .map(|(message, _)| message.try_into().unwrap());
    Made {
        taken: taken.collect(),
        outputs: sent.outputs,
        notes: sent.notes,
    }
}

fn a2ui(output: &Output) -> Message {
    output.message.clone().try_into().unwrap()
}

fn bare(messages: &[Message]) -> Vec<(Message, Carry)> {
    messages
        .iter()
        .map(|message| (message.clone(), Carry::default()))
        .collect()
}

fn without_notes(outputs: &[Output]) -> Vec<(Message, Carry)> {
    outputs
        .iter()
        .map(|output| (a2ui(output), Carry::default()))
        .collect()
}

/// Returns the surfaces that messages build, by id. Messages that a surface refuses are ignored, as in a client.
fn fold<'a>(messages: impl IntoIterator<Item = &'a Message>) -> BTreeMap<String, Payload> {
    let mut surfaces = Surfaces::new();
    for message in messages {
        let _ = surfaces.apply(message);
    }
    surfaces
        .iter()
        .map(|surface| (surface.surface_id().as_str().to_owned(), snapshot(surface)))
        .collect()
}

fn of_outputs(outputs: &[Output]) -> BTreeMap<String, Payload> {
    fold(&outputs.iter().map(a2ui).collect::<Vec<_>>())
}

/// Generates streams of each version, with their targets.
fn stream() -> BoxedStrategy<(Dialect, Dialect, Vec<Message>)> {
    prop_oneof![
        streams::v0_8().prop_map(|messages| (OLD, NEW, messages)),
        streams::v0_9().prop_map(|messages| (NEW, OLD, messages)),
        streams::v0_9().prop_map(|messages| (NEW, Dialect::A2ui1_0, messages)),
        streams::v0_9().prop_map(|messages| (NEW, Dialect::A2ui1_0Sep, messages)),
        streams::v1_0(Dialect::A2ui1_0).prop_map(|messages| (Dialect::A2ui1_0, NEW, messages)),
        streams::v1_0(Dialect::A2ui1_0Sep).prop_map(|messages| (
            Dialect::A2ui1_0Sep,
            NEW,
            messages
        )),
        streams::v0_8().prop_map(|messages| (OLD, Dialect::A2ui1_0Sep, messages)),
        streams::v1_0(Dialect::A2ui1_0Sep).prop_map(|messages| (
            Dialect::A2ui1_0Sep,
            Dialect::A2ui1_0,
            messages
        )),
        streams::v1_0(Dialect::A2ui1_0).prop_map(|messages| (
            Dialect::A2ui1_0,
            Dialect::A2ui1_0Sep,
            messages
        )),
        streams::v1_0(Dialect::A2ui1_0Aug).prop_map(|messages| (
            Dialect::A2ui1_0Aug,
            Dialect::A2ui1_0,
            messages
        )),
        streams::v1_0(Dialect::A2ui1_0).prop_map(|messages| (
            Dialect::A2ui1_0,
            Dialect::A2ui1_0Aug,
            messages
        )),
        streams::v1_0(Dialect::A2ui1_0).prop_map(|messages| (Dialect::A2ui1_0, OLD, messages)),
    ]
    .boxed()
}

fn losses(notes: &[Note]) -> Vec<&Note> {
    notes.iter().filter(|note| note.is_loss(false)).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l20_a_surface_without_its_carry_differs_only_where_a_note_reports_it((from, to, messages) in stream()) {
        let there = run(from, to, &bare(&messages));
        let back = run(to, from, &without_notes(&there.outputs));
        let is_lossless = losses(&there.notes).is_empty();
        if is_lossless {
            prop_assert_eq!(of_outputs(&back.outputs), fold(&there.taken));
        }
        // Every carried field has a note at its place, or at a place around or inside it.
        // On a route of several steps, the carry of a later step is about the output of the previous one.
        let is_composed = bridge::route(from, to, bridge::Family::Surfaces).len() > 2;
        let is_split = |output: &Output| there.outputs.iter().filter(|other| other.input == output.input).count() > 1;
        for output in there.outputs.iter().filter(|_| !is_composed) {
            for field in output.carry.layers.iter().flat_map(|layer| &layer.fields) {
                let source = there.taken[usize::try_from(output.input).unwrap()].key();
                // A part of the message that creates a surface becomes a separate message.
                let at = match (source, field.pointer.as_str()) {
                    ("createSurface", at) if at.starts_with("/updateComponents") => at.replacen("/updateComponents", "/createSurface", 1),
                    ("createSurface", at) if at.starts_with("/updateDataModel/value") => at.replacen("/updateDataModel/value", "/createSurface/dataModel", 1),
                    // If the data model was sent in parts, each part has its own places.
                    (_, at) if is_split(output) && at.starts_with("/updateDataModel/value") => "/updateDataModel/value".to_owned(),
                    (_, at) => at.to_owned(),
                };
                let at = at.as_str();
                let named = losses(&there.notes).iter().any(|note| {
                    let from = note.from.as_str();
                    note.input == output.input && (from.starts_with(at) || at.starts_with(from))
                });
                let stands_alone = at.is_empty() && field.value.is_none();
                let is_default = is_equal_if_absent(&field.pointer) && field.value.is_none();
                // A map in a map comes back in a message of its own, with the same meaning.
                let is_form = field.pointer.as_str().ends_with("/valueMap");
                prop_assert!(named || stands_alone || is_default || is_form, "{at} of {}", output.input);
            }
        }
    }

    #[test]
    fn l20_a_note_names_a_place_in_its_message((from, to, messages) in stream()) {
        let there = run(from, to, &bare(&messages));
        // On a route of several steps, the notes of a later step are about the output of the previous one.
        let is_composed = bridge::route(from, to, bridge::Family::Surfaces).len() > 2;
        for note in there.notes.iter().filter(|_| !is_composed) {
            let input = there.taken.get(usize::try_from(note.input).unwrap()).unwrap();
            let input = Payload::encode(input).unwrap();
            let is_new = matches!(note.verdict, Verdict::Defaulted | Verdict::Derived | Verdict::Carried);
            prop_assert!(is_new || input.get(&note.from).is_some(), "{note:?} {input}");
            let made = there.outputs.iter().filter(|output| output.input == note.input);
            if made.clone().count() == 0 {
                continue;
            }
            if let (Some(to), Verdict::Copied | Verdict::Renamed | Verdict::Encoded) = (note.to.get(), note.verdict) {
                let mut made = made.map(|output| Payload::encode(&a2ui(output)).unwrap());
                prop_assert!(made.any(|made| made.get(to).is_some()), "{note:?}");
            }
        }
    }

    #[test]
    fn l26_unknown_members_are_in_the_message_or_in_the_carry((from, to, messages) in stream()) {
        let there = run(from, to, &bare(&messages));
        for (number, message) in there.taken.iter().enumerate() {
            let text = wire::encode(message).unwrap();
            let made: Vec<String> = there
                .outputs
                .iter()
                .filter(|output| output.input == number as u64)
                .map(|output| output.message.encode().unwrap() + &wire::encode(&output.carry).unwrap())
                .collect();
            if text.contains("x-pen") && !made.is_empty() {
                prop_assert!(made.iter().any(|made| made.contains("x-pen") && made.contains("1.50")));
            }
        }
    }

    #[test]
    fn l24_a_record_becomes_the_same_action_on_either_route(record in generators::record()) {
        let cx = Context::default();
        let at_once: (Message, Carry) = send(record.clone(), NEW, &Carry::default(), &cx).unwrap();
        let (old, carry): (Message, Carry) = send(record, OLD, &Carry::default(), &cx).unwrap();
        let by_way: (Message, Carry) = send(old, NEW, &carry, &cx).unwrap();
        prop_assert_eq!(by_way, at_once);
    }

    #[test]
    fn l19_an_action_invents_nothing(action in generate::any::<v0_8::UserAction>()) {
        let old = v0_8::ClientMessage::new(action);
        let (new, _): (Message, Carry) = send(old.clone(), NEW, &Carry::default(), &Context::default()).unwrap();
        let known = leaves(&super::value(&old));
        for leaf in leaves(&super::value(&new)) {
            prop_assert!(leaf == "v0.9" || known.contains(&leaf));
        }
    }
}
