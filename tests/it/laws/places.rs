//! The places that notes and refusals name, see [`pairs`](super::pairs).

use super::pairs::{Checked, json};
use crate::translation::Sent;
use bridge::{Note, Verdict};
use proptest::prelude::*;
use wire::{Payload, Pointer};

/// L22: a note is about a place of the pushed message, also on a route of several mappings. L25: the same holds for a
/// refusal.
pub(super) fn of_the_input(there: &Sent) -> Checked {
    for note in &there.notes {
        let input = json(&there.taken[usize::try_from(note.input).unwrap()].0);
        let is_there = matches!(
            note.verdict,
            Verdict::Copied | Verdict::Renamed | Verdict::Encoded | Verdict::Dropped
        );
        prop_assert!(
            !is_there || input.get(&note.from).is_some(),
            "{note:?} {input}"
        );
        prop_assert!(is_there || has_parent(&input, note), "{note:?} {input}");
    }
    for (message, refusal) in &there.refused {
        let input = json(message);
        let is_there = input.get(refusal.pointer()).is_some()
            || parent(refusal.pointer()).is_some_and(|at| input.get(&at).is_some());
        prop_assert!(is_there, "{refusal} {input}");
    }
    Ok(())
}

/// L22: the target has a value at the place of a note, or the note reports its removal.
pub(super) fn of_the_output(there: &Sent) -> Checked {
    for output in &there.outputs {
        let message = json(&output.message);
        for note in &output.notes {
            let Some(to) = note.to.get() else { continue };
            let is_gone = || {
                let remark = note.remark.get().map_or("", |remark| remark.as_str());
                note.verdict == Verdict::Quarantined
                    || NOT_THERE.iter().any(|start| remark.starts_with(start))
            };
            prop_assert!(message.get(to).is_some() || is_gone(), "{note:?} {message}");
        }
    }
    Ok(())
}

/// The beginnings of remarks in notes whose place may be empty, because a carry or an edit omitted the value.
const NOT_THERE: [&str; 2] = ["removed, because", "not restored: the visible"];

fn has_parent(input: &Payload, note: &Note) -> bool {
    // Layers of a carry for a later dialect.
    note.from.as_str().starts_with("/agent_ui_carry")
        || input.get(&note.from).is_some()
        || ancestors(&note.from).any(|at| !at.as_str().is_empty() && input.get(&at).is_some())
        || parent(&note.from).is_some_and(|at| at.as_str().is_empty())
}

fn ancestors(at: &Pointer) -> impl Iterator<Item = Pointer> {
    std::iter::successors(parent(at), parent)
}

fn parent(at: &Pointer) -> Option<Pointer> {
    let end = at.as_str().rfind('/')?;
    Pointer::parse(&at.as_str()[..end]).ok()
}
