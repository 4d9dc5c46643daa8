//! Messages inside JSON values that are not messages themselves.

use super::{
    Carrier, ExtractedItem, ExtractedMessage, Extractor, NESTED,
    activities::{self, Activities, Origin, StreamedCall},
    base64,
    deltas::{self, Step, StepKind},
    members::Members,
    mime::Mime,
    part::Part,
    recognise::{has_a2ui_words, is_like_a_message},
    tool_call::{self, A2UI_LISTS, Call, LISTS},
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
pub(super) fn parts(
    text: &str,
    activities: &mut Activities,
    limit: usize,
    nested: u8,
) -> Vec<Part> {
    let mut walk = CarrierWalk::new(activities, limit, nested);
    walk.value(text, 0, Pointer::root(), DEEPEST, None);
    walk.parts
}

/// Ends all streamed texts and calls, and returns the messages in them.
pub(super) fn end_streams(activities: &mut Activities, limit: usize, nested: u8) -> Vec<Part> {
    let (held, calls) = activities.finish();
    let mut walk = CarrierWalk::new(activities, limit, nested);
    held.into_iter()
        .for_each(|held| walk.add_extracted(held, 0, &Pointer::root()));
    calls
        .into_iter()
        .for_each(|call| walk.streamed_call(call, 0, &Pointer::root()));
    walk.parts
}

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

    /// Searches a value, which can be inside a carrier.
    fn value(
        &mut self,
        text: &str,
        offset: usize,
        at: Pointer,
        depth: usize,
        carrier: Option<Carrier>,
    ) {
        match text.as_bytes().first() {
            _ if depth == 0 => {}
            Some(b'[') => {
                let elements: Vec<_> = token::children(text).collect();
                if elements
                    .iter()
                    .any(|element| is_like_a_message(element.text))
                {
                    return self.list(&elements, offset, &at, carrier);
                }
                for (index, element) in elements.into_iter().enumerate() {
                    self.value(
                        element.text,
                        offset + element.at,
                        at.element(index),
                        depth - 1,
                        carrier,
                    );
                }
            }
            Some(b'{') if is_like_a_message(text) => self.one(text, offset, at, carrier),
            Some(b'{') => self.object(text, offset, &at, depth),
            _ => {}
        }
    }

    fn object(&mut self, text: &str, offset: usize, at: &Pointer, depth: usize) {
        let mut members = Members::of(text);
        let kind = members.word("type").unwrap_or_default().into_owned();
        if matches!(&*kind, "ACTIVITY_SNAPSHOT" | "ACTIVITY_DELTA") {
            return self.activity(&kind, &members, offset, at);
        }
        if let Some(steps) = deltas::steps(&members) {
            return steps
                .into_iter()
                .for_each(|step| self.step(step, offset, at));
        }
        if Call::of(&members).is_some_and(|call| self.accepts_call(&call, offset, at)) {
            return;
        }
        let id = message_id(&members, &kind);
        if !self.is_in_message && id.is_some() {
            let before = self.parts.len();
            self.is_in_message = true;
            self.object(text, offset, at, depth);
            self.is_in_message = false;
            let parts = self.parts.split_off(before);
            let id = id.flatten();
            let news = self
                .activities
                .news(id.as_deref(), parts, self.limit, false, Origin::List);
            return self.parts.extend(news);
        }
        if members.word("role").is_some_and(|role| role == "activity") {
            let operations = members.find("content").and_then(|content| {
                activities::operations(content.text, offset + content.at, &at.member("content"))
            });
            return self.parts.extend(operations.into_iter().flatten());
        }
        if self.accepts_marked(&members, offset, at) {
            return;
        }
        if let Some((name, list)) = members.find_any(&A2UI_LISTS) {
            let before = self.parts.len();
            self.marked_value(list, offset, &at.member(&name), Carrier::AgUi);
            if !self.is_in_message {
                let parts = self.parts.split_off(before);
                let news = self
                    .activities
                    .news(None, parts, self.limit, false, Origin::List);
                self.parts.extend(news);
            }
            return;
        }
        let mime = Mime::of(&members);
        // The history comes first and the current status last. Structured content repeats the texts of a result, so it
        // comes last, too.
        members.0.sort_by_key(|member| match &*member.0 {
            "history" => 0,
            "status" | "structuredContent" => 2,
            _ => 1,
        });
        for (name, child) in members.0 {
            let is_custom = name == "value" && kind == "CUSTOM";
            let (text, offset) = (child.text, offset + child.at);
            if text.starts_with('"') && (TEXTS.contains(&&*name) || is_custom) {
                let before = self.parts.len();
                self.text(text, offset, &at.member(&name));
                self.report_text_carrier(before, &mime, at);
            } else if HOLDERS.contains(&&*name) || is_custom {
                // A list of messages in a document is not a carrier, since documents use the name `messages`.
                let is_document = name == "messages" && at.is_root();
                let carrier = if is_document {
                    None
                } else {
                    Some(Carrier::Json)
                };
                let at = at.member(&name);
                match &*name {
                    "data" if matches!(mime, Mime::Other) => {}
                    "content" | "contents"
                        if text.starts_with('[') && !tool_call::has_messages(text) =>
                    {
                        for (index, element) in token::children(text).enumerate() {
                            let offset = offset + element.at;
                            self.result(
                                element.text,
                                offset,
                                at.element(index),
                                depth.saturating_sub(2),
                            );
                        }
                    }
                    "structuredContent" => self.result(text, offset, at, depth - 1),
                    _ => self.value(text, offset, at, depth - 1, carrier),
                }
            }
        }
    }

    /// Processes part of a tool result. Results often repeat messages in several parts for clients that read only one
    /// kind.
    fn result(&mut self, text: &str, offset: usize, at: Pointer, depth: usize) {
        let before = self.parts.len();
        self.value(text, offset, at, depth, Some(Carrier::Json));
        if !self.is_in_message {
            let parts = self.parts.split_off(before);
            let news = self
                .activities
                .news(None, parts, self.limit, false, Origin::List);
            self.parts.extend(news);
        }
    }

    /// Processes an event about an activity.
    fn activity(&mut self, kind: &str, members: &Members<'_>, offset: usize, at: &Pointer) {
        let id = members.any_word(&deltas::MESSAGE_ID).unwrap_or_default();
        let found = if kind == "ACTIVITY_SNAPSHOT" {
            let is_replacing = members
                .find("replace")
                .is_none_or(|replace| replace.text != "false");
            members.find("content").map(|content| {
                let (offset, at) = (offset + content.at, at.member("content"));
                self.activities
                    .snapshot(&id, content.text, offset, &at, is_replacing, self.limit)
            })
        } else {
            members.find("patch").map(|patch| {
                self.activities.delta(
                    &id,
                    patch.text,
                    offset + patch.at,
                    &at.member("patch"),
                    self.limit,
                )
            })
        };
        self.parts.extend(found.into_iter().flatten());
    }

    /// Processes a step of a streamed text or call.
    fn step(&mut self, step: Step<'_>, offset: usize, at: &Pointer) {
        let (text, offset, at) = match &step.piece {
            Some((quoted, within, place)) => {
                (Some(token::string(quoted)), offset + within, at.join(place))
            }
            None => (None, offset, at.clone()),
        };
        let call = match step.kind {
            StepKind::Text => {
                if text.is_some() {
                    self.text_piece(&step.key, text.as_deref(), offset, &at);
                }
                return;
            }
            StepKind::Call { id, name } => {
                let piece = text.unwrap_or_default();
                self.activities
                    .push_call(step.key, id, name, &piece, self.limit)
            }
            StepKind::End => {
                self.text_piece(&step.key, None, offset, &at);
                self.activities.end_call(&step.key)
            }
        };
        if let Some(call) = call {
            self.streamed_call(call, offset, &at);
        }
    }

    /// Processes the next piece of a text; `None` ends the text.
    fn text_piece(&mut self, key: &str, piece: Option<&str>, offset: usize, at: &Pointer) {
        if self.nested >= NESTED {
            return;
        }
        let before = self.parts.len();
        let held = self
            .activities
            .push_text(key, piece, self.limit, self.nested + 1);
        held.into_iter()
            .for_each(|held| self.add_extracted(held, offset, at));
        for part in self.parts.iter().skip(before) {
            self.activities.store_streamed(key, part, self.limit);
        }
    }

    /// Processes a call, and returns `true` if its arguments contain messages.
    fn accepts_call(&mut self, call: &Call<'_>, offset: usize, at: &Pointer) -> bool {
        let mut at = at.clone();
        call.path.iter().for_each(|name| at.push(name));
        let offset = offset + call.offset + call.arguments.at;
        let text = call.arguments.text;
        if text.starts_with('"') {
            return self.accepts_call_text(
                call.id.as_deref(),
                &call.name,
                &token::string(text),
                offset,
                &at,
            );
        }
        let before = self.parts.len();
        self.arguments(&call.name, text, offset, &at);
        self.accepts_call_parts(call.id.as_deref(), before)
    }

    /// Processes a call whose arguments were streamed.
    fn streamed_call(&mut self, call: StreamedCall, offset: usize, at: &Pointer) {
        match call.text {
            Ok(text) => {
                self.accepts_call_text(call.id.as_deref(), &call.name, &text, offset, at);
            }
            Err(error) if tool_call::is_a2ui(&call.name) => {
                self.parts.push(Part::new(
                    offset,
                    at.clone(),
                    Some(Carrier::ToolCall),
                    Err(error.into()),
                ));
            }
            Err(_) => {}
        }
    }

    fn accepts_call_text(
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
            self.arguments(name, text, 0, at);
        } else if tool_call::is_a2ui(name) && !text.is_empty() {
            match json(text, at) {
                Ok((text, repairs)) => {
                    self.arguments(name, &text, 0, at);
                    self.add_repairs(before, repairs);
                }
                Err(error) => {
                    self.parts.push(Part::new(
                        offset,
                        at.clone(),
                        Some(Carrier::ToolCall),
                        Err(error),
                    ));
                }
            }
        }
        self.quote_from(before, offset);
        self.accepts_call_parts(id, before)
    }

    /// Processes the messages in the arguments of a call.
    fn arguments(&mut self, name: &str, text: &str, offset: usize, at: &Pointer) {
        let members = Members::of(text);
        if let Some(messages) = tool_call::surface(&members) {
            let repair = Repair::new(RepairKind::ToolArguments, at.clone(), &[name]);
            let mut repairs = vec![repair];
            for message in messages {
                let part = Part::new(offset, at.clone(), Some(Carrier::ToolCall), Ok(message));
                self.parts.push(Part {
                    is_quoted: true,
                    repairs: std::mem::take(&mut repairs),
                    ..part
                });
            }
            return;
        }
        if is_like_a_message(text) {
            return self.one(text, offset, at.clone(), Some(Carrier::ToolCall));
        }
        if let Some((member, list)) = members.find_any(&A2UI_LISTS) {
            return self.marked_value(list, offset, &at.member(&member), Carrier::ToolCall);
        }
        if let Some((member, list)) = members
            .find_any(&LISTS)
            .filter(|(_, list)| tool_call::has_messages(list.text))
        {
            return self.data(
                list.text,
                offset + list.at,
                &at.member(&member),
                Carrier::ToolCall,
            );
        }
        if let Some(message) = tool_call::action(name, text, &members) {
            let part = Part::new(offset, at.clone(), Some(Carrier::ToolCall), Ok(message));
            self.parts.push(Part {
                is_quoted: true,
                ..part
            });
        }
    }

    /// Removes repetitions from the messages of a call, and returns `true` if the call contains messages at all.
    fn accepts_call_parts(&mut self, id: Option<&str>, before: usize) -> bool {
        let parts = self.parts.split_off(before);
        let has_messages = !parts.is_empty();
        let news = self
            .activities
            .news(id, parts, self.limit, false, Origin::Call);
        self.parts.extend(news);
        has_messages
    }

    /// Processes messages in a part or resource with an A2UI MIME type, and returns `true` if there are any.
    fn accepts_marked(&mut self, members: &Members<'_>, offset: usize, at: &Pointer) -> bool {
        let mime = Mime::of(members);
        let is_part = is_part(at) || members.word("kind").is_some_and(|kind| kind == "data");
        let before = self.parts.len();
        if let Some(data) = members
            .find("data")
            .filter(|data| mime.is_for_messages(data.text, is_part))
        {
            self.data(
                data.text,
                offset + data.at,
                &at.member("data"),
                Carrier::A2a,
            );
        } else if !mime.is_a2ui() {
            return false;
        } else if let Some(text) = members
            .find("text")
            .filter(|text| text.text.starts_with('"'))
        {
            self.quoted_messages(
                &token::string(text.text),
                offset + text.at,
                &at.member("text"),
                Carrier::Mcp,
            );
        } else if let Some(blob) = members
            .find("blob")
            .filter(|blob| blob.text.starts_with('"'))
        {
            let (offset, at) = (offset + blob.at, at.member("blob"));
            let text = base64::decode(&token::string(blob.text));
            // Data that is not Base64 is not JSON either, so the empty text produces the error.
            self.quoted_messages(&text.unwrap_or_default(), offset, &at, Carrier::Mcp);
        } else {
            return false;
        }
        if let Some(first) = self.parts.get_mut(before) {
            first.repairs.extend(mime.repair(at));
        }
        true
    }

    /// Processes a value whose name marks it as messages, or a string that contains such a value.
    fn marked_value(&mut self, value: Child<'_>, offset: usize, at: &Pointer, carrier: Carrier) {
        if value.text.starts_with('"') {
            self.quoted_messages(&token::string(value.text), offset + value.at, at, carrier);
        } else {
            self.data(value.text, offset + value.at, at, carrier);
        }
    }

    /// Reports a text that consists of messages but has an unsuitable MIME type, or is not in a data part, where agents
    /// look for client messages.
    fn report_text_carrier(&mut self, before: usize, mime: &Mime<'_>, at: &Pointer) {
        let Some(first) = self
            .parts
            .get_mut(before)
            .filter(|part| part.carrier == Some(Carrier::Text))
        else {
            return;
        };
        let text = first.text.as_deref().unwrap_or_default();
        let is_of_client =
            || detect::detect(text, None).is_ok_and(|found| found.1 == Direction::Client);
        let repair = match mime {
            Mime::Json(_) => mime.repair(at),
            _ if is_part(at) && is_of_client() => {
                Some(Repair::new(RepairKind::TextPart, at.clone(), &[]))
            }
            _ => None,
        };
        first.repairs.extend(repair);
    }

    /// Processes marked data: one message, a list, or a list in an object.
    fn data(&mut self, text: &str, offset: usize, at: &Pointer, carrier: Carrier) {
        let members = Members::of(if is_like_a_message(text) { "" } else { text });
        // Servers of A2A 1.0 wrap the list in an object for clients that support only objects.
        let inner = members
            .find_any(&["messages", "value"])
            .filter(|(_, list)| list.text.starts_with('['));
        let other = || {
            members
                .find_any(&LISTS)
                .filter(|(_, list)| tool_call::has_messages(list.text))
        };
        let before = self.parts.len();
        match inner.clone().or_else(other) {
            Some((name, list)) => {
                let elements: Vec<_> = token::children(list.text).collect();
                let at = at.member(&name);
                self.list(&elements, offset + list.at, &at, Some(carrier));
                if let Some(first) = self.parts.get_mut(before).filter(|_| inner.is_none()) {
                    first
                        .repairs
                        .push(Repair::new(RepairKind::ListName, at, &[&name]));
                }
            }
            None if text.starts_with('[') => {
                let elements: Vec<_> = token::children(text).collect();
                self.list(&elements, offset, at, Some(carrier));
            }
            None => self.one(text, offset, at.clone(), Some(carrier)),
        }
    }

    fn list(
        &mut self,
        elements: &[Child<'_>],
        offset: usize,
        at: &Pointer,
        carrier: Option<Carrier>,
    ) {
        for (index, element) in elements.iter().enumerate() {
            self.one(
                element.text,
                offset + element.at,
                at.element(index),
                carrier,
            );
        }
    }

    fn one(&mut self, text: &str, offset: usize, pointer: Pointer, carrier: Option<Carrier>) {
        if !self.is_in_message && carrier != Some(Carrier::AgUi) {
            self.activities.forget_deleted(text);
        }
        self.parts
            .push(Part::new(offset, pointer, carrier, Ok(text.to_owned())));
    }

    /// Processes the messages in a text that is marked as such.
    fn quoted_messages(&mut self, text: &str, offset: usize, at: &Pointer, carrier: Carrier) {
        let before = self.parts.len();
        match json(text.trim(), at) {
            Ok((text, repairs)) => {
                self.data(&text, 0, at, carrier);
                self.add_repairs(before, repairs);
            }
            Err(error) => self
                .parts
                .push(Part::new(offset, at.clone(), Some(carrier), Err(error))),
        }
        self.quote_from(before, offset);
    }

    /// Adds repairs to the first of the new parts.
    fn add_repairs(&mut self, before: usize, repairs: Vec<Repair>) {
        if let Some(first) = self.parts.get_mut(before) {
            first.repairs.splice(..0, repairs);
        }
    }

    /// Moves the new parts to the position of the string that contains them.
    fn quote_from(&mut self, before: usize, offset: usize) {
        self.parts
            .iter_mut()
            .skip(before)
            .for_each(|part| quote(part, offset));
    }

    /// Searches the text of a model, which can contain anything.
    fn text(&mut self, quoted: &str, offset: usize, at: &Pointer) {
        if self.nested >= NESTED || !has_a2ui_words(quoted) {
            return;
        }
        let mut finder = Extractor::inside(super::Place::START, self.nested + 1).limit(self.limit);
        let mut found = finder.push(&token::string(quoted));
        found.extend(finder.finish());
        for found in found {
            if let ExtractedItem::Message(held) = found {
                self.add_extracted(held, offset, at);
            }
        }
    }

    /// Adds a message found in a string.
    fn add_extracted(&mut self, held: ExtractedMessage, offset: usize, at: &Pointer) {
        let carrier = if held.carrier == Carrier::Plain {
            Carrier::Text
        } else {
            held.carrier
        };
        let mut part = Part::new(offset, at.join(&held.pointer), Some(carrier), held.text);
        part.repairs = held.repairs;
        quote(&mut part, offset);
        self.parts.push(part);
    }
}

/// Moves a message to the position of its string. Line ends in the string have no meaning there, so they are replaced.
fn quote(part: &mut Part, offset: usize) {
    (part.offset, part.is_quoted) = (offset, true);
    if let Ok(text) = &mut part.text {
        *text = text.replace(['\r', '\n'], " ");
    }
}

/// Returns a text as JSON, with the repairs if it was not valid. `at` is the place of the text.
fn json<'t>(text: &'t str, at: &Pointer) -> Result<(Cow<'t, str>, Vec<Repair>), DecodeError> {
    let Err(error) = wire::Payload::parse(text) else {
        return Ok((text.into(), Vec::new()));
    };
    let RepairedJson { text, mut repairs } = repair::repair_json(text).ok_or(error)?;
    repairs
        .iter_mut()
        .for_each(|repair| repair.pointer = at.clone());
    Ok((text.into(), repairs))
}

/// Returns the id of a message whose content is compared with earlier messages.
fn message_id(members: &Members<'_>, kind: &str) -> Option<Option<String>> {
    let owned = |name: &str| members.word(name).map(Cow::into_owned);
    if kind == "TOOL_CALL_RESULT" {
        return Some(members.any_word(&deltas::MESSAGE_ID).map(Cow::into_owned));
    }
    if kind.starts_with("response.") {
        return owned("item_id").map(Some);
    }
    let is_message = members.word("role").is_some();
    let is_result = members.word("name").is_some() && members.find("response").is_some();
    owned("id").filter(|_| is_message || is_result).map(Some)
}

/// Returns `true` if the pointer refers to a part of an A2A message.
fn is_part(at: &Pointer) -> bool {
    let mut segments = at.as_str().rsplit('/');
    segments.next() == Some("part") || segments.next() == Some("parts")
}
