//! Children of containers.

use crate::{
    ComponentId,
    catalog::{CatalogValue, Checker, ObjectMembers, data_path, tables::checked_objects},
};
use wire::{Field, Finding, Payload, Pointer};

checked_objects! {
    /// A component that is repeated for each item of a list in the data model.
    ///
    /// Specification: [A2UI 0.8, § 3.2 Container children](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#32-container-children-explicitlist-vs-template).
    pub struct ChildTemplate {
        /// The component to repeat for each item.
        component_id as "componentId": ComponentId,
        /// The path of the list in the data model.
        data_binding as "dataBinding": String where data_path,
    }
}

wire::object! {
    /// The children of a container: a list of component ids, or a template.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::Children, wire};
    ///
    /// assert_eq!(wire::encode(&Children::from_ids(["a", "b"]))?, r#"{"explicitList":["a","b"]}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.8, § 3.2 Container children](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#32-container-children-explicitlist-vs-template).
    pub struct Children {
        /// The ids of the children.
        explicit_list as "explicitList"?: Field<Vec<ComponentId>>,
        /// A template that is repeated for each item of a list.
        template?: Field<ChildTemplate>,
    }
}

impl Children {
    /// Creates a list of children from their ids.
    pub fn from_ids<I: Into<ComponentId>>(ids: impl IntoIterator<Item = I>) -> Self {
        Self::new().explicit_list(ids.into_iter().map(Into::into).collect::<Vec<_>>())
    }
}

impl From<ChildTemplate> for Children {
    fn from(template: ChildTemplate) -> Self {
        Self::new().template(template)
    }
}

impl CatalogValue for Children {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        let Some(mut members) = ObjectMembers::of(value, at, "Children", checker) else {
            return;
        };
        members.member::<Field<Vec<ComponentId>>>("explicitList", false, &[], checker);
        members.member::<Field<ChildTemplate>>("template", false, &[], checker);
        members.close(checker);
        let has = |name: &str| value.members().any(|member| member.0 == name);
        let message = match (has("explicitList"), has("template")) {
            (true, true) => "`children` has both `explicitList` and `template`",
            (false, false) => "`children` has neither `explicitList` nor `template`",
            _ => return,
        };
        checker.report(
            Finding::error("child-list", at.clone(), message).hint("write exactly one of them"),
        );
    }

    fn references(path: &str, found: &mut Vec<String>) {
        found.push(path.to_owned());
    }
}
