//! The Responses API: calls of functions and their outputs.

use super::{Known, decode, exact, judges, rewrite, unlisted};
use crate::json;
use bridge::{
    Protocol,
    responses::{FunctionCall, FunctionCallOutput, ResponseItem},
};
use wire::WireType;

pub(super) static KNOWN: Known = Known {
    protocol: Protocol::Responses,
    types: |_| vec![ResponseItem::ROW, FunctionCall::ROW, FunctionCallOutput::ROW],
    usual: |_| &["ResponseItem"],
    judges: |_| judges![exact: ResponseItem, FunctionCall, FunctionCallOutput],
    judge: |_, text, found| exact::<ResponseItem>(text, found),
    decode: decode::<ResponseItem>,
    rewrite,
    listed: unlisted,
    looks_like: |text| {
        let is_call = json::member(text, "type").is_some_and(|tag| tag.starts_with("\"function_call"));
        is_call.then_some("responses")
    },
};
