//! The wire types of this crate.

wire::inventory! {
    /// The wire types that MCP and ACP share.
    pub static SHARED = [
        crate::ChoiceItems,
        crate::ChoicesProperty,
        crate::BooleanProperty,
        crate::FormSchema,
        crate::NumberKind,
        crate::NumberProperty,
        crate::PropertySchema,
        crate::TextFormat,
        crate::TextProperty,
        crate::TitledOption,
        crate::ElicitAction,
        crate::ElicitResult,
        crate::ElicitMode,
        crate::ElicitParams,
        crate::FormParams,
        crate::UrlParams,
        crate::ClientCapabilities,
        crate::ElicitationCapability,
        crate::CompleteMethod,
        crate::CompleteParams,
        crate::ElicitMethod,
        crate::ElicitRequest,
        crate::ElicitResponse,
        crate::ElicitationComplete,
        crate::ElicitationError,
        crate::ErrorData,
        crate::ErrorResponse,
    ];
}

wire::inventory! {
    /// The wire types of MCP.
    pub static MCP = [
        crate::mcp::InitializeParams,
        crate::mcp::InputElicitation,
        crate::mcp::InputRequest,
        crate::mcp::InputRequests,
        crate::mcp::InputRequiredResponse,
        crate::mcp::InputRequiredResult,
        crate::mcp::InputResponse,
        crate::mcp::InputResponses,
        crate::mcp::McpMessage,
        crate::mcp::RequestMeta,
        crate::mcp::RequestParams,
        crate::mcp::RetryParams,
        crate::mcp::RetryRequest,
    ];
}

wire::inventory! {
    /// The wire types of ACP.
    pub static ACP = [
        crate::acp::AcpMessage,
        crate::acp::CancelledOutcome,
        crate::acp::CommandSubject,
        crate::acp::ContentBlock,
        crate::acp::Diff,
        crate::acp::DiffChange,
        crate::acp::DiffPatch,
        crate::acp::InitializeParams,
        crate::acp::PermissionKind,
        crate::acp::PermissionMethod,
        crate::acp::PermissionOption,
        crate::acp::PermissionOutcome,
        crate::acp::PermissionRequest,
        crate::acp::PermissionResponse,
        crate::acp::PermissionResult,
        crate::acp::PermissionSubject,
        crate::acp::RequestPermission,
        crate::acp::SelectedOutcome,
        crate::acp::SessionUpdate,
        crate::acp::SessionUpdateMethod,
        crate::acp::SessionUpdateNotification,
        crate::acp::SessionUpdateParams,
        crate::acp::TerminalContent,
        crate::acp::TerminalExit,
        crate::acp::TerminalOutput,
        crate::acp::TerminalOutputChunk,
        crate::acp::TerminalUpdate,
        crate::acp::ToolCall,
        crate::acp::ToolCallContent,
        crate::acp::ToolCallContentChunk,
        crate::acp::ToolCallFields,
        crate::acp::ToolCallLocation,
        crate::acp::ToolCallStatus,
        crate::acp::ToolCallSubject,
        crate::acp::ToolCallUpdate,
        crate::acp::ToolKind,
    ];
}
