//! The version of a manifest. actions.json v1, root object.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Number, Payload, PayloadKind, decode::Refusal};

/// The version of a manifest. The specification knows the integer 1; published manifests also have texts of their own.
/// actions.json v1, root object.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::manifest::Version;
///
/// assert!(wire::decode::<Version>("1")?.is_v1());
/// assert!(!wire::decode::<Version>(r#""0.1.0-working""#)?.is_v1());
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Version {
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
}

impl Version {
    /// The integer 1.
    pub const V1: u64 = 1;

    /// Whether it is the integer 1.
    pub fn is_v1(&self) -> bool {
        matches!(self, Self::Number(number) if number.as_str() == "1")
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        if let Some(number) = Number::of(&payload) {
            return Ok(Self::Number(number));
        }
        if payload.kind() == PayloadKind::String {
            return payload.decode().map(Self::Text).map_err(wire::decode::nested_error);
        }
        Err(Refusal::wrong_type(payload.kind(), "a number or a string").into_error())
    }
}

wire::special! {
    Version,
    schema: |_generator| wire::schemars::json_schema!({"type": ["number", "string"]}),
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            Just(Version::Number(Number::from(1))),
            Number::strategy(level).prop_map(Version::Number),
            String::strategy(level).prop_map(Version::Text),
        ]
        .boxed()
    },
}

impl From<u64> for Version {
    fn from(version: u64) -> Self {
        Self::Number(Number::from(version))
    }
}
