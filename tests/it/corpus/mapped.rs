//! The records of AAP, translated to A2UI and back.

use super::aap_records::records;
use crate::translation::{noted, send};
use a2ui::Message;
use aap::Interaction;
use bridge::{Carry, CarryPolicy, Context, Dialect, Embed, ExtractedMessage, Note, Verdict};
use wire::{Payload, Pointer};

const VERSIONS: [Dialect; 3] = [Dialect::A2ui0_8, Dialect::A2ui0_9, Dialect::A2ui0_9_1];

/// Requires that the record comes back equal. If its path may lead out of its folder, everything except the path is
/// equal, and a note reports the path.
fn came_back(record: &Interaction, message: Message, carry: &Carry, cx: &Context) {
    let (mut back, _, notes) = noted::<Interaction>(message, Dialect::Aap, carry, cx).unwrap();
    if record.canvas_file.unsafe_rule().is_some() {
        assert!(back.canvas_file.unsafe_rule().is_none(), "{back:?}");
        let at = Pointer::root().member("canvasFile");
        let is_said =
            |note: &Note| note.verdict == Verdict::Quarantined && note.to.get() == Some(&at);
        assert!(notes.iter().any(is_said), "{notes:?}");
        back.canvas_file = record.canvas_file.clone();
    }
    assert_eq!(back, *record);
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_record_comes_back_equal_with_the_carry_next_to_the_message() {
    let cx = Context::default();
    for (name, record) in records() {
        for version in VERSIONS {
            let (message, carry) =
                send::<Message>(record.clone(), version, &Carry::default(), &cx).expect(&name);
            let message = a2ui::Message::read(&wire::encode(&message).unwrap()).expect(&name);
            came_back(&record, message, &carry, &cx);
        }
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_record_comes_back_equal_with_the_carry_in_the_message() {
    let cx = Context::default();
    for (name, record) in records() {
        for version in VERSIONS {
            let (message, carry) =
                send::<Message>(record.clone(), version, &Carry::default(), &cx).expect(&name);
            let text = wire::encode(&message.embed(carry).expect(&name)).unwrap();
            let ExtractedMessage { message, carry, .. } = a2ui::Message::read(&text)
                .expect(&name)
                .extract(&CarryPolicy::Accept);
            came_back(&record, message, &carry, &cx);
        }
    }
}

/// Returns the members in which two records differ.
fn differing(a: &aap::Interaction, b: &aap::Interaction) -> Vec<Pointer> {
    let (a, b) = (super::again(a), super::again(b));
    let of = |from: &Payload, to: &Payload| -> Vec<Pointer> {
        let pointers = from
            .members()
            .map(|(name, _)| Pointer::root().member(&name));
        pointers.filter(|at| from.get(at) != to.get(at)).collect()
    };
    let mut all = of(&a, &b);
    all.extend(of(&b, &a));
    all
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn without_the_carry_a_note_names_every_field_that_differs() {
    let cx = Context::default();
    let records = records();
    let mut lost = 0;
    for (name, record) in &records {
        for version in VERSIONS {
            let (message, _, notes) =
                noted::<Message>(record.clone(), version, &Carry::default(), &cx).expect(name);
            let (back, _) =
                send::<Interaction>(message, Dialect::Aap, &Carry::default(), &cx).expect(name);
            let is_lost = |member: &Pointer| {
                notes
                    .iter()
                    .any(|note| note.is_loss(false) && note.from == *member)
            };
            let differing = differing(record, &back);
            for member in &differing {
                lost += 1;
                // A summary that is derived from the other members changes when one of them is lost.
                let follows = member.as_str() == "/summary"
                    && notes
                        .iter()
                        .any(|note| note.verdict == Verdict::Derived && note.from == *member)
                    && differing
                        .iter()
                        .any(|other| other.as_str() != "/id" && is_lost(other));
                assert!(is_lost(member) || follows, "{name} {version}: {member}");
            }
        }
    }
    assert!(
        records.is_empty() || lost >= records.len(),
        "every record has an id of its own"
    );
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn a_record_with_an_empty_carry_comes_back_without_it() {
    let cx = Context::default();
    for (name, record) in records() {
        // A record that was translated back without a carry has no field that A2UI cannot express.
        let (message, _) =
            send::<Message>(record, Dialect::A2ui0_9, &Carry::default(), &cx).expect(&name);
        let (bare, carry) =
            send::<Interaction>(message, Dialect::Aap, &Carry::default(), &cx).expect(&name);
        assert!(carry.is_empty(), "{name}");
        let (_, carry, notes) =
            noted::<Message>(bare, Dialect::A2ui0_9, &Carry::default(), &cx).expect(&name);
        assert!(carry.is_empty(), "{name}: {carry:?}");
        assert!(
            notes.iter().all(|note| note.verdict != Verdict::Dropped),
            "{name}"
        );
    }
}
