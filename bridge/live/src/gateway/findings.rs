//! Lost fields and findings that a page lists next to the surfaces, each with its place.

use agent_ui_text::{
    Diagnostic, Place,
    bridge::{
        DialectOrProtocol, Note, Verdict,
        a2ui::{Message, surface::Surfaces},
    },
    check::a2ui::Stream,
    conversation::{Event, EventSink, Sources},
    input::Input,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    sync::Arc,
};
use wire::{Payload, Pointer, Severity, token};

/// The number of distinct errors that are reported per agent and session.
const ERRORS: usize = 100;
/// The maximum length of a lost value in characters.
const VALUE: usize = 80;

/// A field of an agent's message that clients of some version do not see.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LostField {
    /// The note about the field. Its source is a place in the translated text.
    pub note: Note,
    /// The place of the field in the agent's text. The line is 0 if the text is no longer known.
    pub place: Place,
    /// The component of the field, with the id that clients see.
    pub component: Option<String>,
    /// The value of the field as JSON, or its beginning.
    pub value: Option<String>,
}

/// A finding of `agent-ui check` about a message of an agent, or about a whole surface.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceFinding {
    /// The name of the agent.
    pub agent: String,
    /// The surface, if the finding is about one.
    pub surface: Option<String>,
    /// The component, if the finding is about one.
    pub component: Option<String>,
    /// The finding with its place.
    pub diagnostic: Diagnostic,
}

/// The source of a message in the text of its agent.
#[derive(Clone, Debug)]
pub(super) struct SourceText {
    /// The place of the message.
    pub(super) place: Place,
    /// The message as the agent wrote it, or its canonical form if the message had to be repaired.
    pub(super) text: String,
}

/// The component ids that clients see, by surface and by the agent's id. Only differing ids are listed, such as that of
/// a 0.8 surface's root.
pub type ComponentIds = BTreeMap<(String, String), String>;

/// Validates the messages of an agent.
#[derive(Debug)]
pub struct AgentChecker {
    stream: Stream,
    /// The errors that were already reported.
    reported: BTreeSet<String>,
}

impl AgentChecker {
    /// Creates a checker that already contains the surfaces of the agent.
    pub fn new(dialect: DialectOrProtocol, surfaces: &Surfaces) -> Self {
        let mut stream = Stream::new(dialect, Arc::default());
        for message in surfaces.iter().flat_map(|surface| surface.messages()) {
            // Messages that were read can be written.
            if let Ok(text) = wire::encode(&message) {
                let input = Input::new(Place::default(), Ok(&text));
                stream.validate_message(&input, &message, &Pointer::root());
            }
        }
        let reported = BTreeSet::new();
        Self { stream, reported }
    }

    /// Validates a message that the surfaces have accepted.
    pub fn findings(
        &mut self,
        agent: &str,
        input: &Input<'_>,
        message: &Message,
        at: &Pointer,
    ) -> Vec<SurfaceFinding> {
        let found = self.stream.validate_message(input, message, at);
        let placed = found.into_iter().map(|(place, finding)| SurfaceFinding {
            agent: agent.to_owned(),
            surface: message.surface_id().map(|id| id.as_str().to_owned()),
            component: find_component(&finding.pointer, input),
            diagnostic: Diagnostic::of_finding(&place, &finding),
        });
        placed.collect()
    }

    /// Returns the findings about whole surfaces in their current state.
    pub fn whole(&self, agent: &str) -> Vec<SurfaceFinding> {
        let found = self.stream.findings_of_surfaces();
        let placed = found.map(|found| SurfaceFinding {
            agent: agent.to_owned(),
            surface: Some(found.surface.as_str().to_owned()),
            component: found.component.map(|id| id.as_str().to_owned()),
            diagnostic: Diagnostic::of_finding(&found.placed.0, &found.placed.1),
        });
        placed.collect()
    }

    /// Counts an error. Returns `true` if it must be reported: it is new, and the maximum number was not reached.
    pub(super) fn count_error(&mut self, found: &Diagnostic) -> bool {
        if found.severity != Severity::Error || self.reported.len() >= ERRORS {
            return false;
        }
        self.reported
            .insert(format!("{}: {}", found.rule, found.message))
    }
}

/// Collects the results of a message of an agent.
#[derive(Debug)]
pub struct ForwardSink<'v> {
    ids: &'v mut ComponentIds,
    /// The messages for clients, each with the fields that it does not show.
    pub messages: Vec<(String, Vec<LostField>)>,
    /// The lost fields of messages without a result.
    pub lost: Vec<LostField>,
    /// The messages that were refused.
    pub refused: Vec<Diagnostic>,
}

impl<'v> ForwardSink<'v> {
    /// Creates an empty collection.
    pub fn new(ids: &'v mut ComponentIds) -> Self {
        Self {
            ids,
            messages: Vec::new(),
            lost: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Adds a message for clients. Its notes contain the fields that are lost.
    fn add_message(&mut self, text: String, notes: Vec<Note>, sources: &Sources<'_, '_>) {
        let surface = surface_of(&text).unwrap_or_default();
        let mut losses = Vec::new();
        for note in notes {
            if let Some(id) = find_shown_id(&note, &text) {
                if let Some(own) = find_component_of_note(&note, sources) {
                    self.ids.insert((surface.clone(), own), id);
                }
            } else if note.is_loss(false) {
                losses.push(note);
            }
        }
        // The losses name their components by the ids that clients see, so all ids are known first.
        let lost = losses
            .into_iter()
            .map(|note| self.lost_field(note, &surface, sources))
            .collect();
        self.messages.push((text, lost));
    }

    /// Converts a note about a loss to a lost field, with its place and value in the agent's text.
    fn lost_field(&self, mut note: Note, surface: &str, sources: &Sources<'_, '_>) -> LostField {
        let found = sources.with_input(note.input, |input, at| {
            let from = at.join(&note.from);
            let value = input.value(&from).map(truncate);
            (input.at(&from), find_component(&from, input), value, from)
        });
        let (place, component, value) = match found {
            Some((place, component, value, from)) => {
                note.from = from;
                (place, component, value)
            }
            None => (Place::default(), None, None),
        };
        let own = (surface.to_owned(), component.unwrap_or_default());
        let shown = match self.ids.get(&own) {
            Some(shown) => shown.clone(),
            None => own.1,
        };
        LostField {
            place,
            component: Some(shown).filter(|id| !id.is_empty()),
            value,
            note,
        }
    }
}

impl EventSink for ForwardSink<'_> {
    type Error = Infallible;

    fn take(&mut self, event: Event<'_, '_>, sources: &Sources<'_, '_>) -> Result<(), Infallible> {
        match event {
            Event::Output { line, .. } => {
                let text = wire::without_layout(&line.text).into_owned();
                self.add_message(text, line.notes, sources);
            }
            Event::Notes(notes) => {
                for note in notes {
                    if note.is_loss(false) {
                        let lost = self.lost_field(note, "", sources);
                        self.lost.push(lost);
                    }
                }
            }
            Event::Refusal { each, .. } => self.refused.extend(
                each.iter()
                    .map(|(place, refusal)| Diagnostic::of_refusal(place, refusal)),
            ),
            Event::Omitted(place, finding) => {
                self.refused.push(Diagnostic::of_finding(&place, &finding));
            }
            // The gateway has read the message before, and has reported about that.
            Event::Report(_) | Event::Message { .. } | Event::Skipped { .. } => {}
        }
        Ok(())
    }
}

/// Replaces the component ids in findings by those that clients see.
pub fn with_shown_ids(
    ids: &ComponentIds,
    mut findings: Vec<SurfaceFinding>,
) -> Vec<SurfaceFinding> {
    for found in &mut findings {
        let (Some(surface), Some(id)) = (&found.surface, &found.component) else {
            continue;
        };
        if let Some(shown) = ids.get(&(surface.clone(), id.clone())) {
            found.component = Some(shown.clone());
        }
    }
    findings
}

/// Returns the id of the surface that a message concerns.
pub fn surface_of(message: &str) -> Option<String> {
    let message = Payload::parse(message).ok()?;
    let mut members = message.members();
    members.find_map(|(_, body)| Some(body.member("surfaceId")?.as_str()?.into_owned()))
}

/// Returns the id of a component in a message for clients, if a note reports another id than the agent's.
fn find_shown_id(note: &Note, message: &str) -> Option<String> {
    let is_id = note.verdict == Verdict::Encoded && note.from.as_str().ends_with("/id");
    let to = note
        .to
        .get()
        .filter(|to| is_id && to.as_str().ends_with("/id"))?;
    let id = Payload::parse(message).ok()?.get(to)?;
    Some(id.as_str()?.into_owned())
}

/// Returns the id that the agent uses for the component that a note concerns.
fn find_component_of_note(note: &Note, sources: &Sources<'_, '_>) -> Option<String> {
    sources.with_input(note.input, |input, at| {
        find_component(&at.join(&note.from), input)
    })?
}

/// Returns the id of the component that contains this place in a document.
fn find_component(pointer: &Pointer, input: &Input<'_>) -> Option<String> {
    let mut at = Pointer::root();
    let mut segments = pointer.segments();
    segments.by_ref().find(|segment| {
        at = at.member(segment);
        segment == "components"
    })?;
    let component = at.member(&segments.next()?);
    let mut members = token::children(input.value(&component)?);
    let id = members.find(|member| member.name.is_some_and(|name| token::name(name) == "id"))?;
    id.text
        .starts_with('"')
        .then(|| token::string(id.text).into_owned())
}

/// Returns the start of a JSON text as a single line.
fn truncate(text: &str) -> String {
    let mut characters = text.chars().filter(|character| !character.is_control());
    let mut shown: String = characters.by_ref().take(VALUE).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}
