//! Validation of messages, and of the surfaces that they build.

pub mod a2ui;
mod document_place;
mod message_parts;

use crate::{mistake_hints::HintContext, place::Place};
use bridge::DialectOrProtocol;
use wire::Finding;

/// A finding with its place.
pub type PlacedFinding = (Place, Finding);

/// Returns the hint context of a validation.
pub fn hint_context(protocol: DialectOrProtocol) -> HintContext {
    HintContext { from: protocol, by: "check", opens: "`convert --envelope` reads it" }
}
