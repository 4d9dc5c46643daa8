//! Compares answers with the expected ones.

// A failure ends the judgement of a case, so its size does not matter.
#![allow(clippy::result_large_err)]

use super::{
    case::{ConformanceCase, Expectation},
    comparable::comparable,
    failure::{AnswerPart, Failure, FailureCause, Operation, pattern},
    message::{Answer, AnswerError, AnswerNote, Op},
};
use crate::{variant::differences, verdict::is_below};
use bridge::Dialect;
use std::collections::BTreeSet;
use wire::{Field, Payload, Pointer};

impl AnswerNote {
    /// Returns `true` if the note is about a place of a message, a value inside it, or a value around it. A note about the
    /// whole message does not count.
    pub(super) fn is_about(&self, message: usize, place: &Pointer) -> bool {
        let is_here = self
            .input
            .get()
            .is_none_or(|input| u64::try_from(message).is_ok_and(|at| at == *input));
        let Ok(from) = Pointer::parse(&self.from) else {
            return false;
        };
        let overlaps = is_below(&from, place) || is_below(place, &from);
        is_here && overlaps && (!from.is_root() || place.is_root())
    }

    /// Returns `true` if the note reports a changed or lost value.
    fn is_of_change(&self) -> bool {
        !matches!(self.verdict.as_str(), "copied" | "renamed")
    }
}

/// The answers to the questions of a case.
pub(super) struct CaseAnswers<'a> {
    pub(super) forward: &'a Result<Answer, Failure>,
    /// The answer of the backward translation, with its operation.
    pub(super) back: Option<(Operation, &'a Result<Answer, Failure>)>,
    /// `true` if the answer to `embed` has the same messages as that to `translate`.
    pub(super) is_plain: bool,
}

/// Validates the answers of a case.
pub(super) fn judge(case: &ConformanceCase, answers: &CaseAnswers<'_>) -> Result<(), Failure> {
    let operation = match case.op {
        Op::Translate => Operation::Translate,
        Op::Embed => Operation::Embed,
    };
    let forward = match answers.forward {
        Ok(forward) => forward,
        Err(failure) => return Err(failure.clone().during(operation)),
    };
    judge_forward(case, forward).map_err(|failure| failure.during(operation))?;
    let expect = &case.expect;
    let expected = [&expect.alone, &expect.embedded, &expect.carried];
    let Some(expected) = expected.into_iter().find_map(Field::get) else {
        return Ok(());
    };
    let Some((operation, back)) = answers.back else {
        let reason = "the backward translation was not requested";
        return Err(Failure::without_answer(FailureCause::NotAsked, reason));
    };
    match judge_back(case, expected, back) {
        Ok(()) => Ok(()),
        Err(failure) => {
            let failure = failure.during(operation);
            Err(blame_carry(failure, forward, answers.is_plain))
        }
    }
}

/// Blames the carry, or its absence, for messages that do not come back with it.
fn blame_carry(failure: Failure, forward: &Answer, is_plain: bool) -> Failure {
    // A number in another spelling, an error and the lack of an answer are causes of their own.
    if !matches!(
        failure.cause,
        FailureCause::Changed | FailureCause::Extra | FailureCause::Missing
    ) {
        return failure;
    }
    let (cause, reason) = match failure.operation {
        Operation::RestoreEmbedded if is_plain => (
            FailureCause::NotEmbedded,
            "the messages of `embed` contain no carry",
        ),
        Operation::RestoreWithCarry if forward.carry.is_none() => {
            (FailureCause::NoCarry, "the answer has no carry")
        }
        Operation::RestoreEmbedded | Operation::RestoreWithCarry => {
            return Failure {
                cause: FailureCause::WrongCarry,
                ..failure
            };
        }
        _ => return failure,
    };
    let reason = format!("{reason}, and {}", failure.reason);
    Failure {
        cause,
        reason,
        about: String::new(),
        ..failure
    }
}

/// Validates the answer of the translation from source to target.
fn judge_forward(case: &ConformanceCase, forward: &Answer) -> Result<(), Failure> {
    let Expectation {
        value,
        named,
        notes,
        rules,
        error,
        ..
    } = &case.expect;
    if forward.is_unsupported() {
        return Err(unsupported(forward));
    }
    if let Some(expected) = error.get() {
        return ensure_refused(case, expected, forward);
    }
    let messages = expect_messages(forward)?;
    if let Some(expected) = value.get() {
        ensure_same(
            &case.to,
            expected,
            messages,
            "the messages differ from the expected ones",
        )?;
    }
    let about: Vec<&AnswerNote> = notes_about(case, forward).collect();
    let notes_of_case = CaseNotes {
        case,
        about: &about,
        has_notes: forward.notes.get().is_some_and(|notes| !notes.is_empty()),
    };
    if named.get() == Some(&true) {
        notes_of_case.ensure_named()?;
    }
    if let Some(expected) = notes.get() {
        notes_of_case.ensure_notes(expected)?;
    }
    match rules.get() {
        Some(expected) => notes_of_case.ensure_rules(expected),
        None => Ok(()),
    }
}

/// Validates the messages that come back.
fn judge_back(
    case: &ConformanceCase,
    expected: &[Payload],
    back: &Result<Answer, Failure>,
) -> Result<(), Failure> {
    let back = match back {
        Ok(back) => back,
        Err(failure) => return Err(failure.clone()),
    };
    if back.is_unsupported() {
        return Err(unsupported(back));
    }
    let found = expect_messages(back)?;
    ensure_same(
        &case.from,
        expected,
        found,
        "the messages that come back differ from the expected ones",
    )
}

fn unsupported(answer: &Answer) -> Failure {
    let failure = Failure::new(
        FailureCause::Unsupported,
        "the program does not support this translation",
    );
    failure.found(error_place(), error_part(answer))
}

fn error_place() -> Pointer {
    Pointer::root().member("error")
}

/// Returns the error of an answer.
fn error_part(answer: &Answer) -> AnswerPart {
    let error = answer.error.get();
    AnswerPart::of(error.and_then(|error| Payload::encode(error).ok()))
}

/// The notes of an answer about the varied field of a case.
struct CaseNotes<'a> {
    case: &'a ConformanceCase,
    about: &'a [&'a AnswerNote],
    /// `true` if the answer has any notes.
    has_notes: bool,
}

impl CaseNotes<'_> {
    /// Fails if no note reports a change.
    fn ensure_named(&self) -> Result<(), Failure> {
        if self.about.iter().any(|note| note.is_of_change()) {
            return Ok(());
        }
        let reason = format!(
            "`{}` does not come back from the target alone, and no note names it",
            self.case.place
        );
        let failure = self.failure(FailureCause::WrongVerdict, &self.case.place, reason);
        let found: Vec<AnswerNote> = self.about.iter().map(|note| (*note).clone()).collect();
        let found = AnswerPart::of(Payload::encode(&found).ok());
        Err(failure.found(Pointer::root().member("notes"), found))
    }

    /// Fails if the notes have other verdicts or places than the expected ones.
    fn ensure_notes(&self, expected: &[AnswerNote]) -> Result<(), Failure> {
        let places = |note: &AnswerNote| (note.from.clone(), note.to.clone());
        let expected_places: Vec<_> = expected.iter().map(places).collect();
        // The place of the first wrong note groups notes that are about a whole object instead of its members.
        let wrong = self
            .about
            .iter()
            .find(|note| !expected_places.contains(&places(note)));
        let (cause, place) = match wrong {
            Some(note) => (FailureCause::WrongNote, &note.from),
            None if self.about.len() == expected.len() => {
                (FailureCause::WrongVerdict, &self.case.place)
            }
            None => (FailureCause::WrongNote, &self.case.place),
        };
        let failure = self.failure(cause, place, "the notes differ from the expected ones");
        ensure_same_set(
            expected.iter().map(compared_parts),
            self.about.iter().map(|note| compared_parts(note)),
            failure,
        )
    }

    /// Fails if the notes have other rules than the expected ones.
    fn ensure_rules(&self, expected: &[String]) -> Result<(), Failure> {
        let reason = "the rules of the notes differ from the expected ones";
        let found = self.about.iter().filter_map(|note| note.rule.get());
        ensure_same_set(
            expected.iter().map(|rule| Payload::string(rule)),
            found.map(|rule| Payload::string(rule)),
            self.failure(FailureCause::WrongRule, &self.case.place, reason),
        )
    }

    /// Returns the failure of the notes at a place of the source. Missing notes precede the given cause.
    fn failure(&self, cause: FailureCause, place: &str, reason: impl Into<String>) -> Failure {
        let place = Pointer::parse(place).unwrap_or_default();
        let Some(first) = self.about.first() else {
            if self.has_notes {
                return Failure::new(FailureCause::MissingNote, reason).about(pattern(&place));
            }
            return Failure::new(FailureCause::NoNotes, reason);
        };
        let failure = Failure::new(cause, reason);
        match cause {
            // A program has its own names of rules, so they usually differ for every field.
            FailureCause::WrongRule => failure,
            FailureCause::WrongVerdict => failure.about(&*first.verdict),
            _ => failure.about(pattern(&place)),
        }
    }
}

/// Fails if the answer is not an error with the expected members.
fn ensure_refused(
    case: &ConformanceCase,
    expected: &AnswerError,
    forward: &Answer,
) -> Result<(), Failure> {
    let at = error_place();
    let Some(error) = forward.error.get() else {
        let reason = "the answer has messages where an error was expected";
        let place = Pointer::parse(&case.place).unwrap_or_default();
        let failure = Failure::new(FailureCause::NotRefused, reason).about(pattern(&place));
        let found = AnswerPart::of(
            forward
                .value
                .get()
                .and_then(|value| Payload::encode(value).ok()),
        );
        let at = match found {
            AnswerPart::Absent => at,
            _ => Pointer::root().member("value"),
        };
        return Err(failure.found(at, found));
    };
    let members = [
        ("kind", &expected.kind, &error.kind),
        ("rule", &expected.rule, &error.rule),
        ("pointer", &expected.pointer, &error.pointer),
    ];
    for (name, expected, found) in members {
        // An absent member may have any value.
        if expected.is_absent() || expected == found {
            continue;
        }
        let text =
            |field: &Field<String>| AnswerPart::of(field.get().map(|text| Payload::string(text)));
        let reason = "the error differs from the expected one";
        let failure = Failure::new(FailureCause::WrongError, reason).about(name);
        return Err(failure.at(at.member(name), text(expected), text(found)));
    }
    Ok(())
}

/// Returns the messages of an answer, or fails if the answer is an error.
fn expect_messages(answer: &Answer) -> Result<&[Payload], Failure> {
    if let Some(error) = answer.error.get() {
        let reason = "the answer has an error where messages were expected";
        let failure = Failure::new(FailureCause::Refused, reason).about(describe_error(error));
        return Err(failure.at(error_place(), AnswerPart::Absent, error_part(answer)));
    }
    if let Some(value) = answer.value.get() {
        return Ok(value);
    }
    let reason = "the answer has neither `value` nor `error`";
    let failure = Failure::new(FailureCause::NotAnAnswer, reason).about("/value");
    Err(failure.found(Pointer::root().member("value"), AnswerPart::Absent))
}

/// Returns the rule and the place of an error; empty if it has neither.
fn describe_error(error: &AnswerError) -> String {
    let rule = error.rule.get().or(error.kind.get());
    let place = error.pointer.get().and_then(|at| Pointer::parse(at).ok());
    match (rule, place.map(|at| pattern(&at))) {
        (Some(rule), Some(place)) => format!("{rule} {place}"),
        (Some(rule), None) => rule.clone(),
        (None, place) => place.unwrap_or_default(),
    }
}

/// Fails at the first place at which the messages differ.
fn ensure_same(
    dialect: &str,
    expected: &[Payload],
    found: &[Payload],
    reason: &str,
) -> Result<(), Failure> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = match Dialect::from_name(dialect) {
        Some(dialect) => (
            comparable(dialect, expected, expected),
            comparable(dialect, found, expected),
        ),
        None => (Payload::array(expected), Payload::array(found)),
    };
    match differences(&expected, &found).first() {
        None => Ok(()),
        Some(place) => {
            let at = Pointer::root().member("value").join(place);
            let (expected, found) = (expected.get(place), found.get(place));
            Err(Failure::of_difference(reason, at, expected, found))
        }
    }
}

fn notes_about<'a>(
    case: &'a ConformanceCase,
    answer: &'a Answer,
) -> impl Iterator<Item = &'a AnswerNote> {
    let place = Pointer::parse(&case.place).unwrap_or_default();
    let varied = usize::try_from(case.varied).unwrap_or_default();
    answer
        .notes
        .get()
        .into_iter()
        .flatten()
        .filter(move |note| note.is_about(varied, &place))
}

/// Returns the parts of a note that are compared.
fn compared_parts(note: &AnswerNote) -> Payload {
    let mut outline = AnswerNote::new(&*note.verdict, &*note.from);
    outline.to.clone_from(&note.to);
    Payload::encode(&outline).unwrap_or_else(|_| Payload::null())
}

fn ensure_same_set(
    expected: impl Iterator<Item = Payload>,
    found: impl Iterator<Item = Payload>,
    failure: Failure,
) -> Result<(), Failure> {
    let expected: BTreeSet<String> = expected.map(|one| one.text().to_owned()).collect();
    let found: BTreeSet<String> = found.map(|one| one.text().to_owned()).collect();
    if expected == found {
        return Ok(());
    }
    Err(failure.at(
        Pointer::root().member("notes"),
        AnswerPart::of(list_of_difference(&expected, &found)),
        AnswerPart::of(list_of_difference(&found, &expected)),
    ))
}

/// Returns the values that only the first set contains, as a list.
fn list_of_difference(a: &BTreeSet<String>, b: &BTreeSet<String>) -> Option<Payload> {
    let texts: Vec<&str> = a.difference(b).map(String::as_str).collect();
    Payload::parse(format!("[{}]", texts.join(","))).ok()
}
