//! The fields of agent messages of A2UI 0.9 and 1.0 that do not come back from the other version.

use super::{
    agent::{self, LEVELS, THEME, TypeOf, type_name},
    component,
};
use crate::{
    Dialect,
    lens::{Losses, payload},
};
use a2ui::{ComponentId, Notation, v0_9, v1_0};
use wire::{Extra, Field, Payload, Pointer};

/// Returns the place of the components in an update.
fn components_place() -> Pointer {
    Pointer::from_static("/updateComponents/components")
}

/// Returns the place of a component's property.
fn property_place(index: usize, name: &str) -> Pointer {
    components_place().element(index).member(name)
}

/// Adds the fields of a 0.9 message that do not come back from 1.0. `version` is the version of the messages that come back.
pub(super) fn add_losses_of_0_9(
    message: &v0_9::AgentMessage,
    version: v0_9::Version,
    target: &v1_0::AgentMessage,
    (notation, type_of): (Notation, TypeOf<'_>),
    losses: &mut Losses,
) {
    use {v0_9::AgentBody as Old, v1_0::AgentBody as New};
    match (&message.body, &target.body) {
        (Old::CreateSurface(old), New::CreateSurface(new)) => {
            add_losses_of_surface_0_9(old, new, losses);
        }
        (Old::UpdateComponents(old), New::UpdateComponents(new)) => {
            add_losses_of_update_0_9(old, new, (notation, type_of), losses);
        }
        (Old::UpdateDataModel(old), New::UpdateDataModel(new)) => {
            if old.surface_id != new.surface_id {
                losses.add_static("/updateDataModel/surfaceId");
            }
            if old.path != new.path {
                losses.add_static("/updateDataModel/path");
            }
            let at = Pointer::from_static("/updateDataModel/value");
            let returned = agent::value_backward(new);
            losses.add_changes(&at, (old.value.as_ref(), returned), LEVELS);
            losses.add_unknown_members(&Pointer::from_static("/updateDataModel"), &old.extra);
        }
        (Old::DeleteSurface(old), New::DeleteSurface(new)) => {
            if old.surface_id != new.surface_id {
                losses.add_static("/deleteSurface/surfaceId");
            }
            losses.add_unknown_members(&Pointer::from_static("/deleteSurface"), &old.extra);
        }
        // A carry replaced the body by one that 0.9 refuses, so nothing comes back.
        (_, New::CallRendererFunction(_) | New::AgentFunctionResponse(_)) => {
            return losses.add(Pointer::root());
        }
        _ => add_replaced(message.key(), target.key(), losses),
    }
    if message.version != version {
        losses.add_static("/version");
    }
    losses.add_unknown_members(&Pointer::from_static(""), &message.extra);
}

/// Adds the fields of a 0.9 `createSurface` that do not come back.
fn add_losses_of_surface_0_9(
    old: &v0_9::CreateSurface,
    new: &v1_0::CreateSurface,
    losses: &mut Losses,
) {
    if old.surface_id != new.surface_id {
        losses.add_static("/createSurface/surfaceId");
    }
    // All ids of the published catalog come back as the same id.
    if agent::catalog_backward(new.catalog_id.get().cloned()) != old.catalog_id {
        losses.add_static("/createSurface/catalogId");
    }
    let theme = new.metadata.get().and_then(theme_in);
    let at = Pointer::from_static("/createSurface/theme");
    losses.add_changes(&at, (old.theme.as_ref(), theme.as_ref()), LEVELS);
    if old.send_data_model != new.send_data_model {
        losses.add_static("/createSurface/sendDataModel");
    }
    losses.add_unknown_members(&Pointer::from_static("/createSurface"), &old.extra);
}

/// Returns the 0.9 theme in the metadata of a 1.0 surface.
fn theme_in(metadata: &v1_0::Metadata) -> Option<Payload> {
    metadata.extensions.as_ref()?.member(THEME)
}

/// Adds the fields of a 0.9 `updateComponents` that do not come back.
fn add_losses_of_update_0_9(
    old: &v0_9::UpdateComponents,
    new: &v1_0::UpdateComponents,
    translation: (Notation, TypeOf<'_>),
    losses: &mut Losses,
) {
    if old.surface_id != new.surface_id {
        losses.add_static("/updateComponents/surfaceId");
    }
    losses.add_unknown_members(&Pointer::from_static("/updateComponents"), &old.extra);
    let lengths = (old.components.len(), new.components.len());
    add_losses_of_elements(lengths, losses, |losses| {
        for (index, (old, new)) in old.components.iter().zip(&new.components).enumerate() {
            add_losses_of_component_0_9(old, new, index, translation, losses);
        }
    });
}

/// Adds the fields of a 0.9 component that do not come back.
fn add_losses_of_component_0_9(
    old: &v0_9::Component,
    new: &v1_0::Component,
    index: usize,
    (notation, type_of): (Notation, TypeOf<'_>),
    losses: &mut Losses,
) {
    add_losses_of_names(
        (&old.id, &old.component),
        (&new.id, &new.component),
        index,
        losses,
    );
    let type_name = type_name(&new.component, &new.id, type_of);
    let returned = |name: &str| component::property_in_0_9(new, &type_name, notation, name);
    for (name, value) in old.extra.iter() {
        if returned(name).as_ref() != Some(value) {
            losses.add(property_place(index, name));
        }
    }
    // Marks in a text come back as a variant, which may be absent from the source.
    let names = new
        .extra
        .iter()
        .map(|(name, _)| component::plain_name(name));
    add_absent(
        names.chain(["variant"]),
        &old.extra,
        index,
        returned,
        losses,
    );
}

/// Adds the fields of a 1.0 message that do not come back from 0.9. The components and the data model of a `createSurface` are
/// messages of their own.
pub(super) fn add_losses_of_1_0(
    message: &v1_0::AgentMessage,
    target: &v0_9::AgentMessage,
    (notation, type_of): (Notation, TypeOf<'_>),
    losses: &mut Losses,
) {
    use {v0_9::AgentBody as New, v1_0::AgentBody as Old};
    match (&message.body, &target.body) {
        (Old::CreateSurface(old), New::CreateSurface(new)) => {
            add_losses_of_surface_1_0(old, new, losses);
        }
        (Old::UpdateComponents(old), New::UpdateComponents(new)) => {
            add_losses_of_update_1_0(old, new, (notation, type_of), losses);
        }
        (Old::UpdateDataModel(old), New::UpdateDataModel(new)) => {
            if old.surface_id != new.surface_id {
                losses.add_static("/updateDataModel/surfaceId");
            }
            if old.path != new.path {
                losses.add_static("/updateDataModel/path");
            }
            let at = Pointer::from_static("/updateDataModel/value");
            let returned = agent::value_forward(new);
            losses.add_changes(&at, (Some(&old.value), Some(&returned)), LEVELS);
            losses.add_unknown_members(&Pointer::from_static("/updateDataModel"), &old.extra);
        }
        (Old::DeleteSurface(old), New::DeleteSurface(new)) => {
            if old.surface_id != new.surface_id {
                losses.add_static("/deleteSurface/surfaceId");
            }
            losses.add_unknown_members(&Pointer::from_static("/deleteSurface"), &old.extra);
        }
        // A carry replaced the body by another one.
        _ => add_replaced(message.key(), target.key(), losses),
    }
    if message.version != Dialect::of_notation(notation).word_of_1_0() {
        losses.add_static("/version");
    }
    losses.add_unknown_members(&Pointer::from_static(""), &message.extra);
}

/// Adds the fields of a 1.0 `createSurface` that do not come back.
fn add_losses_of_surface_1_0(
    old: &v1_0::CreateSurface,
    new: &v0_9::CreateSurface,
    losses: &mut Losses,
) {
    if old.surface_id != new.surface_id {
        losses.add_static("/createSurface/surfaceId");
    }
    // 0.9 requires a catalog, and all ids of the published catalog come back as the same id.
    if old.catalog_id.get() != Some(&agent::catalog_forward(&new.catalog_id)) {
        losses.add_static("/createSurface/catalogId");
    }
    if old.send_data_model != new.send_data_model {
        losses.add_static("/createSurface/sendDataModel");
    }
    // Only the theme among the metadata has a place in 0.9.
    let metadata = match &old.metadata {
        Field::Value(metadata) => Some(payload(metadata)),
        Field::Null => Some(Payload::null()),
        Field::Absent => None,
    };
    let returned = new.theme.as_ref();
    let returned = returned.map(|theme| payload(&agent::metadata_forward(theme)));
    let at = Pointer::from_static("/createSurface/metadata");
    losses.add_changes(&at, (metadata.as_ref(), returned.as_ref()), LEVELS);
    losses.add_unknown_members(&Pointer::from_static("/createSurface"), &old.extra);
}

/// Adds the fields of a 1.0 `updateComponents` that do not come back.
fn add_losses_of_update_1_0(
    old: &v1_0::UpdateComponents,
    new: &v0_9::UpdateComponents,
    translation: (Notation, TypeOf<'_>),
    losses: &mut Losses,
) {
    if old.surface_id != new.surface_id {
        losses.add_static("/updateComponents/surfaceId");
    }
    losses.add_unknown_members(&Pointer::from_static("/updateComponents"), &old.extra);
    let lengths = (old.components.len(), new.components.len());
    add_losses_of_elements(lengths, losses, |losses| {
        for (index, (old, new)) in old.components.iter().zip(&new.components).enumerate() {
            add_losses_of_component_1_0(old, new, index, translation, losses);
        }
    });
}

/// Adds the fields of a 1.0 component that do not come back.
fn add_losses_of_component_1_0(
    old: &v1_0::Component,
    new: &v0_9::Component,
    index: usize,
    (notation, type_of): (Notation, TypeOf<'_>),
    losses: &mut Losses,
) {
    add_losses_of_names(
        (&old.id, &old.component),
        (&new.id, &new.component),
        index,
        losses,
    );
    // 0.9 lacks these two keys.
    if !old.catalog_id.is_absent() {
        losses.add(property_place(index, "@catalogId"));
    }
    if !matches!(old.metadata, Field::Absent) {
        losses.add(property_place(index, "@metadata"));
    }
    let old_type = type_name(&old.component, &old.id, type_of);
    let new_type = type_name(&new.component, &new.id, type_of);
    let returned = |name: &str| component::property_in_1_0(new, &new_type, notation, name);
    for (name, value) in old.extra.iter() {
        let place = property_place(index, name);
        match returned(name) {
            Some(returned) if returned == *value => {}
            Some(returned)
                if component::is_partly_in_0_9(old, &old_type, notation, name, value) =>
            {
                losses.add_whole(place, (value, &returned));
            }
            _ => losses.add(place),
        }
    }
    // A regular expression comes back as a check, which may be absent from the source.
    let names = new.extra.iter();
    let names = names.map(|(name, _)| component::name_in_1_0(name, notation));
    let checks = component::name_in_1_0("checks", notation);
    add_absent(names.chain([checks]), &old.extra, index, returned, losses);
}

/// Adds the id and the type of a component that do not come back.
fn add_losses_of_names(
    (old_id, old_type): (&ComponentId, &Field<String>),
    (new_id, new_type): (&ComponentId, &Field<String>),
    index: usize,
    losses: &mut Losses,
) {
    if old_id != new_id {
        losses.add(property_place(index, "id"));
        losses.return_key(index, new_id.as_str());
    }
    if old_type != new_type {
        losses.add(property_place(index, "component"));
    }
}

/// Adds the properties that are absent from the source but come back with a value.
fn add_absent<'n>(
    names: impl Iterator<Item = &'n str>,
    source: &Extra,
    index: usize,
    returned: impl Fn(&str) -> Option<Payload>,
    losses: &mut Losses,
) {
    // A name may occur twice, as a key and as a property.
    let mut seen = Vec::new();
    for name in names {
        if source.get(name).is_some() || seen.contains(&name) {
            continue;
        }
        seen.push(name);
        if returned(name).is_some() {
            losses.add(property_place(index, name));
        }
    }
}

/// Adds the losses of the elements of a list with these lengths in the source and in the target. If a carry removed elements
/// at the end, these are lost. If a carry changed the list otherwise, the whole list is lost.
fn add_losses_of_elements(
    (source, target): (usize, usize),
    losses: &mut Losses,
    add: impl FnOnce(&mut Losses),
) {
    if source == target {
        return add(losses);
    }
    let mut other_losses = Losses::default();
    add(&mut other_losses);
    if target == 0 || target > source || !other_losses.is_empty() {
        return losses.add(components_place());
    }
    for index in target..source {
        losses.add(components_place().element(index));
    }
}

/// Adds a body that a carry replaced: its own member, and the member that comes back instead.
fn add_replaced(source: &str, target: &str, losses: &mut Losses) {
    losses.add(Pointer::root().member(source));
    losses.add(Pointer::root().member(target));
}
