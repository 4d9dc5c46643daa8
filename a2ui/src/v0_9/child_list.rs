//! The children of a container.

use crate::ComponentId;
#[cfg(feature = "catalog")]
use crate::catalog::{CatalogValue, Checker, Members, data_path};
use wire::{Finding, Payload, PayloadKind, Pointer, Reader, Wire, Writer, decode::Read};

wire::object! {
    /// One child for each item of a list in the data model. A2UI 0.9, `ChildList`.
    pub struct ChildTemplate {
        /// The component that is shown for each item.
        component_id as "componentId": ComponentId,
        /// Where the list stands in the data model.
        path: String,
    }
}

/// The children of a container: components by id, or a template. The shape says which. A2UI 0.9, `ChildList`.
///
/// ```
/// use agent_ui_a2ui::{v0_9::{ChildList, ChildTemplate}, wire};
///
/// assert_eq!(wire::decode::<ChildList>(r#"["a","b"]"#)?, ChildList::from_ids(["a", "b"]));
/// let template: ChildList = wire::decode(r#"{"componentId":"item","path":"/items"}"#)?;
/// assert_eq!(template, ChildTemplate::new("item", "/items").into());
/// assert_eq!(wire::decode::<ChildList>("null").unwrap_err().found, "null");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChildList {
    /// These.
    Ids(Vec<ComponentId>),
    /// One for each item of a list.
    Template(ChildTemplate),
}

impl ChildList {
    /// These components.
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
    fn read(reader: &mut Reader<'_>) -> Read<Self> {
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
        let ids = schemas.of::<Vec<ComponentId>>();
        let template = schemas.of::<ChildTemplate>();
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

/// Whether a value can be no list of children at all.
pub(crate) fn judge_kind(value: &Payload, at: &Pointer) -> Option<Finding> {
    if matches!(value.kind(), PayloadKind::Array | PayloadKind::Object) {
        return None;
    }
    let message = format!("{} where a list of children belongs", value.kind());
    let finding = Finding::error("child-list", at.clone(), message);
    Some(finding.hint("write an array of ids, or {\"componentId\": …, \"path\": …}"))
}

#[cfg(feature = "catalog")]
impl CatalogValue for ChildList {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        match (value.kind(), judge_kind(value, at)) {
            (_, Some(finding)) => checker.report(finding),
            (PayloadKind::Array, _) => Vec::<ComponentId>::check(value, at, checker),
            _ => {
                let Some(mut members) = Members::of(value, at, "ChildList", checker) else { return };
                members.member::<ComponentId>("componentId", true, &[], checker);
                members.member::<String>("path", true, &[&data_path], checker);
                members.close(checker);
            }
        }
    }

    fn references(path: &str, found: &mut Vec<String>) {
        found.push(path.to_owned());
    }
}
