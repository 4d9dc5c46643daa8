//! What stands in the properties of single components.

use super::NamedIcon;
use crate::{
    ComponentId,
    catalog::{
        Judge, Judged,
        tables::{judged_objects, judged_words},
    },
    v1_0::{DataBinding, DynamicString},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Payload, PayloadKind, Pointer, decode::Refusal};

judged_words! {
    /// How a text looks; absent means `body`. Headings are Markdown's. A2UI 1.0, `Text.variant`.
    pub enum TextVariant {
        /// Small print.
        Caption = "caption",
        /// Running text.
        Body = "body",
    }
}

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
        svg_path as "svgPath": DynamicString,
    }
}

/// Which icon is shown: one of the set by name, one by its shape, or one that the data model names. A2UI 1.0, `Icon.name`.
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

impl Serialize for IconName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(icon) => icon.serialize(serializer),
            Self::SvgPath(path) => path.serialize(serializer),
            Self::Binding(binding) => binding.serialize(serializer),
        }
    }
}

fn is_bound(payload: &Payload) -> bool {
    payload.members().any(|(name, _)| name == "path" || name == "@path")
}

impl<'de> Deserialize<'de> for IconName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        let name = match payload.kind() {
            PayloadKind::String => payload.decode().map(Self::Named),
            PayloadKind::Object if is_bound(&payload) => payload.decode().map(Self::Binding),
            PayloadKind::Object => payload.decode().map(Self::SvgPath),
            other => {
                let expected = "the name of an icon, {\"svgPath\": …} or {\"path\": …}";
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
        let binding = generator.subschema_for::<DataBinding>();
        let object = wire::schemars::json_schema!({
            "if": {"anyOf": [{"required": ["path"]}, {"required": ["@path"]}]}, "then": binding, "else": path,
        });
        wire::schemars::json_schema!({"if": {"type": "object"}, "then": object, "else": named})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            NamedIcon::strategy(level).prop_map(Self::Named),
            SvgPath::strategy(level)
                .prop_filter("no binding", |path| path.extra.get("path").or(path.extra.get("@path")).is_none())
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
