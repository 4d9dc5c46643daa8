//! The outputs of a client of AHP 1.0.

use crate::{
    canvas::host::FrameKind,
    envelope::ActionEnvelope,
    ids::ChannelUri,
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
    /// The host accepted the client, which can now dispatch actions.
    Connected,
    /// The host refused the connection or a subscription.
    Refused {
        /// The refused channel, or `None` if the connection was refused.
        channel: Option<ChannelUri>,
        /// The error that the host returned.
        error: JsonRpcError,
    },
    /// A chat was added, or its list of canvases changed.
    ChatChanged(ChannelUri),
    /// A canvas was added, or its state changed.
    CanvasChanged(ChannelUri),
    /// A canvas was closed, or a channel no longer exists.
    Removed(ChannelUri),
    /// The state of a followed channel that is neither a chat nor a canvas.
    Snapshot(Snapshot),
    /// An action that is unrelated to canvases.
    Action(ActionEnvelope),
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
    /// A frame or state cannot be read. Later frames are not affected.
    ReadError {
        /// The affected channel, if it is known. Its state may be outdated until the program follows the channel
        /// again.
        channel: Option<ChannelUri>,
        /// The error, or `None` for an action that belongs to another kind of channel.
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
            Self::ChatChanged(channel) => f.debug_tuple("ChatChanged").field(channel).finish(),
            Self::CanvasChanged(channel) => f.debug_tuple("CanvasChanged").field(channel).finish(),
            Self::Removed(channel) => f.debug_tuple("Removed").field(channel).finish(),
            Self::Snapshot(snapshot) => {
                f.debug_tuple("Snapshot").field(&snapshot.resource).finish()
            }
            Self::Action(envelope) => f
                .debug_struct("Action")
                .field("channel", &envelope.channel)
                .field("server_seq", &envelope.server_seq)
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
