//! Agent UI Bridge on NATS JetStream.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod names;
#[cfg(feature = "session-store")]
pub mod session_store;

pub use names::{Direction, InvalidName, StreamNames, session_name, session_token};
