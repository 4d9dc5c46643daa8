//! The points at which tests kill a worker or let a translation panic.

use crate::error::NatsError;
#[cfg(test)]
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// The check at which a test ends a worker. Outside of tests, checks do nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interruption {
    #[cfg(test)]
    moments: Option<Arc<AtomicI64>>,
}

impl Interruption {
    /// Ends the worker at the given check, counted from 0.
    #[cfg(test)]
    pub(crate) fn at(moment: i64) -> Self {
        Self {
            moments: Some(Arc::new(AtomicI64::new(moment))),
        }
    }

    /// Returns an error if the worker must end at this check.
    #[cfg_attr(not(test), allow(clippy::unused_self, clippy::unnecessary_wraps))]
    pub(crate) fn check(&self) -> Result<(), NatsError> {
        #[cfg(test)]
        if self
            .moments
            .as_ref()
            .is_some_and(|moments| moments.fetch_sub(1, Ordering::Relaxed) <= 0)
        {
            return Err(NatsError::Request {
                what: "worker".to_owned(),
                reason: "killed".to_owned(),
            });
        }
        Ok(())
    }
}

/// The translation calls that tests can let panic. Outside of tests, this has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PanicPoint {
    Resume,
    Finish,
    Save,
}

#[cfg(test)]
thread_local! {
    static PANICKING: std::cell::Cell<Option<PanicPoint>> = const { std::cell::Cell::new(None) };
}

impl PanicPoint {
    /// Sets the call that panics on this thread; `None` for no call.
    #[cfg(test)]
    pub(crate) fn set(point: Option<Self>) {
        PANICKING.set(point);
    }

    /// Panics if a test has set this call.
    #[cfg_attr(not(test), allow(clippy::unused_self))]
    pub(crate) fn panic_if_set(self) {
        #[cfg(test)]
        assert_ne!(PANICKING.get(), Some(self), "a test asks for it");
    }
}
