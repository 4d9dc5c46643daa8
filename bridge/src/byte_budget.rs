//! The limit on the bytes kept of earlier messages.

use crate::Refusal;
use wire::Pointer;

/// The default maximum of bytes that a [`Translator`](crate::Translator) keeps of earlier messages: 256 MiB.
pub const DEFAULT_SESSION_BYTES: usize = 256 << 20;
/// The estimated overhead of an entry, in bytes.
pub(crate) const ENTRY_BYTES: usize = 64;

/// Creates the refusal of a message that exceeds the limit.
pub(crate) fn too_many_bytes(used: usize, max: usize) -> Refusal {
    let message =
        format!("the session would keep {used} bytes of earlier messages; the limit is {max}");
    let hint = "delete surfaces that are no longer shown, or raise the limit of the session";
    Refusal::limit("session/too-many-bytes", Pointer::root(), message).hint(hint)
}
