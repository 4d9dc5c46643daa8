//! Conversion of A2UI component properties, shared by several mappings.

use crate::{
    lens::Losses,
    mappings::a2ui_notation::{InexpressiblePart, Rewriting, RewrittenValue, Why},
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Extra, Payload, PayloadKind, Pointer};

/// The replacements for values that 0.9 cannot express but its published catalog requires.
const REQUIRED_DEFAULTS: [(&str, &str, &str); 11] = [
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
pub(crate) fn convert_to_0_9(
    type_name: &str,
    name: &str,
    value: &Payload,
    rewriting: Rewriting,
) -> RewrittenValue {
    if (type_name, name) == ("Icon", "name") && has_drawn_shape(value) {
        let at = Pointer::root().member("svgPath");
        let inexpressible = vec![InexpressiblePart {
            at,
            why: Why::Lacking,
        }];
        return RewrittenValue {
            value: find_required_default(type_name, name),
            inexpressible,
        };
    }
    let mut rewriting = rewriting.without_index();
    if matches!(name, "action" | "checks") {
        rewriting = rewriting.for_sent_values();
    }
    let mut rewritten = rewriting.rewrite(value);
    if rewritten
        .inexpressible
        .iter()
        .all(|one| one.why == Why::Lacking)
    {
        return rewritten;
    }
    let Some(target) = rewritten.value else {
        rewritten.value = find_required_default(type_name, name);
        return rewritten;
    };
    rewritten.value = Some(match (type_name, name) {
        (_, "action") => replace_lost_call(value, target),
        (_, "checks") => without_lost_conditions(value, &target),
        ("Tabs", "tabs") => restore_lost_texts(value, &target, "title"),
        ("ChoicePicker", "options") => restore_lost_texts(value, &target, "label"),
        _ => target,
    });
    rewritten
}

/// Returns `true` if an icon has a shape that is bound or computed. In 0.9 a shape is a literal text.
fn has_drawn_shape(icon: &Payload) -> bool {
    match icon.member("svgPath") {
        Some(shape) => shape.is_object(),
        None => false,
    }
}

/// Returns the default of a property that the published catalog of 0.9 requires.
fn find_required_default(type_name: &str, name: &str) -> Option<Payload> {
    let (.., default) = REQUIRED_DEFAULTS
        .iter()
        .find(|(of, needed, _)| (*of, *needed) == (type_name, name))?;
    Payload::parse(*default).ok()
}

/// Returns the action, or an event with the name of its removed call.
fn replace_lost_call(old: &Payload, target: Payload) -> Payload {
    if target.member("functionCall").is_some() {
        return target;
    }
    let Some(call) = old.member("functionCall") else {
        return target;
    };
    match call.member("@call").or_else(|| call.member("call")) {
        Some(name) => Payload::object([("event", &Payload::object([("name", &name)]))]),
        None => target,
    }
}

/// Removes the checks that lost their condition.
fn without_lost_conditions(old: &Payload, target: &Payload) -> Payload {
    if target.kind() != PayloadKind::Array {
        return target.clone();
    }
    let mut checks = Vec::new();
    for (old, new) in old.elements().zip(target.elements()) {
        if old.member("condition").is_none() || new.member("condition").is_some() {
            checks.push(new);
        }
    }
    Payload::array(&checks)
}

/// Adds an empty text to elements that lost theirs.
fn restore_lost_texts(old: &Payload, target: &Payload, name: &str) -> Payload {
    if target.kind() != PayloadKind::Array {
        return target.clone();
    }
    let mut elements = Vec::new();
    for (old, new) in old.elements().zip(target.elements()) {
        let is_lost = old.member(name).is_some() && new.member(name).is_none();
        elements.push(if new.is_object() && is_lost {
            with_empty_text(&new, name)
        } else {
            new
        });
    }
    Payload::array(&elements)
}

/// Adds a member with an empty text to an object.
pub(crate) fn with_empty_text(object: &Payload, name: &str) -> Payload {
    let mut members = members_of(object);
    members.insert(name, Payload::string(""));
    Payload::object(members.iter())
}

/// Returns the members of an object. The last one counts if a name occurs several times.
pub(crate) fn members_of(object: &Payload) -> Extra {
    let members = object.members();
    members
        .map(|(name, value)| (name.into_owned(), value))
        .collect()
}

/// Removes members from an object.
pub(crate) fn without_members(object: &Payload, names: &[&str]) -> Payload {
    map_members(object, |name, value| {
        if names.contains(&name) {
            None
        } else {
            Some((name.to_owned(), value.clone()))
        }
    })
}

/// Maps or removes the members of an object. Other values are unchanged.
pub(crate) fn map_members(
    object: &Payload,
    change: impl Fn(&str, &Payload) -> Option<(String, Payload)>,
) -> Payload {
    if !object.is_object() {
        return object.clone();
    }
    let mut changed = Vec::new();
    for (name, value) in object.members() {
        changed.extend(change(&name, &value));
    }
    Payload::object(changed.iter().map(|(name, value)| (name.as_str(), value)))
}

/// Returns the 0.9 check that is equivalent to `validationRegexp` of a bound TextField. Later versions lack that
/// property.
pub(crate) fn regexp_as_check(properties: &Extra) -> Option<Payload> {
    let pattern = properties.get("validationRegexp")?;
    let value = properties.get("value")?;
    // A check of 0.9 has a condition, which needs a binding.
    if pattern.as_str().is_none() || value.member("path").is_none() {
        return None;
    }
    match properties.get("checks") {
        Some(checks) if checks.kind() != PayloadKind::Array => return None,
        _ => {}
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
