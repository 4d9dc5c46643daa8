//! The lines at the end of a run: totals of repeated reports, and the summary.

use super::{repeated::RepeatedRefusals, summary::Summary};
use crate::repair_counts::Repairs;

/// The counts of a run that are reported at its end.
#[derive(Default)]
pub(super) struct RunEnd {
    pub(super) repairs: Repairs,
    pub(super) repeated: RepeatedRefusals,
    pub(super) summary: Summary,
    /// `true` if the totals and the summary are omitted.
    pub(super) is_quiet: bool,
    /// `true` if only the summary is omitted, because the command writes one of its own.
    pub(super) has_own_summary: bool,
}

impl RunEnd {
    /// Returns the summary, if it is written and an input was read.
    pub(super) fn written_summary(&self) -> Option<Summary> {
        let is_omitted = self.is_quiet || self.has_own_summary;
        match !is_omitted && self.summary.has_inputs() {
            true => Some(self.summary),
            false => None,
        }
    }
}
