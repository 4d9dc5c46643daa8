//! The check of a payload against the schema of its signal.

use super::{AdmissionRefusal, AdmissionRefusalKind};
use crate::{
    manifest::SignalName,
    schema::{SchemaCache, SchemaCheckError},
};
use wire::{Payload, Pointer};

pub(super) fn check(
    signal: &SignalName,
    (schema, compiled): (&Payload, &SchemaCache),
    payload: &Payload,
) -> Result<(), AdmissionRefusal> {
    let at = Pointer::root().member("payload");
    let at_schema = format!("the `payload` of the signal {:?}", signal.as_str());
    let violations = compiled
        .violations(schema, payload, &at)
        .map_err(|error| match error {
            SchemaCheckError::Schema { pointer, reason } => {
                let message = "the schema of the signal cannot be used to check payloads";
                let hint = format!("fix {at_schema} at {:?}: {reason}", pointer.as_str());
                AdmissionRefusal::new(
                    AdmissionRefusalKind::SchemaUnusable,
                    at.clone(),
                    message,
                    hint,
                )
            }
            SchemaCheckError::Value { reason } => {
                let message = "the payload cannot be checked against a schema";
                AdmissionRefusal::new(
                    AdmissionRefusalKind::PayloadInvalid,
                    at.clone(),
                    message,
                    reason,
                )
            }
            // Without the feature, payloads cannot be checked, so none is admitted.
            SchemaCheckError::Unchecked => {
                let message =
                    "the payload has a schema, but this program was built without schema checks";
                let hint = format!(
                    "build with the feature `jsonschema`, or remove `payload` from the signal {:?}",
                    signal.as_str()
                );
                AdmissionRefusal::new(AdmissionRefusalKind::Unchecked, at.clone(), message, hint)
            }
        })?;
    let Some(first) = violations.first() else {
        return Ok(());
    };
    let message = format!("the payload does not match its schema: {}", first.message);
    let hint = format!("send what {at_schema} describes");
    let refused = AdmissionRefusal::new(
        AdmissionRefusalKind::PayloadInvalid,
        first.pointer.clone(),
        message,
        hint,
    );
    Err(AdmissionRefusal {
        violations,
        ..refused
    })
}
