//! Components that are written as in another version.

use super::{
    Object, RepairKind,
    json_object::{array, quoted, unquoted},
};
use crate::{Version, v0_8};
use std::{borrow::Cow, collections::BTreeSet};
use wire::{
    Extra, Payload, Pointer,
    token::{self, TokenKind, Tokens},
};

/// Tells of a repair: its kind, its place below the component, its names.
pub(super) type Tell<'a> = dyn FnMut(RepairKind, &str, &[&str]) + 'a;

/// Returns a component as its version has it.
pub(super) fn repair<'a>(text: &'a str, version: Version, tell: &mut Tell<'_>) -> Cow<'a, str> {
    let Some(mut component) = Object::parse(text) else { return text.into() };
    if version == Version::V0_8 {
        return nested(component, tell).map_or_else(|| text.into(), Cow::Owned);
    }
    let mut is_changed = false;
    if let Some(flat) = flattened(&component) {
        let name = flat.string("component").unwrap_or_default().into_owned();
        tell(RepairKind::NestedComponent, "/component", &[&name]);
        component = flat;
        is_changed = true;
    }
    if let Some((action, name)) = component.get("action").and_then(event) {
        // A repaired nested component stands where its properties stood.
        tell(RepairKind::DirectAction, if is_changed { "/component" } else { "/action" }, &[&name]);
        component.set("action", action);
        is_changed = true;
    }
    // The properties of a repaired nested component are plain already, and have other places.
    let is_flattened = is_changed;
    let bound: Vec<(String, String)> = match is_flattened {
        true => Vec::new(),
        false => {
            component.iter().filter_map(|(name, value)| Some((name.to_owned(), unbound(value)?))).collect()
        }
    };
    for (name, value) in bound {
        tell(RepairKind::BoundValue, Pointer::root().member(&name).as_str(), &[&name]);
        component.set(&name, value);
        is_changed = true;
    }
    let type_name = component.string("component").unwrap_or_default().into_owned();
    for (name, value) in lists(&type_name, |name| component.get(name)) {
        let at = if is_flattened { String::new() } else { format!("/{name}") };
        match unquoted(&value) {
            Some(json) => {
                tell(RepairKind::JsonInString, &at, &[]);
                component.set(name, json);
            }
            None if name == "children" => {
                tell(RepairKind::OneForList, &at, &["children"]);
                component.set(name, array([value.as_str()]));
            }
            None => continue,
        }
        is_changed = true;
    }
    if is_changed { component.to_json().into() } else { text.into() }
}

/// The properties of the basic catalogs that hold lists, with the types that have them.
const LISTS: &[(&str, &str)] = &[
    ("Row", "children"),
    ("Column", "children"),
    ("List", "children"),
    ("Tabs", "tabs"),
    ("Tabs", "tabItems"),
    ("ChoicePicker", "options"),
    ("MultipleChoice", "options"),
];

/// Returns the properties of a component of this type that are strings where lists belong.
fn lists<'a>(type_name: &str, get: impl Fn(&str) -> Option<&'a str>) -> Vec<(&'static str, String)> {
    let own = LISTS.iter().filter(|(owner, _)| *owner == type_name);
    let list =
        |name: &'static str| Some((name, get(name).filter(|value| value.starts_with('"'))?.to_owned()));
    own.filter_map(|(_, name)| list(name)).collect()
}

/// Returns whether a component of 0.9 or later has properties that [`repair`] changes.
pub(super) fn is_drifted(type_name: Option<&String>, properties: &Extra) -> bool {
    let is_direct =
        |action: &Payload| Object::parse(action.text()).is_some_and(|action| is_direct_action(&action));
    let get = |name: &str| properties.get(name).map(Payload::text);
    let is_list = |(name, value): &(&str, String)| *name == "children" || unquoted(value).is_some();
    properties.get("action").is_some_and(is_direct)
        || type_name.is_some_and(|name| lists(name, get).iter().any(is_list))
        || properties.iter().any(|(_, value)| unbound(value.text()).is_some())
}

/// Returns whether a component of 0.8 has properties that [`repair`] changes.
pub(super) fn is_drifted_nested(component: &v0_8::ComponentType) -> bool {
    LISTS.iter().any(|(owner, _)| *owner == component.name)
        && Object::parse(component.properties.text())
            .is_some_and(|mut properties| list_in_nested(&component.name, &mut properties).is_some())
}

/// Reads the JSON in strings where a component of 0.8 has lists.
fn nested(mut component: Object, tell: &mut Tell<'_>) -> Option<String> {
    let mut typed = Object::parse(component.get("component")?).filter(|typed| typed.len() == 1)?;
    let (type_name, properties) = typed.iter().next()?;
    let (type_name, mut properties) = (type_name.to_owned(), Object::parse(properties)?);
    let below = list_in_nested(&type_name, &mut properties)?;
    tell(RepairKind::JsonInString, &format!("/component/{type_name}{below}"), &[]);
    typed.set(&type_name, properties.to_json());
    component.set("component", typed.to_json());
    Some(component.to_json())
}

/// Reads the JSON in a string where properties of 0.8 have a list, and returns its place.
fn list_in_nested(type_name: &str, properties: &mut Object) -> Option<String> {
    let get = |name: &str| properties.get(name);
    if let Some((name, value)) = lists(type_name, get).into_iter().next() {
        // Children are an object in 0.8.
        let json = unquoted(&value).filter(|json| name != "children" || json.starts_with('{'))?;
        properties.set(name, json);
        return Some(format!("/{name}"));
    }
    let mut children = Object::parse(properties.get("children")?)?;
    let list = unquoted(children.get("explicitList")?).filter(|list| list.starts_with('['))?;
    children.set("explicitList", list);
    properties.set("children", children.to_json());
    Some("/children/explicitList".to_owned())
}

/// Returns a value that is written as in 0.8 as later versions have it; `None` if it is not.
fn unbound(text: &str) -> Option<String> {
    // Most values are strings, and need no look.
    let is_candidate = text.starts_with(['{', '['])
        && ["\"literal", "\"explicitList\"", "\"dataBinding\""].iter().any(|name| text.contains(name));
    let plain = is_candidate.then(|| plain(text))?;
    (!token::children(text).eq(token::children(&plain))).then_some(plain)
}

/// Returns whether an action has its name and its context directly.
pub(super) fn is_direct_action(action: &Object) -> bool {
    let is_of_event = |name: &str| ["name", "context"].contains(&name);
    action.string("name").is_some() && action.names().all(is_of_event)
}

/// Returns the action that tells the agent of the event, and the name of the event.
fn event(text: &str) -> Option<(String, String)> {
    let mut action = Object::parse(text).filter(is_direct_action)?;
    let name = action.string("name")?.into_owned();
    if let Some(context) = action.get("context").filter(|context| context.starts_with('[')) {
        let mut members = Object::default();
        let mut keys = BTreeSet::new();
        for entry in token::children(context) {
            let entry = Object::parse(entry.text)?;
            let key = entry.string("key")?.into_owned();
            members.push(&key, plain(entry.get("value")?));
            keys.insert(key).then_some(())?;
        }
        action.set("context", members.to_json());
    }
    Some((format!(r#"{{"event":{}}}"#, action.to_json()), name))
}

/// Returns a component whose type is an object as one whose properties are its members: `{"component":{"Text":{…}}}`.
fn flattened(component: &Object) -> Option<Object> {
    let typed = Object::parse(component.get("component")?).filter(|typed| typed.len() == 1)?;
    let (name, properties) = typed.iter().next()?;
    let properties = Object::parse(properties)?;
    let own: BTreeSet<&str> = component.names().collect();
    let mut flat = component.clone();
    flat.set("component", quoted(name));
    for (name, value) in properties.iter() {
        (!own.contains(name)).then_some(())?;
        flat.push(name, plain(value));
    }
    Some(flat)
}

/// Writes a value of 0.8 as later versions have it: literals bare, children as a list or a template. Nests as deep as the message,
/// which is bounded.
fn plain(text: &str) -> String {
    if text.starts_with('[') {
        let parts: Vec<String> = token::children(text).map(|child| plain(child.text)).collect();
        return array(parts.iter().map(String::as_str));
    }
    let Some(object) = Object::parse(text) else { return text.to_owned() };
    if let (1, Some((name, value))) = (object.len(), object.iter().next()) {
        match name {
            "literalString" | "literalNumber" | "literalBoolean" | "literalArray" | "explicitList" => {
                return value.to_owned();
            }
            "template" => {
                if let Some(mut template) =
                    Object::parse(value).filter(|template| template.has("dataBinding"))
                {
                    template.rename("dataBinding", "path");
                    return template.to_json();
                }
            }
            _ => {}
        }
    }
    let mut rewritten = Object::default();
    for (name, value) in object.iter() {
        rewritten.push(name, plain(value));
    }
    rewritten.to_json()
}

/// Returns components by id as a list, with their ids; `None` if a member is no component, or has another id.
pub(super) fn by_id(components: &Object) -> Option<(String, Vec<String>)> {
    let mut list = Vec::new();
    let mut ids = Vec::new();
    for (id, text) in components.iter() {
        let mut component = Object::parse(text)?;
        component.has("component").then_some(())?;
        match component.string("id") {
            Some(own) => (own == id).then_some(())?,
            None if component.has("id") => return None,
            None => component.set_first("id", quoted(id)),
        }
        list.push(component.to_json());
        ids.push(id.to_owned());
    }
    Some((array(list.iter().map(String::as_str)), ids))
}

/// Gives a component of a list another id, and returns the list and the index of the component. `None` if no component has the id,
/// if one has the new id already, or if another component mentions one of the two.
pub(super) fn rename(components: &str, from: &str, to: &str) -> Option<(String, usize)> {
    let mut found = None;
    let mut list = Vec::new();
    for (index, child) in token::children(components).enumerate() {
        let mut component = Object::parse(child.text)?;
        if component.string("id").is_some_and(|id| id == from) {
            found.is_none().then_some(())?;
            found = Some(index);
            component.set("id", quoted(to));
            list.push(component.to_json());
        } else {
            let is_mentioned = Tokens::new(child.text).any(|token| {
                token.kind == TokenKind::String && [from, to].contains(&&*token::string(token.text))
            });
            (!is_mentioned).then_some(())?;
            list.push(child.text.to_owned());
        }
    }
    Some((array(list.iter().map(String::as_str)), found?))
}
