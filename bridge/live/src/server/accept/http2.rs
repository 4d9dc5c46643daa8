//! HTTP/2 connections of a server.

use super::{HeldBody, RequestConnection, ServerLimits, is_stopped, with_connection};
use axum::{
    Router,
    body::Body,
    extract::Request,
    middleware::{Next, from_fn},
};
use futures_util::future::{Either, select};
use hyper::server::conn::http2;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::watch,
    time::timeout,
};

/// The maximum number of simultaneous requests per connection. A browser opens all its event streams over one
/// connection.
const REQUESTS: u32 = crate::limits::HTTP2_REQUESTS;

/// Answers the requests of a connection. When the server stops, the running requests are completed. As with HTTP/1.1,
/// the connection ends if it has no request for some time.
pub(super) async fn converse<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    routes: Router,
    connection: RequestConnection,
    limits: ServerLimits,
    stopped: watch::Receiver<bool>,
) {
    let mut http = http2::Builder::new(TokioExecutor::new());
    // A client that does not answer a ping in this time is gone.
    http.timer(TokioTimer::new())
        .max_concurrent_streams(REQUESTS)
        .keep_alive_interval(limits.head)
        .keep_alive_timeout(limits.head);
    let running = Arc::new(watch::Sender::new(0));
    let idle = is_idle(running.subscribe(), limits.head);
    let counted = routes.layer(from_fn(move |request: Request, next: Next| {
        let request_guard = RunningRequest::begin(&running);
        async move {
            next.run(request)
                .await
                .map(|body| Body::new(HeldBody::new(body, request_guard)))
        }
    }));
    let service = with_connection(TowerToHyperService::new(counted), connection);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
    let (stop, idle) = (pin!(is_stopped(stopped)), pin!(idle));
    if let Either::Right(_) = select(connection.as_mut(), select(stop, idle)).await {
        connection.as_mut().graceful_shutdown();
        // An error concerns only this connection, which ends anyway.
        let _ = connection.await;
    }
}

/// Waits until no request has run for `limit`.
async fn is_idle(mut running: watch::Receiver<usize>, limit: Duration) {
    loop {
        // The connection keeps the sender.
        let _ = running.wait_for(|running| *running == 0).await;
        if timeout(limit, running.wait_for(|running| *running > 0))
            .await
            .is_err()
        {
            return;
        }
    }
}

/// A request that is being answered. It is counted until it is dropped.
struct RunningRequest(Arc<watch::Sender<usize>>);

impl RunningRequest {
    fn begin(running: &Arc<watch::Sender<usize>>) -> Self {
        running.send_modify(|running| *running += 1);
        Self(Arc::clone(running))
    }
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        self.0
            .send_modify(|running| *running = running.saturating_sub(1));
    }
}
