//! An AAP provider: routes that can be mounted in a server, over records on a disk. AAP 1.0, "API endpoints".
//!
//! | route | does |
//! |---|---|
//! | `POST /api/agents/{id}/canvas/interactions` | stores what a page sent: 201 with `{"id","summary"}` once the record is on the disk |
//! | `GET /api/agents/{id}/canvas/interactions?limit=50` | the newest records, the newest first |
//! | `GET /api/agents/{id}/canvas` | the pages |
//! | `GET /api/agents/{id}/canvas?file=<path>` | a page with the bridge in it, sandboxed |
//! | `GET /agents/{id}/canvas?file=<path>` | a panel that shows the pages in a frame and hands in what they send |
//!
//! Every error is answered with an [`ErrorBody`](aap::ErrorBody): 400, 404 and 201 as the real provider answers them; a body that is no JSON is
//! 400, where that one has 500. Beyond it: 403 for another `Host`, or a page of another origin; 405; 408 for a body that takes more than 30 s; 413 for a body of more than
//! [`Limits::body`] bytes; 503 where more than [`Limits::at_once`] requests are on their way; 507 if the disk is full, and 500 if it fails.
//!
//! What a record says of itself is never trusted: pages run without an origin, their messages count only if they come from the frame, and
//! what looks like a credential is told in the log. The log is that of the crate `tracing`.
//!
//! There are no accounts here: whoever reaches the routes may read and write for every agent that [`Agents`] knows. Who needs
//! more puts a layer in front of them.
//!
//! ```no_run
//! use agent_ui_live::provider::{Provider, Store};
//!
//! # async fn run() -> std::io::Result<()> {
//! let provider = Provider::new(Store::open("/home/ann")?).notify(|agent: &aap::AgentId, line: &aap::Notification| {
//!     println!("{agent}: {line}");
//! });
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:23000").await?;
//! axum::serve(listener, provider.routes()).await
//! # }
//! ```

mod routes;
mod store;
#[cfg(test)]
mod tests;

pub use store::{MAX_FILE, MAX_LIST, MAX_PAGES, NewestRecords, Store};

use aap::{AgentId, Notification};
use std::{fmt, io};

/// Finds the agent that a URL names.
pub trait Agents: Send + Sync {
    /// The agent of that id, name or alias; `None` if there is none.
    ///
    /// # Errors
    /// If that cannot be told.
    fn find(&self, name: &str) -> io::Result<Option<AgentId>>;
}

/// Tells an agent that something was stored. Whatever comes of it, the record is.
pub trait Notify: Send + Sync {
    /// Tells it. May take its time: it runs in a thread for what waits.
    fn notify(&self, agent: &AgentId, line: &Notification);
}

impl<F: Fn(&AgentId, &Notification) + Send + Sync> Notify for F {
    fn notify(&self, agent: &AgentId, line: &Notification) {
        self(agent, line);
    }
}

/// How much is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long the body of a request may be, in bytes.
    pub body: usize,
    /// How many records a list has at most, whatever is asked for.
    pub list: usize,
    /// How many requests may be on their way at once. Together they hold at most that many bodies, lists and pages.
    pub at_once: usize,
    /// How many notifications may be on their way at once; the next ones are left out, which the log says.
    pub notifications: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { body: 1 << 20, list: 1000, at_once: 64, notifications: 64 }
    }
}

/// A provider, to be mounted.
pub struct Provider {
    store: Store,
    agents: Option<Box<dyn Agents>>,
    notify: Option<Box<dyn Notify>>,
    limits: Limits,
    hosts: Vec<String>,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider")
            .field("limits", &self.limits)
            .field("hosts", &self.hosts)
            .finish_non_exhaustive()
    }
}

impl Provider {
    /// Over a store: the agents are those that have a folder in it, nobody is told anything, and the server is on loopback.
    pub fn new(store: Store) -> Self {
        let hosts = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).to_vec();
        Self { store, agents: None, notify: None, limits: Limits::default(), hosts }
    }

    /// Asks somebody else for agents.
    #[must_use]
    pub fn agents(mut self, agents: impl Agents + 'static) -> Self {
        self.agents = Some(Box::new(agents));
        self
    }

    /// Tells agents what was stored.
    #[must_use]
    pub fn notify(mut self, notify: impl Notify + 'static) -> Self {
        self.notify = Some(Box::new(notify));
        self
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The names under which the server is reached, without ports. Requests for others are refused, or any page could make its own
    /// name mean this server.
    #[must_use]
    pub fn hosts<N: Into<String>>(mut self, hosts: impl IntoIterator<Item = N>) -> Self {
        self.hosts = hosts.into_iter().map(|host| host.into().to_ascii_lowercase()).collect();
        self
    }

    /// The routes, which want to be at the top of their server.
    pub fn routes(self) -> axum::Router {
        routes::of(self)
    }

    fn find(&self, name: &str) -> io::Result<Option<AgentId>> {
        match &self.agents {
            Some(agents) => agents.find(name),
            None => match AgentId::parse(name) {
                Ok(agent) if self.store.has(&agent)? => Ok(Some(agent)),
                _ => Ok(None),
            },
        }
    }
}
