//! Takes the messages of one partition, in order.
//!
//! The server redelivers a message if its worker does not acknowledge it. Then a later message may come before an earlier one. A
//! worker therefore processes messages at once only while it has all that were delivered and not acknowledged. It knows that if every
//! delivery before its own ones is acknowledged, and it has received all deliveries since. Otherwise it looks into the stream, where every
//! message stays until it is done, for an earlier message of the same session.

use crate::{
    deliveries::Deliveries,
    error::NatsError,
    failing_sessions::{FailingSessions, FailureReport},
    input::Input,
    layout::Partition,
    metrics::add,
    processor::Processor,
    report::{ReportLevel, WorkerReport},
    states::WriteError,
};
use async_nats::jetstream::{AckKind, Message, consumer::PullConsumer};
use futures_util::{FutureExt, StreamExt, stream};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{Instant, interval_at, timeout},
};

/// The number of sessions whose requests wait for the server at the same time.
const CONCURRENT_SESSIONS: usize = 256;
/// The longest time for which a worker that has messages waits for others.
const BATCH_WAIT: Duration = Duration::from_millis(50);
/// The time after which a worker looks again for an earlier message that another worker may have.
const COMPARE: Duration = Duration::from_millis(250);
/// The time after which the server gives a message again that a worker has returned after an error.
const REDELIVERY_DELAY: Duration = Duration::from_millis(500);
/// The longest time for which a worker without messages waits for one.
const IDLE: Duration = Duration::from_secs(20);

/// The number of characters of a subject that reports contain.
const REPORTED_SUBJECT: usize = 128;

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
    /// The number of messages that wait after the last delivered one.
    pub(crate) lag: Arc<AtomicU64>,
    /// `true` when the worker gives the partition to another one.
    pub(crate) stop: watch::Receiver<bool>,
}

impl PartitionTask {
    /// Processes messages until the task is stopped, or an error makes it necessary to begin anew.
    pub(crate) async fn run(mut self, consumer: PullConsumer) -> Result<(), NatsError> {
        let mut held = HeldMessages::new();
        let batch = usize::try_from(consumer.cached_info().config.max_ack_pending).unwrap_or(1).max(1);
        let mut deliveries = Deliveries::open(&self.processor.client, &consumer, batch).await?;
        let result = self.serve(&consumer, batch, &mut deliveries, &mut held).await;
        // The next worker gets the messages that are not processed at once.
        let unread = deliveries.close().await;
        for message in held.values().map(|one| &one.message).chain(&unread) {
            let _ = message.ack_with(AckKind::Nak(None)).await;
        }
        self.processor.cache.remove_partition(self.partition);
        result
    }

    async fn serve(
        &mut self,
        consumer: &PullConsumer,
        batch: usize,
        deliveries: &mut Deliveries,
        held: &mut HeldMessages,
    ) -> Result<(), NatsError> {
        let ack_wait = consumer.cached_info().config.ack_wait;
        // The number of the last delivery of the consumer that this worker has received.
        let mut delivery = 0;
        // The number of the first delivery since which this worker has received all, and has not returned any.
        let mut first = 1;
        // Whether every unacknowledged message of the partition is in `held`.
        let mut has_all = false;
        let mut compared = Instant::now();
        let mut since = Instant::now();
        let mut extended = Instant::now();
        let mut failing = FailingSessions::default();
        while !*self.stop.borrow() {
            let patience = if held.is_empty() { IDLE } else { BATCH_WAIT };
            let mut next = tokio::select! {
                _ = self.stop.changed() => break,
                next = timeout(patience, deliveries.next()) => next.ok(),
            };
            let mut is_new = false;
            while let Some(received) = next.take() {
                let message = received?;
                is_new = true;
                if !self.hold(message, held, &mut delivery)? {
                    (first, has_all) = (delivery, false);
                }
                if held.len() == 1 {
                    (since, extended) = (Instant::now(), Instant::now());
                }
                if held.len() < batch {
                    next = deliveries.next().now_or_never();
                }
            }
            if held.is_empty() {
                continue;
            }
            if !has_all {
                if !is_new && compared.elapsed() < COMPARE {
                    continue;
                }
                compared = Instant::now();
                has_all = acknowledged(consumer).await?.saturating_add(1) >= first;
            }
            let before = held.len();
            if !self.process(held, has_all, ack_wait / 3, &mut failing).await {
                give_back(held).await;
                (first, has_all) = (delivery.saturating_add(1), false);
            }
            if held.len() < before {
                since = Instant::now();
            }
            if since.elapsed() > ack_wait.saturating_mul(3) {
                // Another worker has the others for too long.
                give_back(held).await;
                (first, has_all) = (delivery.saturating_add(1), false);
            } else if extended.elapsed() > ack_wait / 3 {
                extend(held.values()).await;
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

    /// Processes the held messages, and acknowledges those that are done. Without `has_all`, those that follow a message of another worker
    /// stay. Meanwhile, it asks the server once in each `period` to wait for the others. Returns `false` if some have failed.
    async fn process(
        &self,
        held: &mut HeldMessages,
        has_all: bool,
        period: Duration,
        failing: &mut FailingSessions,
    ) -> bool {
        let mut sessions: BTreeMap<String, Vec<Input>> = BTreeMap::new();
        let mut done: BTreeSet<u64> = BTreeSet::new();
        for (sequence, one) in &*held {
            match Input::read(&one.message, *sequence, one.delivered) {
                Some((input, token)) => sessions.entry(token).or_default().push(input),
                // The stream had other subjects when the message was published.
                None => {
                    let report =
                        WorkerReport::new(ReportLevel::Error, "input lost, its subject names no direction");
                    let subject: String = one.message.subject.chars().take(REPORTED_SUBJECT).collect();
                    self.processor.report(&report.with("subject", subject).with("input", sequence));
                    drop(one.message.ack_with(AckKind::Term).await);
                    done.insert(*sequence);
                }
            }
        }
        let processed = stream::iter(sessions).map(async |(token, inputs)| {
            let sequences: Vec<u64> = inputs.iter().map(|input| input.sequence).collect();
            let processor = &self.processor;
            let result = processor.process(self.partition, &self.incarnation, &token, inputs, has_all).await;
            (token, sequences, result)
        });
        let mut processed = std::pin::pin!(processed.buffer_unordered(CONCURRENT_SESSIONS));
        let mut has_failed = false;
        let mut extension = interval_at(Instant::now() + period, period.max(BATCH_WAIT));
        loop {
            let next = tokio::select! {
                next = processed.next() => next,
                _ = extension.tick() => {
                    let waiting = held.iter().filter(|(sequence, _)| !done.contains(sequence));
                    extend(waiting.map(|(_, one)| one)).await;
                    continue;
                }
            };
            let Some((token, sequences, result)) = next else { break };
            match result {
                Ok(number) => {
                    failing.processed(&token);
                    for sequence in sequences.into_iter().take(number) {
                        if let Some(one) = held.get(&sequence) {
                            // If this fails, the message is delivered again, and recognized.
                            let _ = one.message.ack().await;
                        }
                        done.insert(sequence);
                    }
                }
                Err(error) => {
                    has_failed = true;
                    if let WriteError::Failed(error) = error {
                        add(&self.processor.metrics.failures, 1);
                        self.report_failure(&token, sequences.len(), failing.failed(&token), &error);
                    }
                }
            }
        }
        for sequence in done {
            held.remove(&sequence);
        }
        !has_failed
    }

    /// Reports that the inputs of a session wait. They count as delivered, so a session can fill its partition.
    fn report_failure(&self, token: &str, inputs: usize, failure: FailureReport, error: &NatsError) {
        let (level, message) = match failure {
            FailureReport::First => (ReportLevel::Warn, "inputs not processed, will be tried again"),
            FailureReport::Repeated => (ReportLevel::Debug, "inputs not processed, will be tried again"),
            FailureReport::Persistent(_) => {
                (ReportLevel::Error, "session fails again and again, its inputs hold up its partition")
            }
        };
        let report = WorkerReport::new(level, message).with("session", token);
        let report = report.with("partition", self.partition).with("count", inputs);
        let report = match failure {
            FailureReport::Persistent(time) => report.with("seconds", time.as_secs()),
            FailureReport::First | FailureReport::Repeated => report,
        };
        self.processor.report(&report.with("error", error));
    }
}

/// Asks the server to wait longer for the acknowledgement of messages.
async fn extend(messages: impl Iterator<Item = &HeldMessage>) {
    for one in messages {
        let _ = one.message.ack_with(AckKind::Progress).await;
    }
}

/// Returns messages to the server, which delivers them again a little later.
async fn give_back(held: &mut HeldMessages) {
    for (_, one) in std::mem::take(held) {
        let _ = one.message.ack_with(AckKind::Nak(Some(REDELIVERY_DELAY))).await;
    }
}

/// Returns the number of the last delivery before which, and with which, all are acknowledged.
async fn acknowledged(consumer: &PullConsumer) -> Result<u64, NatsError> {
    let info = consumer.get_info().await.map_err(|error| NatsError::request("a consumer", &error))?;
    Ok(info.ack_floor.consumer_sequence)
}

fn request(partition: Partition, reason: &str) -> NatsError {
    NatsError::Request { what: format!("partition {partition}"), reason: reason.to_owned() }
}
