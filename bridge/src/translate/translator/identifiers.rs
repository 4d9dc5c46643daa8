//! Component ids of A2UI 1.0 as identifiers.

use crate::{Note, Verdict};
use std::collections::BTreeSet;
use wire::{Field, Pointer};

/// The remark for values that contain rewritten ids.
const REMARK: &str = "component ids are written as identifiers";

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
            place
                .as_str()
                .strip_prefix(whole.as_str())
                .is_some_and(|below| below.starts_with('/'))
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
