//! The conversation with an AG-UI server as a client stores it: messages and shared state.

use super::{
    Event, FunctionCall, Message, RunAgentInput, TextMessageChunk, ToolCall, ToolCallChunk,
    json_patch,
};
use crate::faces::message_history::MessageHistory;
use std::collections::BTreeMap;
use wire::{Field, List, Payload};

/// The messages and the shared state after the runs so far.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    messages: MessageHistory<Message>,
    state: Option<Payload>,
    /// The unfinished texts, by id.
    texts: BTreeMap<String, OpenText>,
    /// The unfinished tool calls, by id.
    calls: BTreeMap<String, OpenCall>,
    /// The id of the text that chunks without an id continue.
    text_chunk: Option<String>,
    /// The id of the call that chunks without an id continue.
    call_chunk: Option<String>,
}

#[derive(Debug)]
struct OpenText {
    role: String,
    text: String,
}

#[derive(Debug)]
struct OpenCall {
    name: String,
    parent: Option<String>,
    arguments: String,
}

impl Conversation {
    /// Returns the input of the next run, which adds a message of the user if there is one.
    pub(super) fn input(&self, thread: &str, run: &str, message: Option<Message>) -> RunAgentInput {
        RunAgentInput::new(thread, run, self.messages.with(message))
            .protocol_version("1.0")
            .state(self.state.clone().unwrap_or_else(Payload::empty_object))
            .tools(List::new())
            .context(List::new())
    }

    /// Adds a message.
    pub(super) fn push(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// Records an event. Returns the agent's texts that are now complete.
    ///
    /// # Errors
    /// Returns an error if a patch of the state cannot be applied.
    pub(super) fn observe(&mut self, event: Event) -> Result<Vec<String>, String> {
        let mut ended = None;
        match event {
            Event::TextMessageStart(start) => self.start_text(start.message_id, start.role),
            Event::TextMessageContent(content) => {
                self.add_text(&content.message_id, &content.delta)
            }
            Event::TextMessageEnd(end) => ended = self.end_text(&end.message_id),
            Event::TextMessageChunk(chunk) => ended = self.add_text_chunk(chunk),
            Event::ToolCallStart(start) => {
                let parent = start.parent_message_id.into_value();
                self.start_call(start.tool_call_id, start.tool_call_name, parent);
            }
            Event::ToolCallArgs(args) => self.add_arguments(&args.tool_call_id, &args.delta),
            Event::ToolCallEnd(end) => self.end_call(&end.tool_call_id),
            Event::ToolCallChunk(chunk) => self.add_call_chunk(chunk),
            Event::ToolCallResult(result) => {
                self.end_call(&result.tool_call_id);
                let message = Message::new(result.message_id, "tool").content(result.content);
                self.push(message.tool_call_id(result.tool_call_id));
            }
            Event::MessagesSnapshot(snapshot) => {
                self.messages = MessageHistory::default();
                for message in snapshot.messages {
                    // The surface reader reads activities.
                    if !message.has_role("activity") {
                        self.push(message);
                    }
                }
            }
            Event::StateSnapshot(state) => self.state = Some(state.snapshot),
            Event::StateDelta(change) => {
                let state = self.state.take().unwrap_or_else(Payload::empty_object);
                match json_patch::apply(&state, &change.delta) {
                    Ok(changed) => self.state = Some(changed),
                    Err(reason) => {
                        self.state = Some(state);
                        return Err(format!("the shared state cannot be changed: {reason}"));
                    }
                }
            }
            _ => {}
        }
        Ok(Vec::from_iter(ended))
    }

    fn start_text(&mut self, id: String, role: Field<String>) {
        let role = role.into_value().unwrap_or_else(|| "assistant".to_owned());
        self.texts.entry(id).or_insert(OpenText {
            role,
            text: String::new(),
        });
    }

    /// Adds a chunk to the current text. A chunk with a new id ends that text and starts another. Returns the ended
    /// text if it is complete.
    fn add_text_chunk(&mut self, chunk: TextMessageChunk) -> Option<String> {
        let mut ended = None;
        if let Some(id) = chunk.message_id.into_value() {
            if self.text_chunk.as_ref() != Some(&id) {
                if let Some(before) = self.text_chunk.replace(id.clone()) {
                    ended = self.end_text(&before);
                }
                self.start_text(id, chunk.role);
            }
        }
        if let (Some(id), Some(delta)) = (self.text_chunk.clone(), chunk.delta.into_value()) {
            self.add_text(&id, &delta);
        }
        ended
    }

    /// Adds a chunk to the current tool call. A chunk with a new id ends that call and starts another.
    fn add_call_chunk(&mut self, chunk: ToolCallChunk) {
        if let Some(id) = chunk.tool_call_id.into_value() {
            if self.call_chunk.as_ref() != Some(&id) {
                if let Some(before) = self.call_chunk.replace(id.clone()) {
                    self.end_call(&before);
                }
                let name = chunk.tool_call_name.into_value().unwrap_or_default();
                self.start_call(id, name, chunk.parent_message_id.into_value());
            }
        }
        if let (Some(id), Some(delta)) = (self.call_chunk.clone(), chunk.delta.into_value()) {
            self.add_arguments(&id, &delta);
        }
    }

    /// Ends all unfinished texts and calls. Returns the texts of the agent.
    pub(super) fn end_run(&mut self) -> Vec<String> {
        (self.text_chunk, self.call_chunk) = (None, None);
        let (texts, calls): (Vec<_>, Vec<_>) = (
            self.texts.keys().cloned().collect(),
            self.calls.keys().cloned().collect(),
        );
        calls.iter().for_each(|id| self.end_call(id));
        texts.iter().filter_map(|id| self.end_text(id)).collect()
    }

    fn add_text(&mut self, id: &str, delta: &str) {
        if let Some(open) = self.texts.get_mut(id) {
            open.text.push_str(delta);
        }
    }

    /// Ends a text. Returns the text if the agent is its author.
    fn end_text(&mut self, id: &str) -> Option<String> {
        let OpenText { role, text } = self.texts.remove(id)?;
        let mut message = Message::of_text(id, &*role, &text);
        // The calls of a message may come before its text.
        if let Some(known) = self.messages.find(id, &role) {
            message.tool_calls = known.tool_calls.clone();
        }
        self.push(message);
        if role == "assistant" && !text.trim().is_empty() {
            Some(text)
        } else {
            None
        }
    }

    fn start_call(&mut self, id: String, name: String, parent: Option<String>) {
        self.calls.entry(id).or_insert(OpenCall {
            name,
            parent,
            arguments: String::new(),
        });
    }

    fn add_arguments(&mut self, id: &str, delta: &str) {
        if let Some(open) = self.calls.get_mut(id) {
            open.arguments.push_str(delta);
        }
    }

    /// Ends a tool call, and adds it to its parent message. A missing parent message is created.
    fn end_call(&mut self, id: &str) {
        let Some(OpenCall {
            name,
            parent,
            arguments,
        }) = self.calls.remove(id)
        else {
            return;
        };
        let call = ToolCall::new(id, FunctionCall::new(name, arguments)).kind("function");
        let parent = parent.unwrap_or_else(|| id.to_owned());
        let message = match self.messages.find(&parent, "assistant") {
            Some(known) => known.clone(),
            None => Message::new(parent, "assistant"),
        };
        let known = message.tool_calls.get().into_iter().flat_map(List::iter);
        let calls: List<ToolCall> = known.cloned().chain([call]).collect();
        self.push(message.tool_calls(calls));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observe(conversation: &mut Conversation, events: &[&str]) -> Vec<String> {
        let read = events.iter().map(|text| wire::decode(text).unwrap());
        read.flat_map(|event| conversation.observe(event).unwrap())
            .collect()
    }

    fn messages(conversation: &Conversation) -> Vec<String> {
        conversation
            .messages
            .iter()
            .map(|message| wire::encode(message).unwrap())
            .collect()
    }

    #[test]
    fn texts_and_calls_become_the_messages_of_the_next_run() {
        let mut conversation = Conversation::default();
        conversation.push(Message::of_text("u", "user", "Hello"));
        let said = observe(
            &mut conversation,
            &[
                r#"{"type":"TEXT_MESSAGE_START","messageId":"1","role":"assistant"}"#,
                r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"1","delta":"Let me "}"#,
                r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"1","delta":"look."}"#,
                r#"{"type":"TEXT_MESSAGE_END","messageId":"1"}"#,
                r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"rooms","parentMessageId":"1"}"#,
                r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}"}"#,
                r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#,
                r#"{"type":"TOOL_CALL_RESULT","messageId":"2","toolCallId":"c","content":"[3]","role":"tool"}"#,
                r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"3","delta":"Three"}"#,
                r#"{"type":"TEXT_MESSAGE_CHUNK","delta":" rooms."}"#,
                r#"{"type":"NEW","x":1}"#,
            ],
        );
        assert_eq!(said, ["Let me look."]);
        assert_eq!(conversation.end_run(), ["Three rooms."]);
        assert_eq!(
            messages(&conversation),
            [
                r#"{"id":"u","role":"user","content":"Hello"}"#,
                r#"{"id":"1","role":"assistant","content":"Let me look.","toolCalls":[{"id":"c","type":"function","function":{"name":"rooms","arguments":"{}"}}]}"#,
                r#"{"id":"2","role":"tool","content":"[3]","toolCallId":"c"}"#,
                r#"{"id":"3","role":"assistant","content":"Three rooms."}"#,
            ]
        );
        observe(
            &mut conversation,
            &[
                r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"activity","content":{}},{"id":"u","role":"user","content":"Hello"}]}"#,
            ],
        );
        assert_eq!(
            messages(&conversation),
            [r#"{"id":"u","role":"user","content":"Hello"}"#]
        );
    }

    #[test]
    fn the_shared_state_is_sent_back() {
        let mut conversation = Conversation::default();
        observe(
            &mut conversation,
            &[
                r#"{"type":"STATE_SNAPSHOT","snapshot":{"n":1.0}}"#,
                r#"{"type":"STATE_DELTA","delta":[{"op":"add","path":"/m","value":[]}]}"#,
            ],
        );
        let wrong = wire::decode(r#"{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/x"}]}"#)
            .unwrap();
        assert!(
            conversation
                .observe(wrong)
                .unwrap_err()
                .contains("the shared state cannot be changed")
        );
        let input = conversation.input("t", "r", Some(Message::of_text("u", "user", "Hello")));
        assert_eq!(
            wire::encode(&input).unwrap(),
            r#"{"threadId":"t","runId":"r","protocolVersion":"1.0","state":{"n":1.0,"m":[]},"messages":[{"id":"u","role":"user","content":"Hello"}],"tools":[],"context":[]}"#
        );
    }

    #[test]
    fn the_text_of_a_message_may_come_after_its_calls() {
        let mut conversation = Conversation::default();
        observe(
            &mut conversation,
            &[
                r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"rooms","parentMessageId":"1"}"#,
                r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#,
                r#"{"type":"TEXT_MESSAGE_START","messageId":"1","role":"assistant"}"#,
                r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"1","delta":"Done"}"#,
                r#"{"type":"TEXT_MESSAGE_END","messageId":"1"}"#,
            ],
        );
        assert_eq!(
            messages(&conversation),
            [
                r#"{"id":"1","role":"assistant","content":"Done","toolCalls":[{"id":"c","type":"function","function":{"name":"rooms","arguments":""}}]}"#
            ]
        );
    }
}
