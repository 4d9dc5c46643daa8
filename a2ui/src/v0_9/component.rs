//! Components of a surface.

use crate::{ComponentId, rules};
use wire::{Field, Finding, Payload, PayloadKind, Pointer, Validate};

wire::object! {
    /// A component of a surface.
    ///
    /// Types come from catalogs, which are open, so all properties, including `weight` and `accessibility`, are
    /// preserved verbatim in `extra`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::Component, wire};
    ///
    /// let text = r#"{"id":"root","component":"Text","text":{"path":"/n"},"weight":1.0}"#;
    /// let component: Component = wire::decode(text)?;
    /// assert_eq!(component.extra.get("weight").unwrap().text(), "1.0");
    /// assert_eq!(wire::encode(&component).unwrap(), text);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.9, The component object](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#the-component-object).
    pub struct Component {
        /// The id of the component within its surface.
        id: ComponentId,
        /// The name of the component type. The name can be absent only if the component already exists; its type then
        /// stays the same.
        component?: Field<String>,
    }
}

impl Validate for Component {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::component_type(&self.id, &self.component, at, found);
        self.check_children(at, found);
    }
}

impl Component {
    /// Checks the children of basic containers, and of containers in other catalogs that use the same names.
    fn check_children(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let name = self.component.get().map(String::as_str);
        if let Some("Row" | "Column" | "List") = name {
            if let Some(children) = self.extra.get("children") {
                found.extend(check_child_list_kind(children, &at.member("children")));
            }
        }
    }
}

/// Reports a value whose kind does not permit a list of children.
pub(crate) fn check_child_list_kind(value: &Payload, at: &Pointer) -> Option<Finding> {
    if matches!(value.kind(), PayloadKind::Array | PayloadKind::Object) {
        return None;
    }
    let message = format!("expected a list of children, found {}", value.kind());
    let finding = Finding::error("child-list", at.clone(), message);
    Some(finding.hint("write an array of ids, or {\"componentId\": …, \"path\": …}"))
}
