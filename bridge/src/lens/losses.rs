//! The fields of a source that do not come back from its target, as the rules of a mapping state them.

use super::{derived::ValueAt, rules::Rule};
use std::borrow::Cow;
use wire::{Payload, Pointer};

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

    #[allow(dead_code)]
    /// Adds a value of which only these parts are lost. The carry keeps the whole value, and the notes name the parts.
    pub(crate) fn add_parts(&mut self, place: Pointer, parts: impl IntoIterator<Item = Pointer>) {
        self.add(place);
        self.parts.extend(parts);
    }

    #[allow(dead_code)]
    /// States the key with which an element of the keyed list comes back.
    pub(crate) fn return_key(&mut self, index: usize, key: impl Into<String>) {
        self.returned_keys.push((index, key.into()));
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
