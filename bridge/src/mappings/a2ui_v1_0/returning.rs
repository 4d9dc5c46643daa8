//! The fields of A2UI 1.0 messages that do not come back from another notation.

use super::{LEVELS, NotationChange, members};
use crate::{
    lens::{Losses, difference, payload},
    mappings::a2ui_component::{ReturnedMembers, add_lost_members},
};
use a2ui::v1_0;
use std::borrow::Cow;
use wire::{Field, Pointer};

impl NotationChange {
    /// Adds the fields of an agent message that do not come back. `self` is the mapping from the target to the source.
    pub(super) fn add_losses_of_agent(
        self,
        message: &v1_0::AgentMessage,
        target: &v1_0::AgentMessage,
        losses: &mut Losses,
    ) {
        use v1_0::AgentBody::*;
        let at = Pointer::root().member(message.key());
        let levels = LEVELS;
        match (&message.body, &target.body) {
            (CreateSurface(own), CreateSurface(target)) => {
                self.add_losses_of_create(&at, own, target, losses);
            }
            (UpdateComponents(own), UpdateComponents(target)) => {
                losses.add_members(&at, &[("surfaceId", own.surface_id == target.surface_id)]);
                losses.add_changed_members(&at, (&own.extra, &target.extra), levels, |_| true);
                let components = (own.components.as_slice(), target.components.as_slice());
                self.add_losses_of_components(&at.member("components"), components, losses);
            }
            (UpdateDataModel(own), UpdateDataModel(target)) => {
                losses.add_typed_changes(&at, (own, target), levels);
            }
            (DeleteSurface(own), DeleteSurface(target)) => {
                losses.add_typed_changes(&at, (own, target), levels);
            }
            (CallRendererFunction(own), CallRendererFunction(target)) => {
                let members = [
                    ("surfaceId", own.surface_id == target.surface_id),
                    (
                        "functionCallId",
                        own.function_call_id == target.function_call_id,
                    ),
                ];
                losses.add_members(&at, &members);
                losses.add_changed_members(&at, (&own.extra, &target.extra), levels, |_| true);
                self.add_losses_of_call(&at, (&own.call_function, &target.call_function), losses);
            }
            (AgentFunctionResponse(own), AgentFunctionResponse(target)) => {
                losses.add_typed_changes(&at, (own, target), levels);
            }
            // A carry replaced the body, so nothing comes back.
            _ => return losses.add(Pointer::root()),
        }
        let root = Pointer::root();
        losses.add_members(&root, &[("version", message.version == self.word)]);
        losses.add_changed_members(&root, (&message.extra, &target.extra), levels, |_| true);
    }

    /// Adds the fields of a renderer message that do not come back. `self` is the mapping from the target to the source.
    pub(super) fn add_losses_of_renderer(
        self,
        message: &v1_0::RendererMessage,
        target: &v1_0::RendererMessage,
        losses: &mut Losses,
    ) {
        use v1_0::RendererBody::*;
        let at = Pointer::root().member(message.key());
        match (&message.body, &target.body) {
            (Action(own), Action(target)) => losses.add_typed_changes(&at, (own, target), LEVELS),
            (CallAgentFunction(own), CallAgentFunction(target)) => {
                let members = [
                    ("surfaceId", own.surface_id == target.surface_id),
                    (
                        "functionCallId",
                        own.function_call_id == target.function_call_id,
                    ),
                ];
                losses.add_members(&at, &members);
                losses.add_changed_members(&at, (&own.extra, &target.extra), LEVELS, |_| true);
                self.add_losses_of_call(&at, (&own.call_function, &target.call_function), losses);
            }
            (RendererFunctionResponse(own), RendererFunctionResponse(target)) => {
                losses.add_typed_changes(&at, (own, target), LEVELS);
            }
            (Error(own), Error(target)) => losses.add_typed_changes(&at, (own, target), LEVELS),
            // A carry replaced the body, so nothing comes back.
            _ => return losses.add(Pointer::root()),
        }
        let root = Pointer::root();
        losses.add_members(&root, &[("version", message.version == self.word)]);
        losses.add_changed_members(&root, (&message.extra, &target.extra), LEVELS, |_| true);
    }

    /// Adds the fields of a `createSurface` that do not come back.
    fn add_losses_of_create(
        self,
        at: &Pointer,
        own: &v1_0::CreateSurface,
        target: &v1_0::CreateSurface,
        losses: &mut Losses,
    ) {
        let members = [
            ("surfaceId", own.surface_id == target.surface_id),
            ("catalogId", own.catalog_id == target.catalog_id),
            (
                "sendDataModel",
                own.send_data_model == target.send_data_model,
            ),
            ("metadata", own.metadata == target.metadata),
        ];
        losses.add_members(at, &members);
        let data = (own.data_model.as_ref(), target.data_model.as_ref());
        losses.add_changes(&at.member("dataModel"), data, LEVELS);
        losses.add_changed_members(at, (&own.extra, &target.extra), LEVELS, |_| true);
        let at = at.member("components");
        match (&own.components, &target.components) {
            (Field::Value(own), Field::Value(target)) => {
                self.add_losses_of_components(&at, (own, target), losses);
            }
            (own, target) if own == target => {}
            _ => losses.add(at),
        }
    }

    /// Adds the members of components that do not come back.
    fn add_losses_of_components(
        self,
        at: &Pointer,
        (own, target): (&[v1_0::Component], &[v1_0::Component]),
        losses: &mut Losses,
    ) {
        if own.len() != target.len() {
            // A carry replaced the list, so its elements cannot be compared.
            return losses.add(at.clone());
        }
        for (index, (own, target)) in own.iter().zip(target).enumerate() {
            let at = at.element(index);
            if own.id != target.id {
                losses.return_key(index, target.id.as_str());
            }
            let fields = [
                ("id", own.id == target.id),
                ("component", own.component == target.component),
            ];
            losses.add_members(&at, &fields);
            add_lost_members(&at, members(own), self.returned_members(target), losses);
        }
    }

    /// Returns the members that a component of the target has in the source notation.
    fn returned_members(self, component: &v1_0::Component) -> ReturnedMembers<'_> {
        let mut returned = ReturnedMembers::new();
        for (name, value) in members(component) {
            let Ok((name, rewritten)) = self.convert_member(component, name, &value) else {
                continue;
            };
            if let Some(value) = rewritten.value {
                returned.insert(Cow::Owned(name), Cow::Owned(value));
            }
        }
        returned
    }

    /// Adds the parts of a call that do not come back.
    fn add_losses_of_call(
        self,
        at: &Pointer,
        (own, target): (&v1_0::FunctionCall, &v1_0::FunctionCall),
        losses: &mut Losses,
    ) {
        let (rewritten, _) = self.rewrite_call(target);
        let returned = rewritten.as_ref().unwrap_or(target);
        if own == returned {
            return;
        }
        let (own_json, returned_json) = (payload(own), payload(returned));
        let at = at.member("callFunction");
        let levels = LEVELS - at.segments().count();
        for (below, _) in difference::changes_between(&returned_json, &own_json, levels) {
            let place = at.join(&below);
            match (own_json.get(&below), returned_json.get(&below)) {
                // The part comes back with another value, so the whole part is carried.
                (Some(own), Some(returned)) => losses.add_whole(place, (&own, &returned)),
                _ => losses.add(place),
            }
        }
    }
}
