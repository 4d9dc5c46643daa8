//! A2UI 0.9 and 0.9.1, which differ only in the value of `version`.
//!
//! | sender | messages |
//! |---|---|
//! | agent | [`CreateSurface`], [`UpdateComponents`], [`UpdateDataModel`], [`DeleteSurface`] in an [`AgentMessage`] |
//! | client | [`UserAction`], [`Error`] in a [`ClientMessage`] |

#[cfg(feature = "catalog")]
mod action;
mod agent;
#[cfg(feature = "catalog")]
pub mod basic;
#[cfg(feature = "catalog")]
mod check;
mod child_list;
mod client;
mod component;
#[cfg(feature = "catalog")]
mod dynamic;
mod error;
mod function_call;
mod version;

#[cfg(feature = "catalog")]
pub use action::{Action, ActionBody, Event};
pub use agent::{
    AgentBody, AgentMessage, CreateSurface, DeleteSurface, UpdateComponents, UpdateDataModel,
};
#[cfg(feature = "catalog")]
pub use check::CheckRule;
pub use child_list::{ChildList, ChildTemplate};
pub use client::{ClientBody, ClientMessage, UserAction};
pub use component::Component;
#[cfg(feature = "catalog")]
pub(crate) use component::check_child_list_kind;
#[cfg(feature = "catalog")]
pub use dynamic::{
    Argument, DataBinding, DynamicBoolean, DynamicNumber, DynamicString, DynamicStringList,
    DynamicValue,
};
pub use error::{Error, GenericError, ValidationFailed, ValidationFailedCode};
pub use function_call::{FunctionCall, ReturnType};
pub use version::Version;
