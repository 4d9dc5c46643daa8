//! The messages of ACP that this crate reads.

use super::{
    permission::{PermissionRequest, PermissionResponse},
    tool_call::{
        TerminalOutputChunk, TerminalUpdate, ToolCall, ToolCallContentChunk, ToolCallUpdate,
    },
};
use crate::{
    capability::ClientCapabilities,
    frame::{ElicitRequest, ElicitResponse, ElicitationComplete, ErrorResponse},
    shape::MessageShape,
};
use wire::{
    Field, Payload, Reader, Wire, Writer,
    decode::ReadResult,
    json_rpc::{JsonRpcVersion, RequestId},
};

wire::word! {
    /// The method of a session update.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub closed enum SessionUpdateMethod {
        /// The only method.
        Update = "session/update",
    }
}

wire::object! {
    /// The parameters of `initialize`, as far as they concern elicitation.
    ///
    /// Specification: [ACP, initialization](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/elicitation.mdx).
    pub struct InitializeParams {
        /// The capabilities of the client. Only in ACP 1.
        client_capabilities as "clientCapabilities"?: Field<ClientCapabilities>,
        /// The capabilities of the client. Since ACP 2.
        capabilities?: Field<ClientCapabilities>,
    }

    /// The parameters of a session update.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct SessionUpdateParams {
        /// The id of the session.
        session_id as "sessionId": String,
        /// The update itself.
        update: SessionUpdate,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A notification about the progress of a session.
    ///
    /// Specification: [ACP 1, tool
    /// calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct SessionUpdateNotification {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The method, `session/update`.
        method: SessionUpdateMethod,
        /// The session and the update.
        params: SessionUpdateParams,
    }
}

wire::tagged! {
    /// An update of a session. Updates about messages, plans and other subjects are kept as unknown updates.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub enum SessionUpdate by "sessionUpdate" {
        /// A new tool call.
        "tool_call" ToolCall(ToolCall),
        /// A change of a tool call.
        "tool_call_update" ToolCallUpdate(ToolCallUpdate),
        /// A content that is added to a tool call.
        "tool_call_content_chunk" ContentChunk(ToolCallContentChunk),
        /// The state of a terminal.
        "terminal_update" Terminal(TerminalUpdate),
        /// More output of a terminal.
        "terminal_output_chunk" TerminalOutput(TerminalOutputChunk),
    }
}

/// A message of ACP about an elicitation, a permission or a tool call.
///
/// ```
/// use agent_ui_elicitation::{acp::AcpMessage, wire};
///
/// let text = r#"{"jsonrpc":"2.0","id":5,"result":{"outcome":{"outcome":"cancelled"}}}"#;
/// let message: AcpMessage = wire::decode(text)?;
/// assert!(matches!(message, AcpMessage::PermissionResponse(_)));
/// assert_eq!(wire::encode(&message).unwrap(), text);
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [ACP, elicitation](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/elicitation.mdx).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AcpMessage {
    /// A question to the user.
    Request(Box<ElicitRequest>),
    /// The answer to a question.
    Response(Box<ElicitResponse>),
    /// The end of an elicitation in URL mode.
    Complete(Box<ElicitationComplete>),
    /// An error, such as that for a mode that the client lacks.
    Error(Box<ErrorResponse>),
    /// A request for a permission.
    Permission(Box<PermissionRequest>),
    /// The answer to a request for a permission.
    PermissionResponse(Box<PermissionResponse>),
    /// The progress of a session.
    Update(Box<SessionUpdateNotification>),
}

impl Wire for AcpMessage {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match MessageShape::of(reader) {
            MessageShape::Method(method) if method == "elicitation/create" => Wire::read(reader).map(Self::Request),
            MessageShape::Method(method) if method == "elicitation/complete" => Wire::read(reader).map(Self::Complete),
            MessageShape::Method(method) if method == "session/request_permission" => {
                Wire::read(reader).map(Self::Permission)
            }
            MessageShape::Method(method) if method == "session/update" => Wire::read(reader).map(Self::Update),
            MessageShape::Error => Wire::read(reader).map(Self::Error),
            MessageShape::Outcome => Wire::read(reader).map(Self::PermissionResponse),
            MessageShape::Answer => Wire::read(reader).map(Self::Response),
            other => Err(other.unknown(
                reader,
                "a message of ACP about an elicitation, a permission or a tool call",
                "ACP has the methods `elicitation/create`, `elicitation/complete`, `session/request_permission` and `session/update`",
            )),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Request(message) => message.write(writer),
            Self::Response(message) => message.write(writer),
            Self::Complete(message) => message.write(writer),
            Self::Error(message) => message.write(writer),
            Self::Permission(message) => message.write(writer),
            Self::PermissionResponse(message) => message.write(writer),
            Self::Update(message) => message.write(writer),
        }
    }
}

wire::hand_written! {
    AcpMessage,
    schema: |schemas| {
        let requests = [
            schemas.schema_for::<ElicitRequest>(),
            schemas.schema_for::<ElicitationComplete>(),
            schemas.schema_for::<PermissionRequest>(),
            schemas.schema_for::<SessionUpdateNotification>(),
        ];
        let response = schemas.schema_for::<ElicitResponse>();
        let outcome = schemas.schema_for::<PermissionResponse>();
        let error = schemas.schema_for::<ErrorResponse>();
        // The conditions are those of `MessageShape`.
        let has_answers = wire::schema::json!({"required": ["params"], "properties": {"params": {
            "type": "object", "anyOf": [{"required": ["inputResponses"]}, {"required": ["requestState"]}],
        }}});
        let asks = wire::schema::json!({"type": "object", "required": ["resultType"]});
        let has_outcome = wire::schema::json!({"type": "object", "required": ["outcome"]});
        wire::schema::json!({
            "type": "object",
            "if": {"required": ["method"]},
            "then": {"anyOf": requests, "not": has_answers},
            "else": {"if": {"required": ["error"]}, "then": error, "else": {
                "required": ["result"],
                "properties": {"result": {"not": asks}},
                "if": {"properties": {"result": has_outcome}},
                "then": outcome,
                "else": response,
            }},
        })
    },
    examples: [
        r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"sessionId":"s","mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"action":"cancel","content":null}}"#,
        r#"{"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e1"}}"#,
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"the client opens no addresses","data":null}}"#,
        r#"{"jsonrpc":"2.0","id":5,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"c"},"options":[{"optionId":"yes","name":"Yes","kind":"allow_once"}]}}"#,
        r#"{"jsonrpc":"2.0","id":5,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}"#,
        r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed"}}}"#,
        r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}}"#,
    ],
}

/// Implements the conversion from each kind of message. `from!(ElicitRequest Request);` expands to:
///
/// ```text
/// impl From<ElicitRequest> for AcpMessage {
///     fn from(message: ElicitRequest) -> Self { Self::Request(Box::new(message)) }
/// }
/// ```
macro_rules! from {
    ($($Type:ident $Variant:ident),* $(,)?) => { $(
        impl From<$Type> for AcpMessage {
            fn from(message: $Type) -> Self {
                Self::$Variant(Box::new(message))
            }
        }
    )* };
}
from!(
    ElicitRequest Request, ElicitResponse Response, ElicitationComplete Complete, ErrorResponse Error,
    PermissionRequest Permission, PermissionResponse PermissionResponse, SessionUpdateNotification Update,
);

impl AcpMessage {
    /// Returns `true` if a client sends the message: the answers of a user, and errors.
    pub fn is_of_client(&self) -> bool {
        matches!(
            self,
            Self::Response(_) | Self::PermissionResponse(_) | Self::Error(_)
        )
    }

    /// Returns the id of the JSON-RPC frame.
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            Self::Request(message) => message.id.get(),
            Self::Response(message) => Some(&message.id),
            Self::Error(message) => Some(&message.id),
            Self::Permission(message) => Some(&message.id),
            Self::PermissionResponse(message) => Some(&message.id),
            Self::Complete(_) | Self::Update(_) => None,
        }
    }
}
