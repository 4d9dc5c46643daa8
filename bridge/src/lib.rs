//! Translations between AAP, A2UI, AHP canvases and actions.json, in which nothing is lost without being named.
//!
//! A [`Translator`] takes the messages of one dialect and gives those of another. Between most dialects lies one mapping, between
//! others several:
//!
//! ```text
//! actions.json  <->  AAP  <->  A2UI  <->  AHP
//!     actions_json_aap   aap_a2ui   a2ui_ahp
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`Translator`], [`Bridge`], [`translate()`] | messages one after the other, in both directions, or one alone |
//! | [`Note`], [`Verdict`] | what became of every field |
//! | [`Carry`], [`Embed`], [`CarryPolicy`] | what the target cannot hold, beside the message or in it, and who is believed |
//! | [`Context`], [`Routes`] | what no message holds: clock, routes, manifest, surfaces |
//! | [`Refusal`] | why a translation did not take place |
//! | [`actions_json_aap`], [`aap_a2ui`], [`a2ui_ahp`] | interactions and surfaces, from protocol to protocol |
//! | [`a2ui_v0_8_v0_9`], [`a2ui_v0_9_v1_0`] | the versions of A2UI |
//! | [`ahp_canvas_ahp_v1_0`] | AHP canvases, as proposed and as released |
//! | [`actions_json_ahp`], [`actions_json_mcp`] | manifests and calls as canvases with actions, and as MCP tools |
//! | [`actions_json_responses`] | calls as the calls of functions that models make |
//! | [`mcp`], [`mcp_check`], [`responses`], [`canvases`] | MCP's tool definitions and what clients refuse of them; items of the Responses API; lines of AHP |
//! | [`mcp_versions`] | MCP tools and calls from one version of MCP to another |
//! | [`tool_names`] | names of tools where alphabets differ |
//!
//! The crates of the four protocols are re-exported. `agent-ui-fidelity` measures what becomes of every field.

pub mod a2ui_ahp;
mod a2ui_component;
mod a2ui_notation;
pub mod a2ui_v0_8_v0_9;
pub mod a2ui_v0_9_v0_10;
pub mod a2ui_v0_9_v1_0;
pub mod a2ui_v1_0;
pub mod aap_a2ui;
pub mod actions_json_aap;
pub mod actions_json_ahp;
pub mod actions_json_mcp;
pub mod actions_json_responses;
pub mod ahp_canvas_ahp_v1_0;
mod call_id;
mod calls;
pub mod canvases;
mod carry_slot;
pub mod embed;
mod engine;
pub mod inventory;
pub mod mcp;
pub mod mcp_check;
pub mod mcp_versions;
pub mod policy;
pub mod request;
pub mod responses;
mod route;
mod tools;

pub use a2ui;
pub use aap;
pub use actions_json;
pub use ahp;
pub use wire;

pub use ahp_canvas_ahp_v1_0::is_base_url;
pub use embed::{Embed, ExtractedMessage};
pub use engine::{
    Carry, Context, DEFAULT_SESSION_BYTES, Dialect, DialectOrProtocol, Label, LossPolicy, Note, Protocol,
    Refusal, RefusalKind, Requested, Routes, RoutesError, Rule, SavedSurface, Verdict, carry, ids, names,
    tool_names,
};
pub use policy::{Binding, CarryPolicy, IgnoredCarry, SealKey, Trust};
pub use route::{
    AnyMessage, Bridge, Family, Output, Outputs, SavedBridge, SavedTranslator, Sessions, Translation,
    Translator, TypedMessage, route, translate, translate_with_carry,
};

/// Compiles the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme_page {}

/// Compiles the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
mod library_page {}
