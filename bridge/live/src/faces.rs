//! The sides of a gateway that clients see: one module for each protocol, and the pages for browsers.
//!
//! The agents of a protocol that also has a face stand beside it, because both share the messages of the protocol.

#[cfg(feature = "gateway")]
pub mod a2a;
#[cfg(feature = "gateway")]
pub mod aap_pages;
#[cfg(feature = "gateway")]
pub mod ag_ui;
#[cfg(feature = "gateway")]
pub mod ahp_canvases;
#[cfg(feature = "gateway")]
pub mod mcp;
#[cfg(feature = "provider")]
pub mod provider;
#[cfg(feature = "gateway")]
pub mod session_page;
#[cfg(feature = "gateway")]
#[doc(hidden)]
pub mod session_steps;
#[cfg(feature = "gateway")]
pub mod tool_source;
