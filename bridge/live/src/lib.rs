//! What of the bridge does input and output: pages that show surfaces, a server on loopback that brings clicks back, and files that
//! grow.
//!
//! | module | holds |
//! |---|---|
//! | [`page`] | the document that shows surfaces, and the data in it |
//! | [`server`] | a server for it, on loopback, with events and actions |
//! | [`follow`] | a file to which somebody appends |
//! | `provider` | an AAP provider, behind the feature of that name |
//! | `host`, `client` | the two sides of AHP over WebSocket and over lines, behind the feature `ahp` |
//! | `canvases` | canvases of such a host that show A2UI surfaces |
//! | `carrier` | what both of them may take, and how their connections end |
//!
//! The page itself, a renderer with its styles, is built by `bridge/live/page/build` and embedded if it is there when this crate is
//! built: see [`page::assets`].

#[cfg(feature = "ahp")]
pub use ahp;

#[cfg(feature = "ahp")]
pub mod canvases;
#[cfg(feature = "ahp")]
pub mod carrier;
#[cfg(feature = "ahp")]
pub mod client;
#[cfg(feature = "ahp")]
mod connection;
mod connections;
mod csp;
#[cfg(feature = "ahp")]
mod events;
pub mod follow;
#[cfg(feature = "ahp")]
pub mod host;
pub mod page;
#[cfg(feature = "provider")]
pub mod provider;
#[cfg(any(feature = "ahp", feature = "provider"))]
mod request_guard;
pub mod server;
#[cfg(all(test, feature = "ahp"))]
mod test_host;

/// Shows an address in the browser of the user.
///
/// # Errors
/// If there is nothing that could.
pub fn open(address: &str) -> std::io::Result<()> {
    open::that_detached(address)
}
