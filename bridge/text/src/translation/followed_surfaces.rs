//! The surfaces of the source that a bridge follows for its checks.

use super::TranslateOptions;
use crate::{
    check::CheckSession,
    checker::CheckedText,
    diagnostic::{Diagnostic, about_call},
    finding_limit::LimitedFindings,
    saved_state::SavedTextBridge,
};
use bridge::{DialectOrProtocol, Refusal};
use wire::{Field, Pointer};

/// The validation of the texts from the source so far, if the options request it.
#[derive(Debug)]
pub(super) struct FollowedSurfaces(Option<CheckSession>);

impl FollowedSurfaces {
    /// Begins to follow the surfaces of a source.
    ///
    /// # Errors
    /// Returns an error if an option is wrong.
    pub(super) fn new(
        from: DialectOrProtocol,
        options: &TranslateOptions,
    ) -> Result<Self, Box<Diagnostic>> {
        let session = match &options.checks {
            Some(checks) => Some(CheckSession::new(from, checks)?.judged_by_text()),
            None => None,
        };
        Ok(Self(session))
    }

    /// Applies a text that was translated.
    pub(super) fn follow(&mut self, text: &str) {
        if let Some(session) = &mut self.0 {
            session.validate(text, &mut LimitedFindings::default());
        }
    }

    /// Validates a text, and changes nothing.
    ///
    /// # Errors
    /// Returns an error if the options did not request checks.
    pub(super) fn check(&self, text: &str) -> Result<CheckedText, Box<Diagnostic>> {
        let Some(session) = &self.0 else {
            let message = "the bridge was created without checks";
            let refusal = Refusal::rule_broken("bridge/checks", Pointer::root(), message);
            let hint = "create it with checks: `TranslateOptions::checks`";
            return Err(about_call(&refusal.hint(hint)));
        };
        let (mut session, mut found) = (session.clone(), LimitedFindings::default());
        session.validate(text, &mut found);
        Ok(CheckedText::of(&session, found))
    }

    /// Adds the state to that of the bridge.
    ///
    /// # Errors
    /// Returns an error if a message nests too deep to be written.
    pub(super) fn save(&self, saved: &mut SavedTextBridge) -> Result<(), Box<Diagnostic>> {
        if let Some(session) = &self.0 {
            saved.checks = Field::Value(session.save()?);
        }
        Ok(())
    }

    /// Continues from the state of a bridge. Without a saved state, or without the option, nothing changes.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read.
    pub(super) fn resume(
        &mut self,
        saved: &SavedTextBridge,
        options: &TranslateOptions,
    ) -> Result<(), Box<Diagnostic>> {
        if let (Some(saved), Some(options)) = (saved.checks.get(), &options.checks) {
            self.0 = Some(CheckSession::resume(saved.clone(), options)?.judged_by_text());
        }
        Ok(())
    }
}
