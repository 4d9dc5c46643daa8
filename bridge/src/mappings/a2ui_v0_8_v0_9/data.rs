//! Translation of data model values, which are entries in 0.8 and JSON in 0.9.
//!
//! Specification: [A2UI 0.8, § 4.1 The `dataModelUpdate` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#41-the-datamodelupdate-message).

use a2ui::{data_model, v0_8::DataEntry};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{
    Number, Payload, PayloadKind,
    token::{self, TokenKind, Tokens},
};

/// The key of a lone entry whose value is the whole value, not a member of it.
const ITSELF: &str = ".";

/// Converts a value to entries with nested maps. Null is omitted, because 0.8 cannot express it. An array becomes a map by
/// index.
pub(super) fn to_entries(value: &Payload) -> Vec<DataEntry> {
    match value.kind() {
        // As JSON in a string, the member stays a member.
        PayloadKind::Object if is_read_as_itself(value) => {
            vec![DataEntry::new(ITSELF).value_string(value.text())]
        }
        PayloadKind::Object | PayloadKind::Array => entries_in(value.text()),
        PayloadKind::Null => Vec::new(),
        _ => to_entry(ITSELF.to_owned(), value.text())
            .into_iter()
            .collect(),
    }
}

/// Returns `true` if the only expressible member of an object has the key of the whole value, and would be read as that.
fn is_read_as_itself(value: &Payload) -> bool {
    let mut names = token::children(value.text())
        .filter(|child| child.text != "null")
        .filter_map(|child| child.name)
        .filter(|name| !token::has_lone_surrogate(name));
    match (names.next(), names.next()) {
        (Some(name), None) => token::name(name) == ITSELF,
        _ => false,
    }
}

/// Converts the members of an object, or the elements of an array by index, to entries.
fn entries_in(text: &str) -> Vec<DataEntry> {
    let mut entries = Vec::new();
    for (index, child) in token::children(text).enumerate() {
        let key = match child.name {
            Some(name) => to_key(&token::name(name)),
            None => Some(index.to_string()),
        };
        if let Some(key) = key {
            entries.extend(to_entry(key, child.text));
        }
    }
    entries
}

/// Converts the members of a container to entries, except members that 0.8 cannot express.
fn to_entries_of_children(children: &[(String, Payload)]) -> Vec<DataEntry> {
    children
        .iter()
        .filter_map(|(name, value)| to_entry(to_key(name)?, value.text()))
        .collect()
}

/// Converts a member [name](token::name) to a key. Returns `None` if the name contains a lone surrogate, which a key of 0.8
/// cannot express.
pub(super) fn to_key(name: &str) -> Option<String> {
    if !name.contains('\\') {
        return Some(name.to_owned());
    }
    let quoted = token::quoted_name(name);
    if token::has_lone_surrogate(&quoted) {
        return None;
    }
    Some(token::string(&quoted).into_owned())
}

/// Returns the members of an object, or the elements of an array with their indices as names.
fn children(value: &Payload) -> Vec<(String, Payload)> {
    if value.is_object() {
        value
            .members()
            .map(|(name, value)| (name.into_owned(), value))
            .collect()
    } else {
        value
            .elements()
            .enumerate()
            .map(|(index, value)| (index.to_string(), value))
            .collect()
    }
}

/// Converts a member to an entry. Returns `None` for null and for a number that cannot be parsed.
fn to_entry(key: String, text: &str) -> Option<DataEntry> {
    let entry = DataEntry::new(key);
    match text.as_bytes().first()? {
        b'"' => Some(entry.value_string(token::string(text))),
        b't' | b'f' => Some(entry.value_boolean(text == "true")),
        b'{' | b'[' => Some(entry.value_map(entries_in(text))),
        b'n' => None,
        _ => Some(entry.value_number(Number::parse(text)?)),
    }
}

/// Returns `true` if a value is an object or an array.
fn is_container(value: &Payload) -> bool {
    matches!(value.kind(), PayloadKind::Object | PayloadKind::Array)
}

/// One of several updates that together write a value.
pub(super) struct Part {
    /// The segments of the path, or `None` if the update has the path of the original update.
    pub(super) segments: Option<Vec<String>>,
    /// The value that this update writes. Containers that later updates fill are empty.
    pub(super) value: Payload,
    pub(super) contents: Vec<DataEntry>,
}

/// Returns `true` if a value needs several updates in 0.8. Only the first three levels of the value are inspected.
pub(super) fn is_split(value: &Payload) -> bool {
    token::children(value.text()).any(|child| !is_flat(child.text))
}

/// Returns `true` if no member or element of a JSON text is a container.
fn is_flat(text: &str) -> bool {
    token::children(text).all(|child| !child.text.starts_with(['{', '[']))
}

/// Splits a value into updates, parents first. No map is inside a map, as the schema of 0.8 requires, except in members whose
/// name cannot be part of a path.
pub(super) fn split_into_updates(path: Option<&str>, value: &Payload) -> Vec<Part> {
    let mut parts = Vec::new();
    let segments = data_model::segments(path.unwrap_or_default());
    match segments {
        Ok(above) => add_updates(&above, None, value, &mut parts),
        // Paths for the parts cannot be built from an invalid path, so the value is one update.
        Err(_) => parts.push(Part {
            segments: None,
            value: value.clone(),
            contents: to_entries(value),
        }),
    }
    parts
}

/// Adds the updates that write a value. `above` is the path of the value. `segments` is the path of the update, or `None` for
/// the path of the original update.
fn add_updates(
    above: &[String],
    segments: Option<Vec<String>>,
    value: &Payload,
    parts: &mut Vec<Part>,
) {
    let children = children(value);
    if let Some(contents) = contents_of_one(value, &children) {
        parts.push(Part {
            segments,
            value: value.clone(),
            contents,
        });
        return;
    }
    let (shell, later) = shell_of(value, &children);
    let contents = entries_in(shell.text());
    parts.push(Part {
        segments,
        value: shell,
        contents,
    });
    for (key, value) in later {
        let mut below = above.to_vec();
        below.push(key);
        add_updates(&below, Some(below.clone()), value, parts);
    }
}

/// Returns the contents of the update that writes a value, or `None` if the value needs several updates.
fn contents_of_one(value: &Payload, children: &[(String, Payload)]) -> Option<Vec<DataEntry>> {
    if !is_container(value) {
        return Some(to_entries(value));
    }
    // A lone entry with the key `.` would be the whole value, but in JSON the name is that of a member.
    if is_lone_itself(children) {
        return Some(vec![DataEntry::new(ITSELF).value_string(value.text())]);
    }
    let has_later = children
        .iter()
        .any(|(name, value)| later_key(name, value).is_some());
    if has_later {
        None
    } else {
        Some(to_entries_of_children(children))
    }
}

/// Returns `true` if the only expressible member has the key of the whole value.
fn is_lone_itself(children: &[(String, Payload)]) -> bool {
    let mut expressible = children
        .iter()
        .filter(|(name, value)| !value.is_null() && to_key(name).is_some());
    match (expressible.next(), expressible.next()) {
        (Some((name, _)), None) => name == ITSELF,
        _ => false,
    }
}

/// Returns the key of a member that needs its own update, because it is a map that contains other containers.
fn later_key(name: &str, value: &Payload) -> Option<String> {
    if !is_container(value) || is_flat(value.text()) {
        return None;
    }
    let key = to_key(name)?;
    // Paths cannot contain names that need escapes.
    if key == name && data_model::is_name(&key) {
        Some(key)
    } else {
        None
    }
}

/// Returns a value in which the members that need their own updates are empty containers. Returns these members, too.
fn shell_of<'c>(
    value: &Payload,
    children: &'c [(String, Payload)],
) -> (Payload, Vec<(String, &'c Payload)>) {
    // If a name occurs several times, the last member wins.
    let last: BTreeMap<&str, usize> = wire::collect_map(
        children
            .iter()
            .enumerate()
            .map(|(index, (key, _))| (key.as_str(), index)),
    );
    let mut later = Vec::new();
    let mut shown = Vec::new();
    for (index, (name, value)) in children.iter().enumerate() {
        let Some(key) = later_key(name, value) else {
            shown.push((name.as_str(), value.clone()));
            continue;
        };
        let empty = if value.is_object() {
            Payload::empty_object()
        } else {
            Payload::array([])
        };
        shown.push((name.as_str(), empty));
        if last.get(name.as_str()) == Some(&index) {
            later.push((key, value));
        }
    }
    let shell = if value.is_object() {
        Payload::object(shown.iter().map(|(key, value)| (*key, value)))
    } else {
        Payload::array(shown.iter().map(|(_, value)| value))
    };
    (shell, later)
}

/// Returns the 0.8 path with these segments. Clients split a segment that is not a valid name into several names, as they do
/// with the key of an entry.
pub(super) fn path_of(segments: &[String]) -> String {
    if segments.is_empty() {
        return String::from("/");
    }
    let mut path = String::new();
    for segment in segments {
        path.push('/');
        path.push_str(segment);
    }
    path
}

/// Returns `true` if a value contains a member name that clients of 0.8 split into several names.
pub(super) fn has_split_names(value: &Payload) -> bool {
    let mut names = Tokens::new(value.text()).filter(|token| token.kind == TokenKind::Name);
    names.any(|name| !data_model::is_name(&token::string(name.text)))
}

/// Translates a path to 0.8. A path with the same meaning in both versions is unchanged.
pub(super) fn path_backward(path: &str) -> Cow<'_, str> {
    if is_plain(path) {
        return Cow::Borrowed(path);
    }
    match (data_model::segments(path), data_model::names(path)) {
        (Ok(segments), Ok(names)) if segments != names => Cow::Owned(path_of(&segments)),
        // An invalid path has no translation.
        _ => Cow::Borrowed(path),
    }
}

/// Returns `true` if a path certainly has the same meaning in both versions. The check is cheap and may miss some paths.
pub(super) fn is_plain(path: &str) -> bool {
    let mut bytes = path.bytes();
    bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/'))
        && !path.contains("//")
}

#[cfg(test)]
mod tests {
    use super::*;
    use a2ui::{
        data_model::{DataModel, DataModelOptions},
        v0_8::DataModelUpdate,
    };

    #[test]
    fn the_parts_of_a_value_contain_no_maps_in_maps() {
        let cases = [
            r#"{"a":1.0,"b":{"c":{"d":{"e":"x"}},"f":true}}"#,
            r#"{"0":{"~":{"a~1b":{"g":1}}}}"#,
            r#"{".":5}"#,
            r#"{".":{"a":{"b":1}}}"#,
            r#"{"x":{".":{".":1}}}"#,
            r#""text""#,
            "7e2",
            "{}",
        ];
        let cases = cases.map(|text| (text, text));
        // If a name occurs several times, the last member counts.
        let of_one_name = [
            (r#"{"a":{"b":{"c":1}},"a":5}"#, r#"{"a":5}"#),
            (r#"{"a":5,"a":{"b":{"c":1}}}"#, r#"{"a":{"b":{"c":1}}}"#),
            (
                r#"{"a":{"b":{"c":1}},"a":{"b":{"d":2}}}"#,
                r#"{"a":{"b":{"d":2}}}"#,
            ),
            // Names that keys cannot express are omitted.
            (r#"{"a":1,"\ud800":{"b":{"c":1}}}"#, r#"{"a":1}"#),
        ];
        for (text, expected) in cases.into_iter().chain(of_one_name) {
            let value = Payload::parse(text).unwrap();
            let mut model = DataModel::v0_8(DataModelOptions::new());
            let parts = split_into_updates(Some("/p"), &value);
            for part in &parts {
                let update = DataModelUpdate::new("s", part.contents.clone());
                let path = part
                    .segments
                    .as_deref()
                    .map_or_else(|| "/p".to_owned(), path_of);
                let names = data_model::names(&path).unwrap();
                model
                    .set(&data_model::path(&names), update.value().unwrap())
                    .unwrap();
                let deep = part
                    .contents
                    .iter()
                    .flat_map(|entry| entry.value_map.get())
                    .flatten();
                assert!(
                    deep.clone().all(|entry| entry.value_map.is_absent()),
                    "{text}"
                );
            }
            assert_eq!(model.get("/p").unwrap(), Payload::parse(expected).unwrap());
        }
    }

    #[test]
    fn members_whose_names_fit_no_path_stay_in_one_part() {
        for text in [
            r#"{"__proto__":{"a":{"b":1}}}"#,
            r#"{".":{"a":{"b":1}},"y":{}}"#,
        ] {
            let value = Payload::parse(text).unwrap();
            let parts = split_into_updates(None, &value);
            assert_eq!(parts.len(), 1);
            assert_eq!(
                DataModelUpdate::new("s", parts[0].contents.clone())
                    .value()
                    .unwrap(),
                value
            );
        }
    }

    #[test]
    fn a_dot_next_to_null_is_a_member() {
        let value = Payload::parse(r#"{".":5,"x":null}"#).unwrap();
        assert_eq!(
            DataModelUpdate::new("s", to_entries(&value))
                .value()
                .unwrap(),
            value
        );
        let parts = split_into_updates(None, &value);
        assert_eq!(
            DataModelUpdate::new("s", parts[0].contents.clone())
                .value()
                .unwrap(),
            value
        );
    }

    #[test]
    fn arrays_become_maps_by_index_and_omit_null() {
        let value = Payload::parse(r#"{"l":["a",null,"c"]}"#).unwrap();
        let update = DataModelUpdate::new("s", to_entries(&value));
        assert_eq!(update.value().unwrap().text(), r#"{"l":{"0":"a","2":"c"}}"#);
    }
}
