//! What the clients of both dialects have in common: one connection after the other, requests and their answers, and actions that
//! are heard once.

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
    subscription::{ReconnectParams, ReconnectResult, Snapshot, SubscribeParams, UnsubscribeParams},
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{DecodeError, Payload};

/// A client's connections to its host. `Call` identifies the client's other requests, those that are neither greetings nor
/// subscriptions.
#[derive(Debug)]
pub(crate) struct Link<Call> {
    pub(crate) id: ClientId,
    versions: Vec<String>,
    capabilities: Option<ClientCapabilities>,
    phase: Phase,
    /// What the program wants to follow.
    pub(crate) wanted: BTreeSet<ChannelUri>,
    asked: BTreeMap<u64, PendingRequest<Call>>,
    /// The number of the latest action of the host that was seen.
    pub(crate) last_seen: u64,
    next_request: u64,
    next_seq: u64,
}

/// How far a client has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The host does not know it.
    Unknown,
    /// The host knew it on a connection that is lost.
    Away,
    /// The host has not answered yet.
    Greeting,
    /// The host has answered.
    There,
}

#[derive(Debug)]
enum PendingRequest<Call> {
    Initialize,
    Reconnect,
    Subscribe(ChannelUri),
    Call(Call),
}

/// What an answer of the host means.
pub(crate) enum Answer<Call> {
    /// The host knows the client, and everything is as these snapshots say.
    Welcome(Vec<Snapshot>),
    /// The client has missed these actions. What it follows is there, but for these channels.
    CaughtUp {
        missing: Vec<ChannelUri>,
        actions: Vec<ActionEnvelope>,
    },
    /// The client presents itself once more.
    Again(JsonRpcMessage),
    /// The host does not want the client.
    Refused(JsonRpcError),
    /// What the host says to the client cannot be read.
    ReadError(DecodeError),
    Subscribed(ChannelUri, Result<Payload, JsonRpcError>),
    Call(Call, Result<Payload, JsonRpcError>),
}

/// What an action is to the client.
pub(crate) enum ActionEffect {
    /// Nothing: it was heard before, or is that of another client and has no effect.
    Nothing,
    /// Its own, and without effect.
    Rejected { client_seq: u64, reason: String },
    /// It has happened. If it is its own, that is its number.
    Happened(Option<u64>),
}

/// What arrived, as a client takes it.
pub(crate) enum Incoming {
    Request(JsonRpcRequest),
    Action(ActionEnvelope),
    /// A channel is not there any more.
    Removed(ChannelUri),
    Answer(RequestId, Result<Payload, JsonRpcError>),
    /// What arrived is no frame; this is the answer to it.
    UnreadableFrame(JsonRpcMessage),
    ReadError(DecodeError),
    Nothing,
}

impl Incoming {
    /// What a text says, and why it is no frame if it is none.
    pub(crate) fn read(text: &str) -> (Self, Option<DecodeError>) {
        let refusal = match wire::decode::<JsonRpcMessage>(text) {
            Ok(message) => return (message.into(), None),
            Err(refusal) => refusal,
        };
        let arrived = match UnreadableFrame::from_text(text, &refusal) {
            UnreadableFrame::Refuse(message) => Self::UnreadableFrame(message),
            UnreadableFrame::Answer(id) => {
                let message = "the answer cannot be read";
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
            JsonRpcMessage::Notification(told) => match Notification::read(&told) {
                Ok(Notification::Action(envelope)) => Self::Action(envelope),
                Ok(_) => frame::removed_session(&told).map_or(Self::Nothing, Self::Removed),
                Err(error) => Self::ReadError(error),
            },
            JsonRpcMessage::Response(response) => Self::Answer(response.id, Ok(response.result)),
            JsonRpcMessage::ErrorResponse(response) => Self::Answer(response.id, Err(response.error)),
        }
    }
}

impl<Call> Link<Call> {
    /// Of a client that speaks these versions, the best one first.
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

    /// Whether the host has answered on this connection.
    pub(crate) fn is_connected(&self) -> bool {
        self.phase == Phase::There
    }

    /// A connection is there: presents the client, or says that it is back and what it follows.
    pub(crate) fn greet(&mut self, followed: impl FnOnce() -> Vec<ChannelUri>) -> JsonRpcMessage {
        if self.phase != Phase::Away {
            return self.present();
        }
        self.phase = Phase::Greeting;
        let params = ReconnectParams::new(ROOT, self.id.clone(), self.last_seen, followed());
        self.ask(Reconnect::NAME, frame::payload(&params), PendingRequest::Reconnect)
    }

    fn present(&mut self) -> JsonRpcMessage {
        self.phase = Phase::Greeting;
        let mut params = InitializeParams::new(ROOT, self.versions.clone(), self.id.clone());
        if let Some(capabilities) = &self.capabilities {
            params = params.capabilities(capabilities.clone());
        }
        if !self.wanted.is_empty() {
            params = params.initial_subscriptions(self.wanted.iter().cloned().collect::<Vec<_>>());
        }
        self.ask(Initialize::NAME, frame::payload(&params), PendingRequest::Initialize)
    }

    /// The connection is lost. Gives the calls that fail with it.
    pub(crate) fn disconnect(&mut self) -> Vec<Call> {
        // Until the host has answered, it may not know the client.
        self.phase = match self.phase {
            Phase::There | Phase::Away => Phase::Away,
            Phase::Greeting | Phase::Unknown => Phase::Unknown,
        };
        let asked = std::mem::take(&mut self.asked).into_values();
        let call = |asked| match asked {
            PendingRequest::Call(call) => Some(call),
            PendingRequest::Initialize | PendingRequest::Reconnect | PendingRequest::Subscribe(_) => None,
        };
        asked.filter_map(call).collect()
    }

    /// Asks to follow a channel.
    pub(crate) fn follow(&mut self, channel: &ChannelUri) -> JsonRpcMessage {
        let params = frame::payload(&SubscribeParams::new(channel.clone()));
        self.ask(Subscribe::NAME, params, PendingRequest::Subscribe(channel.clone()))
    }

    /// Whether it was asked to follow a channel, and the host has not answered.
    pub(crate) fn is_asked(&self, channel: &ChannelUri) -> bool {
        self.asked.values().any(|asked| matches!(asked, PendingRequest::Subscribe(asked) if asked == channel))
    }

    /// Asks for something else.
    pub(crate) fn call(&mut self, method: &str, params: Payload, call: Call) -> JsonRpcMessage {
        self.ask(method, params, PendingRequest::Call(call))
    }

    fn ask(&mut self, method: &str, params: Payload, asked: PendingRequest<Call>) -> JsonRpcMessage {
        let id = self.next_request;
        self.next_request = self.next_request.saturating_add(1);
        self.asked.insert(id, asked);
        frame::request(id, method, params)
    }

    /// Sends an action, and gives its number.
    pub(crate) fn dispatch(&mut self, channel: &ChannelUri, action: Payload) -> (u64, JsonRpcMessage) {
        let seq = self.next_seq;
        self.next_seq = self.next_seq.saturating_add(1);
        let params = DispatchActionParams::new(channel.clone(), seq, action);
        (seq, frame::notification(DispatchAction::NAME, frame::payload(&params)))
    }

    /// The host answers. What it was not asked, or answered before, means nothing.
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

    /// The host knows the client from now on.
    fn finish_initialize(&mut self, answer: Result<Payload, JsonRpcError>) -> Answer<Call> {
        match answer.map(|result| result.decode::<InitializeResult>()) {
            Ok(Ok(result)) => {
                self.phase = Phase::There;
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

    /// The client catches up. If that cannot be, it starts again.
    fn finish_reconnect(&mut self, answer: Result<Payload, JsonRpcError>) -> Answer<Call> {
        match answer.ok().and_then(|result| result.decode::<ReconnectResult>().ok()) {
            Some(ReconnectResult::Replay(replay)) => {
                self.phase = Phase::There;
                Answer::CaughtUp { missing: replay.missing, actions: replay.actions }
            }
            Some(ReconnectResult::Snapshot(result)) => {
                self.phase = Phase::There;
                let newest = result.snapshots.iter().map(|snapshot| snapshot.from_seq).max();
                self.last_seen = newest.unwrap_or(self.last_seen);
                Answer::Welcome(result.snapshots)
            }
            Some(ReconnectResult::Unknown(_)) | None => Answer::Again(self.present()),
        }
    }

    /// An action of the host, on a channel of which the client has seen everything up to `seen`; without that, up to `last_seen`.
    pub(crate) fn receive_action(
        &mut self,
        envelope: &ActionEnvelope,
        seen: Option<&mut u64>,
    ) -> ActionEffect {
        let ActionEnvelope { server_seq, origin, rejection_reason, .. } = envelope;
        let seen = seen.unwrap_or(&mut self.last_seen);
        if *server_seq <= *seen {
            return ActionEffect::Nothing;
        }
        *seen = *server_seq;
        self.last_seen = self.last_seen.max(*server_seq);
        let own = origin.get().filter(|origin| origin.client_id == self.id).map(|origin| origin.client_seq);
        match (rejection_reason.get(), own) {
            (Some(reason), Some(client_seq)) => ActionEffect::Rejected { client_seq, reason: reason.clone() },
            (Some(_), None) => ActionEffect::Nothing,
            (None, own) => ActionEffect::Happened(own),
        }
    }
}

/// Says to the host that a channel is followed no more.
pub(crate) fn leave(channel: &ChannelUri) -> JsonRpcMessage {
    frame::notification(Unsubscribe::NAME, frame::payload(&UnsubscribeParams::new(channel.clone())))
}
