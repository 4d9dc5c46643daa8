//! What a client sends.

use crate::{ComponentId, SurfaceId, rules};
use wire::{Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// The user did something to a component that declares an action. A2UI 0.8, `userAction`.
    pub struct UserAction {
        /// The name that the component's `action` declares.
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
    /// Something went wrong in the client: an object whose content the specification leaves open. A2UI 0.8, `error`.
    pub struct Error {}
}

wire::keyed! {
    /// One message from the client. A2UI 0.8, client to server.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::{ClientBody, ClientMessage}, wire};
    ///
    /// let text = r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    /// let message: ClientMessage = wire::decode(text)?;
    /// assert!(matches!(&message.body, ClientBody::UserAction(action) if action.name == "go"));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct ClientMessage {}
    /// What a message of the client says.
    pub enum ClientBody {
        /// The user did something.
        "userAction" UserAction(UserAction),
        /// Something went wrong.
        "error" Error(Error),
    }
}

impl ClientMessage {
    /// The surface that the message is about; an `error` names none.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match &self.body {
            ClientBody::UserAction(body) => Some(&body.surface_id),
            ClientBody::Error(_) => None,
        }
    }
}

impl Validate for ClientMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "a message of A2UI 0.8", at, found);
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
