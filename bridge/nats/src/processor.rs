//! Processes the inputs of a session: translates them, stores the new state, and publishes the results.
//!
//! The state and the pending publications are stored in one write, between translation and publication. If the worker crashes before the
//! write, the inputs are translated again from the old state. If it crashes later, the next worker publishes the pending messages.

mod long_names;
#[cfg(test)]
mod tests;

use crate::limits::OBJECT_BYTES;
use crate::limits::TRANSLATION_THREADS;
use crate::{
    client::NatsClient,
    error::NatsError,
    input::{Input, InputBody},
    input_order::{InputOrder, OrderedInputs},
    interruption::Interruption,
    layout::Partition,
    metrics::{Metrics, add},
    objects::ObjectError,
    open_attempts::OpenAttempts,
    publisher::Publisher,
    record::{Attempts, SessionRecord},
    report::{ReportLevel, WorkerReport},
    session::{
        ATTEMPTS_RULE, Applied, OpenSession, Panicked, RefusedInputs, panic_finding, refusal,
    },
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
use tokio::{
    sync::{MutexGuard, Semaphore, SemaphorePermit},
    task::spawn_blocking,
};

/// The processing state that all partitions of a worker share.
pub(crate) struct Processor {
    pub(crate) client: NatsClient,
    pub(crate) settings: Arc<WorkerSettings>,
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
    attempts: OpenAttempts,
    /// The permits for objects in memory, one per object of the maximum length.
    objects: Semaphore,
    /// The permits for translations, one per translation that may run.
    translations: Semaphore,
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
            attempts: OpenAttempts::new(),
            objects: Semaphore::new(
                (OBJECT_BYTES / settings.max_message.max(1)).clamp(1, Semaphore::MAX_PERMITS),
            ),
            translations: Semaphore::new(TRANSLATION_THREADS),
            metrics,
            settings: Arc::new(settings),
            worker,
        })
    }

    pub(crate) fn report(&self, report: &WorkerReport) {
        (self.settings.report)(report);
    }

    /// Processes inputs of a session in order, and returns the number of finished inputs from the first on.
    ///
    /// Without `has_all`, another worker may hold an earlier input of the session. Only the inputs before that input are then processed.
    /// After an error, some inputs may be applied, and all of them are delivered again.
    pub(crate) async fn process(
        &self,
        partition: Partition,
        incarnation: &str,
        token: &str,
        mut inputs: Vec<Input>,
        has_all: bool,
    ) -> Result<usize, WriteError> {
        if Self::is_too_long(token) {
            return self
                .put_aside(partition, incarnation, token, inputs, has_all)
                .await;
        }
        let _turn = self.wait_for_turn(&inputs).await?;
        let mut session = match self.cache.take(partition, token) {
            Some(session) => session,
            None => self.load(token, incarnation).await?,
        };
        // An earlier worker may have stored publications without publishing them.
        self.publisher
            .publish(token, &mut session.record)
            .await
            .map_err(WriteError::Failed)?;
        session.enter(incarnation);
        if !has_all {
            self.keep_first(partition, token, session.record.last, &mut inputs)
                .await?;
        }
        let mut done = 0;
        while !inputs.is_empty() {
            let later = inputs.split_off(step_size(&inputs).min(inputs.len()));
            let now = std::mem::replace(&mut inputs, later);
            let number = now.len();
            match self.process_step(token, &mut session, now).await {
                Ok(()) => done += number,
                // The inputs before the failure are done. The others are tried again at once.
                Err(_) if done > 0 => return Ok(done),
                Err(error) => return Err(error),
            }
            self.interruption.check().map_err(WriteError::Failed)?;
        }
        self.cache.put(partition, token.to_owned(), session);
        Ok(done)
    }

    /// Waits until no other suspect input is translated, if one of these inputs is suspect.
    async fn wait_for_turn(
        &self,
        inputs: &[Input],
    ) -> Result<Option<MutexGuard<'_, ()>>, WriteError> {
        if !inputs.iter().any(|input| input.is_suspect) {
            return Ok(None);
        }
        let turn = self.attempts.wait_for_turn().await;
        if !self.client.is_connected() {
            // Otherwise, the other inputs in the queue would wait for the failing server one after the other.
            return Err(WriteError::Failed(NatsError::Request {
                what: "a session".to_owned(),
                reason: "the server is not connected".to_owned(),
            }));
        }
        Ok(Some(turn))
    }

    /// Loads a session that is not in the cache.
    async fn load(&self, token: &str, incarnation: &str) -> Result<OpenSession, WriteError> {
        add(&self.metrics.loaded_sessions, 1);
        let stored = self.states.load(token).await.map_err(WriteError::Failed)?;
        let mut session = OpenSession::of_stored(stored);
        self.drop_published(token, incarnation, &mut session.record)
            .await
            .map_err(WriteError::Failed)?;
        Ok(session)
    }

    /// Keeps only the inputs before the first input of another worker.
    async fn keep_first(
        &self,
        partition: Partition,
        token: &str,
        last: u64,
        inputs: &mut Vec<Input>,
    ) -> Result<(), WriteError> {
        match self
            .order
            .compare(partition, token, last, inputs)
            .await
            .map_err(WriteError::Failed)?
        {
            OrderedInputs::First(number) => inputs.truncate(number),
            OrderedInputs::Outdated => return Err(WriteError::Conflict),
        }
        Ok(())
    }

    /// Translates inputs, stores the state, and publishes the results.
    async fn process_step(
        &self,
        token: &str,
        session: &mut OpenSession,
        mut inputs: Vec<Input>,
    ) -> Result<(), WriteError> {
        let last = session.record.last;
        let suspect = inputs
            .first()
            .filter(|input| input.is_suspect && input.sequence > last);
        let refused = match suspect {
            Some(input) => self.begin_attempt(token, session, input).await?,
            None => RefusedInputs::new(),
        };
        let has_attempt = suspect.is_some();
        let _memory = self.read_objects(&mut inputs, last, &refused).await?;
        self.apply(token, session, inputs, refused).await?;
        if has_attempt {
            self.attempts.end(token);
        }
        Ok(())
    }

    /// Removes the publications that were certainly published from a stored record. The stream may have deleted them since, and they
    /// must not reappear.
    async fn drop_published(
        &self,
        token: &str,
        incarnation: &str,
        record: &mut SessionRecord,
    ) -> Result<(), NatsError> {
        let sequences = record.pending.iter().map(|pending| pending.id.sequence);
        let Some(first) = sequences.min() else {
            return Ok(());
        };
        if record.incarnation != incarnation {
            // The input stream was created again since, so every input of the record is done.
            record.pending.clear();
            return Ok(());
        }
        // An input leaves its stream only after all its results are published.
        match self.order.first_stored(token, first).await? {
            Some(unacknowledged) if unacknowledged <= record.last => record
                .pending
                .retain(|pending| pending.id.sequence >= unacknowledged),
            _ => record.pending.clear(),
        }
        Ok(())
    }

    /// Records that the translation of a message begins. Refuses the message after too many attempts.
    async fn begin_attempt(
        &self,
        token: &str,
        session: &mut OpenSession,
        input: &Input,
    ) -> Result<RefusedInputs, WriteError> {
        let recorded = match session.record.attempts {
            Some(attempts) if attempts.input == input.sequence => attempts,
            _ => Attempts {
                input: input.sequence,
                count: 0,
            },
        };
        // After a failure of the server, this worker repeats its own attempt.
        let is_own = self.attempts.is_own(token, recorded);
        let count = recorded.count.saturating_sub(is_own.into());
        if count >= self.settings.attempts {
            let rest = if input.is_end {
                "; the session ends without what waited for its end"
            } else {
                ""
            };
            let message =
                format!("at least {count} workers ended while they translated the message{rest}");
            let finding = refusal(ATTEMPTS_RULE, message);
            let finding = finding
                .hint("translate the message alone with `agent-ui pipe`, and report the fault");
            return Ok(RefusedInputs::from([(input.sequence, finding)]));
        }
        if is_own {
            return Ok(RefusedInputs::new());
        }
        let attempts = Attempts {
            count: count.saturating_add(1),
            ..recorded
        };
        self.attempts.begin(token, attempts);
        session.record.attempts = Some(attempts);
        self.store(token, session).await?;
        Ok(RefusedInputs::new())
    }

    /// Applies inputs that are not refused, stores the state with the pending publications, and publishes them.
    async fn apply(
        &self,
        token: &str,
        session: &mut OpenSession,
        inputs: Vec<Input>,
        refused: RefusedInputs,
    ) -> Result<(), WriteError> {
        let applied = self.translate(token, session, inputs, refused).await?;
        if applied.inputs == 0 {
            return Ok(());
        }
        add(&self.metrics.messages, applied.inputs);
        add(&self.metrics.lost_fields, applied.lost_fields);
        add(&self.metrics.panics, applied.panics);
        if let Some(first) = applied.first_refusal {
            let report = WorkerReport::new(ReportLevel::Warn, "inputs refused");
            let report = report.with("session", token).with("count", applied.refused);
            self.report(&report.with("input", first.input).with("rule", first.rule));
        }
        self.place_bodies(&session_key(token), &mut session.record)
            .await?;
        self.interruption.check().map_err(WriteError::Failed)?;
        self.store(token, session).await?;
        self.publisher
            .publish(token, &mut session.record)
            .await
            .map_err(WriteError::Failed)
    }

    /// Translates inputs on a separate thread, because a large input takes long. Meanwhile, this thread serves the connection and the other
    /// sessions. After an error, the session is lost and must be loaded again.
    async fn translate(
        &self,
        token: &str,
        session: &mut OpenSession,
        inputs: Vec<Input>,
        mut refused: RefusedInputs,
    ) -> Result<Applied, WriteError> {
        // The semaphore is never closed, so there always is a permit.
        let _permit = self.translations.acquire().await.ok();
        let (settings, window) = (Arc::clone(&self.settings), self.duplicate_window);
        let mut moved = std::mem::take(session);
        let started = Instant::now();
        let translation = spawn_blocking(move || {
            let mut panicked = Vec::new();
            loop {
                match moved.apply(&inputs, &refused, &settings, window) {
                    Ok(applied) => return (moved, applied, panicked),
                    Err(Panicked(sequence)) => {
                        panicked.push(sequence);
                        refused.insert(sequence, panic_finding("the translation"));
                    }
                }
            }
        });
        let (translated, applied, panicked) = translation.await.map_err(|error| {
            WriteError::Failed(NatsError::Request {
                what: "the thread of a translation".to_owned(),
                reason: error.to_string(),
            })
        })?;
        *session = translated;
        self.metrics.add_translation(started.elapsed());
        add(&self.metrics.panics, panicked.len());
        for sequence in panicked {
            let report = WorkerReport::new(ReportLevel::Error, "translation panicked");
            self.report(&report.with("session", token).with("input", sequence));
        }
        Ok(applied)
    }

    /// Moves large bodies to the object store. The names of the objects begin with the names of their owners.
    async fn place_bodies(
        &self,
        owner: &str,
        record: &mut SessionRecord,
    ) -> Result<(), WriteError> {
        let incarnation = &record.incarnation;
        for publication in &mut record.pending {
            let body = self
                .states
                .place_body(publication.body.clone(), || {
                    format!("out/{owner}/{}", publication.id.header(incarnation))
                })
                .await;
            publication.body = body.map_err(WriteError::Failed)?;
        }
        Ok(())
    }

    async fn store(&self, token: &str, session: &mut OpenSession) -> Result<(), WriteError> {
        let number = self.writes.fetch_add(1, Ordering::Relaxed);
        session.record.write = format!("{}/{number}", self.worker);
        let written = self
            .states
            .write(token, &session.record, &session.place)
            .await;
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

    /// Reads the bodies of new inputs from the object store. The permit limits the bodies in memory until it is dropped.
    async fn read_objects(
        &self,
        inputs: &mut [Input],
        last: u64,
        refused: &RefusedInputs,
    ) -> Result<Option<SemaphorePermit<'_>>, WriteError> {
        let mut permit = None;
        for input in inputs {
            if input.sequence <= last || refused.contains_key(&input.sequence) {
                continue;
            }
            let InputBody::Object { name, content } = &mut input.body else {
                continue;
            };
            if permit.is_none() {
                // The semaphore is never closed, so there always is a permit.
                permit = self.objects.acquire().await.ok();
            }
            self.interruption.check().map_err(WriteError::Failed)?;
            let objects = self.states.objects();
            *content = match objects.read(name, self.settings.max_message).await {
                Ok(body) => Some(Ok(body)),
                Err(ObjectError::Refused(reason)) => Some(Err(reason)),
                Err(ObjectError::Failed(error)) => return Err(WriteError::Failed(error)),
            };
        }
        Ok(permit)
    }
}

/// Returns the number of inputs that are applied together. A suspect message and an object are applied alone.
fn step_size(inputs: &[Input]) -> usize {
    let usual = inputs.iter().take_while(|input| is_usual(input));
    usual.count().max(1)
}

fn is_usual(input: &Input) -> bool {
    !input.is_suspect && matches!(input.body, InputBody::Inline(_))
}
