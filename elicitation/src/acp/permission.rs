//! Requests for the permission to run a tool.

use super::tool_call::ToolCallFields;
use wire::{
    Field, Payload, Tolerant,
    json_rpc::{JsonRpcVersion, RequestId},
};

wire::word! {
    /// The method of a permission request.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub closed enum PermissionMethod {
        /// The only method.
        Request = "session/request_permission",
    }
}

wire::word! {
    /// The meaning of an option.
    ///
    /// The vocabulary is open. Words of agents begin with `_`.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub open enum PermissionKind {
        /// The tool may run this time.
        AllowOnce = "allow_once",
        /// The tool may always run.
        AllowAlways = "allow_always",
        /// The tool must not run this time.
        RejectOnce = "reject_once",
        /// The tool must never run.
        RejectAlways = "reject_always",
    }
}

wire::object! {
    /// An option that the user can select.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct PermissionOption {
        /// The id that the outcome repeats.
        option_id as "optionId": String,
        /// The label for users.
        name: String,
        /// The meaning of the option.
        kind: PermissionKind,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A tool call that needs permission. Since ACP 2.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct ToolCallSubject by "type" = "tool_call" {
        /// The tool call.
        tool_call as "toolCall": ToolCallFields,
    }

    /// A command that needs permission. Since ACP 2.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct CommandSubject by "type" = "command" {
        /// The command line.
        command: String,
        /// The folder in which the command runs.
        cwd?: Field<String>,
        /// The tool call that runs the command.
        tool_call_id as "toolCallId"?: Field<String>,
        /// The terminal that shows the command.
        terminal_id as "terminalId"?: Field<String>,
    }

    /// The parameters of a permission request.
    ///
    /// ACP 1 names the tool call in `toolCall`. ACP 2 requires a title and has a subject.
    ///
    /// Specification: [ACP 1, requesting
    /// permission](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx);
    /// [ACP 2](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct RequestPermission {
        /// The id of the session.
        session_id as "sessionId" =: Tolerant<String>,
        /// The question to the user. Since ACP 2.
        title?: Field<String>,
        /// A description for users. Since ACP 2.
        description?: Field<String>,
        /// The tool call. Only in ACP 1.
        tool_call as "toolCall"?: Field<ToolCallFields>,
        /// The tool call or command. Since ACP 2.
        subject?: Field<PermissionSubject>,
        /// The options of the user.
        options: Vec<PermissionOption>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A permission request in its frame.
    ///
    /// Specification: [ACP 1, requesting
    /// permission](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct PermissionRequest {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id that the answer repeats.
        id: RequestId,
        /// The method, `session/request_permission`.
        method: PermissionMethod,
        /// The question with its options.
        params: RequestPermission,
    }

    /// The user selected an option.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct SelectedOutcome by "outcome" = "selected" {
        /// The id of the selected option.
        option_id as "optionId": String,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The turn was cancelled before the user selected an option.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct CancelledOutcome by "outcome" = "cancelled" {
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The result of a permission request: `{"outcome": {"outcome": "selected", "optionId": …}}`.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct PermissionResult {
        /// The decision of the user.
        outcome: PermissionOutcome,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The answer to a permission request in its frame.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct PermissionResponse {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id of the request.
        id: RequestId,
        /// The decision of the user.
        result: PermissionResult,
    }
}

wire::tagged! {
    /// The subject of a permission request. Since ACP 2.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub enum PermissionSubject by "type" {
        /// A tool call.
        "tool_call" ToolCall(ToolCallSubject),
        /// A command to run.
        "command" Command(CommandSubject),
    }
}

wire::tagged! {
    /// The decision of a user about a permission. An unknown outcome is never an approval.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub enum PermissionOutcome by "outcome" {
        /// The user selected an option.
        "selected" Selected(SelectedOutcome),
        /// The turn was cancelled.
        "cancelled" Cancelled(CancelledOutcome),
    }
}

impl PermissionKind {
    /// Returns `true` if the option lets the tool run.
    pub fn is_approval(&self) -> bool {
        matches!(self, Self::AllowOnce | Self::AllowAlways)
    }
}

impl PermissionResult {
    /// Creates the result of a selection.
    ///
    /// ```
    /// use agent_ui_elicitation::{acp::PermissionResult, wire};
    ///
    /// let result = PermissionResult::of_option("allow-once");
    /// assert_eq!(wire::encode(&result)?, r#"{"outcome":{"outcome":"selected","optionId":"allow-once"}}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub fn of_option(option_id: impl Into<String>) -> Self {
        Self::new(SelectedOutcome::new(option_id))
    }

    /// Creates the result of a cancelled turn.
    pub fn of_cancellation() -> Self {
        Self::new(CancelledOutcome::new())
    }
}

impl RequestPermission {
    /// Returns the fields of the tool call, from `toolCall` or from the subject.
    pub fn tool_call_fields(&self) -> Option<&ToolCallFields> {
        if let Some(call) = self.tool_call.get() {
            return Some(call);
        }
        match self.subject.get()? {
            PermissionSubject::ToolCall(subject) => Some(&subject.tool_call),
            PermissionSubject::Command(_) | PermissionSubject::Unknown(_) => None,
        }
    }

    /// Returns the option with this id.
    pub fn option(&self, id: &str) -> Option<&PermissionOption> {
        self.options.iter().find(|option| option.option_id == id)
    }
}
