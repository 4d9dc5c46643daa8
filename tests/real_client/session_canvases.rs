//! The published client and its WebSocket, connected to the canvases of a session.

use ::live::{
    faces::ahp_canvases::{AhpCanvases, AhpSettings, CHAT, PageDelivery, SESSION},
    gateway::{
        Gateway, GatewaySettings,
        agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
        store::{MemoryStore, SessionStore},
    },
    page::Assets,
    server::request_guard::RequestGuard,
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use ahp_types::{
    actions::StateAction,
    commands::ReconnectResult,
    state::{ChatState, SnapshotState},
};
use ahp_ws::WebSocketTransport;
use published_ahp::{
    Client, ClientConfig, SessionSubscription, SubscriptionEvent, reducers::apply_action_to_chat,
};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    task::{JoinHandle, spawn_blocking},
    time::timeout,
};

const ASSETS: Assets = Assets {
    script: "void 0",
    style: "p{}",
    licenses: "",
    components: None,
};

async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(20), what)
        .await
        .expect("the expected event does not occur")
}

/// An agent whose outputs and inputs are handled by a test.
struct Museum {
    output: Arc<Mutex<Option<AgentOutput>>>,
    received: UnboundedSender<AgentInput>,
}

impl Agent for Museum {
    fn name(&self) -> &str {
        "museum"
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn connect(&self, _: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        *self.output.lock().unwrap() = Some(output);
        Box::new(Desk(self.received.clone()))
    }
}

struct Desk(UnboundedSender<AgentInput>);

impl AgentConnection for Desk {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        let _ = self.0.send(input);
        Box::pin(async { Ok(TurnEnd::Ended) })
    }
}

/// A server with canvases over a store.
struct Server {
    gateway: Gateway,
    url: String,
    output: Arc<Mutex<Option<AgentOutput>>>,
    received: UnboundedReceiver<AgentInput>,
    served: JoinHandle<()>,
}

impl Server {
    async fn new(store: &Arc<MemoryStore>) -> Self {
        let (received_in, received) = unbounded_channel();
        let output = Arc::<Mutex<Option<AgentOutput>>>::default();
        let museum = Museum {
            output: Arc::clone(&output),
            received: received_in,
        };
        let store = Arc::clone(store) as Arc<dyn SessionStore>;
        let gateway = Gateway::start(vec![Arc::new(museum)], store, GatewaySettings::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/secret/ahp", listener.local_addr().unwrap());
        let url = address.replace("http:", "ws:");
        let settings = AhpSettings {
            session: "main".to_owned(),
            address,
            delivery: PageDelivery::Address,
            assets: ASSETS,
            images: false,
        };
        let canvases =
            AhpCanvases::start(gateway.clone(), &RequestGuard::default(), settings).unwrap();
        let routes = axum::Router::new().nest("/secret/ahp", canvases.routes());
        let served = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        gateway.session("main").await.unwrap();
        Self {
            gateway,
            url,
            output,
            received,
            served,
        }
    }

    async fn connect(&self) -> Client {
        let transport = WebSocketTransport::connect(&self.url).await.unwrap();
        Client::connect(transport, ClientConfig::default())
            .await
            .unwrap()
    }

    async fn show(&self, surface: &str) {
        let output = self.output.lock().unwrap().clone().unwrap();
        output.messages(&format!(
            r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{surface}","catalogId":"c","theme":{{"agentDisplayName":"{surface}"}}}}}}
{{"version":"v0.9","updateComponents":{{"surfaceId":"{surface}","components":[{{"id":"root","component":"Text","text":"{surface}"}}]}}}}"#
        ))
        .await;
    }
}

async fn hello(client: &Client) -> ChatState {
    let channels = vec![SESSION.to_owned(), CHAT.to_owned()];
    let hello = soon(client.initialize("kiosk".into(), vec!["1.0.0".into()], channels))
        .await
        .unwrap();
    let SnapshotState::Chat(chat) = &hello.snapshots[1].state else {
        panic!("a chat")
    };
    (**chat).clone()
}

/// Applies actions until this many canvases are open, and returns the number of the last action.
async fn until(chat: &mut ChatState, events: &mut SessionSubscription, count: usize) -> u64 {
    loop {
        let Some(SubscriptionEvent::Action(envelope)) = soon(events.recv()).await else {
            panic!("an action")
        };
        apply_action_to_chat(chat, &envelope.action);
        if open_channels(chat).len() == count {
            return envelope.server_seq;
        }
    }
}

/// Returns the channels of the open canvases.
fn open_channels(chat: &ChatState) -> Vec<String> {
    chat.canvases
        .iter()
        .flatten()
        .map(|canvas| canvas.resource.clone())
        .collect()
}

/// Sends a request to a page, and returns the whole response.
async fn ask(method: &'static str, url: String, body: String) -> String {
    let asked = spawn_blocking(move || {
        let (host, path) = url
            .strip_prefix("http://")
            .unwrap()
            .split_once('/')
            .unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        let length = body.len();
        write!(stream, "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    soon(asked).await.unwrap()
}

#[tokio::test]
async fn a_release_client_uses_the_canvases_of_a_session_before_and_after_a_restart() {
    let store = Arc::new(MemoryStore::new());
    let mut server = Server::new(&store).await;
    let client = server.connect().await;
    let mut chat = hello(&client).await;
    let mut events = client.attach_subscription(CHAT).await;
    server.show("east").await;
    until(&mut chat, &mut events, 1).await;
    assert_eq!(open_channels(&chat), ["ahp-canvas:/east"]);
    let (result, _) = soon(client.subscribe("ahp-canvas:/east".to_owned()))
        .await
        .unwrap();
    let Some(SnapshotState::Canvas(canvas)) = result.snapshot.map(|snapshot| snapshot.state) else {
        panic!("a canvas")
    };
    assert_eq!(canvas.title.as_deref(), Some("east"));

    // The page, and a click on it.
    let url = canvas.url.clone().unwrap();
    let page = ask("GET", url.clone(), String::new()).await;
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("\"actions\":\"actions\""),
        "{page}"
    );
    let click = json!({"version": "v0.9", "action": {"name": "go", "surfaceId": "east", "sourceComponentId": "root",
        "timestamp": "2026-05-18T15:30:00Z", "context": {}}});
    let answer = ask("POST", format!("{url}actions"), click.to_string()).await;
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    let input = soon(server.received.recv()).await.unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(input.messages[0].text()).unwrap(),
        click
    );

    // A second surface; then the connection is lost, and a third surface is missed.
    server.show("west").await;
    let seen = until(&mut chat, &mut events, 2).await;
    client.shutdown().await;
    server.show("north").await;
    let client = server.connect().await;
    let back = soon(client.reconnect("kiosk".into(), seen as i64, vec![CHAT.into()]))
        .await
        .unwrap();
    let ReconnectResult::Replay(replay) = back else {
        panic!("{back:?}")
    };
    let kinds: Vec<&StateAction> = replay
        .actions
        .iter()
        .map(|envelope| &envelope.action)
        .collect();
    assert!(
        matches!(kinds.as_slice(), [StateAction::ChatCanvasesChanged(_)]),
        "{kinds:?}"
    );
    assert!(
        replay
            .actions
            .iter()
            .all(|envelope| envelope.server_seq > seen)
    );
    apply_action_to_chat(&mut chat, kinds[0]);
    assert_eq!(open_channels(&chat).len(), 3);
    client.shutdown().await;

    // Another process finds the surfaces in the store.
    let before = open_channels(&chat);
    server.served.abort();
    drop(server.gateway);
    let server = Server::new(&store).await;
    let client = server.connect().await;
    let mut chat = hello(&client).await;
    let mut events = client.attach_subscription(CHAT).await;
    if open_channels(&chat).len() < 3 {
        until(&mut chat, &mut events, 3).await;
    }
    let mut after = open_channels(&chat);
    after.sort();
    let mut before = before;
    before.sort();
    assert_eq!(after, before);
    client.shutdown().await;
}
