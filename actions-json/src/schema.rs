//! JSON Schema checks of payloads and arguments (feature `jsonschema`), and of the schemas themselves.
//!
//! The draft in `$schema` (6, 7, 2019-09 or 2020-12) determines the meaning of a schema; the default is 2020-12.
//! Nothing is fetched, and the cost of a schema is bounded by its size. A `$ref` into another document, a recursive
//! schema or a `pattern` with look-around therefore makes a schema unusable. Numbers beyond 64 bits are compared as
//! doubles.
//!
//! [`strict`] is the schema of manifests themselves. `faults` finds the faults of schemas.

#[cfg(feature = "jsonschema")]
mod bounds;
mod cache;
mod common;
#[cfg(feature = "jsonschema")]
mod faults;
#[cfg(feature = "jsonschema")]
mod pattern;
pub(crate) mod strict;
mod subschemas;
#[cfg(feature = "jsonschema")]
mod validator;
mod violation;

pub(crate) use cache::SchemaCache;
pub use common::is_common;
#[cfg(feature = "jsonschema")]
pub use faults::{SchemaFault, faults, faults_in_2020_12};
pub use strict::strict;
pub use subschemas::{Subschemas, subschemas, visit_schemas};
pub use violation::{SchemaCheckError, Violation};

use wire::{Payload, Pointer};

/// Returns the places where a value does not match a schema, at most 32. The result is empty if the value matches.
/// `at` is the place of the value.
///
/// # Errors
/// Fails if the schema or the value cannot be used for a check.
#[cfg_attr(feature = "jsonschema", doc = "```")]
#[cfg_attr(not(feature = "jsonschema"), doc = "```ignore")]
/// use agent_ui_actions_json::{schema::violations, wire::{Payload, Pointer}};
///
/// let schema = Payload::parse(r#"{"required":["sku"],"properties":{"n":{"type":"integer"}}}"#)?;
/// let arguments = Payload::parse(r#"{"n":"two"}"#)?;
/// let found = violations(&schema, &arguments, &Pointer::root().member("arguments")).unwrap();
/// let at: Vec<_> = found.iter().map(|violation| violation.pointer.as_str()).collect();
/// assert_eq!(at, ["/arguments/sku", "/arguments/n"]);
/// # Ok::<(), agent_ui_actions_json::wire::DecodeError>(())
/// ```
pub fn violations(
    schema: &Payload,
    value: &Payload,
    at: &Pointer,
) -> Result<Vec<Violation>, SchemaCheckError> {
    #[cfg(feature = "jsonschema")]
    return validator::compile(schema)?.violations(value, at);
    #[cfg(not(feature = "jsonschema"))]
    {
        // Without the feature, nothing can be checked.
        let _ = (schema, value, at);
        Err(SchemaCheckError::Unchecked)
    }
}
