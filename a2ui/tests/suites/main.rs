//! The cases in the suites of A2UI's own conformance tests, and in the tests of its own cores and agents, one by one in other
//! words and values. The cases for functions, expressions, data models and catalogs are next to the code that they test.
//!
//! The modules name the cases that they cover. The other cases of `conformance/agent`, `conformance/cli` and
//! `conformance/inference_formats` are about programs that write prompts, code and messages in other languages, and about
//! agents that choose catalogs for a client.

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
    surfaces
        .apply(&read(text))
        .unwrap_or_else(|error| panic!("{error} in {text}"));
}
