//! Events that stream a text or the arguments of a tool call.
//!
//! | API | text | arguments |
//! |---|---|---|
//! | AG-UI | `TEXT_MESSAGE_CONTENT`, `_CHUNK`, `_END` | `TOOL_CALL_START`, `_ARGS`, `_CHUNK`, `_END` |
//! | OpenAI chat completions | `choices[].delta.content` | `choices[].delta.tool_calls[].function.arguments` |
//! | OpenAI Responses | `response.output_text.delta` | `response.function_call_arguments.delta` |
//! | Anthropic | `text_delta` | `input_json_delta` |

use super::members::Members;
use wire::{
    Pointer,
    token::{self, Child},
};

/// The message id of an AG-UI event. The Python types use snake case by default.
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
    /// A streamed call with the data in the event.
    Call {
        id: Option<String>,
        name: Option<String>,
    },
    /// The end of the text or call.
    End,
}

/// Returns the steps in an event, or `None` if the event does not stream anything.
pub(super) fn steps<'a>(members: &Members<'a>) -> Option<Vec<Step<'a>>> {
    let kind = members.word("type").unwrap_or_default();
    match &*kind {
        "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK" => {
            Some(step(members, &MESSAGE_ID, "delta", StepKind::Text))
        }
        "TEXT_MESSAGE_END" => Some(end(members, &MESSAGE_ID)),
        "TOOL_CALL_START" | "TOOL_CALL_ARGS" | "TOOL_CALL_CHUNK" => {
            let id = members.any_word(&TOOL_CALL_ID).map(|id| id.into_owned());
            let name = members
                .any_word(&TOOL_CALL_NAME)
                .map(|name| name.into_owned());
            Some(step(
                members,
                &TOOL_CALL_ID,
                "delta",
                StepKind::Call { id, name },
            ))
        }
        "TOOL_CALL_END" => Some(end(members, &TOOL_CALL_ID)),
        "response.output_text.delta" => Some(step(members, &ITEM_ID, "delta", StepKind::Text)),
        "response.function_call_arguments.delta" => Some(step(
            members,
            &ITEM_ID,
            "delta",
            StepKind::Call {
                id: None,
                name: None,
            },
        )),
        "response.function_call_arguments.done" => Some(end(members, &ITEM_ID)),
        "response.output_item.added" => output_item_added(members),
        "content_block_start" | "content_block_delta" | "content_block_stop" => {
            Some(content_block(members))
        }
        _ => members
            .find("choices")
            .and_then(|choices| chunk(members, choices)),
    }
}

fn step<'a>(members: &Members<'a>, key: &[&str], piece: &str, kind: StepKind) -> Vec<Step<'a>> {
    let key = members.any_word(key).unwrap_or_default().into_owned();
    let piece = string(members, piece, 0, &Pointer::root());
    vec![Step { key, kind, piece }]
}

fn end<'a>(members: &Members<'a>, key: &[&str]) -> Vec<Step<'a>> {
    vec![Step {
        key: members.any_word(key).unwrap_or_default().into_owned(),
        kind: StepKind::End,
        piece: None,
    }]
}

/// Returns a string member of an object at an offset and pointer.
fn string<'a>(
    members: &Members<'a>,
    name: &str,
    offset: usize,
    at: &Pointer,
) -> Option<(&'a str, usize, Pointer)> {
    let child = members
        .find(name)
        .filter(|child| child.text.starts_with('"'))?;
    Some((child.text, offset + child.at, at.member(name)))
}

/// Processes the start of a response item whose arguments are streamed.
fn output_item_added<'a>(members: &Members<'a>) -> Option<Vec<Step<'a>>> {
    let (_, item) = members.object("item")?;
    let owned = |name: &str| item.word(name).map(|word| word.into_owned());
    let name =
        owned("name").filter(|_| item.word("arguments").is_some_and(|text| text.is_empty()))?;
    let kind = StepKind::Call {
        id: owned("call_id"),
        name: Some(name),
    };
    Some(vec![Step {
        key: owned("id").unwrap_or_default(),
        kind,
        piece: None,
    }])
}

/// Processes an event about an Anthropic content block, which is identified by its index.
fn content_block<'a>(members: &Members<'a>) -> Vec<Step<'a>> {
    let index = members.find("index").map_or("0", |index| index.text);
    let key = format!("block {index}");
    let root = Pointer::root();
    let step = |kind, piece| {
        vec![Step {
            key: key.clone(),
            kind,
            piece,
        }]
    };
    if let Some((at, delta)) = members.object("delta") {
        let place = root.member("delta");
        let arguments = string(&delta, "partial_json", at.at, &place);
        return match arguments {
            Some(piece) => step(
                StepKind::Call {
                    id: None,
                    name: None,
                },
                Some(piece),
            ),
            None => step(StepKind::Text, string(&delta, "text", at.at, &place)),
        };
    }
    match members.object("content_block") {
        Some((at, block)) if block.find("input").is_none() => step(
            StepKind::Text,
            string(&block, "text", at.at, &root.member("content_block")),
        ),
        Some((_, block)) => {
            let owned = |name: &str| block.word(name).map(|word| word.into_owned());
            step(
                StepKind::Call {
                    id: owned("id"),
                    name: owned("name"),
                },
                None,
            )
        }
        None => step(StepKind::End, None),
    }
}

/// Processes a chunk of a chat completion. Returns `None` if its choices are complete.
fn chunk<'a>(members: &Members<'a>, choices: Child<'a>) -> Option<Vec<Step<'a>>> {
    let id = members.word("id").unwrap_or_default();
    let mut steps = Vec::new();
    for (number, choice) in token::children(choices.text).enumerate() {
        let at = Pointer::root().member("choices").element(number);
        let offset = choices.at + choice.at;
        let choice = Members::of(choice.text);
        let (delta, inner) = choice.object("delta")?;
        let (offset, at) = (offset + delta.at, at.member("delta"));
        let key = format!(
            "{id} {}",
            choice.find("index").map_or("0", |index| index.text)
        );
        if let Some(piece) = string(&inner, "content", offset, &at) {
            steps.push(Step {
                key: key.clone(),
                kind: StepKind::Text,
                piece: Some(piece),
            });
        }
        if let Some(calls) = inner.find("tool_calls") {
            for (number, call) in token::children(calls.text).enumerate() {
                let members = Members::of(call.text);
                let index = members.find("index").map_or("0", |index| index.text);
                let Some((function, inner)) = members.object("function") else {
                    continue;
                };
                let offset = offset + calls.at + call.at + function.at;
                let at = at.member("tool_calls").element(number).member("function");
                let owned =
                    |word: Option<std::borrow::Cow<'_, str>>| word.map(|word| word.into_owned());
                let kind = StepKind::Call {
                    id: owned(members.word("id")),
                    name: owned(inner.word("name")),
                };
                let piece = string(&inner, "arguments", offset, &at);
                steps.push(Step {
                    key: format!("{key} {index}"),
                    kind,
                    piece,
                });
            }
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
