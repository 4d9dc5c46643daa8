//! The slots of A2UI messages.

mod metadata;

use super::{CarrySlot, Embed, no_room, take_carry};
use crate::{
    Binding, Carry, CarryPolicy, Dialect, IgnoredCarry, Refusal,
    trust::carry_slot::{self, Before, EmbeddedCarry},
};
use a2ui::{ComponentId, Message, v0_8, v0_9, v0_10, v1_0};
use wire::{Field, Payload, Timestamp};

/// The slot of an A2UI message, by version.
enum CarryPlace<'a> {
    /// The context of an action, in versions up to 0.10.
    Context(&'a mut Payload),
    /// The metadata of a 1.0 message.
    Metadata(&'a mut Field<v1_0::Metadata>),
}

fn place_of(message: &mut Message) -> Option<CarryPlace<'_>> {
    match message {
        Message::V0_8Client(v0_8::ClientMessage {
            body: v0_8::ClientBody::UserAction(action),
            ..
        }) => Some(CarryPlace::Context(&mut action.context)),
        Message::V0_9Client(v0_9::ClientMessage {
            body: v0_9::ClientBody::Action(action),
            ..
        }) => Some(CarryPlace::Context(&mut action.context)),
        Message::V0_10Client(v0_10::ClientMessage {
            body: v0_10::ClientBody::Action(action),
            ..
        }) => Some(CarryPlace::Context(&mut action.context)),
        Message::V1_0Renderer(v1_0::RendererMessage {
            body: v1_0::RendererBody::Action(action),
            ..
        }) => Some(CarryPlace::Metadata(&mut action.metadata)),
        Message::V1_0Agent(v1_0::AgentMessage {
            body: v1_0::AgentBody::CreateSurface(create),
            ..
        }) => Some(CarryPlace::Metadata(&mut create.metadata)),
        _ => None,
    }
}

impl Embed for Message {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        if carry.is_empty() {
            return Ok(self);
        }
        match place_of(&mut self) {
            Some(CarryPlace::Context(context)) => {
                *context = carry_slot::embed_carry(Some(context), &carry)?
            }
            Some(CarryPlace::Metadata(metadata)) => metadata::embed_carry(metadata, &carry)?,
            None => return Err(no_room("an A2UI message of this kind and version")),
        }
        Ok(self)
    }

    fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
        take_carry(self, policy)
    }

    fn binding(&self) -> Binding {
        let binding = Binding::of(Dialect::of_message(self)).surface(self.surface_id());
        let Some((component, timestamp)) = click(self) else {
            return binding;
        };
        binding
            .component(Some(component))
            .timestamp(Some(timestamp))
    }
}

impl CarrySlot for Message {
    fn find_carry(&mut self) -> Option<Result<EmbeddedCarry, IgnoredCarry>> {
        match place_of(self)? {
            CarryPlace::Context(context) => carry_slot::find(context),
            CarryPlace::Metadata(metadata) => {
                carry_slot::find(metadata.get()?.extensions.as_ref()?)
            }
        }
    }

    fn restore(&mut self, before: Before) {
        match place_of(self) {
            Some(CarryPlace::Context(context)) => {
                *context =
                    carry_slot::restore(context, before).unwrap_or_else(Payload::empty_object);
            }
            Some(CarryPlace::Metadata(metadata)) => metadata::restore(metadata, before),
            None => {}
        }
    }
}

/// Returns the component and the timestamp of an action.
fn click(message: &Message) -> Option<(&ComponentId, &Timestamp)> {
    Some(match message {
        Message::V0_8Client(v0_8::ClientMessage {
            body: v0_8::ClientBody::UserAction(action),
            ..
        }) => (&action.source_component_id, &action.timestamp),
        Message::V0_9Client(v0_9::ClientMessage {
            body: v0_9::ClientBody::Action(action),
            ..
        }) => (&action.source_component_id, &action.timestamp),
        Message::V0_10Client(v0_10::ClientMessage {
            body: v0_10::ClientBody::Action(action),
            ..
        }) => (&action.source_component_id, &action.timestamp),
        Message::V1_0Renderer(v1_0::RendererMessage {
            body: v1_0::RendererBody::Action(action),
            ..
        }) => (&action.source_component_id, &action.timestamp),
        _ => return None,
    })
}
