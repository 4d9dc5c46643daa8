//! Messages that could not be read or applied. They may contain what other messages seem to lack.

use bridge::a2ui::SurfaceId;
use std::collections::BTreeSet;
use wire::{
    Payload,
    token::{self, TokenKind, Tokens},
};

/// The surfaces whose messages are not all known.
#[derive(Debug, Default)]
pub(super) struct HiddenMessages {
    /// `true` if an unreadable message may belong to any surface.
    is_any: bool,
    unreadable: BTreeSet<SurfaceId>,
    refused: BTreeSet<SurfaceId>,
}

impl HiddenMessages {
    /// Records an unreadable message. If its text does not name its surface for certain, any surface may be meant.
    pub(super) fn add_unreadable(&mut self, text: Option<&str>) {
        let Some(text) = text.filter(|text| Payload::is_json(text)) else {
            self.is_any = true;
            return;
        };
        let surfaces = named_surfaces(text);
        self.is_any |= surfaces.is_empty() && has_contents(text);
        self.unreadable.extend(surfaces);
    }

    /// Records a message that was not applied completely.
    pub(super) fn add_refused(&mut self, id: &SurfaceId) {
        self.refused.insert(id.clone());
    }

    /// Forgets a deleted surface.
    pub(super) fn delete(&mut self, id: &SurfaceId) {
        self.unreadable.remove(id);
        self.refused.remove(id);
    }

    /// Returns `true` if an unreadable message may belong to the surface.
    pub(super) fn has_unreadable(&self, id: &SurfaceId) -> bool {
        self.is_any || self.unreadable.contains(id)
    }

    /// Returns `true` if a message of the surface was not applied completely.
    pub(super) fn has_refused(&self, id: &SurfaceId) -> bool {
        self.refused.contains(id)
    }
}

/// Returns `true` if a text contains components or data.
fn has_contents(text: &str) -> bool {
    let is_content = |name: &str| matches!(name, "components" | "contents" | "value" | "dataModel");
    Tokens::new(text)
        .any(|token| token.kind == TokenKind::Name && is_content(&token::string(token.text)))
}

/// Returns the surfaces that a text names, at any depth.
fn named_surfaces(text: &str) -> BTreeSet<SurfaceId> {
    let mut surfaces = BTreeSet::new();
    let mut is_id = false;
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::Name => is_id = token::string(token.text) == "surfaceId",
            TokenKind::String if is_id => {
                surfaces.insert(SurfaceId::from(&*token::string(token.text)));
                is_id = false;
            }
            _ => is_id = false,
        }
    }
    surfaces
}
