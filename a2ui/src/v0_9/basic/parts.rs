//! What stands in the properties of single components.

use super::NamedIcon;
use crate::{
    ComponentId,
    catalog::{Judge, Judged, tables::judged_objects},
    v0_9::{DataBinding, DynamicString},
};
use wire::{Payload, PayloadKind, Pointer, Reader, Wire, Writer, decode::Read};

judged_objects! {
    /// A tab of [`Tabs`](super::Tabs).
    pub struct Tab {
        /// What is written on it.
        title: DynamicString,
        /// What it shows.
        child: ComponentId,
    }
    /// What can be chosen in a [`ChoicePicker`](super::ChoicePicker).
    pub struct ChoiceOption {
        /// What is shown.
        label: DynamicString,
        /// What then stands in the value.
        value: String,
    }
    /// An icon by its shape.
    pub struct SvgPath {
        /// The path, as in the attribute `d` of SVG.
        svg_path as "svgPath": String,
    }
}

/// Which icon is shown: one of the set by name, one by its shape, or one that the data model names. A2UI 0.9, `Icon.name`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IconName {
    /// One of the set.
    Named(NamedIcon),
    /// By its shape.
    SvgPath(SvgPath),
    /// What the data model names.
    Binding(DataBinding),
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

impl From<DataBinding> for IconName {
    fn from(binding: DataBinding) -> Self {
        Self::Binding(binding)
    }
}

impl Wire for IconName {
    fn read(reader: &mut Reader<'_>) -> Read<Self> {
        match reader.kind()? {
            PayloadKind::String => Wire::read(reader).map(Self::Named),
            PayloadKind::Object if reader.member_ahead("path").is_some() => {
                Wire::read(reader).map(Self::Binding)
            }
            PayloadKind::Object => Wire::read(reader).map(Self::SvgPath),
            _ => Err(reader.mismatch("the name of an icon, {\"svgPath\": …} or {\"path\": …}")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Named(value) => value.write(writer),
            Self::SvgPath(value) => value.write(writer),
            Self::Binding(value) => value.write(writer),
        }
    }
}

fn is_bound(payload: &Payload) -> bool {
    payload.members().any(|(name, _)| name == "path")
}

wire::special! {
    IconName,
    schema: |schemas| {
        let named = schemas.of::<NamedIcon>();
        let path = schemas.of::<SvgPath>();
        let binding = schemas.of::<DataBinding>();
        let object = wire::schema::json!({"if": {"required": ["path"]}, "then": binding, "else": path});
        wire::schema::json!({"if": {"type": "object"}, "then": object, "else": named})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            NamedIcon::strategy(level).prop_map(Self::Named),
            SvgPath::strategy(level)
                .prop_filter("no binding", |path| path.extra.get("path").is_none())
                .prop_map(Self::SvgPath),
            DataBinding::strategy(level).prop_map(Self::Binding),
        ]
        .boxed()
    },
}

impl Judged for IconName {
    fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
        match value.kind() {
            PayloadKind::Object if is_bound(value) => DataBinding::judge(value, at, judge),
            PayloadKind::Object => SvgPath::judge(value, at, judge),
            _ => NamedIcon::judge(value, at, judge),
        }
    }
}
