//! One message in one mapping: the requested outputs, the notes so far, and the result.

use super::{
    carry::Carry,
    field_map::{FieldMap, Note, RequestedNotes},
};
use crate::{Context, Dialect, Refusal};

/// The extra outputs that a caller requests with each message. Outputs that are not requested are not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestedOutputs {
    /// `true` to compute the carry.
    pub carry: bool,
    /// The notes to compute.
    pub notes: RequestedNotes,
}

impl Default for RequestedOutputs {
    /// Requests both the carry and the notes.
    fn default() -> Self {
        Self {
            carry: true,
            notes: RequestedNotes::All,
        }
    }
}

/// Decides which losses a [`Translator`](crate::Translator) refuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LossPolicy {
    /// Translates a message even if fields are lost.
    #[default]
    Allow,
    /// Refuses a message if it would lose a field that the carry does not contain. For callers that keep the carry.
    RefuseUnlessCarried,
    /// Refuses a message if the target lacks a field, even if the carry contains it. For callers that discard the
    /// carry.
    Refuse,
}

impl LossPolicy {
    /// Returns one refusal for all losses in these notes that the policy does not allow.
    pub(crate) fn refusal<'a>(self, notes: impl IntoIterator<Item = &'a Note>) -> Option<Refusal> {
        match self {
            Self::Allow => None,
            Self::RefuseUnlessCarried => Refusal::losses(notes, true),
            Self::Refuse => Refusal::losses(notes, false),
        }
    }
}

/// The source and target dialects of one mapping on a route.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) from: Dialect,
    pub(crate) to: Dialect,
    /// The A2UI version of an embedded message, if the carry or the target determines it.
    pub(crate) version: Option<Dialect>,
}

impl Step {
    /// Creates a step whose embedded messages state their version.
    pub(crate) fn new(from: Dialect, to: Dialect) -> Self {
        Self {
            from,
            to,
            version: None,
        }
    }
}

/// The state of one message in one mapping, without the message itself.
pub(crate) struct TranslationCx<'a> {
    pub(crate) step: Step,
    /// The number of the input message.
    pub(crate) input: u64,
    /// The carry that came with the message.
    pub(crate) carry: &'a Carry,
    pub(crate) cx: &'a Context,
    pub(crate) requested: RequestedOutputs,
    /// Decides which losses are refused.
    pub(crate) loss_policy: LossPolicy,
    /// `true` if another mapping translates the output of this mapping.
    pub(crate) passes_through: bool,
    /// `true` to translate each target back, and to refuse the message if its losses differ from those that the mapping
    /// states.
    pub(crate) is_paranoid: bool,
    /// `true` if the carry is embedded in the message. Space is then scarce, so the carry omits fields that lose only
    /// their form.
    pub(crate) is_embedding: bool,
    /// The notes of this mapping so far.
    pub(crate) notes: Vec<Note>,
    /// The notes of the mappings before this one.
    pub(crate) earlier_notes: Vec<Note>,
    /// The notes about a waiting message, reported when it is released.
    pub(crate) waiting_notes: Vec<Note>,
    /// The notes of earlier mappings about a waiting message, reported when it is released.
    pub(crate) earlier_waiting_notes: Vec<Note>,
}

impl<'a> TranslationCx<'a> {
    pub(crate) fn new(
        step: Step,
        input: u64,
        carry: &'a Carry,
        cx: &'a Context,
        requested: RequestedOutputs,
    ) -> Self {
        let (notes, earlier_notes, waiting_notes, earlier_waiting_notes) = Default::default();
        Self {
            step,
            input,
            carry,
            cx,
            requested,
            loss_policy: LossPolicy::Allow,
            passes_through: false,
            // The tests of this crate check each message.
            is_paranoid: cfg!(test),
            is_embedding: false,
            notes,
            earlier_notes,
            waiting_notes,
            earlier_waiting_notes,
        }
    }

    /// Creates the state of another message with the same context and requests, without notes.
    pub(crate) fn for_message<'b>(&self, input: u64, carry: &'b Carry) -> TranslationCx<'b>
    where
        'a: 'b,
    {
        TranslationCx {
            is_paranoid: self.is_paranoid,
            is_embedding: self.is_embedding,
            ..TranslationCx::new(self.step, input, carry, self.cx, self.requested)
        }
    }

    /// Creates a collector of notes about the message, if notes are requested.
    pub(crate) fn notes(&self) -> FieldMap {
        FieldMap::about(self.input, self.requested.notes)
    }

    /// Creates the collector of notes for [`reconcile`](super::Direction::reconcile). The carry needs these notes even
    /// if the caller does not, because they state where the fields of the source are visible.
    pub(crate) fn fields(&self) -> FieldMap {
        let wanted = match self.has_requests() || !self.carry.is_empty() {
            true => RequestedNotes::All,
            false => RequestedNotes::None,
        };
        FieldMap::about(self.input, wanted)
    }

    /// Creates the collector of notes for a mapping that adds the note of each loss with [`Losses::add_noted`]. If only losses
    /// are requested, it collects no other notes.
    ///
    /// [`Losses::add_noted`]: super::Losses::add_noted
    pub(crate) fn fields_or_losses(&self) -> FieldMap {
        match self.requested.carry || !self.carry.is_empty() {
            true => self.fields(),
            false => self.notes(),
        }
    }

    /// Appends the collected notes.
    pub(crate) fn add_notes(&mut self, mut fields: FieldMap) {
        if self.requested.notes == RequestedNotes::None {
            return;
        }
        if self.notes.is_empty() {
            self.notes = fields.list;
        } else {
            self.notes.append(&mut fields.list);
        }
    }

    /// Creates the output for `message` and moves the notes collected so far into it.
    pub(crate) fn output<T>(&mut self, translated: Translated<T>) -> Output<T> {
        let (Translated { message, carry }, notes) = (translated, std::mem::take(&mut self.notes));
        Output {
            input: self.input,
            message,
            carry,
            notes,
            before: None,
        }
    }

    pub(crate) fn has_requests(&self) -> bool {
        self.requested.carry || self.requested.notes != RequestedNotes::None
    }

    /// Returns `true` if the output depends on the message alone and nothing else is requested.
    pub(crate) fn is_plain(&self) -> bool {
        !self.has_requests() && self.carry.is_empty()
    }
}

/// A translated message, and the carry with the fields that it cannot hold. Mappings change the message and pass the
/// carry on.
#[derive(Clone, Debug)]
pub(crate) struct Translated<T> {
    pub(crate) message: T,
    /// The fields that the message cannot hold.
    pub(crate) carry: Carry,
}

impl<T> Translated<T> {
    /// Returns a message with an empty carry.
    pub(crate) fn plain(message: T) -> Self {
        Self {
            message,
            carry: Carry::default(),
        }
    }

    /// Replaces the message.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Translated<U> {
        Translated {
            message: f(self.message),
            carry: self.carry,
        }
    }

    /// Records in the carry that the message came from this dialect.
    #[must_use]
    pub(crate) fn with_dialect(self, dialect: Dialect) -> Self {
        Self {
            message: self.message,
            carry: self.carry.with_dialect(dialect),
        }
    }
}

/// An output message of a mapping.
#[derive(Clone, Debug)]
pub(crate) struct Output<T> {
    /// The number of the input message.
    pub(crate) input: u64,
    pub(crate) message: T,
    /// The fields that the message cannot hold.
    pub(crate) carry: Carry,
    /// The notes about the source fields of this message, including the lost ones.
    pub(crate) notes: Vec<Note>,
    /// The notes of earlier mappings, if the message waited in this one.
    pub(crate) before: Option<Vec<Note>>,
}

impl<T> Output<T> {
    /// Returns `true` if the message carries fields of this dialect or has notes of earlier mappings. Both belong to
    /// this message alone.
    pub(crate) fn is_bound(&self, dialect: Dialect) -> bool {
        let own = self.carry.fields_of(dialect);
        own.is_some_and(|own| !own.fields.is_empty())
            || self.before.as_ref().is_some_and(|notes| !notes.is_empty())
    }

    /// Returns `true` if the carry of the message is empty.
    pub(crate) fn is_bare(&self) -> bool {
        self.carry.is_empty()
    }

    /// Replaces the message and keeps everything else.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Output<U> {
        let Self {
            input,
            message,
            carry,
            notes,
            before,
        } = self;
        Output {
            input,
            message: f(message),
            carry,
            notes,
            before,
        }
    }
}
