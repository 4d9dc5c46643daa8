//! Ids that relate answers to their requests.

use crate::{Number, Payload, PayloadKind, Reader, Wire, Writer, decode::ReadResult};
use std::cmp::Ordering;

/// The id that relates an answer to its request.
///
/// On the wire, the id is a number or a string. In an answer to an unreadable request, the id is null.
///
/// Specification: [JSON-RPC 2.0, § 4 Request object](https://www.jsonrpc.org/specification#request_object).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestId {
    /// A number in its original spelling.
    Number(Number),
    /// A string that the peer chose.
    Text(String),
    /// Null, for a request whose id is unknown.
    Null,
}

impl Wire for RequestId {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Null => Payload::read(reader).map(|_| Self::Null),
            PayloadKind::String => Wire::read(reader).map(Self::Text),
            PayloadKind::Number => Wire::read(reader).map(Self::Number),
            _ => Err(reader.mismatch("a number, a string or null")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Number(number) => number.write(writer),
            Self::Text(text) => text.write(writer),
            Self::Null => writer.null(),
        }
    }
}

impl Ord for RequestId {
    /// Orders ids by kind and text, so that they can be the keys of a map. Numbers are not ordered by value.
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for RequestId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl RequestId {
    /// Returns the sort key: the kind, then the text.
    fn key(&self) -> (u8, &str) {
        match self {
            Self::Null => (0, ""),
            Self::Number(number) => (1, number.as_str()),
            Self::Text(text) => (2, text),
        }
    }

    /// Returns the id as a JSON value.
    pub fn to_payload(&self) -> Payload {
        Payload::build(|writer| self.write(writer))
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

crate::hand_written! {
    RequestId,
    schema: |_schemas| crate::schema::json!({"type": ["number", "string", "null"]}),
    generate: |level| {
        use crate::proptest::prelude::*;
        prop_oneof![
            3 => Number::strategy(level).prop_map(RequestId::Number),
            2 => String::strategy(level).prop_map(RequestId::Text),
            1 => Just(RequestId::Null),
        ]
        .boxed()
    },
}
