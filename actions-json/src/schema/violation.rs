//! Mismatches between values and schemas, and checks that are impossible.

use std::fmt;
use wire::{Payload, Pointer};

/// One place where a value does not match its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The place in the message.
    pub pointer: Pointer,
    /// The violated keyword of the schema.
    pub keyword: String,
    /// A sentence for people that does not quote the value.
    pub message: String,
}

impl Violation {
    /// Returns the violation as evidence in an item of the bridge protocol.
    pub(crate) fn to_evidence(&self) -> Payload {
        Payload::object([
            ("path", &Payload::string(self.pointer.as_str())),
            ("keyword", &Payload::string(&self.keyword)),
            ("message", &Payload::string(&self.message)),
        ])
    }
}

/// The reason why a value cannot be checked against its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaCheckError {
    /// The schema cannot be used.
    Schema {
        /// The place in the schema.
        pointer: Pointer,
        /// The reason, as part of a sentence.
        reason: String,
    },
    /// The value cannot be represented for the check.
    Value {
        /// A description of the values that can be checked.
        reason: String,
    },
    /// This program was built without the feature `jsonschema`.
    Unchecked,
}

impl fmt::Display for SchemaCheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema { reason, .. } => write!(f, "the schema cannot be used: {reason}"),
            Self::Value { reason } => write!(f, "the value cannot be checked against a schema: {reason}"),
            Self::Unchecked => {
                f.write_str("this program was built without schema checks (feature `jsonschema`)")
            }
        }
    }
}

impl std::error::Error for SchemaCheckError {}
