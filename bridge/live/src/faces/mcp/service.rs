//! The answers to requests, in every revision and over every transport.

use super::{
    McpSettings, app,
    asking::Asker,
    call::McpCall,
    client_state::ClientState,
    request_state::StateSeal,
    results::{self, A2UI_TYPE, McpResult, ResourceContents, ResultForm},
    revision::Revision,
    uri,
};
use crate::{
    faces::{DIALECT, tool_source::ToolDocument},
    gateway::{Gateway, GatewayError, Snapshot, SurfaceState, deletion::deletion_message},
};
use serde::Serialize;
use std::sync::Arc;
use wire::{
    Payload,
    json_rpc::{INTERNAL_ERROR, INVALID_PARAMS, JsonRpcError},
};

/// The media type of tool documents.
const DOCUMENT_TYPE: &str = "text/plain";
/// The name of the face.
pub(super) const FACE: &str = "mcp";
/// The time in milliseconds for which a client may cache the list of tools and the page.
const TOOLS_TTL: u32 = 60_000;
/// Answers requests. All clones share the same state.
#[derive(Clone)]
pub(super) struct Service {
    pub(super) gateway: Gateway,
    pub(super) settings: Arc<McpSettings>,
    /// The HTML document of the page, if the page was built.
    document: Option<Arc<str>>,
    /// The key of the states that clients return with their answers.
    seal: Option<StateSeal>,
}

impl Service {
    pub(super) fn new(gateway: Gateway, settings: McpSettings) -> Self {
        let document = settings.assets.map(|assets| app::document(&assets).into());
        Self {
            gateway,
            settings: Arc::new(settings),
            document,
            seal: StateSeal::new(),
        }
    }

    /// Answers a request that does not depend on a connection. `asker` asks the user of a client before 2026-07-28.
    pub(super) async fn answer(
        &self,
        call: McpCall,
        revision: Revision,
        client: &ClientState,
        asker: Option<Asker>,
    ) -> Result<Payload, JsonRpcError> {
        let described = match call {
            McpCall::Initialize { .. } | McpCall::Discover | McpCall::ListTools => {
                self.gateway.describe().await
            }
            _ => self.gateway.description(),
        };
        let result = match call {
            McpCall::Initialize { .. } => {
                results::initialized(revision, self.has_sources(), &described)
            }
            McpCall::Discover => results::discovered(self.has_sources(), &described),
            McpCall::ListTools => {
                let list = self
                    .list_tools(revision, &described)
                    .map_err(|error| internal(&error.to_string()))?;
                // The tools of a source may change at any time.
                McpResult::new()
                    .with("tools", &list)
                    .cached(if self.has_sources() { 0 } else { TOOLS_TTL })
            }
            McpCall::RunTool {
                name,
                arguments,
                abilities,
                input,
            } => {
                let shows_apps = abilities.shows_apps || client.abilities.shows_apps;
                let asker = match asker {
                    Some(asker) => asker,
                    None => {
                        let seal = self.seal.as_ref();
                        Asker::by_results(abilities, seal, &name, &arguments, &input)?
                    }
                };
                let form = ResultForm {
                    revision,
                    shows_apps,
                };
                self.call_tool(&name, &arguments, client, form, &asker)
                    .await?
            }
            McpCall::ListResources => self.list_resources(client).await?,
            McpCall::ListTemplates => McpResult::new()
                .with("resourceTemplates", &[SURFACES])
                .cached(TOOLS_TTL),
            McpCall::ReadResource { uri } => self.read_resource(&uri, revision).await?,
            McpCall::Ping
            | McpCall::Subscribe { .. }
            | McpCall::Unsubscribe { .. }
            | McpCall::Listen(_) => McpResult::new(),
        };
        Ok(result.write(revision, &described))
    }

    /// Lists the page, the tool documents, and the surfaces of the client's own session.
    async fn list_resources(&self, client: &ClientState) -> Result<McpResult, JsonRpcError> {
        let app = self.document.is_some().then(|| Resource {
            uri: app::APP_URI.to_owned(),
            name: "app".to_owned(),
            title: "Surfaces".to_owned(),
            mime_type: app::APP_TYPE,
            meta: Some(app::meta()),
        });
        let mut list: Vec<_> = app.into_iter().collect();
        list.extend(self.documents().map(|document| Resource {
            uri: document.uri,
            name: document.name,
            title: document.title,
            mime_type: DOCUMENT_TYPE,
            meta: None,
        }));
        if let Some(session) = &client.session {
            let snapshot = self.snapshot(session).await?;
            list.extend(snapshot.surfaces.iter().map(|surface| Resource {
                uri: uri::of_surface(session, &surface.id),
                name: surface.id.clone(),
                title: format!("Surface {}", surface.id),
                mime_type: A2UI_TYPE,
                meta: None,
            }));
        }
        Ok(McpResult::new().with("resources", &list).cached(0))
    }

    /// Returns the contents of a resource: the page, a tool document, or a surface.
    async fn read_resource(
        &self,
        uri: &str,
        revision: Revision,
    ) -> Result<McpResult, JsonRpcError> {
        if uri == app::APP_URI {
            let document = self
                .document
                .as_deref()
                .ok_or_else(|| not_found(uri, revision))?;
            let contents = [app::contents(document)];
            return Ok(McpResult::new()
                .with("contents", &contents)
                .cached(TOOLS_TTL));
        }
        if let Some(document) = self.documents().find(|document| document.uri == uri) {
            let ToolDocument { uri, text, .. } = document;
            let contents = [ResourceContents {
                uri,
                mime_type: DOCUMENT_TYPE,
                text,
                meta: None,
            }];
            return Ok(McpResult::new().with("contents", &contents).cached(0));
        }
        let (session, surface) = uri::read(uri).map_err(|_| not_found(uri, revision))?;
        let snapshot = self.snapshot(&session).await?;
        let surface = snapshot.surfaces.iter().find(|found| found.id == surface);
        let surface = surface.ok_or_else(|| not_found(uri, revision))?;
        Ok(McpResult::new()
            .with("contents", &[contents(&session, surface)])
            .cached(0))
    }

    /// Returns the documents about the tools of all sources.
    fn documents(&self) -> impl Iterator<Item = ToolDocument> {
        self.settings
            .tools
            .0
            .iter()
            .flat_map(|source| source.documents())
    }

    pub(super) async fn snapshot(&self, session: &str) -> Result<Snapshot, JsonRpcError> {
        let session = self.gateway.session(session).await.map_err(convert_error)?;
        session.snapshot(DIALECT).await.map_err(convert_error)
    }
}

/// Returns the resource of a surface, with the messages that build it as a JSON list.
fn contents(session: &str, surface: &SurfaceState) -> ResourceContents {
    resource(uri::of_surface(session, &surface.id), list_of(surface))
}

/// Returns the messages that build a surface, as a JSON list.
pub(super) fn list_of(surface: &SurfaceState) -> String {
    format!("[{}]", surface.messages.join(","))
}

/// Creates a resource with a JSON list of A2UI messages.
pub(super) fn resource(uri: String, list: String) -> ResourceContents {
    ResourceContents {
        uri,
        mime_type: A2UI_TYPE,
        text: list,
        meta: None,
    }
}

/// Returns the resource of a deleted surface, with the message that deletes it.
pub(super) fn deleted(session: &str, surface: &str) -> ResourceContents {
    let list = format!("[{}]", deletion_message("v0.9", surface));
    resource(uri::of_surface(session, surface), list)
}

fn convert_error(error: GatewayError) -> JsonRpcError {
    match error {
        GatewayError::Name | GatewayError::Refused(_) => {
            JsonRpcError::invalid_params(error.to_string())
        }
        error => internal(&error.to_string()),
    }
}

fn internal(message: &str) -> JsonRpcError {
    JsonRpcError::new(INTERNAL_ERROR, message)
}

/// The error code for an unknown resource, before 2026-07-28.
const RESOURCE_NOT_FOUND: i64 = -32002;

fn not_found(uri: &str, revision: Revision) -> JsonRpcError {
    let data = Payload::object([("uri", &Payload::string(uri))]);
    let code = if revision.is_stateless() {
        INVALID_PARAMS
    } else {
        RESOURCE_NOT_FOUND
    };
    JsonRpcError::new(code, "the resource does not exist").data(data)
}

/// An entry in the list of resources.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Resource {
    uri: String,
    name: String,
    title: String,
    mime_type: &'static str,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Payload>,
}

/// The template for the URIs of surfaces.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResourceTemplate {
    uri_template: &'static str,
    name: &'static str,
    title: &'static str,
    mime_type: &'static str,
}

const SURFACES: ResourceTemplate = ResourceTemplate {
    uri_template: "a2ui://{session}/{surface}",
    name: "surface",
    title: "Surface of a session",
    mime_type: A2UI_TYPE,
};
