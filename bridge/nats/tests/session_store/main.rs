//! Sessions of gateways on a real NATS server. Without the program `nats-server`, the tests are skipped.

#![cfg(feature = "session-store")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

mod conflicts;
mod faults;
mod gateways;
mod moves;
mod outages;
mod proxy;
mod server;

use agent_ui_nats::session_store::{NatsStore, StoreAddress};
use live::gateway::{
    agent::AgentInput,
    store::{LogEntry, MemoryStore, SessionStore},
};
use server::Server;
use std::io;
use wire::Payload;

fn connect(server: &Server) -> NatsStore {
    connect_to(&server.url())
}

fn connect_to(url: &str) -> NatsStore {
    let address: StoreAddress = url.parse().unwrap();
    NatsStore::connect(&address, None).unwrap()
}

fn text(text: impl Into<String>) -> LogEntry {
    LogEntry::Text {
        agent: "a".to_owned(),
        text: text.into(),
    }
}

/// Returns the texts of a session.
fn texts(store: &NatsStore, session: &str) -> Vec<String> {
    let text = |(_, entry)| match entry {
        LogEntry::Text { text, .. } => text,
        other => panic!("{other:?}"),
    };
    store.load(session).unwrap().into_iter().map(text).collect()
}

#[test]
fn a_nats_store_behaves_like_the_other_stores() {
    let Some(server) = Server::start() else {
        return;
    };
    let (nats, memory) = (connect(&server), MemoryStore::new());
    let stores: [&dyn SessionStore; 2] = [&nats, &memory];
    let message = r#"{"version":"v0.9","b":1.50,"a":12345678901234567890123,"n":null}"#;
    let input = AgentInput {
        id: "main/3".to_owned(),
        text: Some("hello".to_owned()),
        ..AgentInput::default()
    };
    let entries = [
        LogEntry::Message {
            agent: "a".to_owned(),
            message: Payload::parse(message).unwrap(),
        },
        text("ä \u{1F600} \0"),
        LogEntry::Input {
            agent: "a".to_owned(),
            key: Some("k".to_owned()),
            input,
            program: Some("p".to_owned()),
        },
        LogEntry::Ended {
            input: "main/3".to_owned(),
            failure: Some("gone".to_owned()),
        },
    ];
    let sessions = ["main", "user@host/1.2 *>", "ä"];
    for store in stores {
        for session in sessions {
            assert_eq!(store.load(session).unwrap(), []);
            store.append(session, 1, &entries).unwrap();
            store.append(session, 5, &[]).unwrap();
            store.append(session, 5, &entries[..1]).unwrap();
        }
        store
            .replace(
                "main",
                6,
                &[
                    LogEntry::Checkpoint {
                        keys: vec!["k".to_owned()],
                    },
                    text("x"),
                ],
            )
            .unwrap();
        store.append("main", 8, &[text("y")]).unwrap();
    }
    let other = connect(&server);
    for session in sessions {
        let expected = memory.load(session).unwrap();
        assert_eq!(nats.load(session).unwrap(), expected, "{session}");
        assert_eq!(other.load(session).unwrap(), expected, "{session}");
    }
    let (mut names, mut expected) = (nats.sessions().unwrap(), memory.sessions().unwrap());
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    let LogEntry::Message { message: read, .. } = &other.load("ä").unwrap()[0].1 else {
        panic!()
    };
    assert_eq!(read.text(), message);
    // A store that has not loaded a session can add to it.
    let third = connect(&server);
    third.append("main", 9, &[text("z")]).unwrap();
    assert_eq!(third.load("main").unwrap().last(), Some(&(9, text("z"))));
}

#[test]
fn all_programs_agree_on_the_stream_settings() {
    let Some(server) = Server::start() else {
        return;
    };
    let stores: Vec<NatsStore> = (0..4).map(|_| connect(&server)).collect();
    assert_eq!(stores[0].setting("token").unwrap(), None);
    let values: Vec<String> = std::thread::scope(|scope| {
        let insert =
            |(at, store): (usize, &NatsStore)| store.setting_or_insert("token", &at.to_string());
        let inserted = stores
            .iter()
            .enumerate()
            .map(|pair| scope.spawn(move || insert(pair)));
        let inserted: Vec<_> = inserted.collect();
        inserted
            .into_iter()
            .map(|value| value.join().unwrap().unwrap())
            .collect()
    });
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    stores[1].set_setting("token", "new").unwrap();
    assert_eq!(stores[2].setting("token").unwrap().as_deref(), Some("new"));
}

#[test]
fn entries_may_exceed_the_payload_limit() {
    let Some(server) = Server::start() else {
        return;
    };
    let (one, two) = (connect(&server), connect(&server));
    let large = "ä".repeat(400_000);
    one.append("s", 1, &[text("first"), text(large.as_str()), text("last")])
        .unwrap();
    assert_eq!(texts(&two, "s"), ["first", large.as_str(), "last"]);
    two.replace("s", 4, &[text(large.as_str()), text(large.as_str())])
        .unwrap();
    assert_eq!(texts(&one, "s"), [large.as_str(), large.as_str()]);
    one.append("s", 6, &[text("end")]).unwrap();
    assert_eq!(
        two.load("s")
            .unwrap()
            .iter()
            .map(|(number, _)| *number)
            .collect::<Vec<_>>(),
        [4, 5, 6]
    );
}

#[test]
fn a_store_address_contains_servers_and_a_name() {
    for (text, shown) in [
        ("nats://127.0.0.1", "nats://127.0.0.1/ui"),
        ("nats://127.0.0.1:4222/", "nats://127.0.0.1:4222/ui"),
        (
            "tls://user:p%40ss@one.test:4223,two.test/my-ui",
            "tls://one.test:4223,two.test/my-ui",
        ),
        ("nats://[::1]:4222/a_b", "nats://[::1]:4222/a_b"),
    ] {
        let address: StoreAddress = text.parse().unwrap();
        assert_eq!(address.to_string(), shown);
        assert!(!format!("{address:?}").contains("p%40ss"));
    }
    for text in [
        "",
        "nats:",
        "nats://",
        "http://a/ui",
        "nats:///ui",
        "nats://a,,b/ui",
        "nats://a/b/c",
        "nats://a/b.c",
        "nats://a/ui?x=1",
        "nats://a:port/ui",
        "nats://a b/ui",
        "nats://a,u:p@b/ui",
        "nats://u%zz:p@b/ui",
        "nats://u%+1@b/ui",
        "nats://u@v@b/ui",
    ] {
        assert!(text.parse::<StoreAddress>().is_err(), "{text}");
    }
}

#[test]
fn an_unusable_server_is_reported() {
    let address: StoreAddress = "nats://127.0.0.1:1/ui".parse().unwrap();
    let error = NatsStore::connect(&address, None).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the connection to the NATS server failed"),
        "{error}"
    );
    let missing = std::path::Path::new("missing.creds");
    let error = NatsStore::connect(&address, Some(missing)).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("credentials: missing.creds: "),
        "{error}"
    );

    let Some(server) = Server::start() else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.unwrap();
        let config = async_nats::jetstream::stream::Config {
            name: "ui_serve".to_owned(),
            subjects: vec!["ui.serve.*".to_owned()],
            max_age: std::time::Duration::from_secs(3600),
            ..Default::default()
        };
        async_nats::jetstream::new(client)
            .create_stream(config)
            .await
            .unwrap();
    });
    let address: StoreAddress = server.url().parse().unwrap();
    let error = NatsStore::connect(&address, None).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert!(
        error.to_string().contains("must not delete messages"),
        "{error}"
    );
}

#[test]
fn a_server_may_require_a_password() {
    let lines = "authorization { user: \"the store\", password: \"p@ss:\" }";
    let Some(server) = Server::start_with(lines) else {
        return;
    };
    let connect = |user: &str| {
        let address: StoreAddress = format!("nats://{user}@127.0.0.1:{}", server.port())
            .parse()
            .unwrap();
        NatsStore::connect(&address, None)
    };
    connect("the%20store:p%40ss%3A")
        .unwrap()
        .append("s", 1, &[text("a")])
        .unwrap();
    for login in ["the%20store:guessed", "guessed"] {
        let error = connect(login).unwrap_err().to_string();
        assert!(
            error.contains("authorization") && !error.contains("guessed"),
            "{error}"
        );
    }
    drop(server);
    let Some(server) = Server::start_with("authorization { token: secret }") else {
        return;
    };
    let address: StoreAddress = format!("nats://secret@127.0.0.1:{}", server.port())
        .parse()
        .unwrap();
    NatsStore::connect(&address, None).unwrap();
}
