//! Conversion between 0.8 data entries and objects.

use super::{
    RepairKind,
    component::Tell,
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

/// Converts a list of entries to an object. Returns `None` for other values, or if a key is repeated. The depth of
/// the message limits the recursion.
pub(super) fn entries_to_object(text: &str) -> Option<String> {
    if !text.starts_with('[') {
        return None;
    }
    let mut object = Object::default();
    let mut keys = BTreeSet::new();
    for child in token::children(text) {
        let entry = Object::parse(child.text)?;
        if entry.len() != 2 {
            return None;
        }
        let (name, value) = entry.iter().find(|(name, _)| VALUES.contains(name))?;
        let value = if name == "valueMap" {
            entries_to_object(value)?
        } else {
            value.to_owned()
        };
        let key = entry.string("key")?.into_owned();
        object.push(&key, value);
        // The intended value of a repeated key is unknown.
        if !keys.insert(key) {
            return None;
        }
    }
    if object.len() == 0 {
        return None;
    }
    Some(object.to_json())
}

/// Converts an object to entries. Returns `None` for other values, and for lists and null, which 0.8 entries cannot
/// express. The depth of the message limits the recursion.
pub(super) fn object_to_entries(text: &str) -> Option<String> {
    let object = Object::parse(text)?;
    let mut entries = Vec::new();
    for (key, value) in object.iter() {
        let (member, value) = match value.as_bytes().first()? {
            b'"' => ("valueString", value.to_owned()),
            b'{' => ("valueMap", self::object_to_entries(value)?),
            b't' | b'f' => ("valueBoolean", value.to_owned()),
            b'-' | b'0'..=b'9' => ("valueNumber", value.to_owned()),
            _ => return None,
        };
        let key = token::quoted_name(key);
        entries.push(format!(r#"{{"key":{key},"{member}":{value}}}"#));
    }
    Some(array(entries.iter().map(String::as_str)))
}

/// Returns `true` if an entry does not have exactly one value. The recursion is limited by the depth of the message.
pub(super) fn are_drifted(entries: &[DataEntry]) -> bool {
    for entry in entries {
        let is_drifted = match (&entry.value_map, entry.value()) {
            (_, None) => true,
            (Field::Value(entries), _) => are_drifted(entries),
            _ => false,
        };
        if is_drifted {
            return true;
        }
    }
    false
}

/// Repairs the names and values of entries, and reports each repair with its place below the entries. Returns the
/// entries if any of them was repaired. The depth of the message limits the recursion.
pub(super) fn repair_entries(text: &str, tell: &mut Tell<'_>) -> Option<String> {
    if !text.starts_with('[') {
        return None;
    }
    let mut entries = Vec::new();
    let mut is_changed = false;
    for (index, child) in token::children(text).enumerate() {
        let Some(mut entry) = Object::parse(child.text) else {
            entries.push(child.text.to_owned());
            continue;
        };
        let change = repair_entry(&mut entry, &mut |kind, below, names| {
            tell(kind, &format!("/{index}{below}"), names);
        });
        is_changed |= change != EntryChange::None;
        if change != EntryChange::Remove {
            entries.push(entry.to_json());
        }
    }
    is_changed.then(|| array(entries.iter().map(String::as_str)))
}

/// The change that an entry needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryChange {
    None,
    /// The entry is changed in place.
    Edit,
    /// The entry is removed.
    Remove,
}

/// Repairs the names and the value of an entry. The recursion is limited by the depth of the message.
fn repair_entry(entry: &mut Object, tell: &mut Tell<'_>) -> EntryChange {
    let mut change = EntryChange::None;
    // If two members spell the same name, the intended one is unknown.
    let is_sure = !spelling::are_spelled_twice(entry, MEMBERS);
    for (from, to) in spelling::find_misspelt_names(entry, MEMBERS) {
        tell(RepairKind::NameSpelling, &format!("/{from}"), &[&from, to]);
        entry.rename(&from, to);
        change = EntryChange::Edit;
    }
    let mut nulls = Vec::new();
    let mut has_value = false;
    for name in VALUES {
        match entry.get(name) {
            Some("null") => nulls.push(name),
            Some(_) => has_value = true,
            None => {}
        }
    }
    // 0.8 cannot express null. Its published reader stores null if the value is missing or null.
    if is_sure && !has_value && entry.len() == nulls.len() + 1 {
        if let Some(key) = entry.string("key") {
            tell(RepairKind::EntryWithoutValue, "", &[&key]);
            return EntryChange::Remove;
        }
    }
    // Writers with one field for each type write null for the unused ones.
    if is_sure && has_value {
        for name in nulls {
            tell(RepairKind::NullMember, &format!("/{name}"), &[name]);
            entry.remove(name);
            change = EntryChange::Edit;
        }
    }
    let Some(map) = entry.get("valueMap") else {
        return change;
    };
    let map = repair_entries(map, &mut |kind, below, names| {
        tell(kind, &format!("/valueMap{below}"), names);
    });
    if let Some(map) = map {
        entry.set("valueMap", map);
        change = EntryChange::Edit;
    }
    change
}
