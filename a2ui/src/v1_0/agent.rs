//! What an agent sends.

use super::{Component, DeleteSurface, FunctionCall, FunctionResponse, Metadata};
use crate::{CallId, CatalogId, SurfaceId, rules};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// How a message calls its version. Closed: another word means other messages.
    pub closed enum Version {
        /// A2UI 1.0 since November 2026.
        V1_0 = "1.0",
        /// A2UI 1.0 while it was a candidate, until October 2026.
        V1_0Candidate = "v1.0",
        /// No word of the specification, but one that published readers take for 1.0.
        V1_0_0 = "1.0.0",
        /// No word of the specification, but one that published readers take for 1.0.
        UpperV1_0 = "V1.0",
    }
}

wire::object! {
    /// Makes a surface; it is an error if it lives already. A2UI 1.0, `createSurface`.
    pub struct CreateSurface {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// The catalog of the components and functions that name none.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// Whether the client sends the data model along with every message; absent means no.
        send_data_model as "sendDataModel"?: Field<bool>,
        /// The first components; at least one.
        components?: Field<Vec<Component>>,
        /// The data model at first: an object.
        data_model as "dataModel"?: Option<Payload>,
        /// What vendors add.
        metadata?: Field<Metadata>,
    }
    /// Adds components to a surface or replaces them, whole and by id. A2UI 1.0, `updateComponents`.
    pub struct UpdateComponents {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// At least one; the tree begins with the one whose id is `root`.
        components: Vec<Component>,
    }
    /// Replaces a part of the data model, or removes it. A2UI 1.0, `updateDataModel`.
    pub struct UpdateDataModel {
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// A JSON Pointer; absent, or `/`, means the whole model.
        path?: Field<String>,
        /// What then stands there; null removes.
        value: Payload,
    }
    /// Calls a function of the renderer, which answers with `rendererFunctionResponse`. A2UI 1.0, `callRendererFunction`.
    pub struct CallRendererFunction {
        /// The surface on which it is called. Since September 2026.
        surface_id as "surfaceId"?: Field<SurfaceId>,
        /// Names the call.
        function_call_id as "functionCallId": CallId,
        /// The call. It names its catalog.
        call_function as "callFunction": FunctionCall,
    }
}

wire::keyed! {
    /// One message from the agent. A2UI 1.0, agent to renderer.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::{AgentMessage, UpdateDataModel, Version}, wire::{self, Payload}};
    ///
    /// let remove = AgentMessage::new(Version::V1_0, UpdateDataModel::new("s", Payload::null()).path("/x"));
    /// let text = r#"{"version":"1.0","updateDataModel":{"surfaceId":"s","path":"/x","value":null}}"#;
    /// assert_eq!(wire::encode(&remove)?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct AgentMessage {
        /// The version.
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
        /// A function of the renderer is called.
        "callRendererFunction" CallRendererFunction(CallRendererFunction),
        /// A function of the agent returned.
        "agentFunctionResponse" AgentFunctionResponse(FunctionResponse),
    }
}

impl AgentMessage {
    /// The surface that the message is about, if it names one.
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

impl Version {
    /// Whether messages under this word may be of any 1.0 before November 2026.
    pub fn is_candidate(self) -> bool {
        self == Self::V1_0Candidate
    }

    pub(super) fn found(self, at: &Pointer, found: &mut Vec<Finding>) {
        if matches!(self, Self::V1_0_0 | Self::UpperV1_0) {
            let message = format_args!("`{self}` is no word of the specification").to_string();
            let finding = Finding::warning("version-word", at.member("version"), message);
            found.push(finding.hint("write `1.0`; other readers refuse this one"));
        }
    }
}

impl Validate for AgentMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.version.found(at, found);
        rules::closed(&self.extra, "a message of A2UI 1.0", at, found);
        let at = at.member(self.key());
        match &self.body {
            AgentBody::CreateSurface(body) => {
                rules::basic_catalog(body.catalog_id.get(), crate::Version::V1_0, &at, found);
                body.findings(&at, found);
                let components = body.components.get().map_or(&[][..], Vec::as_slice);
                keys_found(self.version, components, &at.member("components"), found);
            }
            AgentBody::UpdateComponents(body) => {
                body.findings(&at, found);
                keys_found(self.version, &body.components, &at.member("components"), found);
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
            components_found(components, &at.member("components"), found);
        }
        if let Some(model) = &self.data_model {
            rules::object(model, at.member("dataModel"), found);
            rules::json_depth(model, 2, &at.member("dataModel"), found);
        }
        if let Some(metadata) = self.metadata.get() {
            metadata.findings(&at.member("metadata"), found);
        }
        rules::closed(&self.extra, "`createSurface`", at, found);
    }
}

/// What the word of a message says about the names of what components have of their own.
fn keys_found(version: Version, components: &[Component], at: &Pointer, found: &mut Vec<Finding>) {
    for (index, component) in components.iter().enumerate() {
        component.keys_found(version, &at.element(index), found);
    }
}

fn components_found(components: &[Component], at: &Pointer, found: &mut Vec<Finding>) {
    rules::not_empty(components.len(), at.clone(), found);
    components
        .iter()
        .enumerate()
        .for_each(|(index, component)| component.findings(&at.element(index), found));
    rules::unique_ids(components.iter().map(|component| &component.id), at, found);
}

impl Validate for UpdateComponents {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        components_found(&self.components, &at.member("components"), found);
        rules::closed(&self.extra, "`updateComponents`", at, found);
    }
}

impl Validate for UpdateDataModel {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.path, "path", at, found);
        rules::data_path(&self.path, crate::Version::V1_0, at.member("path"), found);
        rules::json_depth(&self.value, 2, &at.member("value"), found);
        rules::closed(&self.extra, "`updateDataModel`", at, found);
    }
}

impl Validate for CallRendererFunction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.surface_id, "surfaceId", at, found);
        let call = at.member("callFunction");
        self.call_function.findings(&call, found);
        if self.call_function.catalog_id().is_none() {
            let message = "the function does not name its catalog";
            let finding = Finding::error("missing-member", call.member("catalogId"), message);
            found.push(finding.hint("a call of the agent gives `catalogId`"));
        }
        rules::closed(&self.extra, "`callRendererFunction`", at, found);
    }
}
