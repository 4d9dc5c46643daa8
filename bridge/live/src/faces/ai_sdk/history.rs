//! The conversation with a chat route, which each request repeats.

use super::UiMessage;
use std::collections::VecDeque;
use wire::List;

/// The maximum length of all messages in bytes. The oldest are removed, because servers limit the length of requests.
const LENGTH: usize = 512 << 10;

/// The messages so far.
#[derive(Debug, Default)]
pub(super) struct History {
    messages: VecDeque<(UiMessage, usize)>,
    length: usize,
}

impl History {
    /// Returns the messages of the next request, with this one as the last.
    pub(super) fn with(&self, message: UiMessage) -> List<UiMessage> {
        let mut messages = List::new();
        for (message, _) in &self.messages {
            messages.push(message.clone());
        }
        messages.push(message);
        messages
    }

    /// Adds a message. It replaces a message with the same id.
    pub(super) fn push(&mut self, message: UiMessage) {
        let length = wire::encoded_len(&message);
        self.length += length;
        let known = self
            .messages
            .iter_mut()
            .find(|(known, _)| known.id.get() == message.id.get());
        match known {
            Some(known) => {
                self.length -= known.1;
                *known = (message, length);
            }
            None => self.messages.push_back((message, length)),
        }
        while self.length > LENGTH && self.messages.len() > 1 {
            self.length -= self.messages.pop_front().map_or(0, |(_, length)| length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::Payload;

    #[test]
    fn a_bounded_number_of_messages_is_repeated() {
        let mut history = History::default();
        let message = |id: &str, length: usize| {
            let text = Payload::string(&"x".repeat(length));
            let part = Payload::object([("type", &Payload::string("text")), ("text", &text)]);
            UiMessage::of_parts(id, "user", [part])
        };
        for id in ["1", "2", "2", "3", "4", "5"] {
            history.push(message(id, LENGTH / 3));
        }
        let sent = history.with(message("6", 1));
        let ids: Vec<_> = sent.iter().filter_map(|message| message.id.get()).collect();
        assert_eq!(ids, ["4", "5", "6"]);
    }
}
