//! Support for the [Agent Client
//! Protocol](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/elicitation.mdx):
//! questions of an agent to the user, permission requests, answers, and tool calls.

use super::{
    ProtocolSupport, TypeSupport, Validator,
    elicitation::{has_scope, in_revision, revision, shared_part, validate_as},
    has, no_frame, no_list, rewrite,
};
use crate::json::ObjectMembers;
use bridge::{
    DialectOrProtocol, Protocol,
    elicitation::{
        BooleanProperty, ChoicesProperty, ElicitParams, ElicitRequest, ElicitResponse,
        ElicitResult, ElicitationComplete, ErrorResponse, FormParams, FormSchema, NumberProperty,
        PropertySchema, Revision, TextProperty, UrlParams,
        acp::{
            AcpMessage, PermissionRequest, PermissionResponse, PermissionResult, RequestPermission,
        },
        inventory,
    },
};
use wire::{TypeInfo, WireType};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::Acp,
    message_list: no_list,
    unframe: no_frame,
    looks_like: |text| evidence(&ObjectMembers::of(text)).map(|_| "acp"),
    is_in_events: false,
    skips: None,
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |_| types(),
    usual: |_| &["AcpMessage"],
    validators,
    validate: |named, text, found| validate_as(&TYPES, (row_of(text), named), text, found),
    decode: |_, text, _, take| take(rewrite(row_of(text), text).into()),
    rewrite,
    across_messages: None,
};

fn types() -> Vec<&'static TypeInfo> {
    inventory::ACP
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
                AcpMessage, ElicitRequest, ElicitResponse, ElicitationComplete, ErrorResponse, PermissionRequest,
                PermissionResponse, PermissionResult, RequestPermission, ElicitParams, FormParams, UrlParams, ElicitResult,
                FormSchema, PropertySchema, TextProperty, NumberProperty, BooleanProperty, ChoicesProperty,
            )
        };
    }
    match revision(named) {
        Some(Revision::Acp1) => all_in!(Some(Revision::Acp1)),
        Some(Revision::Acp2) => all_in!(Some(Revision::Acp2)),
        _ => all_in!(None),
    }
}

/// Returns the type of a text: a message, or a part of one. A text that shows no type is read as a message, whose error
/// lists the messages.
fn row_of(text: &str) -> &'static TypeInfo {
    let name = name_of(text).unwrap_or("AcpMessage");
    let row = types().into_iter().find(|row| row.name == name);
    row.unwrap_or(AcpMessage::INFO)
}

fn name_of(text: &str) -> Option<&'static str> {
    let members = ObjectMembers::of(text);
    if members
        .first_of(&["jsonrpc", "method", "result", "error"])
        .is_some()
    {
        return Some("AcpMessage");
    }
    if members
        .first_of(&["clientCapabilities", "capabilities"])
        .is_some()
    {
        return Some("InitializeParams");
    }
    if members.has("sessionUpdate") {
        return Some("SessionUpdate");
    }
    if members.has("options") {
        return Some("RequestPermission");
    }
    if members.has("outcome") {
        return Some("PermissionResult");
    }
    if let Some("content" | "diff" | "terminal") = members.string("type").as_deref() {
        return Some("ToolCallContent");
    }
    if members.has("path") {
        return Some("ToolCallLocation");
    }
    shared_part(&members)
}

/// The methods that other protocols do not have.
const METHODS: [&str; 3] = [
    "elicitation/complete",
    "session/request_permission",
    "session/update",
];

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    if let Some(method) = members.string("method") {
        let params = members.get("params").unwrap_or_default();
        let is_own =
            METHODS.contains(&&*method) || method == "elicitation/create" && has_scope(params);
        return is_own.then(|| format!("the method `{method}`"));
    }
    if members
        .get("result")
        .is_some_and(|result| has(result, "outcome"))
    {
        return Some("the member `outcome` of the result".to_owned());
    }
    if members.has("requestedSchema") && members.first_of(&["sessionId", "requestId"]).is_some() {
        return Some("the member `requestedSchema`".to_owned());
    }
    let name = members.first_of(&["sessionUpdate", "clientCapabilities"])?;
    Some(format!("the member `{name}`"))
}
