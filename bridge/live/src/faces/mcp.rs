//! MCP: a face that offers the surfaces of a session as tools, resources and an MCP App, and MCP servers as agents.
//!
//! [`routes`] serves MCP over Streamable HTTP, and [`serve_lines`] over lines, such as the standard streams of a
//! process. Both support the revisions 2024-11-05, 2025-03-26 (with batches), 2025-06-18 and 2025-11-25, in which a
//! client first sends `initialize`. They also support 2026-07-28, in which each request states its revision. The
//! transport HTTP with SSE of 2024-11-05 is not supported.
//!
//! | tool | description |
//! |---|---|
//! | `agent_ui_show` | shows the surfaces of a session; with the argument `text`, first sends the agent this message of the user and waits for its answer |
//! | `agent_ui_action` | sends an A2UI action of the user, and returns the changed surfaces |
//!
//! | resource | contents |
//! |---|---|
//! | `ui://agent-ui/app.html` | the page as an MCP App, `text/html;profile=mcp-app`; both tools refer to it |
//! | `a2ui://<session>/<surface>` | the A2UI 0.9 messages that build a surface, as a JSON list, `application/a2ui+json` |
//!
//! The result of a tool has a text for models and the surfaces as embedded resources for apps. The messages are strings
//! inside JSON, so clients cannot change numbers or the order of members. Clients are notified about new, changed and
//! deleted surfaces on a stream. They open it with `GET` before 2026-07-28, and with `subscriptions/listen` since then.
//!
//! A result contains surfaces of at most 64 KiB, and descriptions for models of at most 16 KiB. For a longer surface,
//! the result contains a link to its resource. After an action, a client that has seen the latest state of the session
//! receives only the messages after this state. Clients that show MCP Apps receive whole surfaces, because each result
//! may be shown by a new page.
//!
//! A client that declares `elicitation` and shows no MCP Apps asks its user about the surfaces of a tool call that are
//! forms. The face sends the request `elicitation/create` before 2026-07-28, and returns a result that needs input since
//! then. The answer reaches the agent as the action of a button.
//!
//! Other parts of the bridge can add tools ([`McpSettings::tools`]), and documents about these tools as resources of
//! the type `text/plain`. Clients are notified when the list of tools changes.
//!
//! The `_meta` of a result of a tool has these members:
//!
//! | member | value |
//! |---|---|
//! | `agent-ui/seq` | the number of the entry of the session up to which the result goes |
//! | `agent-ui/texts` | the texts of agents, as a list of strings; absent if there are none |
//! | `agent-ui/updates` | the messages since the result that the argument `after` of `agent_ui_action` names, as the JSON text of a list; absent if the app has missed other messages |
//!
//! The argument `session` of the tools names the session. By default, each client with an `Mcp-Session-Id` has its own
//! session, whose name is this id. If the session is stored, it continues after a restart of the program. Clients of
//! 2026-07-28 have no id, and a server must not distinguish their connections. Therefore, each call of `agent_ui_show`
//! without `session` begins a new session, which the result names. `agent_ui_action` requires the argument, and the
//! list of resources contains no surfaces. Over lines, or if clients have no sessions of their own
//! ([`McpSettings::own_sessions`]), all clients share [`McpSettings::session`].
//!
//! Limits: messages of 1 MiB, and those of [`McpSettings`].
//!
//! Specification: [MCP 2025-03-26](https://modelcontextprotocol.io/specification/2025-03-26),
//! [2025-06-18](https://modelcontextprotocol.io/specification/2025-06-18),
//! [2025-11-25](https://modelcontextprotocol.io/specification/2025-11-25),
//! [2026-07-28](https://modelcontextprotocol.io/specification/2026-07-28).

mod abilities;
mod agent;
mod app;
mod asking;
mod asking_call;
mod batch;
mod call;
mod changes;
mod client_state;
mod connection;
mod form_problems;
mod headers;
mod http;
mod json_response;
mod lines;
mod message;
mod notice_stream;
mod notifier;
mod outline;
mod request_state;
mod results;
mod revision;
mod running_calls;
mod server_requests;
mod service;
mod sources;
mod surface_question;
#[cfg(test)]
mod tests;
mod tool_calls;
mod tool_turn;
mod tools;
pub(crate) mod uri;
mod user_questions;

pub use agent::McpAgent;
pub use http::routes;
pub use lines::{serve_lines, serve_standard_streams};

use crate::{
    faces::tool_source::ToolSources,
    limits,
    page::{self, Assets},
};
use std::time::Duration;

/// The settings and limits of the face.
#[derive(Clone, Debug)]
pub struct McpSettings {
    /// The session of clients that name none. The default is `main`.
    pub session: String,
    /// `true` if each client over HTTP has its own session, unless a request names another. The default is `true`.
    pub own_sessions: bool,
    /// The time limit of a tool call. Afterwards, the call returns the agent's answer so far. Clients often wait for 60
    /// s. The default is 50 s.
    pub wait: Duration,
    /// The maximum number of clients with an `Mcp-Session-Id`. The default is 4,096. If there are more, the least
    /// recently used client without a stream must send `initialize` again.
    pub connections: usize,
    /// The memory for requests that are answered simultaneously over HTTP, in bytes. Further requests wait. The default
    /// is 64 MiB.
    pub request_bytes: usize,
    /// The maximum number of streams over HTTP: those of notifications, and those of calls that ask the user. Without a
    /// free stream, a call asks nothing, and its result shows the surface as a text. The default is 4,096.
    pub streams: usize,
    /// Additional tools, which are listed after those of the face. The default is none.
    pub tools: ToolSources,
    /// The address of the pages of sessions, without a final slash, if they are served. A question that is not a form
    /// names `<page>/<session>/`. By default, no page is named.
    pub page: Option<String>,
    /// The page of the MCP App. The default is the embedded page, if it was built before this crate.
    pub assets: Option<Assets>,
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
            page: None,
            assets: page::assets(),
        }
    }
}
