//! Results of primitives and steps: JSON objects with the member `ok`.

use crate::item::ErrorDetails;
use wire::Payload;

/// Converts a result into the form that expressions read: an object with an `output`.
pub(super) fn read(result: Payload) -> Payload {
    if !result.is_object() {
        return Payload::object([("ok", &yes()), ("output", &result)]);
    }
    match (result.member("output"), result.member("value")) {
        (None, Some(value)) => with(&result, "output", &value),
        _ => result,
    }
}

pub(super) fn has_failed(result: &Payload) -> bool {
    result.member("ok").is_some_and(|ok| ok.text() == "false")
}

pub(super) fn of_error(error: &ErrorDetails) -> Payload {
    from_error(&Payload::encode(error).unwrap_or_else(|_| Payload::empty_object()))
}

/// Builds a failed result with this error.
pub(super) fn from_error(error: &Payload) -> Payload {
    Payload::object([("ok", &no()), ("error", error)])
}

pub(super) fn skip() -> Payload {
    Payload::object([("ok", &yes()), ("skipped", &yes())])
}

/// Builds the result of a loop from the results of its elements.
pub(super) fn of_items(items: &[Payload]) -> Payload {
    let ok = if items.iter().any(has_failed) {
        no()
    } else {
        yes()
    };
    Payload::object([("ok", &ok), ("items", &Payload::array(items))])
}

/// Sets a member of a result. Replaces a member with the same name.
pub(super) fn with(result: &Payload, name: &str, value: &Payload) -> Payload {
    let mut members: Vec<(String, Payload)> = result
        .members()
        .map(|(name, value)| (name.into_owned(), value))
        .collect();
    match members.iter_mut().find(|(known, _)| known == name) {
        Some((_, known)) => *known = value.clone(),
        None => members.push((name.to_owned(), value.clone())),
    }
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

/// Returns the string in a member of an error; empty if the member is not a string.
pub(super) fn text(error: &Payload, name: &str) -> String {
    match error.member(name) {
        Some(text) => text.as_str().unwrap_or_default().into_owned(),
        None => String::new(),
    }
}

/// Builds an error with this code and message.
pub(super) fn error(code: &str, message: &str) -> Payload {
    Payload::object([
        ("code", &Payload::string(code)),
        ("message", &Payload::string(message)),
    ])
}

fn yes() -> Payload {
    Payload::encode(&true).unwrap_or_else(|_| Payload::null())
}

pub(super) fn no() -> Payload {
    Payload::encode(&false).unwrap_or_else(|_| Payload::null())
}

/// Returns `true` if the value is truthy in JavaScript.
pub(super) fn is_truthy(value: Option<&Payload>) -> bool {
    let Some(value) = value else { return false };
    match value.text() {
        "null" | "false" | "\"\"" => false,
        text => {
            !text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) || text.parse() != Ok(0.0)
        }
    }
}
