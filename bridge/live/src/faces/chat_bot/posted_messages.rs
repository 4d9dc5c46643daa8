//! The messages that were posted in conversations.

use super::outbox::ShownMessage;
use crate::{faces::bounded_map::BoundedMap, limits::BOT_CONVERSATIONS as CONVERSATIONS};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// The posted messages of the conversations, by session, with the number of the latest seen entry.
#[derive(Clone)]
pub(super) struct PostedMessages(Arc<Mutex<BoundedMap<SeenMessages>>>);

type SeenMessages = (BTreeMap<String, ShownMessage>, u64);

impl PostedMessages {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(BoundedMap::new(CONVERSATIONS))))
    }

    pub(super) fn get(&self, session: &str) -> Option<SeenMessages> {
        let map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        map.get(session).cloned()
    }

    pub(super) fn insert(
        &self,
        session: &str,
        messages: BTreeMap<String, ShownMessage>,
        seen: u64,
    ) {
        let mut map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        map.insert(session.to_owned(), (messages, seen));
    }
}
