//! Publishes the results of a session: each publication once, and in order.
//!
//! A publication contains the sequence number of the previous message on its subject. The server refuses the publication if another message
//! follows that one. So a repeated publication, or one of a worker that lost its partition, does not get into the stream. This holds even
//! after the time in which the server recognizes ids.

use crate::{
    client::NatsClient,
    error::{NatsError, missing_stream},
    interruption::Interruption,
    metrics::Metrics,
    names::StreamNames,
    publication::{Channel, Publication, PublicationId},
    record::SessionRecord,
};
use async_nats::jetstream::{
    context::{PublishError, PublishErrorKind},
    message::PublishMessage,
    publish::PublishAck,
    stream::{LastRawMessageErrorKind, Stream},
};
use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

/// The maximum number of attempts to send a publication.
const TRIES: u32 = 5;
/// The base of the pause before an attempt. The pause grows with each attempt.
const PAUSE: Duration = Duration::from_millis(100);

/// The last message on a subject.
struct LastMessage {
    sequence: u64,
    /// The id of the publication, if it belongs to the same input stream.
    id: Option<PublicationId>,
}

impl LastMessage {
    /// Returns `true` if this message is the publication or follows it. The publications of a subject are in order.
    fn contains(&self, publication: PublicationId) -> bool {
        self.id.is_some_and(|id| id >= publication)
    }
}

pub(crate) struct Publisher {
    client: NatsClient,
    names: StreamNames,
    outputs: Stream,
    dead_letters: Stream,
    metrics: Arc<Metrics>,
    pub(crate) interruption: Interruption,
}

impl Publisher {
    pub(crate) async fn open(
        client: &NatsClient,
        names: &StreamNames,
        metrics: Arc<Metrics>,
    ) -> Result<Self, NatsError> {
        let stream = async |name: String| {
            let opened = client.jetstream.get_stream(&name).await;
            opened.map_err(|error| missing_stream(names, &name, &error))
        };
        let outputs = stream(names.output_stream()).await?;
        let dead_letters = stream(names.dead_letter_stream()).await?;
        Ok(Self {
            client: client.clone(),
            names: names.clone(),
            outputs,
            dead_letters,
            metrics,
            interruption: Interruption::default(),
        })
    }

    /// Publishes the pending messages, and records the position of each subject. After an error, the rest is still pending.
    pub(crate) async fn publish(
        &self,
        token: &str,
        record: &mut SessionRecord,
    ) -> Result<(), NatsError> {
        let pending = std::mem::take(&mut record.pending);
        // The last message of each subject that was used in this call.
        let mut last: BTreeMap<Channel, LastMessage> = BTreeMap::new();
        for (index, publication) in pending.iter().enumerate() {
            let channel = publication.channel;
            let expected = match last.get(&channel) {
                Some(known) if known.contains(publication.id) => {
                    self.count(publication, true);
                    continue;
                }
                Some(known) => known.sequence,
                None => record.published.get(&channel).copied().unwrap_or(0),
            };
            let published = match self.interruption.check() {
                Ok(()) => {
                    self.publish_one(token, publication, &record.incarnation, expected)
                        .await
                }
                Err(error) => Err(error),
            };
            match published {
                Ok(message) => {
                    record.published.insert(channel, message.sequence);
                    last.insert(channel, message);
                }
                Err(error) => {
                    record.pending = pending.into_iter().skip(index).collect();
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Publishes a message unless the stream contains it. Returns the last message of its subject.
    async fn publish_one(
        &self,
        token: &str,
        publication: &Publication,
        incarnation: &str,
        mut expected: u64,
    ) -> Result<LastMessage, NatsError> {
        let subject = publication.channel.subject(&self.names, token);
        let mut last_error = None;
        for attempt in 0..TRIES {
            // The first repetition is immediate, because it usually corrects an outdated expectation.
            if attempt > 1 {
                tokio::time::sleep(PAUSE.saturating_mul(attempt)).await;
            }
            let message = PublishMessage::build()
                .payload(publication.body.payload().into())
                .headers(publication.headers())
                .message_id(publication.id.header(incarnation))
                .expected_last_subject_sequence(expected);
            let error = match self.send(subject.clone(), message).await {
                Ok(ack) => {
                    self.count(publication, ack.duplicate);
                    return Ok(LastMessage {
                        sequence: ack.sequence,
                        id: Some(publication.id),
                    });
                }
                Err(error) => error,
            };
            // Without an answer, the server may have stored the message, so the same request is repeated. After a refusal, the last message
            // of the subject differs from the expected one.
            let is_unanswered = matches!(
                error.kind(),
                PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe
            );
            last_error = Some(error);
            if is_unanswered {
                continue;
            }
            let last = self
                .last_message(publication, &subject, incarnation)
                .await?;
            if last.contains(publication.id) {
                self.count(publication, true);
                return Ok(last);
            }
            expected = last.sequence;
        }
        let reason =
            last_error.map_or_else(String::new, |error| crate::error::Chain(&error).to_string());
        Err(NatsError::Request {
            what: format!("publishing to {subject}"),
            reason,
        })
    }

    /// Sends a message, and waits until the server has stored it.
    async fn send(
        &self,
        subject: String,
        message: PublishMessage,
    ) -> Result<PublishAck, PublishError> {
        let jetstream = &self.client.jetstream;
        jetstream.send_publish(subject, message).await?.await
    }

    async fn last_message(
        &self,
        publication: &Publication,
        subject: &str,
        incarnation: &str,
    ) -> Result<LastMessage, NatsError> {
        let stream = if publication.channel.is_dead_letter() {
            &self.dead_letters
        } else {
            &self.outputs
        };
        match stream.get_last_raw_message_by_subject(subject).await {
            Ok(message) => {
                let id = message.headers.get(async_nats::header::NATS_MESSAGE_ID);
                let id = id.and_then(|id| PublicationId::of_header(id.as_str(), incarnation));
                Ok(LastMessage {
                    sequence: message.sequence,
                    id,
                })
            }
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
                Ok(LastMessage {
                    sequence: 0,
                    id: None,
                })
            }
            Err(error) => Err(NatsError::request(subject, &error)),
        }
    }

    fn count(&self, publication: &Publication, is_repeated: bool) {
        let metrics = &self.metrics;
        let counter = match (is_repeated, publication.channel) {
            (true, _) => &metrics.repeated_publications,
            (_, Channel::Forward | Channel::Backward) => &metrics.outputs,
            (_, Channel::Report) => &metrics.reports,
            (_, Channel::DeadForward | Channel::DeadBackward) => &metrics.dead_letters,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}
