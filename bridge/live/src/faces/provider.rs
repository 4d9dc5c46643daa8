//! An AAP provider: routes for an HTTP server that stores records on a disk.
//!
//! | route | description |
//! |---|---|
//! | `POST /api/agents/{id}/canvas/interactions` | stores an interaction: 201 with `{"id","summary"}` after the record is on the disk |
//! | `GET /api/agents/{id}/canvas/interactions?limit=50` | returns the newest records, newest first |
//! | `GET /api/agents/{id}/canvas` | returns the list of pages |
//! | `GET /api/agents/{id}/canvas?file=<path>` | returns a page with the bridge script, sandboxed |
//! | `GET /agents/{id}/canvas?file=<path>` | returns a panel that shows the pages in a frame and submits their messages |
//!
//! Every error is answered with an [`ErrorBody`](aap::ErrorBody). Statuses 201, 400 and 404 match the reference
//! provider, except that a body that is not valid JSON gets 400 instead of 500. Further statuses:
//!
//! - 403 for a foreign `Host` or `Origin`
//! - 405 for an unsupported method
//! - 408 for a body that takes more than 30 s
//! - 422 for an interaction that [`LivePages`] do not accept
//! - 413 for a body of more than [`Limits::body`] bytes
//! - 503 for more than [`Limits::requests`] simultaneous requests
//! - 507 if the disk is full, and 500 if it fails
//!
//! Records are not trusted. Pages run without an origin, and their messages are accepted only from the frame. Values
//! that look like credentials are reported to the log, which uses the crate `tracing`.
//!
//! The provider has no authentication: every client that reaches the routes may read and write for every agent that
//! [`Agents`] returns. If you need authentication, add a layer to the routes.
//!
//! ```no_run
//! use agent_ui_live::{aap::{AgentId, Notification}, faces::provider::{Provider, Store}};
//!
//! # async fn run() -> std::io::Result<()> {
//! let provider = Provider::new(Store::open("/home/ann")?).notify(|agent: &AgentId, line: &Notification| {
//!     println!("{agent}: {line}");
//! });
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:23000").await?;
//! axum::serve(listener, provider.routes()).await
//! # }
//! ```
//!
//! Specification: [AAP 1.0, § 5 Transport](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md).

mod live_pages;
mod routes;
mod store;
#[cfg(test)]
mod tests;

pub use live_pages::{LivePages, SubmitError};
#[cfg(feature = "gateway")]
pub(crate) use store::timestamp_of;
pub use store::{NewestRecords, Store};

use crate::{limits, server::request_guard::OriginPattern};
use aap::{AgentId, Notification};
use std::{fmt, io};

/// Finds the agent that a URL names.
pub trait Agents: Send + Sync {
    /// Returns the agent with this id, name or alias, or `None` if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the agents cannot be read.
    fn find(&self, name: &str) -> io::Result<Option<AgentId>>;
}

/// Notifies an agent about a stored record. The record remains stored if this fails.
pub trait Notify: Send + Sync {
    /// Notifies the agent. This method runs in its own thread, and may block.
    fn notify(&self, agent: &AgentId, line: &Notification);
}

impl<F: Fn(&AgentId, &Notification) + Send + Sync> Notify for F {
    fn notify(&self, agent: &AgentId, line: &Notification) {
        self(agent, line);
    }
}

/// The limits of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of a request body in bytes.
    pub body: usize,
    /// The maximum number of records in a list, regardless of the request.
    pub list: usize,
    /// The maximum number of simultaneous requests. It also limits the bodies, lists and pages in memory.
    pub requests: usize,
    /// The maximum number of simultaneous notifications. Further ones are skipped with a warning in the log.
    pub notifications: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: limits::AAP_BODY,
            list: 1000,
            requests: limits::AAP_REQUESTS,
            notifications: 64,
        }
    }
}

/// A provider, which [`routes`](Self::routes) turns into HTTP routes.
pub struct Provider {
    store: Store,
    agents: Option<Box<dyn Agents>>,
    notify: Option<Box<dyn Notify>>,
    live: Option<Box<dyn LivePages>>,
    limits: Limits,
    hosts: Vec<String>,
    origins: Vec<OriginPattern>,
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
    /// Creates a provider for the agents that have a folder in the store. By default, it sends no notifications, and
    /// accepts requests for loopback hosts only.
    pub fn new(store: Store) -> Self {
        let hosts = ["localhost", "127.0.0.1", "[::1]"]
            .map(str::to_owned)
            .to_vec();
        let (limits, origins) = (Limits::default(), Vec::new());
        Self {
            store,
            agents: None,
            notify: None,
            live: None,
            limits,
            hosts,
            origins,
        }
    }

    /// Sets another source of agents.
    #[must_use]
    pub fn agents(mut self, agents: impl Agents + 'static) -> Self {
        self.agents = Some(Box::new(agents));
        self
    }

    /// Sets the notifications for stored records.
    #[must_use]
    pub fn notify(mut self, notify: impl Notify + 'static) -> Self {
        self.notify = Some(Box::new(notify));
        self
    }

    /// Adds pages that are created on request.
    #[must_use]
    pub fn live_pages(mut self, pages: impl LivePages + 'static) -> Self {
        self.live = Some(Box::new(pages));
        self
    }

    /// Sets the limits of the provider.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the host names of the server, without ports.
    ///
    /// Requests for other hosts are refused. Otherwise, a web page could let its own domain name resolve to this
    /// server.
    #[must_use]
    pub fn hosts<N: Into<String>>(mut self, hosts: impl IntoIterator<Item = N>) -> Self {
        self.hosts = hosts
            .into_iter()
            .map(|host| host.into().to_ascii_lowercase())
            .collect();
        self
    }

    /// Sets other origins whose pages may send requests. Pages of the server itself are always allowed.
    #[must_use]
    pub fn origins(mut self, origins: impl IntoIterator<Item = OriginPattern>) -> Self {
        self.origins = origins.into_iter().collect();
        self
    }

    /// Returns the routes. They can be nested below any path of a server.
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
