//! Support for MCP tool lists, which may also be a `tools/list` response, a single tool, or an array of tools.

use super::{FramedMessage, ProtocolSupport, Validator, decode, has, no_list, rewrite};
use crate::{json, misspellings};
use bridge::{
    Dialect, DialectOrProtocol, Protocol,
    mcp::{ListToolsResult, Tool, ToolAnnotations},
    mcp_check,
};
use wire::{DecodeError, Finding, TypeInfo, WireType, token};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::Mcp,
    types: |_| vec![ListToolsResult::INFO, Tool::INFO, ToolAnnotations::INFO],
    usual: |_| &["ListToolsResult"],
    validators: |named| {
        let validate: Validator = match version(named) {
            None => |text, found| validate(None, text, found),
            Some(Dialect::Mcp2026_07) => |text, found| validate(Some(Dialect::Mcp2026_07), text, found),
            Some(_) => |text, found| validate(Some(Dialect::Mcp2025_11), text, found),
        };
        vec![(ListToolsResult::NAME, validate), (Tool::NAME, validate)]
    },
    validate: |named, text, found| validate(version(named), text, found),
    decode: decode::<ListToolsResult>,
    rewrite,
    message_list: no_list,
    unframe,
    looks_like: |text| has(text, "tools").then_some("mcp"),
};

/// Returns the version that tools are validated against, if the caller names one.
fn version(named: DialectOrProtocol) -> Option<Dialect> {
    named.exact.then_some(named.dialect)
}

fn validate(version: Option<Dialect>, text: &str, found: &mut Vec<Finding>) -> Result<(), DecodeError> {
    found.extend(mcp_check::check(text, version)?);
    let row: &TypeInfo = if has(text, "tools") { ListToolsResult::INFO } else { Tool::INFO };
    if !has(text, "jsonrpc") {
        found.extend(misspellings::misspelt_members(row, &[], text));
    }
    Ok(())
}

/// Returns the tool list of a `tools/list` response, a single tool, or an array of tools.
fn unframe(text: &str) -> Option<FramedMessage<'_>> {
    let is_tool = |text: &str| has(text, "name") && has(text, "inputSchema") && !has(text, "tools");
    match text.trim_start().as_bytes().first()? {
        b'[' => {
            let is_list = token::children(text).next().is_some_and(|first| is_tool(first.text));
            is_list.then(|| FramedMessage::wrapped_in(text, (r#"{"tools":"#, "}"), "/tools"))
        }
        b'{' if has(text, "jsonrpc") => {
            let result = json::member(text, "result")?;
            let tools = json::member(result, "tools").filter(|tools| tools.starts_with('['));
            // The response to a call has `content`.
            tools.filter(|_| !has(result, "content"))?;
            Some(FramedMessage::inside(text, &["result"], result, &["jsonrpc", "id", "result"]))
        }
        b'{' if is_tool(text) => Some(FramedMessage::wrapped_in(text, (r#"{"tools":["#, "]}"), "/tools/0")),
        _ => None,
    }
}
