//! Support for [MCP
//! elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx):
//! questions of a server to the user, and answers. Results of 2026-07-28 are taken out of their frame.

use super::{
    FramedMessage, ProtocolSupport, TypeSupport, Validator,
    elicitation::{has_scope, in_revision, is_answer, revision, shared_part, validate_as},
    has, no_list, rewrite,
};
use crate::json::{self, ObjectMembers};
use bridge::{
    DialectOrProtocol, Protocol,
    elicitation::{
        BooleanProperty, ChoicesProperty, ElicitParams, ElicitRequest, ElicitResponse,
        ElicitResult, ElicitationComplete, ErrorResponse, FormParams, FormSchema, NumberProperty,
        PropertySchema, Revision, TextProperty, UrlParams, inventory,
        mcp::{
            InputRequests, InputRequiredResponse, InputRequiredResult, InputResponses, McpMessage,
            RetryParams, RetryRequest,
        },
    },
};
use wire::{TypeInfo, WireType};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::McpElicitation,
    message_list: no_list,
    unframe,
    looks_like: |text| evidence(&ObjectMembers::of(text)).map(|_| "mcp-elicitation"),
    is_in_events: true,
    skips: None,
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |_| types(),
    usual: |_| &["McpMessage"],
    validators,
    validate: |named, text, found| validate_as(&TYPES, (row_of(text), named), text, found),
    decode: |_, text, _, take| take(rewrite(row_of(text), text).into()),
    rewrite,
    across_messages: None,
};

fn types() -> Vec<&'static TypeInfo> {
    inventory::MCP
        .iter()
        .chain(inventory::SHARED)
        .copied()
        .collect()
}

/// Returns the types with rules.
fn validators(named: DialectOrProtocol) -> Vec<(&'static str, Validator)> {
    macro_rules! all_in {
        ($revision:expr) => {
            in_revision!($revision =>
                McpMessage, ElicitRequest, ElicitResponse, ElicitationComplete, ErrorResponse, InputRequiredResponse,
                InputRequiredResult, InputRequests, InputResponses, RetryParams, RetryRequest, ElicitParams, FormParams,
                UrlParams, ElicitResult, FormSchema, PropertySchema, TextProperty, NumberProperty, BooleanProperty,
                ChoicesProperty,
            )
        };
    }
    match revision(named) {
        Some(Revision::Mcp2025_06) => all_in!(Some(Revision::Mcp2025_06)),
        Some(Revision::Mcp2025_11) => all_in!(Some(Revision::Mcp2025_11)),
        Some(Revision::Mcp2026_07) => all_in!(Some(Revision::Mcp2026_07)),
        _ => all_in!(None),
    }
}

/// Returns the type of a text: a message, or a part of one. A text that shows no type is read as a message, whose error
/// lists the messages.
fn row_of(text: &str) -> &'static TypeInfo {
    let name = name_of(text).unwrap_or("McpMessage");
    let row = types().into_iter().find(|row| row.name == name);
    row.unwrap_or(McpMessage::INFO)
}

fn name_of(text: &str) -> Option<&'static str> {
    let members = ObjectMembers::of(text);
    let is_message = [
        "jsonrpc",
        "method",
        "result",
        "error",
        "resultType",
        "inputResponses",
    ];
    if members.first_of(&is_message).is_some() {
        return Some("McpMessage");
    }
    if members.has("capabilities") {
        return Some("InitializeParams");
    }
    if let Some(part) = shared_part(&members) {
        return Some(part);
    }
    if members
        .get("_meta")
        .is_some_and(|meta| has(meta, "io.modelcontextprotocol/clientCapabilities"))
    {
        return Some("RequestParams");
    }
    // The keys of a map are chosen by the server.
    let mut names = members.names();
    let entry = members.get(names.next()?)?;
    if has(entry, "method") {
        return Some("InputRequests");
    }
    has(entry, "action").then_some("InputResponses")
}

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    if let Some(method) = members.string("method") {
        let params = members.get("params").unwrap_or_default();
        let is_own = match &*method {
            "elicitation/create" => !has_scope(params),
            "notifications/elicitation/complete" => true,
            _ => false,
        };
        return is_own.then(|| format!("the method `{method}`"));
    }
    if let Some(result) = members.get("result") {
        let result = ObjectMembers::of(result);
        if is_answer(&result) {
            return Some("the member `action` of the result".to_owned());
        }
        return evidence_of_input(&result);
    }
    if let Some(error) = members.get("error") {
        let data = json::member(error, "data").unwrap_or_default();
        let name = ["elicitations", "requiredCapabilities"]
            .into_iter()
            .find(|name| has(data, name))?;
        return Some(format!("the member `{name}` of the error"));
    }
    if is_answer(members) {
        return Some("the member `action`".to_owned());
    }
    if members.has("requestedSchema") && members.first_of(&["sessionId", "requestId"]).is_none() {
        return Some("the member `requestedSchema`".to_owned());
    }
    evidence_of_input(members)
}

fn evidence_of_input(members: &ObjectMembers<'_>) -> Option<String> {
    if members
        .string("resultType")
        .is_some_and(|word| word == "input_required")
    {
        return Some("the result type `input_required`".to_owned());
    }
    let has_answers = members.has("inputResponses");
    has_answers.then(|| "the member `inputResponses`".to_owned())
}

/// Returns the result of 2026-07-28 in a frame, or the answers in a repeated request.
fn unframe(text: &str) -> Option<FramedMessage<'_>> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    if let Some(result) = json::member(text, "result") {
        // Without the member, a result is complete.
        return has(result, "resultType").then(|| {
            FramedMessage::inside(text, &["result"], result, &["jsonrpc", "id", "result"])
        });
    }
    let params = json::member(text, "params")?;
    if !has(params, "inputResponses") {
        return None;
    }
    let frame = ["jsonrpc", "id", "method", "params"];
    Some(FramedMessage::inside(text, &["params"], params, &frame))
}
