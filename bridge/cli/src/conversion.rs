//! Translation of the messages of documents into output lines, shared by `convert`, `pipe` and `explain`.

use crate::{
    args::{self, TranslationArguments},
    context, descriptor,
    exit::Exit,
    explanation::{self, ExplainForm, Explanation, VerdictCounts},
    flag_file,
    input::{Input, Inputs},
    loss_count::LostField,
    report::Report,
    run_totals::RunTotals,
};
use agent_ui_text::{
    MessageType,
    conversation::{
        Conversation, ConversationOptions, Engine, Event, EventSink, SourceField, Sources,
    },
    envelope::{Envelopes, OutputLine},
    mistake_hints::HintContext,
    place::Place,
    saved_state::SavedRepairer,
    split_sessions::{self, SplitSessions},
};
use bridge::{
    AnyMessage, CarryPolicy, Context, Dialect, DialectOrProtocol, Family, LossPolicy, Note,
    Protocol, Refusal, RefusalKind, RequestedNotes, RequestedOutputs, SealKey, Translator, Trust,
    route,
};
use std::{borrow::Cow, path::Path};
use wire::{Pointer, token};

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
    let has_carries =
        arguments.envelope || arguments.trust_embedded || arguments.carry_key.is_some();
    if from != to || (to.protocol() == Protocol::A2ui && !to.exact && has_carries) {
        return Ok(());
    }
    let is_other =
        |dialect: &&Dialect| dialect.protocol() == to.protocol() && **dialect != to.dialect;
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
    let is_naming = |a, b| {
        matches!(
            (a, b),
            (Dialect::A2ui0_8, Dialect::A2ui0_9) | (Dialect::A2ui0_9, Dialect::A2ui0_8)
        )
    };
    let is_served = |a, b| {
        matches!(
            (a, b),
            (Dialect::AhpCanvas, Dialect::Ahp1_0) | (Dialect::Ahp1_0, Dialect::AhpCanvas)
        )
    };
    let unused = |flag: &str, applies: &str| {
        let to = to
            .first()
            .map(DialectOrProtocol::to_string)
            .unwrap_or_default();
        Err(Exit::Usage(format!(
            "{flag}: it has no effect from {from} to {to}, {applies}; remove it"
        )))
    };
    let has_step = |is_it: &dyn Fn(Dialect, Dialect) -> bool| {
        to.iter().any(|to| self::has_step(from, *to, is_it))
    };
    let args::Context {
        routes,
        surface,
        base_url,
        ..
    } = context;
    if routes.is_some() && !has_step(&is_click) {
        return unused("--routes", "only between aap and a2ui");
    }
    if surface.is_some() && !has_step(&|a, b| is_click(a, b) || is_naming(a, b)) {
        return unused(
            "--surface",
            "only between aap and a2ui, and between a2ui@0.8 and other versions",
        );
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
    routes.any(|route| {
        route
            .iter()
            .zip(route.iter().skip(1))
            .any(|(a, b)| is_it(*a, *b))
    })
}

/// Creates the translator for the command line.
pub(crate) fn translator(
    arguments: &TranslationArguments,
    report: &mut Report,
) -> Result<Translator, Exit> {
    translator_in(arguments, context::read(&arguments.context, report)?)
}

/// Creates the translator for the command line in a given context.
pub(crate) fn translator_in(
    arguments: &TranslationArguments,
    cx: Context,
) -> Result<Translator, Exit> {
    let TranslationArguments { from, to, .. } = arguments;
    let usage =
        |refusal: Refusal| Exit::Usage(format!("{}: {}", refusal.message(), refusal.hint_text()));
    let mut translator = Translator::new(*from, *to, cx).map_err(usage)?;
    let keeps_carry = arguments.envelope || arguments.embed;
    let notes = match arguments {
        TranslationArguments { notes: true, .. } | TranslationArguments { envelope: true, .. } => {
            RequestedNotes::All
        }
        TranslationArguments { lost: true, .. } | TranslationArguments { quiet: false, .. } => {
            RequestedNotes::Losses
        }
        _ => RequestedNotes::None,
    };
    translator = translator.request(RequestedOutputs {
        carry: keeps_carry,
        notes,
    });
    if arguments.escape_ids {
        translator = translator.escape_ids();
    }
    if arguments.paranoid {
        translator = translator.paranoid();
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
        translator = translator.trust(Trust {
            separate: CarryPolicy::Accept,
            embedded: CarryPolicy::Accept,
        });
    }
    if let Some(path) = &arguments.carry_key {
        let key = carry_key(path)?;
        let (separate, embedded) = (
            CarryPolicy::Sealed(key.clone()),
            CarryPolicy::Sealed(key.clone()),
        );
        translator = translator.seal(key).trust(Trust { separate, embedded });
    }
    Ok(translator)
}

/// Reads the key of `--carry-key` from a file, without a trailing line break.
pub(crate) fn carry_key(path: &Path) -> Result<SealKey, Exit> {
    let flag = "--carry-key";
    let wrong =
        |error: &dyn std::fmt::Display| Exit::Usage(format!("{flag} {}: {error}", path.display()));
    if path.is_dir() {
        return Err(flag_file::folder(flag, path));
    }
    let bytes = descriptor::read(path).map_err(|error| wrong(&error))?;
    let key = SealKey::new(bytes.trim_ascii_end());
    key.map_err(|error| {
        wrong(&format_args!(
            "{error}; write at least 16 random bytes to the file"
        ))
    })
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

/// The translation of all messages of one direction into output lines.
pub(crate) struct Conversion<'a> {
    conversation: Conversation,
    pub(crate) output: ConversionOutput<'a>,
}

/// The form of the output lines, and the counts of a run.
pub(crate) struct ConversionOutput<'a> {
    arguments: &'a TranslationArguments,
    pub(crate) layout: Layout,
    /// `true` for the backward direction.
    is_backward: bool,
    envelopes: Envelopes,
    pub(crate) totals: RunTotals,
    /// The surfaces of the files that are read separately.
    split: SplitSessions,
    /// `true` if the current message is about a surface that only an earlier file creates.
    is_of_earlier_file: bool,
    /// The verdicts of the explained fields.
    pub(crate) verdicts: VerdictCounts,
}

impl<'a> Conversion<'a> {
    pub(crate) fn new(arguments: &'a TranslationArguments) -> Self {
        Self::with(arguments, "use `--from ", false)
    }

    /// Creates the backward direction, whose results are written to the separate output of the report.
    pub(crate) fn back(arguments: &'a TranslationArguments) -> Self {
        Self::with(arguments, "use `--to ", true)
    }

    fn with(arguments: &'a TranslationArguments, by: &'static str, is_backward: bool) -> Self {
        let TranslationArguments {
            from,
            to,
            type_name,
            strict,
            envelope,
            embed,
            ..
        } = *arguments;
        let opens = if envelope { "" } else { "add --envelope" };
        let conversation = Conversation::new(ConversationOptions {
            from,
            to,
            type_name,
            is_strict: strict,
            has_envelopes: envelope,
            keeps_carry: envelope || embed,
            hints: HintContext { from, by, opens },
        });
        let output = ConversionOutput {
            arguments,
            layout: Layout::Lines,
            is_backward,
            envelopes: Envelopes::default(),
            totals: RunTotals::default(),
            split: SplitSessions::default(),
            is_of_earlier_file: false,
            verdicts: VerdictCounts::default(),
        };
        Self {
            conversation,
            output,
        }
    }

    /// Returns the state of the reader, which remembers the versions of surfaces.
    pub(crate) fn save_reader(&self) -> SavedRepairer {
        self.conversation.save_reader()
    }

    /// Restores the state of the reader.
    ///
    /// # Errors
    /// Refuses if the state names a version of A2UI that this program does not know.
    pub(crate) fn resume_reader(&mut self, saved: SavedRepairer) -> Result<(), Refusal> {
        self.conversation.resume_reader(saved)
    }

    /// Begins a session in which no message depends on earlier ones.
    fn begin_session(&mut self, translator: &mut Translator) {
        self.forget();
        self.output.split.begin_session();
        if !translator.is_stateless() {
            translator.begin_session();
        }
    }

    /// Forgets the places and versions of earlier messages.
    pub(crate) fn forget(&mut self) {
        self.conversation.begin_session();
    }

    /// Translates all inputs, one session after the other.
    pub(crate) fn take_all(
        &mut self,
        translator: &mut Translator,
        inputs: &mut Inputs,
        report: &mut Report,
    ) -> Result<(), Exit> {
        self.output.split = SplitSessions::new(inputs.are_several_sessions());
        while inputs.next_session(report)? {
            self.begin_session(translator);
            while inputs.next(report)? {
                let Self {
                    conversation,
                    output,
                } = self;
                let mut sink = ReportSink { output, report };
                let Err(error) = conversation.take(translator, &inputs.last(), &mut sink)? else {
                    continue;
                };
                if !inputs.rewind_guess() {
                    conversation.take_parts(
                        translator,
                        &inputs.last(),
                        error,
                        &mut ReportSink { output, report },
                    )?;
                }
            }
            self.finish(translator, report)?;
        }
        Ok(())
    }

    /// Translates the messages of a document, or of its readable parts if it is not JSON.
    pub(crate) fn take(
        &mut self,
        engine: &mut dyn Engine,
        input: &Input<'_>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let Self {
            conversation,
            output,
        } = self;
        let mut sink = ReportSink { output, report };
        match conversation.take(engine, input, &mut sink)? {
            Ok(()) => Ok(()),
            Err(error) => conversation.take_parts(engine, input, error, &mut sink),
        }
    }

    /// Writes the results that waited for the end of the input, and reports incomplete ones.
    pub(crate) fn finish(
        &mut self,
        engine: &mut dyn Engine,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let Self {
            conversation,
            output,
        } = self;
        conversation.finish(engine, &mut ReportSink { output, report })
    }
}

/// Writes the events of a conversation to the output and the report.
struct ReportSink<'s, 'a> {
    output: &'s mut ConversionOutput<'a>,
    report: &'s mut Report,
}

impl EventSink for ReportSink<'_, '_> {
    type Error = Exit;

    fn take(&mut self, event: Event<'_, '_>, sources: &Sources<'_, '_>) -> Result<(), Exit> {
        let Self { output, report } = self;
        match event {
            Event::Report(entry) => report.replay_all(entry.into()),
            Event::Message {
                message,
                context,
                input,
                pointer,
            } => output.observe(message, context, input, pointer, report),
            Event::Skipped {
                reason,
                input,
                pointer,
            } => {
                let kind = input.value(&pointer.member("type")).map(token::string);
                let kind = kind.as_deref().unwrap_or_default();
                output
                    .totals
                    .passed
                    .count(reason, kind, || input.at(pointer));
                Ok(())
            }
            Event::Output { number, line } => output.write(number, line, sources, report),
            Event::Notes(notes) => output.write_notes_alone(&notes, sources, report),
            Event::Refusal {
                each,
                source,
                is_late,
            } => {
                output.verdicts.refused += 1;
                for (place, refusal) in each {
                    let refusal = output.with_hint_about_files(refusal, is_late);
                    output.refuse(&place, &refusal, source, report)?;
                }
                Ok(())
            }
            Event::Omitted(place, finding) => {
                output.verdicts.refused += finding.count;
                report.finding(&place, &finding)
            }
        }
    }
}

impl ConversionOutput<'_> {
    /// Observes a message before it is translated.
    fn observe(
        &mut self,
        message: &AnyMessage,
        context: &Context,
        input: &Input<'_>,
        pointer: &Pointer,
        report: &mut Report,
    ) -> Result<(), Exit> {
        if let Some(mut finding) = self.totals.unmet.see(message, context) {
            finding.pointer = pointer.join(&finding.pointer);
            report.finding(&input.at(&finding.pointer), &finding)?;
        }
        self.is_of_earlier_file = match message {
            AnyMessage::Message(message) => self.split.observe(message),
            _ => false,
        };
        Ok(())
    }

    /// Adds a hint if the files of one session are read separately.
    fn with_hint_about_files(&self, refusal: Refusal, is_late: bool) -> Refusal {
        if is_late && self.split.are_several() && refusal.rule() == "a2ui-0.8-0.9/held" {
            let hint = format!(
                "{}, or use --session if another file sends it",
                refusal.hint_text()
            );
            return refusal.hint(hint);
        }
        if !is_late && self.is_of_earlier_file && is_about_missing_surface(&refusal) {
            return refusal.hint(split_sessions::HINT);
        }
        refusal
    }

    /// Returns `true` if a line of the output, or the consumer of the lines, keeps the carry.
    fn keeps_carry(&self) -> bool {
        self.arguments.envelope || self.arguments.embed
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
        let keeps_carry = self.keeps_carry();
        notes
            .iter()
            .filter(|note| note.is_loss(keeps_carry))
            .cloned()
            .collect()
    }

    /// Writes an output message.
    fn write(
        &mut self,
        number: u64,
        line: OutputLine,
        sources: &Sources<'_, '_>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        self.handle_notes(&line.notes, sources, report)?;
        let whole;
        let text = match &mut self.layout {
            Layout::Explained(form) => {
                let explanation = explanation_of(*form, number, sources);
                return match explanation.message_text(&line, &mut self.verdicts) {
                    Some(text) => report.text(&text),
                    None => Ok(()),
                };
            }
            Layout::Lines if self.arguments.envelope => self.envelopes.envelope_line(line),
            Layout::Lines => {
                whole = line.text;
                Ok(whole.as_str())
            }
            Layout::Numbered {
                document,
                line: number,
            } => {
                *number += 1;
                let seq = format!("{document}/{}", *number - 1);
                self.envelopes
                    .pipe_line(line, &seq, self.arguments.envelope)
            }
        };
        match text {
            Ok(text) => report.json_to(self.is_backward, text),
            Err(refusal) => report.refusal(&sources.message(number).0, &refusal),
        }
    }

    /// Writes notes about messages without a result.
    fn write_notes_alone(
        &mut self,
        notes: &[Note],
        sources: &Sources<'_, '_>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        self.handle_notes(notes, sources, report)?;
        let Layout::Explained(form) = self.layout else {
            return Ok(());
        };
        for notes in notes.chunk_by(|one, next| one.input == next.input) {
            let number = notes.first().map_or(0, |note| note.input);
            let explanation = explanation_of(form, number, sources);
            if let Some(text) = explanation.lost_text(notes, &mut self.verdicts) {
                report.text(&text)?;
            }
        }
        Ok(())
    }

    /// Writes notes to standard error, or counts the losses among them.
    fn handle_notes(
        &mut self,
        notes: &[Note],
        sources: &Sources<'_, '_>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let reports_notes = self.reports_notes();
        if reports_notes {
            let place = |number| sources.message(number).0;
            report.notes(&self.reported_notes(notes), self.keeps_carry(), &place)?;
        }
        self.totals
            .unused_carries
            .add(notes, &|note| sources.message(note.input));
        // If notes are written, they already name every loss.
        let TranslationArguments {
            envelope,
            quiet,
            embed,
            ..
        } = *self.arguments;
        let is_explained = matches!(self.layout, Layout::Explained(_));
        if !(reports_notes || envelope || quiet || is_explained) {
            self.totals
                .losses
                .add(notes, embed, &|note| lost_field(note, sources));
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
            let value =
                input.and_then(|input| input.fault_value(refusal.rule(), refusal.pointer()));
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

/// Returns the explanation of a message.
fn explanation_of<'s, 'i>(
    form: ExplainForm,
    number: u64,
    sources: &'s Sources<'s, 'i>,
) -> Explanation<'s, 'i> {
    Explanation {
        form,
        source: sources.message(number),
        sources,
    }
}

/// Returns the field that a note is about.
fn lost_field(note: &Note, sources: &Sources<'_, '_>) -> LostField {
    let SourceField {
        place,
        pointer,
        is_present,
    } = sources.field(note.input, &note.from);
    let reason = note
        .remark
        .get()
        .map(ToString::to_string)
        .unwrap_or_default();
    LostField {
        place,
        is_present,
        pointer,
        reason,
    }
}

/// Returns `true` if the message was refused because its surface does not exist.
fn is_about_missing_surface(refusal: &Refusal) -> bool {
    matches!(refusal.rule(), "unknown-surface" | "a2ui-0.9-0.8/surface")
}
