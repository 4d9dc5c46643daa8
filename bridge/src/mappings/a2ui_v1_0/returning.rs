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
            (CreateSurface(source), CreateSurface(target)) => {
                self.add_losses_of_create(&at, source, target, losses);
            }
            (UpdateComponents(source), UpdateComponents(target)) => {
                losses.add_members(
                    &at,
                    &[("surfaceId", source.surface_id == target.surface_id)],
                );
                losses.add_changed_members(&at, (&source.extra, &target.extra), levels, |_| true);
                let components = (source.components.as_slice(), target.components.as_slice());
                self.add_losses_of_components(&at.member("components"), components, losses);
            }
            (UpdateDataModel(source), UpdateDataModel(target)) => {
                losses.add_typed_changes(&at, (source, target), levels);
            }
            (DeleteSurface(source), DeleteSurface(target)) => {
                losses.add_typed_changes(&at, (source, target), levels);
            }
            (CallRendererFunction(source), CallRendererFunction(target)) => {
                let members = [
                    ("surfaceId", source.surface_id == target.surface_id),
                    (
                        "functionCallId",
                        source.function_call_id == target.function_call_id,
                    ),
                ];
                losses.add_members(&at, &members);
                losses.add_changed_members(&at, (&source.extra, &target.extra), levels, |_| true);
                self.add_losses_of_call(
                    &at,
                    (&source.call_function, &target.call_function),
                    losses,
                );
            }
            (AgentFunctionResponse(source), AgentFunctionResponse(target)) => {
                losses.add_typed_changes(&at, (source, target), levels);
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
            (Action(source), Action(target)) => {
                losses.add_typed_changes(&at, (source, target), LEVELS)
            }
            (CallAgentFunction(source), CallAgentFunction(target)) => {
                let members = [
                    ("surfaceId", source.surface_id == target.surface_id),
                    (
                        "functionCallId",
                        source.function_call_id == target.function_call_id,
                    ),
                ];
                losses.add_members(&at, &members);
                losses.add_changed_members(&at, (&source.extra, &target.extra), LEVELS, |_| true);
                self.add_losses_of_call(
                    &at,
                    (&source.call_function, &target.call_function),
                    losses,
                );
            }
            (RendererFunctionResponse(source), RendererFunctionResponse(target)) => {
                losses.add_typed_changes(&at, (source, target), LEVELS);
            }
            (Error(source), Error(target)) => {
                losses.add_typed_changes(&at, (source, target), LEVELS)
            }
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
        source: &v1_0::CreateSurface,
        target: &v1_0::CreateSurface,
        losses: &mut Losses,
    ) {
        let members = [
            ("surfaceId", source.surface_id == target.surface_id),
            ("catalogId", source.catalog_id == target.catalog_id),
            (
                "sendDataModel",
                source.send_data_model == target.send_data_model,
            ),
            ("metadata", source.metadata == target.metadata),
        ];
        losses.add_members(at, &members);
        let data = (source.data_model.as_ref(), target.data_model.as_ref());
        losses.add_changes(&at.member("dataModel"), data, LEVELS);
        losses.add_changed_members(at, (&source.extra, &target.extra), LEVELS, |_| true);
        let at = at.member("components");
        match (&source.components, &target.components) {
            (Field::Value(source), Field::Value(target)) => {
                self.add_losses_of_components(&at, (source, target), losses);
            }
            (source, target) if source == target => {}
            _ => losses.add(at),
        }
    }

    /// Adds the members of components that do not come back.
    fn add_losses_of_components(
        self,
        at: &Pointer,
        (source, target): (&[v1_0::Component], &[v1_0::Component]),
        losses: &mut Losses,
    ) {
        if source.len() != target.len() {
            // A carry replaced the list, so its elements cannot be compared.
            return losses.add(at.clone());
        }
        for (index, (source, target)) in source.iter().zip(target).enumerate() {
            let at = at.element(index);
            if source.id != target.id {
                losses.return_key(index, target.id.as_str());
            }
            let fields = [
                ("id", source.id == target.id),
                ("component", source.component == target.component),
            ];
            losses.add_members(&at, &fields);
            add_lost_members(&at, members(source), self.returned_members(target), losses);
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
        (source, target): (&v1_0::FunctionCall, &v1_0::FunctionCall),
        losses: &mut Losses,
    ) {
        let (rewritten, _) = self.rewrite_call(target);
        let returned = rewritten.as_ref().unwrap_or(target);
        if source == returned {
            return;
        }
        let (source_json, returned_json) = (payload(source), payload(returned));
        let at = at.member("callFunction");
        let levels = LEVELS - at.segments().count();
        for (below, _) in difference::changes_between(&returned_json, &source_json, levels) {
            let place = at.join(&below);
            match (source_json.get(&below), returned_json.get(&below)) {
                // The part comes back with another value, so the whole part is carried.
                (Some(source), Some(returned)) => losses.add_whole(place, (&source, &returned)),
                _ => losses.add(place),
            }
        }
    }
}
