//! Lists of 0.9 among the entries of 0.8, which has maps alone: a carry says where lists were.

use crate::engine::CarriedField;
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Payload, Pointer, token};

const VALUE: &str = "/updateDataModel/value";

/// Returns what an update writes with lists again where `kept` has them, whatever somebody made of their items. Entries that are not
/// the items of a list any more stay an object.
pub(super) fn restore<'a>(value: &'a Payload, kept: &[CarriedField]) -> Cow<'a, Payload> {
    let below_value = |field: &CarriedField| {
        let below = field.pointer.as_str().strip_prefix(VALUE)?;
        let kept = field.value.as_ref().filter(|kept| kept.text().contains('['))?;
        Some((Pointer::parse(below).ok()?, kept.clone()))
    };
    let fields: Vec<(Pointer, Payload)> = kept.iter().filter_map(below_value).collect();
    if fields.is_empty() {
        return Cow::Borrowed(value);
    }
    let mut shape = Shape::default();
    for (pointer, kept) in &fields {
        shape.add(&pointer.segments().collect::<Vec<_>>(), kept);
    }
    Cow::Owned(shape.restored(value))
}

/// What is known of a value, as the fields of a carry say.
#[derive(Default)]
struct Shape<'k> {
    /// The value as it was.
    whole: Option<&'k Payload>,
    /// Members of it as they were.
    members: BTreeMap<String, Shape<'k>>,
}

impl<'k> Shape<'k> {
    fn add(&mut self, segments: &[Cow<'_, str>], kept: &'k Payload) {
        match segments.split_first() {
            Some((name, below)) => self.members.entry(name.to_string()).or_default().add(below, kept),
            None => self.whole = Some(kept),
        }
    }

    fn restored(&self, value: &Payload) -> Payload {
        if let Some(whole) = self.whole {
            return like(value, whole.text());
        }
        if !value.is_object() {
            return value.clone();
        }
        let member = |(name, value): (Cow<'_, str>, Payload)| match self.members.get(&*name) {
            Some(below) => (name.into_owned(), below.restored(&value)),
            None => (name.into_owned(), value),
        };
        object(value.members().map(member).collect())
    }
}

/// A value with the lists that an earlier one has in the same places. It goes as deep as both of them, and a message is bounded.
fn like(value: &Payload, kept: &str) -> Payload {
    if !kept.contains('[') {
        return value.clone();
    }
    match (kept.as_bytes().first(), value.is_object()) {
        (Some(b'['), true) => {
            let items: Vec<&str> = token::children(kept).map(|child| child.text).collect();
            list(value, &items).unwrap_or_else(|| value.clone())
        }
        (Some(b'['), false) if value.text().starts_with('[') => {
            let kept = token::children(kept).map(|child| child.text).chain(std::iter::repeat(""));
            let items: Vec<Payload> =
                value.elements().zip(kept).map(|(item, kept)| like(&item, kept)).collect();
            Payload::array(&items)
        }
        (Some(b'{'), true) => {
            let named =
                token::children(kept).filter_map(|child| Some((token::name(child.name?), child.text)));
            let named: BTreeMap<_, _> = named.collect();
            let member = |(name, value): (Cow<'_, str>, Payload)| {
                let value = like(&value, named.get(&name).copied().unwrap_or_default());
                (name.into_owned(), value)
            };
            object(value.members().map(member).collect())
        }
        _ => value.clone(),
    }
}

/// The list whose items an object has by their indices. Where it has no item, null stood, which no entry can say; items that are
/// gone at the end are gone. Nothing if there are other names, or so few items for their indices that they are none of a list.
fn list(object: &Payload, kept: &[&str]) -> Option<Payload> {
    let mut items = BTreeMap::new();
    for (name, item) in object.members() {
        let index: usize = name.parse().ok().filter(|index: &usize| index.to_string() == name)?;
        items.insert(index, like(&item, kept.get(index).copied().unwrap_or_default()));
    }
    let last = items.keys().next_back().map_or(0, |last| last.saturating_add(1));
    if last > kept.len().saturating_add(items.len()) {
        return None;
    }
    let nulls = kept.iter().skip(last).take_while(|item| **item == "null").count();
    let list = (0..last + nulls).map(|index| items.remove(&index).unwrap_or_else(Payload::null));
    Some(Payload::array(&list.collect::<Vec<_>>()))
}

fn object(members: Vec<(String, Payload)>) -> Payload {
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_by_index_are_a_list_where_one_was() {
        let cases = [
            ("", r#"["a","c"]"#, r#"{"0":"b","1":"c"}"#, r#"["b","c"]"#),
            (
                "",
                r#"[{"n":["a"]},{"n":"c"}]"#,
                r#"{"0":{"n":{"0":"b"}},"1":{"n":"c"}}"#,
                r#"[{"n":["b"]},{"n":"c"}]"#,
            ),
            (
                "/l",
                r#"[{},{"n":[1]}]"#,
                r#"{"l":[{"x":1},{"n":{"0":2}}],"m":{"0":3}}"#,
                r#"{"l":[{"x":1},{"n":[2]}],"m":{"0":3}}"#,
            ),
            // Null, which no entry can say, and items that came or went.
            ("", r#"["a",null,"c",null]"#, r#"{"0":"b","2":"c"}"#, r#"["b",null,"c",null]"#),
            ("", r#"["a","c"]"#, r#"{"1":"c","0":"a","2":"d"}"#, r#"["a","c","d"]"#),
            ("", r#"["a","c"]"#, r#"{"0":"a"}"#, r#"["a"]"#),
            ("", r#"["a","c"]"#, "{}", "[]"),
            // No list any more.
            ("", r#"["a","c"]"#, r#"{"0":"a","x":"c"}"#, r#"{"0":"a","x":"c"}"#),
            ("", r#"["a","c"]"#, r#"{"0":"a","01":"c"}"#, r#"{"0":"a","01":"c"}"#),
            ("", r#"["a"]"#, r#"{"18446744073709551615":"a"}"#, r#"{"18446744073709551615":"a"}"#),
            ("", r#"["a"]"#, r#""text""#, r#""text""#),
        ];
        for (at, kept, value, expected) in cases {
            let pointer = Pointer::parse(&format!("{VALUE}{at}")).unwrap();
            let field = CarriedField { pointer, value: Payload::parse(kept).ok() };
            let value = Payload::parse(value).unwrap();
            assert_eq!(restore(&value, &[field]).text(), expected);
        }
    }
}
