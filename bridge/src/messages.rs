//! Messages that have no crate of their own: MCP, the Responses API, and the lines of canvases.

pub mod canvases;
pub mod mcp;
pub mod mcp_check;
pub mod responses;
