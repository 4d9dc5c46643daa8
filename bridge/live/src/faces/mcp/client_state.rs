//! The state of clients between their requests.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The number of sessions whose results are remembered.
const SESSIONS: usize = 1024;

/// The state of one client, or of all clients of a revision without sessions.
#[derive(Debug)]
pub(super) struct ClientState {
    /// The session of requests that name none. Without it, each request that shows surfaces begins a session, which its result
    /// names.
    pub(super) session: Option<String>,
    /// `true` if the client shows MCP Apps, as it stated in `initialize`. Each result may be shown by a new page, which needs whole
    /// surfaces.
    pub(super) shows_apps: bool,
    /// The number of the entry up to which the latest result of each session goes.
    seen: Mutex<BTreeMap<String, u64>>,
}

impl ClientState {
    pub(super) fn new(session: Option<String>) -> Self {
        Self {
            session,
            shows_apps: false,
            seen: Mutex::default(),
        }
    }

    /// Returns the number of the entry up to which the client has seen a session.
    pub(super) fn seen(&self, session: &str) -> Option<u64> {
        self.lock().get(session).copied()
    }

    /// Records that a result goes up to this entry.
    pub(super) fn see(&self, session: &str, seq: u64) {
        let mut seen = self.lock();
        seen.insert(session.to_owned(), seq);
        if seen.len() > SESSIONS {
            // A session that is forgotten is shown completely again.
            seen.pop_first();
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, u64>> {
        // Each change is one call, so the map is consistent even after a panic.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
