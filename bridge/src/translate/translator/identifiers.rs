//! Component ids of A2UI 1.0 as identifiers.

use crate::{Note, Verdict};
use std::collections::BTreeSet;
use wire::{Field, Pointer};

/// The remark for values that contain rewritten ids.
const REMARK: &str = "component ids are written as identifiers";

/// Marks the notes about values that contain one of these places as encoded. `place_of` selects the source place or the
/// target place of a note.
pub(super) fn add_remarks<'a>(
    notes: impl Iterator<Item = &'a mut Note>,
    places: &BTreeSet<Pointer>,
    place_of: fn(&Note) -> Option<&Pointer>,
) {
    if places.is_empty() {
        return;
    }
    for note in notes {
        let Some(place) = place_of(note) else {
            continue;
        };
        // A greater change than this one stays.
        if note.verdict >= Verdict::Encoded || !contains_one_of(place, places) {
            continue;
        }
        note.verdict = Verdict::Encoded;
        if note.remark.is_absent() {
            note.remark = Field::Value(REMARK.into());
        }
    }
}

/// Returns `true` if the value at a place contains one of these places.
fn contains_one_of(whole: &Pointer, places: &BTreeSet<Pointer>) -> bool {
    if places.contains(whole) {
        return true;
    }
    let Some(first_below) = places.range(whole.member("")..).next() else {
        return false;
    };
    match first_below.as_str().strip_prefix(whole.as_str()) {
        Some(below) => below.starts_with('/'),
        None => false,
    }
}
