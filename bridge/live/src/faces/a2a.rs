//! A2A: a face that shows the agents of a gateway as one A2A agent, and remote A2A agents for a gateway.
//!
//! [`routes`] is the face for clients of A2A 1.0 and 0.3. [`A2aAgent`] is an agent at an A2A address. Both speak JSON-RPC over
//! HTTP, with streams.
//!
//! ```no_run
//! use agent_ui_live::{
//!     faces::a2a::{A2aAgent, A2aSettings},
//!     gateway::{Gateway, GatewaySettings, store::MemoryStore},
//!     server::request_guard::RequestGuard,
//! };
//! use std::sync::Arc;
//!
//! # async fn run() -> std::io::Result<()> {
//! let agent = A2aAgent::new("tables", "https://tables.example.com");
//! let gateway = Gateway::start(vec![Arc::new(agent)], Arc::new(MemoryStore::new()), GatewaySettings::default());
//! let settings = A2aSettings { url: "http://127.0.0.1:8000".to_owned() };
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
//! axum::serve(listener, agent_ui_live::faces::a2a::routes(gateway, RequestGuard::default(), settings)).await
//! # }
//! ```
//!
//! # The face
//!
//! | request | answer |
//! |---|---|
//! | `GET /.well-known/agent-card.json` | the agent card, for clients of both versions. [`card_routes`] serves it at another path, too |
//! | `SendMessage`, `message/send` | a task that has ended, with the whole answer in its status |
//! | `SendStreamingMessage`, `message/stream` | events: the task, and a status update for each part of the answer |
//! | `GetTask`, `tasks/get` | the task |
//! | `SubscribeToTask`, `tasks/resubscribe` | events: the task, the surfaces as they are now, and what follows |
//! | `CancelTask`, `tasks/cancel` | the canceled task; the gateway no longer waits for its answer |
//!
//! **Context.** A `contextId` is the name of a session. A message without one begins a session with a name that cannot be
//! guessed. A context has one client: two clients that share it share the updates.
//!
//! **Tasks.** Each message starts a task, which ends with the turns of the agents. The text of a failed task is the
//! reason. Ended tasks stay in memory while there is room. A message is delivered immediately, even if another task of
//! its context is running. In this case, the answer of the earlier task contains the updates of both. If a message is
//! repeated with the same `messageId` in the same context, its parts are not delivered again.
//!
//! **Version of A2UI.** The client names extensions in the header `A2A-Extensions` or in the `extensions` of its
//! message. The newest named version is used. Without an extension, the client receives only the texts of the agents,
//! unless its message contains A2UI. The answer names the extension in the message and in the header.
//!
//! **Surfaces.** The answer to a message contains everything that the agents did since the last answer. The face sends
//! all surfaces again if the client may lack them:
//!
//! - with the first message of a context since the program started
//! - after an answer that the client did not receive completely
//! - if it names another version of A2UI than before
//! - if it subscribes to a task
//!
//! Each surface is then deleted and created again, so the result is the same if the client already has the surface.
//!
//! **History.** The history of a task begins with the message of the user, unless `historyLength` leaves it out.
//!
//! **Errors.** If an A2UI message cannot be read, or no agent can receive it, the task fails and its last text is the
//! reason. The other parts are still delivered. Errors of A2A:
//!
//! | code | reason |
//! |---|---|
//! | -32700, -32600 | the request is not JSON, or not a request of JSON-RPC |
//! | -32601 | the method is unknown |
//! | -32602 | the parameters are wrong |
//! | -32603 | the message cannot be stored, or there are too many |
//! | -32001 | the task is unknown |
//! | -32002 | the task has ended and cannot be canceled |
//! | -32003, -32007 | push notifications and extended agent cards are not supported |
//! | -32004 | the task has ended, or takes no further messages; tasks are not listed |
//! | -32005 | a part is neither a text nor A2UI |
//! | -32009 | the version in `A2A-Version` is unknown, or not that of the method; no version means 0.3 |
//!
//! **Limits.** A request has at most 1 MiB, and an answer 16 MiB. 256 tasks run at once, and 1,024 tasks and contexts are
//! remembered. A stream whose client does not read for 30 s ends; its task goes on.
//!
//! Specification: [A2UI 1.0, A2A extension](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md).

mod agent;
mod agent_shared;
mod answer;
mod card;
mod content;
mod context;
mod conversation;
mod envelope;
mod face;
mod inbound;
mod method;
mod negotiation;
mod outgoing;
mod reply;
mod rpc;
mod task;
mod task_state;
#[cfg(test)]
mod tests;
mod transcript;
mod turns;

pub use agent::A2aAgent;

use crate::{gateway::Gateway, server::request_guard::RequestGuard};

/// The name of the face in messages and reports.
const FACE: &str = "a2a";

/// The settings of a face. The agent card of the face also contains the [description](Gateway::describe) of the agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct A2aSettings {
    /// The public address of the face, to which clients send their requests.
    pub url: String,
}

/// Returns the routes of the agent card for the path `.well-known` next to the path of the face.
///
/// Some clients look for the card of `https://agents.test/a2a` at `https://agents.test/.well-known/agent-card.json`.
pub fn card_routes(gateway: Gateway, guard: RequestGuard, settings: &A2aSettings) -> axum::Router {
    face::card_routes(gateway, &guard, settings)
}

/// Returns the routes of the face, for the root of a server or below a path.
pub fn routes(gateway: Gateway, guard: RequestGuard, settings: A2aSettings) -> axum::Router {
    face::routes(gateway, &guard, &settings)
}
