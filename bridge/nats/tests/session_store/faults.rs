//! Tests of servers and connections that fail.

use super::{connect, connect_to, proxy::Proxy, server::Server, text, texts};
use async_nats::{
    HeaderMap,
    jetstream::{self, stream},
};
use live::gateway::store::SessionStore;
use std::{thread, time::Duration};

#[test]
fn a_store_survives_a_restart_of_the_server() {
    let Some(mut server) = Server::start() else {
        return;
    };
    let store = connect(&server);
    store.append("s", 1, &[text("one")]).unwrap();
    server.kill();
    assert!(store.is_current("s", 2).is_err());
    thread::scope(|scope| {
        // The store waits for the server.
        let waiting = scope.spawn(|| store.append("s", 2, &[text("two")]));
        thread::sleep(Duration::from_millis(500));
        server.restart();
        waiting.join().unwrap().unwrap();
    });
    store.append("s", 3, &[text("three")]).unwrap();
    for store in [&store, &connect(&server)] {
        assert_eq!(texts(store, "s"), ["one", "two", "three"]);
    }
}

#[test]
fn a_lost_answer_does_not_double_an_entry() {
    let Some(server) = Server::start() else {
        return;
    };
    let proxy = Proxy::start(server.port());
    let store = connect_to(&format!("nats://127.0.0.1:{}", proxy.port));
    store.append("s", 1, &[text("one")]).unwrap();
    proxy.lose_next_answer();
    store.append("s", 2, &[text("two")]).unwrap();
    assert!(proxy.has_lost());
    store.append("s", 3, &[text("three")]).unwrap();
    assert_eq!(texts(&connect(&server), "s"), ["one", "two", "three"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn incomplete_writes_of_entries_are_ignored() {
    let Some(server) = Server::start() else {
        return;
    };
    // The store may also be used inside a runtime.
    let store = connect(&server);
    store.append("s", 1, &[text("one")]).unwrap();
    let context = jetstream::new(async_nats::connect(server.url()).await.unwrap());
    let publish = async |part: &str| {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("Format", "1"),
            ("Kind", "entries"),
            ("First", "2"),
            ("Write", "w"),
            ("Part", part),
        ] {
            headers.insert(format!("Agent-UI-{name}").as_str(), value);
        }
        context
            .publish_with_headers("ui.serve.s", headers, "[".into())
            .await
            .unwrap()
            .await
            .unwrap();
    };
    publish("1/3").await;
    publish("3/3").await;
    assert!(!store.is_current("s", 2).unwrap());
    assert_eq!(texts(&store, "s"), ["one"]);
    store.append("s", 2, &[text("two")]).unwrap();
    publish("2/3").await;
    assert_eq!(texts(&store, "s"), ["one", "two"]);

    // The store does not interpret messages of other programs.
    context
        .publish("ui.serve.s", "x".into())
        .await
        .unwrap()
        .await
        .unwrap();
    let error = store.load("s").unwrap_err().to_string();
    assert!(
        error.ends_with("the header `Agent-UI-Format` is missing"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_replaces_entries_that_the_server_still_has() {
    let Some(server) = Server::start() else {
        return;
    };
    let context = jetstream::new(async_nats::connect(server.url()).await.unwrap());
    let config = stream::Config {
        name: "ui_serve".to_owned(),
        subjects: vec!["ui.serve.*".to_owned()],
        deny_purge: true,
        ..stream::Config::default()
    };
    context.create_stream(config).await.unwrap();
    let (one, two) = (connect(&server), connect(&server));
    one.append("s", 1, &[text("a"), text("b")]).unwrap();
    one.replace("s", 3, &[text("ab"), text("x".repeat(150_000))])
        .unwrap();
    one.append("s", 5, &[text("c")]).unwrap();
    let read = two.load("s").unwrap();
    assert_eq!(
        read.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
        [3, 4, 5]
    );
    two.append("s", 6, &[text("d")]).unwrap();
}
