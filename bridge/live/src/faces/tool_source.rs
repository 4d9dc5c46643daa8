//! Additional sources of MCP tools, such as the pages of a website.

use crate::gateway::agent::BoxFuture;
use agent_ui_text::bridge::Dialect;
use std::{fmt, sync::Arc};
use tokio::sync::watch;
use wire::Payload;

/// A source of tools. An MCP server lists them after its own tools.
///
/// ```
/// use agent_ui_live::{gateway::agent::BoxFuture, faces::tool_source::{ToolResult, ToolSource}, wire::Payload};
/// use agent_ui_text::bridge::Dialect;
/// use tokio::sync::watch;
///
/// /// A source with one tool, which never changes.
/// struct Clock(watch::Sender<u64>);
///
/// impl ToolSource for Clock {
///     fn tools(&self, _version: Dialect) -> Vec<Payload> {
///         let tool = r#"{"name":"clock.now","description":"Tells the time.","inputSchema":{"type":"object"}}"#;
///         Payload::parse(tool).into_iter().collect()
///     }
///     fn call<'a>(&'a self, _version: Dialect, name: &'a str, _arguments: &'a Payload) -> BoxFuture<'a, Option<ToolResult>> {
///         Box::pin(async move { (name == "clock.now").then(|| ToolResult::text("07:40")) })
///     }
///     fn changes(&self) -> watch::Receiver<u64> {
///         self.0.subscribe()
///     }
/// }
/// ```
pub trait ToolSource: Send + Sync {
    /// Returns the tools as this version of MCP defines them, in a stable order.
    fn tools(&self, version: Dialect) -> Vec<Payload>;

    /// Calls a tool. Returns `None` if the source has no tool with this name. Dropping the future cancels the call.
    ///
    /// The arguments are an object. The call has a time limit.
    fn call<'a>(
        &'a self,
        version: Dialect,
        name: &'a str,
        arguments: &'a Payload,
    ) -> BoxFuture<'a, Option<ToolResult>>;

    /// Returns the documents about the current tools. The default is none.
    fn documents(&self) -> Vec<ToolDocument> {
        Vec::new()
    }

    /// Returns a number that changes whenever the list of tools changes.
    fn changes(&self) -> watch::Receiver<u64>;
}

/// A document about tools that an MCP server offers as a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolDocument {
    /// The URI of the resource.
    pub uri: String,
    /// The name of the document, which is unique in its source.
    pub name: String,
    /// A short title for people.
    pub title: String,
    /// The contents of the document in plain language.
    pub text: String,
}

/// The tool sources of an MCP server, in order. If two sources have a tool with the same name, the first one is used.
#[derive(Clone, Default)]
pub struct ToolSources(pub Vec<Arc<dyn ToolSource>>);

impl fmt::Debug for ToolSources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ToolSources({})", self.0.len())
    }
}

/// The result of a tool, without members that depend on the version of MCP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolResult {
    /// The member `content`: a JSON list of content parts for models.
    pub content: Payload,
    /// The member `structuredContent`, in a form that the version of MCP allows.
    pub structured: Option<Payload>,
    /// The member `isError`: `true` if the tool failed.
    pub is_error: bool,
}

impl ToolResult {
    /// Creates the result of a successful call that consists of one text.
    pub fn text(text: &str) -> Self {
        let content = Payload::object([
            ("type", &Payload::string("text")),
            ("text", &Payload::string(text)),
        ]);
        Self {
            content: Payload::array([&content]),
            structured: None,
            is_error: false,
        }
    }

    /// Creates the result of a failed call, whose text a model can read.
    pub fn error(text: &str) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }
}
