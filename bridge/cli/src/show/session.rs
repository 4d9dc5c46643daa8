//! Surfaces of an input as steps for a page.

use crate::{
    args::{Context, Source, TranslationArguments},
    conversion::create_translator,
    exit::Exit,
    input::Input,
    report::Report,
    unused_surface::SurfaceUsage,
};
use a2ui::surface::Surfaces;
use agent_ui_text::{
    Diagnostic,
    conversation::{Conversation, ConversationOptions, Event, EventSink, Sources},
    mistake_hints::HintContext,
    place::Place,
};
use bridge::{AnyMessage, Dialect, DialectOrProtocol, Family, Protocol, Translator, a2ui, route};
use live::{
    faces::session_steps::{finding, loss, page_place, refusal},
    gateway::{
        AgentChecker, ComponentIds, ForwardSink, LostField, SurfaceFinding, surface_of,
        with_shown_ids,
    },
    page::{self, Step},
};
use std::path::Path;
use wire::{Finding, Payload, Pointer};

/// The dialect that the page renders.
pub(crate) const SHOWN: Dialect = Dialect::A2ui0_9;
/// The name of an input that is not a file.
const INPUT: &str = "standard input";

/// Returns the translation to the page.
pub(crate) fn translation(from: DialectOrProtocol, context: &Context) -> TranslationArguments {
    TranslationArguments {
        // The page lists every loss.
        quiet: true,
        ..TranslationArguments::of_route(from, SHOWN.into(), context.clone())
    }
}

/// Returns the name and the dialect of the input, as the page shows them.
pub(crate) fn page_source(
    source: &Source,
    from: DialectOrProtocol,
    dialect: Option<Dialect>,
) -> page::Source {
    let names = source
        .files
        .iter()
        .map(|path| match path.to_string_lossy() {
            name if name == "-" => "standard input".to_owned(),
            name => without_folders(&name).to_owned(),
        });
    let name = names.collect::<Vec<_>>().join(", ");
    let name = if name.is_empty() {
        "standard input".to_owned()
    } else {
        name
    };
    page::Source {
        name,
        dialect: dialect.map_or_else(|| from.to_string(), |dialect| dialect.to_string()),
    }
}

/// Returns the name of a file without its folders, which a shared page must not reveal.
fn without_folders(path: &str) -> &str {
    Path::new(path)
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or(path)
}

/// Refuses a protocol without surfaces as the input, and a protocol without actions as their destination.
pub(crate) fn check_protocols(
    from: DialectOrProtocol,
    to: Option<DialectOrProtocol>,
) -> Result<(), Exit> {
    if from.protocol() != Protocol::A2ui && route(from.dialect, SHOWN, Family::Surfaces).is_empty()
    {
        return Err(Exit::Usage(format!(
            "--from {from}: it has no surfaces; use a2ui or ahp"
        )));
    }
    let Some(to) = to else { return Ok(()) };
    if takes_actions(from, to.dialect) {
        return Ok(());
    }
    let mut names: Vec<String> = Vec::new();
    for dialect in Dialect::ALL {
        if takes_actions(from, *dialect) {
            let name = dialect.to_string();
            names.push(name.split('@').next().unwrap_or_default().to_owned());
        }
    }
    names.dedup();
    Exit::usage(format!(
        "--to {to}: it cannot express actions on a surface; use one of {}",
        names.join(", ")
    ))
}

/// Returns `true` if actions on surfaces of `from` can be expressed in `to`.
fn takes_actions(from: DialectOrProtocol, to: Dialect) -> bool {
    to.protocol() == from.protocol() || !route(from.dialect, to, Family::Interactions).is_empty()
}

/// The session whose inputs become a page in a file.
pub(crate) struct ShowSession {
    conversation: Conversation,
    translator: Translator,
    /// The validation of A2UI messages.
    checker: Option<AgentChecker>,
    ids: ComponentIds,
    dialect: Option<Dialect>,
    has_sent_dialect: bool,
    /// The number of lost fields, and the first one.
    lost: usize,
    first_lost: Option<(Place, Pointer)>,
}

impl ShowSession {
    /// Creates a session.
    pub(crate) fn new(
        translation: &TranslationArguments,
        report: &mut Report,
    ) -> Result<Self, Exit> {
        let named = translation.from;
        let mut arguments = translation.clone();
        // The translator has no route from a dialect to itself.
        if named == DialectOrProtocol::from(SHOWN) {
            arguments.from = Protocol::A2ui.into();
        }
        arguments.notes.notes = true;
        let translator = create_translator(&arguments, report)?;
        // The first call starts the collection of refusals.
        report.take_refusals();
        let conversation = Conversation::new(ConversationOptions {
            from: named,
            to: SHOWN.into(),
            type_name: None,
            is_strict: false,
            has_envelopes: false,
            keeps_carry: false,
            hints: HintContext {
                from: named,
                by: HintContext::SHOW,
                opens: "add --envelope",
            },
        });
        let checker = match named.protocol() {
            Protocol::A2ui => Some(AgentChecker::new(named, &Surfaces::new())),
            _ => None,
        };
        Ok(Self {
            conversation,
            translator,
            checker,
            ids: ComponentIds::new(),
            dialect: None,
            has_sent_dialect: false,
            lost: 0,
            first_lost: None,
        })
    }

    /// Returns the dialect of the first message, if a message was read.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        self.dialect
    }

    /// Translates a document into a step of the page.
    pub(crate) fn take(&mut self, input: &Input<'_>, report: &mut Report) -> Result<Step, Exit> {
        self.run_step(
            input.start.clone(),
            report,
            |conversation, translator, sink| match conversation.take(translator, input, sink)? {
                Ok(()) => Ok(()),
                Err(error) => conversation.take_parts(translator, input, error, sink),
            },
        )
    }

    /// Returns the step with the results that depend on the end of the input. Reports the findings about whole
    /// surfaces, and the number of losses.
    pub(crate) fn finish(&mut self, report: &mut Report) -> Result<Option<Step>, Exit> {
        let mut step = self.run_step(
            Place::default(),
            report,
            |conversation, translator, sink| conversation.finish(translator, sink),
        )?;
        let whole = match &self.checker {
            Some(checker) => checker.whole(INPUT),
            None => Vec::new(),
        };
        let whole = with_shown_ids(&self.ids, whole);
        for found in &whole {
            report.diagnostic(found.diagnostic.clone())?;
        }
        if !whole.is_empty() {
            step.whole = Some(whole.iter().map(finding).collect());
        }
        if let Some((place, pointer)) = self.first_lost.take() {
            let message = match self.lost {
                1 => "the page cannot show 1 field of the input".to_owned(),
                lost => {
                    format!("the page cannot show {lost} fields of the input; this is the first")
                }
            };
            let finding = Finding::warning("losses", pointer, message);
            report.finding(&place, &finding.hint("the page lists every loss"))?;
        }
        match has_content(&step) || step.whole.is_some() {
            true => Ok(Some(step)),
            false => Ok(None),
        }
    }

    fn run_step(
        &mut self,
        start: Place,
        report: &mut Report,
        translate: impl FnOnce(
            &mut Conversation,
            &mut Translator,
            &mut StepSink<'_>,
        ) -> Result<(), Exit>,
    ) -> Result<Step, Exit> {
        let mut sink = StepSink {
            forward: ForwardSink::new(&mut self.ids),
            checker: self.checker.as_mut(),
            dialect: &mut self.dialect,
            surface_usage: SurfaceUsage::default(),
            findings: Vec::new(),
            report,
        };
        translate(&mut self.conversation, &mut self.translator, &mut sink)?;
        let StepSink {
            forward, findings, ..
        } = sink;
        let ForwardSink { messages, lost, .. } = forward;
        let mut step = Step {
            place: page_place(&start, INPUT),
            ..Step::default()
        };
        let of_messages = messages.iter().flat_map(|(_, lost)| lost);
        self.count_losses(of_messages.chain(&lost));
        for (text, losses) in messages {
            let shown = Payload::parse(text).map_err(|error| Exit::Usage(error.to_string()))?;
            let surface = surface_of(shown.text());
            for lost in &losses {
                step.losses
                    .push(loss(lost, INPUT, surface.as_deref(), Some(&shown)));
            }
            step.messages.push(shown);
        }
        for lost in &lost {
            step.losses.push(loss(lost, INPUT, None, None));
        }
        for found in &findings {
            report.diagnostic(found.diagnostic.clone())?;
        }
        let findings = with_shown_ids(&self.ids, findings);
        step.findings = findings.iter().map(finding).collect();
        // The first step that knows the dialect states it.
        if !self.has_sent_dialect {
            step.dialect = self.dialect.map(|dialect| dialect.to_string());
            self.has_sent_dialect = step.dialect.is_some();
        }
        for (place, refused) in report.take_refusals() {
            let diagnostic = Diagnostic::of_refusal(&place, &refused);
            step.refused.push(refusal(&diagnostic, INPUT));
        }
        Ok(step)
    }

    /// Counts the losses of a step, and remembers the first one of the input.
    fn count_losses<'l>(&mut self, losses: impl Iterator<Item = &'l LostField>) {
        // A message may be completed by a later one, and its losses then follow those of the later one.
        let mut first: Option<&LostField> = None;
        for lost in losses {
            self.lost += 1;
            if first.is_none_or(|first| lost.note.input < first.note.input) {
                first = Some(lost);
            }
        }
        if self.first_lost.is_none() {
            self.first_lost = first.map(|lost| (lost.place.clone(), lost.note.from.clone()));
        }
    }
}

/// Collects the results of a document, and writes its reports.
struct StepSink<'s> {
    forward: ForwardSink<'s>,
    checker: Option<&'s mut AgentChecker>,
    dialect: &'s mut Option<Dialect>,
    surface_usage: SurfaceUsage,
    findings: Vec<SurfaceFinding>,
    report: &'s mut Report,
}

impl EventSink for StepSink<'_> {
    type Error = Exit;

    fn take(&mut self, event: Event<'_, '_>, sources: &Sources<'_, '_>) -> Result<(), Exit> {
        match event {
            Event::Report(entry) => self.report.replay_all(entry.into()),
            Event::Message {
                message,
                context,
                input,
                pointer,
            } => {
                self.dialect.get_or_insert(message.dialect());
                if let Some(mut finding) = self.surface_usage.observe(message, context) {
                    finding.pointer = pointer.join(&finding.pointer);
                    self.report.finding(&input.at(&finding.pointer), &finding)?;
                }
                if let (AnyMessage::Message(message), Some(checker)) = (message, &mut self.checker)
                {
                    let found = checker.findings(INPUT, input, message, pointer);
                    self.findings.extend(found);
                }
                Ok(())
            }
            Event::Output { number, ref line } if !is_shown(&line.text) => {
                let message = "this message is not about a surface and is not shown";
                let (place, pointer) = sources.message(number);
                let finding = Finding::info("show/no-surface", pointer, message);
                self.report.finding(&place, &finding)
            }
            Event::Refusal { each, .. } => each
                .iter()
                .try_for_each(|(place, refusal)| self.report.refusal(place, refusal)),
            Event::Omitted(place, finding) => self.report.finding(&place, &finding),
            event => {
                let Ok(()) = self.forward.take(event, sources);
                Ok(())
            }
        }
    }
}

/// Returns `true` if a message for the page is about a surface.
fn is_shown(message: &str) -> bool {
    let read = a2ui::Message::read_as(message, SHOWN.a2ui_version());
    read.is_ok_and(|message| AnyMessage::from(message).family() == Family::Surfaces)
}

/// Returns `true` if a step has something to show.
pub(crate) fn has_content(step: &Step) -> bool {
    !(step.messages.is_empty() && step.losses.is_empty() && step.refused.is_empty())
}
