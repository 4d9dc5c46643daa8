//! Messages of 0.8 as messages of 0.9, without a carry.

use super::{
    component,
    root::{Naming, catalog_forward},
    rules::forward as rules,
};
use crate::{Refusal, Verdict::*, fields::Fields};
use a2ui::{SurfaceId, v0_8, v0_9};
use wire::{Extra, Field, Pointer};

/// What became of a message.
pub(super) struct Image {
    pub(super) body: v0_9::AgentBody,
    /// What has to be written into the data model before, and for which component.
    pub(super) writes: Vec<(usize, v0_9::UpdateDataModel)>,
}

/// The message in 0.9. A second `beginRendering` is none of these; it is a matter of the session.
pub(super) fn message(
    message: &v0_8::AgentMessage,
    naming: &Naming,
    fields: &mut Fields,
) -> Result<Image, Refusal> {
    let root = Pointer::root();
    fields.add(Defaulted, &rules::VERSION, (&root, ""), Some((&root, "version")));
    let from = root.member(message.key());
    let image = match &message.body {
        v0_8::AgentBody::BeginRendering(body) => begin(body, &from, fields),
        v0_8::AgentBody::SurfaceUpdate(body) => update(body, naming, &from, fields),
        v0_8::AgentBody::DataModelUpdate(body) => data(body, &from, fields)?,
        v0_8::AgentBody::DeleteSurface(body) => {
            surface_id(&from, "deleteSurface", &body.extra, fields);
            Image::of(v0_9::DeleteSurface::new(body.surface_id.clone()))
        }
        _ => return Err(Refusal::rule_broken(rules::MESSAGE.id, from, "this message has no image in 0.9")),
    };
    unknown(&root, &message.extra, fields);
    Ok(image)
}

impl Image {
    fn of(body: impl Into<v0_9::AgentBody>) -> Self {
        Self { body: body.into(), writes: Vec::new() }
    }
}

fn unknown(at: &Pointer, extra: &Extra, fields: &mut Fields) {
    for (name, _) in extra.iter() {
        fields.add(Carried, &rules::MEMBER, (at, name), None);
    }
}

/// What all bodies have: the surface, and members that no table names.
fn surface_id(from: &Pointer, key: &str, extra: &Extra, fields: &mut Fields) -> Pointer {
    let to = Pointer::root().member(key);
    fields.add(Copied, &rules::SURFACE_ID, (from, "surfaceId"), Some((&to, "surfaceId")));
    unknown(from, extra, fields);
    to
}

fn begin(body: &v0_8::BeginRendering, from: &Pointer, fields: &mut Fields) -> Image {
    let to = surface_id(from, "createSurface", &body.extra, fields);
    let catalog_id = catalog_forward(&body.catalog_id);
    let verdict = match body.catalog_id.get() {
        None => Defaulted,
        Some(old) if *old == catalog_id => Copied,
        Some(_) => Encoded,
    };
    fields.add(verdict, &rules::CATALOG_ID, (from, "catalogId"), Some((&to, "catalogId")));
    fields.add(Derived, &rules::ROOT, (from, "root"), None);
    let mut create = v0_9::CreateSurface::new(body.surface_id.clone(), catalog_id);
    if let Some(styles) = &body.styles {
        fields.add(Renamed, &rules::STYLES, (from, "styles"), Some((&to, "theme")));
        create.theme = Some(styles.clone());
    }
    Image::of(create)
}

fn update(body: &v0_8::SurfaceUpdate, naming: &Naming, from: &Pointer, fields: &mut Fields) -> Image {
    let to = surface_id(from, "updateComponents", &body.extra, fields);
    let (from, to) = (from.member("components"), to.member("components"));
    let mut components = Vec::new();
    let mut writes = Vec::new();
    for (index, old) in body.components.iter().enumerate() {
        let places = (&from.element(index), &to.element(index));
        let (new, before) = component::forward(old, naming, places, fields);
        writes.extend(before.into_iter().map(|(path, value)| {
            (index, v0_9::UpdateDataModel::new(body.surface_id.clone()).path(path).value(value))
        }));
        components.push(new);
    }
    Image { body: v0_9::UpdateComponents::new(body.surface_id.clone(), components).into(), writes }
}

fn data(body: &v0_8::DataModelUpdate, from: &Pointer, fields: &mut Fields) -> Result<Image, Refusal> {
    let to = surface_id(from, "updateDataModel", &body.extra, fields);
    let value = body.value().map_err(|error| Refusal::from(error).below(from))?;
    if !body.path.is_absent() {
        fields.add(Copied, &rules::PATH, (from, "path"), Some((&to, "path")));
    }
    fields.add(Encoded, &rules::CONTENTS, (from, "contents"), Some((&to, "value")));
    Ok(Image::of(update_data(body.surface_id.clone(), body.path.clone(), value)))
}

fn update_data(surface_id: SurfaceId, path: Field<String>, value: wire::Payload) -> v0_9::UpdateDataModel {
    let mut update = v0_9::UpdateDataModel::new(surface_id).value(value);
    update.path = path;
    update
}
