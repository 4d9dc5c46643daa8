//! Functions for JSON texts of any message type.

use std::borrow::Cow;
use wire::{
    DecodeError, Payload,
    token::{self, Child},
};

/// Returns the text of a member of an object, or `None` if the text is not an object or has no such member.
pub(crate) fn member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let is_named = |child: &Child<'_>| child.name.map(token::name).as_deref() == Some(name);
    token::children(text).find(is_named).map(|child| child.text)
}

/// Returns the syntax error of a text that is not JSON. A leading byte order mark is ignored.
pub(crate) fn syntax_error(text: &str) -> Option<DecodeError> {
    Payload::parse(text.strip_prefix('\u{FEFF}').unwrap_or(text)).err()
}

/// The members of an object, for several lookups.
pub(crate) struct ObjectMembers<'t>(Vec<(Cow<'t, str>, &'t str)>);

impl<'t> ObjectMembers<'t> {
    /// Returns the members of a text. A text that is not an object has none.
    pub(crate) fn of(text: &'t str) -> Self {
        let members = token::children(text).filter_map(|child| Some((token::name(child.name?), child.text)));
        Self(members.collect())
    }

    /// Returns the text of a member.
    pub(crate) fn get(&self, name: &str) -> Option<&'t str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, text)| *text)
    }

    /// Returns `true` if the object has the member.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the first of the names that the object has as a member.
    pub(crate) fn first_of<'n>(&self, names: &[&'n str]) -> Option<&'n str> {
        names.iter().copied().find(|name| self.has(name))
    }

    /// Returns the value of a member that is a string.
    pub(crate) fn string(&self, name: &str) -> Option<Cow<'t, str>> {
        self.get(name).filter(|text| text.starts_with('"')).map(token::string)
    }

    /// Returns the text of a member that is a list.
    pub(crate) fn list(&self, name: &str) -> Option<&'t str> {
        self.get(name).filter(|text| text.starts_with('['))
    }

    /// Returns the names of the members in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }
}
