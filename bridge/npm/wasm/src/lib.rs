//! The calls of `agent-ui-text` as requests and replies in one buffer each: a line of JSON, and after it the texts as they are.
//!
//! The npm package loads this crate as a WebAssembly module. Its tests can also run the program `agent-ui-calls`, which
//! answers the same requests.

mod calls;
#[cfg(target_family = "wasm")]
pub mod exports;
#[cfg(feature = "inspection")]
mod inspection;
mod reply;
mod request;
mod sessions;

pub use sessions::Sessions;
