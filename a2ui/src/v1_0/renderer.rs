//! Messages from the renderer.

use super::{Error, FunctionCall, FunctionResponse, Metadata, Version};
use crate::{CallId, ComponentId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// Reports that the user activated a component with an event.
    ///
    /// Specification: [A2UI 1.0, `action`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#action).
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
        /// A description of the action for the conversation.
        user_message as "userMessage"?: Field<String>,
        /// Extensions defined by vendors.
        metadata?: Field<Metadata>,
    }
    /// Calls a function of the agent, which responds with `agentFunctionResponse`.
    ///
    /// Specification: [A2UI 1.0, `callAgentFunction`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#callagentfunction).
    pub struct CallAgentFunction {
        /// The surface in which the function is called.
        surface_id as "surfaceId": SurfaceId,
        /// The id of the call, which its response repeats.
        function_call_id as "functionCallId": CallId,
        /// The function call.
        call_function as "callFunction": FunctionCall,
    }
}

wire::keyed! {
    /// A message from the renderer.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::{RendererMessage, UserAction, Version}, wire::{self, Payload}};
    ///
    /// let action = UserAction::new("go", "s", "b", "2026-05-18T15:30:00Z", Payload::empty_object()).user_message("Go!");
    /// let text = r#"{"version":"1.0","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{},"userMessage":"Go!"}}"#;
    /// assert_eq!(wire::encode(&RendererMessage::new(Version::V1_0, action))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, Renderer-to-agent event messages](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#renderer-to-agent-event-messages).
    pub struct RendererMessage {
        /// The version that the message states.
        version: Version,
    }
    /// The content of a message from the renderer, by its key.
    pub enum RendererBody {
        /// Reports an action of the user.
        "action" Action(UserAction),
        /// Calls a function of the agent.
        "callAgentFunction" CallAgentFunction(CallAgentFunction),
        /// Returns the result of a renderer function.
        "rendererFunctionResponse" RendererFunctionResponse(FunctionResponse),
        /// Reports an error in the renderer.
        "error" Error(Error),
    }
}

impl RendererMessage {
    /// Returns the id of the surface to which the message applies, if the message names one.
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
        self.version.add_findings(at, found);
        rules::reject_unknown(&self.extra, "a message of A2UI 1.0", at, found);
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
        self.call_function
            .findings(&at.member("callFunction"), found);
        rules::reject_unknown(&self.extra, "`callAgentFunction`", at, found);
    }
}
