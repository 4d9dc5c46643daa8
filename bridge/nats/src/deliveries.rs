//! The messages that the server delivers to one worker.
//!
//! A worker that stops must return the messages that are on their way to it. Otherwise the server waits until the time limit of their
//! acknowledgement.

use crate::{client::NatsClient, error::NatsError};
use async_nats::{
    StatusCode, Subject, Subscriber,
    jetstream::{
        self, Message,
        consumer::{PullConsumer, pull::BatchConfig},
    },
};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The time for which a request for messages is valid. A stopping worker receives messages until its last request ends.
const REQUEST: Duration = Duration::from_secs(2);
/// The interval of the server's heartbeats while no message arrives.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// The time without a heartbeat after which the server counts as lost.
const SILENCE: Duration = Duration::from_secs(3);
/// The grace period after the end of a request, before the end counts as overdue.
const OVERDUE: Duration = Duration::from_secs(1);

/// Requests the messages of a consumer.
pub(crate) struct Deliveries {
    consumer: PullConsumer,
    context: jetstream::Context,
    inbox: Subject,
    subscriber: Subscriber,
    batch: usize,
    /// The number of messages that the server may still deliver for the last request.
    requested: usize,
    /// The time of the last request.
    asked: Instant,
    /// The time of the last message or heartbeat.
    heard: Instant,
}

impl Deliveries {
    pub(crate) async fn open(
        client: &NatsClient,
        consumer: &PullConsumer,
        batch: usize,
    ) -> Result<Self, NatsError> {
        let inbox = Subject::from(client.nats.new_inbox());
        let subscriber = client
            .nats
            .subscribe(inbox.clone())
            .await
            .map_err(|error| failed(&error))?;
        Ok(Self {
            consumer: consumer.clone(),
            context: client.jetstream.clone(),
            inbox,
            subscriber,
            batch,
            requested: 0,
            asked: Instant::now(),
            heard: Instant::now(),
        })
    }

    /// Waits for the next message. No message is lost if the caller stops waiting.
    pub(crate) async fn next(&mut self) -> Result<Message, NatsError> {
        loop {
            if self.requested == 0 {
                self.request().await?;
            }
            let next = timeout_at(self.heard + SILENCE, self.subscriber.next()).await;
            let message = next
                .map_err(|_| ended("no sign of life"))?
                .ok_or_else(|| ended("closed"))?;
            self.heard = Instant::now();
            match message.status {
                None | Some(StatusCode::OK) => {
                    self.requested = self.requested.saturating_sub(1);
                    return Ok(Message {
                        message,
                        context: self.context.clone(),
                    });
                }
                Some(StatusCode::IDLE_HEARTBEAT) => {}
                Some(StatusCode::TIMEOUT) => self.requested = 0,
                Some(status) => {
                    return Err(ended(&format!(
                        "{status} {}",
                        message.description.unwrap_or_default()
                    )));
                }
            }
        }
    }

    /// Requests the next batch of messages.
    async fn request(&mut self) -> Result<(), NatsError> {
        let request = BatchConfig {
            batch: self.batch,
            expires: Some(REQUEST),
            idle_heartbeat: HEARTBEAT,
            ..BatchConfig::default()
        };
        // The request is recorded before the next wait, because the caller may stop waiting there.
        (self.requested, self.asked, self.heard) = (self.batch, Instant::now(), Instant::now());
        let sent = self
            .consumer
            .request_batch(request, self.inbox.clone())
            .await;
        sent.map_err(|error| failed(&error))
    }

    /// Waits until the last request has ended, and returns the messages that arrived meanwhile.
    ///
    /// A request cannot be withdrawn. If the subscription ended early, the server could still deliver a message to it, and that message
    /// would wait for the time limit of its acknowledgement.
    pub(crate) async fn close(mut self) -> Vec<Message> {
        let mut messages = Vec::new();
        let end = self.asked + REQUEST + OVERDUE;
        while self.requested > 0 {
            let Ok(Some(message)) = timeout_at(end, self.subscriber.next()).await else {
                break;
            };
            match message.status {
                None | Some(StatusCode::OK) => {
                    self.requested = self.requested.saturating_sub(1);
                    messages.push(Message {
                        message,
                        context: self.context.clone(),
                    });
                }
                Some(StatusCode::IDLE_HEARTBEAT) => {}
                Some(_) => break,
            }
        }
        messages
    }
}

fn failed(error: &(dyn std::error::Error + 'static)) -> NatsError {
    NatsError::request("requesting messages", error)
}

fn ended(reason: &str) -> NatsError {
    NatsError::Request {
        what: "requesting messages".to_owned(),
        reason: reason.to_owned(),
    }
}
