//! What the suites of A2UI's own conformance tests, and the tests of its own cores and agents, ask of actions, messages and
//! streams, case by case in other words and values. Those on functions, expressions, data models and catalogs stand beside the
//! code that answers them.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

extern crate agent_ui_a2ui as a2ui;

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

use a2ui::{Message, surface::Surfaces};

fn read(text: &str) -> Message {
    Message::read(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn apply(surfaces: &mut Surfaces, text: &str) {
    surfaces.apply(&read(text)).unwrap_or_else(|error| panic!("{error} in {text}"));
}
