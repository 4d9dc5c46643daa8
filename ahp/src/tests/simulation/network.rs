//! A host, its program, and peers with one connection each.

use super::{
    observer::{self, Observer},
    peers::Presenter,
};
use crate::{
    canvas::{
        CallId, CanvasInvokeActionResult, CanvasOpenResult, CanvasProviderErrorCode,
        CanvasProviderErrorData, CanvasReadResourceResult, CanvasResourceContent, ProviderAnswer,
        ProviderRequest, ServerSource, SessionCanvasDeclaration, SessionState, frame,
        host::{self, ConnectionId, Host, Outcome},
    },
    client::{Ahp1_0, CanvasProposal, Client, ClientOutput},
    ids::{ChannelUri, ContentUri},
    json_rpc::{JsonRpcMessage, RequestId},
    v1_0::ChatState,
};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};
use wire::{Extra, Payload};

pub(super) const SESSIONS: [&str; 2] = ["ahp-session:/1", "ahp-session:/2"];
pub(super) const CHAT: &str = "ahp-chat:/1";

pub(super) enum Peer {
    Client(Box<Client<CanvasProposal>>),
    /// A hand-written client of AHP 1.0.
    Presenter(Presenter),
    /// The client of AHP 1.0 in this crate.
    Release(Box<Client<Ahp1_0>>),
    /// A client that receives and reduces everything.
    Observer(Box<Observer>),
    /// A client without canvases, because its version has none or it did not declare the capability. The value is its
    /// greeting.
    /// greeting.
    Blind(&'static str),
}

pub(super) struct Seat {
    pub(super) peer: Peer,
    pub(super) connection: Option<ConnectionId>,
    pub(super) up: VecDeque<String>,
    pub(super) down: VecDeque<String>,
    /// All frames delivered to the peer, on this connection and on earlier ones.
    pub(super) past: Vec<String>,
    /// The open requests to the peer's program.
    pub(super) provide: Vec<(CallId, ProviderRequest)>,
    /// The requests that the peer's program leaves unanswered for now.
    pub(super) slow: Vec<(CallId, ProviderRequest)>,
    /// The outputs for the peer's program.
    pub(super) told: Vec<ClientOutput>,
    seq: u64,
    unanswered: BTreeSet<String>,
}

pub(super) struct Network {
    pub(super) host: Host,
    pub(super) seats: Vec<Seat>,
    /// The open requests to the host's program.
    pub(super) provide: Vec<(CallId, ProviderRequest)>,
    pub(super) reads: Vec<(CallId, ContentUri)>,
    pub(super) done: BTreeMap<CallId, Result<Outcome, i64>>,
    pub(super) begun: BTreeSet<CallId>,
    pub(super) heard: Vec<Payload>,
    /// The connections whose end the host has not noticed.
    pub(super) zombies: Vec<ConnectionId>,
    next_connection: u64,
    counter: u64,
    /// The requests that the host's program leaves unanswered for now.
    pub(super) slow: Vec<(CallId, ProviderRequest)>,
    pub(super) now: Duration,
    pub(super) all_begun: usize,
    pub(super) hosts: usize,
}

/// Returns a host with two sessions, one of which has a chat. The host itself provides the kind `plan` in both
/// sessions.
pub(super) fn host() -> Host {
    let mut host = Host::new(["1.0.0", "0.6.0", "0.5.1"]).keep_actions(12);
    for session in SESSIONS {
        host.add_session(session, SessionState::new()).unwrap();
        let source = ServerSource::new();
        let plan =
            SessionCanvasDeclaration::new("museum", "plan", "Floor plan", "Shows the way.", source);
        host.declare(&session.into(), vec![plan]).unwrap();
    }
    host.add_chat(&SESSIONS[0].into(), CHAT, ChatState::new())
        .unwrap();
    host
}

impl Seat {
    fn new(peer: Peer) -> Self {
        Self {
            peer,
            connection: None,
            up: VecDeque::new(),
            down: VecDeque::new(),
            past: Vec::new(),
            provide: Vec::new(),
            slow: Vec::new(),
            told: Vec::new(),
            seq: 0,
            unanswered: BTreeSet::new(),
        }
    }
}

impl Network {
    pub(super) fn new(peers: impl IntoIterator<Item = Peer>) -> Self {
        Self {
            host: host(),
            seats: peers.into_iter().map(Seat::new).collect(),
            provide: Vec::new(),
            reads: Vec::new(),
            done: BTreeMap::new(),
            begun: BTreeSet::new(),
            heard: Vec::new(),
            zombies: Vec::new(),
            next_connection: 0,
            counter: 0,
            slow: Vec::new(),
            now: Duration::ZERO,
            all_begun: 0,
            hosts: 1,
        }
    }

    pub(super) fn add(&mut self, peer: Peer) {
        self.seats.push(Seat::new(peer));
    }

    /// Sets the state of the root channel.
    pub(super) fn state_root(&mut self) {
        self.host
            .set_root(Payload::parse(r#"{"agents":[]}"#).unwrap())
            .unwrap();
    }

    pub(super) fn client(&mut self, seat: usize) -> &mut Client<CanvasProposal> {
        match &mut self.seats[seat].peer {
            Peer::Client(client) => client,
            _ => panic!("no client"),
        }
    }

    pub(super) fn connect(&mut self, seat: usize) {
        self.lose(seat, true);
        self.next_connection += 1;
        self.seats[seat].connection = Some(ConnectionId(self.next_connection));
        match &mut self.seats[seat].peer {
            Peer::Client(client) => {
                let out = client.connect();
                self.client_wants(seat, out);
            }
            Peer::Presenter(presenter) => {
                let messages = presenter.connect();
                self.send_up(seat, messages);
            }
            Peer::Release(client) => {
                let out = client.connect();
                self.release_wants(seat, out);
            }
            Peer::Observer(observer) => {
                let messages = observer.connect();
                self.send_up(seat, messages);
            }
            Peer::Blind(hello) => {
                let hello = (*hello).to_owned();
                self.push_up(seat, hello);
            }
        }
    }

    /// Ends a connection and discards its frames in transit. The host notices the end now, or after later events.
    pub(super) fn lose(&mut self, seat: usize, noticed: bool) {
        let Some(connection) = self.seats[seat].connection.take() else {
            return;
        };
        let Seat {
            up,
            down,
            unanswered,
            provide,
            slow,
            ..
        } = &mut self.seats[seat];
        up.clear();
        down.clear();
        unanswered.clear();
        provide.clear();
        slow.clear();
        self.seats[seat].seq = 0;
        match &mut self.seats[seat].peer {
            Peer::Client(client) => {
                let out = client.disconnect();
                self.client_wants(seat, out);
            }
            Peer::Release(client) => drop(client.disconnect()),
            _ => {}
        }
        self.zombies.push(connection);
        if noticed {
            self.notice();
        }
    }

    pub(super) fn notice(&mut self) {
        for connection in std::mem::take(&mut self.zombies) {
            let out = self.host.disconnect(connection);
            self.host_wants(out);
        }
    }

    pub(super) fn host_wants(&mut self, out: Vec<host::HostOutput>) {
        for output in out {
            assert!(!format!("{output:?}").contains("s3cret"));
            match output {
                host::HostOutput::Send { to, message } => self.send_down(to, &message),
                host::HostOutput::Provide { call, request } => self.provide.push((call, request)),
                host::HostOutput::Read { call, uri, .. } => self.reads.push((call, uri)),
                host::HostOutput::Message { message, .. } => self.heard.extend(message.payload),
                host::HostOutput::Dispatched { .. }
                | host::HostOutput::Presented { .. }
                | host::HostOutput::Drop { .. }
                | host::HostOutput::Unsupported { .. } => {}
                host::HostOutput::Done { call, outcome } => {
                    let twice = self.done.insert(call, outcome.map_err(|error| error.code));
                    assert_eq!(twice, None, "nothing ends twice");
                }
            }
        }
    }

    /// Registers a call of the agent. The outcome of the call is checked later.
    pub(super) fn begin(
        &mut self,
        begun: Result<(CallId, Vec<host::HostOutput>), host::HostError>,
    ) -> Option<CallId> {
        let (call, out) = begun.ok()?;
        self.begun.insert(call);
        self.host_wants(out);
        Some(call)
    }

    pub(super) fn client_wants(&mut self, seat: usize, out: Vec<ClientOutput>) {
        for output in out {
            assert!(!format!("{output:?}").contains("s3cret"));
            match output {
                ClientOutput::Send(message) => self.send_up(seat, vec![message]),
                ClientOutput::Provide { call, request } => {
                    self.seats[seat].provide.push((call, request))
                }
                ClientOutput::Action(envelope) => {
                    if let Some(after) = observer::effect_of(&envelope.action) {
                        self.client(seat).set_after(&envelope.channel, after);
                    }
                }
                told => self.seats[seat].told.push(told),
            }
        }
    }

    fn release_wants(&mut self, seat: usize, out: Vec<ClientOutput>) {
        for output in out {
            assert!(!format!("{output:?}").contains("s3cret"));
            match output {
                ClientOutput::Send(message) => self.send_up(seat, vec![message]),
                ClientOutput::Action(envelope) => {
                    if let (Peer::Release(client), Some(after)) = (
                        &mut self.seats[seat].peer,
                        observer::effect_of(&envelope.action),
                    ) {
                        client.set_after(&envelope.channel, after);
                    }
                }
                ClientOutput::ReadError { error, .. } => panic!("{error:?}"),
                _ => {}
            }
        }
    }

    fn send_up(&mut self, seat: usize, messages: Vec<JsonRpcMessage>) {
        for message in messages {
            if let JsonRpcMessage::Request(request) = &message {
                self.seats[seat]
                    .unanswered
                    .insert(key("client", &request.id));
            } else if let Some(id) = answers(&message) {
                self.seats[seat].unanswered.remove(&key("host", id));
            }
            self.push_up(seat, wire::encode(&message).unwrap());
        }
    }

    pub(super) fn push_up(&mut self, seat: usize, frame: String) {
        if self.seats[seat].connection.is_some() {
            self.seats[seat].up.push_back(frame);
        }
    }

    fn send_down(&mut self, to: ConnectionId, message: &JsonRpcMessage) {
        let Some(seat) = self
            .seats
            .iter_mut()
            .find(|seat| seat.connection == Some(to))
        else {
            return;
        };
        if let JsonRpcMessage::Request(request) = message {
            seat.unanswered.insert(key("host", &request.id));
        } else if let Some(id) = answers(message) {
            seat.unanswered.remove(&key("client", id));
        }
        if let JsonRpcMessage::Notification(told) = message {
            let seq = told.params.as_ref().unwrap().member("serverSeq").unwrap();
            let seq: u64 = seq.decode().unwrap();
            assert!(seq > seat.seq, "numbers grow on every connection");
            seat.seq = seq;
        }
        seat.down.push_back(wire::encode(message).unwrap());
    }

    pub(super) fn deliver_up(&mut self, seat: usize) -> bool {
        let Some(frame) = self.seats[seat].up.pop_front() else {
            return false;
        };
        self.give_host(seat, &frame);
        true
    }

    pub(super) fn give_host(&mut self, seat: usize, frame: &str) {
        if let Some(connection) = self.seats[seat].connection {
            let out = self.host.receive_text(connection, frame);
            self.host_wants(out);
        }
    }

    pub(super) fn deliver_down(&mut self, seat: usize) -> bool {
        let Some(frame) = self.seats[seat].down.pop_front() else {
            return false;
        };
        self.give_peer(seat, &frame);
        self.seats[seat].past.push(frame);
        true
    }

    pub(super) fn give_peer(&mut self, seat: usize, frame: &str) {
        match &mut self.seats[seat].peer {
            Peer::Client(client) => {
                let out = client.receive_text(frame);
                self.client_wants(seat, out);
            }
            Peer::Presenter(presenter) => {
                if let Ok(message) = wire::decode(frame) {
                    let messages = presenter.receive(message);
                    self.send_up(seat, messages);
                }
            }
            Peer::Release(client) => {
                let out = client.receive_text(frame);
                self.release_wants(seat, out);
            }
            Peer::Observer(observer) => {
                if let Ok(message) = wire::decode(frame) {
                    let messages = observer.receive(message);
                    self.send_up(seat, messages);
                }
            }
            Peer::Blind(_) => assert_shows_nothing(frame),
        }
    }

    /// Answers the oldest request to the host's program. Returns `false` if there is none.
    pub(super) fn answer_host(&mut self, well: bool) -> bool {
        if self.provide.is_empty() {
            return false;
        }
        let (call, request) = self.provide.remove(0);
        let error = frame::provider_error(CanvasProviderErrorCode::ActionNoHandler, "no");
        let answer = if well {
            Ok(self.fitting(&request))
        } else {
            Err(error)
        };
        // A cancelled call has already ended.
        let out = self.host.answer(call, answer).unwrap_or_else(|error| {
            assert_eq!(error, host::HostError::UnknownCall(call));
            assert!(self.done.contains_key(&call));
            Vec::new()
        });
        self.host_wants(out);
        true
    }

    /// Answers the oldest request to a client's program. Returns `false` if there is none.
    pub(super) fn answer_seat(&mut self, seat: usize, well: bool) -> bool {
        if self.seats[seat].provide.is_empty() {
            return false;
        }
        let (call, request) = self.seats[seat].provide.remove(0);
        let answer = if well {
            Ok(self.fitting(&request))
        } else {
            Err(CanvasProviderErrorData::new(
                CanvasProviderErrorCode::ActionNoHandler,
                "no",
            ))
        };
        let out = self
            .client(seat)
            .answer(call, answer)
            .expect("the client was asked");
        self.client_wants(seat, out);
        true
    }

    pub(super) fn fitting(&mut self, request: &ProviderRequest) -> ProviderAnswer {
        self.counter += 1;
        let n = self.counter;
        match request {
            ProviderRequest::Open(_) if n % 3 == 0 => ProviderAnswer::Open(CanvasOpenResult::new()),
            ProviderRequest::Open(_) => ProviderAnswer::Open(
                CanvasOpenResult::new()
                    .title(format!("title {n}"))
                    .url(format!("https://plans.test/?key=s3cret{n}")),
            ),
            ProviderRequest::InvokeAction(_) => {
                ProviderAnswer::InvokeAction(CanvasInvokeActionResult::new().value(Payload::null()))
            }
            ProviderRequest::Close(_) => ProviderAnswer::Close,
        }
    }

    pub(super) fn answer_read(&mut self) -> bool {
        if self.reads.is_empty() {
            return false;
        }
        let (call, uri) = self.reads.remove(0);
        let content = CanvasResourceContent::new(uri).text("<p>");
        // The asking client may have disconnected, or the canvas may be closed.
        if let Ok(out) = self
            .host
            .answer_read(call, Ok(CanvasReadResourceResult::new(vec![content])))
        {
            self.host_wants(out);
        }
        true
    }

    /// Runs until no frame is in transit and no request is open.
    pub(super) fn settle(&mut self) {
        self.notice();
        self.run();
        // The unanswered requests are answered now, which is too late.
        if !self.slow.is_empty() || self.seats.iter().any(|seat| !seat.slow.is_empty()) {
            self.pass(Duration::from_secs(31));
            self.run();
            for n in 0..self.slow.len() {
                self.speak(2 * n);
            }
            while self.seats.iter().any(|seat| !seat.slow.is_empty()) {
                self.speak(1);
            }
            self.run();
        }
        self.check();
    }

    fn run(&mut self) {
        loop {
            let mut moved = self.answer_host(true) | self.answer_read();
            for seat in 0..self.seats.len() {
                moved |=
                    self.deliver_up(seat) | self.deliver_down(seat) | self.answer_seat(seat, true);
            }
            if !moved {
                break;
            }
        }
    }

    /// Checks the invariants of a network without frames in transit.
    fn check(&self) {
        // The hand-written client does not know the actions that the program publishes.
        let ours = |state: Option<&ChatState>| {
            state.map(|state| ChatState {
                extra: Extra::new(),
                ..state.clone()
            })
        };
        for (index, seat) in self.seats.iter().enumerate() {
            assert_eq!(
                seat.unanswered,
                BTreeSet::new(),
                "every request of or to {index} is answered"
            );
            if seat.connection.is_none() {
                continue;
            }
            match &seat.peer {
                Peer::Client(client) => self.check_client(client),
                Peer::Presenter(presenter) => {
                    assert_eq!(
                        ours(presenter.chat_state.as_ref()),
                        ours(self.host.chat_state(&CHAT.into()).as_ref())
                    );
                    for (channel, state) in &presenter.canvases {
                        assert_eq!(Some(state), self.host.release_state(channel).as_ref());
                    }
                    let listed = presenter
                        .chat_state
                        .as_ref()
                        .and_then(|chat| chat.canvases.get());
                    assert_eq!(presenter.canvases.len(), listed.map_or(0, Vec::len));
                }
                Peer::Release(client) => {
                    assert!(client.is_connected());
                    let chat = client.chat_state(&CHAT.into());
                    assert_eq!(chat, self.host.chat_state(&CHAT.into()).as_ref());
                    let listed = chat
                        .and_then(|chat| chat.canvases.get())
                        .map_or(0, Vec::len);
                    assert_eq!(
                        client.canvases().count(),
                        listed,
                        "it follows what is listed"
                    );
                    for channel in client.canvases() {
                        let state = self.host.release_state(channel);
                        assert_eq!(client.canvas_state(channel), state.as_ref());
                    }
                    assert!(!format!("{client:?}").contains("s3cret"));
                }
                Peer::Observer(_) | Peer::Blind(_) => {}
            }
        }
        let unfinished: Vec<_> = self
            .begun
            .iter()
            .filter(|call| !self.done.contains_key(call))
            .collect();
        assert!(unfinished.is_empty(), "everything ends: {unfinished:?}");
        SESSIONS
            .iter()
            .for_each(|session| self.check_catalogue(&(*session).into()));
        assert!(!format!("{:?}", self.host).contains("s3cret"));
    }

    fn check_client(&self, client: &Client<CanvasProposal>) {
        assert!(client.is_connected());
        for session in client.sessions() {
            assert_eq!(
                client.session_state(session),
                self.host.session_state(session)
            );
        }
        for channel in client.canvases() {
            assert_eq!(
                client.canvas_state(channel),
                self.host.canvas_state(channel),
                "{channel}"
            );
        }
        assert!(!format!("{client:?}").contains("s3cret"));
    }

    /// Checks that the list of open canvases is complete and matches the states.
    fn check_catalogue(&self, session: &ChannelUri) {
        let listed = self
            .host
            .session_state(session)
            .unwrap()
            .open_canvases
            .get()
            .unwrap();
        for entry in listed {
            let state = self.host.canvas_state(&entry.channel).unwrap();
            assert_eq!(
                (
                    &entry.instance_id,
                    &entry.canvas_id,
                    &entry.extension_id,
                    &entry.extension_name
                ),
                (
                    &state.instance_id,
                    &state.canvas_id,
                    &state.extension_id,
                    &state.extension_name
                )
            );
            assert_eq!(
                (&entry.title, &entry.availability),
                (&state.title, &state.availability)
            );
        }
        let all: usize = SESSIONS
            .iter()
            .map(|session| {
                self.host
                    .session_state(&(*session).into())
                    .unwrap()
                    .open_canvases
                    .get()
                    .unwrap()
                    .len()
            })
            .sum();
        assert_eq!(all, self.host.canvases().count());
    }
}

fn answers(message: &JsonRpcMessage) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(&response.id),
        JsonRpcMessage::ErrorResponse(response) => Some(&response.id),
        JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
    }
}

fn key(asker: &str, id: &RequestId) -> String {
    format!("{asker} {id:?}")
}

/// Checks that a frame contains no canvases. Rejected actions of the same peer are allowed.
fn assert_shows_nothing(frame: &str) {
    if frame.contains("rejectionReason") {
        return;
    }
    for word in [
        "ahp-canvas:",
        "\"canvases\"",
        "openCanvases",
        "canvasProviders",
        "\"canvas/",
    ] {
        assert!(!frame.contains(word), "{word} in {frame}");
    }
}
