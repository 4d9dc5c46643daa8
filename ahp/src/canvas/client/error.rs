//! What a program cannot have from its client.

use crate::canvas::CallId;

/// Why a client does not do what the program asks. Its state is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// There is no connection on which the host has answered.
    #[error("there is no connection")]
    NotConnected,
    /// The host did not ask for that, it was answered before, or the connection on which it was asked is lost.
    #[error("nothing is asked for under the number {0}")]
    UnknownCall(CallId),
    /// The answer is none to what was asked.
    #[error("this is no answer to what is asked for under the number {0}")]
    OtherAnswer(CallId),
    /// The value nests too deep to be sent, or has an extra member that its type knows.
    #[error("this value cannot be sent")]
    Unwritable,
}
