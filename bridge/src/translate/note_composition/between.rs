//! Fields about which the intermediate message has no notes.

use super::{by_place, first_below};
use crate::{Label, Note, Verdict};
use std::collections::BTreeMap;
use wire::Pointer;

/// The intermediate objects whose members come from one source object under the same names, with that source object.
pub(super) struct Siblings<'a>(BTreeMap<&'a str, &'a str>);

impl<'a> Siblings<'a> {
    pub(super) fn of(first: &'a [Note]) -> Self {
        let kept = first
            .iter()
            .filter(|note| matches!(note.verdict, Verdict::Copied | Verdict::Encoded));
        let objects = kept.filter_map(|note| {
            let (from, name) = note.from.as_str().rsplit_once('/')?;
            let (to, other) = note.to.get()?.as_str().rsplit_once('/')?;
            (name == other).then_some((to, from))
        });
        Self(wire::collect_map(objects))
    }

    /// Returns the source place of a member without a note, assuming that it comes from the object of its siblings.
    pub(super) fn place(&self, place: &Pointer) -> Option<Pointer> {
        let (object, name) = place.as_str().rsplit_once('/')?;
        Pointer::parse(&format!("{}/{name}", self.0.get(object)?)).ok()
    }
}

/// Fields that the first mapping carried and the second one restored from the carry. They bypass the intermediate
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
        let at = note.from.as_str();
        let mut ends = at.match_indices('/').map(|(end, _)| end).chain([at.len()]);
        note.verdict == Verdict::Carried
            && ends.any(|end| {
                at.get(..end)
                    .is_some_and(|outer| self.places.binary_search(&outer).is_ok())
            })
    }
}

pub(super) fn find_passed<'a>(first: &'a [Note], second: &'a [Note]) -> PassedFields<'a> {
    let carried = by_place(
        first
            .iter()
            .map(|note| (note.verdict == Verdict::Carried).then_some(&note.from)),
    );
    let mut passed = PassedFields {
        places: Vec::new(),
        by_place: BTreeMap::new(),
    };
    let of_carry = |note: &Note| note.is_restored() || note.is_absent_by_carry();
    for (index, note) in second.iter().enumerate().filter(|(_, note)| of_carry(note)) {
        let Some(place) = note.to.get() else { continue };
        let here = carried
            .get(place.as_str())
            .or_else(|| first_below(&carried, place));
        let Some(known) = here.and_then(|found| first.get(*found.first()?)) else {
            continue;
        };
        passed.places.push(place.as_str());
        passed.by_place.insert(index, (&known.rule, known.input));
    }
    passed.places.sort_unstable();
    passed
}
