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
    /// Limits the bytes kept of earlier messages, measured as JSON.
    ///
    /// The limit applies separately to the sessions of mappings, to surfaces that are folded into canvases, and to the
    /// carries and notes of these surfaces. The default is [`DEFAULT_SESSION_BYTES`], 256 MiB, and 64 MiB for one folded
    /// surface.
    ///
    /// A message that exceeds the limit is refused by the rule `session/too-many-bytes`, or `too-many-bytes` for a
    /// surface. State is never dropped to make room: the next message is translated as before, and a message that deletes
    /// a surface always succeeds.
    ///
    /// [`DEFAULT_SESSION_BYTES`]: crate::DEFAULT_SESSION_BYTES
    ///
    /// ```
    /// use agent_ui_bridge::{Carry, Context, DEFAULT_SESSION_BYTES, Dialect, Translator, a2ui::Message};
    ///
    /// assert_eq!(DEFAULT_SESSION_BYTES, 256 << 20);
    /// let mut down = Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default())?.max_bytes(1000);
    /// let create = |catalog: &str| {
    ///     Message::read(&format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{catalog}"}}}}"#))
    /// };
    /// let refusal = down.push(create(&"c".repeat(1000))?, Carry::default()).unwrap_err();
    /// assert_eq!(refusal.rule(), "session/too-many-bytes");
    /// assert!(down.push(create("c")?, Carry::default()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.settings.max_bytes = bytes;
        self.earlier.folding.set_max_bytes(bytes);
        self
    }

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
