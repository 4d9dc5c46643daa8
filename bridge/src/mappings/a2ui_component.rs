//! Conversion of A2UI component properties, shared by several mappings.

use crate::{
    lens::Losses,
    mappings::a2ui_notation::{Rewriting, RewrittenValue, Unsayable, Why},
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Extra, Payload, PayloadKind, Pointer};

/// The replacements for values that 0.9 cannot express but its published catalog requires.
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

/// Converts a property of a later version to 0.9, which has no `@index`.
///
/// Displayed text loses the parts that use it. Values that are sent or checked are kept entirely or removed: a click that
/// cannot make its call sends an event with the name of the call, as in 0.8, and a check without its condition is
/// removed.
pub(crate) fn in_0_9(
    type_name: &str,
    name: &str,
    value: &Payload,
    rewriting: Rewriting,
) -> RewrittenValue {
    let rewriting = rewriting.without_index();
    // In 0.9 an icon shape is a literal text.
    if (type_name, name) == ("Icon", "name")
        && value
            .member("svgPath")
            .is_some_and(|shape| shape.is_object())
    {
        let at = Pointer::root().member("svgPath");
        let unsayable = vec![Unsayable {
            at,
            why: Why::NoWords,
        }];
        return RewrittenValue {
            value: stand_in(type_name, name),
            unsayable,
        };
    }
    let rewriting = if matches!(name, "action" | "checks") {
        rewriting.for_sent_values()
    } else {
        rewriting
    };
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
    let needed = NEEDED
        .iter()
        .find(|(of, needed, _)| (*of, *needed) == (type_name, name));
    needed.and_then(|(.., instead)| Payload::parse(*instead).ok())
}

/// Returns the action, or an event with the name of its removed call.
fn event_of_call(old: &Payload, target: Payload) -> Payload {
    let call = old
        .member("functionCall")
        .filter(|_| target.member("functionCall").is_none());
    let name = call.and_then(|call| call.member("@call").or_else(|| call.member("call")));
    match name {
        Some(name) => Payload::object([("event", &Payload::object([("name", &name)]))]),
        None => target,
    }
}

/// Removes the checks that lost their condition.
fn with_conditions(old: &Payload, target: &Payload) -> Payload {
    if target.kind() != PayloadKind::Array {
        return target.clone();
    }
    let had = |old: &Payload| old.member("condition").is_some();
    let pairs = old.elements().zip(target.elements());
    let kept: Vec<_> = pairs
        .filter(|(old, new)| !had(old) || had(new))
        .map(|(_, new)| new)
        .collect();
    Payload::array(&kept)
}

/// Adds an empty text to elements that lost theirs.
fn with_text(old: &Payload, target: &Payload, name: &str) -> Payload {
    if target.kind() != PayloadKind::Array {
        return target.clone();
    }
    let filled = old.elements().zip(target.elements()).map(|(old, new)| {
        if !new.is_object() || old.member(name).is_none() || new.member(name).is_some() {
            return new;
        }
        let mut members: Extra = new
            .members()
            .map(|(name, value)| (name.into_owned(), value))
            .collect();
        members.insert(name, Payload::string(""));
        Payload::object(members.iter())
    });
    Payload::array(&filled.collect::<Vec<_>>())
}

/// Removes members from an object.
pub(crate) fn without(object: &Payload, names: &[&str]) -> Payload {
    members(object, |name, value| {
        (!names.contains(&name)).then(|| (name.to_owned(), value.clone()))
    })
}

/// Maps or removes the members of an object. Other values are unchanged.
pub(crate) fn members(
    object: &Payload,
    change: impl Fn(&str, &Payload) -> Option<(String, Payload)>,
) -> Payload {
    if !object.is_object() {
        return object.clone();
    }
    let changed: Vec<_> = object
        .members()
        .filter_map(|(name, value)| change(&name, &value))
        .collect();
    Payload::object(changed.iter().map(|(name, value)| (name.as_str(), value)))
}

/// Returns the 0.9 check that is equivalent to `validationRegexp` of a bound TextField. Later versions lack that
/// property.
pub(crate) fn regexp(properties: &Extra) -> Option<Payload> {
    let pattern = properties
        .get("validationRegexp")
        .filter(|pattern| pattern.as_str().is_some())?;
    let value = properties
        .get("value")
        .filter(|value| value.member("path").is_some())?;
    if properties
        .get("checks")
        .is_some_and(|checks| checks.kind() != PayloadKind::Array)
    {
        return None;
    }
    let args = Payload::object([("value", value), ("pattern", pattern)]);
    let call = Payload::object([("call", &Payload::string("regex")), ("args", &args)]);
    Some(Payload::object([("condition", &call)]))
}

/// The members of a component that come back from a target, with the values that come back.
pub(crate) type ReturnedMembers<'a> = BTreeMap<Cow<'a, str>, Cow<'a, Payload>>;

/// Adds the members of a component that come back with another value or not at all, and absent ones that come back.
pub(crate) fn add_lost_members<'a>(
    component: &Pointer,
    own: impl Iterator<Item = (&'a str, Cow<'a, Payload>)>,
    mut returned: ReturnedMembers<'_>,
    losses: &mut Losses,
) {
    for (name, value) in own {
        match returned.remove(name) {
            Some(returned) if returned == value => {}
            Some(returned) => losses.add_whole(component.member(name), (&value, &returned)),
            None => losses.add(component.member(name)),
        }
    }
    for name in returned.keys() {
        losses.add(component.member(name));
    }
}
