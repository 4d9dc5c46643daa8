//! Types of elicitation in the Model Context Protocol (MCP) and in the Agent Client Protocol (ACP): questions to a user,
//! answers, permission requests and tool calls.
//!
//! | items | purpose |
//! |---|---|
//! | [`FormSchema`], [`PropertySchema`], [`Choice`] | the inputs of a form |
//! | [`ElicitParams`], [`FormParams`], [`UrlParams`] | a question: a form, or an address to open |
//! | [`ElicitResult`], [`ElicitAction`] | the answer of a user |
//! | [`Revision`], [`ValidateIn`] | the differences between the revisions, and validation against one of them |
//! | [`mcp`] | messages of MCP 2025-06-18, 2025-11-25 and 2026-07-28 |
//! | [`acp`] | messages of ACP 1 and 2 |
//! | [`inventory`] | the list of all wire types |
//!
//! Reading is tolerant, and [`wire::Validate`] reports everything that breaks a rule of every revision. The crate does no
//! I/O, and uses no clock and no random numbers.
//!
//! ```
//! use agent_ui_elicitation::{ElicitParams, mcp::McpMessage, wire};
//!
//! let text = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"How old are you?","requestedSchema":{"type":"object","properties":{"age":{"type":"integer","minimum":18}},"required":["age"]}}}"#;
//! let McpMessage::Request(request) = wire::decode(text)? else { unreachable!() };
//! let ElicitParams::Form(form) = &request.params else { unreachable!() };
//!
//! let answer = wire::Payload::parse(r#"{"age":17}"#)?;
//! let found = form.requested_schema.check_content(&answer);
//! assert_eq!((found[0].rule, found[0].pointer.as_str()), ("elicit-content", "/age"));
//! # Ok::<(), wire::DecodeError>(())
//! ```
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `schemars` | an implementation of `schemars::JsonSchema` for every wire type |
//! | `proptest` | a generator (`generate`) for every wire type |
//!
//! Patterns of ACP are kept, but answers are not compared with them.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod acp;
mod answer;
mod capability;
mod check;
mod frame;
pub mod inventory;
pub mod mcp;
mod named_map;
mod number_kind;
mod params;
mod request_key;
mod revision;
mod schema;
mod shape;

pub use answer::{ElicitAction, ElicitResult};
pub use capability::{ClientCapabilities, ElicitationCapability};
pub use check::ValidateIn;
pub use frame::{
    CompleteMethod, CompleteParams, ElicitMethod, ElicitRequest, ElicitResponse,
    ElicitationComplete, ElicitationError, ErrorData, ErrorResponse, MISSING_CLIENT_CAPABILITY,
    URL_ELICITATION_REQUIRED,
};
pub use named_map::NamedMap;
pub use number_kind::NumberKind;
pub use params::{ElicitMode, ElicitParams, FormParams, UrlParams};
pub use request_key::{id_of_key, key_of_id};
pub use revision::{Revision, UnknownRevision};
pub use schema::{
    BooleanProperty, Choice, ChoiceItems, ChoicesProperty, FormSchema, NumberProperty,
    PropertySchema, TextFormat, TextProperty, TitledOption,
};
pub use wire;

/// Compiles the examples of the page about elicitation.
#[cfg(doctest)]
#[doc = include_str!("../docs/elicitation.md")]
mod elicitation_page {}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
