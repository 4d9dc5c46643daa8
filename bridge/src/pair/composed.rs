//! The notes of two mappings in a row, as notes of one.
//!
//! The second mapping speaks of fields of the message in between, which nobody gets to see. What it says is said here of the
//! fields from which the first one made them; and what the first one says of a field ends where the second one took that.

use crate::{Note, Notes, Place, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use wire::Pointer;

/// The notes of `first` and then `second`, from what `first` took to what `second` made.
///
/// A field of which `first` said nothing stands in the same place in both messages, or, where nobody can know, is one of
/// the whole.
pub(super) fn composed(first: Notes, second: Notes, same_places: bool) -> Notes {
    let made = by_place(first.0.iter().map(Note::to));
    let taken = by_place(second.0.iter().map(|note| Some(note.from())));
    let mut composed = Vec::new();
    let mut placed = BTreeSet::new();
    for note in &first.0 {
        let Some(to) = note.to() else {
            composed.push(note.clone());
            continue;
        };
        // What was said of the field, or else of what it is in.
        let takers = nearest(&taken, &to);
        for (index, taker) in takers.iter().filter_map(|index| Some((*index, second.0.get(*index)?))) {
            placed.insert(index);
            let below = rest(&to, &taker.from());
            composed.push(joined(note, taker, note.from(), taker.to().map(|at| at.join(&below))));
        }
        if takers.is_empty() {
            composed.push(ended(note));
        }
    }
    for (index, note) in second.0.iter().enumerate() {
        // What was said of something in the field.
        let from = note.from();
        let makers = nearest(&made, &from);
        let makers = makers.iter().filter_map(|index| first.0.get(*index));
        for maker in makers.filter(|maker| maker.to().is_some_and(|to| to != from)) {
            placed.insert(index);
            let below = maker.to().map(|to| rest(&from, &to)).unwrap_or_default();
            composed.push(joined(maker, note, maker.from().join(&below), note.to()));
        }
        if !placed.contains(&index) {
            let from = if same_places { from } else { Pointer::root() };
            composed.push(at(note, note.verdict, from, note.to()));
        }
    }
    Notes(composed)
}

/// The numbers of notes by a place that they name.
fn by_place(places: impl Iterator<Item = Option<Pointer>>) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, place) in places.enumerate() {
        if let Some(place) = place {
            found.entry(place.as_str().to_owned()).or_default().push(index);
        }
    }
    found
}

/// Those of the place, or of the nearest one around it.
fn nearest<'a>(places: &'a BTreeMap<String, Vec<usize>>, place: &Pointer) -> &'a [usize] {
    let mut at = place.as_str();
    loop {
        if let Some(found) = places.get(at) {
            return found;
        }
        match at.rfind('/') {
            Some(end) => at = at.get(..end).unwrap_or_default(),
            None => return &[],
        }
    }
}

/// The way from a place to one in it.
fn rest(place: &Pointer, around: &Pointer) -> Pointer {
    let rest = place.as_str().strip_prefix(around.as_str()).unwrap_or_default();
    Pointer::parse(rest).unwrap_or_default()
}

/// What became of a field that two notes are about.
fn joined(first: &Note, second: &Note, from: Pointer, to: Option<Pointer>) -> Note {
    // A field of no source has none, and a loss stays one; of the others the greater change counts.
    let (note, verdict) = match (first.verdict, second.verdict) {
        (_, lost @ (Verdict::Carried | Verdict::Dropped | Verdict::Quarantined)) => (second, lost),
        (made @ (Verdict::Derived | Verdict::Defaulted), _) => (first, made),
        (before, after) if after > before => (second, after),
        (before, _) => (first, before),
    };
    let input = first.place.as_ref().map_or(0, |place| place.input);
    let mut joined = at(note, verdict, from, to);
    joined.place = joined.place.map(|place| Box::new(Place { input, ..*place }));
    joined
}

/// A field of which the second mapping said nothing.
fn ended(note: &Note) -> Note {
    at(note, note.verdict, note.from(), None)
}

fn at(note: &Note, verdict: Verdict, from: Pointer, to: Option<Pointer>) -> Note {
    let input = note.place.as_ref().map_or(0, |place| place.input);
    Note { verdict, member: None, place: Some(Box::new(Place { input, from, to })), ..note.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ledger, Rule};

    static NAME: Rule = Rule { id: "a-b/name", from: "/name", to: "/label/text" };
    static ITEMS: Rule = Rule { id: "a-b/items", from: "/items", to: "/list" };
    static KIND: Rule = Rule { id: "a-b/kind", from: "", to: "/kind" };
    static OTHER: Rule = Rule { id: "a-b/other", from: "/other", to: "" };
    static LABEL: Rule = Rule { id: "b-c/label", from: "/label", to: "" };
    static LIST: Rule = Rule { id: "b-c/list", from: "/list", to: "/all" };
    static FIRST: Rule = Rule { id: "b-c/first", from: "/list/0/id", to: "/first" };
    static TYPE: Rule = Rule { id: "b-c/type", from: "/kind", to: "/type" };

    fn notes(entries: &[(Verdict, &'static Rule)]) -> Notes {
        let mut notes = Notes::default();
        for (verdict, rule) in entries {
            notes.note(*verdict, rule).unwrap();
        }
        notes
    }

    #[test]
    fn what_is_said_of_the_message_in_between_is_said_of_the_first_one() {
        use Verdict::{Carried, Copied, Defaulted, Encoded, Renamed};
        let first = notes(&[(Renamed, &NAME), (Renamed, &ITEMS), (Defaulted, &KIND), (Carried, &OTHER)]);
        let second = notes(&[(Carried, &LABEL), (Copied, &LIST), (Encoded, &FIRST), (Renamed, &TYPE)]);
        let shown: Vec<String> = composed(first, second, false)
            .0
            .iter()
            .map(|note| {
                let to = note.to().map_or_else(|| "-".to_owned(), |to| to.to_string());
                format!("{} {} {} {to}", note.rule.id, note.verdict, note.from())
            })
            .collect();
        assert_eq!(
            shown,
            [
                "b-c/label carried /name -",
                "a-b/items renamed /items /all",
                "a-b/kind defaulted  /type",
                "a-b/other carried /other -",
                "b-c/first encoded /items/0/id /first",
            ]
        );
    }

    #[test]
    fn a_note_about_nothing_that_is_known_is_about_the_whole() {
        for (same_places, at) in [(false, ""), (true, "/kind")] {
            let (first, second) = (notes(&[(Verdict::Copied, &NAME)]), notes(&[(Verdict::Dropped, &TYPE)]));
            let alone = composed(first, second, same_places);
            let shown: Vec<_> = alone.0.iter().map(|note| (note.rule.id, note.from().to_string())).collect();
            assert_eq!(shown, [("a-b/name", "/name".to_owned()), ("b-c/type", at.to_owned())]);
            assert!(alone.0.iter().all(|note| note.to().is_none()));
        }
    }
}
