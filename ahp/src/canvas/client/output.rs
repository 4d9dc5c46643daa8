//! What a client wants done.

use crate::{
    canvas::{CallId, CanvasMessage, CanvasReadResourceResult, ProviderRequest, host::FrameKind},
    envelope::ActionEnvelope,
    ids::{ChannelUri, ClientId},
    json_rpc::{JsonRpcError, JsonRpcMessage},
};
use std::fmt;
use wire::DecodeError;

/// What to do next, in this order. `Debug` shows frames by their kind alone, so that no address of a canvas gets into
/// a log.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientOutput {
    /// Send a frame.
    Send(JsonRpcMessage),
    /// The host has answered; requests can be sent.
    Connected,
    /// The host refuses: the connection, or to let the client follow a channel.
    Refused {
        /// Which channel; absent if it is the connection.
        channel: Option<ChannelUri>,
        /// Why.
        error: JsonRpcError,
    },
    /// A session is there, or stands otherwise.
    SessionChanged(ChannelUri),
    /// A canvas is there to show, or stands otherwise.
    CanvasChanged(ChannelUri),
    /// A canvas is closed, or a channel is not there any more.
    Removed(ChannelUri),
    /// Somebody talks on a canvas: its provider to the views, or a view to its provider.
    Message {
        /// Which canvas.
        channel: ChannelUri,
        /// Who, if it is a client.
        from: Option<ClientId>,
        /// What.
        message: CanvasMessage,
    },
    /// A dispatch of this client has happened.
    Accepted {
        /// On which channel.
        channel: ChannelUri,
        /// Its number.
        client_seq: u64,
    },
    /// A dispatch of this client has no effect.
    Rejected {
        /// On which channel.
        channel: ChannelUri,
        /// Its number.
        client_seq: u64,
        /// Why.
        reason: String,
    },
    /// The agent asks this provider; [`Client::answer`](super::Client::answer) takes the answer.
    Provide {
        /// Relates the answer.
        call: CallId,
        /// What is asked.
        request: ProviderRequest,
    },
    /// The content that was asked for, or why there is none.
    Content {
        /// What was asked.
        call: CallId,
        /// The answer.
        result: Result<CanvasReadResourceResult, JsonRpcError>,
    },
    /// An action that does not concern canvases.
    Action(ActionEnvelope),
    /// Something that cannot be read, or contradicts the protocol. What comes next is heard.
    ReadError {
        /// On which channel, if that can be told. Its mirror may be behind; to follow the channel again mends it.
        channel: Option<ChannelUri>,
        /// What is wrong; `None` if it contradicts the state.
        error: Option<DecodeError>,
    },
}

impl fmt::Debug for ClientOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send(message) => f.debug_tuple("Send").field(&FrameKind(message)).finish(),
            Self::Connected => f.write_str("Connected"),
            Self::Refused { channel, error } => {
                f.debug_struct("Refused").field("channel", channel).field("code", &error.code).finish()
            }
            Self::SessionChanged(channel) => f.debug_tuple("SessionChanged").field(channel).finish(),
            Self::CanvasChanged(channel) => f.debug_tuple("CanvasChanged").field(channel).finish(),
            Self::Removed(channel) => f.debug_tuple("Removed").field(channel).finish(),
            Self::Message { channel, from, .. } => f
                .debug_struct("Message")
                .field("channel", channel)
                .field("from", from)
                .finish_non_exhaustive(),
            Self::Accepted { channel, client_seq } => {
                f.debug_struct("Accepted").field("channel", channel).field("client_seq", client_seq).finish()
            }
            Self::Rejected { channel, client_seq, reason } => f
                .debug_struct("Rejected")
                .field("channel", channel)
                .field("client_seq", client_seq)
                .field("reason", reason)
                .finish(),
            Self::Provide { call, request } => {
                f.debug_struct("Provide").field("call", call).field("method", &request.method()).finish()
            }
            Self::Content { call, result } => {
                let result = result.as_ref().map(|read| read.contents.len()).map_err(|error| error.code);
                f.debug_struct("Content").field("call", call).field("result", &result).finish()
            }
            Self::Action(envelope) => f
                .debug_struct("Action")
                .field("channel", &envelope.channel)
                .field("server_seq", &envelope.server_seq)
                .finish_non_exhaustive(),
            Self::ReadError { channel, error } => {
                let error = error.as_ref().map(|error| (&error.pointer, error.rule));
                f.debug_struct("ReadError").field("channel", channel).field("error", &error).finish()
            }
        }
    }
}
