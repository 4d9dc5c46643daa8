//! Tests of a session that ends because the store fails.

use super::*;
use crate::gateway::store::LogEntry;
use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
};

#[derive(Default)]
struct FailingStore {
    entries: MemoryStore,
    is_full: AtomicBool,
}

impl SessionStore for FailingStore {
    fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>> {
        self.entries.load(session)
    }

    fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        if self.is_full.load(Ordering::Relaxed) {
            return Err(io::Error::other("the disk is full"));
        }
        self.entries.append(session, first, entries)
    }

    fn replace(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        self.entries.replace(session, first, entries)
    }

    fn sessions(&self) -> io::Result<Vec<String>> {
        self.entries.sessions()
    }
}

#[tokio::test]
async fn subscriptions_survive_an_error_of_the_store() {
    let store: Arc<FailingStore> = Arc::default();
    let client = Client::stateless_with(gateway_on(Arc::clone(&store) as Arc<dyn SessionStore>));
    client
        .call("agent_ui_show", json!({"session": "main"}))
        .await;
    let filter = json!({"resourceSubscriptions": ["a2ui://main/desk"]});
    let answer = client
        .post("subscriptions/listen", json!({ "notifications": filter }))
        .await;
    let mut stream = answer.body.into_data_stream();
    event(&mut stream).await;

    store.is_full.store(true, Ordering::Relaxed);
    let refused = client
        .call("agent_ui_action", action_in("main", "go"))
        .await;
    assert_eq!(refused["isError"], true, "{refused}");
    store.is_full.store(false, Ordering::Relaxed);
    let accepted = client
        .call("agent_ui_action", action_in("main", "go"))
        .await;
    assert_ne!(accepted["isError"], true, "{accepted}");
    // The client learns that it has missed something.
    assert_eq!(
        event(&mut stream).await["params"]["uri"],
        "a2ui://main/desk"
    );
}
