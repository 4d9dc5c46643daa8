//! Validation of questions and answers, by revision.

mod acp_messages;
mod by_revision;
mod content;
mod format;
mod mcp_messages;
mod questions;
mod schema;
mod secret;
#[cfg(test)]
mod tests;
mod value;

pub use by_revision::ValidateIn;
