//! Reports that are held back, because another thread or a later step writes them.

use super::Verdict;
#[cfg(feature = "live")]
use super::json_log::JsonLog;
use super::log::FindingLog;
use agent_ui_text::{diagnostic::Diagnostic, place::Place, repair::Repair};
use wire::Finding;

/// The streams that show findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FindingStream {
    /// Standard error, next to the values of the command.
    Errors,
    /// Standard output, because the findings are the values of the command.
    Output,
}

/// The destinations of diagnostics.
pub(super) enum DiagnosticSink {
    /// The streams of the run.
    Streams,
    /// A list for the main thread, which writes the reports of a worker thread.
    Held(Vec<HeldReport>),
    /// The document that receives all findings instead of the streams.
    Log(FindingLog),
    /// The log of a server, which replaces texts on standard error.
    #[cfg(feature = "live")]
    JsonLog(JsonLog),
}

/// A report of a worker thread, which the main thread writes.
pub(crate) enum HeldReport {
    Diagnostic(Box<Diagnostic>),
    Repair(Place, Repair),
    /// Lines that are already formatted.
    Lines(String),
}

/// The output of a worker thread, which the main thread writes.
pub(crate) struct HeldOutput {
    pub(crate) output: Vec<u8>,
    pub(crate) reports: Vec<HeldReport>,
    pub(crate) verdict: Verdict,
}

/// A finding that was held back, to be written later.
pub(crate) struct CollectedFinding {
    pub(crate) place: Place,
    pub(crate) finding: Finding,
    /// Standard output for a finding of `check`, and standard error for a notice about the input.
    pub(super) stream: FindingStream,
    /// The validation profile, for manifests.
    pub(super) profile: Option<String>,
}

impl CollectedFinding {
    /// Creates a finding of `check` without a profile.
    pub(crate) fn of_check((place, finding): (Place, Finding)) -> Self {
        Self {
            place,
            finding,
            stream: FindingStream::Output,
            profile: None,
        }
    }
}
