//! Merging of edited 0.8 data with the earlier 0.9 data. Unedited parts keep their earlier form, because 0.8 has maps for
//! lists, omits null, and reads JSON in strings.

use super::data;
use a2ui::{data_model, v0_8::DataModelUpdate};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Payload, Pointer, token};

const VALUE: &str = "/updateDataModel/value";

/// Merges an edited part of the value of an update with its earlier form. Returns `None` if only the edited part counts.
pub(super) fn merge(at: &Pointer, kept: &Payload, edited: &Payload) -> Option<Payload> {
    let below = at
        .as_str()
        .strip_prefix(VALUE)
        .and_then(|below| Pointer::parse(below).ok())?;
    if !kept.text().contains(['[', '{']) || below.segments().any(|name| is_split(&name)) {
        return None;
    }
    let shown = shown_in_0_8(below.segments().last().as_deref(), kept)?;
    Some(merge_texts(kept.text(), Some(shown.text()), edited))
}

/// Returns `true` if 0.8 reads a name as several names or as another one.
fn is_split(name: &str) -> bool {
    name.contains(['.', '[', '/'])
}

/// Returns the value that clients of 0.8 read from a value, or from a member of this name.
fn shown_in_0_8(name: Option<&str>, value: &Payload) -> Option<Payload> {
    let Some(name) = name else {
        return DataModelUpdate::new("", data::entries(value)).value().ok();
    };
    let above = Payload::object([(name, value)]);
    DataModelUpdate::new("", data::entries(&above))
        .value()
        .ok()?
        .member(name)
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
            let kept = token::children(kept)
                .map(|child| Some(child.text))
                .chain(std::iter::repeat(None));
            let item = |(item, kept): (Payload, Option<&str>)| {
                kept.map_or_else(|| item.clone(), |kept| merge_texts(kept, None, &item))
            };
            Payload::array(&edited.elements().zip(kept).map(item).collect::<Vec<_>>())
        }
        (Some(b'{'), true) if members(kept).keys().any(|name| is_split(name)) => {
            split_names(kept, shown, edited).unwrap_or_else(|| edited.clone())
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
            all.extend(unsaid.filter_map(|(name, value)| {
                Some((name.to_string(), Payload::parse(*value).ok()?))
            }));
            object(&all)
        }
        _ => edited.clone(),
    }
}

/// Merges an edited object with the carried object `kept`, whose names 0.8 splits: `a.b` is shown as `b` inside `a`. Returns
/// `None` if 0.8 shows two members at one place, or one inside the other.
fn split_names(kept: &str, shown: Option<&str>, edited: &Payload) -> Option<Payload> {
    let mut kept_members: Vec<(String, &str, Vec<String>)> = Vec::new();
    let mut unsaid: Vec<(String, Payload)> = Vec::new();
    for child in token::children(kept) {
        let name = token::name(child.name?);
        match data::key(&name) {
            Some(key) => {
                kept_members.push((name.into_owned(), child.text, data_model::names(&key).ok()?))
            }
            // Entries cannot express the name, so the member was not removed.
            None => unsaid.push((name.into_owned(), Payload::parse(child.text).ok()?)),
        }
    }
    let places: Vec<&[String]> = kept_members
        .iter()
        .map(|(.., place)| place.as_slice())
        .collect();
    if !are_apart(places.clone()) {
        return None;
    }
    let (mut now, mut before) = (BTreeMap::new(), BTreeMap::new());
    let rest = take(edited, &places, &mut now);
    if let Some(shown) = shown.and_then(|shown| Payload::parse(shown).ok()) {
        take(&shown, &places, &mut before);
    }
    let mut all = Vec::new();
    for (name, kept, place) in &kept_members {
        match now.get(place.as_slice()) {
            Some(now) => {
                let shown = before.get(place.as_slice()).map(Payload::text);
                all.push((name.clone(), merge_texts(kept, shown, now)));
            }
            // Entries cannot express null, so the member was not removed.
            None if *kept == "null" => all.push((name.clone(), Payload::null())),
            None => {}
        }
    }
    all.extend(unsaid);
    // Members that were added in 0.8.
    all.extend(
        rest.iter()
            .flat_map(Payload::members)
            .map(|(name, value)| (name.into_owned(), value)),
    );
    Some(object(&all))
}

/// Returns `true` if no place is empty, and none is inside another one or equals it.
fn are_apart(mut places: Vec<&[String]>) -> bool {
    places.sort_unstable();
    let is_within = |pair: &[&[String]]| matches!(pair, [one, next] if next.starts_with(one));
    places.first().is_none_or(|first| !first.is_empty()) && !places.windows(2).any(is_within)
}

/// Moves the values at these places into `found`. Returns what is left of the object, without the objects that contained only
/// such values.
fn take<'p>(
    value: &Payload,
    places: &[&'p [String]],
    found: &mut BTreeMap<&'p [String], Payload>,
) -> Option<Payload> {
    take_below(
        value,
        &places
            .iter()
            .map(|place| (*place, *place))
            .collect::<Vec<_>>(),
        found,
    )
}

/// The rest of a place below an object, and the whole place.
type PlaceBelow<'p> = (&'p [String], &'p [String]);

/// Does the work of [`take`] below the beginning of each place. Recursion is bounded by the length of the places.
fn take_below<'p>(
    value: &Payload,
    places: &[PlaceBelow<'p>],
    found: &mut BTreeMap<&'p [String], Payload>,
) -> Option<Payload> {
    let mut below: BTreeMap<&str, Vec<PlaceBelow<'_>>> = BTreeMap::new();
    for (place, whole) in places {
        if let Some((first, rest)) = place.split_first() {
            below.entry(first).or_default().push((rest, whole));
        }
    }
    if !value.is_object() {
        return Some(value.clone());
    }
    let mut left = Vec::new();
    for (name, value) in value.members() {
        let value = match below.get(&*name).map(Vec::as_slice) {
            Some([([], whole)]) => {
                found.insert(whole, value);
                None
            }
            Some(places) => take_below(&value, places, found),
            None => Some(value),
        };
        left.extend(value.map(|value| (name.into_owned(), value)));
    }
    (!left.is_empty()).then(|| object(&left))
}

/// Rebuilds a list from an object with indices. Missing indices become null, which entries cannot express, and items
/// missing at the end are removed. Returns `None` if there are other names, or too few items for their indices.
fn list(kept: &str, shown: Option<&str>, edited: &Payload) -> Option<Payload> {
    let kept: Vec<&str> = token::children(kept).map(|child| child.text).collect();
    let shown = members(shown.unwrap_or_default());
    let mut items = BTreeMap::new();
    for (name, item) in edited.members() {
        let index: usize = name
            .parse()
            .ok()
            .filter(|index: &usize| index.to_string() == name)?;
        let merge = |kept: &&str| merge_texts(kept, shown.get(&name).copied(), &item);
        items.insert(index, kept.get(index).map_or_else(|| item.clone(), merge));
    }
    let end = items
        .keys()
        .next_back()
        .map_or(0, |last| last.saturating_add(1));
    if end > kept.len().saturating_add(items.len()) {
        return None;
    }
    let nulls = kept
        .iter()
        .skip(end)
        .take_while(|item| **item == "null")
        .count();
    let item = |index| items.remove(&index).unwrap_or_else(Payload::null);
    Some(Payload::array(
        &(0..end + nulls).map(item).collect::<Vec<_>>(),
    ))
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
            (
                "",
                r#"["a",null,"c",null]"#,
                r#"{"0":"b","2":"c"}"#,
                r#"["b",null,"c",null]"#,
            ),
            (
                "",
                r#"["a","c"]"#,
                r#"{"1":"c","0":"a","2":"d"}"#,
                r#"["a","c","d"]"#,
            ),
            ("", r#"["a","c"]"#, r#"{"0":"a"}"#, r#"["a"]"#),
            (
                "",
                r#"["a","b","c"]"#,
                r#"{"0":"a","2":"c"}"#,
                r#"["a",null,"c"]"#,
            ),
            ("", r#"["a","c"]"#, "{}", "[]"),
            (
                "",
                r#"{"a":{"x":1,"m":null,"l":[]}}"#,
                r#"{"a":{"x":2,"l":{}}}"#,
                r#"{"a":{"x":2,"l":[],"m":null}}"#,
            ),
            // The value is no longer a list.
            (
                "",
                r#"["a","c"]"#,
                r#"{"0":"a","x":"c"}"#,
                r#"{"0":"a","x":"c"}"#,
            ),
            (
                "",
                r#"["a","c"]"#,
                r#"{"0":"a","01":"c"}"#,
                r#"{"0":"a","01":"c"}"#,
            ),
            (
                "",
                r#"["a"]"#,
                r#"{"18446744073709551615":"a"}"#,
                r#"{"18446744073709551615":"a"}"#,
            ),
            ("", r#"["a"]"#, r#""text""#, r#""text""#),
            // A string that 0.8 reads as JSON, next to an edit and edited itself.
            (
                "",
                r#"{"s":"[1]","t":"a"}"#,
                r#"{"s":[1],"t":"b"}"#,
                r#"{"s":"[1]","t":"b"}"#,
            ),
            (
                "",
                r#"{"s":"[1]","t":"a"}"#,
                r#"{"s":[2],"t":"a"}"#,
                r#"{"s":[2],"t":"a"}"#,
            ),
            // Names that 0.8 reads as several names or as another one.
            (
                "",
                r#"{"l":["a"],"m":{".":5}}"#,
                r#"{"l":{"0":"b"},"m":5}"#,
                r#"{"l":["b"],"m":5}"#,
            ),
            (
                "",
                r#"{"a.b":1,"l":["mk","b"]}"#,
                r#"{"a":{"b":1},"l":{"0":"ED","1":"b"}}"#,
                r#"{"a.b":1,"l":["ED","b"]}"#,
            ),
            (
                "",
                r#"{"a.b[0]":"k","o":{"x/y":"z","n":"mk"}}"#,
                r#"{"a":{"b":{"0":"k"}},"o":{"x":{"y":"z"},"n":"ED"}}"#,
                r#"{"a.b[0]":"k","o":{"x/y":"z","n":"ED"}}"#,
            ),
            (
                "",
                r#"{"a.b":"mk","a.c":[1]}"#,
                r#"{"a":{"b":"ED","c":{"0":1},"d":2}}"#,
                r#"{"a.b":"ED","a.c":[1],"a":{"d":2}}"#,
            ),
            (
                "",
                r#"{"a.b":[1],"c":[2]}"#,
                r#"{"c":{"0":3}}"#,
                r#"{"c":[3]}"#,
            ),
            // Two members that 0.8 shows at one place.
            (
                "",
                r#"{"a.b":[1],"a":{"c":"mk"}}"#,
                r#"{"a":{"b":{"0":1},"c":"ED"}}"#,
                r#"{"a":{"b":{"0":1},"c":"ED"}}"#,
            ),
            // The value is unedited.
            ("", r#"["a","c"]"#, r#"{"0":"a","1":"c"}"#, r#"["a","c"]"#),
            (
                "/l",
                r#"["a","c"]"#,
                r#"{"l":{"0":"a","1":"c"},"x":1}"#,
                r#"{"l":["a","c"],"x":1}"#,
            ),
        ];
        for (at, kept, value, expected) in cases {
            let pointer = Pointer::parse(&format!("{VALUE}{at}")).unwrap();
            let (kept, value) = (
                Payload::parse(kept).unwrap(),
                Payload::parse(value).unwrap(),
            );
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
