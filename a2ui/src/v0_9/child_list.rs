//! Children of containers.

use crate::ComponentId;
use wire::{PayloadKind, Reader, Wire, Writer, decode::ReadResult};

wire::object! {
    /// A component that is repeated for each item of a list in the data model.
    ///
    /// Specification: [A2UI 0.9, Common types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).
    pub struct ChildTemplate {
        /// The component to repeat for each item.
        component_id as "componentId": ComponentId,
        /// The path of the list in the data model.
        path: String,
    }
}

/// The children of a container: a list of component ids, or a template. The shape of the value determines the variant.
///
/// ```
/// use agent_ui_a2ui::{v0_9::{ChildList, ChildTemplate}, wire};
///
/// assert_eq!(wire::decode::<ChildList>(r#"["a","b"]"#)?, ChildList::from_ids(["a", "b"]));
/// let template: ChildList = wire::decode(r#"{"componentId":"item","path":"/items"}"#)?;
/// assert_eq!(template, ChildTemplate::new("item", "/items").into());
/// assert_eq!(wire::decode::<ChildList>("null").unwrap_err().message, "expected an array of ids, or a template, found null");
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [A2UI 0.9, Common types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChildList {
    /// The ids of the children.
    Ids(Vec<ComponentId>),
    /// A template that is repeated for each item of a list.
    Template(ChildTemplate),
}

impl ChildList {
    /// Creates a list of children from their ids.
    pub fn from_ids<I: Into<ComponentId>>(ids: impl IntoIterator<Item = I>) -> Self {
        Self::Ids(ids.into_iter().map(Into::into).collect())
    }
}

impl From<ChildTemplate> for ChildList {
    fn from(template: ChildTemplate) -> Self {
        Self::Template(template)
    }
}

impl From<Vec<ComponentId>> for ChildList {
    fn from(ids: Vec<ComponentId>) -> Self {
        Self::Ids(ids)
    }
}

impl Wire for ChildList {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Array => Wire::read(reader).map(Self::Ids),
            PayloadKind::Object => Wire::read(reader).map(Self::Template),
            _ => Err(reader.mismatch("an array of ids, or a template")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Ids(value) => value.write(writer),
            Self::Template(value) => value.write(writer),
        }
    }
}

wire::hand_written! {
    ChildList,
    schema: |schemas| {
        let ids = schemas.schema_for::<Vec<ComponentId>>();
        let template = schemas.schema_for::<ChildTemplate>();
        wire::schema::json!({"anyOf": [ids, template]})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            Vec::strategy(level.max(1)).prop_map(Self::Ids),
            ChildTemplate::strategy(level).prop_map(Self::Template),
        ]
        .boxed()
    },
}
