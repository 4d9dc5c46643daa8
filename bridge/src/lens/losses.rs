//! The fields of a source that do not come back from its target, according to the rules of a mapping.

#[cfg(any(
    feature = "a2ui",
    feature = "mcp",
    feature = "renditions",
    feature = "responses"
))]
use super::message_types::payload;
use super::{derived::ValueAt, difference, rules::Rule};
#[cfg(any(
    feature = "a2ui",
    feature = "mcp",
    feature = "renditions",
    feature = "responses"
))]
use super::{
    difference::{Change, KeptIndices},
    places::has_parts,
};
#[cfg(any(
    feature = "a2ui",
    feature = "mcp",
    feature = "renditions",
    feature = "responses"
))]
use std::collections::BTreeSet;
use std::{borrow::Cow, collections::BTreeMap};
#[cfg(any(
    feature = "a2ui",
    feature = "mcp",
    feature = "renditions",
    feature = "responses"
))]
use wire::Wire;
use wire::{Extra, Payload, Pointer};

/// A field of the source that does not come back.
#[derive(Debug)]
pub(super) struct LostField {
    pub(super) place: Pointer,
    /// The rule and the place in the target of the field's note, if the mapping states them.
    pub(super) note: Option<NoteOfField>,
    /// `true` if only the form of the field is lost: without the carry, another form of the same value comes back.
    pub(super) is_form: bool,
}

/// The rule of a note, and the place of its field in the target.
pub(super) type NoteOfField = (&'static Rule, Option<Pointer>);

/// Collects the fields of a source that do not come back without a carry. These are fields that the target lacks or
/// contains with another value, and absent fields that come back with a value.
///
/// A mapping adds each field at the depth that [`Direction::levels`](super::Direction) states. A field that is part of
/// an added field is not added again.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    fields: Vec<LostField>,
    /// The lost parts of values that the carry keeps whole, by the places of the values.
    parts: BTreeMap<Pointer, Vec<Pointer>>,
    /// The keys of list elements that come back with another key, by index. `None` marks an element that does not come
    /// back.
    returned_keys: BTreeMap<usize, Option<String>>,
}

/// The capacity for the losses of most messages.
const FEW: usize = 4;

impl Losses {
    /// Creates an empty collector with a capacity for a few fields.
    pub(super) fn of_few() -> Self {
        Self {
            fields: Vec::with_capacity(FEW),
            ..Self::default()
        }
    }

    /// Adds a field of the source, which may be absent there.
    pub(crate) fn add(&mut self, place: Pointer) {
        let (note, is_form) = (None, false);
        self.fields.push(LostField {
            place,
            note,
            is_form,
        });
    }

    /// Adds the field of the source at a fixed place.
    pub(crate) fn add_static(&mut self, place: &'static str) {
        self.add(Pointer::from_static(place));
    }

    /// Adds a field, with the rule and the target place for its note. The note is then complete even if only notes
    /// about losses are requested.
    pub(crate) fn add_noted(&mut self, place: Pointer, rule: &'static Rule, to: Option<Pointer>) {
        let (note, is_form) = (Some((rule, to)), false);
        self.fields.push(LostField {
            place,
            note,
            is_form,
        });
    }

    /// Adds the members of an object that do not come back. In `members`, each name has `true` if the member comes
    /// back.
    pub(crate) fn add_members(&mut self, object: &Pointer, members: &[(&str, bool)]) {
        for (name, comes_back) in members {
            if !comes_back {
                self.add(object.member(name));
            }
        }
    }

    /// Adds all unknown members of an object, for a target that cannot contain them.
    pub(crate) fn add_unknown_members(&mut self, object: &Pointer, own: &Extra) {
        for (name, _) in own.iter() {
            self.add(object.member(name));
        }
    }

    /// Adds the unknown members of an object that differ from the returned ones, down to the depth `levels` of the
    /// message. An unknown member of the target comes back if `comes_back` returns `true` for its name.
    pub(crate) fn add_changed_members(
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

    /// Adds the parts of a value that differ from the returned value, down to the depth `levels` of the message. `None`
    /// is an absent value.
    pub(crate) fn add_changes(
        &mut self,
        place: &Pointer,
        (own, returned): (Option<&Payload>, Option<&Payload>),
        levels: usize,
    ) {
        match (own, returned) {
            (Some(own), Some(returned)) => {
                let levels = levels.saturating_sub(place.segments().count());
                for (below, _) in difference::changes_between(returned, own, levels) {
                    self.add(place.join(&below));
                }
            }
            (None, None) => {}
            _ => self.add(place.clone()),
        }
    }

    /// Adds the parts of a typed value that differ from the returned value, down to the depth `levels` of the message.
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

    /// Adds a value of which only these parts are lost. The carry keeps the whole value, and the notes name the parts.
    pub(crate) fn add_parts(&mut self, place: Pointer, parts: impl IntoIterator<Item = Pointer>) {
        self.parts.entry(place.clone()).or_default().extend(parts);
        self.add(place);
    }

    /// Adds a value that the carry keeps whole, with its parts that differ from the returned value.
    #[cfg(feature = "a2ui")]
    pub(crate) fn add_whole(&mut self, place: Pointer, (own, returned): (&Payload, &Payload)) {
        let parts = difference::parts_between(returned, own, &place);
        self.add_parts(place, parts);
    }

    /// Adds the elements of a list that do not come back. The carry keeps each of them whole. `add_parts` adds the lost
    /// parts of the element at a place.
    pub(crate) fn add_elements<T, U>(
        &mut self,
        list: &Pointer,
        (own, target): (&[T], &[U]),
        add_parts: impl Fn(&T, &U, &Pointer, &mut Self),
    ) {
        let mut lost = Vec::new();
        for (index, (own, target)) in own.iter().zip(target).enumerate() {
            let (at, mut parts) = (list.element(index), Self::default());
            add_parts(own, target, &at, &mut parts);
            if !parts.is_empty() {
                lost.push((at, parts.into_places()));
            }
        }
        if own.len() == target.len() {
            for (at, parts) in lost {
                self.add_parts(at, parts);
            }
            return;
        }
        // A carry made the list another one: the elements after those that come back are carried, or else the whole list.
        let is_continued = !target.is_empty() && target.len() < own.len() && lost.is_empty();
        if !is_continued {
            return self.add(list.clone());
        }
        (target.len()..own.len()).for_each(|index| self.add_element(list, index));
    }

    /// Adds the parts of `own` that differ from `returned`, down to the depth `levels` of the message. If the carry
    /// keeps a part whole, its lost parts are added too.
    #[cfg(any(
        feature = "a2ui",
        feature = "mcp",
        feature = "renditions",
        feature = "responses"
    ))]
    pub(crate) fn add_changes_and_parts(
        &mut self,
        place: &Pointer,
        (own, returned): (&Payload, &Payload),
        levels: usize,
    ) {
        self.add_changes_of_list(place, (own, returned), levels, &|_| Vec::new());
    }

    /// Adds the parts of a message that differ from the returned message, as [`Self::add_changes_and_parts`] does. If
    /// no message comes back, adds the whole message.
    #[cfg(any(
        feature = "a2ui",
        feature = "mcp",
        feature = "renditions",
        feature = "responses"
    ))]
    pub(crate) fn add_changes_of_message<T: Wire + PartialEq>(
        &mut self,
        own: &T,
        returned: Result<T, crate::Refusal>,
        levels: usize,
    ) {
        let root = Pointer::root();
        match returned {
            // Most messages come back, so they are rarely serialised.
            Ok(returned) if returned == *own => {}
            Ok(returned) => {
                let (own, returned) = (payload(own), payload(&returned));
                self.add_changes_and_parts(&root, (&own, &returned), levels);
            }
            Err(_) => self.add(root),
        }
    }

    /// Adds the parts of a list that differ from the returned list, as [`Self::add_changes_and_parts`] does. `kept`
    /// returns the indices of the elements that come back, for each list inside this one.
    #[cfg(any(
        feature = "a2ui",
        feature = "mcp",
        feature = "renditions",
        feature = "responses"
    ))]
    pub(crate) fn add_changes_of_list(
        &mut self,
        place: &Pointer,
        (own, returned): (&Payload, &Payload),
        levels: usize,
        kept: &KeptIndices<'_>,
    ) {
        let depth = place.segments().count();
        let levels = levels.saturating_sub(depth);
        let changes = difference::changes_between(returned, own, levels);
        let is_kept_whole = |(below, value): &Change| {
            let value = value.as_ref().filter(|value| has_parts(value));
            value.is_some_and(|value| !value.is_object() || below.segments().count() >= levels)
        };
        let parts = match changes.iter().any(is_kept_whole) {
            true => {
                let levels = difference::LEVELS.saturating_sub(depth);
                difference::places(returned, own, levels, kept)
            }
            false => BTreeSet::new(),
        };
        for (below, _) in changes {
            let (first, at) = (below.member(""), place.join(&below));
            let parts = parts.range(&first..);
            let parts: Vec<Pointer> = parts
                .take_while(|part| part.as_str().starts_with(first.as_str()))
                .map(|part| place.join(part))
                .collect();
            match parts.is_empty() {
                true => self.add(at),
                false => self.add_parts(at, parts),
            }
        }
    }

    /// Records the key with which an element of the keyed list comes back.
    pub(crate) fn return_key(&mut self, index: usize, key: impl Into<String>) {
        self.returned_keys.insert(index, Some(key.into()));
    }

    /// Records that the element with this index does not come back in the keyed list.
    pub(crate) fn return_no_key(&mut self, index: usize) {
        self.returned_keys.insert(index, None);
    }

    /// Adds an element of the keyed list that does not come back. It is restored at the end of the list.
    pub(crate) fn add_element(&mut self, list: &Pointer, index: usize) {
        self.add(list.element(index));
        self.return_no_key(index);
    }

    /// Marks fields that lose only their form. The carry contains these fields, but the notes do not mention them.
    #[cfg(feature = "a2ui")]
    pub(crate) fn mark_forms(&mut self, is_form: impl Fn(&Pointer) -> bool) {
        for lost in &mut self.fields {
            lost.is_form = is_form(&lost.place);
        }
    }

    /// Removes the fields that lose only their form.
    pub(super) fn remove_forms(&mut self) {
        self.fields.retain(|lost| !lost.is_form);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the places of the fields alone.
    pub(crate) fn into_places(self) -> Vec<Pointer> {
        self.fields.into_iter().map(|lost| lost.place).collect()
    }

    /// Returns the fields, in the order in which they were added.
    pub(super) fn fields(&self) -> &[LostField] {
        &self.fields
    }

    /// Returns the notes that the mapping states, by the places of the fields.
    pub(super) fn notes(&self) -> BTreeMap<&str, &NoteOfField> {
        let noted = self.fields.iter();
        wire::collect_map(noted.filter_map(|lost| Some((lost.place.as_str(), lost.note.as_ref()?))))
    }

    pub(super) fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Returns the lost parts of a value that the carry keeps whole.
    pub(super) fn parts_of(&self, place: &Pointer) -> &[Pointer] {
        self.parts.get(place).map_or(&[], Vec::as_slice)
    }

    /// Returns the key with which an element comes back, if the mapping states it. The inner `None` means that the
    /// element does not come back.
    pub(super) fn returned_key(&self, index: usize) -> Option<Option<&str>> {
        self.returned_keys.get(&index).map(Option::as_deref)
    }
}

/// Returns the value at a place of a message as JSON. `written` serialises the message if its type does not know the
/// value.
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
