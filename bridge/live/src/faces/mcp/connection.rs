//! The state of a client that uses a revision before 2026-07-28, from `initialize` on.

use super::{
    call::{Filter, McpCall},
    client_state::ClientState,
    notifier::Notifier,
    revision::Revision,
    service::Service,
};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::time::Instant;
use wire::{Payload, json_rpc::JsonRpcError};

/// A client that has sent `initialize`.
pub(super) struct Connection {
    pub(super) revision: Revision,
    pub(super) state: ClientState,
    pub(super) notifier: Arc<Notifier>,
    last_used: Mutex<Instant>,
}

impl Connection {
    pub(super) fn new(service: &Service, revision: Revision, session: String) -> Self {
        Self {
            revision,
            state: ClientState::new(Some(session)),
            notifier: Notifier::new(
                service,
                Filter {
                    list_changed: true,
                    tools_changed: true,
                    ..Filter::default()
                },
            ),
            last_used: Mutex::new(Instant::now()),
        }
    }

    /// Answers a request of the client.
    pub(super) async fn answer(
        &self,
        service: &Service,
        method: &str,
        params: &Payload,
    ) -> Result<Payload, JsonRpcError> {
        let call = McpCall::read(method, params, self.revision)?;
        match &call {
            McpCall::Subscribe { uri } => {
                self.notifier.subscribe(uri)?;
                self.notifier.ready().await;
            }
            McpCall::Unsubscribe { uri } => self.notifier.unsubscribe(uri),
            _ => {}
        }
        service.answer(call, self.revision, &self.state).await
    }

    /// Sets whether the client shows MCP Apps.
    pub(super) fn shows_apps(mut self, shows_apps: bool) -> Self {
        self.state.shows_apps = shows_apps;
        self
    }

    pub(super) fn touch(&self) {
        *self
            .last_used
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub(super) fn last_used(&self) -> Instant {
        *self
            .last_used
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
