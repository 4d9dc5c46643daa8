//! HTTP connections with limits on their number and on the duration of requests, for all servers of this crate.

mod body_memory;
#[cfg(feature = "gateway")]
mod http2;
mod stall_guard;

use axum::Router;
pub(crate) use body_memory::{BodyError, BodyMemory, BodyPermit, read_body};
use futures_util::future::{Either, pending, select};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
pub(crate) use stall_guard::StallGuard;
use std::{
    io::{self, ErrorKind},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::{sleep, timeout},
};

/// The pause after the system refuses another connection.
const PAUSE: Duration = Duration::from_millis(100);
/// The answer when there are too many connections.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerLimits {
    /// The maximum number of connections, not counting WebSockets.
    pub(crate) connections: usize,
    /// The maximum time for the head of a request, between requests, and for a TLS handshake.
    pub(crate) head: Duration,
    /// The maximum time that a client may take to receive the next byte.
    pub(crate) stall: Duration,
    /// The time that requests get to end when the server stops.
    pub(crate) goodbye: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            head: Duration::from_secs(30),
            stall: Duration::from_secs(60),
            goodbye: Duration::from_secs(2),
        }
    }
}

/// Serves the routes for as long as the future is polled.
pub(crate) async fn serve(listener: TcpListener, routes: Router, bounds: ServerLimits) {
    Connections::new(bounds).serve(listener, routes, plain, pending()).await;
}

/// A connection that is ready for requests.
pub(crate) struct Accepted<S> {
    pub(crate) stream: S,
    pub(crate) is_http2: bool,
}

/// Accepts a connection without TLS.
pub(crate) async fn plain<S>(stream: S) -> io::Result<Accepted<S>> {
    Ok(Accepted { stream, is_http2: false })
}

/// The connections of a server.
pub(crate) struct Connections {
    limits: ServerLimits,
    places: Arc<Semaphore>,
    refused: AtomicU64,
}

impl Connections {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self { limits, places: Arc::new(Semaphore::new(limits.connections)), refused: AtomicU64::new(0) }
    }

    /// Returns the number of open connections.
    #[cfg(feature = "gateway")]
    pub(crate) fn open(&self) -> usize {
        self.limits.connections.saturating_sub(self.places.available_permits())
    }

    /// Returns the number of connections that were refused because there were too many.
    #[cfg(feature = "gateway")]
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Serves the routes until `stop` is ready, and then waits for the requests that have begun. `accept` prepares a
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
        loop {
            let stream = match select(stop.as_mut(), pin!(listener.accept())).await {
                Either::Right((Ok((stream, _)), _)) => stream,
                Either::Right((Err(error), _)) => {
                    if !is_of_client(&error) {
                        sleep(PAUSE).await;
                    }
                    continue;
                }
                Either::Left(_) => break,
            };
            let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
                self.refused.fetch_add(1, Ordering::Relaxed);
                refuse(&stream).await;
                continue;
            };
            let (accept, stopped, limits) = (accept.clone(), stopped.clone(), self.limits);
            let routes = routes.clone();
            tokio::spawn(async move {
                let stream = accept(StallGuard::new(stream, limits.stall));
                match timeout(limits.head, stream).await {
                    #[cfg(feature = "gateway")]
                    Ok(Ok(Accepted { stream, is_http2: true })) => {
                        http2::converse(stream, routes, limits, stopped).await;
                    }
                    Ok(Ok(Accepted { stream, .. })) => converse(stream, routes, limits, stopped).await,
                    // The client has left, or is too slow.
                    _ => {}
                }
                drop(place);
            });
        }
        drop(listener);
        stopping.send_replace(true);
        let all = u32::try_from(self.limits.connections).unwrap_or(u32::MAX);
        let _ = timeout(self.limits.goodbye, self.places.acquire_many(all)).await;
    }
}

/// Answers the requests of a connection. Its last request ends when the server stops.
async fn converse<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    routes: Router,
    limits: ServerLimits,
    stopped: watch::Receiver<bool>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head);
    let service = TowerToHyperService::new(routes);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let is_done = matches!(select(connection.as_mut(), pin!(is_stopped(stopped))).await, Either::Left(_));
    if !is_done {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// Waits until the server stops.
async fn is_stopped(mut stopped: watch::Receiver<bool>) {
    if stopped.wait_for(|stopped| *stopped).await.is_err() {
        // Without a server, nothing stops the connection.
        pending().await
    }
}

/// Returns `true` if a client disconnected before it was accepted. Other errors come from the system.
fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}

async fn refuse(stream: &TcpStream) {
    if timeout(PAUSE, stream.writable()).await.is_ok() {
        let _ = stream.try_write(BUSY);
    }
}
