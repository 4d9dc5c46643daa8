//! What several mappings make of the properties of A2UI components.

use wire::{Extra, Payload, PayloadKind, Pointer};

pub(crate) fn get(payload: &Payload, name: &str) -> Option<Payload> {
    payload.get(&Pointer::root().member(name))
}

/// An object without some of its members.
pub(crate) fn without(object: &Payload, names: &[&str]) -> Payload {
    members(object, |name, value| (!names.contains(&name)).then(|| (name.to_owned(), value.clone())))
}

/// The members of an object, each changed or left out; what is none stays as it is.
pub(crate) fn members(
    object: &Payload,
    change: impl Fn(&str, &Payload) -> Option<(String, Payload)>,
) -> Payload {
    if !object.is_object() {
        return object.clone();
    }
    let changed: Vec<_> = object.members().filter_map(|(name, value)| change(&name, &value)).collect();
    Payload::object(changed.iter().map(|(name, value)| (name.as_str(), value)))
}

/// The check of 0.9 that says what `validationRegexp` says of a bound TextField; later versions have no such property.
pub(crate) fn regexp(properties: &Extra) -> Option<Payload> {
    let pattern = properties.get("validationRegexp").filter(|pattern| pattern.as_str().is_some())?;
    let value = properties.get("value").filter(|value| get(value, "path").is_some())?;
    if properties.get("checks").is_some_and(|checks| checks.kind() != PayloadKind::Array) {
        return None;
    }
    let args = Payload::object([("value", value), ("pattern", pattern)]);
    let call = Payload::object([("call", &Payload::string("regex")), ("args", &args)]);
    Some(Payload::object([("condition", &call)]))
}
