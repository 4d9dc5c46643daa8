//! What stands in the properties of single components.

use super::NamedIcon;
use crate::catalog::{Judge, Judged, tables::judged_objects};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Payload, PayloadKind, Pointer, decode::Refusal};

judged_objects! {
    /// An icon by its shape.
    pub struct SvgPath {
        /// The path, as in the attribute `d` of SVG. It looks like a binding and is none.
        path: String,
    }
}

/// Which icon is shown: one of the set by name, or one by its shape. A2UI 0.10, `Icon.name`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IconName {
    /// One of the set.
    Named(NamedIcon),
    /// By its shape.
    SvgPath(SvgPath),
}

impl From<NamedIcon> for IconName {
    fn from(icon: NamedIcon) -> Self {
        Self::Named(icon)
    }
}

impl From<&str> for IconName {
    fn from(name: &str) -> Self {
        Self::Named(name.into())
    }
}

impl From<SvgPath> for IconName {
    fn from(path: SvgPath) -> Self {
        Self::SvgPath(path)
    }
}

impl Serialize for IconName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(icon) => icon.serialize(serializer),
            Self::SvgPath(path) => path.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for IconName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        let name = match payload.kind() {
            PayloadKind::String => payload.decode().map(Self::Named),
            PayloadKind::Object => payload.decode().map(Self::SvgPath),
            other => {
                let expected = "the name of an icon, or {\"path\": …}";
                return Err(Refusal::wrong_type(other, expected).into_error());
            }
        };
        name.map_err(wire::decode::nested_error)
    }
}

wire::special! {
    IconName,
    schema: |generator| {
        let named = generator.subschema_for::<NamedIcon>();
        let path = generator.subschema_for::<SvgPath>();
        wire::schemars::json_schema!({"if": {"type": "object"}, "then": path, "else": named})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            NamedIcon::strategy(level).prop_map(Self::Named),
            SvgPath::strategy(level).prop_map(Self::SvgPath),
        ]
        .boxed()
    },
}

impl Judged for IconName {
    fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
        match value.kind() {
            PayloadKind::Object => SvgPath::judge(value, at, judge),
            _ => NamedIcon::judge(value, at, judge),
        }
    }
}
