//! Conversion between data entries and JSON.

use super::{DataEntry, DataModelUpdate, data_entry::DataValue};
use crate::{
    SurfaceId,
    data_model::{self, MAX_DATA_DEPTH},
    surface::SurfaceError,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Field, Number, Payload, Pointer, token};

/// The key of an entry that represents the whole value. It applies only if the entry is the only one.
const ITSELF: &str = ".";

impl DataModelUpdate {
    /// Returns the value that the update writes: an object, or the value of a single entry with the key `.`. The
    /// conversion follows A2UI's own clients:
    ///
    /// - If several entries have the same key, the last one is used.
    /// - A key is a path, see [`names`](data_model::names): `a.b` and `a[0]` write below `a`.
    /// - A string that contains a JSON array or object is converted to that array or object.
    ///
    /// ```
    /// use agent_ui_a2ui::wire;
    ///
    /// let update: agent_ui_a2ui::v0_8::DataModelUpdate =
    ///     wire::decode(r#"{"surfaceId":"s","contents":[{"key":"n","valueNumber":1.0}]}"#)?;
    /// assert_eq!(update.value()?.text(), r#"{"n":1.0}"#);
    /// let update: agent_ui_a2ui::v0_8::DataModelUpdate = wire::decode(
    ///     r#"{"surfaceId":"s","contents":[{"key":"a[0].b","valueBoolean":true},{"key":"a.c","valueString":"[1]"}]}"#,
    /// )?;
    /// assert_eq!(update.value()?.text(), r#"{"a":{"0":{"b":true},"c":[1]}}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an entry does not have exactly one value, or if the entries are nested too deeply. The
    /// pointer is relative to the update.
    pub fn value(&self) -> Result<Payload, SurfaceError> {
        value(&self.contents, &Pointer::root().member("contents"))
    }
}

/// Returns the value that `contents` writes; see [`DataModelUpdate::value`].
pub(crate) fn value(contents: &[DataEntry], at: &Pointer) -> Result<Payload, SurfaceError> {
    let value = match contents {
        [entry] if entry.key == ITSELF => convert_entry(entry, &at.element(0), 1)?,
        entries => Value::Object(Members::of(entries, at, 1)?),
    };
    let mut text = String::new();
    value.write(&mut text);
    Ok(Payload::parse(text).unwrap_or_else(|_| Payload::empty_object()))
}

/// The value of an entry, to which later entries can still add members.
enum Value {
    Text(String),
    Object(Members),
}

/// The members of an object, with unique names.
#[derive(Default)]
struct Members {
    list: Vec<(String, Value)>,
    places: BTreeMap<String, usize>,
}

impl Members {
    /// Converts entries to members. `depth` is the depth of the object. It is limited to the maximum depth of
    /// messages.
    fn of(entries: &[DataEntry], at: &Pointer, depth: usize) -> Result<Self, SurfaceError> {
        let mut members = Self::default();
        for (index, entry) in entries.iter().enumerate() {
            let at = at.element(index);
            // A key without a valid path is used as a single name. It is visible in the model, but no path reaches it.
            let names = match data_model::names(&entry.key) {
                Ok(names) if !names.is_empty() => names,
                _ => vec![entry.key.clone()],
            };
            let depth = depth.saturating_add(names.len());
            if depth > MAX_DATA_DEPTH + 1 {
                return Err(too_deep_error(&at.member("key")));
            }
            members.insert(&names, convert_entry(entry, &at, depth)?);
        }
        Ok(members)
    }

    /// Writes a value below the object, and keeps existing objects on its path.
    fn insert(&mut self, names: &[String], value: Value) {
        let Some((name, below)) = names.split_first() else {
            return;
        };
        let place = *self.places.entry(name.clone()).or_insert(self.list.len());
        if place == self.list.len() {
            self.list.push((name.clone(), Value::Text(String::new())));
        }
        let Some((_, member)) = self.list.get_mut(place) else {
            return;
        };
        if below.is_empty() {
            *member = value;
            return;
        }
        if !matches!(member, Value::Object(_)) {
            *member = Value::Object(Self::default());
        }
        if let Value::Object(members) = member {
            members.insert(below, value);
        }
    }
}

impl Value {
    /// Writes the value as JSON. The recursion is bounded, because the depth was checked when the value was created.
    fn write(&self, text: &mut String) {
        match self {
            Self::Text(value) => text.push_str(value),
            Self::Object(members) => {
                text.push('{');
                for (index, (name, value)) in members.list.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    text.push_str(Payload::string(name).text());
                    text.push(':');
                    value.write(text);
                }
                text.push('}');
            }
        }
    }
}

/// Converts the value of an entry. `depth` is the number of levels above the value.
fn convert_entry(entry: &DataEntry, at: &Pointer, depth: usize) -> Result<Value, SurfaceError> {
    Ok(Value::Text(match entry.value() {
        Some(DataValue::String(value)) => match parse_json(value) {
            Some(json) if json.depth().saturating_add(depth) <= MAX_DATA_DEPTH + 1 => {
                json.text().to_owned()
            }
            Some(_) => return Err(too_deep_error(&at.member("valueString"))),
            None => Payload::string(value).text().to_owned(),
        },
        Some(DataValue::Number(value)) => value.as_str().to_owned(),
        Some(DataValue::Boolean(value)) => value.to_string(),
        Some(DataValue::Map(entries)) => {
            let at = at.member("valueMap");
            if depth > MAX_DATA_DEPTH {
                return Err(too_deep_error(&at));
            }
            return Ok(Value::Object(Members::of(entries, &at, depth)?));
        }
        None => {
            let message =
                format_args!("the entry `{}` must have exactly one value", entry.key).to_string();
            let error = SurfaceError::new("exactly-one-value", at.clone(), message);
            return Err(
                error.hint("write one of `valueString`, `valueNumber`, `valueBoolean`, `valueMap`")
            );
        }
    }))
}

fn too_deep_error(at: &Pointer) -> SurfaceError {
    SurfaceError::new("depth", at.clone(), "the entries are nested too deeply")
        .hint("send the deeper entries in a separate `dataModelUpdate` with its path")
}

/// Parses the array or object that a string contains as JSON. A2UI's own clients interpret such a string as its
/// content.
pub(crate) fn parse_json(text: &str) -> Option<Payload> {
    let trimmed = text.trim();
    let is_object = trimmed.starts_with('{') && trimmed.ends_with('}');
    let is_array = trimmed.starts_with('[') && trimmed.ends_with(']');
    if is_object || is_array {
        Payload::parse(text).ok()
    } else {
        None
    }
}

/// Returns the updates that write a model, parents first. As the schema requires, no `valueMap` contains another
/// `valueMap`, except below a name that no path can contain.
///
/// Some values cannot be expressed by entries and are written as JSON in a string: lists, null, names that would be
/// split or changed, and strings that contain JSON. At the top level, strings that contain JSON cannot be expressed
/// at all.
pub(crate) fn updates(surface_id: &SurfaceId, model: &str) -> Vec<DataModelUpdate> {
    let mut updates = Updates {
        surface_id,
        path: Vec::new(),
        updates: Vec::new(),
    };
    if is_expressible(model) {
        updates.write_object(model);
    } else {
        updates.push(to_scalar_entry(ITSELF, model).into_iter().collect());
    }
    updates.updates
}

struct Updates<'a> {
    surface_id: &'a SurfaceId,
    path: Vec<String>,
    updates: Vec<DataModelUpdate>,
}

impl Updates<'_> {
    fn push(&mut self, contents: Vec<DataEntry>) {
        let mut update = DataModelUpdate::new(self.surface_id.clone(), contents);
        if !self.path.is_empty() {
            update.path = data_model::name_path(&self.path).map_or(Field::Absent, Field::Value);
        }
        self.updates.push(update);
    }

    /// Writes an object at the current path. The depth of the model limits the recursion.
    fn write_object(&mut self, text: &str) {
        let mut entries = Vec::new();
        let mut later = Vec::new();
        for (name, text) in members(text) {
            if !is_expressible(text) {
                entries.extend(to_scalar_entry(&name, text));
            } else if !has_objects(text) || !data_model::is_name(&name) {
                entries.push(map_entry(&name, nested_entries(text)));
            } else {
                entries.push(map_entry(&name, Vec::new()));
                later.push((name, text));
            }
        }
        self.push(entries);
        for (name, text) in later {
            self.path.push(name);
            self.write_object(text);
            self.path.pop();
        }
    }
}

fn members(object: &str) -> impl Iterator<Item = (String, &str)> {
    token::children(object)
        .filter_map(|child| Some((token::string(child.name?).into_owned(), child.text)))
}

/// Returns `true` if any member of an object is itself written as entries.
fn has_objects(object: &str) -> bool {
    members(object).any(|(_, text)| is_expressible(text))
}

/// Returns `true` if entries can express the members of an object.
fn is_expressible(text: &str) -> bool {
    if !text.starts_with('{') {
        return false;
    }
    for child in token::children(text) {
        // A key is a text, but a name can contain a lone surrogate; names that differ from their text are excluded.
        if let Some(quoted) = child.name {
            if token::name(quoted) != token::string(quoted) {
                return false;
            }
        }
    }
    let mut seen = BTreeSet::new();
    for (name, text) in members(text) {
        if !is_key(&name) || !is_entry_value(text) || !seen.insert(name) {
            return false;
        }
    }
    // A single entry `.` would stand for the whole value.
    !(seen.len() == 1 && seen.contains(ITSELF))
}

/// Returns `true` if a name is usable as the key of an entry.
fn is_key(name: &str) -> bool {
    if data_model::is_name(name) {
        return true;
    }
    // A name that no path can contain is still usable as a key if it is not a path itself.
    match data_model::names(name) {
        Ok(names) => names.is_empty(),
        Err(_) => true,
    }
}

/// Returns `true` if an entry can have this value. An entry cannot have null, or a string that would be read as JSON.
fn is_entry_value(text: &str) -> bool {
    if text == "null" {
        return false;
    }
    !text.starts_with('"') || parse_json(&token::string(text)).is_none()
}

/// Creates an entry with a map as its value.
fn map_entry(key: &str, entries: Vec<DataEntry>) -> DataEntry {
    DataEntry::new(key).value_map(entries)
}

/// Converts all members of an object to entries.
fn nested_entries(text: &str) -> Vec<DataEntry> {
    let mut entries = Vec::new();
    for (name, text) in members(text) {
        if is_expressible(text) {
            entries.push(map_entry(&name, nested_entries(text)));
        } else {
            entries.extend(to_scalar_entry(&name, text));
        }
    }
    entries
}

/// Converts a value to one entry; an array or object is written as JSON in a string.
fn to_scalar_entry(key: &str, text: &str) -> Option<DataEntry> {
    let entry = DataEntry::new(key);
    match text.as_bytes().first()? {
        b'"' => Some(entry.value_string(token::string(text))),
        b'{' | b'[' => Some(entry.value_string(text)),
        b't' | b'f' => Some(entry.value_boolean(text == "true")),
        b'-' | b'0'..=b'9' => Number::parse(text).map(|number| entry.value_number(number)),
        _ => None,
    }
}
