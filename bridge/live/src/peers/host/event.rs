//! Events of a host for the program.

use super::Host;
use crate::peers::transport::ConnectionEnd;
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

/// An event of a host.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// A client sent `initialize` or reconnected.
    Presented {
        /// The connection of the client.
        connection: ConnectionId,
        /// The id of the client.
        client: ClientId,
    },
    /// A connection ended.
    Ended {
        /// The connection that ended.
        connection: ConnectionId,
        /// The reason for the end.
        why: ConnectionEnd,
    },
    /// A request to the program as a provider.
    Provide(ProviderCall),
    /// A request of a viewer for content that the host does not store.
    Read(ContentRead),
    /// A message from a view to the program as a provider.
    Message {
        /// The channel of the canvas.
        channel: ChannelUri,
        /// The client that shows the view.
        from: ClientId,
        /// The message, with its content.
        message: CanvasMessage,
    },
    /// A client dispatched an action that is unrelated to canvases. To apply it, call
    /// [`publish`](ahp::canvas::host::Host::publish).
    Dispatched {
        /// The client that dispatched the action.
        from: ClientId,
        /// The dispatch, with its action.
        params: DispatchActionParams,
    },
    /// The end of a call that the host itself began: to close a canvas on a client's request, or to reopen one.
    Done {
        /// The id of the call.
        call: CallId,
        /// The outcome of the call.
        outcome: Result<Outcome, JsonRpcError>,
    },
}

/// A request to the program as a provider. If the answer is late, the provider counts as disconnected.
pub struct ProviderCall {
    host: Host,
    call: CallId,
    request: ProviderRequest,
}

impl ProviderCall {
    pub(super) fn new(host: &Host, call: CallId, request: ProviderRequest) -> Self {
        Self {
            host: host.clone(),
            call,
            request,
        }
    }

    /// Returns the request.
    pub fn request(&self) -> &ProviderRequest {
        &self.request
    }

    /// Answers the request.
    ///
    /// # Errors
    /// Returns an error if the call has ended, if the answer does not match the request, or if it cannot be sent.
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

/// A viewer's request for content of a canvas.
pub struct ContentRead {
    host: Host,
    call: CallId,
    channel: ChannelUri,
    uri: ContentUri,
}

impl ContentRead {
    pub(super) fn new(host: &Host, call: CallId, channel: ChannelUri, uri: ContentUri) -> Self {
        Self {
            host: host.clone(),
            call,
            channel,
            uri,
        }
    }

    /// Returns the channel of the canvas.
    pub fn channel(&self) -> &ChannelUri {
        &self.channel
    }

    /// Returns the URI of the content inside the canvas.
    pub fn uri(&self) -> &ContentUri {
        &self.uri
    }

    /// Answers the request.
    ///
    /// # Errors
    /// Returns an error if the call has ended, or if the answer cannot be sent.
    pub fn answer(
        self,
        answer: Result<CanvasReadResourceResult, JsonRpcError>,
    ) -> Result<(), HostError> {
        self.host.apply(|host| host.answer_read(self.call, answer))
    }
}

impl fmt::Debug for ContentRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            call, channel, uri, ..
        } = self;
        f.debug_struct("ContentRead")
            .field("call", call)
            .field("channel", channel)
            .field("uri", uri)
            .finish_non_exhaustive()
    }
}
