//! The published client and its WebSocket, connected to our live host on a loopback port.

use crate::host::{CANVAS, CHAT, SESSION, provided};
use ::live::peers::host::{ConnectionEnd, Event, Host, Settings};
use ahp::canvas::{
    CanvasMessage, CanvasOpenParams, CanvasUpdated,
    host::{Host as Pure, Outcome},
};
use ahp_types::{
    actions::StateAction,
    commands::ReconnectResult,
    state::{CanvasState, ChatState, SnapshotState},
};
use ahp_ws::WebSocketTransport;
use published_ahp::{
    Client, ClientConfig, SessionSubscription, SubscriptionEvent,
    reducers::{apply_action_to_canvas, apply_action_to_chat},
};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{net::TcpListener, time::timeout};

struct Server {
    host: Host,
    url: String,
    /// The reasons why connections ended, and the messages of views.
    ended: Arc<Mutex<Vec<ConnectionEnd>>>,
    view_messages: Arc<Mutex<Vec<CanvasMessage>>>,
}

impl Server {
    async fn new(host: Pure) -> Self {
        let (host, mut events) = Host::start(host, Settings::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/ahp/", listener.local_addr().unwrap());
        // The routes are below a path, as in a server with other routes.
        let routes = axum::Router::new().nest("/ahp/", host.routes());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let (ended, view_messages) = (
            Arc::<Mutex<Vec<ConnectionEnd>>>::default(),
            Arc::<Mutex<Vec<CanvasMessage>>>::default(),
        );
        let (ends, received) = (ended.clone(), view_messages.clone());
        tokio::spawn(async move {
            while let Some(event) = events.next().await {
                match event {
                    Event::Provide(asked) => {
                        let answer = provided(asked.request());
                        asked.answer(Ok(answer)).unwrap();
                    }
                    Event::Ended { why, .. } => ends.lock().unwrap().push(why),
                    Event::Message { message, .. } => received.lock().unwrap().push(message),
                    _ => {}
                }
            }
        });
        Self {
            host,
            url,
            ended,
            view_messages,
        }
    }

    async fn connect(&self) -> Client {
        let transport = WebSocketTransport::connect(&self.url).await.unwrap();
        Client::connect(transport, ClientConfig::default())
            .await
            .unwrap()
    }

    async fn open(&self) {
        let params = CanvasOpenParams::new(SESSION, "plan", "museum", "east");
        let opened = soon(self.host.begin(|host| host.open(params)).unwrap().outcome()).await;
        assert_eq!(opened, Ok(Outcome::Opened(CANVAS.into())));
    }

    fn call_it(&self, title: &str) {
        self.host
            .apply(|host| host.update(&CANVAS.into(), CanvasUpdated::new().title(title)))
            .unwrap();
    }

    async fn has_ended(&self, why: ConnectionEnd) {
        soon(async {
            while !self.ended.lock().unwrap().contains(&why) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
    }

    fn same_canvas(&self, canvas: &CanvasState) {
        let ours = self
            .host
            .inspect(|host| host.release_state(&CANVAS.into()))
            .unwrap();
        assert_eq!(
            serde_json::to_value(canvas).unwrap(),
            serde_json::to_value(&ours).unwrap()
        );
    }
}

async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(20), what)
        .await
        .expect("the expected event does not occur")
}

async fn next(subscription: &mut SessionSubscription) -> StateAction {
    let Some(SubscriptionEvent::Action(envelope)) = soon(subscription.recv()).await else {
        panic!("an action")
    };
    envelope.action
}

async fn hello(client: &Client, name: &str) -> ChatState {
    let channels = vec![SESSION.to_owned(), CHAT.to_owned()];
    let hello = soon(client.initialize(name.into(), vec!["1.0.0".into()], channels))
        .await
        .unwrap();
    let SnapshotState::Chat(chat) = &hello.snapshots[1].state else {
        panic!("a chat")
    };
    (**chat).clone()
}

async fn follow(client: &Client) -> (CanvasState, SessionSubscription) {
    let (result, events) = soon(client.subscribe(CANVAS.to_owned())).await.unwrap();
    let Some(SnapshotState::Canvas(canvas)) = result.snapshot.map(|snapshot| snapshot.state) else {
        panic!("a canvas")
    };
    (*canvas, events)
}

#[tokio::test]
async fn a_release_client_catches_up_after_losing_its_connection() {
    // Once the host keeps every action that the client missed, and once too few of them.
    for kept in [100, 1] {
        let server = Server::new(crate::host::museum(kept)).await;
        let client = server.connect().await;
        let mut chat = hello(&client, "kiosk").await;
        let mut chat_events = client.attach_subscription(CHAT).await;
        server.open().await;
        apply_action_to_chat(&mut chat, &next(&mut chat_events).await);
        assert_eq!(chat.canvases.as_ref().unwrap()[0].resource, CANVAS);
        let (mut canvas, mut events) = follow(&client).await;
        server.call_it("West");
        apply_action_to_canvas(&mut canvas, &next(&mut events).await);
        server.same_canvas(&canvas);

        let seen = server.host.inspect(Pure::server_seq);
        client.shutdown().await;
        server.has_ended(ConnectionEnd::Gone).await;
        server.call_it("North");
        server.call_it("South");
        let client = server.connect().await;
        let channels = vec![CHAT.into(), CANVAS.into()];
        match soon(client.reconnect("kiosk".into(), seen as i64, channels))
            .await
            .unwrap()
        {
            ReconnectResult::Replay(replay) => {
                assert_eq!((kept, replay.missing.len()), (100, 0));
                for envelope in replay
                    .actions
                    .iter()
                    .filter(|envelope| envelope.channel == CANVAS)
                {
                    apply_action_to_canvas(&mut canvas, &envelope.action);
                }
            }
            ReconnectResult::Snapshot(result) => {
                assert_eq!(kept, 1);
                let SnapshotState::Canvas(state) = &result.snapshots[1].state else {
                    panic!("a canvas")
                };
                canvas = (**state).clone();
            }
        }
        assert_eq!(canvas.title.as_deref(), Some("South"));
        server.same_canvas(&canvas);

        // The client continues from there, until the host stops.
        let mut events = client.attach_subscription(CANVAS).await;
        server.call_it("East");
        apply_action_to_canvas(&mut canvas, &next(&mut events).await);
        server.same_canvas(&canvas);
        soon(server.host.shutdown(Duration::from_secs(5))).await;
        assert!(!matches!(
            soon(events.recv()).await,
            Some(SubscriptionEvent::Action(_))
        ));
        client.shutdown().await;
    }
}

#[tokio::test]
async fn the_second_connection_of_a_client_ends_the_first() {
    let server = Server::new(crate::host::museum(100)).await;
    let first = server.connect().await;
    hello(&first, "twin").await;
    let mut events = first.attach_subscription(CHAT).await;
    let second = server.connect().await;
    let mut chat = hello(&second, "twin").await;
    server.has_ended(ConnectionEnd::TakenOver).await;
    assert!(!matches!(
        soon(events.recv()).await,
        Some(SubscriptionEvent::Action(_))
    ));
    let mut events = second.attach_subscription(CHAT).await;
    server.open().await;
    apply_action_to_chat(&mut chat, &next(&mut events).await);
    assert_eq!(chat.canvases.unwrap().len(), 1);
    second.shutdown().await;
}

#[tokio::test]
async fn a_proposal_client_sends_a_view_message_and_provides_a_canvas() {
    let server = Server::new(crate::host::museum(100)).await;
    let client = server.connect().await;
    client.set_server_request_handler(|method, _| async move {
        Ok(if method == "canvasOpen" {
            json!({"title": "Tour"})
        } else {
            Value::Null
        })
    });
    let params = json!({
        "channel": "ahp-root://", "protocolVersions": ["1.0.0"], "clientId": "guide",
        "capabilities": {"canvas": {}}, "initialSubscriptions": [SESSION],
    });
    soon(client.request::<_, Value>("initialize", params))
        .await
        .unwrap();
    server.open().await;

    // A view sends a message.
    soon(client.request::<_, Value>("subscribe", json!({"channel": CANVAS})))
        .await
        .unwrap();
    let dispatched = json!({"type": "canvas/message", "payload": {"clicked": true}});
    client
        .dispatch(CANVAS.to_owned(), StateAction::Unknown(dispatched))
        .await
        .unwrap();
    soon(async {
        while server.view_messages.lock().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;
    let message = server.view_messages.lock().unwrap()[0].clone();
    assert_eq!(message.payload.unwrap().text(), r#"{"clicked":true}"#);

    // The agent opens a canvas that the client provides.
    let tour = json!({"canvasId": "tour", "displayName": "Tour", "description": "Walks along."});
    let join = json!({"type": "session/activeClientSet", "activeClient": {"clientId": "guide", "tools": [], "canvasProviders": [tour]}});
    client
        .dispatch(SESSION.to_owned(), StateAction::Unknown(join))
        .await
        .unwrap();
    soon(async {
        let offered = |host: &Pure| {
            host.session_state(&SESSION.into())
                .unwrap()
                .canvases
                .get()
                .map(Vec::len)
        };
        while server.host.inspect(offered) != Some(2) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;
    let params = CanvasOpenParams::new(SESSION, "tour", "guide", "west");
    let opened = soon(
        server
            .host
            .begin(|host| host.open(params))
            .unwrap()
            .outcome(),
    )
    .await;
    let Ok(Outcome::Opened(channel)) = opened else {
        panic!("{opened:?}")
    };
    let title = server
        .host
        .inspect(|host| host.canvas_state(&channel).unwrap().title.get().cloned());
    assert_eq!(title.as_deref(), Some("Tour"));
    client.shutdown().await;
}
