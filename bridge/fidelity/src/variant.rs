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

/// The result of applying a variant to a field.
pub(super) enum VariedValue {
    /// The field has this value.
    Value(Payload),
    /// The field is removed.
    Removed,
}

impl Variant {
    /// Returns the varied value of a field, or `None` if the variant does not apply to this value.
    pub(super) fn apply(self, value: &Payload) -> Option<VariedValue> {
        let varied = match (self, value.kind()) {
            (Self::Absent, _) => return Some(VariedValue::Removed),
            (Self::Null, _) => Payload::null(),
            (Self::Empty, PayloadKind::String) => Payload::string(""),
            (Self::Empty, PayloadKind::Array) => Payload::parse("[]").ok()?,
            (Self::Empty, PayloadKind::Object) => Payload::parse("{}").ok()?,
            (Self::WrongType, PayloadKind::Object) => Payload::parse("[7]").ok()?,
            (Self::WrongType, _) => Payload::parse(r#"{"seven":7}"#).ok()?,
            (Self::OutOfRange, PayloadKind::Number) => Payload::parse("1e999").ok()?,
            (Self::OutOfRange, PayloadKind::String) => {
                Payload::parse(r#""../\u0000</script>\u202e""#).ok()?
            }
            (Self::UnknownMember, PayloadKind::Object) => with_odd_member(value)?,
            (Self::Value | Self::Empty | Self::OutOfRange | Self::UnknownMember, _) => return None,
        };
        Some(VariedValue::Value(varied))
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

/// Returns an object with an additional member.
fn with_odd_member(object: &Payload) -> Option<Payload> {
    let odd = Payload::parse("[1.50,null]").ok()?;
    let members: Vec<_> = object.members().collect();
    let members = members.iter().map(|(name, value)| (&**name, value));
    Some(Payload::object(members.chain([(ODD, &odd)])))
}

/// Returns other ordinary values of a field, the most likely first.
pub(super) fn others(value: &Payload, words: &[String]) -> Vec<Payload> {
    let words = words.iter().map(|word| Payload::string(word));
    let texts: Vec<String> = match value.kind() {
        PayloadKind::String => {
            let text = value.as_str().unwrap_or_default();
            let mut others = Vec::new();
            others.extend(with_other_digit(&text));
            others.extend([format!("{text}-b"), format!("b{text}")]);
            others
                .iter()
                .map(|text| Payload::string(text).text().to_owned())
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

/// Replaces the last digit of a text, which yields another value of the same form for a time, an id or a URL.
fn with_other_digit(text: &str) -> Option<String> {
    let at = text.rfind(|c: char| c.is_ascii_digit())?;
    let new = match text.get(at..=at)? {
        "1" => "2",
        _ => "1",
    };
    Some(format!("{}{new}{}", text.get(..at)?, text.get(at + 1..)?))
}

/// Returns a message with a value replaced or removed.
pub(super) fn replace_value(
    message: &Payload,
    at: &Pointer,
    value: Option<&Payload>,
) -> Option<Payload> {
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
        match (a.kind(), b.kind()) {
            (PayloadKind::Object, PayloadKind::Object) => push_members(&mut open, &at, a, b),
            (PayloadKind::Array, PayloadKind::Array) => push_elements(&mut open, &at, a, b),
            _ if a != b => found.push(at),
            _ => {}
        }
    }
    found
}

/// A place with its values in both messages.
type ComparedPlace = (Pointer, Option<Payload>, Option<Payload>);

/// Adds the members of two objects, so that the first member is compared next.
fn push_members(open: &mut Vec<ComparedPlace>, at: &Pointer, a: &Payload, b: &Payload) {
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
}

/// Adds the elements of two lists, so that the first element is compared next.
fn push_elements(open: &mut Vec<ComparedPlace>, at: &Pointer, a: &Payload, b: &Payload) {
    let a: Vec<Payload> = a.elements().collect();
    let b: Vec<Payload> = b.elements().collect();
    for index in (0..a.len().max(b.len())).rev() {
        let (a, b) = (a.get(index).cloned(), b.get(index).cloned());
        open.push((at.element(index), a, b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(text: &str) -> Payload {
        Payload::parse(text).unwrap()
    }

    #[test]
    fn every_variant_changes_the_value() {
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
                if let Some(VariedValue::Value(other)) = variant
                    .apply(&value)
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
    fn a_value_is_replaced_or_removed() {
        let at = |text: &str| Pointer::parse(text).unwrap();
        let message = payload(r#"{"a":[{"b":1}]}"#);
        assert_eq!(
            replace_value(&message, &at("/a/0/b"), Some(&payload("2"))),
            Some(payload(r#"{"a":[{"b":2}]}"#))
        );
        assert_eq!(
            replace_value(&message, &at("/a/0/b"), None),
            Some(payload(r#"{"a":[{}]}"#))
        );
        assert_eq!(
            replace_value(&message, &at("/x/0/b"), Some(&payload("2"))),
            None
        );
    }
}
