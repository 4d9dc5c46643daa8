//! Messages of 0.8 as messages of 0.9, without a carry.

use super::{
    FORWARD as rules, component,
    root::{Naming, catalog_forward},
};
use crate::{Refusal, Verdict::*, engine::Notes};
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
    notes: &mut Notes,
) -> Result<Image, Refusal> {
    let root = Pointer::root();
    notes.add(Defaulted, &rules.version, (&root, ""), Some((&root, "version")));
    let from = root.member(message.key());
    let image = match &message.body {
        v0_8::AgentBody::BeginRendering(body) => begin(body, &from, notes),
        v0_8::AgentBody::SurfaceUpdate(body) => update(body, naming, &from, notes),
        v0_8::AgentBody::DataModelUpdate(body) => data(body, &from, notes)?,
        v0_8::AgentBody::DeleteSurface(body) => {
            surface_id(&from, "deleteSurface", &body.extra, notes);
            Image::of(v0_9::DeleteSurface::new(body.surface_id.clone()))
        }
        _ => return Err(Refusal::rule_broken(rules.message.id, from, "this message has no image in 0.9")),
    };
    unknown(&root, &message.extra, notes);
    Ok(image)
}

impl Image {
    fn of(body: impl Into<v0_9::AgentBody>) -> Self {
        Self { body: body.into(), writes: Vec::new() }
    }
}

fn unknown(at: &Pointer, extra: &Extra, notes: &mut Notes) {
    for (name, _) in extra.iter() {
        notes.add(Carried, &rules.member, (at, name), None);
    }
}

/// What all bodies have: the surface, and members that no table names.
fn surface_id(from: &Pointer, key: &str, extra: &Extra, notes: &mut Notes) -> Pointer {
    let to = Pointer::root().member(key);
    notes.add(Copied, &rules.surface_id, (from, "surfaceId"), Some((&to, "surfaceId")));
    unknown(from, extra, notes);
    to
}

fn begin(body: &v0_8::BeginRendering, from: &Pointer, notes: &mut Notes) -> Image {
    let to = surface_id(from, "createSurface", &body.extra, notes);
    let catalog_id = catalog_forward(&body.catalog_id);
    let verdict = match body.catalog_id.get() {
        None => Defaulted,
        Some(old) if *old == catalog_id => Copied,
        Some(_) => Encoded,
    };
    notes.add(verdict, &rules.catalog_id, (from, "catalogId"), Some((&to, "catalogId")));
    notes.add(Derived, &rules.root, (from, "root"), None);
    let mut create = v0_9::CreateSurface::new(body.surface_id.clone(), catalog_id);
    if let Some(styles) = &body.styles {
        notes.add(Renamed, &rules.theme, (from, "styles"), Some((&to, "theme")));
        create.theme = Some(styles.clone());
    }
    Image::of(create)
}

fn update(body: &v0_8::SurfaceUpdate, naming: &Naming, from: &Pointer, notes: &mut Notes) -> Image {
    let to = surface_id(from, "updateComponents", &body.extra, notes);
    let (from, to) = (from.member("components"), to.member("components"));
    let mut components = Vec::new();
    let mut writes = Vec::new();
    for (index, old) in body.components.iter().enumerate() {
        let places = (&from.element(index), &to.element(index));
        let (new, before) = component::forward(old, naming, places, notes);
        writes.extend(before.into_iter().map(|(path, value)| {
            (index, v0_9::UpdateDataModel::new(body.surface_id.clone()).path(path).value(value))
        }));
        components.push(new);
    }
    Image { body: v0_9::UpdateComponents::new(body.surface_id.clone(), components).into(), writes }
}

fn data(body: &v0_8::DataModelUpdate, from: &Pointer, notes: &mut Notes) -> Result<Image, Refusal> {
    let to = surface_id(from, "updateDataModel", &body.extra, notes);
    let value = body.value().map_err(|error| Refusal::from(error).below(from))?;
    if !body.path.is_absent() {
        notes.add(Copied, &rules.path, (from, "path"), Some((&to, "path")));
    }
    notes.add(Encoded, &rules.value, (from, "contents"), Some((&to, "value")));
    Ok(Image::of(update_data(body.surface_id.clone(), body.path.clone(), value)))
}

fn update_data(surface_id: SurfaceId, path: Field<String>, value: wire::Payload) -> v0_9::UpdateDataModel {
    let mut update = v0_9::UpdateDataModel::new(surface_id).value(value);
    update.path = path;
    update
}
