//! What a host wants done.

use super::ConnectionId;
use crate::{
    canvas::{CallId, CanvasInvokeActionResult, CanvasMessage, ProviderRequest},
    envelope::DispatchActionParams,
    ids::{ChannelUri, ClientId, ContentUri},
    json_rpc::{JsonRpcError, JsonRpcMessage},
};
use std::{fmt, sync::Arc};

/// What to do next, in this order. `Debug` shows frames by their kind alone, so that no address of a canvas gets into
/// a log.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostOutput {
    /// Send a frame.
    Send {
        /// On which connection.
        to: ConnectionId,
        /// What. All who are told the same share it.
        message: Arc<JsonRpcMessage>,
    },
    /// A client has presented itself, or is back. Its [capabilities](super::Host::capabilities) can be read.
    Presented {
        /// On which connection.
        connection: ConnectionId,
        /// Who.
        client: ClientId,
    },
    /// A client has presented itself on another connection: this one is of no use any more, and is to be ended. The host
    /// has forgotten it already.
    Drop {
        /// Which.
        connection: ConnectionId,
    },
    /// The client offers no version that is spoken here, and is told so: the connection is to be ended when everything is
    /// sent. AHP, versioning.
    Unsupported {
        /// Which.
        connection: ConnectionId,
    },
    /// The program's own provider is asked; [`Host::answer`](super::Host::answer) takes the answer.
    Provide {
        /// Relates the answer.
        call: CallId,
        /// What is asked.
        request: ProviderRequest,
    },
    /// Somebody looks at a canvas and asks for content that the host does not hold;
    /// [`Host::answer_read`](super::Host::answer_read) takes the answer.
    Read {
        /// Relates the answer.
        call: CallId,
        /// Which canvas.
        channel: ChannelUri,
        /// Which content, an address of that canvas.
        uri: ContentUri,
    },
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
    /// [`Host::publish`](super::Host::publish) makes it.
    Dispatched {
        /// Who.
        from: ClientId,
        /// What.
        params: DispatchActionParams,
    },
    /// What was begun has ended. The host begins of itself to close canvases when a client asks for it, and to open
    /// those again whose provider is back.
    Done {
        /// What was begun.
        call: CallId,
        /// How it ended.
        outcome: Result<Outcome, JsonRpcError>,
    },
}

/// How something ended well.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The canvas is open, on this channel.
    Opened(ChannelUri),
    /// The provider did it.
    Invoked(CanvasInvokeActionResult),
    /// The canvas of this channel is closed.
    Closed(ChannelUri),
}

impl fmt::Debug for HostOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send { to, message } => {
                f.debug_struct("Send").field("to", to).field("message", &FrameKind(message)).finish()
            }
            Self::Presented { connection, client } => {
                f.debug_struct("Presented").field("connection", connection).field("client", client).finish()
            }
            Self::Drop { connection } => f.debug_struct("Drop").field("connection", connection).finish(),
            Self::Unsupported { connection } => {
                f.debug_struct("Unsupported").field("connection", connection).finish()
            }
            Self::Provide { call, request } => {
                f.debug_struct("Provide").field("call", call).field("method", &request.method()).finish()
            }
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
                f.debug_struct("Done").field("call", call).field("outcome", &outcome).finish()
            }
        }
    }
}

/// A frame by its kind.
pub(crate) struct FrameKind<'a>(pub(crate) &'a JsonRpcMessage);

impl fmt::Debug for FrameKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            JsonRpcMessage::Request(request) => write!(f, "request {:?} {}", request.id, request.method),
            JsonRpcMessage::Notification(notification) => write!(f, "notification {}", notification.method),
            JsonRpcMessage::Response(response) => write!(f, "response {:?}", response.id),
            JsonRpcMessage::ErrorResponse(response) => {
                write!(f, "error {:?} {}", response.id, response.error.code)
            }
        }
    }
}
