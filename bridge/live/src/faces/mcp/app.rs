//! The MCP App with the page of a session: an HTML document that a host shows in a sandboxed frame.
//!
//! Specification: [MCP Apps
//! 2026-01-26](https://github.com/modelcontextprotocol/ext-apps/blob/3719bd1386978bc326d4acafdf15e8ae462e6801/specification/2026-01-26/apps.mdx).

use super::results::{A2UI_TYPE, ResourceContents};
use crate::page::{Assets, Data};
use wire::Payload;

/// The URI of the page.
pub(super) const APP_URI: &str = "ui://agent-ui/app.html";
/// The media type of an MCP App.
pub(super) const APP_TYPE: &str = "text/html;profile=mcp-app";
/// The metadata of the page. It loads nothing from other servers, and has no border.
const META: &str =
    r#"{"ui":{"csp":{"connectDomains":[],"resourceDomains":[]},"prefersBorder":true}}"#;

/// The resources of a user interface that a client shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ShownResources {
    /// `true` if the client shows MCP Apps, which are pages.
    pub(super) apps: bool,
    /// `true` if the client shows surfaces of A2UI, as the agent `mcp:` of this program does.
    pub(super) surfaces: bool,
}

impl ShownResources {
    /// Reads the capabilities of a client.
    pub(super) fn read(capabilities: &Payload) -> Self {
        let extension = capabilities
            .member("extensions")
            .and_then(|all| all.member("io.modelcontextprotocol/ui"));
        let Some(extension) = extension else {
            return Self::default();
        };
        let Some(types) = extension.member("mimeTypes") else {
            // A client that states no types shows pages.
            return Self {
                apps: true,
                surfaces: false,
            };
        };
        let has = |media_type: &str| {
            let mut stated = types.elements();
            stated.any(|stated| stated.as_str().as_deref() == Some(media_type))
        };
        Self {
            apps: has(APP_TYPE),
            surfaces: has(A2UI_TYPE),
        }
    }
}

/// Returns the document of the page.
pub(super) fn document(assets: &Assets) -> String {
    Data {
        app: true,
        ..Data::default()
    }
    .document(assets)
}

/// Returns the metadata of the page, for the list of resources and for its contents.
pub(super) fn meta() -> Payload {
    Payload::parse(META).unwrap_or_else(|_| Payload::empty_object())
}

/// Returns the page as a resource.
pub(super) fn contents(document: &str) -> ResourceContents {
    ResourceContents {
        uri: APP_URI.to_owned(),
        mime_type: APP_TYPE,
        text: document.to_owned(),
        meta: Some(meta()),
    }
}
