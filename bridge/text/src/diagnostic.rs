//! Diagnostics: the common form of all reports about a text.

use crate::{
    place::Place,
    reports::{ReportEntry, Reports},
    rules,
};
use bridge::{Refusal, RefusalKind};
use serde::Serialize;
use wire::{DecodeRule, Finding, Fix, Pointer, Severity};

/// A problem or a notice, with its place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {}, column {}: {message} ({rule})", place.line, place.column)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The place in the text, with the name of the file if it has one.
    pub place: Place,
    /// The severity. A message with an error was refused, or breaks a rule.
    pub severity: Severity,
    /// The kind of the refusal, if the message is not accepted.
    pub error: Option<RefusalKind>,
    /// The stable name of the broken rule, such as `number-range`.
    pub rule: String,
    /// The JSON Pointer of the value in its document.
    pub pointer: Pointer,
    /// The sentence that describes the problem.
    pub message: String,
    /// The suggested fix; empty if there is none.
    pub hint: String,
    /// The edit of the value at the pointer that corrects the problem, if exactly one edit does. The JSON form does not
    /// contain it.
    pub fix: Option<Fix>,
    /// The validation profile, for manifests.
    pub profile: Option<String>,
    /// The number of problems that the diagnostic represents; more than one if it counts unlisted problems.
    pub count: usize,
}

/// The JSON form of a diagnostic. `docs/finding.schema.json` describes it.
#[derive(Serialize)]
struct DiagnosticLine<'a> {
    #[serde(flatten)]
    at: PlaceFields<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    rule: &'a str,
    pointer: &'a Pointer,
    severity: Severity,
    message: &'a str,
    hint: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
    #[serde(skip_serializing_if = "is_one")]
    count: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_one(count: &usize) -> bool {
    *count == 1
}

/// The members of a report line that state its place: file, line and column.
#[derive(Debug, Serialize)]
pub struct PlaceFields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: usize,
    column: usize,
}

impl<'a> From<&'a Place> for PlaceFields<'a> {
    fn from(place: &'a Place) -> Self {
        Self {
            file: place.file.as_deref(),
            line: place.line,
            column: place.column,
        }
    }
}

/// The contents of reports, sorted by kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct SortedReports {
    pub(crate) messages: Vec<String>,
    pub(crate) findings: Vec<Diagnostic>,
    pub(crate) refusals: Vec<Diagnostic>,
}

impl From<Reports> for SortedReports {
    fn from(reports: Reports) -> Self {
        let mut sorted = Self::default();
        for reported in reports {
            match reported {
                ReportEntry::Message(text) => sorted
                    .messages
                    .push(wire::without_layout(&text).into_owned()),
                ReportEntry::Repairs(placed) => {
                    let found = placed
                        .into_iter()
                        .map(|(place, repair)| (place, repair.warning()));
                    sorted.findings.extend(
                        found.map(|(place, finding)| Diagnostic::of_finding(&place, &finding)),
                    );
                }
                ReportEntry::Finding(place, finding) => {
                    // The number of refusals that are not listed is a finding.
                    let list = match finding.severity {
                        Severity::Error => &mut sorted.refusals,
                        _ => &mut sorted.findings,
                    };
                    list.push(Diagnostic::of_finding(&place, &finding));
                }
                ReportEntry::Refusal(place, refusal) | ReportEntry::Loss(place, refusal) => {
                    sorted
                        .refusals
                        .push(Diagnostic::of_refusal(&place, &refusal));
                }
            }
        }
        sorted
    }
}

impl Diagnostic {
    /// Creates the diagnostic of a finding. An error of the reader is marked as the kind `decode`.
    pub fn of_finding(place: &Place, finding: &Finding) -> Self {
        let Finding {
            rule,
            pointer,
            severity,
            message,
            hint,
            fix,
            count,
            ..
        } = finding;
        debug_assert!(
            rules::is_listed(rule),
            "docs/rules.md does not list `{rule}`"
        );
        Self {
            place: place.clone(),
            severity: *severity,
            error: DecodeRule::from_name(rule).map(|_| RefusalKind::Decode),
            rule: (*rule).to_owned(),
            pointer: pointer.clone(),
            message: message.clone(),
            hint: hint.clone(),
            fix: fix.clone(),
            profile: None,
            count: *count,
        }
    }

    /// Creates the diagnostic of a refused message.
    pub fn of_refusal(place: &Place, refusal: &Refusal) -> Self {
        let rule = refusal.rule();
        debug_assert!(
            rules::is_listed(rule),
            "docs/rules.md does not list `{rule}`"
        );
        Self {
            place: place.clone(),
            severity: Severity::Error,
            error: Some(refusal.kind()),
            rule: rule.to_owned(),
            pointer: refusal.pointer().clone(),
            message: refusal.message().to_owned(),
            hint: refusal.hint_text().to_owned(),
            fix: None,
            profile: None,
            count: 1,
        }
    }

    /// Sets the validation profile.
    pub fn with_profile(self, profile: &str) -> Self {
        Self {
            profile: Some(profile.to_owned()),
            ..self
        }
    }

    /// Formats the diagnostic as a line of JSON. `docs/finding.schema.json` describes it.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written.
    pub fn json(&self) -> serde_json::Result<String> {
        let Self {
            place,
            severity,
            error,
            rule,
            pointer,
            message,
            hint,
            fix: _,
            profile,
            count,
        } = self;
        serde_json::to_string(&DiagnosticLine {
            at: place.into(),
            severity: *severity,
            error: error.map(RefusalKind::as_str),
            rule,
            pointer,
            message,
            hint,
            profile: profile.as_deref(),
            count: *count,
        })
    }
}

/// The report line of a corrected fault.
#[derive(Debug, Serialize)]
pub struct FixedLine<'a> {
    #[serde(flatten)]
    at: PlaceFields<'a>,
    fixed: &'a str,
    pointer: &'a Pointer,
    message: &'a str,
}

impl<'a> FixedLine<'a> {
    /// Creates the line of a fault that a change has corrected.
    pub fn new(place: &'a Place, fixed: &'a str, pointer: &'a Pointer, message: &'a str) -> Self {
        Self {
            at: place.into(),
            fixed,
            pointer,
            message,
        }
    }
}

/// Returns the diagnostic of a call that is wrong as a whole.
pub(crate) fn about_call(refusal: &Refusal) -> Box<Diagnostic> {
    Box::new(Diagnostic::of_refusal(&Place::START, refusal))
}
