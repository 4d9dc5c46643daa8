//! Takes the messages of one partition, in order.
//!
//! The server redelivers a message if its worker does not acknowledge it. Then a later message may come before an earlier one. A
//! worker therefore processes messages at once only while it has all that were delivered and not acknowledged. It knows that if every
//! delivery before its own ones is acknowledged, and it has received all deliveries since. Otherwise it looks into the stream, where every
//! message stays until it is done, for an earlier message of the same session.
//!
//! The sessions of a partition are in work independently: a message waits for the earlier ones of its own session only.

mod held_messages;

use crate::{
    deliveries::Deliveries,
    error::NatsError,
    failing_sessions::{FailingSessions, FailureReport},
    input::Input,
    layout::Partition,
    metrics::add,
    processor::Processor,
    report::{ReportLevel, WorkerReport},
    sessions_in_work::{ProcessedInputs, SessionsInWork},
    states::WriteError,
};
use async_nats::jetstream::{Message, consumer::PullConsumer};
use futures_util::FutureExt;
use held_messages::{HeldMessage, HeldMessages, return_now};
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
/// The longest time for which a worker without messages waits for one.
const IDLE: Duration = Duration::from_secs(20);

/// The number of characters of a subject that reports contain.
const REPORTED_SUBJECT: usize = 128;

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
    pub(crate) async fn run(self, consumer: PullConsumer) -> Result<(), NatsError> {
        let max_pending = consumer.cached_info().config.max_ack_pending;
        let batch = usize::try_from(max_pending).unwrap_or(1).max(1);
        let mut deliveries = Deliveries::open(&self.processor.client, &consumer, batch).await?;
        let mut served = ServedPartition::new(self, consumer, batch);
        let result = served.serve(&mut deliveries).await;
        served.end(deliveries).await;
        result
    }
}

/// An event that a worker waits for.
enum Event {
    /// The worker gives the partition to another one.
    Stopped,
    /// The inputs of a session were processed, or this has failed.
    Processed(ProcessedInputs),
    /// The server has delivered a message, or this has failed.
    Delivered(Result<Message, NatsError>),
    /// No other event has come for the time that the worker waits.
    TimedOut,
}

/// The unacknowledged messages of a partition that a worker knows to have.
///
/// The deliveries of a consumer are numbered. A message may be processed at once only if no other worker has an earlier one.
#[derive(Clone, Copy)]
enum Coverage {
    /// All are held.
    All,
    /// Held are those since the delivery `first`: they were all received, and none was returned. Another worker may have earlier ones.
    Since { first: u64 },
}

/// The state of a worker that serves a partition.
struct ServedPartition {
    task: PartitionTask,
    consumer: PullConsumer,
    /// The number of messages that may be held.
    batch: usize,
    /// The time after which the server delivers an unacknowledged message again.
    ack_wait: Duration,
    held: HeldMessages,
    in_work: SessionsInWork,
    failing: FailingSessions,
    /// The number of the last delivery of the consumer that this worker has received.
    last_delivery: u64,
    coverage: Coverage,
    /// The time at which the server was last asked for the deliveries that are acknowledged.
    compared: Instant,
    /// The time since which messages wait for those of another worker.
    waiting_since: Instant,
    /// The time at which the server was last asked to wait longer for acknowledgements.
    extended: Instant,
}

impl ServedPartition {
    fn new(task: PartitionTask, consumer: PullConsumer, batch: usize) -> Self {
        let now = Instant::now();
        Self {
            task,
            batch,
            ack_wait: consumer.cached_info().config.ack_wait,
            consumer,
            held: HeldMessages::default(),
            in_work: SessionsInWork::default(),
            failing: FailingSessions::default(),
            last_delivery: 0,
            coverage: Coverage::Since { first: 1 },
            compared: now,
            waiting_since: now,
            extended: now,
        }
    }

    /// Handles events until the worker is stopped, and begins to process messages after each event.
    async fn serve(&mut self, deliveries: &mut Deliveries) -> Result<(), NatsError> {
        while !*self.task.stop.borrow() {
            let event = self.next_event(deliveries).await;
            let is_delivery = matches!(event, Event::Delivered(_));
            match event {
                Event::Stopped => break,
                Event::Processed(processed) => self.on_processed(processed).await,
                Event::Delivered(message) => self.on_delivered(message?, deliveries)?,
                Event::TimedOut => {}
            }
            if self.extended.elapsed() > self.ack_wait / 3 {
                self.extend().await;
            }
            if self.has_waiting() {
                self.on_waiting(is_delivery).await?;
            }
        }
        Ok(())
    }

    async fn next_event(&mut self, deliveries: &mut Deliveries) -> Event {
        let has_waiting = self.has_waiting();
        if !has_waiting {
            self.waiting_since = Instant::now();
        }
        let longest = match (has_waiting, self.held.0.is_empty()) {
            (true, _) => BATCH_WAIT,
            // The server must be asked in time to wait longer for the messages in work.
            (false, false) => (self.ack_wait / 3).max(BATCH_WAIT),
            (false, true) => IDLE,
        };
        tokio::select! {
            _ = self.task.stop.changed() => Event::Stopped,
            Some(processed) = self.in_work.next() => Event::Processed(processed),
            delivered = timeout(longest, deliveries.next()) => match delivered {
                Ok(delivered) => Event::Delivered(delivered),
                Err(_) => Event::TimedOut,
            },
        }
    }

    /// Returns `true` if messages are held of which the session is not in work.
    fn has_waiting(&self) -> bool {
        let mut held = self.held.0.values();
        held.any(|held| !self.in_work.contains(held.session()))
    }

    /// Acknowledges the messages that are done. If a session has failed, its messages return to the server.
    async fn on_processed(&mut self, processed: ProcessedInputs) {
        if self.finish(processed).await {
            self.waiting_since = Instant::now();
        } else {
            // The returned messages may come to another worker.
            self.coverage = self.since_next_delivery();
        }
    }

    /// Holds a message, and those that have come with it.
    fn on_delivered(
        &mut self,
        message: Message,
        deliveries: &mut Deliveries,
    ) -> Result<(), NatsError> {
        let mut next = Some(message);
        while let Some(message) = next {
            if self.held.0.is_empty() {
                (self.waiting_since, self.extended) = (Instant::now(), Instant::now());
            }
            self.hold(message)?;
            if self.held.0.len() >= self.batch {
                break;
            }
            next = deliveries.next().now_or_never().transpose()?;
        }
        Ok(())
    }

    /// Begins to process the messages that wait, if it is time to, or returns them if another worker has earlier ones for too long.
    async fn on_waiting(&mut self, is_delivery: bool) -> Result<(), NatsError> {
        if let Coverage::Since { first } = self.coverage {
            if !is_delivery && self.compared.elapsed() < COMPARE {
                return Ok(());
            }
            self.compared = Instant::now();
            if acknowledged(&self.consumer).await?.saturating_add(1) >= first {
                self.coverage = Coverage::All;
            }
        }
        if self.waiting_since.elapsed() > self.ack_wait.saturating_mul(3) {
            self.take_waiting().return_later().await;
            self.coverage = self.since_next_delivery();
        }
        self.begin().await;
        Ok(())
    }

    /// Returns the coverage after messages were returned: only the deliveries that follow are certain.
    fn since_next_delivery(&self) -> Coverage {
        Coverage::Since {
            first: self.last_delivery.saturating_add(1),
        }
    }

    /// Adds a message to those that are held.
    fn hold(&mut self, message: Message) -> Result<(), NatsError> {
        let info = message
            .info()
            .map_err(|error| request(self.task.partition, &error.to_string()))?;
        let is_next = info.consumer_sequence == self.last_delivery.saturating_add(1);
        self.last_delivery = info.consumer_sequence;
        if info.delivered > 1 {
            add(&self.task.processor.metrics.redeliveries, 1);
        }
        self.task.lag.store(info.pending, Ordering::Relaxed);
        let (sequence, delivered) = (info.stream_sequence, info.delivered);
        let held = HeldMessage { message, delivered };
        self.held.0.insert(sequence, held);
        if !is_next {
            // The deliveries in between went to another worker.
            self.coverage = Coverage::Since {
                first: self.last_delivery,
            };
        }
        Ok(())
    }

    /// Begins to process the held messages of the sessions that are not in work. While another worker may have earlier messages, those
    /// that follow one of them stay.
    async fn begin(&mut self) {
        let mut sessions: BTreeMap<String, Vec<Input>> = BTreeMap::new();
        let mut unreadable: Vec<u64> = Vec::new();
        for (sequence, held) in &self.held.0 {
            if self.in_work.contains(held.session()) {
                continue;
            }
            match Input::read(&held.message, *sequence, held.delivered) {
                Some((input, token)) => sessions.entry(token).or_default().push(input),
                // The stream had other subjects when the message was published.
                None => {
                    self.report_lost_input(*sequence, &held.message);
                    unreadable.push(*sequence);
                }
            }
        }
        for sequence in unreadable {
            self.held.terminate(sequence).await;
        }
        for (token, inputs) in sessions {
            self.begin_session(token, inputs);
        }
    }

    fn begin_session(&mut self, token: String, inputs: Vec<Input>) {
        let sequences = inputs.iter().map(|input| input.sequence).collect();
        let has_all = matches!(self.coverage, Coverage::All);
        let (processor, partition) = (Arc::clone(&self.task.processor), self.task.partition);
        let incarnation = self.task.incarnation.clone();
        self.in_work.add(token.clone(), async move {
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

    /// Acknowledges the messages that are done. Returns the messages of the session, and `false`, if it has failed.
    async fn finish(&mut self, processed: ProcessedInputs) -> bool {
        let ProcessedInputs {
            token,
            sequences,
            result,
        } = processed;
        match result {
            Ok(number) => {
                self.failing.processed(&token);
                for sequence in sequences.into_iter().take(number) {
                    self.held.acknowledge(sequence).await;
                }
                true
            }
            Err(error) => {
                // A conflict was reported, and is not a failure: another worker has the session now.
                if let WriteError::Failed(error) = error {
                    add(&self.task.processor.metrics.failures, 1);
                    let failure = self.failing.failed(&token);
                    self.report_failure(&token, sequences.len(), failure, &error);
                }
                let returned = self.held.take(|session| session == token);
                returned.return_later().await;
                false
            }
        }
    }

    /// Returns the messages that are not in work to the server, and finishes the others.
    async fn end(mut self, deliveries: Deliveries) {
        // The next worker gets the messages of the other sessions at once.
        let unread = deliveries.close().await;
        self.take_waiting().return_now().await;
        for message in &unread {
            return_now(message).await;
        }
        self.finish_work().await;
        self.held.return_now().await;
        let cache = &self.task.processor.cache;
        cache.remove_partition(self.task.partition);
    }

    /// Waits until the sessions in work are processed. Meanwhile, it asks the server regularly to wait for them.
    async fn finish_work(&mut self) {
        let period = self.ack_wait / 3;
        self.extend().await;
        loop {
            tokio::select! {
                processed = self.in_work.next() => match processed {
                    Some(processed) => drop(self.finish(processed).await),
                    None => return,
                },
                () = sleep(period.max(BATCH_WAIT)) => {}
            }
            if self.extended.elapsed() > period {
                self.extend().await;
            }
        }
    }

    /// Asks the server to wait longer for the messages that are held.
    async fn extend(&mut self) {
        self.held.extend().await;
        self.extended = Instant::now();
    }

    /// Removes the messages of the sessions that are not in work, and returns them.
    fn take_waiting(&mut self) -> HeldMessages {
        let in_work = &self.in_work;
        self.held.take(|session| !in_work.contains(session))
    }

    fn report_lost_input(&self, sequence: u64, message: &Message) {
        let subject: String = message.subject.chars().take(REPORTED_SUBJECT).collect();
        let report = WorkerReport::new(
            ReportLevel::Error,
            "input lost, its subject names no direction",
        );
        let report = report.with("subject", subject).with("input", sequence);
        self.task.processor.report(&report);
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
            .with("partition", self.task.partition)
            .with("count", inputs);
        let report = match failure {
            FailureReport::Persistent(time) => report.with("seconds", time.as_secs()),
            FailureReport::First | FailureReport::Repeated => report,
        };
        self.task.processor.report(&report.with("error", error));
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
