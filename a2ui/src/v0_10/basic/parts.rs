//! What stands in the properties of single components.

use super::NamedIcon;
use crate::catalog::{Judge, Judged, tables::judged_objects};
use wire::{Payload, PayloadKind, Pointer, Reader, Wire, Writer, decode::Read};

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

impl Wire for IconName {
    fn read(reader: &mut Reader<'_>) -> Read<Self> {
        match reader.kind()? {
            PayloadKind::String => Wire::read(reader).map(Self::Named),
            PayloadKind::Object => Wire::read(reader).map(Self::SvgPath),
            _ => Err(reader.mismatch("the name of an icon, or {\"path\": …}")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Named(value) => value.write(writer),
            Self::SvgPath(value) => value.write(writer),
        }
    }
}

wire::special! {
    IconName,
    schema: |schemas| {
        let named = schemas.of::<NamedIcon>();
        let path = schemas.of::<SvgPath>();
        wire::schema::json!({"if": {"type": "object"}, "then": path, "else": named})
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
