//! Surfaces of an input as steps for a page, and the translation of clicks on it.

use super::places;
use crate::{
    args::{Context, Source, TranslationArguments},
    conversion::{Conversion, translator},
    exit::Exit,
    flag_names::name_flags,
    input::Input,
    report::Report,
};
use agent_ui_text::{
    check::a2ui::{Stream, SurfaceFinding, surface_options},
    conversation::Engine,
    place::Place,
    recover,
};
use bridge::{
    AnyMessage, Bridge, Carry, Dialect, DialectOrProtocol, Family, Note, Outputs, Protocol,
    Refusal, Translator, Verdict, a2ui, route,
};
use live::page::{self, Loss, PageFinding, PageRefusal, Step};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use wire::{Finding, Payload, Pointer, token};

/// The dialect that the page renders.
pub(crate) const SHOWN: Dialect = Dialect::A2ui0_9;
/// The maximum number of characters of a lost value.
const VALUE: usize = 80;
/// The number of remembered messages after which those no longer needed are removed.
const ORIGINS: usize = 1024;
/// Returns the translation to the page.
pub(crate) fn translation(from: DialectOrProtocol, context: &Context) -> TranslationArguments {
    TranslationArguments {
        from,
        to: SHOWN.into(),
        type_name: None,
        verbatim: false,
        notes: false,
        lost: false,
        envelope: false,
        embed: false,
        strict: false,
        // The page lists every loss.
        quiet: true,
        escape_ids: false,
        trust_embedded: false,
        carry_key: None,
        context: context.clone(),
    }
}

/// Returns the name and dialect of the input for the page.
pub(crate) fn source(
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
    let takes_actions = |to: Dialect| {
        to.protocol() == from.protocol()
            || !route(from.dialect, to, Family::Interactions).is_empty()
    };
    let Some(to) = to.filter(|to| !takes_actions(to.dialect)) else {
        return Ok(());
    };
    let takers = Dialect::ALL.iter().filter(|to| takes_actions(**to));
    let named = takers.map(|to| to.to_string());
    let mut names: Vec<_> = named
        .map(|name| name.split('@').next().unwrap_or_default().to_owned())
        .collect();
    names.dedup();
    let message = format!(
        "--to {to}: it cannot express actions on a surface; use one of {}",
        names.join(", ")
    );
    Err(Exit::Usage(message))
}

/// The session of one input on a page.
pub(crate) struct ShowSession<'a> {
    conversion: Conversion<'a>,
    stage: Stage,
    /// Messages about which something may still be reported, by number.
    origins: BTreeMap<u64, Origin>,
    /// The number of messages that triggers the removal of unneeded ones.
    enough: usize,
    /// The validation of A2UI messages.
    checker: Option<Stream<'static>>,
    /// The findings about the current document.
    found: Vec<PageFinding>,
    /// The findings about whole surfaces that the page received last.
    sent_whole: Vec<PageFinding>,
    /// Ids of components that differ on the page, by surface and source id: the root of a 0.8 surface.
    page_ids: BTreeMap<(String, String), String>,
    /// The number of lost fields, and the first one.
    lost: usize,
    first_lost: Option<(Place, Pointer)>,
    has_sent_dialect: bool,
}

/// A source message.
struct Origin {
    place: Place,
    /// The place of the message in its document.
    pointer: Pointer,
    text: String,
    subject: Option<String>,
}

/// The losses of one message.
#[derive(Default)]
struct MessageLosses {
    /// The notes about the losses, with their subjects.
    notes: Vec<(Note, Option<String>)>,
    /// The places of component ids that differ on the page, with the ids on the page.
    ids: Vec<(Pointer, String)>,
}

impl<'a> ShowSession<'a> {
    /// Creates a session.
    pub(crate) fn new(
        translation: &'a TranslationArguments,
        report: &mut Report,
    ) -> Result<Self, Exit> {
        let named = translation.from;
        let is_shown = named == DialectOrProtocol::from(SHOWN);
        let from = if is_shown {
            Protocol::A2ui.into()
        } else {
            named
        };
        let there = TranslationArguments {
            from,
            notes: true,
            ..translation.clone()
        };
        let back = TranslationArguments {
            from: SHOWN.into(),
            to: from,
            notes: false,
            ..translation.clone()
        };
        let bridge = Bridge::of(translator(&there, report)?, translator(&back, report)?);
        report.take_refusals();
        let stage = Stage {
            bridge,
            current: Vec::new(),
            made: Outputs::default(),
            dialect: None,
        };
        Ok(Self {
            conversion: Conversion::to_page(translation),
            stage,
            origins: BTreeMap::new(),
            enough: ORIGINS,
            checker: (named.protocol() == Protocol::A2ui)
                .then(|| Stream::new(named, &[], surface_options(named, &[]), None)),
            found: Vec::new(),
            sent_whole: Vec::new(),
            page_ids: BTreeMap::new(),
            lost: 0,
            first_lost: None,
            has_sent_dialect: false,
        })
    }

    /// Returns the dialect of the first message.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        self.stage.dialect
    }

    /// Translates a document into a step of the page.
    pub(crate) fn take(&mut self, input: &Input<'_>, report: &mut Report) -> Result<Step, Exit> {
        match self.conversion.take_whole(&mut self.stage, input, report)? {
            Ok(()) => self.remember_messages(input, report)?,
            Err(error) => {
                for part in recover::parts(self.conversion.from(), input, error) {
                    self.conversion
                        .take_part(&mut self.stage, &part.input(), report)?;
                    self.remember_messages(&part.input(), report)?;
                }
            }
        }
        self.step(&input.start, report)
    }

    /// Returns the step with the results that waited for the end of the input, and reports the findings about whole
    /// surfaces.
    pub(crate) fn finish(&mut self, report: &mut Report) -> Result<Option<Step>, Exit> {
        self.conversion.finish(&mut self.stage, report)?;
        let mut step = self.step(&Place::default(), report)?;
        step.whole = self.whole();
        self.report_end(report)?;
        Ok((has_content(&step) || step.whole.is_some()).then_some(step))
    }

    /// Reports the findings about whole surfaces, and the number of losses.
    pub(crate) fn report_end(&mut self, report: &mut Report) -> Result<(), Exit> {
        let checker = self.checker.take();
        for SurfaceFinding {
            placed: (place, finding),
            ..
        } in checker.iter().flat_map(Stream::findings_of_surfaces)
        {
            report.finding(&place, &finding)?;
        }
        let Some((place, pointer)) = self.first_lost.take() else {
            return Ok(());
        };
        let message = match self.lost {
            1 => "the page cannot show 1 field of the input".to_owned(),
            lost => format!("the page cannot show {lost} fields of the input; this is the first"),
        };
        report.finding(
            &place,
            &Finding::warning("losses", pointer, message).hint("the page lists every loss"),
        )
    }

    /// Returns the findings about whole surfaces as they are now, if they have changed.
    pub(crate) fn whole(&mut self) -> Option<Vec<PageFinding>> {
        let found = self.checker.as_ref()?.findings_of_surfaces().map(|found| {
            let surface = found.surface.as_str().to_owned();
            let component = found
                .component
                .map(|id| self.page_id(&surface, id.as_str()));
            finding_entry(&found.placed.0, &found.placed.1, Some(surface), component)
        });
        let found: Vec<_> = found.collect();
        if found == self.sent_whole {
            return None;
        }
        self.sent_whole.clone_from(&found);
        Some(found)
    }

    /// Returns the id of a component on the page.
    fn page_id(&self, surface: &str, id: &str) -> String {
        let key = (surface.to_owned(), id.to_owned());
        self.page_ids.get(&key).cloned().unwrap_or(key.1)
    }

    /// Remembers the source messages of a document.
    fn remember_messages(&mut self, input: &Input<'_>, report: &mut Report) -> Result<(), Exit> {
        let came = std::mem::take(&mut self.stage.current);
        let Ok(text) = &input.text else { return Ok(()) };
        let wanted = came.iter().map(|read| read.pointer.as_str()).collect();
        let found = places::find(text, &wanted);
        for ReadMessage {
            number,
            pointer,
            subject,
            ..
        } in &came
        {
            let Some(found) = found.get(pointer) else {
                continue;
            };
            let place = input.below(found.line, found.column);
            let (pointer, text, subject) =
                (pointer.clone(), found.text.to_owned(), subject.clone());
            self.origins.insert(
                *number,
                Origin {
                    place,
                    pointer,
                    text,
                    subject,
                },
            );
        }
        self.check_messages(input, came, report)
    }

    /// Validates the messages of a document and reports the findings.
    fn check_messages(
        &mut self,
        input: &Input<'_>,
        came: Vec<ReadMessage>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let Some(checker) = &mut self.checker else {
            return Ok(());
        };
        for ReadMessage {
            pointer,
            subject,
            message,
            ..
        } in came
        {
            let Some(message) = message else { continue };
            for (place, finding) in checker.validate_message(input, &message, &pointer) {
                report.finding(&place, &finding)?;
                let component = component_of(&finding.pointer, input);
                self.found
                    .push(finding_entry(&place, &finding, subject.clone(), component));
            }
        }
        Ok(())
    }

    fn step(&mut self, start: &Place, report: &mut Report) -> Result<Step, Exit> {
        let mut made = std::mem::take(&mut self.stage.made);
        let mut step = Step {
            place: place(start),
            ..Step::default()
        };
        let mut lost: BTreeMap<u64, MessageLosses> = BTreeMap::new();
        let mut reported = BTreeSet::new();
        for output in &mut made.outputs {
            reported.insert(output.input);
            let encoded = output.message.encode().map_err(Refusal::from);
            let message = match encoded.and_then(|text| Ok(Payload::parse(text)?)) {
                Ok(message) => message,
                Err(refusal) => {
                    report.refusal(start, &refusal)?;
                    continue;
                }
            };
            let subject = output.message.subject();
            for note in std::mem::take(&mut output.notes) {
                if let Some(id) = other_id(&note, &message) {
                    lost.entry(note.input)
                        .or_default()
                        .ids
                        .push((note.from, id));
                } else if note.is_loss(false) {
                    lost.entry(note.input)
                        .or_default()
                        .notes
                        .push((note, subject.clone()));
                }
            }
            if output.message.family() == Family::Surfaces {
                step.messages.push(message);
            } else {
                let message = "this message is not about a surface and is not shown";
                let at = self
                    .origins
                    .get(&output.input)
                    .map_or(start, |origin| &origin.place);
                report.finding(
                    at,
                    &Finding::info("show/no-surface", Pointer::root(), message),
                )?;
            }
        }
        for note in made.notes.into_iter().filter(|note| note.is_loss(false)) {
            lost.entry(note.input).or_default().notes.push((note, None));
        }
        for (number, lost) in &lost {
            self.lose(*number, lost, start, &mut step.losses);
        }
        for found in &mut self.found {
            if let (Some(surface), Some(id)) = (&found.surface, &mut found.component) {
                let key = (surface.clone(), std::mem::take(id));
                *id = self.page_ids.get(&key).cloned().unwrap_or(key.1);
            }
        }
        step.findings = std::mem::take(&mut self.found);
        if !self.has_sent_dialect {
            step.dialect = self.stage.dialect.map(|dialect| dialect.to_string());
            self.has_sent_dialect = step.dialect.is_some();
        }
        let refusals = report.take_refusals();
        step.refused = refusals
            .iter()
            .map(|(place, refusal)| refused_entry(place, refusal))
            .collect();
        self.forget(&reported);
        Ok(step)
    }

    /// Removes messages that are completely reported.
    fn forget(&mut self, reported: &BTreeSet<u64>) {
        for number in reported {
            self.origins.remove(number);
        }
        if self.origins.len() > self.enough {
            let waiting = self.stage.bridge.forward_translator().waiting_inputs();
            self.origins.retain(|number, _| waiting.contains(number));
            self.enough = ORIGINS + 2 * self.origins.len();
        }
    }

    /// Adds the losses of a message to a step.
    fn lose(&mut self, number: u64, lost: &MessageLosses, start: &Place, losses: &mut Vec<Loss>) {
        let origin = self.origins.get(&number);
        let text = origin.map_or("", |origin| origin.text.as_str());
        let wanted = lost
            .notes
            .iter()
            .map(|(note, _)| &note.from)
            .chain(lost.ids.iter().map(|(from, _)| from));
        let found = places::find(text, &wanted.map(Pointer::as_str).collect());
        let ids = lost
            .ids
            .iter()
            .filter_map(|(from, id)| Some((found.get(from)?.component.clone()?, id)));
        let ids: BTreeMap<_, _> = ids.collect();
        let surface = origin.and_then(|origin| origin.subject.as_ref());
        for (id, on_page) in &ids {
            let key = (surface.cloned().unwrap_or_default(), id.to_string());
            self.page_ids.insert(key, (*on_page).clone());
        }
        for (note, subject) in &lost.notes {
            let found = found.get(&note.from);
            let at = match (origin, found) {
                (Some(origin), Some(found)) => below(&origin.place, found.line, found.column),
                (Some(origin), None) => origin.place.clone(),
                (None, _) => start.clone(),
            };
            let subject = subject.clone().or_else(|| origin?.subject.clone());
            let component = found.and_then(|found| found.component.as_ref());
            let component = component.map(|id| {
                ids.get(id)
                    .map_or_else(|| id.to_string(), |id| id.to_string())
            });
            let from = origin.map_or_else(
                || note.from.clone(),
                |origin| origin.pointer.join(&note.from),
            );
            self.lost += 1;
            self.first_lost
                .get_or_insert_with(|| (at.clone(), from.clone()));
            losses.push(Loss {
                place: place(&at),
                surface: subject,
                component,
                verdict: note.verdict.as_str(),
                rule: note.rule.to_string(),
                from,
                to: note.to.get().cloned(),
                remark: note.remark.get().map(ToString::to_string),
                value: found.map(|found| truncate(found.text)),
            });
        }
    }
}

/// A message of the current document that was accepted.
struct ReadMessage {
    number: u64,
    /// The place of the message in its document.
    pointer: Pointer,
    subject: Option<String>,
    /// The message itself, if it is one of A2UI.
    message: Option<a2ui::Message>,
}

/// The translators of a session, with their pending results.
struct Stage {
    bridge: Bridge,
    /// The messages of a document.
    current: Vec<ReadMessage>,
    made: Outputs,
    dialect: Option<Dialect>,
}

impl Engine for Stage {
    fn push(
        &mut self,
        message: AnyMessage,
        carry: Carry,
        at: &Pointer,
    ) -> Result<Outputs, Refusal> {
        let number = self.translator().next_input();
        let (dialect, subject) = (message.dialect(), message.subject());
        let came = if let AnyMessage::Message(message) = &message {
            Some(message.clone())
        } else {
            None
        };
        let made = self.bridge.forward(message, carry)?;
        self.dialect.get_or_insert(dialect);
        let message = came.map(|came| *came);
        self.current.push(ReadMessage {
            number,
            pointer: at.clone(),
            subject,
            message,
        });
        self.keep(made);
        Ok(Outputs::default())
    }

    fn finish(&mut self) -> Outputs {
        let mut made = self.bridge.finish_forward();
        let mut refused = Outputs::default();
        refused.refusals.append(&mut made.refusals);
        self.keep(made);
        refused
    }

    fn translator(&self) -> &Translator {
        self.bridge.forward_translator()
    }
}

impl Stage {
    fn keep(&mut self, mut made: Outputs) {
        self.made.outputs.append(&mut made.outputs);
        self.made.notes.append(&mut made.notes);
    }
}

/// Returns the id of a component on the page, if a note reports a different one: the root of a 0.8 surface.
fn other_id(note: &Note, message: &Payload) -> Option<String> {
    let is_id = note.verdict == Verdict::Encoded && note.from.as_str().ends_with("/id");
    let to = note
        .to
        .get()
        .filter(|to| is_id && to.as_str().ends_with("/id"))?;
    Some(message.get(to)?.as_str()?.into_owned())
}

/// Returns `true` if a step has something to show.
pub(crate) fn has_content(step: &Step) -> bool {
    !(step.messages.is_empty() && step.losses.is_empty() && step.refused.is_empty())
}

/// Converts a place for the page, which names files without their folders.
fn place(Place { file, line, column }: &Place) -> page::Place {
    let file = file.as_ref().map(|file| without_folders(file).into());
    page::Place {
        file,
        line: *line,
        column: *column,
    }
}

/// Returns the id of the component that contains a place of a document.
fn component_of(pointer: &Pointer, input: &Input<'_>) -> Option<String> {
    let mut at = Pointer::root();
    let mut segments = pointer.segments();
    let list = segments.by_ref().find(|segment| {
        at = at.member(segment);
        segment == "components"
    });
    let component = at.member(&segments.next().filter(|_| list.is_some())?);
    let mut members = token::children(input.value(&component)?);
    let id = members.find(|member| member.name.is_some_and(|name| token::name(name) == "id"))?;
    id.text
        .starts_with('"')
        .then(|| token::string(id.text).into_owned())
}

fn finding_entry(
    at: &Place,
    finding: &Finding,
    surface: Option<String>,
    component: Option<String>,
) -> PageFinding {
    PageFinding {
        place: place(at),
        surface,
        component,
        severity: finding.severity.as_str(),
        rule: finding.rule.to_owned(),
        pointer: finding.pointer.clone(),
        message: finding.message.clone(),
        hint: name_flags(&finding.hint),
    }
}

/// Converts a place in a message into a place in the file.
fn below(start: &Place, line: usize, column: usize) -> Place {
    Input::new(start.clone(), Ok("")).below(line, column)
}

fn refused_entry(at: &Place, refusal: &Refusal) -> PageRefusal {
    PageRefusal {
        place: place(at),
        error: refusal.kind().as_str(),
        pointer: refusal.pointer().clone(),
        rule: refusal.rule().to_owned(),
        message: refusal.message().to_owned(),
        hint: name_flags(refusal.hint_text()),
    }
}

/// Returns the start of a JSON text on one line.
fn truncate(text: &str) -> String {
    let mut characters = text.chars().filter(|character| !character.is_control());
    let mut shown: String = characters.by_ref().take(VALUE).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}
