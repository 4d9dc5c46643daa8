//! Messages from the client.

use super::{Error, Version};
use crate::{ActionId, CallId, ComponentId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// Reports that the user activated a component with an event.
    ///
    /// Specification: [A2UI 1.0 of June 2026, `action`](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#action).
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
        /// `true` if the client expects an `actionResponse`; `false` if absent.
        want_response as "wantResponse"?: Field<bool>,
        /// The id of the action, which its response repeats.
        action_id as "actionId"?: Field<ActionId>,
    }
    /// The value that a function returned to the agent.
    ///
    /// Specification: [A2UI 1.0 of June 2026, `functionResponse`](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#functionresponse).
    pub struct FunctionResponse {
        /// The id of the call.
        function_call_id as "functionCallId": CallId,
        /// The name of the function.
        call: String,
        /// The returned value; null if the function returns no value.
        value: Payload,
    }
}

wire::keyed! {
    /// A message from the client.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_10::{ClientMessage, FunctionResponse, Version}, wire::{self, Payload}};
    ///
    /// let response = FunctionResponse::new("c1", "openUrl", Payload::null());
    /// let text = r#"{"version":"v0.10","functionResponse":{"functionCallId":"c1","call":"openUrl","value":null}}"#;
    /// assert_eq!(wire::encode(&ClientMessage::new(Version::V0_10, response))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0 of June 2026, Client-to-server event messages](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#client-to-server-event-messages).
    pub struct ClientMessage {
        /// The version that the message states.
        version: Version,
    }
    /// The content of a message from the client, by its key.
    pub enum ClientBody {
        /// Reports an action of the user.
        "action" Action(UserAction),
        /// Returns the value of a function.
        "functionResponse" FunctionResponse(FunctionResponse),
        /// Reports an error in the client.
        "error" Error(Error),
    }
}

impl ClientMessage {
    /// Returns the id of the surface to which the message applies, if the message names one.
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
        rules::reject_unknown(&self.extra, "a message of A2UI 0.10", at, found);
        let at = at.member(self.key());
        match &self.body {
            ClientBody::Action(body) => {
                body.findings(&at, found);
                let waits = body.want_response == Field::Value(true);
                if self.version == Version::V1_0 && waits && body.action_id.is_absent() {
                    let message =
                        "an action with `wantResponse` is missing the required member `actionId`";
                    let finding = Finding::error("missing-member", at.member("actionId"), message);
                    found.push(finding.hint("add an `actionId`, which the response repeats"));
                }
            }
            ClientBody::FunctionResponse(body) => {
                rules::reject_unknown(&body.extra, "`functionResponse`", &at, found)
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
