//! Whether a value fits a JSON Schema (feature `jsonschema`): the payload of an event, the arguments of a call.
//!
//! A schema is read by the draft that it states (6, 7, 2019-09, 2020-12), else by 2020-12. Nothing is fetched, and no
//! schema may cost more than its size promises: a `$ref` into another document, a schema that refers to itself and a
//! `pattern` with look-around make it unusable. Numbers beyond 64 bits are compared as doubles.
//!
//! The schema of manifests themselves is [`strict`]. Faults of schemas are found by `faults`.

#[cfg(feature = "jsonschema")]
mod bounds;
mod cache;
#[cfg(feature = "jsonschema")]
mod faults;
#[cfg(feature = "jsonschema")]
mod pattern;
pub(crate) mod strict;
mod subschemas;
#[cfg(feature = "jsonschema")]
mod validator;

pub(crate) use cache::SchemaCache;
#[cfg(feature = "jsonschema")]
pub use faults::{SchemaFault, faults, faults_in_2020_12};
pub use strict::strict;
pub use subschemas::{Subschemas, subschemas, visit_schemas};

use std::fmt;
use wire::{Payload, Pointer};

/// One place at which a value does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// Where in the message it is.
    pub pointer: Pointer,
    /// The keyword of the schema.
    pub keyword: String,
    /// A sentence for people, without the value itself.
    pub message: String,
}

/// Why nobody can say whether a value fits its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaCheckError {
    /// The schema cannot be used.
    Schema {
        /// Where in the schema it is.
        pointer: Pointer,
        /// Why.
        reason: String,
    },
    /// The value is nothing that a schema can judge.
    Value {
        /// What would be right.
        reason: String,
    },
    /// This program was built without the check (feature `jsonschema`).
    Unchecked,
}

impl fmt::Display for SchemaCheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema { reason, .. } => write!(f, "the schema cannot be used: {reason}"),
            Self::Value { reason } => write!(f, "the value is nothing that a schema can judge: {reason}"),
            Self::Unchecked => f.write_str("this program cannot check schemas"),
        }
    }
}

impl std::error::Error for SchemaCheckError {}

/// Where a value does not fit a schema, all places up to 32; none if it fits. `at` is where the value stands.
///
/// # Errors
/// If schema or value cannot be judged.
#[cfg_attr(feature = "jsonschema", doc = "```")]
#[cfg_attr(not(feature = "jsonschema"), doc = "```ignore")]
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::schema::violations;
/// use wire::{Payload, Pointer};
///
/// let schema = Payload::parse(r#"{"required":["sku"],"properties":{"n":{"type":"integer"}}}"#)?;
/// let arguments = Payload::parse(r#"{"n":"two"}"#)?;
/// let found = violations(&schema, &arguments, &Pointer::root().member("arguments")).unwrap();
/// let at: Vec<_> = found.iter().map(|violation| violation.pointer.as_str()).collect();
/// assert_eq!(at, ["/arguments/sku", "/arguments/n"]);
/// # Ok::<(), wire::DecodeError>(())
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
        let _ = (schema, value, at);
        Err(SchemaCheckError::Unchecked)
    }
}
