//! A2UI 0.8 and 0.9 (0.9.1).
//!
//! The messages of an agent are translated in a session, [`Forward`] or [`Backward`], because 0.9 wants `createSurface` first, which
//! only `beginRendering` of 0.8 can tell; messages of a client one by one.
//!
//! | 0.8 | 0.9 | how |
//! |---|---|---|
//! | `beginRendering` | `createSurface` | what came before is held until it comes; a second one changes the root |
//! | – `root` | the component `root` | the two ids change places, where the catalog says where ids stand; else a Column holds the root |
//! | – `styles` | `theme` | as it is |
//! | – `catalogId` | `catalogId` | the published catalogs have a name in each version; another one keeps its own |
//! | `surfaceUpdate` | `updateComponents` | property by property, by a table of the published catalog; what that does not know, as it is |
//! | `{"literalString": …}`, `{"path": …}` | a literal, `{"path": …}` | with both, the literal is written into the data model first |
//! | `dataModelUpdate` | `updateDataModel` | entries and JSON; back, a deep value becomes several messages, an array a map by index |
//! | `deleteSurface` | `deleteSurface` | as it is |
//! | `userAction` | `action` | as it is, but for the name of the root |
//! | `error` | `error` | as it is; 0.9 wants `code`, `surfaceId` and `message` |
//!
//! What 0.8 has no words for (function calls, checks, accessibility, null, removal) is carried, and something that it knows stands
//! in its place where something has to.

mod action;
mod backward;
mod client;
mod component;
mod components;
mod data;
mod dynamic;
mod forward;
mod property;
mod root;
mod rules;
mod session_backward;
mod session_forward;
mod state;

pub use client::{client_backward, client_forward};
pub use state::{Backward, BackwardSurface, Forward, ForwardSurface, Held};

use crate::Dialect;
use a2ui::v0_9;

/// The dialect of a message that states this version.
fn dialect(version: v0_9::Version) -> Dialect {
    match version {
        v0_9::Version::V0_9_1 => Dialect::A2ui0_9_1,
        _ => Dialect::A2ui0_9,
    }
}
