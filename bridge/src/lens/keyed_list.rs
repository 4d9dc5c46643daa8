//! Lists whose elements are identified by a key.
//!
//! Carried fields belong to an element and not to its index. The carry records the key of the element. Restoring finds
//! the element with that key at its current index.

use super::{
    carry::{CarriedField, Layer, VisibleValue},
    losses::Losses,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

/// A list of the source and its list of the target, with the members that identify their elements.
#[derive(Clone, Copy)]
pub(crate) struct KeyedList {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    pub(crate) from_key: &'static str,
    pub(crate) to_key: &'static str,
}

impl KeyedList {
    /// Creates a pair of lists whose elements have the same key.
    pub(crate) const fn new(from: &'static str, to: &'static str, key: &'static str) -> Self {
        Self {
            from,
            to,
            from_key: key,
            to_key: key,
        }
    }

    /// Returns the index of the element of the target list that contains a field.
    pub(super) fn index_of(self, pointer: &Pointer) -> Option<usize> {
        element_index(self.to, pointer)
    }

    /// Returns `true` if one of the fields is in the source list.
    pub(super) fn is_in(self, fields: &[Pointer]) -> bool {
        fields
            .iter()
            .any(|pointer| pointer.as_str().starts_with(self.from))
    }

    /// Moves carried fields, with their visible values, to the current index of their element. Returns the moved fields
    /// and the pointers of the fields whose element is gone. `source_elements` contains the index in the source list of
    /// each element of the target list, as far as it is known.
    pub(super) fn place(
        self,
        plain_target: &Payload,
        source_elements: &BTreeMap<usize, usize>,
        kept: &Layer,
    ) -> (Layer, Vec<Pointer>) {
        let now = keys_of(plain_target, self.to, self.to_key);
        let (visible_values, at_places) = (kept.visible_values(), kept.visible_at_places());
        let mut positions = NewPositions {
            list: self.to,
            indices: self.new_indices(&now, &visible_values),
            count: now.len(),
        };
        let (mut placed, mut gone) = (Layer::new(kept.from.clone(), Vec::new()), Vec::new());
        for field in &kept.fields {
            let pointer = field.pointer.as_str();
            let Some((moved, index)) = positions.find(field) else {
                gone.push(field.pointer.clone());
                continue;
            };
            // If the field is a whole element, its value at places counts, and not its key.
            if let Some(visible) = at_places.get(pointer).or(visible_values.get(pointer)) {
                let source_index = match index {
                    Some(index) => source_elements.get(&index).copied(),
                    None => None,
                };
                let places = visible
                    .places
                    .iter()
                    .map(|place| self.source_place(place, source_index));
                placed.keep_visible(moved.clone(), visible.value.clone(), places.collect());
            }
            placed.keep(moved, field.value.clone());
        }
        (placed, gone)
    }

    /// Returns the current index of each element with a known key, or `None` if the element is gone. An element that
    /// did not move keeps its index. Any other element takes the next free index with its key, so elements with equal
    /// keys take different indices.
    fn new_indices(
        self,
        now: &[Option<String>],
        visible_values: &BTreeMap<&str, &VisibleValue>,
    ) -> BTreeMap<usize, Option<usize>> {
        let mut before: BTreeMap<usize, String> = BTreeMap::new();
        for (place, visible) in visible_values {
            if let Some((index, key)) = self.element_with_key(place, visible) {
                before.insert(index, key);
            }
        }
        let mut free: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, key) in now.iter().enumerate().rev() {
            let Some(key) = key else { continue };
            if before.get(&index) != Some(key) {
                free.entry(key).or_default().push(index);
            }
        }
        let mut indices = BTreeMap::new();
        for (index, key) in &before {
            let at = match now.get(*index) {
                Some(Some(own)) if own == key => Some(*index),
                _ => free.get_mut(key.as_str()).and_then(Vec::pop),
            };
            indices.insert(*index, at);
        }
        indices
    }

    /// Returns the index and the key of an element of the target list, if the visible value is such a key.
    fn element_with_key(self, place: &str, visible: &VisibleValue) -> Option<(usize, String)> {
        let (index, below) = split_element(place, self.to)?;
        let index = index.parse().ok()?;
        if !below.is_empty() || !visible.places.is_empty() {
            return None;
        }
        Some((index, visible.value.as_str()?.into_owned()))
    }

    /// Returns a place of the source list with the current index of its element.
    fn source_place(self, place: &Pointer, index: Option<usize>) -> Pointer {
        let (Some(index), Some((_, below))) = (index, split_element(place.as_str(), self.from))
        else {
            return place.clone();
        };
        match Pointer::parse(&format!("{}/{index}{below}", self.from)) {
            Ok(moved) => moved,
            Err(_) => place.clone(),
        }
    }

    /// Splits the carried fields of a layer by the elements of the target list that contain them. The result maps the
    /// key of each element to its layer, in which the element has the index 0. If several elements have the same key,
    /// the first one counts.
    pub(super) fn split(self, kept: &Layer) -> BTreeMap<String, Layer> {
        let visible_values = kept.visible_values();
        let mut layers: BTreeMap<String, (&str, Layer)> = BTreeMap::new();
        for field in &kept.fields {
            let Some((index, below)) = split_element(field.pointer.as_str(), self.to) else {
                continue;
            };
            let (Some(key), Some(at)) = (
                self.key_of(&visible_values, index),
                place_in_first(&field.pointer, self.to),
            ) else {
                continue;
            };
            let (own, layer) = layers
                .entry(key.as_str().unwrap_or_default().into_owned())
                .or_insert_with(|| {
                    let first = Pointer::from_static(self.to).element(0);
                    let mut layer = Layer::new(kept.from.clone(), Vec::new());
                    layer.keep_visible(first, key.clone(), Vec::new());
                    (index, layer)
                });
            if *own != index || below.is_empty() {
                continue;
            }
            if let Some(visible) = visible_values.get(field.pointer.as_str()) {
                let mut places = Vec::new();
                for place in &visible.places {
                    places.extend(place_in_first(place, self.from));
                }
                layer.keep_visible(at.clone(), visible.value.clone(), places);
            }
            layer.keep(at, field.value.clone());
        }
        wire::collect_map(layers.into_iter().map(|(key, (_, layer))| (key, layer)))
    }

    /// Returns the keys of the target elements that have a carried value at this place below the element.
    pub(super) fn keys_of_elements_with(self, kept: &Layer, place: &str) -> BTreeSet<String> {
        let visible_values = kept.visible_values();
        let mut keys = BTreeSet::new();
        for field in &kept.fields {
            let Some((index, below)) = split_element(field.pointer.as_str(), self.to) else {
                continue;
            };
            if !has_value_at(field, below, place) {
                continue;
            }
            if let Some(key) = self
                .key_of(&visible_values, index)
                .and_then(Payload::as_str)
            {
                keys.insert(key.into_owned());
            }
        }
        keys
    }

    /// Returns the key of the element with this index in the target list.
    fn key_of<'k>(
        self,
        visible_values: &BTreeMap<&str, &'k VisibleValue>,
        index: &str,
    ) -> Option<&'k Payload> {
        let key = visible_values.get(format!("{}/{index}", self.to).as_str())?;
        if key.places.is_empty() && key.value.as_str().is_some() {
            Some(&key.value)
        } else {
            None
        }
    }

    /// Returns the new index of each element of the target list: the index of the next element with the same key.
    pub(super) fn new_places(self, before: &Payload, after: &Payload) -> Vec<Option<usize>> {
        let after = keys_of(after, self.to, self.to_key);
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, key) in after.iter().enumerate() {
            if let Some(key) = key {
                places.entry(key).or_default().push(index);
            }
        }
        let mut next = 0;
        let mut new_places = Vec::new();
        for key in keys_of(before, self.to, self.to_key) {
            let place = match key {
                Some(key) => first_from(next, places.get(key.as_str())),
                None => None,
            };
            if let Some(place) = place {
                next = place + 1;
            }
            new_places.push(place);
        }
        new_places
    }

    /// Returns the keys that the elements with carried fields have after the round trip. Keys that change are taken
    /// from `losses`.
    pub(super) fn keys_of_carried(
        self,
        carried: &[Pointer],
        source: &Payload,
        losses: &Losses,
    ) -> Vec<(Pointer, Payload)> {
        let own_keys = keys_of(source, self.from, self.from_key);
        let mut indices: BTreeSet<usize> = BTreeSet::new();
        for pointer in carried {
            indices.extend(element_index(self.from, pointer));
        }
        let mut keys = Vec::with_capacity(indices.len());
        for index in indices {
            let key = match losses.returned_key(index) {
                Some(returned) => returned,
                None => own_keys.get(index).and_then(Option::as_deref),
            };
            if let Some(key) = key {
                let place = Pointer::from_static(self.from).element(index);
                keys.push((place, Payload::string(key)));
            }
        }
        keys
    }
}

/// The positions of carried fields in the current target list.
struct NewPositions {
    list: &'static str,
    /// The current index of each element with a known key, or `None` if the element is gone.
    indices: BTreeMap<usize, Option<usize>>,
    /// The number of elements, including the appended ones.
    count: usize,
}

impl NewPositions {
    /// Returns the current place of a field, and the index of the element that contains it, if any. Returns `None` if
    /// the element is gone.
    fn find(&mut self, field: &CarriedField) -> Option<(Pointer, Option<usize>)> {
        let Some((index, below)) = split_element(field.pointer.as_str(), self.list) else {
            return Some((field.pointer.clone(), None));
        };
        let known = match index.parse::<usize>() {
            Ok(index) => self.indices.get(&index).copied(),
            Err(_) => None,
        };
        let (at, index) = match known {
            Some(known) => (known?, known),
            // An element that the plain target lacks is appended.
            None if below.is_empty() && field.value.is_some() => {
                self.count += 1;
                (self.count - 1, None)
            }
            None => return None,
        };
        let place = Pointer::parse(&format!("{}/{at}{below}", self.list)).ok()?;
        Some((place, index))
    }
}

/// Returns a place in an element of a list as a place in the first element.
fn place_in_first(place: &Pointer, list: &str) -> Option<Pointer> {
    let (_, below) = split_element(place.as_str(), list)?;
    Pointer::parse(&format!("{list}/0{below}")).ok()
}

/// Returns `true` if a field has a value at a place below its element. `below` is the place of the field relative to
/// the element.
fn has_value_at(field: &CarriedField, below: &str, place: &str) -> bool {
    let (Some(value), Some(rest)) = (&field.value, place.strip_prefix(below)) else {
        return false;
    };
    match Pointer::parse(rest) {
        Ok(rest) => value.get(&rest).is_some(),
        Err(_) => false,
    }
}

/// Returns the first of these sorted indices that is at least `next`.
fn first_from(next: usize, sorted: Option<&Vec<usize>>) -> Option<usize> {
    let sorted = sorted?;
    let first = sorted.partition_point(|index| *index < next);
    sorted.get(first).copied()
}

/// Returns the index of the list element that contains a field.
fn element_index(list: &str, pointer: &Pointer) -> Option<usize> {
    split_element(pointer.as_str(), list)?.0.parse().ok()
}

/// Splits a pointer into the element of the list and the rest.
fn split_element<'p>(pointer: &'p str, list: &str) -> Option<(&'p str, &'p str)> {
    let below = pointer.strip_prefix(list)?.strip_prefix('/')?;
    let end = below.find('/').unwrap_or(below.len());
    Some(below.split_at(end))
}

fn value_or_null(message: &Payload, pointer: &str) -> Payload {
    let value = Pointer::parse(pointer)
        .ok()
        .and_then(|pointer| message.get(&pointer));
    value.unwrap_or_else(Payload::null)
}

/// Returns the keys of the list elements, in order.
fn keys_of(message: &Payload, list: &str, key: &str) -> Vec<Option<String>> {
    let key = Pointer::root().member(key);
    let read_key = |element: Payload| Some(element.get(&key)?.as_str()?.into_owned());
    value_or_null(message, list)
        .elements()
        .map(read_key)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carry::CarriedField;

    const TOOLS: KeyedList = KeyedList::new("/tools", "/tools", "name");

    #[test]
    fn carried_fields_follow_their_element_or_are_dropped_with_it() {
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
        kept.keep_visible(
            Pointer::from_static("/tools/0"),
            Payload::string("a"),
            Vec::new(),
        );
        kept.keep_visible(
            Pointer::from_static("/tools/1"),
            Payload::string("gone"),
            Vec::new(),
        );
        let now = Payload::parse(r#"{"tools":[{"name":"b"},{"name":"a"}]}"#).unwrap();
        let (placed, gone) = TOOLS.place(&now, &BTreeMap::new(), &kept);
        let at = |fields: &[CarriedField]| -> Vec<String> {
            fields
                .iter()
                .map(|field| field.pointer.as_str().to_owned())
                .collect()
        };
        assert_eq!(at(&placed.fields), ["/tools/1/title", "/tools/2"]);
        let gone: Vec<_> = gone.iter().map(Pointer::as_str).collect();
        assert_eq!(gone, ["/tools/1/title", "/tools/3/title"]);
    }

    #[test]
    fn elements_of_a_longer_list_are_found_by_their_keys() {
        let list = |names: &[&str]| {
            let tools = names
                .iter()
                .map(|name| Payload::object([("name", &Payload::string(name))]));
            Payload::object([("tools", &Payload::array(&tools.collect::<Vec<_>>()))])
        };
        let moved = TOOLS.new_places(
            &list(&["b", "x", "a", "b"]),
            &list(&["a", "b", "c", "a", "b"]),
        );
        assert_eq!(moved, [Some(1), None, Some(3), Some(4)]);
    }
}
