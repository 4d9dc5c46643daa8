//! AAP interactions and A2UI actions.
//!
//! | AAP | A2UI | how |
//! |---|---|---|
//! | `action` | `name` | as it is; where the surface is known, the declared name of the component's event |
//! | `element` | `sourceComponentId` | absent and null become `""` |
//! | `data` | `context` | an object as it is, absent and null become `{}`, anything else `{"value": …}`; where the surface is known, the declared context, resolved |
//! | `timestamp` | `timestamp` | verbatim |
//! | `canvasFile` | `surfaceId` | see [`names`], or the routes of the caller |
//! | `id`, `summary`, unknown members | – | carried, where the way back would make something else |
//!
//! An A2UI error and a message of the agent have no image in AAP.

mod action;
mod backward;
mod event;
mod forward;
pub mod names;
mod rules;

pub use action::ClientAction;
pub use backward::backward;
pub use forward::forward;
