//! A2UI 0.10, and the 1.0 of June 2026. The former was published as a draft. The latter has the same messages with
//! another `version`. The messages are those of 0.9, plus calls and responses in both directions.
//!
//! | sender | messages |
//! |---|---|
//! | agent | the messages of 0.9; [`FunctionCall`], [`ActionResponse`] in an [`AgentMessage`] |
//! | client | [`UserAction`], [`FunctionResponse`], [`Error`] in a [`ClientMessage`] |

#[cfg(feature = "catalog")]
mod action;
mod agent;
#[cfg(feature = "catalog")]
pub mod basic;
mod client;
mod error;
mod function_call;
#[cfg(test)]
mod tests;

#[cfg(feature = "catalog")]
#[doc(inline)]
pub use crate::v0_9::{
    Argument, CheckRule, DataBinding, DynamicBoolean, DynamicNumber, DynamicString,
    DynamicStringList, DynamicValue,
};
#[doc(inline)]
pub use crate::v0_9::{
    ChildList, ChildTemplate, Component, CreateSurface, DeleteSurface, UpdateComponents,
    UpdateDataModel, ValidationFailed, ValidationFailedCode,
};
#[cfg(feature = "catalog")]
pub use action::{Action, ActionBody, Event};
pub use agent::{ActionResponse, AgentBody, AgentMessage, ResponseError, Version};
pub use client::{ClientBody, ClientMessage, FunctionResponse, UserAction};
pub use error::{Error, GenericError};
pub use function_call::{CallableFrom, FunctionCall, ReturnType};
