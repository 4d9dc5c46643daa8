//! A host and a client of AHP exchange frames. The first character of each input line selects a frame or an action of
//! one of the two.
//!
//! The other peer must read every frame as it was written. At the end, every open request can be answered.
#![no_main]
#![deny(unsafe_code)]

use ahp::{
    canvas::{
        CanvasInvokeActionResult, CanvasOpenParams, CanvasOpenResult, CanvasReadResourceResult,
        CanvasResourceContent, ClientCanvasDeclaration, ProviderAnswer, ProviderRequest,
        ServerSource, SessionActiveClient, SessionCanvasDeclaration, SessionState, host,
    },
    client::{CanvasProposal, Client, ClientOutput},
    ids::ChannelUri,
    json_rpc::JsonRpcMessage,
};
use libfuzzer_sys::fuzz_target;
use std::collections::VecDeque;
use wire::Payload;

const SESSION: &str = "ahp-session:/1";
/// The connection of the client. Two other connections receive only the input.
const OURS: host::ConnectionId = host::ConnectionId(0);

/// The maximum number of frames that the peers exchange after one line of input.
const FRAMES: usize = 256;

fn answer_request(request: &ProviderRequest) -> ProviderAnswer {
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

/// Returns a frame as the peer receives it.
fn send_over_wire(message: &JsonRpcMessage) -> JsonRpcMessage {
    let text = wire::encode(message).expect("a frame is written");
    let read = wire::decode(&text).expect("and read");
    assert_eq!(&read, message);
    read
}

struct Both {
    host: host::Host,
    client: Client<CanvasProposal>,
}

impl Both {
    fn new() -> Self {
        let mut host = host::Host::new(["0.6.0", "1.0.0"]).keep_actions(4);
        let session = ChannelUri::from(SESSION);
        host.add_session(SESSION, SessionState::new())
            .expect("a session");
        let plan = SessionCanvasDeclaration::new(
            "museum",
            "plan",
            "Floor plan",
            "Shows the way.",
            ServerSource::new(),
        );
        host.declare(&session, vec![plan]).expect("a kind");
        let chat = r#"{"resource":"ahp-chat:/1","title":"Visit","status":1,"modifiedAt":"2026-10-02T09:00:00Z","turns":[]}"#;
        host.add_chat(&session, "ahp-chat:/1", wire::decode(chat).expect("a chat"))
            .expect("a chat");
        let mut client = Client::new("tablet", ["0.6.0"]);
        client.subscribe(&session);
        let note = ClientCanvasDeclaration::new("note", "Note", "A note.");
        let provides = SessionActiveClient::new("tablet").canvas_providers(vec![note]);
        client
            .declare(&session, provides)
            .expect("what the client provides");
        let mut both = Self { host, client };
        let hello = both.client.connect();
        both.settle(Vec::new(), hello);
        both
    }

    /// Performs the outputs of both peers until neither has any left.
    fn settle(&mut self, host: Vec<host::HostOutput>, client: Vec<ClientOutput>) {
        let (mut host, mut client) = (VecDeque::from(host), VecDeque::from(client));
        for _ in 0..FRAMES {
            if let Some(output) = host.pop_front() {
                match output {
                    host::HostOutput::Send { to, message } => {
                        let message = send_over_wire(&message);
                        if to == OURS {
                            client.extend(self.client.receive(message));
                        }
                    }
                    host::HostOutput::Provide { call, request } => {
                        host.extend(
                            self.host
                                .answer(call, Ok(answer_request(&request)))
                                .expect("an answer"),
                        );
                    }
                    host::HostOutput::Read { call, uri, .. } => {
                        let result = CanvasReadResourceResult::new(vec![
                            CanvasResourceContent::new(uri).text("<p>"),
                        ]);
                        host.extend(self.host.answer_read(call, Ok(result)).expect("an answer"));
                    }
                    _ => {}
                }
            } else if let Some(output) = client.pop_front() {
                match output {
                    ClientOutput::Send(message) => {
                        host.extend(self.host.receive(OURS, send_over_wire(&message)))
                    }
                    ClientOutput::Provide { call, request } => {
                        client.extend(
                            self.client
                                .answer(call, Ok(answer_request(&request)))
                                .expect("an answer"),
                        );
                    }
                    _ => {}
                }
            } else {
                return;
            }
        }
        panic!("the two never come to an end");
    }

    fn line(&mut self, what: char, rest: &str) {
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        let channel = ChannelUri::from(first);
        let (mut host, mut client) = (Vec::new(), Vec::new());
        match what {
            'h' => host = self.host.receive_text(host::ConnectionId(1), rest),
            'i' => host = self.host.receive_text(host::ConnectionId(2), rest),
            'c' => client = self.client.receive_text(rest),
            'd' => host = self.host.disconnect(host::ConnectionId(1)),
            'l' => {
                self.host.disconnect(OURS);
                client = self.client.connect();
            }
            'o' | 'p' => {
                let (extension, kind) = if what == 'o' {
                    ("museum", "plan")
                } else {
                    ("tablet", "note")
                };
                let mut params = CanvasOpenParams::new(SESSION, kind, extension, first);
                if let Ok(input) = Payload::parse(second) {
                    params = params.input(input);
                }
                host = self
                    .host
                    .open(params)
                    .map(|(_, out)| out)
                    .unwrap_or_default();
            }
            'u' => {
                let Ok(update) = wire::decode(second) else {
                    return;
                };
                host = self.host.update(&channel, update).unwrap_or_default();
            }
            'v' => {
                host = self
                    .host
                    .invoke(&channel, second, None)
                    .map(|(_, out)| out)
                    .unwrap_or_default()
            }
            'x' => {
                host = self
                    .host
                    .close(&channel)
                    .map(|(_, out)| out)
                    .unwrap_or_default()
            }
            'm' => {
                let Ok(payload) = Payload::parse(second) else {
                    return;
                };
                host = self
                    .host
                    .message(&channel, payload.clone())
                    .unwrap_or_default();
                client = self
                    .client
                    .message(&channel, payload)
                    .map(|(_, out)| out)
                    .unwrap_or_default();
            }
            'r' => {
                client = self
                    .client
                    .read(&channel, second)
                    .map(|(_, out)| out)
                    .unwrap_or_default()
            }
            'q' => {
                client = self
                    .client
                    .request_close(&channel)
                    .map(|(_, out)| out)
                    .unwrap_or_default()
            }
            's' => client = self.client.subscribe(&channel),
            't' => client = self.client.unsubscribe(&channel),
            _ => {}
        }
        self.settle(host, client);
    }
}

fuzz_target!(|text: &str| {
    let mut both = Both::new();
    for line in text.lines() {
        let mut chars = line.chars();
        if let Some(what) = chars.next() {
            both.line(what, chars.as_str());
        }
    }
    for channel in both.host.canvases() {
        both.host
            .canvas_state(channel)
            .expect("an open canvas has a state");
        both.host.release_state(channel).expect("in both shapes");
    }
});
