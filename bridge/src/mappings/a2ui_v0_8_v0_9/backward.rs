//! Translation of agent messages from 0.9 to 0.8, without a carry.

use super::{
    BACKWARD as rules, component,
    component_graph::ComponentGraph,
    data, forward, note_surface_id, note_unknown_members,
    results::{Results, ValuePlace},
    root::{Naming, ROOT, catalog_backward},
};
use crate::{Refusal, Verdict::*, lens::FieldMap};
use a2ui::{data_model::DataModel, v0_8, v0_9};
use wire::{Field, Pointer};

/// Facts about 0.9 components that a later update may leave out.
#[derive(Clone, Copy)]
pub(super) struct KnownState<'a> {
    /// The component graph with the component types.
    pub(super) tree: &'a ComponentGraph,
    /// A predicate that returns `true` if a template repeats the component with this id.
    pub(super) in_item: &'a dyn Fn(&str) -> bool,
    /// The source of the results of function calls.
    pub(super) results: ComponentResults<'a>,
}

/// The source of the results of the function calls of components.
#[derive(Clone, Copy)]
pub(super) enum ComponentResults<'a> {
    /// The results are unknown.
    Unknown,
    /// The results are computed from the data of the surface.
    Computed(&'a DataModel),
    /// The results are read from these 0.8 components: the translations of the 0.9 components, in the same order.
    Shown(&'a [v0_8::Component]),
}

impl<'a> KnownState<'a> {
    /// Returns the place of the component with this id, which is at `index` in its message.
    fn place_of(&self, id: &str, index: usize) -> ValuePlace<'a> {
        let in_item = (self.in_item)(id);
        let results = match self.results {
            // Every item has its own result, and a component of 0.8 can show only one.
            ComponentResults::Computed(data) if !in_item => Results::Computed(data),
            ComponentResults::Shown(components) => match components.get(index) {
                Some(shown) => Results::Shown(&shown.component.properties),
                None => Results::Unknown,
            },
            ComponentResults::Computed(_) | ComponentResults::Unknown => Results::Unknown,
        };
        ValuePlace { in_item, results }
    }
}

/// Translates a message to 0.8. An `updateDataModel` becomes one message, even if its value is deep.
pub(super) fn translate_message(
    message: &v0_9::AgentMessage,
    naming: &Naming,
    known: KnownState<'_>,
    fields: &mut FieldMap,
) -> Result<v0_8::AgentBody, Refusal> {
    let root = Pointer::root();
    fields.add(Derived, &rules.version, (&root, "version"), None);
    let body = match &message.body {
        v0_9::AgentBody::CreateSurface(body) => translate_create(body, fields).into(),
        v0_9::AgentBody::UpdateComponents(body) => {
            translate_update(body, naming, known, fields)?.into()
        }
        v0_9::AgentBody::UpdateDataModel(body) => translate_data_update(body, fields).into(),
        v0_9::AgentBody::DeleteSurface(body) => {
            note_surface_id(
                &rules,
                ("/deleteSurface", "/deleteSurface"),
                &body.extra,
                fields,
            );
            v0_8::DeleteSurface::new(body.surface_id.clone()).into()
        }
        _ => {
            let at = root.member(message.key());
            return Err(Refusal::rule_broken(
                rules.message.id,
                at,
                "this message has no counterpart in 0.8",
            ));
        }
    };
    note_unknown_members(&rules, &root, &message.extra, fields);
    Ok(body)
}

/// Translates a `createSurface` to `beginRendering`, whose root is the component called `root` until a carry restores another
/// one.
fn translate_create(body: &v0_9::CreateSurface, fields: &mut FieldMap) -> v0_8::BeginRendering {
    let (from, to) = note_surface_id(
        &rules,
        ("/createSurface", "/beginRendering"),
        &body.extra,
        fields,
    );
    let catalog_id = catalog_backward(&body.catalog_id);
    let verdict = if catalog_id == body.catalog_id {
        Copied
    } else {
        Encoded
    };
    fields.add(
        verdict,
        &rules.catalog_id,
        (&from, "catalogId"),
        Some((&to, "catalogId")),
    );
    fields.add(Defaulted, &rules.root, (&from, ""), Some((&to, "root")));
    let mut begin = v0_8::BeginRendering::new(body.surface_id.clone(), ROOT).catalog_id(catalog_id);
    if let Some(theme) = &body.theme {
        fields.add(
            Renamed,
            &rules.theme,
            (&from, "theme"),
            Some((&to, "styles")),
        );
        begin.styles = Some(theme.clone());
    }
    if !body.send_data_model.is_absent() {
        fields.add(
            Carried,
            &rules.send_data_model,
            (&from, "sendDataModel"),
            None,
        );
    }
    begin
}

/// Translates an `updateComponents`. Refuses a new component without a type.
fn translate_update(
    body: &v0_9::UpdateComponents,
    naming: &Naming,
    known: KnownState<'_>,
    fields: &mut FieldMap,
) -> Result<v0_8::SurfaceUpdate, Refusal> {
    note_surface_id(
        &rules,
        ("/updateComponents", "/surfaceUpdate"),
        &body.extra,
        fields,
    );
    let from = Pointer::from_static("/updateComponents/components");
    let to = Pointer::from_static("/surfaceUpdate/components");
    let mut components = Vec::with_capacity(body.components.len());
    for (index, old) in body.components.iter().enumerate() {
        let (place, to) = (fields.element(&from, index), fields.element(&to, index));
        let id = old.id.as_str();
        let name = match old.component.get() {
            Some(name) => Some(name.as_str()),
            None => known.tree.type_of(id),
        };
        let Some(name) = name else {
            let message = format!("the new component `{}` does not state its type", old.id);
            let at = from.element(index).member("component");
            let refusal = Refusal::rule_broken(rules.component.id, at, message);
            return Err(
                refusal.hint("add `component`; only an update of a known component may omit it")
            );
        };
        components.push(component::backward(
            old,
            (name, &known.place_of(id, index)),
            naming,
            (&place, &to),
            fields,
        ));
    }
    Ok(v0_8::SurfaceUpdate::new(
        body.surface_id.clone(),
        components,
    ))
}

/// Translates an `updateDataModel` to one message.
fn translate_data_update(
    body: &v0_9::UpdateDataModel,
    fields: &mut FieldMap,
) -> v0_8::DataModelUpdate {
    let path = body
        .path
        .as_ref()
        .map(|path| data::path_backward(path).into_owned());
    let contents = body
        .value
        .as_ref()
        .map(data::to_entries)
        .unwrap_or_default();
    let mut update = v0_8::DataModelUpdate::new(body.surface_id.clone(), contents);
    update.path = path;
    note_data(body, &update, fields);
    update
}

/// Adds notes about an update of the data model, and records where its parts are visible.
pub(super) fn note_data(
    old: &v0_9::UpdateDataModel,
    new: &v0_8::DataModelUpdate,
    fields: &mut FieldMap,
) {
    let (from, to) = note_surface_id(
        &rules,
        ("/updateDataModel", "/dataModelUpdate"),
        &old.extra,
        fields,
    );
    if !old.path.is_absent() {
        let verdict = if new.path == old.path {
            Copied
        } else {
            Encoded
        };
        fields.add(verdict, &rules.path, (&from, "path"), Some((&to, "path")));
    }
    let remark = match &old.value {
        None => "0.8 cannot remove a value: an empty object replaces it",
        Some(value) if value.is_null() => "0.8 cannot store null: an empty object replaces it",
        Some(_) => "",
    };
    fields.remark(
        Encoded,
        &rules.value,
        (&from, "value"),
        Some((&to, "contents")),
        remark,
    );
    let (value, entries) = (from.member("value"), to.member("contents"));
    // An edited path changes the meaning of the contents, so the contents then win over the carry.
    for name in ["contents", "path"] {
        fields.show(value.clone(), to.member(name));
    }
    for (index, entry) in new.contents.iter().enumerate() {
        fields.show(value.member(&entry.key), entries.element(index));
    }
}

/// Returns the first of the messages that a message of 0.9 becomes. `body` is the translation into a single message.
pub(super) fn first_part(message: &v0_9::AgentMessage, body: v0_8::AgentBody) -> v0_8::AgentBody {
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else {
        return body;
    };
    match &update.value {
        Some(value) if data::is_split(value) => {}
        _ => return body,
    }
    match split_update(update).into_iter().next() {
        Some((_, first)) => first.into(),
        None => body,
    }
}

/// Splits an update into several 0.8 updates without maps inside maps, which write the same value. Each comes with the
/// equivalent 0.9 update.
pub(super) fn split_update(
    body: &v0_9::UpdateDataModel,
) -> Vec<(v0_9::UpdateDataModel, v0_8::DataModelUpdate)> {
    let Some(value) = &body.value else {
        return Vec::new();
    };
    let mut updates = Vec::new();
    for part in data::split_into_updates(body.path.get().map(String::as_str), value) {
        let mut new = v0_8::DataModelUpdate::new(body.surface_id.clone(), part.contents);
        let mut old = v0_9::UpdateDataModel::new(body.surface_id.clone()).value(part.value);
        if let Some(segments) = part.segments {
            new.path = Field::Value(data::path_of(&segments));
            old.path = Field::Value(forward::path_of(&segments));
        } else {
            let path = body.path.as_ref();
            new.path = path.map(|path| data::path_backward(path).into_owned());
            old.path = body.path.clone();
        }
        updates.push((old, new));
    }
    updates
}
