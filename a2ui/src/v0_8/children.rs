//! The children of a container.

use crate::{
    ComponentId,
    catalog::{CatalogValue, Checker, Members, data_path, tables::checked_objects},
};
use wire::{Field, Finding, Payload, Pointer};

checked_objects! {
    /// One child for each item of a list in the data model. A2UI 0.8, `children.template`.
    pub struct ChildTemplate {
        /// The component that is shown for each item.
        component_id as "componentId": ComponentId,
        /// Where the list stands in the data model.
        data_binding as "dataBinding": String where data_path,
    }
}

wire::object! {
    /// The children of a container: components by id, or a template. A2UI 0.8, `children`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::Children, wire};
    ///
    /// assert_eq!(wire::encode(&Children::from_ids(["a", "b"]))?, r#"{"explicitList":["a","b"]}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct Children {
        /// These.
        explicit_list as "explicitList"?: Field<Vec<ComponentId>>,
        /// One for each item of a list.
        template?: Field<ChildTemplate>,
    }
}

impl Children {
    /// These components.
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
        let Some(mut members) = Members::of(value, at, "Children", checker) else { return };
        members.member::<Field<Vec<ComponentId>>>("explicitList", false, &[], checker);
        members.member::<Field<ChildTemplate>>("template", false, &[], checker);
        members.close(checker);
        let has = |name: &str| value.members().any(|member| member.0 == name);
        let message = match (has("explicitList"), has("template")) {
            (true, true) => "both `explicitList` and `template`",
            (false, false) => "neither `explicitList` nor `template`",
            _ => return,
        };
        checker.report(Finding::error("child-list", at.clone(), message).hint("give one of them"));
    }

    fn references(path: &str, found: &mut Vec<String>) {
        found.push(path.to_owned());
    }
}
