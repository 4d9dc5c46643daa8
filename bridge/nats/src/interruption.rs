//! The moments at which a worker may be killed.

use crate::error::NatsError;
#[cfg(test)]
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// Tests set the moment at which a worker ends. In programs, this does nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interruption {
    #[cfg(test)]
    moments: Option<Arc<AtomicI64>>,
}

impl Interruption {
    /// Ends the worker at a moment, counted from 0.
    #[cfg(test)]
    pub(crate) fn at(moment: i64) -> Self {
        Self {
            moments: Some(Arc::new(AtomicI64::new(moment))),
        }
    }

    /// Returns an error if the worker ends here.
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

/// The calls of the translation that tests let panic. In programs, this does nothing.
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
    /// Lets this call panic on this thread; `None` lets none panic.
    #[cfg(test)]
    pub(crate) fn set(point: Option<Self>) {
        PANICKING.set(point);
    }

    /// Panics if a test asks for it.
    #[cfg_attr(not(test), allow(clippy::unused_self))]
    pub(crate) fn pass(self) {
        #[cfg(test)]
        assert_ne!(PANICKING.get(), Some(self), "a test asks for it");
    }
}
