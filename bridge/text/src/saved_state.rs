//! The saved state of translations of texts.

use crate::{diagnostic::Diagnostic, diagnostic::about_call};
use bridge::{
    Refusal, SavedBridge, SavedTranslator,
    a2ui::{
        Version,
        repair::{LiveSurface, Repairer, StatedVersion},
    },
};
use std::collections::BTreeMap;
use wire::{DecodeError, Field, Payload, Pointer, Wire};

wire::object! {
    /// The saved state of a [`TextTranslator`](crate::TextTranslator).
    pub struct SavedTextTranslator {
        /// The translator of the messages.
        translator: SavedTranslator,
        /// The reader of the texts.
        direction: SavedDirection,
    }

    /// The saved state of a [`TextBridge`](crate::TextBridge).
    pub struct SavedTextBridge {
        /// The bridge that translates the messages.
        bridge: SavedBridge,
        /// The reader of the texts from the source.
        forward: SavedDirection,
        /// The reader of the texts from the target.
        backward: SavedDirection,
        /// The checks of texts from the source, if they were requested.
        checks?: Field<SavedChecker>,
    }

    /// The saved state of a [`Checker`](crate::Checker).
    pub struct SavedChecker {
        /// The protocol of the session, by name.
        protocol: String,
        /// The messages that bring a new checker into this state.
        messages: Vec<Payload>,
        /// The ids of the surfaces that were deleted.
        deleted?: Field<Vec<String>>,
        /// The reader of A2UI messages.
        repairer?: Field<SavedRepairer>,
    }

    /// The saved state of one direction, without its translator.
    pub struct SavedDirection {
        /// The reader of A2UI messages.
        repairer: SavedRepairer,
        /// The messages whose results are pending.
        waiting: Vec<WaitingMessage>,
    }

    /// The place of a message whose result is pending.
    pub struct WaitingMessage {
        /// The number of the message.
        input: u64,
        /// The line of the message in its text.
        line: u64,
        /// The column of the message in bytes.
        column: u64,
        /// The line of the body of the message in its text.
        body_line as "bodyLine": u64,
        /// The column of the body in bytes.
        body_column as "bodyColumn": u64,
        /// The place of the message in its document.
        pointer: Pointer,
    }

    /// The saved state of a [`Repairer`], which reads A2UI messages that need a repair.
    ///
    /// ```
    /// use agent_ui_text::{bridge::a2ui::repair::Repairer, saved_state::SavedRepairer};
    ///
    /// let mut repairer = Repairer::new(None);
    /// repairer.read(r#"{"version":"v0.10","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
    /// let saved = SavedRepairer::from(&repairer);
    /// let mut resumed = saved.resume(Repairer::new(None))?;
    /// let read = resumed.read(r#"{"updateDataModel":{"surfaceId":"s","value":1}}"#)?;
    /// assert_eq!(read[0].repairs[0].to_string(), "the message has no `version`; it is read as A2UI 0.10");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct SavedRepairer {
        /// The version in the latest message that states one.
        last?: Field<SavedVersion>,
        /// The surfaces that were created and not deleted, by id.
        surfaces: BTreeMap<String, SavedLiveSurface>,
        /// `true` if the next document can be part of a truncated one.
        is_after_truncated as "isAfterTruncated": bool,
    }

    /// A surface that was created and not deleted.
    pub struct SavedLiveSurface {
        /// The version of the message that created the surface.
        version: SavedVersion,
        /// The original id of the root, if a repair renamed it.
        root?: Field<String>,
    }

    /// A version of A2UI, with the word for it in messages.
    pub struct SavedVersion {
        /// The version, such as `0.9`.
        version: String,
        /// The value of the member `version`; `v0.8` for 0.8.
        word: String,
    }
}

impl From<StatedVersion> for SavedVersion {
    fn from(StatedVersion { version, word, .. }: StatedVersion) -> Self {
        Self::new(version.to_string(), word)
    }
}

impl SavedVersion {
    fn resume(&self) -> Result<StatedVersion, Refusal> {
        let Self { version, word, .. } = self;
        for known in Version::ALL {
            if known.to_string() == *version {
                if let Some(stated) = StatedVersion::new(*known, word) {
                    return Ok(stated);
                }
            }
        }
        let message = format!("the saved state names A2UI {version} with the word `{word}`");
        let hint = "resume it with the version of this program that saved it";
        Err(Refusal::rule_broken("translator/version", Pointer::root(), message).hint(hint))
    }
}

impl From<&Repairer> for SavedRepairer {
    fn from(repairer: &Repairer) -> Self {
        let surfaces = repairer.surfaces();
        let surfaces = surfaces.map(|(id, live)| (id.to_owned(), SavedLiveSurface::from(live)));
        let surfaces: BTreeMap<_, _> = wire::collect_map(surfaces);
        let mut saved = Self::new(surfaces, repairer.is_after_truncated());
        if let Some(last) = repairer.last_version() {
            saved.last = Field::Value(last.into());
        }
        saved
    }
}

impl From<&LiveSurface> for SavedLiveSurface {
    fn from(live: &LiveSurface) -> Self {
        let mut saved = Self::new(live.version);
        if let Some(root) = &live.root {
            saved.root = Field::Value(root.clone());
        }
        saved
    }
}

impl SavedRepairer {
    /// Restores the state in a new repairer.
    ///
    /// # Errors
    /// Refuses if the state names a version of A2UI that this crate does not know.
    pub fn resume(self, repairer: Repairer) -> Result<Repairer, Refusal> {
        let last = match self.last.into_value() {
            Some(last) => Some(last.resume()?),
            None => None,
        };
        let mut surfaces = Vec::with_capacity(self.surfaces.len());
        for (id, SavedLiveSurface { version, root, .. }) in self.surfaces {
            let live = LiveSurface {
                version: version.resume()?,
                root: root.into_value(),
            };
            surfaces.push((id, live));
        }
        let mut repairer = repairer.resume(surfaces, last);
        if self.is_after_truncated {
            repairer.begin_remainder();
        }
        Ok(repairer)
    }
}

/// Writes a saved state as JSON.
pub(crate) fn write(saved: &impl Wire) -> Result<String, Box<Diagnostic>> {
    wire::encode(saved).map_err(|error| about_call(&Refusal::from(error)))
}

/// Reads a state that [`write`] wrote.
pub(crate) fn read<T: Wire>(saved: &str) -> Result<T, Box<Diagnostic>> {
    wire::decode_any_depth(saved).map_err(|error: DecodeError| {
        about_call(&Refusal::from(error).hint("pass the text that `save` returned"))
    })
}
