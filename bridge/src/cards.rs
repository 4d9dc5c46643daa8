//! Adaptive Cards: A2UI surfaces as cards, and cards as A2UI surfaces.
//!
//! | function | from | to |
//! |---|---|---|
//! | [`card_of_surface`] | a [resolved](a2ui::resolved) surface | a [`SurfaceCard`] |
//! | [`submit_card`] | a [`CardSubmit`] | the action of a button |
//! | [`surface_of_card`] | an [`AdaptiveCard`](adaptive_cards::AdaptiveCard) | messages of A2UI |
//! | [`submit_of_action`] | the action of such a surface | a [`CardAnswer`] with the activity for the bot |
//!
//! None of them keeps state. The buttons of a surface's card contain the surface and the component. The buttons of a card's
//! surface contain the action of the card, so an action alone suffices for the answer.

mod answer;
mod card_action;
mod card_actions;
mod card_draft;
mod card_elements;
mod card_ids;
mod card_input;
mod card_inputs;
mod card_inventory;
mod card_markdown;
mod card_media;
#[macro_use]
mod card_parts;
mod card_reference;
mod card_surface;
mod card_target;
mod card_text;
mod date_functions;
mod link_rules;
mod submit;
#[cfg(test)]
mod submit_tests;
mod surface_card;
#[cfg(test)]
mod surface_card_tests;
#[cfg(test)]
mod tests;
mod visibility;

pub use answer::{CardAnswer, CardAnswerError, submit_of_action};
pub(crate) use card_ids::ENVELOPE;
use card_surface::CardWriter;
pub(crate) use card_surface::card_surface_in;
pub use card_surface::surface_of_card;
pub use card_target::CardTarget;
pub use submit::{CardSubmit, CardSubmitError, FailedInput, submit_card};
pub use surface_card::{SurfaceCard, card_of_surface};

/// The rules of refusals and errors about cards.
mod rules {
    /// The surface shows nothing yet.
    pub(super) const EMPTY: &str = "cards/no-components";
    /// The version does not exist.
    pub(super) const VERSION: &str = "cards/version";
    /// The surface asks for a secret, which the version would show.
    pub(super) const SECRET: &str = "cards/secret";
    /// The card is too large for the host.
    pub(super) const SIZE: &str = "cards/size";
    /// The surface does not accept the submit.
    pub(super) const SUBMIT: &str = "cards/submit";
    /// The card has too many levels.
    pub(super) const DEPTH: &str = "cards/depth";
    /// The action does not belong to the surface of a card.
    pub(super) const ACTION: &str = "cards/action";
}
