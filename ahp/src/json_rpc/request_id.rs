//! What relates an answer to its request.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Number, Payload, PayloadKind, decode::Refusal};

/// Relates an answer to its request: a number or a text, or null in an answer to something that could not be read.
/// JSON-RPC 2.0, section 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestId {
    /// A number, as AHP peers send it.
    Number(Number),
    /// A text.
    Text(String),
    /// Unknown.
    Null,
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
            Self::Null => serializer.serialize_unit(),
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        match payload.kind() {
            PayloadKind::Null => Ok(Self::Null),
            PayloadKind::String => payload.decode().map(Self::Text).map_err(wire::decode::nested_error),
            kind => Number::of(&payload)
                .map(Self::Number)
                .ok_or_else(|| Refusal::wrong_type(kind, "a number, a string or null").into_error()),
        }
    }
}

impl From<u64> for RequestId {
    fn from(id: u64) -> Self {
        Self::Number(id.into())
    }
}

impl From<&str> for RequestId {
    fn from(id: &str) -> Self {
        Self::Text(id.to_owned())
    }
}

wire::special! {
    RequestId,
    schema: |_generator| wire::schemars::json_schema!({"type": ["number", "string", "null"]}),
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            3 => Number::strategy(level).prop_map(RequestId::Number),
            2 => String::strategy(level).prop_map(RequestId::Text),
            1 => Just(RequestId::Null),
        ]
        .boxed()
    },
}
