//! The results of a conformance run.

use super::known_failures::{KnownFailures, StaleReason};
use fidelity::conformance::CaseResult;

/// The results of a run.
#[derive(Clone, Copy)]
pub(super) struct ConformanceResults<'a> {
    pub(super) cases: &'a [CaseResult],
    pub(super) known: &'a KnownFailures,
    /// The ids to remove from the list of known failures.
    pub(super) stale: &'a [(&'a str, StaleReason)],
}
