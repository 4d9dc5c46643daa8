//! The byte limit of a translator's sessions.

use super::{Subjects, Translator};
use crate::{
    Dialect, Refusal,
    byte_budget::{ENTRY_BYTES, too_many_bytes},
    shared::JsonLen,
};

impl JsonLen for Dialect {
    fn json_len(&self) -> usize {
        ENTRY_BYTES
    }
}

impl Translator {
    /// Refuses a message if the bytes kept of earlier messages exceed the limit.
    pub(super) fn refuse_too_many_bytes(&self) -> Result<(), Refusal> {
        let used = self.session_bytes();
        if used > self.settings.max_bytes {
            Err(too_many_bytes(used, self.settings.max_bytes))
        } else {
            Ok(())
        }
    }

    /// Returns the number of bytes that the session keeps of earlier messages, excluding folded surfaces.
    pub(super) fn session_bytes(&self) -> usize {
        let Subjects {
            notations,
            origins,
            refused,
        } = &self.subjects;
        self.earlier.sessions.json_len()
            + notations.json_len()
            + origins.json_len()
            + refused.json_len()
    }
}
