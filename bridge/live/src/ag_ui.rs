//! AG-UI: surfaces of any agent for AG-UI clients, and AG-UI servers as agents.

mod activities;
mod agent;
mod conversation;
mod event;
mod face;
mod input;
mod json_patch;
mod request;
mod surface_reader;
#[cfg(test)]
mod tests;

pub use agent::AgUiAgent;
pub use event::*;
pub use face::routes;
pub use input::{ContextEntry, FunctionCall, Message, RunAgentInput, ToolCall};

/// The name of the face in reports.
const FACE: &str = "ag-ui";

wire::inventory! {
    RunStarted, RunFinished, RunError, TextMessageStart, TextMessageContent, TextMessageEnd, TextMessageChunk, ToolCallStart,
    ToolCallArgs, ToolCallEnd, ToolCallChunk, ToolCallResult, ActivitySnapshot, ActivityDelta, MessagesSnapshot, StateSnapshot,
    StateDelta, Event, RunAgentInput, ContextEntry, Message, ToolCall, FunctionCall,
}
