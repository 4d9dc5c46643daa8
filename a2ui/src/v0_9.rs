//! A2UI 0.9 and 0.9.1, which have the same messages and differ in the word by which they call themselves.
//!
//! | from | messages |
//! |---|---|
//! | the agent | [`CreateSurface`], [`UpdateComponents`], [`UpdateDataModel`], [`DeleteSurface`] in an [`AgentMessage`] |
//! | the client | [`UserAction`], [`Error`] in a [`ClientMessage`] |

mod agent;
mod client;
mod component;
mod error;

pub use agent::{
    AgentBody, AgentMessage, CreateSurface, DeleteSurface, UpdateComponents, UpdateDataModel, Version,
};
pub use client::{ClientBody, ClientMessage, UserAction};
pub use component::Component;
pub use error::{Error, GenericError, ValidationFailed, ValidationFailedCode};
