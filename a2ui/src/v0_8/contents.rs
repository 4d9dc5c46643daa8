//! Entries as JSON and back.

use super::{DataEntry, DataModelUpdate, data_entry::DataValue};
use crate::{
    SurfaceId,
    data_model::{self, MAX_DEPTH},
    surface::SurfaceError,
};
use std::collections::BTreeMap;
use wire::{Field, Number, Payload, Pointer, token};

/// The key that means the value itself, where it is the only one.
const ITSELF: &str = ".";

impl DataModelUpdate {
    /// The value that it writes: an object, or the value of the one entry whose key is `.`. Of entries with the same key the
    /// last one counts.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// let update: a2ui::v0_8::DataModelUpdate =
    ///     wire::decode(r#"{"surfaceId":"s","contents":[{"key":"n","valueNumber":1.0}]}"#)?;
    /// assert_eq!(update.value()?.text(), r#"{"n":1.0}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If an entry has not exactly one value, or the entries nest too deep; the pointer counts from the update.
    pub fn value(&self) -> Result<Payload, SurfaceError> {
        value(&self.contents, &Pointer::root().member("contents"))
    }
}

/// The value that `contents` writes: an object, or the value of the one entry whose key is `.`. Of entries with the same
/// key the last one counts.
pub(crate) fn value(contents: &[DataEntry], at: &Pointer) -> Result<Payload, SurfaceError> {
    let mut text = String::new();
    match contents {
        [entry] if entry.key == ITSELF => write_entry(entry, &at.element(0), 1, &mut text)?,
        entries => write_entries(entries, at, 1, &mut text)?,
    }
    Ok(Payload::parse(text).unwrap_or_else(|_| Payload::empty_object()))
}

fn write_entries(
    entries: &[DataEntry],
    at: &Pointer,
    depth: usize,
    text: &mut String,
) -> Result<(), SurfaceError> {
    if depth > MAX_DEPTH {
        return Err(SurfaceError::new("depth", at.clone(), "the entries nest too deep"));
    }
    let last: BTreeMap<&str, usize> =
        entries.iter().enumerate().map(|(index, entry)| (entry.key.as_str(), index)).collect();
    text.push('{');
    let mut first = true;
    for (index, entry) in entries.iter().enumerate() {
        let at = at.element(index);
        let mut member = String::new();
        // Also those that do not count are judged.
        write_entry(entry, &at, depth + 1, &mut member)?;
        if last.get(entry.key.as_str()) == Some(&index) {
            if !std::mem::take(&mut first) {
                text.push(',');
            }
            text.push_str(Payload::string(&entry.key).text());
            text.push(':');
            text.push_str(&member);
        }
    }
    text.push('}');
    Ok(())
}

fn write_entry(entry: &DataEntry, at: &Pointer, depth: usize, text: &mut String) -> Result<(), SurfaceError> {
    match entry.value() {
        Some(DataValue::String(value)) => text.push_str(Payload::string(value).text()),
        Some(DataValue::Number(value)) => text.push_str(value.as_str()),
        Some(DataValue::Boolean(value)) => text.push_str(if value { "true" } else { "false" }),
        Some(DataValue::Map(entries)) => write_entries(entries, &at.member("valueMap"), depth, text)?,
        None => {
            let message = format_args!("the entry `{}` has not exactly one value", entry.key).to_string();
            let error = SurfaceError::new("exactly-one-value", at.clone(), message);
            return Err(error.hint("give one of `valueString`, `valueNumber`, `valueBoolean`, `valueMap`"));
        }
    }
    Ok(())
}

/// The updates that write a model, parents first. A `valueMap` holds no other `valueMap`, as the schema wants it, except
/// below a name that no path can hold.
///
/// A model of 0.8 has neither null nor empty arrays, because no message can write them. The order of the members is that of the
/// model, except that such a name stands before arrays.
pub(crate) fn updates(surface_id: &SurfaceId, model: &str) -> Vec<DataModelUpdate> {
    let mut updates = Updates { surface_id, path: Vec::new(), updates: Vec::new() };
    updates.value(model);
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
            update.path = Field::Value(data_model::path(&self.path));
        }
        self.updates.push(update);
    }

    fn below(&mut self, segment: String, text: &str) {
        self.path.push(segment);
        self.value(text);
        self.path.pop();
    }

    /// Writes what stands at the path. It goes as deep as the model, which is bounded.
    fn value(&mut self, text: &str) {
        match text.as_bytes().first() {
            Some(b'{') => self.object(text),
            Some(b'[') => {
                for (index, element) in token::children(text).enumerate() {
                    self.below(index.to_string(), element.text);
                }
            }
            _ => {
                if let Some(entry) = scalar(ITSELF, text) {
                    self.push(vec![entry]);
                }
            }
        }
    }

    fn object(&mut self, text: &str) {
        let members: Vec<(String, &str)> = token::children(text)
            .map(|child| (token::string(child.name.unwrap_or_default()).into_owned(), child.text))
            .collect();
        // An array comes into being when its first element is written, so whatever stands behind one in the order of
        // the members has to be written after it, by its own path. A name that no path can hold comes to stand before.
        let before_arrays =
            members.iter().position(|(_, text)| text.starts_with('[')).unwrap_or(members.len());
        let with_the_object = match members.first() {
            // Alone, an entry `.` would not be a member.
            Some((name, _)) if name == ITSELF && before_arrays == 1 => 0,
            _ => before_arrays,
        };
        let mut entries = Vec::new();
        let mut later = Vec::new();
        for (index, (name, text)) in members.into_iter().enumerate() {
            let has_path = data_model::is_allowed(&name);
            if index >= with_the_object && has_path {
                later.push((name, text));
            } else if !text.starts_with('{') {
                entries.extend(scalar(&name, text));
            } else if is_flat(text) || !has_path {
                entries.push(map(&name, nested(text)));
            } else {
                entries.push(map(&name, Vec::new()));
                later.push((name, text));
            }
        }
        self.push(entries);
        for (name, text) in later {
            self.below(name, text);
        }
    }
}

fn is_flat(text: &str) -> bool {
    token::children(text).all(|child| !child.text.starts_with(['{', '[']))
}

fn map(key: &str, entries: Vec<DataEntry>) -> DataEntry {
    DataEntry::new(key).value_map(entries)
}

/// All members of an object as entries.
fn nested(text: &str) -> Vec<DataEntry> {
    token::children(text)
        .filter_map(|child| {
            let name = token::string(child.name?);
            if child.text.starts_with('{') {
                Some(map(&name, nested(child.text)))
            } else {
                scalar(&name, child.text)
            }
        })
        .collect()
}

fn scalar(key: &str, text: &str) -> Option<DataEntry> {
    let entry = DataEntry::new(key);
    match text.as_bytes().first()? {
        b'"' => Some(entry.value_string(token::string(text))),
        b't' | b'f' => Some(entry.value_boolean(text == "true")),
        b'-' | b'0'..=b'9' => Number::parse(text).map(|number| entry.value_number(number)),
        _ => None,
    }
}
