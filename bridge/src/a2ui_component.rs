//! What several mappings make of the properties of A2UI components.

use crate::a2ui_notation::{Rewriting, RewrittenValue, Unsayable, Why};
use wire::{Extra, Payload, PayloadKind, Pointer};

/// What 0.9 shows in the place of a value that it cannot say, where its published catalog wants one.
const NEEDED: [(&str, &str, &str); 11] = [
    ("Text", "text", r#""""#),
    ("Image", "url", r#""""#),
    ("Icon", "name", r#""help""#),
    ("Video", "url", r#""""#),
    ("AudioPlayer", "url", r#""""#),
    ("TextField", "label", r#""""#),
    ("CheckBox", "label", r#""""#),
    ("CheckBox", "value", "false"),
    ("ChoicePicker", "value", "[]"),
    ("Slider", "value", "0"),
    ("DateTimeInput", "value", r#""""#),
];

/// A property of a later version in 0.9, which has no `@index`. A text goes without it. What is sent or judged goes as it is or
/// not at all: a click that cannot make its call sends an event of its name, as in 0.8, and a check without its condition is none.
pub(crate) fn in_0_9(type_name: &str, name: &str, value: &Payload, rewriting: Rewriting) -> RewrittenValue {
    let rewriting = rewriting.without_index();
    // A shape is a text there, and neither bound nor called.
    if (type_name, name) == ("Icon", "name") && value.member("svgPath").is_some_and(|shape| shape.is_object())
    {
        let at = Pointer::root().member("svgPath");
        let unsayable = vec![Unsayable { at, why: Why::NoWords }];
        return RewrittenValue { value: stand_in(type_name, name), unsayable };
    }
    let rewriting = if matches!(name, "action" | "checks") { rewriting.for_sent_values() } else { rewriting };
    let mut made = rewriting.of(value);
    if made.unsayable.iter().all(|one| one.why == Why::NoWords) {
        return made;
    }
    made.value = match (type_name, name, made.value) {
        (_, "action", Some(target)) => Some(event_of_call(value, target)),
        (_, "checks", Some(target)) => Some(with_conditions(value, &target)),
        ("Tabs", "tabs", Some(target)) => Some(with_text(value, &target, "title")),
        ("ChoicePicker", "options", Some(target)) => Some(with_text(value, &target, "label")),
        (_, _, None) => stand_in(type_name, name),
        (.., target) => target,
    };
    made
}

fn stand_in(type_name: &str, name: &str) -> Option<Payload> {
    let needed = NEEDED.iter().find(|(of, needed, _)| (*of, *needed) == (type_name, name));
    needed.and_then(|(.., instead)| Payload::parse(*instead).ok())
}

/// The action, or an event of the name of the call that it was to make.
fn event_of_call(old: &Payload, target: Payload) -> Payload {
    let call = old.member("functionCall").filter(|_| target.member("functionCall").is_none());
    let name = call.and_then(|call| call.member("@call").or_else(|| call.member("call")));
    match name {
        Some(name) => Payload::object([("event", &Payload::object([("name", &name)]))]),
        None => target,
    }
}

/// The checks that still have the conditions that they had.
fn with_conditions(old: &Payload, target: &Payload) -> Payload {
    if target.kind() != PayloadKind::Array {
        return target.clone();
    }
    let had = |old: &Payload| old.member("condition").is_some();
    let pairs = old.elements().zip(target.elements());
    let kept: Vec<_> = pairs.filter(|(old, new)| !had(old) || had(new)).map(|(_, new)| new).collect();
    Payload::array(&kept)
}

/// The list with an empty text where an element has lost its own.
fn with_text(old: &Payload, target: &Payload, name: &str) -> Payload {
    if target.kind() != PayloadKind::Array {
        return target.clone();
    }
    let filled = old.elements().zip(target.elements()).map(|(old, new)| {
        if !new.is_object() || old.member(name).is_none() || new.member(name).is_some() {
            return new;
        }
        let mut members: Extra = new.members().map(|(name, value)| (name.into_owned(), value)).collect();
        members.insert(name, Payload::string(""));
        Payload::object(members.iter())
    });
    Payload::array(&filled.collect::<Vec<_>>())
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
    let value = properties.get("value").filter(|value| value.member("path").is_some())?;
    if properties.get("checks").is_some_and(|checks| checks.kind() != PayloadKind::Array) {
        return None;
    }
    let args = Payload::object([("value", value), ("pattern", pattern)]);
    let call = Payload::object([("call", &Payload::string("regex")), ("args", &args)]);
    Some(Payload::object([("condition", &call)]))
}
