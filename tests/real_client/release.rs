//! The release, read with the client's own types and reducers.

use crate::host::{CANVAS, CHAT, SESSION, Server};
use ahp::canvas::CanvasUpdated;
use ahp_types::{
    actions::StateAction,
    commands::{ListSessionsParams, ListSessionsResult, ReconnectResult},
    state::{CanvasState, ChatState, SnapshotState},
};
use published_ahp::{
    SessionSubscription, SubscriptionEvent,
    reducers::{ReduceOutcome, apply_action_to_canvas, apply_action_to_chat},
};
use serde_json::Value;

async fn next(subscription: &mut SessionSubscription) -> StateAction {
    let Some(SubscriptionEvent::Action(envelope)) = subscription.recv().await else {
        panic!("an action")
    };
    envelope.action
}

fn json<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap()
}

fn same_chat(server: &Server, chat: &ChatState) {
    assert_eq!(
        json(chat),
        json(&server.lock().host.chat_state(&CHAT.into()).unwrap())
    );
}

fn same_canvas(server: &Server, canvas: &CanvasState) {
    assert_eq!(
        json(canvas),
        json(&server.lock().host.release_state(&CANVAS.into()).unwrap())
    );
}

#[tokio::test]
async fn a_release_client_finds_and_presents_a_canvas_until_it_is_closed() {
    let server = Server::new();
    let client = server.connect(1).await;
    let subscriptions = vec![SESSION.to_owned(), CHAT.to_owned()];
    let hello = client
        .initialize("kiosk".into(), vec!["1.0.0".into()], subscriptions)
        .await
        .unwrap();
    assert_eq!(json(&hello), server.last_sent("/result"));
    let [SnapshotState::Session(session), SnapshotState::Chat(chat)] =
        [&hello.snapshots[0].state, &hello.snapshots[1].state]
    else {
        panic!("a session and a chat")
    };
    assert_eq!(session.title, "Museum");
    let mut chat = (**chat).clone();
    same_chat(&server, &chat);
    let mut chat_events = client.attach_subscription(CHAT).await;

    // After opening, the chat lists the canvas, and its state can be subscribed to.
    server.open("museum", "plan").await;
    let outcome = apply_action_to_chat(&mut chat, &next(&mut chat_events).await);
    assert_eq!(outcome, ReduceOutcome::Applied);
    same_chat(&server, &chat);
    let resource = chat.canvases.as_ref().unwrap()[0].resource.clone();
    let (result, mut events) = client.subscribe(resource).await.unwrap();
    assert_eq!(json(&result), server.last_sent("/result"));
    let Some(SnapshotState::Canvas(canvas)) = result.snapshot.map(|snapshot| snapshot.state) else {
        panic!("a canvas")
    };
    let mut canvas = *canvas;
    same_canvas(&server, &canvas);
    assert_eq!(canvas.url.as_deref(), Some("https://plans.test/east"));

    // Every update contains the complete state.
    for (update, url) in [
        (r#"{"title":"West","status":"open"}"#, true),
        (r#"{"title":null}"#, true),
        (r#"{"availability":"stale"}"#, false),
        (
            r#"{"availability":"ready","url":"http://plans.test/west"}"#,
            true,
        ),
        (r#"{"url":"data:text/html,x"}"#, false),
    ] {
        let update: CanvasUpdated = wire::decode(update).unwrap();
        server.make(|host| host.update(&CANVAS.into(), update));
        assert_eq!(
            apply_action_to_canvas(&mut canvas, &next(&mut events).await),
            ReduceOutcome::Applied
        );
        same_canvas(&server, &canvas);
        assert_eq!(canvas.url.is_some(), url);
    }

    // The client reconnects, and the host replays an update.
    let seen = server.lock().host.server_seq();
    client.shutdown().await;
    server.disconnect(1);
    server.make(|host| host.update(&CANVAS.into(), CanvasUpdated::new().title("North")));
    let client = server.connect(2).await;
    let mut chat_events = client.attach_subscription(CHAT).await;
    let back = client
        .reconnect(
            "kiosk".into(),
            seen as i64,
            vec![CHAT.into(), CANVAS.into()],
        )
        .await
        .unwrap();
    assert_eq!(json(&back), server.last_sent("/result"));
    let ReconnectResult::Replay(replay) = back else {
        panic!("a replay")
    };
    for envelope in &replay.actions {
        assert_eq!(
            apply_action_to_canvas(&mut canvas, &envelope.action),
            ReduceOutcome::Applied
        );
    }
    assert_eq!(canvas.title.as_deref(), Some("North"));
    same_canvas(&server, &canvas);

    // After closing, the chat does not list the canvas.
    server
        .finish(|host| host.close(&CANVAS.into()))
        .await
        .unwrap();
    assert_eq!(
        apply_action_to_chat(&mut chat, &next(&mut chat_events).await),
        ReduceOutcome::Applied
    );
    same_chat(&server, &chat);
    assert!(chat.canvases.as_ref().unwrap().is_empty());
    let refused = client.subscribe(CANVAS.to_owned()).await.err().unwrap();
    assert!(refused.to_string().contains("-32008"));
    client.shutdown().await;
}

#[tokio::test]
async fn a_client_finds_a_session_in_the_list() {
    let server = Server::new();
    let client = server.connect(1).await;
    client
        .initialize("kiosk".into(), vec!["1.0.0".into()], Vec::new())
        .await
        .unwrap();
    let params = ListSessionsParams {
        channel: "ahp-root://".into(),
        meta: None,
        limit: None,
        cursor: None,
    };
    let list: ListSessionsResult = client.request("listSessions", params).await.unwrap();
    assert_eq!(
        json(&list),
        server.last_sent("/result"),
        "the client reads all that is sent"
    );
    let [session] = &list.items[..] else {
        panic!("{list:?}")
    };
    assert_eq!(
        (session.resource.as_str(), session.title.as_str()),
        (SESSION, "Museum")
    );
    let (result, _events) = client.subscribe(session.resource.clone()).await.unwrap();
    assert!(matches!(
        result.snapshot.unwrap().state,
        SnapshotState::Session(_)
    ));
}
