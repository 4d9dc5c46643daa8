//! Values of the data model: entries in 0.8, JSON in 0.9.

use a2ui::{data_model, v0_8::DataEntry};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{
    Number, Payload, PayloadKind,
    token::{self, TokenKind, Tokens},
};

/// The key of an only entry that stands for the value itself.
const ITSELF: &str = ".";

/// Returns the entries that write a value, with nested maps. Null is omitted because 0.8 cannot express it, and an array
/// becomes a map by index.
pub(super) fn to_entries(value: &Payload) -> Vec<DataEntry> {
    match value.kind() {
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

/// Returns `true` if the only expressible member of an object would be read as the value itself.
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

/// Returns the entries of the members of an object, or of the elements of an array by index.
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

fn to_entries_of_children(children: &[(String, Payload)]) -> Vec<DataEntry> {
    children
        .iter()
        .filter_map(|(name, value)| to_entry(to_key(name)?, value.text()))
        .collect()
}

/// Returns the text that a [name](token::name) spells; `None` if it contains a lone surrogate, which keys of 0.8 cannot
/// express.
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

/// Returns the members of an object, or the elements of an array by index.
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

fn is_container(value: &Payload) -> bool {
    matches!(value.kind(), PayloadKind::Object | PayloadKind::Array)
}

/// One of several updates that together write a value.
pub(super) struct Part {
    /// The segments of the path; `None` for the path of the original update.
    pub(super) segments: Option<Vec<String>>,
    /// The value that this update writes, with empty values for the parts that later updates write.
    pub(super) value: Payload,
    pub(super) contents: Vec<DataEntry>,
}

/// Returns `true` if a value needs several updates. Only its first three levels are inspected.
pub(super) fn is_split(value: &Payload) -> bool {
    token::children(value.text()).any(|child| !is_flat(child.text))
}

/// Returns `true` if a JSON text contains no container.
fn is_flat(text: &str) -> bool {
    token::children(text).all(|child| !child.text.starts_with(['{', '[']))
}

/// Splits a value into updates, parents first, so that no map is inside a map, as the schema of 0.8 requires. A member
/// whose name fits no path is an exception.
pub(super) fn split_into_updates(path: Option<&str>, value: &Payload) -> Vec<Part> {
    let mut parts = Vec::new();
    let segments = data_model::segments(path.unwrap_or_default());
    match segments {
        Ok(above) => add_updates(&above, None, value, &mut parts),
        // The path is invalid, so the value is written as it is.
        Err(_) => parts.push(Part {
            segments: None,
            value: value.clone(),
            contents: to_entries(value),
        }),
    }
    parts
}

/// Adds the updates that write a value. `above` is its path; `segments` is the path of the update, if it is not the original one.
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

/// Returns the contents of the update that writes a value, if one is enough.
fn contents_of_one(value: &Payload, children: &[(String, Payload)]) -> Option<Vec<DataEntry>> {
    if !is_container(value) {
        return Some(to_entries(value));
    }
    // In an entry, a lone `.` would not be a member; in JSON it is one.
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

/// Returns `true` if the only expressible member has the name that stands for the value itself.
fn is_lone_itself(children: &[(String, Payload)]) -> bool {
    let mut expressible = children
        .iter()
        .filter(|(name, value)| !value.is_null() && to_key(name).is_some());
    match (expressible.next(), expressible.next()) {
        (Some((name, _)), None) => name == ITSELF,
        _ => false,
    }
}

/// Returns the key of a member that needs an update of its own: a map in which other containers are.
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

/// Returns a value with empty containers for the members that need updates of their own, and these members.
fn shell_of<'c>(
    value: &Payload,
    children: &'c [(String, Payload)],
) -> (Payload, Vec<(String, &'c Payload)>) {
    // If a name occurs several times, the last member counts.
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

/// Returns the path of 0.8 with these segments. A segment that is not a valid name is read as several, as in the key of
/// an entry.
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

/// Returns `true` if a value contains a member name that 0.8 reads as several names.
pub(super) fn has_split_names(value: &Payload) -> bool {
    let mut names = Tokens::new(value.text()).filter(|token| token.kind == TokenKind::Name);
    names.any(|name| !data_model::is_name(&token::string(name.text)))
}

/// Returns the path of 0.9 in 0.8, unchanged if it has the same meaning.
pub(super) fn path_backward(path: &str) -> Cow<'_, str> {
    if is_plain(path) {
        return Cow::Borrowed(path);
    }
    match (data_model::segments(path), data_model::names(path)) {
        (Ok(segments), Ok(names)) if segments != names => Cow::Owned(path_of(&segments)),
        _ => Cow::Borrowed(path),
    }
}

/// Checks cheaply whether a path has the same meaning in both versions.
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
