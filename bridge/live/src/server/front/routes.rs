//! The combined routes of a server, with their metrics, log and shutdown.

use super::{
    AccessToken, ProxyUrl,
    admission::Admission,
    counters::{Counters, PossibleStream},
    forwarded::restore_host,
    report::{ReportFunction, count_refusal, each_once},
    status,
    users::UserCheck,
};
use crate::{
    gateway::{Gateway, GatewayPhase},
    server::{
        accept::{Connections, HeldBody},
        refusal::{Limit, Refusals},
        request_guard::RequestGuard,
    },
};
use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderMap, StatusCode, Uri, header::CONTENT_TYPE},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::get,
};
use futures_util::StreamExt;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{sync::watch, time::sleep};
use tracing::debug;

/// The label of requests that belong to no face.
const OTHER: &str = "other";

/// The settings and state of the routes, apart from the faces.
pub(super) struct ServedRoutes {
    pub(super) token: AccessToken,
    /// The path prefix under which a proxy serves the routes.
    pub(super) prefix: String,
    /// The proxy whose headers are trusted.
    pub(super) trusted: Option<ProxyUrl>,
    pub(super) guard: RequestGuard,
    /// The check of users, if requests must name them.
    pub(super) users: Option<UserCheck>,
    pub(super) report: ReportFunction,
    pub(super) gateway: Gateway,
    pub(super) connections: Arc<Connections>,
    pub(super) refusals: Arc<Refusals>,
    pub(super) admission: Admission,
    pub(super) stopped: watch::Receiver<bool>,
    /// The time for which event streams may send their last events when the server stops.
    pub(super) last_events: Duration,
}

impl ServedRoutes {
    /// Returns the complete routes with these faces.
    pub(super) fn with(mut self, faces: Vec<(&'static str, Router)>) -> Router {
        let counters = Arc::new(Counters::of_faces(faces.iter().map(|(name, _)| *name)));
        let names: Arc<[&'static str]> = faces
            .iter()
            .map(|(name, _)| *name)
            .chain(["metrics"])
            .collect();
        let rejections = counters.counting(each_once(Arc::clone(&self.report)));
        let status = self
            .guard
            .protect_probes(self.status_routes(&counters), Arc::clone(&rejections));
        let users = self.users.take();
        let faces = self.face_routes(faces, users);
        let Self {
            token,
            prefix,
            trusted,
            guard,
            admission,
            refusals,
            report,
            stopped,
            last_events,
            ..
        } = self;
        let admission = Arc::new(admission);
        let faces = faces.layer(from_fn(move |request: Request, next: Next| {
            let admission = Arc::clone(&admission);
            async move { admission.answer(request, next).await }
        }));
        let routes = Router::new()
            .merge(status)
            .merge(guard.protect_and_report(faces, rejections));
        let below = format!("/{}/", token.as_str());
        let routes = routes.layer(from_fn(move |mut request: Request, next: Next| {
            let face = face_of(request.uri().path(), &below, &names);
            restore_host(&mut request, trusted.as_ref());
            let (counters, refusals, report) = (
                Arc::clone(&counters),
                Arc::clone(&refusals),
                Arc::clone(&report),
            );
            let stopped = stopped.clone();
            let stream = counters.stream(face);
            request.extensions_mut().insert(stream.clone());
            async move {
                let response = answer_and_count(face, &counters, request, next).await;
                if let Some(limit) = response.extensions().get::<Limit>() {
                    count_refusal(&refusals, &report, *limit);
                }
                end_with_server(response, stream, stopped, last_events)
            }
        }));
        serve_below_prefix(routes, prefix)
    }

    /// Returns the routes for monitors.
    fn status_routes(&self, counters: &Arc<Counters>) -> Router {
        let [live, ready, counted] = std::array::from_fn(|_| self.gateway.clone());
        let (counters, connections) = (Arc::clone(counters), Arc::clone(&self.connections));
        let refusals = Arc::clone(&self.refusals);
        let metrics = format!("/{}/metrics", self.token.as_str());
        Router::new()
            .route("/health", get(async move || status::health(&live)))
            .route("/ready", get(async move || status::ready(&ready)))
            .route(
                &metrics,
                get(async move || status::metrics(&counted, &counters, &connections, &refusals)),
            )
            .method_not_allowed_fallback(wrong_method)
    }

    /// Returns the routes of the faces. They refuse requests while the gateway drains.
    fn face_routes(&self, faces: Vec<(&'static str, Router)>, users: Option<UserCheck>) -> Router {
        let prefix = format!("/{}/", self.token.as_str());
        let mut routes = Router::new();
        let names: Arc<[&'static str]> = faces.iter().map(|(name, _)| *name).collect();
        for (name, face) in faces {
            // A router inside another one inside the root would lose its answer to unknown paths.
            routes = routes.nest(&format!("{prefix}{name}"), face);
        }
        let phase = self.gateway.phase();
        routes = routes
            .fallback(async || (StatusCode::NOT_FOUND, "the path does not exist\n"))
            .method_not_allowed_fallback(wrong_method);
        if let Some(users) = users {
            routes = users.protect(routes, move |path| face_and_path(path, &prefix, &names));
        }
        routes.layer(from_fn(move |request: Request, next: Next| {
            let is_running = *phase.borrow() == GatewayPhase::Running;
            async move {
                match is_running {
                    true => next.run(request).await,
                    false => status::stopping(request.version()),
                }
            }
        }))
    }
}

/// Makes the routes also available below a prefix, because some proxies remove the prefix and others pass it on.
fn serve_below_prefix(routes: Router, prefix: String) -> Router {
    if prefix.is_empty() {
        return routes;
    }
    // The path changes before a route is chosen, so this is not a layer of the routes.
    let routes = TowerToHyperService::new(routes);
    Router::new().fallback(move |mut request: Request| {
        if let Some(uri) = without_prefix(request.uri(), &prefix) {
            *request.uri_mut() = uri;
        }
        routes.call(request)
    })
}

fn without_prefix(uri: &Uri, prefix: &str) -> Option<Uri> {
    let path = uri
        .path_and_query()?
        .as_str()
        .strip_prefix(prefix)
        .filter(|path| path.starts_with('/'))?;
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(path.parse().ok()?);
    Uri::from_parts(parts).ok()
}

async fn wrong_method() -> (StatusCode, &'static str) {
    (
        StatusCode::METHOD_NOT_ALLOWED,
        "the method is not allowed for this path\n",
    )
}

/// Returns the label of the face to which a path belongs. Paths contain secrets and session names, so no other part of
/// them may be counted or logged.
fn face_of(path: &str, prefix: &str, names: &[&'static str]) -> &'static str {
    match path {
        "/health" => return "health",
        "/ready" => return "ready",
        _ => {}
    }
    let below = path
        .strip_prefix(prefix)
        .and_then(|below| below.split('/').next());
    names
        .iter()
        .find(|name| below == Some(**name))
        .copied()
        .unwrap_or(OTHER)
}

/// Returns the face to which a path belongs, and the path below the face.
fn face_and_path(
    path: &str,
    prefix: &str,
    names: &[&'static str],
) -> Option<(&'static str, String)> {
    let below = path.strip_prefix(prefix)?;
    let (face, rest) = below.find('/').map_or((below, ""), |at| below.split_at(at));
    let face = names.iter().find(|name| face == **name)?;
    Some((*face, rest.to_owned()))
}

/// Answers, counts and logs a request.
async fn answer_and_count(
    face: &'static str,
    counters: &Counters,
    request: Request,
    next: Next,
) -> Response {
    let (method, began) = (request.method().clone(), Instant::now());
    let response = next.run(request).await;
    let status = response.status();
    counters.count(face, status);
    let ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    debug!(face, %method, status = status.as_u16(), ms, "request");
    response
}

/// Counts event streams, and ends those that do not end by themselves when the server stops. Other responses end
/// anyway.
fn end_with_server(
    response: Response,
    stream: PossibleStream,
    mut stopped: watch::Receiver<bool>,
    last_events: Duration,
) -> Response {
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        // The WebSocket holds the count.
        stream.open();
    }
    if !is_event_stream(response.headers()) {
        return response;
    }
    stream.open();
    let (head, body) = response.into_parts();
    let stop = async move {
        // Without a server, nothing ends the stream.
        if stopped.wait_for(|stopped| *stopped).await.is_err() {
            std::future::pending::<()>().await;
        }
        sleep(last_events).await;
    };
    let body = Body::from_stream(body.into_data_stream().take_until(stop));
    Response::from_parts(head, Body::new(HeldBody::new(body, stream))).into_response()
}

fn is_event_stream(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    kind.split(';')
        .next()
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
}
