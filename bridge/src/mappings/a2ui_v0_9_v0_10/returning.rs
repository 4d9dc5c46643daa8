//! The fields of messages of A2UI 0.9 and 0.10 that do not come back from the other version.

use super::{
    BACKWARD, FORWARD, LEVELS, ONLY_ERROR, checks_with_regexp, icon_forward, is_action_member,
    is_agent_member, is_client_member, property_backward, translate_create, type_of, word_0_9,
    word_0_10,
};
use crate::{
    Dialect,
    lens::{FieldMap, Losses, payload},
    mappings::a2ui_component::{ReturnedMembers, add_lost_members, without_members},
};
use a2ui::{ComponentId, SurfaceId, Version, v0_9, v0_10};
use std::borrow::Cow;
use wire::{Payload, Pointer, Timestamp};

/// Adds the fields of a 0.9 agent message that do not come back from 0.10. `from` is the dialect of the message.
pub(super) fn add_losses_of_agent_0_9(
    message: &v0_9::AgentMessage,
    target: &v0_10::AgentMessage,
    from: Dialect,
    losses: &mut Losses,
) {
    let at = Pointer::root().member(message.key());
    match (&message.body, &target.body) {
        (v0_9::AgentBody::CreateSurface(source), v0_10::AgentBody::CreateSurface(target)) => {
            let nowhere = &mut FieldMap::none();
            let returned = translate_create(&BACKWARD, target, Version::V0_9, &at, nowhere);
            losses.add_typed_changes(&at, (source, &returned), LEVELS);
        }
        (v0_9::AgentBody::UpdateComponents(source), v0_10::AgentBody::UpdateComponents(target)) => {
            add_losses_of_update(&at, (source, target), returned_from_0_10, losses);
        }
        (v0_9::AgentBody::UpdateDataModel(source), v0_10::AgentBody::UpdateDataModel(target)) => {
            losses.add_typed_changes(&at, (source, target), LEVELS);
        }
        (v0_9::AgentBody::DeleteSurface(source), v0_10::AgentBody::DeleteSurface(target)) => {
            losses.add_typed_changes(&at, (source, target), LEVELS);
        }
        // A carry replaced the body, so nothing comes back.
        _ => return losses.add(Pointer::root()),
    }
    if message.version != word_0_9(from) {
        losses.add_static("/version");
    }
    let members = (&message.extra, &target.extra);
    losses.add_changed_members(&Pointer::root(), members, LEVELS, |_| true);
}

/// Adds the fields of a 0.10 agent message that do not come back from 0.9. `from` is the dialect of the message.
pub(super) fn add_losses_of_agent_0_10(
    message: &v0_10::AgentMessage,
    target: &v0_9::AgentMessage,
    from: Dialect,
    losses: &mut Losses,
) {
    let at = Pointer::root().member(message.key());
    match (&message.body, &target.body) {
        (v0_10::AgentBody::CreateSurface(source), v0_9::AgentBody::CreateSurface(target)) => {
            let version = from.a2ui_version().unwrap_or(Version::V0_10);
            let returned = translate_create(&FORWARD, target, version, &at, &mut FieldMap::none());
            losses.add_typed_changes(&at, (source, &returned), LEVELS);
        }
        (v0_10::AgentBody::UpdateComponents(source), v0_9::AgentBody::UpdateComponents(target)) => {
            add_losses_of_update(&at, (source, target), returned_from_0_9, losses);
        }
        (v0_10::AgentBody::UpdateDataModel(source), v0_9::AgentBody::UpdateDataModel(target)) => {
            losses.add_typed_changes(&at, (source, target), LEVELS);
        }
        (v0_10::AgentBody::DeleteSurface(source), v0_9::AgentBody::DeleteSurface(target)) => {
            losses.add_typed_changes(&at, (source, target), LEVELS);
        }
        // A carry replaced the body, so nothing comes back.
        _ => return losses.add(Pointer::root()),
    }
    if message.version != word_0_10(from) {
        losses.add_static("/version");
    }
    let lacking = [
        ("functionCallId", message.function_call_id.is_absent()),
        ("wantResponse", message.want_response.is_absent()),
        ("actionId", message.action_id.is_absent()),
    ];
    losses.add_members(&Pointer::root(), &lacking);
    let members = (&message.extra, &target.extra);
    losses.add_changed_members(&Pointer::root(), members, LEVELS, is_agent_member);
}

/// Adds the fields of an update that do not come back. `returned` returns the properties of a component after the round trip.
fn add_losses_of_update(
    at: &Pointer,
    (source, target): (&v0_9::UpdateComponents, &v0_9::UpdateComponents),
    returned: fn(&v0_9::Component) -> ReturnedMembers<'_>,
    losses: &mut Losses,
) {
    losses.add_members(at, &[("surfaceId", source.surface_id == target.surface_id)]);
    losses.add_changed_members(at, (&source.extra, &target.extra), LEVELS, |_| true);
    let at = at.member("components");
    if source.components.len() != target.components.len() {
        // A carry replaced the list, so its elements cannot be compared.
        return losses.add(at);
    }
    let pairs = source.components.iter().zip(&target.components);
    for (index, (source, target)) in pairs.enumerate() {
        let at = at.element(index);
        if source.id != target.id {
            losses.add(at.member("id"));
            losses.return_key(index, target.id.as_str());
        }
        losses.add_members(&at, &[("component", source.component == target.component)]);
        let properties = source
            .extra
            .iter()
            .map(|(name, value)| (name, Cow::Borrowed(value)));
        add_lost_members(&at, properties, returned(target), losses);
    }
}

/// Returns the properties that a 0.10 component has in 0.9.
fn returned_from_0_10(component: &v0_9::Component) -> ReturnedMembers<'_> {
    let type_name = type_of(component);
    wire::collect_map(component.extra.iter().filter_map(|(name, value)| {
        let value = property_backward(type_name, name, value).value?;
        Some((Cow::Owned(name.to_owned()), Cow::Owned(value)))
    }))
}

/// Returns the properties that a 0.9 component has in 0.10.
fn returned_from_0_9(component: &v0_9::Component) -> ReturnedMembers<'_> {
    let type_name = type_of(component);
    let mut returned = ReturnedMembers::new();
    for (name, value) in component.extra.iter() {
        if (type_name, name) == ("TextField", "validationRegexp") {
            // A check replaces this property.
            continue;
        }
        let value = match icon_forward(type_name, name, value) {
            Some((icon, _)) => Cow::Owned(icon),
            None => Cow::Borrowed(value),
        };
        returned.insert(Cow::Borrowed(name), value);
    }
    if let Some(checks) = checks_with_regexp(component) {
        returned.insert(Cow::Borrowed("checks"), Cow::Owned(checks));
    }
    returned
}

/// Adds the fields of a 0.9 client message that do not come back from 0.10. `from` is the dialect of the message.
pub(super) fn add_losses_of_client_0_9(
    message: &v0_9::ClientMessage,
    target: &v0_10::ClientMessage,
    from: Dialect,
    losses: &mut Losses,
) {
    let at = Pointer::root().member(message.key());
    match (&message.body, &target.body) {
        (v0_9::ClientBody::Action(source), v0_10::ClientBody::Action(target)) => {
            let members = (CopiedAction::of_0_9(source), CopiedAction::of_0_10(target));
            add_losses_of_action(&at, members, losses);
            losses.add_changed_members(&at, (&source.extra, &target.extra), LEVELS, |_| true);
        }
        (v0_9::ClientBody::Error(source), v0_10::ClientBody::Error(target)) => {
            let is_about_surface = match target {
                v0_10::Error::Generic(target) => target.surface_id.get().is_some(),
                _ => true,
            };
            // 0.9 refuses an error without a surface, so nothing comes back.
            if !is_about_surface {
                return losses.add(Pointer::root());
            }
            let returned =
                returned_error(&payload(target), matches!(target, v0_10::Error::Generic(_)));
            losses.add_changes(&at, (Some(&payload(source)), Some(&returned)), LEVELS);
        }
        // A carry replaced the body, so nothing comes back.
        _ => return losses.add(Pointer::root()),
    }
    if message.version != word_0_9(from) {
        losses.add_static("/version");
    }
    let members = (&message.extra, &target.extra);
    losses.add_changed_members(&Pointer::root(), members, LEVELS, |_| true);
}

/// Adds the fields of a 0.10 client message that do not come back from 0.9. `from` is the dialect of the message.
pub(super) fn add_losses_of_client_0_10(
    message: &v0_10::ClientMessage,
    target: &v0_9::ClientMessage,
    from: Dialect,
    losses: &mut Losses,
) {
    let at = Pointer::root().member(message.key());
    match (&message.body, &target.body) {
        (v0_10::ClientBody::Action(source), v0_9::ClientBody::Action(target)) => {
            let members = (CopiedAction::of_0_10(source), CopiedAction::of_0_9(target));
            add_losses_of_action(&at, members, losses);
            let lacking = [
                ("wantResponse", source.want_response.is_absent()),
                ("actionId", source.action_id.is_absent()),
            ];
            losses.add_members(&at, &lacking);
            let members = (&source.extra, &target.extra);
            losses.add_changed_members(&at, members, LEVELS, is_action_member);
        }
        (v0_10::ClientBody::Error(source), v0_9::ClientBody::Error(target)) => {
            let returned =
                returned_error(&payload(target), matches!(target, v0_9::Error::Generic(_)));
            losses.add_changes(&at, (Some(&payload(source)), Some(&returned)), LEVELS);
        }
        // A carry replaced the body, so nothing comes back.
        _ => return losses.add(Pointer::root()),
    }
    if message.version != word_0_10(from) {
        losses.add_static("/version");
    }
    let members = (&message.extra, &target.extra);
    losses.add_changed_members(&Pointer::root(), members, LEVELS, is_client_member);
}

/// The members that an action has in both versions.
struct CopiedAction<'a> {
    name: &'a str,
    surface_id: &'a SurfaceId,
    source_component_id: &'a ComponentId,
    timestamp: &'a Timestamp,
    context: &'a Payload,
}

impl<'a> CopiedAction<'a> {
    /// Reads an action of 0.9.
    fn of_0_9(action: &'a v0_9::UserAction) -> Self {
        Self {
            name: &action.name,
            surface_id: &action.surface_id,
            source_component_id: &action.source_component_id,
            timestamp: &action.timestamp,
            context: &action.context,
        }
    }

    /// Reads an action of 0.10.
    fn of_0_10(action: &'a v0_10::UserAction) -> Self {
        Self {
            name: &action.name,
            surface_id: &action.surface_id,
            source_component_id: &action.source_component_id,
            timestamp: &action.timestamp,
            context: &action.context,
        }
    }
}

/// Adds the members of an action that changed.
fn add_losses_of_action(
    at: &Pointer,
    (source, target): (CopiedAction<'_>, CopiedAction<'_>),
    losses: &mut Losses,
) {
    let is_same_component = source.source_component_id == target.source_component_id;
    let members = [
        ("name", source.name == target.name),
        ("surfaceId", source.surface_id == target.surface_id),
        ("sourceComponentId", is_same_component),
        ("timestamp", source.timestamp == target.timestamp),
    ];
    losses.add_members(at, &members);
    let contexts = (Some(source.context), Some(target.context));
    losses.add_changes(&at.member("context"), contexts, LEVELS);
}

/// Returns an error after the round trip. A generic error loses the id of its call.
fn returned_error(target: &Payload, is_generic: bool) -> Payload {
    match is_generic {
        true => without_members(target, &ONLY_ERROR),
        false => target.clone(),
    }
}
