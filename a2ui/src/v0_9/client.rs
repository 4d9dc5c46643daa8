//! What a client sends.

use super::{Error, Version};
use crate::{ComponentId, SurfaceId, rules};
use wire::{Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// The user did something to a component that declares an event. A2UI 0.9, client to server, `action`.
    pub struct UserAction {
        /// The name that the component's `action.event` declares.
        name: String,
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// The component.
        source_component_id as "sourceComponentId": ComponentId,
        /// When it happened.
        timestamp: Timestamp,
        /// The declared context, its bindings resolved: an object.
        context: Payload,
    }
}

wire::keyed! {
    /// One message from the client. A2UI 0.9, client to server.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::{ClientMessage, UserAction, Version}, wire::{self, Payload}};
    ///
    /// let action = UserAction::new("go", "s", "b", "2026-05-18T15:30:00Z", Payload::empty_object());
    /// let text = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    /// assert_eq!(wire::encode(&ClientMessage::new(Version::V0_9, action))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct ClientMessage {
        /// The version, as the message states it.
        version: Version,
    }
    /// What a message of the client says.
    pub enum ClientBody {
        /// The user did something.
        "action" Action(UserAction),
        /// Something went wrong.
        "error" Error(Error),
    }
}

impl ClientMessage {
    /// The surface that the message is about.
    pub fn surface_id(&self) -> &SurfaceId {
        match &self.body {
            ClientBody::Action(body) => &body.surface_id,
            ClientBody::Error(body) => body.surface_id(),
        }
    }
}

impl Validate for ClientMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "a message of A2UI 0.9", at, found);
        let at = at.member(self.key());
        match &self.body {
            ClientBody::Action(body) => body.findings(&at, found),
            ClientBody::Error(body) => body.findings(&at, found),
        }
    }
}

impl Validate for UserAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::timestamp(&self.timestamp, at.member("timestamp"), found);
        rules::object(&self.context, at.member("context"), found);
    }
}
