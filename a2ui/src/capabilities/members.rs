//! Checks of members that all versions share.

use crate::rules;
use wire::{Field, Finding, Payload, Pointer, Validate};

/// Checks that an optional member is not null, and checks its content.
pub(crate) fn check_member<T: Validate>(
    member: &Field<T>,
    name: &str,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    rules::not_null(member, name, at, found);
    if let Some(value) = member.get() {
        value.findings(&at.member(name), found);
    }
}

/// Checks an object whose values are JSON Schemas.
pub(super) fn check_schemas(
    map: Option<&Payload>,
    name: &str,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(map) = map else { return };
    let at = at.member(name);
    rules::object(map, at.clone(), found);
    for (name, schema) in map.members() {
        if !schema.is_object() && !matches!(schema.text(), "true" | "false") {
            let message =
                format_args!("expected a JSON Schema, found {}", schema.kind()).to_string();
            let finding = Finding::error("not-a-schema", at.member(&name), message);
            found.push(finding.hint("write an object, or `true` for any value"));
        }
    }
}
