//! The lists of MCP tools.

use super::{Translatable, refuse_other_kind};
use crate::{Dialect, Refusal, mcp::ListToolsResult, refusal::refuse_errors};
use wire::Payload;

impl Translatable for ListToolsResult {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["jsonrpc"])?;
        let list: Self = payload.decode()?;
        // A tool with errors does not affect the other tools.
        refuse_errors("mcp", &list.errors_of_list())?;
        Ok(list)
    }
}
