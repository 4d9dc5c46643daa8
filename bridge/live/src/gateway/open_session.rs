//! The parts that all users of a session share.

use super::{
    ClientMessage, GatewayError, GatewayReportKind, GatewayShared,
    agent::{AgentError, AgentInput, OpenTurn, OutputSink, TurnMark},
    metrics::count,
    session_state::{AcceptedMessage, SessionState},
    store::LogEntry,
    turn::{Turn, TurnOutcome},
    turn_activity::TurnActivity,
    updates::{FailedInput, RefusedMessage, Role, Snapshot, TextEntry, Update, Updates},
};
use crate::refusal::Limit;
use agent_ui_text::{Diagnostic, bridge::Dialect, place::Place};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};
use tokio::{
    sync::{Notify, watch},
    task::JoinHandle,
};
use wire::Finding;

/// The number of entries after which a checkpoint replaces them.
const CHECKPOINT: usize = 4096;

/// A session in memory.
pub(super) struct OpenSession {
    name: String,
    gateway: Arc<GatewayShared>,
    state: Mutex<SessionState>,
    /// The channels of each agent.
    pub(super) channels: Vec<Arc<AgentChannels>>,
    turns: Mutex<BTreeMap<String, watch::Sender<Option<TurnOutcome>>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    is_broken: AtomicBool,
    /// The names of the agents that are away.
    pub(super) away: watch::Sender<BTreeSet<String>>,
    used: Mutex<Instant>,
    /// The ids of the inputs that came from the store.
    restored: BTreeSet<String>,
    /// What was reported about carriers, by face and rule.
    noted: Mutex<BTreeSet<(&'static str, &'static str)>>,
}

/// How the parts of a session tell each other about one agent.
pub(super) struct AgentChannels {
    /// Wakes the delivery when an input waits.
    pub(super) waiting: Notify,
    /// What the agent says and marks.
    pub(super) activity: watch::Sender<TurnActivity>,
}

impl Drop for OpenSession {
    fn drop(&mut self) {
        self.abort_tasks();
    }
}

impl OpenSession {
    /// Builds a session from the store. This may block.
    pub(super) fn load(gateway: &Arc<GatewayShared>, name: &str) -> io::Result<Arc<Self>> {
        let mut state = SessionState::new(name, &gateway.agents);
        for (number, entry) in gateway.store.load(name)? {
            state.restore(number, entry);
        }
        let channels = gateway
            .agents
            .iter()
            .map(|_| Arc::new(AgentChannels { waiting: Notify::new(), activity: watch::Sender::default() }));
        let channels: Vec<Arc<AgentChannels>> = channels.collect();
        let mut turns = BTreeMap::new();
        let waiting = state.agents.iter().flat_map(|agent| &agent.waiting);
        let restored = waiting.map(|input| input.id.clone()).collect();
        for (at, channels) in channels.iter().enumerate() {
            state.mark_stale(at);
            let waiting = state.agents.get(at).map(|agent| &agent.waiting);
            turns.extend(
                waiting.into_iter().flatten().map(|input| (input.id.clone(), watch::Sender::new(None))),
            );
            channels.waiting.notify_one();
        }
        count(&gateway.metrics.loaded_sessions);
        Ok(Arc::new(Self {
            name: name.to_owned(),
            gateway: Arc::clone(gateway),
            state: Mutex::new(state),
            channels,
            turns: Mutex::new(turns),
            tasks: Mutex::default(),
            is_broken: AtomicBool::new(false),
            away: watch::Sender::default(),
            used: Mutex::new(Instant::now()),
            restored,
            noted: Mutex::default(),
        }))
    }

    /// Adds the tasks that deliver inputs, which end with the session.
    pub(super) fn add_tasks(&self, tasks: impl IntoIterator<Item = JoinHandle<()>>) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).extend(tasks);
        if self.is_broken() {
            self.abort_tasks();
        }
    }

    fn abort_tasks(&self) {
        for task in self.tasks.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            task.abort();
        }
    }

    /// Records that a client uses the session now.
    pub(super) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns `true` if this was reported about the carrier of a face.
    pub(super) fn has_noted(&self, face: &'static str, rule: &'static str) -> bool {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).contains(&(face, rule))
    }

    /// Records that this was reported about the carrier of a face. Returns `false` if it was before.
    pub(super) fn note(&self, face: &'static str, rule: &'static str) -> bool {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).insert((face, rule))
    }

    /// Returns the snapshot of a version, and everything after it.
    pub(super) fn subscribe(&self, dialect: Dialect) -> (Snapshot, Updates) {
        let options = &self.gateway.settings.options;
        let mut state = self.state();
        let (snapshot, reports) = state.snapshot(dialect, options);
        let updates = state.view(dialect, options).0.subscribe();
        if self.is_broken() {
            // The updates end at once, so that the client opens the session again.
            state.views.clear();
        }
        drop(state);
        self.report_all(reports);
        (snapshot, Updates(updates))
    }

    pub(super) fn gateway(&self) -> &GatewayShared {
        &self.gateway
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    /// Returns `false` if the session must be loaded again: the store failed, or another program has changed the session there.
    /// This may block.
    pub(super) fn check(&self) -> bool {
        let mut state = self.state();
        if !self.is_broken() && matches!(self.gateway.store.is_current(&self.name, state.next), Ok(false)) {
            self.end(&mut state);
        }
        !self.is_broken()
    }

    /// Ends the session in this program, because it may differ from the stored one. All updates and turns end, and the agents are
    /// disconnected. Clients open the session again.
    fn end(&self, state: &mut SessionState) {
        self.is_broken.store(true, Ordering::Relaxed);
        state.views.clear();
        // A turn without a sender fails.
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.abort_tasks();
    }

    /// Returns `true` if no client uses the session, and no input waits.
    pub(super) fn is_unused(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) == 1 && self.state().may_checkpoint()
    }

    pub(super) fn last_used(&self) -> Instant {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn state(&self) -> MutexGuard<'_, SessionState> {
        // A panic in the middle of a change marks the session as broken, see `change`.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn report(&self, kind: GatewayReportKind) {
        self.gateway.report(&self.name, kind);
    }

    fn report_all(&self, reports: Vec<GatewayReportKind>) {
        reports.into_iter().for_each(|kind| self.report(kind));
    }

    /// Stores entries. After an error, the session must be loaded again.
    fn append(&self, state: &mut SessionState, entries: &[LogEntry]) -> io::Result<u64> {
        if self.is_broken() {
            return Err(io::Error::other("the session has ended in this program; open it again"));
        }
        let first = state.next;
        if let Err(error) = self.gateway.store.append(&self.name, first, entries) {
            self.end(state);
            self.report(GatewayReportKind::Store(error.to_string()));
            return Err(error);
        }
        state.next = first.saturating_add(u64::try_from(entries.len()).unwrap_or(u64::MAX));
        state.entries += entries.len();
        Ok(first)
    }

    /// Counts an output of an agent. This precedes its publication: a client that answers it begins a later turn.
    fn add_output(&self, at: usize) {
        self.gateway.mark_agent(at, false);
        if let Some(channels) = self.channels.get(at) {
            channels.activity.send_modify(TurnActivity::add_output);
        }
    }

    /// Accepts a message of a client.
    pub(super) fn accept_input(&self, message: &ClientMessage) -> Result<Turn, GatewayError> {
        let metrics = &self.gateway.metrics;
        let settings = &self.gateway.settings;
        let mut state = self.state();
        if message.id.as_ref().is_some_and(|id| state.has_key(id)) {
            count(&metrics.repeated_inputs);
            return Ok(self.ended_turn(state.next.saturating_sub(1), TurnOutcome::Ended));
        }
        let accepted = state.accept_input(message, &settings.options).inspect_err(|error| {
            count(&metrics.refused_inputs);
            if let GatewayError::Refused(diagnostic) = error {
                let (face, diagnostic) = (message.face, (**diagnostic).clone());
                self.report(GatewayReportKind::Input { face, diagnostic });
            }
        })?;
        let Some(agent) = state.agents.get(accepted.agent) else { return Err(GatewayError::NoAgent) };
        if agent.waiting.len() >= settings.inputs {
            return Err(self.gateway.busy(&self.name, Limit::Inputs));
        }
        let (name, input) = (agent.name.to_string(), accepted.input);
        let entry = LogEntry::Input { agent: name.clone(), key: message.id.clone(), input: input.clone() };
        let seq = self.append(&mut state, &[entry])?;
        count(&metrics.inputs);
        if let Some(id) = &message.id {
            state.remember_key(id.clone());
        }
        if let Some(text) = &input.text {
            let text = TextEntry { seq, role: Role::User, agent: name, text: text.clone() };
            state.add_text(text.clone());
            state.publish_to_all(&Update::Text(text));
        }
        let outcome = watch::Sender::new(None);
        let turn = Turn { seq, outcome: outcome.subscribe(), longest: settings.turn_limit };
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).insert(input.id.clone(), outcome);
        if let Some(agent) = state.agents.get_mut(accepted.agent) {
            agent.waiting.push_back(input);
        }
        drop(state);
        if let Some(channels) = self.channels.get(accepted.agent) {
            channels.waiting.notify_one();
        }
        self.report_all(accepted.reports);
        Ok(turn)
    }

    /// Returns the first input whose turn has not begun, and forgets which of the begun ones have ended.
    pub(super) fn next_input(&self, at: usize, begun: &mut BTreeSet<String>) -> Option<AgentInput> {
        let state = self.state();
        let waiting = &state.agents.get(at)?.waiting;
        begun.retain(|id| waiting.iter().any(|input| input.id == *id));
        waiting.iter().find(|input| !begun.contains(&input.id)).cloned()
    }

    /// Returns `true` if the input comes from the store, so that the client that sent it may be gone.
    pub(super) fn is_restored(&self, input: &str) -> bool {
        self.restored.contains(input)
    }

    /// Records the end of the turn of an input, and tells all clients if it failed.
    pub(super) fn end_turn(&self, at: usize, input: &str, outcome: TurnOutcome) {
        let failure = match &outcome {
            TurnOutcome::Failed(reason) => Some(reason.clone()),
            TurnOutcome::Ended | TurnOutcome::TimedOut => None,
        };
        let mut state = self.state();
        if let Some(agent) = state.agents.get_mut(at) {
            agent.waiting.retain(|waiting| waiting.id != input);
            if let Some(reason) = failure.clone() {
                let agent = agent.name.to_string();
                let seq = state.next.saturating_sub(1);
                state.publish_to_all(&Update::Failed(FailedInput { seq, agent, reason }));
            }
        }
        // If this fails, the input is delivered once more after a restart.
        let _ = self.append(&mut state, &[LogEntry::Ended { input: input.to_owned(), failure }]);
        self.write_checkpoint(&mut state);
        drop(state);
        let turn = self.turns.lock().unwrap_or_else(PoisonError::into_inner).remove(input);
        if let Some(turn) = turn {
            turn.send_replace(Some(outcome));
        }
    }

    /// Returns `true` if the session shows nothing yet, and an agent that speaks by itself has neither spoken nor failed.
    pub(super) fn is_starting(&self) -> bool {
        let mut agents = self.gateway.agents.iter().zip(&self.channels);
        let is_silent = agents
            .any(|(agent, channels)| agent.is_spontaneous() && channels.activity.borrow().is_untouched());
        is_silent && !self.state().has_content()
    }

    /// Returns the name of an agent and the reason of its failure, if there is nothing to show because of it.
    pub(super) fn failure(&self) -> Option<(String, String)> {
        if self.state().has_content() {
            return None;
        }
        self.gateway.agents.iter().zip(&self.channels).find_map(|(agent, channels)| {
            let activity = channels.activity.borrow();
            Some((agent.name().to_owned(), activity.failure()?.message().to_owned()))
        })
    }

    /// Returns a receiver for each turn that has not ended.
    pub(super) fn open_turns(&self) -> Vec<watch::Receiver<Option<TurnOutcome>>> {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.values().map(watch::Sender::subscribe).collect()
    }

    fn ended_turn(&self, seq: u64, outcome: TurnOutcome) -> Turn {
        let outcome = watch::Sender::new(Some(outcome)).subscribe();
        Turn { seq, outcome, longest: self.gateway.settings.turn_limit }
    }

    /// Replaces the entries by a checkpoint if there are many.
    fn write_checkpoint(&self, state: &mut SessionState) {
        if state.entries < CHECKPOINT || !state.may_checkpoint() || self.is_broken() {
            return;
        }
        let entries = state.checkpoint();
        let first = state.next;
        match self.gateway.store.replace(&self.name, first, &entries) {
            Ok(()) => {
                state.next = first.saturating_add(u64::try_from(entries.len()).unwrap_or(u64::MAX));
                state.entries = 1;
            }
            Err(_) => self.end(state),
        }
    }
}

impl OutputSink for OpenSession {
    fn accept_messages(&self, agent: &str, place: &Place, text: &str) {
        let mut state = self.state();
        let Some(at) = state.position(agent) else { return };
        let (accepted, mut findings, mut refused) = state.accept_messages(at, text);
        let correction = state.correction(at, text, &refused);
        findings.iter_mut().chain(&mut refused).for_each(|diagnostic| move_to(place, &mut diagnostic.place));
        self.accept_output(state, at, &accepted, findings, refused);
        if let Some(input) = correction {
            self.correct(at, input);
        }
    }

    fn accept_refusal(&self, agent: &str, diagnostic: Diagnostic) {
        let state = self.state();
        let Some(at) = state.position(agent) else { return };
        self.accept_output(state, at, &[], Vec::new(), vec![diagnostic]);
    }

    fn clear_surfaces(&self, agent: &str) {
        let mut state = self.state();
        let Some(at) = state.position(agent) else { return };
        let accepted = state.delete_all(at);
        self.accept_output(state, at, &accepted, Vec::new(), Vec::new());
    }

    fn accept_text(&self, agent: &str, text: &str) {
        let mut state = self.state();
        let Some(at) = state.position(agent) else { return };
        let entry = LogEntry::Text { agent: agent.to_owned(), text: text.to_owned() };
        match self.append(&mut state, &[entry]) {
            Ok(seq) => {
                self.add_output(at);
                count(&self.gateway.metrics.agent_texts);
                let text =
                    TextEntry { seq, role: Role::Agent, agent: agent.to_owned(), text: text.to_owned() };
                state.add_text(text.clone());
                state.publish_to_all(&Update::Text(text));
            }
            Err(error) => {
                drop(state);
                let error = AgentError::permanent("the text cannot be stored").with_detail(error);
                self.report_error(agent, &error);
            }
        }
    }

    fn report_error(&self, agent: &str, error: &AgentError) {
        self.report(GatewayReportKind::Agent { agent: agent.to_owned(), error: error.clone() });
    }

    fn count_unshown(&self, agent: &str, finding: Option<Finding>) {
        count(&self.gateway.metrics.unshown_events);
        let Some(finding) = finding else { return };
        let diagnostic = Diagnostic::of_finding(&Place::START, &finding);
        self.report(GatewayReportKind::Message { agent: agent.to_owned(), diagnostic });
    }

    fn set_away(&self, agent: &str, is_away: bool) {
        self.away.send_if_modified(|away| match is_away {
            true => away.insert(agent.to_owned()),
            false => away.remove(agent),
        });
    }

    fn mark_restarted(&self, agent: &str) {
        let mut state = self.state();
        if let Some(at) = state.position(agent) {
            state.mark_stale(at);
        }
    }

    fn open_turn(&self, agent: &str) -> OpenTurn {
        let channels = self.state().position(agent).and_then(|at| self.channels.get(at));
        let start = channels.map(|channels| channels.activity.borrow().clone());
        OpenTurn { start: start.unwrap_or_default(), needs_no_answer: false }
    }

    fn mark_turn(&self, agent: &str, mark: TurnMark) {
        if let TurnMark::Failed(error) = &mark {
            self.report_error(agent, error);
        }
        let state = self.state();
        let Some(at) = state.position(agent) else { return };
        let failure = match &mark {
            TurnMark::Failed(error) | TurnMark::Left(error) => Some(error.message().to_owned()),
            TurnMark::Ended | TurnMark::More => None,
        };
        // The failure of a message is published with the end of its turn.
        let has_turn = state.agents.get(at).is_some_and(|agent| !agent.waiting.is_empty());
        if let Some(reason) = failure.filter(|_| !has_turn && !state.has_content()) {
            let seq = state.next.saturating_sub(1);
            state.publish_to_all(&Update::Failed(FailedInput { seq, agent: agent.to_owned(), reason }));
        }
        drop(state);
        if let Some(channels) = self.channels.get(at) {
            channels.activity.send_modify(|activity| activity.mark(mark));
        }
    }
}

impl OpenSession {
    /// Sends an error to an agent.
    fn correct(&self, at: usize, mut input: AgentInput) {
        let mut state = self.state();
        let Some(agent) = state.agents.get(at).map(|agent| agent.name.to_string()) else { return };
        input.id = format!("{}/{}", self.name, state.next);
        let entry = LogEntry::Input { agent, key: None, input: input.clone() };
        // A failure of the store is reported.
        if self.append(&mut state, &[entry]).is_err() {
            return;
        }
        if let Some(agent) = state.agents.get_mut(at) {
            agent.waiting.push_back(input);
        }
        drop(state);
        if let Some(channels) = self.channels.get(at) {
            channels.waiting.notify_one();
        }
    }

    /// Stores what an agent has said, and passes it on to the clients.
    fn accept_output(
        &self,
        mut state: MutexGuard<'_, SessionState>,
        at: usize,
        accepted: &[AcceptedMessage],
        findings: Vec<Diagnostic>,
        refused: Vec<Diagnostic>,
    ) {
        let Some(agent) = state.agents.get(at).map(|agent| agent.name.to_string()) else { return };
        let metrics = &self.gateway.metrics;
        self.add_output(at);
        let mut reports = Vec::new();
        let entries: Vec<LogEntry> = accepted.iter().map(|message| message.entry.clone()).collect();
        match self.append(&mut state, &entries) {
            Ok(first) => {
                for (seq, message) in (first..).zip(accepted) {
                    let (lost, reported) = state.publish(seq, at, message, &self.gateway.settings.options);
                    metrics.lost_fields.fetch_add(u64::try_from(lost).unwrap_or(u64::MAX), Ordering::Relaxed);
                    if matches!(message.entry, LogEntry::Message { .. }) {
                        count(&metrics.agent_messages);
                    }
                    reports.extend(reported);
                }
            }
            Err(error) => {
                let error = AgentError::permanent("the messages cannot be stored").with_detail(error);
                reports.push(GatewayReportKind::Agent { agent: agent.clone(), error });
            }
        }
        let seq = state.next.saturating_sub(1);
        for diagnostic in refused {
            count(&metrics.refused_messages);
            let agent = agent.clone();
            let update = RefusedMessage { seq, agent: agent.clone(), diagnostic: diagnostic.clone() };
            state.publish_to_all(&Update::Refused(update));
            reports.push(GatewayReportKind::Message { agent, diagnostic });
        }
        for diagnostic in findings {
            reports.push(GatewayReportKind::Message { agent: agent.clone(), diagnostic });
        }
        self.write_checkpoint(&mut state);
        drop(state);
        self.report_all(reports);
    }
}

/// Moves a place in a text to the file that contains the text.
fn move_to(start: &Place, place: &mut Place) {
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
