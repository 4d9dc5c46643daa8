//! JSON-RPC 2.0 messages, which several protocols use.
//!
//! [`JsonRpcMessage`] reads exactly the messages that the specification allows, and reports the place of an error.
//! [`ReceivedMessage`] reads the messages of a peer. It tolerates frequent mistakes in answers, and creates the error
//! response to an invalid message. Each protocol adds its own methods and error codes.
//!
//! ```
//! use agent_ui_wire::{Payload, json_rpc::{JsonRpcAnswer, ReceivedMessage}};
//!
//! let text = r#"{"jsonrpc":"2.0","id":"k1","method":"ping"}"#;
//! let Ok(ReceivedMessage::Request(ping)) = ReceivedMessage::read(text) else { unreachable!() };
//! let answer = JsonRpcAnswer { id: Some(ping.id), outcome: Ok(Payload::empty_object()) };
//! assert_eq!(answer.to_line(), r#"{"jsonrpc":"2.0","id":"k1","result":{}}"#);
//! ```
//!
//! Specification: [JSON-RPC 2.0](https://www.jsonrpc.org/specification).

mod answer;
mod message;
mod received;
mod request_id;

pub use answer::JsonRpcAnswer;
pub use message::JsonRpcMessage;
pub use received::{InvalidMessage, ReceivedMessage};
pub use request_id::RequestId;

use crate::{Payload, Wire, without_layout};
use std::fmt;

/// The error code for a text that is not valid JSON.
pub const PARSE_ERROR: i64 = -32700;
/// The error code for a JSON value that is not a valid request.
pub const INVALID_REQUEST: i64 = -32600;
/// The error code for a method that does not exist.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The error code for parameters that do not match the method.
pub const INVALID_PARAMS: i64 = -32602;
/// The error code for an internal error.
pub const INTERNAL_ERROR: i64 = -32603;

crate::word! {
    /// The JSON-RPC version of a frame.
    ///
    /// Specification: [JSON-RPC 2.0, § 4 Request object](https://www.jsonrpc.org/specification#request_object).
    pub closed enum JsonRpcVersion {
        /// The only supported version, 2.0.
        V2 = "2.0",
    }
}

crate::object! {
    /// A request, which expects an answer.
    ///
    /// Specification: [JSON-RPC 2.0, § 4 Request object](https://www.jsonrpc.org/specification#request_object).
    pub struct JsonRpcRequest {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id that the answer repeats.
        id: RequestId,
        /// The name of the method.
        method: String,
        /// The parameters of the method.
        params?: Option<Payload>,
    }

    /// A notification, which has no answer.
    ///
    /// Specification: [JSON-RPC 2.0, § 4.1 Notification](https://www.jsonrpc.org/specification#notification).
    pub struct JsonRpcNotification {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The name of the method.
        method: String,
        /// The parameters of the method.
        params?: Option<Payload>,
    }

    /// The answer to a successful request.
    ///
    /// Specification: [JSON-RPC 2.0, § 5 Response object](https://www.jsonrpc.org/specification#response_object).
    pub struct JsonRpcResponse {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id of the request.
        id: RequestId,
        /// The result of the method. Null if the method returns nothing.
        result: Payload,
    }

    /// The answer to a failed request.
    ///
    /// Specification: [JSON-RPC 2.0, § 5 Response object](https://www.jsonrpc.org/specification#response_object).
    pub struct JsonRpcErrorResponse {
        /// The JSON-RPC version, `"2.0"`.
        jsonrpc: JsonRpcVersion,
        /// The id of the request.
        id: RequestId,
        /// The error of the request.
        error: JsonRpcError,
    }

    /// The error for a failed request.
    ///
    /// Specification: [JSON-RPC 2.0, § 5.1 Error object](https://www.jsonrpc.org/specification#error_object).
    pub struct JsonRpcError {
        /// The error code: one of JSON-RPC, such as [`METHOD_NOT_FOUND`], or one of the protocol.
        code: i64,
        /// A short description of the error.
        message: String,
        /// Additional data, whose type depends on the code.
        data?: Option<Payload>,
    }
}

impl fmt::Display for JsonRpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (code {})", self.message, self.code)
    }
}

impl std::error::Error for JsonRpcError {}

impl JsonRpcError {
    /// Creates an error about invalid parameters, with the code [`INVALID_PARAMS`].
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }
}

impl JsonRpcRequest {
    /// Returns the parameters. Absent parameters become an empty object, and so does null, which some clients send.
    pub fn params_or_empty(&self) -> Payload {
        or_empty(self.params.as_ref())
    }

    /// Writes the request on one line.
    pub fn to_line(&self) -> String {
        line(self)
    }
}

impl JsonRpcNotification {
    /// Returns the parameters. Absent parameters become an empty object, and so does null, which some clients send.
    pub fn params_or_empty(&self) -> Payload {
        or_empty(self.params.as_ref())
    }

    /// Writes the notification on one line.
    pub fn to_line(&self) -> String {
        line(self)
    }
}

fn or_empty(params: Option<&Payload>) -> Payload {
    params
        .filter(|params| !params.is_null())
        .cloned()
        .unwrap_or_else(Payload::empty_object)
}

/// Writes a message on one line, because a line break would end the message in a stream of lines.
fn line<T: Wire>(message: &T) -> String {
    let text = Payload::build(|writer| message.write(writer));
    without_layout(text.text()).into_owned()
}

crate::inventory! {
    JsonRpcMessage, JsonRpcRequest, JsonRpcNotification, JsonRpcResponse, JsonRpcErrorResponse, JsonRpcError,
    JsonRpcVersion, RequestId,
}
