//! HTTP connections with bounds: how many there may be, and how long a request may take to come. All servers of this crate have them.

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

/// How long the body of a request may take to come.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait where the system has no room for another connection.
const PAUSE: Duration = Duration::from_millis(100);
/// The answer where there are too many connections.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// The bounds of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerLimits {
    /// How many connections there may be at once. A WebSocket is none any more.
    pub(crate) connections: usize,
    /// How long the head of a request may take to come, and a connection may be without one.
    pub(crate) head: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self { connections: 256, head: Duration::from_secs(30) }
    }
}

/// Serves routes for as long as it is polled.
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
            // A client that breaks off or is too slow is gone; there is nothing to tell.
            let _ = http.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
            drop(place);
        });
    }
}

/// Whether a client went away before it was accepted; anything else is a matter of the system.
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

/// Why there is no body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyError {
    /// It did not come to its end in time.
    Late,
    /// It is too long, or the client broke off.
    TooLong,
}

/// The body of a request, of at most so many bytes. A slow client keeps others out, so that it is not waited for longer than
/// [`BODY_TIMEOUT`].
pub(crate) async fn read_body(body: Body, limit: usize) -> Result<Bytes, BodyError> {
    let read = timeout(BODY_TIMEOUT, to_bytes(body, limit)).await;
    read.map_err(|_| BodyError::Late)?.map_err(|_| BodyError::TooLong)
}
