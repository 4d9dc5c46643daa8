//! Entries of the store. They restore a session, and a checkpoint replaces them.

use super::{AgentState, SessionState};
use crate::gateway::{
    agent::AgentInput,
    store::LogEntry,
    updates::{Role, TextEntry},
};
use agent_ui_text::bridge::a2ui::{Message, SurfaceId};
use wire::Payload;

impl SessionState {
    /// Applies an entry of the store.
    pub(in crate::gateway) fn restore(&mut self, number: u64, entry: LogEntry) {
        self.next = number.saturating_add(1);
        self.entries += 1;
        self.entry_bytes += entry.bytes();
        match entry {
            LogEntry::Message { agent, message } => self.restore_message(&agent, message.text()),
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
                if let Some(program) = program {
                    self.programs.insert(input.id.clone(), program);
                }
                if let Some(text) = input.text.clone() {
                    self.add_text(TextEntry {
                        seq: number,
                        role: Role::User,
                        agent: agent.clone(),
                        text,
                    });
                }
                if let Some(key) = key {
                    self.remember_key(key);
                }
                if let Some(state) = self.agent_named(&agent) {
                    state.waiting.push_back(input);
                }
            }
            LogEntry::Ended { input, .. } => self.end_input(&input),
            LogEntry::Renamed {
                agent,
                inside,
                outside,
            } => {
                if let Some(state) = self.agent_named(&agent) {
                    state.outside.insert(inside, outside);
                }
            }
            LogEntry::Checkpoint { keys } => {
                (self.entries, self.entry_bytes) = (1, 0);
                for key in keys {
                    self.remember_key(key);
                }
            }
        }
    }

    /// Applies a stored message of an agent. It has no effect if the agent was removed from the gateway.
    fn restore_message(&mut self, agent: &str, text: &str) {
        let Some(agent_index) = self.position(agent) else {
            return;
        };
        let Self { owners, agents, .. } = self;
        let Some(state) = agents.get_mut(agent_index) else {
            return;
        };
        if let Ok(message) = Message::read_as(text, state.dialect.a2ui_version()) {
            // Only messages that applied were stored.
            let _ = owners.observe(agent, &message);
            let _ = state.surfaces.apply(&message);
        }
    }

    /// Takes over the facts about agents that only this program knows, after the entries were read again.
    ///
    /// If an agent has not created a surface in this program, the surface is from an earlier run or from another
    /// program.
    pub(in crate::gateway) fn continue_from(&mut self, earlier: &Self) {
        for (state, before) in self.agents.iter_mut().zip(&earlier.agents) {
            let ids = state.surfaces.iter().map(|surface| surface.surface_id());
            state.stale = ids.filter(|id| !before.has_created(id)).cloned().collect();
            state.corrections = before.corrections;
            state.is_finished = before.is_finished;
        }
        self.refused.clone_from(&earlier.refused);
        self.findings.clone_from(&earlier.findings);
        self.source = earlier.source;
    }

    /// Returns the entries that replace all earlier ones, provided that no input waits.
    pub(in crate::gateway) fn checkpoint(&self) -> Vec<LogEntry> {
        let mut entries = vec![LogEntry::Checkpoint {
            keys: self.keys.iter().cloned().collect(),
        }];
        for state in &self.agents {
            for (inside, outside) in &state.outside {
                entries.push(LogEntry::Renamed {
                    agent: state.name.to_string(),
                    inside: inside.clone(),
                    outside: outside.clone(),
                });
            }
            for message in state.surfaces.iter().flat_map(|surface| surface.messages()) {
                // Messages that were read can be written.
                if let Ok(message) = Payload::encode(&message) {
                    entries.push(LogEntry::Message {
                        agent: state.name.to_string(),
                        message,
                    });
                }
            }
        }
        for text in &self.texts {
            match text.role {
                Role::Agent => entries.push(LogEntry::Text {
                    agent: text.agent.clone(),
                    text: text.text.clone(),
                }),
                Role::User => entries.extend(self.ended_input(text)),
            }
        }
        entries
    }

    /// Converts a text of the user to an input whose turn has ended.
    fn ended_input(&self, text: &TextEntry) -> [LogEntry; 2] {
        let id = format!("{}/text/{}", self.name, text.seq);
        let input = AgentInput {
            id: id.clone(),
            session: self.name.clone(),
            text: Some(text.text.clone()),
            ..AgentInput::default()
        };
        [
            LogEntry::Input {
                agent: text.agent.clone(),
                key: None,
                input,
                program: None,
            },
            LogEntry::Ended {
                input: id,
                failure: None,
            },
        ]
    }

    /// Returns `true` if no input waits for an agent. A checkpoint then loses nothing.
    pub(in crate::gateway) fn may_checkpoint(&self) -> bool {
        self.agents.iter().all(|state| state.waiting.is_empty())
    }
}

impl AgentState {
    /// Returns `true` if the agent has created a surface in this program and the surface does not replace a stale one.
    fn has_created(&self, id: &SurfaceId) -> bool {
        self.surfaces.get(id.as_str()).is_some()
            && !self.stale.contains(id)
            && !self.replaced.contains(id)
    }
}
