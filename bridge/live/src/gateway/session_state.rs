//! The state of a session: the surfaces of its agents and their owners, the views of its clients, and waiting inputs.
//! It does no input or output, and has no clock.

mod agent_messages;
mod client_inputs;
mod publication;
mod store_entries;

use super::{
    agent::{Agent, AgentInput},
    findings::{AgentChecker, SurfaceFinding},
    updates::{RefusedMessage, TextEntry},
    view::View,
};
pub(crate) use agent_messages::move_to;
use agent_ui_text::bridge::{
    Dialect, DialectOrProtocol, Refusal,
    a2ui::{
        SurfaceId,
        ownership::{Owners, OwnershipError},
        surface::{SurfaceOptions, Surfaces},
    },
};
pub(super) use client_inputs::AcceptedInput;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};
use wire::Pointer;

/// The number of remembered message keys of clients.
const KEYS: usize = 4096;
/// The maximum memory of the surfaces of one agent, in bytes.
const SESSION_BYTES: usize = crate::limits::SESSION_BYTES;
/// The number of remembered texts.
const TEXTS: usize = 256;
/// The maximum total length of the remembered texts, in bytes.
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
    /// The latest refused messages.
    refused: VecDeque<RefusedMessage>,
    /// The latest findings about single messages.
    findings: VecDeque<SurfaceFinding>,
    /// The version of the first message of an agent.
    source: Option<Dialect>,
    keys: VecDeque<String>,
    known_keys: BTreeSet<String>,
    /// The programs that have accepted the waiting inputs, by input id. Unknown programs are omitted.
    pub(super) programs: BTreeMap<String, String>,
    /// `true` if this state may differ from the stored one.
    pub(super) is_unsure: bool,
}

/// The state of one agent in a session.
pub(super) struct AgentState {
    pub(super) name: Arc<str>,
    dialect: DialectOrProtocol,
    /// The surfaces of the agent in its own version, with the ids that clients see.
    surfaces: Surfaces,
    /// The ids that clients see, by the agent's ids. Only differing ids are listed.
    outside: BTreeMap<String, String>,
    /// The surfaces that were created before the agent was restarted.
    stale: BTreeSet<SurfaceId>,
    /// The stale surfaces that the agent's latest messages have replaced.
    replaced: BTreeSet<SurfaceId>,
    /// The inputs whose turns have not ended yet.
    pub(super) waiting: VecDeque<AgentInput>,
    /// `true` if the agent is informed about its refused messages.
    reads_errors: bool,
    /// The number of errors that the agent received since the latest client message.
    corrections: usize,
    /// The checker of the agent's messages, created with the first one.
    checker: Option<AgentChecker>,
    /// `true` if the agent will send nothing more.
    is_finished: bool,
    /// `true` if it was reported to the operator that the surfaces use all available memory.
    is_full: bool,
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

    fn agent_named(&mut self, name: &str) -> Option<&mut AgentState> {
        self.agents.iter_mut().find(|agent| &*agent.name == name)
    }

    /// Removes an input whose turn has ended.
    pub(super) fn end_input(&mut self, input: &str) {
        self.programs.remove(input);
        for state in &mut self.agents {
            state.waiting.retain(|waiting| waiting.id != input);
        }
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

    /// Returns `true` if the session has something to show.
    pub(super) fn has_content(&self) -> bool {
        !self.texts.is_empty() || self.agents.iter().any(|state| !state.surfaces.is_empty())
    }
}

/// Creates the refusal of an agent's message. The hints of the error are replaced, because they address programmers of
/// gateways.
fn of_ownership(error: &OwnershipError) -> Refusal {
    let hint = match error {
        OwnershipError::Unowned { .. } => "create the surface first",
        error => error.hint(),
    };
    Refusal::rule_broken(error.rule(), Pointer::root(), error).hint(hint)
}
