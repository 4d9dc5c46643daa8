//! The results of a conformance run.

use super::known_failures::{KnownFailures, StaleReason};
use fidelity::conformance::{AnswerPart, CaseResult, Failure, FailureGroup, Operation};

/// The results of a run.
#[derive(Clone, Copy)]
pub(super) struct ConformanceResults<'a> {
    pub(super) cases: &'a [CaseResult],
    pub(super) known: &'a KnownFailures,
    /// The ids to remove from the list of known failures.
    pub(super) stale: &'a [(&'a str, StaleReason)],
    /// The failures that are not listed, by cause.
    pub(super) groups: &'a [FailureGroup<'a>],
}

/// Describes the question in which a case fails: its operation and its direction.
pub(super) fn describe_question(case: &CaseResult, failure: &Failure) -> String {
    let (from, to) = direction(case, failure.operation);
    match failure.operation {
        Operation::RestoreAlone => format!("translate {from} to {to} without a carry"),
        Operation::RestoreWithCarry => format!("translate {from} to {to} with the carry"),
        Operation::RestoreEmbedded => format!("translate {from} to {to} with the embedded carry"),
        operation => format!("{operation} {from} to {to}"),
    }
}

/// Returns the dialects of a question. A backward translation exchanges those of the case.
pub(super) fn direction(case: &CaseResult, operation: Operation) -> (&str, &str) {
    match operation {
        Operation::RestoreAlone | Operation::RestoreWithCarry | Operation::RestoreEmbedded => {
            (&case.to, &case.from)
        }
        _ => (&case.from, &case.to),
    }
}

/// Describes a part of an answer for people.
pub(super) fn describe_part(part: &AnswerPart) -> String {
    match part {
        AnswerPart::Value(value) => value.text().to_owned(),
        AnswerPart::Line(line) => format!("the line {line:?}"),
        AnswerPart::NoAnswer(reason) => format!("no answer: {reason}"),
        _ => "nothing at this place".to_owned(),
    }
}
