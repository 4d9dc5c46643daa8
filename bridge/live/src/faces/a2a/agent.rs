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

/// The maximum time in which the card must answer before the agent is described without it.
const DESCRIBE: Duration = Duration::from_secs(2);

/// An agent at an A2A address.
///
/// The agent's card states the interfaces and extensions. The newest version of A2A over JSON-RPC is used, with streams
/// if the agent has them, and the newest version of A2UI that both sides have. Each session is a context of its own.
///
/// Connections that fail and the HTTP statuses 408, 429 and 5xx are temporary errors. An answer that does not begin within
/// 120 s is not, because the agent may still be working. A turn lasts at most one hour. A stream without an event for five
/// minutes counts as broken, and its task is asked for.
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
    /// Creates an agent. `url` is the address below which its card is, at `/.well-known/agent-card.json`, or the address
    /// of the card itself if it ends in `.json`.
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

    /// Sets the secret from which the ids of contexts are made. The default is random.
    ///
    /// With the same secret, a session has the same context after a restart, so the agent continues its conversation. Keep the
    /// secret together with the sessions: the ids of messages depend on it and on their numbers in the session. A client
    /// that knows the secret can guess the ids, and could use them.
    #[must_use]
    pub fn context_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.shared_mut().key = key.into();
        self
    }

    /// Adds a header to every request, such as `authorization`. If the card names an address at another origin than that of the agent,
    /// requests to it do not have the header.
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
