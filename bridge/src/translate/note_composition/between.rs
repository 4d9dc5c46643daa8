//! Fields about which the intermediate message has no notes.

use super::{find_first_below, group_by_place};
use crate::{Label, Note, Verdict};
use std::collections::BTreeMap;
use wire::Pointer;

/// The intermediate objects whose members come from one source object under the same names, with that source object.
pub(super) struct Siblings<'a>(BTreeMap<&'a str, &'a str>);

impl<'a> Siblings<'a> {
    pub(super) fn of(first: &'a [Note]) -> Self {
        let mut objects = BTreeMap::new();
        for note in first {
            let (Verdict::Copied | Verdict::Encoded, Some(to)) = (note.verdict, note.to.get())
            else {
                continue;
            };
            let (Some((from, name)), Some((to, other))) = (
                note.from.as_str().rsplit_once('/'),
                to.as_str().rsplit_once('/'),
            ) else {
                continue;
            };
            if name == other {
                objects.insert(to, from);
            }
        }
        Self(objects)
    }

    /// Returns the source place of a member without a note, assuming that it comes from the object of its siblings.
    pub(super) fn place(&self, place: &Pointer) -> Option<Pointer> {
        let (object, name) = place.as_str().rsplit_once('/')?;
        Pointer::parse(&format!("{}/{name}", self.0.get(object)?)).ok()
    }
}

/// Fields that the first mapping carried and the second mapping restored from the carry. They bypass the intermediate
/// message.
pub(super) struct PassedFields<'a> {
    /// The places of these fields, sorted.
    pub(super) places: Vec<&'a str>,
    /// The restoring notes of the second mapping by index, with the rule and the message number of the first mapping.
    pub(super) by_place: BTreeMap<usize, (&'a Label, u64)>,
}

impl PassedFields<'_> {
    /// Returns `true` if a note of the first mapping is about one of these fields.
    pub(super) fn is_in(&self, note: &Note) -> bool {
        if note.verdict != Verdict::Carried {
            return false;
        }
        let at = note.from.as_str();
        for (end, _) in at.match_indices('/') {
            if self.has(at.get(..end).unwrap_or_default()) {
                return true;
            }
        }
        self.has(at)
    }

    fn has(&self, place: &str) -> bool {
        self.places.binary_search(&place).is_ok()
    }
}

/// Finds the fields that the first mapping carried and the second mapping restored.
pub(super) fn find_passed<'a>(first: &'a [Note], second: &'a [Note]) -> PassedFields<'a> {
    let carried = group_by_place(first.iter().map(|note| match note.verdict {
        Verdict::Carried => Some(&note.from),
        _ => None,
    }));
    let mut passed = PassedFields {
        places: Vec::new(),
        by_place: BTreeMap::new(),
    };
    for (index, note) in second.iter().enumerate() {
        let Some(place) = note.to.get() else { continue };
        if !note.is_restored() && !note.is_absent_by_carry() {
            continue;
        }
        let found = match carried.get(place.as_str()) {
            Some(found) => Some(found),
            None => find_first_below(&carried, place),
        };
        let Some(known) = found
            .and_then(|found| found.first())
            .and_then(|number| first.get(*number))
        else {
            continue;
        };
        passed.places.push(place.as_str());
        passed.by_place.insert(index, (&known.rule, known.input));
    }
    passed.places.sort_unstable();
    passed
}
