//! The client of AHP 1.0: it follows chats, and the canvases that they list.
//!
//! A [`Client`] is a state machine like the [`Host`](crate::canvas::host::Host). It handles one connection after
//! another. The program passes received frames to [`receive`](Client::receive), calls other methods for its own
//! requests, and performs the returned outputs. Frames must be passed in and sent in order.
//!
//! The client keeps the canvas list of each followed chat up to date, and follows every canvas that a chat lists. All
//! other actions are passed to the program as [`ClientOutput::Action`], and the states of all other channels as
//! [`ClientOutput::Snapshot`]. After a lost connection, the next one requests everything again.
//!
//! ```
//! use agent_ui_ahp::v1_0::client::{Client, ClientOutput};
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

/// The client's side of a connection. See the [module documentation](self).
#[derive(Debug)]
pub struct Client {
    /// The connection. The client follows the wanted channels and the canvases that its chats list.
    link: Link<Infallible>,
    mirrors: BTreeMap<ChannelUri, Mirror>,
}

impl Client {
    /// Creates a client with this id, which identifies it on later connections, too.
    ///
    /// `versions` lists the versions that it speaks, most preferred first.
    pub fn new<V: Into<String>>(
        id: impl Into<ClientId>,
        versions: impl IntoIterator<Item = V>,
    ) -> Self {
        Self {
            link: Link::new(id.into(), versions, None),
            mirrors: BTreeMap::new(),
        }
    }

    /// Returns the state of a followed chat.
    ///
    /// The canvas list is up to date. All other members are as the program last set them with
    /// [`set_after`](Self::set_after).
    pub fn chat_state(&self, chat: &ChannelUri) -> Option<&ChatState> {
        self.mirrors.get(chat)?.chat()
    }

    /// Returns the state of a followed canvas.
    pub fn canvas_state(&self, channel: &ChannelUri) -> Option<&CanvasState> {
        self.mirrors.get(channel)?.canvas()
    }

    /// Returns the channels of the followed canvases.
    pub fn canvases(&self) -> impl Iterator<Item = &ChannelUri> {
        self.mirrors
            .iter()
            .filter(|(_, mirror)| mirror.canvas().is_some())
            .map(|(channel, _)| channel)
    }

    /// Returns `true` if the host has accepted the client on this connection.
    pub fn is_connected(&self) -> bool {
        self.link.is_connected()
    }

    /// Follows a channel, immediately or after the next connection.
    ///
    /// For a channel that is already followed, this requests a fresh state.
    pub fn subscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        self.link.wanted.insert(channel.clone());
        if self.is_connected() {
            vec![ClientOutput::Send(self.link.follow(channel))]
        } else {
            Vec::new()
        }
    }

    /// Stops following a channel. For a chat, the client also leaves the canvases that no other chat lists.
    pub fn unsubscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        let mut out = Vec::new();
        if self.link.wanted.remove(channel) {
            self.leave(channel, &mut out);
            self.follow_listed(&mut out);
        }
        out
    }

    /// Dispatches an action of the program.
    ///
    /// Returns the number of the dispatch, which is later [accepted](ClientOutput::Accepted) or
    /// [rejected](ClientOutput::Rejected). Returns `None` if the client is not connected, or if the action cannot be sent.
    pub fn dispatch(
        &mut self,
        channel: &ChannelUri,
        action: Payload,
    ) -> Option<(u64, ClientOutput)> {
        if !self.is_connected() || !frame::can_be_kept(&action) {
            return None;
        }
        let (seq, message) = self.link.dispatch(channel, action);
        Some((seq, ClientOutput::Send(message)))
    }

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
    /// Requests of the host are refused. A program that serves requests must handle those frames itself.
    pub fn receive(&mut self, message: JsonRpcMessage) -> Vec<ClientOutput> {
        let mut out = Vec::new();
        self.handle(message.into(), &mut out);
        out
    }

    fn handle(&mut self, arrived: Incoming, out: &mut Vec<ClientOutput>) {
        match arrived {
            Incoming::Request(request) => {
                let error =
                    frame::error(error_code::METHOD_NOT_FOUND, "the method is not supported");
                out.push(ClientOutput::Send(frame::answer(request.id, Err(error))));
            }
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

    /// Handles an answer of the host. Answers without a pending request are ignored.
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
            Some(Answer::Refused(error)) => out.push(ClientOutput::Refused {
                channel: None,
                error,
            }),
            Some(Answer::ReadError(error)) => {
                out.push(ClientOutput::ReadError {
                    channel: None,
                    error: Some(error),
                });
            }
            Some(Answer::Subscribed(channel, answer)) => {
                self.handle_subscription(channel, answer, out)
            }
            Some(Answer::Call(call, _)) => match call {},
            None => {}
        }
    }

    /// Stops following a channel and sends `unsubscribe`.
    fn leave(&mut self, channel: &ChannelUri, out: &mut Vec<ClientOutput>) {
        if self.mirrors.remove(channel).is_some() && self.is_connected() {
            out.push(ClientOutput::Send(link::leave(channel)));
        }
    }
}
