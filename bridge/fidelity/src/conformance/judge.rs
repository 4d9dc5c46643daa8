//! Compares an answer with the expected one.

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
    /// The place in the answer; `None` if the reason concerns the whole answer.
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
    /// Returns `true` if the note is about a place of a message, a value inside it, or a value around it other than the whole message.
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
    there: &Answer,
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
        return is_refused(expected, there);
    }
    let messages = messages(there)?;
    if let Some(expected) = value.get() {
        is_same(
            &case.to,
            expected,
            messages,
            "the messages differ from the expected ones",
        )?;
    }
    let about = || notes_about(case, there);
    if named.get() == Some(&true) && !about().any(AnswerNote::is_of_change) {
        let found = Payload::encode(&about().cloned().collect::<Vec<_>>()).ok();
        let reason = format!(
            "`{}` does not come back from the target alone, and no note names it",
            case.place
        );
        return Err(Failure::new(reason).at(Pointer::root().member("notes"), None, found));
    }
    if let Some(expected) = notes.get() {
        let expected = expected.iter().map(outline);
        same_set(
            expected,
            about().map(outline),
            "the notes differ from the expected ones",
        )?;
    }
    if let Some(expected) = rules.get() {
        let expected = expected.iter().map(|rule| Payload::string(rule));
        let found = about()
            .filter_map(|note| note.rule.get())
            .map(|rule| Payload::string(rule));
        same_set(
            expected,
            found,
            "the rules of the notes differ from the expected ones",
        )?;
    }
    let Some(expected) = [alone, embedded, carried].into_iter().find_map(Field::get) else {
        return Ok(());
    };
    match back {
        Some(Ok(back)) => {
            let found = self::messages(back).map_err(|failure| Failure {
                reason: format!("in the backward translation: {}", failure.reason),
                ..failure
            })?;
            is_same(
                &case.from,
                expected,
                found,
                "the messages that come back differ from the expected ones",
            )
        }
        Some(Err(failure)) => Err(Failure {
            reason: format!("in the backward translation: {}", failure.reason),
            ..failure.clone()
        }),
        None => Err(Failure::new("the backward translation was not requested")),
    }
}

fn is_refused(expected: &AnswerError, there: &Answer) -> Result<(), Failure> {
    let at = Pointer::root().member("error");
    let Some(error) = there.error.get() else {
        let failure = Failure::new("the answer has messages where an error was expected");
        let found = there
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
    match members
        .into_iter()
        .find(|(_, expected, found)| !expected.is_absent() && expected != found)
    {
        None => Ok(()),
        Some((name, expected, found)) => {
            let text = |text: &Field<String>| text.get().map(|text| Payload::string(text));
            Err(Failure::new("the error differs from the expected one").at(
                at.member(name),
                text(expected),
                text(found),
            ))
        }
    }
}

fn messages(answer: &Answer) -> Result<&[Payload], Failure> {
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

fn is_same(
    dialect: &str,
    expected: &[Payload],
    found: &[Payload],
    reason: &str,
) -> Result<(), Failure> {
    if expected == found {
        return Ok(());
    }
    let compared = |messages| match Dialect::from_name(dialect) {
        Some(dialect) => comparable(dialect, messages, expected),
        None => Payload::array(messages),
    };
    let (expected, found) = (compared(expected), compared(found));
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
fn outline(note: &AnswerNote) -> Payload {
    let mut outline = AnswerNote::new(&*note.verdict, &*note.from);
    outline.to.clone_from(&note.to);
    Payload::encode(&outline).unwrap_or_else(|_| Payload::null())
}

fn same_set(
    expected: impl Iterator<Item = Payload>,
    found: impl Iterator<Item = Payload>,
    reason: &str,
) -> Result<(), Failure> {
    let set = |all: &mut dyn Iterator<Item = Payload>| -> BTreeSet<String> {
        all.map(|one| one.text().to_owned()).collect()
    };
    let (expected, found) = (set(&mut { expected }), set(&mut { found }));
    if expected == found {
        return Ok(());
    }
    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
        let texts: Vec<&str> = a.difference(b).map(String::as_str).collect();
        Payload::parse(format!("[{}]", texts.join(","))).ok()
    };
    let at = Pointer::root().member("notes");
    Err(Failure::new(reason).at(at, only(&expected, &found), only(&found, &expected)))
}
