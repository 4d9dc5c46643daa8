//! What a program cannot have from its host.

use crate::{
    canvas::CallId,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    uri::UriError,
};

/// Why a host does not do what the program asks. Its state is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// No such session was added.
    #[error("there is no session {0}")]
    UnknownSession(ChannelUri),
    /// It was added before.
    #[error("there is a session {0} already")]
    SessionExists(ChannelUri),
    /// No such canvas is open.
    #[error("no canvas is open on {0}")]
    UnknownCanvas(ChannelUri),
    /// Nobody in the session declares it.
    #[error("nobody provides canvases of the kind {canvas_id} of {extension_id} in this session")]
    UnknownKind {
        /// Whose kind.
        extension_id: ExtensionId,
        /// Which.
        canvas_id: CanvasId,
    },
    /// A canvas of that name is open in the session, or about to be.
    #[error("the session has a canvas {0} already")]
    InstanceTaken(InstanceId),
    /// Another canvas, session or chat has that channel.
    #[error("the channel {0} is taken")]
    ChannelTaken(ChannelUri),
    /// The channel that was given is none of a canvas, or none can be made of the instance id.
    #[error("there is no such channel of a canvas: {0}")]
    Channel(UriError),
    /// The canvas is stale: nobody answers for it.
    #[error("the provider of this canvas is gone")]
    Unavailable,
    /// The provider is asked to close it, or to open it again.
    #[error("this canvas is being closed or opened")]
    Busy,
    /// An update clears the availability, which every canvas has.
    #[error("an update cannot clear the availability")]
    ClearedAvailability,
    /// The host did not ask the program for that, or it was answered before, or nobody waits for it any more.
    #[error("nothing is asked for under the number {0}")]
    UnknownCall(CallId),
    /// The answer is none to what was asked.
    #[error("this is no answer to what is asked for under the number {0}")]
    OtherAnswer(CallId),
    /// Only the host itself brings this action about.
    #[error("the host itself sends this action")]
    OwnAction,
    /// A state is an object.
    #[error("this is no state: a state is an object")]
    NoState,
    /// The host itself keeps this member.
    #[error("the host itself keeps the member {0:?}")]
    OwnMember(String),
    /// The value cannot be sent, or not every client could read it: it nests too deep, holds a number beyond the range
    /// of doubles, half a surrogate pair or a member twice, or has an extra member that its type knows.
    #[error("this value cannot be sent")]
    Unwritable,
    /// One of the host's limits is reached.
    #[error("this is more than the {limit} bytes that the host takes")]
    TooLong {
        /// The limit.
        limit: usize,
    },
}
