//! Messages from the client.

use crate::{ComponentId, SurfaceId, rules};
use wire::{Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// Reports that the user activated a component with an action.
    ///
    /// Specification: [A2UI 0.8, § 5.2 The `userAction` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#52-the-useraction-message).
    pub struct UserAction {
        /// The name in the `action` of the component.
        name: String,
        /// The surface of the component.
        surface_id as "surfaceId": SurfaceId,
        /// The component that the user activated.
        source_component_id as "sourceComponentId": ComponentId,
        /// The time of the action.
        timestamp: Timestamp,
        /// The context of the action with its bindings resolved; an object.
        context: Payload,
    }
    /// Reports an error in the client. The specification does not define the content of the object.
    ///
    /// Specification: [A2UI 0.8, § 5.3 The `error` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#53-the-error-message).
    pub struct Error {}
}

wire::keyed! {
    /// A message from the client.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::{ClientBody, ClientMessage}, wire};
    ///
    /// let text = r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    /// let message: ClientMessage = wire::decode(text)?;
    /// assert!(matches!(&message.body, ClientBody::UserAction(action) if action.name == "go"));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.8, § 5.1 The client event message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#51-the-client-event-message).
    pub struct ClientMessage {}
    /// The content of a message from the client, by its key.
    pub enum ClientBody {
        /// Reports an action of the user.
        "userAction" UserAction(UserAction),
        /// Reports an error in the client.
        "error" Error(Error),
    }
}

impl ClientMessage {
    /// Returns the id of the surface to which the message applies. An `error` applies to none.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match &self.body {
            ClientBody::UserAction(body) => Some(&body.surface_id),
            ClientBody::Error(_) => None,
        }
    }
}

impl Validate for ClientMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "a message of A2UI 0.8", at, found);
        if let ClientBody::UserAction(body) = &self.body {
            body.findings(&at.member(self.key()), found);
        }
    }
}

impl Validate for UserAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::timestamp(&self.timestamp, at.member("timestamp"), found);
        rules::object(&self.context, at.member("context"), found);
    }
}
