//! One direction of a text translation. It splits texts into documents, and collects the events of their conversation
//! in a result.

use super::{MessageNote, TranslateOptions, Translation};
use crate::{
    conversation::{
        Conversation, ConversationOptions, Engine, Event, EventSink, ReadDocument, Sources,
        skip_notice,
    },
    diagnostic::{Diagnostic, SortedReports, about_call},
    documents::TextDocuments,
    envelope::OutputLine,
    finding_limit::{FindingLimit, PlacedFinding},
    input::{Input, OwnedInput},
    mistake_hints::HintContext,
    recover,
    reports::Reports,
    saved_state::SavedDirection,
};
use bridge::{Carry, DialectOrProtocol, Refusal};
use std::{convert::Infallible, vec};
use wire::{Payload, Pointer};

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
        let has_carry = carry.is_some();
        let mut carries = match carry {
            None => Carries::One(Carry::default()),
            Some(carry) => Carries::read(carry).map_err(|refusal| about_call(&refusal))?,
        };
        let ConversationOptions {
            from,
            has_envelopes,
            ..
        } = self.conversation.options();
        let TextDocuments { documents, notices } =
            TextDocuments::of(text, Some(from), !has_envelopes);
        let mut sink = TranslationSink::default();
        notices
            .into_iter()
            .for_each(|notice| sink.findings.add(notice, &mut sink.translation.findings));
        let mut read = Vec::new();
        for document in documents {
            self.read(engine, document, has_carry, &mut sink, &mut read);
            // The number of carries must fit before the first message is translated.
            if let Carries::One(_) = carries {
                self.translate(engine, &mut read, &mut carries, &mut sink);
            }
        }
        if let Carries::Each(carries) = &carries {
            let messages = read.iter().map(|(_, messages)| messages.len()).sum();
            if carries.len() != messages {
                return Err(about_call(&wrong_count(carries.len(), messages)));
            }
        }
        self.translate(engine, &mut read, &mut carries, &mut sink);
        self.conversation.forget_finished(engine.translator());
        Ok(sink.finish())
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
        carries: &mut Carries,
        sink: &mut TranslationSink,
    ) {
        for (document, messages) in read.drain(..) {
            let (input, next_carry) = (document.input(), &mut || carries.next());
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
        sink: &mut TranslationSink,
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
        let mut sink = TranslationSink::default();
        let Ok(()) = self.end(engine, &mut sink);
        sink.finish()
    }
}

/// The result of a translation, which grows with each event.
#[derive(Debug, Default)]
struct TranslationSink {
    translation: Translation,
    findings: DiagnosticLimit,
    refusals: DiagnosticLimit,
}

impl TranslationSink {
    /// Returns the translation, with findings that count the diagnostics beyond the limit.
    fn finish(self) -> Translation {
        let Self {
            mut translation,
            findings,
            refusals,
        } = self;
        findings.finish(&mut translation.findings);
        refusals.finish(&mut translation.refusals);
        translation
    }
}

impl EventSink for TranslationSink {
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
            } => {
                let message = Some(translation.messages.len());
                translation
                    .messages
                    .push(wire::without_layout(&text).into_owned());
                translation.carries.push(carry);
                translation
                    .notes
                    .extend(notes.into_iter().map(|note| MessageNote { message, note }));
            }
            Event::Notes(notes) => {
                translation
                    .notes
                    .extend(notes.into_iter().map(|note| MessageNote {
                        message: None,
                        note,
                    }));
            }
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

/// The carries of the messages of a text.
enum Carries {
    /// One carry for all messages.
    One(Carry),
    /// One carry for each message, in order.
    Each(vec::IntoIter<Carry>),
}

impl Carries {
    /// Reads a carry, or a list of carries.
    fn read(text: &str) -> Result<Self, Refusal> {
        let payload = Payload::parse(text).map_err(|_| unreadable_carry())?;
        if !text.trim_start().starts_with('[') {
            return read_carry(payload.text()).map(Self::One);
        }
        let mut carries = Vec::new();
        for carry in payload.elements() {
            carries.push(read_carry(carry.text())?);
        }
        Ok(Self::Each(carries.into_iter()))
    }

    /// Returns the carry of the next message.
    fn next(&mut self) -> Carry {
        match self {
            Self::One(carry) => carry.clone(),
            // The numbers of carries and messages were compared, so each message has a carry.
            Self::Each(carries) => carries.next().unwrap_or_default(),
        }
    }
}

fn read_carry(text: &str) -> Result<Carry, Refusal> {
    Carry::read(text).ok_or_else(unreadable_carry)
}

fn unreadable_carry() -> Refusal {
    Refusal::rule_broken(
        "carry/unreadable",
        Pointer::root(),
        "the carry cannot be read",
    )
    .hint("pass the carry of the earlier translation unchanged")
}

fn wrong_count(carries: usize, messages: usize) -> Refusal {
    let message =
        format!("the carry belongs to {carries} messages, but the text contains {messages}");
    Refusal::rule_broken("carry/count", Pointer::root(), message)
        .hint("pass the messages of one translation together with its carry")
}
