//! A2UI 0.8. Messages carry no version; their one key says what they are.
//!
//! | from | messages |
//! |---|---|
//! | the agent | [`BeginRendering`], [`SurfaceUpdate`], [`DataModelUpdate`], [`DeleteSurface`] in an [`AgentMessage`] |
//! | the client | [`UserAction`], [`Error`] in a [`ClientMessage`] |

mod agent;
mod client;
mod component;
pub(crate) mod contents;
mod data_entry;

pub use agent::{AgentBody, AgentMessage, BeginRendering, DataModelUpdate, DeleteSurface, SurfaceUpdate};
pub use client::{ClientBody, ClientMessage, Error, UserAction};
pub use component::{Component, ComponentType};
pub use data_entry::DataEntry;
