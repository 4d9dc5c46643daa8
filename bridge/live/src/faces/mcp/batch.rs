//! Batches: lists of several messages, which only MCP 2025-03-26 supports.
//!
//! Specification: [MCP 2025-03-26, batching](https://modelcontextprotocol.io/specification/2025-03-26/basic#batching).

use super::{connection::Connection, message, service::Service};
use futures_util::future::join_all;
use wire::{
    Payload,
    json_rpc::{
        INVALID_REQUEST, InvalidMessage, JsonRpcAnswer, JsonRpcError, JsonRpcNotification,
        JsonRpcRequest, ReceivedMessage,
    },
};

/// The maximum number of messages in a batch.
const MESSAGES: usize = 32;

/// The messages of a batch.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) requests: Vec<JsonRpcRequest>,
    pub(super) notifications: Vec<JsonRpcNotification>,
    /// The error answers for list elements that are not messages.
    invalid: Vec<JsonRpcAnswer>,
}

impl Batch {
    /// Returns `true` if a text begins like a list. The text may still be invalid JSON.
    pub(super) fn is_batch(text: &str) -> bool {
        text.trim_start().starts_with('[')
    }

    /// Reads a batch.
    pub(super) fn read(text: &str) -> Result<Self, JsonRpcError> {
        let list = Payload::parse(text).map_err(|error| {
            JsonRpcError::new(
                INVALID_REQUEST,
                format!("the batch is not valid JSON: {error}"),
            )
        })?;
        let messages: Vec<_> = list.elements().take(MESSAGES + 1).collect();
        if messages.is_empty() {
            return Err(JsonRpcError::new(INVALID_REQUEST, "the batch is empty"));
        }
        if messages.len() > MESSAGES {
            let message = format!("a batch may contain at most {MESSAGES} messages");
            return Err(JsonRpcError::new(INVALID_REQUEST, message));
        }
        let mut batch = Self::default();
        for message in messages {
            match message::read(message.text()) {
                Ok(ReceivedMessage::Request(request)) if request.method == "initialize" => {
                    let error = JsonRpcError::new(
                        INVALID_REQUEST,
                        "`initialize` must not be part of a batch",
                    );
                    batch.invalid.push(JsonRpcAnswer {
                        id: Some(request.id),
                        outcome: Err(error),
                    });
                }
                Ok(ReceivedMessage::Request(request)) => batch.requests.push(request),
                Ok(ReceivedMessage::Notification(notification)) => {
                    batch.notifications.push(notification)
                }
                // Clients with batches get no requests.
                Ok(ReceivedMessage::Answer(_)) => {}
                Err(InvalidMessage { id, error }) => {
                    batch.invalid.push(JsonRpcAnswer {
                        id,
                        outcome: Err(error),
                    });
                }
            }
        }
        Ok(batch)
    }

    /// Answers all requests concurrently. Returns `None` if the batch needs no answer.
    pub(super) async fn answer(self, connection: &Connection, service: &Service) -> Option<String> {
        let answers = self.requests.into_iter().map(async |request| {
            let outcome = connection
                .answer(service, &request.method, &request.params_or_empty(), None)
                .await;
            JsonRpcAnswer {
                id: Some(request.id),
                outcome,
            }
            .to_line()
        });
        let mut answers = join_all(answers).await;
        answers.extend(self.invalid.iter().map(JsonRpcAnswer::to_line));
        if answers.is_empty() {
            return None;
        }
        Some(format!("[{}]", answers.join(",")))
    }
}
