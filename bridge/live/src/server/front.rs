//! The HTTP server through which clients reach agents, with its protection and its status.
//!
//! | route | description |
//! |---|---|
//! | `/<token>/<face>…` | the faces that were [mounted](Front::mount) |
//! | `GET /<token>/metrics` | the counts of the gateway and of this server, in the [text format of Prometheus](https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format) |
//! | `GET /health` | 200 with `{"status":"ok","agents":[…]}` while the program is running; needs no token |
//! | `GET /ready` | 200 with `{"status":"ready"}`, or 503 if the server is stopping, the store is unavailable, or all agents fail; needs no token |
//!
//! Every client that knows the token in the address may read and act. If requests must [name their users](users), each
//! user has separate sessions that others cannot see. The server listens on loopback, unless its [`Exposure`] allows
//! clients to reach it over TLS. Requests with a foreign `Host` or `Origin` get status 403 on every route: see
//! [`RequestGuard`]. For `/health`, `/ready` and the metrics, the `Host` may also be an IP address, `localhost` or
//! absent, because monitors reach the server by its address.
//!
//! The server has limits, so that slow or hostile clients do not affect others: see [`FrontLimits`].
//!
//! When the server stops, it answers further requests with 503 and `Retry-After`. Running turns may continue for
//! [`FrontLimits::drain`]. Afterwards, open turns fail, event streams end with the last event of their protocol, and
//! requests may continue for [`FrontLimits::goodbye`].
//!
//! ```no_run
//! use agent_ui_live::{
//!     server::front::{Front, FrontSettings, wait_for_interrupt},
//!     gateway::Gateway,
//!     server::request_guard::RequestGuard,
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
mod admission;
mod counters;
mod exposure;
mod forwarded;
mod interrupt;
pub mod log;
mod open_files;
mod proxy_url;
mod public_host;
mod report;
mod routes;
mod status;
#[cfg(test)]
mod tests;
mod tls;
mod user_faces;
pub mod users;

pub use access_token::{AccessToken, InvalidToken};
pub use exposure::Exposure;
pub(crate) use forwarded::StatedBase;
pub use interrupt::{block_on, first, wait_for_interrupt};
pub use open_files::raise_open_files;
pub use proxy_url::{InvalidProxyUrl, ProxyUrl};
pub use public_host::{InvalidHost, PublicHost};
use report::each_once_a_minute;
pub use report::{FrontReport, ReportFunction};

use crate::{
    gateway::Gateway,
    limits,
    server::{
        accept::{Connections, ServerLimits, StallGuard, plain},
        refusal::Refusals,
        request_guard::{OriginPattern, RequestGuard},
    },
};
use admission::{AddressSource, Admission};
use axum::Router;
use routes::ServedRoutes;
use std::{
    fmt,
    future::Future,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use tls::Certificates;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};
use user_faces::{for_each_user, unavailable_face};
use users::{UserCheck, Users};

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontLimits {
    /// The maximum number of connections, including WebSockets. Further connections wait. The default is 4,096.
    pub connections: usize,
    /// The time for which connections wait before they are refused with status 503. The default is 10 s.
    pub wait: Duration,
    /// The maximum number of connections, and of requests and event streams at the same time, of one client address. As many further
    /// requests wait for 10 s; then they get status 429. Clients on this computer have no such limit, and neither have those of a
    /// proxy that states no addresses. The default is 512.
    pub per_address: usize,
    /// The maximum time for a TLS handshake, for the head of a request, and between requests. The default is 30 s.
    pub head: Duration,
    /// The maximum time that a client may take to receive the next bytes. The default is 60 s.
    pub stall: Duration,
    /// The time for which running turns may continue when the server stops. The default is 10 s.
    pub drain: Duration,
    /// The time for which requests may continue after the turns have ended. The default is 2 s.
    pub goodbye: Duration,
}

impl Default for FrontLimits {
    fn default() -> Self {
        let ServerLimits {
            wait,
            head,
            stall,
            goodbye,
            ..
        } = ServerLimits::default();
        Self {
            connections: limits::CONNECTIONS,
            wait,
            per_address: limits::PER_ADDRESS,
            head,
            stall,
            drain: limits::DRAIN,
            goodbye,
        }
    }
}

impl From<FrontLimits> for ServerLimits {
    fn from(limits: FrontLimits) -> Self {
        let FrontLimits {
            connections,
            wait,
            per_address,
            head,
            stall,
            goodbye,
            ..
        } = limits;
        Self {
            connections,
            wait,
            per_address,
            head,
            stall,
            goodbye,
        }
    }
}

/// The settings of a server.
#[derive(Clone)]
pub struct FrontSettings {
    /// The address to listen on. The default is 127.0.0.1.
    pub address: IpAddr,
    /// The port to listen on; 0 selects a free one. The default is 0.
    pub port: u16,
    /// The clients that can reach the server. The default is only this computer.
    pub exposure: Exposure,
    /// Further names in the `Host` headers of clients, without ports. The default is none.
    pub hosts: Vec<String>,
    /// The origins whose pages may send requests, such as `https://app.test`. The default is none.
    pub origins: Vec<OriginPattern>,
    /// `true` if the headers `Forwarded` and `X-Forwarded-…` come from the proxy of [`Exposure::Proxy`]. The default is
    /// `false`, because every client can send these headers.
    pub trusts_forwarded: bool,
    /// The way in which requests name their users. By default, all clients that know the address share the sessions.
    pub users: Option<Users>,
    /// The secret part of the address. With `None`, a new one is created.
    pub token: Option<AccessToken>,
    /// The limits of connections and times.
    pub limits: FrontLimits,
    /// The function that receives the reports for the operator.
    pub report: ReportFunction,
}

impl fmt::Debug for FrontSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrontSettings")
            .field("address", &self.address)
            .field("port", &self.port)
            .field("exposure", &self.exposure)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Default for FrontSettings {
    fn default() -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            exposure: Exposure::default(),
            hosts: Vec::new(),
            origins: Vec::new(),
            trusts_forwarded: false,
            users: None,
            token: None,
            limits: FrontLimits::default(),
            report: Arc::new(|_| {}),
        }
    }
}

/// The reason for which a server does not start.
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
    /// The server cannot listen at the address.
    #[error("{address}: {error}")]
    Listen {
        /// The address and port.
        address: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// The system has no random source.
    #[error(transparent)]
    Random(io::Error),
}

/// A server that listens. See the [module documentation](self).
pub struct Front {
    listener: TcpListener,
    tls: Option<Certificates>,
    base_url: String,
    /// The path prefix under which a proxy serves the routes.
    prefix: String,
    /// The proxy whose headers are trusted.
    trusted: Option<ProxyUrl>,
    source: AddressSource,
    guard: RequestGuard,
    token: AccessToken,
    users: Option<Users>,
    limits: FrontLimits,
    report: ReportFunction,
    faces: Vec<(&'static str, Router)>,
    stopping: watch::Sender<bool>,
}

impl fmt::Debug for Front {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces: Vec<&str> = self.faces.iter().map(|(name, _)| *name).collect();
        f.debug_struct("Front")
            .field("limits", &self.limits)
            .field("faces", &faces)
            .finish_non_exhaustive()
    }
}

impl Front {
    /// Starts to listen at the address in the settings. Clients wait until [`serve`](Self::serve) is called.
    ///
    /// # Errors
    /// Returns an error if the address is not available or not safe, or if the certificate cannot be used.
    pub async fn bind(settings: FrontSettings) -> Result<Self, FrontError> {
        let FrontSettings {
            address,
            port,
            exposure,
            hosts,
            mut origins,
            trusts_forwarded,
            users,
            token,
            limits,
            report,
        } = settings;
        exposure.check(address)?;
        let tls = match &exposure {
            Exposure::Tls {
                certificate, key, ..
            } => Some(Certificates::load(certificate, key)?),
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
        if let Some(certificates) = &tls {
            interrupt::on_hangup(reload(certificates.clone(), Arc::clone(&report)));
        }
        let base_url = exposure.base_url(address);
        // Some proxies pass `Host` on without its port.
        origins.extend(exposure.origin(address).parse());
        let hosts = exposure
            .hosts(address.ip())
            .into_iter()
            .chain(hosts)
            .collect();
        let guard = RequestGuard { hosts, origins };
        let trusted = match &exposure {
            Exposure::Proxy { url } if trusts_forwarded => Some(url.clone()),
            _ => None,
        };
        let source = match (&exposure, &trusted) {
            (Exposure::Proxy { .. }, Some(_)) => AddressSource::Headers,
            (Exposure::Proxy { .. }, None) => AddressSource::Unknown,
            _ => AddressSource::Connection,
        };
        let prefix = exposure.prefix().to_owned();
        let (stopping, _) = watch::channel(false);
        let faces = Vec::new();
        Ok(Self {
            listener,
            tls,
            base_url,
            prefix,
            trusted,
            source,
            guard,
            token,
            users,
            limits,
            report,
            faces,
            stopping,
        })
    }

    /// Returns the address on which the server listens. A proxy must be configured with it.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn local_address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
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

    /// Adds a face below the token. `name` is its path and its label in the metrics. All users share the state of its
    /// routes.
    pub fn mount(&mut self, name: &'static str, routes: Router) {
        self.faces.push((name, routes));
    }

    /// Adds a face below the token that shows sessions of a gateway. If requests [name their
    /// users](FrontSettings::users), each user has a separate face, for the [sessions of the user](Gateway::of_user).
    /// `make` returns its routes, or `None` if the face cannot be served now.
    pub fn mount_face(
        &mut self,
        name: &'static str,
        gateway: &Gateway,
        make: impl Fn(Gateway) -> Option<Router> + Send + Sync + 'static,
    ) {
        let routes = match self.users {
            None => make(gateway.clone()).unwrap_or_else(unavailable_face),
            Some(_) => for_each_user(gateway.clone(), Box::new(make)),
        };
        self.mount(name, routes);
    }

    /// Returns a receiver that becomes `true` when the server stops, for tasks that must then end.
    pub fn stop_signal(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Serves the faces until `stop` is ready. Afterwards, [drains](Gateway::drain) the gateway, ends all event
    /// streams, and waits briefly for the other requests.
    pub async fn serve(self, gateway: &Gateway, stop: impl Future<Output = ()>) {
        let address = format!("{}/{}", self.base_url, self.token.as_str());
        let Self {
            listener,
            tls,
            prefix,
            trusted,
            source,
            guard,
            token,
            users,
            limits,
            report,
            faces,
            stopping,
            ..
        } = self;
        let users = users.map(|users| UserCheck {
            users,
            address,
            report: each_once_a_minute(Arc::clone(&report)),
        });
        let refusals: Arc<Refusals> = Arc::default();
        let mut of_connections = ServerLimits::from(limits);
        if source != AddressSource::Connection {
            // All connections have the address of the proxy.
            of_connections.per_address = limits.connections;
        }
        let (counts, reported) = (Arc::clone(&refusals), Arc::clone(&report));
        let connections = Connections::new(of_connections)
            .on_refusal(move |limit| report::count_refusal(&counts, &reported, limit));
        let connections = Arc::new(connections);
        let served = ServedRoutes {
            token,
            prefix,
            trusted,
            guard,
            users,
            report,
            gateway: gateway.clone(),
            connections: Arc::clone(&connections),
            refusals,
            admission: Admission::new(source, limits.per_address),
            stopped: stopping.subscribe(),
            last_events: limits.goodbye.mul_f32(0.75),
        };
        let routes = served.with(faces);
        let stop = async {
            stop.await;
            gateway.drain(limits.drain).await;
            stopping.send_replace(true);
        };
        match tls {
            Some(tls) => {
                let accept = move |stream: StallGuard<TcpStream>| {
                    let tls = tls.clone();
                    async move { tls.accept(stream).await }
                };
                connections.serve(listener, routes, accept, stop).await;
            }
            None => connections.serve(listener, routes, plain, stop).await,
        }
    }
}

/// Returns a function that reads the certificate again.
fn reload(certificates: Certificates, report: ReportFunction) -> impl Fn() + Send + 'static {
    move || {
        report(&match certificates.reload() {
            Ok(()) => FrontReport::CertificateReloaded,
            Err(error) => FrontReport::CertificateKept(error),
        });
    }
}
