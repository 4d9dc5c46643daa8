//! The queue of requests that wait for a place among the sessions in memory.

use std::time::Duration;
use tokio::{
    sync::{Mutex, MutexGuard, Semaphore, SemaphorePermit},
    time::{Instant, timeout_at},
};

/// The maximum number of waiting requests. Each one holds memory that other requests need to open sessions, too.
const WAITING: usize = crate::limits::WAITING_SESSIONS;
/// The pause before the first request checks again for an unused session.
pub(super) const PAUSE: Duration = Duration::from_millis(50);

/// The requests that wait until some session is unused.
pub(super) struct SessionRoom {
    waiting: Semaphore,
    /// The lock that the first request in the queue holds.
    first: Mutex<()>,
}

/// The first request in the queue, which gets the next free place.
pub(super) struct FirstInLine<'a> {
    _waiting: SemaphorePermit<'a>,
    _first: MutexGuard<'a, ()>,
}

impl Default for SessionRoom {
    fn default() -> Self {
        Self {
            waiting: Semaphore::new(WAITING),
            first: Mutex::default(),
        }
    }
}

impl SessionRoom {
    /// Returns `true` if requests are waiting. A new request must not overtake them.
    pub(super) fn has_line(&self) -> bool {
        self.waiting.available_permits() < WAITING
    }

    /// Waits until all earlier requests have left the queue. Returns `None` if the queue is too long, or at the time
    /// `end`.
    pub(super) async fn enter(&self, end: Instant) -> Option<FirstInLine<'_>> {
        let waiting = self.waiting.try_acquire().ok()?;
        let first = timeout_at(end, self.first.lock()).await.ok()?;
        Some(FirstInLine {
            _waiting: waiting,
            _first: first,
        })
    }
}
