//! What a client of the release wants done.

use crate::{
    canvas::host::FrameKind,
    envelope::ActionEnvelope,
    ids::ChannelUri,
    json_rpc::{JsonRpcError, JsonRpcMessage},
    subscription::Snapshot,
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
    /// The host has answered; the program can dispatch.
    Connected,
    /// The host refuses: the connection, or to let the client follow a channel.
    Refused {
        /// Which channel; absent if it is the connection.
        channel: Option<ChannelUri>,
        /// Why.
        error: JsonRpcError,
    },
    /// A chat is there, or lists other canvases.
    ChatChanged(ChannelUri),
    /// A canvas is there to show, or stands otherwise.
    CanvasChanged(ChannelUri),
    /// A canvas is closed, or a channel is not there any more.
    Removed(ChannelUri),
    /// How another channel stands that the client follows: a session, the root, …
    Snapshot(Snapshot),
    /// An action that does not concern canvases.
    Action(ActionEnvelope),
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
    /// Something that cannot be read. What comes next is heard.
    ReadError {
        /// On which channel, if that can be told. Its mirror may be behind; to follow the channel again mends it.
        channel: Option<ChannelUri>,
        /// What is wrong; `None` if it is an action of another channel.
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
            Self::ChatChanged(channel) => f.debug_tuple("ChatChanged").field(channel).finish(),
            Self::CanvasChanged(channel) => f.debug_tuple("CanvasChanged").field(channel).finish(),
            Self::Removed(channel) => f.debug_tuple("Removed").field(channel).finish(),
            Self::Snapshot(snapshot) => f.debug_tuple("Snapshot").field(&snapshot.resource).finish(),
            Self::Action(envelope) => f
                .debug_struct("Action")
                .field("channel", &envelope.channel)
                .field("server_seq", &envelope.server_seq)
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
            Self::ReadError { channel, error } => {
                let error = error.as_ref().map(|error| (&error.pointer, error.rule));
                f.debug_struct("ReadError").field("channel", channel).field("error", &error).finish()
            }
        }
    }
}
