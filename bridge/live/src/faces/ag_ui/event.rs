//! The events of a run.

use super::Message;
use wire::{Field, Payload};

/// The type of activities that contain A2UI messages.
pub const A2UI_SURFACE: &str = "a2ui-surface";
/// The name of the [`Custom`] event that informs a client about refused messages of the agent. Its value is
/// `{"message"}`.
pub const REFUSED_MESSAGES: &str = "agent-ui/refused-messages";
/// The member of an activity's content that contains a list of A2UI messages.
pub const A2UI_OPERATIONS: &str = "a2ui_operations";

wire::object! {
    /// The first event of a run.
    pub struct RunStarted by "type" = "RUN_STARTED" {
        /// The id of the conversation.
        thread_id as "threadId": String,
        /// The id of the run.
        run_id as "runId": String,
    }
    /// The last event of a successful run.
    pub struct RunFinished by "type" = "RUN_FINISHED" {
        /// The id of the conversation.
        thread_id as "threadId": String,
        /// The id of the run.
        run_id as "runId": String,
        /// The result of the run, any JSON value.
        result?: Option<Payload>,
        /// `{"type":"success"}`, or `{"type":"interrupt","interrupts":[…]}` if the agent waits for the user.
        outcome?: Option<Payload>,
    }
    /// The last event of a failed run. The events before it remain valid.
    pub struct RunError by "type" = "RUN_ERROR" {
        /// A description of the error for people.
        message: String,
        /// A code for programs.
        code?: Field<String>,
    }
    /// Starts a text.
    pub struct TextMessageStart by "type" = "TEXT_MESSAGE_START" {
        /// The id of the text in the conversation.
        message_id as "messageId": String,
        /// The author: `assistant` if absent.
        role?: Field<String>,
    }
    /// The next part of a text.
    pub struct TextMessageContent by "type" = "TEXT_MESSAGE_CONTENT" {
        /// The id of the text.
        message_id as "messageId": String,
        /// The part, which is not empty.
        delta: String,
    }
    /// Ends a text.
    pub struct TextMessageEnd by "type" = "TEXT_MESSAGE_END" {
        /// The id of the text.
        message_id as "messageId": String,
    }
    /// A chunk of a text. Chunks need no start and end events.
    pub struct TextMessageChunk by "type" = "TEXT_MESSAGE_CHUNK" {
        /// The id of the text; absent if it is the id of the previous chunk.
        message_id as "messageId"?: Field<String>,
        /// The author: `assistant` if absent.
        role?: Field<String>,
        /// The next part of the text.
        delta?: Field<String>,
    }
    /// Starts a tool call.
    pub struct ToolCallStart by "type" = "TOOL_CALL_START" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// The name of the tool.
        tool_call_name as "toolCallName": String,
        /// The id of the message to which the call belongs.
        parent_message_id as "parentMessageId"?: Field<String>,
    }
    /// The next part of the arguments of a call.
    pub struct ToolCallArgs by "type" = "TOOL_CALL_ARGS" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// A part of the JSON text of the arguments.
        delta: String,
    }
    /// Ends the arguments of a call.
    pub struct ToolCallEnd by "type" = "TOOL_CALL_END" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
    }
    /// A chunk of a tool call. Chunks need no start and end events.
    pub struct ToolCallChunk by "type" = "TOOL_CALL_CHUNK" {
        /// The id of the call; absent if it is the id of the previous chunk.
        tool_call_id as "toolCallId"?: Field<String>,
        /// The name of the tool.
        tool_call_name as "toolCallName"?: Field<String>,
        /// The id of the message to which the call belongs.
        parent_message_id as "parentMessageId"?: Field<String>,
        /// A part of the JSON text of the arguments.
        delta?: Field<String>,
    }
    /// The result of a tool call. It may contain A2UI messages as the JSON text of `{"a2ui_operations":[…]}`.
    pub struct ToolCallResult by "type" = "TOOL_CALL_RESULT" {
        /// The id of the result in the conversation.
        message_id as "messageId": String,
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// The result: a string, or a list of parts.
        content: Payload,
    }
    /// The current content of an activity, such as a surface.
    pub struct ActivitySnapshot by "type" = "ACTIVITY_SNAPSHOT" {
        /// The id of the activity in the conversation.
        message_id as "messageId": String,
        /// The type of the activity. [`A2UI_SURFACE`] if the content contains A2UI messages.
        activity_type as "activityType": String,
        /// The content: an object.
        content: Payload,
        /// `false` if an existing activity is left unchanged. `true` if absent.
        replace?: Field<bool>,
    }
    /// A change of an activity. Clients ignore changes of unknown activities.
    pub struct ActivityDelta by "type" = "ACTIVITY_DELTA" {
        /// The id of the activity.
        message_id as "messageId": String,
        /// The type of the activity.
        activity_type as "activityType": String,
        /// The change of the content, as a [JSON Patch](https://www.rfc-editor.org/rfc/rfc6902).
        patch: Vec<Payload>,
    }
    /// The whole conversation.
    pub struct MessagesSnapshot by "type" = "MESSAGES_SNAPSHOT" {
        /// All messages, in order.
        messages: Vec<Message>,
    }
    /// The state that agent and client share.
    pub struct StateSnapshot by "type" = "STATE_SNAPSHOT" {
        /// Any JSON value.
        snapshot: Payload,
    }
    /// A change of the shared state.
    pub struct StateDelta by "type" = "STATE_DELTA" {
        /// The change, as a [JSON Patch](https://www.rfc-editor.org/rfc/rfc6902).
        delta: Vec<Payload>,
    }
    /// An application-specific event.
    pub struct Custom by "type" = "CUSTOM" {
        /// The name of the event.
        name: String,
        /// Any JSON value.
        value: Payload,
    }
}

wire::tagged! {
    /// An event of a run, as the data of a Server-Sent Event.
    ///
    /// A run begins with [`RunStarted`] and ends with [`RunFinished`] or [`RunError`]. Events of other types and
    /// unknown members of events are preserved.
    ///
    /// ```
    /// use agent_ui_live::faces::ag_ui::{ActivitySnapshot, Event};
    /// use agent_ui_live::wire;
    ///
    /// let operation = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
    /// let snapshot = ActivitySnapshot::of_operations("a2ui-surface-s", [operation])?;
    /// let text = wire::encode(&Event::from(snapshot)).unwrap();
    /// assert_eq!(
    ///     text,
    ///     format!(r#"{{"type":"ACTIVITY_SNAPSHOT","messageId":"a2ui-surface-s","activityType":"a2ui-surface","content":{{"a2ui_operations":[{operation}]}},"replace":true}}"#)
    /// );
    /// let Event::ActivitySnapshot(read) = wire::decode(&text)? else { panic!("another type") };
    /// assert_eq!(read.message_id, "a2ui-surface-s");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [AG-UI, Events](https://docs.ag-ui.com/concepts/events).
    pub enum Event by "type" {
        /// The run starts.
        "RUN_STARTED" RunStarted(RunStarted),
        /// The run was successful.
        "RUN_FINISHED" RunFinished(RunFinished),
        /// The run failed.
        "RUN_ERROR" RunError(RunError),
        /// A text starts.
        "TEXT_MESSAGE_START" TextMessageStart(TextMessageStart),
        /// A text continues.
        "TEXT_MESSAGE_CONTENT" TextMessageContent(TextMessageContent),
        /// A text ends.
        "TEXT_MESSAGE_END" TextMessageEnd(TextMessageEnd),
        /// A text without start and end events.
        "TEXT_MESSAGE_CHUNK" TextMessageChunk(TextMessageChunk),
        /// A call starts.
        "TOOL_CALL_START" ToolCallStart(ToolCallStart),
        /// The arguments of a call continue.
        "TOOL_CALL_ARGS" ToolCallArgs(ToolCallArgs),
        /// The arguments of a call end.
        "TOOL_CALL_END" ToolCallEnd(ToolCallEnd),
        /// A tool call without start and end events.
        "TOOL_CALL_CHUNK" ToolCallChunk(ToolCallChunk),
        /// The result of a call.
        "TOOL_CALL_RESULT" ToolCallResult(ToolCallResult),
        /// The current content of an activity.
        "ACTIVITY_SNAPSHOT" ActivitySnapshot(ActivitySnapshot),
        /// An activity changes.
        "ACTIVITY_DELTA" ActivityDelta(ActivityDelta),
        /// The whole conversation.
        "MESSAGES_SNAPSHOT" MessagesSnapshot(MessagesSnapshot),
        /// The shared state.
        "STATE_SNAPSHOT" StateSnapshot(StateSnapshot),
        /// The shared state changes.
        "STATE_DELTA" StateDelta(StateDelta),
        /// An application-specific event.
        "CUSTOM" Custom(Custom),
    }
}

impl ActivitySnapshot {
    /// Creates an activity that consists of A2UI messages. It replaces an existing activity with the same id.
    ///
    /// # Errors
    /// Returns an error if a message is not valid JSON.
    pub fn of_operations<'a>(
        message_id: impl Into<String>,
        operations: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, wire::DecodeError> {
        let operations: Vec<Payload> = operations
            .into_iter()
            .map(Payload::parse)
            .collect::<Result<_, _>>()?;
        let content = Payload::object([(A2UI_OPERATIONS, &Payload::array(&operations))]);
        Ok(Self::new(message_id, A2UI_SURFACE, content).replace(true))
    }
}

impl ActivityDelta {
    /// Creates a change that appends A2UI messages to an activity.
    ///
    /// ```
    /// use agent_ui_live::{faces::ag_ui::ActivityDelta, wire};
    ///
    /// let delta = ActivityDelta::adding("a2ui-surface-s", [r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#])?;
    /// assert!(wire::encode(&delta).unwrap().contains(r#""patch":[{"op":"add","path":"/a2ui_operations/-","value":{"version""#));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a message is not valid JSON.
    pub fn adding<'a>(
        message_id: impl Into<String>,
        operations: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, wire::DecodeError> {
        let (op, path) = (
            Payload::string("add"),
            Payload::string(&format!("/{A2UI_OPERATIONS}/-")),
        );
        let change = |operation: &str| {
            let value = Payload::parse(operation)?;
            Ok(Payload::object([
                ("op", &op),
                ("path", &path),
                ("value", &value),
            ]))
        };
        let patch = operations
            .into_iter()
            .map(change)
            .collect::<Result<Vec<_>, wire::DecodeError>>()?;
        Ok(Self::new(message_id, A2UI_SURFACE, patch))
    }
}
