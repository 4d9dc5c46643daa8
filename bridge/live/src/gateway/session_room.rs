//! The line of requests that wait for a place among the sessions in memory.

use std::time::Duration;
use tokio::{
    sync::{Mutex, MutexGuard, Semaphore, SemaphorePermit},
    time::{Instant, timeout_at},
};

/// The number of requests that may wait. Each of them holds memory that requests to open sessions need, too.
const WAITING: usize = crate::limits::WAITING_SESSIONS;
/// The pause before the first of them looks again for an unused session.
pub(super) const PAUSE: Duration = Duration::from_millis(50);

/// The requests that wait for a session to be unused.
pub(super) struct SessionRoom {
    waiting: Semaphore,
    /// The lock of the first one.
    first: Mutex<()>,
}

/// The first request in the line, which gets the next place.
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
    /// Returns `true` if requests wait. A new one does not overtake them.
    pub(super) fn has_line(&self) -> bool {
        self.waiting.available_permits() < WAITING
    }

    /// Waits until all earlier requests have left the line. Returns `None` if the line is too long, or if `end` comes first.
    pub(super) async fn enter(&self, end: Instant) -> Option<FirstInLine<'_>> {
        let waiting = self.waiting.try_acquire().ok()?;
        let first = timeout_at(end, self.first.lock()).await.ok()?;
        Some(FirstInLine {
            _waiting: waiting,
            _first: first,
        })
    }
}
