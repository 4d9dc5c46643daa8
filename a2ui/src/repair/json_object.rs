//! JSON objects that can be edited member by member.

use std::borrow::Cow;
use wire::token::{self, Child};

/// The members of an object in order, each as JSON text.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    members: Vec<(String, String)>,
}

impl Object {
    /// Reads the members of an object. Returns `None` for other values.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if !text.trim_start().starts_with('{') {
            return None;
        }
        let mut members = Vec::new();
        for Child { name, text, .. } in token::children(text) {
            members.push((token::name(name?).into_owned(), text.to_owned()));
        }
        Some(Self { members })
    }

    /// Creates an object with one member, whose value is still missing.
    pub(super) fn of(name: &str) -> Self {
        Self {
            members: vec![(name.to_owned(), String::new())],
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.as_str())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.members
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns the name and value of the only member, or `None` if the number of members is not one.
    pub(super) fn only(&self) -> Option<(&str, &str)> {
        match self.members.as_slice() {
            [(name, value)] => Some((name, value)),
            _ => None,
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let member = self.members.iter().find(|member| member.0 == name)?;
        Some(&member.1)
    }

    /// Returns the text of a string member.
    pub(super) fn string(&self, name: &str) -> Option<Cow<'_, str>> {
        let value = self.get(name)?;
        if !value.starts_with('"') {
            return None;
        }
        Some(token::string(value))
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.members.iter().position(|member| member.0 == name)?;
        Some(self.members.remove(at).1)
    }

    /// Sets a member in its place, or appends it.
    pub(super) fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.members.iter_mut().find(|member| member.0 == name) {
            Some(member) => member.1 = value.into(),
            None => self.members.push((name.to_owned(), value.into())),
        }
    }

    /// Appends a member. The object must not contain its name yet.
    pub(super) fn push(&mut self, name: &str, value: impl Into<String>) {
        self.members.push((name.to_owned(), value.into()));
    }

    /// Inserts a member before all others. The object must not contain its name yet.
    pub(super) fn set_first(&mut self, name: &str, value: impl Into<String>) {
        self.members.insert(0, (name.to_owned(), value.into()));
    }

    pub(super) fn rename(&mut self, from: &str, to: &str) {
        if let Some(member) = self.members.iter_mut().find(|member| member.0 == from) {
            to.clone_into(&mut member.0);
        }
    }

    pub(super) fn to_json(&self) -> String {
        let mut json = String::from("{");
        for (name, value) in &self.members {
            if json.len() > 1 {
                json.push(',');
            }
            json.push_str(&token::quoted_name(name));
            json.push(':');
            json.push_str(value);
        }
        json.push('}');
        json
    }
}

/// Writes an array of JSON texts.
pub(super) fn array<'a>(elements: impl IntoIterator<Item = &'a str>) -> String {
    let mut json = String::from("[");
    for element in elements {
        if json.len() > 1 {
            json.push(',');
        }
        json.push_str(element);
    }
    json.push(']');
    json
}

/// Writes a JSON string.
pub(super) fn json_string(text: &str) -> String {
    wire::Payload::string(text).text().to_owned()
}

/// Returns the object or array that a JSON string contains as text.
pub(super) fn json_in_string(text: &str) -> Option<String> {
    if !text.starts_with('"') {
        return None;
    }
    let inner = token::string(text);
    if !inner.trim_start().starts_with(['{', '[']) || !wire::Payload::is_json(&inner) {
        return None;
    }
    Some(inner.trim().to_owned())
}
