//! The sessions in the memory of a worker.

use crate::limits::CACHED_SESSIONS;
use crate::{layout::Partition, metrics::Metrics, session::OpenSession};
use lru::LruCache;
use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
};

/// A bounded cache of sessions. A session outside the cache is loaded from the server.
pub(crate) struct SessionCache {
    sessions: Mutex<CachedSessions>,
    metrics: Arc<Metrics>,
}

struct CachedSessions {
    cache: LruCache<(Partition, String), OpenSession>,
    bytes: usize,
}

impl SessionCache {
    pub(crate) fn new(sessions: NonZeroUsize, metrics: Arc<Metrics>) -> Self {
        Self {
            sessions: Mutex::new(CachedSessions {
                cache: LruCache::new(sessions),
                bytes: 0,
            }),
            metrics,
        }
    }

    /// Removes a session from the cache and returns it. The caller puts it back when its state is stored.
    pub(crate) fn take(&self, partition: Partition, token: &str) -> Option<OpenSession> {
        let mut sessions = self.lock();
        let session = sessions.cache.pop(&(partition, token.to_owned()))?;
        sessions.bytes = sessions.bytes.saturating_sub(session.place.bytes);
        Some(session)
    }

    /// Adds a session. If the cache is full, removes the least recently used sessions.
    pub(crate) fn put(&self, partition: Partition, token: String, session: OpenSession) {
        let mut sessions = self.lock();
        sessions.bytes = sessions.bytes.saturating_add(session.place.bytes);
        if let Some((_, removed)) = sessions.cache.push((partition, token), session) {
            sessions.bytes = sessions.bytes.saturating_sub(removed.place.bytes);
        }
        while sessions.bytes > CACHED_SESSIONS && sessions.cache.len() > 1 {
            let Some((_, removed)) = sessions.cache.pop_lru() else {
                break;
            };
            sessions.bytes = sessions.bytes.saturating_sub(removed.place.bytes);
        }
        self.count(&sessions);
    }

    /// Removes the sessions of a partition that another worker will serve.
    pub(crate) fn remove_partition(&self, partition: Partition) {
        let mut sessions = self.lock();
        let keys = sessions
            .cache
            .iter()
            .map(|(key, _)| key)
            .filter(|(of, _)| *of == partition);
        let keys: Vec<(Partition, String)> = keys.cloned().collect();
        for key in keys {
            if let Some(removed) = sessions.cache.pop(&key) {
                sessions.bytes = sessions.bytes.saturating_sub(removed.place.bytes);
            }
        }
        self.count(&sessions);
    }

    fn count(&self, sessions: &CachedSessions) {
        self.metrics
            .cached_sessions
            .store(metric_value(sessions.cache.len()), Ordering::Relaxed);
        self.metrics
            .cached_bytes
            .store(metric_value(sessions.bytes), Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, CachedSessions> {
        // Each change is one call, so the cache is consistent even after a panic.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn metric_value(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
