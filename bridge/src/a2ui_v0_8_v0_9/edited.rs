//! Data of 0.9 that somebody edited in 0.8: what was not edited is as a carry says that it was. 0.8 has maps where 0.9 has lists, leaves
//! null out, and reads JSON in a string.

use super::data;
use crate::engine::CarriedField;
use a2ui::v0_8::DataModelUpdate;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Payload, Pointer, token};

const VALUE: &str = "/updateDataModel/value";

/// Returns what an update writes, merged with the fields of it that a carry kept, where these look otherwise in 0.8 than they do now.
/// Fields that look the same are left alone: a carry restores them as they were.
pub(super) fn merge<'a>(value: &'a Payload, kept: &[CarriedField]) -> Cow<'a, Payload> {
    let below_value = |field: &CarriedField| {
        let below = field.pointer.as_str().strip_prefix(VALUE)?;
        let kept = field.value.clone().filter(|kept| kept.text().contains(['[', '{']))?;
        Some((Pointer::parse(below).ok()?, kept))
    };
    let fields: Vec<(Pointer, Payload)> = kept.iter().filter_map(below_value).collect();
    let has_split = |(at, kept): &(Pointer, Payload)| {
        at.segments().any(|name| is_split(&name)) || has_split_name(kept.text())
    };
    if fields.is_empty() || fields.iter().any(has_split) {
        return Cow::Borrowed(value);
    }
    let mut kept = KeptFields::default();
    for (pointer, field) in &fields {
        kept.add(&pointer.segments().collect::<Vec<_>>(), field);
    }
    Cow::Owned(kept.merge(None, value))
}

/// Whether 0.8 reads a name as several names or as another one. After an edit it cannot be told from these.
fn is_split(name: &str) -> bool {
    name.contains(['.', '[', '/'])
}

/// Whether a member at any depth has such a name. A message is bounded, and so is its depth.
fn has_split_name(json: &str) -> bool {
    token::children(json).any(|child| {
        child.name.is_some_and(|name| is_split(&token::name(name))) || has_split_name(child.text)
    })
}

/// The fields of a value that a carry kept, whole or member by member.
#[derive(Default)]
struct KeptFields<'k> {
    whole: Option<&'k Payload>,
    members: BTreeMap<String, KeptFields<'k>>,
}

impl<'k> KeptFields<'k> {
    fn add(&mut self, segments: &[Cow<'_, str>], kept: &'k Payload) {
        match segments.split_first() {
            Some((name, below)) => self.members.entry(name.to_string()).or_default().add(below, kept),
            None => self.whole = Some(kept),
        }
    }

    fn merge(&self, name: Option<&str>, edited: &Payload) -> Payload {
        if let Some(whole) = self.whole {
            let shown = shown_in_0_8(name, whole);
            return match shown.filter(|shown| shown.text() != edited.text()) {
                Some(shown) => merge_texts(whole.text(), Some(shown.text()), edited),
                None => edited.clone(),
            };
        }
        if !edited.is_object() {
            return edited.clone();
        }
        let member = |(name, value): (Cow<'_, str>, Payload)| {
            let value = self
                .members
                .get(&*name)
                .map_or_else(|| value.clone(), |kept| kept.merge(Some(&name), &value));
            (name.into_owned(), value)
        };
        object(&edited.members().map(member).collect::<Vec<_>>())
    }
}

/// Returns what the clients of 0.8 make of a value, or of a member of that name.
fn shown_in_0_8(name: Option<&str>, value: &Payload) -> Option<Payload> {
    let Some(name) = name else {
        return DataModelUpdate::new("", data::entries(value)).value().ok();
    };
    let above = Payload::object([(name, value)]);
    DataModelUpdate::new("", data::entries(&above)).value().ok()?.member(name)
}

/// Merges an edited value with what was kept of it, and `shown` of that in 0.8. It goes as deep as all three, and a message is bounded.
fn merge_texts(kept: &str, shown: Option<&str>, edited: &Payload) -> Payload {
    if shown.and_then(|shown| Payload::parse(shown).ok()).as_ref() == Some(edited) {
        return Payload::parse(kept).unwrap_or_else(|_| edited.clone());
    }
    match (kept.as_bytes().first(), edited.is_object()) {
        (Some(b'['), true) => list(kept, shown, edited).unwrap_or_else(|| edited.clone()),
        (Some(b'['), false) if edited.text().starts_with('[') => {
            let kept = token::children(kept).map(|child| Some(child.text)).chain(std::iter::repeat(None));
            let item = |(item, kept): (Payload, Option<&str>)| {
                kept.map_or_else(|| item.clone(), |kept| merge_texts(kept, None, &item))
            };
            Payload::array(&edited.elements().zip(kept).map(item).collect::<Vec<_>>())
        }
        (Some(b'{'), true) => {
            let (kept, shown) = (members(kept), members(shown.unwrap_or_default()));
            let member = |(name, value): (Cow<'_, str>, Payload)| {
                let merge = |kept: &&str| merge_texts(kept, shown.get(&name).copied(), &value);
                let value = kept.get(&name).map_or_else(|| value.clone(), merge);
                (name.into_owned(), value)
            };
            let mut all: Vec<_> = edited.members().map(member).collect();
            // What no entry can say was not taken away.
            let said: BTreeSet<_> = edited.members().map(|(name, _)| name).collect();
            let is_unsaid = |name: &Cow<'_, str>, value: &str| {
                (value == "null" || data::key(name).is_none()) && !said.contains(name)
            };
            let unsaid = kept.iter().filter(|(name, value)| is_unsaid(name, value));
            all.extend(
                unsaid.filter_map(|(name, value)| Some((name.to_string(), Payload::parse(*value).ok()?))),
            );
            object(&all)
        }
        _ => edited.clone(),
    }
}

/// The list whose items an object has by their indices. Null stands where it has none, as no entry can say that; items that are gone at
/// the end are gone. Nothing if there are other names, or so few items for their indices that they are none of a list.
fn list(kept: &str, shown: Option<&str>, edited: &Payload) -> Option<Payload> {
    let kept: Vec<&str> = token::children(kept).map(|child| child.text).collect();
    let shown = members(shown.unwrap_or_default());
    let mut items = BTreeMap::new();
    for (name, item) in edited.members() {
        let index: usize = name.parse().ok().filter(|index: &usize| index.to_string() == name)?;
        let merge = |kept: &&str| merge_texts(kept, shown.get(&name).copied(), &item);
        items.insert(index, kept.get(index).map_or_else(|| item.clone(), merge));
    }
    let end = items.keys().next_back().map_or(0, |last| last.saturating_add(1));
    if end > kept.len().saturating_add(items.len()) {
        return None;
    }
    let nulls = kept.iter().skip(end).take_while(|item| **item == "null").count();
    let item = |index| items.remove(&index).unwrap_or_else(Payload::null);
    Some(Payload::array(&(0..end + nulls).map(item).collect::<Vec<_>>()))
}

/// The members of an object, of several of one name the last.
fn members(object: &str) -> BTreeMap<Cow<'_, str>, &str> {
    token::children(object).filter_map(|child| Some((token::name(child.name?), child.text))).collect()
}

fn object(members: &[(String, Payload)]) -> Payload {
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_edited_is_as_it_was() {
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
            ("", r#"["a","b","c"]"#, r#"{"0":"a","2":"c"}"#, r#"["a",null,"c"]"#),
            ("", r#"["a","c"]"#, "{}", "[]"),
            (
                "",
                r#"{"a":{"x":1,"m":null,"l":[]}}"#,
                r#"{"a":{"x":2,"l":{}}}"#,
                r#"{"a":{"x":2,"l":[],"m":null}}"#,
            ),
            // No list any more.
            ("", r#"["a","c"]"#, r#"{"0":"a","x":"c"}"#, r#"{"0":"a","x":"c"}"#),
            ("", r#"["a","c"]"#, r#"{"0":"a","01":"c"}"#, r#"{"0":"a","01":"c"}"#),
            ("", r#"["a"]"#, r#"{"18446744073709551615":"a"}"#, r#"{"18446744073709551615":"a"}"#),
            ("", r#"["a"]"#, r#""text""#, r#""text""#),
            // A string that is read as JSON in 0.8, beside an edit and edited itself.
            ("", r#"{"s":"[1]","t":"a"}"#, r#"{"s":[1],"t":"b"}"#, r#"{"s":"[1]","t":"b"}"#),
            ("", r#"{"s":"[1]","t":"a"}"#, r#"{"s":[2],"t":"a"}"#, r#"{"s":[2],"t":"a"}"#),
            // A name that 0.8 reads as another one.
            ("", r#"{"l":["a"],"m":{".":5}}"#, r#"{"l":{"0":"b"},"m":5}"#, r#"{"l":{"0":"b"},"m":5}"#),
            // Nobody edited anything.
            ("", r#"["a","c"]"#, r#"{"0":"a","1":"c"}"#, r#"{"0":"a","1":"c"}"#),
            ("/l", r#"["a","c"]"#, r#"{"l":{"0":"a","1":"c"},"x":1}"#, r#"{"l":{"0":"a","1":"c"},"x":1}"#),
        ];
        for (at, kept, value, expected) in cases {
            let pointer = Pointer::parse(&format!("{VALUE}{at}")).unwrap();
            let field = CarriedField { pointer, value: Payload::parse(kept).ok() };
            let value = Payload::parse(value).unwrap();
            assert_eq!(merge(&value, &[field]).text(), expected);
        }
    }
}
