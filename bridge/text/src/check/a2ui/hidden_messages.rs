//! Messages that could not be read. They may contain data that other messages seem to lack.

use bridge::a2ui::SurfaceId;
use std::collections::BTreeSet;
use wire::{
    Payload,
    token::{self, TokenKind, Tokens},
};

/// The surfaces that an unreadable message may belong to.
pub(super) enum HiddenSurfaces {
    Any,
    Named(BTreeSet<SurfaceId>),
}

impl HiddenSurfaces {
    /// Returns the surfaces that the text of an unreadable message names. If the text does not clearly name a surface,
    /// the message may belong to any.
    pub(super) fn of_unreadable(text: Option<&str>) -> Self {
        let Some(text) = text else {
            return Self::Any;
        };
        if !Payload::is_json(text) {
            return Self::Any;
        }
        let surfaces = named_surfaces(text);
        if surfaces.is_empty() && has_contents(text) {
            return Self::Any;
        }
        Self::Named(surfaces)
    }
}

/// Returns `true` if a text contains components or data.
fn has_contents(text: &str) -> bool {
    Tokens::new(text)
        .any(|token| token.kind == TokenKind::Name && is_content(&token::string(token.text)))
}

/// Returns `true` if the member with this name contains components or data.
fn is_content(name: &str) -> bool {
    matches!(name, "components" | "contents" | "value" | "dataModel")
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
