//! Data of 0.8, which is a list of entries, and the objects for which they stand.

use super::object::{Object, array};
use std::collections::BTreeSet;
use wire::token;

/// The members of an entry for its value, by what the value is.
const VALUES: [&str; 4] = ["valueString", "valueNumber", "valueBoolean", "valueMap"];

/// Returns the object that a list of entries stands for; `None` if the text is another value, or has a key twice. Nests as deep as
/// the message, which is bounded.
pub(super) fn of_entries(text: &str) -> Option<String> {
    let mut object = Object::default();
    let mut keys = BTreeSet::new();
    for child in text.starts_with('[').then(|| token::children(text))? {
        let entry = Object::parse(child.text).filter(|entry| entry.len() == 2)?;
        let (name, value) = entry.iter().find(|(name, _)| VALUES.contains(name))?;
        let value = if name == "valueMap" { of_entries(value)? } else { value.to_owned() };
        let key = entry.string("key")?.into_owned();
        object.push(&key, value);
        keys.insert(key).then_some(())?;
    }
    (object.len() > 0).then(|| object.to_json())
}

/// Returns the entries that stand for an object; `None` if the text is another value, or holds a list or null, for which 0.8 has
/// no entries. Nests as deep as the message, which is bounded.
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
        Some(format!(r#"{{"key":{},"{member}":{value}}}"#, token::quoted_name(key)))
    };
    let entries: Vec<String> = object.iter().map(entry).collect::<Option<_>>()?;
    Some(array(entries.iter().map(String::as_str)))
}
