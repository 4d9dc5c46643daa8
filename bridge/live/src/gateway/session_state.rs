//! The state of a session: owners and surfaces of its agents, views of its clients, and inputs that wait. It has no clock and
//! no input or output.

use super::{
    ClientContent, ClientMessage, GatewayError, GatewayReportKind, GatewaySettings,
    accepted_message::AcceptedMessage,
    agent::{Agent, AgentInput},
    findings::{Checker, SourceText, SurfaceFinding},
    source_component::check_source,
    store::LogEntry,
    updates::{RefusedMessage, Role, Snapshot, TextEntry, Update},
    view::{ForwardedMessage, View},
};
use agent_ui_text::{
    Diagnostic, TranslateOptions,
    bridge::{
        Dialect, DialectOrProtocol, Refusal,
        a2ui::{
            Direction, Message, SurfaceId, Version,
            ownership::{Owners, OwnershipError, namespace},
            report::Report,
            surface::{SurfaceOptions, Surfaces},
        },
    },
    decode,
    decoding::MessageSource,
    input::Input,
    place::Place,
};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};
use wire::{Finding, Payload, Pointer};

/// The number of remembered refusals, and of findings.
const PROBLEMS: usize = crate::limits::PAGE_PROBLEMS;
/// The number of remembered keys of clients' messages.
const KEYS: usize = 4096;
/// The number of errors that an agent gets about its own messages without a message of a client in between.
const CORRECTIONS: usize = 3;
/// The maximum memory of the surfaces of one agent, in bytes.
const SESSION_BYTES: usize = crate::limits::SESSION_BYTES;
/// The rule of messages that need more memory than the surfaces of an agent may take.
const TOO_MANY_BYTES: &str = "too-many-bytes";
/// The number of remembered texts, and their length in bytes.
const TEXTS: usize = 256;
const TEXT_BYTES: usize = crate::limits::SESSION_TEXTS;

/// The state of a session.
pub(super) struct SessionState {
    pub(super) name: String,
    /// The number of the next entry.
    pub(super) next: u64,
    /// The number of entries since the latest checkpoint.
    pub(super) entries: usize,
    /// The approximate length of these entries in bytes.
    pub(super) entry_bytes: usize,
    owners: Owners,
    pub(super) agents: Vec<AgentState>,
    pub(super) views: BTreeMap<Dialect, View>,
    texts: VecDeque<TextEntry>,
    /// The latest refused messages, and the latest findings about single messages.
    refused: VecDeque<RefusedMessage>,
    findings: VecDeque<SurfaceFinding>,
    /// The version of the first message of an agent.
    source: Option<Dialect>,
    keys: VecDeque<String>,
    known_keys: BTreeSet<String>,
    /// The programs that have accepted the inputs which wait, by input, as far as they are known.
    pub(super) programs: BTreeMap<String, String>,
    /// `true` if the state may differ from the stored one.
    pub(super) is_unsure: bool,
}

/// The state of one agent in a session.
pub(super) struct AgentState {
    pub(super) name: Arc<str>,
    dialect: DialectOrProtocol,
    /// The surfaces of the agent, in its own version and with the ids that clients see.
    surfaces: Surfaces,
    /// The ids that clients see, by the ids of the agent, where they differ.
    outside: BTreeMap<String, String>,
    /// The surfaces that were created before the agent started again.
    stale: BTreeSet<SurfaceId>,
    /// Those of them that the latest messages of the agent have replaced.
    replaced: BTreeSet<SurfaceId>,
    /// The inputs whose turns have not ended.
    pub(super) waiting: VecDeque<AgentInput>,
    /// `true` if the agent learns which of its messages are refused.
    reads_errors: bool,
    /// The number of such errors since the latest message of a client.
    corrections: usize,
    /// The checker of the messages, since the first one.
    checker: Option<Checker>,
    /// `true` if the agent says nothing more.
    is_finished: bool,
    /// `true` if the operator knows that the surfaces take all the memory that they may.
    is_full: bool,
}

/// A message of a client that was accepted.
pub(super) struct AcceptedInput {
    pub(super) agent: usize,
    pub(super) input: AgentInput,
    pub(super) reports: Vec<GatewayReportKind>,
}

impl SessionState {
    pub(super) fn new(name: &str, agents: &[Arc<dyn Agent>]) -> Self {
        let agents = agents.iter().map(|agent| AgentState {
            name: agent.name().into(),
            dialect: agent.dialect(),
            surfaces: Surfaces::with_options(
                SurfaceOptions::new()
                    .notation(agent.dialect().notation())
                    .max_bytes(SESSION_BYTES)
                    .max_total_bytes(SESSION_BYTES),
            ),
            outside: BTreeMap::new(),
            stale: BTreeSet::new(),
            replaced: BTreeSet::new(),
            waiting: VecDeque::new(),
            reads_errors: agent.reads_errors(),
            corrections: 0,
            checker: None,
            is_finished: false,
            is_full: false,
        });
        Self {
            name: name.to_owned(),
            next: 1,
            entries: 0,
            entry_bytes: 0,
            owners: Owners::new(),
            agents: agents.collect(),
            views: BTreeMap::new(),
            texts: VecDeque::new(),
            refused: VecDeque::new(),
            findings: VecDeque::new(),
            source: None,
            keys: VecDeque::new(),
            known_keys: BTreeSet::new(),
            programs: BTreeMap::new(),
            is_unsure: false,
        }
    }

    pub(super) fn position(&self, agent: &str) -> Option<usize> {
        self.agents.iter().position(|known| &*known.name == agent)
    }

    /// Applies an entry of the store.
    pub(super) fn restore(&mut self, number: u64, entry: LogEntry) {
        self.next = number.saturating_add(1);
        self.entries += 1;
        self.entry_bytes += entry.bytes();
        match entry {
            LogEntry::Message { agent, message } => {
                let Some(at) = self.position(&agent) else {
                    return;
                };
                let Some(state) = self.agents.get_mut(at) else {
                    return;
                };
                if let Ok(read) = Message::read_as(message.text(), state.dialect.a2ui_version()) {
                    // Only messages that applied were stored.
                    let _ = self.owners.observe(&agent, &read);
                    let _ = state.surfaces.apply(&read);
                }
            }
            LogEntry::Text { agent, text } => self.add_text(TextEntry {
                seq: number,
                role: Role::Agent,
                agent,
                text,
            }),
            LogEntry::Input {
                agent,
                key,
                input,
                program,
            } => {
                program
                    .into_iter()
                    .for_each(|program| drop(self.programs.insert(input.id.clone(), program)));
                if let Some(text) = input.text.clone() {
                    let agent = agent.clone();
                    self.add_text(TextEntry {
                        seq: number,
                        role: Role::User,
                        agent,
                        text,
                    });
                }
                key.into_iter().for_each(|key| self.remember_key(key));
                let at = self.position(&agent);
                if let Some(state) = at.and_then(|at| self.agents.get_mut(at)) {
                    state.waiting.push_back(input);
                }
            }
            LogEntry::Ended { input, .. } => self.end_input(&input),
            LogEntry::Renamed {
                agent,
                inside,
                outside,
            } => {
                let at = self.position(&agent);
                if let Some(state) = at.and_then(|at| self.agents.get_mut(at)) {
                    state.outside.insert(inside, outside);
                }
            }
            LogEntry::Checkpoint { keys } => {
                (self.entries, self.entry_bytes) = (1, 0);
                keys.into_iter().for_each(|key| self.remember_key(key));
            }
        }
    }

    /// Forgets an input whose turn has ended.
    pub(super) fn end_input(&mut self, input: &str) {
        self.programs.remove(input);
        for state in &mut self.agents {
            state.waiting.retain(|waiting| waiting.id != input);
        }
    }

    /// Takes over what this program knows of its agents, after the entries of the store were applied anew.
    ///
    /// A surface that an agent has not created in this program is one of an earlier run, or of another program.
    pub(super) fn continue_from(&mut self, earlier: &Self) {
        for (state, before) in self.agents.iter_mut().zip(&earlier.agents) {
            let is_foreign = |id: &SurfaceId| {
                let is_known = before.surfaces.get(id.as_str()).is_some();
                !is_known || before.stale.contains(id) || before.replaced.contains(id)
            };
            let ids = state.surfaces.iter().map(|surface| surface.surface_id());
            state.stale = ids.filter(|id| is_foreign(id)).cloned().collect();
            state.corrections = before.corrections;
            state.is_finished = before.is_finished;
        }
        self.refused.clone_from(&earlier.refused);
        self.findings.clone_from(&earlier.findings);
        self.source = earlier.source;
    }

    /// Marks all surfaces of an agent as those of an earlier run.
    pub(super) fn mark_stale(&mut self, at: usize) {
        if let Some(state) = self.agents.get_mut(at) {
            state.stale = state
                .surfaces
                .iter()
                .map(|surface| surface.surface_id().clone())
                .collect();
        }
    }

    /// Reads the messages of an agent in a text that begins at a place: those that were accepted, the problems of the text, and those of
    /// the other messages.
    pub(super) fn accept_messages(
        &mut self,
        at: usize,
        start: &Place,
        text: &str,
    ) -> (Vec<AcceptedMessage>, Vec<Diagnostic>, Vec<Diagnostic>) {
        let Some(dialect) = self.agents.get(at).map(|state| state.dialect) else {
            return Default::default();
        };
        let decoded = match decode(text, Some(dialect), None) {
            Ok(decoded) => decoded,
            Err(diagnostic) => return (Vec::new(), Vec::new(), vec![*diagnostic]),
        };
        if let Some(state) = self.agents.get_mut(at) {
            state.replaced.clear();
        }
        let mut accepted = Vec::new();
        let (findings, mut refused) = (decoded.findings, decoded.refusals);
        for (text, source) in decoded.messages.iter().zip(&decoded.sources) {
            let read = Message::read_as(text, dialect.a2ui_version()).map_err(Refusal::from);
            let done = read.and_then(|message| {
                self.accept_message(at, &message, start, source, &mut accepted)
            });
            if let Err(refusal) = done {
                let pointer = source.pointer.join(refusal.pointer());
                let place = source.document.input().at(&pointer);
                refused.push(Diagnostic::of_refusal(&place, &refusal));
            }
        }
        (accepted, findings, refused)
    }

    /// Returns the input that tells an agent which of its messages are refused, as a client would. `text` contains the messages.
    /// Returns `None` if none of them is about a surface, or if the agent goes on sending wrong messages.
    pub(super) fn correction(
        &mut self,
        at: usize,
        text: &str,
        refused: &[Diagnostic],
    ) -> Option<AgentInput> {
        let state = self.agents.get_mut(at).filter(|state| state.reads_errors)?;
        if state.corrections >= CORRECTIONS {
            return None;
        }
        let version = state.dialect.a2ui_version().unwrap_or(Version::V0_9);
        let errors = refused
            .iter()
            .filter_map(|diagnostic| error_message(text, diagnostic, version));
        let messages: Vec<Payload> = errors.collect();
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

    /// Returns `true` for a refusal that the operator does not know yet. While the surfaces of an agent take all their memory, each of
    /// its messages is refused for the same reason.
    pub(super) fn is_news(&mut self, at: usize, refused: &Diagnostic) -> bool {
        let Some(state) = self.agents.get_mut(at) else {
            return true;
        };
        let is_full = refused.rule.ends_with(TOO_MANY_BYTES);
        !(is_full && std::mem::replace(&mut state.is_full, true))
    }

    /// Deletes all surfaces of an agent.
    pub(super) fn delete_all(&mut self, at: usize) -> Vec<AcceptedMessage> {
        let Self { owners, agents, .. } = self;
        let Some(state) = agents.get_mut(at) else {
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
            let _ = owners.observe(&state.name, &delete);
            let _ = state.surfaces.apply(&delete);
            accepted.extend(AcceptedMessage::new(&state.name, &delete));
        }
        accepted
    }

    /// Applies a message of an agent, and validates it.
    fn accept_message(
        &mut self,
        at: usize,
        message: &Message,
        start: &Place,
        source: &MessageSource,
        accepted: &mut Vec<AcceptedMessage>,
    ) -> Result<(), Refusal> {
        let Self { owners, agents, .. } = self;
        let Some(state) = agents.get_mut(at) else {
            return Ok(());
        };
        if state.checker.is_none() {
            state.checker = Some(Checker::new(state.dialect, &state.surfaces));
        }
        let mut renamed = None;
        let mut message = message.clone();
        if let Some(inside) = message.surface_id().cloned() {
            let creates = message.key() == "createSurface"
                || (message.version_word() == "v0.8" && message.key() != "deleteSurface");
            let is_taken = owners
                .owner(inside.as_str())
                .is_some_and(|owner| *owner != *state.name);
            let known = state
                .outside
                .get(inside.as_str())
                .map(|outside| SurfaceId::from(outside.as_str()));
            let outside = known.unwrap_or_else(|| match is_taken && creates {
                true => namespace::add_prefix(&state.name, &inside),
                false => inside.clone(),
            });
            if outside != inside {
                message = namespace::rename(&message, |_| outside.clone())?;
                renamed = Some((inside, outside.clone()));
            }
            if creates && state.stale.remove(&outside) {
                state.replaced.insert(outside.clone());
                if let Some(delete) = deletion(&state.surfaces, &outside) {
                    let _ = owners.observe(&state.name, &delete);
                    let _ = state.surfaces.apply(&delete);
                    accepted.extend(state.checked(&delete, None));
                }
            }
        }
        let surface = message.surface_id().cloned();
        let was_owned = surface
            .as_ref()
            .is_some_and(|id| owners.owner(id.as_str()).is_some());
        owners
            .observe(&state.name, &message)
            .map_err(|error| of_ownership(&error))?;
        if let Err(error) = state.surfaces.apply(&message) {
            // The message changed nothing, so the owner is the earlier one.
            match surface {
                Some(id) if was_owned => owners
                    .claim(&state.name, &id)
                    .map_err(|error| of_ownership(&error))?,
                Some(id) => owners.release(id.as_str()),
                None => {}
            }
            return Err(error.into());
        }
        if let Some((inside, outside)) = renamed {
            let (inside, outside) = (inside.as_str().to_owned(), outside.as_str().to_owned());
            if state
                .outside
                .insert(inside.clone(), outside.clone())
                .is_none()
            {
                let entry = LogEntry::Renamed {
                    agent: state.name.to_string(),
                    inside,
                    outside,
                };
                accepted.push(AcceptedMessage {
                    entry,
                    text: String::new(),
                    dialect: None,
                    source: None,
                    findings: Vec::new(),
                });
            }
        }
        accepted.extend(state.checked(&message, Some((start, source))));
        // Half of the memory is free again.
        state.is_full &= state.surfaces.bytes() > SESSION_BYTES / 2;
        Ok(())
    }

    /// Sends an accepted message to the clients, after it was stored as this entry. Returns the number of lost fields, and what
    /// is reported.
    pub(super) fn publish(
        &mut self,
        seq: u64,
        at: usize,
        message: &AcceptedMessage,
        options: &TranslateOptions,
    ) -> (usize, Vec<GatewayReportKind>) {
        let mut all = (0, Vec::new());
        let Some(state) = self.agents.get_mut(at) else {
            return all;
        };
        if message.text.is_empty() {
            return all;
        }
        self.source = self.source.or(message.dialect);
        if let Some(surface) = message.unknown_from_now() {
            let is_about = |found: &SurfaceFinding| found.surface.as_deref() == Some(&surface);
            self.findings.retain(|found| !is_about(found));
        }
        for found in &message.findings {
            let (agent, diagnostic) = (found.agent.clone(), found.diagnostic.clone());
            let checker = state.checker.as_mut();
            all.1.push(GatewayReportKind::Finding {
                is_new_error: checker.is_some_and(|checker| checker.is_new_error(&diagnostic)),
                agent,
                diagnostic,
            });
        }
        add_latest(&mut self.findings, message.findings.iter().cloned());
        for view in self.views.values_mut() {
            let forwarded = view.forward(seq, &state.name, state.dialect, message, options);
            if !message.findings.is_empty() {
                view.publish_findings(&state.name, &message.findings);
            }
            add_forwarded(&mut self.refused, &mut all, forwarded);
        }
        all
    }

    /// Ends the messages of an agent. Returns the number of lost fields, and what is reported.
    pub(super) fn finish(
        &mut self,
        at: usize,
        options: &TranslateOptions,
    ) -> (usize, Vec<GatewayReportKind>) {
        let mut all = (0, Vec::new());
        let seq = self.next.saturating_sub(1);
        let Some(state) = self.agents.get_mut(at) else {
            return all;
        };
        state.is_finished = true;
        for view in self.views.values_mut() {
            let forwarded = view.finish(seq, &state.name, state.dialect, options);
            add_forwarded(&mut self.refused, &mut all, forwarded);
        }
        if self.is_finished() {
            self.publish_to_all(&Update::Finished);
        }
        all
    }

    fn is_finished(&self) -> bool {
        self.agents.iter().all(|agent| agent.is_finished)
    }

    /// Remembers a message that was refused, and sends it to the clients of all versions.
    pub(super) fn publish_refused(&mut self, refused: &RefusedMessage) {
        add_latest(&mut self.refused, [refused.clone()]);
        self.publish_to_all(&Update::Refused(refused.clone()));
    }

    /// Returns the findings about whole surfaces as they are now, with the ids that clients of a version see.
    pub(super) fn surface_findings(&self, dialect: Dialect) -> Vec<SurfaceFinding> {
        let checked = self.agents.iter().filter_map(|agent| {
            let checker = agent.checker.as_ref()?;
            Some(checker.whole(&agent.name))
        });
        let found = checked.flatten().collect();
        match self.views.get(&dialect) {
            Some(view) => view.with_shown_ids(found),
            None => found,
        }
    }

    /// Sends an update to the clients of all versions.
    pub(super) fn publish_to_all(&mut self, update: &Update) {
        self.views
            .values_mut()
            .for_each(|view| view.publish(update.clone()));
    }

    pub(super) fn add_text(&mut self, text: TextEntry) {
        self.texts.push_back(text);
        let mut length: usize = self.texts.iter().map(|text| text.text.len()).sum();
        while self.texts.len() > TEXTS || (length > TEXT_BYTES && self.texts.len() > 1) {
            length -= self.texts.pop_front().map_or(0, |text| text.text.len());
        }
    }

    pub(super) fn has_key(&self, key: &str) -> bool {
        self.known_keys.contains(key)
    }

    pub(super) fn remember_key(&mut self, key: String) {
        if self.keys.len() >= KEYS {
            if let Some(oldest) = self.keys.pop_front() {
                self.known_keys.remove(&oldest);
            }
        }
        if self.known_keys.insert(key.clone()) {
            self.keys.push_back(key);
        }
    }

    /// Builds the views that exist without a client. What a new session reports about stored messages was reported before.
    pub(super) fn open_views(&mut self, settings: &GatewaySettings) {
        for dialect in &settings.views {
            self.view(*dialect, &settings.options);
        }
    }

    /// Forgets what was found about the messages of an agent, after its surfaces were deleted.
    pub(super) fn clear_problems(&mut self, at: usize) {
        let Some(state) = self.agents.get(at) else {
            return;
        };
        self.refused.retain(|refused| *refused.agent != *state.name);
        self.findings.retain(|found| *found.agent != *state.name);
        self.publish_to_all(&Update::Cleared);
    }

    /// Returns the view of a version, which is built from the surfaces if it is new, and what is reported about it.
    pub(super) fn view(
        &mut self,
        dialect: Dialect,
        options: &TranslateOptions,
    ) -> (&mut View, Vec<GatewayReportKind>) {
        let Self {
            agents,
            views,
            next,
            ..
        } = self;
        let mut reports = Vec::new();
        let view = views.entry(dialect).or_insert_with(|| {
            let mut view = View::new(dialect);
            let seq = next.saturating_sub(1);
            for state in agents {
                for message in state.surfaces.iter().flat_map(|surface| surface.messages()) {
                    // Messages that were read can be written.
                    let Some(message) = AcceptedMessage::new(&state.name, &message) else {
                        continue;
                    };
                    let forwarded =
                        view.forward(seq, &state.name, state.dialect, &message, options);
                    reports.extend(forwarded.reports);
                }
            }
            view
        });
        (view, reports)
    }

    /// Returns the surfaces and texts as clients of a version see them.
    pub(super) fn snapshot(
        &mut self,
        dialect: Dialect,
        options: &TranslateOptions,
    ) -> (Snapshot, Vec<GatewayReportKind>) {
        let reports = self.view(dialect, options).1;
        let found = self.findings.iter().cloned().collect();
        let (surfaces, findings) = match self.views.get(&dialect) {
            Some(view) => (view.surfaces(&self.owners), view.with_shown_ids(found)),
            None => (Vec::new(), found),
        };
        (
            Snapshot {
                seq: self.next.saturating_sub(1),
                surfaces,
                texts: self.texts.iter().cloned().collect(),
                refused: self.refused.iter().cloned().collect(),
                findings,
                source: self.source,
                is_finished: self.is_finished(),
            },
            reports,
        )
    }

    /// Returns the surface of an agent with the id that clients see, as messages of the agent's version.
    pub(super) fn exact_surface(&self, id: &str) -> Option<(&'static str, Vec<String>)> {
        let surface = self
            .agents
            .iter()
            .find_map(|state| state.surfaces.get(id))?;
        let messages = surface.messages();
        let messages = messages
            .iter()
            .filter_map(|message| wire::encode(message).ok());
        Some((surface.version_word(), messages.collect()))
    }

    /// Translates a message of a client for the agent that owns its surface.
    pub(super) fn accept_input(
        &mut self,
        of: &ClientMessage,
        options: &TranslateOptions,
    ) -> Result<AcceptedInput, GatewayError> {
        let (at, texts, text, mut reports) = match &of.content {
            ClientContent::Text(text) => (0, Vec::new(), Some(text.clone()), Vec::new()),
            ClientContent::A2ui {
                message: text,
                dialect,
            } => {
                let (at, texts, reports) =
                    self.translate_input(of.face, text, *dialect, options)?;
                (at, texts, None, reports)
            }
        };
        let id = format!("{}/{}", self.name, self.next);
        let Self {
            owners,
            agents,
            name,
            ..
        } = self;
        let state = agents.get_mut(at).ok_or(GatewayError::NoAgent)?;
        state.corrections = 0;
        let model = of
            .data_model
            .clone()
            .and_then(|model| owners.strip_data_model(model, &state.name));
        let model = model.map(|model| namespace::rename_data_model(model, |id| state.inside(id)));
        let model = model.and_then(|mut model| {
            let word = state
                .surfaces
                .iter()
                .next()
                .map_or("v0.9", |surface| surface.version_word());
            if word == "v0.8" {
                let message = "A2UI 0.8 has no data models of clients";
                let finding = Finding::warning("input/data-model", Pointer::root(), message)
                    .hint("use an agent of A2UI 0.9 or later");
                let (agent, face) = (state.name.to_string(), of.face);
                reports.push(GatewayReportKind::LostInput {
                    agent,
                    face,
                    finding,
                });
                return None;
            }
            word.clone_into(&mut model.version);
            Some(model)
        });
        let mut input = AgentInput {
            id,
            session: name.clone(),
            text,
            ..AgentInput::default()
        };
        for text in texts {
            input
                .messages
                .push(Payload::parse(text).map_err(|error| refused(&Refusal::from(error)))?);
        }
        input.capabilities.clone_from(&of.capabilities);
        input.data_model = model.and_then(|model| Payload::encode(&model).ok());
        Ok(AcceptedInput {
            agent: at,
            input,
            reports,
        })
    }

    /// Returns `true` if a message of a client is about a surface that exists, or about none.
    pub(super) fn has_surface_of(&self, text: &str, dialect: Dialect) -> bool {
        let read = Message::read_as(text, dialect.a2ui_version());
        // A message that cannot be read is refused with its own reason.
        let Ok(read) = read else { return true };
        !matches!(
            self.owners.route(&read),
            Err(OwnershipError::Unowned { .. })
        )
    }

    /// Translates an A2UI message of a client. Returns the position of its agent, and the messages for it.
    fn translate_input(
        &mut self,
        face: &'static str,
        text: &str,
        dialect: Dialect,
        options: &TranslateOptions,
    ) -> Result<(usize, Vec<String>, Vec<GatewayReportKind>), GatewayError> {
        let read = Message::read_as(text, dialect.a2ui_version())
            .map_err(|error| refused(&Refusal::from(error)))?;
        if read.direction() == Direction::Agent {
            let message = format!(
                "`{}` is a message of agents, and this one comes from a client",
                read.key()
            );
            let refusal = Refusal::rule_broken(
                "input/direction",
                Pointer::root().member(read.key()),
                message,
            );
            return Err(refused(
                &refusal.hint("send an action, an error or the result of a function"),
            ));
        }
        let at = match self.owners.route(&read) {
            Ok(owner) => self.position(owner).ok_or(GatewayError::NoAgent)?,
            // A message about no surface goes to the first agent.
            Err(OwnershipError::Nameless { .. }) => 0,
            Err(error) => return Err(refused(&of_unrouted(&error))),
        };
        let to = self.agents.get(at).ok_or(GatewayError::NoAgent)?.dialect;
        let (view, mut reports) = self.view(dialect, options);
        let made = view
            .backward(to, text, options)
            .map_err(GatewayError::Refused)?;
        if let Some(diagnostic) = made.refusals.into_iter().next() {
            return Err(GatewayError::Refused(Box::new(diagnostic)));
        }
        let state = self.agents.get(at).ok_or(GatewayError::NoAgent)?;
        for message in &made.messages {
            let message =
                Payload::parse(message.as_str()).map_err(|error| refused(&Refusal::from(error)))?;
            check_source(&state.surfaces, &message, read.key())
                .map_err(|refusal| refused(&refusal))?;
        }
        for note in made.notes.iter().filter(|note| note.note.is_loss(false)) {
            let message = format!(
                "agent `{}` does not receive this field: {}",
                state.name, note.note.rule
            );
            let finding = Finding::warning("input/lost", note.note.from.clone(), message);
            reports.push(GatewayReportKind::LostInput {
                agent: state.name.to_string(),
                face,
                finding,
            });
        }
        let rename = |text: String| {
            if state.outside.is_empty() {
                return Ok(text);
            }
            let message = Message::read_as(&text, state.dialect.a2ui_version())?;
            let message = namespace::rename(&message, |id| state.inside(id))?;
            wire::encode(&message).map_err(Refusal::from)
        };
        let texts: Result<Vec<String>, Refusal> = made.messages.into_iter().map(rename).collect();
        Ok((at, texts.map_err(|refusal| refused(&refusal))?, reports))
    }

    /// Returns the entries that replace all earlier ones, if no input waits.
    pub(super) fn checkpoint(&self) -> Vec<LogEntry> {
        let mut entries = vec![LogEntry::Checkpoint {
            keys: self.keys.iter().cloned().collect(),
        }];
        for state in &self.agents {
            let agent = || state.name.to_string();
            for (inside, outside) in &state.outside {
                let (inside, outside) = (inside.clone(), outside.clone());
                entries.push(LogEntry::Renamed {
                    agent: agent(),
                    inside,
                    outside,
                });
            }
            let messages = state.surfaces.iter().flat_map(|surface| surface.messages());
            entries.extend(messages.filter_map(|message| {
                Some(LogEntry::Message {
                    agent: agent(),
                    message: Payload::encode(&message).ok()?,
                })
            }));
        }
        for text in &self.texts {
            let agent = text.agent.clone();
            let text_of = text.text.clone();
            match text.role {
                Role::Agent => entries.push(LogEntry::Text {
                    agent,
                    text: text_of,
                }),
                Role::User => {
                    let id = format!("{}/text/{}", self.name, text.seq);
                    let session = self.name.clone();
                    let input = AgentInput {
                        id: id.clone(),
                        session,
                        text: Some(text_of),
                        ..AgentInput::default()
                    };
                    entries.push(LogEntry::Input {
                        agent,
                        key: None,
                        input,
                        program: None,
                    });
                    entries.push(LogEntry::Ended {
                        input: id,
                        failure: None,
                    });
                }
            }
        }
        entries
    }

    /// Returns `true` if no input waits for its agent, so that a checkpoint keeps everything.
    pub(super) fn may_checkpoint(&self) -> bool {
        self.agents.iter().all(|state| state.waiting.is_empty())
    }

    /// Returns `true` if the session has something to show.
    pub(super) fn has_content(&self) -> bool {
        !self.texts.is_empty() || self.agents.iter().any(|state| !state.surfaces.is_empty())
    }
}

impl AgentState {
    /// Returns the surface id of the agent for the one that clients see.
    fn inside(&self, outside: &SurfaceId) -> SurfaceId {
        let found = self
            .outside
            .iter()
            .find(|(_, known)| known.as_str() == outside.as_str());
        found.map_or_else(
            || outside.clone(),
            |(inside, _)| SurfaceId::from(inside.as_str()),
        )
    }
}

impl AgentState {
    /// Validates a message that the surfaces have accepted. Its source is known with the start of the text.
    fn checked(
        &mut self,
        message: &Message,
        source: Option<(&Place, &MessageSource)>,
    ) -> Option<AcceptedMessage> {
        let mut accepted = AcceptedMessage::new(&self.name, message)?;
        let checker = self.checker.as_mut()?;
        let Some((start, source)) = source else {
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
        let text = match is_written_as(written, message, &accepted.text) {
            true => written.to_owned(),
            false => accepted.text.clone(),
        };
        accepted.source = Some(SourceText { place, text });
        Some(accepted)
    }
}

/// Returns `true` if a text is read as this message without a repair.
fn is_written_as(text: &str, message: &Message, canonical: &str) -> bool {
    text == canonical
        || Message::read_as(text, Some(message.version()))
            .ok()
            .and_then(|read| wire::encode(&read).ok())
            .is_some_and(|read| wire::without_layout(&read) == canonical)
}

/// Moves a place in a text to the file that contains the text.
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

/// Adds what became of a message to the result of a version.
fn add_forwarded(
    refused: &mut VecDeque<RefusedMessage>,
    (lost, reports): &mut (usize, Vec<GatewayReportKind>),
    forwarded: ForwardedMessage,
) {
    *lost += forwarded.lost;
    reports.extend(forwarded.reports);
    add_latest(refused, forwarded.refused);
}

/// Adds problems, and forgets the oldest ones.
fn add_latest<T>(to: &mut VecDeque<T>, added: impl IntoIterator<Item = T>) {
    to.extend(added);
    let surplus = to.len().saturating_sub(PROBLEMS);
    to.drain(..surplus);
}

/// Returns the message with which a client refuses a message of an agent. Its line of the text names the surface.
fn error_message(text: &str, refused: &Diagnostic, version: Version) -> Option<Payload> {
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

/// Returns the message that deletes a surface, in the version of the surface.
fn deletion(surfaces: &Surfaces, id: &SurfaceId) -> Option<Message> {
    let word = surfaces.get(id.as_str())?.version_word();
    let id = Payload::string(id.as_str());
    let delete = match word {
        "v0.8" => format!(r#"{{"deleteSurface":{{"surfaceId":{id}}}}}"#),
        word => format!(r#"{{"version":"{word}","deleteSurface":{{"surfaceId":{id}}}}}"#),
    };
    Message::read(&delete).ok()
}

/// Explains why a message of an agent is refused. The hints of the error are for programmers of gateways.
fn of_ownership(error: &OwnershipError) -> Refusal {
    let hint = match error {
        OwnershipError::Unowned { .. } => "create the surface first",
        error => error.hint(),
    };
    Refusal::rule_broken(error.rule(), Pointer::root(), error).hint(hint)
}

/// Explains why no agent receives a message of a client.
fn of_unrouted(error: &OwnershipError) -> Refusal {
    let hint = match error {
        OwnershipError::Unowned { .. } => {
            "read the surfaces again: this one was deleted, or is not created yet"
        }
        OwnershipError::UnknownCall { .. } => "send one response to each call of an agent",
        error => error.hint(),
    };
    of_ownership(error).hint(hint)
}

fn about_message(refusal: &Refusal) -> Diagnostic {
    Diagnostic::of_refusal(&Place::START, refusal)
}

fn refused(refusal: &Refusal) -> GatewayError {
    GatewayError::Refused(Box::new(about_message(refusal)))
}
