//! The AI SDK of Vercel: a face for clients with `useChat`, and chat routes as agents.
//!
//! [`routes`] puts a [`Gateway`](crate::gateway::Gateway) in front of clients of the package `ai`, from version 5:
//!
//! | route | description |
//! |---|---|
//! | `POST /` | one message: accepts a [`ChatRequest`] of at most 8 MiB, and answers with a UI message stream of [`Chunk`]s |
//! | `GET /{chat}/stream` | the running answer of a chat from its start, or status 204 |
//! | `POST /api/chat`, `GET /api/chat/{chat}/stream` | the same, at the path that clients use by default |
//!
//! The session is the id of the chat. An answer is one message of the assistant. It
//!
//! 1. shows each surface as a part of the type [`A2UI_SURFACE`] whose id is that of the surface. Its data is
//!    `{"a2ui_operations":[…]}` with all messages of A2UI 0.9 that build the surface. When the surface changes, the part
//!    is sent again, and replaces the earlier one. A surface appears when it has the component `root`. When it is deleted, its
//!    part contains only the message `deleteSurface`,
//! 2. contains only surfaces and texts that the `messages` of the request do not contain. A client shows the latest part
//!    of each surface,
//! 3. delivers the message of the client, and sends changes and texts until the turn of the agent ends.
//!
//! The message of the client is, in this order:
//!
//! | from | message | delivered once per |
//! |---|---|---|
//! | the member `a2uiAction`: an A2UI message, or `{"userAction"}` | an action | request |
//! | the last of the `messages`, a part of the type [`A2UI_ACTION`] whose data is an A2UI message | an action | id and contents of the message |
//! | the last of the `messages`, its texts; with other parts, such as files, it is refused | a text | id and contents of the message |
//! | none of these | none: the client only wants to see the surfaces | |
//!
//! With the trigger `regenerate-message`, the last message is delivered once more. Data models are read from
//! `a2uiClientDataModel`, and capabilities from `a2uiClientCapabilities`, which are members of the request.
//!
//! A client that stops closes only its stream: the agent goes on. `GET` shows the rest.
//!
//! Clients show the text of an answer with an error status:
//!
//! | status | `POST` | `GET` |
//! |---|---|---|
//! | 400 | the body is not a [`ChatRequest`] | the id of the chat cannot be the name of a session |
//! | 403 | | the request must name its user |
//! | 408 | the body does not end in time | |
//! | 413 | the body has more than 8 MiB | |
//! | 500 | the program failed to read the body | |
//! | 503 | other requests use all memory for requests | the session cannot be opened at the moment |
//!
//! Every other failure is an answer that ends with an [`ErrorChunk`]. A client that reads nothing for 30 s is disconnected. A chunk of the type
//! `data-agent-ui-refused-messages` reports that a part of the answer was refused. If the answer has no other part, it
//! fails. Clients store numbers as doubles, and refuse members such as `__proto__`. The gateway leaves these members out, and
//! reports them and numbers that lose precision.
//!
//! [`AiSdkAgent`] is the opposite direction: a gateway shows the surfaces of a chat route to clients of any protocol.
//!
//! ```no_run
//! use agent_ui_live::{faces::ai_sdk, gateway::Gateway, server::request_guard::RequestGuard};
//!
//! # async fn run(gateway: Gateway) -> std::io::Result<()> {
//! let routes = axum::Router::new().nest("/ai-sdk", ai_sdk::routes(gateway, RequestGuard::default()));
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
//! axum::serve(listener, routes).await
//! # }
//! ```
//!
//! Specification: [AI SDK, stream protocols](https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol).

mod agent;
mod chunk;
mod face;
mod known;
mod message;
mod request;
mod surface_chunks;
#[cfg(test)]
mod tests;

pub use agent::AiSdkAgent;
pub use chunk::*;
pub use face::routes;
pub use request::{ChatRequest, UiMessage};

/// The name of the face in reports.
const FACE: &str = "ai-sdk";

wire::inventory! {
    Start, Finish, Abort, ErrorChunk, TextStart, TextDelta, TextEnd, ReasoningStart, ReasoningDelta, ReasoningEnd,
    ToolInputStart, ToolInputDelta, ToolInputAvailable, ToolInputError, ToolApprovalRequest, ToolApprovalResponse,
    ToolOutputAvailable, ToolOutputError, ToolOutputDenied, SurfacePart, RefusedMessages, Chunk, ChatRequest, UiMessage,
}
