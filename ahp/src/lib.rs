//! Canvases of the Agent Host Protocol (AHP), as typed wire messages. Unofficial.
//!
//! A canvas is a page that an agent shows beside a conversation. Two shapes of it exist, which share names and mean
//! different things by them, so each has a module of its own and nothing is read by trying both:
//!
//! | module | dialect | holds |
//! |---|---|---|
//! | [`canvas`] | `ahp@canvas` | the Canvas proposal: declarations, open canvases, live state, actions, content |
//! | [`canvas::host`], [`canvas::client`] | `ahp@canvas`; the host also `ahp@1.0` | the two sides of the wire, as state machines without I/O (feature `peers`) |
//! | [`v1_0::client`] | `ahp@1.0` | a client of the release, likewise (feature `peers`) |
//! | [`v1_0`] | `ahp@1.0` | what AHP 1.0 released: a state to present, and references to it |
//! | [`json_rpc`], [`error_code`] | both | the frames in which everything travels |
//! | [`connection`], [`session_list`] | both | how peers meet, and which sessions there are |
//! | [`subscription`], [`envelope`] | both | how peers follow channels and send actions |
//! | [`method`] | both | which method has which parameters and which result |
//! | [`reducer_case`] | both | the format in which AHP writes down what reducers do |
//! | [`transcript`] | both | the states that a log leaves behind |
//! | [`traffic`] | both | which messages of a connection concern canvases |
//! | [`recovery`] | the host | how clients of AHP 1.1 come back |
//! | [`draft`] | neither | canvases as other drafts have them: recognised, kept, named |
//! | [`ids`], [`url`], [`uri`], [`policy`] | both | names and addresses, and which of them may be opened |
//!
//! Reading is tolerant and keeps what it does not know; [`validate`](wire::Validate::validate) then says what a
//! message gets wrong.
//!
//! ```
//! # use agent_ui_ahp as ahp;
//! use ahp::canvas::{CanvasAction, CanvasState, ReduceOutcome, reduce};
//!
//! let mut state: CanvasState = wire::decode(
//!     r#"{"instanceId":"a","canvasId":"plan","extensionId":"x","availability":"ready","provider":{"kind":"server"}}"#,
//! )?;
//! let action: CanvasAction = wire::decode(r#"{"type":"canvas/updated","title":"East wing"}"#)?;
//! assert_eq!(reduce(&mut state, &action), ReduceOutcome::Applied);
//! assert_eq!(state.title.get().map(String::as_str), Some("East wing"));
//! # Ok::<(), wire::DecodeError>(())
//! ```

pub mod canvas;
mod check;
pub mod connection;
pub mod draft;
pub mod envelope;
pub mod error_code;
pub mod ids;
pub mod inventory;
pub mod json_rpc;
#[cfg(feature = "peers")]
mod link;
pub mod method;
pub mod policy;
pub mod recovery;
mod reduce_outcome;
pub mod reducer_case;
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
pub use wire;

/// Compiles the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../../docs/protocols/ahp.md")]
mod ahp_page {}
