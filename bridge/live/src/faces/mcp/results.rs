//! The results of requests in every revision.

use super::revision::{Revision, SERVER_INFO};
use crate::gateway::AgentDescription;
use serde::Serialize;
use wire::Payload;

/// The media type of A2UI messages.
pub(super) const A2UI_TYPE: &str = "application/a2ui+json";

/// The form of results that suits a client.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultForm {
    pub(super) revision: Revision,
    /// `true` if a new page may show the result and therefore needs whole surfaces.
    pub(super) shows_apps: bool,
}

/// The result of a request, without the members that depend on the revision.
#[derive(Clone, Debug, Default)]
pub(super) struct McpResult {
    members: Vec<(&'static str, Payload)>,
    meta: Vec<(&'static str, Payload)>,
    /// The time in milliseconds for which a client may cache the result, if it may be cached.
    ttl: Option<u32>,
    /// `true` if the result asks for input of the user, and is not complete.
    needs_input: bool,
}

impl McpResult {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Adds a member. A value that cannot be encoded as JSON becomes null.
    pub(super) fn with(mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Self {
        self.members.push((name, json(value)));
        self
    }

    /// Adds a member of `_meta`.
    pub(super) fn with_meta(
        mut self,
        name: &'static str,
        value: &(impl Serialize + ?Sized),
    ) -> Self {
        self.meta.push((name, json(value)));
        self
    }

    /// Creates a result that asks the user of the client a question. The client repeats the request with the answer and
    /// the state.
    pub(super) fn input_required(key: &str, request: &Payload, state: &str) -> Self {
        let requests = Payload::object([(key, request)]);
        Self {
            needs_input: true,
            ..Self::default()
        }
        .with("inputRequests", &requests)
        .with("requestState", state)
    }

    /// Sets the time for which a client may cache the result.
    pub(super) fn cached(mut self, milliseconds: u32) -> Self {
        self.ttl = Some(milliseconds);
        self
    }

    /// Writes the result in the form of a revision.
    pub(super) fn write(mut self, revision: Revision, described: &AgentDescription) -> Payload {
        if revision.is_stateless() {
            let kind = match self.needs_input {
                true => "input_required",
                false => "complete",
            };
            self.members
                .insert(0, ("resultType", Payload::string(kind)));
            if let Some(ttl) = self.ttl {
                self.members.push(("ttlMs", json(&ttl)));
                self.members
                    .push(("cacheScope", Payload::string("private")));
            }
            self.meta.push((SERVER_INFO, json(&server_info(described))));
        }
        if !self.meta.is_empty() {
            self.members.push(("_meta", object(&self.meta)));
        }
        object(&self.members)
    }
}

fn object(members: &[(&'static str, Payload)]) -> Payload {
    Payload::object(members.iter().map(|(name, value)| (*name, value)))
}

fn json(value: &(impl Serialize + ?Sized)) -> Payload {
    Payload::serialize_from(value).unwrap_or_else(|_| Payload::null())
}

/// The name of the server, which identifies it for programs.
pub(super) const SERVER_NAME: &str = "agent-ui";
/// The maximum length of a description in characters. Hosts truncate longer ones.
const DESCRIPTION: usize = 1000;

/// The name and version of the server.
#[derive(Clone, Debug, Serialize)]
struct Implementation {
    name: &'static str,
    title: String,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

fn server_info(described: &AgentDescription) -> Implementation {
    Implementation {
        name: SERVER_NAME,
        title: described
            .name
            .clone()
            .unwrap_or_else(|| "Agent UI Bridge".to_owned()),
        version: env!("CARGO_PKG_VERSION"),
        description: described.description.as_deref().map(shorten),
    }
}

/// Returns a sentence about the agents for the start of texts for models. It ends with a space.
pub(super) fn introduction(described: &AgentDescription) -> String {
    match (&described.name, &described.description) {
        (None, None) => String::new(),
        (Some(name), None) => format!("{name}. "),
        (None, Some(text)) => format!("{} ", complete_sentence(text)),
        (Some(name), Some(text)) => format!("{name}: {} ", complete_sentence(text)),
    }
}

/// Returns a description with a full stop at its end.
fn complete_sentence(text: &str) -> String {
    let mut text = shorten(text.trim());
    if !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    text.chars().take(DESCRIPTION).chain(['…']).collect()
}

/// The capabilities of the server, including the MCP Apps extension.
const CAPABILITIES: &str = r#"{"tools":{"listChanged":false},"resources":{"subscribe":true,"listChanged":true},"extensions":{"io.modelcontextprotocol/ui":{}}}"#;
const INSTRUCTIONS: &str = "An agent shows interactive surfaces. Call agent_ui_show to see them or to send the agent a message of the user, and agent_ui_action to act on a surface.";

/// Creates the result of `initialize`.
pub(super) fn initialized(
    revision: Revision,
    tools_change: bool,
    described: &AgentDescription,
) -> McpResult {
    McpResult::new()
        .with("protocolVersion", revision.name())
        .with("capabilities", &capabilities(tools_change))
        .with("serverInfo", &server_info(described))
        .with("instructions", &instructions(described))
}

/// Creates the result of `server/discover`.
pub(super) fn discovered(tools_change: bool, described: &AgentDescription) -> McpResult {
    McpResult::new()
        .with("supportedVersions", &Revision::ALL.map(Revision::name))
        .with("capabilities", &capabilities(tools_change))
        .with("instructions", &instructions(described))
        .cached(0)
}

fn instructions(described: &AgentDescription) -> String {
    format!("{}{INSTRUCTIONS}", introduction(described))
}

/// Returns the capabilities. `tools_change` is `true` if the list of tools can change.
fn capabilities(tools_change: bool) -> Payload {
    let changing = if tools_change {
        CAPABILITIES.replace("false", "true")
    } else {
        CAPABILITIES.to_owned()
    };
    Payload::parse(changing).unwrap_or_else(|_| Payload::empty_object())
}

/// A content part of a tool result.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Content {
    /// A text for the model.
    Text { text: String },
    /// The contents of a resource.
    Resource { resource: ResourceContents },
    /// A link to a resource that is too long to be embedded.
    #[serde(rename = "resource_link", rename_all = "camelCase")]
    ResourceLink {
        uri: String,
        name: String,
        mime_type: &'static str,
    },
}

/// The contents of a resource.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResourceContents {
    pub(super) uri: String,
    pub(super) mime_type: &'static str,
    pub(super) text: String,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(super) meta: Option<Payload>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn only_the_newest_revision_states_types_and_lifetimes() {
        let result = McpResult::new().with("tools", &[0; 0]).cached(5);
        assert_eq!(
            result
                .clone()
                .write(Revision::V2025_11, &AgentDescription::default())
                .text(),
            r#"{"tools":[]}"#
        );
        let newest = result.write(Revision::V2026_07, &AgentDescription::default());
        let start = r#"{"resultType":"complete","tools":[],"ttlMs":5,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"agent-ui","#;
        assert!(newest.text().starts_with(start), "{newest}");
    }

    #[test]
    fn the_server_capabilities_are_valid_json() {
        assert!(Payload::is_json(CAPABILITIES));
    }
}
