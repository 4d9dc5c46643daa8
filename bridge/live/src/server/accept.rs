//! HTTP connections for all servers of this crate. Their number and the duration of requests are limited.

mod body_memory;
#[cfg(feature = "gateway")]
mod held_body;
#[cfg(feature = "gateway")]
mod http2;
mod stall_guard;

#[cfg(feature = "gateway")]
use crate::server::{client_address::ClientAddress, shares::Shares};
use crate::{limits, server::refusal::Limit};
use axum::Router;
pub(crate) use body_memory::{BodyError, BodyMemory, BodyPermit};
use futures_util::future::{Either, pending, select};
#[cfg(feature = "gateway")]
pub(crate) use held_body::HeldBody;
use hyper::server::conn::http1;
#[cfg(feature = "gateway")]
use hyper::{
    body::Incoming,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
pub(crate) use stall_guard::StallGuard;
use std::{
    io::{self, ErrorKind},
    net::SocketAddr,
    pin::pin,
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::{Instant, sleep, timeout, timeout_at},
};

/// The pause after the operating system has refused to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);
/// The response if there are too many connections.
const BUSY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerLimits {
    /// The maximum number of connections, including WebSockets.
    pub(crate) connections: usize,
    /// The maximum number of connections from one remote address.
    #[cfg(feature = "gateway")]
    pub(crate) per_address: usize,
    /// The time for which further connections wait before they are refused.
    pub(crate) wait: Duration,
    /// The maximum time for the head of a request, between requests, and for a TLS handshake.
    pub(crate) head: Duration,
    /// The maximum time that a client may take to receive the next byte.
    pub(crate) stall: Duration,
    /// The time for which requests may continue when the server stops.
    pub(crate) goodbye: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            connections: limits::LOCAL_CONNECTIONS,
            #[cfg(feature = "gateway")]
            per_address: usize::MAX >> 4,
            wait: limits::CONNECTION_WAIT,
            head: limits::HEAD,
            stall: limits::STALL,
            goodbye: limits::GOODBYE,
        }
    }
}

/// Serves the routes for as long as the future is polled.
pub(crate) async fn serve(listener: TcpListener, routes: Router, bounds: ServerLimits) {
    Connections::new(bounds)
        .serve(listener, routes, plain, pending())
        .await;
}

/// A connection that is ready to receive requests.
pub(crate) struct Accepted<S> {
    pub(crate) stream: S,
    /// `true` if HTTP/2 was negotiated with TLS. Only a gateway's server has TLS.
    #[cfg(feature = "gateway")]
    pub(crate) is_http2: bool,
}

/// Accepts a connection without TLS.
pub(crate) async fn plain<S>(stream: S) -> io::Result<Accepted<S>> {
    Ok(Accepted {
        stream,
        #[cfg(feature = "gateway")]
        is_http2: false,
    })
}

/// The connections of a server.
pub(crate) struct Connections {
    limits: ServerLimits,
    places: Arc<Semaphore>,
    #[cfg(feature = "gateway")]
    addresses: Shares<ClientAddress>,
    refused: Box<dyn Fn(Limit) + Send + Sync>,
}

/// The connection of a request. It is an extension of the request.
#[cfg(feature = "gateway")]
#[derive(Clone)]
pub(crate) struct RequestConnection {
    pub(crate) peer: SocketAddr,
    /// The permit of the connection, which a WebSocket keeps.
    pub(crate) place: Arc<dyn Send + Sync>,
}

impl Connections {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self {
            limits,
            places: Arc::new(Semaphore::new(limits.connections)),
            #[cfg(feature = "gateway")]
            addresses: Shares::new(limits.per_address),
            refused: Box::new(|_| {}),
        }
    }

    /// Sets the function that is called for each refused connection.
    #[cfg(feature = "gateway")]
    pub(crate) fn on_refusal(mut self, refused: impl Fn(Limit) + Send + Sync + 'static) -> Self {
        self.refused = Box::new(refused);
        self
    }

    /// Returns the number of open connections.
    #[cfg(feature = "gateway")]
    pub(crate) fn open(&self) -> usize {
        self.limits
            .connections
            .saturating_sub(self.places.available_permits())
    }

    /// Returns a permit for a connection from this peer. Dropping the permit makes room for another connection.
    fn place(&self, peer: SocketAddr) -> Result<Arc<dyn Send + Sync>, Limit> {
        #[cfg(feature = "gateway")]
        let of_address = match ClientAddress::of_peer(peer.ip()) {
            Some(address) => Some(
                self.addresses
                    .try_enter(&address, Limit::AddressConnections)?,
            ),
            None => None,
        };
        #[cfg(not(feature = "gateway"))]
        let of_address = peer;
        let of_server = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| Limit::Connections)?;
        Ok(Arc::new((of_address, of_server)))
    }

    /// Waits until another connection may be accepted. Meanwhile, the operating system queues new connections. If the
    /// server has been full for long, the next connection is refused instead. Its client may then try another program,
    /// or inform its user.
    async fn wait_for_place(&self, full_since: &mut Option<Instant>) {
        if self.places.available_permits() == 0 {
            let end = *full_since.get_or_insert_with(Instant::now) + self.limits.wait;
            // The connection takes the place when its peer is known.
            let _ = timeout_at(end, self.places.acquire()).await;
        }
    }

    /// Serves the routes until `stop` is ready, and then waits for the running requests. `accept` prepares each
    /// connection, for example with TLS.
    pub(crate) async fn serve<S, A>(
        &self,
        listener: TcpListener,
        routes: Router,
        accept: impl Fn(StallGuard<TcpStream>) -> A + Clone + Send + 'static,
        stop: impl Future<Output = ()>,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
        A: Future<Output = io::Result<Accepted<S>>> + Send,
    {
        let (stopping, stopped) = watch::channel(false);
        let mut stop = pin!(stop);
        let mut full_since = None;
        loop {
            let next = async {
                self.wait_for_place(&mut full_since).await;
                listener.accept().await
            };
            let (stream, peer) = match select(stop.as_mut(), pin!(next)).await {
                Either::Right((Ok(accepted), _)) => accepted,
                Either::Right((Err(error), _)) => {
                    if !is_of_client(&error) {
                        sleep(PAUSE).await;
                    }
                    continue;
                }
                Either::Left(_) => break,
            };
            let place = match self.place(peer) {
                Ok(place) => {
                    full_since = None;
                    place
                }
                Err(limit) => {
                    (self.refused)(limit);
                    refuse(&stream).await;
                    continue;
                }
            };
            #[cfg(feature = "gateway")]
            let connection = RequestConnection {
                peer,
                place: Arc::clone(&place),
            };
            let service = ConnectionService {
                routes: routes.clone(),
                limits: self.limits,
                stopped: stopped.clone(),
                #[cfg(feature = "gateway")]
                connection,
            };
            let (accept, limits) = (accept.clone(), self.limits);
            tokio::spawn(async move {
                let accepting = accept(StallGuard::new(stream, limits.stall));
                // Otherwise, the client has left, or is too slow.
                if let Ok(Ok(accepted)) = timeout(limits.head, accepting).await {
                    service.run(accepted).await;
                }
                drop(place);
            });
        }
        drop(listener);
        stopping.send_replace(true);
        let all = u32::try_from(self.limits.connections).unwrap_or(u32::MAX);
        // After this time, the remaining connections end with the server.
        let _ = timeout(self.limits.goodbye, self.places.acquire_many(all)).await;
    }
}

/// The service that answers the requests of one connection.
struct ConnectionService {
    routes: Router,
    limits: ServerLimits,
    stopped: watch::Receiver<bool>,
    #[cfg(feature = "gateway")]
    connection: RequestConnection,
}

impl ConnectionService {
    /// Answers the requests of one connection until it ends.
    async fn run<S>(self, accepted: Accepted<S>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Self {
            routes,
            limits,
            stopped,
            ..
        } = self;
        #[cfg(feature = "gateway")]
        if accepted.is_http2 {
            let stream = accepted.stream;
            return http2::converse(stream, routes, self.connection, limits, stopped).await;
        }
        let service = TowerToHyperService::new(routes);
        #[cfg(feature = "gateway")]
        let service = with_connection(service, self.connection);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(limits.head);
        let connection = http
            .serve_connection(TokioIo::new(accepted.stream), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let stop = pin!(is_stopped(stopped));
        // The last request ends when the server stops.
        if let Either::Right(_) = select(connection.as_mut(), stop).await {
            connection.as_mut().graceful_shutdown();
            // An error concerns only this connection, which ends anyway.
            let _ = connection.await;
        }
    }
}

/// Returns the service of the routes for one connection. The connection is added to each request.
#[cfg(feature = "gateway")]
fn with_connection(
    service: TowerToHyperService<Router>,
    connection: RequestConnection,
) -> impl Service<
    hyper::Request<Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future = impl Future<Output = Result<axum::response::Response, std::convert::Infallible>>
             + Send
             + 'static,
> {
    service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(connection.clone());
        service.call(request)
    })
}

/// Waits until the server stops.
async fn is_stopped(mut stopped: watch::Receiver<bool>) {
    if stopped.wait_for(|stopped| *stopped).await.is_err() {
        // Without a server, nothing stops the connection.
        pending().await
    }
}

/// Returns `true` if the client disconnected before it was accepted. Other errors come from the operating system.
fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}

async fn refuse(stream: &TcpStream) {
    if timeout(PAUSE, stream.writable()).await.is_ok() {
        // The refusal is a courtesy: a client that cannot receive it is disconnected without it.
        let _ = stream.try_write(BUSY);
    }
}
