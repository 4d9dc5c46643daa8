//! Failures: the operation in which a case fails, the cause, and the difference.

use wire::{Payload, PayloadKind, Pointer};

wire::word! {
    /// The operation in which a case fails. Each operation is a question to the program.
    pub closed enum Operation {
        /// The translation from source to target.
        Translate = "translate",
        /// The translation from source to target that embeds the carry into the messages.
        Embed = "embed",
        /// The backward translation without a carry.
        RestoreAlone = "restore-alone",
        /// The backward translation with the carry of the answer to `translate`.
        RestoreWithCarry = "restore-with-carry",
        /// The backward translation of the messages in the answer to `embed`.
        RestoreEmbedded = "restore-embedded",
    }
}

wire::word! {
    /// The kind of a difference between an answer and the expected one.
    pub closed enum FailureCause {
        /// An expected value is missing from the messages.
        Missing = "missing",
        /// A value of the messages differs from the expected one.
        Changed = "changed",
        /// The messages contain an unexpected value.
        Extra = "extra",
        /// A number has the expected value in another spelling, such as `1.0` for `1`.
        NumberText = "number-text",
        /// The answer has no carry, and the messages do not come back without one.
        NoCarry = "no-carry",
        /// The messages do not come back with the carry of the answer.
        WrongCarry = "wrong-carry",
        /// The answer to `embed` is that to `translate`, and the messages do not come back from it.
        NotEmbedded = "not-embedded",
        /// The answer has no notes at all.
        NoNotes = "no-notes",
        /// No note is about the varied field.
        MissingNote = "missing-note",
        /// The notes about the varied field have other verdicts than the expected ones.
        WrongVerdict = "wrong-verdict",
        /// The notes about the varied field have other places than the expected ones.
        WrongNote = "wrong-note",
        /// The notes about the varied field have other rules than the expected ones.
        WrongRule = "wrong-rule",
        /// The answer has messages where an error is expected.
        NotRefused = "not-refused",
        /// The answer has an error where messages are expected.
        Refused = "refused",
        /// The error differs from the expected one.
        WrongError = "wrong-error",
        /// The program does not support the translation.
        Unsupported = "unsupported",
        /// The program ended before it answered.
        Crashed = "crashed",
        /// The program did not answer in time.
        TimedOut = "timed-out",
        /// The line of the answer is not JSON.
        NotJson = "not-json",
        /// The line is JSON, but does not have the members of an answer.
        NotAnAnswer = "not-an-answer",
        /// The answers do not have the order of the questions, or a question has several.
        WrongOrder = "wrong-order",
        /// The question was not asked.
        NotAsked = "not-asked",
    }
}

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerPart {
    /// The value at a place; `null` is a value.
    Value(Payload),
    /// The answer has nothing at the place.
    Absent,
    /// The start of a line that is not the awaited answer.
    Line(String),
    /// The program gave no answer, for this reason.
    NoAnswer(String),
}

impl AnswerPart {
    /// Returns the value, or [`Absent`](Self::Absent).
    pub(super) fn of(value: Option<Payload>) -> Self {
        match value {
            Some(value) => Self::Value(value),
            None => Self::Absent,
        }
    }

    fn value(&self) -> Option<&Payload> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Line(_) | Self::NoAnswer(_) => None,
        }
    }
}

/// The reason why a case does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The operation in which the case fails.
    pub operation: Operation,
    /// The kind of the difference.
    pub cause: FailureCause,
    /// The field that the cause concerns: a place in which `*` stands for any index, a verdict, or the member of an
    /// error. Empty if the cause is not about one field.
    pub about: String,
    /// The reason, as a sentence.
    pub reason: String,
    /// The place in the answer; `None` if the reason concerns the answer as a whole.
    pub pointer: Option<Pointer>,
    /// The expected value at that place; `None` if several values would be right.
    pub expected: Option<AnswerPart>,
    /// The content of that place in the answer, or the reason for a missing answer.
    pub found: AnswerPart,
}

impl Failure {
    pub(super) fn new(cause: FailureCause, reason: impl Into<String>) -> Self {
        Self {
            operation: Operation::Translate,
            cause,
            about: String::new(),
            reason: reason.into(),
            pointer: None,
            expected: None,
            found: AnswerPart::Absent,
        }
    }

    /// Creates the failure of a question that was not answered.
    pub(super) fn without_answer(cause: FailureCause, reason: &str) -> Self {
        Self {
            found: AnswerPart::NoAnswer(reason.to_owned()),
            ..Self::new(cause, reason)
        }
    }

    /// Creates the failure of messages that differ at a place of the answer.
    pub(super) fn of_difference(
        reason: &str,
        at: Pointer,
        expected: Option<Payload>,
        found: Option<Payload>,
    ) -> Self {
        let cause = cause_of_difference(expected.as_ref(), found.as_ref());
        let about = match cause {
            // A number that is read into a float changes wherever it is.
            FailureCause::NumberText => String::new(),
            _ => pattern(&at),
        };
        let failure = Self::new(cause, reason).about(about);
        failure.at(at, AnswerPart::of(expected), AnswerPart::of(found))
    }

    pub(super) fn about(self, about: impl Into<String>) -> Self {
        Self {
            about: about.into(),
            ..self
        }
    }

    pub(super) fn at(self, pointer: Pointer, expected: AnswerPart, found: AnswerPart) -> Self {
        Self {
            expected: Some(expected),
            ..self.found(pointer, found)
        }
    }

    /// Sets the content of a place for which several values would be right.
    pub(super) fn found(self, pointer: Pointer, found: AnswerPart) -> Self {
        Self {
            pointer: Some(pointer),
            found,
            ..self
        }
    }

    pub(super) fn during(self, operation: Operation) -> Self {
        Self { operation, ..self }
    }

    /// Returns `true` if both failures are about the same place and value.
    pub(super) fn is_same_difference(&self, other: &Self) -> bool {
        let is_value = self.found.value().is_some() || self.found == AnswerPart::Absent;
        is_value && self.pointer == other.pointer && self.found == other.found
    }
}

/// Returns a place in which `*` stands for each index.
pub(super) fn pattern(at: &Pointer) -> String {
    let mut pattern = String::new();
    for segment in at.as_str().split('/').skip(1) {
        let is_index = !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit());
        pattern.push('/');
        pattern.push_str(if is_index { "*" } else { segment });
    }
    pattern
}

fn cause_of_difference(expected: Option<&Payload>, found: Option<&Payload>) -> FailureCause {
    match (expected, found) {
        (Some(expected), Some(found)) if is_same_number(expected, found) => {
            FailureCause::NumberText
        }
        (Some(_), Some(_)) => FailureCause::Changed,
        (Some(_), None) => FailureCause::Missing,
        (None, _) => FailureCause::Extra,
    }
}

/// Returns `true` if a float holds both numbers as the same value. JavaScript writes a number beyond its range as `null`.
fn is_same_number(expected: &Payload, found: &Payload) -> bool {
    let Some(expected) = read_float(expected) else {
        return false;
    };
    match read_float(found) {
        Some(found) => expected.total_cmp(&found).is_eq() || expected == found,
        None => found.is_null() && expected.is_infinite(),
    }
}

fn read_float(number: &Payload) -> Option<f64> {
    match number.kind() {
        PayloadKind::Number => number.text().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(expected: &str, found: &str) -> FailureCause {
        let read = |text: &str| Payload::parse(text).ok();
        cause_of_difference(read(expected).as_ref(), read(found).as_ref())
    }

    #[test]
    fn numbers_of_one_value_differ_by_their_text() {
        for (expected, found) in [
            ("1.0", "1"),
            ("12.50", "12.5"),
            ("12345678901234567890", "12345678901234567000"),
            ("1e2", "100"),
            ("1e400", "null"),
        ] {
            assert_eq!(
                cause(expected, found),
                FailureCause::NumberText,
                "{expected}"
            );
        }
        for (expected, found) in [("1", "2"), ("1", "null"), ("1", "\"1\""), ("null", "1e400")] {
            assert_eq!(cause(expected, found), FailureCause::Changed, "{expected}");
        }
        assert_eq!(cause("1", ""), FailureCause::Missing);
        assert_eq!(cause("", "null"), FailureCause::Extra);
    }

    #[test]
    fn a_pattern_has_stars_for_indexes() {
        let pattern = |at: &str| pattern(&Pointer::parse(at).unwrap());
        assert_eq!(pattern("/value/0/a1/22/~1"), "/value/*/a1/*/~1");
        assert_eq!(pattern(""), "");
        assert_eq!(pattern("/a/"), "/a/");
    }
}
