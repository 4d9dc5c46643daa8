//! The counts of a conversion that are reported when the input ends.

use crate::{
    args::TranslationArguments, exit::Exit, loss_count::LossCount, report::Report,
    unused_carries::UnusedCarries, unused_surface::SurfaceUsage,
};
use agent_ui_text::skipped::SkippedParts;
use bridge::Context;

/// The counts of a run or of one of its parts.
#[derive(Default)]
pub(crate) struct RunTotals {
    pub(crate) losses: LossCount,
    pub(crate) unused_carries: UnusedCarries,
    pub(crate) passed: SkippedParts,
    pub(crate) unmet: SurfaceUsage,
}

impl RunTotals {
    /// Adds the counts from a later part of the input.
    pub(crate) fn join(&mut self, later: Self) {
        self.losses.join(later.losses);
        self.unused_carries.join(later.unused_carries);
        self.passed.join(later.passed);
        self.unmet.join(later.unmet);
    }

    /// Reports each count that is not zero in one line.
    pub(crate) fn report(
        self,
        arguments: &TranslationArguments,
        cx: &Context,
        report: &mut Report,
    ) -> Result<(), Exit> {
        if let Some((place, finding)) = self.passed.finding() {
            report.finding(&place, &finding)?;
        }
        if !arguments.quiet {
            self.unused_carries.report(report)?;
        }
        self.losses.report(arguments.carry.embed, report)?;
        self.unmet.report(&arguments.context, cx, report)
    }
}
