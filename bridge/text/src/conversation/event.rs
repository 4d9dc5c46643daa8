//! Events of a conversation.

use super::Sources;
use crate::{
    envelope::OutputLine, finding_limit::PlacedFinding, input::Input, place::Place,
    protocol::SkipReason, reports::ReportEntry,
};
use bridge::{AnyMessage, Context, Note, Refusal};
use wire::{Finding, Pointer};

/// One step of a conversation, in the order in which the steps happen.
#[derive(Debug)]
pub enum Event<'e, 'i> {
    /// A report about reading a document.
    Report(ReportEntry),
    /// A message that is translated next.
    Message {
        /// The message as it was read.
        message: &'e AnyMessage,
        /// The context of its translation.
        context: &'e Context,
        /// The document of the message.
        input: &'e Input<'i>,
        /// The place of the message in its document.
        pointer: &'e Pointer,
    },
    /// A message that has no counterpart by design, and is skipped.
    Skipped {
        /// The reason, which is the same for all messages of a kind.
        reason: &'static SkipReason,
        /// The document of the message.
        input: &'e Input<'i>,
        /// The place of the message in its document.
        pointer: &'e Pointer,
    },
    /// A translated message.
    Output {
        /// The number of the source message.
        number: u64,
        /// The message with its carry and notes.
        line: OutputLine,
    },
    /// Notes about messages without a result.
    Notes(Vec<Note>),
    /// A message that was refused, or a text that cannot be read.
    Refusal {
        /// Each reason, with its place.
        each: Vec<(Place, Refusal)>,
        /// The document of the message; `None` if only the place is known.
        source: Option<&'e Input<'i>>,
        /// `true` if the translator had accepted the message at first.
        is_late: bool,
    },
    /// The finding that counts unreadable messages beyond the limit.
    Omitted(Place, Finding),
}

/// A consumer of the events of a conversation.
pub trait EventSink {
    /// The reason to stop.
    type Error;

    /// Takes an event. `sources` finds the messages that its notes and results refer to by number.
    ///
    /// # Errors
    /// Returns the reason to stop, which ends the conversation.
    fn take(&mut self, event: Event<'_, '_>, sources: &Sources<'_, '_>) -> Result<(), Self::Error>;
}

/// Returns the notice about a message that has no counterpart by design.
pub(crate) fn skip_notice(reason: &SkipReason, input: &Input<'_>, at: &Pointer) -> PlacedFinding {
    let mut finding = Finding::info(reason.rule, at.clone(), reason.one);
    finding.severity = reason.severity;
    (input.at(at), finding.hint(reason.hint))
}
