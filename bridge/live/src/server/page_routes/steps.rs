//! The steps of a page, and their event streams.

use axum::response::sse::Event;
use std::{
    convert::Infallible,
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::sync::{OwnedSemaphorePermit, watch};

/// The maximum total size of the steps of all pages of a server, in bytes.
pub(super) const MAX_STEP_BYTES: usize = 256 << 20;

/// The steps of a page.
#[derive(Debug)]
pub(super) struct Log {
    kept: Mutex<StepStore>,
    changed: watch::Sender<()>,
    /// The total size of all pages' steps, shared with the server.
    all: Arc<AtomicUsize>,
}

#[derive(Debug, Default)]
struct StepStore {
    generation: u64,
    steps: Vec<Arc<str>>,
    bytes: usize,
    is_gone: bool,
}

impl Log {
    pub(super) fn new(all: &Arc<AtomicUsize>) -> Self {
        Self {
            kept: Mutex::default(),
            changed: watch::Sender::default(),
            all: Arc::clone(all),
        }
    }

    /// Adds a step.
    ///
    /// # Errors
    /// Returns an error if the size limit is reached.
    pub(super) fn push(&self, text: String) -> io::Result<()> {
        let mut kept = self.lock();
        let size = text.len();
        if self
            .all
            .fetch_add(size, Ordering::Relaxed)
            .saturating_add(size)
            > MAX_STEP_BYTES
        {
            self.all.fetch_sub(size, Ordering::Relaxed);
            return Err(io::Error::other(format!(
                "the steps exceed the limit of {MAX_STEP_BYTES} bytes for all pages"
            )));
        }
        kept.bytes += size;
        kept.steps.push(text.into());
        drop(kept);
        self.changed.send_replace(());
        Ok(())
    }

    /// Removes all steps.
    pub(super) fn reset(&self) {
        let mut kept = self.lock();
        self.all.fetch_sub(kept.bytes, Ordering::Relaxed);
        *kept = StepStore {
            generation: kept.generation + 1,
            ..StepStore::default()
        };
        drop(kept);
        self.changed.send_replace(());
    }

    /// Ends all event streams, because the page was removed.
    pub(super) fn close(&self) {
        self.lock().is_gone = true;
        self.changed.send_replace(());
    }

    fn lock(&self) -> MutexGuard<'_, StepStore> {
        // The data is consistent even after a panic.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.all.fetch_sub(self.lock().bytes, Ordering::Relaxed);
    }
}

/// The position of an event stream.
pub(super) struct StepReader {
    log: Arc<Log>,
    changed: watch::Receiver<()>,
    generation: u64,
    next: usize,
    _permit: OwnedSemaphorePermit,
}

impl StepReader {
    /// Creates a stream that starts after the last event that the browser received.
    pub(super) fn new(log: Arc<Log>, last: Option<&str>, permit: OwnedSemaphorePermit) -> Self {
        let kept = log.lock();
        let known = last.and_then(|last| {
            let (generation, number) = last.split_once('.')?;
            Some((
                generation.parse().ok()?,
                number.parse::<usize>().ok()?.checked_add(1)?,
            ))
        });
        let (generation, next) = match (last, known) {
            (None, _) => (kept.generation, 0),
            (_, Some((generation, next)))
                if generation == kept.generation && next <= kept.steps.len() =>
            {
                (generation, next)
            }
            // This generation does not exist, so the stream starts with a reset.
            _ => (u64::MAX, 0),
        };
        drop(kept);
        Self {
            changed: log.changed.subscribe(),
            log,
            generation,
            next,
            _permit: permit,
        }
    }

    fn due(&mut self) -> Option<Event> {
        let kept = self.log.lock();
        if self.generation != kept.generation {
            (self.generation, self.next) = (kept.generation, 0);
            return Some(Event::default().event("reset").data("{}"));
        }
        let step = kept.steps.get(self.next)?;
        let id = format!("{}.{}", self.generation, self.next);
        self.next += 1;
        Some(Event::default().event("step").id(id).data(step))
    }

    /// Waits for the next event.
    pub(super) async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            self.changed.mark_unchanged();
            if let Some(event) = self.due() {
                return Some((Ok(event), self));
            }
            if self.log.lock().is_gone {
                return None;
            }
            self.changed.changed().await.ok()?;
        }
    }
}
