//! The state of a client that uses a revision before 2026-07-28, from `initialize` on.

use super::{
    abilities::ClientAbilities,
    asking::Asker,
    call::{Filter, McpCall},
    client_state::ClientState,
    notifier::Notifier,
    revision::Revision,
    running_calls::RunningCalls,
    server_requests::ServerRequests,
    service::Service,
};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::{sync::mpsc::Sender, time::Instant};
use wire::{Payload, json_rpc::JsonRpcError};

/// A client that has sent `initialize`.
pub(super) struct Connection {
    pub(super) revision: Revision,
    pub(super) state: ClientState,
    pub(super) notifier: Arc<Notifier>,
    /// The requests to the client that wait for its answers.
    pub(super) requests: Arc<ServerRequests>,
    /// The calls over HTTP that the client may cancel.
    pub(super) calls: Arc<RunningCalls>,
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
            requests: Arc::default(),
            calls: Arc::default(),
            last_used: Mutex::new(Instant::now()),
        }
    }

    /// Answers a request of the client. `to` is the receiver of requests to the client, if it can be asked meanwhile.
    pub(super) async fn answer(
        &self,
        service: &Service,
        method: &str,
        params: &Payload,
        to: Option<Sender<String>>,
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
        let asker = match to {
            Some(to) => {
                let abilities = self.state.abilities;
                Asker::by_requests(self.revision, abilities, &self.requests, to, params)
            }
            None => Asker::closed(self.revision),
        };
        service
            .answer(call, self.revision, &self.state, Some(asker))
            .await
    }

    /// Sets the abilities of the client.
    pub(super) fn with_abilities(mut self, abilities: ClientAbilities) -> Self {
        self.state.abilities = abilities.within(self.revision);
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
