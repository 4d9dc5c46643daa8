//! A2UI 0.8. Messages carry no version; their one key says what they are.
//!
//! | from | messages |
//! |---|---|
//! | the agent | [`BeginRendering`], [`SurfaceUpdate`], [`DataModelUpdate`], [`DeleteSurface`] in an [`AgentMessage`] |
//! | the client | [`UserAction`], [`Error`] in a [`ClientMessage`] |

mod action;
mod agent;
pub mod basic;
mod bound_value;
mod children;
mod client;
mod component;
pub(crate) mod contents;
mod data_entry;

pub use action::{Action, ContextEntry};
pub use agent::{AgentBody, AgentMessage, BeginRendering, DataModelUpdate, DeleteSurface, SurfaceUpdate};
pub use bound_value::{BoundBoolean, BoundNumber, BoundString, BoundStringList, BoundValue};
pub use children::{ChildTemplate, Children};
pub use client::{ClientBody, ClientMessage, Error, UserAction};
pub use component::{Component, ComponentType};
pub use data_entry::DataEntry;
