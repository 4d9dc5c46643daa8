//! What an agent sends.

use super::{Component, DataEntry};
use crate::{CatalogId, ComponentId, SurfaceId, Version, rules};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// The client may begin to show a surface; sent again, it names another root. A2UI 0.8, `beginRendering`.
    pub struct BeginRendering {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// The catalog of its components; absent means the standard catalog of 0.8.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The component with which the tree begins.
        root: ComponentId,
        /// An object; the standard catalog knows `font` and `primaryColor`.
        styles?: Option<Payload>,
    }
    /// Adds components to a surface or replaces them, whole and by id. A2UI 0.8, `surfaceUpdate`.
    pub struct SurfaceUpdate {
        /// The surface; its first message makes it.
        surface_id as "surfaceId": SurfaceId,
        /// At least one.
        components: Vec<Component>,
    }
    /// Replaces a part of the data model. A2UI 0.8, `dataModelUpdate`.
    pub struct DataModelUpdate {
        /// The surface; its first message makes it.
        surface_id as "surfaceId": SurfaceId,
        /// A JSON Pointer; absent, or `/`, means the whole model.
        path?: Field<String>,
        /// The members of the object that then stands there.
        contents: Vec<DataEntry>,
    }
    /// Takes a surface away. A2UI 0.8, `deleteSurface`.
    pub struct DeleteSurface {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
    }
}

wire::keyed! {
    /// One message from the agent. A2UI 0.8, server to client.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::{AgentMessage, BeginRendering}, wire};
    ///
    /// let message = AgentMessage::new(BeginRendering::new("s", "top"));
    /// assert_eq!(wire::encode(&message)?, r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct AgentMessage {}
    /// What a message of the agent says.
    pub enum AgentBody {
        /// The surface may be shown.
        "beginRendering" BeginRendering(BeginRendering),
        /// Components come.
        "surfaceUpdate" SurfaceUpdate(SurfaceUpdate),
        /// Data comes.
        "dataModelUpdate" DataModelUpdate(DataModelUpdate),
        /// The surface goes.
        "deleteSurface" DeleteSurface(DeleteSurface),
    }
}

impl AgentMessage {
    /// The surface that the message is about.
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
        rules::closed(&self.extra, "a message of A2UI 0.8", at, found);
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
        rules::styles(self.styles.as_ref(), self.catalog_id.get(), at.member("styles"), found);
        rules::closed(&self.extra, "`beginRendering`", at, found);
    }
}

impl Validate for SurfaceUpdate {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let components = at.member("components");
        rules::not_empty(self.components.len(), components.clone(), found);
        self.components.findings(&components, found);
        rules::unique_ids(self.components.iter().map(|component| &component.id), &components, found);
        rules::closed(&self.extra, "`surfaceUpdate`", at, found);
    }
}

impl Validate for DataModelUpdate {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.path, "path", at, found);
        rules::data_path(&self.path, crate::Version::V0_8, at.member("path"), found);
        super::data_entry::findings(&self.contents, &at.member("contents"), found);
        rules::closed(&self.extra, "`dataModelUpdate`", at, found);
    }
}

impl Validate for DeleteSurface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "`deleteSurface`", at, found);
    }
}
