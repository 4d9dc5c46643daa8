//! A replacement for `folding.rs` in builds without A2UI, or with neither AHP nor renditions. They fold no surfaces.

use super::message::AnyMessage;
use crate::{
    Dialect, DialectOrProtocol, Refusal,
    lens::{Output, TranslationCx},
};
use std::collections::BTreeMap;
use wire::Payload;

wire::inventory! { SavedFold }

impl AnyMessage {
    pub(super) fn held_dialect(&self) -> Option<Dialect> {
        None
    }
}

wire::object! {
    /// The saved state of the folding. In this build it is empty.
    pub struct SavedFold {
        /// The surfaces that wait for the end of the input.
        surfaces: Vec<Payload>,
        /// The state of each surface.
        known: BTreeMap<String, Payload>,
    }
}

/// The surfaces that are being folded. In this build there are none.
#[derive(Debug)]
pub(super) struct Folding;

/// A finished canvas or form. This build never creates one.
pub(super) struct FinishedSurface {
    pub(super) from: Dialect,
    pub(super) to: Dialect,
    pub(super) input: u64,
    pub(super) surface_id: String,
    pub(super) result: Result<Output<AnyMessage>, Refusal>,
}

impl Folding {
    pub(super) fn new(_: DialectOrProtocol) -> Self {
        Self
    }

    pub(super) fn restart(&mut self) {}

    pub(super) fn set_max_bytes(&mut self, _: usize) {}

    pub(super) fn save(&self) -> SavedFold {
        SavedFold::new(Vec::<Payload>::new(), BTreeMap::<String, Payload>::new())
    }

    pub(super) fn resume(&mut self, _: SavedFold) -> Result<(), Refusal> {
        Ok(())
    }

    pub(super) fn waiting(&self) -> impl Iterator<Item = u64> {
        std::iter::empty()
    }

    pub(super) fn finish(&mut self, _: &TranslationCx<'_>) -> Vec<FinishedSurface> {
        Vec::new()
    }
}
