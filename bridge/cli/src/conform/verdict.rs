//! The report of a conformance run.

use super::{junit, results::ConformanceResults};
use crate::{args::ConformFormat, exit::Exit, report::Report, terminal_text::printable};
use fidelity::conformance::{CaseResult, Failure, Level, Score, Share};
use serde::Serialize;
use wire::Payload;

/// The maximum number of characters of a value.
const WIDTH: usize = 200;

#[derive(Serialize)]
struct FailureLine<'a> {
    id: &'a str,
    level: Level,
    known: bool,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a Payload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a Payload>,
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
}

impl From<Share> for ShareLine {
    fn from(share: Share) -> Self {
        Self {
            held: share.held,
            of: share.of,
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

/// Writes the failures, the ids to remove from the list, and the score of each mapping and in total.
pub(super) fn write(
    results: ConformanceResults<'_>,
    format: ConformFormat,
    report: &mut Report,
) -> Result<(), Exit> {
    let scores = Score::of(results.cases);
    match format {
        ConformFormat::Json => write_json(results, &scores, report),
        ConformFormat::Text => write_text(results, &scores, report),
        ConformFormat::Junit => junit::write(results, &scores, report),
    }
}

fn write_json(
    results: ConformanceResults<'_>,
    scores: &[Score],
    report: &mut Report,
) -> Result<(), Exit> {
    for CaseResult {
        id, level, failure, ..
    } in results.cases
    {
        let Some(failure) = failure else { continue };
        report.value(&FailureLine {
            id,
            level: *level,
            known: results.known.contains(id),
            reason: &failure.reason,
            pointer: failure.pointer.as_ref().map(|pointer| pointer.as_str()),
            expected: failure.expected.as_ref(),
            found: failure.found.as_ref(),
        })?;
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

fn write_text(
    results: ConformanceResults<'_>,
    scores: &[Score],
    report: &mut Report,
) -> Result<(), Exit> {
    for case in results.cases {
        if let Some(failure) = &case.failure {
            if !results.known.contains(&case.id) {
                write_failed_case(case.level, &case.id, failure, report)?;
            }
        }
    }
    for (id, stale) in results.stale {
        report.text(&format!("{}\n  {}", printable(id), stale.sentence()))?;
    }
    write_table(scores, report)
}

fn write_failed_case(
    level: Level,
    id: &str,
    failure: &Failure,
    report: &mut Report,
) -> Result<(), Exit> {
    let at = match &failure.pointer {
        Some(pointer) => format!(" at {pointer}"),
        None => String::new(),
    };
    report.text(&format!(
        "{id} ({level})\n  {}{}",
        printable(&failure.reason),
        printable(&at)
    ))?;
    for (name, value) in [("expected", &failure.expected), ("found", &failure.found)] {
        if let Some(value) = value {
            report.text(&format!(
                "  {name:<8} {}",
                truncate(&printable(value.text()))
            ))?;
        }
    }
    Ok(())
}

fn write_table(scores: &[Score], report: &mut Report) -> Result<(), Exit> {
    report.text(&format_row(
        ["from", "to", "message"],
        "required",
        "recommended",
    ))?;
    for Score {
        from,
        to,
        message,
        required,
        recommended,
        ..
    } in scores
    {
        report.text(&format_row(
            [from, to, message],
            &format_share(*required),
            &format_share(*recommended),
        ))?;
    }
    let total = Score::total(scores);
    report.text(&format_row(
        ["all", "", ""],
        &format_share(total.required),
        &format_share(total.recommended),
    ))
}

/// Formats a row of the table.
fn format_row([from, to, message]: [&str; 3], required: &str, recommended: &str) -> String {
    let row = format!("{from:<16}{to:<16}{message:<26}{required:<26}{recommended}");
    row.trim_end().to_owned()
}

/// Formats a share with its percentage, rounded down so that 100 % means all.
fn format_share(Share { held, of, .. }: Share) -> String {
    match (held * 100).checked_div(of) {
        Some(percent) => format!("{held} of {of} ({percent} %)"),
        None => "-".to_owned(),
    }
}

fn truncate(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
