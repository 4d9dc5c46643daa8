//! The HTTP server in front of agents: its address, its protection, and its status.
//!
//! | route | description |
//! |---|---|
//! | `/<token>/<face>…` | the faces that were [mounted](Front::mount) |
//! | `GET /<token>/metrics` | the counts of the gateway and of this server, in the [text format of Prometheus](https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format) |
//! | `GET /health` | 200 with `{"status":"ok","agents":[…]}`, without a token |
//!
//! Every client that knows the token in the address may read and act. The server listens on loopback, unless its
//! [`Exposure`] states how clients reach it over TLS. Requests with a foreign `Host` or `Origin` get status 403 on every
//! route: see [`RequestGuard`].
//!
//! The server has limits, so that a slow or hostile client harms no other: see [`FrontLimits`]. When it stops, it accepts no
//! connection, event streams end, and requests that have begun get [`FrontLimits::goodbye`] to end.
//!
//! ```no_run
//! use agent_ui_live::{
//!     front::{Front, FrontSettings, wait_for_interrupt},
//!     gateway::Gateway,
//!     request_guard::RequestGuard,
//! };
//!
//! # async fn run(gateway: Gateway, face: fn(Gateway, RequestGuard) -> axum::Router) -> Result<(), Box<dyn std::error::Error>> {
//! let mut front = Front::bind(FrontSettings::default()).await?;
//! front.mount("ag-ui", face(gateway.clone(), front.guard()));
//! println!("serving {}", front.url("ag-ui"));
//! front.serve(&gateway, wait_for_interrupt()).await;
//! # Ok(()) }
//! ```

mod access_token;
mod counters;
mod exposure;
mod interrupt;
pub mod log;
mod routes;
mod status;
#[cfg(test)]
mod tests;
mod tls;

pub use access_token::{AccessToken, InvalidToken};
pub use exposure::{Exposure, InvalidHost, PublicHost};
pub use interrupt::{block_on, first, wait_for_interrupt};

use crate::{
    connections::{Connections, ServerLimits, StallGuard},
    gateway::Gateway,
    request_guard::RequestGuard,
};
use axum::Router;
use std::{
    fmt,
    future::{Future, ready},
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tokio_rustls::TlsAcceptor;

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontLimits {
    /// The maximum number of connections, not counting WebSockets. Further ones get status 503. The default is 256.
    pub connections: usize,
    /// The maximum time for a TLS handshake, for the head of a request, and between requests. The default is 30 s.
    pub head: Duration,
    /// The maximum time that a client may take to receive the next bytes. The default is 60 s.
    pub stall: Duration,
    /// The time that requests get to end when the server stops. The default is 2 s.
    pub goodbye: Duration,
}

impl Default for FrontLimits {
    fn default() -> Self {
        let ServerLimits { connections, head, stall, goodbye } = ServerLimits::default();
        Self { connections, head, stall, goodbye }
    }
}

impl From<FrontLimits> for ServerLimits {
    fn from(limits: FrontLimits) -> Self {
        let FrontLimits { connections, head, stall, goodbye } = limits;
        Self { connections, head, stall, goodbye }
    }
}

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct FrontSettings {
    /// The address to listen on. The default is 127.0.0.1.
    pub address: IpAddr,
    /// The port to listen on; 0 selects a free one. The default is 0.
    pub port: u16,
    /// How clients reach the server. The default is only from this computer.
    pub exposure: Exposure,
    /// The origins whose pages may send requests, such as `https://app.test`. The default is none.
    pub origins: Vec<String>,
    /// The secret part of the address. `None` creates a new one.
    pub token: Option<AccessToken>,
    /// The limits of connections and times.
    pub limits: FrontLimits,
}

impl Default for FrontSettings {
    fn default() -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            exposure: Exposure::default(),
            origins: Vec::new(),
            token: None,
            limits: FrontLimits::default(),
        }
    }
}

/// The reason why a server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrontError {
    /// Other computers could reach the server without TLS.
    #[error(
        "{0} is not a loopback address: other computers reach the server only with TLS, or through a proxy"
    )]
    Exposed(IpAddr),
    /// The file of the certificate cannot be used.
    #[error("{}: {reason}", file.display())]
    Certificate {
        /// The file of the certificate.
        file: PathBuf,
        /// The problem with the file.
        reason: String,
    },
    /// The file of the private key cannot be used, or does not belong to the certificate.
    #[error("{}: {reason}", file.display())]
    Key {
        /// The file of the private key.
        file: PathBuf,
        /// The problem with the file.
        reason: String,
    },
    /// The address cannot be listened on.
    #[error("{address}: {error}")]
    Listen {
        /// The address and port.
        address: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// The system has no random source.
    #[error("no token: {0}")]
    Random(io::Error),
}

/// A server that listens. See the [module documentation](self).
pub struct Front {
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    base_url: String,
    guard: RequestGuard,
    token: AccessToken,
    limits: FrontLimits,
    faces: Vec<(&'static str, Router)>,
    stopping: watch::Sender<bool>,
}

impl fmt::Debug for Front {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces: Vec<&str> = self.faces.iter().map(|(name, _)| *name).collect();
        f.debug_struct("Front").field("limits", &self.limits).field("faces", &faces).finish_non_exhaustive()
    }
}

impl Front {
    /// Listens at the address of the settings. Clients wait until the server [serves](Self::serve).
    ///
    /// # Errors
    /// Returns an error if the address is not available or not safe, or if the certificate cannot be used.
    pub async fn bind(settings: FrontSettings) -> Result<Self, FrontError> {
        let FrontSettings { address, port, exposure, origins, token, limits } = settings;
        exposure.check(address)?;
        let tls = match &exposure {
            Exposure::Tls { certificate, key, .. } => Some(tls::acceptor(certificate, key)?),
            _ => None,
        };
        let address = SocketAddr::new(address, port);
        let listen = |error| FrontError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let token = match token {
            Some(token) => token,
            None => AccessToken::random().map_err(FrontError::Random)?,
        };
        let guard = RequestGuard { hosts: exposure.hosts(address.ip()), origins };
        let base_url = exposure.base_url(address);
        let (stopping, _) = watch::channel(false);
        Ok(Self { listener, tls, base_url, guard, token, limits, faces: Vec::new(), stopping })
    }

    /// Returns the guard that the server applies to all routes.
    pub fn guard(&self) -> RequestGuard {
        self.guard.clone()
    }

    /// Returns the secret part of the address.
    pub fn token(&self) -> &AccessToken {
        &self.token
    }

    /// Returns the address of a path below the token, such as `http://127.0.0.1:4000/5f2c…/ag-ui`.
    pub fn url(&self, path: &str) -> String {
        format!("{}/{}/{path}", self.base_url, self.token.as_str())
    }

    /// Returns the address of the health check, which needs no token.
    pub fn health_url(&self) -> String {
        format!("{}/health", self.base_url)
    }

    /// Adds a face below the token. `name` is its path, and its label in the metrics.
    pub fn mount(&mut self, name: &'static str, routes: Router) {
        self.faces.push((name, routes));
    }

    /// Returns a receiver that becomes `true` when the server stops, for tasks that must end with it.
    pub fn stop_signal(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Serves the faces until `stop` is ready. Then accepts no further connection, ends all event streams, and waits a
    /// moment for the other requests.
    pub async fn serve(self, gateway: &Gateway, stop: impl Future<Output = ()>) {
        let Self { listener, tls, guard, token, limits, faces, stopping, .. } = self;
        let connections = Arc::new(Connections::new(limits.into()));
        let routes = routes::of(&token, faces, &guard, gateway, &connections, stopping.subscribe());
        let stop = async {
            stop.await;
            stopping.send_replace(true);
        };
        match tls {
            Some(tls) => {
                let accept = move |stream: StallGuard<TcpStream>| tls.accept(stream);
                connections.serve(listener, routes, accept, stop).await;
            }
            None => connections.serve(listener, routes, |stream| ready(Ok(stream)), stop).await,
        }
    }
}
