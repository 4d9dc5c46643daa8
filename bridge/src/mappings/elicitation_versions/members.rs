//! The members of a target object, with a note for each.

use crate::{
    Rule,
    Verdict::{self, Copied, Defaulted, Derived, Encoded},
    lens::FieldMap,
};
use wire::{Payload, Pointer};

/// The places of an object in the source and in the target.
#[derive(Clone)]
pub(super) struct Places {
    pub(super) from: Pointer,
    pub(super) to: Pointer,
}

impl Places {
    /// Returns the places of messages.
    pub(super) fn root() -> Self {
        Self {
            from: Pointer::root(),
            to: Pointer::root(),
        }
    }

    /// Returns the places of a member with the same name on both sides.
    pub(super) fn member(&self, name: &str) -> Self {
        Self {
            from: self.from.member(name),
            to: self.to.member(name),
        }
    }

    /// Returns the places of an element with the same index on both sides.
    pub(super) fn element(&self, index: usize) -> Self {
        Self {
            from: self.from.element(index),
            to: self.to.element(index),
        }
    }
}

/// Builds a target object member by member.
pub(super) struct TargetMembers<'f> {
    places: Places,
    members: Vec<(String, Payload)>,
    fields: &'f mut FieldMap,
}

impl<'f> TargetMembers<'f> {
    pub(super) fn new(places: Places, fields: &'f mut FieldMap) -> Self {
        Self {
            places,
            members: Vec::new(),
            fields,
        }
    }

    /// States that the target shows these members at the same places, even if a side lacks them. One of the ways makes
    /// them, so a carry has to state what was there.
    pub(super) fn show(&mut self, names: &[&str]) {
        for name in names {
            let (from, to) = (self.places.from.member(name), self.places.to.member(name));
            self.fields.show(from, to);
        }
    }

    pub(super) fn finish(self) -> Payload {
        Payload::object(
            self.members
                .iter()
                .map(|(name, value)| (name.as_str(), value)),
        )
    }

    /// Copies a member.
    pub(super) fn copy(&mut self, name: &str, value: Payload, rule: &'static Rule) {
        self.note(Copied, rule, name, name);
        self.members.push((name.to_owned(), value));
    }

    /// Writes another form of the member `from` under the name `to`.
    pub(super) fn encode(&mut self, from: &str, to: &str, value: Payload, rule: &'static Rule) {
        self.note(Encoded, rule, from, to);
        self.members.push((to.to_owned(), value));
    }

    /// Writes a value whose parts have notes of their own.
    pub(super) fn add_noted(&mut self, name: &str, value: Payload) {
        self.members.push((name.to_owned(), value));
    }

    /// Writes a constant.
    pub(super) fn default(&mut self, name: &str, value: Payload, rule: &'static Rule) {
        self.make(Defaulted, name, value, rule);
    }

    /// Writes a value that is computed from other fields.
    pub(super) fn derive(&mut self, name: &str, value: Payload, rule: &'static Rule) {
        self.make(Derived, name, value, rule);
    }

    fn make(&mut self, verdict: Verdict, name: &str, value: Payload, rule: &'static Rule) {
        let to = Some((&self.places.to, name));
        self.fields.add(verdict, rule, (&Pointer::root(), ""), to);
        self.members.push((name.to_owned(), value));
    }

    /// Returns the collector, for the notes of parts.
    pub(super) fn fields(&mut self) -> &mut FieldMap {
        self.fields
    }

    /// Returns the places of a member with the same name on both sides.
    pub(super) fn places_of(&self, name: &str) -> Places {
        self.places.member(name)
    }

    fn note(&mut self, verdict: Verdict, rule: &'static Rule, from: &str, to: &str) {
        let places = &self.places;
        self.fields
            .add(verdict, rule, (&places.from, from), Some((&places.to, to)));
    }
}
