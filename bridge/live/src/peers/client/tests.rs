#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::*;
use crate::peers::test_host::{CANVAS, CHAT, SESSION, TestHost, soon, until};
use ahp::{
    canvas::{
        CanvasMessage, CanvasOpenParams, CanvasOpenResult, ClientCanvasDeclaration, ProviderAnswer,
        SessionActiveClient,
        host::{Limits, Outcome},
    },
    client::{Ahp1_0, CanvasProposal},
};
use tokio::io::{BufReader, duplex};
use wire::Payload;

fn quick() -> Settings {
    let millis = Duration::from_millis;
    Settings {
        first_pause: millis(10),
        longest_pause: millis(100),
        ..Settings::default()
    }
}

fn kiosk(test_host: &TestHost) -> (Client<Ahp1_0>, Events<Event>) {
    let (client, events) = Client::new(
        ahp::client::Client::<Ahp1_0>::new("kiosk", ["1.0.0"]),
        quick(),
    );
    client.apply(|client| client.subscribe(&CHAT.into()));
    let (following, url) = (client.clone(), test_host.url());
    tokio::spawn(async move { following.follow(&url).await });
    (client, events)
}

fn title(client: &Client<Ahp1_0>) -> Option<String> {
    client.inspect(|client| client.canvas_state(&CANVAS.into())?.title.get().cloned())
}

#[tokio::test]
async fn missed_actions_arrive_on_the_next_connection() {
    // The host stores all actions, or almost none.
    for actions in [1024, 1] {
        let mut test_host = TestHost::new(
            crate::peers::host::Settings::default(),
            Limits {
                actions,
                ..Limits::default()
            },
        )
        .await;
        test_host.open().await;
        let (client, mut events) = kiosk(&test_host);
        until(|| title(&client).as_deref() == Some("East wing")).await;
        for n in 0..3 {
            // The connection is interrupted.
            client.with(|state| state.outgoing.as_ref().unwrap().abort(ConnectionEnd::Gone));
            let lost = soon(async {
                loop {
                    if let Event::Lost { again, .. } = events.next().await.unwrap() {
                        return again;
                    }
                }
            });
            assert!(
                lost.await
                    .is_some_and(|again| again <= Duration::from_millis(100))
            );
            test_host.call_it(&format!("West wing {n}"));
            test_host.call_it(&format!("North wing {n}"));
            let north = format!("North wing {n}");
            until(|| title(&client).as_ref() == Some(&north)).await;
        }
        client.shutdown();
        while soon(events.next()).await.is_some() {}
        test_host
            .until(|event| matches!(event, crate::peers::host::Event::Ended { .. }).then_some(()))
            .await;
    }
}

#[tokio::test]
async fn a_client_reconnects_to_a_restarted_host() {
    let mut test_host =
        TestHost::new(crate::peers::host::Settings::default(), Limits::default()).await;
    test_host.open().await;
    let (client, mut events) = kiosk(&test_host);
    until(|| title(&client).is_some()).await;
    let address = test_host.stop().await;
    let why = soon(async {
        loop {
            if let Event::Lost {
                why: ConnectionLoss::Unreachable(error),
                ..
            } = events.next().await.unwrap()
            {
                return error;
            }
        }
    });
    why.await;
    // This host is a new one, without known clients and without canvases.
    let mut test_host = TestHost::at(
        &address,
        crate::peers::host::Settings::default(),
        Limits::default(),
    )
    .await;
    until(|| client.inspect(ahp::client::Client::is_connected) && title(&client).is_none()).await;
    test_host.open().await;
    test_host.call_it("West wing");
    until(|| title(&client).as_deref() == Some("West wing")).await;
}

#[tokio::test]
async fn a_replaced_client_does_not_reconnect() {
    let test_host = TestHost::new(crate::peers::host::Settings::default(), Limits::default()).await;
    let new = || {
        Client::new(
            ahp::client::Client::<Ahp1_0>::new("twin", ["1.0.0"]),
            quick(),
        )
    };
    let ((first, _events), (second, _others)) = (new(), new());
    let (one, url) = (first.clone(), test_host.url());
    let following = tokio::spawn(async move { one.follow(&url).await });
    until(|| first.inspect(ahp::client::Client::is_connected)).await;
    let (two, url) = (second.clone(), test_host.url());
    tokio::spawn(async move { two.follow(&url).await });
    assert_eq!(soon(following).await.unwrap(), ConnectionEnd::TakenOver);
    until(|| second.inspect(ahp::client::Client::is_connected)).await;
}

#[tokio::test]
async fn a_silent_host_is_abandoned() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/", listener.local_addr().unwrap());
    let millis = Duration::from_millis;
    let limits = ConnectionLimits {
        ping: millis(20),
        silence: millis(100),
        ..ConnectionLimits::default()
    };
    let settings = Settings {
        limits,
        connect_timeout: millis(1000),
        ..quick()
    };
    let (client, mut events) = Client::new(
        ahp::client::Client::<Ahp1_0>::new("kiosk", ["1.0.0"]),
        settings,
    );
    tokio::spawn(async move { client.follow(&url).await });
    let mut lost = async || match soon(events.next()).await.unwrap() {
        Event::Lost { why, .. } => why.to_string(),
        other => panic!("{other:?}"),
    };
    // The first server does not accept the WebSocket. The second one accepts it and then stays silent.
    let first = soon(listener.accept()).await.unwrap();
    assert!(lost().await.contains("timed out"));
    drop(first);
    let (stream, _) = soon(listener.accept()).await.unwrap();
    let silent = tokio_tungstenite::accept_async(stream).await.unwrap();
    assert_eq!(lost().await, ConnectionEnd::Silent.to_string());
    drop(silent);
}

#[tokio::test]
async fn providers_and_views_work_over_lines() {
    let mut test_host =
        TestHost::new(crate::peers::host::Settings::default(), Limits::default()).await;
    let (ours, theirs) = duplex(256);
    let host = test_host.host.clone();
    tokio::spawn(async move {
        let (from, to) = tokio::io::split(ours);
        host.serve_lines(BufReader::new(from), to).await
    });
    let (client, mut events) = Client::new(
        ahp::client::Client::<CanvasProposal>::new("guide", ["1.0.0"]),
        quick(),
    );
    let session = SESSION.into();
    client.apply(|client| client.subscribe(&session));
    let tour = ClientCanvasDeclaration::new("tour", "Tour", "Walks along.");
    client
        .try_apply(|client| {
            client
                .declare(
                    &session,
                    SessionActiveClient::new("guide").canvas_providers(vec![tour]),
                )
                .map(|out| ((), out))
        })
        .unwrap();
    let over = client.clone();
    let talking = tokio::spawn(async move {
        let (from, to) = tokio::io::split(theirs);
        over.connect_lines(BufReader::new(from), to).await
    });
    let offered = || {
        test_host.host.inspect(|host| {
            host.session_state(&session)
                .unwrap()
                .canvases
                .get()
                .map_or(0, Vec::len)
        })
    };
    until(|| offered() == 2).await;
    let opening = test_host
        .host
        .begin(|host| host.open(CanvasOpenParams::new(SESSION, "tour", "guide", "east")))
        .unwrap();
    let call = soon(async {
        loop {
            if let Event::Output(ClientOutput::Provide { call, .. }) = events.next().await.unwrap()
            {
                return call;
            }
        }
    });
    let call = call.await;
    let opened = ProviderAnswer::Open(CanvasOpenResult::new().title("Tour"));
    client
        .try_apply(|client| client.answer(call, Ok(opened)).map(|out| ((), out)))
        .unwrap();
    let Ok(Outcome::Opened(channel)) = soon(opening.outcome()).await else {
        panic!("a canvas")
    };
    client.apply(|client| client.subscribe(&channel));
    until(|| client.inspect(|client| client.canvas_state(&channel).is_some())).await;
    test_host
        .host
        .apply(|host| host.message(&channel, Payload::string("left")))
        .unwrap();
    let said_too = client
        .try_apply(|client| client.message(&channel, Payload::string("right")))
        .unwrap();
    let said = soon(async {
        loop {
            if let Event::Output(ClientOutput::Message { message, .. }) =
                events.next().await.unwrap()
            {
                return message;
            }
        }
    });
    assert_eq!(
        said.await,
        CanvasMessage::new().payload(Payload::string("left"))
    );
    let accepted = soon(async {
        loop {
            if let Event::Output(ClientOutput::Accepted { client_seq, .. }) =
                events.next().await.unwrap()
            {
                if client_seq >= said_too {
                    return client_seq;
                }
            }
        }
    });
    assert_eq!(accepted.await, said_too);
    client.shutdown();
    assert_eq!(soon(talking).await.unwrap(), ConnectionEnd::Stopped);
    test_host
        .until(|event| matches!(event, crate::peers::host::Event::Ended { .. }).then_some(()))
        .await;
}
