//! The calls of `agent-ui-text` as requests and replies. Each is one buffer: a line of JSON, followed by the texts.
//!
//! The npm package loads this crate as a WebAssembly module. Its tests can also run the program `agent-ui-calls`, which
//! answers the same requests.

mod calls;
#[cfg(target_family = "wasm")]
pub mod exports;
#[cfg(feature = "inspection")]
mod inspection;
#[cfg(all(target_family = "wasm", feature = "schemas"))]
pub mod random;
mod reply;
mod request;
mod sessions;

pub use sessions::Sessions;
