//! What comes from an MCP server: its messages, and the errors of its transport.

use crate::{faces::mcp::message, gateway::agent::AgentError};
use std::sync::Arc;
use wire::{
    Payload,
    json_rpc::{
        JsonRpcAnswer, JsonRpcError, JsonRpcNotification, METHOD_NOT_FOUND, ReceivedMessage,
    },
};

/// Receives the lines of standard error.
pub(super) type ErrorLines = Arc<dyn Fn(&str) + Send + Sync>;

/// The reason why a request has no result.
#[derive(Debug, thiserror::Error)]
pub(super) enum PeerError {
    /// The server refused the request.
    #[error("the server answered with an error: {0}")]
    Rpc(#[from] JsonRpcError),
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
    Notification(JsonRpcNotification),
    /// The stream of notifications was interrupted, so some may be missing.
    Interrupted,
}

/// A message of a server, sorted.
pub(super) enum FromServer {
    Response(JsonRpcAnswer),
    Notification(JsonRpcNotification),
    /// A request, and the answer to it.
    Request(String),
}

/// Sorts a message of a server. Of its requests, only `ping` is supported.
pub(super) fn sort(text: &str) -> Option<FromServer> {
    Some(match message::read(text).ok()? {
        ReceivedMessage::Answer(response) => FromServer::Response(response),
        ReceivedMessage::Notification(notification) => FromServer::Notification(notification),
        ReceivedMessage::Request(request) => {
            let outcome = match request.method.as_str() {
                "ping" => Ok(Payload::empty_object()),
                method => {
                    let message = format!("the client does not support the method `{method}`");
                    Err(JsonRpcError::new(METHOD_NOT_FOUND, message))
                }
            };
            FromServer::Request(
                JsonRpcAnswer {
                    id: Some(request.id),
                    outcome,
                }
                .to_line(),
            )
        }
    })
}
