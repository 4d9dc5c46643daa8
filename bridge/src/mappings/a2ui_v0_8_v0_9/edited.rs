//! Merging of data that were edited in 0.8 with their earlier 0.9 form.
//!
//! A2UI 0.8 has maps instead of lists, lacks null, and parses JSON in strings. Unedited parts therefore keep their earlier form.

use super::data;
use a2ui::{data_model, v0_8::DataModelUpdate};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Payload, Pointer, token};

/// The place of the value in an update of 0.9.
const VALUE: &str = "/updateDataModel/value";

/// Merges an edited part of an update's value with its earlier form. `at` is the place of the part. Returns `None` if the
/// edited part replaces the earlier form.
pub(super) fn merge(at: &Pointer, earlier: &Payload, edited: &Payload) -> Option<Payload> {
    let below = Pointer::parse(at.as_str().strip_prefix(VALUE)?).ok()?;
    if !earlier.text().contains(['[', '{']) || below.segments().any(|name| is_split(&name)) {
        return None;
    }
    let shown = shown_in_0_8(below.segments().last().as_deref(), earlier)?;
    Some(merge_texts(earlier.text(), Some(shown.text()), edited))
}

/// Returns `true` if clients of 0.8 read a name as several names, or as another name.
fn is_split(name: &str) -> bool {
    name.contains(['.', '[', '/'])
}

/// Returns the value that clients of 0.8 read from a translated value. `name` is the member name of the value, if it is not the
/// whole value.
fn shown_in_0_8(name: Option<&str>, value: &Payload) -> Option<Payload> {
    let Some(name) = name else {
        return DataModelUpdate::new("", data::to_entries(value))
            .value()
            .ok();
    };
    let above = Payload::object([(name, value)]);
    DataModelUpdate::new("", data::to_entries(&above))
        .value()
        .ok()?
        .member(name)
}

/// Merges an edited value with its earlier form. `shown` is the value that 0.8 read from the earlier form. The depth of messages
/// bounds the recursion.
fn merge_texts(earlier: &str, shown: Option<&str>, edited: &Payload) -> Payload {
    let shown_value = shown.and_then(|shown| Payload::parse(shown).ok());
    if shown_value.as_ref() == Some(edited) {
        return Payload::parse(earlier).unwrap_or_else(|_| edited.clone());
    }
    let is_list = edited.text().starts_with('[');
    let merged = match earlier.as_bytes().first() {
        Some(b'[') if edited.is_object() => merge_list(earlier, shown, edited),
        Some(b'[') if is_list => Some(merge_elements(earlier, edited)),
        Some(b'{') if edited.is_object() => merge_object(earlier, shown, edited),
        // A value of another kind replaces the earlier one.
        _ => None,
    };
    merged.unwrap_or_else(|| edited.clone())
}

/// Merges an edited list with the earlier list, element by element.
fn merge_elements(earlier: &str, edited: &Payload) -> Payload {
    let mut earlier = token::children(earlier);
    let mut merged = Vec::new();
    for item in edited.elements() {
        merged.push(match earlier.next() {
            Some(earlier) => merge_texts(earlier.text, None, &item),
            None => item,
        });
    }
    Payload::array(&merged)
}

/// Merges an edited object with the earlier object. Returns `None` if 0.8 shows its members at overlapping places.
fn merge_object(earlier: &str, shown: Option<&str>, edited: &Payload) -> Option<Payload> {
    let earlier_members = members_by_name(earlier);
    if earlier_members.keys().any(|name| is_split(name)) {
        return merge_split_names(earlier, shown, edited);
    }
    let shown = members_by_name(shown.unwrap_or_default());
    let mut merged = Vec::new();
    for (name, value) in edited.members() {
        let value = match earlier_members.get(&name) {
            Some(earlier) => merge_texts(earlier, shown.get(&name).copied(), &value),
            None => value,
        };
        merged.push((name.into_owned(), value));
    }
    let edited_names = wire::collect_set(edited.members().map(|(name, _)| name));
    for (name, value) in &earlier_members {
        // An edit cannot have removed a member that entries cannot express, so the member is kept.
        let is_inexpressible = *value == "null" || data::to_key(name).is_none();
        if !is_inexpressible || edited_names.contains(name) {
            continue;
        }
        if let Ok(value) = Payload::parse(*value) {
            merged.push((name.to_string(), value));
        }
    }
    Some(object_of(&merged))
}

/// A member of an earlier object with names that 0.8 splits.
struct SplitMember<'t> {
    name: String,
    earlier: &'t str,
    /// The path of names under which 0.8 shows the member.
    place: Vec<String>,
}

/// Merges an edited object with an earlier object whose names 0.8 splits: `a.b` is shown as `b` inside `a`. Returns `None` if
/// 0.8 shows two members at one place, or one member inside the other.
fn merge_split_names(earlier: &str, shown: Option<&str>, edited: &Payload) -> Option<Payload> {
    let mut split_members = Vec::new();
    let mut inexpressible = Vec::new();
    for child in token::children(earlier) {
        let name = token::name(child.name?);
        match data::to_key(&name) {
            Some(key) => split_members.push(SplitMember {
                name: name.into_owned(),
                earlier: child.text,
                place: data_model::names(&key).ok()?,
            }),
            // An edit cannot have removed a member whose name entries cannot express.
            None => inexpressible.push((name.into_owned(), Payload::parse(child.text).ok()?)),
        }
    }
    let places: Vec<&[String]> = split_members
        .iter()
        .map(|member| member.place.as_slice())
        .collect();
    if !are_apart(places.clone()) {
        return None;
    }
    let (mut now, mut before) = (BTreeMap::new(), BTreeMap::new());
    let added = take_values(edited, &places, &mut now);
    if let Some(shown) = shown.and_then(|shown| Payload::parse(shown).ok()) {
        take_values(&shown, &places, &mut before);
    }
    let mut merged = Vec::new();
    for member in &split_members {
        let place = member.place.as_slice();
        if let Some(now) = now.get(place) {
            let shown = before.get(place).map(Payload::text);
            let value = merge_texts(member.earlier, shown, now);
            merged.push((member.name.clone(), value));
        } else if member.earlier == "null" {
            // An edit cannot have removed null, which entries cannot express.
            merged.push((member.name.clone(), Payload::null()));
        }
    }
    merged.extend(inexpressible);
    for (name, value) in added.iter().flat_map(Payload::members) {
        merged.push((name.into_owned(), value));
    }
    Some(object_of(&merged))
}

/// Returns `true` if no place is empty, equal to another one, or inside another one.
fn are_apart(mut places: Vec<&[String]>) -> bool {
    places.sort_unstable();
    if places.first().is_some_and(|first| first.is_empty()) {
        return false;
    }
    // A place is sorted directly before the places inside it.
    places.windows(2).all(|pair| match pair {
        [one, next] => !next.starts_with(one),
        _ => true,
    })
}

/// Moves the values at these places into `found`. Returns the rest of the object, without objects that became empty, or `None`
/// if nothing is left.
fn take_values<'p>(
    value: &Payload,
    places: &[&'p [String]],
    found: &mut BTreeMap<&'p [String], Payload>,
) -> Option<Payload> {
    let places: Vec<_> = places.iter().map(|place| (*place, *place)).collect();
    take_values_below(value, &places, found)
}

/// The names of a place that are below the current object, and the whole place.
type PlaceBelow<'p> = (&'p [String], &'p [String]);

/// Moves the values at these places below one object into `found`, like [`take_values`]. The length of the places bounds the
/// recursion.
fn take_values_below<'p>(
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
        let rest = match below.get(&*name).map(Vec::as_slice) {
            Some([([], whole)]) => {
                found.insert(whole, value);
                None
            }
            Some(places) => take_values_below(&value, places, found),
            None => Some(value),
        };
        if let Some(rest) = rest {
            left.push((name.into_owned(), rest));
        }
    }
    if left.is_empty() {
        None
    } else {
        Some(object_of(&left))
    }
}

/// Rebuilds a list from an object whose names are indices. A missing index becomes null, which entries cannot express. Items
/// that are missing at the end are removed. Returns `None` if a name is not an index, or if an index is too large.
fn merge_list(earlier: &str, shown: Option<&str>, edited: &Payload) -> Option<Payload> {
    let earlier: Vec<&str> = token::children(earlier).map(|child| child.text).collect();
    let shown = members_by_name(shown.unwrap_or_default());
    let mut items = BTreeMap::new();
    for (name, item) in edited.members() {
        let index: usize = name.parse().ok()?;
        // A different spelling of a number, such as `01`, is a member name.
        if index.to_string() != name {
            return None;
        }
        let item = match earlier.get(index) {
            Some(earlier) => merge_texts(earlier, shown.get(&name).copied(), &item),
            None => item,
        };
        items.insert(index, item);
    }
    let end = match items.keys().next_back() {
        Some(last) => last.saturating_add(1),
        None => 0,
    };
    // A large index with few items would fill the list with nulls.
    if end > earlier.len().saturating_add(items.len()) {
        return None;
    }
    // 0.8 never showed the nulls at this place, so they were not removed.
    let after = earlier.get(end..).unwrap_or_default();
    let nulls = after.iter().take_while(|item| **item == "null").count();
    let mut merged = Vec::new();
    for index in 0..end + nulls {
        merged.push(items.remove(&index).unwrap_or_else(Payload::null));
    }
    Some(Payload::array(&merged))
}

/// Returns the members of an object by name. If a name occurs several times, the last member wins.
fn members_by_name(object: &str) -> BTreeMap<Cow<'_, str>, &str> {
    wire::collect_map(
        token::children(object).filter_map(|child| Some((token::name(child.name?), child.text))),
    )
}

/// Creates an object with these members.
fn object_of(members: &[(String, Payload)]) -> Payload {
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edited_data_keep_the_earlier_form_of_unedited_parts() {
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
                    object_of(&value.members().map(with_part).collect::<Vec<_>>())
                }
                (part, _) => part.unwrap_or(value),
            };
            assert_eq!(merged.text(), expected);
        }
    }
}
