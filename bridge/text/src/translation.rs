//! The translation of texts.

use crate::{
    context::ContextFields,
    diagnostic::{Diagnostic, SortedReports, about_call},
    documents::{TextDocuments, each_readable},
    input::{Input, OwnedInput},
    message::{ReadMessage, ReadOptions, Reader},
    message_type::MessageType,
    mistake_hints::{self, HintContext},
    place::Place,
    protocol::{SkipReason, outside},
};
use bridge::{
    AnyMessage, Carry, CarryPolicy, Context, DialectOrProtocol, LossPolicy, Note, Output, Outputs, Refusal,
    RequestedOutputs, SavedTranslator, SealKey, Translator, Trust, a2ui::repair::Repairer,
};
use std::{collections::BTreeMap, vec};
use wire::{DecodeError, EncodeError, Finding, Payload, Pointer, Wire, Writer};

/// The settings of a translation.
///
/// ```
/// use agent_ui_text::{TranslateOptions, translate};
///
/// let options = TranslateOptions { context: agent_ui_text::context(r#"{"canvasFile":"shop.html"}"#)?, ..Default::default() };
/// let event = r#"{"type":"signal.action","name":"buy","element":{"id":"b"}}"#;
/// let _ = translate(event, "actions-json".parse()?, "aap".parse()?, options, None)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TranslateOptions {
    /// The values that no message contains: clock, routes, manifest, surfaces.
    pub context: Context,
    /// `true` if messages that would lose data are refused. Data in the carry is not lost.
    pub strict: bool,
    /// `true` if carries are stored inside the translated messages.
    pub embed: bool,
    /// `true` if carries inside messages are trusted without a seal.
    pub trust_embedded: bool,
    /// `true` if ids of components are written as identifiers, which strict clients of A2UI 1.0 require.
    pub escape_ids: bool,
    /// The key that seals the carries. Only carries that it has sealed are trusted.
    pub carry_key: Option<SealKey>,
    /// The type of the messages of AAP or AHP, if it is not the usual one.
    pub type_name: Option<MessageType>,
}

impl TranslateOptions {
    fn translator(&self, translator: Translator) -> Translator {
        let mut translator = translator.request(RequestedOutputs { carry: true, notes: true });
        if self.escape_ids {
            translator = translator.escape_ids();
        }
        if self.strict {
            translator = translator.loss_policy(LossPolicy::RefuseUnlessCarried);
        }
        if self.embed {
            translator = translator.embed();
        }
        if self.trust_embedded {
            translator =
                translator.trust(Trust { separate: CarryPolicy::Accept, embedded: CarryPolicy::Accept });
        }
        if let Some(key) = &self.carry_key {
            let sealed = || CarryPolicy::Sealed(key.clone());
            translator = translator.seal(key.clone()).trust(Trust { separate: sealed(), embedded: sealed() });
        }
        translator
    }
}

/// The result of a translation.
#[derive(Clone, Debug, Default)]
#[must_use = "the notes say what was lost, and the refusals what was not translated"]
#[non_exhaustive]
pub struct Translation {
    /// The translated messages in order, each one line of JSON.
    pub messages: Vec<String>,
    /// The fields that each message cannot hold, in the order of the messages. [`Translation::carry`] writes them.
    pub carries: Vec<Carry>,
    /// The notes about all fields of the source.
    pub notes: Vec<MessageNote>,
    /// The repairs of the source, and its members that are probably misspelt.
    pub findings: Vec<Diagnostic>,
    /// The messages that were refused. The others are translated nevertheless.
    pub refusals: Vec<Diagnostic>,
}

impl Translation {
    /// Writes the carries as a JSON list, one for each message. Pass it to the translation back together with the messages.
    ///
    /// # Errors
    /// Returns an error if a carry nests too deep to be written.
    pub fn carry(&self) -> Result<String, EncodeError> {
        let mut writer = Writer::new();
        writer.open_array();
        for carry in &self.carries {
            writer.element();
            carry.write(&mut writer);
        }
        writer.close_array();
        Ok(wire::without_layout(&writer.finish()?).into_owned())
    }
}

/// A note about a field, with the message that holds it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MessageNote {
    /// The index in [`Translation::messages`] of the result that the note is about; `None` if the message has no result.
    pub message: Option<usize>,
    /// The note. Its `input` counts the messages that were accepted, from 0.
    pub note: Note,
}

impl MessageNote {
    /// Writes the note as a JSON object: `{"message":0,"input":0,"verdict":"renamed","rule":"…","from":"/a","to":"/b"}`.
    ///
    /// # Errors
    /// Returns an error if the note cannot be written.
    pub fn json(&self) -> Result<String, EncodeError> {
        let mut writer = Writer::new();
        writer.open_object();
        let message = self.message.and_then(|message| u64::try_from(message).ok());
        for (name, number) in [("message", message), ("input", Some(self.note.input))] {
            if let Some(number) = number {
                writer.name(name);
                number.write(&mut writer);
            }
        }
        crate::envelope::write_note_members(&self.note, &mut writer);
        writer.close_object();
        writer.finish()
    }
}

/// Translates a text: one message, a JSON list of messages, or JSON Lines.
///
/// The messages are those of one sequence: a message of A2UI may depend on an earlier one. `carry` is the text that
/// [`Translation::carry`] wrote for these messages, or one carry for all of them.
///
/// # Errors
/// Returns an error if the two protocols cannot be translated, or the carry cannot be read. A message that cannot be
/// translated is among the [refusals](Translation::refusals) of the result.
///
/// ```
/// use agent_ui_text::translate;
///
/// let click = r#"{"id":"1","timestamp":"2026-05-18T15:30:00Z","canvasFile":"p.html","action":"click","summary":"Save"}"#;
/// let there = translate(click, "aap".parse()?, "a2ui@0.9".parse()?, Default::default(), None)?;
/// let (text, carry) = (there.messages.join("\n"), there.carry()?);
/// let back = translate(&text, "a2ui@0.9".parse()?, "aap".parse()?, Default::default(), Some(&carry))?;
/// assert_eq!(back.messages, [click]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn translate(
    text: &str,
    from: DialectOrProtocol,
    to: DialectOrProtocol,
    options: TranslateOptions,
    carry: Option<&str>,
) -> Result<Translation, Box<Diagnostic>> {
    let mut translator = TextTranslator::new(from, to, options)?;
    let mut translation = translator.push(text, carry)?;
    let ending = translator.finish();
    let before = translation.messages.len();
    translation.messages.extend(ending.messages);
    translation.carries.extend(ending.carries);
    let shift = |note: MessageNote| MessageNote { message: note.message.map(|at| at + before), ..note };
    translation.notes.extend(ending.notes.into_iter().map(shift));
    translation.findings.extend(ending.findings);
    translation.refusals.extend(ending.refusals);
    Ok(translation)
}

/// A translator of the texts of one session.
///
/// ```
/// use agent_ui_text::TextTranslator;
///
/// let mut translator = TextTranslator::new("a2ui@0.9".parse()?, "a2ui@1.0".parse()?, Default::default())?;
/// let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
/// assert_eq!(translator.push(create, None)?.messages.len(), 1);
///
/// let saved = translator.save()?;
/// let mut resumed = TextTranslator::resume(&saved, Default::default())?;
/// let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[]}}"#;
/// assert_eq!(resumed.push(update, None)?.messages.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextTranslator {
    from: DialectOrProtocol,
    to: DialectOrProtocol,
    type_name: Option<MessageType>,
    strict: bool,
    translator: Translator,
    repairer: Repairer,
    /// The places of messages whose result is pending, by number.
    waiting: BTreeMap<u64, (Place, Pointer)>,
}

impl TextTranslator {
    /// Creates a translator between two protocols.
    ///
    /// # Errors
    /// Returns an error if no message of the one can be translated into the other.
    pub fn new(
        from: DialectOrProtocol,
        to: DialectOrProtocol,
        mut options: TranslateOptions,
    ) -> Result<Self, Box<Diagnostic>> {
        let context = std::mem::take(&mut options.context);
        let translator = Translator::new(from, to, context).map_err(|refusal| about_call(&refusal))?;
        Ok(Self::with(translator, from, to, &options))
    }

    fn with(
        translator: Translator,
        from: DialectOrProtocol,
        to: DialectOrProtocol,
        options: &TranslateOptions,
    ) -> Self {
        Self {
            from,
            to,
            type_name: options.type_name,
            strict: options.strict,
            translator: options.translator(translator),
            repairer: Repairer::new(from.a2ui_version()),
            waiting: BTreeMap::new(),
        }
    }

    /// Translates the next messages: one, a JSON list, or JSON Lines. `carry` is the text that [`Translation::carry`] wrote
    /// for these messages, or one carry for all of them. A message that completes an earlier one returns the results of both.
    ///
    /// # Errors
    /// Returns an error if the carry cannot be read. No message is translated then.
    pub fn push(&mut self, text: &str, carry: Option<&str>) -> Result<Translation, Box<Diagnostic>> {
        let carries = carry.map(Carries::read).transpose().map_err(|refusal| about_call(&refusal))?;
        let TextDocuments { documents, notices } = TextDocuments::of(text, Some(self.from), true);
        let mut push =
            Push { translator: self, made: Translation::default(), read: Vec::new(), documents: Vec::new() };
        push.made
            .findings
            .extend(notices.iter().map(|(place, finding)| Diagnostic::of_finding(place, finding)));
        let from = push.translator.from;
        for document in &documents {
            each_readable(&mut push, from, &document.input(), Push::read, Push::unreadable);
        }
        push.translate(carries)
    }

    /// Returns the messages that waited for the end of the session, and refuses the incomplete ones.
    pub fn finish(&mut self) -> Translation {
        let mut made = Translation::default();
        if !self.translator.is_stateless() {
            let outputs = self.translator.finish();
            self.write(outputs, &mut made, None);
        }
        made
    }

    /// Saves the state that another translator needs to continue, as JSON. The options are not saved.
    ///
    /// # Errors
    /// Returns an error if a message in the state nests too deep to be written.
    pub fn save(&self) -> Result<String, Box<Diagnostic>> {
        wire::encode(&self.translator.save()).map_err(|error| about_call(&Refusal::from(error)))
    }

    /// Continues from a state that [`TextTranslator::save`] wrote, with new options.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read.
    pub fn resume(saved: &str, mut options: TranslateOptions) -> Result<Self, Box<Diagnostic>> {
        let unreadable = |error: DecodeError| {
            let hint = "pass the text that `save` returned";
            about_call(&Refusal::from(error).hint(hint))
        };
        let saved: SavedTranslator = wire::decode_any_depth(saved).map_err(unreadable)?;
        let context = std::mem::take(&mut options.context);
        let translator = Translator::resume(saved, context).map_err(|refusal| about_call(&refusal))?;
        let (from, to) = translator.ends();
        Ok(Self::with(translator, from, to, &options))
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
            match here.filter(|(here, ..)| *here == number) {
                Some((_, input, pointer)) => {
                    let placed = placed_refusals(input, refusal.below(pointer)).into_iter();
                    made.refusals
                        .extend(placed.map(|(place, refusal)| Diagnostic::of_refusal(&place, &refusal)));
                }
                None => {
                    let (place, pointer) = self.waiting.get(&number).cloned().unwrap_or_default();
                    let each = refusal.below(&pointer).into_each().into_iter();
                    made.refusals.extend(each.map(|refusal| Diagnostic::of_refusal(&place, &refusal)));
                }
            }
        }
    }

    fn hint_context(&self) -> HintContext {
        HintContext {
            from: self.from,
            by: "from",
            opens: "pass its `value` as the message and its `carry` as the carry",
        }
    }
}

/// The translation of one text.
struct Push<'t> {
    translator: &'t mut TextTranslator,
    made: Translation,
    /// The documents, and the messages of each by its index.
    documents: Vec<OwnedInput>,
    read: Vec<(usize, ReadMessage)>,
}

impl Push<'_> {
    /// Reads the messages of a document.
    fn read(&mut self, input: &Input<'_>) -> Result<(), DecodeError> {
        let TextTranslator { from, to, type_name, strict, translator, repairer, .. } = &mut *self.translator;
        input.announce_to(repairer);
        let text = input.text.clone()?;
        let options = ReadOptions { from: *from, to: *to, type_name: *type_name, strict: *strict };
        let mut reader = Reader::new(options, translator.context(), input, repairer);
        let messages = reader.read(text, &Pointer::root());
        let reports = SortedReports::from(reader.take_reports());
        self.made.findings.extend(reports.findings);
        self.made.refusals.extend(reports.refusals);
        let document = self.documents.len();
        self.read.extend(messages?.map(|read| (document, read)));
        self.documents.push(OwnedInput::new(input.start.clone(), Ok(text.to_owned())));
        Ok(())
    }

    fn unreadable(&mut self, part: &Input<'_>, error: DecodeError) {
        let (place, refusal) = (part.fault(&error), Refusal::from(part.with_document_start(error)));
        self.made.refusals.push(Diagnostic::of_refusal(&place, &refusal));
    }

    /// Translates the messages that were read.
    fn translate(mut self, carries: Option<Carries>) -> Result<Translation, Box<Diagnostic>> {
        let mut carries = match carries {
            Some(Carries::Each(carries)) if carries.len() != self.read.len() => {
                return Err(about_call(&wrong_count(carries.len(), self.read.len())));
            }
            carries => carries.unwrap_or(Carries::One(Carry::default())),
        };
        let inputs: Vec<Input<'_>> = self.documents.iter().map(OwnedInput::input).collect();
        for (document, read) in std::mem::take(&mut self.read) {
            let carry = carries.next();
            let Some(input) = inputs.get(document) else { continue };
            let place = read.place.clone();
            let translator = &mut *self.translator;
            let number = translator.translator.next_input();
            let strict = translator.strict;
            match push_message(read, number, strict, |message| translator.translator.push(message, carry)) {
                Ok(outputs) => {
                    if !outputs.outputs.iter().any(|output| output.input == number) {
                        translator.waiting.insert(number, (input.at(&place), place.clone()));
                    }
                    translator.write(outputs, &mut self.made, Some((number, input, &place)));
                }
                Err(refusal) => {
                    if let Some(finding) = skipped(&refusal, &place).filter(|_| !strict) {
                        self.made.findings.push(Diagnostic::of_finding(&input.at(&place), &finding));
                        continue;
                    }
                    let refusal = translator.hint_context().with_hint(refusal.below(&place), input, &place);
                    let placed = placed_refusals(input, refusal).into_iter();
                    let placed = placed.map(|(place, refusal)| Diagnostic::of_refusal(&place, &refusal));
                    self.made.refusals.extend(placed);
                }
            }
        }
        if !self.translator.waiting.is_empty() {
            let waiting = self.translator.translator.waiting_inputs();
            self.translator.waiting.retain(|number, _| waiting.contains(number));
        }
        Ok(self.made)
    }
}

/// Translates a message that was read with the function `push`. The notes about reading it precede the others, and pointers
/// are those of the document.
///
/// # Errors
/// Returns the refusal of the message; its pointers are relative to the message.
pub fn push_message(
    read: ReadMessage,
    number: u64,
    strict: bool,
    push: impl FnOnce(AnyMessage) -> Result<Outputs, Refusal>,
) -> Result<Outputs, Refusal> {
    let ReadMessage { result, notes, within, .. } = read;
    let message = result.and_then(|message| {
        // A message that lost data when it was read is refused, too.
        let losses = Refusal::losses(notes.iter().filter(|_| strict), false);
        losses.map_or(Ok(message), |losses| Err(losses.hint("correct the record, or omit --strict")))
    });
    match message.and_then(push) {
        Ok(mut outputs) => {
            prepend_read_notes(&mut outputs, number, notes);
            place_notes_outside(&mut outputs, number, within);
            Ok(outputs)
        }
        Err(refusal) => Err(refusal.with_places(&|pointer| outside(within, pointer))),
    }
}

/// Inserts the notes about reading a message before those about its translation.
fn prepend_read_notes(made: &mut Outputs, number: u64, mut notes: Vec<Note>) {
    notes.iter_mut().for_each(|note| note.input = number);
    match made.outputs.iter_mut().find(|output| output.input == number) {
        Some(output) if !notes.is_empty() => output.notes.splice(0..0, notes).for_each(drop),
        _ => made.notes.extend(notes),
    }
}

/// Converts the pointers of notes about a wrapped message into pointers of its document.
fn place_notes_outside(made: &mut Outputs, number: u64, within: &str) {
    if within.is_empty() {
        return;
    }
    let notes = made.outputs.iter_mut().flat_map(|output| &mut output.notes).chain(&mut made.notes);
    for note in notes.filter(|note| note.input == number) {
        note.from = outside(within, &note.from);
    }
}

/// Encodes a message, for AAP as the requested type.
///
/// # Errors
/// Returns an error if the message cannot be written.
pub fn message_text(
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
pub fn placed_refusals(input: &Input<'_>, refusal: Refusal) -> Vec<(Place, Refusal)> {
    let placed = |refusal: Refusal| {
        let place = input.fault_at(refusal.rule(), refusal.pointer());
        (place, mistake_hints::loss_of_absent_member(refusal, input))
    };
    refusal.into_each().into_iter().map(placed).collect()
}

/// Returns the notice about a message that has no counterpart by design, and is skipped.
fn skipped(refusal: &Refusal, at: &Pointer) -> Option<Finding> {
    if refusal.rule() == AnyMessage::UNSUPPORTED_ITEM {
        let finding = Finding::info(AnyMessage::UNSUPPORTED_ITEM, at.clone(), refusal.message());
        return Some(finding.hint("the item is skipped; `strict` refuses it"));
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

/// Reads the context of a translation from JSON. [`ContextFields`] describes its members.
///
/// # Errors
/// Returns an error if a member cannot be read.
pub fn context(json: &str) -> Result<Context, Box<Diagnostic>> {
    let fields: ContextFields = wire::decode(json).map_err(|error| about_call(&Refusal::from(error)))?;
    fields.read().map_err(|refusal| about_call(&refusal))
}
