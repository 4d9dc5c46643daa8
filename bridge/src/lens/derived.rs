//! The visible values from which carried fields derive.

use super::{
    difference,
    fingerprint::{Fingerprint, fingerprint},
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Payload, Pointer, token};

/// A field that cannot be computed from the visible message, because that requires a clock or an old state of a
/// surface. The field is restored while the values from which it derives are unchanged.
pub(crate) struct DerivedField {
    pub(crate) field: &'static str,
    /// The places of the visible values from which the field derives. The segment `*` matches every member or element.
    pub(crate) from: &'static [&'static str],
}

/// The value at a place of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueAt<'a> {
    Nothing,
    /// The unescaped text of a string.
    Text(&'a str),
    /// The JSON text of any value.
    Json(&'a str),
    /// The value is unknown until the message is serialised.
    Unknown,
}

/// A message whose visible values are compared. The message is serialised only if its type does not know a value.
pub(super) struct VisibleMessage<'a> {
    at: &'a dyn Fn(&str) -> ValueAt<'a>,
    written: &'a dyn Fn() -> &'a Payload,
}

impl<'a> VisibleMessage<'a> {
    /// Creates a view of a message. One function reads places and the other one serialises the message.
    pub(super) fn new(
        at: &'a dyn Fn(&str) -> ValueAt<'a>,
        written: &'a dyn Fn() -> &'a Payload,
    ) -> Self {
        Self { at, written }
    }

    /// Returns a fingerprint of the values at these places. Equal values have equal fingerprints.
    pub(super) fn fingerprint<'p>(&self, places: impl IntoIterator<Item = &'p str>) -> Payload {
        let mut fingerprint = Fingerprint::new();
        for place in places {
            match (self.at)(place) {
                ValueAt::Nothing => fingerprint.absent(),
                ValueAt::Text(text) => fingerprint.text(text),
                ValueAt::Json(json) => fingerprint.json(json),
                ValueAt::Unknown => add_values((self.written)().text(), place, &mut fingerprint),
            }
        }
        fingerprint.finish()
    }

    /// Returns the visible value for each of these lists of places. Reads the message once and hashes each place once.
    pub(super) fn visible_at(&self, lists: &[&[Pointer]]) -> Vec<Payload> {
        let (mut seen, mut unknown) = (BTreeMap::new(), Vec::new());
        for place in lists.iter().flat_map(|list| list.iter()) {
            if seen.contains_key(place.as_str()) {
                continue;
            }
            let mut value = Fingerprint::new();
            match (self.at)(place.as_str()) {
                ValueAt::Nothing => value.absent(),
                ValueAt::Text(text) => value.text(text),
                ValueAt::Json(json) => value.json(json),
                ValueAt::Unknown if place.as_str().contains("/*") => {
                    add_values((self.written)().text(), place.as_str(), &mut value);
                }
                ValueAt::Unknown => {
                    value.absent();
                    unknown.push(place.clone());
                }
            }
            seen.insert(place.as_str(), value.finish());
        }
        if !unknown.is_empty() {
            let values = difference::values((self.written)().text(), &unknown);
            for (place, value) in unknown.iter().zip(values) {
                if let (Some(seen), Some(value)) = (seen.get_mut(place.as_str()), value) {
                    *seen = fingerprint(value);
                }
            }
        }
        let join = |list: &&[Pointer]| {
            let values: Vec<&Payload> = list
                .iter()
                .filter_map(|place| seen.get(place.as_str()))
                .collect();
            if let [value] = values.as_slice() {
                return (*value).clone();
            }
            let mut all = Fingerprint::new();
            values.iter().for_each(|value| all.json(value.text()));
            all.finish()
        };
        lists.iter().map(join).collect()
    }
}

/// Adds the values at a place to a fingerprint.
fn add_values(text: &str, place: &str, fingerprint: &mut Fingerprint) {
    let mut values = Vec::new();
    find_values(text, place, &mut values);
    values.iter().for_each(|value| fingerprint.json(value));
    if values.is_empty() {
        fingerprint.absent();
    }
}

/// Collects the values at a place. If a member name repeats, the last member counts.
fn find_values<'t>(text: &'t str, place: &str, found: &mut Vec<&'t str>) {
    let Some(below) = place.strip_prefix('/') else {
        found.push(text);
        return;
    };
    let (segment, below) = below.split_at(below.find('/').unwrap_or(below.len()));
    if segment == "*" {
        token::children(text).for_each(|child| find_values(child.text, below, found));
        return;
    }
    let name: Cow<'_, str> = match segment.contains('~') {
        true => segment.replace("~1", "/").replace("~0", "~").into(),
        false => segment.into(),
    };
    let child = if text.starts_with('{') {
        let is_it =
            |child: &token::Child<'_>| child.name.is_some_and(|other| token::name(other) == name);
        token::children(text).filter(is_it).last()
    } else {
        name.parse()
            .ok()
            .and_then(|index| token::children(text).nth(index))
    };
    child
        .into_iter()
        .for_each(|child| find_values(child.text, below, found));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, places: &[&'static str]) -> Payload {
        let message = Payload::parse(text).unwrap();
        VisibleMessage::new(&|_| ValueAt::Unknown, &|| &message).fingerprint(places.iter().copied())
    }

    #[test]
    fn the_same_values_at_the_same_places_have_the_same_fingerprint() {
        let of = |text: &str| of(text, &["/a", "/b/c"]);
        let expected = of(r#"{"a":[1],"b":{"c":"x","d":2}}"#);
        assert_eq!(of(r#"{"b":{"c":"\u0078"},"e":3,"a":[ 1 ]}"#), expected);
        for other in [
            r#"{"a":[2],"b":{"c":"x"}}"#,
            r#"{"a":[1],"b":{"c":"y"}}"#,
            r#"{"a":[1],"b":{}}"#,
            "[]",
        ] {
            assert_ne!(of(other), expected, "{other}");
        }
    }

    #[test]
    fn a_star_matches_every_member_and_element() {
        let text = r#"[{"x":{"n":1,"m/":[7,8]}},{"y":{"n":2}}]"#;
        assert_eq!(of(text, &["/*/*/n"]), of(text, &["/0/x/n", "/1/y/n"]));
        assert_eq!(of(text, &["/0/*/m~1/1"]), of("8", &[""]));
        assert_eq!(of(text, &["/2/*/n"]), of(text, &["/x"]));
    }
}
