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

/// Refuses a target that equals the protocol of the input. If carries are read, `a2ui` is accepted, because a carry may
/// name another version.
fn check_target(arguments: &TranslationArguments) -> Result<(), Exit> {
    let TranslationArguments { from, to, .. } = arguments;
    let has_carries = arguments.carry.envelope
        || arguments.trust.trust_embedded
        || arguments.trust.carry_key.is_some();
    if from != to || (to.protocol() == Protocol::A2ui && !to.exact && has_carries) {
        return Ok(());
    }
    let mut others = Dialect::ALL
        .iter()
        .rev()
        .filter(|dialect| dialect.protocol() == to.protocol() && **dialect != to.dialect);
    let other = match others.next() {
        Some(other) => format!("another one, as in `--to {other}`"),
        None => "another one".to_owned(),
    };
    Err(Exit::Usage(format!(
        "--to {to}: this is also the protocol of the input; name {other}, or rewrite the messages with `agent-ui decode {from}`"
    )))
}

/// Refuses context flags that have no effect on any route from `from` to one of `to`. The error names the first target.
pub(crate) fn check_context_flags(
    context: &args::Context,
    from: DialectOrProtocol,
    to: &[DialectOrProtocol],
) -> Result<(), Exit> {
    let args::Context {
        routes,
        surface,
        base_url,
        ..
    } = context;
    let (flag, applies) = if routes.is_some() && !has_step(from, to, uses_routes) {
        ("--routes", "only between aap and a2ui")
    } else if surface.is_some() && !has_step(from, to, uses_surface) {
        (
            "--surface",
            "only between aap and a2ui, from answers to forms, cards and blocks to a2ui, and between a2ui@0.8 and other versions",
        )
    } else if base_url.is_some() && !has_step(from, to, uses_base_url) {
        ("--base-url", "only to and from ahp@1.0")
    } else {
        return Ok(());
    };
    let to = to
        .first()
        .map(DialectOrProtocol::to_string)
        .unwrap_or_default();
    Err(Exit::Usage(format!(
        "{flag}: it has no effect from {from} to {to}, {applies}; remove it"
    )))
}

/// Returns `true` if the step translates clicks, which refer to a canvas file in AAP and to a surface in A2UI.
fn uses_routes(from: Dialect, to: Dialect) -> bool {
    matches!(
        (from.protocol(), to.protocol()),
        (Protocol::Aap, Protocol::A2ui) | (Protocol::A2ui, Protocol::Aap)
    )
}

/// Returns `true` if the step needs the components of a surface: for clicks, for the answers to forms, cards and blocks, and between A2UI 0.8
/// and 0.9.
fn uses_surface(from: Dialect, to: Dialect) -> bool {
    let is_between_versions = matches!(
        (from, to),
        (Dialect::A2ui0_8, Dialect::A2ui0_9) | (Dialect::A2ui0_9, Dialect::A2ui0_8)
    );
    let is_answer = from.protocol().has_renditions() && to.protocol() == Protocol::A2ui;
    uses_routes(from, to) || is_answer || is_between_versions
}

/// Returns `true` if the step converts the addresses of canvases.
fn uses_base_url(from: Dialect, to: Dialect) -> bool {
    matches!(
        (from, to),
        (Dialect::AhpCanvas, Dialect::Ahp1_0) | (Dialect::Ahp1_0, Dialect::AhpCanvas)
    )
}

/// Returns `true` if a route from `from` to one of `targets` contains a step that `is_step` accepts.
fn has_step(
    from: DialectOrProtocol,
    targets: &[DialectOrProtocol],
    is_step: fn(Dialect, Dialect) -> bool,
) -> bool {
    for target in targets {
        for from in dialects(from) {
            for to in dialects(*target) {
                if has_step_between(from, to, is_step) {
                    return true;
                }
            }
        }
    }
    false
}

fn has_step_between(from: Dialect, to: Dialect, is_step: fn(Dialect, Dialect) -> bool) -> bool {
    for family in Family::ALL {
        let route = route(from, to, family);
        let mut steps = route.iter().zip(route.iter().skip(1));
        if steps.any(|(from, to)| is_step(*from, *to)) {
            return true;
        }
    }
    false
}

/// Returns the dialect that is named, or all dialects of the named protocol.
fn dialects(named: DialectOrProtocol) -> impl Iterator<Item = Dialect> {
    Dialect::ALL
        .iter()
        .copied()
        .filter(move |dialect| match named.exact {
            true => *dialect == named.dialect,
            false => dialect.protocol() == named.protocol(),
        })
}

/// Creates the translator for the command line.
pub(crate) fn create_translator(
    arguments: &TranslationArguments,
    report: &mut Report,
) -> Result<Translator, Exit> {
    create_translator_in(arguments, context::read(&arguments.context, report)?)
}

/// Creates the translator for the command line in a given context.
pub(crate) fn create_translator_in(
    arguments: &TranslationArguments,
    cx: Context,
) -> Result<Translator, Exit> {
    let TranslationArguments { from, to, .. } = arguments;
    let mut translator = Translator::new(*from, *to, cx).map_err(|refusal| {
        Exit::Usage(format!("{}: {}", refusal.message(), refusal.hint_text()))
    })?;
    translator = translator.request(RequestedOutputs {
        carry: arguments.carry.keeps_carry(),
        notes: requested_notes(arguments),
    });
    if arguments.escape_ids {
        translator = translator.escape_ids();
    }
    if arguments.losses.paranoid {
        translator = translator.paranoid();
    }
    if arguments.losses.strict {
        translator = translator.loss_policy(match arguments.carry.keeps_carry() {
            true => LossPolicy::RefuseUnlessCarried,
            false => LossPolicy::Refuse,
        });
    }
    if arguments.carry.embed {
        translator = translator.embed();
    }
    if arguments.trust.trust_embedded {
        translator = translator.trust(Trust {
            separate: CarryPolicy::Accept,
            embedded: CarryPolicy::Accept,
        });
    }
    if let Some(path) = &arguments.trust.carry_key {
        let key = read_carry_key(path)?;
        translator = translator.seal(key.clone()).trust(Trust {
            separate: CarryPolicy::Sealed(key.clone()),
            embedded: CarryPolicy::Sealed(key),
        });
    }
    Ok(translator)
}

/// Returns the notes that the output or the report needs. Without `--quiet`, the totals need the losses.
fn requested_notes(arguments: &TranslationArguments) -> RequestedNotes {
    if arguments.notes.notes || arguments.carry.envelope {
        RequestedNotes::All
    } else if arguments.notes.lost || !arguments.quiet {
        RequestedNotes::Losses
    } else {
        RequestedNotes::None
    }
}

/// Reads the key of `--carry-key` from a file, without a trailing line break.
pub(crate) fn read_carry_key(path: &Path) -> Result<SealKey, Exit> {
    let flag = "--carry-key";
    if path.is_dir() {
        return Err(flag_file::folder_error(flag, path));
    }
    let file = path.display();
    let bytes =
        descriptor::read(path).map_err(|error| Exit::Usage(format!("{flag} {file}: {error}")))?;
    SealKey::new(bytes.trim_ascii_end()).map_err(|error| {
        Exit::Usage(format!(
            "{flag} {file}: {error}; write at least 16 random bytes to the file"
        ))
    })
}

/// The form in which results are written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    /// One line per message.
    Lines,
    /// One line per message, with the number of the input document and the number of the line within it.
    Numbered { document: u64, line: u64 },
    /// The origin of each member of the result.
    Explained(ExplainForm),
}

impl Layout {
    /// Restarts the line numbers for a document, if lines are numbered.
    pub(crate) fn begin_document(&mut self, number: u64) {
        if let Self::Numbered { document, line } = self {
            (*document, *line) = (number, 0);
        }
    }
}

/// The forms in which notes are reported on standard error.
#[derive(Clone, Copy, Debug)]
enum NoteReport {
    /// One line per note.
    Lines,
    /// One line with the number of losses, at the end of the input.
    LossCount,
    /// Nothing, because the output contains the losses or the user has asked for no report.
    Nothing,
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
        Self::with_advice(arguments, "use `--from ")
    }

    /// Creates the backward direction, whose results are written to the separate output of the report.
    pub(crate) fn backward(arguments: &'a TranslationArguments) -> Self {
        let mut conversion = Self::with_advice(arguments, "use `--to ");
        conversion.output.is_backward = true;
        conversion
    }

    /// Creates a direction. `advice` is the start of the hint for a message of another protocol. The hint adds the
    /// protocol and the closing backtick.
    fn with_advice(arguments: &'a TranslationArguments, advice: &'static str) -> Self {
        let TranslationArguments {
            from,
            to,
            type_name,
            carry,
            losses,
            ..
        } = *arguments;
        let envelope_hint = match carry.envelope {
            true => "",
            false => "add --envelope",
        };
        let conversation = Conversation::new(ConversationOptions {
            from,
            to,
            type_name,
            is_strict: losses.strict,
            has_envelopes: carry.envelope,
            keeps_carry: carry.keeps_carry(),
            hints: HintContext {
                from,
                by: advice,
                opens: envelope_hint,
            },
        });
        let output = ConversionOutput {
            arguments,
            layout: Layout::Lines,
            is_backward: false,
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

    /// Begins a session, whose messages do not depend on those of earlier sessions.
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
    pub(crate) fn translate_all(
        &mut self,
        translator: &mut Translator,
        inputs: &mut Inputs,
        report: &mut Report,
    ) -> Result<(), Exit> {
        self.output.split = SplitSessions::new(inputs.are_several_sessions());
        while inputs.next_session(report)? {
            self.begin_session(translator);
            while inputs.next(report)? {
                self.translate_guess(translator, inputs, report)?;
            }
            self.finish(translator, report)?;
        }
        Ok(())
    }

    /// Translates the current document, which may have been accepted without a syntax check.
    fn translate_guess(
        &mut self,
        translator: &mut Translator,
        inputs: &mut Inputs,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let Self {
            conversation,
            output,
        } = self;
        let mut sink = ReportSink { output, report };
        let Err(error) = conversation.take(translator, &inputs.last(), &mut sink)? else {
            return Ok(());
        };
        // A rewound line is read again with a syntax check, because it may be the first line of a longer document.
        if inputs.rewind_guess() {
            return Ok(());
        }
        conversation.take_parts(translator, &inputs.last(), error, &mut sink)
    }

    /// Translates the messages of a document, or of its readable parts if it is not JSON.
    pub(crate) fn translate(
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

    /// Writes the results that depend on the end of the input, and reports incomplete results.
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
                    .skipped
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
        if let Some(mut finding) = self.totals.surface_usage.observe(message, context) {
            finding.pointer = pointer.join(&finding.pointer);
            report.finding(&input.at(&finding.pointer), &finding)?;
        }
        self.is_of_earlier_file = match message {
            AnyMessage::Message(message) => self.split.observe(message),
            _ => false,
        };
        Ok(())
    }

    /// Adds a hint to a refusal whose cause may be that files are read separately.
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

    /// Returns the form in which notes are reported on standard error.
    fn note_report(&self) -> NoteReport {
        let TranslationArguments {
            notes,
            carry,
            quiet,
            ..
        } = self.arguments;
        // The output of `explain` contains the losses.
        let is_explained = matches!(self.layout, Layout::Explained(_));
        if notes.notes || (notes.lost && !is_explained) {
            NoteReport::Lines
        } else if carry.envelope || is_explained || *quiet {
            NoteReport::Nothing
        } else {
            NoteReport::LossCount
        }
    }

    /// Returns the notes that are written: all of them, or only those about losses.
    fn written_notes<'n>(&self, notes: &'n [Note]) -> Cow<'n, [Note]> {
        if !self.arguments.notes.lost {
            return Cow::Borrowed(notes);
        }
        let keeps_carry = self.arguments.carry.keeps_carry();
        let losses = notes.iter().filter(|note| note.is_loss(keeps_carry));
        losses.cloned().collect()
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
        let has_envelope = self.arguments.carry.envelope;
        let text = match &mut self.layout {
            Layout::Explained(form) => {
                let explanation = explanation_of(*form, number, sources);
                return match explanation.message_text(&line, &mut self.verdicts) {
                    Some(text) => report.text(&text),
                    None => Ok(()),
                };
            }
            Layout::Lines if has_envelope => self.envelopes.envelope_line(line),
            Layout::Lines => return write_json(report, self.is_backward, &line.text),
            Layout::Numbered {
                document,
                line: number,
            } => {
                let seq = format!("{document}/{number}");
                *number += 1;
                self.envelopes.pipe_line(line, &seq, has_envelope)
            }
        };
        match text {
            Ok(text) => write_json(report, self.is_backward, text),
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
        let carry = self.arguments.carry;
        match self.note_report() {
            NoteReport::Lines => {
                let notes = self.written_notes(notes);
                report.notes(&notes, carry.keeps_carry(), &|number| {
                    sources.message(number).0
                })?;
            }
            NoteReport::LossCount => {
                self.totals
                    .losses
                    .add(notes, carry.embed, &|note| lost_field(note, sources));
            }
            NoteReport::Nothing => {}
        }
        self.totals
            .unused_carries
            .add(notes, &|note| sources.message(note.input));
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

/// Writes a JSON text as a line to the output of its direction.
fn write_json(report: &mut Report, is_backward: bool, text: &str) -> Result<(), Exit> {
    match is_backward {
        true => report.backward_json(text),
        false => report.json(text),
    }
}

/// Prepares the explanation of the message with this number.
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

/// Returns the input field that a note is about.
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
