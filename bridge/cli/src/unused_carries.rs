//! The count of carries that were not used, reported in one line at the end of a run.

use crate::{exit::Exit, report::Report};
use agent_ui_text::place::Place;
use bridge::{IgnoredCarry, Note};
use wire::{Finding, Pointer};

/// The unused carries of a run.
#[derive(Default)]
pub(crate) struct UnusedCarries {
    count: usize,
    /// The first message whose carry was not used, with the reason.
    first: Option<(Place, Pointer, String)>,
}

impl UnusedCarries {
    /// Counts the unused carries in the notes. `find` returns the place of the message of a note.
    pub(crate) fn add(&mut self, notes: &[Note], find: &dyn Fn(&Note) -> (Place, Pointer)) {
        for note in notes
            .iter()
            .filter(|note| note.rule.as_str() == IgnoredCarry::RULE)
        {
            self.count += 1;
            self.first.get_or_insert_with(|| {
                let (place, pointer) = find(note);
                (
                    place,
                    pointer,
                    note.remark
                        .get()
                        .map(ToString::to_string)
                        .unwrap_or_default(),
                )
            });
        }
    }

    /// Adds the counts from a later part of the input.
    pub(crate) fn join(&mut self, later: Self) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }

    /// Reports the unused carries in one line, unless there are none.
    pub(crate) fn report(self, report: &mut Report) -> Result<(), Exit> {
        let Some((place, pointer, reason)) = self.first else {
            return Ok(());
        };
        let message = match self.count {
            1 => reason,
            count => format!("{count} carries are not used; this is the first: {reason}"),
        };
        let hint = format!(
            "{}; --strict refuses the message, --quiet hides this line",
            IgnoredCarry::HINT
        );
        report.finding(
            &place,
            &Finding::warning(IgnoredCarry::RULE, pointer, message).hint(hint),
        )
    }
}
