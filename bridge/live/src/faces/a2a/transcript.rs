//! The record of an agent's replies in a conversation. It prevents content from being passed on twice.

use super::{
    content::PartContent,
    reply::{ArtifactUpdate, Reply, ReplyArtifact, ReplyMessage, ReplyTask},
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wire::Payload;

/// The number of remembered message ids.
const MESSAGES: usize = 4096;
/// The number of remembered artifacts.
const ARTIFACTS: usize = 256;

/// Turns replies into new content.
///
/// A task repeats the contents of earlier stream events, and each poll returns the whole task. Therefore, messages are
/// recognised by their ids, and artifacts by the number of their parts. If a text arrives as several pieces of an
/// artifact, the pieces are joined.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    messages: BTreeSet<String>,
    order: VecDeque<String>,
    artifacts: BTreeMap<String, usize>,
    /// The collected pieces of a text that has not ended.
    pieces: String,
}

impl Transcript {
    /// Forgets the artifacts of the last turn.
    pub(super) fn start_turn(&mut self) {
        self.artifacts.clear();
        self.pieces.clear();
    }

    /// Returns the new content of a reply, in order.
    pub(super) fn add(&mut self, reply: Reply) -> Vec<PartContent> {
        let mut new = Vec::new();
        let is_end = reply
            .state()
            .is_some_and(|state| state.is_final() || state.is_interrupted());
        match reply {
            Reply::Message(message) => self.add_message(message, &mut new),
            Reply::Task(task) => self.add_task(task, is_end, &mut new),
            Reply::Status(update) => {
                if let Some(message) = update.status.and_then(|status| status.message) {
                    self.add_message(message, &mut new);
                }
            }
            Reply::Artifact(update) => self.add_update(update, &mut new),
        }
        if is_end {
            self.end_text(&mut new);
        }
        new
    }

    /// Returns the length of the unfinished text in bytes.
    pub(super) fn unfinished(&self) -> usize {
        self.pieces.len()
    }

    /// Returns the text that is still unfinished at the end.
    pub(super) fn finish(&mut self) -> Vec<PartContent> {
        let mut new = Vec::new();
        self.end_text(&mut new);
        new
    }

    /// Adds the new contents of a task: its history, its artifacts, and the message of its status.
    fn add_task(&mut self, task: ReplyTask, is_end: bool, new: &mut Vec<PartContent>) {
        for message in task.history.unwrap_or_default() {
            self.add_message(message, new);
        }
        // An unfinished artifact continues in later events.
        for artifact in task
            .artifacts
            .unwrap_or_default()
            .into_iter()
            .filter(|_| is_end)
        {
            let known = artifact
                .artifact_id
                .as_deref()
                .and_then(|id| self.artifacts.get(id))
                .copied();
            let parts = artifact.parts.as_deref().unwrap_or_default();
            if known.is_none() {
                self.end_text(new);
            }
            parts
                .iter()
                .skip(known.unwrap_or_default())
                .for_each(|part| self.add_piece(part, new));
            self.end_text(new);
            self.remember_artifact(&artifact, parts.len());
        }
        if let Some(message) = task.status.and_then(|status| status.message) {
            self.add_message(message, new);
        }
    }

    /// Adds the parts of a message that was not added before.
    fn add_message(&mut self, message: ReplyMessage, new: &mut Vec<PartContent>) {
        if message.is_of_user() {
            return;
        }
        if let Some(id) = message.message_id.filter(|id| !id.is_empty()) {
            if !self.messages.insert(id.clone()) {
                return;
            }
            self.order.push_back(id);
            if self.order.len() > MESSAGES {
                self.order
                    .pop_front()
                    .map(|oldest| self.messages.remove(&oldest));
            }
        }
        self.end_text(new);
        new.extend(message.parts.iter().flatten().map(read));
    }

    /// Adds an artifact, or a further piece of one.
    fn add_update(&mut self, update: ArtifactUpdate, new: &mut Vec<PartContent>) {
        let ArtifactUpdate {
            artifact,
            append,
            last_chunk,
            ..
        } = update;
        let parts = artifact.parts.as_deref().unwrap_or_default();
        let is_more = append == Some(true);
        if !is_more {
            self.end_text(new);
        }
        parts.iter().for_each(|part| self.add_piece(part, new));
        if last_chunk == Some(true) {
            self.end_text(new);
        }
        let earlier = artifact
            .artifact_id
            .as_deref()
            .and_then(|id| self.artifacts.get(id))
            .copied();
        let earlier = earlier.filter(|_| is_more).unwrap_or_default();
        self.remember_artifact(&artifact, earlier + parts.len());
    }

    fn remember_artifact(&mut self, artifact: &ReplyArtifact, parts: usize) {
        let Some(id) = artifact.artifact_id.clone() else {
            return;
        };
        if self.artifacts.len() < ARTIFACTS || self.artifacts.contains_key(&id) {
            self.artifacts.insert(id, parts);
        }
    }

    /// Adds a part of an artifact. The next part may continue its text.
    fn add_piece(&mut self, part: &Payload, new: &mut Vec<PartContent>) {
        match read(part) {
            PartContent::Text(text) => self.pieces.push_str(&text),
            other => {
                self.end_text(new);
                new.push(other);
            }
        }
    }

    fn end_text(&mut self, new: &mut Vec<PartContent>) {
        if !self.pieces.is_empty() {
            new.push(PartContent::Text(std::mem::take(&mut self.pieces)));
        }
    }
}

fn read(part: &Payload) -> PartContent {
    PartContent::read(part, false)
        .unwrap_or_else(|error| PartContent::Other(format!("a part that cannot be read: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the new texts of a sequence of replies, each with the number of its reply.
    fn texts(replies: &[&str]) -> Vec<(usize, String)> {
        let mut transcript = Transcript::default();
        transcript.start_turn();
        let mut all = Vec::new();
        for (number, reply) in replies.iter().enumerate() {
            let reply = Reply::read(&Payload::parse(reply).unwrap()).unwrap();
            let mut new = transcript.add(reply);
            if number + 1 == replies.len() {
                new.extend(transcript.finish());
            }
            all.extend(new.into_iter().map(|content| match content {
                PartContent::Text(text) => (number, text),
                other => (number, format!("{other:?}")),
            }));
        }
        all
    }

    fn at(expected: &[(usize, &str)]) -> Vec<(usize, String)> {
        expected
            .iter()
            .map(|(number, text)| (*number, (*text).to_owned()))
            .collect()
    }

    #[test]
    fn contents_that_a_task_repeats_are_returned_once() {
        let replies = [
            r#"{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_SUBMITTED"},"history":[{"role":"ROLE_USER","messageId":"u","parts":[{"text":"Hello"}]}]}}"#,
            r#"{"statusUpdate":{"taskId":"t","status":{"state":"TASK_STATE_WORKING","message":{"role":"ROLE_AGENT","messageId":"1","parts":[{"text":"one"}]}}}}"#,
            r#"{"artifactUpdate":{"taskId":"t","artifact":{"artifactId":"a","parts":[{"text":"two"}]},"lastChunk":true}}"#,
            r#"{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED","message":{"role":"ROLE_AGENT","messageId":"2","parts":[{"text":"three"}]}},
                "history":[{"role":"ROLE_AGENT","messageId":"1","parts":[{"text":"one"}]}],
                "artifacts":[{"artifactId":"a","parts":[{"text":"two"}]},{"artifactId":"b","parts":[{"text":"four"}]}]}}"#,
        ];
        assert_eq!(
            texts(&replies),
            at(&[(1, "one"), (2, "two"), (3, "four"), (3, "three")])
        );
        assert_eq!(
            texts(&replies[3..]),
            at(&[(0, "one"), (0, "two"), (0, "four"), (0, "three")])
        );
    }

    #[test]
    fn pieces_of_a_text_are_joined() {
        let piece = |text: &str, more: &str| {
            format!(
                r#"{{"artifactUpdate":{{"taskId":"t","artifact":{{"artifactId":"a","parts":[{{"text":"{text}"}}]}}{more}}}}}"#
            )
        };
        let (first, second) = (piece("Hell", ""), piece("o", r#","append":true"#));
        let (last, other) = (
            piece("!", r#","append":true,"lastChunk":true"#),
            piece("Again", ""),
        );
        assert_eq!(
            texts(&[&first, &second, &last, &other]),
            at(&[(2, "Hello!"), (3, "Again")])
        );
        assert_eq!(
            texts(&[&first, &second, &other]),
            at(&[(2, "Hello"), (2, "Again")])
        );
        let done = r#"{"statusUpdate":{"taskId":"t","status":{"state":"TASK_STATE_COMPLETED"}}}"#;
        assert_eq!(texts(&[&first, &second, done]), at(&[(2, "Hello")]));
        let task = r#"{"task":{"id":"t","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"Hell"},{"text":"o"},{"text":" you"}]}]}}"#;
        assert_eq!(texts(&[&first, &second, task]), at(&[(2, "Hello you")]));
    }
}
