//! The state of a session in memory, which all its users share.

use super::{
    ClientMessage, GatewayError, GatewayReportKind, GatewayShared,
    accepted_message::AcceptedMessage,
    agent::{
        AgentError, AgentInput, OpenTurn, OutputSink, PendingOutput, Said, TriedEntries, TurnMark,
    },
    metrics::{Metrics, count},
    session_state::{AcceptedInput, SessionState, move_to},
    store::LogEntry,
    turn::{Turn, TurnOutcome},
    turn_activity::TurnActivity,
    updates::{FailedInput, RefusedMessage, Role, Snapshot, TextEntry, Update, Updates},
    view::View,
    watched_store::StoreProblem,
};
use crate::server::refusal::Limit;
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

/// The number of entries after which they are replaced by a checkpoint.
const CHECKPOINT: usize = 4096;
/// The length of entries in bytes after which they are replaced by a checkpoint. It equals the maximum length of a
/// checkpoint's surfaces. Writing a checkpoint therefore costs no more than the entries did.
const CHECKPOINT_BYTES: usize = crate::limits::SESSION_BYTES;
/// The number of attempts to store entries if other programs store theirs first.
const ATTEMPTS: usize = 20;

/// A session in memory.
pub(super) struct OpenSession {
    name: String,
    gateway: Arc<GatewayShared>,
    state: Mutex<SessionState>,
    /// The shared state of each agent.
    pub(super) channels: Vec<Arc<AgentChannels>>,
    turns: Mutex<BTreeMap<String, watch::Sender<Option<TurnOutcome>>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    is_broken: AtomicBool,
    /// The names of the agents that are away.
    pub(super) away: watch::Sender<BTreeSet<String>>,
    used: Mutex<Instant>,
    /// The time at which the agents were connected.
    pub(super) opened: tokio::time::Instant,
    /// The ids of the inputs that were loaded from the store.
    restored: BTreeSet<String>,
    /// The face and rule of each report about a carrier that was already made.
    noted: Mutex<BTreeSet<(&'static str, &'static str)>>,
}

/// The state through which the parts of a session coordinate one agent.
pub(super) struct AgentChannels {
    /// Wakes the delivery task when an input waits.
    pub(super) waiting: Notify,
    /// The activity of the agent: its texts and marks.
    pub(super) activity: watch::Sender<TurnActivity>,
}

impl Drop for OpenSession {
    fn drop(&mut self) {
        self.abort_tasks();
    }
}

impl OpenSession {
    /// Loads a session from the store. This function may block.
    pub(super) fn load(gateway: &Arc<GatewayShared>, name: &str) -> io::Result<Arc<Self>> {
        let mut state = SessionState::new(name, &gateway.agents);
        for (number, entry) in gateway.store.load(name)? {
            state.restore(number, entry);
        }
        state.open_views(&gateway.settings);
        let channels = gateway.agents.iter().map(|_| {
            Arc::new(AgentChannels {
                waiting: Notify::new(),
                activity: watch::Sender::default(),
            })
        });
        let channels: Vec<Arc<AgentChannels>> = channels.collect();
        let mut turns = BTreeMap::new();
        let waiting = state.agents.iter().flat_map(|agent| &agent.waiting);
        let restored = waiting.map(|input| input.id.clone()).collect();
        for (agent_index, channels) in channels.iter().enumerate() {
            state.mark_stale(agent_index);
            let waiting = state.agents.get(agent_index).map(|agent| &agent.waiting);
            turns.extend(
                waiting
                    .into_iter()
                    .flatten()
                    .map(|input| (input.id.clone(), watch::Sender::new(None))),
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
            opened: tokio::time::Instant::now(),
            restored,
            noted: Mutex::default(),
        }))
    }

    /// Adds tasks that deliver inputs. They end with the session.
    pub(super) fn add_tasks(&self, tasks: impl IntoIterator<Item = JoinHandle<()>>) {
        self.tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(tasks);
        if self.is_broken() {
            self.abort_tasks();
        }
    }

    fn abort_tasks(&self) {
        for task in self
            .tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .drain(..)
        {
            task.abort();
        }
    }

    /// Records that a client is using the session now.
    pub(super) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns `true` if this rule was already reported for the carrier of a face.
    pub(super) fn has_noted(&self, face: &'static str, rule: &'static str) -> bool {
        self.noted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains(&(face, rule))
    }

    /// Records that this rule was reported for the carrier of a face. Returns `false` if it had been reported before.
    pub(super) fn note(&self, face: &'static str, rule: &'static str) -> bool {
        self.noted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert((face, rule))
    }

    /// Returns the snapshot for a version, and all updates after it.
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

    /// Reads changes that another program has stored. Returns `false` if the session has ended in this program and must
    /// be opened again. This function may block.
    pub(super) fn check(&self) -> bool {
        let mut state = self.state();
        // If the store fails now, clients see what they have.
        let _ = self.reload_if_unsure(&mut state);
        if !self.is_broken()
            && matches!(
                self.gateway.store.is_current(&self.name, state.next),
                Ok(false)
            )
        {
            // After an error, the session continues with its current state, or has ended.
            let _ = self.follow_program(&mut state);
        }
        !self.is_broken()
    }

    /// Reads changes that another program has stored. If an input waits or clients are connected, the agents continue,
    /// so that clients of both programs receive answers. Otherwise, the session ends in this program.
    fn follow_program(&self, state: &mut SessionState) -> io::Result<()> {
        let has_clients = state.views.values().any(View::has_clients);
        if state.may_checkpoint() && !has_clients {
            self.end(state);
            return Err(io::Error::other(
                "the session has ended in this program; open it again",
            ));
        }
        self.reload(state).map(drop)
    }

    /// Rebuilds the state from the store, and returns the entries. Clients then take a new snapshot.
    fn reload(&self, state: &mut SessionState) -> io::Result<Vec<(u64, LogEntry)>> {
        state.is_unsure = true;
        let entries = self.gateway.store.load(&self.name)?;
        let mut fresh = SessionState::new(&self.name, &self.gateway.agents);
        entries
            .iter()
            .cloned()
            .for_each(|(number, entry)| fresh.restore(number, entry));
        fresh.continue_from(state);
        fresh.open_views(&self.gateway.settings);
        state.publish_to_all(&Update::Lagged);
        *state = fresh;
        self.update_turns(state, &entries);
        self.channels
            .iter()
            .for_each(|channels| channels.waiting.notify_one());
        Ok(entries)
    }

    /// Ends the turns that have ended in another program, and adds those that have begun there.
    fn update_turns(&self, state: &SessionState, entries: &[(u64, LogEntry)]) {
        let waiting = state.agents.iter().flat_map(|agent| &agent.waiting);
        let waiting: BTreeSet<&str> = waiting.map(|input| &*input.id).collect();
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let failures = entries.iter().filter_map(|(_, entry)| match entry {
            LogEntry::Ended {
                input,
                failure: Some(failure),
            } => Some((&**input, failure)),
            _ => None,
        });
        let failures: BTreeMap<&str, &String> = failures.collect();
        turns.retain(|input, turn| {
            let has_ended = !waiting.contains(&**input);
            if has_ended {
                let failure = failures
                    .get(&**input)
                    .map(|&failure| TurnOutcome::Failed(failure.clone()));
                turn.send_replace(Some(failure.unwrap_or(TurnOutcome::Ended)));
            }
            !has_ended
        });
        for input in waiting {
            turns
                .entry(input.to_owned())
                .or_insert_with(|| watch::Sender::new(None));
        }
    }

    /// Reloads the state if it may differ from the stored one.
    fn reload_if_unsure(&self, state: &mut SessionState) -> io::Result<()> {
        if state.is_unsure {
            self.reload(state).map(drop)
        } else {
            Ok(())
        }
    }

    /// Ends the session in this program, because its state may differ from the stored one. All updates and turns end,
    /// the agents are disconnected, and clients open the session again.
    fn end(&self, state: &mut SessionState) {
        self.is_broken.store(true, Ordering::Relaxed);
        state.views.clear();
        // A turn without a sender fails.
        self.turns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        self.abort_tasks();
    }

    /// Returns `true` if no client uses the session and no input waits.
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

    /// Reports an event about the turn of a message.
    pub(super) fn report_turn(&self, turn: Option<&str>, kind: GatewayReportKind) {
        self.gateway.report_turn(&self.name, turn, kind);
    }

    fn report_all(&self, reports: Vec<GatewayReportKind>) {
        reports.into_iter().for_each(|kind| self.report(kind));
    }

    /// Stores entries. After an error, the state may differ from the stored one. Clients that only read keep their
    /// current state.
    fn append(&self, state: &mut SessionState, entries: &[LogEntry]) -> io::Result<u64> {
        if self.is_broken() {
            return Err(io::Error::other(
                "the session has ended in this program; open it again",
            ));
        }
        let first = state.next;
        if entries.is_empty() {
            return Ok(first);
        }
        if let Err(error) = self.gateway.store.append(&self.name, first, entries) {
            state.is_unsure = true;
            if self.problem(&error) == StoreProblem::Session {
                self.report(GatewayReportKind::Store(error.to_string()));
            }
            return Err(error);
        }
        state.next = first.saturating_add(u64::try_from(entries.len()).unwrap_or(u64::MAX));
        state.entries += entries.len();
        state.entry_bytes += entries.iter().map(LogEntry::bytes).sum::<usize>();
        Ok(first)
    }

    /// Stores the entries that `entries` derives from the state. If another program has stored something first,
    /// `entries` is called again.
    fn append_current<T>(
        &self,
        state: &mut SessionState,
        mut entries: impl FnMut(&mut SessionState) -> Result<(Vec<LogEntry>, T), GatewayError>,
    ) -> Result<(u64, T), GatewayError> {
        let mut attempt = 1;
        loop {
            self.reload_if_unsure(state)?;
            let (stored, made) = entries(state)?;
            match self.append(state, &stored) {
                Ok(first) => return Ok((first, made)),
                Err(error)
                    if self.problem(&error) == StoreProblem::Conflict && attempt < ATTEMPTS =>
                {
                    self.reload(state)?;
                }
                Err(error) => return Err(error.into()),
            }
            attempt += 1;
        }
    }

    fn problem(&self, error: &io::Error) -> StoreProblem {
        self.gateway.store.problem(error)
    }

    /// Counts an output of an agent. This must precede its publication, so that a client that answers the output begins
    /// a later turn.
    fn add_output(&self, agent_index: usize) {
        self.gateway.mark_agent(agent_index, false);
        if let Some(channels) = self.channels.get(agent_index) {
            channels.activity.send_modify(TurnActivity::add_output);
        }
    }

    /// Accepts a message of a client, and returns its turn.
    pub(super) fn accept_input(&self, message: &ClientMessage) -> Result<Turn, GatewayError> {
        let metrics = &self.gateway.metrics;
        let settings = &self.gateway.settings;
        let mut state = self.state();
        let stored = self.append_current(&mut state, |state| {
            if message.id.as_ref().is_some_and(|id| state.has_key(id)) {
                return Ok((Vec::new(), None));
            }
            let accepted = self.translate_input(state, message)?;
            let agent = state
                .agents
                .get(accepted.agent)
                .ok_or(GatewayError::NoAgent)?;
            if agent.waiting.len() >= settings.inputs {
                return Err(self.gateway.busy(&self.name, Limit::Inputs));
            }
            let name = agent.name.to_string();
            let entry = self.input_entry(name.clone(), message.id.clone(), &accepted.input);
            Ok((vec![entry], Some((accepted, name))))
        });
        let (seq, Some((accepted, name))) = stored? else {
            count(&metrics.repeated_inputs);
            return Ok(self.create_ended_turn(state.next.saturating_sub(1), TurnOutcome::Ended));
        };
        let input = accepted.input;
        count(&metrics.inputs);
        if let Some(id) = &message.id {
            state.remember_key(id.clone());
        }
        if let Some(text) = &input.text {
            let text = TextEntry {
                seq,
                role: Role::User,
                agent: name,
                text: text.clone(),
            };
            state.add_text(text.clone());
            state.publish_to_all(&Update::Text(text));
        }
        let outcome = watch::Sender::new(None);
        let turn = Turn {
            seq,
            outcome: outcome.subscribe(),
            longest: settings.turn_limit,
        };
        self.turns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(input.id.clone(), outcome);
        self.add_waiting(&mut state, accepted.agent, input);
        drop(state);
        if let Some(channels) = self.channels.get(accepted.agent) {
            channels.waiting.notify_one();
        }
        self.report_all(accepted.reports);
        Ok(turn)
    }

    fn translate_input(
        &self,
        state: &mut SessionState,
        message: &ClientMessage,
    ) -> Result<AcceptedInput, GatewayError> {
        state
            .accept_input(message, &self.gateway.settings.options)
            .inspect_err(|error| {
                count(&self.gateway.metrics.refused_inputs);
                if let GatewayError::Refused(diagnostic) = error {
                    let (face, diagnostic) = (message.face, (**diagnostic).clone());
                    self.report(GatewayReportKind::Input { face, diagnostic });
                }
            })
    }

    fn input_entry(&self, agent: String, key: Option<String>, input: &AgentInput) -> LogEntry {
        let program = self.gateway.store.program().map(str::to_owned);
        LogEntry::Input {
            agent,
            key,
            input: input.clone(),
            program,
        }
    }

    /// Adds a stored input to the waiting inputs of its agent.
    fn add_waiting(&self, state: &mut SessionState, agent_index: usize, input: AgentInput) {
        if let Some(program) = self.gateway.store.program() {
            state.programs.insert(input.id.clone(), program.to_owned());
        }
        if let Some(agent) = state.agents.get_mut(agent_index) {
            agent.waiting.push_back(input);
        }
    }

    /// Returns the first input whose turn has not begun. Removes those inputs from `begun` whose turns have ended.
    pub(super) fn next_input(
        &self,
        agent_index: usize,
        begun: &mut BTreeSet<String>,
    ) -> Option<NextInput> {
        let state = self.state();
        let waiting = &state.agents.get(agent_index)?.waiting;
        begun.retain(|id| waiting.iter().any(|input| input.id == *id));
        let input = waiting
            .iter()
            .find(|input| !begun.contains(&input.id))
            .cloned()?;
        let program = state.programs.get(&input.id).cloned();
        let other = program.filter(|program| Some(&**program) != self.gateway.store.program());
        Some(NextInput { input, other })
    }

    /// Returns `true` if this program has accepted an input whose turn is still open.
    pub(super) fn is_in_work(&self, input: &str) -> bool {
        let own = self.gateway.store.program();
        !self.is_broken()
            && own.is_some()
            && self.state().programs.get(input).map(|by| &**by) == own
    }

    /// Returns `true` if an input was loaded from the store. The client that sent it may be gone.
    pub(super) fn is_restored(&self, input: &str) -> bool {
        self.restored.contains(input)
    }

    /// Records the end of an input's turn, and informs all clients if it failed. Returns `false` if the store is
    /// unavailable.
    pub(super) fn end_turn(&self, agent_index: usize, input: &str, outcome: &TurnOutcome) -> bool {
        let failure = match outcome {
            TurnOutcome::Failed(reason) => Some(reason.clone()),
            TurnOutcome::Ended | TurnOutcome::TimedOut => None,
        };
        let mut state = self.state();
        // A client that learns the failure now does not wait for the store.
        let turn = self
            .turns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(input)
            .cloned();
        let is_new = turn.as_ref().is_some_and(|turn| turn.borrow().is_none());
        if let (Some(reason), Some(agent), true) = (&failure, state.agents.get(agent_index), is_new)
        {
            let (agent, seq) = (agent.name.to_string(), state.next.saturating_sub(1));
            state.publish_to_all(&Update::Failed(FailedInput {
                seq,
                agent,
                reason: reason.clone(),
            }));
        }
        let ended = LogEntry::Ended {
            input: input.to_owned(),
            failure,
        };
        let stored = self.append_current(&mut state, |state| {
            // Another program may have ended it.
            let waits = state
                .agents
                .iter()
                .flat_map(|agent| &agent.waiting)
                .any(|waiting| waiting.id == input);
            Ok((waits.then(|| ended.clone()).into_iter().collect(), ()))
        });
        let may_store_later = match &stored {
            Err(GatewayError::Store(error)) => {
                matches!(
                    self.problem(error),
                    StoreProblem::Away | StoreProblem::Refused
                )
            }
            _ => false,
        };
        // If the entry cannot be stored, the input is delivered once more after a restart.
        if !may_store_later {
            state.end_input(input);
            self.turns
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(input);
            self.write_checkpoint(&mut state);
        }
        drop(state);
        if let Some(turn) = turn {
            turn.send_replace(Some(outcome.clone()));
        }
        !may_store_later
    }

    /// Returns the name of a failed agent and the reason, if the session has nothing to show because of the failure.
    pub(super) fn failure(&self) -> Option<(String, String)> {
        if self.state().has_content() {
            return None;
        }
        self.gateway
            .agents
            .iter()
            .zip(&self.channels)
            .find_map(|(agent, channels)| {
                let activity = channels.activity.borrow();
                Some((
                    agent.name().to_owned(),
                    activity.failure()?.message().to_owned(),
                ))
            })
    }

    /// Returns a receiver for each open turn.
    pub(super) fn open_turns(&self) -> Vec<watch::Receiver<Option<TurnOutcome>>> {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.values().map(watch::Sender::subscribe).collect()
    }

    /// Returns the turn of the latest message of a client, if it has not ended.
    pub(super) fn latest_open_turn(&self) -> Option<Turn> {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let open = turns.iter().filter(|(_, turn)| turn.borrow().is_none());
        let (seq, turn) = open
            .filter_map(|(input, turn)| Some((input_number(input)?, turn)))
            .max_by_key(|(seq, _)| *seq)?;
        Some(Turn {
            seq,
            outcome: turn.subscribe(),
            longest: self.gateway.settings.turn_limit,
        })
    }

    /// Returns the number of client messages whose turns are still open.
    pub(super) fn unfinished_inputs(&self) -> usize {
        self.turns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    fn create_ended_turn(&self, seq: u64, outcome: TurnOutcome) -> Turn {
        let outcome = watch::Sender::new(Some(outcome)).subscribe();
        Turn {
            seq,
            outcome,
            longest: self.gateway.settings.turn_limit,
        }
    }

    /// Replaces the entries by a checkpoint if there are too many.
    fn write_checkpoint(&self, state: &mut SessionState) {
        let may_checkpoint = state.may_checkpoint() && !state.is_unsure;
        let has_many = state.entries >= CHECKPOINT || state.entry_bytes >= CHECKPOINT_BYTES;
        if !has_many || !may_checkpoint || self.is_broken() {
            return;
        }
        let entries = state.checkpoint();
        let first = state.next;
        match self.gateway.store.replace(&self.name, first, &entries) {
            Ok(()) => {
                state.next = first.saturating_add(u64::try_from(entries.len()).unwrap_or(u64::MAX));
                (state.entries, state.entry_bytes) = (1, 0);
            }
            // The next change reads the stored state.
            Err(_) => state.is_unsure = true,
        }
    }
}

impl OutputSink for OpenSession {
    fn accept_output(&self, agent: &str, output: &mut PendingOutput) -> bool {
        let mut state = self.state();
        let Some(agent_index) = state.position(agent) else {
            return true;
        };
        let stored = self.store_output(&mut state, agent_index, output);
        self.write_checkpoint(&mut state);
        drop(state);
        match stored {
            Ok(Stored {
                reports,
                correction,
            }) => {
                self.report_all(reports);
                correction
                    .into_iter()
                    .for_each(|input| self.send_correction(agent_index, input));
            }
            Err(error) if self.problem(&error) == StoreProblem::Away => return false,
            Err(error) => self.lose_output(agent, &error),
        }
        true
    }

    fn store_away(&self) -> watch::Receiver<Option<Instant>> {
        self.gateway.store.away()
    }

    fn accept_refusal(&self, agent: &str, diagnostic: Diagnostic) {
        let mut state = self.state();
        let Some(agent_index) = state.position(agent) else {
            return;
        };
        self.add_output(agent_index);
        let reports = self.publish_refusals(&mut state, agent_index, Vec::new(), vec![diagnostic]);
        drop(state);
        self.report_all(reports);
    }

    fn report_error(&self, agent: &str, error: &AgentError) {
        // The error is about the message that the agent works on.
        let state = self.state();
        let at_work = state
            .position(agent)
            .and_then(|agent_index| state.agents.get(agent_index)?.waiting.front());
        let turn = at_work.map(|input| input.id.clone());
        drop(state);
        let kind = GatewayReportKind::Agent {
            agent: agent.to_owned(),
            error: error.clone(),
        };
        self.report_turn(turn.as_deref(), kind);
    }

    fn count_unshown(&self, agent: &str, finding: Option<Finding>) {
        count(&self.gateway.metrics.unshown_events);
        let Some(finding) = finding else { return };
        self.notice(agent, Diagnostic::of_finding(&Place::START, &finding));
    }

    fn notice(&self, agent: &str, diagnostic: Diagnostic) {
        self.report(GatewayReportKind::Message {
            agent: agent.to_owned(),
            diagnostic,
        });
    }

    fn set_away(&self, agent: &str, is_away: bool) {
        self.away.send_if_modified(|away| match is_away {
            true => away.insert(agent.to_owned()),
            false => away.remove(agent),
        });
    }

    fn mark_restarted(&self, agent: &str) {
        let mut state = self.state();
        if let Some(agent_index) = state.position(agent) {
            state.mark_stale(agent_index);
        }
    }

    fn count_restart(&self, agent: &str) {
        let metrics = &self.gateway.metrics;
        if let Some(agent) = self
            .state()
            .position(agent)
            .and_then(|agent_index| metrics.agent(agent_index))
        {
            count(&agent.restarts);
        }
    }

    fn open_turn(&self, agent: &str) -> OpenTurn {
        let channels = self
            .state()
            .position(agent)
            .and_then(|agent_index| self.channels.get(agent_index));
        let start = channels.map(|channels| channels.activity.borrow().clone());
        OpenTurn {
            start: start.unwrap_or_default(),
            needs_no_answer: false,
        }
    }

    fn mark_turn(&self, agent: &str, mark: TurnMark) {
        let mut state = self.state();
        let Some(agent_index) = state.position(agent) else {
            return;
        };
        let failure = match &mark {
            TurnMark::Failed(error) | TurnMark::Left(error) => Some(error.message().to_owned()),
            TurnMark::Ended | TurnMark::More => None,
        };
        // The failure of a message is published with the end of its turn.
        let has_turn = state
            .agents
            .get(agent_index)
            .is_some_and(|agent| !agent.waiting.is_empty());
        if let Some(reason) = failure.filter(|_| !has_turn && !state.has_content()) {
            let seq = state.next.saturating_sub(1);
            state.publish_to_all(&Update::Failed(FailedInput {
                seq,
                agent: agent.to_owned(),
                reason,
            }));
        }
        drop(state);
        if let Some(channels) = self.channels.get(agent_index) {
            channels
                .activity
                .send_modify(|activity| activity.mark(mark));
        }
    }
}

impl OpenSession {
    /// Sends an error about its own messages to an agent.
    fn send_correction(&self, agent_index: usize, mut input: AgentInput) {
        let mut state = self.state();
        let Some(agent) = state
            .agents
            .get(agent_index)
            .map(|agent| agent.name.to_string())
        else {
            return;
        };
        input.id = format!("{}/{}", self.name, state.next);
        let entry = self.input_entry(agent, None, &input);
        // A failure of the store is reported.
        if self.append(&mut state, &[entry]).is_err() {
            return;
        }
        self.add_waiting(&mut state, agent_index, input);
        drop(state);
        if let Some(channels) = self.channels.get(agent_index) {
            channels.waiting.notify_one();
        }
    }

    /// Stores an output of an agent, and passes it on to the clients.
    fn store_output(
        &self,
        state: &mut SessionState,
        agent_index: usize,
        output: &mut PendingOutput,
    ) -> io::Result<Stored> {
        if let Some(tried) = output.tried.take() {
            let entries = self.reload(state)?;
            if is_stored(&tried, &entries) {
                self.add_output(agent_index);
                return Ok(Stored::default());
            }
        }
        let mut attempt = 1;
        loop {
            self.reload_if_unsure(state)?;
            let accepted = accept(state, agent_index, &output.said);
            let error = match self.append(state, &accepted.entries) {
                Ok(first) => {
                    return Ok(self.publish_output(
                        state,
                        agent_index,
                        first,
                        &output.said,
                        accepted,
                    ));
                }
                Err(error) => error,
            };
            match self.problem(&error) {
                StoreProblem::Conflict if attempt < ATTEMPTS => self.follow_program(state)?,
                StoreProblem::Away => {
                    let texts = accepted
                        .entries
                        .iter()
                        .filter_map(|entry| serde_json::to_string(entry).ok());
                    output.tried = Some(TriedEntries {
                        first: state.next,
                        texts: texts.collect(),
                    });
                    return Err(error);
                }
                _ => return Err(error),
            }
            attempt += 1;
        }
    }

    /// Passes a stored output on to the clients.
    fn publish_output(
        &self,
        state: &mut SessionState,
        agent_index: usize,
        first: u64,
        said: &Said,
        accepted: AcceptedOutput,
    ) -> Stored {
        let metrics = &self.gateway.metrics;
        self.add_output(agent_index);
        let mut reports = Vec::new();
        for (seq, message) in (first..).zip(&accepted.messages) {
            let (lost, reported) =
                state.publish(seq, agent_index, message, &self.gateway.settings.options);
            count_lost(metrics, lost);
            if matches!(message.entry, LogEntry::Message { .. }) {
                count(&metrics.agent_messages);
            }
            reports.extend(reported);
        }
        let mut correction = None;
        match said {
            Said::Text(text) => {
                count(&metrics.agent_texts);
                let agent = state
                    .agents
                    .get(agent_index)
                    .map(|agent| agent.name.to_string())
                    .unwrap_or_default();
                let text = TextEntry {
                    seq: first,
                    role: Role::Agent,
                    agent,
                    text: text.clone(),
                };
                state.add_text(text.clone());
                state.publish_to_all(&Update::Text(text));
            }
            Said::Messages { place, text } => {
                let AcceptedOutput {
                    mut findings,
                    mut refused,
                    ..
                } = accepted;
                correction = state.correction(agent_index, text, &refused);
                findings
                    .iter_mut()
                    .chain(&mut refused)
                    .for_each(|diagnostic| move_to(place, &mut diagnostic.place));
                reports.extend(self.publish_refusals(state, agent_index, findings, refused));
            }
            Said::Clear => state.clear_problems(agent_index),
            Said::Finished => {
                let (lost, reported) = state.finish(agent_index, &self.gateway.settings.options);
                count_lost(metrics, lost);
                reports.extend(reported);
            }
        }
        Stored {
            reports,
            correction,
        }
    }

    /// Informs the clients about the refused messages of an agent. Returns the reports for the operator.
    fn publish_refusals(
        &self,
        state: &mut SessionState,
        agent_index: usize,
        findings: Vec<Diagnostic>,
        mut refused: Vec<Diagnostic>,
    ) -> Vec<GatewayReportKind> {
        let Some(agent) = state
            .agents
            .get(agent_index)
            .map(|agent| agent.name.to_string())
        else {
            return Vec::new();
        };
        let seq = state.next.saturating_sub(1);
        for diagnostic in &refused {
            count(&self.gateway.metrics.refused_messages);
            let update = RefusedMessage {
                seq,
                agent: agent.clone(),
                diagnostic: diagnostic.clone(),
            };
            state.publish_refused(&update);
        }
        refused.retain(|diagnostic| state.is_news(agent_index, diagnostic));
        let all = refused.into_iter().chain(findings);
        all.map(|diagnostic| GatewayReportKind::Message {
            agent: agent.clone(),
            diagnostic,
        })
        .collect()
    }

    /// Reports an output that cannot be stored, and lets its agent's turn fail.
    fn lose_output(&self, agent: &str, error: &io::Error) {
        let error =
            AgentError::permanent("the answer of the agent cannot be stored").with_detail(error);
        self.report_error(agent, &error);
        self.mark_turn(agent, TurnMark::Failed(error));
    }
}

/// A waiting input, with the program that processes it if this is another program.
pub(super) struct NextInput {
    pub(super) input: AgentInput,
    pub(super) other: Option<String>,
}

/// The remaining work after an output was stored.
#[derive(Default)]
struct Stored {
    reports: Vec<GatewayReportKind>,
    /// The errors that the agent receives.
    correction: Option<AgentInput>,
}

/// The accepted part of an output.
struct AcceptedOutput {
    entries: Vec<LogEntry>,
    messages: Vec<AcceptedMessage>,
    findings: Vec<Diagnostic>,
    refused: Vec<Diagnostic>,
}

/// Returns the number of the entry of an input, which ends its id.
fn input_number(input: &str) -> Option<u64> {
    input.rsplit('/').next()?.parse().ok()
}

fn count_lost(metrics: &Metrics, lost: usize) {
    metrics
        .lost_fields
        .fetch_add(u64::try_from(lost).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Applies an output to the state.
fn accept(state: &mut SessionState, agent_index: usize, said: &Said) -> AcceptedOutput {
    let (messages, findings, refused) = match said {
        Said::Messages { place, text } => state.accept_messages(agent_index, place, text),
        Said::Clear => (state.delete_all(agent_index), Vec::new(), Vec::new()),
        Said::Finished => Default::default(),
        Said::Text(text) => {
            let agent = state
                .agents
                .get(agent_index)
                .map(|agent| agent.name.to_string())
                .unwrap_or_default();
            let entries = vec![LogEntry::Text {
                agent,
                text: text.clone(),
            }];
            return AcceptedOutput {
                entries,
                messages: Vec::new(),
                findings: Vec::new(),
                refused: Vec::new(),
            };
        }
    };
    let entries = messages
        .iter()
        .map(|message| message.entry.clone())
        .collect();
    AcceptedOutput {
        entries,
        messages,
        findings,
        refused,
    }
}

/// Returns `true` if the store already contains the entries of an earlier attempt.
fn is_stored(tried: &TriedEntries, entries: &[(u64, LogEntry)]) -> bool {
    let stored = entries
        .iter()
        .skip_while(|(number, _)| *number < tried.first);
    let mut stored =
        stored.filter_map(|(number, entry)| Some((*number, serde_json::to_string(entry).ok()?)));
    let mut all = (tried.first..).zip(&tried.texts);
    !tried.texts.is_empty()
        && all.all(|(number, text)| {
            stored
                .next()
                .is_some_and(|(at, stored)| at == number && stored == *text)
        })
}
