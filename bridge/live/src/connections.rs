//! HTTP connections with limits on their number and on the duration of requests, for all servers of this crate.

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{
    io::{self, ErrorKind},
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{sleep, timeout},
};

/// The maximum time for receiving the body of a request.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// The pause after the system refuses another connection.
const PAUSE: Duration = Duration::from_millis(100);
/// The answer when there are too many connections.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerLimits {
    /// The maximum number of connections, not counting WebSockets.
    pub(crate) connections: usize,
    /// The maximum time for the head of a request, and between requests.
    pub(crate) head: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self { connections: 256, head: Duration::from_secs(30) }
    }
}

/// Serves the routes for as long as the future is polled.
pub(crate) async fn serve(listener: TcpListener, routes: Router, bounds: ServerLimits) {
    let places = Arc::new(Semaphore::new(bounds.connections));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                if !is_of_client(&error) {
                    sleep(PAUSE).await;
                }
                continue;
            }
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            refuse(&stream).await;
            continue;
        };
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(bounds.head);
            // If the client disconnects or is too slow, nothing is left to do.
            let _ = http.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
            drop(place);
        });
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

/// The reason why the body of a request is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyError {
    /// The body did not end in time.
    Late,
    /// The body is too long, or the client disconnected.
    TooLong,
}

/// Reads the body of a request, with at most `limit` bytes.
///
/// A slow client would block others, so the time is limited to [`BODY_TIMEOUT`].
pub(crate) async fn read_body(body: Body, limit: usize) -> Result<Bytes, BodyError> {
    let read = timeout(BODY_TIMEOUT, to_bytes(body, limit)).await;
    read.map_err(|_| BodyError::Late)?.map_err(|_| BodyError::TooLong)
}
