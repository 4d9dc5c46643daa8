//! One direction of a text translation. It splits texts into documents, and collects the events of their conversation
//! in a result.

use super::{
    TranslateOptions, TranslatedMessage, Translation,
    carries::{self, Carries},
};
use crate::{
    conversation::{
        Conversation, ConversationOptions, Engine, Event, EventSink, ReadDocument, Sources,
        skip_notice,
    },
    diagnostic::{Diagnostic, SortedReports, about_call},
    documents::DocumentReader,
    envelope::OutputLine,
    finding_limit::{FindingLimit, PlacedFinding},
    input::{Input, OwnedInput},
    mistake_hints::HintContext,
    recover,
    reports::Reports,
    saved_state::SavedDirection,
};
use bridge::{Carry, DialectOrProtocol, Refusal};
use std::convert::Infallible;
use wire::{Finding, Pointer, token};

/// The translation of the texts of one direction.
#[derive(Debug)]
pub(super) struct TextDirection {
    conversation: Conversation,
}

impl TextDirection {
    pub(super) fn new(
        from: DialectOrProtocol,
        to: DialectOrProtocol,
        options: &TranslateOptions,
    ) -> Self {
        let opens = match options.envelope {
            true => "",
            false => "pass its `value` as the message and its `carry` as the carry",
        };
        let conversation = Conversation::new(ConversationOptions {
            from,
            to,
            type_name: options.type_name,
            is_strict: options.strict,
            has_envelopes: options.envelope,
            // The result has the carry of each message.
            keeps_carry: true,
            hints: HintContext {
                from,
                by: "set `from` to `",
                opens,
            },
        });
        Self { conversation }
    }

    /// Saves the state that another direction needs to continue.
    pub(super) fn save(&self) -> SavedDirection {
        self.conversation.save()
    }

    /// Continues from a saved state.
    ///
    /// # Errors
    /// Refuses if the state names a version of A2UI that this crate does not know.
    pub(super) fn resume(&mut self, saved: SavedDirection) -> Result<(), Refusal> {
        self.conversation.resume(saved)
    }

    /// Translates the next messages: one, a JSON list, or JSON Lines.
    pub(super) fn push(
        &mut self,
        engine: &mut dyn Engine,
        text: &str,
        carry: Option<&str>,
    ) -> Result<Translation, Box<Diagnostic>> {
        let mut messages = Vec::new();
        let receive = &mut |message| messages.push(message);
        let mut translation = self.push_each(engine, text, carry, receive)?;
        translation.messages = messages;
        Ok(translation)
    }

    /// Translates the next messages, and passes each result on. Without a carry, only one message at a time is in memory.
    pub(super) fn push_each(
        &mut self,
        engine: &mut dyn Engine,
        text: &str,
        carry: Option<&str>,
        receive: &mut dyn FnMut(TranslatedMessage),
    ) -> Result<Translation, Box<Diagnostic>> {
        let carries = match carry {
            None => None,
            Some(carry) => Some(Carries::read(carry).map_err(|refusal| about_call(&refusal))?),
        };
        let ConversationOptions {
            from,
            has_envelopes,
            ..
        } = self.conversation.options();
        if !has_envelopes {
            let no_copies = carries::ensure_no_copies(text);
            no_copies.map_err(|refusal| about_call(&refusal))?;
        }
        let mut documents = DocumentReader::open(text, Some(from), !has_envelopes);
        let mut sink = TranslationSink::new(receive);
        let mut read = Vec::new();
        while let Some(document) = documents.next() {
            self.read(engine, document, carries.is_some(), &mut sink, &mut read);
            // The carries must fit before the first message is translated.
            if carries.is_none() {
                self.translate(engine, &mut read, &mut Carry::default, &mut sink);
            }
        }
        if let Some(carries) = carries {
            let mut assigned = self.assign(carries, &read, &mut sink)?.into_iter();
            let next_carry = &mut || assigned.next().unwrap_or_default();
            self.translate(engine, &mut read, next_carry, &mut sink);
        }
        self.conversation.forget_finished(engine.translator());
        sink.add_notices(documents.finish());
        Ok(sink.finish())
    }

    /// Returns the carry of each message, and reports those that were made for another message.
    fn assign(
        &self,
        carries: Carries,
        read: &[(OwnedInput, ReadDocument)],
        sink: &mut TranslationSink<'_>,
    ) -> Result<Vec<Carry>, Box<Diagnostic>> {
        let (mut inputs, mut places) = (Vec::with_capacity(read.len()), Vec::new());
        for (index, (document, messages)) in read.iter().enumerate() {
            inputs.push(document.input());
            for pointer in messages.places() {
                places.push((index, pointer));
            }
        }
        let text_at = |(index, pointer): &(usize, Pointer)| {
            let text = inputs.get(*index)?.text.as_ref().ok()?;
            token::value_at(text, pointer)
        };
        let texts: Vec<Option<&str>> = places.iter().map(text_at).collect();
        let assigned = carries.assign(&texts);
        let assigned = assigned.map_err(|refusal| about_call(&refusal))?;
        for (carry, (index, pointer)) in assigned.iter().zip(&places) {
            let input = inputs.get(*index).filter(|_| carry.is_of_other_message);
            if let Some(input) = input {
                let finding = (input.at(pointer), other_message(pointer));
                sink.findings.add(finding, &mut sink.translation.findings);
            }
        }
        Ok(assigned
            .into_iter()
            .map(|assigned| assigned.carry)
            .collect())
    }

    /// Translates the messages of a document, and passes all events to the sink.
    pub(super) fn translate_document<S: EventSink>(
        &mut self,
        engine: &mut dyn Engine,
        document: &Input<'_>,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        if let Err(error) = self.conversation.take(engine, document, sink)? {
            self.conversation
                .take_parts(engine, document, error, sink)?;
        }
        self.conversation.forget_finished(engine.translator());
        Ok(())
    }

    /// Ends the session, and passes all events to the sink.
    pub(super) fn end<S: EventSink>(
        &mut self,
        engine: &mut dyn Engine,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        self.conversation.finish(engine, sink)
    }

    /// Translates the messages that were read.
    fn translate(
        &mut self,
        engine: &mut dyn Engine,
        read: &mut Vec<(OwnedInput, ReadDocument)>,
        next_carry: &mut dyn FnMut() -> Carry,
        sink: &mut TranslationSink<'_>,
    ) {
        for (document, messages) in read.drain(..) {
            let input = document.input();
            let Ok(()) = self
                .conversation
                .translate(engine, messages, &input, next_carry, sink);
        }
    }

    /// Reads the messages of a document, or those of its readable parts.
    fn read(
        &mut self,
        engine: &dyn Engine,
        document: OwnedInput,
        has_carry: bool,
        sink: &mut TranslationSink<'_>,
        documents: &mut Vec<(OwnedInput, ReadDocument)>,
    ) {
        let (conversation, translator) = (&mut self.conversation, engine.translator());
        let input = document.input();
        let Ok(read) = conversation.read(translator, &input, has_carry, sink);
        let error = match read {
            Ok(messages) => {
                // The input borrows the document, which moves.
                drop(input);
                return documents.push((document, messages));
            }
            Err(error) => error,
        };
        for part in recover::parts(conversation.options().from, &input, error) {
            let input = part.input();
            let Ok(read) = conversation.read(translator, &input, has_carry, sink);
            match read {
                Ok(messages) => {
                    drop(input);
                    documents.push((part, messages));
                }
                Err(error) => {
                    let Ok(()) = conversation.refuse_part(&input, error, sink);
                }
            }
        }
    }

    /// Returns the messages that waited for the end of the session, and refuses the incomplete ones.
    pub(super) fn finish(&mut self, engine: &mut dyn Engine) -> Translation {
        let mut messages = Vec::new();
        let receive = &mut |message| messages.push(message);
        let mut sink = TranslationSink::new(receive);
        let Ok(()) = self.end(engine, &mut sink);
        let mut translation = sink.finish();
        translation.messages = messages;
        translation
    }
}

/// The result of a translation, which grows with each event. The messages are passed on.
struct TranslationSink<'r> {
    receive: &'r mut dyn FnMut(TranslatedMessage),
    translation: Translation,
    findings: DiagnosticLimit,
    refusals: DiagnosticLimit,
}

impl<'r> TranslationSink<'r> {
    fn new(receive: &'r mut dyn FnMut(TranslatedMessage)) -> Self {
        Self {
            receive,
            translation: Translation::default(),
            findings: DiagnosticLimit::default(),
            refusals: DiagnosticLimit::default(),
        }
    }

    /// Adds notices about the whole text before the findings about its messages.
    fn add_notices(&mut self, notices: Vec<PlacedFinding>) {
        let findings = &mut self.translation.findings;
        let before = findings.len();
        for notice in notices {
            self.findings.add(notice, findings);
        }
        let added = findings.len() - before;
        findings.rotate_right(added);
    }

    /// Returns the translation, with findings that count the diagnostics beyond the limit.
    fn finish(self) -> Translation {
        let Self {
            mut translation,
            findings,
            refusals,
            ..
        } = self;
        findings.finish(&mut translation.findings);
        refusals.finish(&mut translation.refusals);
        translation
    }
}

impl EventSink for TranslationSink<'_> {
    type Error = Infallible;

    fn take(&mut self, event: Event<'_, '_>, _: &Sources<'_, '_>) -> Result<(), Infallible> {
        let translation = &mut self.translation;
        match event {
            Event::Report(report) => {
                let SortedReports {
                    findings, refusals, ..
                } = Reports::from(report).into();
                findings
                    .into_iter()
                    .for_each(|finding| self.findings.add(finding, &mut translation.findings));
                refusals
                    .into_iter()
                    .for_each(|refusal| self.refusals.add(refusal, &mut translation.refusals));
            }
            // The result has messages, not their sources.
            Event::Message { .. } => {}
            Event::Skipped {
                reason,
                input,
                pointer,
            } => {
                self.findings.add(
                    skip_notice(reason, input, pointer),
                    &mut translation.findings,
                );
            }
            Event::Output {
                line: OutputLine { text, carry, notes },
                ..
            } => (self.receive)(TranslatedMessage {
                text: wire::without_layout(&text).into_owned(),
                carry,
                notes,
            }),
            Event::Notes(notes) => translation.other_notes.extend(notes),
            Event::Refusal { each, .. } => {
                for (place, refusal) in each {
                    self.refusals.add(
                        Diagnostic::of_refusal(&place, &refusal),
                        &mut translation.refusals,
                    );
                }
            }
            Event::Omitted(place, finding) => self
                .refusals
                .add((place, finding), &mut translation.refusals),
        }
        Ok(())
    }
}

/// The limit for the diagnostics about one text. It is not a limit per document, because every line of JSON Lines is a
/// document.
#[derive(Debug, Default)]
struct DiagnosticLimit(FindingLimit);

impl DiagnosticLimit {
    /// Adds a diagnostic, or counts it.
    fn add(&mut self, diagnostic: impl Into<Diagnostic>, diagnostics: &mut Vec<Diagnostic>) {
        let diagnostic = diagnostic.into();
        let Diagnostic {
            place,
            pointer,
            rule,
            severity,
            count,
            ..
        } = &diagnostic;
        if self.0.keeps_report(place, pointer, rule, *severity, *count) {
            diagnostics.push(diagnostic);
        }
    }

    /// Adds the findings that count omitted diagnostics.
    fn finish(self, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.extend(self.0.finish().map(Diagnostic::from));
    }
}

impl From<PlacedFinding> for Diagnostic {
    fn from((place, finding): PlacedFinding) -> Self {
        Self::of_finding(&place, &finding)
    }
}

/// Returns the warning about a carry that was made for another message.
fn other_message(pointer: &Pointer) -> Finding {
    let message =
        "the carry was made for another message, or for this message before it was edited";
    Finding::warning(carries::OTHER_MESSAGE, pointer.clone(), message).hint(
        "pass the carry of this message; if you have edited the message, the carry restores the fields that it does not show",
    )
}
