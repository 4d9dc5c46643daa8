//! Messages that have no crate of their own: MCP, the Responses API, and the lines of canvases.

#[cfg(feature = "ahp")]
pub mod canvases;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "mcp")]
pub mod mcp_check;
#[cfg(feature = "responses")]
pub mod responses;
