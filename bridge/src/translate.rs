//! The graph of mappings, and the translators that follow routes through it.
//!
//! A node of the graph is a [`Dialect`](crate::Dialect) and a [`Family`]; an edge is a mapping. A message starts at the
//! node of its own dialect and family and takes the route with the fewest mappings. If several routes are equally
//! short, the carry decides if it names the dialect through which the message came. Otherwise the order of the table
//! decides.

#[cfg(feature = "a2ui")]
mod a2ui_messages;
mod bridge;
#[cfg(all(feature = "a2ui", feature = "renditions"))]
mod finished_surface;
#[cfg(all(feature = "a2ui", any(feature = "ahp", feature = "renditions")))]
mod folding;
#[cfg(not(all(feature = "a2ui", any(feature = "ahp", feature = "renditions"))))]
#[path = "translate/no_folding.rs"]
mod folding;
#[cfg(feature = "ahp")]
mod hosts;
#[cfg(feature = "actions-json")]
mod items;
mod message;
#[cfg(not(feature = "a2ui"))]
mod no_a2ui_messages;
mod note_composition;
mod one_message;
mod read;
mod sessions;
mod table;
mod translator;

pub use bridge::{Bridge, SavedBridge};
pub use folding::*;
pub use message::{AnyMessage, Family, TypedMessage};
pub use one_message::{Translation, translate, translate_with_carry};
pub use sessions::Sessions;
pub use table::route;
pub use translator::{Output, Outputs, SavedTranslator, Translator};
