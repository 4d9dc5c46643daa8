//! The command `agent-ui conform`: runs the conformance cases against a program.

mod json_lines;
mod junit;
mod known_failures;
mod program;
mod results;
mod verdict;

use crate::{
    args::{Conform, OutlineLanguage},
    exit::Exit,
    report::Report,
};
use agent_ui_text::json;
use bridge::{Dialect, DialectOrProtocol};
use fidelity::conformance::{
    self, CaseResult, ConformanceCase, Examination, FailureCause, FailureGroup, Level,
};
use known_failures::KnownFailures;
use program::{ProgramEvent, TestedProgram};
use results::ConformanceResults;
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use wire::Payload;

/// The number of questions that are sent ahead of their answers.
const AHEAD: usize = 16;
/// The number of consecutive unanswered questions after which the run stops.
const MAX_UNANSWERED: usize = 2 * AHEAD;

pub(crate) fn run(arguments: &Conform, report: &mut Report) -> Result<(), Exit> {
    report.verbatim();
    if let Some(language) = arguments.outline {
        return report.text(outline(language).trim_end());
    }
    let known = KnownFailures::read(arguments.known.as_deref())?;
    // A program that cannot be started is reported before the cases are generated, which takes time.
    let program = if arguments.cases {
        None
    } else {
        Some(TestedProgram::start(&arguments.command)?)
    };
    let selection = Selection::of(arguments)?;
    let Some(program) = program else {
        return selection
            .cases
            .iter()
            .try_for_each(|case| report.value(case));
    };
    let judged = examine(arguments, program, selection.cases)?;
    let stale = known.stale_ids(&judged, |id| {
        arguments.is_wanted_id(id) && !selection.deselected.contains(id)
    });
    let groups = FailureGroup::of(&judged, |case| !known.contains(&case.id));
    let results = ConformanceResults {
        cases: &judged,
        known: &known,
        stale: &stale,
        groups: &groups,
    };
    verdict::write(results, arguments.format, report)?;
    if !stale.is_empty() || judged.iter().any(|case| is_new_failure(case, &known)) {
        report.refuse();
    }
    Ok(())
}

/// Returns the text of a program to start from.
fn outline(language: OutlineLanguage) -> &'static str {
    match language {
        OutlineLanguage::Python => include_str!("conform/outline.py"),
    }
}

/// The cases to run.
struct Selection {
    cases: Vec<ConformanceCase>,
    /// The ids of the recommended cases that `--only-required` leaves out.
    deselected: BTreeSet<String>,
}

impl Selection {
    fn of(arguments: &Conform) -> Result<Self, Exit> {
        let mut cases = conformance::cases_of(|from, to| arguments.is_wanted(from, to))
            .map_err(|error| Exit::Usage(format!("the cases cannot be generated: {error}")))?;
        if cases.is_empty() {
            return Err(Exit::Usage(
                "no conformance case matches this --from and --to".to_owned(),
            ));
        }
        let mut deselected = BTreeSet::new();
        if arguments.only_required {
            let ids = cases.iter().filter(|case| case.level != Level::Required);
            deselected.extend(ids.map(|case| case.id.clone()));
            cases.retain(|case| case.level == Level::Required);
        }
        Ok(Self { cases, deselected })
    }
}

/// Returns `true` if a case decides the exit status: a required one that fails and is not listed.
fn is_new_failure(case: &CaseResult, known: &KnownFailures) -> bool {
    case.failure.is_some() && case.level == Level::Required && !known.contains(&case.id)
}

impl Conform {
    fn is_wanted(&self, from: Dialect, to: Dialect) -> bool {
        matches_name(self.from, from) && matches_name(self.to, to)
    }

    /// Returns the usage error for a program that answers nothing.
    fn unfit_program(&self, ending: &str) -> Exit {
        let name = self
            .command
            .first()
            .map(|name| name.to_string_lossy())
            .unwrap_or_default();
        let expected =
            "expected a program that reads questions and writes answers, as `agent-ui answer` does";
        Exit::Usage(format!("{name}: {ending} without answering; {expected}"))
    }

    /// Returns `true` if a case with this id would be selected.
    fn is_wanted_id(&self, id: &str) -> bool {
        let mut names = id.splitn(3, ':').map(Dialect::from_name);
        match (names.next().flatten(), names.next().flatten()) {
            (Some(from), Some(to)) => self.is_wanted(from, to),
            // Without two known dialects, the id matches no mapping that could be deselected.
            _ => true,
        }
    }
}

/// Returns `true` if a dialect matches the name on the command line, or if none is named.
fn matches_name(named: Option<DialectOrProtocol>, dialect: Dialect) -> bool {
    let Some(named) = named else { return true };
    named.dialect == dialect || !named.exact && named.protocol() == dialect.protocol()
}

/// Sends all questions to the program and judges its answers.
fn examine(
    arguments: &Conform,
    mut program: TestedProgram,
    cases: Vec<ConformanceCase>,
) -> Result<Vec<CaseResult>, Exit> {
    let mut examination = Examination::new(cases);
    let late = format!("no answer within {} s", arguments.timeout.as_secs_f64());
    let mut last_answer = Instant::now();
    let mut unanswered = 0;
    let mut has_answered = false;
    loop {
        ask_ahead(&mut examination, &program)?;
        let open = examination.open();
        if open == 0 {
            break;
        }
        match program.next(time_left(last_answer, arguments.timeout)) {
            ProgramEvent::Line(line) => {
                has_answered |= is_answer(&line);
                examination.take(line);
                // Only an answer to an open question counts as progress.
                if examination.open() < open {
                    (last_answer, unanswered) = (Instant::now(), 0);
                    continue;
                }
            }
            ProgramEvent::Nothing => {}
            // The user named the wrong program, and every case would report the same.
            ProgramEvent::Ended if !has_answered => {
                return Err(arguments.unfit_program(&program.describe_ending()));
            }
            ProgramEvent::Ended => {
                examination.fail_rest(FailureCause::Crashed, &program.describe_ending());
                return Ok(examination.finish());
            }
        }
        if time_left(last_answer, arguments.timeout).is_zero() {
            examination.fail_open(FailureCause::TimedOut, &late);
            (last_answer, unanswered) = (Instant::now(), unanswered + open);
        }
        // A program that has stopped answering would cost the timeout for each case.
        if unanswered >= MAX_UNANSWERED {
            let reason = format!("not asked: {unanswered} questions in a row were not answered");
            examination.fail_rest(FailureCause::TimedOut, &reason);
            return Ok(examination.finish());
        }
    }
    program.end(|line| examination.take(line));
    Ok(examination.finish())
}

/// Sends questions until enough of them are open.
fn ask_ahead(examination: &mut Examination, program: &TestedProgram) -> Result<(), Exit> {
    while examination.open() < AHEAD {
        let Some(request) = examination.next_request() else {
            break;
        };
        program.ask(format_line(&request)?);
    }
    Ok(())
}

/// Returns `true` if the line seems to be an answer, even a wrong one.
fn is_answer(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_ok_and(|line| json::member(line, "id").is_some())
}

fn time_left(since: Instant, timeout: Duration) -> Duration {
    timeout.saturating_sub(since.elapsed())
}

/// Formats a question as a line. The depth limit applies to each message, not to the question around it.
fn format_line<T: wire::Wire>(request: &T) -> Result<String, Exit> {
    let text = Payload::encode(request).map_err(|error| Exit::Usage(error.to_string()))?;
    Ok(wire::one_line(text.text()).into_owned() + "\n")
}
