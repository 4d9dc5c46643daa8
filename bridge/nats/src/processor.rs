//! Processes the inputs of a session: translates them, stores the new state, and publishes the results.
//!
//! The state and the pending publications are stored in one write, between translation and publication. After a crash before the write,
//! the inputs are translated again from the old state. If it crashes later, the next worker publishes what is pending.

mod long_names;
#[cfg(test)]
mod store_tests;
#[cfg(test)]
mod tests;

use crate::{
    client::NatsClient,
    error::NatsError,
    input::{Input, InputBody},
    input_order::{InputOrder, OrderedInputs},
    interruption::Interruption,
    layout::Partition,
    metrics::{Metrics, add},
    objects::ObjectError,
    publisher::Publisher,
    record::{Attempts, SessionRecord},
    report::{ReportLevel, WorkerReport},
    session::{OpenSession, Panicked, RefusedInputs, refusal},
    session_cache::SessionCache,
    settings::WorkerSettings,
    states::{StateStore, WriteError, session_key},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// What all partitions of a worker share.
pub(crate) struct Processor {
    pub(crate) client: NatsClient,
    pub(crate) settings: WorkerSettings,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) cache: SessionCache,
    /// The name of the worker.
    pub(crate) worker: String,
    states: StateStore,
    publisher: Publisher,
    writes: AtomicU64,
    order: InputOrder,
    /// The time in which an input that is published twice is recognized.
    duplicate_window: Duration,
    interruption: Interruption,
}

impl Processor {
    pub(crate) async fn open(
        client: &NatsClient,
        settings: WorkerSettings,
        worker: String,
    ) -> Result<Self, NatsError> {
        let metrics = Arc::new(Metrics::default());
        let order = InputOrder::open(client, &settings.names).await?;
        Ok(Self {
            client: client.clone(),
            states: StateStore::open(client, &settings.names, Arc::clone(&metrics)).await?,
            publisher: Publisher::open(client, &settings.names, Arc::clone(&metrics)).await?,
            cache: SessionCache::new(settings.cached_sessions, Arc::clone(&metrics)),
            writes: AtomicU64::new(0),
            duplicate_window: order.stream().cached_info().config.duplicate_window,
            order,
            interruption: Interruption::default(),
            metrics,
            settings,
            worker,
        })
    }

    pub(crate) fn report(&self, report: &WorkerReport) {
        (self.settings.report)(report);
    }

    /// Processes inputs of a session, in order. Without `has_all`, another worker may have an earlier input of the session: then only those
    /// before it are processed. Returns the number of inputs that are done, from the first on. After an error, some of them may be applied;
    /// all of them are delivered again.
    pub(crate) async fn process(
        &self,
        partition: Partition,
        incarnation: &str,
        token: &str,
        mut inputs: Vec<Input>,
        has_all: bool,
    ) -> Result<usize, WriteError> {
        if Self::is_too_long(token) {
            return self.put_aside(partition, incarnation, token, inputs, has_all).await;
        }
        let failed = WriteError::Failed;
        let mut session = match self.cache.take(partition, token) {
            Some(session) => session,
            None => {
                add(&self.metrics.loaded_sessions, 1);
                let mut session = OpenSession::of_stored(self.states.load(token).await.map_err(failed)?);
                self.drop_published(token, incarnation, &mut session.record).await.map_err(failed)?;
                session
            }
        };
        // What an earlier worker has stored, and perhaps not published.
        self.publisher.publish(token, &mut session.record).await.map_err(failed)?;
        session.enter(incarnation);
        if !has_all {
            let last = session.record.last;
            match self.order.compare(partition, token, last, &inputs).await.map_err(failed)? {
                OrderedInputs::First(number) => inputs.truncate(number),
                OrderedInputs::Outdated => return Err(WriteError::Conflict),
            }
        }
        let last = session.record.last;
        self.read_objects(&mut inputs, last).await?;
        let mut rest = inputs.as_slice();
        while let Some(first) = rest.first() {
            let usual = rest.iter().take_while(|input| !input.is_suspect).count();
            // A message that may end the worker is processed alone.
            let (now, later) = rest.split_at_checked(usual.max(1)).unwrap_or((rest, &[]));
            let refused = match first.is_suspect && first.sequence > session.record.last {
                true => self.begin_attempt(token, &mut session, first).await?,
                false => RefusedInputs::new(),
            };
            self.step(token, &mut session, now, refused).await?;
            rest = later;
            self.interruption.check().map_err(failed)?;
        }
        self.cache.put(partition, token.to_owned(), session);
        Ok(inputs.len())
    }

    /// Removes what was certainly published from a stored record. It may have been deleted since, and must not appear again.
    async fn drop_published(
        &self,
        token: &str,
        incarnation: &str,
        record: &mut SessionRecord,
    ) -> Result<(), NatsError> {
        let Some(first) = record.pending.iter().map(|publication| publication.id.sequence).min() else {
            return Ok(());
        };
        // An input is acknowledged, and so removed from its stream, after all that it results in is published.
        let unacknowledged = match record.incarnation == incarnation {
            true => self.order.first_stored(token, first).await?.filter(|input| *input <= record.last),
            false => None,
        };
        record.pending.retain(|publication| {
            unacknowledged.is_some_and(|unacknowledged| publication.id.sequence >= unacknowledged)
        });
        Ok(())
    }

    /// Records that the translation of a message begins. Refuses the message if this happened too often.
    async fn begin_attempt(
        &self,
        token: &str,
        session: &mut OpenSession,
        input: &Input,
    ) -> Result<RefusedInputs, WriteError> {
        let attempts = session.record.attempts.filter(|attempts| attempts.input == input.sequence);
        let count = attempts.map_or(0, |attempts| attempts.count);
        if count >= self.settings.attempts {
            let message = format!("at least {count} workers ended while they translated the message");
            let finding = refusal("worker/attempts", message);
            let finding =
                finding.hint("translate the message alone with `agent-ui pipe`, and report the fault");
            return Ok(RefusedInputs::from([(input.sequence, finding)]));
        }
        session.record.attempts = Some(Attempts { input: input.sequence, count: count.saturating_add(1) });
        self.store(token, session).await?;
        Ok(RefusedInputs::new())
    }

    /// Translates, stores and publishes.
    async fn step(
        &self,
        token: &str,
        session: &mut OpenSession,
        inputs: &[Input],
        mut refused: RefusedInputs,
    ) -> Result<(), WriteError> {
        let started = Instant::now();
        let applied = loop {
            match session.apply(inputs, &refused, &self.settings, self.duplicate_window) {
                Ok(applied) => break applied,
                Err(Panicked(sequence)) => {
                    add(&self.metrics.panics, 1);
                    let report = WorkerReport::new(ReportLevel::Error, "translation panicked");
                    self.report(&report.with("session", token).with("input", sequence));
                    let finding = refusal("worker/panic", "the translation ended with an internal error");
                    refused.insert(sequence, finding.hint("report the fault, with the message"));
                }
            }
        };
        self.metrics.add_translation(started.elapsed());
        if applied.inputs == 0 {
            return Ok(());
        }
        add(&self.metrics.messages, applied.inputs);
        add(&self.metrics.lost_fields, applied.lost_fields);
        if applied.refused > 0 {
            let report = WorkerReport::new(ReportLevel::Warn, "inputs refused");
            self.report(&report.with("session", token).with("count", applied.refused));
        }
        self.place_bodies(&session_key(token), &mut session.record).await?;
        self.interruption.check().map_err(WriteError::Failed)?;
        self.store(token, session).await?;
        self.publisher.publish(token, &mut session.record).await.map_err(WriteError::Failed)
    }

    /// Moves large bodies to the object store, under names that begin with that of their owner.
    async fn place_bodies(&self, owner: &str, record: &mut SessionRecord) -> Result<(), WriteError> {
        let incarnation = &record.incarnation;
        for publication in &mut record.pending {
            let prefix = || format!("out/{owner}/{}", publication.id.header(incarnation));
            let body = self.states.place_body(publication.body.clone(), prefix).await;
            publication.body = body.map_err(WriteError::Failed)?;
        }
        Ok(())
    }

    async fn store(&self, token: &str, session: &mut OpenSession) -> Result<(), WriteError> {
        let number = self.writes.fetch_add(1, Ordering::Relaxed);
        session.record.write = format!("{}/{number}", self.worker);
        let written = self.states.write(token, &session.record, &session.place).await;
        session.place = written.inspect_err(|error| {
            if let WriteError::Conflict = error {
                add(&self.metrics.conflicts, 1);
                let report = WorkerReport::new(
                    ReportLevel::Warn,
                    "session given up, another worker has written its state",
                );
                self.report(&report.with("session", token));
            }
        })?;
        Ok(())
    }

    /// Reads the bodies of the inputs after `last` from the object store. If the server fails, the inputs before that body remain.
    async fn read_objects(&self, inputs: &mut Vec<Input>, last: u64) -> Result<(), WriteError> {
        let mut read = 0;
        for input in inputs.iter_mut() {
            if let InputBody::Object { name, content } = &mut input.body
                && input.sequence > last
            {
                *content = match self.states.objects().read(name, self.settings.max_message).await {
                    Ok(body) => Some(Ok(body)),
                    Err(ObjectError::Refused(reason)) => Some(Err(reason)),
                    Err(ObjectError::Failed(error)) if read == 0 => return Err(WriteError::Failed(error)),
                    Err(ObjectError::Failed(_)) => break,
                };
            }
            read += 1;
        }
        inputs.truncate(read);
        Ok(())
    }
}
