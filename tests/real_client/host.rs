//! Our host behind the transport of the published client.

use ahp::{
    canvas::{
        CallId, CanvasInvokeActionResult, CanvasOpenParams, CanvasOpenResult,
        CanvasReadResourceResult, CanvasResourceContent, ProviderAnswer, ProviderRequest,
        ServerSource, SessionCanvasDeclaration,
        host::{ConnectionId, Host, HostError, HostOutput, Outcome},
    },
    ids::ChannelUri,
};
use published_ahp::{Client, ClientConfig, Transport, TransportError, TransportMessage};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

pub(crate) const SESSION: &str = "ahp-session:/1";
pub(crate) const CHAT: &str = "ahp-chat:/1";
pub(crate) const CANVAS: &str = "ahp-canvas:/east";

/// A host, its program, and the frames that it sent.
#[derive(Clone)]
pub(crate) struct Server(Arc<Mutex<Served>>);

pub(crate) struct Served {
    pub(crate) host: Host,
    connections: BTreeMap<ConnectionId, UnboundedSender<TransportMessage>>,
    /// Every frame that was sent, parsed from its text.
    pub(crate) sent: Vec<Value>,
    pub(crate) done: BTreeMap<CallId, Result<Outcome, Value>>,
    pub(crate) heard: Vec<String>,
}

/// The client's end of a connection.
pub(crate) struct Line {
    server: Server,
    connection: ConnectionId,
    frames: UnboundedReceiver<TransportMessage>,
}

/// Creates a host with a session, a chat and one kind of canvas. It keeps `actions` actions for returning clients.
pub(crate) fn museum(actions: usize) -> Host {
    let mut host = Host::new(["1.0.0"]).keep_actions(actions);
    let session = r#"{"provider":"agent","title":"Museum","status":1,"lifecycle":"ready","activeClients":[],"chats":[]}"#;
    host.add_session(SESSION, wire::decode(session).unwrap())
        .unwrap();
    let source = ServerSource::new();
    let plan =
        SessionCanvasDeclaration::new("museum", "plan", "Floor plan", "Shows the way.", source);
    host.declare(&SESSION.into(), vec![plan]).unwrap();
    let chat = r#"{"resource":"ahp-chat:/1","title":"Visit","status":1,"modifiedAt":"2026-10-02T09:00:00Z","turns":[]}"#;
    host.add_chat(&SESSION.into(), CHAT, wire::decode(chat).unwrap())
        .unwrap();
    host
}

impl Server {
    pub(crate) fn new() -> Self {
        Self::keeping(1024)
    }

    /// Creates a server whose host keeps `actions` actions for returning clients.
    pub(crate) fn keeping(actions: usize) -> Self {
        let host = museum(actions);
        let (connections, done) = (BTreeMap::new(), BTreeMap::new());
        Self(Arc::new(Mutex::new(Served {
            host,
            connections,
            sent: Vec::new(),
            done,
            heard: Vec::new(),
        })))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Served> {
        self.0.lock().unwrap()
    }

    pub(crate) async fn connect(&self, connection: u64) -> Client {
        let connection = ConnectionId(connection);
        let (sender, frames) = unbounded_channel();
        self.lock().connections.insert(connection, sender);
        let line = Line {
            server: self.clone(),
            connection,
            frames,
        };
        let patience = Some(Duration::from_secs(10));
        let config = ClientConfig {
            default_request_timeout: patience,
            ..ClientConfig::default()
        };
        Client::connect(line, config).await.unwrap()
    }

    pub(crate) fn disconnect(&self, connection: u64) {
        let mut served = self.lock();
        served.connections.remove(&ConnectionId(connection));
        let out = served.host.disconnect(ConnectionId(connection));
        served.act(out);
    }

    /// Applies a change to the host and sends the resulting messages.
    pub(crate) fn make(&self, what: impl FnOnce(&mut Host) -> Result<Vec<HostOutput>, HostError>) {
        let mut served = self.lock();
        let out = what(&mut served.host).unwrap();
        served.act(out);
    }

    /// Starts a call of the host and waits for its outcome.
    pub(crate) async fn finish(
        &self,
        what: impl FnOnce(&mut Host) -> Result<(CallId, Vec<HostOutput>), HostError>,
    ) -> Result<Outcome, Value> {
        let call = {
            let mut served = self.lock();
            let (call, out) = what(&mut served.host).unwrap();
            served.act(out);
            call
        };
        self.until(|served| served.done.remove(&call)).await
    }

    pub(crate) async fn open(&self, extension: &str, kind: &str) {
        let params = CanvasOpenParams::new(SESSION, kind, extension, "east");
        let params = params.input(wire::Payload::parse(r#"{"wing":1.0}"#).unwrap());
        let opened = self.finish(|host| host.open(params)).await;
        assert_eq!(opened, Ok(Outcome::Opened(ChannelUri::from(CANVAS))));
    }

    /// Lets the client run until `there` returns a value.
    pub(crate) async fn until<T>(&self, mut there: impl FnMut(&mut Served) -> Option<T>) -> T {
        for _ in 0..10_000 {
            if let Some(found) = there(&mut self.lock()) {
                return found;
            }
            tokio::task::yield_now().await;
        }
        panic!("the expected value never appears")
    }

    /// Returns the value at a pointer in the last frame that has a value there.
    pub(crate) fn last_sent(&self, pointer: &str) -> Value {
        let served = self.lock();
        served
            .sent
            .iter()
            .rev()
            .find_map(|frame| frame.pointer(pointer))
            .cloned()
            .unwrap()
    }
}

impl Served {
    pub(crate) fn act(&mut self, out: Vec<HostOutput>) {
        for output in out {
            match output {
                HostOutput::Send { to, message } => {
                    let text = wire::encode(&*message).unwrap();
                    self.sent.push(serde_json::from_str(&text).unwrap());
                    if let Some(connection) = self.connections.get(&to) {
                        connection.send(TransportMessage::Text(text)).ok();
                    }
                }
                HostOutput::Provide { call, request } => {
                    let out = self.host.answer(call, Ok(provided(&request))).unwrap();
                    self.act(out);
                }
                HostOutput::Read { call, uri, .. } => {
                    let content = CanvasResourceContent::new(uri)
                        .mime_type("text/html")
                        .text("<p>");
                    let result = CanvasReadResourceResult::new(vec![content]);
                    let out = self.host.answer_read(call, Ok(result)).unwrap();
                    self.act(out);
                }
                HostOutput::Message { message, .. } => {
                    self.heard
                        .extend(message.payload.map(|payload| payload.text().to_owned()));
                }
                HostOutput::Done { call, outcome } => {
                    let outcome = outcome.map_err(|error| serde_json::to_value(&error).unwrap());
                    self.done.insert(call, outcome);
                }
                _ => {}
            }
        }
    }
}

pub(crate) fn provided(request: &ProviderRequest) -> ProviderAnswer {
    match request {
        ProviderRequest::Open(_) => ProviderAnswer::Open(
            CanvasOpenResult::new()
                .title("East")
                .url("https://plans.test/east"),
        ),
        ProviderRequest::Close(_) => ProviderAnswer::Close,
        _ => ProviderAnswer::InvokeAction(CanvasInvokeActionResult::new()),
    }
}

impl Transport for Line {
    async fn send(&mut self, message: TransportMessage) -> Result<(), TransportError> {
        let text = match message {
            TransportMessage::Text(text) => text,
            other => serde_json::to_string(&other.into_parsed()?).unwrap(),
        };
        let mut served = self.server.lock();
        let out = served.host.receive_text(self.connection, &text);
        served.act(out);
        Ok(())
    }

    async fn recv(&mut self) -> Result<Option<TransportMessage>, TransportError> {
        Ok(self.frames.recv().await)
    }
}
