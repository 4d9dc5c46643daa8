//! The members of an object in JSON text.

use std::borrow::Cow;
use wire::token;

/// The members of an object. If a name is repeated, the last member counts.
pub(super) struct ObjectText<'t>(Vec<(Cow<'t, str>, &'t str)>);

impl<'t> ObjectText<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let members =
            token::children(text).filter_map(|child| Some((token::name(child.name?), child.text)));
        Self(members.collect())
    }

    pub(super) fn get(&self, name: &str) -> Option<&'t str> {
        let mut members = self.0.iter().rev();
        members.find(|(own, _)| own == name).map(|(_, text)| *text)
    }

    /// Returns `true` if the member exists and is not null.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|text| text != "null")
    }

    pub(super) fn string(&self, name: &str) -> Option<Cow<'t, str>> {
        as_string(self.get(name)?)
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.parse().ok()
    }

    pub(super) fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }
}

/// Returns the content of a string. `None` for another value.
pub(in crate::check) fn as_string(text: &str) -> Option<Cow<'_, str>> {
    text.starts_with('"').then(|| token::string(text))
}

/// Returns `true` if the text has an expression of a template: `${…}`.
pub(super) fn is_template(text: &str) -> bool {
    text.contains("${")
}
