//! Messages from the agent.

use super::{Component, Version};
use crate::{CatalogId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Creates a surface. It is an error if the surface already exists.
    ///
    /// Specification: [A2UI 0.9, `createSurface`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#createsurface).
    pub struct CreateSurface {
        /// The surface to create.
        surface_id as "surfaceId": SurfaceId,
        /// The catalog of the components.
        catalog_id as "catalogId": CatalogId,
        /// An object with theme properties of the catalog. The basic catalog defines `primaryColor`, `iconUrl` and
        /// `agentDisplayName`.
        theme?: Option<Payload>,
        /// `true` if the client sends the data model with every message; `false` if absent.
        send_data_model as "sendDataModel"?: Field<bool>,
    }
    /// Adds components to a surface. A component with the id of an existing component replaces it completely.
    ///
    /// Specification: [A2UI 0.9, `updateComponents`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#updatecomponents).
    pub struct UpdateComponents {
        /// The surface to update.
        surface_id as "surfaceId": SurfaceId,
        /// The components; at least one. The component with the id `root` is the root of the tree.
        components: Vec<Component>,
    }
    /// Writes or removes part of the data model.
    ///
    /// Specification: [A2UI 0.9, `updateDataModel`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#updatedatamodel).
    pub struct UpdateDataModel {
        /// The surface to update.
        surface_id as "surfaceId": SurfaceId,
        /// The place to write, as a JSON Pointer. If absent or `/`, the whole model is written.
        path?: Field<String>,
        /// The new value. If absent, the value is removed; null is stored like any other value.
        value?: Option<Payload>,
    }
    /// Deletes a surface.
    ///
    /// Specification: [A2UI 0.9, `deleteSurface`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#deletesurface).
    pub struct DeleteSurface {
        /// The surface to delete.
        surface_id as "surfaceId": SurfaceId,
    }
}

wire::keyed! {
    /// A message from the agent.
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
    ///
    /// Specification: [A2UI 0.9, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#envelope-message-structure).
    pub struct AgentMessage {
        /// The version that the message states.
        version: Version,
    }
    /// The content of a message from the agent, by its key.
    pub enum AgentBody {
        /// Creates a surface.
        "createSurface" CreateSurface(CreateSurface),
        /// Adds or replaces components.
        "updateComponents" UpdateComponents(UpdateComponents),
        /// Writes or removes part of the data model.
        "updateDataModel" UpdateDataModel(UpdateDataModel),
        /// Deletes a surface.
        "deleteSurface" DeleteSurface(DeleteSurface),
    }
}

impl AgentMessage {
    /// Returns the id of the surface to which the message applies.
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
        rules::reject_unknown(&self.extra, "a message of A2UI 0.9", at, found);
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
        rules::theme(
            self.theme.as_ref(),
            Some(&self.catalog_id),
            at.member("theme"),
            found,
        );
        rules::not_null(&self.send_data_model, "sendDataModel", at, found);
        rules::reject_unknown(&self.extra, "`createSurface`", at, found);
    }
}

impl Validate for UpdateComponents {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let components = at.member("components");
        rules::not_empty(self.components.len(), components.clone(), found);
        self.components.findings(&components, found);
        rules::unique_ids(
            self.components.iter().map(|component| &component.id),
            &components,
            found,
        );
        rules::reject_unknown(&self.extra, "`updateComponents`", at, found);
    }
}

impl Validate for UpdateDataModel {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.path, "path", at, found);
        rules::data_path(&self.path, crate::Version::V0_9, at.member("path"), found);
        if let Some(value) = &self.value {
            rules::json_depth(value, 2, &at.member("value"), found);
        }
        rules::reject_unknown(&self.extra, "`updateDataModel`", at, found);
    }
}

impl Validate for DeleteSurface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "`deleteSurface`", at, found);
    }
}
