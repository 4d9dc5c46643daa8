//! The outputs of a client.

use crate::{
    canvas::{CallId, CanvasMessage, CanvasReadResourceResult, ProviderRequest, host::FrameKind},
    envelope::ActionEnvelope,
    ids::{ChannelUri, ClientId},
    json_rpc::{JsonRpcError, JsonRpcMessage},
    subscription::Snapshot,
};
use std::fmt;
use wire::DecodeError;

/// An instruction to the program. Outputs must be performed in order.
///
/// `Debug` shows frames without their content, so that canvas URLs stay out of logs.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientOutput {
    /// Send this frame to the host.
    Send(JsonRpcMessage),
    /// The host accepted the client, which can now send requests.
    Connected,
    /// The host refused the connection or a subscription.
    Refused {
        /// The refused channel, or `None` if the connection was refused.
        channel: Option<ChannelUri>,
        /// The error that the host returned.
        error: JsonRpcError,
    },
    /// A session was added, or its state changed. Only the Canvas proposal lists canvases in sessions.
    SessionChanged(ChannelUri),
    /// A chat was added, or its list of canvases changed. Only AHP 1.0 lists canvases in chats.
    ChatChanged(ChannelUri),
    /// A canvas was added, or its state changed.
    CanvasChanged(ChannelUri),
    /// A canvas was closed, or a channel no longer exists.
    Removed(ChannelUri),
    /// A message on a canvas, from its provider to the views or from a view to its provider.
    Message {
        /// The channel of the canvas.
        channel: ChannelUri,
        /// The client that sent the message. `None` if the host sent it.
        from: Option<ClientId>,
        /// The message, with its content.
        message: CanvasMessage,
    },
    /// The host applied a dispatch of this client.
    Accepted {
        /// The channel of the dispatch.
        channel: ChannelUri,
        /// The number of the dispatch.
        client_seq: u64,
    },
    /// The host rejected a dispatch of this client.
    Rejected {
        /// The channel of the dispatch.
        channel: ChannelUri,
        /// The number of the dispatch.
        client_seq: u64,
        /// The reason that the host gave.
        reason: String,
    },
    /// A request to this client as a provider. Answer the request with [`Client::answer`](super::Client::answer).
    Provide {
        /// The id of the call, which the answer repeats.
        call: CallId,
        /// The request of the host.
        request: ProviderRequest,
    },
    /// The content that the program requested, or an error.
    Content {
        /// The id of the call that requested the content.
        call: CallId,
        /// The content, or the error that the host returned.
        result: Result<CanvasReadResourceResult, JsonRpcError>,
    },
    /// The state of a followed channel that neither lists canvases nor belongs to a canvas.
    Snapshot(Snapshot),
    /// An action that is unrelated to canvases.
    Action(ActionEnvelope),
    /// A frame or state cannot be read, or violates the protocol. Later frames are not affected.
    ReadError {
        /// The affected channel, if known. Its state may be outdated until the program follows the channel again.
        channel: Option<ChannelUri>,
        /// The error, or `None` if the action contradicts the state.
        error: Option<DecodeError>,
    },
}

impl fmt::Debug for ClientOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send(message) => f.debug_tuple("Send").field(&FrameKind(message)).finish(),
            Self::Connected => f.write_str("Connected"),
            Self::Refused { channel, error } => f
                .debug_struct("Refused")
                .field("channel", channel)
                .field("code", &error.code)
                .finish(),
            Self::SessionChanged(channel) => {
                f.debug_tuple("SessionChanged").field(channel).finish()
            }
            Self::ChatChanged(channel) => f.debug_tuple("ChatChanged").field(channel).finish(),
            Self::CanvasChanged(channel) => f.debug_tuple("CanvasChanged").field(channel).finish(),
            Self::Removed(channel) => f.debug_tuple("Removed").field(channel).finish(),
            Self::Message { channel, from, .. } => f
                .debug_struct("Message")
                .field("channel", channel)
                .field("from", from)
                .finish_non_exhaustive(),
            Self::Accepted {
                channel,
                client_seq,
            } => f
                .debug_struct("Accepted")
                .field("channel", channel)
                .field("client_seq", client_seq)
                .finish(),
            Self::Rejected {
                channel,
                client_seq,
                reason,
            } => f
                .debug_struct("Rejected")
                .field("channel", channel)
                .field("client_seq", client_seq)
                .field("reason", reason)
                .finish(),
            Self::Provide { call, request } => f
                .debug_struct("Provide")
                .field("call", call)
                .field("method", &request.method())
                .finish(),
            Self::Content { call, result } => {
                let result = result
                    .as_ref()
                    .map(|read| read.contents.len())
                    .map_err(|error| error.code);
                f.debug_struct("Content")
                    .field("call", call)
                    .field("result", &result)
                    .finish()
            }
            Self::Snapshot(snapshot) => {
                f.debug_tuple("Snapshot").field(&snapshot.resource).finish()
            }
            Self::Action(envelope) => f
                .debug_struct("Action")
                .field("channel", &envelope.channel)
                .field("server_seq", &envelope.server_seq)
                .finish_non_exhaustive(),
            Self::ReadError { channel, error } => {
                let error = error.as_ref().map(|error| (&error.pointer, error.rule));
                f.debug_struct("ReadError")
                    .field("channel", channel)
                    .field("error", &error)
                    .finish()
            }
        }
    }
}
