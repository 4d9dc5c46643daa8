//! Mismatches between values and schemas, and the reasons for which a check is impossible.

use wire::{Payload, Pointer};

/// One place where a value does not match its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The place in the message.
    pub pointer: Pointer,
    /// The violated keyword of the schema.
    pub keyword: String,
    /// A description for people, without the value.
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

/// The reason for which a value cannot be checked against its schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaCheckError {
    /// The schema cannot be used.
    #[error("the schema cannot be used: {reason}")]
    Schema {
        /// The place in the schema.
        pointer: Pointer,
        /// The reason, as part of a sentence.
        reason: String,
    },
    /// The value cannot be represented for the check.
    #[error("the value cannot be checked against a schema: {reason}")]
    Value {
        /// A description of the values that can be checked.
        reason: String,
    },
    /// This program was built without the feature `jsonschema`.
    #[error("this program was built without schema checks (feature `jsonschema`)")]
    Unchecked,
}

impl SchemaCheckError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Schema { .. } => "schema-unusable",
            Self::Value { .. } => "value-unusable",
            Self::Unchecked => "unchecked",
        }
    }

    /// Returns the place in the schema, if the schema cannot be used.
    pub fn pointer(&self) -> Option<&Pointer> {
        match self {
            Self::Schema { pointer, .. } => Some(pointer),
            Self::Value { .. } | Self::Unchecked => None,
        }
    }
}
