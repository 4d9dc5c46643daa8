//! Takes the messages of one partition, in order.
//!
//! The server gives a message again if the worker that had it does not answer. Then a later message may come before an earlier one. A
//! worker therefore processes messages only while it has all that were delivered and not acknowledged: either it has received every
//! delivery of the consumer since it last knew that, or it compares its number of messages with the server's.

use crate::{
    error::{Chain, NatsError},
    input::Input,
    layout::Partition,
    metrics::add,
    processor::Processor,
    report::{ReportLevel, WorkerReport},
    states::WriteError,
};
use async_nats::jetstream::{
    AckKind, Message,
    consumer::{PullConsumer, pull},
};
use futures_util::{FutureExt, StreamExt, stream};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};

/// The number of sessions whose requests wait for the server at the same time.
const SESSIONS: usize = 32;
/// The time after which a worker looks again whether it has all messages.
const LOOK: Duration = Duration::from_millis(50);
/// The time after which the server gives a message again that a worker has returned after an error.
const RETURNED: Duration = Duration::from_millis(500);
/// The time for which a request for messages is valid. A worker that is stopped, but keeps its connection, gets messages for so long.
const REQUEST: Duration = Duration::from_secs(5);

/// A message that is not acknowledged, with its sequence number as the key.
type HeldMessages = BTreeMap<u64, HeldMessage>;

struct HeldMessage {
    message: Message,
    delivered: i64,
}

pub(crate) struct PartitionTask {
    pub(crate) partition: Partition,
    pub(crate) incarnation: String,
    pub(crate) processor: Arc<Processor>,
    /// The number of messages that wait behind the last one.
    pub(crate) lag: Arc<AtomicU64>,
    /// `true` when the worker gives the partition to another one.
    pub(crate) stop: watch::Receiver<bool>,
}

impl PartitionTask {
    /// Processes messages until the task is stopped, or an error makes it necessary to begin anew.
    pub(crate) async fn run(mut self, consumer: PullConsumer) -> Result<(), NatsError> {
        let mut held = HeldMessages::new();
        let result = self.serve(&consumer, &mut held).await;
        // The next worker gets the messages that are not processed at once.
        for one in held.values() {
            let _ = one.message.ack_with(AckKind::Nak(None)).await;
        }
        self.processor.cache.remove_partition(self.partition);
        result
    }

    async fn serve(&mut self, consumer: &PullConsumer, held: &mut HeldMessages) -> Result<(), NatsError> {
        let config = &consumer.cached_info().config;
        let ack_wait = config.ack_wait;
        let batch = usize::try_from(config.max_ack_pending).unwrap_or(1).max(1);
        let mut messages = messages(consumer, batch).await?;
        // The number of the last delivery of the consumer that this worker has received.
        let mut delivery = 0;
        // Whether every unacknowledged message of the partition is in `held`.
        let mut has_all = false;
        let mut since = Instant::now();
        let mut extended = Instant::now();
        while !*self.stop.borrow() {
            let patience = if held.is_empty() { REQUEST } else { LOOK };
            let mut next = tokio::select! {
                _ = self.stop.changed() => break,
                next = timeout(patience, messages.next()) => next.ok(),
            };
            while let Some(received) = next.take() {
                let received =
                    received.ok_or_else(|| request(self.partition, "the server has ended the request"))?;
                let message =
                    received.map_err(|error| request(self.partition, &Chain(&error).to_string()))?;
                has_all &= self.hold(message, held, &mut delivery)?;
                if held.len() == 1 {
                    (since, extended) = (Instant::now(), Instant::now());
                }
                if held.len() < batch {
                    next = messages.next().now_or_never();
                }
            }
            if held.is_empty() {
                continue;
            }
            has_all = has_all || number_unacknowledged(consumer).await? == held.len();
            if has_all {
                has_all = self.process(held).await;
                if !has_all {
                    give_back(held).await;
                }
            } else if since.elapsed() > ack_wait.saturating_mul(3) {
                // Another worker holds the rest and waits for these.
                give_back(held).await;
            } else if extended.elapsed() > ack_wait / 3 {
                for one in held.values() {
                    let _ = one.message.ack_with(AckKind::Progress).await;
                }
                extended = Instant::now();
            }
        }
        Ok(())
    }

    /// Adds a message. Returns `false` if another worker has received messages since the last one.
    fn hold(&self, message: Message, held: &mut HeldMessages, delivery: &mut u64) -> Result<bool, NatsError> {
        let info = message.info().map_err(|error| request(self.partition, &error.to_string()))?;
        let is_next = info.consumer_sequence == delivery.saturating_add(1);
        *delivery = info.consumer_sequence;
        if info.delivered > 1 {
            add(&self.processor.metrics.redeliveries, 1);
        }
        self.lag.store(info.pending, Ordering::Relaxed);
        let (sequence, delivered) = (info.stream_sequence, info.delivered);
        held.insert(sequence, HeldMessage { message, delivered });
        Ok(is_next)
    }

    /// Processes all held messages, and acknowledges those that are done. Returns `false` if some are not.
    async fn process(&self, held: &mut HeldMessages) -> bool {
        let mut sessions: BTreeMap<String, Vec<Input>> = BTreeMap::new();
        for (sequence, one) in &*held {
            match Input::read(&one.message, *sequence, one.delivered) {
                Some((input, token)) => sessions.entry(token).or_default().push(input),
                // Only an administrator can publish such a subject.
                None => drop(one.message.ack_with(AckKind::Term).await),
            }
        }
        let processed = stream::iter(sessions).map(async |(token, inputs)| {
            let sequences: Vec<u64> = inputs.iter().map(|input| input.sequence).collect();
            let result = self.processor.process(self.partition, &self.incarnation, &token, inputs).await;
            (token, sequences, result)
        });
        let mut processed = std::pin::pin!(processed.buffer_unordered(SESSIONS));
        let mut failed: Vec<u64> = Vec::new();
        while let Some((token, sequences, result)) = processed.next().await {
            match result {
                Ok(()) => {
                    for one in sequences.iter().filter_map(|sequence| held.get(sequence)) {
                        // If this fails, the message is delivered again, and recognized.
                        let _ = one.message.ack().await;
                    }
                }
                Err(error) => {
                    failed.extend(sequences);
                    if let WriteError::Failed(error) = error {
                        let report = WorkerReport::new(ReportLevel::Warn, "inputs wait, the server failed");
                        self.processor.report(&report.with("session", token).with("error", error));
                    }
                }
            }
        }
        held.retain(|sequence, _| failed.contains(sequence));
        held.is_empty()
    }
}

/// Returns messages to the server, which delivers them again a little later.
async fn give_back(held: &mut HeldMessages) {
    for (_, one) in std::mem::take(held) {
        let _ = one.message.ack_with(AckKind::Nak(Some(RETURNED))).await;
    }
}

async fn messages(consumer: &PullConsumer, batch: usize) -> Result<pull::Stream, NatsError> {
    let request = consumer.stream().max_messages_per_batch(batch).expires(REQUEST).heartbeat(REQUEST / 3);
    request.messages().await.map_err(|error| NatsError::request("requesting messages", &error))
}

async fn number_unacknowledged(consumer: &PullConsumer) -> Result<usize, NatsError> {
    let info = consumer.get_info().await.map_err(|error| NatsError::request("a consumer", &error))?;
    Ok(info.num_ack_pending)
}

fn request(partition: Partition, reason: &str) -> NatsError {
    NatsError::Request { what: format!("partition {partition}"), reason: reason.to_owned() }
}
