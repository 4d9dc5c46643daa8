//! Processes the messages of one partition in order.
//!
//! The server redelivers a message if its worker does not acknowledge it. A later message may then arrive before an earlier one. A worker
//! therefore processes messages at once only while it holds all messages that were delivered and not acknowledged. This is certain if every
//! delivery before its own deliveries is acknowledged, and it has received all deliveries since. Otherwise the worker searches the stream
//! for an earlier message of the same session. The stream contains every message until it is done.
//!
//! The sessions of a partition are processed independently: a message waits only for the earlier messages of its own session.

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

/// The longest time for which a worker with messages waits for more of them.
const BATCH_WAIT: Duration = Duration::from_millis(50);
/// The interval at which a worker checks for an earlier message that another worker may hold.
const COMPARE: Duration = Duration::from_millis(250);
/// The longest wait of a worker without messages.
const IDLE: Duration = Duration::from_secs(20);

/// The maximum number of characters of a subject in reports.
const REPORTED_SUBJECT: usize = 128;

pub(crate) struct PartitionTask {
    pub(crate) partition: Partition,
    pub(crate) incarnation: String,
    pub(crate) processor: Arc<Processor>,
    /// The number of undelivered messages of the partition.
    pub(crate) lag: Arc<AtomicU64>,
    /// `true` when the worker hands the partition over.
    pub(crate) stop: watch::Receiver<bool>,
}

impl PartitionTask {
    /// Processes messages until the task is stopped, or until an error requires a restart.
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
#[expect(
    clippy::large_enum_variant,
    reason = "an event lives only until it is handled"
)]
enum Event {
    /// The worker hands the partition over.
    Stopped,
    /// The inputs of a session were processed, or their processing failed.
    Processed(ProcessedInputs),
    /// The server has delivered a message, or the delivery failed.
    Delivered(Result<Message, NatsError>),
    /// The waiting time ended without another event.
    TimedOut,
}

/// The part of a partition's unacknowledged messages that the worker is certain to hold.
///
/// The deliveries of a consumer are numbered. A message may be processed at once only if no other worker holds an earlier one.
#[derive(Clone, Copy)]
enum Coverage {
    /// The worker holds all unacknowledged messages.
    All,
    /// The worker holds every message since the delivery `first`, and has returned none of them. Another worker may hold earlier
    /// messages.
    Since { first: u64 },
}

/// The state of a worker that serves a partition.
struct ServedPartition {
    task: PartitionTask,
    consumer: PullConsumer,
    /// The maximum number of held messages.
    batch: usize,
    /// The time after which the server delivers an unacknowledged message again.
    ack_wait: Duration,
    held: HeldMessages,
    in_work: SessionsInWork,
    failing: FailingSessions,
    /// The number of the last delivery that this worker has received.
    last_delivery: u64,
    coverage: Coverage,
    /// The time of the last request for the acknowledged deliveries.
    compared: Instant,
    /// The time since which messages wait for messages of another worker.
    waiting_since: Instant,
    /// The time of the last request to extend the acknowledgement time.
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

    /// Handles events until the worker is stopped. After each event, starts to process the waiting messages.
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
            // The server needs the request for more time before the acknowledgement time of the messages in work ends.
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

    /// Returns `true` if the worker holds messages of a session that is not in work.
    fn has_waiting(&self) -> bool {
        let mut held = self.held.0.values();
        held.any(|held| !self.in_work.contains(held.session()))
    }

    /// Acknowledges the finished messages. If a session has failed, its messages are returned to the server.
    async fn on_processed(&mut self, processed: ProcessedInputs) {
        if self.finish(processed).await {
            self.waiting_since = Instant::now();
        } else {
            // Another worker may receive the returned messages.
            self.coverage = self.since_next_delivery();
        }
    }

    /// Holds a message and the messages that arrived with it.
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

    /// Starts to process the waiting messages. First checks whether other workers still hold earlier messages, and returns the waiting
    /// messages to the server if they have waited too long.
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

    /// Returns the coverage after messages were returned: the worker is certain to hold only the following deliveries.
    fn since_next_delivery(&self) -> Coverage {
        Coverage::Since {
            first: self.last_delivery.saturating_add(1),
        }
    }

    /// Adds a message to the held messages.
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
            // Another worker received the deliveries in between.
            self.coverage = Coverage::Since {
                first: self.last_delivery,
            };
        }
        Ok(())
    }

    /// Starts to process the held messages of the sessions that are not in work. While another worker may hold earlier messages, the
    /// messages that follow one of them are kept.
    async fn begin(&mut self) {
        let mut sessions: BTreeMap<String, Vec<Input>> = BTreeMap::new();
        let mut unreadable: Vec<u64> = Vec::new();
        for (sequence, held) in &self.held.0 {
            if self.in_work.contains(held.session()) {
                continue;
            }
            match Input::read(&held.message, *sequence, held.delivered) {
                Some((input, token)) => sessions.entry(token).or_default().push(input),
                // The stream had other subjects when the message was published, so no worker can process it.
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

    /// Acknowledges the finished messages. If the session has failed, returns its messages and `false`.
    async fn finish(&mut self, processed: ProcessedInputs) -> bool {
        let ProcessedInputs {
            token,
            sequences,
            result,
        } = processed;
        match result {
            Ok(number) => {
                self.failing.record_success(&token);
                for sequence in sequences.into_iter().take(number) {
                    self.held.acknowledge(sequence).await;
                }
                true
            }
            Err(error) => {
                // A conflict was reported before. It is not a failure: another worker has the session now.
                if let WriteError::Failed(error) = error {
                    add(&self.task.processor.metrics.failures, 1);
                    let failure = self.failing.record_failure(&token);
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
        // The next worker receives the messages of the other sessions at once.
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

    /// Waits until the sessions in work are processed. Meanwhile, the acknowledgement time of their messages is extended.
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

    /// Asks the server to extend the acknowledgement time of the held messages.
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

    /// Reports that the inputs of a session wait. They count as delivered, so one session can use up the limit of its partition.
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

/// Returns the number of the last delivery up to which all deliveries are acknowledged.
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
