//! Lists whose elements are identified by a key.
//!
//! Carried fields belong to an element and not to its index. The carry records the key of the element, and restoring
//! finds the element with that key at its current index.

use super::{
    carry::Layer,
    difference::{self, Change},
    fingerprint::fingerprint,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

/// A list of the source, the list of the target, and the member that identifies their elements.
#[derive(Clone, Copy)]
pub(crate) struct KeyedList {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    pub(crate) key: &'static str,
}

impl KeyedList {
    /// Returns the index of the target list's element that contains a field.
    pub(super) fn index(self, pointer: &Pointer) -> Option<usize> {
        index(self.to, pointer)
    }

    /// Returns `true` if one of the changes is in the source list.
    pub(super) fn is_in(self, changes: &[Change]) -> bool {
        changes.iter().any(|(pointer, _)| pointer.as_str().starts_with(self.from))
    }

    /// Moves carried fields to the current index of their element. Returns the moved fields and the pointers of those
    /// whose element is gone.
    pub(super) fn place(
        self,
        plain_target: &Payload,
        source: &Payload,
        kept: Layer,
    ) -> (Layer, Vec<Pointer>) {
        let now = keys_of(plain_target, self.to, self.key);
        let keys = now.iter().enumerate().rev();
        let first: BTreeMap<&str, usize> =
            wire::collect_map(keys.filter_map(|(at, key)| Some((key.as_deref()?, at))));
        let visible_values = kept.visible_values();
        let (mut placed, mut gone) = (Layer::new(kept.from.clone(), Vec::new()), Vec::new());
        placed.visible = kept.visible.clone();
        let mut added = now.len();
        for field in &kept.fields {
            let pointer = field.pointer.as_str();
            let pointer = match element(pointer, self.to) {
                None if pointer == self.to => {
                    let current = || fingerprint(part(source, self.from).text());
                    let is_same =
                        visible_values.get(pointer).is_some_and(|visible_value| **visible_value == current());
                    is_same.then(|| pointer.to_owned())
                }
                None => Some(pointer.to_owned()),
                Some((index, below)) => {
                    let visible_value = visible_values.get(format!("{}/{index}", self.to).as_str());
                    let key = visible_value.and_then(|visible_value| visible_value.as_str());
                    match key {
                        Some(key) => {
                            let is_here = |at: &usize| now.get(*at).and_then(Option::as_deref) == Some(&*key);
                            let same = index.parse().ok().filter(is_here);
                            let at = same.or_else(|| first.get(&*key).copied());
                            at.map(|at| format!("{}/{at}{below}", self.to))
                        }
                        // An element that the plain target lacks is appended.
                        None if below.is_empty() && field.value.is_some() => {
                            added += 1;
                            Some(format!("{}/{}", self.to, added - 1))
                        }
                        None => None,
                    }
                }
            };
            match pointer {
                Some(pointer) => {
                    placed.keep(Pointer::parse(&pointer).unwrap_or_default(), field.value.clone())
                }
                None => gone.push(field.pointer.clone()),
            }
        }
        (placed, gone)
    }

    /// Returns the new index of each element of the target list: the next one with the same key.
    pub(super) fn new_places(self, before: &Payload, after: &Payload) -> Vec<Option<usize>> {
        let after = keys_of(after, self.to, self.key);
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, key) in after.iter().enumerate() {
            if let Some(key) = key {
                places.entry(key).or_default().push(index);
            }
        }
        let mut next = 0;
        let place = |key: Option<String>| {
            let places = places.get(&*key?)?;
            let place = *places.get(places.partition_point(|place| *place < next))?;
            next = place + 1;
            Some(place)
        };
        keys_of(before, self.to, self.key).into_iter().map(place).collect()
    }

    /// Returns the keys of the elements with carried fields, as the back-translation of `made` has them. For a list that
    /// is carried whole, returns a fingerprint of the target list.
    pub(super) fn keys_of_carried(
        self,
        carried: &[Change],
        made: &Payload,
        back: &Payload,
    ) -> Vec<(Pointer, Payload)> {
        let keys = keys_of(back, self.from, self.key);
        let mut shown = Vec::new();
        if carried.iter().any(|(pointer, _)| pointer.as_str() == self.from) {
            let visible_value = fingerprint(part(made, self.to).text());
            shown.push((Pointer::from_static(self.from), visible_value));
        }
        let indices: BTreeSet<usize> =
            wire::collect_set(carried.iter().filter_map(|(pointer, _)| index(self.from, pointer)));
        for index in indices {
            if let Some(Some(key)) = keys.get(index) {
                shown.push((Pointer::from_static(self.from).element(index), Payload::string(key)));
            }
        }
        shown
    }
}

/// Source fields that are valid only together, and the target fields that they become.
#[derive(Clone, Copy)]
pub(crate) struct CoupledFields {
    pub(crate) from: &'static [&'static str],
    pub(crate) to: &'static [&'static str],
}

impl CoupledFields {
    pub(crate) const NONE: Self = Self { from: &[], to: &[] };

    /// Returns `true` if one of the changes is in a coupled target field.
    pub(super) fn is_in(self, changes: &[Change]) -> bool {
        let is_below = |pointer: &str, field: &str| {
            pointer.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        changes.iter().any(|(pointer, _)| self.to.iter().any(|field| is_below(pointer.as_str(), field)))
    }
}

/// A message without its keyed list, and the elements of that list.
pub(super) struct SplitMessage {
    rest: Payload,
    elements: Vec<Payload>,
}

impl SplitMessage {
    pub(super) fn of(message: &Payload, list: Option<KeyedList>) -> Self {
        let Some(list) = list else {
            return Self { rest: message.clone(), elements: Vec::new() };
        };
        let at = Pointer::parse(list.from).unwrap_or_default();
        let elements = message.get(&at).iter().flat_map(Payload::elements).collect();
        Self { rest: difference::apply(message, &[(at, Some(Payload::null()))]), elements }
    }

    fn get(&self, unit: Option<usize>) -> Option<&Payload> {
        match unit {
            None => Some(&self.rest),
            Some(index) => self.elements.get(index),
        }
    }

    /// Returns `true` if changes of the target did not move a part away from the source. Every part that changed must now
    /// equal the source, and coupled fields must all match or all be unchanged.
    pub(super) fn is_no_further(
        &self,
        (unit, changes): (Option<usize>, &[Change]),
        coupled: CoupledFields,
        before: &Self,
        source: &Self,
    ) -> bool {
        let (Some(after), before, Some(source)) = (self.get(unit), before.get(unit), source.get(unit)) else {
            return false;
        };
        let is_torn = || {
            let is_other = |field: &&str| part(after, field) != part(source, field);
            coupled.is_in(changes) && coupled.from.iter().any(is_other)
        };
        let is_nearer = |before: &Payload| {
            let wrong: BTreeSet<Pointer> = wire::collect_set(pointers(after, source));
            !pointers(before, after).any(|at| has_overlap(&wrong, &at))
        };
        after == source || (!is_torn() && before.is_some_and(is_nearer))
    }
}

/// Returns the places at which two messages differ.
fn pointers(message: &Payload, other: &Payload) -> impl Iterator<Item = Pointer> {
    difference::changes_between(message, other, difference::LEVELS).into_iter().map(|(pointer, _)| pointer)
}

/// Returns `true` if one of these places equals, contains or is inside a place.
fn has_overlap(pointers: &BTreeSet<Pointer>, at: &Pointer) -> bool {
    let above = std::iter::successors(Some(at.as_str()), |at| at.rsplit_once('/').map(|(above, _)| above));
    let mut above = above.filter_map(|at| Pointer::parse(at).ok());
    let below = at.member("");
    let next = pointers.range(&below..).next();
    above.any(|at| pointers.contains(&at))
        || next.is_some_and(|pointer| pointer.as_str().starts_with(below.as_str()))
}

/// Returns the index of the list element that contains a field.
fn index(list: &str, pointer: &Pointer) -> Option<usize> {
    element(pointer.as_str(), list)?.0.parse().ok()
}

/// Splits a pointer into the element of the list and the rest.
fn element<'p>(pointer: &'p str, list: &str) -> Option<(&'p str, &'p str)> {
    let below = pointer.strip_prefix(list)?.strip_prefix('/')?;
    let end = below.find('/').unwrap_or(below.len());
    Some(below.split_at(end))
}

fn part(message: &Payload, pointer: &str) -> Payload {
    let part = Pointer::parse(pointer).ok().and_then(|pointer| message.get(&pointer));
    part.unwrap_or_else(Payload::null)
}

/// Returns the keys of the list elements, in order.
fn keys_of(message: &Payload, list: &str, key: &str) -> Vec<Option<String>> {
    let key = Pointer::root().member(key);
    let of = |element: Payload| Some(element.get(&key)?.as_str()?.into_owned());
    part(message, list).elements().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carry::CarriedField;

    const TOOLS: KeyedList = KeyedList { from: "/tools", to: "/tools", key: "name" };

    #[test]
    fn carried_fields_follow_their_element_and_are_dropped_without_one() {
        let field = |pointer: &str, value: &str| CarriedField {
            pointer: Pointer::parse(pointer).unwrap(),
            value: Payload::parse(value).ok(),
        };
        let mut kept = Layer::new("mcp@2025-06-18", Vec::new());
        kept.fields = vec![
            field("/tools/0/title", r#""A""#),
            field("/tools/1/title", r#""Gone""#),
            field("/tools/2", r#"{"name":"z"}"#),
            field("/tools/3/title", r#""Ownerless""#),
        ];
        kept.keep_visible(Pointer::from_static("/tools/0"), Payload::string("a"));
        kept.keep_visible(Pointer::from_static("/tools/1"), Payload::string("gone"));
        let now = Payload::parse(r#"{"tools":[{"name":"b"},{"name":"a"}]}"#).unwrap();
        let (placed, gone) = TOOLS.place(&now, &now, kept);
        let at = |fields: &[CarriedField]| -> Vec<String> {
            fields.iter().map(|field| field.pointer.as_str().to_owned()).collect()
        };
        assert_eq!(at(&placed.fields), ["/tools/1/title", "/tools/2"]);
        let gone: Vec<_> = gone.iter().map(Pointer::as_str).collect();
        assert_eq!(gone, ["/tools/1/title", "/tools/3/title"]);
    }

    #[test]
    fn elements_of_a_list_that_became_longer_are_found_by_their_keys() {
        let list = |names: &[&str]| {
            let tools = names.iter().map(|name| Payload::object([("name", &Payload::string(name))]));
            Payload::object([("tools", &Payload::array(&tools.collect::<Vec<_>>()))])
        };
        let moved = TOOLS.new_places(&list(&["b", "x", "a", "b"]), &list(&["a", "b", "c", "a", "b"]));
        assert_eq!(moved, [Some(1), None, Some(3), Some(4)]);
    }

    #[test]
    fn a_change_that_yields_the_visible_message_is_kept() {
        let parts = |text: &str| SplitMessage::of(&Payload::parse(text).unwrap(), None);
        let change = |pointer: &str| [(Pointer::parse(pointer).unwrap(), None)];
        let data = CoupledFields { from: &["/path", "/value"], to: &["/at", "/data"] };
        let source = parts(r#"{"id":1,"path":"/a","value":{"b":1}}"#);
        let fits = |before: &str, after: &str, pointer: &str| {
            let (before, after) = (parts(before), parts(after));
            after.is_no_further((None, &change(pointer)), data, &before, &source)
        };
        let before = r#"{"id":2,"path":"/","value":{"a":{"b":1}}}"#;
        // The part equals the source, or nothing visible changes.
        assert!(fits(before, r#"{"id":1,"path":"/a","value":{"b":1}}"#, "/at"));
        assert!(fits(before, before, "/x"));
        assert!(fits(before, r#"{"id":1,"path":"/","value":{"a":{"b":1}}}"#, "/id"));
        // Another wrong value does not fit, even if other parts are right now.
        assert!(!fits(before, r#"{"id":3,"path":"/","value":{"a":{"b":1}}}"#, "/id"));
        assert!(!fits(before, r#"{"id":1,"path":"/","value":{"c":1}}"#, "/id"));
        assert!(!fits(before, r#"{"id":1,"path":"/"}"#, "/id"));
        // Restoring half of the coupled fields does not fit, and neither does leaving both wrong.
        assert!(!fits(before, r#"{"id":2,"path":"/a","value":{"a":{"b":1}}}"#, "/at"));
        assert!(!fits(before, before, "/data/b"));
    }
}
