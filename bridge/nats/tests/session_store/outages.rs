//! Tests of gateways whose server is away, hangs, is full, or refuses the user.

use super::{
    connect, connect_to,
    gateways::{Clerk, ended, gateway_on, shown, text},
    server::Server,
};
use async_nats::jetstream::{self, stream};
use live::gateway::{Gateway, GatewayError, GatewayReportKind, StoreEvent, TurnOutcome};
use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

/// The time limit within which a request must fail.
const QUICK: Duration = Duration::from_secs(2);

/// Returns the store events in the reports.
fn events(reports: &Mutex<Vec<GatewayReportKind>>) -> Vec<StoreEvent> {
    let event = |kind: &GatewayReportKind| match kind {
        GatewayReportKind::StoreEvent(event) => Some(event.clone()),
        _ => None,
    };
    reports.lock().unwrap().iter().filter_map(event).collect()
}

async fn wait_until(what: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(10);
    while !what() {
        assert!(Instant::now() < end, "it has not happened in time");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends a message in each of these sessions at the same time, and expects all of them to fail quickly.
async fn expect_failures(gateway: &Gateway, sessions: &[String]) {
    let began = Instant::now();
    let requests = sessions.iter().map(|session| {
        let (gateway, session) = (gateway.clone(), session.clone());
        tokio::spawn(async move { gateway.session(&session).await?.send(text("x", "x")).await })
    });
    for request in requests.collect::<Vec<_>>() {
        let error = request.await.unwrap().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the session cannot be stored at the moment"
        );
    }
    assert!(began.elapsed() < QUICK, "{:?}", began.elapsed());
}

async fn expect_outage(
    server: &mut Server,
    fail: impl Fn(&mut Server),
    repair: impl Fn(&mut Server),
) {
    let clerk = Clerk::default();
    let (gateway, reports) = gateway_on(connect(server), &clerk);
    let session = gateway.session("chat").await.unwrap();
    ended(session.send(text("a", "1")).await).await;
    let (_, mut updates) = session.subscribe(super::gateways::SHOWN).await.unwrap();

    fail(server);
    let mut sessions = vec!["chat".to_owned(); 5];
    sessions.extend((0..20).map(|number| format!("new{number}")));
    expect_failures(&gateway, &sessions).await;
    assert!(gateway.is_store_away());
    // An open session can be read.
    let began = Instant::now();
    let open = gateway.session("chat").await.unwrap();
    assert_eq!(open.idle().wait().await, TurnOutcome::Ended);
    assert_eq!(shown(&open).await.0, ["a"]);
    assert!(began.elapsed() < QUICK, "{:?}", began.elapsed());
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert!(
        matches!(&events(&reports)[..], [StoreEvent::Away(_)]),
        "{reports:?}"
    );

    repair(server);
    wait_until(|| !gateway.is_store_away()).await;
    assert!(
        matches!(
            &events(&reports)[..],
            [StoreEvent::Away(_), StoreEvent::Back(_)]
        ),
        "{reports:?}"
    );
    ended(
        gateway
            .session("chat")
            .await
            .unwrap()
            .send(text("b", "2"))
            .await,
    )
    .await;
    ended(
        gateway
            .session("new1")
            .await
            .unwrap()
            .send(text("c", "3"))
            .await,
    )
    .await;
    // Clients that stayed connected receive further updates.
    while let Some(update) = updates.try_next() {
        drop(update);
    }
    ended(session.send(text("d", "4")).await).await;
    let others = connect(server);
    let stored = gateway_on(others, &Clerk::default())
        .0
        .session("chat")
        .await
        .unwrap();
    assert_eq!(shown(&stored).await, shown(&session).await);
    assert_eq!(shown(&stored).await.0[..2], ["a", "b"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_is_reported_once_and_delays_no_client() {
    let Some(mut server) = Server::start() else {
        return;
    };
    expect_outage(&mut server, Server::kill, Server::restart).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hangs_is_reported_once_and_delays_no_client() {
    let Some(mut server) = Server::start() else {
        return;
    };
    expect_outage(&mut server, |server| server.hang(), |server| server.go_on()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_stored_when_the_server_returns() {
    let Some(mut server) = Server::start() else {
        return;
    };
    let clerk = Clerk::default();
    let (gateway, reports) = gateway_on(connect(&server), &clerk);
    let session = gateway.session("chat").await.unwrap();
    let mut turn = session.send(text("slow", "1")).await.unwrap();
    server.kill();
    let began = Instant::now();
    let TurnOutcome::Failed(reason) = turn.wait().await else {
        panic!("{reports:?}")
    };
    assert_eq!(
        reason,
        "the session cannot be stored at the moment; the answer may come later"
    );
    assert!(
        began.elapsed() < Duration::from_secs(3),
        "{:?}",
        began.elapsed()
    );
    tokio::time::sleep(Duration::from_secs(1)).await;
    server.restart();
    wait_until(|| !gateway.is_store_away()).await;
    assert_eq!(session.idle().wait().await, TurnOutcome::Ended);
    assert_eq!(shown(&session).await.0, ["slow"]);
    assert_eq!(clerk.received(), ["chat/1 slow"]);
    let next = gateway_on(connect(&server), &Clerk::default())
        .0
        .session("chat")
        .await
        .unwrap();
    assert_eq!(shown(&next).await.0, ["slow"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_error_names_a_full_stream() {
    let Some(server) = Server::start() else {
        return;
    };
    let context = jetstream::new(async_nats::connect(server.url()).await.unwrap());
    let mut config = stream::Config {
        name: "ui_serve".to_owned(),
        subjects: vec!["ui.serve.*".to_owned()],
        discard: stream::DiscardPolicy::New,
        max_bytes: 8000,
        allow_direct: true,
        ..stream::Config::default()
    };
    context.create_stream(config.clone()).await.unwrap();
    let (gateway, reports) = gateway_on(connect(&server), &Clerk::default());
    let session = gateway.session("chat").await.unwrap();
    ended(session.send(text("a", "1")).await).await;
    let outcome = session.send(text("large", "2")).await.unwrap().wait().await;
    assert_eq!(
        outcome,
        TurnOutcome::Failed("the answer of the agent cannot be stored".to_owned())
    );
    let large = "y".repeat(8000);
    let began = Instant::now();
    let error = session.send(text(&large, "3")).await.unwrap_err();
    assert!(
        matches!(error, GatewayError::Store(_)) && began.elapsed() < QUICK,
        "{error}"
    );
    let found = events(&reports);
    let [StoreEvent::Refused(reason)] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(
        reason.starts_with("the stream `ui_serve` is full"),
        "{reason}"
    );
    assert!(!gateway.is_store_away());
    // The session can be read, and continues.
    let again = gateway.session("chat").await.unwrap();
    assert_eq!(shown(&again).await.0, ["a"]);
    config.max_bytes = -1;
    context.update_stream(config).await.unwrap();
    ended(session.send(text("b", "4")).await).await;
    assert_eq!(shown(&again).await.0, ["a", "b"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_error_names_a_missing_permission() {
    let deny = |subjects: &str| {
        format!(
            "authorization {{ users: [{{ user: u, password: p, permissions: {{ publish: {{ deny: [{subjects}] }} }} }}] }}"
        )
    };
    let Some(server) = Server::start_with(&deny("\"ui.serve.>\"")) else {
        return;
    };
    let url = format!("nats://u:p@127.0.0.1:{}", server.port());
    let (gateway, reports) = gateway_on(connect_to(&url), &Clerk::default());
    let session = gateway.session("chat").await.unwrap();
    let began = Instant::now();
    let error = session.send(text("a", "1")).await.unwrap_err();
    assert!(
        matches!(error, GatewayError::Store(_)) && began.elapsed() < QUICK,
        "{error}"
    );
    let found = events(&reports);
    let [StoreEvent::Refused(reason)] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(
        reason.contains("permission") && reason.contains("ui.serve.chat"),
        "{reason}"
    );
    assert!(!gateway.is_store_away());
    drop(server);

    for subjects in ["\"$JS.API.>\"", "\"$JS.API.DIRECT.GET.>\""] {
        let server = Server::start_with(&deny(subjects)).unwrap();
        let address = format!("nats://u:p@127.0.0.1:{}", server.port())
            .parse()
            .unwrap();
        let connected = tokio::task::spawn_blocking(move || {
            let store = super::NatsStore::connect(&address, None)?;
            store.setting("token")
        });
        let error = connected.await.unwrap().unwrap_err().to_string();
        assert!(
            error.contains("the user of NATS lacks a permission") && error.contains("$JS.API"),
            "{error}"
        );
    }
}
