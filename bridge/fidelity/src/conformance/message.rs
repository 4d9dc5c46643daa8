//! What goes to the program under test and what comes from it, a line each.

use super::RequestContext;
use bridge::{Note, Refusal};
use wire::{Field, Payload};

wire::word! {
    /// What a program is asked to do.
    pub closed enum Op {
        /// Translate, and give the carry beside the messages.
        Translate = "translate",
        /// Translate, and put the carry into the messages. Where they have no room, that is an error.
        Embed = "embed",
    }
}

wire::object! {
    /// A question, one line: messages that belong together, to be translated.
    ///
    /// Messages of an A2UI agent are a stream, all others stand for themselves. A carry that stands in a message counts,
    /// whatever the operation.
    pub struct Request {
        /// Names it; the answer says which one it answers.
        id: String,
        /// What to do.
        op: Op,
        /// The [`Dialect`](bridge::Dialect) of the messages, by name.
        from: String,
        /// The dialect of the answer.
        to: String,
        /// The messages.
        input: Vec<Payload>,
        /// What the program itself gave as the carry of these messages, as it is.
        carry?: Option<Payload>,
        /// What no message holds.
        context?: Field<RequestContext>,
    }

    /// An answer, one line: messages, or an error.
    pub struct Answer {
        /// That of the request.
        id: String,
        /// The messages that come out.
        value?: Field<Vec<Payload>>,
        /// What the way back of these messages needs; it comes back as it is.
        carry?: Option<Payload>,
        /// What became of the fields.
        notes?: Field<Vec<AnswerNote>>,
        /// Why nothing comes out.
        error?: Field<AnswerError>,
    }

    /// What became of a field.
    pub struct AnswerNote {
        /// In which message of the request it stands, the first one being 0; absent if that is clear, or not known.
        input?: Field<u64>,
        /// What became of it: a [`Verdict`](bridge::Verdict), by name.
        verdict: String,
        /// The rule of the mapping.
        rule?: Field<String>,
        /// Where it stands in the message, as a JSON Pointer.
        from: String,
        /// Where it went; absent if nowhere.
        to?: Field<String>,
        /// A sentence.
        remark?: Field<String>,
    }

    /// Why a translation did not take place.
    pub struct AnswerError {
        /// What kind of reason it is: a [`RefusalKind`](bridge::RefusalKind), by name.
        kind?: Field<String>,
        /// The rule that was broken.
        rule?: Field<String>,
        /// Where in the message, as a JSON Pointer.
        pointer?: Field<String>,
        /// What is wrong.
        message?: Field<String>,
        /// What would help.
        hint?: Field<String>,
    }
}

impl From<&Note> for AnswerNote {
    fn from(note: &Note) -> Self {
        let mut answered = Self::new(note.verdict.as_str(), note.from.as_str()).rule(note.rule.as_str());
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
        if refusal.hint_text().is_empty() { error } else { error.hint(refusal.hint_text()) }
    }
}
