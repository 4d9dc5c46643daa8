//! What a renderer sends.

use super::{Error, FunctionCall, FunctionResponse, Metadata, Version};
use crate::{CallId, ComponentId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// The user did something to a component that declares an event. A2UI 1.0, renderer to agent, `action`.
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
        /// What the user did, for people.
        user_message as "userMessage"?: Field<String>,
        /// What vendors add.
        metadata?: Field<Metadata>,
    }
    /// Calls a function of the agent, which answers with `agentFunctionResponse`. A2UI 1.0, `callAgentFunction`.
    pub struct CallAgentFunction {
        /// The surface on which it is called.
        surface_id as "surfaceId": SurfaceId,
        /// Names the call.
        function_call_id as "functionCallId": CallId,
        /// The call.
        call_function as "callFunction": FunctionCall,
    }
}

wire::keyed! {
    /// One message from the renderer. A2UI 1.0, renderer to agent.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::{RendererMessage, UserAction, Version}, wire::{self, Payload}};
    ///
    /// let action = UserAction::new("go", "s", "b", "2026-05-18T15:30:00Z", Payload::empty_object()).user_message("Go!");
    /// let text = r#"{"version":"1.0","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{},"userMessage":"Go!"}}"#;
    /// assert_eq!(wire::encode(&RendererMessage::new(Version::V1_0, action))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct RendererMessage {
        /// The version.
        version: Version,
    }
    /// What a message of the renderer says.
    pub enum RendererBody {
        /// The user did something.
        "action" Action(UserAction),
        /// A function of the agent is called.
        "callAgentFunction" CallAgentFunction(CallAgentFunction),
        /// A function of the renderer returned.
        "rendererFunctionResponse" RendererFunctionResponse(FunctionResponse),
        /// Something went wrong.
        "error" Error(Error),
    }
}

impl RendererMessage {
    /// The surface that the message is about, if it names one.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match &self.body {
            RendererBody::Action(body) => Some(&body.surface_id),
            RendererBody::CallAgentFunction(body) => Some(&body.surface_id),
            RendererBody::RendererFunctionResponse(_) => None,
            RendererBody::Error(body) => body.surface_id(),
        }
    }
}

impl Validate for RendererMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.version.found(at, found);
        rules::closed(&self.extra, "a message of A2UI 1.0", at, found);
        let at = at.member(self.key());
        match &self.body {
            RendererBody::Action(body) => body.findings(&at, found),
            RendererBody::CallAgentFunction(body) => body.findings(&at, found),
            RendererBody::RendererFunctionResponse(body) => body.findings(&at, found),
            RendererBody::Error(body) => body.findings(&at, found),
        }
    }
}

impl Validate for UserAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::timestamp(&self.timestamp, at.member("timestamp"), found);
        rules::object(&self.context, at.member("context"), found);
        rules::not_null(&self.user_message, "userMessage", at, found);
        rules::not_null(&self.metadata, "metadata", at, found);
        if let Some(metadata) = self.metadata.get() {
            metadata.findings(&at.member("metadata"), found);
        }
    }
}

impl Validate for CallAgentFunction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.call_function.findings(&at.member("callFunction"), found);
        rules::closed(&self.extra, "`callAgentFunction`", at, found);
    }
}
