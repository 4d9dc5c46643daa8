//! Component ids of A2UI 1.0 as identifiers.

use crate::{AnyMessage, Context, Note, Refusal, Verdict};
use a2ui::Message;
use std::collections::BTreeSet;
use wire::{Field, Pointer};

/// The remark for values that contain rewritten ids.
const REMARK: &str = "component ids are written as identifiers";

/// Replaces the identifiers in a message by the ids that they encode. Returns the places of the replaced ids.
///
/// # Errors
/// Refuses an id that is not an encoded identifier. The message stays unchanged.
pub(super) fn read(any: &mut AnyMessage, cx: &Context) -> Result<BTreeSet<Pointer>, Refusal> {
    let AnyMessage::Message(message) = any else { return Ok(BTreeSet::new()) };
    let mut places = BTreeSet::new();
    let mut refusal = None;
    let message = rename_components((**message).clone(), cx, &mut |id, at| {
        let Some(meant) = id.from_identifier() else {
            refusal.get_or_insert_with(|| {
                let hint = format!(
                    "the client should send `{}`; omit --escape-ids if it uses unescaped ids",
                    id.to_identifier()
                );
                let message = format!("`{id}` is not an id that was written as an identifier");
                Refusal::rule_broken("a2ui-1.0/component-id", at.clone(), message).hint(hint)
            });
            return id.clone();
        };
        if meant != *id {
            places.insert(at.clone());
        }
        meant
    });
    if let Some(refusal) = refusal {
        return Err(refusal);
    }
    *any = message;
    Ok(places)
}

/// Replaces the ids in a message by identifiers. Returns the message and the places of the replaced ids.
pub(super) fn write(message: AnyMessage, cx: &Context) -> (AnyMessage, BTreeSet<Pointer>) {
    let AnyMessage::Message(message) = message else { return (message, BTreeSet::new()) };
    let mut places = BTreeSet::new();
    let message = rename_components(*message, cx, &mut |id, at| {
        let identifier = id.to_identifier();
        if identifier != *id {
            places.insert(at.clone());
        }
        identifier
    });
    (message, places)
}

fn rename_components(
    message: Message,
    cx: &Context,
    rename: &mut a2ui::surface::RenameComponent<'_>,
) -> AnyMessage {
    message.rename_components(&cx.surfaces.options().references, rename).into()
}

/// Marks the notes about values that contain one of these places as encoded. `place_of` selects the source or the target
/// place of a note.
pub(super) fn add_remarks<'a>(
    notes: impl Iterator<Item = &'a mut Note>,
    places: &BTreeSet<Pointer>,
    place_of: fn(&Note) -> Option<&Pointer>,
) {
    if places.is_empty() {
        return;
    }
    let is_in = |whole: &Pointer| {
        let first_below = || places.range(whole.member("")..).next();
        let is_below = |place: &Pointer| {
            place.as_str().strip_prefix(whole.as_str()).is_some_and(|below| below.starts_with('/'))
        };
        places.contains(whole) || first_below().is_some_and(is_below)
    };
    for note in notes.filter(|note| note.verdict < Verdict::Encoded) {
        if place_of(note).is_some_and(is_in) {
            note.verdict = Verdict::Encoded;
            if note.remark.is_absent() {
                note.remark = Field::Value(REMARK.into());
            }
        }
    }
}
