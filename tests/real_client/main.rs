//! The published client of AHP against our host, in memory and over WebSocket: what it reads is what we wrote.
//!
//! Its own binary: tokio and the client are needed nowhere else.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod host;
mod late_clients;
mod live;
mod proposal;
mod release;
mod versions;
mod walk;
