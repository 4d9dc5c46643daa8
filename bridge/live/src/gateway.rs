//! Connects agents to clients of any protocol. Each session has a single log, which all its clients share.
//!
//! ```text
//! agents                          sessions                       clients
//! command, file, A2A, AG-UI, …    ->  log, one bridge a version  ->  AG-UI, AI SDK, A2A, MCP, AHP, AAP, pages
//!                                 <-  actions, by owner          <-
//! ```
//!
//! - A [`Session`] has one sequence of entries, which a [`SessionStore`] stores. The surfaces of all clients are
//!   derived from this sequence.
//! - For each version of A2UI that clients request, the session has one [`TextBridge`](agent_ui_text::TextBridge). It
//!   translates the messages of the agents, and the actions in the opposite direction.
//! - A surface belongs to the agent that creates it. Only this agent receives the surface's actions and data model. If
//!   two agents use the same surface id, clients see the second surface under another id.
//! - A client's message is stored before it is accepted. It is complete when the turn of its agent has ended. If the
//!   agent fails, the clients of the session are informed. After a restart, messages with unfinished turns are delivered
//!   again.
//! - A client that is too slow misses updates and must take a new snapshot. It never delays other clients.
//!
//! ```
//! use agent_ui_live::gateway::{ClientContent, ClientMessage, Gateway, GatewaySettings, store::MemoryStore};
//! use agent_ui_text::bridge::Dialect;
//! use std::sync::Arc;
//!
//! # async fn run(agent: Arc<dyn agent_ui_live::gateway::agent::Agent>) -> Result<(), Box<dyn std::error::Error>> {
//! let gateway = Gateway::start(vec![agent], Arc::new(MemoryStore::new()), GatewaySettings::default());
//! let session = gateway.session("main").await?;
//! let (snapshot, mut updates) = session.subscribe(Dialect::A2ui0_9).await?;
//! println!("{} surfaces", snapshot.surfaces.len());
//!
//! let mut turn = session.send(ClientMessage::new("shell", ClientContent::Text("Hello".to_owned()))).await?;
//! turn.wait().await;
//! while let Some(update) = updates.try_next() {
//!     println!("{update:?}");
//! }
//! # Ok(()) }
//! ```

mod accepted_message;
pub mod agent;
mod agent_error;
mod agent_metrics;
pub(crate) mod answer_watch;
pub(crate) mod carrier;
pub(crate) mod deletion;
mod delivery;
mod description;
mod drain;
mod expiry;
mod face_limits;
mod findings;
mod first_surface;
mod idle;
mod loading;
mod metrics;
mod open_session;
mod repeated_work;
mod session;
mod session_room;
mod session_state;
mod source_component;
pub mod store;
#[cfg(test)]
mod tests;
mod turn;
mod turn_activity;
mod turn_bytes;
mod updates;
mod view;
mod watched_store;

pub use carrier::CarrierLimits;
pub use description::AgentDescription;
pub use drain::GatewayPhase;
#[doc(hidden)]
pub use findings::{AgentChecker, ComponentIds, ForwardSink, surface_of, with_shown_ids};
pub use findings::{LostField, SurfaceFinding};
pub use metrics::Metrics;
pub use session::Session;
pub(crate) use session_state::move_to;
pub use turn::{Turn, TurnOutcome};
pub(crate) use turn_bytes::TurnBytes;
pub use updates::{
    FailedInput, MessageProblems, RefusedMessage, Role, Snapshot, SurfaceMessage, SurfaceState,
    TextEntry, Update, Updates,
};
pub use watched_store::StoreEvent;

pub use crate::server::user::{InvalidUser, User};

use crate::{
    limits,
    server::{
        refusal::{Limit, Refusals},
        user::{is_of_user, session_key},
    },
};
use agent::{Agent, AgentError};
use agent_ui_text::{
    Diagnostic, TranslateOptions,
    bridge::{Dialect, Note, a2ui::ClientDataModel},
};
use drain::Drain;
use face_limits::FaceLimits;
use loading::LoadingSessions;
use open_session::OpenSession;
use session_room::SessionRoom;
use std::{
    collections::BTreeMap,
    fmt, io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use store::SessionStore;
use tokio::{
    runtime::Handle,
    task::spawn_blocking,
    time::{Instant, sleep},
};
use watched_store::{StoreProblem, WatchedStore};
use wire::{Finding, Payload};

/// The maximum length of a session name in bytes.
const NAME: usize = crate::limits::SESSION_NAME;

/// The limits and settings of a gateway.
#[derive(Clone)]
pub struct GatewaySettings {
    /// The silence after which a turn is over, if the agent does not mark its end. The default is 500 ms.
    pub turn_silence: Duration,
    /// The time in which an agent must begin to answer, if it does not mark the end of turns. Otherwise the turn is
    /// over. The default is 10 s.
    pub first_answer: Duration,
    /// The longest turn of an agent that does not mark its end, and the longest time that a client waits for the end of
    /// a turn. The default is 120 s.
    pub turn_limit: Duration,
    /// The order in which an agent without turns receives messages.
    pub turn_order: TurnOrder,
    /// The time during which a message is redelivered after temporary errors. Afterwards, the message fails. The
    /// default is 1.5 s.
    pub retry: Duration,
    /// The maximum number of sessions in memory. The default is 4,096. If necessary, a session that no client uses is
    /// removed from memory.
    pub sessions: usize,
    /// The time for which a request waits for an unused session, if too many are in memory. Afterwards, the request is
    /// refused. The default is 10 s.
    pub session_wait: Duration,
    /// The time after which an unused session leaves memory and its agents end, if no turn is running. The store keeps
    /// the session. With `None`, the session stays in memory until others need the room. The default is 10 minutes.
    pub idle: Option<Duration>,
    /// The time after which the store deletes an unused session. With `None`, which is the default, sessions are never
    /// deleted.
    pub keep: Option<Duration>,
    /// The maximum number of inputs per session that wait for an agent. The default is 256.
    pub inputs: usize,
    /// `true` if every session belongs to a user. [`Gateway::session`] then requires a gateway [of a
    /// user](Gateway::of_user). The default is `false`.
    pub has_users: bool,
    /// The name and the description for clients. By default, the agents' own descriptions are used.
    pub description: AgentDescription,
    /// The options of all translations.
    pub options: TranslateOptions,
    /// The versions to which the gateway translates messages even before a client of the version connects. Such clients
    /// then receive the places of all lost fields. The default is none.
    pub views: Vec<Dialect>,
    /// The function that receives all reports. It may be called in any thread, and must not block for long.
    pub report: Arc<dyn Fn(&GatewayReport) + Send + Sync>,
}

/// The order in which an agent without turns receives the messages of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnOrder {
    /// The agent receives a message after the turn of the previous message has ended.
    #[default]
    OneByOne,
    /// The agent receives each message immediately. If the agent fails, all messages since the last completed turn
    /// fail.
    Overlapping,
}

impl Default for GatewaySettings {
    fn default() -> Self {
        Self {
            turn_silence: Duration::from_millis(500),
            first_answer: Duration::from_secs(10),
            turn_limit: Duration::from_secs(120),
            turn_order: TurnOrder::default(),
            retry: Duration::from_millis(1500),
            sessions: limits::SESSIONS,
            session_wait: limits::SESSION_WAIT,
            idle: Some(limits::IDLE),
            keep: None,
            inputs: limits::INPUTS,
            has_users: false,
            description: AgentDescription::default(),
            options: TranslateOptions::default(),
            views: Vec::new(),
            report: Arc::new(|_| {}),
        }
    }
}

impl fmt::Debug for GatewaySettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GatewaySettings")
            .field("turn_silence", &self.turn_silence)
            .field("first_answer", &self.first_answer)
            .field("turn_limit", &self.turn_limit)
            .field("turn_order", &self.turn_order)
            .field("retry", &self.retry)
            .field("sessions", &self.sessions)
            .field("idle", &self.idle)
            .field("keep", &self.keep)
            .field("inputs", &self.inputs)
            .finish_non_exhaustive()
    }
}

/// A report about a session or about the store.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GatewayReport {
    /// The key of the session: its name, preceded by that of its user if it has one, as in `user:ann/main`. The key is
    /// empty for a [`StoreEvent`], which concerns all sessions.
    pub session: String,
    /// The id of the message whose turn the report concerns, if there is one.
    pub turn: Option<String>,
    /// The reported event.
    pub kind: GatewayReportKind,
}

/// The kinds of a [`GatewayReport`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum GatewayReportKind {
    /// A field of an agent's message that clients of this version do not see. Each rule is reported once per session,
    /// agent and version.
    Lost {
        /// The name of the agent.
        agent: String,
        /// The version of the clients.
        dialect: Dialect,
        /// The note about the field.
        note: Note,
    },
    /// A finding of `agent-ui check` about an accepted message of an agent.
    Finding {
        /// The name of the agent.
        agent: String,
        /// The finding with its place.
        diagnostic: Diagnostic,
        /// `true` for an error that was not reported before in this session. It is `false` once the maximum number was
        /// reported.
        is_new_error: bool,
    },
    /// A message of an agent that was refused or repaired.
    Message {
        /// The name of the agent.
        agent: String,
        /// The problem with its place.
        diagnostic: Diagnostic,
    },
    /// A field of a client's message that the version of the agent cannot represent.
    LostInput {
        /// The name of the agent.
        agent: String,
        /// The face through which the message came.
        face: &'static str,
        /// The note about the lost field or the lost part of the message.
        finding: Finding,
    },
    /// A refused message of a client. The client was informed, if its carrier supports answers.
    Input {
        /// The face through which the message came.
        face: &'static str,
        /// The problem with its place.
        diagnostic: Diagnostic,
    },
    /// An error of an agent.
    Agent {
        /// The name of the agent.
        agent: String,
        /// The reason of the failure.
        error: AgentError,
    },
    /// An error while reading a session from the store, or while writing it.
    Store(String),
    /// Refused requests of clients. Each limit is reported at most once in 10 s, with the session of the last client.
    Refused {
        /// The limit that the requests exceeded.
        limit: Limit,
        /// The number of refusals since the last report about this limit.
        count: u64,
    },
    /// An event that concerns the whole store.
    StoreEvent(StoreEvent),
    /// A value that the carrier of a face cannot preserve. It is reported once per session and face.
    Carrier {
        /// The name of the face.
        face: &'static str,
        /// The loss itself.
        finding: Finding,
    },
    /// A problem of a face with the platform behind it, such as a message that the platform refuses.
    Face {
        /// The name of the face.
        face: &'static str,
        /// The problem itself.
        finding: Finding,
    },
}

/// The reason for a failed operation of a session.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GatewayError {
    /// The message of a client cannot be delivered, because it cannot be translated or its surface has no owner.
    #[error("{}", refusal_text(.0))]
    Refused(Box<Diagnostic>),
    /// Too many sessions are in use, or too many inputs wait for the agent.
    #[error("{0}")]
    Busy(&'static str),
    /// The store failed. The source of the error is for operators.
    #[error("the session cannot be stored at the moment")]
    Store(#[from] io::Error),
    /// The name of the session is not allowed.
    #[error(
        "the name of a session has 1 to {NAME} bytes and no control characters, and does not begin with `user:`"
    )]
    Name,
    /// A session without a user was requested, but every session belongs to a user.
    #[error("the request must name its user")]
    NoUser,
    /// The gateway has no agent.
    #[error("no agent can receive the message")]
    NoAgent,
    /// The runtime is shutting down.
    #[error("the program is stopping")]
    Stopped,
}

/// Returns the reason and the hint of a refusal, for the client.
pub(crate) fn refusal_text(Diagnostic { message, hint, .. }: &Diagnostic) -> String {
    if hint.is_empty() {
        message.clone()
    } else {
        format!("{message}: {hint}")
    }
}

/// A message of a client.
#[derive(Clone, Debug)]
pub struct ClientMessage {
    /// The name of the face through which the message arrived, such as `ag-ui`.
    pub face: &'static str,
    /// The key that the client gave to the message. If a second message in the session has the same key, it is accepted
    /// but not delivered again.
    pub id: Option<String>,
    /// The content of the message.
    pub content: ClientContent,
    /// The data models from the client. Each agent receives only those of its own surfaces.
    pub data_model: Option<ClientDataModel>,
    /// The capabilities of the client, as the object `a2uiClientCapabilities`.
    pub capabilities: Option<Payload>,
}

/// The content of a [`ClientMessage`].
#[derive(Clone, Debug)]
pub enum ClientContent {
    /// A message of A2UI, such as an action.
    A2ui {
        /// The message as JSON.
        message: String,
        /// The version in which the client sees the surfaces.
        dialect: Dialect,
    },
    /// The text of the user. The first agent receives it.
    Text(String),
}

impl ClientMessage {
    /// Creates a message without a key, data models or capabilities.
    pub fn new(face: &'static str, content: ClientContent) -> Self {
        Self {
            face,
            id: None,
            content,
            data_model: None,
            capabilities: None,
        }
    }
}

/// Agents and their sessions. All clones refer to the same gateway. See the [module documentation](self).
#[derive(Clone)]
pub struct Gateway {
    shared: Arc<GatewayShared>,
    /// The user to whom the sessions belong, if there is one.
    user: Option<User>,
    sessions: Arc<OpenSessions>,
}

/// The shared state that sessions also use.
pub(crate) struct GatewayShared {
    agents: Vec<Arc<dyn Agent>>,
    store: WatchedStore,
    settings: GatewaySettings,
    metrics: Arc<Metrics>,
    refusals: Refusals,
    runtime: Handle,
    drain: Drain,
    face_limits: FaceLimits,
    /// `true` for each agent whose most recent event is an error.
    failing: Vec<AtomicBool>,
}

/// The sessions in memory.
#[derive(Default)]
struct OpenSessions {
    by_name: Mutex<BTreeMap<String, Arc<OpenSession>>>,
    loading: LoadingSessions,
    room: SessionRoom,
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway")
            .field("settings", &self.shared.settings)
            .finish_non_exhaustive()
    }
}

impl Gateway {
    /// Starts a gateway in the current tokio runtime.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn start(
        agents: Vec<Arc<dyn Agent>>,
        store: Arc<dyn SessionStore>,
        settings: GatewaySettings,
    ) -> Self {
        let metrics = Arc::new(Metrics::of_agents(&agents));
        let report = Arc::clone(&settings.report);
        let report_event = Arc::new(move |event| {
            report(&GatewayReport {
                session: String::new(),
                turn: None,
                kind: GatewayReportKind::StoreEvent(event),
            });
        });
        let shared = Arc::new(GatewayShared {
            failing: agents.iter().map(|_| AtomicBool::new(false)).collect(),
            agents,
            store: WatchedStore::new(store, Arc::clone(&metrics), report_event),
            settings,
            metrics,
            refusals: Refusals::default(),
            runtime: Handle::current(),
            drain: Drain::default(),
            face_limits: FaceLimits::default(),
        });
        if shared.store.is_remote() {
            shared
                .runtime
                .spawn(shared.store.clone().watch(Arc::downgrade(&shared)));
        }
        let gateway = Self {
            shared,
            user: None,
            sessions: Arc::default(),
        };
        gateway.answer_programs();
        gateway.watch_expired_sessions();
        gateway.watch_idle_sessions();
        gateway
    }

    /// Returns the same gateway for the sessions of a user. Sessions of different users are never shared, even if they
    /// have the same name.
    #[must_use]
    pub fn of_user(&self, user: User) -> Self {
        Self {
            user: Some(user),
            ..self.clone()
        }
    }

    /// Returns the user to whom the sessions belong, if there is one.
    pub fn user(&self) -> Option<&User> {
        self.user.as_ref()
    }

    /// Returns the key under which a session is stored.
    fn key_of(&self, name: &str) -> Result<String, GatewayError> {
        if name.is_empty() || name.len() > NAME || name.chars().any(char::is_control) {
            return Err(GatewayError::Name);
        }
        match &self.user {
            None if self.shared.settings.has_users => Err(GatewayError::NoUser),
            None if is_of_user(name) => Err(GatewayError::Name),
            user => Ok(session_key(user.as_ref(), name)),
        }
    }

    /// Opens a session, and connects its agents. A session that is neither in memory nor in the store is created. If
    /// too many sessions are in use, the request waits until one is unused.
    ///
    /// # Errors
    /// Returns an error if the name is not allowed, too many sessions are in use, or the store fails.
    pub async fn session(&self, name: &str) -> Result<Session, GatewayError> {
        let key = self.key_of(name)?;
        let end = Instant::now() + self.shared.settings.session_wait;
        let mut first = None;
        loop {
            if let Some(session) = self.find_current_session(name, &key).await? {
                return Ok(session);
            }
            if first.is_some() || !self.sessions.room.has_line() {
                let _loading = self.sessions.loading.begin(&key).await;
                if let Some(session) = self.open_session(name, &key) {
                    return Ok(session);
                }
                if self.make_room() {
                    return self.load_session(name, &key).await;
                }
            }
            match &first {
                None => match self.sessions.room.enter(end).await {
                    Some(place) => first = Some(place),
                    None => return Err(self.shared.busy(&key, Limit::Sessions)),
                },
                Some(_) if Instant::now() >= end => {
                    return Err(self.shared.busy(&key, Limit::Sessions));
                }
                Some(_) => sleep(session_room::PAUSE).await,
            }
        }
    }

    /// Loads a session into memory, and connects its agents.
    async fn load_session(&self, name: &str, key: &str) -> Result<Session, GatewayError> {
        let (gateway, owned) = (Arc::clone(&self.shared), key.to_owned());
        let loaded = spawn_blocking(move || OpenSession::load(&gateway, &owned)).await;
        let session = loaded.map_err(|_| GatewayError::Stopped)?;
        let session = session.inspect_err(|error| {
            // An error that concerns all sessions is reported only once.
            if self.shared.store.problem(error) == StoreProblem::Session {
                self.shared
                    .report(key, GatewayReportKind::Store(error.to_string()));
            }
        })?;
        self.sessions().insert(key.to_owned(), Arc::clone(&session));
        delivery::connect(&session);
        Ok(Session::of(session, name))
    }

    /// Returns `true` if a session is in memory or in the store. The session is not opened.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn has_session(&self, name: &str) -> Result<bool, GatewayError> {
        let key = self.key_of(name)?;
        if self.sessions().contains_key(&key) {
            return Ok(true);
        }
        let store = self.shared.store.clone();
        let loaded = spawn_blocking(move || store.load(&key)).await;
        Ok(!loaded.map_err(|_| GatewayError::Stopped)??.is_empty())
    }

    /// Returns a session if it is in memory. No agents are started.
    ///
    /// # Errors
    /// Returns an error if the name is not allowed.
    pub fn session_in_memory(&self, name: &str) -> Result<Option<Session>, GatewayError> {
        let key = self.key_of(name)?;
        Ok(self.open_session(name, &key))
    }

    /// Returns the agents, in order.
    pub fn agents(&self) -> &[Arc<dyn Agent>] {
        &self.shared.agents
    }

    /// Returns `true` if the agent with this name is informed about surfaces that a user has closed.
    pub(crate) fn reads_closings(&self, agent: &str) -> bool {
        let mut agents = self.agents().iter();
        agents.any(|known| known.name() == agent && known.reads_closings())
    }

    /// Returns the names of the agents, each with `true` if its most recent event in any session is an error.
    pub fn agent_states(&self) -> impl Iterator<Item = (&str, bool)> {
        let failing = self
            .shared
            .failing
            .iter()
            .map(|failing| failing.load(Ordering::Relaxed));
        self.shared
            .agents
            .iter()
            .map(|agent| agent.name())
            .zip(failing)
    }

    /// Returns `true` if the store is unavailable, so that client messages fail.
    pub fn is_store_away(&self) -> bool {
        self.shared.store.is_away()
    }

    /// Returns the counts of all events.
    pub fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// Reports a problem of a face that concerns no session.
    pub(crate) fn report_face(&self, face: &'static str, finding: Finding) {
        self.shared
            .report("", GatewayReportKind::Face { face, finding });
    }

    /// Counts and reports the refusal of a client's request.
    pub(crate) fn count_refusal(&self, session: &str, limit: Limit) {
        self.shared.count_refusal(session, limit);
    }

    /// Returns the counts of refused client requests.
    pub(crate) fn refusals(&self) -> &Refusals {
        &self.shared.refusals
    }

    /// Returns the settings.
    pub fn settings(&self) -> &GatewaySettings {
        &self.shared.settings
    }

    /// Returns the number of sessions in memory.
    pub fn open_sessions(&self) -> usize {
        self.sessions().len()
    }

    /// Returns the number of client messages whose turns have not ended.
    pub fn unfinished_inputs(&self) -> usize {
        self.sessions()
            .values()
            .map(|session| session.unfinished_inputs())
            .sum()
    }

    /// Returns a session from memory, if it matches the store.
    async fn find_current_session(
        &self,
        name: &str,
        key: &str,
    ) -> Result<Option<Session>, GatewayError> {
        let Some(session) = self.open_session(name, key) else {
            return Ok(None);
        };
        let is_current = session.is_current().await?;
        Ok(is_current.then_some(session))
    }

    fn open_session(&self, name: &str, key: &str) -> Option<Session> {
        let mut sessions = self.sessions();
        let found = sessions.get(key)?;
        // After an error of the store, the session in memory may differ from the stored one.
        if found.is_broken() {
            sessions.remove(key);
            return None;
        }
        Some(Session::of(Arc::clone(found), name))
    }

    /// Removes the least recently used session if there are too many. Returns `false` if all sessions are in use.
    fn make_room(&self) -> bool {
        let others = self.sessions.loading.len().saturating_sub(1);
        let mut sessions = self.sessions();
        if sessions.len().saturating_add(others) < self.shared.settings.sessions {
            return true;
        }
        let unused = sessions.iter().filter(|(_, session)| session.is_unused());
        let Some((name, _)) = unused.min_by_key(|(_, session)| session.last_used()) else {
            return false;
        };
        let name = name.clone();
        sessions.remove(&name);
        true
    }

    /// Lets other programs that share the store ask if this program is processing an input.
    fn answer_programs(&self) {
        let sessions = Arc::downgrade(&self.sessions);
        self.shared
            .store
            .answer_programs(Arc::new(move |session, input| {
                let Some(sessions) = sessions.upgrade() else {
                    return false;
                };
                let open = sessions
                    .by_name
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .get(session)
                    .cloned();
                open.is_some_and(|open| open.is_in_work(input))
            }));
    }

    fn sessions(&self) -> MutexGuard<'_, BTreeMap<String, Arc<OpenSession>>> {
        // Each change is one call, so the map is consistent even after a panic.
        self.sessions
            .by_name
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl GatewayShared {
    /// Counts and reports the refusal of a client's request.
    fn count_refusal(&self, session: &str, limit: Limit) {
        if let Some(count) = self.refusals.count(limit) {
            self.report(session, GatewayReportKind::Refused { limit, count });
        }
    }

    /// Counts and reports the refusal of a client's request, and returns its error.
    fn busy(&self, session: &str, limit: Limit) -> GatewayError {
        self.count_refusal(session, limit);
        GatewayError::Busy(limit.reason())
    }

    fn report(&self, session: &str, kind: GatewayReportKind) {
        self.report_turn(session, None, kind);
    }

    /// Reports an event about the turn of a message.
    fn report_turn(&self, session: &str, turn: Option<&str>, kind: GatewayReportKind) {
        if let GatewayReportKind::Agent { agent, .. } = &kind {
            let agent_index = self.agents.iter().position(|known| known.name() == agent);
            agent_index
                .into_iter()
                .for_each(|agent_index| self.count_failure(agent_index));
        }
        let turn = turn.map(str::to_owned);
        (self.settings.report)(&GatewayReport {
            session: session.to_owned(),
            turn,
            kind,
        });
    }

    fn count_failure(&self, agent_index: usize) {
        self.mark_agent(agent_index, true);
        if let Some(agent) = self.metrics.agent(agent_index) {
            metrics::count(&agent.failures);
        }
    }

    /// Returns `true` if sessions can leave memory and their agents continue when the sessions are opened again.
    fn can_reconnect(&self) -> bool {
        self.agents.iter().all(|agent| agent.can_reconnect())
    }

    /// Records if the most recent event of an agent is an error.
    fn mark_agent(&self, agent_index: usize, is_failing: bool) {
        if let Some(failing) = self.failing.get(agent_index) {
            failing.store(is_failing, Ordering::Relaxed);
        }
    }
}
