//! Surfaces as renditions.

use super::{Rendition, RenditionRules, WrittenRendition, message::messages_of, write_rendition};
use crate::{
    ComponentNote, Dialect, Note, Refusal, Rule, Verdict,
    lens::{
        ComponentPlace, ComponentPlaces, Direction, Returns, Translatable, Translated,
        TranslationCx, payload, whole_target,
    },
};
use a2ui::surface::Surface;
use std::collections::{BTreeMap, BTreeSet};
use wire::{Field, Payload, Pointer};

/// Translates a surface into the message that shows it. `key` is the body key of the message that created it.
///
/// # Errors
/// Refuses a surface that the protocol cannot show, see [`Rendition::write`].
pub(crate) fn forward<R: Rendition, Target: Translatable>(
    surface: &Surface,
    key: &str,
    (from, to): (Dialect, Dialect),
    places: &ComponentPlaces,
    tcx: &mut TranslationCx<'_>,
) -> Result<(Translated<Target>, Vec<Note>), Refusal> {
    let created = Pointer::root().member(key);
    let messages = surface.messages();
    let (plain_target, written): (Target, _) = match write_rendition::<R>(surface, to, tcx.cx) {
        Ok(written) => (written.message.decode()?, written),
        // The surface may have been a message, which the carry contains.
        Err(refusal) => {
            let message = whole_target(&messages, to, tcx).ok_or(refusal)?;
            (message, WrittenRendition::default())
        }
    };
    let mut fields = tcx.fields();
    let (rules, root) = (R::RULES, &Pointer::root());
    fields.add(
        Verdict::Encoded,
        rules.surface,
        (root, ""),
        Some((root, "")),
    );
    let (cx, input) = (tcx.cx, tcx.input);
    let returned = |target: &Target| messages_of::<R>(&payload(target), input, from, cx);
    let returns = Returns {
        losses: &|target: &Target, losses| match returned(target) {
            Ok(returned) if returned == messages => {}
            // A rendition keeps neither the bindings nor the ids of a surface.
            _ => losses.add(Pointer::root()),
        },
        back: &returned,
    };
    let direction = Direction::new(from, to, 0, rules.forward);
    let translated = direction.reconcile(&messages, plain_target, fields, returns, tcx)?;
    let notes = match tcx.notes().is_wanted() {
        true => {
            let target = payload(&translated.message);
            let made = (tcx.input, created);
            notes_of_components(R::RULES, surface, (&written, &target), (places, &made))
        }
        false => Vec::new(),
    };
    Ok((translated.with_dialect(from), notes))
}

/// Returns a note for each property of each component. A component in a template has the notes of its first item.
fn notes_of_components(
    rules: &RenditionRules,
    surface: &Surface,
    (written, target): (&WrittenRendition, &Payload),
    (places, made): (&ComponentPlaces, &(u64, Pointer)),
) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut written_notes: BTreeMap<String, Vec<&ComponentNote>> = BTreeMap::new();
    for note in &written.notes {
        let id = note.key.component_id().as_str().to_owned();
        written_notes.entry(id).or_default().push(note);
    }
    for component in surface.components() {
        let id = component.id().as_str();
        let (input, at) = match places.components.get(id) {
            Some(place) => (place.input, parsed(&place.pointer)),
            // The state was saved without places.
            None => made.clone(),
        };
        let properties = component.to_payload();
        let mut noted: BTreeSet<String> = BTreeSet::new();
        for note in written_notes.get(id).into_iter().flatten() {
            let member = written_member(&properties, note.member);
            if noted.insert(member.clone()) {
                let mut note = note_of(rules, note, (input, &at, &member), &written.notes_at);
                compare_with_target(&mut note, properties.member(&member), target);
                notes.push(note);
            }
        }
        if noted.contains("") {
            continue;
        }
        for (name, _) in properties.members() {
            if matches!(&*name, "id" | "component") || noted.contains(&*name) {
                continue;
            }
            let remark = "the target has no such property";
            notes.push(carried(input, rules.component, at.member(&name), remark));
        }
    }
    for place in places.members.values() {
        notes.push(note_of_member(rules, place));
    }
    notes
}

/// Corrects a note by the written message, which a carry may have restored.
fn compare_with_target(note: &mut Note, value: Option<Payload>, target: &Payload) {
    let Some(to) = note.to.get().cloned() else {
        return;
    };
    let written = target.get(&to);
    if written.is_none() {
        note.to = Field::Absent;
    }
    let is_equal = written.is_some() && written == value;
    note.verdict = match note.verdict {
        Verdict::Encoded | Verdict::Copied | Verdict::Renamed if is_equal => {
            Verdict::of_move(&note.from, &to)
        }
        // The value of a binding, or a value in another form.
        Verdict::Copied | Verdict::Renamed => Verdict::Encoded,
        _ => return,
    };
}

/// Returns the note about a member of a message that is not a component.
fn note_of_member(rules: &RenditionRules, place: &ComponentPlace) -> Note {
    let at = parsed(&place.pointer);
    match place.pointer.rsplit('/').next() {
        Some("value" | "contents" | "dataModel" | "updateDataModel") => {
            let remark = "the target contains only values that are shown";
            carried(place.input, rules.data, at, remark)
        }
        Some("surfaceId") => {
            let remark = "the id names the message";
            carried(place.input, rules.surface, at, remark)
        }
        _ => {
            let remark = "the target has no such member";
            carried(place.input, rules.surface, at, remark)
        }
    }
}

fn parsed(pointer: &str) -> Pointer {
    Pointer::parse(pointer).unwrap_or_else(|_| Pointer::root())
}

/// Returns the name of a member as a component has it. Returns an empty name, which is the whole component, for a member
/// that the component lacks.
fn written_member(properties: &Payload, member: &str) -> String {
    for name in [member.to_owned(), format!("@{member}")] {
        if properties.member(&name).is_some() {
            return name;
        }
    }
    String::new()
}

fn carried(input: u64, rule: &Rule, from: Pointer, remark: &'static str) -> Note {
    let mut note = Note::new(input, Verdict::Carried, rule.id, from);
    note.remark = Field::Value(remark.into());
    note
}

/// Returns the note about a member of the component at a place.
fn note_of(
    rules: &RenditionRules,
    note: &ComponentNote,
    (input, at, member): (u64, &Pointer, &str),
    notes_at: &Pointer,
) -> Note {
    let place = match member {
        "" => at.clone(),
        member => at.member(member),
    };
    // The carry contains the whole surface.
    let verdict = match note.verdict {
        Verdict::Dropped => Verdict::Carried,
        verdict => verdict,
    };
    let mut made = Note::new(input, verdict, rules.component.id, place);
    if let Some(to) = &note.to {
        made.to = Field::Value(notes_at.join(to));
    }
    if !note.remark.is_empty() {
        made.remark = Field::Value(note.remark.into());
    }
    made
}
