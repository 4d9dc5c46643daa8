//! JSON-RPC 2.0 frames, as AHP uses them.

mod message;
mod request_id;

pub use message::JsonRpcMessage;
pub use request_id::RequestId;

use std::fmt;
use wire::{Finding, Payload, Pointer, Validate};

wire::word! {
    /// The JSON-RPC version of a frame.
    ///
    /// Specification: [JSON-RPC 2.0, § 4 Request object](https://www.jsonrpc.org/specification#request_object).
    pub closed enum JsonRpcVersion {
        /// JSON-RPC version 2.0.
        V2 = "2.0",
    }
}

wire::object! {
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
        /// The error code, see [`error_code`](crate::error_code).
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

impl Validate for JsonRpcError {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let Some(data) = self.data.as_ref().filter(|_| self.code == crate::canvas::PROVIDER_ERROR) else {
            return;
        };
        if let Err(error) = data.decode::<crate::canvas::CanvasProviderErrorData>() {
            let at = at.member("data").join(&error.pointer);
            found.push(Finding::error("provider-error-data", at, error.message).hint(error.hint));
        }
    }
}
