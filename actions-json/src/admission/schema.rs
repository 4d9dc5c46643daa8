//! Whether a payload fits the schema of its signal.

#[cfg(feature = "jsonschema")]
mod bounded;
#[cfg(feature = "jsonschema")]
mod checked;

use super::Refused;
use wire::Payload;

#[cfg(feature = "jsonschema")]
pub(super) fn check(index: usize, schema: &Payload, payload: &Payload) -> Result<(), Refused> {
    checked::check(index, schema, payload)
}

/// Without the check nothing can be said of a payload, and so nothing passes.
#[cfg(not(feature = "jsonschema"))]
pub(super) fn check(index: usize, _: &Payload, _: &Payload) -> Result<(), Refused> {
    let at = wire::Pointer::root().member("payload");
    let message = "The payload has a schema, and this program cannot check schemas.";
    let hint =
        format!("a build with the feature `jsonschema`, or no `payload` at /signals/{index} of the manifest");
    Err(Refused::new(super::RefusedKind::Unchecked, at, message, hint))
}
