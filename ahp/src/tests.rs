//! Tests that involve several modules of this crate.

mod redaction;
#[cfg(feature = "peers")]
mod simulation;
mod spec_tables;
