//! Takes the messages of one partition, in order.
//!
//! The server redelivers a message if its worker does not acknowledge it. Then a later message may come before an earlier one. A
//! worker therefore processes messages at once only while it has all that were delivered and not acknowledged. It knows that if every
//! delivery before its own ones is acknowledged, and it has received all deliveries since. Otherwise it looks into the stream, where every
//! message stays until it is done, for an earlier message of the same session.
//!
//! The sessions of a partition are in work independently: a message waits for the earlier ones of its own session only.

use crate::{
    deliveries::Deliveries,
    error::NatsError,
    failing_sessions::{FailingSessions, FailureReport},
    input::{Input, session_of},
    layout::Partition,
    metrics::add,
    processor::Processor,
    report::{ReportLevel, WorkerReport},
    sessions_in_work::{ProcessedInputs, SessionsInWork},
    states::WriteError,
};
use async_nats::jetstream::{AckKind, Message, consumer::PullConsumer};
use futures_util::FutureExt;
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
    time::{Instant, sleep, timeout},
};

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

impl HeldMessage {
    fn session(&self) -> &str {
        session_of(&self.message.subject)
    }
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
        let mut in_work = SessionsInWork::default();
        let mut failing = FailingSessions::default();
        let config = &consumer.cached_info().config;
        let (batch, ack_wait) = (
            usize::try_from(config.max_ack_pending).unwrap_or(1).max(1),
            config.ack_wait,
        );
        let mut deliveries = Deliveries::open(&self.processor.client, &consumer, batch).await?;
        let result = self
            .serve(
                &consumer,
                batch,
                &mut deliveries,
                &mut held,
                &mut in_work,
                &mut failing,
            )
            .await;
        // The next worker gets the messages of the other sessions at once.
        let unread = deliveries.close().await;
        let waiting = waiting(&mut held, &in_work);
        for message in waiting.values().map(|one| &one.message).chain(&unread) {
            let _ = message.ack_with(AckKind::Nak(None)).await;
        }
        self.finish_work(&mut held, &mut in_work, ack_wait / 3, &mut failing)
            .await;
        for one in held.values() {
            let _ = one.message.ack_with(AckKind::Nak(None)).await;
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
        in_work: &mut SessionsInWork,
        failing: &mut FailingSessions,
    ) -> Result<(), NatsError> {
        let ack_wait = consumer.cached_info().config.ack_wait;
        // The number of the last delivery of the consumer that this worker has received.
        let mut delivery: u64 = 0;
        // The number of the first delivery since which this worker has received all, and has not returned any.
        let mut first = 1;
        // Whether every unacknowledged message of the partition is in `held`.
        let mut has_all = false;
        let mut compared = Instant::now();
        let mut since = Instant::now();
        let mut extended = Instant::now();
        while !*self.stop.borrow() {
            let has_waiting = held.values().any(|one| !in_work.contains(one.session()));
            if !has_waiting {
                since = Instant::now();
            }
            let patience = match (has_waiting, held.is_empty()) {
                (true, _) => BATCH_WAIT,
                (false, false) => (ack_wait / 3).max(BATCH_WAIT),
                (false, true) => IDLE,
            };
            let mut is_new = false;
            let mut next = None;
            tokio::select! {
                _ = self.stop.changed() => break,
                Some(processed) = in_work.next() => {
                    if self.finish(processed, held, failing).await {
                        since = Instant::now();
                    } else {
                        (first, has_all) = (delivery.saturating_add(1), false);
                    }
                }
                received = timeout(patience, deliveries.next()) => next = received.ok(),
            }
            while let Some(received) = next.take() {
                let message = received?;
                is_new = true;
                if held.is_empty() {
                    (since, extended) = (Instant::now(), Instant::now());
                }
                if !self.hold(message, held, &mut delivery)? {
                    (first, has_all) = (delivery, false);
                }
                if held.len() < batch {
                    next = deliveries.next().now_or_never();
                }
            }
            if extended.elapsed() > ack_wait / 3 {
                extend(held.values()).await;
                extended = Instant::now();
            }
            if held.values().all(|one| in_work.contains(one.session())) {
                continue;
            }
            if !has_all {
                if !is_new && compared.elapsed() < COMPARE {
                    continue;
                }
                compared = Instant::now();
                has_all = acknowledged(consumer).await?.saturating_add(1) >= first;
            }
            if since.elapsed() > ack_wait.saturating_mul(3) {
                // Another worker has the others for too long.
                give_back(waiting(held, in_work)).await;
                (first, has_all) = (delivery.saturating_add(1), false);
            }
            self.begin(held, in_work, has_all).await;
        }
        Ok(())
    }

    /// Adds a message. Returns `false` if another worker has received messages since the last one.
    fn hold(
        &self,
        message: Message,
        held: &mut HeldMessages,
        delivery: &mut u64,
    ) -> Result<bool, NatsError> {
        let info = message
            .info()
            .map_err(|error| request(self.partition, &error.to_string()))?;
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

    /// Begins to process the held messages of the sessions that are not in work. Without `has_all`, those that follow a message of
    /// another worker stay.
    async fn begin(&self, held: &mut HeldMessages, in_work: &mut SessionsInWork, has_all: bool) {
        let mut sessions: BTreeMap<String, Vec<Input>> = BTreeMap::new();
        let mut lost: Vec<u64> = Vec::new();
        for (sequence, one) in held
            .iter()
            .filter(|(_, one)| !in_work.contains(one.session()))
        {
            match Input::read(&one.message, *sequence, one.delivered) {
                Some((input, token)) => sessions.entry(token).or_default().push(input),
                // The stream had other subjects when the message was published.
                None => {
                    let report = WorkerReport::new(
                        ReportLevel::Error,
                        "input lost, its subject names no direction",
                    );
                    let subject: String =
                        one.message.subject.chars().take(REPORTED_SUBJECT).collect();
                    self.processor
                        .report(&report.with("subject", subject).with("input", sequence));
                    lost.push(*sequence);
                }
            }
        }
        for sequence in lost {
            if let Some(one) = held.remove(&sequence) {
                let _ = one.message.ack_with(AckKind::Term).await;
            }
        }
        for (token, inputs) in sessions {
            let sequences = inputs.iter().map(|input| input.sequence).collect();
            let (processor, partition) = (Arc::clone(&self.processor), self.partition);
            let incarnation = self.incarnation.clone();
            in_work.add(token.clone(), async move {
                let result = processor
                    .process(partition, &incarnation, &token, inputs, has_all)
                    .await;
                ProcessedInputs {
                    token,
                    sequences,
                    result,
                }
            });
        }
    }

    /// Acknowledges the messages that are done. Returns the messages of the session, and `false`, if it has failed.
    async fn finish(
        &self,
        processed: ProcessedInputs,
        held: &mut HeldMessages,
        failing: &mut FailingSessions,
    ) -> bool {
        let ProcessedInputs {
            token,
            sequences,
            result,
        } = processed;
        match result {
            Ok(number) => {
                failing.processed(&token);
                for sequence in sequences.into_iter().take(number) {
                    if let Some(one) = held.remove(&sequence) {
                        // If this fails, the message is delivered again, and recognized.
                        let _ = one.message.ack().await;
                    }
                }
                true
            }
            Err(error) => {
                if let WriteError::Failed(error) = error {
                    add(&self.processor.metrics.failures, 1);
                    self.report_failure(&token, sequences.len(), failing.failed(&token), &error);
                }
                give_back(take(held, |session| session == token)).await;
                false
            }
        }
    }

    /// Waits until the sessions in work are processed. Meanwhile, it asks the server once in each `period` to wait for them.
    async fn finish_work(
        &self,
        held: &mut HeldMessages,
        in_work: &mut SessionsInWork,
        period: Duration,
        failing: &mut FailingSessions,
    ) {
        extend(held.values()).await;
        let mut extended = Instant::now();
        loop {
            tokio::select! {
                processed = in_work.next() => match processed {
                    Some(processed) => drop(self.finish(processed, held, failing).await),
                    None => return,
                },
                () = sleep(period.max(BATCH_WAIT)) => {}
            }
            if extended.elapsed() > period {
                extend(held.values()).await;
                extended = Instant::now();
            }
        }
    }

    /// Reports that the inputs of a session wait. They count as delivered, so a session can fill its partition.
    fn report_failure(
        &self,
        token: &str,
        inputs: usize,
        failure: FailureReport,
        error: &NatsError,
    ) {
        let (level, message) = match failure {
            FailureReport::First => (
                ReportLevel::Warn,
                "inputs not processed, will be tried again",
            ),
            FailureReport::Repeated => (
                ReportLevel::Debug,
                "inputs not processed, will be tried again",
            ),
            FailureReport::Persistent(_) => (
                ReportLevel::Error,
                "session fails again and again, its inputs hold up its partition",
            ),
        };
        let report = WorkerReport::new(level, message).with("session", token);
        let report = report
            .with("partition", self.partition)
            .with("count", inputs);
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

/// Removes the messages of the sessions that are not in work, and returns them.
fn waiting(held: &mut HeldMessages, in_work: &SessionsInWork) -> HeldMessages {
    take(held, |session| !in_work.contains(session))
}

/// Removes the messages of some sessions, and returns them.
fn take(held: &mut HeldMessages, is_taken: impl Fn(&str) -> bool) -> HeldMessages {
    let (taken, others) = std::mem::take(held)
        .into_iter()
        .partition(|(_, one)| is_taken(one.session()));
    *held = others;
    taken
}

/// Returns messages to the server, which delivers them again a little later.
async fn give_back(messages: HeldMessages) {
    for one in messages.values() {
        let _ = one
            .message
            .ack_with(AckKind::Nak(Some(REDELIVERY_DELAY)))
            .await;
    }
}

/// Returns the number of the last delivery before which, and with which, all are acknowledged.
async fn acknowledged(consumer: &PullConsumer) -> Result<u64, NatsError> {
    let info = consumer
        .get_info()
        .await
        .map_err(|error| NatsError::request("a consumer", &error))?;
    Ok(info.ack_floor.consumer_sequence)
}

fn request(partition: Partition, reason: &str) -> NatsError {
    NatsError::Request {
        what: format!("partition {partition}"),
        reason: reason.to_owned(),
    }
}
