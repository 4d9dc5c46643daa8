//! Losses from 0.9 to 0.8 that are known without translating back, which covers most messages.

use super::{
    components::{Row, Type},
    data::is_plain,
    root::{Naming, catalog_backward, catalog_forward},
    version,
};
use crate::{
    Dialect,
    lens::{Change, payload},
};
use a2ui::{data_model, v0_9};
use wire::{Field, Payload, Pointer, token};

/// Returns the fields that must be carried; `None` if finding them needs a back-translation.
pub(super) fn changes(
    message: &v0_9::AgentMessage,
    from: Dialect,
    naming: &Naming,
    in_item: &dyn Fn(&str) -> bool,
) -> Option<Vec<Change>> {
    if message.version != version(from) || !message.extra.is_empty() {
        return None;
    }
    match &message.body {
        v0_9::AgentBody::CreateSurface(body) => create(body),
        v0_9::AgentBody::UpdateComponents(body) => {
            let is_lossless = |one: &v0_9::Component| is_component_lossless(one, !in_item(one.id.as_str()));
            let is_whole = body.extra.is_empty() && naming.is_same();
            (is_whole && body.components.iter().all(is_lossless)).then(Vec::new)
        }
        v0_9::AgentBody::UpdateDataModel(body) => update_data(body),
        v0_9::AgentBody::DeleteSurface(body) => body.extra.is_empty().then(Vec::new),
        _ => None,
    }
}

fn create(body: &v0_9::CreateSurface) -> Option<Vec<Change>> {
    if !body.extra.is_empty() {
        return None;
    }
    let mut changes = Vec::new();
    if catalog_forward(&Field::Value(catalog_backward(&body.catalog_id))) != body.catalog_id {
        let id = Payload::string(body.catalog_id.as_str());
        changes.push((Pointer::from_static("/createSurface/catalogId"), Some(id)));
    }
    if !body.send_data_model.is_absent() {
        let sends = payload(&body.send_data_model);
        changes.push((Pointer::from_static("/createSurface/sendDataModel"), Some(sends)));
    }
    Some(changes)
}

/// Returns `true` if a component comes back unchanged. Bindings in template items never do.
fn is_component_lossless(component: &v0_9::Component, is_outside: bool) -> bool {
    let Some(known) = component.component.get().and_then(|name| Type::of_v0_9(name)) else { return false };
    let is_bound = |path: &str| is_outside && is_plain(path);
    let is_lossless = |(name, value): (&str, &Payload)| {
        let row = known.row_of_v0_9(name).filter(|row| !row.v0_8.is_empty());
        row.is_some_and(|row| row.kind.is_lossless(value, &is_bound))
    };
    let is_said = |row: &Row| row.default.is_empty() || component.extra.get(row.v0_9).is_some();
    component.extra.iter().all(is_lossless) && known.rows.iter().all(is_said)
}

fn update_data(body: &v0_9::UpdateDataModel) -> Option<Vec<Change>> {
    let is_path = match &body.path {
        Field::Absent => true,
        Field::Value(path) => is_name_path(path),
        Field::Null => false,
    };
    let value = body.value.as_ref().filter(|_| is_path && body.extra.is_empty())?;
    if !value.is_object() {
        return is_scalar_lossless(value.text()).then(Vec::new);
    }
    let (mut names, mut changes) = (Vec::new(), Vec::new());
    for child in token::children(value.text()) {
        let name = child.name?.strip_prefix('"')?.strip_suffix('"').filter(|name| is_plain_name(name))?;
        names.push(name);
        match child.text.as_bytes().first()? {
            b'[' if token::children(child.text).all(|child| !child.text.starts_with(['{', '['])) => {
                let at = Pointer::from_static("/updateDataModel/value").member(name);
                changes.push((at, Payload::parse(child.text).ok()));
            }
            _ if is_scalar_lossless(child.text) => {}
            _ => return None,
        }
    }
    names.sort_unstable();
    let is_twice = names.iter().zip(names.iter().skip(1)).any(|(one, next)| one == next);
    (!is_twice).then_some(changes)
}

/// Returns `true` if a path has the same names in both versions and none of them resembles an index.
fn is_name_path(path: &str) -> bool {
    path.strip_prefix('/').is_some_and(|names| names.split('/').all(is_plain_name))
}

fn is_plain_name(name: &str) -> bool {
    let is_index = name.bytes().all(|byte| byte.is_ascii_digit());
    !is_index && is_plain(name) && data_model::is_name(name)
}

/// Returns `true` if an entry preserves a value. A string must not resemble JSON.
fn is_scalar_lossless(text: &str) -> bool {
    match text.strip_prefix('"') {
        Some(inside) => !text.contains('\\') && !inside.trim_start().starts_with(['{', '[']),
        None => text != "null" && !text.starts_with(['{', '[']),
    }
}
