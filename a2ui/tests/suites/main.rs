//! What the suites of A2UI's own conformance tests, and the tests of its own cores and agents, ask, case by case in other words
//! and values. Those on functions, expressions, data models and catalogs stand beside the code that answers them.
//!
//! What of `conformance/agent`, `conformance/cli` and `conformance/inference_formats` is not named in a module is about programs that
//! write prompts, code and messages in other languages, and about agents that choose catalogs for a client; nothing here does that.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

extern crate agent_ui_a2ui as a2ui;

mod a2a_integration;
mod accessibility;
mod actions;
mod client;
mod common_types;
mod composition_constraints;
mod messages;
mod multi_catalog;
mod node_resolution;
mod reserved_keys;
mod streaming;
mod validation_result;
mod validator;

use a2ui::{Message, surface::Surfaces};

fn read(text: &str) -> Message {
    Message::read(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn apply(surfaces: &mut Surfaces, text: &str) {
    surfaces.apply(&read(text)).unwrap_or_else(|error| panic!("{error} in {text}"));
}
