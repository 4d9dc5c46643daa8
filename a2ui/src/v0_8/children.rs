//! Children of containers.

use crate::{ComponentId, catalog::Checker};
use wire::{Field, Finding, Payload, Pointer};

wire::object! {
    /// A component that is repeated for each item of a list in the data model.
    ///
    /// Specification: [A2UI 0.8, § 3.2 Container children](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#32-container-children-explicitlist-vs-template).
    pub struct ChildTemplate {
        /// The component to repeat for each item.
        component_id as "componentId": ComponentId,
        /// The path of the list in the data model.
        data_binding as "dataBinding": String,
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

/// Reports children that are both a list and a template, or neither.
pub(crate) fn check_children(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let has_list = value.member("explicitList").is_some();
    let has_template = value.member("template").is_some();
    let message = match (has_list, has_template) {
        (true, true) => "`children` has both `explicitList` and `template`",
        (false, false) => "`children` has neither `explicitList` nor `template`",
        _ => return,
    };
    let finding = Finding::error("child-list", at.clone(), message);
    checker.report(finding.hint("write exactly one of them"));
}
