//! Fields that stay as they were while what is visible of them does.

use super::ids;
use std::{borrow::Cow, cell::OnceCell};
use wire::{Payload, Pointer, token};

/// A field of a message that is not visible in the image, or that cannot be computed back from it (that would need a clock, or a
/// surface in its old state), and what is visible instead.
pub(crate) struct Follows {
    pub(crate) field: &'static str,
    /// What is visible, given the image: the field stays as it was while this does.
    pub(crate) image: fn(&Shown<'_>) -> Payload,
}

/// A message at which several fields look. It is taken apart once.
pub(crate) struct Shown<'a> {
    pub(crate) message: &'a Payload,
    members: OnceCell<Vec<(Cow<'a, str>, &'a str)>>,
}

impl<'a> Shown<'a> {
    pub(crate) fn new(message: &'a Payload) -> Self {
        Self { message, members: OnceCell::new() }
    }

    /// The text of a member.
    pub(crate) fn member(&self, name: &str) -> Option<&'a str> {
        let split = || {
            let members = token::children(self.message.text());
            members.filter_map(|child| Some((token::name(child.name?), child.text))).collect()
        };
        let members = self.members.get_or_init(split);
        members.iter().rfind(|member| member.0 == name).map(|member| member.1)
    }

    /// The values at these places, those that are there, in one text: the same while they are the same.
    pub(crate) fn fingerprint(&self, pointers: &[&'static str]) -> Payload {
        fingerprint(pointers.iter().filter_map(|pointer| self.at(pointer)))
    }

    fn at(&self, pointer: &'static str) -> Option<&'a str> {
        let first = pointer.strip_prefix('/')?;
        let (name, below) = first.split_at(first.find('/').unwrap_or(first.len()));
        token::value_at(self.member(name)?, &Pointer::of_table(below))
    }
}

/// The values in one text: the same while they are the same.
pub(crate) fn fingerprint<'a>(values: impl IntoIterator<Item = &'a str>) -> Payload {
    Payload::string(&ids::fingerprint(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_values_at_the_same_places_have_the_same_fingerprint() {
        let of = |text: &str| Shown::new(&Payload::parse(text).unwrap()).fingerprint(&["/a", "/b/c"]);
        let fingerprint = of(r#"{"a":[1],"b":{"c":"x","d":2}}"#);
        assert_eq!(of(r#"{"b":{"c":"\u0078"},"e":3,"a":[ 1 ]}"#), fingerprint);
        for other in [r#"{"a":[2],"b":{"c":"x"}}"#, r#"{"a":[1],"b":{"c":"y"}}"#, r#"{"a":[1],"b":{}}"#, "[]"]
        {
            assert_ne!(of(other), fingerprint, "{other}");
        }
    }
}
