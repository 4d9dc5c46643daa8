//! Messages from the agent.

use super::{
    CallableFrom, CreateSurface, DeleteSurface, FunctionCall, UpdateComponents, UpdateDataModel,
};
use crate::{ActionId, CallId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// The value of the member `version`. The enumeration is closed, because other values mean other messages.
    ///
    /// Specification: [A2UI 1.0 of June 2026, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#envelope-message-structure).
    pub closed enum Version {
        /// A2UI 0.10, a draft.
        V0_10 = "v0.10",
        /// A2UI 1.0 of June 2026.
        V1_0 = "v1.0",
    }
}

wire::object! {
    /// The response to an action of the client: a value or an error.
    ///
    /// Specification: [A2UI 1.0 of June 2026, `actionResponse`](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#actionresponse).
    pub struct ActionResponse {
        /// The value of the response; null is a valid value.
        value?: Option<Payload>,
        /// The error that prevented a value.
        error?: Field<ResponseError>,
    }
    /// The error for a failed call or action.
    ///
    /// Specification: [A2UI 1.0, `agentFunctionResponse`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#agentfunctionresponse).
    pub struct ResponseError {
        /// A machine-readable code, defined by the sender.
        code: String,
        /// An explanation for developers.
        message: String,
    }
}

wire::keyed! {
    /// A message from the agent. The ids of calls and actions are next to the key.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_10::{ActionResponse, AgentMessage, Version}, wire::{self, Payload}};
    ///
    /// let response = AgentMessage::new(Version::V0_10, ActionResponse::new().value(Payload::null())).action_id("a1");
    /// let text = r#"{"version":"v0.10","actionId":"a1","actionResponse":{"value":null}}"#;
    /// assert_eq!(wire::encode(&response)?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0 of June 2026, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#envelope-message-structure).
    pub struct AgentMessage {
        /// The version that the message states.
        version: Version,
        /// The id of the call; required with `callFunction`.
        function_call_id as "functionCallId"?: Field<CallId>,
        /// `true` if the agent expects the returned value; allowed with `callFunction`, `false` if absent.
        want_response as "wantResponse"?: Field<bool>,
        /// The id of the action to which the message responds; required with `actionResponse`.
        action_id as "actionId"?: Field<ActionId>,
    }
    /// The content of a message from the agent, by its key.
    pub enum AgentBody {
        /// Creates a surface.
        "createSurface" CreateSurface(CreateSurface),
        /// Adds or replaces components.
        "updateComponents" UpdateComponents(UpdateComponents),
        /// Writes or removes part of the data model.
        "updateDataModel" UpdateDataModel(UpdateDataModel),
        /// Deletes a surface.
        "deleteSurface" DeleteSurface(DeleteSurface),
        /// Calls a function of the client.
        "callFunction" CallFunction(FunctionCall),
        /// Responds to an action of the client.
        "actionResponse" ActionResponse(ActionResponse),
    }
}

impl AgentMessage {
    /// Returns the id of the surface to which the message applies. Calls and responses apply to none.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match &self.body {
            AgentBody::CreateSurface(body) => Some(&body.surface_id),
            AgentBody::UpdateComponents(body) => Some(&body.surface_id),
            AgentBody::UpdateDataModel(body) => Some(&body.surface_id),
            AgentBody::DeleteSurface(body) => Some(&body.surface_id),
            AgentBody::CallFunction(_) | AgentBody::ActionResponse(_) => None,
        }
    }

    /// Checks a call by the agent. In 0.10, the call must state a return type and allow remote callers; the 1.0 of
    /// June requires neither.
    fn check_remote_call(&self, body: &FunctionCall, at: &Pointer, found: &mut Vec<Finding>) {
        if self.version != Version::V0_10 {
            return;
        }
        let call = (true, "callFunction");
        rules::belongs(&body.return_type, "returnType", call, at, found);
        rules::belongs(&body.callable_from, "callableFrom", call, at, found);
        if body.callable_from == Field::Value(CallableFrom::ClientOnly) {
            let at = at.member("callableFrom");
            let finding = Finding::error(
                "callable-from",
                at,
                "the agent calls a function that only components may call",
            );
            found.push(
                finding.hint(
                    "set `callableFrom` as the catalog does: `remoteOnly` or `clientOrRemote`",
                ),
            );
        }
    }
}

impl Validate for AgentMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let key = self.key();
        let calls = (key == "callFunction", key);
        rules::belongs(&self.function_call_id, "functionCallId", calls, at, found);
        rules::belongs(
            &self.action_id,
            "actionId",
            (key == "actionResponse", key),
            at,
            found,
        );
        if !self.want_response.is_absent() {
            rules::belongs(&self.want_response, "wantResponse", calls, at, found);
        }
        rules::reject_unknown(&self.extra, "a message of A2UI 0.10", at, found);
        let at = at.member(key);
        match &self.body {
            AgentBody::CreateSurface(body) => {
                let version = match self.version {
                    Version::V0_10 => crate::Version::V0_10,
                    Version::V1_0 => crate::Version::V1_0June,
                };
                rules::basic_catalog(Some(&body.catalog_id), version, &at, found);
                body.findings(&at, found);
            }
            AgentBody::UpdateComponents(body) => body.findings(&at, found),
            AgentBody::UpdateDataModel(body) => body.findings(&at, found),
            AgentBody::DeleteSurface(body) => body.findings(&at, found),
            AgentBody::CallFunction(body) => {
                body.findings(&at, found);
                self.check_remote_call(body, &at, found);
                rules::reject_unknown(&body.extra, "`callFunction`", &at, found);
            }
            AgentBody::ActionResponse(body) => body.findings(&at, found),
        }
    }
}

impl Validate for ActionResponse {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.error, "error", at, found);
        let (value, error) = (self.value.is_some(), !self.error.is_absent());
        rules::exactly_one(("value", value), ("error", error), at, found);
        if let Some(error) = self.error.get() {
            error.findings(&at.member("error"), found);
        }
        rules::reject_unknown(&self.extra, "`actionResponse`", at, found);
    }
}

impl Validate for ResponseError {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "the error of a response", at, found);
    }
}
