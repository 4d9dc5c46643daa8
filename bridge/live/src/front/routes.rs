//! All routes of a server, with its counts, its log and its end.

use super::{AccessToken, counters::Counters, status};
use crate::{connections::Connections, gateway::Gateway, request_guard::RequestGuard};
use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::get,
};
use futures_util::StreamExt;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{sync::watch, time::sleep};
use tracing::debug;

/// The time that event streams get to end by themselves when the server stops.
const LAST_EVENTS: Duration = Duration::from_millis(200);
/// The label of requests that reach no face.
const OTHER: &str = "other";

pub(super) fn of(
    token: &AccessToken,
    faces: Vec<(&'static str, Router)>,
    guard: &RequestGuard,
    gateway: &Gateway,
    connections: &Arc<Connections>,
    stopped: watch::Receiver<bool>,
) -> Router {
    let names: Vec<&'static str> = faces.iter().map(|(name, _)| *name).chain(["metrics"]).collect();
    let counters = Arc::new(Counters::default());
    let (counted, connections) = (Arc::clone(&counters), Arc::clone(connections));
    let (reported, checked) = (gateway.clone(), gateway.clone());
    let mut below = Router::new()
        .route("/metrics", get(async move || status::metrics(&reported, &counted, &connections)));
    for (name, routes) in faces {
        below = below.nest(&format!("/{name}"), routes);
    }
    let routes = Router::new()
        .route("/health", get(async move || status::health(&checked)))
        .nest(&format!("/{}", token.as_str()), below)
        .fallback(async || (StatusCode::NOT_FOUND, "the path does not exist\n"))
        .method_not_allowed_fallback(async || {
            (StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed for this path\n")
        });
    let prefix = format!("/{}/", token.as_str());
    let names: Arc<[&'static str]> = names.into();
    guard.protect(routes).layer(from_fn(move |request: Request, next: Next| {
        let face = face_of(request.uri().path(), &prefix, &names);
        let (counters, stopped) = (Arc::clone(&counters), stopped.clone());
        async move { ending(observed(face, &counters, request, next).await, stopped) }
    }))
}

/// Returns the label of the face that a path belongs to. Paths contain secrets and names of sessions, so no other part of them
/// gets into counts and logs.
fn face_of(path: &str, prefix: &str, names: &[&'static str]) -> &'static str {
    if path == "/health" {
        return "health";
    }
    let below = path.strip_prefix(prefix).and_then(|below| below.split('/').next());
    names.iter().find(|name| below == Some(**name)).copied().unwrap_or(OTHER)
}

/// Answers a request, and counts and logs it.
async fn observed(face: &'static str, counters: &Counters, request: Request, next: Next) -> Response {
    let (method, began) = (request.method().clone(), Instant::now());
    let response = next.run(request).await;
    let status = response.status();
    counters.count(face, status);
    let ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    debug!(face, %method, status = status.as_u16(), ms, "request");
    response
}

/// Lets an event stream end when the server stops. Other responses end by themselves.
fn ending(response: Response, mut stopped: watch::Receiver<bool>) -> Response {
    if !is_event_stream(response.headers()) {
        return response;
    }
    let (head, body) = response.into_parts();
    let stop = async move {
        // Without a server, nothing ends the stream.
        if stopped.wait_for(|stopped| *stopped).await.is_err() {
            std::future::pending::<()>().await;
        }
        sleep(LAST_EVENTS).await;
    };
    let body = Body::from_stream(body.into_data_stream().take_until(stop));
    Response::from_parts(head, body).into_response()
}

fn is_event_stream(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
}
