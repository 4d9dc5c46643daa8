//! Messages from the agent.

use super::{Component, DeleteSurface, FunctionCall, FunctionResponse, Metadata, Version};
use crate::{CallId, CatalogId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Creates a surface. It is an error if the surface already exists.
    ///
    /// Specification: [A2UI 1.0, `createSurface`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#createsurface).
    pub struct CreateSurface {
        /// The surface to create.
        surface_id as "surfaceId": SurfaceId,
        /// The default catalog for components and functions.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// `true` if the renderer sends the data model with every message; `false` if absent.
        send_data_model as "sendDataModel"?: Field<bool>,
        /// The initial components; at least one.
        components?: Field<Vec<Component>>,
        /// The initial data model; an object.
        data_model as "dataModel"?: Option<Payload>,
        /// Extensions defined by vendors.
        metadata?: Field<Metadata>,
    }
    /// Adds components to a surface. A component with the id of an existing component replaces it completely.
    ///
    /// Specification: [A2UI 1.0, `updateComponents`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#updatecomponents).
    pub struct UpdateComponents {
        /// The surface to update.
        surface_id as "surfaceId": SurfaceId,
        /// The components; at least one. The component with the id `root` is the root of the tree.
        components: Vec<Component>,
    }
    /// Writes or removes part of the data model.
    ///
    /// Specification: [A2UI 1.0, `updateDataModel`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#updatedatamodel).
    pub struct UpdateDataModel {
        /// The surface to update.
        surface_id as "surfaceId": SurfaceId,
        /// The place to write, as a JSON Pointer. If absent or `/`, the whole model is written.
        path?: Field<String>,
        /// The new value; null removes the value.
        value: Payload,
    }
    /// Calls a function of the renderer, which responds with `rendererFunctionResponse`.
    ///
    /// Specification: [A2UI 1.0, `callRendererFunction`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#callrendererfunction).
    pub struct CallRendererFunction {
        /// The surface in which the function is called. The member was added in September 2026.
        surface_id as "surfaceId"?: Field<SurfaceId>,
        /// The id of the call, which its response repeats.
        function_call_id as "functionCallId": CallId,
        /// The function call, which must name its catalog.
        call_function as "callFunction": FunctionCall,
    }
}

wire::keyed! {
    /// A message from the agent.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::{AgentMessage, UpdateDataModel, Version}, wire::{self, Payload}};
    ///
    /// let remove = AgentMessage::new(Version::V1_0, UpdateDataModel::new("s", Payload::null()).path("/x"));
    /// let text = r#"{"version":"1.0","updateDataModel":{"surfaceId":"s","path":"/x","value":null}}"#;
    /// assert_eq!(wire::encode(&remove)?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#envelope-message-structure).
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
        /// Calls a function of the renderer.
        "callRendererFunction" CallRendererFunction(CallRendererFunction),
        /// Returns the result of an agent function.
        "agentFunctionResponse" AgentFunctionResponse(FunctionResponse),
    }
}

impl AgentMessage {
    /// Returns the id of the surface to which the message applies, if the message names one.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match &self.body {
            AgentBody::CreateSurface(body) => Some(&body.surface_id),
            AgentBody::UpdateComponents(body) => Some(&body.surface_id),
            AgentBody::UpdateDataModel(body) => Some(&body.surface_id),
            AgentBody::DeleteSurface(body) => Some(&body.surface_id),
            AgentBody::CallRendererFunction(body) => body.surface_id.get(),
            AgentBody::AgentFunctionResponse(_) => None,
        }
    }
}

impl Validate for AgentMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.version.add_findings(at, found);
        rules::reject_unknown(&self.extra, "a message of A2UI 1.0", at, found);
        let at = at.member(self.key());
        match &self.body {
            AgentBody::CreateSurface(body) => {
                rules::basic_catalog(body.catalog_id.get(), crate::Version::V1_0, &at, found);
                body.findings(&at, found);
                let components = body.components.get().map_or(&[][..], Vec::as_slice);
                check_keys(self.version, components, &at.member("components"), found);
            }
            AgentBody::UpdateComponents(body) => {
                body.findings(&at, found);
                check_keys(
                    self.version,
                    &body.components,
                    &at.member("components"),
                    found,
                );
            }
            AgentBody::UpdateDataModel(body) => body.findings(&at, found),
            AgentBody::DeleteSurface(body) => body.findings(&at, found),
            AgentBody::CallRendererFunction(body) => body.findings(&at, found),
            AgentBody::AgentFunctionResponse(body) => body.findings(&at, found),
        }
    }
}

impl Validate for CreateSurface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.catalog_id, "catalogId", at, found);
        rules::not_null(&self.send_data_model, "sendDataModel", at, found);
        rules::not_null(&self.components, "components", at, found);
        rules::not_null(&self.metadata, "metadata", at, found);
        if let Some(components) = self.components.get() {
            check_components(components, &at.member("components"), found);
        }
        if let Some(model) = &self.data_model {
            rules::object(model, at.member("dataModel"), found);
            rules::json_depth(model, 2, &at.member("dataModel"), found);
        }
        if let Some(metadata) = self.metadata.get() {
            metadata.findings(&at.member("metadata"), found);
        }
        rules::reject_unknown(&self.extra, "`createSurface`", at, found);
    }
}

/// Checks the names of the common component keys against the version of the message.
fn check_keys(version: Version, components: &[Component], at: &Pointer, found: &mut Vec<Finding>) {
    for (index, component) in components.iter().enumerate() {
        component.check_keys(version, &at.element(index), found);
    }
}

fn check_components(components: &[Component], at: &Pointer, found: &mut Vec<Finding>) {
    rules::not_empty(components.len(), at.clone(), found);
    components
        .iter()
        .enumerate()
        .for_each(|(index, component)| component.findings(&at.element(index), found));
    rules::unique_ids(components.iter().map(|component| &component.id), at, found);
}

impl Validate for UpdateComponents {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check_components(&self.components, &at.member("components"), found);
        rules::reject_unknown(&self.extra, "`updateComponents`", at, found);
    }
}

impl Validate for UpdateDataModel {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.path, "path", at, found);
        rules::data_path(&self.path, crate::Version::V1_0, at.member("path"), found);
        rules::json_depth(&self.value, 2, &at.member("value"), found);
        rules::reject_unknown(&self.extra, "`updateDataModel`", at, found);
    }
}

impl Validate for CallRendererFunction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.surface_id, "surfaceId", at, found);
        let call = at.member("callFunction");
        self.call_function.findings(&call, found);
        if self.call_function.catalog_id().is_none() {
            let message = "the function call is missing the required member `catalogId`";
            let finding = Finding::error("missing-member", call.member("catalogId"), message);
            found.push(finding.hint("add the `catalogId` of the function"));
        }
        rules::reject_unknown(&self.extra, "`callRendererFunction`", at, found);
    }
}
