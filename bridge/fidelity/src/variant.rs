//! The unusual values of a field.

use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer, tree::Tree};

/// The unknown member that experiments add.
const ODD: &str = "x-odd";

wire::word! {
    /// The variation of a field in an experiment.
    pub closed enum Variant {
        /// The value is replaced with another ordinary one.
        Value = "value",
        /// The member is absent.
        Absent = "absent",
        /// The value is null.
        Null = "null",
        /// The value is `""`, `[]` or `{}`.
        Empty = "empty",
        /// The value has another JSON type.
        WrongType = "wrong type",
        /// The value has the right type, and is larger, stranger or more exact than a machine type can hold.
        OutOfRange = "out of range",
        /// The object has an additional member that no table names.
        UnknownMember = "unknown member",
    }
}

impl Variant {
    /// Returns the varied value of a field. `Some(None)` removes the member; `None` means that the variant does not
    /// apply to this value.
    pub(super) fn of(self, value: &Payload) -> Option<Option<Payload>> {
        let payload = |text: &str| Payload::parse(text).ok();
        Some(match (self, value.kind()) {
            (Self::Value, _) => return None,
            (Self::Absent, _) => None,
            (Self::Null, _) => Some(Payload::null()),
            (Self::Empty, PayloadKind::String) => payload(r#""""#),
            (Self::Empty, PayloadKind::Array) => payload("[]"),
            (Self::Empty, PayloadKind::Object) => payload("{}"),
            (Self::Empty, _) => return None,
            (Self::WrongType, PayloadKind::Object) => payload("[7]"),
            (Self::WrongType, _) => payload(r#"{"seven":7}"#),
            (Self::OutOfRange, PayloadKind::Number) => payload("1e999"),
            (Self::OutOfRange, PayloadKind::String) => payload(r#""../\u0000</script>\u202e""#),
            (Self::OutOfRange, _) => return None,
            (Self::UnknownMember, PayloadKind::Object) => {
                let mut members: Vec<(String, Payload)> = value
                    .members()
                    .map(|(name, value)| (name.into_owned(), value))
                    .collect();
                members.push((ODD.to_owned(), payload("[1.50,null]")?));
                Some(Payload::object(
                    members.iter().map(|(name, value)| (name.as_str(), value)),
                ))
            }
            (Self::UnknownMember, _) => return None,
        })
    }

    /// Returns the varied place: the field, or the member that is added to it.
    pub(super) fn place(self, at: &Pointer) -> Pointer {
        if self == Self::UnknownMember {
            at.member(ODD)
        } else {
            at.clone()
        }
    }
}

/// Returns other ordinary values of a field, the most likely first.
pub(super) fn others(value: &Payload, words: &[String]) -> Vec<Payload> {
    let words = words.iter().map(|word| Payload::string(word));
    let texts: Vec<String> = match value.kind() {
        PayloadKind::String => {
            let text = value.as_str().unwrap_or_default();
            let digit = text.rfind(|c: char| c.is_ascii_digit());
            // Another value of the same form, for a time, an id or a URL.
            let turned = digit.and_then(|at| {
                let old = text.get(at..=at)?;
                let new = if old == "1" { "2" } else { "1" };
                Some(format!("{}{new}{}", text.get(..at)?, text.get(at + 1..)?))
            });
            let longer = [format!("{text}-b"), format!("b{text}")];
            turned
                .into_iter()
                .chain(longer)
                .map(|text| Payload::string(&text).text().to_owned())
                .collect()
        }
        PayloadKind::Number => vec![format!("{}1", value.text()), "2".to_owned()],
        PayloadKind::Boolean => vec!["true".to_owned(), "false".to_owned()],
        PayloadKind::Null => vec![r#""b""#.to_owned(), "1".to_owned()],
        PayloadKind::Array => {
            let fewer: Vec<Payload> = value.elements().skip(1).collect();
            let more = value.text().replacen('[', r#"["b","#, 1);
            vec![
                more,
                r#"["b"]"#.to_owned(),
                Payload::array(&fewer).text().to_owned(),
                "[]".to_owned(),
            ]
        }
        PayloadKind::Object => {
            vec![
                value.text().replacen('{', r#"{"b":2.50,"#, 1),
                r#"{"b":2.50}"#.to_owned(),
            ]
        }
    };
    let texts = texts
        .into_iter()
        .filter_map(|text| Payload::parse(text).ok());
    words.chain(texts).filter(|other| other != value).collect()
}

/// Returns a message with a value replaced or removed.
pub(super) fn with(message: &Payload, at: &Pointer, value: Option<&Payload>) -> Option<Payload> {
    let path: Vec<_> = at.segments().collect();
    let mut tree = Tree::new(message.clone());
    match value {
        Some(value) => tree.set(&path, value.clone()).ok()?,
        None => drop(tree.remove(&path).ok()?),
    }
    Some(tree.to_payload())
}

/// Returns the places of the smallest parts in which two values differ.
pub(super) fn differences(a: &Payload, b: &Payload) -> Vec<Pointer> {
    let mut found = Vec::new();
    let mut open = vec![(Pointer::root(), Some(a.clone()), Some(b.clone()))];
    while let Some((at, a, b)) = open.pop() {
        let (Some(a), Some(b)) = (&a, &b) else {
            found.push(at);
            continue;
        };
        if a.text() == b.text() {
            continue;
        }
        let both = (a.kind(), b.kind());
        if both == (PayloadKind::Object, PayloadKind::Object) {
            let mut members: BTreeMap<_, (Option<Payload>, Option<Payload>)> = BTreeMap::new();
            for (name, value) in a.members() {
                members.entry(name).or_default().0 = Some(value);
            }
            for (name, value) in b.members() {
                members.entry(name).or_default().1 = Some(value);
            }
            for (name, (a, b)) in members.into_iter().rev() {
                open.push((at.member(&name), a, b));
            }
        } else if both == (PayloadKind::Array, PayloadKind::Array) {
            let (a, b): (Vec<Payload>, Vec<Payload>) =
                (a.elements().collect(), b.elements().collect());
            for index in (0..a.len().max(b.len())).rev() {
                open.push((
                    at.element(index),
                    a.get(index).cloned(),
                    b.get(index).cloned(),
                ));
            }
        } else if a != b {
            found.push(at);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(text: &str) -> Payload {
        Payload::parse(text).unwrap()
    }

    #[test]
    fn every_variant_differs_from_its_value() {
        for value in [
            "\"a\"",
            "7",
            "true",
            "null",
            "[1]",
            r#"{"a":1}"#,
            "\"2026-05-18T15:30:00Z\"",
        ] {
            let value = payload(value);
            for variant in Variant::WORDS
                .iter()
                .filter_map(|word| Variant::from_word(word))
            {
                if let Some(Some(other)) = variant
                    .of(&value)
                    .filter(|_| !(variant == Variant::Null && value.is_null()))
                {
                    assert_ne!(other, value, "{variant:?}");
                }
            }
            assert!(!others(&value, &[]).is_empty() && !others(&value, &[]).contains(&value));
        }
    }

    #[test]
    fn differences_are_minimal() {
        let found = |a: &str, b: &str| {
            differences(&payload(a), &payload(b))
                .iter()
                .map(|at| at.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found(
                r#"{"a":{"b":1,"c":2},"d":[1,2]}"#,
                r#"{"a":{"b":1.0,"c":2},"d":[1]}"#
            ),
            ["/a/b", "/d/1"]
        );
        assert_eq!(found("[1]", "{}"), [""]);
        assert!(found(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#).is_empty());
    }

    #[test]
    fn a_value_is_inserted_and_removed() {
        let at = |text: &str| Pointer::parse(text).unwrap();
        let message = payload(r#"{"a":[{"b":1}]}"#);
        assert_eq!(
            with(&message, &at("/a/0/b"), Some(&payload("2"))),
            Some(payload(r#"{"a":[{"b":2}]}"#))
        );
        assert_eq!(
            with(&message, &at("/a/0/b"), None),
            Some(payload(r#"{"a":[{}]}"#))
        );
        assert_eq!(with(&message, &at("/x/0/b"), Some(&payload("2"))), None);
    }
}
