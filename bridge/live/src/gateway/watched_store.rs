//! The store of a gateway, with its availability.
//!
//! If a remote store does not answer a request, all further requests fail immediately until the store answers again.
//! Therefore, clients do not wait for the timeouts of other requests.

use super::{
    metrics::{Metrics, count},
    store::{LogEntry, SessionStore, WorkAnswer},
};
use std::{
    io,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::{Duration, Instant},
};
use tokio::{sync::watch, task::spawn_blocking, time::sleep};

/// The pause between two checks of a remote store.
const PAUSE: Duration = Duration::from_millis(500);
/// The time during which the same refusal of the store is reported only once.
const REPEATED: Duration = Duration::from_secs(10);

/// An event that concerns the whole store.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum StoreEvent {
    /// The store became unavailable, for this reason. Until it is available again, client messages fail.
    Away(String),
    /// The store is available again after this time.
    Back(Duration),
    /// The store refuses to write, for this reason.
    Refused(String),
}

/// The reason for a failed operation of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoreProblem {
    /// Another program has changed the session.
    Conflict,
    /// The store is unavailable.
    Away,
    /// The store is full, or refuses the user.
    Refused,
    /// Another error that concerns only this session.
    Session,
}

/// A store, with its availability. All clones refer to the same store.
#[derive(Clone)]
pub(super) struct WatchedStore {
    store: Arc<dyn SessionStore>,
    /// The time since which the store is unavailable.
    away: Arc<watch::Sender<Option<Instant>>>,
    /// The latest refusal that was reported, with its time.
    refused: Arc<Mutex<Option<(Instant, String)>>>,
    metrics: Arc<Metrics>,
    report: Arc<dyn Fn(StoreEvent) + Send + Sync>,
}

impl WatchedStore {
    pub(super) fn new(
        store: Arc<dyn SessionStore>,
        metrics: Arc<Metrics>,
        report: Arc<dyn Fn(StoreEvent) + Send + Sync>,
    ) -> Self {
        Self {
            store,
            away: Arc::default(),
            refused: Arc::default(),
            metrics,
            report,
        }
    }

    /// Checks regularly that a remote store is available, while the gateway exists.
    pub(super) async fn watch<T>(self, gateway: Weak<T>) {
        while gateway.strong_count() > 0 {
            let store = Arc::clone(&self.store);
            // A panic in the task has been printed.
            match spawn_blocking(move || store.check()).await {
                Ok(Ok(())) => self.mark_back(),
                Ok(Err(error)) => self.record_error(&error),
                Err(_) => {}
            }
            sleep(PAUSE).await;
        }
    }

    /// Classifies an error of the store.
    pub(super) fn problem(&self, error: &io::Error) -> StoreProblem {
        match error.kind() {
            io::ErrorKind::ResourceBusy => StoreProblem::Conflict,
            io::ErrorKind::NotConnected | io::ErrorKind::TimedOut if self.store.is_remote() => {
                StoreProblem::Away
            }
            io::ErrorKind::StorageFull | io::ErrorKind::PermissionDenied => StoreProblem::Refused,
            _ => StoreProblem::Session,
        }
    }

    /// Returns a receiver for the time since which the store is unavailable.
    pub(super) fn away(&self) -> watch::Receiver<Option<Instant>> {
        self.away.subscribe()
    }

    pub(super) fn is_away(&self) -> bool {
        self.away.borrow().is_some()
    }

    pub(super) fn is_remote(&self) -> bool {
        self.store.is_remote()
    }

    pub(super) fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>> {
        self.ask(|store| store.load(session))
    }

    pub(super) fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        self.ask(|store| store.append(session, first, entries))
    }

    pub(super) fn replace(
        &self,
        session: &str,
        first: u64,
        entries: &[LogEntry],
    ) -> io::Result<()> {
        self.ask(|store| store.replace(session, first, entries))
    }

    pub(super) fn is_current(&self, session: &str, next: u64) -> io::Result<bool> {
        self.ask(|store| store.is_current(session, next))
    }

    /// Deletes the sessions that were not used for this time, and returns their names. Errors are reported.
    pub(super) fn delete_expired(&self, keep: Duration, in_use: &[String]) -> Vec<String> {
        match self.ask(|store| store.delete_expired(keep, in_use)) {
            Ok(deleted) => deleted,
            Err(error) => {
                if self.problem(&error) == StoreProblem::Session {
                    self.report_refusal(error.to_string());
                }
                Vec::new()
            }
        }
    }

    pub(super) fn program(&self) -> Option<&str> {
        self.store.program()
    }

    pub(super) fn is_in_work(&self, program: &str, session: &str, input: &str) -> io::Result<bool> {
        self.ask(|store| store.is_in_work(program, session, input))
    }

    pub(super) fn answer_programs(&self, answer: WorkAnswer) {
        self.store.answer_programs(answer);
    }

    fn ask<T>(&self, request: impl FnOnce(&dyn SessionStore) -> io::Result<T>) -> io::Result<T> {
        if self.is_away() {
            return Err(io::Error::new(
                io::ErrorKind::NotConnected,
                "the store is away",
            ));
        }
        request(&*self.store).inspect_err(|error| self.record_error(error))
    }

    /// Records an error that concerns all sessions.
    fn record_error(&self, error: &io::Error) {
        match self.problem(error) {
            StoreProblem::Away => {
                count(&self.metrics.store_failures);
                let is_new = self.away.send_if_modified(|away| {
                    let is_new = away.is_none();
                    away.get_or_insert_with(Instant::now);
                    is_new
                });
                if is_new {
                    (self.report)(StoreEvent::Away(error.to_string()));
                }
            }
            StoreProblem::Refused => {
                count(&self.metrics.store_failures);
                self.report_refusal(error.to_string());
            }
            StoreProblem::Conflict | StoreProblem::Session => {}
        }
    }

    fn report_refusal(&self, reason: String) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = refused
            .as_ref()
            .is_some_and(|(at, known)| *known == reason && at.elapsed() < REPEATED);
        if !is_known {
            *refused = Some((Instant::now(), reason.clone()));
            drop(refused);
            (self.report)(StoreEvent::Refused(reason));
        }
    }

    fn mark_back(&self) {
        let mut since = None;
        self.away.send_if_modified(|away| {
            since = away.take();
            since.is_some()
        });
        if let Some(since) = since {
            (self.report)(StoreEvent::Back(since.elapsed()));
        }
    }
}
