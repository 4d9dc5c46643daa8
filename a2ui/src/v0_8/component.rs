//! Components.

use crate::{ComponentId, rules};
use wire::{
    DecodeRule, Field, Finding, Number, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer,
    decode::{Read, Unreadable},
};

wire::object! {
    /// One component of a surface. A2UI 0.8, `surfaceUpdate.components`.
    pub struct Component {
        /// Names it within its surface.
        id: ComponentId,
        /// Its share of the room in the Row or Column of which it is a direct child.
        weight?: Field<Number>,
        /// Its type and properties.
        component: ComponentType,
    }
}

impl Validate for Component {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.weight, "weight", at, found);
        let properties = at.member("component").member(&self.component.name);
        rules::object(&self.component.properties, properties, found);
        rules::closed(&self.extra, "a component", at, found);
    }
}

/// The type of a component and its properties, on the wire an object with one member: `{"Text": {…}}`. Types come
/// from catalogs, which are open, so the properties are kept verbatim. A2UI 0.8, `component`.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentType {
    /// The name of the type, in the catalog of the surface.
    pub name: String,
    /// Its properties: an object.
    pub properties: Payload,
}

impl ComponentType {
    /// A type and its properties.
    pub fn new(name: impl Into<String>, properties: impl Into<Payload>) -> Self {
        Self { name: name.into(), properties: properties.into() }
    }
}

impl Wire for ComponentType {
    fn read(reader: &mut Reader<'_>) -> Read<Self> {
        const ONE: &str = "an object with the type of the component as its one member";
        if reader.kind()? != PayloadKind::Object {
            return Err(reader.mismatch(ONE));
        }
        let mut read: Option<Self> = None;
        reader.members(&mut |name, reader| match &read {
            Some(first) => {
                let found = format_args!("a second component type beside `{}`", first.name).to_string();
                Err(Unreadable::new(DecodeRule::Key, found, ONE))
            }
            None => {
                read = Some(Self { name: name.to_owned(), properties: Payload::read(reader)? });
                Ok(())
            }
        })?;
        read.ok_or_else(|| Unreadable::new(DecodeRule::Key, "no component type", ONE))
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
