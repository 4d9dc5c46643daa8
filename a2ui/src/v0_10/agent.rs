//! What an agent sends.

use super::{CallableFrom, CreateSurface, DeleteSurface, FunctionCall, UpdateComponents, UpdateDataModel};
use crate::{ActionId, CallId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// How a message calls its version. Closed: another word means other messages.
    pub closed enum Version {
        /// A2UI 0.10.
        V0_10 = "v0.10",
        /// A2UI 1.0 as it was in June 2026.
        V1_0 = "v1.0",
    }
}

wire::object! {
    /// Answers an action of the client, with a value or an error. A2UI 0.10, `actionResponse`.
    pub struct ActionResponse {
        /// The answer; null is an answer like any other.
        value?: Option<Payload>,
        /// Why there is none.
        error?: Field<ResponseError>,
    }
    /// Why a call or an action has no value. A2UI 0.10 and 1.0, `error` of a response.
    pub struct ResponseError {
        /// For programs; the agent's own.
        code: String,
        /// For people.
        message: String,
    }
}

wire::keyed! {
    /// One message from the agent. A2UI 0.10, server to client. The ids of calls and actions stand beside the key.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_10::{ActionResponse, AgentMessage, Version}, wire::{self, Payload}};
    ///
    /// let response = AgentMessage::new(Version::V0_10, ActionResponse::new().value(Payload::null())).action_id("a1");
    /// let text = r#"{"version":"v0.10","actionId":"a1","actionResponse":{"value":null}}"#;
    /// assert_eq!(wire::encode(&response)?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct AgentMessage {
        /// The version, as the message states it.
        version: Version,
        /// Beside `callFunction`: names the call.
        function_call_id as "functionCallId"?: Field<CallId>,
        /// Beside `callFunction`: whether the agent wants the value; absent means no.
        want_response as "wantResponse"?: Field<bool>,
        /// Beside `actionResponse`: the action that is answered.
        action_id as "actionId"?: Field<ActionId>,
    }
    /// What a message of the agent says.
    pub enum AgentBody {
        /// The surface begins.
        "createSurface" CreateSurface(CreateSurface),
        /// Components come.
        "updateComponents" UpdateComponents(UpdateComponents),
        /// Data comes or goes.
        "updateDataModel" UpdateDataModel(UpdateDataModel),
        /// The surface goes.
        "deleteSurface" DeleteSurface(DeleteSurface),
        /// A function of the client is called.
        "callFunction" CallFunction(FunctionCall),
        /// An action is answered.
        "actionResponse" ActionResponse(ActionResponse),
    }
}

impl AgentMessage {
    /// The surface that the message is about; calls and answers name none.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match &self.body {
            AgentBody::CreateSurface(body) => Some(&body.surface_id),
            AgentBody::UpdateComponents(body) => Some(&body.surface_id),
            AgentBody::UpdateDataModel(body) => Some(&body.surface_id),
            AgentBody::DeleteSurface(body) => Some(&body.surface_id),
            AgentBody::CallFunction(_) | AgentBody::ActionResponse(_) => None,
        }
    }

    /// A call from outside names a return type and says that it may come from there. The 1.0 of June asks for neither.
    fn remote_call(&self, body: &FunctionCall, at: &Pointer, found: &mut Vec<Finding>) {
        if self.version != Version::V0_10 {
            return;
        }
        let call = (true, "callFunction");
        rules::belongs(&body.return_type, "returnType", call, at, found);
        rules::belongs(&body.callable_from, "callableFrom", call, at, found);
        if body.callable_from == Field::Value(CallableFrom::ClientOnly) {
            let at = at.member("callableFrom");
            let finding =
                Finding::error("callable-from", at, "a call of the agent that only components may make");
            found.push(finding.hint("`remoteOnly` or `clientOrRemote`, as the catalog says"));
        }
    }
}

impl Validate for AgentMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let key = self.key();
        let calls = (key == "callFunction", key);
        rules::belongs(&self.function_call_id, "functionCallId", calls, at, found);
        rules::belongs(&self.action_id, "actionId", (key == "actionResponse", key), at, found);
        if !self.want_response.is_absent() {
            rules::belongs(&self.want_response, "wantResponse", calls, at, found);
        }
        rules::closed(&self.extra, "a message of A2UI 0.10", at, found);
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
                self.remote_call(body, &at, found);
                rules::closed(&body.extra, "`callFunction`", &at, found);
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
        rules::closed(&self.extra, "`actionResponse`", at, found);
    }
}

impl Validate for ResponseError {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "the error of a response", at, found);
    }
}
