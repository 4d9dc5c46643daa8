//! The faces of a gateway, through which clients reach it: one module for each protocol, and the pages for browsers.
//!
//! If agents also use the protocol of a face, they are in the module of the face, because both share its messages.

#[cfg(feature = "gateway")]
pub mod a2a;
#[cfg(feature = "gateway")]
pub mod aap_pages;
#[cfg(feature = "gateway")]
pub mod ag_ui;
#[cfg(feature = "gateway")]
pub mod ahp_canvases;
#[cfg(feature = "gateway")]
pub mod ai_sdk;
#[cfg(feature = "gateway")]
mod answer_stream;
#[cfg(feature = "gateway")]
mod bounded_map;
#[cfg(feature = "gateway")]
pub mod chat_bot;
#[cfg(feature = "gateway")]
mod client_action;
#[cfg(feature = "gateway")]
mod closed_surface;
#[cfg(feature = "gateway")]
pub mod mcp;
#[cfg(feature = "gateway")]
mod message_history;
#[cfg(feature = "provider")]
pub mod provider;
#[cfg(feature = "gateway")]
pub mod session_page;
#[cfg(feature = "gateway")]
#[doc(hidden)]
pub mod session_steps;
#[cfg(feature = "gateway")]
pub mod slack;
#[cfg(feature = "gateway")]
mod surface_operations;
#[cfg(feature = "gateway")]
pub mod teams;
#[cfg(feature = "gateway")]
pub mod tool_source;

/// The version of A2UI in which clients of AG-UI, the AI SDK and MCP see the surfaces.
#[cfg(feature = "gateway")]
const DIALECT: agent_ui_text::bridge::Dialect = agent_ui_text::bridge::Dialect::A2ui0_9;
