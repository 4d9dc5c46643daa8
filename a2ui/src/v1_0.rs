//! A2UI 1.0 since August 2026, when calls became separate messages in both directions.
//!
//! Since September 2026, bindings and calls are written `{"@path": …}` and `{"@call": …}` instead of `{"path": …}` and
//! `{"call": …}`. Since November 2026, the common keys of components also begin with `@`, and `version` is `1.0`
//! instead of `v1.0`. These are three [notations](crate::Notation) of the same messages. The types in this module use
//! the current names and preserve the notation that they read. The 1.0 of June 2026 had the messages of
//! [0.10](crate::v0_10).
//!
//! | sender | messages |
//! |---|---|
//! | agent | [`CreateSurface`], [`UpdateComponents`], [`UpdateDataModel`], [`DeleteSurface`], [`CallRendererFunction`], [`FunctionResponse`] in an [`AgentMessage`] |
//! | renderer (client) | [`UserAction`], [`CallAgentFunction`], [`FunctionResponse`], [`Error`] in a [`RendererMessage`] |

#[cfg(feature = "catalog")]
mod action;
mod agent;
#[cfg(feature = "catalog")]
pub mod basic;
#[cfg(feature = "catalog")]
mod binding;
#[cfg(feature = "catalog")]
mod check;
mod component;
#[cfg(feature = "catalog")]
mod dynamic;
mod error;
mod function;
mod metadata;
mod renderer;
mod version;

#[cfg(test)]
mod tests;

#[doc(inline)]
pub use crate::v0_9::{ChildList, ChildTemplate, DeleteSurface};
#[doc(inline)]
pub use crate::v0_10::ResponseError;
#[cfg(feature = "catalog")]
pub use action::{Action, ActionBody, Event};
pub use agent::{
    AgentBody, AgentMessage, CallRendererFunction, CreateSurface, UpdateComponents, UpdateDataModel,
};
#[cfg(feature = "catalog")]
pub use binding::{AtDataBinding, DataBinding, PlainDataBinding};
#[cfg(feature = "catalog")]
pub use check::{CheckCondition, CheckRule, ValidationResult, ValidationSeverity};
pub use component::Component;
#[cfg(feature = "surface")]
pub(crate) use component::SURFACE;
#[cfg(feature = "catalog")]
pub use dynamic::{
    Argument, DynamicBoolean, DynamicNumber, DynamicString, DynamicStringList, DynamicValue,
    Meaning, NotationError,
};
pub use error::{Error, GenericError, ValidationFailed, ValidationFailedCode};
pub use function::{AtFunctionCall, FunctionCall, FunctionResponse, PlainFunctionCall};
pub use metadata::Metadata;
pub use renderer::{CallAgentFunction, RendererBody, RendererMessage, UserAction};
pub use version::Version;
