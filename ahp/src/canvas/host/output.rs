//! The outputs of a host.

use super::ConnectionId;
use crate::{
    canvas::{CallId, CanvasInvokeActionResult, CanvasMessage, ProviderRequest},
    envelope::DispatchActionParams,
    ids::{ChannelUri, ClientId, ContentUri},
    json_rpc::{JsonRpcError, JsonRpcMessage},
};
use std::{fmt, sync::Arc};

/// An instruction to the program. Outputs must be performed in order.
///
/// `Debug` shows frames without their content, so that canvas URLs stay out of logs.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostOutput {
    /// Send a frame to a client.
    Send {
        /// The connection of the client.
        to: ConnectionId,
        /// The frame. All clients that receive the same frame share it.
        message: Arc<JsonRpcMessage>,
    },
    /// A client sent `initialize` or returned. [`Host::capabilities`](super::Host::capabilities) returns its
    /// capabilities.
    Presented {
        /// The connection of the client.
        connection: ConnectionId,
        /// The id of the client.
        client: ClientId,
    },
    /// Close a connection whose client has opened another one. The host has already forgotten the connection.
    Drop {
        /// The connection to close.
        connection: ConnectionId,
    },
    /// Close a connection after all frames are sent, because the client offers no supported version. One of the
    /// frames is an error with this reason.
    Unsupported {
        /// The connection to close.
        connection: ConnectionId,
    },
    /// A request to the program as a provider. Answer the request with [`Host::answer`](super::Host::answer).
    Provide {
        /// The id of the call, which the answer repeats.
        call: CallId,
        /// The request to the provider.
        request: ProviderRequest,
    },
    /// A request of a viewer for content that the host does not store. Answer the request with
    /// [`Host::answer_read`](super::Host::answer_read).
    Read {
        /// The id of the call, which the answer repeats.
        call: CallId,
        /// The channel of the canvas.
        channel: ChannelUri,
        /// The URI of the content in the canvas.
        uri: ContentUri,
    },
    /// A message from a view to the program as a provider.
    Message {
        /// The channel of the canvas.
        channel: ChannelUri,
        /// The client that shows the view.
        from: ClientId,
        /// The message, with its content.
        message: CanvasMessage,
    },
    /// A client dispatched an action that is unrelated to canvases. To apply the action, call
    /// [`Host::publish`](super::Host::publish).
    Dispatched {
        /// The client that dispatched the action.
        from: ClientId,
        /// The dispatch, with its action.
        params: DispatchActionParams,
    },
    /// A call ended. The host itself starts some calls: to close canvases on a client's request, and to reopen
    /// canvases whose provider returned.
    Done {
        /// The id of the call.
        call: CallId,
        /// The result of the call.
        outcome: Result<Outcome, JsonRpcError>,
    },
}

/// The result of a successful call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The canvas is open on this channel.
    Opened(ChannelUri),
    /// The provider performed the action.
    Invoked(CanvasInvokeActionResult),
    /// The canvas on this channel is closed.
    Closed(ChannelUri),
}

impl fmt::Debug for HostOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send { to, message } => f
                .debug_struct("Send")
                .field("to", to)
                .field("message", &FrameKind(message))
                .finish(),
            Self::Presented { connection, client } => f
                .debug_struct("Presented")
                .field("connection", connection)
                .field("client", client)
                .finish(),
            Self::Drop { connection } => f
                .debug_struct("Drop")
                .field("connection", connection)
                .finish(),
            Self::Unsupported { connection } => f
                .debug_struct("Unsupported")
                .field("connection", connection)
                .finish(),
            Self::Provide { call, request } => f
                .debug_struct("Provide")
                .field("call", call)
                .field("method", &request.method())
                .finish(),
            Self::Read { call, channel, uri } => f
                .debug_struct("Read")
                .field("call", call)
                .field("channel", channel)
                .field("uri", uri)
                .finish(),
            Self::Message { channel, from, .. } => f
                .debug_struct("Message")
                .field("channel", channel)
                .field("from", from)
                .finish_non_exhaustive(),
            Self::Dispatched { from, params } => f
                .debug_struct("Dispatched")
                .field("from", from)
                .field("channel", &params.channel)
                .field("clientSeq", &params.client_seq)
                .finish_non_exhaustive(),
            Self::Done { call, outcome } => {
                let outcome = outcome.as_ref().map_err(|error| error.code);
                f.debug_struct("Done")
                    .field("call", call)
                    .field("outcome", &outcome)
                    .finish()
            }
        }
    }
}

/// The kind of a frame, for `Debug` output without the content.
pub(crate) struct FrameKind<'a>(pub(crate) &'a JsonRpcMessage);

impl fmt::Debug for FrameKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            JsonRpcMessage::Request(request) => {
                write!(f, "request {:?} {}", request.id, request.method)
            }
            JsonRpcMessage::Notification(notification) => {
                write!(f, "notification {}", notification.method)
            }
            JsonRpcMessage::Response(response) => write!(f, "response {:?}", response.id),
            JsonRpcMessage::ErrorResponse(response) => {
                write!(f, "error {:?} {}", response.id, response.error.code)
            }
        }
    }
}
