//! The published client of AHP, connected to our host in memory and over WebSocket. The client reads exactly the frames
//! that the host writes.
//!
//! These tests have their own binary, because only they need tokio and the client.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod host;
mod late_clients;
mod live;
mod proposal;
mod release;
mod session_canvases;
mod versions;
mod walk;
