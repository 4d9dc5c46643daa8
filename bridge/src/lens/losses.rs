//! The fields of a source that do not come back from its target, as the rules of a mapping state them.

#[cfg(feature = "a2ui")]
use super::message_types::payload;
use super::{derived::ValueAt, difference, rules::Rule};
use std::{borrow::Cow, collections::BTreeMap};
#[cfg(feature = "a2ui")]
use wire::Wire;
use wire::{Extra, Payload, Pointer};

/// A field of the source that does not come back.
#[derive(Debug)]
pub(super) struct LostField {
    pub(super) place: Pointer,
    /// The rule and the place in the target of the field's note, if the mapping states them.
    pub(super) note: Option<(&'static Rule, Option<Pointer>)>,
}

/// Collects the fields of a source that do not come back without a carry: those that the target lacks, those that it holds
/// with another value, and absent fields that come back with a value.
///
/// A mapping adds each field at the depth that [`Direction::levels`](super::Direction) states. A field that is part of
/// another one is not added again.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    fields: Vec<LostField>,
    /// The lost parts of values that the carry keeps whole.
    parts: Vec<Pointer>,
    /// The keys of list elements that come back with another key, by index.
    returned_keys: Vec<(usize, String)>,
}

impl Losses {
    /// Adds a field of the source, or the absence of one.
    pub(crate) fn add(&mut self, place: Pointer) {
        self.fields.push(LostField { place, note: None });
    }

    /// Adds fields of the source.
    fn extend(&mut self, places: impl IntoIterator<Item = Pointer>) {
        places.into_iter().for_each(|place| self.add(place));
    }

    /// Adds the field of the source at a fixed place.
    pub(crate) fn add_static(&mut self, place: &'static str) {
        self.add(Pointer::from_static(place));
    }

    /// Adds a field with the rule and the place in the target of its note. The note is then complete even if only notes
    /// about losses are requested.
    pub(crate) fn add_noted(&mut self, place: Pointer, rule: &'static Rule, to: Option<Pointer>) {
        let note = Some((rule, to));
        self.fields.push(LostField { place, note });
    }

    /// Adds the parts of a value that differ from what comes back, down to the depth `levels` of the message. `None` is an
    /// absent value.
    pub(crate) fn add_changes(
        &mut self,
        place: &Pointer,
        (own, returned): (Option<&Payload>, Option<&Payload>),
        levels: usize,
    ) {
        match (own, returned) {
            (Some(own), Some(returned)) => {
                let levels = levels.saturating_sub(place.segments().count());
                let changes = difference::changes_between(returned, own, levels);
                self.extend(changes.into_iter().map(|(below, _)| place.join(&below)));
            }
            (None, None) => {}
            _ => self.add(place.clone()),
        }
    }

    /// Adds the unknown members of an object that differ from those that come back, down to the depth `levels` of the
    /// message. An unknown member of the target comes back if `comes_back` returns `true` for its name.
    pub(crate) fn add_unknown_members(
        &mut self,
        object: &Pointer,
        (own, target): (&Extra, &Extra),
        levels: usize,
        comes_back: impl Fn(&str) -> bool,
    ) {
        let returned = target.iter().filter(|(name, _)| comes_back(name));
        let mut returned: BTreeMap<&str, &Payload> = wire::collect_map(returned);
        for (name, value) in own.iter() {
            let returned = returned.remove(name);
            if returned.is_none_or(|returned| returned.text() != value.text()) {
                self.add_changes(&object.member(name), (Some(value), returned), levels);
            }
        }
        for name in returned.keys() {
            self.add(object.member(name));
        }
    }

    /// Adds the members of an object that do not come back as they are.
    #[cfg(feature = "a2ui")]
    pub(crate) fn add_changed<const N: usize>(
        &mut self,
        object: &Pointer,
        members: [(&str, bool); N],
    ) {
        let changed = members.iter().filter(|(_, is_same)| !is_same);
        self.extend(changed.map(|(name, _)| object.member(name)));
    }

    /// Adds the parts of a typed value that differ from what comes back, down to the depth `levels` of the message.
    #[cfg(feature = "a2ui")]
    pub(crate) fn add_typed_changes<T: Wire + PartialEq>(
        &mut self,
        place: &Pointer,
        (own, returned): (&T, &T),
        levels: usize,
    ) {
        // Most values come back, so they are rarely serialised.
        if own != returned {
            let (own, returned) = (payload(own), payload(returned));
            self.add_changes(place, (Some(&own), Some(&returned)), levels);
        }
    }

    /// Adds a value that the carry keeps whole, with the parts of it that differ from what comes back.
    #[cfg(feature = "a2ui")]
    pub(crate) fn add_whole(&mut self, place: Pointer, (own, returned): (&Payload, &Payload)) {
        let parts = difference::parts_between(returned, own, &place);
        self.add_parts(place, parts);
    }

    /// Adds a value of which only these parts are lost. The carry keeps the whole value, and the notes name the parts.
    pub(crate) fn add_parts(&mut self, place: Pointer, parts: impl IntoIterator<Item = Pointer>) {
        self.add(place);
        self.parts.extend(parts);
    }

    /// States the key with which an element of the keyed list comes back.
    pub(crate) fn return_key(&mut self, index: usize, key: impl Into<String>) {
        self.returned_keys.push((index, key.into()));
    }

    #[cfg(feature = "a2ui")]
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the places of the fields alone.
    #[cfg(feature = "a2ui")]
    pub(crate) fn into_places(self) -> Vec<Pointer> {
        self.fields.into_iter().map(|lost| lost.place).collect()
    }

    /// Returns the fields, in the order in which they were added.
    pub(super) fn fields(&self) -> &[LostField] {
        &self.fields
    }

    /// Returns the lost parts of values that the carry keeps whole.
    pub(super) fn parts(&self) -> &[Pointer] {
        &self.parts
    }

    /// Returns the key with which an element comes back, if the mapping states it.
    pub(super) fn returned_key(&self, index: usize) -> Option<&str> {
        let mut keys = self.returned_keys.iter();
        keys.find(|(known, _)| *known == index)
            .map(|(_, key)| key.as_str())
    }
}

/// Returns the value at a place of a message as JSON. `written` serialises the message if its type does not know the value.
pub(super) fn value_at<'m>(
    value: ValueAt<'_>,
    place: &Pointer,
    written: impl FnOnce() -> &'m Payload,
) -> Option<Payload> {
    match value {
        ValueAt::Nothing => None,
        ValueAt::Text(text) => Some(Payload::string(text)),
        ValueAt::Json(json) => Payload::parse(Cow::Borrowed(json)).ok(),
        ValueAt::Unknown => written().get(place),
    }
}
