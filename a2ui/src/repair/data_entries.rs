//! Conversion between 0.8 data entries and objects.

use super::{
    RepairKind,
    json_object::{Object, array},
    spelling,
};
use crate::v0_8::DataEntry;
use std::collections::BTreeSet;
use wire::{Field, token};

/// The members of an entry.
const MEMBERS: &[&str] = &[
    "key",
    "valueString",
    "valueNumber",
    "valueBoolean",
    "valueMap",
];

/// The members that contain the value of an entry, by type.
const VALUES: [&str; 4] = ["valueString", "valueNumber", "valueBoolean", "valueMap"];

/// Converts a list of entries to an object. Returns `None` for other values, or if a key is repeated. The recursion is
/// limited by the depth of the message.
pub(super) fn of_entries(text: &str) -> Option<String> {
    let mut object = Object::default();
    let mut keys = BTreeSet::new();
    for child in text.starts_with('[').then(|| token::children(text))? {
        let entry = Object::parse(child.text).filter(|entry| entry.len() == 2)?;
        let (name, value) = entry.iter().find(|(name, _)| VALUES.contains(name))?;
        let value = if name == "valueMap" {
            of_entries(value)?
        } else {
            value.to_owned()
        };
        let key = entry.string("key")?.into_owned();
        object.push(&key, value);
        keys.insert(key).then_some(())?;
    }
    (object.len() > 0).then(|| object.to_json())
}

/// Converts an object to entries. Returns `None` for other values, and for lists and null, which 0.8 entries cannot
/// express. The recursion is limited by the depth of the message.
pub(super) fn entries(text: &str) -> Option<String> {
    let object = Object::parse(text)?;
    let entry = |(key, value): (&str, &str)| {
        let (member, value) = match value.as_bytes().first()? {
            b'"' => ("valueString", value.to_owned()),
            b'{' => ("valueMap", entries(value)?),
            b't' | b'f' => ("valueBoolean", value.to_owned()),
            b'-' | b'0'..=b'9' => ("valueNumber", value.to_owned()),
            _ => return None,
        };
        Some(format!(
            r#"{{"key":{},"{member}":{value}}}"#,
            token::quoted_name(key)
        ))
    };
    let entries: Vec<String> = object.iter().map(entry).collect::<Option<_>>()?;
    Some(array(entries.iter().map(String::as_str)))
}

/// Returns `true` if an entry does not have exactly one value. The recursion is limited by the depth of the message.
pub(super) fn are_drifted(entries: &[DataEntry]) -> bool {
    let is_drifted = |entry: &DataEntry| match (&entry.value_map, entry.value()) {
        (_, None) => true,
        (Field::Value(entries), _) => are_drifted(entries),
        _ => false,
    };
    entries.iter().any(is_drifted)
}

/// Repairs the names and values of entries, and reports each repair with its place below them. Returns the entries if
/// anything was repaired. The recursion is limited by the depth of the message.
pub(super) fn repair_entries(
    text: &str,
    tell: &mut dyn FnMut(RepairKind, &str, &[&str]),
) -> Option<String> {
    let mut entries = Vec::new();
    let mut is_changed = false;
    for (index, child) in text
        .starts_with('[')
        .then(|| token::children(text))?
        .enumerate()
    {
        let Some(mut entry) = Object::parse(child.text) else {
            entries.push(child.text.to_owned());
            continue;
        };
        let mut tell = |kind: RepairKind, below: &str, names: &[&str]| {
            tell(kind, &format!("/{index}{below}"), names)
        };
        let is_sure = !spelling::are_spelled_twice(&entry, MEMBERS);
        for (from, to) in spelling::misspelt_names(&entry, MEMBERS) {
            tell(RepairKind::NameSpelling, &format!("/{from}"), &[&from, to]);
            entry.rename(&from, to);
            is_changed = true;
        }
        let nulls: Vec<&str> = VALUES
            .into_iter()
            .filter(|name| entry.get(name) == Some("null"))
            .collect();
        let has_value = VALUES
            .iter()
            .any(|name| entry.get(name).is_some_and(|value| value != "null"));
        let is_only_key = is_sure && entry.len() == nulls.len() + 1;
        if let Some(key) = entry.string("key").filter(|_| is_only_key && !has_value) {
            tell(RepairKind::EntryWithoutValue, "", &[&key]);
            is_changed = true;
            continue;
        }
        if has_value && is_sure {
            for name in nulls {
                tell(RepairKind::NullMember, &format!("/{name}"), &[name]);
                entry.remove(name);
                is_changed = true;
            }
        }
        let mut tell_below = |kind: RepairKind, below: &str, names: &[&str]| {
            tell(kind, &format!("/valueMap{below}"), names)
        };
        let below = entry
            .get("valueMap")
            .and_then(|entries| repair_entries(entries, &mut tell_below));
        if let Some(below) = below {
            entry.set("valueMap", below);
            is_changed = true;
        }
        entries.push(entry.to_json());
    }
    is_changed.then(|| array(entries.iter().map(String::as_str)))
}
