//! A replacement for `a2ui_messages.rs` in builds without A2UI.

use super::{
    message::AnyMessage,
    sessions::{Earlier, EndedSessions},
};
use crate::{Context, Dialect, Refusal, SavedSurface, lens::TranslationCx};
use std::collections::BTreeSet;
use wire::Pointer;

impl AnyMessage {
    pub(super) fn a2ui_key(&self) -> Option<&str> {
        None
    }

    pub(super) fn check_unique_ids(&self) -> Result<(), Refusal> {
        Ok(())
    }

    pub(super) fn shown_dialect(&self) -> Option<Dialect> {
        None
    }

    pub(super) fn is_of_0_9_1(&self) -> bool {
        false
    }

    pub(super) fn relabel_version(&mut self, _: Dialect) -> bool {
        false
    }

    pub(super) fn read_identifiers(&mut self, _: &Context) -> Result<BTreeSet<Pointer>, Refusal> {
        Ok(BTreeSet::new())
    }

    pub(super) fn write_identifiers(self, _: &Context) -> (Self, BTreeSet<Pointer>) {
        (self, BTreeSet::new())
    }
}

impl Context {
    pub(super) fn dialect_of_surface(&self, _: &str) -> Option<Dialect> {
        None
    }

    pub(super) fn apply_to_surfaces(&mut self, _: &AnyMessage) -> Result<(), Refusal> {
        Ok(())
    }

    pub(super) fn save_surfaces(&self) -> Vec<SavedSurface> {
        Vec::new()
    }

    pub(super) fn restore_surfaces(&mut self, _: &[SavedSurface]) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Earlier {
    pub(super) fn unknown_root(&self, _: &AnyMessage, _: &Context) -> Option<String> {
        None
    }

    pub(super) fn waiting_in_sessions(&self) -> impl Iterator<Item = u64> {
        std::iter::empty()
    }

    pub(super) fn end_sessions(&mut self, _: &TranslationCx<'_>) -> EndedSessions {
        EndedSessions::default()
    }
}
