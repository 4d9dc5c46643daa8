//! The client's side of a connection, which shows canvases and may provide canvases.
//!
//! A [`Client`] is a state machine like the [`Host`](crate::canvas::host::Host). It handles one connection after
//! another, mirrors the states of the channels that it follows, and relates answers to requests. The program passes
//! received frames to [`receive`](Client::receive), calls other methods for its own requests, and performs the returned
//! outputs. Frames must be passed in and sent in order.
//!
//! A client speaks one [`Profile`]:
//!
//! | profile | channels that list canvases | listed canvases | the client can provide canvases |
//! |---|---|---|---|
//! | [`CanvasProposal`] | sessions | followed if the program subscribes to them | yes |
//! | [`Ahp1_0`] | chats | all followed | no |
//!
//! After a lost connection, the client requests everything again on the next connection: missed actions,
//! subscriptions, and its declarations. The client stops following a canvas when the canvas is no longer listed. If a
//! client of the proposal follows a canvas without its session, the client learns only on the next connection that
//! the canvas is closed.
//!
//! A client of the proposal opens a canvas:
//!
//! ```
//! use agent_ui_ahp::canvas::{
//!     CanvasOpenResult, ClientCanvasDeclaration, ProviderAnswer, ProviderRequest, SessionActiveClient,
//! };
//! use agent_ui_ahp::{client::{CanvasProposal, Client, ClientOutput}, wire};
//!
//! let mut client = Client::<CanvasProposal>::new("tablet", ["0.6.0"]);
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
//!
//! A client of AHP 1.0 follows the canvases of a chat:
//!
//! ```
//! use agent_ui_ahp::client::{Ahp1_0, Client, ClientOutput};
//!
//! let mut client = Client::<Ahp1_0>::new("kiosk", ["1.0.0"]);
//! let chat = "ahp-chat:/1".into();
//! client.subscribe(&chat);
//! assert!(matches!(&client.connect()[..], [ClientOutput::Send(_)]));
//!
//! // The host answers with the chat. It lists a canvas, which the client follows.
//! let next = client.receive_text(r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0.0","serverSeq":4,
//!     "snapshots":[{"resource":"ahp-chat:/1","state":{"canvases":[{"resource":"ahp-canvas:/east"}]},"fromSeq":4}]}}"#);
//! assert!(matches!(&next[..], [ClientOutput::Connected, ClientOutput::ChatChanged(_), ClientOutput::Send(_)]));
//! let next = client.receive_text(r#"{"jsonrpc":"2.0","id":2,"result":{"snapshot":{"resource":"ahp-canvas:/east",
//!     "state":{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"East wing"},"fromSeq":5}}}"#);
//! let [ClientOutput::CanvasChanged(canvas)] = &next[..] else { panic!("{next:?}") };
//! assert_eq!(client.canvas_state(canvas).unwrap().title.get().unwrap(), "East wing");
//! ```

mod answers;
mod connect;
mod dispatch;
mod mirror;
mod output;
mod profile;
mod provide;
#[cfg(test)]
mod tests;

use crate::{
    canvas::{CallId, SessionActiveClient},
    ids::{ChannelUri, ClientId},
    json_rpc::JsonRpcMessage,
    link::{Incoming, Link},
};
use mirror::Mirror;
use provide::ProviderCall;
use std::collections::BTreeMap;

pub use output::ClientOutput;
pub use profile::{Ahp1_0, CanvasProposal, Profile};

/// The client's side of a connection. See the [module documentation](self).
#[derive(Debug)]
pub struct Client<P: Profile> {
    /// The connection to the host. Its calls request the content of canvases.
    link: Link<CallId>,
    mirrors: BTreeMap<ChannelUri, Mirror<P>>,
    /// The declarations of this client, by session.
    declared: BTreeMap<ChannelUri, SessionActiveClient>,
    calls: BTreeMap<CallId, ProviderCall>,
    next_call: u64,
}

impl<P: Profile> Client<P> {
    /// Creates a client with this id, which also identifies the client on later connections.
    ///
    /// `versions` lists the versions that the client speaks, most preferred first.
    pub fn new<V: Into<String>>(
        id: impl Into<ClientId>,
        versions: impl IntoIterator<Item = V>,
    ) -> Self {
        Self {
            link: Link::new(id.into(), versions, P::capabilities()),
            mirrors: BTreeMap::new(),
            declared: BTreeMap::new(),
            calls: BTreeMap::new(),
            next_call: 1,
        }
    }

    /// Returns `true` if the host has accepted the client on this connection.
    pub fn is_connected(&self) -> bool {
        self.link.is_connected()
    }
}

/// The reason for which a client refuses a request of the program. The client's state is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The client has no connection on which the host has accepted it.
    #[error("the client is not connected")]
    NotConnected,
    /// No open call has this id: there was no such call, or the call was answered or ended with its connection.
    #[error("no open call has the id {0}")]
    UnknownCall(CallId),
    /// The answer does not match the request of the call.
    #[error("the answer does not match the call with the id {0}")]
    OtherAnswer(CallId),
    /// The value cannot be sent: it nests too deeply, or its unknown members repeat a known member.
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

impl<P: Profile> Client<P> {
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
    ///
    /// The client answers requests that are unrelated to canvases with an error. A program that serves such requests
    /// must handle those frames itself.
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
