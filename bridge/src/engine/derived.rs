//! Fields that stay as they were while what is visible of them does.

use super::ids::Fingerprint;
use std::{borrow::Cow, cell::OnceCell};
use wire::{Payload, Pointer, token};

/// A field of a message that is not visible in the image, or that cannot be computed back from it (that would need a clock, or a
/// surface in its old state), and what is visible instead.
pub(crate) struct DerivedField {
    pub(crate) field: &'static str,
    /// What is visible, given the image: the field stays as it was while this does.
    pub(crate) basis: fn(&VisibleMessage<'_>) -> Payload,
}

/// What stands at a place of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueAt<'a> {
    Nothing,
    /// A string.
    Text(&'a str),
    /// Anything, as JSON.
    Json(&'a str),
    /// Only the message as JSON tells.
    Unknown,
}

/// A message at which several fields look. It is written as JSON only for those that its type does not tell, and taken apart
/// once.
pub(crate) struct VisibleMessage<'a> {
    at: &'a dyn Fn(&str) -> ValueAt<'a>,
    written: &'a dyn Fn() -> &'a Payload,
    members: OnceCell<Vec<(Cow<'a, str>, &'a str)>>,
}

impl<'a> VisibleMessage<'a> {
    /// Of a message, what its type tells of a place, and how it is written.
    pub(crate) fn new(at: &'a dyn Fn(&str) -> ValueAt<'a>, written: &'a dyn Fn() -> &'a Payload) -> Self {
        Self { at, written, members: OnceCell::new() }
    }

    /// The message as JSON.
    pub(crate) fn message(&self) -> &'a Payload {
        (self.written)()
    }

    /// The values at these places, those that are there, in one text: the same while they are the same.
    pub(crate) fn fingerprint(&self, pointers: &[&'static str]) -> Payload {
        let mut fingerprint = Fingerprint::new();
        for pointer in pointers {
            match (self.at)(pointer) {
                ValueAt::Nothing => {}
                ValueAt::Text(text) => fingerprint.text(text),
                ValueAt::Json(json) => fingerprint.json(json),
                ValueAt::Unknown => self.find(pointer).into_iter().for_each(|json| fingerprint.json(json)),
            }
        }
        Payload::string(&fingerprint.finish())
    }

    /// What stands at a place of the message as JSON.
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
