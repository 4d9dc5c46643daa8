//! Lookup of JSON object members by name.

use std::borrow::Cow;
use wire::token::{self, Child};

/// The members of an object, in order.
pub(super) struct Members<'a>(pub(super) Vec<(Cow<'a, str>, Child<'a>)>);

impl<'a> Members<'a> {
    /// Returns the members of an object, or no members for another value.
    pub(super) fn of(text: &'a str) -> Self {
        let named = |child: Child<'a>| child.name.map(|name| (token::name(name), child));
        Self(token::children(text).filter_map(named).collect())
    }

    /// Returns the first member with this name.
    pub(super) fn find(&self, name: &str) -> Option<Child<'a>> {
        self.0
            .iter()
            .find(|member| member.0 == name)
            .map(|member| member.1)
    }

    /// Returns the member for the first of these names that is present.
    pub(super) fn find_any(&self, names: &[&str]) -> Option<(Cow<'a, str>, Child<'a>)> {
        names
            .iter()
            .find_map(|name| self.0.iter().find(|member| member.0 == *name))
            .cloned()
    }

    /// Returns the first string with this name.
    pub(super) fn word(&self, name: &str) -> Option<Cow<'a, str>> {
        self.find(name)
            .filter(|child| child.text.starts_with('"'))
            .map(|child| token::string(child.text))
    }

    /// Returns the string for the first of these names that is present.
    pub(super) fn any_word(&self, names: &[&str]) -> Option<Cow<'a, str>> {
        names.iter().find_map(|name| self.word(name))
    }

    /// Returns the first object with this name, and its members.
    pub(super) fn object(&self, name: &str) -> Option<(Child<'a>, Members<'a>)> {
        let child = self
            .find(name)
            .filter(|child| child.text.starts_with('{'))?;
        Some((child, Members::of(child.text)))
    }
}
