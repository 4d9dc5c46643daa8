//! Tests of a session that another program changes in the store.

use super::{store::LogEntry, *};
use std::{io, sync::atomic::AtomicBool};

/// A store that two gateways share. It refuses entries if their number is not the next one.
#[derive(Default)]
struct SharedStore {
    entries: MemoryStore,
    is_down: AtomicBool,
}

impl SharedStore {
    fn next(&self, session: &str) -> io::Result<u64> {
        if self.is_down.load(Ordering::Relaxed) {
            return Err(io::Error::other("the store is down"));
        }
        Ok(self
            .entries
            .load(session)?
            .last()
            .map_or(1, |(number, _)| number + 1))
    }
}

impl SessionStore for SharedStore {
    fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>> {
        self.next(session)?;
        self.entries.load(session)
    }

    fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        if self.next(session)? != first {
            let message = "another program has changed the session";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
        }
        self.entries.append(session, first, entries)
    }

    fn replace(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        self.entries.replace(session, first, entries)
    }

    fn sessions(&self) -> io::Result<Vec<String>> {
        self.entries.sessions()
    }

    fn is_current(&self, session: &str, next: u64) -> io::Result<bool> {
        Ok(self.next(session)? == next)
    }
}

fn shared(agent: &Arc<Script>, store: &Arc<SharedStore>) -> Gateway {
    let store = Arc::clone(store) as Arc<dyn SessionStore>;
    Gateway::start(
        vec![Arc::new(Arc::clone(agent))],
        store,
        GatewaySettings::default(),
    )
}

fn text(text: &str) -> ClientMessage {
    ClientMessage::new("test", ClientContent::Text(text.to_owned()))
}

async fn texts(session: &Session) -> Vec<String> {
    let texts = session.snapshot(Dialect::A2ui0_9).await.unwrap().texts;
    texts.into_iter().map(|text| text.text).collect()
}

#[tokio::test]
async fn a_gateway_reads_entries_of_another_gateway() {
    let store: Arc<SharedStore> = Arc::default();
    let (one, two) = (Script::new("a", &[]), Script::new("a", &[]));
    let (first, second) = (shared(&one, &store), shared(&two, &store));
    let session = first.session("main").await.unwrap();
    session.send(text("one")).await.unwrap().wait().await;
    let (_, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();

    let other = second.session("main").await.unwrap();
    assert_eq!(texts(&other).await, ["one"]);
    other.send(text("two")).await.unwrap().wait().await;

    // The next client of the first gateway makes it read the session again.
    let again = first.session("main").await.unwrap();
    assert_eq!(texts(&again).await, ["one", "two"]);
    assert!(
        matches!(updates.next().await, Some(Update::Lagged)),
        "the client takes a new snapshot"
    );
    session.send(text("three")).await.unwrap().wait().await;
    let received: Vec<_> = one
        .received()
        .into_iter()
        .chain(two.received())
        .map(|input| input.id)
        .collect();
    assert_eq!(received, ["main/1", "main/5", "main/3"]);
}

#[tokio::test]
async fn a_session_without_clients_ends_when_another_program_changes_it() {
    let store: Arc<SharedStore> = Arc::default();
    let (one, two) = (Script::new("a", &[]), Script::new("a", &[]));
    let (first, second) = (shared(&one, &store), shared(&two, &store));
    let session = first.session("main").await.unwrap();
    session.send(text("one")).await.unwrap().wait().await;
    second
        .session("main")
        .await
        .unwrap()
        .send(text("two"))
        .await
        .unwrap()
        .wait()
        .await;
    let again = first.session("main").await.unwrap();
    assert_eq!(texts(&again).await, ["one", "two"]);
    // The earlier state accepts nothing more.
    let error = session.send(text("lost")).await.unwrap_err();
    assert!(matches!(error, GatewayError::Store(_)), "{error}");
    assert!(
        session
            .subscribe(Dialect::A2ui0_9)
            .await
            .unwrap()
            .1
            .next()
            .await
            .is_none()
    );
}

#[tokio::test]
async fn a_gateway_rereads_the_session_after_a_conflict_and_continues() {
    let store: Arc<SharedStore> = Arc::default();
    let (one, two) = (Script::new("a", &[]), Script::new("a", &[]));
    let (first, second) = (shared(&one, &store), shared(&two, &store));
    let session = first.session("main").await.unwrap();
    one.say(&create("one")).await;
    let (_, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
    second.session("main").await.unwrap();
    two.say(&create("two")).await;

    one.say(&create("three")).await;
    assert!(
        matches!(updates.next().await, Some(Update::Lagged)),
        "nothing that is not stored is shown"
    );
    for session in [session, second.session("main").await.unwrap()] {
        let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
        let ids: Vec<_> = snapshot
            .surfaces
            .iter()
            .map(|surface| surface.id.as_str())
            .collect();
        assert_eq!(ids, ["one", "two", "three"]);
    }
}

#[tokio::test]
async fn a_session_stays_readable_while_the_store_is_down() {
    let store: Arc<SharedStore> = Arc::default();
    let agent = Script::new("a", &[]);
    let gateway = shared(&agent, &store);
    let session = gateway.session("main").await.unwrap();
    session.send(text("one")).await.unwrap().wait().await;
    store.is_down.store(true, Ordering::Relaxed);
    assert_eq!(
        texts(&gateway.session("main").await.unwrap()).await,
        ["one"]
    );
    assert!(matches!(
        session.send(text("two")).await,
        Err(GatewayError::Store(_))
    ));
    store.is_down.store(false, Ordering::Relaxed);
    let session = gateway.session("main").await.unwrap();
    session.send(text("three")).await.unwrap().wait().await;
    assert_eq!(texts(&session).await, ["one", "three"]);
}
