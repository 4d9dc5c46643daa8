//! Lists whose elements are identified by a key.
//!
//! Carried fields belong to an element and not to its index. The carry records the key of the element, and restoring
//! finds the element with that key at its current index.

use super::{
    carry::{CarriedField, Layer, VisibleValue},
    losses::Losses,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

/// A list of the source, the list of the target, and the members that identify their elements.
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

    /// Returns the index of the target list's element that contains a field.
    pub(super) fn index(self, pointer: &Pointer) -> Option<usize> {
        index(self.to, pointer)
    }

    /// Returns `true` if one of the fields is in the source list.
    pub(super) fn is_in(self, fields: &[Pointer]) -> bool {
        fields
            .iter()
            .any(|pointer| pointer.as_str().starts_with(self.from))
    }

    /// Moves carried fields, and what was visible of them, to the current index of their element. Returns the moved fields
    /// and the pointers of those whose element is gone. `source_elements` contains the index in the source list of each
    /// element of the target list, as far as it is known.
    pub(super) fn place(
        self,
        plain_target: &Payload,
        source_elements: &BTreeMap<usize, usize>,
        kept: &Layer,
    ) -> (Layer, Vec<Pointer>) {
        let now = keys_of(plain_target, self.to, self.to_key);
        let (visible_values, at_places) = (kept.visible_values(), kept.visible_at_places());
        let indices = self.new_indices(&now, &visible_values);
        let (mut placed, mut gone) = (Layer::new(kept.from.clone(), Vec::new()), Vec::new());
        let mut added = now.len();
        for field in &kept.fields {
            let pointer = field.pointer.as_str();
            let (moved, index) = match element(pointer, self.to) {
                None => (Some(pointer.to_owned()), None),
                Some((index, below)) => match index
                    .parse()
                    .ok()
                    .and_then(|index: usize| indices.get(&index))
                {
                    Some(at) => (at.map(|at| format!("{}/{at}{below}", self.to)), *at),
                    // An element that the plain target lacks is appended.
                    None if below.is_empty() && field.value.is_some() => {
                        added += 1;
                        (Some(format!("{}/{}", self.to, added - 1)), None)
                    }
                    None => (None, None),
                },
            };
            let Some(moved) = moved.and_then(|moved| Pointer::parse(&moved).ok()) else {
                gone.push(field.pointer.clone());
                continue;
            };
            // The key of an element has served its purpose.
            if let Some(visible) = at_places.get(pointer).or(visible_values.get(pointer)) {
                let source_index = index.and_then(|index| source_elements.get(&index));
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

    /// Returns the current index of each element whose key is known; `None` if the element is gone. Elements that stayed keep
    /// their index. Others take the next free element with their key, so that several of one key take different ones.
    fn new_indices(
        self,
        now: &[Option<String>],
        visible_values: &BTreeMap<&str, &VisibleValue>,
    ) -> BTreeMap<usize, Option<usize>> {
        let of_element = |(place, key): (&&str, &&VisibleValue)| {
            let (index, below) = element(place, self.to)?;
            let is_key = below.is_empty() && key.places.is_empty();
            Some((
                index.parse().ok()?,
                key.value.as_str().filter(|_| is_key)?.into_owned(),
            ))
        };
        let before: BTreeMap<usize, String> =
            wire::collect_map(visible_values.iter().filter_map(of_element));
        let is_same =
            |index: &usize, key: &String| now.get(*index).and_then(Option::as_ref) == Some(key);
        let mut free: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, key) in now.iter().enumerate().rev() {
            if let Some(key) = key.as_ref().filter(|key| before.get(&index) != Some(key)) {
                free.entry(key).or_default().push(index);
            }
        }
        let mut indices = BTreeMap::new();
        for (index, key) in &before {
            let at = match is_same(index, key) {
                true => Some(*index),
                false => free.get_mut(key.as_str()).and_then(Vec::pop),
            };
            indices.insert(*index, at);
        }
        indices
    }

    /// Returns a place of the source list with the current index of its element.
    fn source_place(self, place: &Pointer, index: Option<&usize>) -> Pointer {
        let moved = index.zip(element(place.as_str(), self.from));
        let moved = moved.map(|(index, (_, below))| format!("{}/{index}{below}", self.from));
        moved
            .and_then(|moved| Pointer::parse(&moved).ok())
            .unwrap_or_else(|| place.clone())
    }

    /// Splits the carried fields of a layer by the elements of the target list that contain them. Each element has the index 0
    /// in its layer, by key. If several elements have the same key, the first one counts.
    pub(super) fn split(self, kept: &Layer) -> BTreeMap<String, Layer> {
        let visible_values = kept.visible_values();
        let first = |place: &Pointer, list: &str| {
            let below = element(place.as_str(), list).map(|(_, below)| format!("{list}/0{below}"));
            below.and_then(|at| Pointer::parse(&at).ok())
        };
        let mut layers: BTreeMap<String, (&str, Layer)> = BTreeMap::new();
        for field in &kept.fields {
            let Some((index, below)) = element(field.pointer.as_str(), self.to) else {
                continue;
            };
            let (Some(key), Some(at)) = (
                self.key_of(&visible_values, index),
                first(&field.pointer, self.to),
            ) else {
                continue;
            };
            let (own, layer) = layers
                .entry(key.as_str().unwrap_or_default().into_owned())
                .or_insert_with(|| {
                    let mut layer = Layer::new(kept.from.clone(), Vec::new());
                    layer.keep_visible(
                        Pointer::from_static(self.to).element(0),
                        key.clone(),
                        Vec::new(),
                    );
                    (index, layer)
                });
            if *own != index || below.is_empty() {
                continue;
            }
            if let Some(visible) = visible_values.get(field.pointer.as_str()) {
                let places = visible
                    .places
                    .iter()
                    .filter_map(|place| first(place, self.from));
                layer.keep_visible(at.clone(), visible.value.clone(), places.collect());
            }
            layer.keep(at, field.value.clone());
        }
        wire::collect_map(layers.into_iter().map(|(key, (_, layer))| (key, layer)))
    }

    /// Returns the keys of the target list's elements that have a carried value at this place below the element.
    pub(super) fn keys_of_elements_with(self, kept: &Layer, place: &str) -> BTreeSet<String> {
        let visible_values = kept.visible_values();
        let key = |field: &CarriedField| {
            let (index, below) = element(field.pointer.as_str(), self.to)?;
            let rest = place
                .strip_prefix(below)
                .and_then(|rest| Pointer::parse(rest).ok())?;
            field.value.as_ref()?.get(&rest)?;
            Some(self.key_of(&visible_values, index)?.as_str()?.into_owned())
        };
        wire::collect_set(kept.fields.iter().filter_map(key))
    }

    /// Returns the key of the target list's element with this index.
    fn key_of<'k>(
        self,
        visible_values: &BTreeMap<&str, &'k VisibleValue>,
        index: &str,
    ) -> Option<&'k Payload> {
        let key = visible_values.get(format!("{}/{index}", self.to).as_str())?;
        (key.places.is_empty() && key.value.as_str().is_some()).then_some(&key.value)
    }

    /// Returns the new index of each element of the target list: the next one with the same key.
    pub(super) fn new_places(self, before: &Payload, after: &Payload) -> Vec<Option<usize>> {
        let after = keys_of(after, self.to, self.to_key);
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
        keys_of(before, self.to, self.to_key)
            .into_iter()
            .map(place)
            .collect()
    }

    /// Returns the keys of the elements with carried fields, as they come back. The mapping states those that differ from the
    /// keys in the source.
    pub(super) fn keys_of_carried(
        self,
        carried: &[Pointer],
        source: &Payload,
        losses: &Losses,
    ) -> Vec<(Pointer, Payload)> {
        let keys = keys_of(source, self.from, self.from_key);
        let indices: BTreeSet<usize> = wire::collect_set(
            carried
                .iter()
                .filter_map(|pointer| index(self.from, pointer)),
        );
        let key = |index: usize| {
            let own = keys.get(index).and_then(Option::as_deref);
            let key = losses.returned_key(index).unwrap_or(own)?;
            Some((
                Pointer::from_static(self.from).element(index),
                Payload::string(key),
            ))
        };
        indices.into_iter().filter_map(key).collect()
    }
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
    let part = Pointer::parse(pointer)
        .ok()
        .and_then(|pointer| message.get(&pointer));
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

    const TOOLS: KeyedList = KeyedList::new("/tools", "/tools", "name");

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
    fn elements_of_a_list_that_became_longer_are_found_by_their_keys() {
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
