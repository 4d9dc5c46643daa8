//! Findings as short lines for the model that wrote the messages. A correct input has no line.

use agent_ui_text::{diagnostic::Diagnostic, for_model};

/// The findings of a run, in the order of the report.
#[derive(Default)]
pub(in crate::report) struct ModelLog(Vec<Diagnostic>);

impl ModelLog {
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns the lines.
    pub(super) fn document(self) -> String {
        for_model(&self.0)
    }
}
