//! The version of a manifest. actions.json v1, root object.

use wire::{Number, PayloadKind, Reader, Wire, Writer, decode::ReadResult};

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

impl Wire for Version {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Number => Wire::read(reader).map(Self::Number),
            PayloadKind::String => Wire::read(reader).map(Self::Text),
            _ => Err(reader.mismatch("a number or a string")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Number(value) => value.write(writer),
            Self::Text(value) => value.write(writer),
        }
    }
}

wire::hand_written! {
    Version,
    schema: |_schemas| wire::schema::json!({"type": ["number", "string"]}),
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
