//! The members of an object.

use std::borrow::Cow;
use wire::{PayloadKind, token};

/// The members of an object.
pub(super) struct BlockMembers<'t>(Vec<(Cow<'t, str>, &'t str)>);

impl<'t> BlockMembers<'t> {
    pub(super) fn of(object: &'t str) -> Self {
        let children = token::children(object);
        let named = children.filter_map(|child| Some((token::name(child.name?), child.text)));
        Self(named.collect())
    }

    /// Iterates over the members in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &'t str)> {
        self.0.iter().map(|(name, value)| (&**name, *value))
    }

    /// Returns the member with this name. Null counts as absent.
    pub(super) fn get(&self, name: &str) -> Option<&'t str> {
        let mut members = self.0.iter();
        let (_, value) = members.find(|(own, _)| own == name)?;
        Some(*value).filter(|value| *value != "null")
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns `true` if the object has only this member.
    pub(super) fn are_only(&self, name: &str) -> bool {
        matches!(&self.0[..], [(own, _)] if own == name)
    }

    /// Counts the bytes of the object, without whitespace between its members.
    pub(super) fn bytes(&self) -> usize {
        let members = self.0.iter();
        let sizes =
            members.map(|(name, value)| name.len().saturating_add(value.len()).saturating_add(4));
        sizes.fold(1, usize::saturating_add)
    }

    /// Returns the text of a string member.
    pub(super) fn string(&self, name: &str) -> Option<Cow<'t, str>> {
        self.get(name)
            .filter(|json| json.starts_with('"'))
            .map(token::string)
    }

    /// Returns `true` if the member is `true`.
    pub(super) fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }
}

/// Returns the JSON type of a value.
pub(super) fn kind_of(json: &str) -> PayloadKind {
    match json.as_bytes().first() {
        Some(b'{') => PayloadKind::Object,
        Some(b'[') => PayloadKind::Array,
        Some(b'"') => PayloadKind::String,
        Some(b't' | b'f') => PayloadKind::Boolean,
        Some(b'n') | None => PayloadKind::Null,
        Some(_) => PayloadKind::Number,
    }
}
