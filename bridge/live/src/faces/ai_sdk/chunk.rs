//! The chunks of a UI message stream.

use wire::{Field, Payload};

/// The type of chunks and parts that contain the A2UI messages of a surface. The id of the part is that of the surface.
pub const A2UI_SURFACE: &str = "data-a2ui-surface";
/// The type of parts in which a client sends an A2UI message, such as an action.
pub const A2UI_ACTION: &str = "data-a2ui-action";
/// The member of the data of a surface that contains a list of A2UI messages.
pub const A2UI_OPERATIONS: &str = "a2ui_operations";
/// The data of the event after the last chunk.
pub(super) const DONE: &str = "[DONE]";

wire::object! {
    /// The first chunk of a message.
    pub struct Start by "type" = "start" {
        /// The id of the message. If the client has a message with this id, the message continues.
        message_id as "messageId"?: Field<String>,
        /// Metadata of the application.
        message_metadata as "messageMetadata"?: Option<Payload>,
    }
    /// The last chunk of a complete message.
    pub struct Finish by "type" = "finish" {
        /// `stop`, `length`, `content-filter`, `tool-calls`, `error`, `interrupted` or `other`.
        finish_reason as "finishReason"?: Field<String>,
        /// Metadata of the application.
        message_metadata as "messageMetadata"?: Option<Payload>,
    }
    /// The last chunk of a message that the server has stopped.
    pub struct Abort by "type" = "abort" {
        /// The reason for the end.
        reason?: Field<String>,
    }
    /// The last chunk of a message that failed. The parts before it remain.
    pub struct ErrorChunk by "type" = "error" {
        /// A description of the error for people.
        error_text as "errorText": String,
    }
    /// Starts a text.
    pub struct TextStart by "type" = "text-start" {
        /// The id of the text in the stream.
        id: String,
        /// Metadata of the model.
        provider_metadata as "providerMetadata"?: Option<Payload>,
    }
    /// The next piece of a text.
    pub struct TextDelta by "type" = "text-delta" {
        /// The id of a text that has started.
        id: String,
        /// The piece of the text.
        delta: String,
        /// Metadata of the model.
        provider_metadata as "providerMetadata"?: Option<Payload>,
    }
    /// Ends a text.
    pub struct TextEnd by "type" = "text-end" {
        /// The id of the text.
        id: String,
        /// Metadata of the model.
        provider_metadata as "providerMetadata"?: Option<Payload>,
    }
    /// Starts a thought of the model.
    pub struct ReasoningStart by "type" = "reasoning-start" {
        /// The id of the thought in the stream.
        id: String,
        /// Metadata of the model.
        provider_metadata as "providerMetadata"?: Option<Payload>,
    }
    /// The next piece of a thought.
    pub struct ReasoningDelta by "type" = "reasoning-delta" {
        /// The id of a thought that has started.
        id: String,
        /// The piece of the thought.
        delta: String,
        /// Metadata of the model.
        provider_metadata as "providerMetadata"?: Option<Payload>,
    }
    /// Ends a thought.
    pub struct ReasoningEnd by "type" = "reasoning-end" {
        /// The id of the thought.
        id: String,
        /// Metadata of the model.
        provider_metadata as "providerMetadata"?: Option<Payload>,
    }
    /// Starts the call of a tool.
    pub struct ToolInputStart by "type" = "tool-input-start" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// The name of the tool.
        tool_name as "toolName": String,
        /// `true` if the client does not know the tool.
        dynamic?: Field<bool>,
    }
    /// The next piece of the input of a call.
    pub struct ToolInputDelta by "type" = "tool-input-delta" {
        /// The id of a call that has started.
        tool_call_id as "toolCallId": String,
        /// A piece of the JSON text of the input.
        input_text_delta as "inputTextDelta": String,
    }
    /// The whole input of a call.
    pub struct ToolInputAvailable by "type" = "tool-input-available" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// The name of the tool.
        tool_name as "toolName": String,
        /// The input: any JSON.
        input?: Option<Payload>,
        /// `true` if the client does not know the tool.
        dynamic?: Field<bool>,
        /// `true` if the server runs the tool.
        provider_executed as "providerExecuted"?: Field<bool>,
    }
    /// An input that the tool cannot read.
    pub struct ToolInputError by "type" = "tool-input-error" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// The name of the tool.
        tool_name as "toolName": String,
        /// The input: any JSON.
        input?: Option<Payload>,
        /// A description of the error.
        error_text as "errorText": String,
        /// `true` if the client does not know the tool.
        dynamic?: Field<bool>,
    }
    /// A request to the user to approve a call.
    pub struct ToolApprovalRequest by "type" = "tool-approval-request" {
        /// The id of the request.
        approval_id as "approvalId": String,
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// `true` if the server answers the request.
        is_automatic as "isAutomatic"?: Field<bool>,
    }
    /// The answer to a request for an approval.
    pub struct ToolApprovalResponse by "type" = "tool-approval-response" {
        /// The id of the request.
        approval_id as "approvalId": String,
        /// `true` if the call may run.
        approved: bool,
        /// The reason for the answer.
        reason?: Field<String>,
    }
    /// The result of a call.
    pub struct ToolOutputAvailable by "type" = "tool-output-available" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// The result: any JSON.
        output?: Option<Payload>,
        /// `true` if another result follows.
        preliminary?: Field<bool>,
    }
    /// The error of a call.
    pub struct ToolOutputError by "type" = "tool-output-error" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// A description of the error.
        error_text as "errorText": String,
    }
    /// A call that the user did not approve.
    pub struct ToolOutputDenied by "type" = "tool-output-denied" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
    }
    /// The A2UI messages of a surface. They replace those of the part with the same id.
    pub struct SurfacePart by "type" = "data-a2ui-surface" {
        /// The id of the surface.
        id?: Field<String>,
        /// `{"a2ui_operations":[…]}` with all messages that build the surface.
        data: Payload,
        /// `true` if the client does not store the part.
        transient?: Field<bool>,
    }
    /// A note for a client that it does not see a part of the answer. Clients pass it to `onData`, and do not store it.
    pub struct RefusedMessages by "type" = "data-agent-ui-refused-messages" {
        /// `{"message"}` with a text for people.
        data: Payload,
        /// `true`, so that the client does not store the note.
        transient: bool,
    }
}

wire::tagged! {
    /// A chunk of a UI message stream, as the data of a Server-Sent Event.
    ///
    /// The chunks build one message of the assistant, which a client shows while it arrives. Chunks of other types and
    /// unknown members are preserved. Clients of the AI SDK refuse a stream with a type that they do not know.
    ///
    /// ```
    /// use agent_ui_live::faces::ai_sdk::{Chunk, SurfacePart};
    /// use agent_ui_live::wire;
    ///
    /// let operation = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
    /// let part = SurfacePart::of_operations("s", [operation])?;
    /// let text = wire::encode(&Chunk::from(part)).unwrap();
    /// assert_eq!(text, format!(r#"{{"type":"data-a2ui-surface","id":"s","data":{{"a2ui_operations":[{operation}]}}}}"#));
    /// let Chunk::SurfacePart(read) = wire::decode(&text)? else { panic!("another type") };
    /// assert_eq!(read.id.get().unwrap(), "s");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [AI SDK, stream protocols](https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol).
    pub enum Chunk by "type" {
        /// The message starts.
        "start" Start(Start),
        /// The message is complete.
        "finish" Finish(Finish),
        /// The server has stopped the message.
        "abort" Abort(Abort),
        /// The message failed.
        "error" Error(ErrorChunk),
        /// A text starts.
        "text-start" TextStart(TextStart),
        /// A text continues.
        "text-delta" TextDelta(TextDelta),
        /// A text ends.
        "text-end" TextEnd(TextEnd),
        /// A thought starts.
        "reasoning-start" ReasoningStart(ReasoningStart),
        /// A thought continues.
        "reasoning-delta" ReasoningDelta(ReasoningDelta),
        /// A thought ends.
        "reasoning-end" ReasoningEnd(ReasoningEnd),
        /// A call starts.
        "tool-input-start" ToolInputStart(ToolInputStart),
        /// The input of a call continues.
        "tool-input-delta" ToolInputDelta(ToolInputDelta),
        /// The input of a call is complete.
        "tool-input-available" ToolInputAvailable(ToolInputAvailable),
        /// The input of a call is wrong.
        "tool-input-error" ToolInputError(ToolInputError),
        /// The user must approve a call.
        "tool-approval-request" ToolApprovalRequest(ToolApprovalRequest),
        /// A request for an approval is answered.
        "tool-approval-response" ToolApprovalResponse(ToolApprovalResponse),
        /// The result of a call.
        "tool-output-available" ToolOutputAvailable(ToolOutputAvailable),
        /// The error of a call.
        "tool-output-error" ToolOutputError(ToolOutputError),
        /// A call is not approved.
        "tool-output-denied" ToolOutputDenied(ToolOutputDenied),
        /// The A2UI messages of a surface.
        "data-a2ui-surface" SurfacePart(SurfacePart),
        /// A part of the answer is not shown.
        "data-agent-ui-refused-messages" RefusedMessages(RefusedMessages),
    }
}

impl SurfacePart {
    /// Creates the part of a surface from the A2UI messages that build it.
    ///
    /// # Errors
    /// Returns an error if a message is not valid JSON.
    pub fn of_operations<'a>(
        surface: impl Into<String>,
        operations: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, wire::DecodeError> {
        let operations: Vec<Payload> = operations
            .into_iter()
            .map(Payload::parse)
            .collect::<Result<_, _>>()?;
        let data = Payload::object([(A2UI_OPERATIONS, &Payload::array(&operations))]);
        Ok(Self::new(data).id(surface.into()))
    }
}
