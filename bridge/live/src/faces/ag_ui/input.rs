//! The request for a run.

use crate::faces::message_history::{HistoryMessage, MessageKey};
use wire::{List, Payload, Tolerant};

wire::object! {
    /// The body of the request that starts a run: `POST` with `Content-Type: application/json` and
    /// `Accept: text/event-stream`.
    ///
    /// Only [`thread_id`](Self::thread_id) is required to read an input. Members of the wrong type count as absent, and
    /// unknown members are kept.
    ///
    /// ```
    /// use agent_ui_live::faces::ag_ui::RunAgentInput;
    /// use agent_ui_live::wire;
    ///
    /// let text = r#"{"threadId":"t","runId":"r","messages":[{"id":"1","role":"user","content":"Hello"}],"tools":null}"#;
    /// let input: RunAgentInput = wire::decode(text)?;
    /// assert_eq!(input.messages().last().and_then(|message| message.text()).unwrap(), "Hello");
    /// assert_eq!(input.forwarded_prop("a2uiAction"), None);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [AG-UI, `RunAgentInput`](https://docs.ag-ui.com/sdk/js/core/types#runagentinput).
    pub struct RunAgentInput {
        /// The id of the conversation.
        thread_id as "threadId": String,
        /// The id of the run, chosen by the client.
        run_id as "runId" =: Tolerant<String>,
        /// The version of AG-UI that the client speaks, such as `1.0`.
        protocol_version as "protocolVersion"?: Tolerant<String>,
        /// The id of the run that this run continues.
        parent_run_id as "parentRunId"?: Tolerant<String>,
        /// The state that agent and client share.
        state?: Option<Payload>,
        /// The conversation so far, without activities.
        messages =: Tolerant<List<Message>>,
        /// The tools of the client that the agent may call.
        tools?: Tolerant<List<Payload>>,
        /// Facts about the client.
        context?: Tolerant<List<ContextEntry>>,
        /// Free-form members, such as `a2uiAction`.
        forwarded_props as "forwardedProps"?: Option<Payload>,
    }
    /// A fact about the client that the agent may use.
    pub struct ContextEntry {
        /// A description of the value, for models.
        description =: Tolerant<String>,
        /// The value, often a JSON text.
        value =: Tolerant<String>,
    }
    /// A message of the conversation.
    ///
    /// Specification: [AG-UI, Messages](https://docs.ag-ui.com/concepts/messages).
    pub struct Message {
        /// The id, unique in the conversation.
        id =: Tolerant<String>,
        /// The author or kind: `user`, `assistant`, `tool`, `system`, `developer`, `activity`, `reasoning`.
        role =: Tolerant<String>,
        /// A text, a list of parts, or the object of an activity.
        content?: Option<Payload>,
        /// The calls of tools in a message with the role `assistant`.
        tool_calls as "toolCalls"?: Tolerant<List<ToolCall>>,
        /// The call that a message with the role `tool` answers.
        tool_call_id as "toolCallId"?: Tolerant<String>,
        /// The type of a message with the role `activity`.
        activity_type as "activityType"?: Tolerant<String>,
    }
    /// A call of a tool in a message.
    pub struct ToolCall {
        /// The id of the call.
        id =: Tolerant<String>,
        /// The kind of the call: `function`.
        kind as "type"?: Tolerant<String>,
        /// The tool and its arguments.
        function =: Tolerant<FunctionCall>,
    }
    /// The tool and the arguments of a call.
    pub struct FunctionCall {
        /// The name of the tool.
        name =: Tolerant<String>,
        /// The JSON text of the arguments.
        arguments =: Tolerant<String>,
    }
}

impl RunAgentInput {
    /// Iterates over the messages that could be read.
    pub fn messages(&self) -> impl DoubleEndedIterator<Item = &Message> {
        // The iterator of a list has one direction only.
        let messages: Vec<&Message> = self
            .messages
            .get()
            .into_iter()
            .flat_map(List::iter)
            .collect();
        messages.into_iter()
    }

    /// Returns a member of [`forwarded_props`](Self::forwarded_props).
    pub fn forwarded_prop(&self, name: &str) -> Option<Payload> {
        self.forwarded_props
            .as_ref()?
            .member(name)
            .filter(|value| !value.is_null())
    }
}

impl HistoryMessage for Message {
    fn key(&self) -> Option<MessageKey> {
        Some((self.id.get()?.clone(), self.role.get()?.clone()))
    }
}

impl Message {
    /// Creates a message with a text.
    ///
    /// ```
    /// use agent_ui_live::{faces::ag_ui::Message, wire};
    ///
    /// let message = Message::of_text("1", "user", "Hello");
    /// assert_eq!(wire::encode(&message).unwrap(), r#"{"id":"1","role":"user","content":"Hello"}"#);
    /// ```
    pub fn of_text(id: impl Into<String>, role: impl Into<String>, text: &str) -> Self {
        Self::new(id, role).content(Payload::string(text))
    }

    /// Returns `true` if the message has this role.
    pub fn has_role(&self, role: &str) -> bool {
        self.role.get().is_some_and(|own| own == role)
    }

    /// Returns the text of the message. If it has several text parts, they are joined with line ends. Returns `None` if
    /// no part is a text.
    ///
    /// ```
    /// use agent_ui_live::{faces::ag_ui::Message, wire};
    ///
    /// let message: Message = wire::decode(
    ///     r#"{"id":"1","role":"user","content":[{"type":"text","text":"What is"},{"type":"image"},{"type":"text","text":"this?"}]}"#,
    /// )?;
    /// assert_eq!(message.text().unwrap(), "What is\nthis?");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn text(&self) -> Option<String> {
        let content = self.content.as_ref()?;
        if let Some(text) = content.as_str() {
            return Some(text.into_owned());
        }
        let texts: Vec<String> = content
            .elements()
            .filter_map(|part| Some(part.member("text")?.as_str()?.into_owned()))
            .collect();
        if texts.is_empty() {
            return None;
        }
        Some(texts.join("\n"))
    }

    /// Returns the type of the first part that is not a text, such as `image`.
    ///
    /// ```
    /// use agent_ui_live::{faces::ag_ui::Message, wire};
    ///
    /// let message: Message = wire::decode(r#"{"id":"1","role":"user","content":[{"type":"text","text":"Look"},{"type":"image"}]}"#)?;
    /// assert_eq!(message.first_other_part().unwrap(), "image");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn first_other_part(&self) -> Option<String> {
        let has_text = |part: &Payload| {
            part.member("text")
                .is_some_and(|text| text.as_str().is_some())
        };
        let other = self
            .content
            .as_ref()?
            .elements()
            .find(|part| !has_text(part))?;
        let stated = other
            .member("type")
            .and_then(|stated| Some(stated.as_str()?.into_owned()));
        Some(stated.unwrap_or_else(|| "unknown".to_owned()))
    }
}
