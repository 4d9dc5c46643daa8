//! Splits a refused message into parts, so that one error does not hide others about the same surface.

use bridge::a2ui::{Message, v0_8, v0_9, v0_10, v1_0};
use wire::Pointer;

/// A message with one part of another one.
pub(super) struct MessagePart {
    pub(super) message: Message,
    /// The index of its only component in the whole message.
    component: Option<usize>,
}

impl MessagePart {
    /// Converts a place in the part into a place in the whole message.
    pub(super) fn place_of(&self, pointer: &Pointer, whole: &Message) -> Pointer {
        let Some(index) = self.component else {
            return pointer.clone();
        };
        let components = Pointer::root()
            .member(whole.key())
            .member("components")
            .element(index);
        // The first three segments are the key, `components`, and the index of the only component.
        pointer
            .segments()
            .skip(3)
            .fold(components, |at, segment| at.member(&segment))
    }
}

/// Splits a message into parts with at most one component each. Returns none if the message has no components.
pub(super) fn split_message(message: &Message) -> Vec<MessagePart> {
    let mut parts = Vec::new();
    let one = |component: usize, message: Message| MessagePart {
        message,
        component: Some(component),
    };
    match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::SurfaceUpdate(body),
            ..
        }) => {
            for (index, component) in body.components.iter().enumerate() {
                let update =
                    v0_8::SurfaceUpdate::new(body.surface_id.clone(), vec![component.clone()]);
                parts.push(one(index, v0_8::AgentMessage::new(update).into()));
            }
        }
        Message::V0_9Agent(v0_9::AgentMessage {
            version,
            body: v0_9::AgentBody::UpdateComponents(body),
            ..
        }) => {
            for (index, component) in body.components.iter().enumerate() {
                let update =
                    v0_9::UpdateComponents::new(body.surface_id.clone(), vec![component.clone()]);
                parts.push(one(index, v0_9::AgentMessage::new(*version, update).into()));
            }
        }
        Message::V0_10Agent(v0_10::AgentMessage {
            version,
            body: v0_10::AgentBody::UpdateComponents(body),
            ..
        }) => {
            for (index, component) in body.components.iter().enumerate() {
                let update =
                    v0_10::UpdateComponents::new(body.surface_id.clone(), vec![component.clone()]);
                parts.push(one(
                    index,
                    v0_10::AgentMessage::new(*version, update).into(),
                ));
            }
        }
        Message::V1_0Agent(v1_0::AgentMessage { version, body, .. }) => {
            let (id, components) = match body {
                v1_0::AgentBody::UpdateComponents(body) => {
                    (&body.surface_id, body.components.as_slice())
                }
                v1_0::AgentBody::CreateSurface(body) => {
                    let mut bare = body.clone();
                    bare.components = wire::Field::Absent;
                    bare.data_model = None;
                    let message = v1_0::AgentMessage::new(*version, bare).into();
                    parts.push(MessagePart {
                        message,
                        component: None,
                    });
                    if let Some(model) = body.data_model.clone().filter(wire::Payload::is_object) {
                        let update = v1_0::UpdateDataModel::new(body.surface_id.clone(), model);
                        let message = v1_0::AgentMessage::new(*version, update).into();
                        parts.push(MessagePart {
                            message,
                            component: None,
                        });
                    }
                    (
                        &body.surface_id,
                        body.components.get().map_or(&[][..], Vec::as_slice),
                    )
                }
                _ => return parts,
            };
            for (index, component) in components.iter().enumerate() {
                let update = v1_0::UpdateComponents::new(id.clone(), vec![component.clone()]);
                parts.push(one(index, v1_0::AgentMessage::new(*version, update).into()));
            }
        }
        _ => {}
    }
    parts
}
