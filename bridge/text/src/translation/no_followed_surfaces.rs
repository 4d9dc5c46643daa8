//! A replacement for `followed_surfaces.rs` in builds without checks.

use super::TranslateOptions;
use crate::{diagnostic::Diagnostic, saved_state::SavedTextBridge};
use bridge::DialectOrProtocol;

#[derive(Debug)]
pub(super) struct FollowedSurfaces;

impl FollowedSurfaces {
    pub(super) fn new(_: DialectOrProtocol, _: &TranslateOptions) -> Result<Self, Box<Diagnostic>> {
        Ok(Self)
    }

    pub(super) fn follow(&mut self, _: &str) {}

    pub(super) fn save(&self, _: &mut SavedTextBridge) -> Result<(), Box<Diagnostic>> {
        Ok(())
    }

    pub(super) fn resume(
        &mut self,
        _: &SavedTextBridge,
        _: &TranslateOptions,
    ) -> Result<(), Box<Diagnostic>> {
        Ok(())
    }
}
