//! The report of a conformance run.

use super::{
    json_lines, junit,
    results::{ConformanceResults, describe_part, describe_question},
};
use crate::{args::ConformFormat, exit::Exit, report::Report, terminal_text::printable};
use fidelity::conformance::{CaseResult, Failure, FailureCause, FailureGroup, Level, Score, Share};

/// The maximum number of characters of a value.
const WIDTH: usize = 200;

/// Writes the failures by cause, the ids to remove from the list, and the score of each mapping and in total.
pub(super) fn write(
    results: ConformanceResults<'_>,
    format: ConformFormat,
    report: &mut Report,
) -> Result<(), Exit> {
    let scores = Score::of(results.cases);
    match format {
        ConformFormat::Json => json_lines::write(results, &scores, report),
        ConformFormat::Text => write_text(results, &scores, report),
        ConformFormat::Junit => junit::write(results, &scores, report),
    }
}

fn write_text(
    results: ConformanceResults<'_>,
    scores: &[Score],
    report: &mut Report,
) -> Result<(), Exit> {
    for (index, group) in results.groups.iter().enumerate() {
        write_group(index + 1, group, report)?;
    }
    for (id, stale) in results.stale {
        report.text(&format!("{}\n  {}", printable(id), stale.sentence()))?;
    }
    write_table(scores, report)
}

/// Writes a group of failures: the cause, the number of cases, and the examples.
fn write_group(number: usize, group: &FailureGroup<'_>, report: &mut Report) -> Result<(), Exit> {
    let about = match group.about {
        "" => String::new(),
        about => format!(" ({about})"),
    };
    report.text(&format!(
        "{number}. {}{}: {}",
        group.cause,
        printable(&about),
        format_count(group)
    ))?;
    if let Some(advice) = advice(group.cause) {
        report.text(&format!("   {advice}"))?;
    }
    for case in &group.examples {
        if let Some(failure) = &case.failure {
            write_example(case, failure, report)?;
        }
    }
    report.text("")
}

/// Returns the number of cases by level, and the number of mappings if there are several.
fn format_count(group: &FailureGroup<'_>) -> String {
    let counts = [
        (group.count(Level::Required), Level::Required),
        (group.count(Level::Recommended), Level::Recommended),
    ];
    let shown = counts.iter().filter(|(count, _)| *count > 0);
    let shown: Vec<String> = shown
        .map(|(count, level)| format!("{count} {level}"))
        .collect();
    let noun = if group.cases.len() == 1 {
        "case"
    } else {
        "cases"
    };
    let mappings = match group.mappings().len() {
        0 | 1 => String::new(),
        count => format!(" of {count} mappings"),
    };
    format!("{} {noun}{mappings}", shown.join(" and "))
}

/// Returns advice on a cause that is not evident from the values.
fn advice(cause: FailureCause) -> Option<&'static str> {
    Some(match cause {
        FailureCause::NumberText => {
            "keep the text of numbers: a float changes `1.0`, `1e400` and large integers"
        }
        FailureCause::NoCarry => "return a `carry` with everything that the target cannot hold",
        FailureCause::NotEmbedded => {
            "put the carry into the messages of `embed`, or answer `embed` with the error kind `unsupported`"
        }
        FailureCause::NoNotes => "return `notes` that name the fields",
        FailureCause::NotJson => {
            "write only answers to standard output, one per line; JSON has no `NaN` or `Infinity`"
        }
        FailureCause::Unsupported => {
            "select the mappings that the program supports with --from and --to"
        }
        _ => return None,
    })
}

fn write_example(case: &CaseResult, failure: &Failure, report: &mut Report) -> Result<(), Exit> {
    let at = match &failure.pointer {
        Some(pointer) => format!(" at {pointer}"),
        None => String::new(),
    };
    report.text(&format!("   {} ({})", case.id, case.level))?;
    report.text(&format!("     {}", describe_question(case, failure)))?;
    report.text(&format!(
        "     {}{}",
        printable(&failure.reason),
        printable(&at)
    ))?;
    for (name, part) in [
        ("expected", failure.expected.as_ref()),
        ("found", Some(&failure.found)),
    ] {
        if let Some(part) = part {
            let part = describe_part(part);
            report.text(&format!("     {name:<8} {}", truncate(&printable(&part))))?;
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
    let row = format!("{from:<16}{to:<16}{message:<26}{required:<36}{recommended}");
    row.trim_end().to_owned()
}

/// Formats a share with its percentage, rounded down so that 100 % means all, and the number of skipped cases.
fn format_share(share: Share) -> String {
    let Share {
        held, of, skipped, ..
    } = share;
    let passed = match (held * 100).checked_div(of) {
        Some(percent) => format!("{held} of {of} ({percent} %)"),
        None => "-".to_owned(),
    };
    match skipped {
        0 => passed,
        _ => format!("{passed}, {skipped} skipped"),
    }
}

fn truncate(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
