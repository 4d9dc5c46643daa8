//! What an agent sends.

use super::Component;
use crate::{CatalogId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// How a message calls its version. Closed: another word means other messages. A2UI 0.9.1, `version`.
    pub closed enum Version {
        /// A2UI 0.9; messages of 0.9.1 may say this too.
        V0_9 = "v0.9",
        /// A2UI 0.9.1.
        V0_9_1 = "v0.9.1",
    }
}

wire::object! {
    /// Makes a surface; it is an error if it lives already. A2UI 0.9, `createSurface`.
    pub struct CreateSurface {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// The catalog of its components.
        catalog_id as "catalogId": CatalogId,
        /// An object that the catalog describes; the basic one knows `primaryColor`, `iconUrl`, `agentDisplayName`.
        theme?: Option<Payload>,
        /// Whether the client sends the data model along with every message; absent means no.
        send_data_model as "sendDataModel"?: Field<bool>,
    }
    /// Adds components to a surface or replaces them, whole and by id. A2UI 0.9, `updateComponents`.
    pub struct UpdateComponents {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// At least one; the tree begins with the one whose id is `root`.
        components: Vec<Component>,
    }
    /// Replaces a part of the data model, or removes it. A2UI 0.9, `updateDataModel`.
    pub struct UpdateDataModel {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// A JSON Pointer; absent, or `/`, means the whole model.
        path?: Field<String>,
        /// What then stands there. Absent removes; null is a value like any other.
        value?: Option<Payload>,
    }
    /// Takes a surface away. A2UI 0.9, `deleteSurface`.
    pub struct DeleteSurface {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
    }
}

wire::keyed! {
    /// One message from the agent. A2UI 0.9, server to client.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::{AgentMessage, UpdateDataModel, Version}, wire::{self, Payload}};
    ///
    /// let remove = AgentMessage::new(Version::V0_9, UpdateDataModel::new("s").path("/x"));
    /// let store = AgentMessage::new(Version::V0_9, UpdateDataModel::new("s").path("/x").value(Payload::null()));
    /// assert_eq!(wire::encode(&remove)?, r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/x"}}"#);
    /// assert_ne!(remove, store);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct AgentMessage {
        /// The version, as the message states it.
        version: Version,
    }
    /// What a message of the agent says.
    pub enum AgentBody {
        /// The surface begins.
        "createSurface" CreateSurface(CreateSurface),
        /// Components come.
        "updateComponents" UpdateComponents(UpdateComponents),
        /// Data comes or goes.
        "updateDataModel" UpdateDataModel(UpdateDataModel),
        /// The surface goes.
        "deleteSurface" DeleteSurface(DeleteSurface),
    }
}

impl AgentMessage {
    /// The surface that the message is about.
    pub fn surface_id(&self) -> &SurfaceId {
        match &self.body {
            AgentBody::CreateSurface(body) => &body.surface_id,
            AgentBody::UpdateComponents(body) => &body.surface_id,
            AgentBody::UpdateDataModel(body) => &body.surface_id,
            AgentBody::DeleteSurface(body) => &body.surface_id,
        }
    }
}

impl Validate for AgentMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "a message of A2UI 0.9", at, found);
        let at = at.member(self.key());
        match &self.body {
            AgentBody::CreateSurface(body) => {
                rules::basic_catalog(Some(&body.catalog_id), crate::Version::V0_9, &at, found);
                body.findings(&at, found);
            }
            AgentBody::UpdateComponents(body) => body.findings(&at, found),
            AgentBody::UpdateDataModel(body) => body.findings(&at, found),
            AgentBody::DeleteSurface(body) => body.findings(&at, found),
        }
    }
}

impl Validate for CreateSurface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::theme(self.theme.as_ref(), Some(&self.catalog_id), at.member("theme"), found);
        rules::not_null(&self.send_data_model, "sendDataModel", at, found);
        rules::closed(&self.extra, "`createSurface`", at, found);
    }
}

impl Validate for UpdateComponents {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let components = at.member("components");
        rules::not_empty(self.components.len(), components.clone(), found);
        self.components.findings(&components, found);
        rules::unique_ids(self.components.iter().map(|component| &component.id), &components, found);
        rules::closed(&self.extra, "`updateComponents`", at, found);
    }
}

impl Validate for UpdateDataModel {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.path, "path", at, found);
        rules::data_path(&self.path, crate::Version::V0_9, at.member("path"), found);
        if let Some(value) = &self.value {
            rules::json_depth(value, 2, &at.member("value"), found);
        }
        rules::closed(&self.extra, "`updateDataModel`", at, found);
    }
}

impl Validate for DeleteSurface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "`deleteSurface`", at, found);
    }
}
