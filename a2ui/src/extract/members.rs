//! Lookup of JSON object members by name.

use std::borrow::Cow;
use wire::token::{self, Child};

/// The members of an object, in order.
pub(super) struct Members<'a>(pub(super) Vec<(Cow<'a, str>, Child<'a>)>);

impl<'a> Members<'a> {
    /// Returns the members of an object, or no members for another value.
    pub(super) fn of(text: &'a str) -> Self {
        let children = token::children(text);
        let named = children.filter_map(|child| Some((token::name(child.name?), child)));
        Self(named.collect())
    }

    /// Returns the first member with this name.
    pub(super) fn find(&self, name: &str) -> Option<Child<'a>> {
        let member = self.0.iter().find(|member| member.0 == name)?;
        Some(member.1)
    }

    /// Returns the first of these names that is present, with its member.
    pub(super) fn find_any(&self, names: &[&str]) -> Option<(Cow<'a, str>, Child<'a>)> {
        names
            .iter()
            .find_map(|name| self.0.iter().find(|member| member.0 == *name))
            .cloned()
    }

    /// Returns the first string with this name.
    pub(super) fn word(&self, name: &str) -> Option<Cow<'a, str>> {
        let child = self.find_string(name)?;
        Some(token::string(child.text))
    }

    /// Returns the first member with this name, if it is a string.
    pub(super) fn find_string(&self, name: &str) -> Option<Child<'a>> {
        let child = self.find(name)?;
        if !child.text.starts_with('"') {
            return None;
        }
        Some(child)
    }

    /// Returns an owned copy of the first string with this name.
    pub(super) fn owned_word(&self, name: &str) -> Option<String> {
        let word = self.word(name)?;
        Some(word.into_owned())
    }

    /// Returns the string of the first of these names that is present.
    pub(super) fn any_word(&self, names: &[&str]) -> Option<Cow<'a, str>> {
        names.iter().find_map(|name| self.word(name))
    }

    /// Returns the first object with this name, and its members.
    pub(super) fn object(&self, name: &str) -> Option<(Child<'a>, Members<'a>)> {
        let child = self.find(name)?;
        if !child.text.starts_with('{') {
            return None;
        }
        Some((child, Members::of(child.text)))
    }
}
