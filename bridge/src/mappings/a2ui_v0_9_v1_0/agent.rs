//! Translation of agent messages between A2UI 0.9 and 1.0, without a carry.

use super::{BACKWARD, FORWARD, Rules, component};
use crate::{Dialect, Refusal, Verdict::*, lens::FieldMap};
use a2ui::{CatalogId, ComponentId, Notation, Version, v0_9, v1_0};
use std::borrow::Cow;
use wire::{Extra, Field, Payload, Pointer};

/// The depth of the fields, such as `/updateComponents/components/0/text`.
pub(super) const LEVELS: usize = 4;

/// The key of a 0.9 theme in the metadata extensions of a 1.0 surface.
///
/// Specification: [A2UI 1.0, Extensions](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#extensions).
pub(super) const THEME: &str = "agent_ui_theme";

/// A function that returns the known type of the component with this id, for updates that omit the type.
pub(super) type TypeOf<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Returns the stated type of a component, or else the known type. An unknown type is empty.
pub(super) fn type_name<'a>(
    stated: &'a Field<String>,
    id: &ComponentId,
    type_of: TypeOf<'_>,
) -> Cow<'a, str> {
    match stated {
        Field::Value(name) => Cow::Borrowed(name),
        _ => Cow::Owned(type_of(id.as_str()).unwrap_or_default()),
    }
}

/// Notes that the unknown members of an object are carried.
fn note_unknown_members(rules: &'static Rules, at: &Pointer, extra: &Extra, fields: &mut FieldMap) {
    for (name, _) in extra.iter() {
        fields.add(Carried, &rules.member, (at, name), None);
    }
}

/// Adds notes about the surface id and the unknown members of a body. Returns the place of the body.
fn note_surface_id(
    rules: &'static Rules,
    at: &'static str,
    extra: &Extra,
    fields: &mut FieldMap,
) -> Pointer {
    let at = Pointer::from_static(at);
    fields.add(
        Copied,
        &rules.surface_id,
        (&at, "surfaceId"),
        Some((&at, "surfaceId")),
    );
    note_unknown_members(rules, &at, extra, fields);
    at
}

/// Translates a message to 1.0.
pub(super) fn forward(
    message: &v0_9::AgentMessage,
    notation: Notation,
    type_of: TypeOf<'_>,
    fields: &mut FieldMap,
) -> Result<v1_0::AgentMessage, Refusal> {
    let rules = &FORWARD;
    let root = Pointer::root();
    fields.add(
        Encoded,
        &rules.version,
        (&root, "version"),
        Some((&root, "version")),
    );
    let body: v1_0::AgentBody = match &message.body {
        v0_9::AgentBody::CreateSurface(body) => {
            let from = note_surface_id(rules, "/createSurface", &body.extra, fields);
            create_forward(body, &from, fields).into()
        }
        v0_9::AgentBody::UpdateComponents(body) => {
            note_surface_id(rules, "/updateComponents", &body.extra, fields);
            let components = components_forward(&body.components, notation, type_of, fields);
            v1_0::UpdateComponents::new(body.surface_id.clone(), components).into()
        }
        v0_9::AgentBody::UpdateDataModel(body) => {
            let from = note_surface_id(rules, "/updateDataModel", &body.extra, fields);
            data_forward(body, &from, fields).into()
        }
        v0_9::AgentBody::DeleteSurface(body) => {
            note_surface_id(rules, "/deleteSurface", &body.extra, fields);
            v1_0::DeleteSurface::new(body.surface_id.clone()).into()
        }
        _ => {
            let at = root.member(message.key());
            return Err(Refusal::rule_broken(
                rules.message.id,
                at,
                "this message has no counterpart in 1.0",
            ));
        }
    };
    note_unknown_members(rules, &root, &message.extra, fields);
    Ok(v1_0::AgentMessage::new(
        Dialect::of_notation(notation).word_of_1_0(),
        body,
    ))
}

/// Translates the components of an update to 1.0.
fn components_forward(
    components: &[v0_9::Component],
    notation: Notation,
    type_of: TypeOf<'_>,
    fields: &mut FieldMap,
) -> Vec<v1_0::Component> {
    let places = Pointer::from_static("/updateComponents/components");
    let mut translated = Vec::with_capacity(components.len());
    for (index, old) in components.iter().enumerate() {
        let place = fields.element(&places, index);
        let name = type_name(&old.component, &old.id, type_of);
        let places = (&place, &place);
        translated.push(component::forward(old, &name, notation, places, fields));
    }
    translated
}

/// Returns the id of a catalog in 1.0. A custom catalog keeps its id.
pub(super) fn catalog_forward(catalog: &CatalogId) -> CatalogId {
    match catalog.is_basic() {
        true => CatalogId::basic(Version::V1_0),
        false => catalog.clone(),
    }
}

/// Returns the metadata that contain the theme of a 0.9 surface.
pub(super) fn metadata_forward(theme: &Payload) -> v1_0::Metadata {
    v1_0::Metadata::new().extensions(Payload::object([(THEME, theme)]))
}

/// Translates a `createSurface` to 1.0.
fn create_forward(
    old: &v0_9::CreateSurface,
    from: &Pointer,
    fields: &mut FieldMap,
) -> v1_0::CreateSurface {
    let rules = &FORWARD;
    let catalog = catalog_forward(&old.catalog_id);
    let verdict = if catalog == old.catalog_id {
        Copied
    } else {
        Encoded
    };
    fields.add(
        verdict,
        &rules.catalog_id,
        (from, "catalogId"),
        Some((from, "catalogId")),
    );
    let mut new = v1_0::CreateSurface::new(old.surface_id.clone()).catalog_id(catalog);
    if !old.send_data_model.is_absent() {
        let name = "sendDataModel";
        fields.add(
            Copied,
            &rules.send_data_model,
            (from, name),
            Some((from, name)),
        );
        new.send_data_model = old.send_data_model;
    }
    if let Some(theme) = &old.theme {
        let to = from.member("metadata").member("extensions");
        fields.add(Renamed, &rules.theme, (from, "theme"), Some((&to, THEME)));
        new.metadata = Field::Value(metadata_forward(theme));
    }
    new
}

/// Returns `true` if a path means the whole data model.
fn is_whole(path: &Field<String>) -> bool {
    let path = path.get().map_or("", String::as_str);
    a2ui::data_model::segments(path).is_ok_and(|segments| segments.is_empty())
}

/// Returns the value of an update in 1.0, which requires a value. In 1.0 null removes a value, and the whole data model becomes
/// an empty object instead.
pub(super) fn value_forward(old: &v0_9::UpdateDataModel) -> Cow<'_, Payload> {
    match &old.value {
        Some(value) if !value.is_null() => Cow::Borrowed(value),
        _ if is_whole(&old.path) => Cow::Owned(Payload::empty_object()),
        _ => Cow::Owned(Payload::null()),
    }
}

/// Returns the value of an update in 0.9, where an absent value removes. In 1.0 null removes.
pub(super) fn value_backward(old: &v1_0::UpdateDataModel) -> Option<&Payload> {
    if old.value.is_null() {
        None
    } else {
        Some(&old.value)
    }
}

/// Records that a value depends on the value and the path of the target.
fn show_value(at: &Pointer, fields: &mut FieldMap) {
    for place in ["value", "path"] {
        fields.show(at.member("value"), at.member(place));
    }
}

/// Translates an `updateDataModel` to 1.0.
fn data_forward(
    old: &v0_9::UpdateDataModel,
    from: &Pointer,
    fields: &mut FieldMap,
) -> v1_0::UpdateDataModel {
    let rules = &FORWARD;
    if !old.path.is_absent() {
        fields.add(Copied, &rules.path, (from, "path"), Some((from, "path")));
    }
    let (verdict, remark) = match &old.value {
        Some(value) if value.is_null() => (Encoded, "1.0 cannot store null: the value is removed"),
        Some(_) => (Copied, ""),
        None => (Derived, ""),
    };
    if verdict != Copied {
        show_value(from, fields);
    }
    fields.remark(
        verdict,
        &rules.value,
        (from, "value"),
        Some((from, "value")),
        remark,
    );
    let mut new =
        v1_0::UpdateDataModel::new(old.surface_id.clone(), value_forward(old).into_owned());
    new.path = old.path.clone();
    new
}

/// Translates a message to 0.9. The caller has already moved the `components` and the `dataModel` of a `createSurface` to
/// messages of their own.
pub(super) fn backward(
    message: &v1_0::AgentMessage,
    notation: Notation,
    type_of: TypeOf<'_>,
    fields: &mut FieldMap,
) -> Result<v0_9::AgentBody, Refusal> {
    let rules = &BACKWARD;
    let root = Pointer::root();
    fields.add(
        Encoded,
        &rules.version,
        (&root, "version"),
        Some((&root, "version")),
    );
    let body: v0_9::AgentBody = match &message.body {
        v1_0::AgentBody::CreateSurface(body) => {
            let from = note_surface_id(rules, "/createSurface", &body.extra, fields);
            create_backward(body, &from, fields).into()
        }
        v1_0::AgentBody::UpdateComponents(body) => {
            note_surface_id(rules, "/updateComponents", &body.extra, fields);
            let components = components_backward(&body.components, notation, type_of, fields);
            v0_9::UpdateComponents::new(body.surface_id.clone(), components).into()
        }
        v1_0::AgentBody::UpdateDataModel(body) => {
            let from = note_surface_id(rules, "/updateDataModel", &body.extra, fields);
            data_backward(body, &from, fields).into()
        }
        v1_0::AgentBody::DeleteSurface(body) => {
            note_surface_id(rules, "/deleteSurface", &body.extra, fields);
            v0_9::DeleteSurface::new(body.surface_id.clone()).into()
        }
        _ => {
            let at = root.member(message.key());
            let refusal = Refusal::rule_broken(
                rules.message.id,
                at,
                "A2UI 0.9 has neither calls nor answers to calls",
            );
            return Err(refusal.hint("only messages about a surface have a counterpart in 0.9"));
        }
    };
    note_unknown_members(rules, &root, &message.extra, fields);
    Ok(body)
}

/// Translates the components of an update to 0.9.
fn components_backward(
    components: &[v1_0::Component],
    notation: Notation,
    type_of: TypeOf<'_>,
    fields: &mut FieldMap,
) -> Vec<v0_9::Component> {
    let places = Pointer::from_static("/updateComponents/components");
    let mut translated = Vec::with_capacity(components.len());
    for (index, old) in components.iter().enumerate() {
        let place = fields.element(&places, index);
        let name = type_name(&old.component, &old.id, type_of);
        let places = (&place, &place);
        translated.push(component::backward(old, &name, notation, places, fields));
    }
    translated
}

/// Translates an `updateDataModel` to 0.9.
fn data_backward(
    old: &v1_0::UpdateDataModel,
    from: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::UpdateDataModel {
    let rules = &BACKWARD;
    if !old.path.is_absent() {
        fields.add(Copied, &rules.path, (from, "path"), Some((from, "path")));
    }
    let mut new = v0_9::UpdateDataModel::new(old.surface_id.clone());
    new.path = old.path.clone();
    new.value = value_backward(old).cloned();
    if new.value.is_some() {
        let place = (from, "value");
        fields.add(Copied, &rules.value, place, Some(place));
    } else {
        show_value(from, fields);
        fields.add(Encoded, &rules.value, (from, "value"), None);
    }
    new
}

/// Returns the id of a catalog in 0.9, which requires one. An absent id means the published catalog.
pub(super) fn catalog_backward(catalog: Option<CatalogId>) -> CatalogId {
    match catalog {
        Some(catalog) if !catalog.is_basic() => catalog,
        _ => CatalogId::basic(Version::V0_9),
    }
}

/// Translates a `createSurface` to 0.9.
fn create_backward(
    old: &v1_0::CreateSurface,
    from: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::CreateSurface {
    let rules = &BACKWARD;
    let stated = old.catalog_id.get();
    let catalog = catalog_backward(stated.cloned());
    let verdict = match stated {
        None => Defaulted,
        Some(stated) if *stated == catalog => Copied,
        Some(_) => Encoded,
    };
    fields.add(
        verdict,
        &rules.catalog_id,
        (from, "catalogId"),
        Some((from, "catalogId")),
    );
    let mut new = v0_9::CreateSurface::new(old.surface_id.clone(), catalog);
    if !old.send_data_model.is_absent() {
        let name = "sendDataModel";
        fields.add(
            Copied,
            &rules.send_data_model,
            (from, name),
            Some((from, name)),
        );
        new.send_data_model = old.send_data_model;
    }
    if let Some(metadata) = old.metadata.get() {
        new.theme = theme_of(metadata, from, fields);
    }
    new
}

/// Returns the theme in the metadata of a surface, and notes that other metadata are carried.
fn theme_of(metadata: &v1_0::Metadata, from: &Pointer, fields: &mut FieldMap) -> Option<Payload> {
    let rules = &BACKWARD;
    let at = from.member("metadata");
    // A theme that is added in 0.9 becomes metadata, so it wins over the carry.
    fields.show(at.clone(), from.member("theme"));
    for (name, _) in metadata.extra.iter() {
        fields.add(Carried, &rules.metadata, (&at, name), None);
    }
    let at = at.member("extensions");
    let mut theme = None;
    for (name, value) in metadata.extensions.iter().flat_map(Payload::members) {
        if name == THEME {
            fields.add(Renamed, &rules.theme, (&at, THEME), Some((from, "theme")));
            theme = Some(value);
        } else {
            fields.add(Carried, &rules.metadata, (&at, &name), None);
        }
    }
    theme
}
