//! Conversion of A2UI component properties, shared by several mappings.

use crate::{
    lens::Losses,
    mappings::a2ui_notation::{InexpressiblePart, Rewriting, RewrittenValue, Why},
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Extra, Payload, PayloadKind, Pointer};

/// The component types with their required properties in A2UI 0.9, and the default of each property.
///
/// A default replaces a value that 0.9 cannot express, because the [published
/// catalog](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json)
/// requires the property.
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

/// Converts a property of a later version to A2UI 0.9, which lacks `@index`.
///
/// A displayed text loses only its calls of `@index`. A value that is sent or checked is kept as a whole or removed. A click
/// that loses its function call sends an event with the name of the function. A check that loses its condition is removed.
pub(crate) fn convert_to_0_9(
    type_name: &str,
    name: &str,
    value: &Payload,
    rewriting: Rewriting,
) -> RewrittenValue {
    if (type_name, name) == ("Icon", "name") && has_drawn_shape(value) {
        // A shape of 0.9 is a literal, so a bound shape becomes the default icon.
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
    // The agent receives these values, so a shortened text would be wrong.
    if matches!(name, "action" | "checks") {
        rewriting = rewriting.for_sent_values();
    }
    let mut rewritten = rewriting.rewrite(value);
    // A missing member breaks nothing, but a removed call or literal can break the element around it.
    if rewritten
        .inexpressible
        .iter()
        .all(|part| part.why == Why::Lacking)
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

/// Returns `true` if the shape of an icon is bound or computed. In A2UI 0.9 a shape is a literal text.
fn has_drawn_shape(icon: &Payload) -> bool {
    match icon.member("svgPath") {
        Some(shape) => shape.is_object(),
        None => false,
    }
}

/// Finds the default of a property, if the published catalog of A2UI 0.9 requires the property.
fn find_required_default(type_name: &str, name: &str) -> Option<Payload> {
    let (.., default) = REQUIRED_DEFAULTS
        .iter()
        .find(|(of_type, required, _)| (*of_type, *required) == (type_name, name))?;
    Payload::parse(*default).ok()
}

/// Replaces an action that lost its function call by an event with the name of the function.
fn replace_lost_call(old: &Payload, target: Payload) -> Payload {
    if target.member("functionCall").is_some() {
        return target;
    }
    let Some(call) = old.member("functionCall") else {
        return target;
    };
    // The marked name comes first, because a notation with marks may have a literal member `call`.
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

/// Adds an empty text to the elements that lost the text called `name`, because 0.9 requires it.
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

/// Returns an object with an additional member, whose value is an empty text.
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

/// Returns an object without the members of these names.
pub(crate) fn without_members(object: &Payload, names: &[&str]) -> Payload {
    map_members(object, |name, value| {
        if names.contains(&name) {
            None
        } else {
            Some((name.to_owned(), value.clone()))
        }
    })
}

/// Maps the members of an object, and removes those for which `change` returns `None`. Other values are unchanged.
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

/// Returns the A2UI 0.9 check that is equivalent to the `validationRegexp` of a bound TextField. Later versions lack
/// `validationRegexp`. Returns `None` if the value is not bound, or if no check can be added.
pub(crate) fn regexp_as_check(properties: &Extra) -> Option<Payload> {
    let pattern = properties.get("validationRegexp")?;
    let value = properties.get("value")?;
    // The condition of the check calls `regex` with the binding of the value.
    if pattern.as_str().is_none() || value.member("path").is_none() {
        return None;
    }
    match properties.get("checks") {
        // A check cannot be added to a value that is not a list.
        Some(checks) if checks.kind() != PayloadKind::Array => return None,
        _ => {}
    }
    let args = Payload::object([("value", value), ("pattern", pattern)]);
    let call = Payload::object([("call", &Payload::string("regex")), ("args", &args)]);
    Some(Payload::object([("condition", &call)]))
}

/// The members of a component after the round trip, by name.
pub(crate) type ReturnedMembers<'a> = BTreeMap<Cow<'a, str>, Cow<'a, Payload>>;

/// Adds the members of a component that change or disappear in the round trip, and the members that appear in it.
pub(crate) fn add_lost_members<'a>(
    component: &Pointer,
    members: impl Iterator<Item = (&'a str, Cow<'a, Payload>)>,
    mut returned: ReturnedMembers<'_>,
    losses: &mut Losses,
) {
    for (name, value) in members {
        match returned.remove(name) {
            Some(returned) if returned == value => {}
            Some(returned) => losses.add_whole(component.member(name), (&value, &returned)),
            None => losses.add(component.member(name)),
        }
    }
    // The members that remain are absent from the source.
    for name in returned.keys() {
        losses.add(component.member(name));
    }
}
