//! Canvases of the Agent Host Protocol (AHP), as typed wire messages. Unofficial.
//!
//! A canvas is a page that an agent shows next to a conversation. AHP has two shapes of canvas, which use the same
//! names with different meanings. Each shape has its own module, and the caller chooses which one to read.
//!
//! | module | dialect | contains |
//! |---|---|---|
//! | [`canvas`] | `ahp@canvas` | the Canvas proposal: declarations, open canvases, live state, actions, content |
//! | [`canvas::host`], [`client`] | `ahp@canvas`, `ahp@1.0` | the two sides of a connection, as state machines without I/O (feature `peers`) |
//! | [`v1_0`] | `ahp@1.0` | canvases as released in AHP 1.0: a state to present, and references to it |
//! | [`json_rpc`], [`frame`], [`error_code`] | both | JSON-RPC messages, their validation, and error codes |
//! | [`connection`], [`session_list`] | both | the handshake, and the list of sessions |
//! | [`subscription`], [`envelope`] | both | following channels and sending actions |
//! | [`method`] | both | the parameters and the result of each method |
//! | [`reducer_case`] | both | the format of AHP's shared test cases for reducers |
//! | [`transcript`] | both | the states that follow from a log of a host's messages |
//! | [`traffic`] | both | a filter for the messages that are about canvases |
//! | [`recovery`] | the host | reconnecting clients of AHP 1.1 |
//! | [`draft`] | neither | recognises canvases of other drafts |
//! | [`ids`], [`url`], [`uri`], [`policy`] | both | names and addresses, and the policy for opening URLs |
//!
//! Reading is tolerant and preserves unknown members. [`validate`](wire::Validate::validate) reports the errors in a
//! message.
//!
//! ```
//! use agent_ui_ahp::{canvas::{CanvasAction, CanvasState, ReduceOutcome, reduce}, wire};
//!
//! let mut state: CanvasState = wire::decode(
//!     r#"{"instanceId":"a","canvasId":"plan","extensionId":"x","availability":"ready","provider":{"kind":"server"}}"#,
//! )?;
//! let action: CanvasAction = wire::decode(r#"{"type":"canvas/updated","title":"East wing"}"#)?;
//! assert_eq!(reduce(&mut state, &action), ReduceOutcome::Applied);
//! assert_eq!(state.title.get().map(String::as_str), Some("East wing"));
//! # Ok::<(), wire::DecodeError>(())
//! ```
//!
//! # Features
//!
//! By default the crate contains only the message types.
//!
//! | feature | adds |
//! |---|---|
//! | `peers` | the two sides of a connection as state machines: the modules `canvas::host` and `client` |
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
//! | `canvas_state` | follow the state of a canvas, with an action that is unknown |

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod canvas;
mod check;
#[cfg(feature = "peers")]
pub mod client;
pub mod connection;
pub mod draft;
pub mod envelope;
pub mod error_code;
pub mod frame;
pub mod ids;
pub mod inventory;
#[cfg(feature = "peers")]
mod link;
pub mod method;
pub mod policy;
pub mod recovery;
mod reduce_outcome;
pub mod reducer_case;
mod scheme;
pub mod session_list;
#[cfg(feature = "peers")]
mod strict;
pub mod subscription;
#[cfg(test)]
mod tests;
pub mod traffic;
pub mod transcript;
pub mod uri;
pub mod url;
pub mod v1_0;
mod version;

pub use reduce_outcome::ReduceOutcome;
pub use wire::{self, json_rpc};

/// Compiles the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../docs/ahp.md")]
mod ahp_page {}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
