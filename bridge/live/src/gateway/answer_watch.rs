//! Tracks refusals of an agent's messages, for a client that waits for an answer.
//!
//! All faces that answer requests follow the same rule. If all messages of the answer were refused, the request fails,
//! because the client would otherwise mistake the empty answer for a success. If only some were refused, the rest of
//! the answer is valid, and the client receives a note.

use crate::gateway::{Role, Update};

/// The maximum number of reasons for the client. The operator receives all of them.
const REASONS: usize = 3;

/// A summary of an answer's updates, which decides its result.
#[derive(Debug, Default)]
pub(crate) struct AnswerWatch {
    /// `true` if the answer contains something that the client can use.
    has_content: bool,
    /// The first reasons for refusals, without repetitions.
    reasons: Vec<String>,
    /// The number of refused messages.
    refused: usize,
}

impl AnswerWatch {
    /// Begins an answer. `has_content` is `true` if the client receives something even without output of the agent.
    pub(crate) fn new(has_content: bool) -> Self {
        Self {
            has_content,
            ..Self::default()
        }
    }

    /// Adds an update that reached the client during the turn.
    pub(crate) fn add(&mut self, update: &Update) {
        match update {
            Update::Message(_) | Update::Lagged => self.has_content = true,
            Update::Text(text) => self.has_content |= text.role == Role::Agent,
            Update::Refused(refused) => self.refuse(&refused.diagnostic.message),
            Update::Failed(_) | Update::Problems(_) | Update::Finished | Update::Cleared => {}
        }
    }

    fn refuse(&mut self, reason: &str) {
        self.refused += 1;
        let is_known = self.reasons.iter().any(|known| known == reason);
        if !is_known && self.reasons.len() < REASONS {
            self.reasons.push(reason.to_owned());
        }
    }

    /// Returns the reason for a failed request, if every message of the answer was refused.
    pub(crate) fn failure(&self) -> Option<String> {
        if self.has_content {
            None
        } else {
            self.sentence()
        }
    }

    /// Returns a note for the client, if only a part of the answer was refused.
    pub(crate) fn note(&self) -> Option<String> {
        if self.has_content {
            self.sentence()
        } else {
            None
        }
    }

    /// Returns a sentence with the number of refused messages and the reasons, or `None` if none was refused.
    pub(crate) fn sentence(&self) -> Option<String> {
        let reasons = self.reasons.join("; ");
        match self.refused {
            0 => None,
            1 => Some(format!("a message of the agent was refused: {reasons}")),
            count => Some(format!(
                "{count} messages of the agent were refused: {reasons}"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::{RefusedMessage, TextEntry};
    use agent_ui_text::Diagnostic;

    fn refused(reason: &str) -> Update {
        let place = agent_ui_text::place::Place::START;
        let finding = wire::Finding::error("serve/agent", wire::Pointer::root(), reason);
        let diagnostic = Diagnostic::of_finding(&place, &finding);
        Update::Refused(RefusedMessage {
            seq: 1,
            agent: "a".to_owned(),
            diagnostic,
        })
    }

    fn text(role: Role) -> Update {
        Update::Text(TextEntry {
            seq: 1,
            role,
            agent: "a".to_owned(),
            text: "words".to_owned(),
        })
    }

    #[test]
    fn a_turn_fails_if_its_whole_answer_is_refused() {
        let mut watch = AnswerWatch::default();
        watch.add(&text(Role::User));
        assert_eq!((watch.failure(), watch.note()), (None, None));
        watch.add(&refused("no agent owns it"));
        let one = "a message of the agent was refused: no agent owns it".to_owned();
        assert_eq!((watch.failure(), watch.note()), (Some(one.clone()), None));
        watch.add(&text(Role::Agent));
        assert_eq!((watch.failure(), watch.note()), (None, Some(one)));
    }

    #[test]
    fn notes_list_at_most_three_reasons() {
        let mut watch = AnswerWatch::new(true);
        for reason in ["a", "b", "a", "c", "d"] {
            watch.add(&refused(reason));
        }
        assert_eq!(
            watch.note().as_deref(),
            Some("5 messages of the agent were refused: a; b; c")
        );
    }
}
