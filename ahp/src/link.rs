//! The successive connections of a client: requests with their answers, and actions without repetitions.

use crate::{
    canvas::frame::{self, ROOT, UnreadableFrame},
    connection::{ClientCapabilities, InitializeParams, InitializeResult},
    envelope::{ActionEnvelope, DispatchActionParams},
    error_code,
    ids::{ChannelUri, ClientId},
    json_rpc::{JsonRpcError, JsonRpcMessage, JsonRpcRequest, RequestId},
    method::{
        DispatchAction, Initialize, Method, Notification, NotificationMethod, Reconnect, Subscribe,
        Unsubscribe,
    },
    subscription::{
        ReconnectParams, ReconnectResult, Snapshot, SubscribeParams, UnsubscribeParams,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{DecodeError, Payload};

/// The successive connections of a client to its host.
///
/// `Call` identifies requests of the client other than `initialize`, `reconnect` and `subscribe`.
#[derive(Debug)]
pub(crate) struct Link<Call> {
    pub(crate) id: ClientId,
    versions: Vec<String>,
    capabilities: Option<ClientCapabilities>,
    phase: Phase,
    /// The channels that the program wants to follow.
    pub(crate) wanted: BTreeSet<ChannelUri>,
    asked: BTreeMap<u64, PendingRequest<Call>>,
    /// The number of the latest host action that the client received.
    pub(crate) last_seen: u64,
    next_request: u64,
    next_seq: u64,
}

/// The progress of the handshake on the current connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The host does not know the client.
    Unknown,
    /// The connection was lost after the host had accepted the client.
    Away,
    /// The host has not answered the handshake yet.
    Greeting,
    /// The host has accepted the client.
    Connected,
}

#[derive(Debug)]
enum PendingRequest<Call> {
    Initialize,
    Reconnect,
    Subscribe(ChannelUri),
    Call(Call),
}

/// The meaning of a host's answer.
pub(crate) enum Answer<Call> {
    /// The host accepted the client. The snapshots replace all states.
    Welcome(Vec<Snapshot>),
    /// The host resumed the subscriptions, except for the missing channels. The actions are those that the client
    /// missed.
    CaughtUp {
        missing: Vec<ChannelUri>,
        actions: Vec<ActionEnvelope>,
    },
    /// The host cannot resume, so the client must send this `initialize` request.
    Again(JsonRpcMessage),
    /// The host refused the client.
    Refused(JsonRpcError),
    /// The host's answer to the handshake cannot be read.
    ReadError(DecodeError),
    Subscribed(ChannelUri, Result<Payload, JsonRpcError>),
    Call(Call, Result<Payload, JsonRpcError>),
}

/// The effect of a host's action on the client.
pub(crate) enum ActionEffect {
    /// No effect: the client already received the action, or the host rejected it for another client.
    Nothing,
    /// The host rejected an action of this client.
    Rejected { client_seq: u64, reason: String },
    /// The host applied an action. The number identifies the action if this client dispatched it.
    Happened(Option<u64>),
}

/// A received frame, classified for a client.
pub(crate) enum Incoming {
    Request(JsonRpcRequest),
    Action(ActionEnvelope),
    /// The channel no longer exists.
    Removed(ChannelUri),
    Answer(RequestId, Result<Payload, JsonRpcError>),
    /// The text is not a valid frame. The value is the answer to the text.
    UnreadableFrame(JsonRpcMessage),
    ReadError(DecodeError),
    Nothing,
}

impl Incoming {
    /// Reads the text of a frame. Also returns the error if the text is not a valid frame.
    pub(crate) fn read(text: &str) -> (Self, Option<DecodeError>) {
        let refusal = match wire::decode::<JsonRpcMessage>(text) {
            Ok(message) => return (message.into(), None),
            Err(refusal) => refusal,
        };
        let arrived = match UnreadableFrame::from_text(text, &refusal) {
            UnreadableFrame::Refuse(message) => Self::UnreadableFrame(message),
            UnreadableFrame::Answer(id) => {
                let message = "the answer is not valid";
                Self::Answer(id, Err(frame::error(error_code::INTERNAL_ERROR, message)))
            }
            UnreadableFrame::Ignore => Self::Nothing,
        };
        (arrived, Some(refusal))
    }
}

impl From<JsonRpcMessage> for Incoming {
    fn from(message: JsonRpcMessage) -> Self {
        match message {
            JsonRpcMessage::Request(request) => Self::Request(request),
            JsonRpcMessage::Notification(notification) => match Notification::read(&notification) {
                Ok(Notification::Action(envelope)) => Self::Action(envelope),
                Ok(_) => match frame::removed_session(&notification) {
                    Some(session) => Self::Removed(session),
                    None => Self::Nothing,
                },
                Err(error) => Self::ReadError(error),
            },
            JsonRpcMessage::Response(response) => Self::Answer(response.id, Ok(response.result)),
            JsonRpcMessage::ErrorResponse(response) => {
                Self::Answer(response.id, Err(response.error))
            }
        }
    }
}

impl<Call> Link<Call> {
    /// Creates a link for a client that speaks these versions, most preferred first.
    pub(crate) fn new<V: Into<String>>(
        id: ClientId,
        versions: impl IntoIterator<Item = V>,
        capabilities: Option<ClientCapabilities>,
    ) -> Self {
        Self {
            id,
            versions: versions.into_iter().map(Into::into).collect(),
            capabilities,
            phase: Phase::Unknown,
            wanted: BTreeSet::new(),
            asked: BTreeMap::new(),
            last_seen: 0,
            next_request: 1,
            next_seq: 1,
        }
    }

    /// Returns `true` if the host has accepted the client on this connection.
    pub(crate) fn is_connected(&self) -> bool {
        self.phase == Phase::Connected
    }

    /// Starts a connection, with `initialize` for a new client or `reconnect` for a known client. `followed` returns
    /// the followed channels.
    pub(crate) fn greet(&mut self, followed: impl FnOnce() -> Vec<ChannelUri>) -> JsonRpcMessage {
        if self.phase != Phase::Away {
            return self.initialize();
        }
        self.phase = Phase::Greeting;
        let params = ReconnectParams::new(ROOT, self.id.clone(), self.last_seen, followed());
        self.ask(
            Reconnect::NAME,
            frame::payload(&params),
            PendingRequest::Reconnect,
        )
    }

    /// Creates the `initialize` request, with which the host handles the client as a new one.
    fn initialize(&mut self) -> JsonRpcMessage {
        self.phase = Phase::Greeting;
        let mut params = InitializeParams::new(ROOT, self.versions.clone(), self.id.clone());
        if let Some(capabilities) = &self.capabilities {
            params = params.capabilities(capabilities.clone());
        }
        if !self.wanted.is_empty() {
            params = params.initial_subscriptions(self.wanted.iter().cloned().collect::<Vec<_>>());
        }
        self.ask(
            Initialize::NAME,
            frame::payload(&params),
            PendingRequest::Initialize,
        )
    }

    /// Ends the connection and returns the calls that fail with it.
    pub(crate) fn disconnect(&mut self) -> Vec<Call> {
        // Before its answer to the handshake, the host may not know the client.
        self.phase = match self.phase {
            Phase::Connected | Phase::Away => Phase::Away,
            Phase::Greeting | Phase::Unknown => Phase::Unknown,
        };
        let mut calls = Vec::new();
        for asked in std::mem::take(&mut self.asked).into_values() {
            match asked {
                PendingRequest::Call(call) => calls.push(call),
                PendingRequest::Initialize
                | PendingRequest::Reconnect
                | PendingRequest::Subscribe(_) => {}
            }
        }
        calls
    }

    /// Subscribes to a channel.
    pub(crate) fn follow(&mut self, channel: &ChannelUri) -> JsonRpcMessage {
        let params = frame::payload(&SubscribeParams::new(channel.clone()));
        self.ask(
            Subscribe::NAME,
            params,
            PendingRequest::Subscribe(channel.clone()),
        )
    }

    /// Returns `true` if a subscription to the channel has no answer yet.
    pub(crate) fn is_asked(&self, channel: &ChannelUri) -> bool {
        self.asked
            .values()
            .any(|asked| matches!(asked, PendingRequest::Subscribe(asked) if asked == channel))
    }

    /// Sends a request that belongs to a call.
    pub(crate) fn call(&mut self, method: &str, params: Payload, call: Call) -> JsonRpcMessage {
        self.ask(method, params, PendingRequest::Call(call))
    }

    /// Creates a request and remembers the meaning of its answer.
    fn ask(
        &mut self,
        method: &str,
        params: Payload,
        asked: PendingRequest<Call>,
    ) -> JsonRpcMessage {
        let id = self.next_request;
        self.next_request = self.next_request.saturating_add(1);
        self.asked.insert(id, asked);
        frame::request(id, method, params)
    }

    /// Dispatches an action, and returns its number.
    pub(crate) fn dispatch(
        &mut self,
        channel: &ChannelUri,
        action: Payload,
    ) -> (u64, JsonRpcMessage) {
        let seq = self.next_seq;
        self.next_seq = self.next_seq.saturating_add(1);
        let params = DispatchActionParams::new(channel.clone(), seq, action);
        (
            seq,
            frame::notification(DispatchAction::NAME, frame::payload(&params)),
        )
    }

    /// Handles an answer of the host. Returns `None` for an answer without a pending request.
    pub(crate) fn resolve(
        &mut self,
        id: &RequestId,
        answer: Result<Payload, JsonRpcError>,
    ) -> Option<Answer<Call>> {
        let asked = frame::number(id).and_then(|id| self.asked.remove(&id))?;
        Some(match asked {
            PendingRequest::Initialize => self.finish_initialize(answer),
            PendingRequest::Reconnect => self.finish_reconnect(answer),
            PendingRequest::Subscribe(channel) => Answer::Subscribed(channel, answer),
            PendingRequest::Call(call) => Answer::Call(call, answer),
        })
    }

    /// Handles the answer to `initialize`.
    fn finish_initialize(&mut self, answer: Result<Payload, JsonRpcError>) -> Answer<Call> {
        match answer.map(|result| result.decode::<InitializeResult>()) {
            Ok(Ok(result)) => {
                self.phase = Phase::Connected;
                self.last_seen = result.server_seq;
                Answer::Welcome(result.snapshots)
            }
            Ok(Err(error)) => {
                self.phase = Phase::Unknown;
                Answer::ReadError(error)
            }
            Err(error) => {
                self.phase = Phase::Unknown;
                Answer::Refused(error)
            }
        }
    }

    /// Handles the answer to `reconnect`. If the host cannot resume, the client sends `initialize`.
    fn finish_reconnect(&mut self, answer: Result<Payload, JsonRpcError>) -> Answer<Call> {
        match answer
            .ok()
            .and_then(|result| result.decode::<ReconnectResult>().ok())
        {
            Some(ReconnectResult::Replay(replay)) => {
                self.phase = Phase::Connected;
                Answer::CaughtUp {
                    missing: replay.missing,
                    actions: replay.actions,
                }
            }
            Some(ReconnectResult::Snapshot(result)) => {
                self.phase = Phase::Connected;
                let newest = result
                    .snapshots
                    .iter()
                    .map(|snapshot| snapshot.from_seq)
                    .max();
                self.last_seen = newest.unwrap_or(self.last_seen);
                Answer::Welcome(result.snapshots)
            }
            Some(ReconnectResult::Unknown(_)) | None => Answer::Again(self.initialize()),
        }
    }

    /// Handles an action of the host. `seen` is the number of the last action on the channel; the default is
    /// `last_seen`.
    pub(crate) fn receive_action(
        &mut self,
        envelope: &ActionEnvelope,
        seen: Option<&mut u64>,
    ) -> ActionEffect {
        let ActionEnvelope {
            server_seq,
            origin,
            rejection_reason,
            ..
        } = envelope;
        let seen = seen.unwrap_or(&mut self.last_seen);
        if *server_seq <= *seen {
            return ActionEffect::Nothing;
        }
        *seen = *server_seq;
        self.last_seen = self.last_seen.max(*server_seq);
        let own = origin
            .get()
            .filter(|origin| origin.client_id == self.id)
            .map(|origin| origin.client_seq);
        match (rejection_reason.get(), own) {
            (Some(reason), Some(client_seq)) => ActionEffect::Rejected {
                client_seq,
                reason: reason.clone(),
            },
            (Some(_), None) => ActionEffect::Nothing,
            (None, own) => ActionEffect::Happened(own),
        }
    }
}

/// Creates the notification with which the client leaves a channel.
pub(crate) fn leave(channel: &ChannelUri) -> JsonRpcMessage {
    frame::notification(
        Unsubscribe::NAME,
        frame::payload(&UnsubscribeParams::new(channel.clone())),
    )
}
