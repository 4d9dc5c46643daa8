//! The state that clients have between requests.

use super::abilities::ClientAbilities;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The number of sessions whose results are remembered.
const SESSIONS: usize = 1024;

/// The state of one client, or of all clients if their revision has no sessions.
#[derive(Debug)]
pub(super) struct ClientState {
    /// The session of requests that name none. If absent, each request that shows surfaces begins a new session, which
    /// the result names.
    pub(super) session: Option<String>,
    /// The abilities that the client stated in `initialize`.
    pub(super) abilities: ClientAbilities,
    /// The number of the last entry in the latest result, for each session.
    seen: Mutex<BTreeMap<String, u64>>,
}

impl ClientState {
    pub(super) fn new(session: Option<String>) -> Self {
        Self {
            session,
            abilities: ClientAbilities::default(),
            seen: Mutex::default(),
        }
    }

    /// Returns the number of the last entry that the client has seen of a session.
    pub(super) fn seen(&self, session: &str) -> Option<u64> {
        self.lock().get(session).copied()
    }

    /// Records the number of the last entry in a result.
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
