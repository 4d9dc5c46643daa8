//! The part of the bridge that does input and output: servers that put agents in front of clients, pages that show surfaces and return
//! clicks, and files that grow.
//!
//! | module | contains |
//! |---|---|
//! | [`page`] | the HTML document that shows surfaces, and its data |
//! | [`server`] | pages with events and actions, as routes of a server |
//! | [`follow`] | a reader that follows a growing file |
//! | `ag_ui` | AG-UI: surfaces for its clients, and its servers as agents (feature `gateway`) |
//! | [`playground`] | a loopback server for the page that translates messages in the browser |
//! | `a2a` | clients and agents of A2A (feature `gateway`) |
//! | `gateway` | agents in front of clients of any protocol (feature `gateway`) |
//! | `mcp` | MCP clients of a gateway, and MCP servers as its agents (feature `gateway`) |
//! | `session_page`, `ahp_canvases`, `aap_pages` | faces of a gateway: a page for browsers, canvases of an AHP host, pages of an AAP agent (feature `gateway`) |
//! | `site` | pages of websites that speak actions.json: their tools for agents, their signals for agents (feature `gateway`) |
//! | [`request_guard`] | the check of `Host` and `Origin` |
//! | `provider` | an AAP provider (feature `provider`) |
//! | `host`, `client` | the two sides of AHP over WebSocket and over lines (feature `ahp`) |
//! | `canvases` | canvases of an AHP host that show A2UI surfaces |
//! | `tool_source` | the tools that an MCP server lists beside its own (feature `gateway`) |
//! | `transport` | the limits of AHP connections, and the reasons why they end |
//!
//! The page itself, a renderer with its styles, is built by `bridge/live/page/build`. This crate embeds it if it was
//! built before: see [`page::assets`].
//!
//! # Features
//!
//! By default the crate contains the page and its routes.
//!
//! | feature | adds |
//! |---|---|
//! | `provider` | the AAP provider: the module `provider` |
//! | `gateway` | agents in front of clients: the module `gateway` and its faces. It enables `ahp` and `provider` |
//! | `sqlite` | sessions in an SQLite database. It enables `gateway` |
//! | `ahp` | AHP hosts and clients over WebSocket and lines: the modules `host`, `client`, `canvases` and `transport` |
//!
//! # Examples
//!
//! The folder `examples` of the crate contains whole programs, each with its output:
//!
//! | program | shows how to |
//! |---|---|
//! | `provider` | run an AAP provider behind a layer that requires a token (feature `provider`) |
//! | `canvas_host` | run an AHP host and a client that shows its canvas (feature `ahp`) |
//! | `gateway` | put an agent of one version of A2UI in front of clients of others (feature `gateway`) |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "provider")]
pub use aap;
#[cfg(feature = "ahp")]
pub use ahp;
pub use wire;

#[cfg(feature = "gateway")]
pub mod a2a;
#[cfg(feature = "gateway")]
pub mod aap_pages;
#[cfg(feature = "gateway")]
pub mod ag_ui;
#[cfg(feature = "gateway")]
mod agent_lines;
#[cfg(feature = "gateway")]
pub mod ahp_canvases;
#[cfg(feature = "gateway")]
mod answer_watch;
#[cfg(feature = "ahp")]
pub mod canvases;
#[cfg(feature = "ahp")]
pub mod client;
// Only a gateway has limits for each address.
#[cfg_attr(not(feature = "gateway"), allow(dead_code))]
mod client_address;
#[cfg(feature = "gateway")]
pub mod command_agent;
#[cfg(feature = "ahp")]
mod connection;
mod connections;
mod csp;
#[cfg(feature = "gateway")]
mod error_chain;
#[cfg(feature = "ahp")]
mod events;
#[cfg(feature = "gateway")]
pub mod file_agent;
pub mod follow;
#[cfg(feature = "gateway")]
pub mod front;
#[cfg(feature = "gateway")]
pub mod gateway;
#[cfg(feature = "ahp")]
pub mod host;
#[cfg(feature = "gateway")]
mod http_client;
// Most limits are those of a gateway.
#[cfg_attr(not(feature = "gateway"), allow(dead_code))]
#[doc(hidden)]
pub mod limits;
#[cfg(feature = "gateway")]
pub mod mcp;
pub mod page;
pub mod playground;
#[cfg(feature = "gateway")]
mod prometheus;
#[cfg(feature = "provider")]
pub mod provider;
#[cfg_attr(not(feature = "gateway"), allow(dead_code))]
pub mod refusal;
pub mod request_guard;
pub mod server;
#[cfg(feature = "gateway")]
pub mod session_page;
#[cfg(feature = "gateway")]
mod session_steps;
// Only a gateway has limits for each address.
#[cfg_attr(not(feature = "gateway"), allow(dead_code))]
mod shares;
#[cfg(feature = "gateway")]
pub mod site;
#[cfg(feature = "gateway")]
mod sse;
#[cfg(all(test, feature = "gateway"))]
mod test_agent;
#[cfg(all(test, feature = "ahp"))]
mod test_host;
#[cfg(feature = "gateway")]
pub mod tool_source;
#[cfg(feature = "ahp")]
pub mod transport;
#[cfg(feature = "gateway")]
mod user;

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
