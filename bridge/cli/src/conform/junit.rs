//! The report of a conformance run as JUnit XML, which CI systems display.

use super::{
    known_failures::{KnownFailures, StaleReason},
    results::{ConformanceResults, describe_part, describe_question},
};
use crate::{
    exit::Exit,
    report::Report,
    xml::{Attribute, Content},
};
use fidelity::conformance::{CaseResult, Failure, Level, Score};
use std::fmt::Write as _;

/// The result of one case in the file.
enum Outcome<'a> {
    Passed,
    /// The program does not support the operation of the case.
    NotSupported,
    /// The case does not decide the exit status.
    Skipped(&'static str, &'a CaseResult, &'a Failure),
    Failed(Level, &'a CaseResult, &'a Failure),
    /// The case passes, but is listed as known to fail.
    Stale,
}

/// Writes one suite for each mapping, and one for listed ids without a case.
pub(super) fn write(
    results: ConformanceResults<'_>,
    scores: &[Score],
    report: &mut Report,
) -> Result<(), Exit> {
    let ConformanceResults {
        cases,
        known,
        stale,
        ..
    } = results;
    let mut missing = Vec::new();
    for (id, reason) in stale {
        if *reason == StaleReason::NoCase {
            missing.push(*id);
        }
    }
    let (failed, _) = count(cases, known);
    let (tests, failed) = (cases.len() + missing.len(), failed + missing.len());
    report.text(r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    report.text(&format!(
        r#"<testsuites name="agent-ui conform" tests="{tests}" failures="{failed}">"#
    ))?;
    // The cases are in the order of the mappings.
    let mut rest = cases;
    for score in scores {
        let (cases, later) = rest
            .split_at_checked(case_count(score))
            .unwrap_or((rest, &[]));
        rest = later;
        write_suite(score, cases, known, report)?;
    }
    if !missing.is_empty() {
        write_missing(&missing, report)?;
    }
    report.text("</testsuites>")
}

/// Returns the number of cases of a mapping.
fn case_count(score: &Score) -> usize {
    let shares = [score.required, score.recommended];
    shares.iter().map(|share| share.of + share.skipped).sum()
}

/// Writes the suite of a mapping.
fn write_suite(
    score: &Score,
    cases: &[CaseResult],
    known: &KnownFailures,
    report: &mut Report,
) -> Result<(), Exit> {
    let Score {
        from, to, message, ..
    } = score;
    let name = Attribute(&format!("{from}:{to}:{message}")).to_string();
    let (failed, skipped) = count(cases, known);
    open_suite(&name, cases.len(), failed, skipped, report)?;
    for case in cases {
        let body = outcome(case, known).element();
        report.text(&format!(
            r#"    <testcase classname="{name}" name="{}">{body}</testcase>"#,
            Attribute(&case.id)
        ))?;
    }
    report.text("  </testsuite>")
}

/// Writes the suite of listed ids without a case.
fn write_missing(ids: &[&str], report: &mut Report) -> Result<(), Exit> {
    open_suite("known failures", ids.len(), ids.len(), 0, report)?;
    let body = stale_element(StaleReason::NoCase);
    for id in ids {
        report.text(&format!(
            r#"    <testcase classname="known failures" name="{}">{body}</testcase>"#,
            Attribute(id)
        ))?;
    }
    report.text("  </testsuite>")
}

fn open_suite(
    name: &str,
    tests: usize,
    failures: usize,
    skipped: usize,
    report: &mut Report,
) -> Result<(), Exit> {
    report.text(&format!(
        r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}" skipped="{skipped}">"#
    ))
}

/// Returns the numbers of failed and of skipped cases.
fn count(cases: &[CaseResult], known: &KnownFailures) -> (usize, usize) {
    let (mut failed, mut skipped) = (0, 0);
    for case in cases {
        match outcome(case, known) {
            Outcome::Passed => {}
            Outcome::Skipped(..) | Outcome::NotSupported => skipped += 1,
            Outcome::Failed(..) | Outcome::Stale => failed += 1,
        }
    }
    (failed, skipped)
}

/// Returns the outcome of a case. Cases that do not decide the exit status are skipped.
fn outcome<'a>(judged: &'a CaseResult, known: &KnownFailures) -> Outcome<'a> {
    let is_known = known.contains(&judged.id);
    if judged.is_skipped {
        return Outcome::NotSupported;
    }
    match (&judged.failure, judged.level) {
        (None, _) if is_known => Outcome::Stale,
        (None, _) => Outcome::Passed,
        (Some(failure), _) if is_known => Outcome::Skipped("known to fail", judged, failure),
        (Some(failure), Level::Recommended) => {
            Outcome::Skipped("only recommended", judged, failure)
        }
        (Some(failure), level) => Outcome::Failed(level, judged, failure),
    }
}

impl Outcome<'_> {
    /// Returns the element inside the case; an empty text if the case passed.
    fn element(&self) -> String {
        match self {
            Self::Passed => String::new(),
            Self::NotSupported => {
                "<skipped>not supported: the program does not embed carries</skipped>".to_owned()
            }
            Self::Skipped(why, case, failure) => {
                format!(
                    "<skipped>{why}: {}{}</skipped>",
                    Content(&failure.reason),
                    details(case, failure)
                )
            }
            Self::Failed(level, case, failure) => format!(
                r#"<failure type="{level}" message="{}">{}</failure>"#,
                Attribute(&failure.reason),
                details(case, failure)
            ),
            Self::Stale => stale_element(StaleReason::Holds),
        }
    }
}

fn stale_element(reason: StaleReason) -> String {
    format!(
        r#"<failure type="stale" message="{}"></failure>"#,
        Attribute(reason.sentence())
    )
}

/// Returns the question, the cause, the place, the expected value and the found value, one per line.
fn details(case: &CaseResult, failure: &Failure) -> String {
    let pointer = failure.pointer.as_ref();
    let values = [
        ("asked", Some(describe_question(case, failure))),
        ("cause", Some(failure.cause.to_string())),
        ("at", pointer.map(|pointer| pointer.as_str().to_owned())),
        ("expected", failure.expected.as_ref().map(describe_part)),
        ("found", Some(describe_part(&failure.found))),
    ];
    let mut text = String::new();
    for (name, value) in values {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{name:<8} {}", Content(&value));
        }
    }
    text
}
