//! A2UI wire types, version by version, and the surface that its messages build.
//!
//! | module | holds |
//! |---|---|
//! | [`v0_8`] | A2UI 0.8: `beginRendering`, `surfaceUpdate`, `dataModelUpdate`, `deleteSurface`; `userAction`, `error` |
//! | [`v0_9`] | A2UI 0.9 and 0.9.1: `createSurface`, `updateComponents`, `updateDataModel`, `deleteSurface`; `action`, `error` |
//! | [`v0_10`] | A2UI 0.10, and 1.0 as of June 2026: those of 0.9, `callFunction`, `actionResponse`; `functionResponse` |
//! | [`v1_0`] | A2UI 1.0: those of 0.9, `callRendererFunction`, `agentFunctionResponse`; `callAgentFunction`, `rendererFunctionResponse` |
//! | [`Message`] | one message of any version, told by what it states |
//! | [`read`], [`stream`] | documents and streams of messages: one bad message never loses the next |
//! | [`repair`] | messages that break a rule of the specification in a known way: read, with each liberty named |
//! | [`extract`] | messages in what models write and what carriers bring: Markdown, tags, Server-Sent Events, A2A, AG-UI, MCP, tool calls |
//! | [`data_model`] | the data model of a surface and its pointers |
//! | `catalog` | typed views of components and functions, and what a catalog says about them (feature `catalog`) |
//! | `surface` | what the messages of an agent build: components, data model, and the messages that rebuild them (feature `surface`) |
//! | `expression` | what a client computes: bindings, functions, checks, actions (feature `surface`) |
//! | [`capabilities`], [`ClientDataModel`] | what travels beside the messages: what the sides can do, and the data models that the client sends along |
//! | [`a2a`] | all of that inside A2A |
//! | `ownership` | which agent owns which surface, for orchestrators (feature `surface`) |
//! | `report` | the errors that a client sends, built from what was found (feature `surface`) |
//! | [`inventory`] | the lists of all wire types |
//!
//! Versions are modules. A message belongs to the version that it states, or that the caller says.
//!
//! The default is the messages. Features: `catalog` and `surface` as above, `regex` evaluates the function of that name, `schemars` and
//! `proptest` give every wire type a `JsonSchema` and a generator.
//!
//! ```
//! # use agent_ui_a2ui as a2ui;
//! use a2ui::{Message, surface::Surfaces};
//!
//! let mut surfaces = Surfaces::new();
//! for element in a2ui::read(
//!     r#"[{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}},
//!         {"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1.50}}]"#,
//!     None,
//! )? {
//!     surfaces.apply(&element.result?)?;
//! }
//! let surface = surfaces.get("s").unwrap();
//! assert_eq!(surface.data_model().get("/n").unwrap().text(), "1.50");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod a2a;
mod address;
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
#[cfg(feature = "surface")]
pub mod expression;
pub mod extract;

mod ids;
pub mod inventory;
mod message;
#[cfg(feature = "surface")]
pub mod ownership;
pub mod repair;
#[cfg(feature = "surface")]
pub mod report;
mod rules;
pub mod stream;
#[cfg(feature = "surface")]
pub mod surface;
pub mod v0_10;
pub mod v0_8;
pub mod v0_9;
pub mod v1_0;

pub use client_data_model::{ClientDataModel, SurfaceDataModels};
pub use document::{Element, read};
pub use ids::{ActionId, CallId, CatalogId, ComponentId, SurfaceId};
pub use message::{Direction, Message, Notation, Version};
pub use rules::{MAX_CALL_DEPTH, MAX_JSON_DEPTH};
pub use wire;
