//! Context blocks of pages, as documents for MCP clients.

use crate::faces::{mcp::uri, tool_source::ToolDocument};
use agent_ui_text::bridge::{actions_json::site::SiteContext, mcp::Tool};
use wire::Payload;

/// A context block of a ready page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageContext {
    /// The id of the block. If pages declare different blocks with the same id, a number is added.
    id: String,
    title: String,
    body: String,
    /// The names of the tools for which the block is relevant.
    tools: Vec<String>,
}

impl PageContext {
    /// Reads a context block. Returns `None` if its body is missing.
    pub(super) fn new(context: &SiteContext<'_>) -> Option<Self> {
        let body = context
            .context
            .body
            .get()
            .filter(|body| !body.trim().is_empty())?;
        let id = context.id.as_str().to_owned();
        Some(Self {
            title: context
                .context
                .title
                .get()
                .cloned()
                .unwrap_or_else(|| id.clone()),
            body: body.clone(),
            tools: context
                .tools
                .iter()
                .map(|tool| (*tool).to_owned())
                .collect(),
            id,
        })
    }

    /// Returns `true` if two pages declare the same block.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    fn uri(&self) -> String {
        format!("actions-json://context/{}", uri::encode(&self.id))
    }

    /// Returns the block as a document.
    pub(super) fn document(&self) -> ToolDocument {
        let mut text = format!("{}\n\n{}", self.title, self.body);
        if !self.tools.is_empty() {
            text.push_str(&format!("\n\nTools: {}", self.tools.join(", ")));
        }
        ToolDocument {
            uri: self.uri(),
            name: self.id.clone(),
            title: self.title.clone(),
            text,
        }
    }
}

/// Adds numbers to the ids of different blocks with the same id.
pub(super) fn number(contexts: &mut [PageContext]) {
    let ids: Vec<String> = contexts.iter().map(|context| context.id.clone()).collect();
    for (at, context) in contexts.iter_mut().enumerate() {
        let earlier = ids.iter().take(at).filter(|id| **id == context.id).count();
        if earlier > 0 {
            context.id = format!("{}#{}", context.id, earlier + 1);
        }
    }
}

/// Adds the names of relevant documents to the description of a tool.
pub(super) fn with_documents(tool: &Tool, contexts: &[PageContext]) -> Option<Payload> {
    let written = Payload::encode(tool).ok()?;
    let about = contexts
        .iter()
        .filter(|context| context.tools.contains(&tool.name));
    let uris: Vec<String> = about.map(PageContext::uri).collect();
    if uris.is_empty() {
        return Some(written);
    }
    let description = written.member("description");
    let description = description
        .as_ref()
        .and_then(|text| text.as_str())
        .unwrap_or_default();
    let description = format!("{description} Documentation: {}.", uris.join(", "));
    let description = Payload::string(description.trim_start());
    let mut members: Vec<_> = written.members().collect();
    match members.iter_mut().find(|(name, _)| name == "description") {
        Some((_, old)) => *old = description,
        None => members.push(("description".into(), description)),
    }
    Some(Payload::object(
        members.iter().map(|(name, value)| (name.as_ref(), value)),
    ))
}
