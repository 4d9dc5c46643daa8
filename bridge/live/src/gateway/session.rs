//! Sessions: one log, the agents that write it, and the clients that read it.

use super::{
    ClientMessage, GatewayError, GatewayReportKind, GatewayShared,
    agent::AgentError,
    carrier::CarrierLimits,
    delivery,
    metrics::count,
    session_state::SessionState,
    store::Entry,
    turn::{Turn, TurnOutcome},
    updates::{Role, Snapshot, TextEntry, Update, Updates},
};
use agent_ui_text::bridge::Dialect;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};
use tokio::{
    sync::{Notify, watch},
    task::{JoinHandle, spawn_blocking},
};

/// The number of entries after which a checkpoint replaces them.
const CHECKPOINT: usize = 4096;

/// A session of a gateway. All clones refer to the same session.
#[derive(Clone)]
pub struct Session {
    shared: Arc<SessionShared>,
}

/// The parts that all users of a session share.
pub(crate) struct SessionShared {
    name: String,
    gateway: Arc<GatewayShared>,
    state: Mutex<SessionState>,
    /// The channels of each agent.
    pub(super) channels: Vec<Arc<AgentChannels>>,
    turns: Mutex<BTreeMap<String, watch::Sender<Option<TurnOutcome>>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    is_broken: AtomicBool,
    used: Mutex<Instant>,
    /// What was reported about carriers, by face and rule.
    noted: Mutex<BTreeSet<(&'static str, &'static str)>>,
}

/// How the parts of a session tell each other about one agent.
pub(super) struct AgentChannels {
    /// Wakes the delivery when an input waits.
    pub(super) waiting: Notify,
    /// The number of outputs of the agent.
    pub(super) outputs: watch::Sender<u64>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("name", &self.shared.name).finish_non_exhaustive()
    }
}

impl Session {
    pub(super) fn of(shared: Arc<SessionShared>) -> Self {
        *shared.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Self { shared }
    }

    /// Returns the name of the session.
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// Returns the surfaces and texts as a client of this version of A2UI sees them now.
    ///
    /// # Errors
    /// Returns an error if the program is stopping.
    pub async fn snapshot(&self, dialect: Dialect) -> Result<Snapshot, GatewayError> {
        Ok(self.subscribe(dialect).await?.0)
    }

    /// Returns the surfaces and texts, and everything after them without gap or overlap.
    ///
    /// # Errors
    /// Returns an error if the program is stopping.
    pub async fn subscribe(&self, dialect: Dialect) -> Result<(Snapshot, Updates), GatewayError> {
        self.blocking(move |session| {
            let mut state = session.state();
            let (snapshot, reports) = state.snapshot(dialect, &session.gateway.settings.options);
            let updates = state.view(dialect, &session.gateway.settings.options).0.subscribe();
            drop(state);
            session.report_all(reports);
            (snapshot, Updates(updates))
        })
        .await
    }

    /// Returns a surface in the version of its agent: the `version` word, and the messages that build the surface.
    ///
    /// # Errors
    /// Returns an error if the program is stopping.
    pub async fn exact_surface(&self, id: &str) -> Result<Option<(&'static str, Vec<String>)>, GatewayError> {
        let id = id.to_owned();
        self.blocking(move |session| session.state().exact_surface(&id)).await
    }

    /// Stores a message of a client, and passes it to the agent that owns its surface. A message that is refused is not stored.
    ///
    /// # Errors
    /// Returns an error if the message cannot be translated, no agent owns its surface, too many inputs wait, or the store fails.
    pub async fn send(&self, message: ClientMessage) -> Result<Turn, GatewayError> {
        self.blocking(move |session| session.accept_input(&message)).await?
    }

    /// Returns a turn that ends when all inputs are answered and all agents are quiet. A client that only looks waits for it.
    pub fn idle(&self) -> Turn {
        delivery::idle(&self.shared)
    }

    /// Reports what the carrier of a face cannot hold of a text: each rule once per session and face.
    pub fn note_carrier(&self, face: &'static str, limits: CarrierLimits, text: &str) {
        let session = &self.shared;
        let is_new =
            |rule| !session.noted.lock().unwrap_or_else(PoisonError::into_inner).contains(&(face, rule));
        let wanted = CarrierLimits {
            doubles: limits.doubles && is_new("carrier/double"),
            unordered: limits.unordered && is_new("carrier/order"),
        };
        if wanted == CarrierLimits::default() {
            return;
        }
        for finding in wanted.findings(text) {
            let mut noted = session.noted.lock().unwrap_or_else(PoisonError::into_inner);
            if noted.insert((face, finding.rule)) {
                drop(noted);
                session.report(GatewayReportKind::Carrier { face, finding });
            }
        }
    }

    /// Counts a client that was too slow.
    pub fn count_lagged(&self) {
        count(&self.shared.gateway.metrics.lagged_clients);
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<SessionShared>) -> T + Send + 'static,
    ) -> Result<T, GatewayError> {
        let shared = Arc::clone(&self.shared);
        spawn_blocking(move || work(&shared)).await.map_err(|_| GatewayError::Stopped)
    }
}

impl Drop for SessionShared {
    fn drop(&mut self) {
        for task in self.tasks.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            task.abort();
        }
    }
}

impl SessionShared {
    /// Builds a session from the store. This may block.
    pub(super) fn load(gateway: &Arc<GatewayShared>, name: &str) -> io::Result<Arc<Self>> {
        let mut state = SessionState::new(name, &gateway.agents);
        for (number, entry) in gateway.store.load(name)? {
            state.restore(number, entry);
        }
        let channels = gateway
            .agents
            .iter()
            .map(|_| Arc::new(AgentChannels { waiting: Notify::new(), outputs: watch::Sender::new(0) }));
        let channels: Vec<Arc<AgentChannels>> = channels.collect();
        let mut turns = BTreeMap::new();
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
            used: Mutex::new(Instant::now()),
            noted: Mutex::default(),
        }))
    }

    /// Connects the agents.
    pub(super) fn connect(session: &Arc<Self>) {
        let tasks = session.gateway.agents.iter().enumerate();
        let tasks = tasks.map(|(at, agent)| delivery::start(session, at, Arc::clone(agent)));
        session.tasks.lock().unwrap_or_else(PoisonError::into_inner).extend(tasks);
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
    fn append(&self, state: &mut SessionState, entries: &[Entry]) -> io::Result<u64> {
        let first = state.next;
        if let Err(error) = self.gateway.store.append(&self.name, first, entries) {
            self.is_broken.store(true, Ordering::Relaxed);
            return Err(error);
        }
        state.next = first.saturating_add(u64::try_from(entries.len()).unwrap_or(u64::MAX));
        state.entries += entries.len();
        Ok(first)
    }

    /// Accepts messages of an agent.
    pub(super) fn accept_messages(&self, agent: &str, text: &str) {
        let mut state = self.state();
        let Some(at) = state.position(agent) else { return };
        let (accepted, findings, refused) = state.accept_messages(at, text);
        let metrics = &self.gateway.metrics;
        let mut reports = Vec::new();
        let entries: Vec<Entry> = accepted.iter().map(|message| message.entry.clone()).collect();
        match self.append(&mut state, &entries) {
            Ok(first) => {
                for (seq, message) in (first..).zip(&accepted) {
                    let (lost, reported) = state.publish(seq, at, message, &self.gateway.settings.options);
                    metrics.lost_fields.fetch_add(u64::try_from(lost).unwrap_or(u64::MAX), Ordering::Relaxed);
                    if matches!(message.entry, Entry::Message { .. }) {
                        count(&metrics.agent_messages);
                    }
                    reports.extend(reported);
                }
            }
            Err(error) => {
                let error = AgentError::permanent(format!("the messages cannot be stored: {error}"));
                reports.push(GatewayReportKind::Agent { agent: agent.to_owned(), error });
            }
        }
        let seq = state.next.saturating_sub(1);
        for diagnostic in refused {
            count(&metrics.refused_messages);
            let agent = agent.to_owned();
            let update = super::RefusedMessage { seq, agent: agent.clone(), diagnostic: diagnostic.clone() };
            state.publish_to_all(&Update::Refused(update));
            reports.push(GatewayReportKind::Message { agent, diagnostic });
        }
        for diagnostic in findings {
            reports.push(GatewayReportKind::Message { agent: agent.to_owned(), diagnostic });
        }
        self.write_checkpoint(&mut state);
        drop(state);
        self.has_output(at);
        self.report_all(reports);
    }

    /// Accepts a text of an agent.
    pub(super) fn accept_text(&self, agent: &str, text: &str) {
        let mut state = self.state();
        let Some(at) = state.position(agent) else { return };
        let entry = Entry::Text { agent: agent.to_owned(), text: text.to_owned() };
        match self.append(&mut state, &[entry]) {
            Ok(seq) => {
                count(&self.gateway.metrics.agent_texts);
                let text =
                    TextEntry { seq, role: Role::Agent, agent: agent.to_owned(), text: text.to_owned() };
                state.add_text(text.clone());
                state.publish_to_all(&Update::Text(text));
                drop(state);
                self.has_output(at);
            }
            Err(error) => {
                drop(state);
                let error = AgentError::permanent(format!("the text cannot be stored: {error}"));
                self.report_agent_error(agent, &error);
            }
        }
    }

    pub(super) fn report_agent_error(&self, agent: &str, error: &AgentError) {
        self.report(GatewayReportKind::Agent { agent: agent.to_owned(), error: error.clone() });
    }

    pub(super) fn mark_restarted(&self, agent: &str) {
        let mut state = self.state();
        if let Some(at) = state.position(agent) {
            state.mark_stale(at);
        }
    }

    fn has_output(&self, at: usize) {
        if let Some(channels) = self.channels.get(at) {
            channels.outputs.send_modify(|outputs| *outputs += 1);
        }
    }

    /// Accepts a message of a client.
    fn accept_input(&self, message: &ClientMessage) -> Result<Turn, GatewayError> {
        let metrics = &self.gateway.metrics;
        let settings = &self.gateway.settings;
        let mut state = self.state();
        if message.id.as_ref().is_some_and(|id| state.has_key(id)) {
            count(&metrics.repeated_inputs);
            return Ok(self.ended_turn(state.next.saturating_sub(1), TurnOutcome::Ended));
        }
        let accepted = state.accept_input(message, &settings.options).inspect_err(|_| {
            count(&metrics.refused_inputs);
        })?;
        let Some(agent) = state.agents.get(accepted.agent) else { return Err(GatewayError::NoAgent) };
        if agent.waiting.len() >= settings.inputs {
            return Err(GatewayError::Busy("too many inputs wait for the agent"));
        }
        let (name, input) = (agent.name.to_string(), accepted.input);
        let entry = Entry::Input { agent: name.clone(), key: message.id.clone(), input: input.clone() };
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
        let turn = Turn { seq, outcome: outcome.subscribe(), longest: settings.turn };
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

    /// Records that an agent has received an input, or refused it for good.
    pub(super) fn mark_delivered(&self, at: usize, input: &str) {
        let mut state = self.state();
        if let Some(agent) = state.agents.get_mut(at) {
            agent.waiting.retain(|waiting| waiting.id != input);
        }
        // If this fails, the input is delivered once more after a restart.
        let _ = self.append(&mut state, &[Entry::Delivered { input: input.to_owned() }]);
        self.write_checkpoint(&mut state);
    }

    /// Ends the turn of an input.
    pub(super) fn end_turn(&self, input: &str, outcome: TurnOutcome) {
        let turn = self.turns.lock().unwrap_or_else(PoisonError::into_inner).remove(input);
        if let Some(turn) = turn {
            turn.send_replace(Some(outcome));
        }
    }

    /// Returns a receiver for each turn that has not ended.
    pub(super) fn open_turns(&self) -> Vec<watch::Receiver<Option<TurnOutcome>>> {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.values().map(watch::Sender::subscribe).collect()
    }

    fn ended_turn(&self, seq: u64, outcome: TurnOutcome) -> Turn {
        let outcome = watch::Sender::new(Some(outcome)).subscribe();
        Turn { seq, outcome, longest: self.gateway.settings.turn }
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
            Err(_) => self.is_broken.store(true, Ordering::Relaxed),
        }
    }
}
