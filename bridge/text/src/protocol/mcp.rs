//! Support for [MCP tool lists](https://modelcontextprotocol.io/specification/2025-06-18/server/tools#listing-tools). A
//! `tools/list` response, a single tool, and an array of tools count as lists.

use super::{
    FramedMessage, ProtocolSupport, RewrittenText, TypeSupport, Validator, has, no_list, rewrite,
};
use crate::{
    json::{self, ObjectMembers},
    misspellings,
};
use bridge::{
    Dialect, DialectOrProtocol, Protocol,
    mcp::{ListToolsResult, Tool, ToolAnnotations, ensure_no_manifest},
    mcp_check,
};
use wire::{
    DecodeError, DecodeRule, Finding, Payload, TypeInfo, WireType, decode::ReadError, token,
};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::Mcp,
    message_list: no_list,
    unframe,
    looks_like: |text| (has(text, "tools") || is_frame(text)).then_some("mcp"),
    is_in_events: true,
    skips: None,
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |_| vec![ListToolsResult::INFO, Tool::INFO, ToolAnnotations::INFO],
    usual: |_| &["ListToolsResult"],
    validators: |named| {
        let validate: Validator = match version(named) {
            None => |text, found| validate(None, text, found),
            Some(Dialect::Mcp2026_07) => {
                |text, found| validate(Some(Dialect::Mcp2026_07), text, found)
            }
            Some(_) => |text, found| validate(Some(Dialect::Mcp2025_11), text, found),
        };
        vec![(ListToolsResult::NAME, validate), (Tool::NAME, validate)]
    },
    validate: |named, text, found| validate(version(named), text, found),
    decode: |_, text, _, take| take(decode(text).into()),
    rewrite,
    across_messages: None,
};

/// The first words of the names of MCP methods.
const METHODS: [&str; 9] = [
    "tools/",
    "resources/",
    "prompts/",
    "notifications/",
    "completion/",
    "logging/",
    "sampling/",
    "roots/",
    "server/",
];

/// The members of results that other protocols do not have.
const RESULTS: [&str; 6] = [
    "structuredContent",
    "isError",
    "serverInfo",
    "resources",
    "resourceTemplates",
    "prompts",
];

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    if !members.has("jsonrpc") {
        return evidence_of_result(members);
    }
    if let Some(method) = members.string("method") {
        let params = ObjectMembers::of(members.get("params").unwrap_or_default());
        // AHP has the method `initialize`, too, with a channel.
        let is_initialize =
            method == "initialize" && params.has("clientInfo") && !params.has("channel");
        // Elicitation is a protocol of its own.
        if method == "notifications/elicitation/complete" {
            return None;
        }
        if is_initialize || METHODS.iter().any(|start| method.starts_with(start)) {
            return Some(format!("the method `{method}`"));
        }
        return None;
    }
    evidence_of_result(&ObjectMembers::of(members.get("result")?))
}

fn evidence_of_result(members: &ObjectMembers<'_>) -> Option<String> {
    if members.has("inputSchema") && members.has("name") {
        return Some("the member `inputSchema`".to_owned());
    }
    if let Some(tools) = members.list("tools") {
        return evidence_of_tools(members, tools);
    }
    if let Some(name) = members.first_of(&RESULTS) {
        return Some(format!("the member `{name}`"));
    }
    let is_content =
        members.list("content").is_some() && members.first_of(&["role", "type", "kind"]).is_none();
    if is_content {
        return Some("the member `content`".to_owned());
    }
    None
}

fn evidence_of_tools(members: &ObjectMembers<'_>, tools: &str) -> Option<String> {
    let Some(first) = token::children(tools).next() else {
        let name = members.first_of(&["nextCursor", "_meta"])?;
        return Some(format!("the members `tools` and `{name}`"));
    };
    let first = ObjectMembers::of(first.text);
    if first.has("inputSchema") {
        return Some("tools with `inputSchema`".to_owned());
    }
    // A manifest of actions.json has tools, too.
    if first.has("input_schema") || members.first_of(&["protocol", "version"]).is_some() {
        return None;
    }
    Some("the member `tools`".to_owned())
}

/// Returns `true` if a text is a JSON-RPC frame of MCP. AHP has such frames, too.
pub(super) fn is_frame(text: &str) -> bool {
    let members = ObjectMembers::of(text);
    members.has("jsonrpc") && evidence(&members).is_some()
}

/// Reads a list of tools, and writes it in canonical form. Manifests and frames without a list have errors of their
/// own.
fn decode(text: &str) -> Result<RewrittenText, DecodeError> {
    if let Ok(message) = Payload::parse(text) {
        ensure_no_manifest(&message)?;
    }
    if is_frame(text) {
        return Err(not_a_list(&ObjectMembers::of(text)));
    }
    rewrite(ListToolsResult::INFO, text)
}

/// Creates the error for a frame that contains no list of tools.
fn not_a_list(frame: &ObjectMembers<'_>) -> DecodeError {
    let (found, at) = match frame.string("method") {
        Some(method) if frame.has("id") => (format!("the MCP request `{method}`"), "method"),
        Some(method) => (format!("the MCP notification `{method}`"), "method"),
        None => ("the answer to another MCP request".to_owned(), "result"),
    };
    let message = format!("expected a list of MCP tools, found {found}");
    let hint =
        "only lists of tools are decoded; calls of tools and their answers can be translated";
    ReadError::new(DecodeRule::Value, message, hint)
        .at(at)
        .into()
}

/// Returns the MCP version for the validation, if the caller names one.
fn version(named: DialectOrProtocol) -> Option<Dialect> {
    named.exact.then_some(named.dialect)
}

fn validate(
    version: Option<Dialect>,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    found.extend(mcp_check::check(text, version)?);
    let row: &TypeInfo = if has(text, "tools") {
        ListToolsResult::INFO
    } else {
        Tool::INFO
    };
    if !has(text, "jsonrpc") {
        found.extend(misspellings::misspelt_members(row, &[], text));
    }
    Ok(())
}

/// Returns the tool list of a `tools/list` response, a single tool, or an array of tools.
fn unframe(text: &str) -> Option<FramedMessage<'_>> {
    match text.trim_start().as_bytes().first()? {
        b'[' => {
            let first = token::children(text).next()?;
            if !is_tool(first.text) {
                return None;
            }
            Some(FramedMessage::wrapped_in(
                text,
                (r#"{"tools":"#, "}"),
                "/tools",
            ))
        }
        b'{' if has(text, "jsonrpc") => {
            let result = json::member(text, "result")?;
            let tools = json::member(result, "tools")?;
            // The response to a call has `content`.
            if !tools.starts_with('[') || has(result, "content") {
                return None;
            }
            Some(FramedMessage::inside(
                text,
                &["result"],
                result,
                &["jsonrpc", "id", "result"],
            ))
        }
        b'{' if is_tool(text) => Some(FramedMessage::wrapped_in(
            text,
            (r#"{"tools":["#, "]}"),
            "/tools/0",
        )),
        _ => None,
    }
}

fn is_tool(text: &str) -> bool {
    has(text, "name") && has(text, "inputSchema") && !has(text, "tools")
}
