//! Adaptive Cards: A2UI surfaces as cards, and cards as A2UI surfaces.
//!
//! | function | from | to |
//! |---|---|---|
//! | [`surface_of_card`] | an [`AdaptiveCard`](adaptive_cards::AdaptiveCard) | messages of A2UI |
//! | [`submit_of_action`] | the action of such a surface | a [`CardAnswer`] with the activity for the bot |
//!
//! Neither keeps state. The buttons of a card's surface contain the action of the card, so an action alone suffices for the
//! answer.

mod answer;
mod card_actions;
mod card_elements;
mod card_inputs;
mod card_inventory;
#[macro_use]
mod card_parts;
mod card_reference;
mod card_surface;
mod card_text;
mod date_functions;
mod link_rules;
#[cfg(test)]
mod tests;
mod visibility;

pub use answer::{CardAnswer, CardAnswerError, submit_of_action};
use card_surface::CardWriter;
pub use card_surface::{CardNote, surface_of_card};

/// The rules of refusals about cards.
mod rules {
    /// The card has too many levels.
    pub(super) const DEPTH: &str = "cards/depth";
    /// The action does not belong to the surface of a card.
    pub(super) const ACTION: &str = "cards/action";
}
