//! A2UI 0.8. Messages have no `version` member; their single key determines their type.
//!
//! | sender | messages |
//! |---|---|
//! | agent | [`BeginRendering`], [`SurfaceUpdate`], [`DataModelUpdate`], [`DeleteSurface`] in an [`AgentMessage`] |
//! | client | [`UserAction`], [`Error`] in a [`ClientMessage`] |

#[cfg(feature = "catalog")]
mod action;
mod agent;
#[cfg(feature = "catalog")]
pub mod basic;
#[cfg(feature = "catalog")]
mod bound_value;
#[cfg(feature = "catalog")]
mod children;
mod client;
mod component;
#[cfg(feature = "surface")]
pub(crate) mod contents;
mod data_entry;

#[cfg(feature = "catalog")]
pub use action::{Action, ContextEntry};
pub use agent::{
    AgentBody, AgentMessage, BeginRendering, DataModelUpdate, DeleteSurface, SurfaceUpdate,
};
#[cfg(feature = "catalog")]
pub(crate) use bound_value::check_bound_value;
#[cfg(feature = "catalog")]
pub use bound_value::{BoundBoolean, BoundNumber, BoundString, BoundStringList, BoundValue};
#[cfg(feature = "catalog")]
pub(crate) use children::check_children;
#[cfg(feature = "catalog")]
pub use children::{ChildTemplate, Children};
pub use client::{ClientBody, ClientMessage, Error, UserAction};
pub use component::{Component, ComponentType};
pub use data_entry::DataEntry;
