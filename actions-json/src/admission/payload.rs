//! Whether a payload fits the schema of its signal.

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
    let violations = compiled.violations(schema, payload, &at).map_err(|unjudged| match unjudged {
        SchemaCheckError::Schema { pointer, reason } => {
            let message = "The schema of the signal cannot be used.";
            let hint = format!("{reason} at {:?} of {at_schema}", pointer.as_str());
            AdmissionRefusal::new(AdmissionRefusalKind::SchemaUnusable, at.clone(), message, hint)
        }
        SchemaCheckError::Value { reason } => {
            let message = "The payload is nothing that a schema can judge.";
            AdmissionRefusal::new(AdmissionRefusalKind::PayloadInvalid, at.clone(), message, reason)
        }
        // Without the check nothing can be said of a payload, and so nothing passes.
        SchemaCheckError::Unchecked => {
            let message = "The payload has a schema, and this program cannot check schemas.";
            let hint = format!(
                "a build with the feature `jsonschema`, or the signal {:?} without `payload`",
                signal.as_str()
            );
            AdmissionRefusal::new(AdmissionRefusalKind::Unchecked, at.clone(), message, hint)
        }
    })?;
    let Some(first) = violations.first() else {
        return Ok(());
    };
    let message = format!("The payload does not fit its schema: {}.", first.message);
    let hint = format!("what {at_schema} describes");
    let refused =
        AdmissionRefusal::new(AdmissionRefusalKind::PayloadInvalid, first.pointer.clone(), message, hint);
    Err(AdmissionRefusal { violations, ..refused })
}
