//! MCP: lists of tools.

use super::{Known, decode, exact, has, judges, rewrite, unlisted};
use bridge::{
    Protocol,
    mcp::{ListToolsResult, Tool, ToolAnnotations},
};
use wire::WireType;

pub(super) static KNOWN: Known = Known {
    protocol: Protocol::Mcp,
    types: |_| vec![ListToolsResult::ROW, Tool::ROW, ToolAnnotations::ROW],
    usual: |_| &["ListToolsResult"],
    judges: |_| judges![exact: ListToolsResult, Tool],
    judge: |_, text, found| exact::<ListToolsResult>(text, found),
    decode: decode::<ListToolsResult>,
    rewrite,
    listed: unlisted,
    looks_like: |text| has(text, "tools").then_some("mcp"),
};
