//! Translation of the messages of documents into output lines, shared by `convert`, `pipe`, `explain`, `show` and
//! `serve`.

use crate::{
    args::{self, TranslationArguments},
    context, descriptor,
    envelope::{self, Envelope, Envelopes, Opener, OutputLine},
    exit::Exit,
    explanation::{self, ExplainForm, Explanation, VerdictCounts},
    flag_file,
    input::{Input, Inputs, OwnedInput},
    loss_count::LostField,
    message::{ReadOptions, Reader},
    mistake_hints::HintContext,
    place::Place,
    protocol::SkipReason,
    recover,
    report::Report,
    run_totals::RunTotals,
    split_sessions::{self, SplitSessions},
};
use agent_ui_text::{
    MessageType,
    translation::{message_text, placed_refusals, push_message},
};
use bridge::{
    AnyMessage, Bridge, Carry, CarryPolicy, Context, Dialect, DialectOrProtocol, Family, LossPolicy, Note,
    Output, Outputs, Protocol, Refusal, RefusalKind, RequestedOutputs, SealKey, Translator, Trust,
    a2ui::repair::Repairer, route,
};
use std::{borrow::Cow, collections::BTreeMap, path::Path, rc::Rc};
use wire::{DecodeError, Finding, Payload, Pointer, token};

/// The number of remembered places after which those no longer needed are removed.
const PLACES: usize = 1024;

pub(crate) fn check(arguments: &TranslationArguments) -> Result<(), Exit> {
    let (from, to) = (arguments.from.protocol(), arguments.to.protocol());
    let fits = match arguments.type_name {
        None => true,
        Some(MessageType::CanvasState) => (from, to) == (Protocol::Ahp, Protocol::Ahp),
        Some(_) => from == Protocol::Aap || to == Protocol::Aap,
    };
    if !fits {
        let message = "--type: Interaction, SubmitRequest and CanvasMessage require aap as source or target; CanvasState requires ahp as both";
        return Err(Exit::Usage(message.to_owned()));
    }
    check_target(arguments)?;
    check_context_flags(&arguments.context, arguments.from, &[arguments.to])
}

/// Refuses a target that is the protocol of the input. With carries, `a2ui` may mean another version than the input has.
fn check_target(arguments: &TranslationArguments) -> Result<(), Exit> {
    let TranslationArguments { from, to, .. } = arguments;
    let has_carries = arguments.envelope || arguments.trust_embedded || arguments.carry_key.is_some();
    if from != to || (to.protocol() == Protocol::A2ui && !to.exact && has_carries) {
        return Ok(());
    }
    let is_other = |dialect: &&Dialect| dialect.protocol() == to.protocol() && **dialect != to.dialect;
    let other = match Dialect::ALL.iter().rev().find(is_other) {
        Some(other) => format!("another one, as in `--to {other}`"),
        None => "another one".to_owned(),
    };
    Err(Exit::Usage(format!(
        "--to {to}: this is also the protocol of the input; name {other}, or rewrite the messages with `agent-ui decode {from}`"
    )))
}

/// Refuses context flags that have no effect on any route from `from` to one of `to`. The first target is named in the
/// error.
pub(crate) fn check_context_flags(
    context: &args::Context,
    from: DialectOrProtocol,
    to: &[DialectOrProtocol],
) -> Result<(), Exit> {
    let is_click = |a: Dialect, b: Dialect| {
        matches!(
            (a.protocol(), b.protocol()),
            (Protocol::Aap, Protocol::A2ui) | (Protocol::A2ui, Protocol::Aap)
        )
    };
    let is_naming =
        |a, b| matches!((a, b), (Dialect::A2ui0_8, Dialect::A2ui0_9) | (Dialect::A2ui0_9, Dialect::A2ui0_8));
    let is_served = |a, b| {
        matches!((a, b), (Dialect::AhpCanvas, Dialect::Ahp1_0) | (Dialect::Ahp1_0, Dialect::AhpCanvas))
    };
    let unused = |flag: &str, applies: &str| {
        let to = to.first().map(DialectOrProtocol::to_string).unwrap_or_default();
        Err(Exit::Usage(format!("{flag}: it has no effect from {from} to {to}, {applies}; remove it")))
    };
    let has_step =
        |is_it: &dyn Fn(Dialect, Dialect) -> bool| to.iter().any(|to| self::has_step(from, *to, is_it));
    let args::Context { routes, surface, base_url, .. } = context;
    if routes.is_some() && !has_step(&is_click) {
        return unused("--routes", "only between aap and a2ui");
    }
    if surface.is_some() && !has_step(&|a, b| is_click(a, b) || is_naming(a, b)) {
        return unused("--surface", "only between aap and a2ui, and between a2ui@0.8 and other versions");
    }
    if base_url.is_some() && !has_step(&is_served) {
        return unused("--base-url", "only to and from ahp@1.0");
    }
    Ok(())
}

/// Returns `true` if a route between the two contains such a step.
fn has_step(
    from: DialectOrProtocol,
    to: DialectOrProtocol,
    is_it: &dyn Fn(Dialect, Dialect) -> bool,
) -> bool {
    let dialects = |named: DialectOrProtocol| {
        let is_meant = move |dialect: &Dialect| match named.exact {
            true => *dialect == named.dialect,
            false => dialect.protocol() == named.protocol(),
        };
        Dialect::ALL.iter().copied().filter(is_meant)
    };
    let pairs = dialects(from).flat_map(|from| dialects(to).map(move |to| (from, to)));
    let mut routes = pairs.flat_map(|(from, to)| Family::ALL.map(|family| route(from, to, family)));
    routes.any(|route| route.iter().zip(route.iter().skip(1)).any(|(a, b)| is_it(*a, *b)))
}

/// Creates the translator for the command line.
pub(crate) fn translator(arguments: &TranslationArguments, report: &mut Report) -> Result<Translator, Exit> {
    translator_in(arguments, context::read(&arguments.context, report)?)
}

/// Creates the translator for the command line in a given context.
pub(crate) fn translator_in(arguments: &TranslationArguments, cx: Context) -> Result<Translator, Exit> {
    let TranslationArguments { from, to, .. } = arguments;
    let usage = |refusal: Refusal| Exit::Usage(format!("{}: {}", refusal.message(), refusal.hint_text()));
    let mut translator = Translator::new(*from, *to, cx).map_err(usage)?;
    let keeps_carry = arguments.envelope || arguments.embed;
    let notes = arguments.notes || arguments.lost || arguments.envelope || !arguments.quiet;
    translator = translator.request(RequestedOutputs { carry: keeps_carry, notes });
    if arguments.escape_ids {
        translator = translator.escape_ids();
    }
    if arguments.strict {
        translator = translator.loss_policy(if keeps_carry {
            LossPolicy::RefuseUnlessCarried
        } else {
            LossPolicy::Refuse
        });
    }
    if arguments.embed {
        translator = translator.embed();
    }
    if arguments.trust_embedded {
        translator = translator.trust(Trust { separate: CarryPolicy::Accept, embedded: CarryPolicy::Accept });
    }
    if let Some(path) = &arguments.carry_key {
        let key = carry_key(path)?;
        let (separate, embedded) = (CarryPolicy::Sealed(key.clone()), CarryPolicy::Sealed(key.clone()));
        translator = translator.seal(key).trust(Trust { separate, embedded });
    }
    Ok(translator)
}

/// Reads the key of `--carry-key` from a file, without a trailing line break.
pub(crate) fn carry_key(path: &Path) -> Result<SealKey, Exit> {
    let flag = "--carry-key";
    let wrong = |error: &dyn std::fmt::Display| Exit::Usage(format!("{flag} {}: {error}", path.display()));
    if path.is_dir() {
        return Err(flag_file::folder(flag, path));
    }
    let bytes = descriptor::read(path).map_err(|error| wrong(&error))?;
    let key = SealKey::new(bytes.trim_ascii_end());
    key.map_err(|error| wrong(&format_args!("{error}; write at least 16 random bytes to the file")))
}

/// A translator of messages in one direction.
pub(crate) trait MessageTranslator {
    /// Translates the message at `at` of its document.
    fn push(&mut self, message: AnyMessage, carry: Carry, at: &Pointer) -> Result<Outputs, Refusal>;

    /// Returns the outputs that waited for the end of the input.
    fn finish(&mut self) -> Outputs;

    /// Returns the translator of this direction.
    fn translator(&self) -> &Translator;
}

impl MessageTranslator for Translator {
    fn push(&mut self, message: AnyMessage, carry: Carry, _: &Pointer) -> Result<Outputs, Refusal> {
        Translator::push(self, message, carry)
    }

    fn finish(&mut self) -> Outputs {
        Translator::finish(self)
    }

    fn translator(&self) -> &Translator {
        self
    }
}

/// One direction of a bridge.
pub(crate) struct BridgeDirection<'a> {
    pub(crate) bridge: &'a mut Bridge,
    pub(crate) is_backward: bool,
}

impl MessageTranslator for BridgeDirection<'_> {
    fn push(&mut self, message: AnyMessage, carry: Carry, _: &Pointer) -> Result<Outputs, Refusal> {
        if self.is_backward {
            self.bridge.backward(message, carry)
        } else {
            self.bridge.forward(message, carry)
        }
    }

    fn finish(&mut self) -> Outputs {
        if self.is_backward { self.bridge.finish_backward() } else { self.bridge.finish_forward() }
    }

    fn translator(&self) -> &Translator {
        if self.is_backward { self.bridge.backward_translator() } else { self.bridge.forward_translator() }
    }
}

/// The form in which results are written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    /// One line per message.
    Lines,
    /// One line per message, with the number of its input document and its own number among the lines of that document.
    Numbered { document: u64, line: u64 },
    /// The origin of each member of the result.
    Explained(ExplainForm),
}

/// The message being translated: its number, its document, and its place there.
struct CurrentMessage<'a, 'i> {
    number: u64,
    input: &'a Input<'i>,
    pointer: Pointer,
}

impl CurrentMessage<'_, '_> {
    fn place(&self) -> Place {
        self.input.at(&self.pointer)
    }
}

/// The place of a message whose result is still pending.
struct WaitingMessage {
    document: Rc<OwnedInput>,
    pointer: Pointer,
}

impl WaitingMessage {
    fn place(&self) -> Place {
        self.document.input().at(&self.pointer)
    }
}

/// The translation of all messages of one direction.
pub(crate) struct Conversion<'a> {
    arguments: &'a TranslationArguments,
    pub(crate) layout: Layout,
    /// `true` for the backward direction.
    is_backward: bool,
    /// `true` if the results are shown on a page.
    is_shown: bool,
    /// The messages with pending results, by number.
    places: BTreeMap<u64, WaitingMessage>,
    /// The number of places after which those no longer needed are removed.
    enough: usize,
    opener: Opener,
    envelopes: Envelopes,
    /// The reader of A2UI messages, which remembers the versions of surfaces.
    pub(crate) repairer: Repairer,
    pub(crate) totals: RunTotals,
    /// The surfaces of the files that are read separately.
    split: SplitSessions,
    /// The verdicts of the explained fields.
    pub(crate) verdicts: VerdictCounts,
}

impl<'a> Conversion<'a> {
    pub(crate) fn new(arguments: &'a TranslationArguments) -> Self {
        Self {
            arguments,
            layout: Layout::Lines,
            is_backward: false,
            is_shown: false,
            places: BTreeMap::new(),
            enough: PLACES,
            opener: Opener::default(),
            envelopes: Envelopes::default(),
            repairer: Repairer::new(arguments.from.a2ui_version()),
            totals: RunTotals::default(),
            split: SplitSessions::default(),
            verdicts: VerdictCounts::default(),
        }
    }

    /// Begins a session in which no message depends on earlier ones.
    fn begin_session(&mut self, translator: &mut Translator) {
        self.forget();
        self.split.begin_session();
        if !translator.is_stateless() {
            translator.begin_session();
        }
    }

    /// Forgets the places and versions of earlier messages.
    pub(crate) fn forget(&mut self) {
        self.repairer = Repairer::new(self.arguments.from.a2ui_version());
        self.places.clear();
    }

    /// Creates the backward direction, whose results are written to the separate output of the report.
    pub(crate) fn back(arguments: &'a TranslationArguments) -> Self {
        Self { is_backward: true, ..Self::new(arguments) }
    }

    /// Creates the conversion of surfaces for a page.
    #[cfg(feature = "live")]
    pub(crate) fn to_page(arguments: &'a TranslationArguments) -> Self {
        Self { is_shown: true, ..Self::new(arguments) }
    }

    /// Translates all inputs, one session after the other.
    pub(crate) fn take_all(
        &mut self,
        translator: &mut Translator,
        inputs: &mut Inputs,
        report: &mut Report,
    ) -> Result<(), Exit> {
        self.split = SplitSessions::new(inputs.are_several_sessions());
        while inputs.next_session(report)? {
            self.begin_session(translator);
            while inputs.next(report)? {
                let Some(error) = self.take(translator, &inputs.last(), report)? else { continue };
                if !inputs.rewind_guess() {
                    self.take_parts(translator, &inputs.last(), error, report)?;
                }
            }
            self.finish(translator, report)?;
        }
        Ok(())
    }

    /// Translates the messages of a document and writes all results that are ready.
    ///
    /// Returns the error of a text that is not JSON.
    pub(crate) fn take(
        &mut self,
        way: &mut dyn MessageTranslator,
        input: &Input<'_>,
        report: &mut Report,
    ) -> Result<Option<DecodeError>, Exit> {
        input.announce_to(&mut self.repairer);
        let text = match &input.text {
            Ok(text) => *text,
            Err(error) => return Ok(Some(error.clone())),
        };
        let mut envelope = if self.arguments.envelope {
            match self.opener.open(text) {
                Ok(Ok(envelope)) => envelope,
                Ok(Err(refusal)) => {
                    report.refusal(&input.at(refusal.pointer()), &refusal)?;
                    return Ok(None);
                }
                Err(error) => return Ok(Some(error)),
            }
        } else {
            Envelope::of(text)
        };
        let TranslationArguments { from, to, type_name, strict, .. } = *self.arguments;
        let translator = way.translator();
        let has_carry = !envelope.place.is_root() || translator.has_embedded_carry(envelope.value);
        let options = ReadOptions { from, to, type_name, strict, has_carry };
        let mut reader = Reader::new(options, translator.context(), input, &mut self.repairer);
        let read = reader.read(envelope.value, &envelope.place);
        report.replay_all(reader.take_reports())?;
        let omitted = reader.take_omitted();
        let mut messages = match read {
            Ok(messages) => messages.peekable(),
            Err(error) if envelope.place.is_root() => return Ok(Some(error)),
            Err(error) => return Ok(Some(envelope::error_of(text, error))),
        };
        let mut kept = None;
        while let Some(read) = messages.next() {
            let place =
                if read.place.is_root() { envelope.place.clone() } else { envelope.place.join(&read.place) };
            let number = way.translator().next_input();
            let is_last = messages.peek().is_none();
            let carry = if is_last { std::mem::take(&mut envelope.carry) } else { envelope.carry.clone() };
            if let Ok(message) = &read.result {
                if let Some(mut finding) = self.totals.unmet.see(message, way.translator().context()) {
                    finding.pointer = place.join(&finding.pointer);
                    report.finding(&input.at(&finding.pointer), &finding)?;
                }
            }
            let is_of_earlier_file = match &read.result {
                Ok(AnyMessage::Message(message)) => self.split.observe(message),
                _ => false,
            };
            let strict = self.arguments.strict;
            match push_message(read, number, strict, |message| way.push(message, carry, &place)) {
                Ok(made) => {
                    let comes_later = !made.outputs.iter().any(|output| output.input == number);
                    let here = CurrentMessage { number, input, pointer: place };
                    self.write(made, Some(&here), report)?;
                    if comes_later {
                        let keep = || Rc::new(Input::new(input.start.clone(), Ok(text)).into());
                        let document = Rc::clone(kept.get_or_insert_with(keep));
                        self.places.insert(number, WaitingMessage { document, pointer: here.pointer });
                    }
                }
                Err(refusal) => {
                    if refusal.rule() == AnyMessage::UNSUPPORTED_ITEM && !self.arguments.strict {
                        let finding = Finding::info(AnyMessage::UNSUPPORTED_ITEM, place, refusal.message());
                        report.finding(
                            &input.start,
                            &finding.hint("the item is skipped; `options.strict` refuses it"),
                        )?;
                        continue;
                    }
                    let passed = SkipReason::of_rule(refusal.rule()).filter(|_| !self.arguments.strict);
                    if let Some(reason) = passed {
                        let kind = input.value(&place.member("type")).map(token::string);
                        let kind = kind.as_deref().unwrap_or_default();
                        self.totals.passed.count(reason, kind, || input.at(&place));
                        continue;
                    }
                    let mut refusal = self.hint_context().with_hint(refusal.below(&place), input, &place);
                    if is_of_earlier_file && is_about_missing_surface(&refusal) {
                        refusal = refusal.hint(split_sessions::HINT);
                    }
                    self.verdicts.refused += 1;
                    self.refuse_in(input, refusal, report)?;
                }
            }
        }
        if let Some((place, finding)) = omitted {
            self.verdicts.refused += finding.count;
            report.finding(&place, &finding)?;
        }
        if self.places.len() > self.enough {
            let waiting = way.translator().waiting_inputs();
            self.places.retain(|number, _| waiting.contains(number));
            self.enough = PLACES + 2 * self.places.len();
        }
        Ok(None)
    }

    /// Returns `true` if notes are written to standard error. The output of `explain` contains them.
    fn reports_notes(&self) -> bool {
        let is_explained = matches!(self.layout, Layout::Explained(_));
        self.arguments.notes || self.arguments.lost && !is_explained
    }

    /// Returns the notes that are written: all of them, or only those about losses.
    fn reported_notes<'n>(&self, notes: &'n [Note]) -> Cow<'n, [Note]> {
        if !self.arguments.lost {
            return Cow::Borrowed(notes);
        }
        let keeps_carry = self.arguments.envelope || self.arguments.embed;
        notes.iter().filter(|note| note.is_loss(keeps_carry)).cloned().collect()
    }

    /// Translates the readable parts of a document that is not JSON, and reports the errors.
    pub(crate) fn take_parts(
        &mut self,
        way: &mut dyn MessageTranslator,
        input: &Input<'_>,
        error: DecodeError,
        report: &mut Report,
    ) -> Result<(), Exit> {
        for part in recover::parts(self.from(), input, error) {
            self.take_part(way, &part.input(), report)?;
        }
        Ok(())
    }

    /// Returns the protocol of the input.
    pub(crate) fn from(&self) -> DialectOrProtocol {
        self.arguments.from
    }

    /// Translates a part of a document, or reports its error.
    pub(crate) fn take_part(
        &mut self,
        way: &mut dyn MessageTranslator,
        part: &Input<'_>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let Some(error) = self.take(way, part, report)? else { return Ok(()) };
        let (place, refusal) = (part.fault(&error), Refusal::from(part.with_document_start(error)));
        self.verdicts.refused += 1;
        self.refuse(&place, &refusal, None, report)
    }

    fn hint_context(&self) -> HintContext {
        let opens = if self.arguments.envelope { "" } else { "add --envelope" };
        let by = match (self.is_backward, self.is_shown) {
            (true, _) => "use `--to ",
            (_, true) => HintContext::SHOW,
            _ => "use `--from ",
        };
        HintContext { from: self.arguments.from, by, opens }
    }

    /// Writes the results that waited for the end of the input, and reports incomplete ones.
    pub(crate) fn finish(
        &mut self,
        way: &mut dyn MessageTranslator,
        report: &mut Report,
    ) -> Result<(), Exit> {
        // The end of the input matters only to messages that depend on each other.
        if way.translator().is_stateless() {
            return Ok(());
        }
        let made = way.finish();
        self.write(made, None, report)
    }

    /// Writes results of the current message and of earlier ones.
    fn write(
        &mut self,
        mut made: Outputs,
        here: Option<&CurrentMessage<'_, '_>>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let places = &self.places;
        let here = |number: u64| here.filter(|here| here.number == number);
        let message = |number: u64| match (here(number), places.get(&number)) {
            (Some(here), _) => (here.place(), here.pointer.clone()),
            (_, Some(waiting)) => (waiting.place(), waiting.pointer.clone()),
            _ => <(Place, Pointer)>::default(),
        };
        let place = |number: u64| message(number).0;
        // If notes are written, they already name every loss.
        let TranslationArguments { envelope, quiet, .. } = self.arguments;
        let is_explained = matches!(self.layout, Layout::Explained(_));
        let reports_notes = self.reports_notes();
        let are_losses_counted = !(reports_notes || *envelope || *quiet || is_explained);
        let carry_is_kept = self.arguments.embed;
        let keeps_carry = *envelope || carry_is_kept;
        let field = |note: &Note| {
            let (place, pointer) = message(note.input);
            let pointer = pointer.join(&note.from);
            let reason = note.remark.get().map(ToString::to_string).unwrap_or_default();
            match here(note.input) {
                Some(CurrentMessage { input, .. }) => LostField {
                    place: input.at(&pointer),
                    is_present: input.value(&pointer).is_some(),
                    pointer,
                    reason,
                },
                None => LostField { place, is_present: true, pointer, reason },
            }
        };
        let value = |note: &Note| {
            let value = match (here(note.input), places.get(&note.input)) {
                (Some(here), _) => here.input.value(&here.pointer.join(&note.from)).map(Payload::parse),
                (_, Some(waiting)) => {
                    let document = waiting.document.input();
                    document.value(&waiting.pointer.join(&note.from)).map(Payload::parse)
                }
                _ => None,
            };
            value?.ok()
        };
        let mut layout = self.layout;
        for output in made.outputs {
            let input = output.input;
            let line = match self.line(output) {
                Ok(line) => line,
                Err(refusal) => {
                    made.refusals.push((input, refusal));
                    continue;
                }
            };
            if reports_notes {
                report.notes(&self.reported_notes(&line.notes), keeps_carry, &place)?;
            }
            self.totals.unused_carries.add(&line.notes, &|note| message(note.input));
            if are_losses_counted {
                self.totals.losses.add(&line.notes, carry_is_kept, &field);
            }
            let whole;
            let text = match &mut layout {
                Layout::Explained(form) => {
                    let explanation = Explanation { form: *form, source: &message(input), find: &value };
                    if let Some(text) = explanation.message_text(&line, &mut self.verdicts) {
                        report.text(&text)?;
                    }
                    continue;
                }
                Layout::Lines if self.arguments.envelope => self.envelopes.envelope_line(line),
                Layout::Lines => {
                    whole = line.text;
                    whole.as_deref().map_err(Clone::clone)
                }
                Layout::Numbered { document, line: number } => {
                    *number += 1;
                    let seq = format!("{document}/{}", *number - 1);
                    self.envelopes.pipe_line(line, &seq, self.arguments.envelope)
                }
            };
            match text {
                Ok(text) => report.json_to(self.is_backward, text)?,
                Err(refusal) => report.refusal(&place(input), &refusal)?,
            }
        }
        if reports_notes {
            report.notes(&self.reported_notes(&made.notes), keeps_carry, &place)?;
        }
        self.totals.unused_carries.add(&made.notes, &|note| message(note.input));
        if are_losses_counted {
            self.totals.losses.add(&made.notes, carry_is_kept, &field);
        }
        if let Layout::Explained(form) = layout {
            for notes in made.notes.chunk_by(|one, next| one.input == next.input) {
                let number = notes.first().map_or(0, |note| note.input);
                let explanation = Explanation { form, source: &message(number), find: &value };
                if let Some(text) = explanation.lost_text(notes, &mut self.verdicts) {
                    report.text(&text)?;
                }
            }
        }
        self.layout = layout;
        self.verdicts.refused += made.refusals.len();
        for (number, mut refusal) in made.refusals {
            if self.split.are_several() && refusal.rule() == "a2ui-0.8-0.9/held" {
                let hint = format!("{}, or use --session if another file sends it", refusal.hint_text());
                refusal = refusal.hint(hint);
            }
            match (here(number), self.places.get(&number)) {
                (Some(CurrentMessage { input, pointer, .. }), _) => {
                    self.refuse_in(input, refusal.below(pointer), report)?;
                }
                (_, Some(WaitingMessage { document, pointer, .. })) => {
                    self.refuse_in(&document.input(), refusal.below(pointer), report)?;
                }
                _ => self.refuse(&Place::default(), &refusal, None, report)?,
            }
        }
        Ok(())
    }

    /// Encodes a message, for AAP as the requested type.
    fn line(&self, output: Output) -> Result<OutputLine, Refusal> {
        let Output { message, carry, mut notes, .. } = output;
        let text = message_text(message, self.arguments.type_name, &mut notes);
        let carry_is_kept = self.arguments.envelope || self.arguments.embed;
        match Refusal::losses(notes.iter().filter(|_| self.arguments.strict), carry_is_kept) {
            Some(losses) => Err(losses),
            None => Ok(OutputLine { text: text.map_err(Refusal::from), carry, notes }),
        }
    }

    fn refuse_in(&self, input: &Input<'_>, refusal: Refusal, report: &mut Report) -> Result<(), Exit> {
        for (place, refusal) in placed_refusals(input, refusal) {
            self.refuse(&place, &refusal, Some(input), report)?;
        }
        Ok(())
    }

    fn refuse(
        &self,
        place: &Place,
        refusal: &Refusal,
        input: Option<&Input<'_>>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        if let Layout::Explained(form) = self.layout {
            let value = input.and_then(|input| input.fault_value(refusal.rule(), refusal.pointer()));
            if let Some(text) = explanation::refusal_text(place, refusal, value, form) {
                report.text(&text)?;
            }
        }
        if refusal.kind() == RefusalKind::Loss {
            report.loss(place, refusal)
        } else {
            report.refusal(place, refusal)
        }
    }
}

/// Returns `true` if the message was refused because its surface does not exist.
fn is_about_missing_surface(refusal: &Refusal) -> bool {
    matches!(refusal.rule(), "unknown-surface" | "a2ui-0.9-0.8/surface")
}
