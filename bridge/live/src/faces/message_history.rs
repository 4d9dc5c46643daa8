//! The messages of a conversation, which each request to a remote agent repeats.

use std::collections::BTreeMap;
use wire::{List, Wire};

/// The maximum length of all messages in bytes. Servers limit the length of requests.
const LENGTH: usize = crate::limits::AGENT_HISTORY;

/// The id and the role of a message.
pub(super) type MessageKey = (String, String);

/// A message that a history keeps.
pub(super) trait HistoryMessage: Clone + Wire {
    /// Returns the id and the role, if the message has both.
    fn key(&self) -> Option<MessageKey>;
}

/// The latest messages of a conversation.
#[derive(Debug)]
pub(super) struct MessageHistory<M> {
    /// The messages in order, each with its length.
    messages: BTreeMap<u64, (M, usize)>,
    /// The numbers of the messages, by key.
    numbers: BTreeMap<MessageKey, u64>,
    /// The number of the next message.
    next: u64,
    length: usize,
}

impl<M> Default for MessageHistory<M> {
    fn default() -> Self {
        Self {
            messages: BTreeMap::new(),
            numbers: BTreeMap::new(),
            next: 0,
            length: 0,
        }
    }
}

impl<M: HistoryMessage> MessageHistory<M> {
    /// Iterates over the messages in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &M> {
        self.messages.values().map(|(message, _)| message)
    }

    /// Returns the messages of the next request, with `last` after the others.
    pub(super) fn with(&self, last: Option<M>) -> List<M> {
        self.iter().cloned().chain(last).collect()
    }

    /// Returns the message with this id and role.
    pub(super) fn find(&self, id: &str, role: &str) -> Option<&M> {
        let key = (id.to_owned(), role.to_owned());
        let (message, _) = self.messages.get(self.numbers.get(&key)?)?;
        Some(message)
    }

    /// Adds a message, or replaces the one with the same id and role. The oldest messages are removed if all of them are
    /// too long.
    pub(super) fn push(&mut self, message: M) {
        let length = wire::encoded_len(&message);
        let key = message.key();
        let known = key.as_ref().and_then(|key| self.numbers.get(key).copied());
        if let Some(known) = known {
            self.remove(known);
        }
        // Such a message would remove all others.
        if length > LENGTH {
            return;
        }
        let number = known.unwrap_or(self.next);
        self.next = self.next.max(number + 1);
        if let Some(key) = key {
            self.numbers.insert(key, number);
        }
        self.messages.insert(number, (message, length));
        self.length += length;
        while self.length > LENGTH {
            let Some((&oldest, _)) = self.messages.first_key_value() else {
                break;
            };
            self.remove(oldest);
        }
    }

    fn remove(&mut self, number: u64) {
        let Some((message, length)) = self.messages.remove(&number) else {
            return;
        };
        self.length -= length;
        if let Some(key) = message.key() {
            self.numbers.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faces::ag_ui::Message;

    fn push(history: &mut MessageHistory<Message>, id: &str, role: &str, length: usize) {
        history.push(Message::of_text(id, role, &"x".repeat(length)));
    }

    fn ids(history: &MessageHistory<Message>) -> Vec<&str> {
        let messages = history.iter();
        messages
            .filter_map(|message| message.id.get().map(String::as_str))
            .collect()
    }

    #[test]
    fn the_oldest_messages_make_room() {
        let mut history = MessageHistory::default();
        for id in ["1", "2", "2", "3", "4", "5"] {
            push(&mut history, id, "user", LENGTH / 3);
        }
        assert_eq!(ids(&history), ["4", "5"]);
        let sent = history.with(Some(Message::of_text("6", "user", "x")));
        let last = sent.iter().last().and_then(|message| message.id.get());
        assert_eq!(last.map(String::as_str), Some("6"));
    }

    #[test]
    fn a_message_that_exceeds_the_limit_is_left_out() {
        let mut history = MessageHistory::default();
        push(&mut history, "1", "user", 1);
        push(&mut history, "2", "assistant", LENGTH);
        assert_eq!(ids(&history), ["1"]);
        // The earlier version of a message that has become too long is not sent either.
        push(&mut history, "2", "assistant", 1);
        push(&mut history, "2", "assistant", LENGTH);
        assert_eq!(ids(&history), ["1"]);
        assert_eq!(history.length, wire::encoded_len(&history.messages[&0].0));
    }

    #[test]
    fn a_message_replaces_the_one_with_its_id_and_role() {
        let mut history = MessageHistory::default();
        for (id, role) in [
            ("1", "user"),
            ("2", "assistant"),
            ("2", "tool"),
            ("3", "user"),
        ] {
            push(&mut history, id, role, 1);
        }
        push(&mut history, "2", "assistant", 2);
        assert_eq!(ids(&history), ["1", "2", "2", "3"]);
        let lengths = history.iter().map(|message| message.text().unwrap().len());
        assert_eq!(lengths.collect::<Vec<_>>(), [1, 2, 1, 1]);
        for _ in 0..2 {
            history.push(wire::decode("{}").unwrap());
        }
        assert_eq!(history.iter().count(), 6);
    }
}
