//! The graph of mappings, and what finds its way through it.
//!
//! A node of the graph is a [`Dialect`](crate::Dialect) and a [`Family`], an edge is a mapping. A message picks the node where it
//! begins; from there it takes the route with the fewest mappings. Where several are as short, the carry decides, if it says
//! through which dialect the message came; else the order of the table.

mod bridge;
mod message;
mod note_composition;
mod sessions;
mod table;
mod translate;
mod translator;

pub use bridge::{Bridge, SavedBridge};
pub use message::{AnyMessage, Family, TypedMessage};
pub use sessions::Sessions;
pub use table::route;
pub use translate::{Translation, translate, translate_with_carry};
pub use translator::{Output, Outputs, SavedTranslator, Translator};
