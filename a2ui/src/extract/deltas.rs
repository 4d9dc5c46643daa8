//! Events that stream a text or the arguments of a tool call.
//!
//! | API | text | arguments |
//! |---|---|---|
//! | AG-UI | `TEXT_MESSAGE_CONTENT`, `_CHUNK`, `_END` | `TOOL_CALL_START`, `_ARGS`, `_CHUNK`, `_END` |
//! | OpenAI chat completions | `choices[].delta.content` | `choices[].delta.tool_calls[].function.arguments` |
//! | OpenAI Responses | `response.output_text.delta` | `response.function_call_arguments.delta` |
//! | Anthropic | `text_delta` | `input_json_delta` |

use super::members::Members;
use std::borrow::Cow;
use wire::{
    Pointer,
    token::{self, Child},
};

/// The names of the message id in an AG-UI event. The Python types use snake case by default.
pub(super) const MESSAGE_ID: [&str; 2] = ["messageId", "message_id"];
const TOOL_CALL_ID: [&str; 2] = ["toolCallId", "tool_call_id"];
const TOOL_CALL_NAME: [&str; 2] = ["toolCallName", "tool_call_name"];
const ITEM_ID: [&str; 1] = ["item_id"];

/// The content of an event for one text or call.
pub(super) struct Step<'a> {
    /// The key that all pieces of a text or call share.
    pub(super) key: String,
    pub(super) kind: StepKind,
    /// The piece: a JSON string, its offset in the event, and its pointer.
    pub(super) piece: Option<(&'a str, usize, Pointer)>,
}

/// The item that a step continues.
pub(super) enum StepKind {
    /// A streamed text.
    Text,
    /// A streamed call, with the id and the name if the event states them.
    Call {
        id: Option<String>,
        name: Option<String>,
    },
    /// The end of the text or call.
    End,
}

impl StepKind {
    /// The next piece of the arguments of a call that an earlier event names.
    const MORE_ARGUMENTS: Self = Self::Call {
        id: None,
        name: None,
    };
}

/// Returns the steps in an event, or `None` if the event does not stream anything.
pub(super) fn read_steps<'a>(members: &Members<'a>) -> Option<Vec<Step<'a>>> {
    let kind = members.word("type").unwrap_or_default();
    match &*kind {
        "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK" => {
            Some(single_step(members, &MESSAGE_ID, "delta", StepKind::Text))
        }
        "TEXT_MESSAGE_END" => Some(end_step(members, &MESSAGE_ID)),
        "TOOL_CALL_START" | "TOOL_CALL_ARGS" | "TOOL_CALL_CHUNK" => {
            let call = StepKind::Call {
                id: members.any_word(&TOOL_CALL_ID).map(Cow::into_owned),
                name: members.any_word(&TOOL_CALL_NAME).map(Cow::into_owned),
            };
            Some(single_step(members, &TOOL_CALL_ID, "delta", call))
        }
        "TOOL_CALL_END" => Some(end_step(members, &TOOL_CALL_ID)),
        "response.output_text.delta" => {
            Some(single_step(members, &ITEM_ID, "delta", StepKind::Text))
        }
        "response.function_call_arguments.delta" => Some(single_step(
            members,
            &ITEM_ID,
            "delta",
            StepKind::MORE_ARGUMENTS,
        )),
        "response.function_call_arguments.done" => Some(end_step(members, &ITEM_ID)),
        "response.output_item.added" => read_added_item(members),
        "content_block_start" | "content_block_delta" | "content_block_stop" => {
            Some(read_content_block(members))
        }
        _ => read_chunk(members, members.find("choices")?),
    }
}

fn single_step<'a>(
    members: &Members<'a>,
    key: &[&str],
    piece: &str,
    kind: StepKind,
) -> Vec<Step<'a>> {
    let key = members.any_word(key).unwrap_or_default().into_owned();
    let piece = read_string(members, piece, 0, &Pointer::root());
    vec![Step { key, kind, piece }]
}

fn end_step<'a>(members: &Members<'a>, key: &[&str]) -> Vec<Step<'a>> {
    vec![Step {
        key: members.any_word(key).unwrap_or_default().into_owned(),
        kind: StepKind::End,
        piece: None,
    }]
}

/// Returns a string member of an object at an offset and pointer.
fn read_string<'a>(
    members: &Members<'a>,
    name: &str,
    offset: usize,
    at: &Pointer,
) -> Option<(&'a str, usize, Pointer)> {
    let child = members.find_string(name)?;
    Some((child.text, offset + child.at, at.member(name)))
}

/// Reads the start of a response item whose arguments are streamed.
fn read_added_item<'a>(members: &Members<'a>) -> Option<Vec<Step<'a>>> {
    let (_, item) = members.object("item")?;
    let name = item.word("name")?;
    // An item with arguments is a complete call.
    if !item.word("arguments")?.is_empty() {
        return None;
    }
    Some(vec![Step {
        key: item.word("id").unwrap_or_default().into_owned(),
        kind: StepKind::Call {
            id: item.owned_word("call_id"),
            name: Some(name.into_owned()),
        },
        piece: None,
    }])
}

/// Reads an event about an Anthropic content block, which is identified by its index.
fn read_content_block<'a>(members: &Members<'a>) -> Vec<Step<'a>> {
    let key = format!("block {}", index_of(members));
    let root = Pointer::root();
    let (kind, piece) = if let Some((at, delta)) = members.object("delta") {
        let place = root.member("delta");
        match read_string(&delta, "partial_json", at.at, &place) {
            Some(piece) => (StepKind::MORE_ARGUMENTS, Some(piece)),
            None => (StepKind::Text, read_string(&delta, "text", at.at, &place)),
        }
    } else if let Some((at, block)) = members.object("content_block") {
        if block.find("input").is_some() {
            let call = StepKind::Call {
                id: block.owned_word("id"),
                name: block.owned_word("name"),
            };
            (call, None)
        } else {
            let place = root.member("content_block");
            (StepKind::Text, read_string(&block, "text", at.at, &place))
        }
    } else {
        (StepKind::End, None)
    };
    vec![Step { key, kind, piece }]
}

/// Returns the index of a choice, call or block; `0` if there is none.
fn index_of<'a>(members: &Members<'a>) -> &'a str {
    match members.find("index") {
        Some(index) => index.text,
        None => "0",
    }
}

/// Reads a chunk of a chat completion. Returns `None` if the choices are complete instead of streamed.
fn read_chunk<'a>(members: &Members<'a>, choices: Child<'a>) -> Option<Vec<Step<'a>>> {
    let id = members.word("id").unwrap_or_default();
    let mut steps = Vec::new();
    for (number, choice) in token::children(choices.text).enumerate() {
        let at = Pointer::root().member("choices").element(number);
        let offset = choices.at + choice.at;
        let choice = Members::of(choice.text);
        // A choice without `delta` is complete, so it is searched as a message.
        let (delta, inner) = choice.object("delta")?;
        let (offset, at) = (offset + delta.at, at.member("delta"));
        let key = format!("{id} {}", index_of(&choice));
        if let Some(piece) = read_string(&inner, "content", offset, &at) {
            steps.push(Step {
                key: key.clone(),
                kind: StepKind::Text,
                piece: Some(piece),
            });
        }
        if let Some(calls) = inner.find("tool_calls") {
            let at = at.member("tool_calls");
            add_call_steps(&mut steps, &key, calls, offset, &at);
        }
        if choice.word("finish_reason").is_some() {
            steps.push(Step {
                key,
                kind: StepKind::End,
                piece: None,
            });
        }
    }
    Some(steps)
}

/// Adds the steps for the calls in a choice. `offset` and `at` are the offset of the object that contains the calls,
/// and the pointer of the calls.
fn add_call_steps<'a>(
    steps: &mut Vec<Step<'a>>,
    key: &str,
    calls: Child<'a>,
    offset: usize,
    at: &Pointer,
) {
    for (number, call) in token::children(calls.text).enumerate() {
        let members = Members::of(call.text);
        let Some((function, inner)) = members.object("function") else {
            continue;
        };
        let offset = offset + calls.at + call.at + function.at;
        let at = at.element(number).member("function");
        steps.push(Step {
            key: format!("{key} {}", index_of(&members)),
            kind: StepKind::Call {
                id: members.owned_word("id"),
                name: inner.owned_word("name"),
            },
            piece: read_string(&inner, "arguments", offset, &at),
        });
    }
}
