//! Derived fields: restored from the carry as long as the values they derive from are unchanged.

use super::fingerprint::Fingerprint;
use std::{borrow::Cow, cell::OnceCell};
use wire::{Payload, Pointer, token};

/// A field that cannot be computed back from the visible message, because that would need a clock or an old state of a
/// surface.
pub(crate) struct DerivedField {
    pub(crate) field: &'static str,
    /// Returns the visible value that the field derives from. The field is restored while this value is unchanged.
    pub(crate) basis: fn(&VisibleMessage<'_>) -> Payload,
}

/// The value at a place of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueAt<'a> {
    Nothing,
    /// The unescaped text of a string.
    Text(&'a str),
    /// The JSON text of any value.
    Json(&'a str),
    /// The value is not known without serialising the message.
    Unknown,
}

/// A message whose values several derived fields read. It is serialised only if its type cannot answer, and its members
/// are split once.
pub(crate) struct VisibleMessage<'a> {
    at: &'a dyn Fn(&str) -> ValueAt<'a>,
    written: &'a dyn Fn() -> &'a Payload,
    members: OnceCell<Vec<(Cow<'a, str>, &'a str)>>,
}

impl<'a> VisibleMessage<'a> {
    /// Creates the view of a message from a function that reads places and a function that serialises it.
    pub(crate) fn new(at: &'a dyn Fn(&str) -> ValueAt<'a>, written: &'a dyn Fn() -> &'a Payload) -> Self {
        Self { at, written, members: OnceCell::new() }
    }

    /// Returns the message as JSON.
    pub(crate) fn message(&self) -> &'a Payload {
        (self.written)()
    }

    /// Returns a fingerprint of the values at these places. Equal values have equal fingerprints.
    pub(crate) fn fingerprint(&self, pointers: &[&'static str]) -> Payload {
        let mut fingerprint = Fingerprint::new();
        for pointer in pointers {
            match (self.at)(pointer) {
                ValueAt::Nothing => fingerprint.absent(),
                ValueAt::Text(text) => fingerprint.text(text),
                ValueAt::Json(json) => fingerprint.json(json),
                ValueAt::Unknown => match self.find(pointer) {
                    Some(json) => fingerprint.json(json),
                    None => fingerprint.absent(),
                },
            }
        }
        fingerprint.finish()
    }

    /// Returns the JSON text at a place of the serialised message.
    fn find(&self, pointer: &'static str) -> Option<&'a str> {
        let first = pointer.strip_prefix('/')?;
        let (name, below) = first.split_at(first.find('/').unwrap_or(first.len()));
        let split = || {
            let members = token::children(self.message().text());
            members.filter_map(|child| Some((token::name(child.name?), child.text))).collect()
        };
        let member = self.members.get_or_init(split).iter().rfind(|member| member.0 == name)?.1;
        token::value_at(member, &Pointer::from_static(below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_values_at_the_same_places_have_the_same_fingerprint() {
        let of = |text: &str| {
            let message = Payload::parse(text).unwrap();
            VisibleMessage::new(&|_| ValueAt::Unknown, &|| &message).fingerprint(&["/a", "/b/c"])
        };
        let fingerprint = of(r#"{"a":[1],"b":{"c":"x","d":2}}"#);
        assert_eq!(of(r#"{"b":{"c":"\u0078"},"e":3,"a":[ 1 ]}"#), fingerprint);
        for other in [r#"{"a":[2],"b":{"c":"x"}}"#, r#"{"a":[1],"b":{"c":"y"}}"#, r#"{"a":[1],"b":{}}"#, "[]"]
        {
            assert_ne!(of(other), fingerprint, "{other}");
        }
    }
}
