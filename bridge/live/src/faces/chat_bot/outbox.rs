//! The texts and surfaces that wait to be posted in a conversation.

use super::PostError;
use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};
use tokio::time::Instant;

/// The maximum number of waiting texts.
const TEXTS: usize = crate::limits::BOT_TEXTS;
/// The maximum number of messages of a conversation that are remembered.
const MESSAGES: usize = crate::limits::BOT_MESSAGES;
/// The minimum time between two changes of a message.
const PACE: Duration = crate::limits::BOT_PACE;
/// The time during which changes of a surface are collected, so that it appears together with its data.
const COLLECT: Duration = Duration::from_millis(50);
/// The number of attempts to post a message.
const ATTEMPTS: u32 = 5;

/// Something to post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outgoing {
    Text(String),
    /// The surface with this id, in its latest state.
    Surface(String),
}

/// The message of a surface.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownMessage {
    /// The id of the message, if it was posted.
    pub(super) id: Option<String>,
    /// The digest of the posted state.
    pub(super) digest: Option<u64>,
    /// The earliest time of the next change.
    next: Option<Instant>,
    attempts: u32,
    /// The number of the last use.
    used: u64,
}

/// The queue of a conversation. Each surface is in it at most once, so only its latest state is posted.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    queue: VecDeque<Outgoing>,
    messages: BTreeMap<String, ShownMessage>,
    paused_until: Option<Instant>,
    text_attempts: u32,
    uses: u64,
}

impl Outbox {
    /// Creates the queue of a conversation whose messages are known.
    pub(super) fn with_messages(messages: BTreeMap<String, ShownMessage>) -> Self {
        Self {
            messages,
            ..Self::default()
        }
    }

    /// Returns the messages of the surfaces.
    pub(super) fn messages(&self) -> &BTreeMap<String, ShownMessage> {
        &self.messages
    }

    /// Returns the message of a surface.
    pub(super) fn message(&self, surface: &str) -> Option<&ShownMessage> {
        self.messages.get(surface)
    }

    /// Returns `true` if nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Adds a text. If too many wait, the oldest one is left out. Returns `false` then.
    pub(super) fn add_text(&mut self, text: String) -> bool {
        self.queue.push_back(Outgoing::Text(text));
        let is_text = |item: &Outgoing| matches!(item, Outgoing::Text(_));
        let texts = self.queue.iter().filter(|item| is_text(item)).count();
        if texts <= TEXTS {
            return true;
        }
        if let Some(oldest) = self.queue.iter().position(is_text) {
            self.queue.remove(oldest);
        }
        false
    }

    /// Adds a surface that has changed.
    pub(super) fn add_surface(&mut self, surface: &str, now: Instant) {
        let is_known = |item: &Outgoing| matches!(item, Outgoing::Surface(id) if id == surface);
        if !self.queue.iter().any(is_known) {
            self.queue.push_back(Outgoing::Surface(surface.to_owned()));
        }
        let message = self.touch(surface);
        let collected = now + COLLECT;
        message.next = Some(message.next.map_or(collected, |next| next.max(collected)));
    }

    /// Learns the message of a surface from a click in it.
    pub(super) fn learn(&mut self, surface: &str, id: &str) {
        let message = self.touch(surface);
        message.id.get_or_insert_with(|| id.to_owned());
    }

    /// Forgets the message of a deleted surface.
    pub(super) fn forget(&mut self, surface: &str) {
        self.messages.remove(surface);
    }

    /// Returns the time at which the next message can be posted.
    pub(super) fn next_due(&self) -> Option<Instant> {
        // `None` is the least value: it is due at once.
        let first = self.due_times().into_iter().min()?;
        let first = first.unwrap_or_else(Instant::now);
        Some(self.paused_until.map_or(first, |until| until.max(first)))
    }

    /// Takes the first message that can be posted now.
    pub(super) fn take(&mut self, now: Instant) -> Option<Outgoing> {
        if self.paused_until.is_some_and(|until| until > now) {
            return None;
        }
        let times = self.due_times();
        let place = times
            .iter()
            .position(|due| due.is_none_or(|due| due <= now))?;
        self.queue.remove(place)
    }

    /// Returns the earliest time of each item. A text waits for the new messages before it, so that their order remains.
    fn due_times(&self) -> Vec<Option<Instant>> {
        let mut new_message: Option<Instant> = None;
        let due = |item: &Outgoing| match item {
            Outgoing::Text(_) => new_message,
            Outgoing::Surface(id) => {
                let known = self.messages.get(id);
                let due = known.and_then(|message| message.next);
                if known.is_none_or(|message| message.id.is_none()) {
                    new_message = new_message.max(due);
                }
                due
            }
        };
        self.queue.iter().map(due).collect()
    }

    /// Records that a message was posted.
    pub(super) fn record_posted(&mut self, item: &Outgoing, id: String, digest: u64, now: Instant) {
        let Outgoing::Surface(surface) = item else {
            self.text_attempts = 0;
            return;
        };
        let message = self.touch(surface);
        (message.id, message.digest) = (Some(id), Some(digest));
        (message.next, message.attempts) = (Some(now + PACE), 0);
    }

    /// Records that a message was not posted. Returns `true` if it is tried again.
    pub(super) fn record_failed(
        &mut self,
        item: Outgoing,
        error: &PostError,
        now: Instant,
    ) -> bool {
        let pause = match error {
            PostError::Limited(pause) => *pause,
            PostError::Temporary(_) => {
                let attempts = match &item {
                    Outgoing::Text(_) => &mut self.text_attempts,
                    Outgoing::Surface(surface) => &mut self.touch(surface).attempts,
                };
                *attempts += 1;
                let done = *attempts;
                if done >= ATTEMPTS {
                    *attempts = 0;
                    return false;
                }
                PACE * (1 << done.min(ATTEMPTS))
            }
            PostError::Missing => {
                if let Outgoing::Surface(surface) = &item {
                    self.forget(surface);
                }
                return false;
            }
            PostError::Refused(_) => return false,
        };
        // All messages wait, because the platform is the same and their order matters.
        self.paused_until = Some(now + pause);
        let is_waiting = self.queue.contains(&item) && matches!(item, Outgoing::Surface(_));
        if !is_waiting {
            self.queue.push_front(item);
        }
        true
    }

    /// Returns the entry of a surface, and marks it as used. The entry that was not used for the longest time makes room.
    fn touch(&mut self, surface: &str) -> &mut ShownMessage {
        self.uses += 1;
        if !self.messages.contains_key(surface) && self.messages.len() >= MESSAGES {
            let oldest = self.messages.iter().min_by_key(|(_, message)| message.used);
            if let Some(oldest) = oldest.map(|(id, _)| id.clone()) {
                self.messages.remove(&oldest);
            }
        }
        let message = self.messages.entry(surface.to_owned()).or_default();
        message.used = self.uses;
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(id: &str) -> Outgoing {
        Outgoing::Surface(id.to_owned())
    }

    #[tokio::test(start_paused = true)]
    async fn a_surface_waits_once_and_changes_at_most_once_a_second() {
        let mut outbox = Outbox::default();
        let start = Instant::now();
        outbox.add_surface("a", start);
        outbox.add_surface("a", start);
        assert!(outbox.add_text("hello".to_owned()));
        // The surface is still collected, and the text comes after it.
        let text = |text: &str| Some(Outgoing::Text(text.to_owned()));
        assert_eq!(outbox.take(start), None);
        assert_eq!(outbox.next_due(), Some(start + COLLECT));
        let first = start + COLLECT;
        assert_eq!(outbox.take(first), Some(surface("a")));
        assert_eq!(outbox.take(first), text("hello"));
        outbox.record_posted(&surface("a"), "1".to_owned(), 7, first);
        outbox.add_surface("a", first);
        // A text does not wait for a change of an earlier message.
        outbox.add_text("bye".to_owned());
        assert_eq!(outbox.take(first), text("bye"));
        assert_eq!(outbox.next_due(), Some(first + PACE));
        assert_eq!(outbox.take(first + PACE / 2), None);
        assert_eq!(outbox.take(first + PACE), Some(surface("a")));
        assert!(outbox.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_of_the_platform_pauses_all_messages() {
        let mut outbox = Outbox::default();
        let start = Instant::now();
        outbox.add_text("a".to_owned());
        outbox.add_text("b".to_owned());
        let Some(first) = outbox.take(start) else {
            panic!("no text")
        };
        let limited = PostError::Limited(Duration::from_secs(7));
        assert!(outbox.record_failed(first, &limited, start));
        let later = start + Duration::from_secs(7);
        assert_eq!(outbox.next_due(), Some(later));
        assert_eq!(outbox.take(start), None);
        assert_eq!(outbox.take(later), Some(Outgoing::Text("a".to_owned())));
    }

    #[tokio::test(start_paused = true)]
    async fn temporary_errors_are_tried_five_times() {
        let mut outbox = Outbox::default();
        let mut now = Instant::now();
        outbox.add_surface("a", now);
        let error = PostError::Temporary("away".to_owned());
        let mut attempts = 0;
        while let Some(due) = outbox.next_due() {
            now = due;
            let Some(item) = outbox.take(now) else { break };
            attempts += 1;
            outbox.record_failed(item, &error, now);
        }
        assert_eq!(attempts, ATTEMPTS);
        outbox.add_surface("b", now);
        assert!(!outbox.record_failed(surface("b"), &PostError::Missing, now));
        assert!(outbox.message("b").is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn texts_and_messages_are_bounded() {
        let mut outbox = Outbox::default();
        let now = Instant::now();
        for number in 0..TEXTS {
            assert!(outbox.add_text(number.to_string()));
        }
        assert!(!outbox.add_text("last".to_owned()));
        assert_eq!(outbox.take(now), Some(Outgoing::Text("1".to_owned())));
        for number in 0..=MESSAGES {
            outbox.learn(&number.to_string(), "id");
        }
        assert_eq!(outbox.messages().len(), MESSAGES);
        assert!(outbox.message("0").is_none());
    }
}
