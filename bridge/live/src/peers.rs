//! AHP hosts and clients over WebSocket and over lines, and canvases that show A2UI surfaces.

pub mod canvases;
pub mod client;
pub(crate) mod connection;
pub(crate) mod events;
pub mod host;
#[cfg(test)]
pub(crate) mod test_host;
pub mod transport;
