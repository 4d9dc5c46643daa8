//! Tool calls of ACP and their contents, as clients show them.

use wire::{Field, List, Number, Payload};

wire::word! {
    /// The kind of a tool. The vocabulary is open.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub open enum ToolKind {
        /// Reads files or data.
        Read = "read",
        /// Changes files or contents.
        Edit = "edit",
        /// Deletes files or data.
        Delete = "delete",
        /// Moves or renames files.
        Move = "move",
        /// Searches for information.
        Search = "search",
        /// Runs commands or code.
        Execute = "execute",
        /// Plans or reasons.
        Think = "think",
        /// Fetches external data.
        Fetch = "fetch",
        /// Switches the mode of the session.
        SwitchMode = "switch_mode",
    }
}

wire::word! {
    /// The status of a tool call. The vocabulary is open.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub open enum ToolCallStatus {
        /// The call has not started.
        Pending = "pending",
        /// The call is running.
        InProgress = "in_progress",
        /// The call succeeded.
        Completed = "completed",
        /// The call failed.
        Failed = "failed",
    }
}

wire::object! {
    /// A place in a file: `{"path": "/a.py", "line": 42}`.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct ToolCallLocation {
        /// The absolute path of the file.
        path: String,
        /// The line, which ACP 1 counts from 0 or 1.
        line?: Field<Number>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A block of content, such as a text or an image.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct ContentBlock by "type" = "content" {
        /// The block in the form of MCP, such as `{"type": "text", "text": …}`.
        content: Payload,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A change of one file in a [`Diff`] of ACP 2.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct DiffChange {
        /// The operation, such as `modify`.
        operation: String,
        /// The absolute path of the file.
        path?: Field<String>,
        /// The kind of the file, `text` or `binary`.
        file_type as "fileType"?: Field<String>,
        /// The media type of the file.
        mime_type as "mimeType"?: Field<String>,
    }

    /// The text of a patch in a [`Diff`] of ACP 2.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct DiffPatch {
        /// The format of the text, such as `git_patch`.
        format: String,
        /// The patch itself.
        text: String,
    }

    /// A change of files. ACP 1 has the texts before and after, and ACP 2 has a list of changes and a patch.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct Diff by "type" = "diff" {
        /// The absolute path of the file. Only in ACP 1.
        path?: Field<String>,
        /// The text before the change. Only in ACP 1.
        old_text as "oldText"?: Field<String>,
        /// The text after the change. Only in ACP 1.
        new_text as "newText"?: Field<String>,
        /// The changed files. Since ACP 2.
        changes?: Field<List<DiffChange>>,
        /// The change as a patch. Since ACP 2.
        patch?: Field<DiffPatch>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The output of a terminal, by the id of the terminal.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct TerminalContent by "type" = "terminal" {
        /// The id of the terminal.
        terminal_id as "terminalId": String,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The fields of a tool call in a permission request. Absent fields are unchanged.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct ToolCallFields {
        /// The id of the call, unique in the session.
        tool_call_id as "toolCallId": String,
        /// The title for users.
        title?: Field<String>,
        /// The kind of the tool.
        kind?: Field<ToolKind>,
        /// The status of the call.
        status?: Field<ToolCallStatus>,
        /// The contents that the call produced.
        content?: Field<List<ToolCallContent>>,
        /// The files that the call concerns.
        locations?: Field<List<ToolCallLocation>>,
        /// The input of the tool.
        raw_input as "rawInput"?: Option<Payload>,
        /// The output of the tool.
        raw_output as "rawOutput"?: Option<Payload>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A new tool call. Only in ACP 1.
    ///
    /// Specification: [ACP 1, tool
    /// calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub struct ToolCall by "sessionUpdate" = "tool_call" {
        /// The id of the call, unique in the session.
        tool_call_id as "toolCallId": String,
        /// The title for users.
        title: String,
        /// The kind of the tool.
        kind?: Field<ToolKind>,
        /// The status of the call.
        status?: Field<ToolCallStatus>,
        /// The contents that the call produced.
        content?: Field<List<ToolCallContent>>,
        /// The files that the call concerns.
        locations?: Field<List<ToolCallLocation>>,
        /// The input of the tool.
        raw_input as "rawInput"?: Option<Payload>,
        /// The output of the tool.
        raw_output as "rawOutput"?: Option<Payload>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A change of a tool call. In ACP 2 it also begins a call.
    ///
    /// Specification: [ACP 1, tool
    /// calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx);
    /// [ACP 2](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct ToolCallUpdate by "sessionUpdate" = "tool_call_update" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// The title for users.
        title?: Field<String>,
        /// The kind of the tool.
        kind?: Field<ToolKind>,
        /// The status of the call.
        status?: Field<ToolCallStatus>,
        /// The contents that replace the earlier ones.
        content?: Field<List<ToolCallContent>>,
        /// The files that the call concerns.
        locations?: Field<List<ToolCallLocation>>,
        /// The input of the tool.
        raw_input as "rawInput"?: Option<Payload>,
        /// The output of the tool.
        raw_output as "rawOutput"?: Option<Payload>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A content that is added to a tool call. Since ACP 2.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct ToolCallContentChunk by "sessionUpdate" = "tool_call_content_chunk" {
        /// The id of the call.
        tool_call_id as "toolCallId": String,
        /// The added content.
        content: ToolCallContent,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The output of a terminal so far, in Base64.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct TerminalOutput {
        /// The bytes in Base64.
        data: String,
    }

    /// The end of the command in a terminal.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct TerminalExit {
        /// The exit code. Null if a signal ended the command.
        exit_code as "exitCode"?: Field<Number>,
        /// The signal that ended the command.
        signal?: Field<String>,
    }

    /// The state of a terminal. Since ACP 2.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct TerminalUpdate by "sessionUpdate" = "terminal_update" {
        /// The id of the terminal.
        terminal_id as "terminalId": String,
        /// The command line.
        command?: Field<String>,
        /// The folder in which the command runs.
        cwd?: Field<String>,
        /// The output so far.
        output?: Field<TerminalOutput>,
        /// The end of the command, after it ended.
        exit_status as "exitStatus"?: Field<TerminalExit>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// More output of a terminal, in Base64. Since ACP 2.
    ///
    /// Specification: [ACP 2, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v2/tool-calls.mdx).
    pub struct TerminalOutputChunk by "sessionUpdate" = "terminal_output_chunk" {
        /// The id of the terminal.
        terminal_id as "terminalId": String,
        /// The added bytes in Base64.
        data: String,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }
}

wire::tagged! {
    /// A content of a tool call. Contents of other types are kept.
    ///
    /// Specification: [ACP 1, tool calls](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/tool-calls.mdx).
    pub enum ToolCallContent by "type" {
        /// A block of content.
        "content" Content(ContentBlock),
        /// A change of files.
        "diff" Diff(Diff),
        /// The output of a terminal.
        "terminal" Terminal(TerminalContent),
    }
}
