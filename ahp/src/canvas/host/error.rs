//! The errors of a host's methods.

use crate::{
    canvas::CallId,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    uri::UriError,
};

/// The reason for which a host refuses a request of the program. The state of the host is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// The session does not exist.
    #[error("the session {0} does not exist")]
    UnknownSession(ChannelUri),
    /// The session already exists.
    #[error("the session {0} already exists")]
    SessionExists(ChannelUri),
    /// No canvas is open on this channel.
    #[error("no canvas is open on {0}")]
    UnknownCanvas(ChannelUri),
    /// The session does not offer this kind of canvas.
    #[error("the session does not offer the kind {canvas_id} of the extension {extension_id}")]
    UnknownKind {
        /// The extension of the kind.
        extension_id: ExtensionId,
        /// The id of the kind.
        canvas_id: CanvasId,
    },
    /// The session already has an open or opening canvas with this instance id.
    #[error("the session already has a canvas {0}")]
    InstanceTaken(InstanceId),
    /// Another canvas, session or chat has this channel.
    #[error("the channel {0} is already in use")]
    ChannelTaken(ChannelUri),
    /// The channel is not a canvas channel, or the instance id cannot become one.
    #[error("the canvas channel is not valid: {0}")]
    Channel(UriError),
    /// The canvas is stale: its provider is not connected.
    #[error("the provider of this canvas is not connected")]
    Unavailable,
    /// The canvas is being closed or reopened.
    #[error("the canvas is being closed or opened")]
    Busy,
    /// The update clears the availability, which every canvas requires.
    #[error("an update cannot clear the availability")]
    ClearedAvailability,
    /// No open call has this id: there was no such call, or the call was answered or has ended.
    #[error("no open call has the id {0}")]
    UnknownCall(CallId),
    /// The answer does not match the request of the call.
    #[error("the answer does not match the call with the id {0}")]
    OtherAnswer(CallId),
    /// The host itself sends this action.
    #[error("only the host itself sends this action")]
    OwnAction,
    /// The state is not an object.
    #[error("the state is not an object")]
    NoState,
    /// The host itself sets this member.
    #[error("the host itself sets the member {0:?}")]
    OwnMember(String),
    /// The value cannot be sent, or some clients could not read it.
    ///
    /// The value nests too deeply, or contains a number beyond the range of doubles, a lone surrogate or a duplicate
    /// member, or its unknown members repeat a known member.
    #[error("the value cannot be sent")]
    Unwritable,
    /// The value exceeds one of the host's limits.
    #[error("the value is longer than the limit of {limit} bytes")]
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
}

impl HostError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownSession(_) => "unknown-session",
            Self::SessionExists(_) => "session-exists",
            Self::UnknownCanvas(_) => "unknown-canvas",
            Self::UnknownKind { .. } => "unknown-kind",
            Self::InstanceTaken(_) => "instance-taken",
            Self::ChannelTaken(_) => "channel-taken",
            Self::Channel(_) => "invalid-channel",
            Self::Unavailable => "unavailable",
            Self::Busy => "busy",
            Self::ClearedAvailability => "cleared-availability",
            Self::UnknownCall(_) => "unknown-call",
            Self::OtherAnswer(_) => "other-answer",
            Self::OwnAction => "own-action",
            Self::NoState => "no-state",
            Self::OwnMember(_) => "own-member",
            Self::Unwritable => "unwritable",
            Self::TooLong { .. } => "too-long",
        }
    }
}
