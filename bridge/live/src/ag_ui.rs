//! AG-UI: surfaces for AG-UI clients.

mod event;
mod input;

pub use event::*;
pub use input::{ContextEntry, FunctionCall, Message, RunAgentInput, ToolCall};

wire::inventory! {
    RunStarted, RunFinished, RunError, TextMessageStart, TextMessageContent, TextMessageEnd, TextMessageChunk, ToolCallStart,
    ToolCallArgs, ToolCallEnd, ToolCallChunk, ToolCallResult, ActivitySnapshot, ActivityDelta, MessagesSnapshot, StateSnapshot,
    StateDelta, Event, RunAgentInput, ContextEntry, Message, ToolCall, FunctionCall,
}
