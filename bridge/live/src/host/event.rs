//! What happens at a host, as the program is told.

use super::Host;
use crate::carrier::ConnectionEnd;
use ahp::{
    canvas::{
        CallId, CanvasMessage, CanvasReadResourceResult, ProviderAnswer, ProviderRequest,
        host::{ConnectionId, HostError, Outcome},
    },
    envelope::DispatchActionParams,
    ids::{ChannelUri, ClientId, ContentUri},
    json_rpc::JsonRpcError,
};
use std::fmt;

/// What happens at a host.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// A client has presented itself, or is back.
    Presented {
        /// On which connection.
        connection: ConnectionId,
        /// Who.
        client: ClientId,
    },
    /// A connection has ended.
    Ended {
        /// Which.
        connection: ConnectionId,
        /// Why.
        why: ConnectionEnd,
    },
    /// The program's own provider is asked.
    Provide(ProviderCall),
    /// Somebody looks at a canvas and asks for content that the host does not hold.
    Read(ContentRead),
    /// A view talks to the program's own provider.
    Message {
        /// Which canvas.
        channel: ChannelUri,
        /// Whose view.
        from: ClientId,
        /// What it says.
        message: CanvasMessage,
    },
    /// A client dispatched an action that does not concern canvases. If it is to happen,
    /// [`publish`](ahp::canvas::host::Host::publish) makes it.
    Dispatched {
        /// Who.
        from: ClientId,
        /// What.
        params: DispatchActionParams,
    },
    /// Something has ended that the host began of itself: a canvas that a client wanted closed, or that was opened again.
    Done {
        /// What.
        call: CallId,
        /// How it ended.
        outcome: Result<Outcome, JsonRpcError>,
    },
}

/// What the program's own provider is asked. Whoever does not answer counts as gone when the time is over.
pub struct ProviderCall {
    host: Host,
    call: CallId,
    request: ProviderRequest,
}

impl ProviderCall {
    pub(super) fn new(host: &Host, call: CallId, request: ProviderRequest) -> Self {
        Self { host: host.clone(), call, request }
    }

    /// What is asked.
    pub fn request(&self) -> &ProviderRequest {
        &self.request
    }

    /// Answers.
    ///
    /// # Errors
    /// If nobody waits any more, or the answer is none to what is asked or cannot be sent.
    pub fn answer(self, answer: Result<ProviderAnswer, JsonRpcError>) -> Result<(), HostError> {
        self.host.apply(|host| host.answer(self.call, answer))
    }
}

impl fmt::Debug for ProviderCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = self.request.method();
        f.debug_struct("ProviderCall")
            .field("call", &self.call)
            .field("method", &method)
            .finish_non_exhaustive()
    }
}

/// Content that somebody asks for.
pub struct ContentRead {
    host: Host,
    call: CallId,
    channel: ChannelUri,
    uri: ContentUri,
}

impl ContentRead {
    pub(super) fn new(host: &Host, call: CallId, channel: ChannelUri, uri: ContentUri) -> Self {
        Self { host: host.clone(), call, channel, uri }
    }

    /// Of which canvas.
    pub fn channel(&self) -> &ChannelUri {
        &self.channel
    }

    /// Which, an address of that canvas.
    pub fn uri(&self) -> &ContentUri {
        &self.uri
    }

    /// Answers.
    ///
    /// # Errors
    /// If nobody waits any more, or the answer cannot be sent.
    pub fn answer(self, answer: Result<CanvasReadResourceResult, JsonRpcError>) -> Result<(), HostError> {
        self.host.apply(|host| host.answer_read(self.call, answer))
    }
}

impl fmt::Debug for ContentRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { call, channel, uri, .. } = self;
        f.debug_struct("ContentRead")
            .field("call", call)
            .field("channel", channel)
            .field("uri", uri)
            .finish_non_exhaustive()
    }
}
