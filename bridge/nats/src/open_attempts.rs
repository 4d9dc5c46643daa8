//! The attempts to translate messages that may end the worker.
//!
//! When a worker ends, all its messages are lost to it, and the server delivers them again. So the worker attempts only one suspect message
//! at a time. If the worker ends, no other message has an open attempt.

use crate::record::Attempts;
use lru::LruCache;
use std::{
    num::NonZeroUsize,
    sync::{Mutex, PoisonError},
};
use tokio::sync::MutexGuard;

/// The number of sessions whose attempts a worker remembers.
const SESSIONS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4095);

/// The attempts of one worker.
pub(crate) struct OpenAttempts {
    turn: tokio::sync::Mutex<()>,
    /// The last recorded attempt without a result, for each session of this worker.
    own: Mutex<LruCache<String, Attempts>>,
}

impl OpenAttempts {
    pub(crate) fn new() -> Self {
        Self {
            turn: tokio::sync::Mutex::default(),
            own: Mutex::new(LruCache::new(SESSIONS)),
        }
    }

    /// Waits until no other session with a suspect message is being processed.
    pub(crate) async fn wait_for_turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Remembers an attempt before it is recorded on the server.
    pub(crate) fn begin(&self, token: &str, attempts: Attempts) {
        self.with_own(|own| drop(own.push(token.to_owned(), attempts)));
    }

    /// Returns `true` if this worker made the recorded attempt. The worker is still alive, so the message did not end it.
    pub(crate) fn is_own(&self, token: &str, recorded: Attempts) -> bool {
        self.with_own(|own| match own.get(token) {
            Some(own) => own.input == recorded.input && own.count <= recorded.count,
            None => false,
        })
    }

    /// Forgets the attempt of a session after its result.
    pub(crate) fn end(&self, token: &str) {
        self.with_own(|own| own.pop(token));
    }

    /// Reads or changes the attempts of this worker.
    fn with_own<T>(&self, change: impl FnOnce(&mut LruCache<String, Attempts>) -> T) -> T {
        // Each change is one call, so the cache is consistent even after a panic.
        change(&mut self.own.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
