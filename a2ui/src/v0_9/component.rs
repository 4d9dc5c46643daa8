//! Components.

use super::child_list::judge_kind;
use crate::{ComponentId, rules};
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// One component of a surface. A2UI 0.9, `updateComponents.components`.
    ///
    /// Its type comes from a catalog, and catalogs are open: all properties, `weight` and `accessibility` among them, are
    /// kept verbatim in `extra`.
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
    pub struct Component {
        /// Names it within its surface.
        id: ComponentId,
        /// The name of its type. Only an update of a component that is there may leave it out; the type then stays.
        component?: Field<String>,
    }
}

impl Validate for Component {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::component_type(&self.id, &self.component, at, found);
        self.children(at, found);
    }
}

impl Component {
    /// What the containers of the basic catalog hold, and those of every catalog that took over their names.
    fn children(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let is_container = |name: &String| ["Row", "Column", "List"].contains(&name.as_str());
        if self.component.get().is_some_and(is_container) {
            let children = self.extra.get("children");
            found.extend(children.and_then(|children| judge_kind(children, &at.member("children"))));
        }
    }
}
