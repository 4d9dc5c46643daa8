//! Refusals that repeat for each message of a kind. The first one is reported, and the number of the others at the end.

use agent_ui_text::diagnostic::Diagnostic;

/// The rule of messages that the target cannot express at all.
const NO_ROUTE: &str = "route/none";

/// The first refusal of each sentence and file, with the number of its repetitions.
#[derive(Default)]
pub(super) struct RepeatedRefusals(Vec<(Diagnostic, usize)>);

impl RepeatedRefusals {
    /// Counts a refusal. Returns `true` if it repeats an earlier one and must not be reported again.
    pub(super) fn count(&mut self, diagnostic: &Diagnostic) -> bool {
        if diagnostic.rule != NO_ROUTE || diagnostic.error.is_none() {
            return false;
        }
        for (known, more) in &mut self.0 {
            if known.message == diagnostic.message && known.place.file == diagnostic.place.file {
                *more += 1;
                return true;
            }
        }
        self.0.push((diagnostic.clone(), 0));
        false
    }

    /// Returns one diagnostic for the repetitions of each refusal, at the place of the first one.
    pub(super) fn totals(self) -> impl Iterator<Item = Diagnostic> {
        self.0
            .into_iter()
            .filter(|(_, more)| *more > 0)
            .map(|(mut first, more)| {
                first.message = match more {
                    1 => "1 more message is refused for this reason".to_owned(),
                    more => format!("{more} more messages are refused for this reason"),
                };
                first
            })
    }
}
