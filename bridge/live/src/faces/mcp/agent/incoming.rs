//! Incoming data from an MCP server: messages, and errors of the transport.

use crate::{faces::mcp::message, gateway::agent::AgentError};
use std::sync::Arc;
use wire::{
    Payload,
    json_rpc::{
        JsonRpcAnswer, JsonRpcError, JsonRpcNotification, METHOD_NOT_FOUND, ReceivedMessage,
    },
};

/// The receiver of lines from standard error.
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
    /// The server does not answer, but may have received the request.
    #[error("{0}")]
    Temporary(String),
    /// The server does not support MCP, or refuses the connection.
    #[error("{0}")]
    Permanent(String),
    /// The answer exceeds the limit of one turn.
    #[error("{0}")]
    TooLong(AgentError),
    /// The server no longer knows the session.
    #[error("the server has ended the session")]
    SessionEnded,
}

/// An unsolicited notification of a server.
#[derive(Debug)]
pub(super) enum PeerNotice {
    Notification(JsonRpcNotification),
    /// The stream of notifications was interrupted, so some may be missing.
    Interrupted,
}

/// A message of a server, by its kind.
pub(super) enum FromServer {
    Response(JsonRpcAnswer),
    Notification(JsonRpcNotification),
    /// A request, with the answer to send.
    Request(String),
}

/// Classifies a message of a server. The only supported request is `ping`.
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
