//! Support for the Responses API: function calls and outputs, also in whole responses and in the events of streamed
//! ones.

use super::{FramedMessage, ProtocolSupport, decode, has, rewrite, validate_exactly, validators};
use crate::json::{self, ObjectMembers};
use bridge::{
    Protocol,
    responses::{FunctionCall, FunctionCallOutput, ResponseItem},
};
use wire::WireType;

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::Responses,
    types: |_| vec![ResponseItem::INFO, FunctionCall::INFO, FunctionCallOutput::INFO],
    usual: |_| &["ResponseItem"],
    validators: |_| validators![validate_exactly: ResponseItem, FunctionCall, FunctionCallOutput],
    validate: |_, text, found| validate_exactly::<ResponseItem>(text, found),
    decode: decode::<ResponseItem>,
    rewrite,
    // An item has a type, and its `output` belongs to a call.
    message_list: |object| {
        let output = json::member(object, "output").filter(|output| output.starts_with('['))?;
        (!has(object, "type")).then_some(("output", output))
    },
    unframe,
    looks_like: |text| {
        let is_call = json::member(text, "type").is_some_and(|tag| tag.starts_with("\"function_call"));
        is_call.then_some("responses")
    },
    evidence,
};

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    let word = members.string("type").unwrap_or_default();
    if word.starts_with("function_call") || word.starts_with("response.") {
        return Some(format!("the type `{word}`"));
    }
    let is_response = members.string("object").is_some_and(|object| object == "response");
    (is_response && members.list("output").is_some()).then(|| "the object `response`".to_owned())
}

/// Returns the item of an event that completes it. Other events contain parts or repetitions of items, and count as
/// items of other types.
fn unframe(text: &str) -> Option<FramedMessage<'_>> {
    json::member(text, "type").filter(|tag| *tag == "\"response.output_item.done\"")?;
    let item = json::member(text, "item")?;
    Some(FramedMessage::inside(text, &["item"], item, &["type", "item", "output_index", "sequence_number"]))
}
