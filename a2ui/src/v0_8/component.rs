//! Components of a surface.

use crate::{ComponentId, rules};
use wire::{
    DecodeRule, Field, Finding, Number, Payload, PayloadKind, Pointer, Reader, Validate, Wire,
    Writer,
    decode::{ReadError, ReadResult},
};

wire::object! {
    /// A component of a surface.
    ///
    /// Specification: [A2UI 0.8, § 2.3 The component object](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#23-the-component-object).
    pub struct Component {
        /// The id of the component within its surface.
        id: ComponentId,
        /// The share of space that the component receives in the Row or Column that directly contains it.
        weight?: Field<Number>,
        /// The type of the component and its properties.
        component: ComponentType,
    }
}

impl Validate for Component {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.weight, "weight", at, found);
        let properties = at.member("component").member(&self.component.name);
        rules::object(&self.component.properties, properties, found);
        rules::reject_unknown(&self.extra, "a component", at, found);
    }
}

/// The type and the properties of a component. On the wire, this is an object with one member, `{"Text": {…}}`. Types
/// come from catalogs, which are open, so the properties are preserved verbatim.
///
/// ```
/// use agent_ui_a2ui::{v0_8::ComponentType, wire};
///
/// let text = r#"{"Text":{"text":{"literalString":"a"},"weight":1.0}}"#;
/// let component: ComponentType = wire::decode(text)?;
/// assert_eq!(component.name, "Text");
/// assert_eq!(wire::encode(&component).unwrap(), text);
/// assert_eq!(wire::decode::<ComponentType>("{}").unwrap_err().rule.as_str(), "key");
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [A2UI 0.8, § 2.4 `component`](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#24component-generic-object).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentType {
    /// The name of the type in the catalog of the surface.
    pub name: String,
    /// The properties of the component; an object.
    pub properties: Payload,
}

impl ComponentType {
    /// Creates a type with its properties.
    pub fn new(name: impl Into<String>, properties: impl Into<Payload>) -> Self {
        Self {
            name: name.into(),
            properties: properties.into(),
        }
    }
}

impl Wire for ComponentType {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        const ONE: &str = "an object with the type of the component as its only member";
        if reader.kind()? != PayloadKind::Object {
            return Err(reader.mismatch(ONE));
        }
        let mut read: Option<Self> = None;
        reader.members(&mut |name, reader| match &read {
            Some(first) => {
                let found =
                    format_args!("a second component type after `{}`", first.name).to_string();
                Err(ReadError::mismatch(DecodeRule::Key, found, ONE))
            }
            None => {
                read = Some(Self {
                    name: name.to_owned(),
                    properties: Payload::read(reader)?,
                });
                Ok(())
            }
        })?;
        read.ok_or_else(|| ReadError::mismatch(DecodeRule::Key, "an empty object", ONE))
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_object();
        writer.member(&self.name, &self.properties);
        writer.close_object();
    }
}

wire::hand_written! {
    ComponentType,
    schema: |_schemas| wire::schema::json!({"type": "object", "minProperties": 1, "maxProperties": 1}),
    generate: |_level| {
        use wire::{generate, proptest::prelude::*};
        let name = prop_oneof![
            3 => prop::sample::select(vec!["Text", "Row", "Column", "Button", "Card"]).prop_map(str::to_owned),
            1 => generate::text(),
        ];
        (name, generate::object_payload())
            .prop_map(|(name, properties)| Self { name, properties })
            .boxed()
    },
}
