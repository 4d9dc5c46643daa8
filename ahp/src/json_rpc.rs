//! The frames in which everything travels: JSON-RPC 2.0, as AHP uses it.

mod message;
mod request_id;

pub use message::JsonRpcMessage;
pub use request_id::RequestId;

use wire::{Finding, Payload, Pointer, Validate};

wire::word! {
    /// What every frame says first.
    pub closed enum JsonRpcVersion {
        /// JSON-RPC 2.0.
        V2 = "2.0",
    }
}

wire::object! {
    /// Asks for something. JSON-RPC 2.0, section 4.
    pub struct JsonRpcRequest {
        /// 2.0.
        jsonrpc: JsonRpcVersion,
        /// Relates the answer.
        id: RequestId,
        /// What is asked for.
        method: String,
        /// The parameters of the method.
        params?: Option<Payload>,
    }

    /// Tells something. JSON-RPC 2.0, section 4.1.
    pub struct JsonRpcNotification {
        /// 2.0.
        jsonrpc: JsonRpcVersion,
        /// What is told.
        method: String,
        /// The parameters of the method.
        params?: Option<Payload>,
    }

    /// Answers a request. JSON-RPC 2.0, section 5.
    pub struct JsonRpcResponse {
        /// 2.0.
        jsonrpc: JsonRpcVersion,
        /// Which request.
        id: RequestId,
        /// The result; where there is nothing to say, null.
        result: Payload,
    }

    /// Answers a request that failed. JSON-RPC 2.0, section 5.
    pub struct JsonRpcErrorResponse {
        /// 2.0.
        jsonrpc: JsonRpcVersion,
        /// Which request.
        id: RequestId,
        /// Why.
        error: JsonRpcError,
    }

    /// Why a request failed. JSON-RPC 2.0, section 5.1.
    pub struct JsonRpcError {
        /// For programs.
        code: i64,
        /// For people.
        message: String,
        /// More, depending on the code.
        data?: Option<Payload>,
    }
}

impl Validate for JsonRpcError {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let Some(data) = self.data.as_ref().filter(|_| self.code == crate::canvas::PROVIDER_ERROR) else {
            return;
        };
        if let Err(error) = data.decode::<crate::canvas::CanvasProviderErrorData>() {
            let at = at.member("data").join(&error.pointer);
            found.push(Finding::error("provider-error-data", at, error.found).hint(error.expected));
        }
    }
}
