//! Compares answers with the expected ones.

use super::{
    case::{ConformanceCase, Expectation},
    comparable::comparable,
    message::{Answer, AnswerError, AnswerNote},
};
use crate::{variant::differences, verdict::is_below};
use bridge::Dialect;
use std::collections::BTreeSet;
use wire::{Field, Payload, Pointer};

/// The reason why a case does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The reason, as a sentence.
    pub reason: String,
    /// The place in the answer; `None` if the reason concerns the answer as a whole.
    pub pointer: Option<Pointer>,
    /// The expected value at that place.
    pub expected: Option<Payload>,
    /// The value at that place of the answer.
    pub found: Option<Payload>,
}

impl Failure {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            pointer: None,
            expected: None,
            found: None,
        }
    }

    fn at(self, pointer: Pointer, expected: Option<Payload>, found: Option<Payload>) -> Self {
        Self {
            pointer: Some(pointer),
            expected,
            found,
            ..self
        }
    }
}

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

/// Validates the answer of a case, and the answer of its backward translation if there is one.
pub(super) fn judge(
    case: &ConformanceCase,
    forward: &Answer,
    back: Option<&Result<Answer, Failure>>,
) -> Result<(), Failure> {
    let Expectation {
        value,
        named,
        notes,
        rules,
        alone,
        embedded,
        carried,
        error,
        ..
    } = &case.expect;
    if let Some(expected) = error.get() {
        return ensure_refused(expected, forward);
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
    if named.get() == Some(&true) {
        ensure_named(case, &about)?;
    }
    if let Some(expected) = notes.get() {
        ensure_same_set(
            expected.iter().map(compared_parts),
            about.iter().map(|note| compared_parts(note)),
            "the notes differ from the expected ones",
        )?;
    }
    if let Some(expected) = rules.get() {
        let found = about.iter().filter_map(|note| note.rule.get());
        ensure_same_set(
            expected.iter().map(|rule| Payload::string(rule)),
            found.map(|rule| Payload::string(rule)),
            "the rules of the notes differ from the expected ones",
        )?;
    }
    match [alone, embedded, carried].into_iter().find_map(Field::get) {
        Some(expected) => judge_back(case, expected, back),
        None => Ok(()),
    }
}

/// Validates the messages that come back.
fn judge_back(
    case: &ConformanceCase,
    expected: &[Payload],
    back: Option<&Result<Answer, Failure>>,
) -> Result<(), Failure> {
    let back = match back {
        Some(Ok(back)) => back,
        Some(Err(failure)) => return Err(in_backward_translation(failure.clone())),
        None => return Err(Failure::new("the backward translation was not requested")),
    };
    let found = expect_messages(back).map_err(in_backward_translation)?;
    ensure_same(
        &case.from,
        expected,
        found,
        "the messages that come back differ from the expected ones",
    )
}

fn in_backward_translation(failure: Failure) -> Failure {
    Failure {
        reason: format!("in the backward translation: {}", failure.reason),
        ..failure
    }
}

/// Fails if no note about the varied place reports a change.
fn ensure_named(case: &ConformanceCase, about: &[&AnswerNote]) -> Result<(), Failure> {
    if about.iter().any(|note| note.is_of_change()) {
        return Ok(());
    }
    let found: Vec<AnswerNote> = about.iter().map(|note| (*note).clone()).collect();
    let reason = format!(
        "`{}` does not come back from the target alone, and no note names it",
        case.place
    );
    let at = Pointer::root().member("notes");
    Err(Failure::new(reason).at(at, None, Payload::encode(&found).ok()))
}

/// Fails if the answer is not an error with the expected members.
fn ensure_refused(expected: &AnswerError, forward: &Answer) -> Result<(), Failure> {
    let at = Pointer::root().member("error");
    let Some(error) = forward.error.get() else {
        let failure = Failure::new("the answer has messages where an error was expected");
        let found = forward
            .value
            .get()
            .and_then(|value| Payload::encode(value).ok());
        return Err(failure.at(at, Payload::encode(expected).ok(), found));
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
        let expected = expected.get().map(|text| Payload::string(text));
        let found = found.get().map(|text| Payload::string(text));
        let failure = Failure::new("the error differs from the expected one");
        return Err(failure.at(at.member(name), expected, found));
    }
    Ok(())
}

/// Returns the messages of an answer, or fails if the answer is an error.
fn expect_messages(answer: &Answer) -> Result<&[Payload], Failure> {
    if let Some(error) = answer.error.get() {
        let at = Pointer::root().member("error");
        return Err(
            Failure::new("the answer has an error where messages were expected").at(
                at,
                None,
                Payload::encode(error).ok(),
            ),
        );
    }
    let value = answer.value.get().map(Vec::as_slice);
    value.ok_or_else(|| Failure::new("the answer has neither `value` nor `error`"))
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
            Err(Failure::new(reason).at(at, expected.get(place), found.get(place)))
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
    reason: &str,
) -> Result<(), Failure> {
    let expected: BTreeSet<String> = expected.map(|one| one.text().to_owned()).collect();
    let found: BTreeSet<String> = found.map(|one| one.text().to_owned()).collect();
    if expected == found {
        return Ok(());
    }
    let at = Pointer::root().member("notes");
    Err(Failure::new(reason).at(
        at,
        list_of_difference(&expected, &found),
        list_of_difference(&found, &expected),
    ))
}

/// Returns the values that only the first set contains, as a list.
fn list_of_difference(a: &BTreeSet<String>, b: &BTreeSet<String>) -> Option<Payload> {
    let texts: Vec<&str> = a.difference(b).map(String::as_str).collect();
    Payload::parse(format!("[{}]", texts.join(","))).ok()
}
