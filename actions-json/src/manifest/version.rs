//! The version of a manifest.

use wire::{Number, PayloadKind, Reader, Wire, Writer, decode::ReadResult};

/// The version of a manifest. The specification allows only the integer 1; published manifests also use strings.
///
/// Specification: [Root Object](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#root-object).
///
/// ```
/// use agent_ui_actions_json::{manifest::Version, wire};
///
/// assert!(wire::decode::<Version>("1")?.is_v1());
/// assert!(!wire::decode::<Version>(r#""0.1.0-working""#)?.is_v1());
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Version {
    /// A numeric version, such as 1.
    Number(Number),
    /// A version string of a publisher.
    Text(String),
}

impl Version {
    /// The integer 1, the only version.
    pub const V1: u64 = 1;

    /// Returns `true` if the version is the integer 1.
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
