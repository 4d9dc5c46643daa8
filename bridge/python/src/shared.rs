//! The state of an object that several threads may use.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A state that one call at a time uses, so each call is applied as a whole.
pub(crate) struct Shared<T>(Mutex<T>);

impl<T> Shared<T> {
    pub(crate) fn new(state: T) -> Self {
        Self(Mutex::new(state))
    }

    /// Waits for the calls of other threads. The caller has released the lock of the interpreter, because another thread
    /// may need it to finish.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        // A call that is refused keeps the earlier state, so the state is usable after a panic, too.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
