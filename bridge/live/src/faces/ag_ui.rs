//! AG-UI: a face that shows the surfaces of any agent to AG-UI clients, and AG-UI servers as agents.
//!
//! [`routes`] puts a [`Gateway`](crate::gateway::Gateway) in front of AG-UI clients:
//!
//! | route | description |
//! |---|---|
//! | `POST /` | one run: accepts a [`RunAgentInput`] of at most 4 MiB, and answers with [`Event`]s as Server-Sent Events, each ended by two line feeds |
//!
//! The session is the `threadId`. A run
//!
//! 1. shows each surface as an activity with the id `a2ui-surface-<surfaceId>`, whose `a2ui_operations` are messages of
//!    A2UI 0.9. A surface appears when it has the component `root`, because clients cannot show it without a root. When a
//!    surface is deleted, its activity remains with the message `deleteSurface`,
//! 2. sends the texts of the conversation that are not in the `messages` of the input,
//! 3. delivers the message of the client, and sends changes and texts until the turn of the agent ends.
//!
//! AG-UI has no way to resume a stream, so each run shows everything again. The message of the client is, in this order:
//!
//! | from | message | delivered once per |
//! |---|---|---|
//! | `forwardedProps.a2uiAction.userAction` | an action, as renderers send it | `runId` |
//! | the last two `messages`, a call of `log_a2ui_event` and its result | an action, as the middleware of AG-UI repeats it | id of the call |
//! | the last of the `messages` with the role `user` | a text; with other parts, such as images, it is refused once | id of the message |
//! | none of these | none: the client only wants to see the surfaces | |
//!
//! Data models are read from `forwardedProps.a2uiClientDataModel`, and capabilities from
//! `forwardedProps.a2uiClientCapabilities` or from the context entry with the catalog of the client. If a client uses
//! an older id for the basic catalog, its surfaces use this id.
//!
//! A request that cannot be read gets status 400, 408 or 413 with `{"error"}`, and the 129th simultaneous run 503.
//! Everything else is a run that ends with [`RunError`]: `code` is `REFUSED` for a message that no agent can receive,
//! `AGENT_FAILED`, `TIMEOUT`, `BUSY`, `NO_AGENT`, `TOO_LONG` for a surface whose message is longer than clients read,
//! or `FAILED`. A client that reads nothing for 30 s is disconnected. A [`Custom`] event with the name
//! [`REFUSED_MESSAGES`] reports that a part of the answer was refused. If the answer has no other part, the run fails.
//! Clients store numbers as doubles. The gateway reports numbers that lose precision this way.
//!
//! [`AgUiAgent`] is the opposite direction: a gateway shows the surfaces of an AG-UI server to clients of any protocol.
//!
//! ```no_run
//! use agent_ui_live::{faces::ag_ui, gateway::Gateway, server::request_guard::RequestGuard};
//!
//! # async fn run(gateway: Gateway) -> std::io::Result<()> {
//! let routes = axum::Router::new().nest("/ag-ui", ag_ui::routes(gateway, RequestGuard::default()));
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
//! axum::serve(listener, routes).await
//! # }
//! ```
//!
//! Specification: [AG-UI](https://docs.ag-ui.com).

mod activities;
mod agent;
mod conversation;
mod event;
mod face;
mod input;
mod json_patch;
mod request;
pub(in crate::faces) mod surface_reader;
#[cfg(test)]
mod tests;

pub use agent::AgUiAgent;
pub use event::*;
pub use face::routes;
pub use input::{ContextEntry, FunctionCall, Message, RunAgentInput, ToolCall};

/// The name of the face in reports.
const FACE: &str = "ag-ui";

wire::inventory! {
    RunStarted, RunFinished, RunError, TextMessageStart, TextMessageContent, TextMessageEnd, TextMessageChunk, ToolCallStart,
    ToolCallArgs, ToolCallEnd, ToolCallChunk, ToolCallResult, ActivitySnapshot, ActivityDelta, MessagesSnapshot, StateSnapshot,
    StateDelta, Custom, Event, RunAgentInput, ContextEntry, Message, ToolCall, FunctionCall,
}
