//! JSON Schemas: V6, and whether any draft accepts them (feature `jsonschema`).

use super::{
    judge::{Judge, sentence},
    rules::Rule,
};
use wire::{Payload, Pointer};

/// A schema is an object. Null counts as something else.
pub(super) fn schema(rule: &Rule, at: &Pointer, name: &str, schema: &Option<Payload>, judge: &mut Judge<'_>) {
    let Some(schema) = schema else { return };
    if schema.is_object() {
        #[cfg(feature = "jsonschema")]
        usable(&at.member(name), schema, judge);
    } else {
        judge.find(rule, at.member(name), sentence(schema.kind()), "a JSON Schema that is an object");
    }
}

#[cfg(feature = "jsonschema")]
fn usable(at: &Pointer, schema: &Payload, judge: &mut Judge<'_>) {
    if let Err((below, reason)) = crate::schema::accepted_by_a_draft(schema) {
        let message = "No draft of JSON Schema accepts this schema.";
        judge.find(&super::rules::UNUSABLE_SCHEMA, at.join(&below), message, reason);
    }
}
