//! A2UI wire types for each version of the protocol, and the surface that A2UI messages build.
//!
//! | module | contents |
//! |---|---|
//! | [`v0_8`] | A2UI 0.8: `beginRendering`, `surfaceUpdate`, `dataModelUpdate`, `deleteSurface`; `userAction`, `error` |
//! | [`v0_9`] | A2UI 0.9 and 0.9.1: `createSurface`, `updateComponents`, `updateDataModel`, `deleteSurface`; `action`, `error` |
//! | [`v0_10`] | A2UI 0.10 and the 1.0 of June 2026: the messages of 0.9, plus `callFunction`, `actionResponse`, `functionResponse` |
//! | [`v1_0`] | A2UI 1.0: the messages of 0.9, plus `callRendererFunction`, `agentFunctionResponse`, `callAgentFunction`, `rendererFunctionResponse` |
//! | [`Message`] | a message of any version; the version is detected |
//! | [`read`], [`stream`] | documents and streams of messages; an invalid message does not affect the others |
//! | [`repair`] | a reader for messages that break the specification in a known way; it reports each repair |
//! | [`extract`] | messages inside model output and other protocols: Markdown, tags, Server-Sent Events, A2A, AG-UI, MCP, tool calls |
//! | [`data_model`] | the data model of a surface, and its pointers |
//! | [`v0_8::basic`], [`v0_9::basic`], [`v0_10::basic`], [`v1_0::basic`] | the components and functions of the published catalog as types (feature `catalog`) |
//! | [`catalog`] | the components of other catalogs, and validation against catalogs (feature `catalog`) |
//! | [`surface`] | surfaces built from an agent's messages: components, data model, snapshots (feature `surface`) |
//! | [`resolved`] | surfaces with all values read: a tree, its inputs and its actions; values that users enter elsewhere (feature `surface`) |
//! | [`expression`] | client-side evaluation: bindings, functions, checks, actions (feature `surface`) |
//! | [`capabilities`], [`ClientDataModel`] | metadata sent with messages: the capabilities of both sides, and the client's data models |
//! | [`a2a`] | the binding to A2A: parts, message metadata, agent extension |
//! | [`ownership`] | the owner of each surface, for orchestrators with several agents (feature `surface`) |
//! | [`report`] | error messages to the agent, built from findings (feature `surface`) |
//! | [`inventory`] | lists of all wire types |
//!
//! Each version is a module. A message belongs to the version that it states, unless the caller specifies another
//! version.
//!
//! ```
//! # #[cfg(feature = "surface")] {
//! use agent_ui_a2ui::surface::Surfaces;
//!
//! let mut surfaces = Surfaces::new();
//! for element in agent_ui_a2ui::read(
//!     r#"[{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}},
//!         {"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1.50}}]"#,
//!     None,
//! )? {
//!     surfaces.apply(&element.result?)?;
//! }
//! let surface = surfaces.get("s").unwrap();
//! assert_eq!(surface.data_model().get("/n").unwrap().text(), "1.50");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `catalog`, components have types:
//!
//! ```
//! # #[cfg(feature = "catalog")] {
//! use agent_ui_a2ui::{
//!     v0_9::{Action, Component, Event, UpdateComponents, basic::{Button, Text}},
//!     wire,
//! };
//!
//! let label = Component::of("label", &Text::new("Send").weight(1.5))?;
//! let button = Component::of("root", &Button::new("label", Action::new(Event::new("send"))))?;
//! let update = UpdateComponents::new("s", vec![button, label]);
//! assert!(wire::encode(&update)?.ends_with(r#"{"id":"label","component":"Text","text":"Send","weight":1.5}]}"#));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! By default the crate contains only the message types.
//!
//! | feature | adds |
//! |---|---|
//! | `catalog` | types for the components and functions of the published catalog, and validation against catalogs: the module `catalog` |
//! | `surface` | surfaces with data models, expressions, actions, owners and error reports: the modules `surface`, `resolved`, `expression`, `ownership` and `report` |
//! | `regex` | the evaluation of the function `regex`; without it the result is unknown |
//! | `chrono` | conversions between timestamps and the types of `chrono` |
//! | `schemars` | an implementation of `schemars::JsonSchema` for every wire type |
//! | `proptest` | a generator (`generate`) for every wire type |
//!
//! # Examples
//!
//! The folder `examples` of the crate contains whole programs, each with its output:
//!
//! | program | shows how to |
//! |---|---|
//! | `edit_text` | read messages, change a text, and write them |
//! | `click` | build a surface, show it, and send the action of a click (feature `surface`) |
//! | `own_catalog` | define and check a component of a custom catalog (feature `catalog`) |
#![cfg_attr(
    not(feature = "catalog"),
    doc = "
[`catalog`]: #features
[`v0_8::basic`]: #features
[`v0_9::basic`]: #features
[`v0_10::basic`]: #features
[`v1_0::basic`]: #features
"
)]
#![cfg_attr(
    not(feature = "surface"),
    doc = "
[`surface`]: #features
[`expression`]: #features
[`ownership`]: #features
[`report`]: #features
[`resolved`]: #features
"
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod a2a;
pub mod address;
pub mod capabilities;
#[cfg(feature = "catalog")]
pub mod catalog;
mod client_data_model;
mod coded;
pub mod data_model;
mod detect;
mod document;
#[cfg(feature = "catalog")]
mod dynamic;
// Patterns are checked with a catalog, and evaluated with a surface.
#[cfg(any(feature = "catalog", all(feature = "surface", feature = "regex")))]
mod ecma_pattern;
#[cfg(feature = "surface")]
pub mod expression;
pub mod extract;

mod ids;
pub mod inventory;
#[doc(hidden)]
pub mod limits;
mod message;
#[cfg(feature = "surface")]
pub mod ownership;
pub mod repair;
#[cfg(feature = "surface")]
pub mod report;
#[cfg(feature = "surface")]
pub mod resolved;
mod rules;
pub mod stream;
#[cfg(feature = "surface")]
pub mod surface;
pub mod v0_10;
pub mod v0_8;
pub mod v0_9;
pub mod v1_0;
mod version;

pub use client_data_model::{ClientDataModel, SurfaceDataModels};
pub use document::{Element, read};
pub use ids::{ActionId, CallId, CatalogId, ComponentId, SurfaceId};
pub use limits::MAX_CALL_DEPTH;
pub use message::Message;
pub use version::{Direction, Notation, Version};
pub use wire;

/// Compiles the examples of the page.
#[cfg(all(doctest, feature = "catalog", feature = "surface"))]
#[doc = include_str!("../docs/a2ui.md")]
mod a2ui_page {}

/// Compiles the examples of the README.
#[cfg(all(doctest, feature = "catalog", feature = "surface"))]
#[doc = include_str!("../README.md")]
mod readme {}
