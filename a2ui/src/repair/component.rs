//! Components that are written as in another version.

use super::{
    Object, RepairKind,
    object::{array, quoted},
};
use crate::Version;
use std::{borrow::Cow, collections::BTreeSet};
use wire::token::{self, TokenKind, Tokens};

/// Tells of a repair: its kind, its place below the component, its names.
pub(super) type Tell<'a> = dyn FnMut(RepairKind, &str, &[&str]) + 'a;

/// Returns a component as its version has it.
pub(super) fn repair<'a>(text: &'a str, version: Version, tell: &mut Tell<'_>) -> Cow<'a, str> {
    let Some(mut component) = Object::parse(text).filter(|_| version != Version::V0_8) else {
        return text.into();
    };
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
    let is_container = component.string("component").is_some_and(|name| is_container(&name));
    if let Some(child) = component.get("children").filter(|child| is_container && child.starts_with('"')) {
        let children = array([child]);
        tell(RepairKind::OneForList, if is_changed { "" } else { "/children" }, &["children"]);
        component.set("children", children);
        is_changed = true;
    }
    if is_changed { component.to_json().into() } else { text.into() }
}

/// Returns whether `children` of this type are a list of ids or a template.
pub(super) fn is_container(name: &str) -> bool {
    ["Row", "Column", "List"].contains(&name)
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
