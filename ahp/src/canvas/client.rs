//! The client of the Canvas proposal: it shows canvases, and may provide some.
//!
//! A [`Client`] is a state machine like the [`Host`](super::host::Host). It handles one connection after another,
//! mirrors the states of sessions and canvases, and relates answers to requests. The program passes received frames to
//! [`receive`](Client::receive), calls other methods for its own requests, and performs the returned outputs. Frames
//! must be passed in and sent in order.
//!
//! After a lost connection, the next one requests everything again: missed actions, subscriptions, and the
//! declarations of the client. The client stops following a canvas when its session no longer lists it. A client that
//! follows a canvas without its session learns that it is closed only on the next connection.
//!
//! ```
//! use agent_ui_ahp::canvas::{
//!     CanvasOpenResult, ClientCanvasDeclaration, ProviderAnswer, ProviderRequest, SessionActiveClient,
//!     client::{Client, ClientOutput},
//! };
//! use agent_ui_ahp::wire;
//!
//! let mut client = Client::new("tablet", ["0.6.0"]);
//! let session = "ahp-session:/1".into();
//! client.subscribe(&session);
//! let plan = ClientCanvasDeclaration::new("plan", "Floor plan", "Shows the way.");
//! client.declare(&session, SessionActiveClient::new("tablet").canvas_providers(vec![plan]))?;
//! let hello = client.connect();
//! assert!(matches!(&hello[..], [ClientOutput::Send(_)]));
//!
//! // The host answers, and the client declares what it provides.
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
use std::collections::{BTreeMap, BTreeSet};

pub use output::ClientOutput;

/// The client's side of a connection. See the [module documentation](self).
#[derive(Debug)]
pub struct Client {
    /// The connection. Its calls request the content of canvases.
    link: Link<CallId>,
    sessions: BTreeMap<ChannelUri, Mirror<SessionState>>,
    canvases: BTreeMap<ChannelUri, Mirror<CanvasState>>,
    /// Followed channels without a mirror, because they are unrelated to canvases.
    others: BTreeSet<ChannelUri>,
    /// The declarations of this client, by session.
    declared: BTreeMap<ChannelUri, SessionActiveClient>,
    calls: BTreeMap<CallId, ProviderCall>,
    next_call: u64,
}

impl Client {
    /// Creates a client with this id, which identifies it on later connections, too.
    ///
    /// `versions` lists the versions that it speaks, most preferred first.
    pub fn new<V: Into<String>>(
        id: impl Into<ClientId>,
        versions: impl IntoIterator<Item = V>,
    ) -> Self {
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

    /// Returns the state of a followed session.
    pub fn session_state(&self, session: &ChannelUri) -> Option<&SessionState> {
        self.sessions.get(session).map(|mirror| &mirror.state)
    }

    /// Returns the state of a followed canvas.
    pub fn canvas_state(&self, channel: &ChannelUri) -> Option<&CanvasState> {
        self.canvases.get(channel).map(|mirror| &mirror.state)
    }

    /// Returns the channels of the followed canvases.
    pub fn canvases(&self) -> impl Iterator<Item = &ChannelUri> {
        self.canvases.keys()
    }

    /// Returns the channels of the followed sessions.
    pub fn sessions(&self) -> impl Iterator<Item = &ChannelUri> {
        self.sessions.keys()
    }

    /// Returns `true` if the host has accepted the client on this connection.
    pub fn is_connected(&self) -> bool {
        self.link.is_connected()
    }
}

/// The reason why a client refuses a request of the program. Its state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The client has no connection on which the host has accepted it.
    #[error("the client is not connected")]
    NotConnected,
    /// No open call has this id: it was never made, was answered before, or ended with its connection.
    #[error("no open call has the id {0}")]
    UnknownCall(CallId),
    /// The answer does not match the request of the call.
    #[error("the answer does not match the call with the id {0}")]
    OtherAnswer(CallId),
    /// The value cannot be sent: it nests too deeply, or its unknown members repeat a known one.
    #[error("the value cannot be sent")]
    Unwritable,
}

impl ClientError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::NotConnected => "not-connected",
            Self::UnknownCall(_) => "unknown-call",
            Self::OtherAnswer(_) => "other-answer",
            Self::Unwritable => "unwritable",
        }
    }
}

impl Client {
    /// Handles a received frame. An unreadable frame is answered as JSON-RPC requires, and does not affect later
    /// frames.
    pub fn receive_text(&mut self, text: &str) -> Vec<ClientOutput> {
        let (arrived, unreadable) = Incoming::read(text);
        let mut out = Vec::new();
        self.handle(arrived, &mut out);
        out.extend(unreadable.map(|error| ClientOutput::ReadError {
            channel: None,
            error: Some(error),
        }));
        out
    }

    /// Handles a received frame.
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
            Incoming::ReadError(error) => out.push(ClientOutput::ReadError {
                channel: None,
                error: Some(error),
            }),
            Incoming::Nothing => {}
        }
    }
}
