//! The message of the assistant that the chunks of a stream build, as clients of the AI SDK store it.
//!
//! The limit of a turn bounds its length.

use super::{Chunk, UiMessage};
use std::collections::BTreeMap;
use wire::Payload;

/// The maximum number of parts of a message, and of its unfinished texts. Further parts are not repeated in later requests.
const PARTS: usize = 4096;

/// A message of the assistant that has not ended.
#[derive(Debug, Default)]
pub(super) struct AssistantMessage {
    id: Option<String>,
    parts: Vec<Part>,
    /// The unfinished texts and thoughts, by kind and id.
    open: BTreeMap<(TextKind, String), OpenText>,
    /// The positions of the calls, by id.
    calls: BTreeMap<String, usize>,
    /// The positions of the data parts, by type and id.
    data: BTreeMap<(String, String), usize>,
    /// The requests for approvals that wait for an answer of the user.
    approvals: Vec<String>,
}

/// The kinds of parts that grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TextKind {
    Text,
    Reasoning,
}

impl TextKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Reasoning => "reasoning",
        }
    }
}

#[derive(Debug, Default)]
struct OpenText {
    text: String,
    metadata: Option<Payload>,
}

#[derive(Debug)]
enum Part {
    /// A part that does not change.
    Whole(Payload),
    Call(Box<CallPart>),
    /// The start of a step.
    Step,
}

/// The call of a tool.
#[derive(Debug)]
struct CallPart {
    id: String,
    tool: String,
    is_dynamic: bool,
    state: &'static str,
    input: Option<Payload>,
    output: Option<Payload>,
    error: Option<String>,
    approval: Option<Payload>,
}

impl CallPart {
    fn to_payload(&self) -> Payload {
        let kind = match self.is_dynamic {
            true => "dynamic-tool".to_owned(),
            false => format!("tool-{}", self.tool),
        };
        let (kind, id, state) = (
            Payload::string(&kind),
            Payload::string(&self.id),
            Payload::string(self.state),
        );
        let tool = self.is_dynamic.then(|| Payload::string(&self.tool));
        let error = self.error.as_deref().map(Payload::string);
        let mut members = vec![("type", &kind), ("toolCallId", &id), ("state", &state)];
        for (name, value) in [
            ("toolName", &tool),
            ("input", &self.input),
            ("output", &self.output),
            ("errorText", &error),
            ("approval", &self.approval),
        ] {
            members.extend(value.as_ref().map(|value| (name, value)));
        }
        Payload::object(members)
    }
}

impl AssistantMessage {
    /// Adds a chunk, whose text is `data`. Returns the text of the agent that is now complete, if there is one.
    ///
    /// # Errors
    /// Returns the reason for which clients of the AI SDK refuse the chunk. The message remains valid.
    pub(super) fn observe(&mut self, chunk: &Chunk, data: &str) -> Result<Option<String>, String> {
        match chunk {
            Chunk::Start(start) => self.id = start.message_id.get().cloned(),
            Chunk::TextStart(start) => {
                self.start_text(TextKind::Text, &start.id, start.provider_metadata.clone());
            }
            Chunk::TextDelta(delta) => {
                return self.add_text(TextKind::Text, &delta.id, &delta.delta);
            }
            Chunk::TextEnd(end) => {
                return self.end_text(TextKind::Text, &end.id, end.provider_metadata.clone());
            }
            Chunk::ReasoningStart(start) => {
                let metadata = start.provider_metadata.clone();
                self.start_text(TextKind::Reasoning, &start.id, metadata);
            }
            Chunk::ReasoningDelta(delta) => {
                return self.add_text(TextKind::Reasoning, &delta.id, &delta.delta);
            }
            Chunk::ReasoningEnd(end) => {
                return self.end_text(TextKind::Reasoning, &end.id, end.provider_metadata.clone());
            }
            Chunk::SurfacePart(part) => {
                let is_transient = part.transient.get() == Some(&true);
                self.add_data(chunk.tag(), part.id.get().cloned(), is_transient, data);
            }
            Chunk::Unknown(unknown) => self.add_unknown(unknown, data),
            _ => return self.observe_call(chunk).map(|()| None),
        }
        Ok(None)
    }

    /// Adds a chunk of a type without a struct of its own.
    fn add_unknown(&mut self, unknown: &wire::Unknown, data: &str) {
        let member = |name: &str| unknown.members().get(name);
        match unknown.tag() {
            "start-step" => self.push(Part::Step),
            "reset-step" => self.reset_step(),
            // These chunks have the same members as their parts.
            "source-url" | "source-document" | "file" | "reasoning-file" | "custom" => {
                if let Ok(part) = Payload::parse(data) {
                    self.push(Part::Whole(part));
                }
            }
            tag if tag.starts_with("data-") => {
                let id = member("id").and_then(|id| Some(id.as_str()?.into_owned()));
                let is_transient = member("transient").is_some_and(|value| value.text() == "true");
                self.add_data(tag, id, is_transient, data);
            }
            _ => {}
        }
    }

    fn push(&mut self, part: Part) {
        if self.parts.len() < PARTS {
            self.parts.push(part);
        }
    }

    /// Adds a data part. It replaces the part with the same type and id.
    fn add_data(&mut self, kind: &str, id: Option<String>, is_transient: bool, data: &str) {
        if is_transient {
            return;
        }
        let Ok(part) = Payload::parse(data) else {
            return;
        };
        let Some(id) = id else {
            self.push(Part::Whole(part));
            return;
        };
        let key = (kind.to_owned(), id);
        let next = self.parts.len();
        let at = self.data.get(&key).copied();
        if let Some(known) = at.and_then(|at| self.parts.get_mut(at)) {
            *known = Part::Whole(part);
        } else if next < PARTS {
            self.data.insert(key, next);
            self.parts.push(Part::Whole(part));
        }
    }

    /// Removes the parts since the start of the latest step.
    fn reset_step(&mut self) {
        let kept = self
            .parts
            .iter()
            .rposition(|part| matches!(part, Part::Step))
            .map_or(0, |step| step + 1);
        self.parts.truncate(kept);
        self.calls.retain(|_, at| *at < kept);
        self.data.retain(|_, at| *at < kept);
        self.open.clear();
    }

    fn start_text(&mut self, kind: TextKind, id: &str, metadata: Option<Payload>) {
        if self.open.len() >= PARTS {
            return;
        }
        let text = OpenText {
            text: String::new(),
            metadata,
        };
        self.open.insert((kind, id.to_owned()), text);
    }

    /// Adds a piece to a text. A text that has not started is started.
    fn add_text(
        &mut self,
        kind: TextKind,
        id: &str,
        delta: &str,
    ) -> Result<Option<String>, String> {
        let key = (kind, id.to_owned());
        let is_open = self.open.contains_key(&key);
        if !is_open {
            self.start_text(kind, id, None);
        }
        if let Some(open) = self.open.get_mut(&key) {
            open.text.push_str(delta);
        }
        match is_open {
            true => Ok(None),
            false => Err(format!(
                "a `{0}-delta` has no `{0}-start` before it",
                kind.as_str()
            )),
        }
    }

    /// Ends a text. Returns it if it is for the user.
    fn end_text(
        &mut self,
        kind: TextKind,
        id: &str,
        metadata: Option<Payload>,
    ) -> Result<Option<String>, String> {
        let Some(mut open) = self.open.remove(&(kind, id.to_owned())) else {
            return Err(format!(
                "a `{0}-end` has no `{0}-start` before it",
                kind.as_str()
            ));
        };
        open.metadata = metadata.or(open.metadata);
        Ok(self.close_text(kind, open))
    }

    fn close_text(&mut self, kind: TextKind, open: OpenText) -> Option<String> {
        let (name, text, state) = (
            Payload::string(kind.as_str()),
            Payload::string(&open.text),
            Payload::string("done"),
        );
        let mut members = vec![("type", &name), ("text", &text), ("state", &state)];
        members.extend(
            open.metadata
                .as_ref()
                .map(|value| ("providerMetadata", value)),
        );
        self.push(Part::Whole(Payload::object(members)));
        if kind == TextKind::Text && !open.text.trim().is_empty() {
            Some(open.text)
        } else {
            None
        }
    }

    /// Ends all unfinished texts. Returns those for the user.
    pub(super) fn end_texts(&mut self) -> Vec<String> {
        let mut texts = Vec::new();
        for ((kind, _), open) in std::mem::take(&mut self.open) {
            texts.extend(self.close_text(kind, open));
        }
        texts
    }

    /// Adds a chunk about the call of a tool.
    fn observe_call(&mut self, chunk: &Chunk) -> Result<(), String> {
        match chunk {
            Chunk::ToolInputStart(start) => {
                let is_dynamic = start.dynamic.get() == Some(&true);
                self.add_call(&start.tool_call_id, &start.tool_name, is_dynamic);
            }
            Chunk::ToolInputDelta(delta) => {
                self.find_call(&delta.tool_call_id, chunk.tag())?;
            }
            Chunk::ToolInputAvailable(input) => {
                let is_dynamic = input.dynamic.get() == Some(&true);
                self.add_call(&input.tool_call_id, &input.tool_name, is_dynamic);
                if let Some(call) = self.find_call(&input.tool_call_id, chunk.tag())? {
                    (call.state, call.input) = ("input-available", input.input.clone());
                }
            }
            Chunk::ToolInputError(error) => {
                let is_dynamic = error.dynamic.get() == Some(&true);
                self.add_call(&error.tool_call_id, &error.tool_name, is_dynamic);
                if let Some(call) = self.find_call(&error.tool_call_id, chunk.tag())? {
                    (call.state, call.input) = ("output-error", error.input.clone());
                    call.error = Some(error.error_text.clone());
                }
            }
            Chunk::ToolOutputAvailable(output) => {
                if let Some(call) = self.find_call(&output.tool_call_id, chunk.tag())? {
                    (call.state, call.output) = ("output-available", output.output.clone());
                }
            }
            Chunk::ToolOutputError(error) => {
                if let Some(call) = self.find_call(&error.tool_call_id, chunk.tag())? {
                    (call.state, call.error) = ("output-error", Some(error.error_text.clone()));
                }
            }
            Chunk::ToolOutputDenied(denied) => {
                if let Some(call) = self.find_call(&denied.tool_call_id, chunk.tag())? {
                    call.state = "output-denied";
                }
            }
            Chunk::ToolApprovalRequest(request) => {
                if request.is_automatic.get() != Some(&true) && self.approvals.len() < PARTS {
                    self.approvals.push(request.approval_id.clone());
                }
                if let Some(call) = self.find_call(&request.tool_call_id, chunk.tag())? {
                    let id = Payload::string(&request.approval_id);
                    call.state = "approval-requested";
                    call.approval = Some(Payload::object([("id", &id)]));
                }
            }
            Chunk::ToolApprovalResponse(response) => {
                self.approvals.retain(|id| *id != response.approval_id);
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds a call, unless it is known.
    fn add_call(&mut self, id: &str, tool: &str, is_dynamic: bool) {
        if self.calls.contains_key(id) || self.parts.len() >= PARTS {
            return;
        }
        self.calls.insert(id.to_owned(), self.parts.len());
        self.parts.push(Part::Call(Box::new(CallPart {
            id: id.to_owned(),
            tool: tool.to_owned(),
            is_dynamic,
            state: "input-streaming",
            input: None,
            output: None,
            error: None,
            approval: None,
        })));
    }

    /// Returns a call, or `None` if the message has too many parts to keep it.
    fn find_call(&mut self, id: &str, kind: &str) -> Result<Option<&mut CallPart>, String> {
        let is_full = self.parts.len() >= PARTS;
        match self.calls.get(id).and_then(|at| self.parts.get_mut(*at)) {
            Some(Part::Call(call)) => Ok(Some(call)),
            _ if is_full => Ok(None),
            _ => Err(format!("a `{kind}` has no input of its call before it")),
        }
    }

    /// Returns `true` if the agent waits for the user to approve a call.
    pub(super) fn waits_for_approval(&self) -> bool {
        !self.approvals.is_empty()
    }

    /// Returns the message for later requests, or `None` if it has no parts. `id` is its id if the server has given none.
    pub(super) fn into_message(self, id: String) -> Option<UiMessage> {
        let mut parts = Vec::new();
        for part in &self.parts {
            match part {
                Part::Whole(part) => parts.push(part.clone()),
                // Servers refuse a call whose input is not complete.
                Part::Call(call) if call.state == "input-streaming" => {}
                Part::Call(call) => parts.push(call.to_payload()),
                Part::Step => {
                    parts.push(Payload::object([("type", &Payload::string("step-start"))]));
                }
            }
        }
        if parts.is_empty() {
            return None;
        }
        let id = self.id.unwrap_or(id);
        Some(UiMessage::of_parts(&id, "assistant", parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observe(message: &mut AssistantMessage, chunk: &str) -> Result<Option<String>, String> {
        message.observe(&wire::decode(chunk).unwrap(), chunk)
    }

    fn parts(message: AssistantMessage) -> Vec<String> {
        let message = message.into_message("m".to_owned()).unwrap();
        message.parts().map(|part| part.text().to_owned()).collect()
    }

    #[test]
    fn chunks_become_the_parts_of_a_message() {
        let mut message = AssistantMessage::default();
        let mut said = Vec::new();
        for chunk in [
            r#"{"type":"start","messageId":"a"}"#,
            r#"{"type":"start-step"}"#,
            r#"{"type":"reasoning-start","id":"1"}"#,
            r#"{"type":"reasoning-delta","id":"1","delta":"Hm"}"#,
            r#"{"type":"reasoning-end","id":"1","providerMetadata":{"p":{"s":1}}}"#,
            r#"{"type":"text-start","id":"1"}"#,
            r#"{"type":"text-delta","id":"1","delta":"Let me "}"#,
            r#"{"type":"text-delta","id":"1","delta":"look."}"#,
            r#"{"type":"text-end","id":"1"}"#,
            r#"{"type":"tool-input-start","toolCallId":"c","toolName":"rooms"}"#,
            r#"{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{}"}"#,
            r#"{"type":"tool-input-available","toolCallId":"c","toolName":"rooms","input":{}}"#,
            r#"{"type":"tool-output-available","toolCallId":"c","output":[3]}"#,
            r#"{"type":"data-note","id":"n","data":1}"#,
            r#"{"type":"data-note","data":2}"#,
            r#"{"type":"data-note","id":"n","data":3}"#,
            r#"{"type":"data-note","id":"t","data":4,"transient":true}"#,
            r#"{"type":"source-url","sourceId":"s","url":"https://a.test/"}"#,
            r#"{"type":"finish-step"}"#,
        ] {
            said.extend(observe(&mut message, chunk).unwrap());
        }
        assert_eq!(said, ["Let me look."]);
        let whole = message.into_message("m".to_owned()).unwrap();
        assert_eq!(
            wire::encode(&whole).unwrap(),
            concat!(
                r#"{"id":"a","role":"assistant","parts":[{"type":"step-start"},"#,
                r#"{"type":"reasoning","text":"Hm","state":"done","providerMetadata":{"p":{"s":1}}},"#,
                r#"{"type":"text","text":"Let me look.","state":"done"},"#,
                r#"{"type":"tool-rooms","toolCallId":"c","state":"output-available","input":{},"output":[3]},"#,
                r#"{"type":"data-note","id":"n","data":3},{"type":"data-note","data":2},"#,
                r#"{"type":"source-url","sourceId":"s","url":"https://a.test/"}]}"#
            )
        );
    }

    #[test]
    fn chunks_that_official_clients_refuse_leave_the_message_valid() {
        let mut message = AssistantMessage::default();
        let late = observe(
            &mut message,
            r#"{"type":"text-delta","id":"1","delta":"Hi"}"#,
        );
        assert!(late.unwrap_err().contains("no `text-start`"));
        for chunk in [
            r#"{"type":"text-end","id":"2"}"#,
            r#"{"type":"tool-output-available","toolCallId":"c","output":1}"#,
            r#"{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"1"}"#,
        ] {
            assert!(observe(&mut message, chunk).is_err(), "{chunk}");
        }
        assert_eq!(message.end_texts(), ["Hi"]);
        assert_eq!(
            parts(message),
            [r#"{"type":"text","text":"Hi","state":"done"}"#]
        );
    }

    #[test]
    fn a_step_that_is_reset_loses_its_parts() {
        let mut message = AssistantMessage::default();
        for chunk in [
            r#"{"type":"start-step"}"#,
            r#"{"type":"data-a","id":"1","data":1}"#,
            r#"{"type":"start-step"}"#,
            r#"{"type":"data-b","id":"1","data":1}"#,
            r#"{"type":"reset-step"}"#,
            r#"{"type":"data-b","id":"1","data":2}"#,
        ] {
            observe(&mut message, chunk).unwrap();
        }
        assert_eq!(
            parts(message),
            [
                r#"{"type":"step-start"}"#,
                r#"{"type":"data-a","id":"1","data":1}"#,
                r#"{"type":"step-start"}"#,
                r#"{"type":"data-b","id":"1","data":2}"#
            ]
        );
    }

    #[test]
    fn only_an_approval_of_the_user_is_waited_for() {
        let mut message = AssistantMessage::default();
        observe(
            &mut message,
            r#"{"type":"tool-input-available","toolCallId":"c","toolName":"pay","input":{}}"#,
        )
        .unwrap();
        let request = r#"{"type":"tool-approval-request","approvalId":"1","toolCallId":"c","isAutomatic":true}"#;
        observe(&mut message, request).unwrap();
        assert!(!message.waits_for_approval());
        observe(&mut message, &request.replace("true", "false")).unwrap();
        assert!(message.waits_for_approval());
        let response = r#"{"type":"tool-approval-response","approvalId":"1","approved":true}"#;
        observe(&mut message, response).unwrap();
        assert!(!message.waits_for_approval());
    }

    #[test]
    fn a_message_has_a_bounded_number_of_parts() {
        let mut message = AssistantMessage::default();
        for _ in 0..PARTS + 10 {
            observe(&mut message, r#"{"type":"start-step"}"#).unwrap();
        }
        observe(&mut message, r#"{"type":"text-start","id":"1"}"#).unwrap();
        observe(
            &mut message,
            r#"{"type":"text-delta","id":"1","delta":"Hi"}"#,
        )
        .unwrap();
        let said = observe(&mut message, r#"{"type":"text-end","id":"1"}"#);
        assert_eq!(said.unwrap().as_deref(), Some("Hi"));
        assert_eq!(parts(message).len(), PARTS);
    }
}
