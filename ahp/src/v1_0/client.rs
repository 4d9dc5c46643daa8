//! The client's side of the release: it follows chats, and shows the canvases that they list.
//!
//! A [`Client`] is a state machine like the [`Host`](crate::canvas::host::Host), for one connection after the other. It
//! is given what arrived ([`receive`](Client::receive)) and what the program wants, and says what to do about it. Frames
//! are to be handed over and sent in order.
//!
//! Of a chat it keeps the list of canvases up to date, and it follows every canvas that a chat lists as long as one lists
//! it. All other actions are the program's to understand ([`ClientOutput::Action`]); so are the states of all other channels
//! ([`ClientOutput::Snapshot`]). What is lost with a connection is asked for again on the next one.
//!
//! ```
//! # use agent_ui_ahp as ahp;
//! use ahp::v1_0::client::{Client, ClientOutput};
//!
//! let mut client = Client::new("kiosk", ["1.0.0"]);
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

mod connect;
mod mirror;
mod output;
#[cfg(test)]
mod tests;

use super::{CanvasState, ChatState};
use crate::{
    canvas::frame,
    error_code,
    ids::{ChannelUri, ClientId},
    json_rpc::{JsonRpcError, JsonRpcMessage, RequestId},
    link::{self, Answer, Incoming, Link},
};
use mirror::Mirror;
use std::{collections::BTreeMap, convert::Infallible};
use wire::Payload;

pub use output::ClientOutput;

/// The client's side of a connection. See the [module](self).
#[derive(Debug)]
pub struct Client {
    /// Besides what is wanted, the canvases that a chat lists are followed.
    link: Link<Infallible>,
    mirrors: BTreeMap<ChannelUri, Mirror>,
}

impl Client {
    /// A client of that name, which the host knows it by also on later connections. It speaks these versions, the
    /// best one first.
    pub fn new<V: Into<String>>(id: impl Into<ClientId>, versions: impl IntoIterator<Item = V>) -> Self {
        Self { link: Link::new(id.into(), versions, None), mirrors: BTreeMap::new() }
    }

    /// How a chat stands that the client follows. Its list of canvases is up to date, everything else is as the program
    /// said last ([`set_after`](Self::set_after)).
    pub fn chat_state(&self, chat: &ChannelUri) -> Option<&ChatState> {
        self.mirrors.get(chat)?.chat()
    }

    /// How a canvas stands that the client follows.
    pub fn canvas_state(&self, channel: &ChannelUri) -> Option<&CanvasState> {
        self.mirrors.get(channel)?.canvas()
    }

    /// The channels of the canvases that the client follows.
    pub fn canvases(&self) -> impl Iterator<Item = &ChannelUri> {
        self.mirrors.iter().filter(|(_, mirror)| mirror.canvas().is_some()).map(|(channel, _)| channel)
    }

    /// The number of the latest action of the host that was seen.
    pub fn last_seen_server_seq(&self) -> u64 {
        self.link.last_seen
    }

    /// Whether the host has answered on this connection.
    pub fn is_connected(&self) -> bool {
        self.link.is_connected()
    }

    /// The client wants to follow a channel: at once if it is connected, else when it is. To follow it again gives a
    /// fresh state.
    pub fn subscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        self.link.wanted.insert(channel.clone());
        if self.is_connected() { vec![ClientOutput::Send(self.link.follow(channel))] } else { Vec::new() }
    }

    /// The client does not want to follow a channel any more. Canvases that no other chat lists go with their chat.
    pub fn unsubscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        let mut out = Vec::new();
        if self.link.wanted.remove(channel) {
            self.leave(channel, &mut out);
            self.follow_listed(&mut out);
        }
        out
    }

    /// Sends an action of the program. Gives its number, by which it is [accepted](ClientOutput::Accepted) or
    /// [rejected](ClientOutput::Rejected). Nothing if there is no connection, or the action cannot be sent.
    pub fn dispatch(&mut self, channel: &ChannelUri, action: Payload) -> Option<(u64, ClientOutput)> {
        if !self.is_connected() || !frame::can_be_kept(&action) {
            return None;
        }
        let (seq, message) = self.link.dispatch(channel, action);
        Some((seq, ClientOutput::Send(message)))
    }

    /// A frame arrived, as text. One that cannot be read is answered as JSON-RPC has it, and the next is heard.
    pub fn receive_text(&mut self, text: &str) -> Vec<ClientOutput> {
        let (arrived, unreadable) = Incoming::read(text);
        let mut out = Vec::new();
        self.handle(arrived, &mut out);
        out.extend(unreadable.map(|error| ClientOutput::ReadError { channel: None, error: Some(error) }));
        out
    }

    /// A frame arrived. A program that serves requests of the host keeps those frames to itself: here they are refused.
    pub fn receive(&mut self, message: JsonRpcMessage) -> Vec<ClientOutput> {
        let mut out = Vec::new();
        self.handle(message.into(), &mut out);
        out
    }

    fn handle(&mut self, arrived: Incoming, out: &mut Vec<ClientOutput>) {
        match arrived {
            Incoming::Request(request) => {
                let error = frame::error(error_code::METHOD_NOT_FOUND, "this method is not served here");
                out.push(ClientOutput::Send(frame::answer(request.id, Err(error))));
            }
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

    /// The host answers. What it was not asked, or answered before, is not heard.
    fn handle_answer(
        &mut self,
        id: &RequestId,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<ClientOutput>,
    ) {
        match self.link.resolve(id, answer) {
            Some(Answer::Welcome(snapshots)) => {
                out.push(ClientOutput::Connected);
                self.start_from(&snapshots, out);
            }
            Some(Answer::CaughtUp { missing, actions }) => {
                out.push(ClientOutput::Connected);
                self.catch_up(&missing, actions, out);
            }
            Some(Answer::Again(hello)) => out.push(ClientOutput::Send(hello)),
            Some(Answer::Refused(error)) => out.push(ClientOutput::Refused { channel: None, error }),
            Some(Answer::ReadError(error)) => {
                out.push(ClientOutput::ReadError { channel: None, error: Some(error) });
            }
            Some(Answer::Subscribed(channel, answer)) => self.handle_subscription(channel, answer, out),
            Some(Answer::Call(call, _)) => match call {},
            None => {}
        }
    }

    /// Follows a channel no more, and says so to the host.
    fn leave(&mut self, channel: &ChannelUri, out: &mut Vec<ClientOutput>) {
        if self.mirrors.remove(channel).is_some() && self.is_connected() {
            out.push(ClientOutput::Send(link::leave(channel)));
        }
    }
}
