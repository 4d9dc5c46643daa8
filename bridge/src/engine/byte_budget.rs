//! How many bytes may be used of earlier messages.

use crate::Refusal;
use wire::Pointer;

/// How many bytes a [`Translator`](crate::Translator) may keep of earlier messages unless it is told otherwise: 256 MiB.
pub const DEFAULT_SESSION_BYTES: usize = 256 << 20;
/// About how many bytes an entry of a session takes beside its text.
pub(crate) const ENTRY_BYTES: usize = 64;
/// As a part of the bound, how much has to come in before everything is measured anew.
const PARTS: usize = 16;

/// The bytes that are used of earlier messages, at least as many as there are, and how many there may be.
///
/// A change adds what it states and takes away what it replaces. What only may be news counts as news, so that the sum drifts upward.
/// Everything is measured before a message is refused, but not for each message at the bound: that would cost the size of all surfaces
/// for each of them.
#[derive(Debug)]
pub(crate) struct ByteBudget {
    max: usize,
    used: usize,
    /// How many were added since everything was measured.
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

    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// A change added so many bytes and took so many away.
    pub(crate) fn adjust(&mut self, more: usize, less: usize) {
        self.used = self.used.saturating_add(more).saturating_sub(less);
        self.added = self.added.saturating_add(more);
    }

    /// So many bytes are used.
    pub(crate) fn set_used(&mut self, bytes: usize) {
        (self.used, self.added) = (bytes, 0);
    }

    /// Refuses what comes on top of what is used, if that is too much. `measure` gives what is used exactly.
    pub(crate) fn check(&mut self, measure: impl FnOnce() -> usize) -> Result<(), Refusal> {
        let max = self.max;
        if self.used > max && self.added >= max / PARTS {
            self.set_used(measure());
        }
        if self.used <= max {
            return Ok(());
        }
        let used = self.used;
        let message =
            format!("the session would keep {used} bytes of earlier messages, and at most {max} are allowed");
        let hint = "delete surfaces that are no longer shown; the bound is `Translator::max_bytes`, in `pipe` --limit";
        Err(Refusal::limit("session/too-many-bytes", Pointer::root(), message).hint(hint))
    }
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
        // What was counted twice is found out.
        for _ in 0..20 {
            budget.adjust(100, 0);
        }
        assert!(check(&mut budget, 1000).is_ok());
        // Whoever sends at the bound does not have everything measured each time.
        budget.adjust(1000, 0);
        for _ in 0..100 {
            let refusal = check(&mut budget, 2000).unwrap_err();
            assert_eq!((refusal.rule(), refusal.kind().as_str()), ("session/too-many-bytes", "limit"));
            budget.adjust(0, 10);
            budget.adjust(10, 0);
        }
        assert!(measured.get() < 12, "{}", measured.get());
        // What is taken away makes budget at once.
        budget.adjust(0, 1500);
        assert!(check(&mut budget, 500).is_ok());
    }
}
