//! The translators and checkers of a host.

#[cfg(feature = "inspection")]
use crate::checkers::Checkers;
use crate::request::usage;
use agent_ui_text::{Diagnostic, TextTranslator};
use std::collections::BTreeMap;

/// The translators and checkers that a host has opened. A number is used only once, so the number of a freed translator
/// never means another one.
#[derive(Debug, Default)]
pub struct Sessions {
    translators: BTreeMap<u64, TextTranslator>,
    #[cfg(feature = "inspection")]
    pub(crate) checkers: Checkers,
    opened: u64,
    /// The readers of texts that arrive in pieces.
    #[cfg(feature = "inspection")]
    pub(crate) streams: crate::streams::Streams,
}

impl Sessions {
    /// Keeps a translator and returns its number.
    pub(crate) fn open(&mut self, translator: TextTranslator) -> u64 {
        self.opened += 1;
        self.translators.insert(self.opened, translator);
        self.opened
    }

    /// Returns the translator with this number.
    ///
    /// # Errors
    /// Returns an error if no translator has this number, or if it was freed.
    pub(crate) fn translator(
        &mut self,
        number: Option<&u64>,
    ) -> Result<&mut TextTranslator, Box<Diagnostic>> {
        let found = number.and_then(|number| self.translators.get_mut(number));
        found.ok_or_else(|| {
            usage(
                "call/translator",
                "the translator was freed",
                "create a new translator",
            )
        })
    }

    /// Frees a translator. A number without a translator has no effect.
    pub(crate) fn free(&mut self, number: Option<&u64>) {
        if let Some(number) = number {
            self.translators.remove(number);
        }
    }
}
