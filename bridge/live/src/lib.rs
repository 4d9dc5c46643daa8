//! The part of the bridge that performs input and output: servers that connect agents to clients, pages that show
//! surfaces and return clicks, and readers of growing files.
//!
//! | module | contains |
//! |---|---|
//! | `gateway` | sessions between agents and clients of any protocol (feature `gateway`) |
//! | [`agents`] | agents of a gateway: commands and files (feature `gateway`), and a reader that follows a growing file |
//! | [`faces`] | the protocols through which clients reach a gateway: AG-UI, the AI SDK, A2A, MCP, a page for browsers, canvases of an AHP host, pages of an AAP agent, and bots of Slack and Teams (feature `gateway`). Also an independent AAP provider (feature `provider`) |
//! | `site` | websites that use actions.json: their tools and signals for agents (feature `gateway`) |
//! | [`server`] | the common parts of all servers: the check of `Host` and `Origin`, limits, users, and the server of all faces |
//! | `peers` | hosts and clients of AHP over WebSocket and over lines (feature `ahp`) |
//! | [`page`] | the HTML document that shows surfaces, and its data |
//!
//! The page itself, a renderer with its styles, is built by `bridge/live/page/build`. If the page was built before this
//! crate, the crate embeds it: see [`page::assets`].
//!
//! # Features
//!
//! By default the crate contains the page and its routes.
//!
//! | feature | adds |
//! |---|---|
//! | `provider` | the AAP provider: the module `faces::provider` |
//! | `gateway` | the module `gateway`, which connects agents to clients, and its faces. It enables `ahp` and `provider` |
//! | `sqlite` | sessions in an SQLite database. It enables `gateway` |
//! | `ahp` | AHP hosts and clients over WebSocket and lines: the module `peers` |
//!
//! # Examples
//!
//! The folder `examples` of the crate contains whole programs, each with its output:
//!
//! | program | shows how to |
//! |---|---|
//! | `provider` | run an AAP provider behind a layer that requires a token (feature `provider`) |
//! | `canvas_host` | run an AHP host and a client that shows its canvas (feature `ahp`) |
//! | `gateway` | connect an agent of one version of A2UI to clients of other versions (feature `gateway`) |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "provider")]
pub use aap;
#[cfg(feature = "ahp")]
pub use ahp;
pub use wire;

pub mod agents;
#[cfg(feature = "gateway")]
mod error_chain;
pub mod faces;
#[cfg(feature = "gateway")]
pub mod gateway;
// Most limits are those of a gateway.
#[cfg_attr(not(feature = "gateway"), allow(dead_code))]
#[doc(hidden)]
pub mod limits;
#[cfg(feature = "gateway")]
mod member_text;
pub mod page;
#[cfg(feature = "ahp")]
pub mod peers;
pub mod server;
#[cfg(feature = "gateway")]
pub mod site;
#[cfg(feature = "gateway")]
mod sse;
#[cfg(all(test, feature = "gateway"))]
mod test_agent;
#[cfg(all(test, feature = "gateway"))]
mod test_script;
#[cfg(feature = "provider")]
mod timestamp;

/// Opens an address in the user's browser.
///
/// # Errors
/// Returns an error if no browser can be started.
pub fn open(address: &str) -> std::io::Result<()> {
    open::that_detached(address)
}

/// Compiles the examples of the README.
#[cfg(all(doctest, feature = "gateway"))]
#[doc = include_str!("../README.md")]
mod readme {}
