//! What the way back of a message has to know: where two messages differ, field by field, and how the one becomes the other.
//!
//! A message is translated without a carry, and its image is translated back. Where that differs from the message, the carry
//! says what was there. On the way back a field that was carried is put back if the message that then is there has the
//! image that is visible.

use crate::carry::Hop;
use std::collections::BTreeMap;
use wire::{Extra, Payload, Pointer};

/// A field as it should be: `None` if it should not be there.
pub(crate) type Change = (Pointer, Option<Payload>);

/// No field lies deeper in the messages of any version.
const LEVELS: usize = 8;
/// So often is it tried whether fields of an edited message still fit, one after the other.
const ATTEMPTS: usize = 64;

/// What has to change in `bare` to make it `source`. Objects are compared member by member, and lists of the same length
/// element by element, as many levels down as given.
pub(crate) fn between(bare: &Payload, source: &Payload, levels: usize) -> Vec<Change> {
    let mut changes = Vec::new();
    compare(bare, source, levels.min(LEVELS), &Pointer::root(), &mut changes);
    // Members whose names are no proper text cannot be pointed at.
    if bare != source && apply(bare, &changes) != *source {
        return vec![(Pointer::root(), Some(source.clone()))];
    }
    changes
}

fn compare(bare: &Payload, source: &Payload, levels: usize, at: &Pointer, changes: &mut Vec<Change>) {
    if bare == source {
        return;
    }
    if levels > 0 {
        if let (Some(bare), Some(source)) = (members(bare), members(source)) {
            for (name, value) in source.iter() {
                match bare.get(name) {
                    Some(other) => compare(other, value, levels - 1, &at.member(name), changes),
                    None => changes.push((at.member(name), Some(value.clone()))),
                }
            }
            let gone = bare.iter().filter(|(name, _)| source.get(name).is_none());
            changes.extend(gone.map(|(name, _)| (at.member(name), None)));
            return;
        }
        let (bare, source): (Vec<_>, Vec<_>) = (bare.elements().collect(), source.elements().collect());
        if !source.is_empty() && bare.len() == source.len() {
            for (index, (bare, source)) in bare.iter().zip(&source).enumerate() {
                compare(bare, source, levels - 1, &at.element(index), changes);
            }
            return;
        }
    }
    changes.push((at.clone(), Some(source.clone())));
}

/// The members of an object in which no name occurs twice.
fn members(payload: &Payload) -> Option<Extra> {
    let members: Extra = payload.members().map(|(name, value)| (name.into_owned(), value)).collect();
    (payload.is_object() && members.len() == payload.members().count()).then_some(members)
}

/// `target` with the changes made. What cannot be reached is left alone.
pub(crate) fn apply(target: &Payload, changes: &[Change]) -> Payload {
    let changes: Vec<_> = changes
        .iter()
        .map(|(pointer, value)| (pointer.segments().map(String::from).collect::<Vec<_>>(), value))
        .filter(|(segments, _)| segments.len() <= LEVELS)
        .collect();
    let changes = changes.iter().map(|(segments, value)| (segments.as_slice(), *value)).collect();
    change(target, changes)
}

/// The way that is left to a field, and what should be there.
type Below<'a> = (&'a [String], &'a Option<Payload>);

fn change(target: &Payload, changes: Vec<Below<'_>>) -> Payload {
    let whole = changes.iter().rev().find(|(segments, _)| segments.is_empty());
    if let Some((_, Some(value))) = whole {
        return value.clone();
    }
    let mut below: BTreeMap<&str, Vec<Below<'_>>> = BTreeMap::new();
    for (segments, value) in changes {
        if let Some((first, rest)) = segments.split_first() {
            below.entry(first).or_default().push((rest, value));
        }
    }
    let is_removal = |changes: &[Below<'_>]| matches!(changes, [.., ([], None)]);
    if target.is_object() {
        let mut done = Vec::new();
        for (name, value) in target.members() {
            match below.remove(&*name) {
                None => done.push((name.into_owned(), value)),
                Some(changes) if is_removal(&changes) => {}
                Some(changes) => done.push((name.into_owned(), change(&value, changes))),
            }
        }
        for (name, changes) in below {
            // Where nothing is, nothing can be taken away.
            if changes.iter().any(|(_, value)| value.is_some()) {
                done.push((name.to_owned(), change(&Payload::empty_object(), changes)));
            }
        }
        return Payload::object(done.iter().map(|(name, value)| (name.as_str(), value)));
    }
    if target.text().starts_with('[') {
        let elements: Vec<_> = target
            .elements()
            .enumerate()
            .map(|(index, element)| match below.remove(index.to_string().as_str()) {
                Some(changes) if !is_removal(&changes) => change(&element, changes),
                _ => element,
            })
            .collect();
        return Payload::array(&elements);
    }
    target.clone()
}

/// A list whose elements are judged one by one, and where it stands: in the message that is made, and in the one that is visible.
#[derive(Clone, Copy)]
pub(crate) struct List {
    pub(crate) made: &'static [&'static str],
    pub(crate) visible: &'static [&'static str],
}

/// A message after the carry was asked.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// The message.
    pub(crate) made: Payload,
    /// The fields of it that came out of the carry.
    pub(crate) restored: Vec<Pointer>,
    /// The fields that did not, because the message shows something else.
    pub(crate) edited: Vec<Pointer>,
    /// The fields of the visible message that have to be carried for the way back.
    pub(crate) carried: Vec<Change>,
}

/// Puts back what was kept, as far as it fits what is visible, and says what the next way back has to know.
///
/// `bare` is what became of the `visible` message; `back` gives the image of such a message; `levels` is how deep the
/// fields of the visible message lie.
pub(crate) fn settle(
    visible: &Payload,
    bare: Payload,
    kept: &Hop,
    list: Option<List>,
    levels: usize,
    back: &dyn Fn(&Payload) -> Option<Payload>,
) -> Settled {
    let kept: Vec<Change> =
        kept.fields.iter().map(|field| (field.pointer.clone(), field.value.clone())).collect();
    let mut settled = Settled { made: bare, restored: Vec::new(), edited: Vec::new(), carried: Vec::new() };
    let mut image = back(&settled.made);
    if !kept.is_empty() {
        let all = apply(&settled.made, &kept);
        let image_of_all = back(&all);
        if all == settled.made {
            // Nothing of it is about this message.
        } else if image_of_all.is_some() && (image_of_all.as_ref() == Some(visible) || image_of_all == image)
        {
            settled.made = all;
            settled.restored = kept.into_iter().map(|(pointer, _)| pointer).collect();
            image = image_of_all;
        } else {
            one_by_one(&mut settled, kept, visible, list, back);
            image = back(&settled.made);
        }
    }
    settled.carried = match image {
        Some(image) => between(&image, visible, levels),
        None => vec![(Pointer::root(), Some(visible.clone()))],
    };
    settled
}

/// Tries one field of every element at a time.
fn one_by_one(
    settled: &mut Settled,
    kept: Vec<Change>,
    visible: &Payload,
    list: Option<List>,
    back: &dyn Fn(&Payload) -> Option<Payload>,
) {
    let mut units: BTreeMap<Option<usize>, Vec<Change>> = BTreeMap::new();
    for change in kept.into_iter().rev() {
        units.entry(list.and_then(|list| index(list.made, &change.0))).or_default().push(change);
    }
    let visible = Parts::of(visible, list);
    for _ in 0..ATTEMPTS {
        let before = Parts::of(&back(&settled.made).unwrap_or_else(Payload::null), list);
        let tried: Vec<(Option<usize>, Change)> =
            units.iter_mut().filter_map(|(unit, changes)| Some((*unit, changes.pop()?))).collect();
        if tried.is_empty() {
            return;
        }
        let changes: Vec<Change> = tried.iter().map(|(_, change)| change.clone()).collect();
        let after = back(&apply(&settled.made, &changes)).map(|image| Parts::of(&image, list));
        let mut accepted = Vec::new();
        for (unit, change) in tried {
            let after = after.as_ref().and_then(|after| after.get(unit));
            if after.is_some() && (after == visible.get(unit) || after == before.get(unit)) {
                settled.restored.push(change.0.clone());
                accepted.push(change);
            } else {
                settled.edited.push(change.0);
            }
        }
        settled.made = apply(&settled.made, &accepted);
    }
    settled.edited.extend(units.into_values().flatten().map(|(pointer, _)| pointer));
}

/// In which element of the list a field lies.
fn index(list: &[&str], pointer: &Pointer) -> Option<usize> {
    let mut segments = pointer.segments();
    if !list.iter().all(|name| segments.next().as_deref() == Some(name)) {
        return None;
    }
    segments.next()?.parse().ok()
}

/// A message, its list apart.
struct Parts {
    rest: Payload,
    elements: Vec<Payload>,
}

impl Parts {
    fn of(message: &Payload, list: Option<List>) -> Self {
        let Some(list) = list else {
            return Self { rest: message.clone(), elements: Vec::new() };
        };
        let mut at = Pointer::root();
        list.visible.iter().for_each(|name| at.push(name));
        let elements = message.get(&at).iter().flat_map(Payload::elements).collect();
        Self { rest: apply(message, &[(at, Some(Payload::null()))]), elements }
    }

    fn get(&self, unit: Option<usize>) -> Option<&Payload> {
        match unit {
            None => Some(&self.rest),
            Some(index) => self.elements.get(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    fn payload(text: &str) -> Payload {
        Payload::parse(text).unwrap()
    }

    #[test]
    fn the_changes_between_two_messages_make_the_one_the_other() {
        for (bare, source) in [
            (r#"{"a":{"b":[1,{"c":2}]}}"#, r#"{"a":{"b":[1,{"c":3,"d":null}]},"e":{}}"#),
            (r#"{"a":[1,2]}"#, r#"{"a":[1]}"#),
            (r#"{"a":[]}"#, r#"{"a":[1]}"#),
            (r#"{"a":{"x":1}}"#, r#"{"a":{"x":1,"x":1}}"#),
            (r#"{"\ud83d":1}"#, r#"{"\ud83e":1}"#),
            (r#"{"a":1}"#, "[]"),
            (r#"{"a":{"b":1}}"#, "{}"),
            ("{}", r#"{"a/b":{"~":1.0}}"#),
            ("{}", r#"{"a":{}}"#),
        ] {
            let (bare, source) = (payload(bare), payload(source));
            for levels in 0..6 {
                assert_eq!(apply(&bare, &between(&bare, &source, levels)), source);
            }
            assert!(between(&source, &source, 6).is_empty());
        }
    }

    #[test]
    fn changes_are_as_small_as_the_levels_allow() {
        let changes = between(&payload(r#"{"a":{"b":1,"c":2}}"#), &payload(r#"{"a":{"b":1,"c":3}}"#), 2);
        assert_eq!(changes, [(Pointer::parse("/a/c").unwrap(), Some(payload("3")))]);
    }

    /// Shows the lengths of texts, and nothing of those that are called `hidden`.
    fn lengths(made: &Payload) -> Option<Payload> {
        let list = made.get(&Pointer::parse("/made").unwrap())?;
        let lengths: Vec<_> = list
            .elements()
            .map(|text| payload(&text.as_str().map_or(0, |text| text.len()).to_string()))
            .collect();
        Some(Payload::object([("visible", &Payload::array(&lengths))]))
    }

    #[test]
    fn of_an_edited_list_the_elements_that_are_as_they_were_are_restored() {
        let mut kept = Hop::of(Dialect::A2ui0_8);
        kept.keep("/made/0", Some(payload(r#""ab""#)));
        kept.keep("/made/1", Some(payload(r#""cde""#)));
        let list = Some(List { made: &["made"], visible: &["visible"] });
        let bare = payload(r#"{"made":["xx","xxxx"]}"#);
        let settled = settle(&payload(r#"{"visible":[2,4]}"#), bare.clone(), &kept, list, 2, &lengths);
        assert_eq!(settled.made, payload(r#"{"made":["ab","xxxx"]}"#));
        assert_eq!(settled.edited, [Pointer::parse("/made/1").unwrap()]);
        let bare = payload(r#"{"made":["xx","xxx"]}"#);
        let settled = settle(&payload(r#"{"visible":[2,3]}"#), bare, &kept, list, 2, &lengths);
        assert_eq!(settled.made, payload(r#"{"made":["ab","cde"]}"#));
        assert!(settled.carried.is_empty());
    }

    #[test]
    fn what_is_not_there_is_not_taken_away() {
        let change = (Pointer::parse("/a/b").unwrap(), None);
        assert_eq!(apply(&payload("{}"), &[change]), payload("{}"));
    }

    #[test]
    fn pointers_without_end_change_nothing() {
        let deep = Pointer::parse(&"/a".repeat(100_000)).unwrap();
        assert_eq!(apply(&payload("{}"), &[(deep, Some(Payload::null()))]), payload("{}"));
    }
}
