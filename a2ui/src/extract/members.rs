//! The members of a JSON object, to be asked for by name.

use std::borrow::Cow;
use wire::token::{self, Child};

/// The members of an object, in their order.
pub(super) struct Members<'a>(pub(super) Vec<(Cow<'a, str>, Child<'a>)>);

impl<'a> Members<'a> {
    /// Returns the members of an object; none for another value.
    pub(super) fn of(text: &'a str) -> Self {
        let named = |child: Child<'a>| child.name.map(|name| (token::name(name), child));
        Self(token::children(text).filter_map(named).collect())
    }

    /// Returns the first member of this name.
    pub(super) fn find(&self, name: &str) -> Option<Child<'a>> {
        self.0.iter().find(|member| member.0 == name).map(|member| member.1)
    }

    /// Returns the first member that has one of these names, in the order of the names.
    pub(super) fn find_any(&self, names: &[&str]) -> Option<(Cow<'a, str>, Child<'a>)> {
        names.iter().find_map(|name| self.0.iter().find(|member| member.0 == *name)).cloned()
    }

    /// Returns the first string of this name.
    pub(super) fn word(&self, name: &str) -> Option<Cow<'a, str>> {
        self.find(name).filter(|child| child.text.starts_with('"')).map(|child| token::string(child.text))
    }

    /// Returns the first string that has one of these names, in the order of the names.
    pub(super) fn any_word(&self, names: &[&str]) -> Option<Cow<'a, str>> {
        names.iter().find_map(|name| self.word(name))
    }

    /// Returns the members of the first object of this name.
    pub(super) fn object(&self, name: &str) -> Option<(Child<'a>, Members<'a>)> {
        let child = self.find(name).filter(|child| child.text.starts_with('{'))?;
        Some((child, Members::of(child.text)))
    }
}
