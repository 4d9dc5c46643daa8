//! The sessions that are being loaded. Each session is loaded once, and different sessions are loaded concurrently.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

type Locks = BTreeMap<String, Arc<AsyncMutex<()>>>;

/// A lock for each session that is being loaded or that a client waits for.
#[derive(Default)]
pub(super) struct LoadingSessions {
    locks: Mutex<Locks>,
}

/// A session that only the holder of this guard may load.
pub(super) struct LoadingSession<'a> {
    all: &'a LoadingSessions,
    name: String,
    _lock: OwnedMutexGuard<()>,
}

impl LoadingSessions {
    /// Waits until no other client is loading this session.
    pub(super) async fn begin(&self, name: &str) -> LoadingSession<'_> {
        let lock = Arc::clone(self.locks().entry(name.to_owned()).or_default());
        LoadingSession {
            all: self,
            name: name.to_owned(),
            _lock: lock.lock_owned().await,
        }
    }

    /// Returns the number of sessions that are being loaded.
    pub(super) fn len(&self) -> usize {
        self.locks().len()
    }

    fn locks(&self) -> MutexGuard<'_, Locks> {
        // Each change is one call, so the map is consistent even after a panic.
        self.locks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for LoadingSession<'_> {
    fn drop(&mut self) {
        let mut locks = self.all.locks();
        // The map and this guard have the lock. A further owner waits for it.
        if locks
            .get(&self.name)
            .is_some_and(|lock| Arc::strong_count(lock) <= 2)
        {
            locks.remove(&self.name);
        }
    }
}
