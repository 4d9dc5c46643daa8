//! Splits a refused message into parts, so that one error does not hide others about the same surface.

use bridge::a2ui::{Message, SurfaceId, v0_8, v0_9, v0_10, v1_0};
use wire::Pointer;

/// A message that contains one part of another message.
pub(super) struct MessagePart {
    pub(super) message: Message,
    /// The index of the part's only component in the whole message.
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

/// Splits a message into parts with at most one component each. Returns an empty list if the message has no components.
pub(super) fn split_message(message: &Message) -> Vec<MessagePart> {
    match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::SurfaceUpdate(body),
            ..
        }) => component_parts(&body.components, |component| {
            v0_8::AgentMessage::new(v0_8::SurfaceUpdate::new(
                body.surface_id.clone(),
                vec![component],
            ))
        }),
        Message::V0_9Agent(v0_9::AgentMessage {
            version,
            body: v0_9::AgentBody::UpdateComponents(body),
            ..
        }) => component_parts(&body.components, |component| {
            let update = v0_9::UpdateComponents::new(body.surface_id.clone(), vec![component]);
            v0_9::AgentMessage::new(*version, update)
        }),
        Message::V0_10Agent(v0_10::AgentMessage {
            version,
            body: v0_10::AgentBody::UpdateComponents(body),
            ..
        }) => component_parts(&body.components, |component| {
            let update = v0_10::UpdateComponents::new(body.surface_id.clone(), vec![component]);
            v0_10::AgentMessage::new(*version, update)
        }),
        Message::V1_0Agent(v1_0::AgentMessage { version, body, .. }) => match body {
            v1_0::AgentBody::UpdateComponents(body) => {
                v1_0_component_parts(*version, &body.surface_id, &body.components)
            }
            v1_0::AgentBody::CreateSurface(body) => creation_parts(*version, body),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns one part for each component. `part` creates the message of a part.
fn component_parts<C: Clone, M: Into<Message>>(
    components: &[C],
    part: impl Fn(C) -> M,
) -> Vec<MessagePart> {
    let mut parts = Vec::with_capacity(components.len());
    for (index, component) in components.iter().enumerate() {
        parts.push(MessagePart {
            message: part(component.clone()).into(),
            component: Some(index),
        });
    }
    parts
}

fn v1_0_component_parts(
    version: v1_0::Version,
    surface: &SurfaceId,
    components: &[v1_0::Component],
) -> Vec<MessagePart> {
    component_parts(components, |component| {
        let update = v1_0::UpdateComponents::new(surface.clone(), vec![component]);
        v1_0::AgentMessage::new(version, update)
    })
}

/// Splits the creation of a surface into an empty creation, the update of its data, and its components.
fn creation_parts(version: v1_0::Version, body: &v1_0::CreateSurface) -> Vec<MessagePart> {
    let mut empty = body.clone();
    empty.components = wire::Field::Absent;
    empty.data_model = None;
    let mut parts = vec![MessagePart {
        message: v1_0::AgentMessage::new(version, empty).into(),
        component: None,
    }];
    let id = &body.surface_id;
    if let Some(model) = body.data_model.as_ref().filter(|model| model.is_object()) {
        let update = v1_0::UpdateDataModel::new(id.clone(), model.clone());
        parts.push(MessagePart {
            message: v1_0::AgentMessage::new(version, update).into(),
            component: None,
        });
    }
    if let Some(components) = body.components.get() {
        parts.extend(v1_0_component_parts(version, id, components));
    }
    parts
}
