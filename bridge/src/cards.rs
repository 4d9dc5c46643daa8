//! Adaptive Cards: A2UI surfaces as cards, and cards as A2UI surfaces.

mod card_action;
mod card_draft;
mod card_ids;
mod card_input;
mod card_media;
mod card_target;
mod card_text;
mod submit;
#[cfg(test)]
mod submit_tests;
mod surface_card;
#[cfg(test)]
mod surface_card_tests;

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
}
