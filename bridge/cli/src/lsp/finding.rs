//! A finding about an open document.

use agent_ui_text::diagnostic::Diagnostic;
use std::ops::Range;

/// A finding with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct LocatedFinding {
    pub(super) diagnostic: Diagnostic,
    /// The bytes that the finding marks.
    pub(super) bytes: Range<usize>,
}
