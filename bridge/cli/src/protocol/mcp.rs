//! MCP: lists of tools.

use super::{Judge, Known, decode, has, rewrite, unlisted};
use crate::misspelt;
use bridge::{
    Dialect, Named, Protocol,
    mcp::{ListToolsResult, Tool, ToolAnnotations},
    mcp_check,
};
use wire::{DecodeError, Finding, Row, WireType};

pub(super) static KNOWN: Known = Known {
    protocol: Protocol::Mcp,
    types: |_| vec![ListToolsResult::ROW, Tool::ROW, ToolAnnotations::ROW],
    usual: |_| &["ListToolsResult"],
    judges: |named| {
        let judge: Judge = match version(named) {
            None => |text, found| judge(None, text, found),
            Some(Dialect::Mcp2026_07) => |text, found| judge(Some(Dialect::Mcp2026_07), text, found),
            Some(_) => |text, found| judge(Some(Dialect::Mcp2025_11), text, found),
        };
        vec![(ListToolsResult::NAME, judge), (Tool::NAME, judge)]
    },
    judge: |named, text, found| judge(version(named), text, found),
    decode: decode::<ListToolsResult>,
    rewrite,
    listed: unlisted,
    looks_like: |text| has(text, "tools").then_some("mcp"),
};

/// The version by which tools are judged, if the caller names one.
fn version(named: Named) -> Option<Dialect> {
    named.exact.then_some(named.dialect)
}

fn judge(version: Option<Dialect>, text: &str, found: &mut Vec<Finding>) -> Result<(), DecodeError> {
    found.extend(mcp_check::check(text, version)?);
    let row: &Row = if has(text, "tools") { ListToolsResult::ROW } else { Tool::ROW };
    if !has(text, "jsonrpc") {
        found.extend(misspelt::misspelt_members(row, &[], text));
    }
    Ok(())
}
