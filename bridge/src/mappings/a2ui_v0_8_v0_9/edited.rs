//! Merging of edited 0.8 data with the earlier 0.9 data. Unedited parts keep their earlier form, because 0.8 has maps for
//! lists, omits null, and reads JSON in strings.

use super::data;
use a2ui::v0_8::DataModelUpdate;
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Payload, Pointer, token};

const VALUE: &str = "/updateDataModel/value";

/// Merges an edited part of the value of an update with its earlier form. Returns `None` if only the edited part counts.
pub(super) fn merge(at: &Pointer, kept: &Payload, edited: &Payload) -> Option<Payload> {
    let below = at.as_str().strip_prefix(VALUE).and_then(|below| Pointer::parse(below).ok())?;
    if !kept.text().contains(['[', '{'])
        || below.segments().any(|name| is_split(&name))
        || has_split_name(kept.text())
    {
        return None;
    }
    let shown = shown_in_0_8(below.segments().last().as_deref(), kept)?;
    Some(merge_texts(kept.text(), Some(shown.text()), edited))
}

/// Returns `true` if 0.8 reads a name as several names or as another one. After an edit, such names are ambiguous.
fn is_split(name: &str) -> bool {
    name.contains(['.', '[', '/'])
}

/// Returns `true` if a member at any depth has such a name. Recursion is bounded by the depth of messages.
fn has_split_name(json: &str) -> bool {
    token::children(json).any(|child| {
        child.name.is_some_and(|name| is_split(&token::name(name))) || has_split_name(child.text)
    })
}

/// Returns the value that clients of 0.8 read from a value, or from a member of this name.
fn shown_in_0_8(name: Option<&str>, value: &Payload) -> Option<Payload> {
    let Some(name) = name else {
        return DataModelUpdate::new("", data::entries(value)).value().ok();
    };
    let above = Payload::object([(name, value)]);
    DataModelUpdate::new("", data::entries(&above)).value().ok()?.member(name)
}

/// Merges an edited value with the carried value `kept`, which was `shown` in 0.8. Recursion is bounded by the depth of
/// messages.
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
            // A member that entries cannot express was not removed.
            let said = wire::collect_set(edited.members().map(|(name, _)| name));
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

/// Rebuilds a list from an object with indices. Missing indices become null, which entries cannot express, and items
/// missing at the end are removed. Returns `None` if there are other names, or too few items for their indices.
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

/// Returns the members of an object. The last one counts if a name occurs several times.
fn members(object: &str) -> BTreeMap<Cow<'_, str>, &str> {
    wire::collect_map(
        token::children(object).filter_map(|child| Some((token::name(child.name?), child.text))),
    )
}

fn object(members: &[(String, Payload)]) -> Payload {
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unedited_data_is_restored() {
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
            // Null, which entries cannot express, and added or removed items.
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
            // The value is no longer a list.
            ("", r#"["a","c"]"#, r#"{"0":"a","x":"c"}"#, r#"{"0":"a","x":"c"}"#),
            ("", r#"["a","c"]"#, r#"{"0":"a","01":"c"}"#, r#"{"0":"a","01":"c"}"#),
            ("", r#"["a"]"#, r#"{"18446744073709551615":"a"}"#, r#"{"18446744073709551615":"a"}"#),
            ("", r#"["a"]"#, r#""text""#, r#""text""#),
            // A string that 0.8 reads as JSON, next to an edit and edited itself.
            ("", r#"{"s":"[1]","t":"a"}"#, r#"{"s":[1],"t":"b"}"#, r#"{"s":"[1]","t":"b"}"#),
            ("", r#"{"s":"[1]","t":"a"}"#, r#"{"s":[2],"t":"a"}"#, r#"{"s":[2],"t":"a"}"#),
            // A name that 0.8 reads as another one.
            ("", r#"{"l":["a"],"m":{".":5}}"#, r#"{"l":{"0":"b"},"m":5}"#, r#"{"l":{"0":"b"},"m":5}"#),
            // The value is unedited.
            ("", r#"["a","c"]"#, r#"{"0":"a","1":"c"}"#, r#"["a","c"]"#),
            ("/l", r#"["a","c"]"#, r#"{"l":{"0":"a","1":"c"},"x":1}"#, r#"{"l":["a","c"],"x":1}"#),
        ];
        for (at, kept, value, expected) in cases {
            let pointer = Pointer::parse(&format!("{VALUE}{at}")).unwrap();
            let (kept, value) = (Payload::parse(kept).unwrap(), Payload::parse(value).unwrap());
            let at = Pointer::parse(at).unwrap();
            let part = merge(&pointer, &kept, &value.get(&at).unwrap());
            let merged = match (part, at.segments().next()) {
                (Some(part), Some(name)) => {
                    let with_part = |(other, value): (Cow<'_, str>, Payload)| {
                        let value = if other == name { part.clone() } else { value };
                        (other.into_owned(), value)
                    };
                    object(&value.members().map(with_part).collect::<Vec<_>>())
                }
                (part, _) => part.unwrap_or(value),
            };
            assert_eq!(merged.text(), expected);
        }
    }
}
