//! Adaptive Cards: A2UI surfaces as cards, and cards as A2UI surfaces.
//!
//! A card is a snapshot of a surface: it has no data binding, no functions and no templates. Its inputs come back with the
//! click on a button, and the click becomes the action of the surface.
//!
//! | function | from | to |
//! |---|---|---|
//! | [`card_of_surface`] | a [resolved](a2ui::resolved) surface, and a [`CardTarget`] | a [`SurfaceCard`] with notes |
//! | [`CardSubmit::read`] | an activity of the Bot Framework, or the data of an action | a [`CardSubmit`] |
//! | [`submit_card`] | a [`CardSubmit`] | the action of a button |
//! | [`surface_of_card`] | an [`AdaptiveCard`](adaptive_cards::AdaptiveCard) of another program | messages of A2UI |
//! | [`submit_of_action`] | the action of such a surface | a [`CardAnswer`] with the activity for the bot |
//!
//! None of them keeps state. A button contains the id of the surface and its own key, and the ids of the inputs are their
//! keys, so a submit needs only the surface. The buttons of a card's surface contain the action of the card, so an action
//! alone suffices for the answer.
//!
//! ```
//! use agent_ui_bridge::{
//!     a2ui::{Message, expression::Host, surface::{ClientAction, Surfaces}},
//!     cards::{CardSubmit, CardTarget, card_of_surface, submit_card},
//!     wire::Payload,
//! };
//!
//! let mut surfaces = Surfaces::new();
//! for text in [
//!     r#"{"version":"v0.9","createSurface":{"surfaceId":"trip","catalogId":"c"}}"#,
//!     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"trip","value":{"nights":2}}}"#,
//!     r#"{"version":"v0.9","updateComponents":{"surfaceId":"trip","components":[
//!         {"id":"root","component":"Column","children":["nights","go"]},
//!         {"id":"nights","component":"Slider","label":"Nights","value":{"path":"/nights"},"min":1,"max":14},
//!         {"id":"go","component":"Button","child":"label",
//!             "action":{"event":{"name":"book","context":{"nights":{"path":"/nights"}}}}},
//!         {"id":"label","component":"Text","text":"Book"}]}}"#,
//! ] {
//!     surfaces.apply(&Message::read(text)?)?;
//! }
//! let host = Host::new();
//! let resolved = surfaces.get("trip").unwrap().resolve(&host)?;
//! let card = card_of_surface(&resolved, &CardTarget::version("1.5"))?.card;
//! assert_eq!(card.version.get().map(|version| version.as_str()), Some("1.5"));
//!
//! // The host sends numbers as text.
//! let data = r#"{"a2ui":{"surfaceId":"trip","component":"go"},"nights":"3"}"#;
//! let submit = CardSubmit::read(&Payload::parse(data)?)?;
//! let ClientAction::Event(event) = submit_card(&mut surfaces, &submit, &host)? else { panic!() };
//! assert_eq!((event.name.as_str(), event.context.text()), ("book", r#"{"nights":3}"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod card_action;
mod card_actions;
mod card_draft;
mod card_elements;
mod card_ids;
mod card_input;
mod card_input_kind;
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
    pub(super) const LEVELS: &str = "cards/depth";
    /// The action does not belong to the surface of a card.
    pub(super) const ACTION: &str = "cards/action";
}
