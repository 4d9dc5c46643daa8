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
    pub(crate) skipped: SkippedParts,
    pub(crate) surface_usage: SurfaceUsage,
}

impl RunTotals {
    /// Adds the counts from a later part of the input.
    pub(crate) fn join(&mut self, later: Self) {
        self.losses.join(later.losses);
        self.unused_carries.join(later.unused_carries);
        self.skipped.join(later.skipped);
        self.surface_usage.join(later.surface_usage);
    }

    /// Reports each count in one line, unless it is zero.
    pub(crate) fn report(
        self,
        arguments: &TranslationArguments,
        cx: &Context,
        report: &mut Report,
    ) -> Result<(), Exit> {
        if let Some((place, finding)) = self.skipped.finding() {
            report.finding(&place, &finding)?;
        }
        // `--quiet` omits this summary. Losses need no condition here, because they are not counted then.
        if !arguments.quiet {
            self.unused_carries.report(report)?;
        }
        self.losses.report(arguments.carry.embed, report)?;
        self.surface_usage.report(&arguments.context, cx, report)
    }
}
