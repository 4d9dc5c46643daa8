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
use a2ui::{
    ClientDataModel, SurfaceDataModels, Version,
    a2a::{A2aMessage, DataPart, MessageMetadata, MimeType},
    surface::{SurfaceOptions, Surfaces},
};
use agent_ui_text::{
    check::a2ui::{Stream, SurfaceFinding, surface_options},
    conversation::Engine,
    json,
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
/// The maximum number of errors of the page that are remembered, so that they are written once.
const ERRORS: usize = 1024;

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
    /// The errors of the page that were written.
    errors: BTreeSet<String>,
    /// `true` once it was reported that the destination cannot hold data models.
    has_lost_data_model: bool,
}

/// The answer to a message of the page: lines for standard output, and findings.
#[derive(Default)]
pub(crate) struct Answer {
    lines: Vec<String>,
    findings: Vec<Finding>,
}

/// A message that a page posted, with the data models of its surfaces.
struct PostedMessage {
    message: a2ui::Message,
    data_model: Option<ClientDataModel>,
}

impl PostedMessage {
    /// Reads a message, or an A2A message that contains one.
    fn read(text: &str) -> Result<Self, Refusal> {
        if json::member(text, "parts").is_none() {
            let message = a2ui::Message::read_as(text, SHOWN.a2ui_version())?;
            return Ok(Self {
                message,
                data_model: None,
            });
        }
        let posted: A2aMessage = wire::decode(text)?;
        let data_model = posted.data_models().next().cloned();
        match posted.messages(SHOWN.a2ui_version()).pop() {
            Some(element) => Ok(Self {
                message: element.result?,
                data_model,
            }),
            None => {
                let at = Pointer::root().member("parts");
                Err(Refusal::rule_broken(
                    "show/no-action",
                    at,
                    "this A2A message contains no A2UI message",
                )
                .hint("put the message of the page into a data part"))
            }
        }
    }
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
    /// Creates a session. Clicks become messages of `to`, or by default of the dialect of their surface.
    pub(crate) fn new(
        translation: &'a TranslationArguments,
        to: Option<DialectOrProtocol>,
        report: &mut Report,
    ) -> Result<Self, Exit> {
        let named = translation.from;
        check_protocols(named, to)?;
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
        let onward = match to.filter(|to| *to != from) {
            None => None,
            Some(to) => {
                let on = TranslationArguments {
                    from,
                    to,
                    notes: true,
                    ..translation.clone()
                };
                let back = TranslationArguments {
                    from: to,
                    to: from,
                    notes: false,
                    ..on.clone()
                };
                let on = translator(&on, report)?;
                // The reverse direction only tracks surfaces, and its route need not exist.
                let back = translator(&back, report).or_else(|_| translator(&there, report))?;
                Some(Bridge::of(on, back))
            }
        };
        report.take_refusals();
        let stage = Stage {
            bridge,
            onward,
            current: Vec::new(),
            made: Outputs::default(),
            dialect: None,
            surfaces: Surfaces::with_options(SurfaceOptions::new().notation(named.notation())),
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
            errors: BTreeSet::new(),
            has_lost_data_model: false,
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

    /// Translates a message of the page into messages for its destination.
    pub(crate) fn click(&mut self, text: &str) -> Result<Answer, Refusal> {
        let PostedMessage {
            message,
            data_model,
        } = PostedMessage::read(text)?;
        let is_error = message.key() == "error";
        let message = AnyMessage::from(message);
        if message.family() != Family::Interactions {
            let message = "this is neither a user action nor an error of the page";
            return Err(
                Refusal::rule_broken("show/no-action", Pointer::root(), message).hint(
                    r#"expected {"version":"v0.9","action":{…}} or {"version":"v0.9","error":{…}}"#,
                ),
            );
        }
        // A page sends its errors again when it is reloaded.
        if is_error && !self.errors.insert(text.to_owned()) {
            return Ok(Answer::default());
        }
        if self.errors.len() > ERRORS {
            self.errors.clear();
        }
        let data_model = self.requested_data_model(data_model);
        let mut answer = Answer::default();
        match self.stage.answer(message, &mut answer.findings) {
            Ok(messages) => {
                for message in messages {
                    answer.lines.push(self.with_data_model(
                        &message,
                        data_model.as_ref(),
                        &mut answer.findings,
                    )?);
                }
            }
            // An error does not come from the user, so it does not fail.
            Err(refusal) if is_error => {
                let finding =
                    Finding::warning("show/error", refusal.pointer().clone(), refusal.message());
                answer
                    .findings
                    .push(finding.hint("use --to a2ui to receive the errors of the page"));
            }
            Err(refusal) => return Err(refusal),
        }
        Ok(answer)
    }

    /// Returns the data models of the surfaces whose creation asks for them.
    fn requested_data_model(&self, sent: Option<ClientDataModel>) -> Option<SurfaceDataModels> {
        let is_requested = |id: &str| {
            let surface = self.stage.surfaces.get(id);
            surface.is_some_and(|surface| surface.send_data_model().get() == Some(&true))
        };
        let sent = sent?.surfaces;
        let requested = sent.iter().filter(|(id, _)| is_requested(id));
        let requested: SurfaceDataModels = requested
            .map(|(id, model)| (id.into(), model.clone()))
            .collect();
        (!requested.is_empty()).then_some(requested)
    }

    /// Encodes a message, with the data models as the metadata of an A2A message if its protocol has them.
    fn with_data_model(
        &mut self,
        message: &AnyMessage,
        data_model: Option<&SurfaceDataModels>,
        findings: &mut Vec<Finding>,
    ) -> Result<String, Refusal> {
        let text = message.encode()?;
        let Some(models) = data_model else {
            return Ok(text);
        };
        let version = match message {
            AnyMessage::Message(message) => {
                Some(message.version()).filter(|to| *to != Version::V0_8)
            }
            _ => None,
        };
        let (AnyMessage::Message(message), Some(version)) = (message, version) else {
            if !std::mem::replace(&mut self.has_lost_data_model, true) {
                let to = message.dialect();
                let at = Pointer::root()
                    .member("metadata")
                    .member("a2uiClientDataModel");
                let message =
                    format!("{to} cannot hold the data model, which `sendDataModel` requests");
                let finding = Finding::warning("show/data-model", at, message);
                findings.push(finding.hint("use --to a2ui to receive it with each action"));
            }
            return Ok(text);
        };
        let word = message.version_word();
        let mime_type = if word == "v0.9" {
            MimeType::JsonA2ui
        } else {
            MimeType::A2uiJson
        };
        let model = ClientDataModel::new(word, models.clone());
        let metadata = MessageMetadata::for_version(version, None, model);
        let part = DataPart::a2ui(Payload::parse(text)?, mime_type);
        Ok(wire::encode(
            &A2aMessage::new([part.into()]).metadata(metadata),
        )?)
    }

    /// Translates a message of the page and writes the result, or reports the refusal.
    pub(crate) fn handle_click(
        &mut self,
        text: &str,
        report: &mut Report,
    ) -> Result<Result<(), String>, Exit> {
        let place = Place {
            file: None,
            line: 1,
            column: 1,
        };
        match self.click(text) {
            Ok(Answer { lines, findings }) => {
                lines.into_iter().try_for_each(|line| report.json(&line))?;
                // The reader of the output receives the click immediately.
                report.flush()?;
                findings
                    .iter()
                    .try_for_each(|finding| report.finding(&place, finding))?;
                Ok(Ok(()))
            }
            Err(refusal) => {
                report.refusal(&place, &refusal)?;
                report.take_refusals();
                let hint = match refusal.hint_text() {
                    "" => String::new(),
                    hint => format!(": {hint}"),
                };
                Ok(Err(format!("{}{hint}", refusal.message())))
            }
        }
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
    /// The bridge from the dialect of the surfaces to the destination of clicks, if they differ.
    onward: Option<Bridge>,
    /// The messages of a document.
    current: Vec<ReadMessage>,
    made: Outputs,
    dialect: Option<Dialect>,
    surfaces: Surfaces,
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
        let copy = self.onward.as_ref().map(|_| message.clone());
        let came = if let AnyMessage::Message(message) = &message {
            Some(message.clone())
        } else {
            None
        };
        let made = self.bridge.forward(message, carry)?;
        if let Some(came) = &came {
            // Messages that do not apply to a surface are ignored.
            let _ = self.surfaces.apply(came);
        }
        if let (Some(onward), Some(copy)) = (&mut self.onward, copy) {
            // Untranslatable messages are reported when the user clicks.
            let _ = onward.forward(copy, Carry::default());
        }
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
    /// Translates a message of the page into messages for its destination, and adds findings about lost fields.
    fn answer(
        &mut self,
        message: AnyMessage,
        found: &mut Vec<Finding>,
    ) -> Result<Vec<AnyMessage>, Refusal> {
        let mut messages = Vec::new();
        for output in self.bridge.backward(message, Carry::default())?.outputs {
            match &mut self.onward {
                Some(onward) => {
                    let made = onward.forward(output.message, Carry::default())?;
                    for mut output in made.outputs {
                        let notes = std::mem::take(&mut output.notes);
                        found.extend(notes.iter().filter(|note| note.is_loss(false)).map(|note| {
                            let to = output.message.dialect();
                            let message =
                                format!("{to} cannot hold this field of a message of the page");
                            let finding = Finding::warning("losses", note.from.clone(), message);
                            finding.hint("use --to a2ui to receive the whole message")
                        }));
                        messages.push(output.message);
                    }
                }
                None => messages.push(output.message),
            }
        }
        Ok(messages)
    }

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
