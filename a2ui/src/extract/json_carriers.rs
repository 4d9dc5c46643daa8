//! Messages inside JSON values that are not messages themselves.

use super::{
    Carrier, ExtractedItem, ExtractedMessage, Extractor, NESTED,
    activities::{self, Activities, CallPiece, Origin, StreamedCall},
    base64,
    deltas::{self, Step, StepKind},
    members::Members,
    mime::Mime,
    part::{Part, PlacedValue},
    recognise::{has_a2ui_words, is_like_a_message},
    tool_call::{self, A2UI_LISTS, Call},
};
use crate::{
    Direction, detect,
    repair::{self, Repair, RepairKind, RepairedJson},
};
use std::borrow::Cow;
use wire::{
    DecodeError, Pointer,
    token::{self, Child},
};

/// The members of A2A, AG-UI, MCP, JSON-RPC and model APIs that can contain messages.
const HOLDERS: [&str; 40] = [
    "a2ui",
    "a2uiAction",
    "artifact",
    "artifactUpdate",
    "artifacts",
    "candidates",
    "choices",
    "content",
    "contents",
    "data",
    "event",
    "events",
    "fixtures",
    "forwardedProps",
    "functionCall",
    "functionResponse",
    "function_call",
    "function_response",
    "history",
    "input",
    "item",
    "message",
    "messages",
    "output",
    "params",
    "part",
    "parts",
    "resource",
    "response",
    "result",
    "snapshot",
    "status",
    "statusUpdate",
    "structuredContent",
    "task",
    "toolCall",
    "toolCalls",
    "toolResults",
    "tool_calls",
    "update",
];

/// The members that contain text of a model or tool.
const TEXTS: [&str; 3] = ["content", "output", "text"];

/// The maximum depth of carriers that is searched.
const DEEPEST: usize = 16;

/// Returns the messages in a value, in the order in which they apply.
pub(super) fn find_parts(
    text: &str,
    activities: &mut Activities,
    limit: usize,
    nested: u8,
) -> Vec<Part> {
    let mut walk = CarrierWalk::new(activities, limit, nested);
    walk.search_value(text, 0, Pointer::root(), DEEPEST, None);
    walk.parts
}

/// Ends all streamed texts and calls, and returns the messages in them.
pub(super) fn end_streams(activities: &mut Activities, limit: usize, nested: u8) -> Vec<Part> {
    let (messages, calls) = activities.finish();
    let mut walk = CarrierWalk::new(activities, limit, nested);
    for message in messages {
        walk.add_extracted(message, 0, &Pointer::root());
    }
    for call in calls {
        walk.read_streamed_call(call, 0, &Pointer::root());
    }
    walk.parts
}

/// The search of a value for messages, and the parts that were found.
struct CarrierWalk<'a> {
    parts: Vec<Part>,
    activities: &'a mut Activities,
    limit: usize,
    nested: u8,
    /// `true` inside an AG-UI message, whose operations are compared together.
    is_in_message: bool,
}

impl<'w> CarrierWalk<'w> {
    fn new(activities: &'w mut Activities, limit: usize, nested: u8) -> Self {
        Self {
            parts: Vec::new(),
            activities,
            limit,
            nested,
            is_in_message: false,
        }
    }

    /// Searches a value for messages. `carrier` is the format around the value, if any.
    fn search_value(
        &mut self,
        text: &str,
        offset: usize,
        at: Pointer,
        depth: usize,
        carrier: Option<Carrier>,
    ) {
        if depth == 0 {
            return;
        }
        match text.as_bytes().first() {
            Some(b'[') => {
                let elements: Vec<_> = token::children(text).collect();
                if elements
                    .iter()
                    .any(|element| is_like_a_message(element.text))
                {
                    return self.add_list(&elements, offset, &at, carrier);
                }
                for (index, element) in elements.into_iter().enumerate() {
                    let (offset, at) = (offset + element.at, at.element(index));
                    self.search_value(element.text, offset, at, depth - 1, carrier);
                }
            }
            Some(b'{') if is_like_a_message(text) => self.add_message(text, offset, at, carrier),
            Some(b'{') => self.search_object(text, offset, &at, depth),
            _ => {}
        }
    }

    /// Searches an object that is not a message, from the most specific form to any holder of messages.
    fn search_object(&mut self, text: &str, offset: usize, at: &Pointer, depth: usize) {
        let members = Members::of(text);
        let kind = members.word("type").unwrap_or_default();
        match &*kind {
            "ACTIVITY_SNAPSHOT" => return self.read_activity_snapshot(&members, offset, at),
            "ACTIVITY_DELTA" => return self.read_activity_delta(&members, offset, at),
            _ => {}
        }
        if let Some(steps) = deltas::read_steps(&members) {
            for step in steps {
                self.read_step(step, offset, at);
            }
            return;
        }
        // A call without messages is searched like any other object.
        if let Some(call) = Call::of(&members) {
            if self.read_call(&call, offset, at) {
                return;
            }
        }
        // AG-UI repeats messages, as in `MESSAGES_SNAPSHOT`.
        if !self.is_in_message {
            if let Some(id) = find_message_id(&members, &kind) {
                return self.search_ag_ui_message(id, text, offset, at, depth);
            }
        }
        if members.word("role").is_some_and(|role| role == "activity") {
            return self.read_activity_message(&members, offset, at);
        }
        if self.read_marked(&members, offset, at) {
            return;
        }
        if let Some((name, list)) = members.find_any(&A2UI_LISTS) {
            let before = self.parts.len();
            self.read_marked_value(list, offset, &at.member(&name), Carrier::AgUi);
            if !self.is_in_message {
                self.keep_only_new(None, before, Origin::List);
            }
            return;
        }
        self.search_members(members, offset, at, depth);
    }

    /// Searches an AG-UI message. Its operations are compared with those of earlier messages with the same id.
    fn search_ag_ui_message(
        &mut self,
        id: Option<String>,
        text: &str,
        offset: usize,
        at: &Pointer,
        depth: usize,
    ) {
        let before = self.parts.len();
        self.is_in_message = true;
        self.search_object(text, offset, at, depth);
        self.is_in_message = false;
        self.keep_only_new(id.as_deref(), before, Origin::List);
    }

    /// Reads an AG-UI message with the role `activity`.
    fn read_activity_message(&mut self, members: &Members<'_>, offset: usize, at: &Pointer) {
        let Some(content) = members.find("content") else {
            return;
        };
        let operations = activities::find_operations(PlacedValue {
            text: content.text,
            offset: offset + content.at,
            at: &at.member("content"),
        });
        self.parts.extend(operations.unwrap_or_default());
    }

    /// Removes repetitions from the parts added since `before`. `id` is the id of the message that contains them.
    fn keep_only_new(&mut self, id: Option<&str>, before: usize, origin: Origin) {
        let parts = self.parts.split_off(before);
        let new = self.activities.filter_new(id, parts, origin, self.limit);
        self.parts.extend(new);
    }

    /// Searches the members of an object that can contain messages or text.
    fn search_members(
        &mut self,
        mut members: Members<'_>,
        offset: usize,
        at: &Pointer,
        depth: usize,
    ) {
        let mime = Mime::of(&members);
        let is_custom = members.word("type").is_some_and(|kind| kind == "CUSTOM");
        // The history comes first and the current status last. Structured content repeats the texts of a result, so it
        // comes last, too.
        members.0.sort_by_key(|member| match &*member.0 {
            "history" => 0,
            "status" | "structuredContent" => 2,
            _ => 1,
        });
        for (name, child) in members.0 {
            // The MIME type of other data excludes messages.
            if name == "data" && matches!(mime, Mime::Other) {
                continue;
            }
            // AG-UI puts the content of a custom event into `value`.
            let is_custom_value = is_custom && name == "value";
            let is_text = is_custom_value || TEXTS.contains(&&*name);
            let is_holder = is_custom_value || HOLDERS.contains(&&*name);
            if is_text && child.text.starts_with('"') {
                let before = self.parts.len();
                self.search_text(child.text, offset + child.at, &at.member(&name));
                self.report_text_carrier(before, &mime, at);
            } else if is_holder {
                self.search_holder(&name, child, offset, at, depth);
            }
        }
    }

    /// Searches a member that can contain messages. `offset` and `at` are the place of the object with the member.
    fn search_holder(
        &mut self,
        name: &str,
        child: Child<'_>,
        offset: usize,
        at: &Pointer,
        depth: usize,
    ) {
        let (text, offset) = (child.text, offset + child.at);
        // A list of messages in a document is not a carrier, since documents use the name `messages`.
        let is_document = name == "messages" && at.is_root();
        let carrier = if is_document {
            None
        } else {
            Some(Carrier::Json)
        };
        let at = at.member(name);
        let is_list_of_results = matches!(name, "content" | "contents")
            && text.starts_with('[')
            && !tool_call::has_messages(text);
        if is_list_of_results {
            for (index, element) in token::children(text).enumerate() {
                let (offset, at) = (offset + element.at, at.element(index));
                self.search_result(element.text, offset, at, depth.saturating_sub(2));
            }
        } else if name == "structuredContent" {
            self.search_result(text, offset, at, depth - 1);
        } else {
            self.search_value(text, offset, at, depth - 1, carrier);
        }
    }

    /// Searches one part of a tool result. Results often repeat messages in several parts, for clients that read only
    /// one kind of part.
    fn search_result(&mut self, text: &str, offset: usize, at: Pointer, depth: usize) {
        let before = self.parts.len();
        self.search_value(text, offset, at, depth, Some(Carrier::Json));
        if !self.is_in_message {
            self.keep_only_new(None, before, Origin::List);
        }
    }

    /// Reads an event with the content of an activity.
    fn read_activity_snapshot(&mut self, members: &Members<'_>, offset: usize, at: &Pointer) {
        let id = members.any_word(&deltas::MESSAGE_ID).unwrap_or_default();
        let Some(content) = members.find("content") else {
            return;
        };
        // A snapshot with `"replace":false` does not change a known activity.
        let is_replacing = members
            .find("replace")
            .is_none_or(|replace| replace.text != "false");
        if !is_replacing && self.activities.is_known(&id) {
            return;
        }
        let content = PlacedValue {
            text: content.text,
            offset: offset + content.at,
            at: &at.member("content"),
        };
        let parts = self.activities.apply_snapshot(&id, content, self.limit);
        self.parts.extend(parts);
    }

    /// Reads an event with changes of an activity.
    fn read_activity_delta(&mut self, members: &Members<'_>, offset: usize, at: &Pointer) {
        let id = members.any_word(&deltas::MESSAGE_ID).unwrap_or_default();
        let Some(patch) = members.find("patch") else {
            return;
        };
        let patch = PlacedValue {
            text: patch.text,
            offset: offset + patch.at,
            at: &at.member("patch"),
        };
        let parts = self.activities.apply_delta(&id, patch, self.limit);
        self.parts.extend(parts);
    }

    /// Reads a step of a streamed text or call.
    fn read_step(&mut self, step: Step<'_>, offset: usize, at: &Pointer) {
        let (text, offset, at) = match &step.piece {
            Some((quoted, within, place)) => {
                (Some(token::string(quoted)), offset + within, at.join(place))
            }
            None => (None, offset, at.clone()),
        };
        let call = match step.kind {
            StepKind::Text => {
                if text.is_some() {
                    self.read_text_piece(&step.key, text.as_deref(), offset, &at);
                }
                return;
            }
            StepKind::Call { id, name } => {
                let event = CallPiece {
                    key: step.key,
                    id,
                    name,
                    piece: &text.unwrap_or_default(),
                };
                self.activities.push_call(event, self.limit)
            }
            StepKind::End => {
                self.read_text_piece(&step.key, None, offset, &at);
                self.activities.end_call(&step.key)
            }
        };
        if let Some(call) = call {
            self.read_streamed_call(call, offset, &at);
        }
    }

    /// Reads the next piece of a text, or ends the text if the piece is `None`.
    fn read_text_piece(&mut self, key: &str, piece: Option<&str>, offset: usize, at: &Pointer) {
        if self.nested >= NESTED {
            return;
        }
        let before = self.parts.len();
        let messages = self
            .activities
            .push_text(key, piece, self.limit, self.nested + 1);
        for message in messages {
            self.add_extracted(message, offset, at);
        }
        // The complete message that follows must not repeat them.
        for part in self.parts.iter().skip(before) {
            self.activities.store_streamed(key, part, self.limit);
        }
    }

    /// Reads a call, and returns `true` if its arguments contain messages.
    fn read_call(&mut self, call: &Call<'_>, offset: usize, at: &Pointer) -> bool {
        let mut at = at.clone();
        for name in &call.path {
            at.push(name);
        }
        let offset = offset + call.offset + call.arguments.at;
        let text = call.arguments.text;
        if text.starts_with('"') {
            return self.read_call_text(
                call.id.as_deref(),
                &call.name,
                &token::string(text),
                offset,
                &at,
            );
        }
        let before = self.parts.len();
        self.read_arguments(&call.name, text, offset, &at);
        self.finish_call(call.id.as_deref(), before)
    }

    /// Reads a call whose arguments were streamed.
    fn read_streamed_call(&mut self, call: StreamedCall, offset: usize, at: &Pointer) {
        match call.text {
            Ok(text) => {
                self.read_call_text(call.id.as_deref(), &call.name, &text, offset, at);
            }
            Err(error) if tool_call::is_a2ui(&call.name) => {
                self.refuse_call(offset, at, error.into());
            }
            Err(_) => {}
        }
    }

    /// Reads a call whose arguments are in a string, and returns `true` if they contain messages.
    fn read_call_text(
        &mut self,
        id: Option<&str>,
        name: &str,
        text: &str,
        offset: usize,
        at: &Pointer,
    ) -> bool {
        let before = self.parts.len();
        let text = text.trim();
        if wire::Payload::is_json(text) {
            self.read_arguments(name, text, 0, at);
        } else if tool_call::is_a2ui(name) && !text.is_empty() {
            // Malformed arguments of another tool do not concern A2UI.
            match parse_or_repair(text, at) {
                Ok((text, repairs)) => {
                    self.read_arguments(name, &text, 0, at);
                    self.add_repairs(before, repairs);
                }
                Err(error) => self.refuse_call(offset, at, error),
            }
        }
        self.quote_from(before, offset);
        self.finish_call(id, before)
    }

    /// Reports arguments that cannot be read.
    fn refuse_call(&mut self, offset: usize, at: &Pointer, error: DecodeError) {
        let part = Part::new(offset, at.clone(), Some(Carrier::ToolCall), Err(error));
        self.parts.push(part);
    }

    /// Adds the messages in the arguments of a call.
    fn read_arguments(&mut self, name: &str, text: &str, offset: usize, at: &Pointer) {
        let members = Members::of(text);
        if let Some(messages) = tool_call::convert_surface(&members) {
            let before = self.parts.len();
            for message in messages {
                self.add_assembled_message(message, offset, at);
            }
            if let Some(first) = self.parts.get_mut(before) {
                let repair = Repair::new(RepairKind::ToolArguments, at.clone(), &[name]);
                first.repairs.push(repair);
            }
            return;
        }
        if is_like_a_message(text) {
            return self.add_message(text, offset, at.clone(), Some(Carrier::ToolCall));
        }
        if let Some((member, list)) = members.find_any(&A2UI_LISTS) {
            return self.read_marked_value(list, offset, &at.member(&member), Carrier::ToolCall);
        }
        if let Some((member, list)) = tool_call::find_message_list(&members) {
            let at = at.member(&member);
            return self.read_data(list.text, offset + list.at, &at, Carrier::ToolCall);
        }
        if let Some(message) = tool_call::convert_action(name, text, &members) {
            self.add_assembled_message(message, offset, at);
        }
    }

    /// Adds a message that was assembled from the arguments of a call.
    fn add_assembled_message(&mut self, message: String, offset: usize, at: &Pointer) {
        let mut part = Part::new(offset, at.clone(), Some(Carrier::ToolCall), Ok(message));
        part.is_quoted = true;
        self.parts.push(part);
    }

    /// Removes repetitions from the messages of a call, and returns `true` if the call contained any messages.
    fn finish_call(&mut self, id: Option<&str>, before: usize) -> bool {
        let has_messages = self.parts.len() > before;
        self.keep_only_new(id, before, Origin::Call);
        has_messages
    }

    /// Reads the messages in a part or resource with an A2UI MIME type. Returns `false` if the object is neither.
    fn read_marked(&mut self, members: &Members<'_>, offset: usize, at: &Pointer) -> bool {
        let mime = Mime::of(members);
        let is_part = is_part(at) || members.word("kind").is_some_and(|kind| kind == "data");
        let before = self.parts.len();
        let data = members
            .find("data")
            .filter(|data| mime.is_for_messages(data.text, is_part));
        if let Some(data) = data {
            let at = at.member("data");
            self.read_data(data.text, offset + data.at, &at, Carrier::A2a);
        } else if !mime.is_a2ui() {
            return false;
        } else if let Some(text) = members.find_string("text") {
            let (offset, at) = (offset + text.at, at.member("text"));
            self.read_quoted_messages(&token::string(text.text), offset, &at, Carrier::Mcp);
        } else if let Some(blob) = members.find_string("blob") {
            let (offset, at) = (offset + blob.at, at.member("blob"));
            let text = base64::decode(&token::string(blob.text));
            // Data that is not Base64 is not JSON either, so the empty text produces the error.
            self.read_quoted_messages(&text.unwrap_or_default(), offset, &at, Carrier::Mcp);
        } else {
            return false;
        }
        if let Some(first) = self.parts.get_mut(before) {
            first.repairs.extend(mime.repair(at));
        }
        true
    }

    /// Reads a value whose name marks it as messages, or a string that contains such a value.
    fn read_marked_value(
        &mut self,
        value: Child<'_>,
        offset: usize,
        at: &Pointer,
        carrier: Carrier,
    ) {
        if value.text.starts_with('"') {
            self.read_quoted_messages(&token::string(value.text), offset + value.at, at, carrier);
        } else {
            self.read_data(value.text, offset + value.at, at, carrier);
        }
    }

    /// Reports messages in a text whose MIME type is unsuitable. Also reports client messages in a text part, because
    /// agents look for them in data parts.
    fn report_text_carrier(&mut self, before: usize, mime: &Mime<'_>, at: &Pointer) {
        let Some(first) = self.parts.get_mut(before) else {
            return;
        };
        if first.carrier != Some(Carrier::Text) {
            return;
        }
        let text = first.text.as_deref().unwrap_or_default();
        let repair = match mime {
            Mime::Json(_) => mime.repair(at),
            _ if is_part(at) && is_of_client(text) => {
                Some(Repair::new(RepairKind::TextPart, at.clone(), &[]))
            }
            _ => None,
        };
        first.repairs.extend(repair);
    }

    /// Reads data that is marked as messages: one message, a list, or a list in an object.
    fn read_data(&mut self, text: &str, offset: usize, at: &Pointer, carrier: Carrier) {
        let members = Members::of(if is_like_a_message(text) { "" } else { text });
        // Servers of A2A 1.0 wrap the list in an object for clients that support only objects.
        let usual_list = members
            .find_any(&["messages", "value"])
            .filter(|(_, list)| list.text.starts_with('['));
        if let Some((name, list)) = usual_list {
            let at = at.member(&name);
            return self.add_elements(list.text, offset + list.at, &at, carrier);
        }
        if let Some((name, list)) = tool_call::find_message_list(&members) {
            let before = self.parts.len();
            let at = at.member(&name);
            self.add_elements(list.text, offset + list.at, &at, carrier);
            if let Some(first) = self.parts.get_mut(before) {
                let repair = Repair::new(RepairKind::ListName, at, &[&name]);
                first.repairs.push(repair);
            }
            return;
        }
        if text.starts_with('[') {
            return self.add_elements(text, offset, at, carrier);
        }
        self.add_message(text, offset, at.clone(), Some(carrier));
    }

    /// Adds each element of a list as a message.
    fn add_elements(&mut self, list: &str, offset: usize, at: &Pointer, carrier: Carrier) {
        let elements: Vec<_> = token::children(list).collect();
        self.add_list(&elements, offset, at, Some(carrier));
    }

    /// Adds the elements of a list as messages.
    fn add_list(
        &mut self,
        elements: &[Child<'_>],
        offset: usize,
        at: &Pointer,
        carrier: Option<Carrier>,
    ) {
        for (index, element) in elements.iter().enumerate() {
            let (offset, at) = (offset + element.at, at.element(index));
            self.add_message(element.text, offset, at, carrier);
        }
    }

    /// Adds a text as a message. A deleted surface can be created again.
    fn add_message(
        &mut self,
        text: &str,
        offset: usize,
        pointer: Pointer,
        carrier: Option<Carrier>,
    ) {
        if !self.is_in_message && carrier != Some(Carrier::AgUi) {
            self.activities.forget_deleted(text);
        }
        self.parts
            .push(Part::new(offset, pointer, carrier, Ok(text.to_owned())));
    }

    /// Reads the messages in a text that is marked as messages.
    fn read_quoted_messages(&mut self, text: &str, offset: usize, at: &Pointer, carrier: Carrier) {
        let before = self.parts.len();
        match parse_or_repair(text.trim(), at) {
            Ok((text, repairs)) => {
                self.read_data(&text, 0, at, carrier);
                self.add_repairs(before, repairs);
            }
            Err(error) => self
                .parts
                .push(Part::new(offset, at.clone(), Some(carrier), Err(error))),
        }
        self.quote_from(before, offset);
    }

    /// Adds repairs to the first part added since `before`.
    fn add_repairs(&mut self, before: usize, repairs: Vec<Repair>) {
        if let Some(first) = self.parts.get_mut(before) {
            first.repairs.splice(..0, repairs);
        }
    }

    /// Moves the parts added since `before` to the position of the string that contains them.
    fn quote_from(&mut self, before: usize, offset: usize) {
        for part in self.parts.iter_mut().skip(before) {
            quote(part, offset);
        }
    }

    /// Searches the text of a model, which can contain any carrier.
    fn search_text(&mut self, quoted: &str, offset: usize, at: &Pointer) {
        if self.nested >= NESTED || !has_a2ui_words(quoted) {
            return;
        }
        let mut extractor =
            Extractor::inside(super::Place::START, self.nested + 1).limit(self.limit);
        let mut found = extractor.push(&token::string(quoted));
        found.extend(extractor.finish());
        for item in found {
            if let ExtractedItem::Message(message) = item {
                self.add_extracted(message, offset, at);
            }
        }
    }

    /// Adds a message found in a string.
    fn add_extracted(&mut self, message: ExtractedMessage, offset: usize, at: &Pointer) {
        let carrier = match message.carrier {
            Carrier::Plain => Carrier::Text,
            carrier => carrier,
        };
        let at = at.join(&message.pointer);
        let mut part = Part::new(offset, at, Some(carrier), message.text);
        part.repairs = message.repairs;
        quote(&mut part, offset);
        self.parts.push(part);
    }
}

/// Moves a message to the position of the string that contains it. Line ends in the message are replaced, because the
/// lines of the string are not lines of the text.
fn quote(part: &mut Part, offset: usize) {
    (part.offset, part.is_quoted) = (offset, true);
    if let Ok(text) = &mut part.text {
        *text = text.replace(['\r', '\n'], " ");
    }
}

/// Parses a text as JSON, and repairs it if it is not valid. Returns the JSON and the repairs, whose place is `at`.
fn parse_or_repair<'t>(
    text: &'t str,
    at: &Pointer,
) -> Result<(Cow<'t, str>, Vec<Repair>), DecodeError> {
    let Err(error) = wire::Payload::parse(text) else {
        return Ok((text.into(), Vec::new()));
    };
    let RepairedJson { text, mut repairs } = repair::repair_json(text).ok_or(error)?;
    for repair in &mut repairs {
        repair.pointer = at.clone();
    }
    Ok((text.into(), repairs))
}

/// Returns the id of an AG-UI message whose content is compared with earlier messages: `None` for any other object,
/// and `Some(None)` for a message without an id.
fn find_message_id(members: &Members<'_>, kind: &str) -> Option<Option<String>> {
    if kind == "TOOL_CALL_RESULT" {
        return Some(members.any_word(&deltas::MESSAGE_ID).map(Cow::into_owned));
    }
    // An event of OpenAI Responses with a complete item.
    if kind.starts_with("response.") {
        return Some(Some(members.owned_word("item_id")?));
    }
    let is_message = members.word("role").is_some();
    let is_result = members.word("name").is_some() && members.find("response").is_some();
    if !is_message && !is_result {
        return None;
    }
    Some(Some(members.owned_word("id")?))
}

/// Returns `true` if a text is a message of a client.
fn is_of_client(text: &str) -> bool {
    match detect::detect(text, None) {
        Ok((_, direction)) => direction == Direction::Client,
        Err(_) => false,
    }
}

/// Returns `true` if the pointer refers to a part of an A2A message.
fn is_part(at: &Pointer) -> bool {
    let mut segments = at.as_str().rsplit('/');
    segments.next() == Some("part") || segments.next() == Some("parts")
}
