//! Messages from the agent.

use super::{Component, DataEntry};
use crate::{CatalogId, ComponentId, SurfaceId, Version, rules};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Tells the client to start rendering a surface. A later message for the same surface changes its root.
    ///
    /// Specification: [A2UI 0.8, § 2.1 Catalog negotiation, step 3](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#3-server-chooses-catalog-and-renders).
    pub struct BeginRendering {
        /// The surface to render.
        surface_id as "surfaceId": SurfaceId,
        /// The catalog of the components. If absent, it is the standard catalog of 0.8.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The id of the component at the root of the tree.
        root: ComponentId,
        /// An object with styles of the catalog. The standard catalog defines `font` and `primaryColor`.
        styles?: Option<Payload>,
    }
    /// Adds components to a surface. A component with the id of an existing component replaces it completely.
    ///
    /// Specification: [A2UI 0.8, § 2.2 The `surfaceUpdate` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#22-the-surfaceupdate-message).
    pub struct SurfaceUpdate {
        /// The id of the surface. The first message with an unknown id creates the surface.
        surface_id as "surfaceId": SurfaceId,
        /// The components; at least one.
        components: Vec<Component>,
    }
    /// Writes part of the data model.
    ///
    /// Specification: [A2UI 0.8, § 4.1 The `dataModelUpdate` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#41-the-datamodelupdate-message).
    pub struct DataModelUpdate {
        /// The id of the surface. The first message with an unknown id creates the surface.
        surface_id as "surfaceId": SurfaceId,
        /// The place to write, as a JSON Pointer. If absent or `/`, the whole model is written.
        path?: Field<String>,
        /// The members of the object that is written at the place.
        contents: Vec<DataEntry>,
    }
    /// Deletes a surface.
    ///
    /// Specification: [A2UI 0.8, § 1.4 Data flow model](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#14-data-flow-model).
    pub struct DeleteSurface {
        /// The surface to delete.
        surface_id as "surfaceId": SurfaceId,
    }
}

wire::keyed! {
    /// A message from the agent.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::{AgentMessage, BeginRendering}, wire};
    ///
    /// let message = AgentMessage::new(BeginRendering::new("s", "top"));
    /// assert_eq!(wire::encode(&message)?, r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.8, § 1.2 The JSONL stream](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#12-the-jsonl-stream-the-unit-of-communication).
    pub struct AgentMessage {}
    /// The content of a message from the agent, by its key.
    pub enum AgentBody {
        /// Starts rendering a surface.
        "beginRendering" BeginRendering(BeginRendering),
        /// Adds or replaces components.
        "surfaceUpdate" SurfaceUpdate(SurfaceUpdate),
        /// Writes part of the data model.
        "dataModelUpdate" DataModelUpdate(DataModelUpdate),
        /// Deletes a surface.
        "deleteSurface" DeleteSurface(DeleteSurface),
    }
}

impl AgentMessage {
    /// Returns the id of the surface to which the message applies.
    pub fn surface_id(&self) -> &SurfaceId {
        match &self.body {
            AgentBody::BeginRendering(body) => &body.surface_id,
            AgentBody::SurfaceUpdate(body) => &body.surface_id,
            AgentBody::DataModelUpdate(body) => &body.surface_id,
            AgentBody::DeleteSurface(body) => &body.surface_id,
        }
    }
}

impl Validate for AgentMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "a message of A2UI 0.8", at, found);
        let at = at.member(self.key());
        match &self.body {
            AgentBody::BeginRendering(body) => body.findings(&at, found),
            AgentBody::SurfaceUpdate(body) => body.findings(&at, found),
            AgentBody::DataModelUpdate(body) => body.findings(&at, found),
            AgentBody::DeleteSurface(body) => body.findings(&at, found),
        }
    }
}

impl Validate for BeginRendering {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.catalog_id, "catalogId", at, found);
        rules::basic_catalog(self.catalog_id.get(), Version::V0_8, at, found);
        rules::styles(
            self.styles.as_ref(),
            self.catalog_id.get(),
            at.member("styles"),
            found,
        );
        rules::reject_unknown(&self.extra, "`beginRendering`", at, found);
    }
}

impl Validate for SurfaceUpdate {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let components = at.member("components");
        rules::not_empty(self.components.len(), components.clone(), found);
        self.components.findings(&components, found);
        rules::unique_ids(
            self.components.iter().map(|component| &component.id),
            &components,
            found,
        );
        rules::reject_unknown(&self.extra, "`surfaceUpdate`", at, found);
    }
}

impl Validate for DataModelUpdate {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.path, "path", at, found);
        rules::data_path(&self.path, crate::Version::V0_8, at.member("path"), found);
        super::data_entry::findings(&self.contents, &at.member("contents"), found);
        rules::reject_unknown(&self.extra, "`dataModelUpdate`", at, found);
    }
}

impl Validate for DeleteSurface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "`deleteSurface`", at, found);
    }
}
