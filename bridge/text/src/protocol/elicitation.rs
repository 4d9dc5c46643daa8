//! Reading and validation for [MCP elicitation](super::mcp_elicitation) and [ACP](super::acp), by revision.

use super::{TypeSupport, add_findings, rewrite};
use crate::json::{self, ObjectMembers};
use bridge::{
    DialectOrProtocol,
    elicitation::{Revision, ValidateIn},
    elicitation_versions,
};
use wire::{DecodeError, Finding, Pointer, TypeInfo, Validate, WireType};

/// Returns the revision for the validation, if the caller names one.
pub(super) fn revision(named: DialectOrProtocol) -> Option<Revision> {
    match named.exact {
        true => elicitation_versions::revision(named.dialect),
        false => None,
    }
}

/// A value with the rules of one revision.
struct InRevision<'v, T> {
    value: &'v T,
    revision: Option<Revision>,
}

impl<T: ValidateIn> Validate for InRevision<'_, T> {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.value.findings_in(self.revision, at, found);
    }
}

/// Validates a text by the rules of a revision, or by those of every revision.
pub(super) fn validate_in<T: WireType + ValidateIn>(
    revision: Option<Revision>,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let value = &wire::decode::<T>(text)?;
    add_findings(&InRevision { value, revision }, T::INFO, text, found);
    Ok(())
}

/// Lists wire types with their validators in a revision. `in_revision!(None => A, B)` becomes
/// `vec![(A::NAME, |text, found| validate_in::<A>(None, text, found)), …]`.
macro_rules! in_revision {
    ($revision:expr => $($Type:ty),* $(,)?) => {
        vec![$( (
            <$Type as ::wire::WireType>::NAME,
            (|text, found| $crate::protocol::elicitation::validate_in::<$Type>($revision, text, found))
                as $crate::protocol::Validator,
        ) ),*]
    };
}
pub(super) use in_revision;

/// Validates a text as a type. A type without rules is only read.
pub(super) fn validate_as(
    types: &TypeSupport,
    (row, named): (&TypeInfo, DialectOrProtocol),
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    match types.validator_of(named, row.name) {
        Some(validate) => validate(text, found),
        None => rewrite(row, text).map(drop),
    }
}

/// Returns the type of a part of a message that both protocols have, from its members.
pub(super) fn shared_part(members: &ObjectMembers<'_>) -> Option<&'static str> {
    if members.has("requestedSchema") || members.has("mode") && members.has("message") {
        return Some("ElicitParams");
    }
    if members.has("elicitation") {
        return Some("ClientCapabilities");
    }
    if members.has("properties") {
        return Some("FormSchema");
    }
    if is_answer(members) {
        return Some("ElicitResult");
    }
    let kind = members.string("type")?;
    let is_property = matches!(
        &*kind,
        "string" | "number" | "integer" | "boolean" | "array"
    );
    is_property.then_some("PropertySchema")
}

/// Returns `true` for the answer of a user, which other protocols do not have in this form.
pub(super) fn is_answer(members: &ObjectMembers<'_>) -> bool {
    let action = members.string("action");
    let mut names = members.names();
    action.is_some() && names.all(|name| ["action", "content", "_meta"].contains(&name))
}

/// Returns `true` if a question has a scope, which only ACP has.
pub(super) fn has_scope(params: &str) -> bool {
    json::member(params, "sessionId").is_some() || json::member(params, "requestId").is_some()
}
