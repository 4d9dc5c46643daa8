//! What a client sends.

use super::{Error, Version};
use crate::{ActionId, CallId, ComponentId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// The user did something to a component that declares an event. A2UI 0.10, client to server, `action`.
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
        /// Whether the client waits for an `actionResponse`; absent means no.
        want_response as "wantResponse"?: Field<bool>,
        /// Names the action for its answer.
        action_id as "actionId"?: Field<ActionId>,
    }
    /// What a function returned that the agent called. A2UI 0.10, client to server, `functionResponse`.
    pub struct FunctionResponse {
        /// The call.
        function_call_id as "functionCallId": CallId,
        /// The name of the function.
        call: String,
        /// What it returned; null where it returns nothing.
        value: Payload,
    }
}

wire::keyed! {
    /// One message from the client. A2UI 0.10, client to server.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_10::{ClientMessage, FunctionResponse, Version}, wire::{self, Payload}};
    ///
    /// let response = FunctionResponse::new("c1", "openUrl", Payload::null());
    /// let text = r#"{"version":"v0.10","functionResponse":{"functionCallId":"c1","call":"openUrl","value":null}}"#;
    /// assert_eq!(wire::encode(&ClientMessage::new(Version::V0_10, response))?, text);
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
        /// A function returned.
        "functionResponse" FunctionResponse(FunctionResponse),
        /// Something went wrong.
        "error" Error(Error),
    }
}

impl ClientMessage {
    /// The surface that the message is about, if it names one.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match &self.body {
            ClientBody::Action(body) => Some(&body.surface_id),
            ClientBody::FunctionResponse(_) => None,
            ClientBody::Error(body) => body.surface_id(),
        }
    }
}

impl Validate for ClientMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "a message of A2UI 0.10", at, found);
        let at = at.member(self.key());
        match &self.body {
            ClientBody::Action(body) => {
                body.findings(&at, found);
                let waits = body.want_response == Field::Value(true);
                if self.version == Version::V1_0 && waits && body.action_id.is_absent() {
                    let message = "an action that waits for an answer has no `actionId`";
                    found.push(Finding::error("missing-member", at.member("actionId"), message));
                }
            }
            ClientBody::FunctionResponse(body) => {
                rules::closed(&body.extra, "`functionResponse`", &at, found)
            }
            ClientBody::Error(body) => body.findings(&at, found),
        }
    }
}

impl Validate for UserAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::timestamp(&self.timestamp, at.member("timestamp"), found);
        rules::object(&self.context, at.member("context"), found);
        rules::not_null(&self.want_response, "wantResponse", at, found);
        rules::not_null(&self.action_id, "actionId", at, found);
    }
}
