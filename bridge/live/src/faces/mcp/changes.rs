//! The changes of a session since a client acted.

use crate::{
    gateway::answer_watch::AnswerWatch,
    gateway::{Role, Snapshot, SurfaceMessage, TextEntry, Update},
};
use std::collections::BTreeSet;

/// The changes of a session after a snapshot.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The surfaces that messages concern, including deleted ones.
    pub(super) surfaces: BTreeSet<String>,
    /// The messages in order, each with its surface.
    pub(super) messages: Vec<(Option<String>, String)>,
    /// The texts of the agents.
    pub(super) texts: Vec<String>,
    /// `true` if updates were missed, so that any surface may have changed.
    pub(super) is_incomplete: bool,
    /// The watch for refused messages in the answer.
    pub(super) watch: AnswerWatch,
    /// Later updates, which are not in a snapshot yet.
    later: Vec<Update>,
}

impl Changes {
    /// Begins an answer that is judged by this watch.
    pub(super) fn watched_by(watch: AnswerWatch) -> Self {
        Self {
            watch,
            ..Self::default()
        }
    }

    /// Adds an update.
    pub(super) fn add(&mut self, update: Update) {
        self.watch.add(&update);
        self.later.push(update);
    }

    /// Returns all messages as a JSON list.
    pub(super) fn list(&self) -> String {
        let texts: Vec<_> = self
            .messages
            .iter()
            .map(|(_, text)| text.as_str())
            .collect();
        format!("[{}]", texts.join(","))
    }

    /// Returns the messages about a surface as a JSON list.
    pub(super) fn list_of(&self, surface: &str) -> String {
        let about = self
            .messages
            .iter()
            .filter(|(about, _)| about.as_deref() == Some(surface));
        let texts: Vec<_> = about.map(|(_, text)| text.as_str()).collect();
        format!("[{}]", texts.join(","))
    }

    /// If updates were missed, takes the agents' texts after the entry `since` from a snapshot.
    pub(super) fn find_missed_texts(&mut self, snapshot: &Snapshot, since: u64) {
        if self.is_incomplete {
            let agent_texts = snapshot
                .texts
                .iter()
                .filter(|text| text.seq > since && text.role == Role::Agent);
            self.texts = agent_texts.map(|text| text.text.clone()).collect();
        }
    }

    /// Returns `true` if a surface may have changed.
    pub(super) fn concerns(&self, surface: &str) -> bool {
        self.is_incomplete || self.surfaces.contains(surface)
    }

    /// Applies the updates up to the entry `seq`. Later updates wait for a later snapshot.
    pub(super) fn settle(&mut self, seq: u64) {
        for update in std::mem::take(&mut self.later) {
            match update {
                Update::Message(SurfaceMessage { seq: later, .. })
                | Update::Text(TextEntry { seq: later, .. })
                    if later > seq =>
                {
                    self.later.push(update)
                }
                Update::Message(message) => {
                    self.surfaces.extend(message.surface.clone());
                    self.messages.push((message.surface, message.text));
                }
                Update::Text(text) if text.role == Role::Agent => {
                    self.texts.push(text.text);
                }
                Update::Lagged => self.is_incomplete = true,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_after_the_snapshot_are_omitted() {
        let message = |seq, surface: &str| {
            let (agent, text) = ("a".to_owned(), format!("message {seq}"));
            Update::Message(SurfaceMessage {
                seq,
                agent,
                surface: Some(surface.to_owned()),
                source: None,
                text,
                losses: Vec::new(),
            })
        };
        let text = |seq, role| {
            Update::Text(TextEntry {
                seq,
                role,
                agent: "a".to_owned(),
                text: format!("text {seq}"),
            })
        };
        let mut changes = Changes::default();
        for update in [
            text(1, Role::User),
            message(2, "s"),
            text(3, Role::Agent),
            message(3, "t"),
            message(4, "u"),
        ] {
            changes.add(update);
        }
        changes.settle(3);
        assert_eq!(changes.surfaces, ["s", "t"].map(str::to_owned).into());
        assert_eq!(changes.list(), "[message 2,message 3]");
        assert_eq!(changes.list_of("t"), "[message 3]");
        assert_eq!(changes.texts, ["text 3"]);
        assert!(!changes.is_incomplete);
        changes.add(Update::Lagged);
        changes.settle(3);
        assert!(changes.is_incomplete);
        let texts =
            [(2, Role::Agent), (3, Role::User), (4, Role::Agent)].map(|(seq, role)| TextEntry {
                seq,
                role,
                agent: "a".to_owned(),
                text: format!("text {seq}"),
            });
        changes.find_missed_texts(
            &Snapshot {
                texts: texts.to_vec(),
                ..Snapshot::default()
            },
            2,
        );
        assert_eq!(changes.texts, ["text 4"]);
    }
}
