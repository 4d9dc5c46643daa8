//! The client's side: it shows canvases, and may provide some.
//!
//! A [`Client`] is a state machine like the [`Host`](super::host::Host), for one connection after the other. It mirrors
//! sessions and canvases from snapshots and actions, and relates answers to requests. It is given what arrived
//! ([`receive`](Client::receive)) and what the program wants, and says what to do about it. Frames are to be handed over
//! and sent in order.
//!
//! What is lost with a connection is asked for again on the next one: what happened since, what the client wants to
//! follow, and what it provides. A canvas that is closed is not followed any more; it is the session's list that says
//! so, and who follows a canvas without its session learns it on the next connection at the earliest.
//!
//! ```
//! # use agent_ui_ahp as ahp;
//! use ahp::canvas::{
//!     CanvasOpenResult, ClientCanvasDeclaration, ProviderAnswer, ProviderRequest, SessionActiveClient,
//!     client::{Client, ClientOutput},
//! };
//!
//! let mut client = Client::new("tablet", ["0.6.0"]);
//! let session = "ahp-session:/1".into();
//! client.subscribe(&session);
//! let plan = ClientCanvasDeclaration::new("plan", "Floor plan", "Shows the way.");
//! client.declare(&session, SessionActiveClient::new("tablet").canvas_providers(vec![plan]))?;
//! let hello = client.connect();
//! assert!(matches!(&hello[..], [ClientOutput::Send(_)]));
//!
//! // The host answers, and the client says what it provides.
//! let next = client.receive_text(r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"0.6.0","serverSeq":4,
//!     "snapshots":[{"resource":"ahp-session:/1","state":{"openCanvases":[]},"fromSeq":4}]}}"#);
//! assert!(matches!(&next[..], [ClientOutput::Connected, ClientOutput::SessionChanged(_), ClientOutput::Send(_)]));
//!
//! // The agent wants a canvas: the program opens it.
//! let next = client.receive_text(r#"{"jsonrpc":"2.0","id":7,"method":"canvasOpen","params":{
//!     "channel":"ahp-session:/1","canvasId":"plan","extensionId":"tablet","instanceId":"east"}}"#);
//! let [ClientOutput::Provide { call, request: ProviderRequest::Open(params) }] = &next[..] else { panic!() };
//! assert_eq!(params.instance_id, "east");
//! let opened = CanvasOpenResult::new().url("https://plans.test/east").title("East wing");
//! let [ClientOutput::Send(answer)] = &client.answer(*call, Ok(ProviderAnswer::Open(opened)))?[..] else { panic!() };
//! assert_eq!(
//!     wire::encode(answer)?,
//!     r#"{"jsonrpc":"2.0","id":7,"result":{"url":"https://plans.test/east","title":"East wing"}}"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod connect;
mod dispatch;
mod mirror;
mod output;
mod provide;

use super::{CallId, CanvasState, SessionActiveClient, SessionState};
use crate::{
    connection::{CanvasCapability, ClientCapabilities},
    ids::{ChannelUri, ClientId},
    json_rpc::JsonRpcMessage,
    link::{Incoming, Link},
};
use mirror::Mirror;
use provide::ProviderCall;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

pub use output::ClientOutput;

/// The client's side of a connection. See the [module](self).
#[derive(Debug)]
pub struct Client {
    /// Its calls ask for the content of canvases.
    link: Link<CallId>,
    sessions: BTreeMap<ChannelUri, Mirror<SessionState>>,
    canvases: BTreeMap<ChannelUri, Mirror<CanvasState>>,
    /// What it follows without a mirror: channels that do not concern canvases.
    others: BTreeSet<ChannelUri>,
    /// What it provides, by session.
    declared: BTreeMap<ChannelUri, SessionActiveClient>,
    calls: BTreeMap<CallId, ProviderCall>,
    next_call: u64,
}

impl Client {
    /// A client of that name, which the host knows it by also on later connections. It speaks these versions, the
    /// best one first.
    pub fn new<V: Into<String>>(id: impl Into<ClientId>, versions: impl IntoIterator<Item = V>) -> Self {
        let capabilities = ClientCapabilities::new().canvas(CanvasCapability::new());
        Self {
            link: Link::new(id.into(), versions, Some(capabilities)),
            sessions: BTreeMap::new(),
            canvases: BTreeMap::new(),
            others: BTreeSet::new(),
            declared: BTreeMap::new(),
            calls: BTreeMap::new(),
            next_call: 1,
        }
    }

    /// How a session stands that the client follows.
    pub fn session_state(&self, session: &ChannelUri) -> Option<&SessionState> {
        self.sessions.get(session).map(|mirror| &mirror.state)
    }

    /// How a canvas stands that the client follows.
    pub fn canvas_state(&self, channel: &ChannelUri) -> Option<&CanvasState> {
        self.canvases.get(channel).map(|mirror| &mirror.state)
    }

    /// The channels of the canvases that the client follows.
    pub fn canvases(&self) -> impl Iterator<Item = &ChannelUri> {
        self.canvases.keys()
    }

    /// The channels of the sessions that the client follows.
    pub fn sessions(&self) -> impl Iterator<Item = &ChannelUri> {
        self.sessions.keys()
    }

    /// The number of the latest action of the host that was seen.
    pub fn last_seen_server_seq(&self) -> u64 {
        self.link.last_seen
    }

    /// Whether the host has answered on this connection.
    pub fn is_connected(&self) -> bool {
        self.link.is_connected()
    }
}

/// Why a client does not do what the program asks. Its state is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientError {
    /// There is no connection on which the host has answered.
    NotConnected,
    /// The host did not ask for that, it was answered before, or the connection on which it was asked is lost.
    UnknownCall(CallId),
    /// The answer is none to what was asked.
    OtherAnswer(CallId),
    /// The value nests too deep to be sent, or has an extra member that its type knows.
    Unwritable,
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConnected => f.write_str("there is no connection"),
            Self::UnknownCall(it) => write!(f, "nothing is asked for under the number {it}"),
            Self::OtherAnswer(it) => {
                write!(f, "this is no answer to what is asked for under the number {it}")
            }
            Self::Unwritable => f.write_str("this value cannot be sent"),
        }
    }
}

impl std::error::Error for ClientError {}

impl Client {
    /// A frame arrived, as text. One that cannot be read is answered as JSON-RPC has it, and the next is heard.
    pub fn receive_text(&mut self, text: &str) -> Vec<ClientOutput> {
        let (arrived, unreadable) = Incoming::read(text);
        let mut out = Vec::new();
        self.handle(arrived, &mut out);
        out.extend(unreadable.map(|error| ClientOutput::ReadError { channel: None, error: Some(error) }));
        out
    }

    /// A frame arrived.
    pub fn receive(&mut self, message: JsonRpcMessage) -> Vec<ClientOutput> {
        let mut out = Vec::new();
        self.handle(message.into(), &mut out);
        out
    }

    fn handle(&mut self, arrived: Incoming, out: &mut Vec<ClientOutput>) {
        match arrived {
            Incoming::Request(request) => self.handle_request(request, out),
            Incoming::Action(envelope) => self.handle_action(envelope, out),
            Incoming::Removed(channel) => self.remove(&channel, out),
            Incoming::Answer(id, answer) => self.handle_answer(&id, answer, out),
            Incoming::UnreadableFrame(answer) => out.push(ClientOutput::Send(answer)),
            Incoming::ReadError(error) => {
                out.push(ClientOutput::ReadError { channel: None, error: Some(error) })
            }
            Incoming::Nothing => {}
        }
    }
}
