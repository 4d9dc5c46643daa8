//! The translation of the messages of documents.
//!
//! All translations of documents use this code. The program, the libraries, the gateway and the workers differ only in
//! the documents that they pass and in the events that they handle.

mod engine;
mod event;
mod sources;

pub use engine::{BridgeDirection, Engine};
pub(crate) use event::skip_notice;
pub use event::{Event, EventSink};
pub use sources::{SourceField, Sources};

use crate::{
    envelope::{self, Envelope, Opener, OutputLine},
    finding_limit::PlacedFinding,
    input::{Input, OwnedInput},
    message::{Messages, ReadMessage, ReadOptions, Reader},
    message_type::MessageType,
    mistake_hints::{self, HintContext},
    place::Place,
    protocol::{SkipReason, outside},
    recover,
    reports::ReportEntry,
    saved_state::{SavedDirection, SavedRepairer},
};
use bridge::{
    AnyMessage, Carry, DialectOrProtocol, Note, Output, Outputs, Refusal, Translator,
    a2ui::repair::Repairer,
};
use sources::{CurrentSource, WaitingSource};
use std::{collections::BTreeMap, sync::Arc};
use wire::{DecodeError, EncodeError, Finding, Pointer};

/// The number of stored places that triggers the removal of unneeded ones.
const ENOUGH_PLACES: usize = 1024;

/// The settings of a conversation.
#[derive(Clone, Copy, Debug)]
pub struct ConversationOptions {
    /// The protocol of the messages.
    pub from: DialectOrProtocol,
    /// The protocol of the results.
    pub to: DialectOrProtocol,
    /// The type of the messages of AAP or AHP, unless it is the default.
    pub type_name: Option<MessageType>,
    /// `true` if messages that would lose data are refused.
    pub is_strict: bool,
    /// `true` if the messages are envelopes.
    pub has_envelopes: bool,
    /// `true` if the caller keeps the carries. Data in a kept carry is not lost.
    pub keeps_carry: bool,
    /// The advice in hints about common mistakes.
    pub hints: HintContext,
}

/// The state of one direction, without its translator.
#[derive(Debug)]
pub struct Conversation {
    options: ConversationOptions,
    opener: Opener,
    /// The reader of A2UI messages, which remembers the versions of surfaces.
    repairer: Repairer,
    /// The places of messages whose results are pending, by number.
    waiting: BTreeMap<u64, WaitingSource>,
    /// The number of stored places that triggers the next removal of unneeded ones.
    enough: usize,
}

/// The carry of a message.
struct MessageCarry {
    carry: Carry,
    /// `true` if the message came with a carry, even an empty one, so it returns from an earlier translation.
    returns: bool,
}

/// The messages that were read from a document.
#[derive(Debug)]
pub struct ReadDocument {
    messages: Messages,
    /// The place in the document of its message, or of its list of messages.
    place: Pointer,
    /// The carry of the envelope; `None` if the document is not an envelope.
    carry: Option<Carry>,
    /// The finding that counts unreadable messages beyond the limit.
    omitted: Option<PlacedFinding>,
}

impl ReadDocument {
    /// Returns the number of messages.
    pub fn len(&self) -> usize {
        self.messages.remaining().count()
    }

    /// Returns the places of the messages in the document.
    pub(crate) fn places(&self) -> Vec<Pointer> {
        let mut places = Vec::with_capacity(self.len());
        for message in self.messages.remaining() {
            places.push(self.place.join(&message.place));
        }
        places
    }

    /// Returns `true` if the document has no message.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Conversation {
    /// Creates a conversation without earlier messages.
    pub fn new(options: ConversationOptions) -> Self {
        Self {
            options,
            opener: Opener::default(),
            repairer: Repairer::new(options.from.a2ui_version()),
            waiting: BTreeMap::new(),
            enough: ENOUGH_PLACES,
        }
    }

    /// Returns the settings.
    pub fn options(&self) -> ConversationOptions {
        self.options
    }

    /// Forgets the places and versions of earlier messages. The caller also begins a new session of the translator.
    pub fn begin_session(&mut self) {
        self.repairer = Repairer::new(self.options.from.a2ui_version());
        self.waiting.clear();
    }

    /// Translates the messages of a document.
    ///
    /// The result contains the error of a document that is not JSON. [`take_parts`](Self::take_parts) translates the readable
    /// parts of such a document.
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn take<S: EventSink>(
        &mut self,
        engine: &mut dyn Engine,
        input: &Input<'_>,
        sink: &mut S,
    ) -> Result<Result<(), DecodeError>, S::Error> {
        match self.read(engine.translator(), input, false, sink)? {
            Ok(document) => self
                .translate(engine, document, input, &mut Carry::default, sink)
                .map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Translates the readable parts of a document that is not JSON, and passes on the errors of the unreadable parts.
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn take_parts<S: EventSink>(
        &mut self,
        engine: &mut dyn Engine,
        input: &Input<'_>,
        error: DecodeError,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        for part in recover::parts(self.options.from, input, error) {
            self.take_part(engine, &part.input(), sink)?;
        }
        Ok(())
    }

    /// Translates a part of a document, or passes on its error.
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn take_part<S: EventSink>(
        &mut self,
        engine: &mut dyn Engine,
        part: &Input<'_>,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        match self.take(engine, part, sink)? {
            Ok(()) => Ok(()),
            Err(error) => self.refuse_part(part, error, sink),
        }
    }

    /// Reads the messages of a document. `has_carry` is `true` if the caller passes a carry of the messages.
    ///
    /// The result contains the error of a document that is not JSON.
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn read<S: EventSink>(
        &mut self,
        translator: &Translator,
        input: &Input<'_>,
        has_carry: bool,
        sink: &mut S,
    ) -> Result<Result<ReadDocument, DecodeError>, S::Error> {
        let ConversationOptions {
            from,
            to,
            type_name,
            is_strict: strict,
            has_envelopes,
            ..
        } = self.options;
        input.announce_to(&mut self.repairer);
        let text = match &input.text {
            Ok(text) => *text,
            Err(error) => return Ok(Err(error.clone())),
        };
        let opened = if has_envelopes {
            self.opener.open(text)
        } else {
            Ok(Ok(Envelope::of(text)))
        };
        let envelope = match opened {
            Ok(Ok(envelope)) => envelope,
            Ok(Err(refusal)) => {
                let refusal = (input.at(refusal.pointer()), refusal);
                sink.take(unplaced_refusal(refusal), &Sources::none())?;
                return Ok(Ok(ReadDocument::without_messages()));
            }
            Err(error) => return Ok(Err(error)),
        };
        let Envelope {
            value,
            carry,
            place,
        } = envelope;
        // With a carry, messages are read without repairs if possible.
        let is_enveloped = !place.is_root();
        let options = ReadOptions {
            from,
            to,
            type_name,
            strict,
            has_carry: has_carry || is_enveloped || translator.has_embedded_carry(value),
        };
        let mut reader = Reader::new(options, translator.context(), input, &mut self.repairer);
        let read = reader.read(value, &place);
        for report in reader.take_reports() {
            sink.take(Event::Report(report), &Sources::none())?;
        }
        let omitted = reader.take_omitted();
        Ok(match read {
            Ok(messages) => Ok(ReadDocument {
                messages,
                place,
                carry: if is_enveloped { Some(carry) } else { None },
                omitted,
            }),
            Err(error) if is_enveloped => Err(envelope::error_of(text, error)),
            Err(error) => Err(error),
        })
    }

    /// Translates the messages of a document that was read. `next_carry` returns the carry of each message that is not in an
    /// envelope.
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn translate<S: EventSink>(
        &mut self,
        engine: &mut dyn Engine,
        document: ReadDocument,
        input: &Input<'_>,
        next_carry: &mut dyn FnMut() -> Carry,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let ReadDocument {
            messages,
            place: at,
            mut carry,
            omitted,
        } = document;
        let mut messages = messages.peekable();
        let mut document = CurrentDocument { input, copy: None };
        while let Some(read) = messages.next() {
            let pointer = at.join(&read.place);
            // A list of carries has one for each message, so each message takes its own, even in an envelope.
            let carry_of_caller = next_carry();
            let returns = carry.is_some() || carry_of_caller != Carry::default();
            let carry = match &mut carry {
                None => carry_of_caller,
                Some(carry) if messages.peek().is_none() => std::mem::take(carry),
                Some(carry) => carry.clone(),
            };
            let carry = MessageCarry { carry, returns };
            self.translate_message(engine, (read, carry), &mut document, pointer, sink)?;
        }
        if let Some((place, finding)) = omitted {
            sink.take(Event::Omitted(place, finding), &Sources::none())?;
        }
        if self.waiting.len() > self.enough {
            self.forget_finished(engine.translator());
            self.enough = ENOUGH_PLACES + 2 * self.waiting.len();
        }
        Ok(())
    }

    /// Translates the message at `pointer` of its document, and passes on its results or its refusal.
    fn translate_message<S: EventSink>(
        &mut self,
        engine: &mut dyn Engine,
        (read, MessageCarry { carry, returns }): (ReadMessage, MessageCarry),
        document: &mut CurrentDocument<'_, '_>,
        pointer: Pointer,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let input = document.input;
        let number = engine.translator().next_input();
        let here = CurrentSource {
            number,
            input,
            pointer: &pointer,
        };
        if let Ok(message) = &read.result {
            let event = Event::Message {
                message,
                context: engine.translator().context(),
                input,
                pointer: &pointer,
            };
            let sources = Sources {
                here: Some(here),
                waiting: &self.waiting,
            };
            sink.take(event, &sources)?;
        }
        let outputs = push_message(read, number, self.options.is_strict, |message| {
            if !returns {
                engine.ensure_is_independent(&message)?;
            }
            engine.push(message, carry, &pointer)
        });
        let outputs = match outputs {
            Ok(outputs) => outputs,
            Err(refusal) => return self.refuse_message(refusal, input, &pointer, sink),
        };
        let is_waiting = !outputs.outputs.iter().any(|output| output.input == number);
        self.pass_outputs(outputs, Some(here), sink)?;
        if is_waiting {
            let waiting = WaitingSource::of_document(document.copy(), pointer);
            self.waiting.insert(number, waiting);
        }
        Ok(())
    }

    /// Passes on the error of a part of a document that cannot be read.
    pub(crate) fn refuse_part<S: EventSink>(
        &self,
        part: &Input<'_>,
        error: DecodeError,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let place = part.fault(&error);
        let refusal = Refusal::from(part.with_document_start(error));
        sink.take(unplaced_refusal((place, refusal)), &Sources::none())
    }

    /// Passes on the refusal of a message, or the notice that the message is skipped by design.
    fn refuse_message<S: EventSink>(
        &self,
        refusal: Refusal,
        input: &Input<'_>,
        pointer: &Pointer,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        if !self.options.is_strict {
            if refusal.rule() == AnyMessage::UNSUPPORTED_ITEM {
                let finding = Finding::info(
                    AnyMessage::UNSUPPORTED_ITEM,
                    pointer.clone(),
                    refusal.message(),
                )
                .hint("the item is skipped; `options.strict` refuses it");
                let report = ReportEntry::Finding(input.at(pointer), finding);
                return sink.take(Event::Report(report), &Sources::none());
            }
            if let Some(reason) = SkipReason::of_rule(refusal.rule()) {
                return sink.take(
                    Event::Skipped {
                        reason,
                        input,
                        pointer,
                    },
                    &Sources::none(),
                );
            }
        }
        let refusal = self
            .options
            .hints
            .with_hint(refusal.below(pointer), input, pointer);
        let each = placed_refusals(input, refusal);
        sink.take(
            Event::Refusal {
                each,
                source: Some(input),
                is_late: false,
            },
            &Sources::none(),
        )
    }

    /// Passes on the results that waited for the end of the session, and the refusals of incomplete ones.
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn finish<S: EventSink>(
        &mut self,
        engine: &mut dyn Engine,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        // The end of the session matters only to messages that depend on each other.
        if engine.translator().is_stateless() {
            return Ok(());
        }
        self.pass_outputs(engine.finish(), None, sink)
    }

    /// Passes on results of the current message and of earlier ones.
    fn pass_outputs<S: EventSink>(
        &self,
        outputs: Outputs,
        here: Option<CurrentSource<'_, '_>>,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let Outputs {
            outputs,
            notes,
            mut refusals,
            ..
        } = outputs;
        let sources = Sources {
            here,
            waiting: &self.waiting,
        };
        for output in outputs {
            let number = output.input;
            match self.encode_output(output) {
                Ok(line) => sink.take(Event::Output { number, line }, &sources)?,
                Err(refusal) => refusals.push((number, refusal)),
            }
        }
        if !notes.is_empty() {
            sink.take(Event::Notes(notes), &sources)?;
        }
        for (number, refusal) in refusals {
            self.pass_late_refusal(number, refusal, &sources, sink)?;
        }
        Ok(())
    }

    /// Encodes a translated message. In strict mode, refuses it if data was lost.
    fn encode_output(&self, output: Output) -> Result<OutputLine, Refusal> {
        let Output {
            message,
            carry,
            mut notes,
            ..
        } = output;
        let text = encode_message(message, self.options.type_name, &mut notes)?;
        let strict = self.options.is_strict;
        match Refusal::losses(notes.iter().filter(|_| strict), self.options.keeps_carry) {
            Some(losses) => Err(losses),
            None => Ok(OutputLine { text, carry, notes }),
        }
    }

    /// Passes on the refusal of a message that the translator had accepted.
    fn pass_late_refusal<S: EventSink>(
        &self,
        number: u64,
        refusal: Refusal,
        sources: &Sources<'_, '_>,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let known = sources.with_input(number, |input, pointer| {
            let each = placed_refusals(input, refusal.clone().below(pointer));
            sink.take(
                Event::Refusal {
                    each,
                    source: Some(input),
                    is_late: true,
                },
                sources,
            )
        });
        if let Some(taken) = known {
            return taken;
        }
        let each = match self.waiting.get(&number) {
            Some(waiting) => waiting.placed_refusals(refusal),
            None => vec![(Place::default(), refusal)],
        };
        sink.take(
            Event::Refusal {
                each,
                source: None,
                is_late: true,
            },
            sources,
        )
    }

    /// Removes the places of messages whose results are complete.
    pub fn forget_finished(&mut self, translator: &Translator) {
        if self.waiting.is_empty() {
            return;
        }
        let waiting = translator.waiting_inputs();
        self.waiting.retain(|number, _| waiting.contains(number));
    }

    /// Saves the state that another conversation needs to continue.
    pub fn save(&self) -> SavedDirection {
        let waiting = self
            .waiting
            .iter()
            .map(|(number, source)| source.save(*number));
        SavedDirection::new(&self.repairer, waiting.collect::<Vec<_>>())
    }

    /// Continues from a saved state.
    ///
    /// # Errors
    /// Refuses if the state names a version of A2UI that this crate does not know.
    pub fn resume(&mut self, saved: SavedDirection) -> Result<(), Refusal> {
        let SavedDirection {
            repairer, waiting, ..
        } = saved;
        self.resume_reader(repairer)?;
        self.waiting = wire::collect_map(waiting.into_iter().map(WaitingSource::resume));
        Ok(())
    }

    /// Saves the state of the reader alone, without the places of waiting messages.
    pub fn save_reader(&self) -> SavedRepairer {
        (&self.repairer).into()
    }

    /// Continues reading from a saved state.
    ///
    /// # Errors
    /// Refuses if the state names a version of A2UI that this crate does not know.
    pub fn resume_reader(&mut self, saved: SavedRepairer) -> Result<(), Refusal> {
        self.repairer = saved.resume(Repairer::new(self.options.from.a2ui_version()))?;
        Ok(())
    }
}

impl ReadDocument {
    /// Creates a document without messages, after the refusal of its only message.
    fn without_messages() -> Self {
        Self {
            messages: Messages::default(),
            place: Pointer::root(),
            carry: None,
            omitted: None,
        }
    }
}

/// The document whose messages are translated.
struct CurrentDocument<'d, 'i> {
    input: &'d Input<'i>,
    /// The copy of the document for waiting messages, created for the first of them.
    copy: Option<Arc<OwnedInput>>,
}

impl CurrentDocument<'_, '_> {
    fn copy(&mut self) -> Arc<OwnedInput> {
        let input = self.input;
        let copy = self.copy.get_or_insert_with(|| {
            let text = input.text.clone().map(str::to_owned);
            Arc::new(OwnedInput::new(input.start.clone(), text))
        });
        Arc::clone(copy)
    }
}

/// Translates a message with the function `push`. Puts the notes about reading before the others, and makes all
/// pointers relative to the document.
fn push_message(
    read: ReadMessage,
    number: u64,
    strict: bool,
    push: impl FnOnce(AnyMessage) -> Result<Outputs, Refusal>,
) -> Result<Outputs, Refusal> {
    let ReadMessage {
        result,
        notes,
        within,
        ..
    } = read;
    // A message that lost data when it was read is refused, too.
    let losses = if strict && result.is_ok() {
        Refusal::losses(notes.iter(), false)
    } else {
        None
    };
    let translated = match losses {
        Some(losses) => Err(losses.hint("correct the record, or omit `options.strict`")),
        None => result.and_then(push),
    };
    match translated {
        Ok(mut outputs) => {
            prepend_read_notes(&mut outputs, number, notes);
            place_notes_outside(&mut outputs, number, within);
            Ok(outputs)
        }
        Err(refusal) => Err(refusal.with_places(&|pointer| outside(within, pointer))),
    }
}

/// Inserts the notes about reading a message before the notes about its translation.
fn prepend_read_notes(outputs: &mut Outputs, number: u64, mut notes: Vec<Note>) {
    if notes.is_empty() {
        return;
    }
    for note in &mut notes {
        note.input = number;
    }
    let mut results = outputs.outputs.iter_mut();
    match results.find(|output| output.input == number) {
        // The splice removes no notes, so there is nothing to keep.
        Some(output) => output.notes.splice(0..0, notes).for_each(drop),
        None => outputs.notes.extend(notes),
    }
}

/// Converts the pointers of notes about a wrapped message into pointers of its document.
fn place_notes_outside(outputs: &mut Outputs, number: u64, within: &str) {
    if within.is_empty() {
        return;
    }
    let of_outputs = outputs.outputs.iter_mut();
    let of_outputs = of_outputs.flat_map(|output| &mut output.notes);
    for note in of_outputs.chain(&mut outputs.notes) {
        if note.input == number {
            note.from = outside(within, &note.from);
        }
    }
}

/// Returns the event of a refusal whose document is no longer known, only its place.
fn unplaced_refusal<'e>(refusal: (Place, Refusal)) -> Event<'e, 'e> {
    Event::Refusal {
        each: vec![refusal],
        source: None,
        is_late: false,
    }
}

/// Encodes a message, for AAP as the requested type.
fn encode_message(
    message: AnyMessage,
    type_name: Option<MessageType>,
    notes: &mut Vec<Note>,
) -> Result<String, EncodeError> {
    match (message, type_name) {
        #[cfg(feature = "all-protocols")]
        (AnyMessage::Interaction(record), Some(MessageType::SubmitRequest)) => {
            wire::encode(&bridge::request::from_record(*record, notes))
        }
        #[cfg(feature = "all-protocols")]
        (AnyMessage::Interaction(record), Some(MessageType::CanvasMessage)) => {
            wire::encode(&bridge::request::page_message_from_record(*record, notes))
        }
        (message, _) => message.encode(),
    }
}

/// Returns each reason of a refusal with its place in the document.
fn placed_refusals(input: &Input<'_>, refusal: Refusal) -> Vec<(Place, Refusal)> {
    let mut placed = Vec::new();
    for each in refusal.into_each() {
        let place = input.fault_at(each.rule(), each.pointer());
        placed.push((place, mistake_hints::loss_of_absent_member(each, input)));
    }
    placed
}
