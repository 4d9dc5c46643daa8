//! Incoming data from an MCP server: messages, and errors of the transport.

use super::questions::Questions;
use crate::{
    faces::mcp::{asking::ELICIT, message},
    gateway::agent::AgentError,
};
use std::sync::Arc;
use tokio::sync::mpsc;
use wire::{
    Payload,
    json_rpc::{
        JsonRpcAnswer, JsonRpcError, JsonRpcNotification, JsonRpcRequest, METHOD_NOT_FOUND,
        ReceivedMessage, RequestId,
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

/// The receivers of everything that a server sends beside its answers.
#[derive(Clone)]
pub(super) struct Incoming {
    pub(super) notices: mpsc::Sender<PeerNotice>,
    pub(super) questions: Arc<Questions>,
}

/// A message of a server, by its kind.
pub(super) enum FromServer {
    Response(JsonRpcAnswer),
    Notification(JsonRpcNotification),
    /// A request, with the answer to send.
    Request(String),
    /// A question for the user, which is answered later.
    Question(JsonRpcRequest),
    /// A notification about a question.
    QuestionNotice(QuestionNotice),
}

/// A notification of a server about one of its questions.
pub(super) enum QuestionNotice {
    /// The user has been at the address of the question with this id.
    Complete(String),
    /// The server no longer waits for the answer to this request.
    Cancelled(RequestId),
}

impl QuestionNotice {
    fn read(notification: &JsonRpcNotification) -> Option<Self> {
        let params = notification.params_or_empty();
        match notification.method.as_str() {
            "notifications/elicitation/complete" => {
                let id = params.member("elicitationId")?;
                Some(Self::Complete(id.as_str()?.into_owned()))
            }
            "notifications/cancelled" => {
                let id = params.member("requestId")?;
                Some(Self::Cancelled(id.decode().ok()?))
            }
            _ => None,
        }
    }

    /// Applies the notification to the open questions.
    pub(super) async fn apply(&self, questions: &Questions) {
        match self {
            Self::Complete(elicitation) => questions.complete(elicitation).await,
            Self::Cancelled(request) => questions.withdraw(request),
        }
    }
}

/// Asks the user a question of the server. Returns the answer to send.
pub(super) async fn answer_question(questions: &Questions, request: JsonRpcRequest) -> String {
    let outcome = questions
        .ask(&request.params_or_empty(), Some(request.id.clone()))
        .await;
    JsonRpcAnswer {
        id: Some(request.id),
        outcome,
    }
    .to_line()
}

/// Classifies a message of a server. The only supported requests are `ping` and `elicitation/create`.
pub(super) fn sort(text: &str) -> Option<FromServer> {
    Some(match message::read(text).ok()? {
        ReceivedMessage::Answer(response) => FromServer::Response(response),
        ReceivedMessage::Notification(notification) => match QuestionNotice::read(&notification) {
            Some(notice) => FromServer::QuestionNotice(notice),
            None => FromServer::Notification(notification),
        },
        ReceivedMessage::Request(request) if request.method == ELICIT => {
            FromServer::Question(request)
        }
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
