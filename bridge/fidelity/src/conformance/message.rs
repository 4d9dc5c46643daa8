//! Requests to the program under test and its answers, one per line.

use super::ContextFields;
use bridge::{Note, Refusal};
use wire::{Field, Payload};

wire::word! {
    /// The operation that a program is asked to perform.
    pub closed enum Op {
        /// Translate, and return the carry next to the messages.
        Translate = "translate",
        /// Translate, and embed the carry into the messages. A message without a slot for a carry is an error.
        Embed = "embed",
    }
}

wire::object! {
    /// A request of one line: related messages to translate.
    ///
    /// Messages of an A2UI agent are a stream; all others are independent. A carry inside a message is used with
    /// either operation.
    pub struct Request {
        /// The id, which the answer repeats.
        id: String,
        /// The operation to perform.
        op: Op,
        /// The [`Dialect`](bridge::Dialect) of the messages, by name.
        from: String,
        /// The dialect of the answer.
        to: String,
        /// The messages to translate, in order.
        input: Vec<Payload>,
        /// The carry that the program returned earlier for these messages, unchanged.
        carry?: Option<Payload>,
        /// The settings that no message contains.
        context?: Field<ContextFields>,
    }

    /// An answer of one line: messages, or an error.
    pub struct Answer {
        /// The id of the request.
        id: String,
        /// The translated messages.
        value?: Field<Vec<Payload>>,
        /// The data that the backward translation needs; the kit returns it unchanged.
        carry?: Option<Payload>,
        /// The notes about the fields.
        notes?: Field<Vec<AnswerNote>>,
        /// The error, if the messages are refused.
        error?: Field<AnswerError>,
    }

    /// A note about one field.
    pub struct AnswerNote {
        /// The index of the source message, from 0; absent if there is only one, or if it is unknown.
        input?: Field<u64>,
        /// The name of a [`Verdict`](bridge::Verdict).
        verdict: String,
        /// The rule of the mapping that applied.
        rule?: Field<String>,
        /// The place of the field in the source, a JSON Pointer.
        from: String,
        /// The place of the field in the target; absent if the target does not contain it.
        to?: Field<String>,
        /// A sentence for people.
        remark?: Field<String>,
    }

    /// The reason why messages are refused.
    pub struct AnswerError {
        /// The name of a [`RefusalKind`](bridge::RefusalKind), or `unsupported` for a question that the program does not
        /// support.
        kind?: Field<String>,
        /// The rule that was broken.
        rule?: Field<String>,
        /// The place in the message, a JSON Pointer.
        pointer?: Field<String>,
        /// The error, as a sentence.
        message?: Field<String>,
        /// A suggestion that would fix the error.
        hint?: Field<String>,
    }
}

/// The kind of the error with which a program answers a question that it does not support.
pub(super) const UNSUPPORTED: &str = "unsupported";

impl Answer {
    /// Returns `true` if the program does not support the operation or the mapping of the question.
    pub(super) fn is_unsupported(&self) -> bool {
        let kind = self.error.get().and_then(|error| error.kind.get());
        kind.is_some_and(|kind| kind == UNSUPPORTED)
    }
}

impl From<&Note> for AnswerNote {
    fn from(note: &Note) -> Self {
        let mut answered =
            Self::new(note.verdict.as_str(), note.from.as_str()).rule(note.rule.as_str());
        answered.input = Field::Value(note.input);
        if let Field::Value(to) = &note.to {
            answered.to = Field::Value(to.as_str().to_owned());
        }
        if let Field::Value(remark) = &note.remark {
            answered.remark = Field::Value(remark.as_str().to_owned());
        }
        answered
    }
}

impl From<&Refusal> for AnswerError {
    fn from(refusal: &Refusal) -> Self {
        let error = Self::new()
            .kind(refusal.kind().as_str())
            .rule(refusal.rule())
            .pointer(refusal.pointer().as_str())
            .message(refusal.message());
        if refusal.hint_text().is_empty() {
            error
        } else {
            error.hint(refusal.hint_text())
        }
    }
}
