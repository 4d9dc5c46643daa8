//! Elicitation in the Model Context Protocol: the messages of the revisions 2025-06-18, 2025-11-25 and 2026-07-28.
//!
//! Until 2025-11-25, an elicitation is a request of the server ([`ElicitRequest`]). Since 2026-07-28, a result asks for
//! input ([`InputRequiredResult`]), and the client repeats its request with the answers ([`RetryParams`]).

pub use crate::{
    answer::{ElicitAction, ElicitResult},
    capability::{ClientCapabilities, ElicitationCapability},
    frame::{
        CompleteMethod, CompleteParams, ElicitMethod, ElicitRequest, ElicitResponse,
        ElicitationComplete, ElicitationError, ErrorData, ErrorResponse, MISSING_CLIENT_CAPABILITY,
        URL_ELICITATION_REQUIRED,
    },
    params::{ElicitMode, ElicitParams, FormParams, UrlParams},
};

use crate::{named_map::NamedMap, shape::MessageShape};
use wire::{
    Field, Payload, Reader, Wire, Writer,
    decode::ReadResult,
    json_rpc::{JsonRpcVersion, RequestId},
};

wire::object! {
    /// The parameters of `initialize`, as far as they concern elicitation. Until MCP 2025-11-25.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct InitializeParams {
        /// The capabilities of the client.
        capabilities: ClientCapabilities,
    }

    /// The metadata of a request, as far as it concerns elicitation. Since MCP 2026-07-28.
    ///
    /// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
    pub struct RequestMeta {
        /// The capabilities of the client.
        client_capabilities as "io.modelcontextprotocol/clientCapabilities"?: Field<ClientCapabilities>,
    }

    /// The parameters of a request with the capabilities of the client. Since MCP 2026-07-28.
    ///
    /// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
    pub struct RequestParams {
        /// The metadata of the request.
        meta as "_meta": RequestMeta,
    }

    /// A question in a result: `{"method": "elicitation/create", "params": …}`.
    ///
    /// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
    pub struct InputElicitation by "method" = "elicitation/create" {
        /// The question to the user.
        params: ElicitParams,
    }

    /// A result that asks for input: `{"resultType": "input_required", "inputRequests": {…}, "requestState": …}`.
    ///
    /// At least one of the two members is present. With the state alone, the client may retry at once.
    ///
    /// ```
    /// use agent_ui_elicitation::{mcp::{InputRequest, InputRequiredResult}, wire};
    ///
    /// let text = r#"{"resultType":"input_required","inputRequests":{"q1":{"method":"roots/list"}},"requestState":"s1"}"#;
    /// let result: InputRequiredResult = wire::decode(text)?;
    /// assert!(matches!(result.requests().next(), Some(("q1", InputRequest::Unknown(_)))));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [MCP
    /// 2026-07-28](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
    pub struct InputRequiredResult by "resultType" = "input_required" {
        /// The questions by key. The server chooses the keys.
        input_requests as "inputRequests"?: Field<InputRequests>,
        /// An opaque text that the client repeats with its answers.
        request_state as "requestState"?: Field<String>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The answer to a request that needs input: `{"jsonrpc": "2.0", "id": …, "result": {"resultType": "input_required", …}}`.
    ///
    /// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
    pub struct InputRequiredResponse {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id of the request.
        id: RequestId,
        /// The questions to the user.
        result: InputRequiredResult,
    }

    /// The parameters of a repeated request: `{"inputResponses": {…}, "requestState": …}`. The parameters of the first
    /// request, such as `name` and `arguments`, are unknown members.
    ///
    /// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
    pub struct RetryParams {
        /// The answers by the keys of the questions.
        input_responses as "inputResponses"?: Field<InputResponses>,
        /// The state of the result that asked, unchanged.
        request_state as "requestState"?: Field<String>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// A repeated request with the answers of the user. It has a new id.
    ///
    /// Specification: [MCP
    /// 2026-07-28](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
    pub struct RetryRequest {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id of the repeated request.
        id: RequestId,
        /// The method of the first request, such as `tools/call`.
        method: String,
        /// The parameters of the first request, and the answers.
        params: RetryParams,
    }
}

wire::tagged! {
    /// An input that a server needs. Requests for samples and roots are kept as unknown requests.
    ///
    /// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
    pub enum InputRequest by "method" {
        /// A question to the user.
        "elicitation/create" Elicit(InputElicitation),
    }
}

/// The questions of a result by key: `{"login": {"method": "elicitation/create", …}}`.
///
/// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputRequests(pub NamedMap<InputRequest>);

/// The answers of a client by key: `{"login": {"action": "accept", …}}`.
///
/// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputResponses(pub NamedMap<InputResponse>);

/// Implements the wire form of a named map, and its conversions. `map_type!(InputRequests of InputRequest);` expands to:
///
/// ```text
/// impl Wire for InputRequests { … }
/// impl FromIterator<(N, InputRequest)> for InputRequests { … }
/// // and `WireType`, by `hand_written!`
/// ```
macro_rules! map_type {
    ($($Type:ident of $Value:ident),*) => { $(
        impl Wire for $Type {
            fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
                Wire::read(reader).map(Self)
            }

            fn write(&self, writer: &mut Writer) {
                self.0.write(writer);
            }
        }

        impl<N: Into<String>> FromIterator<(N, $Value)> for $Type {
            fn from_iter<I: IntoIterator<Item = (N, $Value)>>(entries: I) -> Self {
                Self(entries.into_iter().collect())
            }
        }

        wire::hand_written! {
            $Type,
            schema: |schemas| schemas.schema_for::<NamedMap<$Value>>(),
            generate: |level| {
                use wire::proptest::prelude::*;
                NamedMap::<$Value>::strategy(level).prop_map(Self).boxed()
            },
        }
    )* };
}
map_type!(InputRequests of InputRequest, InputResponses of InputResponse);

/// An answer to a request for input.
///
/// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputResponse {
    /// The answer to a question, which has the member `action`.
    Elicit(Box<ElicitResult>),
    /// The answer to another request, such as a sample, verbatim.
    Other(Payload),
}

impl Wire for InputResponse {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.peek_member("action") {
            Some(_) => Wire::read(reader).map(Self::Elicit),
            None => Wire::read(reader).map(Self::Other),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Elicit(result) => result.write(writer),
            Self::Other(result) => result.write(writer),
        }
    }
}

impl From<ElicitResult> for InputResponse {
    fn from(result: ElicitResult) -> Self {
        Self::Elicit(Box::new(result))
    }
}

wire::hand_written! {
    InputResponse,
    schema: |schemas| {
        let result = schemas.schema_for::<ElicitResult>();
        let other = wire::schema::json!({"not": {"type": "object", "required": ["action"]}});
        wire::schema::json!({"anyOf": [result, other]})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            Box::<ElicitResult>::strategy(level).prop_map(Self::Elicit),
            Just(Self::Other(Payload::object([("role", &Payload::string("assistant"))]))),
        ]
        .boxed()
    },
}

impl InputRequiredResult {
    /// Iterates over the requests by key, in order.
    pub fn requests(&self) -> impl Iterator<Item = (&str, &InputRequest)> {
        let requests = self.input_requests.get();
        requests.into_iter().flat_map(|requests| requests.0.iter())
    }

    /// Iterates over the questions to the user by key, in order.
    pub fn elicitations(&self) -> impl Iterator<Item = (&str, &ElicitParams)> {
        self.requests().filter_map(|(key, request)| match request {
            InputRequest::Elicit(elicitation) => Some((key, &elicitation.params)),
            InputRequest::Unknown(_) => None,
        })
    }
}

impl RetryParams {
    /// Iterates over the answers of the user by key, in order.
    pub fn results(&self) -> impl Iterator<Item = (&str, &ElicitResult)> {
        let responses = self.input_responses.get();
        let entries = responses
            .into_iter()
            .flat_map(|responses| responses.0.iter());
        entries.filter_map(|(key, response)| match response {
            InputResponse::Elicit(result) => Some((key, &**result)),
            InputResponse::Other(_) => None,
        })
    }
}

/// A message of MCP about an elicitation.
///
/// The members determine the kind: `method` for requests and notifications, `result` or `error` for answers,
/// `resultType` and `inputResponses` for the parts that 2026-07-28 puts into other messages.
///
/// ```
/// use agent_ui_elicitation::{mcp::McpMessage, wire};
///
/// let text = r#"{"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}"#;
/// let message: McpMessage = wire::decode(text)?;
/// assert!(matches!(message, McpMessage::Response(_)));
/// assert_eq!(wire::encode(&message).unwrap(), text);
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [MCP 2026-07-28, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum McpMessage {
    /// A question to the user. Until 2025-11-25.
    Request(Box<ElicitRequest>),
    /// The answer to a question. Until 2025-11-25.
    Response(Box<ElicitResponse>),
    /// The end of an elicitation in URL mode. Only in 2025-11-25.
    Complete(Box<ElicitationComplete>),
    /// An error, such as the request for elicitations in URL mode.
    Error(Box<ErrorResponse>),
    /// An answer with questions. Since 2026-07-28.
    InputRequired(Box<InputRequiredResponse>),
    /// The questions without a frame. Since 2026-07-28.
    BareInputRequired(Box<InputRequiredResult>),
    /// A repeated request with answers. Since 2026-07-28.
    Retry(Box<RetryRequest>),
    /// The answers without a frame. Since 2026-07-28.
    BareResponses(Box<RetryParams>),
}

impl Wire for McpMessage {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match MessageShape::of(reader) {
            MessageShape::Method(method) if method == "elicitation/create" => Wire::read(reader).map(Self::Request),
            MessageShape::Method(method) if method == "notifications/elicitation/complete" => {
                Wire::read(reader).map(Self::Complete)
            }
            MessageShape::Retry => Wire::read(reader).map(Self::Retry),
            MessageShape::Error => Wire::read(reader).map(Self::Error),
            MessageShape::InputRequired => Wire::read(reader).map(Self::InputRequired),
            MessageShape::Answer => Wire::read(reader).map(Self::Response),
            MessageShape::BareInputRequired => Wire::read(reader).map(Self::BareInputRequired),
            MessageShape::BareResponses => Wire::read(reader).map(Self::BareResponses),
            other => Err(other.unknown(
                reader,
                "a message of MCP about an elicitation",
                "MCP has the method `elicitation/create`, its answer with `action`, and results with `\"resultType\": \"input_required\"`",
            )),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Request(message) => message.write(writer),
            Self::Response(message) => message.write(writer),
            Self::Complete(message) => message.write(writer),
            Self::Error(message) => message.write(writer),
            Self::InputRequired(message) => message.write(writer),
            Self::BareInputRequired(message) => message.write(writer),
            Self::Retry(message) => message.write(writer),
            Self::BareResponses(message) => message.write(writer),
        }
    }
}

wire::hand_written! {
    McpMessage,
    schema: |schemas| {
        let request = schemas.schema_for::<ElicitRequest>();
        let response = schemas.schema_for::<ElicitResponse>();
        let complete = schemas.schema_for::<ElicitationComplete>();
        let error = schemas.schema_for::<ErrorResponse>();
        let input_required = schemas.schema_for::<InputRequiredResponse>();
        let bare_input_required = schemas.schema_for::<InputRequiredResult>();
        let retry = schemas.schema_for::<RetryRequest>();
        let bare_responses = schemas.schema_for::<RetryParams>();
        // The conditions are those of `MessageShape`.
        let has_answers = wire::schema::json!({"required": ["method", "params"], "properties": {"params": {
            "type": "object", "anyOf": [{"required": ["inputResponses"]}, {"required": ["requestState"]}],
        }}});
        let asks = wire::schema::json!({"type": "object", "required": ["resultType"]});
        let has_outcome = wire::schema::json!({"type": "object", "required": ["outcome"]});
        wire::schema::json!({
            "type": "object",
            "if": {"required": ["method"]},
            "then": {"if": has_answers, "then": retry, "else": {"anyOf": [request, complete]}},
            "else": {"if": {"required": ["error"]}, "then": error, "else": {
                "if": {"required": ["result"]},
                "then": {
                    "if": {"properties": {"result": asks}},
                    "then": input_required,
                    "else": {"allOf": [response], "properties": {"result": {"not": has_outcome}}},
                },
                "else": {
                    "if": asks,
                    "then": bare_input_required,
                    "else": {"required": ["inputResponses"], "allOf": [bare_responses]},
                },
            }},
        })
    },
    examples: [
        r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}"#,
        r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com/in","elicitationId":"e1"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"name":"octocat"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}}"#,
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32042,"message":"sign in first","data":{"elicitations":[]}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","requestState":"s"}}"#,
        r#"{"resultType":"input_required","inputRequests":{"q":{"method":"roots/list"}}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"inputResponses":{"q":{"action":"cancel"}},"name":"book"}}"#,
        r#"{"inputResponses":{"q":{"action":"decline"}},"requestState":"s"}"#,
    ],
}

/// Implements the conversion from each kind of message. `from!(ElicitRequest Request);` expands to:
///
/// ```text
/// impl From<ElicitRequest> for McpMessage {
///     fn from(message: ElicitRequest) -> Self { Self::Request(Box::new(message)) }
/// }
/// ```
macro_rules! from {
    ($($Type:ident $Variant:ident),* $(,)?) => { $(
        impl From<$Type> for McpMessage {
            fn from(message: $Type) -> Self {
                Self::$Variant(Box::new(message))
            }
        }
    )* };
}
from!(
    ElicitRequest Request, ElicitResponse Response, ElicitationComplete Complete, ErrorResponse Error,
    InputRequiredResponse InputRequired, InputRequiredResult BareInputRequired, RetryRequest Retry,
    RetryParams BareResponses,
);

impl McpMessage {
    /// Returns `true` if a client sends the message: the answers of a user.
    pub fn is_of_client(&self) -> bool {
        matches!(
            self,
            Self::Response(_) | Self::Retry(_) | Self::BareResponses(_)
        )
    }

    /// Returns the id of the JSON-RPC frame.
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            Self::Request(message) => message.id.get(),
            Self::Response(message) => Some(&message.id),
            Self::Error(message) => Some(&message.id),
            Self::InputRequired(message) => Some(&message.id),
            Self::Retry(message) => Some(&message.id),
            Self::Complete(_) | Self::BareInputRequired(_) | Self::BareResponses(_) => None,
        }
    }

    /// Returns the questions of a result, with or without its frame.
    pub fn input_required(&self) -> Option<&InputRequiredResult> {
        match self {
            Self::InputRequired(message) => Some(&message.result),
            Self::BareInputRequired(result) => Some(result),
            _ => None,
        }
    }

    /// Returns the answers of a repeated request, with or without its frame.
    pub fn retry(&self) -> Option<&RetryParams> {
        match self {
            Self::Retry(message) => Some(&message.params),
            Self::BareResponses(params) => Some(params),
            _ => None,
        }
    }
}
