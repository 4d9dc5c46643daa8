//! Surfaces of an input as steps for a page, and the translation of clicks on it.

use super::places;
use crate::{
    args::{Context, Source, Translation},
    conversion::{Conversion, MessageTranslator, translator},
    input::{Input, Place},
    recover,
    report::{Exit, Report},
};
use a2ui::surface::{SurfaceOptions, Surfaces};
use bridge::{
    AnyMessage, Bridge, Carry, Dialect, DialectOrProtocol, Family, Note, Outputs, Protocol, Refusal,
    Translator, Verdict, a2ui, route,
};
use live::page::{self, Loss, PageRefusal, Step};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Finding, Payload, Pointer};

/// The dialect that the page renders.
pub(crate) const SHOWN: Dialect = Dialect::A2ui0_9;
/// The maximum number of characters of a lost value.
const VALUE: usize = 80;
/// The number of remembered messages after which those no longer needed are removed.
const ORIGINS: usize = 1024;

/// Returns the translation to the page.
pub(crate) fn translation(from: DialectOrProtocol, context: &Context) -> Translation {
    Translation {
        from,
        to: SHOWN.into(),
        type_name: None,
        verbatim: false,
        notes: false,
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
pub(crate) fn source(source: &Source, from: DialectOrProtocol, dialect: Option<Dialect>) -> page::Source {
    let names = source.files.iter().map(|path| match path.to_string_lossy() {
        name if name == "-" => "standard input".to_owned(),
        name => name.into_owned(),
    });
    let name = names.collect::<Vec<_>>().join(", ");
    let name = if name.is_empty() { "standard input".to_owned() } else { name };
    page::Source { name, dialect: dialect.map_or_else(|| from.to_string(), |dialect| dialect.to_string()) }
}

/// The session of one input on a page.
pub(crate) struct ShowSession<'a> {
    conversion: Conversion<'a>,
    stage: Stage,
    /// Messages about which something may still be reported, by number.
    origins: BTreeMap<u64, Origin>,
    /// The number of messages that triggers the removal of unneeded ones.
    enough: usize,
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
        translation: &'a Translation,
        to: Option<DialectOrProtocol>,
        report: &mut Report,
    ) -> Result<Self, Exit> {
        let named = translation.from;
        let is_a2ui = named.protocol() == Protocol::A2ui;
        if !is_a2ui && route(named.dialect, SHOWN, Family::Surfaces).is_empty() {
            return Err(Exit::Usage(format!("--from {named}: it has no surfaces; use a2ui or ahp")));
        }
        let is_shown = named == DialectOrProtocol::from(SHOWN);
        let from = if is_shown { Protocol::A2ui.into() } else { named };
        let there = Translation { from, notes: true, ..translation.clone() };
        let back = Translation { from: SHOWN.into(), to: from, notes: false, ..translation.clone() };
        let bridge = Bridge::of(translator(&there, report)?, translator(&back, report)?);
        let onward = match to.filter(|to| *to != from) {
            None => None,
            Some(to) => {
                let is_same = to.dialect == from.dialect;
                if !is_same && route(from.dialect, to.dialect, Family::Interactions).is_empty() {
                    return Err(Exit::Usage(format!(
                        "--to {to}: actions of {from} cannot be translated to it"
                    )));
                }
                let on = Translation { from, to, notes: false, ..translation.clone() };
                let back = Translation { from: to, to: from, ..on.clone() };
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
        let conversion = Conversion::new(translation);
        Ok(Self { conversion, stage, origins: BTreeMap::new(), enough: ORIGINS })
    }

    /// Returns the dialect of the first message.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        self.stage.dialect
    }

    /// Translates a document into a step of the page.
    pub(crate) fn take(&mut self, input: &Input<'_>, report: &mut Report) -> Result<Step, Exit> {
        let unreadable = self.conversion.take(&mut self.stage, input, report)?;
        match unreadable {
            None => self.remember_messages(input),
            Some(error) => {
                for part in recover::parts(self.conversion.from(), input, error) {
                    self.conversion.take_part(&mut self.stage, &part.input(), report)?;
                    self.remember_messages(&part.input());
                }
            }
        }
        self.step(&input.start, report)
    }

    /// Returns the step with the results that waited for the end of the input.
    pub(crate) fn finish(&mut self, report: &mut Report) -> Result<Option<Step>, Exit> {
        self.conversion.finish(&mut self.stage, report)?;
        let step = self.step(&Place::default(), report)?;
        let is_empty = step.messages.is_empty() && step.losses.is_empty() && step.refused.is_empty();
        Ok((!is_empty).then_some(step))
    }

    /// Translates an action on the page into messages for its destination.
    pub(crate) fn click(
        &mut self,
        text: &str,
        may_click: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<String>, Refusal> {
        let message = a2ui::Message::read_as(text, SHOWN.a2ui_version())?;
        if let Some(surface) = message.surface_id().filter(|surface| !may_click(surface.as_str())) {
            let at = Pointer::root().member(message.key()).member("surfaceId");
            let message =
                format!("a click on surface `{surface}` was sent from a canvas that does not show it");
            return Err(Refusal::rule_broken("serve/other-surface", at, message)
                .hint("send clicks on a surface through its own canvas"));
        }
        let message = AnyMessage::from(message);
        if message.family() != Family::Interactions {
            let message = "this is not a user action";
            return Err(Refusal::rule_broken("show/no-action", Pointer::root(), message)
                .hint(r#"expected {"version":"v0.9","action":{…}}"#));
        }
        let Stage { bridge, onward, .. } = &mut self.stage;
        let mut messages = Vec::new();
        for output in bridge.backward(message, Carry::default())?.outputs {
            match onward {
                Some(onward) => {
                    let made = onward.forward(output.message, Carry::default())?;
                    messages.extend(made.outputs.into_iter().map(|output| output.message));
                }
                None => messages.push(output.message),
            }
        }
        messages.iter().map(|message| Ok(message.encode()?)).collect()
    }

    /// Translates an action on the page and writes the result, or reports the refusal. `may_click` returns `true` if
    /// the sender may click on a surface.
    pub(crate) fn handle_click(
        &mut self,
        text: &str,
        may_click: &dyn Fn(&str) -> bool,
        report: &mut Report,
    ) -> Result<Result<(), String>, Exit> {
        match self.click(text, may_click) {
            Ok(messages) => {
                messages.into_iter().try_for_each(|message| report.json(&message))?;
                // The reader of the output receives the click immediately.
                report.flush()?;
                Ok(Ok(()))
            }
            Err(refusal) => {
                report.refusal(&Place { file: None, line: 1, column: 1 }, &refusal)?;
                report.take_refusals();
                let hint = match refusal.hint_text() {
                    "" => String::new(),
                    hint => format!(": {hint}"),
                };
                Ok(Err(format!("{}{hint}", refusal.message())))
            }
        }
    }

    /// Returns the surfaces in their own versions.
    pub(crate) fn surfaces(&self) -> &Surfaces {
        &self.stage.surfaces
    }

    /// Remembers the source messages of a document.
    fn remember_messages(&mut self, input: &Input<'_>) {
        let came = std::mem::take(&mut self.stage.current);
        let Ok(text) = &input.text else { return };
        let wanted = came.iter().map(|(_, at, _)| at.as_str()).collect();
        let found = places::find(text, &wanted);
        for (number, pointer, subject) in &came {
            let Some(found) = found.get(pointer) else { continue };
            let place = input.below(found.line, found.column);
            let (pointer, text, subject) = (pointer.clone(), found.text.to_owned(), subject.clone());
            self.origins.insert(*number, Origin { place, pointer, text, subject });
        }
    }

    fn step(&mut self, start: &Place, report: &mut Report) -> Result<Step, Exit> {
        let mut made = std::mem::take(&mut self.stage.made);
        let mut step = Step { place: place(start), ..Step::default() };
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
                    lost.entry(note.input).or_default().ids.push((note.from, id));
                } else if note.is_loss(false) {
                    lost.entry(note.input).or_default().notes.push((note, subject.clone()));
                }
            }
            if output.message.family() == Family::Surfaces {
                step.messages.push(message);
            } else {
                let message = "this message is not about a surface and is not shown";
                let at = self.origins.get(&output.input).map_or(start, |origin| &origin.place);
                report.finding(at, &Finding::info("show/no-surface", Pointer::root(), message))?;
            }
        }
        for note in made.notes.into_iter().filter(|note| note.is_loss(false)) {
            lost.entry(note.input).or_default().notes.push((note, None));
        }
        for (number, lost) in &lost {
            self.lose(*number, lost, start, &mut step.losses);
        }
        let refusals = report.take_refusals();
        step.refused = refusals.iter().map(|(place, refusal)| refused_entry(place, refusal)).collect();
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
    fn lose(&self, number: u64, lost: &MessageLosses, start: &Place, losses: &mut Vec<Loss>) {
        let origin = self.origins.get(&number);
        let text = origin.map_or("", |origin| origin.text.as_str());
        let wanted =
            lost.notes.iter().map(|(note, _)| &note.from).chain(lost.ids.iter().map(|(from, _)| from));
        let found = places::find(text, &wanted.map(Pointer::as_str).collect());
        let ids = lost.ids.iter().filter_map(|(from, id)| Some((found.get(from)?.component.clone()?, id)));
        let ids: BTreeMap<_, _> = ids.collect();
        for (note, subject) in &lost.notes {
            let found = found.get(&note.from);
            let at = match (origin, found) {
                (Some(origin), Some(found)) => below(&origin.place, found.line, found.column),
                (Some(origin), None) => origin.place.clone(),
                (None, _) => start.clone(),
            };
            let subject = subject.clone().or_else(|| origin?.subject.clone());
            let component = found.and_then(|found| found.component.as_ref());
            let component =
                component.map(|id| ids.get(id).map_or_else(|| id.to_string(), |id| id.to_string()));
            losses.push(Loss {
                place: place(&at),
                surface: subject,
                component,
                verdict: note.verdict.as_str(),
                rule: note.rule.to_string(),
                from: origin.map_or_else(|| note.from.clone(), |origin| origin.pointer.join(&note.from)),
                to: note.to.get().cloned(),
                remark: note.remark.get().map(ToString::to_string),
                value: found.map(|found| truncate(found.text)),
            });
        }
    }
}

/// The translators of a session, with their pending results.
struct Stage {
    bridge: Bridge,
    /// The bridge from the dialect of the surfaces to the destination of clicks, if they differ.
    onward: Option<Bridge>,
    /// The messages of a document: number, place, and subject.
    current: Vec<(u64, Pointer, Option<String>)>,
    made: Outputs,
    dialect: Option<Dialect>,
    surfaces: Surfaces,
}

impl MessageTranslator for Stage {
    fn push(&mut self, message: AnyMessage, carry: Carry, at: &Pointer) -> Result<Outputs, Refusal> {
        let number = self.translator().next_input();
        let (dialect, subject) = (message.dialect(), message.subject());
        let copy = self.onward.as_ref().map(|_| message.clone());
        let came = if let AnyMessage::Message(message) = &message { Some(message.clone()) } else { None };
        let made = self.bridge.forward(message, carry)?;
        if let Some(came) = came {
            // Messages that do not apply to a surface are ignored.
            let _ = self.surfaces.apply(&came);
        }
        if let (Some(onward), Some(copy)) = (&mut self.onward, copy) {
            // Untranslatable messages are reported when the user clicks.
            let _ = onward.forward(copy, Carry::default());
        }
        self.dialect.get_or_insert(dialect);
        self.current.push((number, at.clone(), subject));
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
    let to = note.to.get().filter(|to| is_id && to.as_str().ends_with("/id"))?;
    Some(message.get(to)?.as_str()?.into_owned())
}

fn place(Place { file, line, column }: &Place) -> page::Place {
    page::Place { file: file.clone(), line: *line, column: *column }
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
        hint: refusal.hint_text().to_owned(),
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
