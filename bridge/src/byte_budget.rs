//! The limit on bytes that sessions keep of earlier messages.

use crate::Refusal;
use wire::Pointer;

/// The default limit on bytes that a [`Translator`](crate::Translator) keeps of earlier messages: 256 MiB.
pub const DEFAULT_SESSION_BYTES: usize = 256 << 20;
/// The estimated overhead of a session entry, in bytes.
pub(crate) const ENTRY_BYTES: usize = 64;
/// The fraction of the limit that must be added before everything is measured again.
const PARTS: usize = 16;

/// The limit, and an upper bound for the bytes in use.
///
/// A change adds the bytes that it states and subtracts the bytes that it replaces. Repeated values may be counted twice,
/// so the sum drifts upward. Everything is measured before a message is refused, but not for every message at the limit,
/// because measuring takes time linear in all surfaces.
#[derive(Debug)]
pub(crate) struct ByteBudget {
    max: usize,
    used: usize,
    /// The bytes added since the last measurement.
    added: usize,
}

impl Default for ByteBudget {
    fn default() -> Self {
        Self { max: DEFAULT_SESSION_BYTES, used: 0, added: 0 }
    }
}

impl ByteBudget {
    pub(crate) fn set_max(&mut self, bytes: usize) {
        self.max = bytes;
    }

    /// Counts the bytes that a change adds and removes.
    pub(crate) fn adjust(&mut self, more: usize, less: usize) {
        self.used = self.used.saturating_add(more).saturating_sub(less);
        self.added = self.added.saturating_add(more);
    }

    /// Sets the measured bytes.
    pub(crate) fn set_used(&mut self, bytes: usize) {
        (self.used, self.added) = (bytes, 0);
    }

    /// Refuses if the bytes in use exceed the limit. `measure` returns the exact number.
    pub(crate) fn check(&mut self, measure: impl FnOnce() -> usize) -> Result<(), Refusal> {
        let max = self.max;
        if self.used > max && self.added >= max / PARTS {
            self.set_used(measure());
        }
        if self.used <= max {
            return Ok(());
        }
        Err(too_many_bytes(self.used, max))
    }
}

/// Creates the refusal of a message that exceeds the limit.
pub(crate) fn too_many_bytes(used: usize, max: usize) -> Refusal {
    let message = format!("the session would keep {used} bytes of earlier messages; the limit is {max}");
    let hint = "delete surfaces that are no longer shown, or raise the limit with `pipe --limit` or `Translator::max_bytes`";
    Refusal::limit("session/too-many-bytes", Pointer::root(), message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_measured_before_a_refusal_and_rarely() {
        let mut budget = ByteBudget::default();
        budget.set_max(1600);
        let measured = std::cell::Cell::new(0);
        let check = |budget: &mut ByteBudget, used: usize| {
            budget.check(|| {
                measured.set(measured.get() + 1);
                used
            })
        };
        // Measuring corrects bytes that were counted twice.
        for _ in 0..20 {
            budget.adjust(100, 0);
        }
        assert!(check(&mut budget, 1000).is_ok());
        // A sender at the limit does not trigger a measurement for every message.
        budget.adjust(1000, 0);
        for _ in 0..100 {
            let refusal = check(&mut budget, 2000).unwrap_err();
            assert_eq!((refusal.rule(), refusal.kind().as_str()), ("session/too-many-bytes", "limit"));
            budget.adjust(0, 10);
            budget.adjust(10, 0);
        }
        assert!(measured.get() < 12, "{}", measured.get());
        // Removed bytes are available at once.
        budget.adjust(0, 1500);
        assert!(check(&mut budget, 500).is_ok());
    }
}
