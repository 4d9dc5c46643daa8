//! JSON-RPC frames of elicitations, which MCP until 2025-11-25 and ACP share.

use crate::{
    answer::ElicitResult,
    capability::ClientCapabilities,
    params::{ElicitParams, UrlParams},
};
use wire::{
    Field, List, Number, Payload, Tolerant,
    json_rpc::{JsonRpcVersion, RequestId},
};

/// The error code for a request that needs an elicitation in URL mode first. Only in MCP 2025-11-25.
pub const URL_ELICITATION_REQUIRED: i64 = -32042;
/// The error code for a request that needs a capability that the client lacks. Only in MCP 2026-07-28.
pub const MISSING_CLIENT_CAPABILITY: i64 = -32021;

wire::word! {
    /// The method of an elicitation.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub closed enum ElicitMethod {
        /// The only method.
        Create = "elicitation/create",
    }
}

wire::word! {
    /// The method of the notification that an elicitation in URL mode is complete.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub closed enum CompleteMethod {
        /// The method in MCP 2025-11-25.
        Mcp = "notifications/elicitation/complete",
        /// The method in ACP.
        Acp = "elicitation/complete",
    }
}

wire::object! {
    /// A request to ask the user: `{"jsonrpc": "2.0", "id": …, "method": "elicitation/create", "params": …}`.
    ///
    /// The examples of MCP 2026-07-28 have no frame, so `jsonrpc` and `id` may be absent.
    ///
    /// Specification: [MCP 2025-11-25, elicitation
    /// requests](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx);
    /// [ACP](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/elicitation.mdx).
    pub struct ElicitRequest {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc?: Field<JsonRpcVersion>,
        /// The id that the answer repeats.
        id?: Tolerant<RequestId>,
        /// The method, `elicitation/create`.
        method: ElicitMethod,
        /// The question to the user.
        params: ElicitParams,
    }

    /// The answer to an elicitation: `{"jsonrpc": "2.0", "id": …, "result": {"action": …}}`.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct ElicitResponse {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id of the request.
        id: RequestId,
        /// The decision and the values of the user.
        result: ElicitResult,
    }

    /// The parameters of [`ElicitationComplete`].
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct CompleteParams {
        /// The id of the elicitation.
        elicitation_id as "elicitationId": String,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A notification that the user finished at the address of an elicitation.
    ///
    /// Specification: [MCP 2025-11-25,
    /// completion](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct ElicitationComplete {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The method, which differs between MCP and ACP.
        method: CompleteMethod,
        /// The finished elicitation.
        params: CompleteParams,
    }

    /// The data of the errors that concern elicitations.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct ErrorData {
        /// The elicitations that must be complete before the request can succeed, all in URL mode.
        elicitations?: Field<List<UrlParams>>,
        /// The capabilities that the client lacks.
        required_capabilities as "requiredCapabilities"?: Field<ClientCapabilities>,
    }

    /// The error of a failed request.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct ElicitationError {
        /// The error code, such as -32042.
        code: Number,
        /// A short description of the error.
        message: String,
        /// Additional data. Any value is kept, because other errors have other data.
        data?: Tolerant<ErrorData>,
    }

    /// The answer to a failed request: `{"jsonrpc": "2.0", "id": …, "error": {…}}`.
    ///
    /// Specification: [MCP 2025-11-25, URL elicitation required
    /// error](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct ErrorResponse {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id of the request.
        id: RequestId,
        /// The error of the request.
        error: ElicitationError,
    }
}

impl ElicitRequest {
    /// Creates a request with an id.
    ///
    /// ```
    /// use agent_ui_elicitation::{ElicitRequest, FormParams, FormSchema, wire};
    ///
    /// let request = ElicitRequest::ask(1, FormParams::new("Who?", FormSchema::new()));
    /// let text = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{}}}"#;
    /// assert_eq!(wire::encode(&request)?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub fn ask(id: impl Into<RequestId>, params: impl Into<ElicitParams>) -> Self {
        Self::new(ElicitMethod::Create, params)
            .jsonrpc(JsonRpcVersion::V2)
            .id(id)
    }
}

impl ErrorResponse {
    /// Returns the elicitations in URL mode that the request needs first. The list is empty for other errors.
    pub fn elicitations(&self) -> impl Iterator<Item = &UrlParams> {
        let data = self.error.data.get();
        let elicitations = data.and_then(|data| data.elicitations.get());
        elicitations.into_iter().flat_map(List::iter)
    }
}
