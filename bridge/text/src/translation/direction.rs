//! One direction of a translation of texts: reads the messages, and gives their results a place in the text.

use super::{
    MessageNote, SavedDirection, TranslateOptions, Translation, WaitingMessage, message_text,
    placed_refusals, push_message,
};
use crate::{
    diagnostic::{Diagnostic, SortedReports, about_call},
    documents::{TextDocuments, each_readable},
    envelope::{self, Envelope, Opener},
    finding_limit::{FindingLimit, PlacedFinding},
    input::{Input, OwnedInput},
    message::{ReadMessage, ReadOptions, Reader},
    message_type::MessageType,
    mistake_hints::HintContext,
    place::Place,
    protocol::SkipReason,
};
use bridge::{
    AnyMessage, Bridge, Carry, DialectOrProtocol, Output, Outputs, Refusal, Translator,
    a2ui::repair::Repairer,
};
use std::{collections::BTreeMap, sync::Arc, vec};
use wire::{DecodeError, Finding, Payload, Pointer, token};

/// What translates the messages of a direction.
pub(super) trait Engine {
    fn translator(&self) -> &Translator;
    fn push(&mut self, message: AnyMessage, carry: Carry) -> Result<Outputs, Refusal>;
    fn finish(&mut self) -> Outputs;
}

impl Engine for Translator {
    fn translator(&self) -> &Translator {
        self
    }

    fn push(&mut self, message: AnyMessage, carry: Carry) -> Result<Outputs, Refusal> {
        Self::push(self, message, carry)
    }

    fn finish(&mut self) -> Outputs {
        Self::finish(self)
    }
}

/// The direction of a bridge from source to target.
pub(super) struct Forward<'b>(pub(super) &'b mut Bridge);

impl Engine for Forward<'_> {
    fn translator(&self) -> &Translator {
        self.0.forward_translator()
    }

    fn push(&mut self, message: AnyMessage, carry: Carry) -> Result<Outputs, Refusal> {
        self.0.forward(message, carry)
    }

    fn finish(&mut self) -> Outputs {
        self.0.finish_forward()
    }
}

/// The direction of a bridge from target to source.
pub(super) struct Backward<'b>(pub(super) &'b mut Bridge);

impl Engine for Backward<'_> {
    fn translator(&self) -> &Translator {
        self.0.backward_translator()
    }

    fn push(&mut self, message: AnyMessage, carry: Carry) -> Result<Outputs, Refusal> {
        self.0.backward(message, carry)
    }

    fn finish(&mut self) -> Outputs {
        self.0.finish_backward()
    }
}

/// The state of one direction beside its translator.
#[derive(Debug)]
pub(super) struct TextDirection {
    from: DialectOrProtocol,
    to: DialectOrProtocol,
    type_name: Option<MessageType>,
    strict: bool,
    /// `true` if the messages are envelopes.
    envelope: bool,
    opener: Opener,
    repairer: Repairer,
    /// The places of messages whose result is pending, by number.
    waiting: BTreeMap<u64, WaitingPlace>,
}

/// The place of a message whose result is pending.
#[derive(Clone, Debug, Default)]
struct WaitingPlace {
    place: Place,
    /// The place of the body of the message, which most refusals are about.
    body: Place,
    pointer: Pointer,
    /// The document of the message. A saved state does not have it.
    document: Option<Arc<OwnedInput>>,
}

impl WaitingPlace {
    fn of(input: &Input<'_>, pointer: Pointer, document: Arc<OwnedInput>) -> Self {
        let mut members = token::children(input.value(&pointer).unwrap_or_default());
        let body = members.find(|member| member.text.starts_with('{')).and_then(|member| member.name);
        let at_body = body.map(|name| input.at(&pointer.member(&token::name(name))));
        let place = input.at(&pointer);
        Self { body: at_body.unwrap_or_else(|| place.clone()), place, pointer, document: Some(document) }
    }

    /// Returns the place of a part of a refusal without the document.
    fn place_of(&self, refusal: &Refusal) -> &Place {
        if *refusal.pointer() == self.pointer { &self.place } else { &self.body }
    }

    /// Gives each part of a refusal its place.
    fn placed_refusals(&self, refusal: Refusal) -> Vec<(Place, Refusal)> {
        let refusal = refusal.below(&self.pointer);
        match &self.document {
            Some(document) => placed_refusals(&document.input(), refusal),
            None => {
                refusal.into_each().into_iter().map(|each| (self.place_of(&each).clone(), each)).collect()
            }
        }
    }
}

impl TextDirection {
    pub(super) fn new(from: DialectOrProtocol, to: DialectOrProtocol, options: &TranslateOptions) -> Self {
        Self {
            from,
            to,
            type_name: options.type_name,
            strict: options.strict,
            envelope: options.envelope,
            opener: Opener::default(),
            repairer: Repairer::new(from.a2ui_version()),
            waiting: BTreeMap::new(),
        }
    }

    /// Saves the state that another direction needs to continue.
    pub(super) fn save(&self) -> SavedDirection {
        let number = |number| u64::try_from(number).unwrap_or(u64::MAX);
        let waiting = |(input, WaitingPlace { place, body, pointer, .. }): (&u64, &WaitingPlace)| {
            let [line, column] = [place.line, place.column].map(number);
            let [body_line, body_column] = [body.line, body.column].map(number);
            WaitingMessage::new(*input, line, column, body_line, body_column, pointer.clone())
        };
        let waiting: Vec<_> = self.waiting.iter().map(waiting).collect();
        SavedDirection::new(&self.repairer, waiting)
    }

    /// Continues from a saved state.
    ///
    /// # Errors
    /// Refuses if the state names a version of A2UI that this crate does not know.
    pub(super) fn resume(&mut self, saved: SavedDirection) -> Result<(), Refusal> {
        let SavedDirection { repairer, waiting, .. } = saved;
        let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
        let place = |line, column| Place { file: None, line: number(line), column: number(column) };
        let waiting_place = |waiting: WaitingMessage| {
            let WaitingMessage { input, line, column, body_line, body_column, pointer, .. } = waiting;
            let (place, body) = (place(line, column), place(body_line, body_column));
            (input, WaitingPlace { place, body, pointer, document: None })
        };
        self.repairer = repairer.resume(Repairer::new(self.from.a2ui_version()))?;
        self.waiting = wire::collect_map(waiting.into_iter().map(waiting_place));
        Ok(())
    }

    /// Translates the next messages: one, a JSON list, or JSON Lines.
    pub(super) fn push(
        &mut self,
        engine: &mut impl Engine,
        text: &str,
        carry: Option<&str>,
    ) -> Result<Translation, Box<Diagnostic>> {
        let carries = carry.map(Carries::read).transpose().map_err(|refusal| about_call(&refusal))?;
        let TextDocuments { documents, notices } = TextDocuments::of(text, Some(self.from), !self.envelope);
        let from = self.from;
        let mut push = Push {
            direction: self,
            engine,
            made: Translation::default(),
            read: Vec::new(),
            documents: Vec::new(),
            has_carry: carries.is_some(),
        };
        push.made
            .findings
            .extend(notices.iter().map(|(place, finding)| Diagnostic::of_finding(place, finding)));
        for document in &documents {
            each_readable(&mut push, from, &document.input(), Push::read, Push::unreadable);
        }
        push.translate(carries)
    }

    /// Returns the messages that waited for the end of the session, and refuses the incomplete ones.
    pub(super) fn finish(&mut self, engine: &mut impl Engine) -> Translation {
        let mut made = Translation::default();
        if !engine.translator().is_stateless() {
            let outputs = engine.finish();
            self.write(outputs, &mut made, None);
        }
        made
    }

    /// Adds outputs to the result. `here` is the message that was pushed last, with its document.
    fn write(&mut self, outputs: Outputs, made: &mut Translation, here: Option<(u64, &Input<'_>, &Pointer)>) {
        let mut refusals = outputs.refusals;
        for output in outputs.outputs {
            let Output { input, message, carry, mut notes, .. } = output;
            let text = message_text(message, self.type_name, &mut notes).map_err(Refusal::from);
            match text {
                Ok(text) => {
                    let message = Some(made.messages.len());
                    made.messages.push(wire::without_layout(&text).into_owned());
                    made.carries.push(carry);
                    made.notes.extend(notes.into_iter().map(|note| MessageNote { message, note }));
                }
                Err(refusal) => refusals.push((input, refusal)),
            }
        }
        made.notes.extend(outputs.notes.into_iter().map(|note| MessageNote { message: None, note }));
        for (number, refusal) in refusals {
            let placed = match here.filter(|(here, ..)| *here == number) {
                Some((_, input, pointer)) => placed_refusals(input, refusal.below(pointer)),
                None => self.waiting.get(&number).cloned().unwrap_or_default().placed_refusals(refusal),
            };
            let of_refusal = |(place, refusal): (Place, Refusal)| Diagnostic::of_refusal(&place, &refusal);
            made.refusals.extend(placed.into_iter().map(of_refusal));
        }
    }

    fn hint_context(&self) -> HintContext {
        HintContext {
            from: self.from,
            by: "set `from` to `",
            opens: if self.envelope {
                ""
            } else {
                "pass its `value` as the message and its `carry` as the carry"
            },
        }
    }
}

/// The translation of one text.
struct Push<'t, E> {
    direction: &'t mut TextDirection,
    engine: &'t mut E,
    made: Translation,
    /// The documents, and the messages of each by its index.
    documents: Vec<ReadDocument>,
    read: Vec<(usize, CarriedMessage)>,
    /// `true` if the carry of the messages was passed.
    has_carry: bool,
}

/// A document whose messages were read.
struct ReadDocument {
    document: Arc<OwnedInput>,
    /// The number of messages that cannot be read and are not listed.
    omitted: Option<PlacedFinding>,
}

/// The diagnostics about one document, up to the limit.
#[derive(Default)]
struct DiagnosticLimit(FindingLimit);

impl DiagnosticLimit {
    /// Adds a diagnostic, or counts it.
    fn add(&mut self, diagnostic: Diagnostic, to: &mut Vec<Diagnostic>) {
        let Diagnostic { place, pointer, rule, severity, count, .. } = &diagnostic;
        if self.0.keeps_report(place, pointer, rule, *severity, *count) {
            to.push(diagnostic);
        }
    }

    /// Adds the numbers of omitted diagnostics.
    fn finish(self, to: &mut Vec<Diagnostic>) {
        to.extend(self.0.finish().map(|(place, finding)| Diagnostic::of_finding(&place, &finding)));
    }
}

/// A message that was read, with the carry of its envelope; `None` if it has no envelope.
struct CarriedMessage {
    read: ReadMessage,
    carry: Option<Carry>,
}

impl<E: Engine> Push<'_, E> {
    /// Reads the messages of a document.
    fn read(&mut self, input: &Input<'_>) -> Result<(), DecodeError> {
        let TextDirection { from, to, type_name, strict, envelope, opener, repairer, .. } =
            &mut *self.direction;
        input.announce_to(repairer);
        let text = input.text.clone()?;
        let opened = match if *envelope { opener.open(text)? } else { Ok(Envelope::of(text)) } {
            Ok(opened) => opened,
            Err(refusal) => {
                let place = input.at(refusal.pointer());
                self.made.refusals.push(Diagnostic::of_refusal(&place, &refusal));
                return Ok(());
            }
        };
        let Envelope { value, carry, place } = opened;
        let translator = self.engine.translator();
        let has_carry = self.has_carry || !place.is_root() || translator.has_embedded_carry(value);
        let options = ReadOptions { from: *from, to: *to, type_name: *type_name, strict: *strict, has_carry };
        let mut reader = Reader::new(options, translator.context(), input, repairer);
        let messages = reader.read(value, &place);
        let reports = SortedReports::from(reader.take_reports());
        let omitted = reader.take_omitted();
        let mut limit = DiagnosticLimit::default();
        reports.findings.into_iter().for_each(|finding| limit.add(finding, &mut self.made.findings));
        limit.finish(&mut self.made.findings);
        self.made.refusals.extend(reports.refusals);
        let is_bare = place.is_root();
        let messages =
            messages.map_err(|error| if is_bare { error } else { envelope::error_of(text, error) })?;
        let document = self.documents.len();
        self.read.extend(messages.map(|read| {
            let read = ReadMessage { place: place.join(&read.place), ..read };
            (document, CarriedMessage { read, carry: (!is_bare).then(|| carry.clone()) })
        }));
        let document = Arc::new(OwnedInput::new(input.start.clone(), Ok(text.to_owned())));
        self.documents.push(ReadDocument { document, omitted });
        Ok(())
    }

    fn unreadable(&mut self, part: &Input<'_>, error: DecodeError) {
        let (place, refusal) = (part.fault(&error), Refusal::from(part.with_document_start(error)));
        self.made.refusals.push(Diagnostic::of_refusal(&place, &refusal));
    }

    /// Translates the messages that were read.
    fn translate(self, carries: Option<Carries>) -> Result<Translation, Box<Diagnostic>> {
        let Self { direction, engine, mut made, documents, read: messages, .. } = self;
        let mut carries = match carries {
            Some(Carries::Each(carries)) if carries.len() != messages.len() => {
                return Err(about_call(&wrong_count(carries.len(), messages.len())));
            }
            carries => carries.unwrap_or(Carries::One(Carry::default())),
        };
        let mut messages = messages.into_iter().peekable();
        for (index, ReadDocument { document, omitted }) in documents.into_iter().enumerate() {
            let input = &document.input();
            let (mut skips, mut refusals) = (DiagnosticLimit::default(), DiagnosticLimit::default());
            while let Some((_, CarriedMessage { read, carry })) = messages.next_if(|(of, _)| *of == index) {
                let beside = carries.next();
                let carry = carry.unwrap_or(beside);
                let place = read.place.clone();
                let number = engine.translator().next_input();
                let strict = direction.strict;
                match push_message(read, number, strict, |message| engine.push(message, carry)) {
                    Ok(outputs) => {
                        if !outputs.outputs.iter().any(|output| output.input == number) {
                            let waiting = WaitingPlace::of(input, place.clone(), Arc::clone(&document));
                            direction.waiting.insert(number, waiting);
                        }
                        direction.write(outputs, &mut made, Some((number, input, &place)));
                    }
                    Err(refusal) => {
                        if let Some(finding) = skipped(&refusal, &place).filter(|_| !strict) {
                            let skip = Diagnostic::of_finding(&input.at(&place), &finding);
                            skips.add(skip, &mut made.findings);
                            continue;
                        }
                        let refusal =
                            direction.hint_context().with_hint(refusal.below(&place), input, &place);
                        for (place, refusal) in placed_refusals(input, refusal) {
                            refusals.add(Diagnostic::of_refusal(&place, &refusal), &mut made.refusals);
                        }
                    }
                }
            }
            if let Some((place, finding)) = omitted {
                refusals.add(Diagnostic::of_finding(&place, &finding), &mut made.refusals);
            }
            skips.finish(&mut made.findings);
            refusals.finish(&mut made.refusals);
        }
        if !direction.waiting.is_empty() {
            let waiting = engine.translator().waiting_inputs();
            direction.waiting.retain(|number, _| waiting.contains(number));
        }
        Ok(made)
    }
}

/// Returns the notice about a message that has no counterpart by design, and is skipped.
fn skipped(refusal: &Refusal, at: &Pointer) -> Option<Finding> {
    if refusal.rule() == AnyMessage::UNSUPPORTED_ITEM {
        let finding = Finding::info(AnyMessage::UNSUPPORTED_ITEM, at.clone(), refusal.message());
        return Some(finding.hint("the item is skipped; `options.strict` refuses it"));
    }
    let reason = SkipReason::of_rule(refusal.rule())?;
    let mut finding = Finding::info(reason.rule, at.clone(), reason.one);
    finding.severity = reason.severity;
    Some(finding.hint(reason.hint))
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
        let read = |text: &str| Carry::read(text).ok_or_else(unreadable_carry);
        if !text.trim_start().starts_with('[') {
            return read(payload.text()).map(Self::One);
        }
        let carries: Result<Vec<Carry>, Refusal> =
            payload.elements().map(|carry| read(carry.text())).collect();
        Ok(Self::Each(carries?.into_iter()))
    }

    /// Returns the carry of the next message.
    fn next(&mut self) -> Carry {
        match self {
            Self::One(carry) => carry.clone(),
            Self::Each(carries) => carries.next().unwrap_or_default(),
        }
    }
}

fn unreadable_carry() -> Refusal {
    Refusal::rule_broken("carry/unreadable", Pointer::root(), "the carry cannot be read")
        .hint("pass the carry of the earlier translation unchanged")
}

fn wrong_count(carries: usize, messages: usize) -> Refusal {
    let message = format!("the carry belongs to {carries} messages, but the text contains {messages}");
    Refusal::rule_broken("carry/count", Pointer::root(), message)
        .hint("pass the messages of one translation together with its carry")
}
