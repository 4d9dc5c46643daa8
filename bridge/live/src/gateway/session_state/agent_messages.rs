//! Messages of agents: they are applied to the surfaces and validated, and then accepted or refused.

use super::{AgentState, SESSION_BYTES, SessionState, of_ownership};
use crate::gateway::{
    accepted_message::AcceptedMessage,
    agent::AgentInput,
    deletion::deletion_message,
    findings::{AgentChecker, SourceText},
    store::LogEntry,
};
use agent_ui_text::{
    Diagnostic,
    bridge::{
        Refusal,
        a2ui::{
            Message, SurfaceId, Version,
            ownership::{Owners, namespace},
            report::Report,
            surface::Surfaces,
        },
    },
    decode,
    decoding::MessageSource,
    input::Input,
    place::Place,
};
use wire::{Payload, Pointer};

/// The maximum number of consecutive errors that an agent receives about its messages. A client message resets the
/// count.
const CORRECTIONS: usize = 3;
/// The rule for messages that exceed the memory of an agent's surfaces.
const TOO_MANY_BYTES: &str = "too-many-bytes";

/// The text of a message.
#[derive(Clone, Copy)]
struct MessageText<'a> {
    /// The place in the file at which the agent's text begins.
    start: &'a Place,
    source: &'a MessageSource,
}

impl SessionState {
    /// Marks all surfaces of an agent as created by an earlier run.
    pub(in crate::gateway) fn mark_stale(&mut self, agent_index: usize) {
        if let Some(state) = self.agents.get_mut(agent_index) {
            state.stale = state
                .surfaces
                .iter()
                .map(|surface| surface.surface_id().clone())
                .collect();
        }
    }

    /// Reads the agent's messages from a text that begins at a place. Returns the accepted messages, and the problems
    /// of the text and of the other messages.
    pub(in crate::gateway) fn accept_messages(
        &mut self,
        agent_index: usize,
        start: &Place,
        text: &str,
    ) -> (Vec<AcceptedMessage>, Vec<Diagnostic>, Vec<Diagnostic>) {
        let Some(dialect) = self.agents.get(agent_index).map(|state| state.dialect) else {
            return Default::default();
        };
        let decoded = match decode(text, Some(dialect), None) {
            Ok(decoded) => decoded,
            Err(diagnostic) => return (Vec::new(), Vec::new(), vec![*diagnostic]),
        };
        if let Some(state) = self.agents.get_mut(agent_index) {
            state.replaced.clear();
        }
        let mut accepted = Vec::new();
        let (findings, mut refused) = (decoded.findings, decoded.refusals);
        for (text, source) in decoded.messages.iter().zip(&decoded.sources) {
            let outcome = match Message::read_as(text, dialect.a2ui_version()) {
                Ok(message) => {
                    let source = MessageText { start, source };
                    self.accept_message(agent_index, &message, source, &mut accepted)
                }
                Err(error) => Err(Refusal::from(error)),
            };
            if let Err(refusal) = outcome {
                let pointer = source.pointer.join(refusal.pointer());
                let place = source.document.input().at(&pointer);
                refused.push(Diagnostic::of_refusal(&place, &refusal));
            }
        }
        (accepted, findings, refused)
    }

    /// Creates the input that informs an agent about its refused messages, in the form of a client's error. `text`
    /// contains the messages. Returns `None` if none of them concerns a surface, or if the agent has already received
    /// several errors.
    pub(in crate::gateway) fn correction(
        &mut self,
        agent_index: usize,
        text: &str,
        refused: &[Diagnostic],
    ) -> Option<AgentInput> {
        let state = self.agents.get_mut(agent_index)?;
        if !state.reads_errors || state.corrections >= CORRECTIONS {
            return None;
        }
        let version = state.dialect.a2ui_version().unwrap_or(Version::V0_9);
        let messages: Vec<Payload> = refused
            .iter()
            .filter_map(|diagnostic| create_error_message(text, diagnostic, version))
            .collect();
        if messages.is_empty() {
            return None;
        }
        state.corrections += 1;
        Some(AgentInput {
            session: self.name.clone(),
            messages,
            ..AgentInput::default()
        })
    }

    /// Returns `true` if the operator does not know about a refusal yet. When an agent's surfaces use all their memory,
    /// each further message is refused for the same reason.
    pub(in crate::gateway) fn is_news(&mut self, agent_index: usize, refused: &Diagnostic) -> bool {
        let Some(state) = self.agents.get_mut(agent_index) else {
            return true;
        };
        let is_full = refused.rule.ends_with(TOO_MANY_BYTES);
        !(is_full && std::mem::replace(&mut state.is_full, true))
    }

    /// Deletes all surfaces of an agent.
    pub(in crate::gateway) fn delete_all(&mut self, agent_index: usize) -> Vec<AcceptedMessage> {
        let Self { owners, agents, .. } = self;
        let Some(state) = agents.get_mut(agent_index) else {
            return Vec::new();
        };
        let ids: Vec<SurfaceId> = state
            .surfaces
            .iter()
            .map(|surface| surface.surface_id().clone())
            .collect();
        state.checker = None;
        state.is_finished = false;
        let deletions = ids
            .iter()
            .filter_map(|id| deletion(&state.surfaces, id))
            .collect::<Vec<_>>();
        let mut accepted = Vec::new();
        for delete in deletions {
            // An agent may always delete its own surfaces, so neither call fails.
            let _ = owners.observe(&state.name, &delete);
            let _ = state.surfaces.apply(&delete);
            accepted.extend(AcceptedMessage::new(&state.name, &delete));
        }
        accepted
    }

    /// Applies a message of an agent, and validates it.
    fn accept_message(
        &mut self,
        agent_index: usize,
        message: &Message,
        source: MessageText<'_>,
        accepted: &mut Vec<AcceptedMessage>,
    ) -> Result<(), Refusal> {
        let Self { owners, agents, .. } = self;
        let Some(state) = agents.get_mut(agent_index) else {
            return Ok(());
        };
        if state.checker.is_none() {
            state.checker = Some(AgentChecker::new(state.dialect, &state.surfaces));
        }
        let mut renamed = None;
        let mut message = message.clone();
        if let Some(inside) = message.surface_id().cloned() {
            let may_create = may_create_surface(&message);
            let outside = state.outside(owners, &inside, may_create);
            if outside != inside {
                message = namespace::rename(&message, |_| outside.clone())?;
                renamed = Some((inside, outside.clone()));
            }
            if may_create {
                accepted.extend(state.replace_stale(owners, outside));
            }
        }
        state.observe_and_apply(owners, &message)?;
        if let Some((inside, outside)) = renamed {
            accepted.extend(state.add_name(&inside, &outside));
        }
        accepted.extend(state.accept(&message, Some(source)));
        // Half of the memory is free again.
        state.is_full &= state.surfaces.bytes() > SESSION_BYTES / 2;
        Ok(())
    }
}

impl AgentState {
    /// Returns the id that clients see for an agent's surface. If another agent owns the id, a new surface gets a
    /// prefix.
    fn outside(&self, owners: &Owners, inside: &SurfaceId, may_create: bool) -> SurfaceId {
        if let Some(outside) = self.outside.get(inside.as_str()) {
            return SurfaceId::from(outside.as_str());
        }
        match owners.owner(inside.as_str()) {
            Some(owner) if may_create && *owner != *self.name => {
                namespace::add_prefix(&self.name, inside)
            }
            _ => inside.clone(),
        }
    }

    /// Deletes a stale surface that a message creates again. Returns the deletion, if there was such a surface.
    fn replace_stale(&mut self, owners: &mut Owners, id: SurfaceId) -> Option<AcceptedMessage> {
        if !self.stale.remove(&id) {
            return None;
        }
        let delete = deletion(&self.surfaces, &id);
        self.replaced.insert(id);
        let delete = delete?;
        // An agent may always delete its own surfaces, so neither call fails.
        let _ = owners.observe(&self.name, &delete);
        let _ = self.surfaces.apply(&delete);
        self.accept(&delete, None)
    }

    /// Applies a message to both the owners and the surfaces. If one of them refuses it, neither changes.
    fn observe_and_apply(&mut self, owners: &mut Owners, message: &Message) -> Result<(), Refusal> {
        let surface = message.surface_id().cloned();
        let was_owned = surface
            .as_ref()
            .is_some_and(|id| owners.owner(id.as_str()).is_some());
        owners
            .observe(&self.name, message)
            .map_err(|error| of_ownership(&error))?;
        let Err(error) = self.surfaces.apply(message) else {
            return Ok(());
        };
        // The message changed nothing, so the owner is the earlier one.
        match surface {
            Some(id) if was_owned => owners
                .claim(&self.name, &id)
                .map_err(|error| of_ownership(&error))?,
            Some(id) => owners.release(id.as_str()),
            None => {}
        }
        Err(error.into())
    }

    /// Remembers the id that clients see for a surface. Returns the entry for the store, unless the id is already
    /// known.
    fn add_name(&mut self, inside: &SurfaceId, outside: &SurfaceId) -> Option<AcceptedMessage> {
        let (inside, outside) = (inside.as_str().to_owned(), outside.as_str().to_owned());
        let known = self.outside.insert(inside.clone(), outside.clone());
        if known.is_some() {
            return None;
        }
        Some(AcceptedMessage {
            entry: LogEntry::Renamed {
                agent: self.name.to_string(),
                inside,
                outside,
            },
            text: String::new(),
            dialect: None,
            source: None,
            findings: Vec::new(),
        })
    }

    /// Validates a message that the surfaces have accepted. Returns the accepted message with its findings, or `None` if
    /// the message cannot be written (which never happens to a message that was read).
    fn accept(
        &mut self,
        message: &Message,
        source: Option<MessageText<'_>>,
    ) -> Option<AcceptedMessage> {
        let mut accepted = AcceptedMessage::new(&self.name, message)?;
        let checker = self.checker.as_mut()?;
        let Some(MessageText { start, source }) = source else {
            // Messages of the bridge itself, such as deletions, only update the state of the checker.
            let input = Input::new(Place::default(), Ok(&accepted.text));
            checker.findings(&self.name, &input, message, &Pointer::root());
            return Some(accepted);
        };
        let (input, at) = (source.document.input(), &source.pointer);
        accepted.findings = checker.findings(&self.name, &input, message, at);
        for found in &mut accepted.findings {
            move_to(start, &mut found.diagnostic.place);
        }
        let mut place = input.at(at);
        move_to(start, &mut place);
        let written = input.value(at).unwrap_or_default();
        let text = if is_written_as(written, message, &accepted.text) {
            written.to_owned()
        } else {
            accepted.text.clone()
        };
        accepted.source = Some(SourceText { place, text });
        Some(accepted)
    }
}

/// Returns `true` if a message can create its surface. In A2UI 0.8, this applies to every message except deletions.
fn may_create_surface(message: &Message) -> bool {
    match message.version_word() {
        "v0.8" => message.key() != "deleteSurface",
        _ => message.key() == "createSurface",
    }
}

/// Returns `true` if a text contains this message without needing a repair.
fn is_written_as(text: &str, message: &Message, canonical: &str) -> bool {
    if text == canonical {
        return true;
    }
    let Ok(read) = Message::read_as(text, Some(message.version())) else {
        return false;
    };
    match wire::encode(&read) {
        Ok(read) => wire::without_layout(&read) == canonical,
        Err(_) => false,
    }
}

/// Converts a place within a text to a place in the file that contains the text.
pub(crate) fn move_to(start: &Place, place: &mut Place) {
    if place.line == 1 {
        place.column = (place.column + start.column).saturating_sub(1);
    }
    if place.line > 0 {
        place.line = (place.line + start.line).saturating_sub(1);
    }
    if place.file.is_none() {
        place.file.clone_from(&start.file);
    }
}

/// Creates the error with which a client refuses an agent's message. The surface id is read from the message's line in
/// the text.
fn create_error_message(text: &str, refused: &Diagnostic, version: Version) -> Option<Payload> {
    let line = text.lines().nth(refused.place.line.saturating_sub(1))?;
    let message = Payload::parse(line).ok()?;
    let surface = message
        .members()
        .find_map(|(_, body)| Some(body.member("surfaceId")?.as_str()?.into_owned()))?;
    let mut words = refused.message.clone();
    if !refused.hint.is_empty() {
        words = format!("{words}; {}", refused.hint);
    }
    let report = Report::new("VALIDATION_FAILED", words)
        .at(&refused.pointer)
        .on_surface(surface);
    let message = report.to_message(version).ok()?;
    Payload::encode(&message).ok()
}

/// Creates the message that deletes a surface, in the version of the surface.
fn deletion(surfaces: &Surfaces, id: &SurfaceId) -> Option<Message> {
    let version = surfaces.get(id.as_str())?.version_word();
    Message::read(&deletion_message(version, id.as_str())).ok()
}
