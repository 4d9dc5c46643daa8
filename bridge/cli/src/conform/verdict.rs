//! The report of a conformance run.

use super::{
    junit,
    known_failures::{KnownFailures, StaleReason},
};
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
pub(crate) fn write(
    judged: &[CaseResult],
    known: &KnownFailures,
    stale: &[(&str, StaleReason)],
    format: ConformFormat,
    report: &mut Report,
) -> Result<(), Exit> {
    let failed = judged
        .iter()
        .filter_map(|judged| Some((judged, judged.failure.as_ref()?)));
    let scores = Score::of(judged);
    let total = Score::total(&scores);
    match format {
        ConformFormat::Json => {
            for (CaseResult { id, level, .. }, failure) in failed {
                report.value(&FailureLine {
                    id,
                    level: *level,
                    known: known.contains(id),
                    reason: &failure.reason,
                    pointer: failure.pointer.as_ref().map(|pointer| pointer.as_str()),
                    expected: failure.expected.as_ref(),
                    found: failure.found.as_ref(),
                })?;
            }
            for (id, stale) in stale {
                report.value(&StaleLine {
                    id,
                    stale: stale.as_str(),
                })?;
            }
            for score in scores.iter().chain([&total]) {
                report.value(&ScoreLine::from(score))?;
            }
        }
        ConformFormat::Text => {
            for (CaseResult { id, level, .. }, failure) in
                failed.filter(|(judged, _)| !known.contains(&judged.id))
            {
                failed_case(*level, id, failure, report)?;
            }
            for (id, stale) in stale {
                report.text(&format!("{}\n  {}", printable(id), stale.sentence()))?;
            }
            table(&scores, &total, report)?;
        }
        ConformFormat::Junit => junit::write(judged, &scores, known, stale, report)?,
    }
    Ok(())
}

fn failed_case(level: Level, id: &str, failure: &Failure, report: &mut Report) -> Result<(), Exit> {
    let at = failure
        .pointer
        .as_ref()
        .map_or_else(String::new, |pointer| format!(" at {pointer}"));
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

fn table(scores: &[Score], total: &Score, report: &mut Report) -> Result<(), Exit> {
    let row = |names: [&str; 3], required: &str, recommended: &str| {
        let [from, to, message] = names;
        let row = format!("{from:<16}{to:<16}{message:<26}{required:<26}{recommended}");
        row.trim_end().to_owned()
    };
    report.text(&row(["from", "to", "message"], "required", "recommended"))?;
    for Score {
        from,
        to,
        message,
        required,
        recommended,
        ..
    } in scores
    {
        report.text(&row(
            [from, to, message],
            &share(*required),
            &share(*recommended),
        ))?;
    }
    report.text(&row(
        ["all", "", ""],
        &share(total.required),
        &share(total.recommended),
    ))
}

/// Formats a share with its percentage, rounded down so that 100 % means all.
fn share(Share { held, of, .. }: Share) -> String {
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
