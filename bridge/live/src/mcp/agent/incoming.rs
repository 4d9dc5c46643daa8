//! What comes from an MCP server: its messages, and the errors of its transport.

use crate::gateway::agent::AgentError;
use crate::mcp::json_rpc::{METHOD_NOT_FOUND, RpcError, RpcMessage, RpcNotification, RpcResponse};
use std::sync::Arc;
use wire::Payload;

/// Receives the lines of standard error.
pub(super) type ErrorLines = Arc<dyn Fn(&str) + Send + Sync>;

/// The reason why a request has no result.
#[derive(Debug, thiserror::Error)]
pub(super) enum PeerError {
    /// The server refused the request.
    #[error("the server answered with an error: {0}")]
    Rpc(#[from] RpcError),
    /// The server has certainly not received the request.
    #[error("{0}")]
    Unsent(String),
    /// The server does not answer. It may have received the request.
    #[error("{0}")]
    Temporary(String),
    /// The server does not speak MCP, or refuses to.
    #[error("{0}")]
    Permanent(String),
    /// The server sends more than one turn may have.
    #[error("{0}")]
    TooLong(AgentError),
    /// The server does not know the session any more.
    #[error("the server has ended the session")]
    SessionEnded,
}

/// Something that a server says without being asked.
#[derive(Debug)]
pub(super) enum PeerNotice {
    Notification(RpcNotification),
    /// The stream of notifications was interrupted, so some may be missing.
    Interrupted,
}

/// A message of a server, sorted.
pub(super) enum FromServer {
    Response(RpcResponse),
    Notification(RpcNotification),
    /// A request, and the answer to it.
    Request(String),
}

/// Sorts a message of a server. Of its requests, only `ping` is supported.
pub(super) fn sort(text: &str) -> Option<FromServer> {
    Some(match RpcMessage::read(text).ok()? {
        RpcMessage::Response(response) => FromServer::Response(response),
        RpcMessage::Notification(notification) => FromServer::Notification(notification),
        RpcMessage::Request(request) => {
            let outcome = match request.method.as_str() {
                "ping" => Ok(Payload::empty_object()),
                method => {
                    let message = format!("the client does not support the method `{method}`");
                    Err(RpcError::new(METHOD_NOT_FOUND, message))
                }
            };
            FromServer::Request(RpcResponse { id: Some(request.id), outcome }.write())
        }
    })
}
