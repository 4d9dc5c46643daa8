//! Support for the [Responses
//! API](https://github.com/openresponses/openresponses/blob/5e23378173195d4dd155d65aa63a8204f032893b/src/pages/specification.mdx):
//! function calls and outputs, alone, in whole responses, and in the events of streamed responses.

use super::{
    CheckAcross, FramedMessage, ProtocolSupport, SkipReason, TypeSupport, decode, has, rewrite,
    validate_exactly, validators,
};
use crate::json::{self, ObjectMembers};
use bridge::{
    Protocol, actions_json_responses,
    responses::{FunctionCall, FunctionCallOutput, ResponseItem},
};
use std::collections::{BTreeMap, btree_map::Entry};
use wire::{Finding, Payload, Pointer, Severity, WireType};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::Responses,
    // An item has a type, and its `output` belongs to a call.
    message_list: |object| {
        let output = json::member(object, "output").filter(|output| output.starts_with('['))?;
        if has(object, "type") {
            return None;
        }
        Some(("output", output))
    },
    unframe,
    looks_like: |text| {
        let tag = json::member(text, "type")?;
        if tag.starts_with("\"function_call") {
            return Some("responses");
        }
        None
    },
    is_in_events: true,
    skips: Some(&NOT_A_CALL),
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |_| {
        vec![
            ResponseItem::INFO,
            FunctionCall::INFO,
            FunctionCallOutput::INFO,
        ]
    },
    usual: |_| &["ResponseItem"],
    validators: |_| validators![validate_exactly: ResponseItem, FunctionCall, FunctionCallOutput],
    validate: |_, text, found| validate_exactly::<ResponseItem>(text, found),
    decode: decode::<ResponseItem>,
    rewrite,
    across_messages: Some(|| Box::new(KnownCalls::default())),
};

/// The reason to skip items that are neither calls nor outputs.
static NOT_A_CALL: SkipReason = SkipReason {
    rule: actions_json_responses::NOT_A_CALL,
    severity: Severity::Info,
    one: "1 item that is neither a function call nor an output was skipped",
    several: "items that are neither function calls nor outputs were skipped",
    hint: "`options.strict` refuses them",
};

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    let word = members.string("type").unwrap_or_default();
    if word.starts_with("function_call") || word.starts_with("response.") {
        return Some(format!("the type `{word}`"));
    }
    if members.string("object")? != "response" {
        return None;
    }
    members.list("output")?;
    Some("the object `response`".to_owned())
}

/// Returns the item of an event that completes an item. Other events contain parts or repetitions of items, and count
/// as items of other types.
fn unframe(text: &str) -> Option<FramedMessage<'_>> {
    json::member(text, "type").filter(|tag| *tag == "\"response.output_item.done\"")?;
    let item = json::member(text, "item")?;
    Some(FramedMessage::inside(
        text,
        &["item"],
        item,
        &["type", "item", "output_index", "sequence_number"],
    ))
}

/// The function calls of a file so far, by `call_id`.
#[derive(Clone, Default)]
struct KnownCalls(BTreeMap<String, FirstCall>);

/// The first call with a given `call_id`.
#[derive(Clone)]
struct FirstCall {
    line: usize,
    /// The id of the item, if it has one. A stream may repeat an item.
    item: Option<String>,
}

impl CheckAcross for KnownCalls {
    fn copy(&self) -> Box<dyn CheckAcross> {
        Box::new(self.clone())
    }

    fn remembered_messages(&self) -> Vec<Payload> {
        let mut messages = Vec::with_capacity(self.0.len());
        for (call_id, FirstCall { item, .. }) in &self.0 {
            let mut members = vec![
                ("type", Payload::string("function_call")),
                ("call_id", Payload::string(call_id)),
            ];
            if let Some(item) = item {
                members.push(("id", Payload::string(item)));
            }
            messages.push(Payload::object(
                members.iter().map(|(name, value)| (*name, value)),
            ));
        }
        messages
    }

    /// Finds function calls that share a `call_id`.
    fn validate(&mut self, text: &str, line: &dyn Fn() -> usize) -> Option<Finding> {
        let members = json::ObjectMembers::of(text);
        if members.string("type")? != "function_call" {
            return None;
        }
        let call_id = members.string("call_id")?.into_owned();
        let item = members.string("id").map(|id| id.into_owned());
        let first = match self.0.entry(call_id) {
            Entry::Vacant(entry) => {
                entry.insert(FirstCall { line: line(), item });
                return None;
            }
            Entry::Occupied(entry) => entry.into_mut(),
        };
        // A stream repeats the item.
        if item.is_some() && item == first.item {
            return None;
        }
        let message = format!(
            "another call, on line {}, has the same `call_id`, so an output could belong to either",
            first.line
        );
        let finding = Finding::warning(
            "function-call-id",
            Pointer::root().member("call_id"),
            message,
        );
        Some(finding.hint("give each call its own `call_id`"))
    }
}
