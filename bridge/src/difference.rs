//! Where two objects differ, member by member, and how the one becomes the other.

use crate::carry::Hop;
use wire::{Extra, Payload, Pointer};

/// A member of an object as it should be: `None` if it should not be there.
pub(crate) type Change = (String, Option<Payload>);

/// What has to change in `from` to make it `to`. Both are objects.
pub(crate) fn between(from: &Payload, to: &Payload) -> Vec<Change> {
    let (from, to) = (members(from), members(to));
    let removed =
        from.iter().filter(|(name, _)| to.get(name).is_none()).map(|(name, _)| (name.to_owned(), None));
    let set = to.iter().filter(|(name, value)| from.get(name) != Some(*value));
    removed.chain(set.map(|(name, value)| (name.to_owned(), Some(value.clone())))).collect()
}

/// `object` with the changes made.
pub(crate) fn apply(object: &Payload, changes: impl IntoIterator<Item = Change>) -> Payload {
    let mut members = members(object);
    for (name, value) in changes {
        match value {
            Some(value) => drop(members.insert(name, value)),
            None => drop(members.remove(&name)),
        }
    }
    Payload::object(members.iter())
}

/// The changes that were kept for the members of the object at `object`.
pub(crate) fn kept(hop: &Hop, object: &str) -> Vec<Change> {
    let object = Pointer::parse(object).unwrap_or_default();
    let depth = object.segments().count();
    let direct = hop.fields.iter().filter(|field| {
        let below = field.pointer.as_str().strip_prefix(object.as_str());
        below.is_some_and(|below| below.starts_with('/')) && field.pointer.segments().count() == depth + 1
    });
    direct
        .filter_map(|field| Some((field.pointer.segments().nth(depth)?.into_owned(), field.value.clone())))
        .collect()
}

fn members(object: &Payload) -> Extra {
    object.members().map(|(name, value)| (name.into_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changes_between_two_objects_make_the_one_the_other() {
        let payload = |text: &str| Payload::parse(text).unwrap();
        for (from, to) in [
            (r#"{"a":1,"b":2}"#, r#"{"b":3,"c":null}"#),
            ("{}", r#"{"a":1.0}"#),
            (r#"{"a":1.0}"#, "{}"),
            (r#"{"a":1}"#, r#"{"a":1.0}"#),
        ] {
            let (from, to) = (payload(from), payload(to));
            assert_eq!(apply(&from, between(&from, &to)), to);
            assert!(between(&to, &to).is_empty());
        }
    }
}
