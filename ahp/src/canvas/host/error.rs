//! The errors of a host's methods.

use crate::{
    canvas::CallId,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    uri::UriError,
};
use std::fmt;

/// The reason why a host refuses a request of the program. Its state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostError {
    /// The session does not exist.
    UnknownSession(ChannelUri),
    /// The session already exists.
    SessionExists(ChannelUri),
    /// No canvas is open on this channel.
    UnknownCanvas(ChannelUri),
    /// The session does not offer this kind of canvas.
    UnknownKind {
        /// The extension of the kind.
        extension_id: ExtensionId,
        /// The id of the kind.
        canvas_id: CanvasId,
    },
    /// The session already has an open or opening canvas with this instance id.
    InstanceTaken(InstanceId),
    /// Another canvas, session or chat has this channel.
    ChannelTaken(ChannelUri),
    /// The channel is not a canvas channel, or the instance id cannot name one.
    Channel(UriError),
    /// The canvas is stale: its provider is not connected.
    Unavailable,
    /// The canvas is being closed or reopened.
    Busy,
    /// The update clears the availability, which every canvas requires.
    ClearedAvailability,
    /// No open call has this id: it was never made, was answered before, or has ended.
    UnknownCall(CallId),
    /// The answer does not match the request of the call.
    OtherAnswer(CallId),
    /// The host itself sends this action.
    OwnAction,
    /// The state is not an object.
    NoState,
    /// The host itself sets this member.
    OwnMember(String),
    /// The value cannot be sent or is not readable by every client.
    ///
    /// It nests too deeply, contains a number beyond the range of doubles, a lone surrogate or a duplicate member, or
    /// its unknown members repeat a known one.
    Unwritable,
    /// The value exceeds one of the host's limits.
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSession(it) => write!(f, "the session {it} does not exist"),
            Self::SessionExists(it) => write!(f, "the session {it} already exists"),
            Self::UnknownCanvas(it) => write!(f, "no canvas is open on {it}"),
            Self::UnknownKind { extension_id, canvas_id } => {
                write!(f, "the session does not offer the kind {canvas_id} of the extension {extension_id}")
            }
            Self::InstanceTaken(it) => write!(f, "the session already has a canvas {it}"),
            Self::ChannelTaken(it) => write!(f, "the channel {it} is already in use"),
            Self::Channel(it) => write!(f, "the canvas channel is not valid: {it}"),
            Self::Unavailable => f.write_str("the provider of this canvas is not connected"),
            Self::Busy => f.write_str("the canvas is being closed or opened"),
            Self::ClearedAvailability => f.write_str("an update cannot clear the availability"),
            Self::UnknownCall(it) => write!(f, "no open call has the id {it}"),
            Self::OtherAnswer(it) => {
                write!(f, "the answer does not match the call with the id {it}")
            }
            Self::OwnAction => f.write_str("only the host itself sends this action"),
            Self::NoState => f.write_str("the state is not an object"),
            Self::OwnMember(it) => write!(f, "the host itself sets the member {it:?}"),
            Self::Unwritable => f.write_str("the value cannot be sent"),
            Self::TooLong { limit } => write!(f, "the value is longer than the limit of {limit} bytes"),
        }
    }
}

impl std::error::Error for HostError {}
