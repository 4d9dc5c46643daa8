//! The report of a conformance run as JSON Lines.

use super::results::{ConformanceResults, direction};
use crate::{exit::Exit, report::Report};
use fidelity::conformance::{
    AnswerPart, CaseResult, Failure, FailureCause, FailureGroup, Level, Operation, Score, Share,
};
use serde::Serialize;
use std::collections::BTreeMap;
use wire::Payload;

#[derive(Serialize)]
struct FailureLine<'a> {
    id: &'a str,
    level: Level,
    known: bool,
    /// The number of the group; absent for listed cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<usize>,
    operation: Operation,
    from: &'a str,
    to: &'a str,
    cause: FailureCause,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<PartLine<'a>>,
    found: PartLine<'a>,
}

/// A part of an answer: an object with one member.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum PartLine<'a> {
    Value(&'a Payload),
    Absent(bool),
    Line(&'a str),
    NoAnswer(&'a str),
}

impl<'a> From<&'a AnswerPart> for PartLine<'a> {
    fn from(part: &'a AnswerPart) -> Self {
        match part {
            AnswerPart::Value(value) => Self::Value(value),
            AnswerPart::Line(line) => Self::Line(line),
            AnswerPart::NoAnswer(reason) => Self::NoAnswer(reason),
            _ => Self::Absent(true),
        }
    }
}

#[derive(Serialize)]
struct GroupLine<'a> {
    group: usize,
    cause: FailureCause,
    operation: Operation,
    about: &'a str,
    cases: CountLine,
    /// The mappings of the cases, as the ids begin.
    mappings: Vec<String>,
    examples: Vec<&'a str>,
}

#[derive(Serialize)]
struct CountLine {
    required: usize,
    recommended: usize,
}

#[derive(Serialize)]
struct StaleLine<'a> {
    id: &'a str,
    stale: &'a str,
}

#[derive(Serialize)]
struct ScoreLine<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    from: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    to: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    message: &'a str,
    required: ShareLine,
    recommended: ShareLine,
}

#[derive(Serialize)]
struct ShareLine {
    held: usize,
    of: usize,
    skipped: usize,
}

impl From<Share> for ShareLine {
    fn from(share: Share) -> Self {
        Self {
            held: share.held,
            of: share.of,
            skipped: share.skipped,
        }
    }
}

impl<'a> From<&'a Score> for ScoreLine<'a> {
    fn from(score: &'a Score) -> Self {
        let Score {
            from, to, message, ..
        } = score;
        Self {
            from,
            to,
            message,
            required: score.required.into(),
            recommended: score.recommended.into(),
        }
    }
}

/// Writes the failures, their groups, the ids to remove from the list, and the score of each mapping and in total.
pub(super) fn write(
    results: ConformanceResults<'_>,
    scores: &[Score],
    report: &mut Report,
) -> Result<(), Exit> {
    let numbers = group_numbers(results.groups);
    for case in results.cases {
        if let Some(failure) = &case.failure {
            let is_known = results.known.contains(&case.id);
            let group = numbers.get(&*case.id).copied();
            report.value(&failure_line(case, failure, is_known, group))?;
        }
    }
    for (index, group) in results.groups.iter().enumerate() {
        report.value(&group_line(index + 1, group))?;
    }
    for (id, stale) in results.stale {
        report.value(&StaleLine {
            id,
            stale: stale.as_str(),
        })?;
    }
    for score in scores {
        report.value(&ScoreLine::from(score))?;
    }
    report.value(&ScoreLine::from(&Score::total(scores)))
}

/// Returns the number of the group of each failed case, from 1.
fn group_numbers<'a>(groups: &'a [FailureGroup<'_>]) -> BTreeMap<&'a str, usize> {
    let mut numbers = BTreeMap::new();
    for (index, group) in groups.iter().enumerate() {
        for case in &group.cases {
            numbers.insert(&*case.id, index + 1);
        }
    }
    numbers
}

fn failure_line<'a>(
    case: &'a CaseResult,
    failure: &'a Failure,
    known: bool,
    group: Option<usize>,
) -> FailureLine<'a> {
    let (from, to) = direction(case, failure.operation);
    FailureLine {
        id: &case.id,
        level: case.level,
        known,
        group,
        operation: failure.operation,
        from,
        to,
        cause: failure.cause,
        reason: &failure.reason,
        pointer: failure.pointer.as_ref().map(|pointer| pointer.as_str()),
        expected: failure.expected.as_ref().map(PartLine::from),
        found: PartLine::from(&failure.found),
    }
}

fn group_line<'a>(number: usize, group: &FailureGroup<'a>) -> GroupLine<'a> {
    let mappings = group.mappings().into_iter();
    GroupLine {
        group: number,
        cause: group.cause,
        operation: group.operation,
        about: group.about,
        cases: CountLine {
            required: group.count(Level::Required),
            recommended: group.count(Level::Recommended),
        },
        mappings: mappings.map(|(from, to)| format!("{from}:{to}")).collect(),
        examples: group.examples.iter().map(|case| &*case.id).collect(),
    }
}
