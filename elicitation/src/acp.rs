//! Elicitation, permission requests and tool calls of the Agent Client Protocol, versions 1 and 2.

mod message;
mod permission;
mod tool_call;

pub use crate::{
    answer::{ElicitAction, ElicitResult},
    capability::{ClientCapabilities, ElicitationCapability},
    frame::{
        CompleteMethod, CompleteParams, ElicitMethod, ElicitRequest, ElicitResponse,
        ElicitationComplete, ElicitationError, ErrorData, ErrorResponse,
    },
    params::{ElicitMode, ElicitParams, FormParams, UrlParams},
};
pub use message::{
    AcpMessage, InitializeParams, SessionUpdate, SessionUpdateMethod, SessionUpdateNotification,
    SessionUpdateParams,
};
pub use permission::{
    CancelledOutcome, CommandSubject, PermissionKind, PermissionMethod, PermissionOption,
    PermissionOutcome, PermissionRequest, PermissionResponse, PermissionResult, PermissionSubject,
    RequestPermission, SelectedOutcome, ToolCallSubject,
};
pub use tool_call::{
    ContentBlock, Diff, DiffChange, DiffPatch, TerminalContent, TerminalExit, TerminalOutput,
    TerminalOutputChunk, TerminalUpdate, ToolCall, ToolCallContent, ToolCallContentChunk,
    ToolCallFields, ToolCallLocation, ToolCallStatus, ToolCallUpdate, ToolKind,
};
