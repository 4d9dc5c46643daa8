//! MCP: the surfaces of a session as tools, resources and an MCP App, and MCP servers with A2UI resources as agents.
//!
//! [`routes`] serves MCP over Streamable HTTP, and [`serve_lines`] over lines, such as the standard streams of a process. Both
//! understand the revisions 2024-11-05, 2025-03-26 with its batches, 2025-06-18 and 2025-11-25, in which a client sends
//! `initialize` first, and 2026-07-28, in which each request states its revision. The transport HTTP with SSE of 2024-11-05 is
//! not served.
//!
//! | tool | description |
//! |---|---|
//! | `agent_ui_show` | shows the surfaces of a session; with the argument `text`, first sends the agent this message of the user and waits for its answer |
//! | `agent_ui_action` | sends an A2UI action of the user, and returns what has changed |
//!
//! | resource | contents |
//! |---|---|
//! | `ui://agent-ui/app.html` | the page as an MCP App, `text/html;profile=mcp-app`; both tools refer to it |
//! | `a2ui://<session>/<surface>` | the A2UI 0.9 messages that build a surface, as a JSON list, `application/a2ui+json` |
//!
//! The result of a tool has a text for models and the surfaces as embedded resources for apps. The messages are text inside
//! JSON, so no client changes their numbers or the order of their members. Clients are notified of new, changed and deleted
//! surfaces: on the stream that they open with `GET` before 2026-07-28, or with `subscriptions/listen`.
//!
//! A result contains surfaces of at most 64 KiB, and descriptions for models of at most 16 KiB. A longer surface is a link to its
//! resource, which a client reads. For an action, a client that has seen the latest state of the session gets only the messages
//! after it. A client that shows MCP Apps gets whole surfaces, because a new page may show each result.
//!
//! Other parts of the bridge can offer further tools ([`McpSettings::tools`]), and documents about them as resources of the type
//! `text/plain`. Clients are notified when their list changes.
//!
//! The `_meta` of a result of a tool has these members:
//!
//! | member | value |
//! |---|---|
//! | `agent-ui/seq` | the number of the entry of the session up to which the result goes |
//! | `agent-ui/texts` | what agents said, as a list of strings; absent if they said nothing |
//! | `agent-ui/updates` | the messages since the result that the argument `after` of `agent_ui_action` names, as the JSON text of a list; absent if the app has missed something else |
//!
//! The argument `session` of the tools names the session. By default, each client with an `Mcp-Session-Id` has a session of
//! its own, whose name is this id. It goes on after a restart of the program if the session is stored. Clients of 2026-07-28 have
//! no id, and a server must not distinguish their connections. So each call of `agent_ui_show` without `session` begins a
//! session, which its result names, `agent_ui_action` requires one, and the list of resources contains no surfaces. Over lines,
//! and if clients have no sessions of their own ([`McpSettings::own_sessions`]), all share one ([`McpSettings::session`]).
//!
//! Limits: messages of 1 MiB, and those of [`McpSettings`].
//!
//! Specification: [MCP 2025-03-26](https://modelcontextprotocol.io/specification/2025-03-26),
//! [2025-06-18](https://modelcontextprotocol.io/specification/2025-06-18),
//! [2025-11-25](https://modelcontextprotocol.io/specification/2025-11-25),
//! [2026-07-28](https://modelcontextprotocol.io/specification/2026-07-28).

mod agent;
mod app;
mod batch;
mod call;
mod changes;
mod client_state;
mod connection;
mod headers;
mod http;
mod lines;
mod message;
mod notice_stream;
mod notifier;
mod outline;
mod results;
mod revision;
mod service;
mod sources;
#[cfg(test)]
mod tests;
mod tool_calls;
mod tools;
pub(crate) mod uri;

pub use agent::McpAgent;
pub use http::routes;
pub use lines::{serve_lines, serve_standard_streams};

use crate::{faces::tool_source::ToolSources, limits};
use std::time::Duration;

/// The settings and limits of the face.
#[derive(Clone, Debug)]
pub struct McpSettings {
    /// The session of clients that name none. The default is `main`.
    pub session: String,
    /// `true` if each client over HTTP has a session of its own, unless it names one. The default is `true`.
    pub own_sessions: bool,
    /// The time after which a tool returns what the agent has shown until then. Clients often wait for 60 s. The default is
    /// 50 s.
    pub wait: Duration,
    /// The maximum number of clients with an `Mcp-Session-Id`. The default is 4,096. Above it, the one that was used least
    /// recently and has no stream must send `initialize` again.
    pub connections: usize,
    /// The memory for the requests that are answered at the same time over HTTP, in bytes. Further ones wait. The default is 64 MiB.
    pub request_bytes: usize,
    /// The maximum number of streams of notifications over HTTP. The default is 4,096.
    pub streams: usize,
    /// Further tools, which are listed after those of the face. The default is none.
    pub tools: ToolSources,
}

impl Default for McpSettings {
    fn default() -> Self {
        Self {
            session: "main".to_owned(),
            own_sessions: true,
            wait: limits::MCP_WAIT,
            connections: limits::MCP_CLIENTS,
            request_bytes: limits::MCP_BYTES,
            streams: limits::MCP_STREAMS,
            tools: ToolSources::default(),
        }
    }
}
