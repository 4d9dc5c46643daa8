//! Responses over HTTP with one JSON-RPC answer.

use axum::{
    http::{HeaderValue, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use wire::{
    Payload,
    json_rpc::{JsonRpcAnswer, JsonRpcError, RequestId},
};

/// Creates a response with the answer to a request.
pub(super) fn respond(
    status: StatusCode,
    id: Option<RequestId>,
    outcome: Result<Payload, JsonRpcError>,
) -> Response {
    let text = JsonRpcAnswer { id, outcome }.to_line();
    (
        status,
        [(CONTENT_TYPE, HeaderValue::from_static("application/json"))],
        text,
    )
        .into_response()
}
