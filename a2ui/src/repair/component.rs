//! Repairs of components that are written in the form of another version.

use super::{
    Object, RepairKind,
    json_object::{array, json_in_string, json_string},
};
use crate::{Version, v0_8};
use std::{borrow::Cow, collections::BTreeSet};
use wire::{
    Extra, Payload, Pointer,
    token::{self, TokenKind, Tokens},
};

/// Receives a repair: its kind, its place below the component, and the names in its sentence.
pub(super) type Tell<'a> = dyn FnMut(RepairKind, &str, &[&str]) + 'a;

/// Converts a component to the form of its version.
pub(super) fn repair<'a>(text: &'a str, version: Version, tell: &mut Tell<'_>) -> Cow<'a, str> {
    let Some(mut component) = Object::parse(text) else {
        return text.into();
    };
    if version == Version::V0_8 {
        return match parse_nested_lists(component, tell) {
            Some(repaired) => repaired.into(),
            None => text.into(),
        };
    }
    let mut is_flattened = false;
    let mut is_changed = false;
    // a2ui-swiftui reads this form as well.
    if let Some(flat) = flatten_typed(&component) {
        let name = flat.string("component").unwrap_or_default().into_owned();
        tell(RepairKind::NestedComponent, "/component", &[&name]);
        component = flat;
        is_flattened = true;
        is_changed = true;
    }
    // A2UI's own test suites dispatch such an action as an event.
    if let Some((action, name)) = component.get("action").and_then(to_event) {
        // A flattened component has the properties at the place of `component`.
        let at = if is_flattened {
            "/component"
        } else {
            "/action"
        };
        tell(RepairKind::DirectAction, at, &[&name]);
        component.set("action", action);
        is_changed = true;
    }
    // The properties of a flattened component are converted already and have other places.
    if !is_flattened {
        is_changed |= convert_bound_values(&mut component, tell);
    }
    is_changed |= convert_lists(&mut component, is_flattened, tell);
    if is_changed {
        component.to_json().into()
    } else {
        text.into()
    }
}

/// Converts the properties that have the form of 0.8. Returns `true` if there are any.
fn convert_bound_values(component: &mut Object, tell: &mut Tell<'_>) -> bool {
    let mut converted = Vec::new();
    for (name, value) in component.iter() {
        if let Some(plain) = to_plain_value(name, value) {
            converted.push((name.to_owned(), plain));
        }
    }
    let is_changed = !converted.is_empty();
    for (name, value) in converted {
        let at = Pointer::root().member(&name);
        tell(RepairKind::BoundValue, at.as_str(), &[&name]);
        component.set(&name, value);
    }
    is_changed
}

/// Converts the strings in place of lists. Returns `true` if there are any.
fn convert_lists(component: &mut Object, is_flattened: bool, tell: &mut Tell<'_>) -> bool {
    let type_name = component
        .string("component")
        .unwrap_or_default()
        .into_owned();
    let mut is_changed = false;
    for (name, value) in find_string_lists(&type_name, |name| component.get(name)) {
        let at = if is_flattened {
            String::new()
        } else {
            format!("/{name}")
        };
        if let Some(json) = json_in_string(&value) {
            tell(RepairKind::JsonInString, &at, &[]);
            component.set(name, json);
        } else if name == "children" {
            tell(RepairKind::OneForList, &at, &["children"]);
            component.set(name, array([value.as_str()]));
        } else {
            continue;
        }
        is_changed = true;
    }
    is_changed
}

/// The list properties of basic components, by component type.
const LISTS: &[(&str, &str)] = &[
    ("Row", "children"),
    ("Column", "children"),
    ("List", "children"),
    ("Tabs", "tabs"),
    ("Tabs", "tabItems"),
    ("ChoicePicker", "options"),
    ("MultipleChoice", "options"),
];

/// Returns the list properties of a component type that are strings.
fn find_string_lists<'a>(
    type_name: &str,
    get: impl Fn(&str) -> Option<&'a str>,
) -> Vec<(&'static str, String)> {
    let mut strings = Vec::new();
    for (owner, name) in LISTS {
        if *owner != type_name {
            continue;
        }
        if let Some(value) = get(name).filter(|value| value.starts_with('"')) {
            strings.push((*name, value.to_owned()));
        }
    }
    strings
}

/// Returns `true` if [`repair`] would change a property of a component of 0.9 or later.
pub(super) fn is_drifted(type_name: Option<&String>, properties: &Extra) -> bool {
    if let Some(action) = properties.get("action") {
        if Object::parse(action.text()).is_some_and(|action| is_direct_action(&action)) {
            return true;
        }
    }
    if let Some(type_name) = type_name {
        for (name, value) in
            find_string_lists(type_name, |name| properties.get(name).map(Payload::text))
        {
            if name == "children" || json_in_string(&value).is_some() {
                return true;
            }
        }
    }
    properties
        .iter()
        .any(|(name, value)| to_plain_value(name, value.text()).is_some())
}

/// Returns `true` if [`repair`] would change a property of a 0.8 component.
pub(super) fn is_drifted_nested(component: &v0_8::ComponentType) -> bool {
    if !LISTS.iter().any(|(owner, _)| *owner == component.name) {
        return false;
    }
    match Object::parse(component.properties.text()) {
        Some(mut properties) => parse_list_in_nested(&component.name, &mut properties).is_some(),
        None => false,
    }
}

/// Parses the JSON in strings where a 0.8 component has lists.
fn parse_nested_lists(mut component: Object, tell: &mut Tell<'_>) -> Option<String> {
    let mut typed = Object::parse(component.get("component")?)?;
    let (type_name, properties) = typed.only()?;
    let (type_name, mut properties) = (type_name.to_owned(), Object::parse(properties)?);
    let below = parse_list_in_nested(&type_name, &mut properties)?;
    let at = format!("/component/{type_name}{below}");
    tell(RepairKind::JsonInString, &at, &[]);
    typed.set(&type_name, properties.to_json());
    component.set("component", typed.to_json());
    Some(component.to_json())
}

/// Parses the JSON in a string where 0.8 properties have a list, and returns its place.
fn parse_list_in_nested(type_name: &str, properties: &mut Object) -> Option<String> {
    let strings = find_string_lists(type_name, |name| properties.get(name));
    if let Some((name, value)) = strings.into_iter().next() {
        let json = json_in_string(&value)?;
        // Children are an object in 0.8.
        if name == "children" && !json.starts_with('{') {
            return None;
        }
        properties.set(name, json);
        return Some(format!("/{name}"));
    }
    let mut children = Object::parse(properties.get("children")?)?;
    let list = json_in_string(children.get("explicitList")?)?;
    if !list.starts_with('[') {
        return None;
    }
    children.set("explicitList", list);
    properties.set("children", children.to_json());
    Some("/children/explicitList".to_owned())
}

/// The properties of basic components that contain bound values or lists of components.
const CONTAINERS: &[&str] = &["action", "children", "options", "tabs", "tabItems"];

/// Converts the value of a property from its 0.8 form to the form of later versions. Returns `None` if the value does
/// not have the form of 0.8. In a property that the basic catalog does not define, only the whole value is converted,
/// because values inside it may be data.
fn to_plain_value(name: &str, text: &str) -> Option<String> {
    // Most values are strings, which do not need a conversion.
    if !text.starts_with(['{', '[']) || !has_name_of_0_8(text) {
        return None;
    }
    let plain = if CONTAINERS.contains(&name) {
        to_plain(text)
    } else {
        to_plain_form(text)?
    };
    if token::children(text).eq(token::children(&plain)) {
        return None;
    }
    Some(plain)
}

/// Returns `true` if a text contains a member name that only values of 0.8 have.
fn has_name_of_0_8(text: &str) -> bool {
    ["\"literal", "\"explicitList\"", "\"dataBinding\""]
        .iter()
        .any(|name| text.contains(name))
}

/// Returns `true` if an action contains its name and context directly.
pub(super) fn is_direct_action(action: &Object) -> bool {
    action.string("name").is_some()
        && action
            .names()
            .all(|name| matches!(name, "name" | "context"))
}

/// Converts a [direct](is_direct_action) action to an event. Returns the event and its name.
fn to_event(text: &str) -> Option<(String, String)> {
    let mut action = Object::parse(text)?;
    if !is_direct_action(&action) {
        return None;
    }
    let name = action.string("name")?.into_owned();
    // The context is a list of entries in 0.8, and an object in later versions.
    if let Some(context) = action.get("context") {
        if context.starts_with('[') {
            let members = convert_context(context)?;
            action.set("context", members.to_json());
        }
    }
    Some((format!(r#"{{"event":{}}}"#, action.to_json()), name))
}

/// Converts the context of a 0.8 action to an object. Returns `None` if a key is repeated.
fn convert_context(context: &str) -> Option<Object> {
    let mut members = Object::default();
    let mut keys = BTreeSet::new();
    for entry in token::children(context) {
        let entry = Object::parse(entry.text)?;
        let key = entry.string("key")?.into_owned();
        members.push(&key, to_plain(entry.get("value")?));
        if !keys.insert(key) {
            return None;
        }
    }
    Some(members)
}

/// Converts a component of the form `{"component":{"Text":{…}}}` to a component whose members are the properties.
fn flatten_typed(component: &Object) -> Option<Object> {
    let typed = Object::parse(component.get("component")?)?;
    let (name, properties) = typed.only()?;
    let properties = Object::parse(properties)?;
    let own: BTreeSet<&str> = wire::collect_set(component.names());
    let mut flat = component.clone();
    flat.set("component", json_string(name));
    for (name, value) in properties.iter() {
        if own.contains(name) {
            return None;
        }
        flat.push(name, to_plain(value));
    }
    Some(flat)
}

/// Converts a 0.8 value to the form of later versions: plain literals, and children as a list or template. The
/// recursion is limited by the depth of the message.
fn to_plain(text: &str) -> String {
    if text.starts_with('[') {
        let parts: Vec<String> = token::children(text)
            .map(|child| to_plain(child.text))
            .collect();
        return array(parts.iter().map(String::as_str));
    }
    let Some(object) = Object::parse(text) else {
        return text.to_owned();
    };
    if let Some(plain) = to_plain_form(text) {
        return plain;
    }
    let mut rewritten = Object::default();
    for (name, value) in object.iter() {
        rewritten.push(name, to_plain(value));
    }
    rewritten.to_json()
}

/// Converts an object that is a literal or children of 0.8. Returns `None` for other values.
fn to_plain_form(text: &str) -> Option<String> {
    let object = Object::parse(text)?;
    let (name, value) = object.only()?;
    match name {
        "literalString" | "literalNumber" | "literalBoolean" | "literalArray" | "explicitList" => {
            Some(value.to_owned())
        }
        "template" => {
            let mut template = Object::parse(value)?;
            if !template.has("dataBinding") {
                return None;
            }
            template.rename("dataBinding", "path");
            Some(template.to_json())
        }
        _ => None,
    }
}

/// Converts components keyed by id to a list. Returns the list and the ids, or `None` if a member is not a component
/// or has a different id.
pub(super) fn list_from_ids(components: &Object) -> Option<(String, Vec<String>)> {
    let mut list = Vec::new();
    let mut ids = Vec::new();
    for (id, text) in components.iter() {
        let mut component = Object::parse(text)?;
        if !component.has("component") {
            return None;
        }
        match component.string("id") {
            Some(own) if own == id => {}
            Some(_) => return None,
            None if component.has("id") => return None,
            None => component.set_first("id", json_string(id)),
        }
        list.push(component.to_json());
        ids.push(id.to_owned());
    }
    Some((array(list.iter().map(String::as_str)), ids))
}

/// Changes the id of a component in a list. Returns the list and the index of the component. Returns `None` if no
/// component has the id, if another component has the new id, or if another component refers to either id.
pub(super) fn rename(components: &str, from: &str, to: &str) -> Option<(String, usize)> {
    let mut found = None;
    let mut list = Vec::new();
    for (index, child) in token::children(components).enumerate() {
        let mut component = Object::parse(child.text)?;
        if component.string("id").is_some_and(|id| id == from) {
            if found.is_some() {
                return None;
            }
            found = Some(index);
            component.set("id", json_string(to));
            list.push(component.to_json());
        } else if mentions(child.text, [from, to]) {
            return None;
        } else {
            list.push(child.text.to_owned());
        }
    }
    Some((array(list.iter().map(String::as_str)), found?))
}

/// Returns `true` if any string in a text equals one of these ids.
fn mentions(text: &str, ids: [&str; 2]) -> bool {
    Tokens::new(text)
        .any(|token| token.kind == TokenKind::String && ids.contains(&&*token::string(token.text)))
}
