//! What a program cannot have from its host.

use crate::{
    canvas::CallId,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    uri::UriError,
};
use std::fmt;

/// Why a host does not do what the program asks. Its state is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostError {
    /// No such session was added.
    UnknownSession(ChannelUri),
    /// It was added before.
    SessionExists(ChannelUri),
    /// No such canvas is open.
    UnknownCanvas(ChannelUri),
    /// Nobody in the session declares it.
    UnknownKind {
        /// Whose kind.
        extension_id: ExtensionId,
        /// Which.
        canvas_id: CanvasId,
    },
    /// A canvas of that name is open in the session, or about to be.
    InstanceTaken(InstanceId),
    /// Another canvas, session or chat has that channel.
    ChannelTaken(ChannelUri),
    /// The channel that was given is none of a canvas, or none can be made of the instance id.
    Channel(UriError),
    /// The canvas is stale: nobody answers for it.
    Unavailable,
    /// The provider is asked to close it, or to open it again.
    Busy,
    /// An update clears the availability, which every canvas has.
    ClearedAvailability,
    /// The host did not ask the program for that, or it was answered before, or nobody waits for it any more.
    UnknownCall(CallId),
    /// The answer is none to what was asked.
    OtherAnswer(CallId),
    /// Only the host itself brings this action about.
    OwnAction,
    /// A state is an object.
    NoState,
    /// The host itself keeps this member.
    OwnMember(String),
    /// The value cannot be sent, or not every client could read it: it nests too deep, holds a number beyond the range
    /// of doubles, half a surrogate pair or a member twice, or has an extra member that its type knows.
    Unwritable,
    /// One of the host's limits is reached.
    TooLong {
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSession(it) => write!(f, "there is no session {it}"),
            Self::SessionExists(it) => write!(f, "there is a session {it} already"),
            Self::UnknownCanvas(it) => write!(f, "no canvas is open on {it}"),
            Self::UnknownKind { extension_id, canvas_id } => write!(
                f,
                "nobody provides canvases of the kind {canvas_id} of {extension_id} in this session"
            ),
            Self::InstanceTaken(it) => write!(f, "the session has a canvas {it} already"),
            Self::ChannelTaken(it) => write!(f, "the channel {it} is taken"),
            Self::Channel(it) => write!(f, "there is no such channel of a canvas: {it}"),
            Self::Unavailable => f.write_str("the provider of this canvas is gone"),
            Self::Busy => f.write_str("this canvas is being closed or opened"),
            Self::ClearedAvailability => f.write_str("an update cannot clear the availability"),
            Self::UnknownCall(it) => write!(f, "nothing is asked for under the number {it}"),
            Self::OtherAnswer(it) => {
                write!(f, "this is no answer to what is asked for under the number {it}")
            }
            Self::OwnAction => f.write_str("the host itself sends this action"),
            Self::NoState => f.write_str("this is no state: a state is an object"),
            Self::OwnMember(it) => write!(f, "the host itself keeps the member {it:?}"),
            Self::Unwritable => f.write_str("this value cannot be sent"),
            Self::TooLong { limit } => write!(f, "this is more than the {limit} bytes that the host takes"),
        }
    }
}

impl std::error::Error for HostError {}
