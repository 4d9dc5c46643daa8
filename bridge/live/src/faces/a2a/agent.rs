//! Agents that are reached over A2A.

use super::{agent_shared::A2aAgentShared, conversation::Conversation};
use crate::{
    agents::http_client::HttpClient,
    gateway::{
        AgentDescription,
        agent::{Agent, AgentConnection, AgentOutput, BoxFuture},
    },
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// The time limit for reading the card. Afterwards, the agent is described without it.
const DESCRIBE: Duration = Duration::from_secs(2);

/// An agent at an A2A address.
///
/// The agent's card states the interfaces and extensions. The newest version of A2A over JSON-RPC is used, with streams
/// if the agent supports them, and the newest version of A2UI that both sides support. Each session has its own
/// context.
///
/// Failed connections and the HTTP statuses 408, 429 and 5xx are temporary errors. If an answer does not begin within
/// 120 s, the error is permanent, because the agent may still be working. A turn lasts at most one hour. A stream
/// without an event for five minutes counts as broken. The state of its task is then polled.
///
/// ```
/// use agent_ui_live::{faces::a2a::A2aAgent, gateway::agent::Agent};
///
/// let agent = A2aAgent::new("tables", "https://tables.example.com").header("authorization", "Bearer 123");
/// assert_eq!(agent.name(), "tables");
/// ```
#[derive(Clone, Debug)]
pub struct A2aAgent {
    shared: Arc<A2aAgentShared>,
}

impl A2aAgent {
    /// Creates an agent. `url` is the address of its card if the address ends in `.json`. Otherwise the card is at
    /// `/.well-known/agent-card.json` below this address.
    pub fn new(name: impl Into<String>, url: impl Into<String>) -> Self {
        let mut key = vec![0; 32];
        // Without random numbers, the operating system does not work.
        let _ = getrandom::fill(&mut key);
        let shared = A2aAgentShared {
            name: name.into(),
            url: url.into(),
            key,
            headers: Vec::new(),
            http: HttpClient::new(),
            card: Arc::default(),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Sets the secret from which the ids of contexts are derived. The default is random.
    ///
    /// With the same secret, a session has the same context after a restart, so the agent continues the conversation.
    /// Keep the secret together with the sessions: the ids of messages depend on the secret and on the numbers of the
    /// messages in their session. A client that knows the secret can guess the ids and use them.
    #[must_use]
    pub fn context_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.shared_mut().key = key.into();
        self
    }

    /// Adds a header to every request, such as `authorization`. If the card names an address at another origin than the
    /// agent's, requests to this address do not have the header.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.shared_mut().headers.push((name.into(), value.into()));
        self
    }

    fn shared_mut(&mut self) -> &mut A2aAgentShared {
        Arc::make_mut(&mut self.shared)
    }
}

impl Agent for A2aAgent {
    fn name(&self) -> &str {
        &self.shared.name
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn description(&self) -> Option<AgentDescription> {
        self.shared.card_state().description.clone()
    }

    fn describe(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            if self.shared.must_ask() {
                // The delivery of a message reports why the card cannot be read.
                let _ = timeout(DESCRIBE, self.shared.read_card()).await;
            }
        })
    }

    fn connect(&self, session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        Box::new(Conversation::new(Arc::clone(&self.shared), session, output))
    }
}
