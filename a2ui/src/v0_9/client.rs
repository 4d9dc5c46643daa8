//! Messages from the client.

use super::{Error, Version};
use crate::{ComponentId, SurfaceId, rules};
use wire::{Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// Reports that the user activated a component with an event.
    ///
    /// Specification: [A2UI 0.9, `action`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#action).
    pub struct UserAction {
        /// The name in the `action.event` of the component.
        name: String,
        /// The surface of the component.
        surface_id as "surfaceId": SurfaceId,
        /// The component that the user activated.
        source_component_id as "sourceComponentId": ComponentId,
        /// The time of the action.
        timestamp: Timestamp,
        /// The context of the event with its bindings resolved; an object.
        context: Payload,
    }
}

wire::keyed! {
    /// A message from the client.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::{ClientMessage, UserAction, Version}, wire::{self, Payload}};
    ///
    /// let action = UserAction::new("go", "s", "b", "2026-05-18T15:30:00Z", Payload::empty_object());
    /// let text = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    /// assert_eq!(wire::encode(&ClientMessage::new(Version::V0_9, action))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.9, Client-to-server messages](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#client-to-server-messages).
    pub struct ClientMessage {
        /// The version that the message states.
        version: Version,
    }
    /// The content of a message from the client, by its key.
    pub enum ClientBody {
        /// Reports an action of the user.
        "action" Action(UserAction),
        /// Reports an error in the client.
        "error" Error(Error),
    }
}

impl ClientMessage {
    /// Returns the id of the surface to which the message applies.
    pub fn surface_id(&self) -> &SurfaceId {
        match &self.body {
            ClientBody::Action(body) => &body.surface_id,
            ClientBody::Error(body) => body.surface_id(),
        }
    }
}

impl Validate for ClientMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "a message of A2UI 0.9", at, found);
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
