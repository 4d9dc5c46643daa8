//! Components.

use super::Metadata;
use crate::{CatalogId, ComponentId, rules};
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// One component of a surface. A2UI 1.0, `updateComponents.components` and `createSurface.components`.
    ///
    /// Its type comes from a catalog, and catalogs are open: the properties, `weight` and `accessibility` among them, are kept
    /// verbatim in `extra`.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::v1_0::Component;
    ///
    /// let text = r#"{"id":"root","component":"Chart","catalogId":"mine","series":{"@path":"/n"}}"#;
    /// let component: Component = wire::decode(text)?;
    /// assert_eq!(component.catalog_id.get().unwrap().as_str(), "mine");
    /// assert_eq!(component.extra.get("series").unwrap().text(), r#"{"@path":"/n"}"#);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct Component {
        /// Names it within its surface.
        id: ComponentId,
        /// The name of its type; any but `Surface`. Only an update of a component that is there may leave it out; the type then
        /// stays.
        component?: Field<String>,
        /// The catalog of its type; absent means that of the surface.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// What vendors add.
        metadata?: Field<Metadata>,
    }
}

/// The type of what holds the root. No message may use it.
pub(crate) const SURFACE: &str = "Surface";

impl Validate for Component {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::component_type(&self.id, &self.component, at, found);
        if self.component.get().is_some_and(|name| name == SURFACE) {
            let message = "`Surface` is what holds the root, and no component";
            found.push(Finding::error("reserved-type", at.member("component"), message));
        }
        rules::not_null(&self.catalog_id, "catalogId", at, found);
        rules::not_null(&self.metadata, "metadata", at, found);
        if let Some(metadata) = self.metadata.get() {
            metadata.findings(&at.member("metadata"), found);
        }
    }
}
