//! A session that another program changes in the store.

use super::{store::LogEntry, *};
use std::{io, sync::atomic::AtomicBool};

/// A store that two gateways share. It refuses entries whose number is not the next one.
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
        Ok(self.entries.load(session)?.last().map_or(1, |(number, _)| number + 1))
    }
}

impl SessionStore for SharedStore {
    fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>> {
        self.next(session)?;
        self.entries.load(session)
    }

    fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        if self.next(session)? != first {
            return Err(io::Error::other("another program has changed the session"));
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
    Gateway::start(vec![Arc::new(Arc::clone(agent))], store, GatewaySettings::default())
}

fn text(text: &str) -> ClientMessage {
    ClientMessage::new("test", ClientContent::Text(text.to_owned()))
}

async fn texts(session: &Session) -> Vec<String> {
    let texts = session.snapshot(Dialect::A2ui0_9).await.unwrap().texts;
    texts.into_iter().map(|text| text.text).collect()
}

#[tokio::test]
async fn a_gateway_sees_what_another_one_has_stored() {
    let store: Arc<SharedStore> = Arc::default();
    let (one, two) = (Script::new("a", &[]), Script::new("a", &[]));
    let (first, second) = (shared(&one, &store), shared(&two, &store));
    let session = first.session("main").await.unwrap();
    session.send(text("one")).await.unwrap().wait().await;
    let (_, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();

    let other = second.session("main").await.unwrap();
    assert_eq!(texts(&other).await, ["one"]);
    other.send(text("two")).await.unwrap().wait().await;

    // The next client of the first gateway makes it load the session again.
    let again = first.session("main").await.unwrap();
    assert_eq!(texts(&again).await, ["one", "two"]);
    assert!(updates.next().await.is_none(), "the client of the earlier state must subscribe again");
    // The earlier state accepts nothing more, also not for the clients that still have it.
    let error = session.send(text("lost")).await.unwrap_err();
    assert!(matches!(error, GatewayError::Store(_)), "{error}");
    assert!(session.subscribe(Dialect::A2ui0_9).await.unwrap().1.next().await.is_none());
    again.send(text("three")).await.unwrap().wait().await;
    let received: Vec<_> = one.received().into_iter().chain(two.received()).map(|input| input.id).collect();
    assert_eq!(received, ["main/1", "main/5", "main/3"]);
}

#[tokio::test]
async fn a_conflict_ends_the_session_of_the_loser() {
    let store: Arc<SharedStore> = Arc::default();
    let (one, two) = (Script::new("a", &[]), Script::new("a", &[]));
    let (first, second) = (shared(&one, &store), shared(&two, &store));
    let session = first.session("main").await.unwrap();
    one.say(&create("one")).await;
    let (_, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
    second.session("main").await.unwrap();
    two.say(&create("two")).await;

    one.say(&create("three")).await;
    assert!(updates.next().await.is_none(), "nothing that is not stored is shown");
    let again = first.session("main").await.unwrap();
    let snapshot = again.snapshot(Dialect::A2ui0_9).await.unwrap();
    let ids: Vec<_> = snapshot.surfaces.iter().map(|surface| surface.id.as_str()).collect();
    assert_eq!(ids, ["one", "two"]);
    // The agent is connected to the session that was loaded.
    one.say(&create("three")).await;
    assert_eq!(again.snapshot(Dialect::A2ui0_9).await.unwrap().surfaces.len(), 3);
}

#[tokio::test]
async fn a_store_that_is_down_does_not_hide_the_session() {
    let store: Arc<SharedStore> = Arc::default();
    let agent = Script::new("a", &[]);
    let gateway = shared(&agent, &store);
    let session = gateway.session("main").await.unwrap();
    session.send(text("one")).await.unwrap().wait().await;
    store.is_down.store(true, Ordering::Relaxed);
    assert_eq!(texts(&gateway.session("main").await.unwrap()).await, ["one"]);
    assert!(matches!(session.send(text("two")).await, Err(GatewayError::Store(_))));
    store.is_down.store(false, Ordering::Relaxed);
    let session = gateway.session("main").await.unwrap();
    session.send(text("three")).await.unwrap().wait().await;
    assert_eq!(texts(&session).await, ["one", "three"]);
}
