//! The routes of a provider.
//!
//! Specification: [AAP 1.0, API endpoints](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#api-endpoints).

use super::{Provider, SubmitError, store};
use crate::server::{
    accept::{BodyError, BodyMemory},
    refusal::{Limit, with_retry},
    request_guard::rejection_of,
    shares::PATIENCE,
};
use aap::{
    AgentId, CanvasFileInfo, CanvasListResponse, CanvasPath, CanvasPathError, ErrorBody, ErrorCode,
    Interaction, InteractionFileName, ListQuery, Notification, SubmitResponse, page, provider,
};
use axum::{
    Router,
    body::Body,
    extract::{Path, RawQuery, Request, State},
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY,
            X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use std::{collections::BTreeSet, io, sync::Arc, time::SystemTime};
use tokio::{sync::Semaphore, time::timeout};
use tracing::{error, warn};
use uuid::Uuid;
use wire::{Payload, Wire};

/// The panel. Its document is the same for every agent, and its script reads the agent from the address.
const PANEL: &str = include_str!("panel.html");
/// The delimiters of the panel's script.
const SCRIPT: (&str, &str) = ("<script>", "</script>");

/// The state that all requests share.
struct ProviderShared {
    provider: Provider,
    bodies: BodyMemory,
    requests: Semaphore,
    notifications: Arc<Semaphore>,
    panel_policy: String,
}

pub(super) fn of(provider: Provider) -> Router {
    let shared = Arc::new(ProviderShared {
        bodies: BodyMemory::new(
            provider
                .limits
                .body
                .saturating_mul(provider.limits.requests),
            provider.limits.body,
        ),
        requests: Semaphore::new(provider.limits.requests),
        notifications: Arc::new(Semaphore::new(provider.limits.notifications)),
        panel_policy: panel_policy(),
        provider,
    });
    Router::new()
        .route(
            "/api/agents/{id}/canvas/interactions",
            post(submit).get(list),
        )
        .route("/api/agents/{id}/canvas", get(pages))
        .route("/agents/{id}/canvas", get(panel))
        .with_state(Arc::clone(&shared))
        .fallback(async || {
            refuse(
                StatusCode::NOT_FOUND,
                ErrorCode::NotFound,
                "the path does not exist",
            )
        })
        .method_not_allowed_fallback(async || {
            refuse(
                StatusCode::METHOD_NOT_ALLOWED,
                ErrorCode::InvalidRequest,
                "the method is not allowed for this path",
            )
        })
        .layer(from_fn_with_state(shared, guard))
}

fn panel_policy() -> String {
    let script = PANEL
        .split_once(SCRIPT.0)
        .and_then(|(_, behind)| Some(behind.split_once(SCRIPT.1)?.0));
    let hash = crate::server::csp::hash_source(script.unwrap_or_default());
    format!(
        "default-src 'none'; script-src {hash}; style-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
}

/// Refuses requests with a foreign `Host` or `Origin`, and adds security headers to every response.
async fn guard(
    State(shared): State<Arc<ProviderShared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match rejection_of(
        request.headers(),
        &shared.provider.hosts,
        &shared.provider.origins,
    ) {
        Some(why) => refuse(
            StatusCode::FORBIDDEN,
            ErrorCode::from("forbidden"),
            why.reason(),
        ),
        None => next.run(request).await,
    };
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Reads a submitted interaction, and stores it as a record.
async fn submit(
    State(shared): State<Arc<ProviderShared>>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    let limit = shared.provider.limits.body;
    let (head, body) = request.into_parts();
    let (body, _memory) = match shared.bodies.read(&head, body).await {
        Ok(read) => read,
        Err(BodyError::Busy) => return busy(Limit::Bodies),
        Err(BodyError::Late) => {
            let message = "the request body did not end in time";
            return refuse(
                StatusCode::REQUEST_TIMEOUT,
                ErrorCode::InvalidRequest,
                message,
            );
        }
        Err(BodyError::TooLong) => {
            let message = format!("the request body is longer than {limit} bytes");
            return refuse(
                StatusCode::PAYLOAD_TOO_LARGE,
                ErrorCode::from("too_large"),
                &message,
            );
        }
    };
    for_agent(shared, name, move |shared, agent| {
        let text = std::str::from_utf8(body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body));
        let body = text.map_err(|error| error.to_string());
        let request =
            match body.and_then(|text| Payload::parse(text).map_err(|error| error.to_string())) {
                Ok(request) => request,
                Err(error) => {
                    return refuse(StatusCode::BAD_REQUEST, ErrorCode::InvalidRequest, &error);
                }
            };
        store_record(shared, agent, &request)
    })
    .await
}

/// Stores a request as a record, notifies the agent, and answers.
fn store_record(shared: &Arc<ProviderShared>, agent: AgentId, request: &Payload) -> Response {
    let time = store::timestamp_of(SystemTime::now());
    let recorded = match provider::record(Uuid::new_v4().to_string(), time, request) {
        Ok(recorded) => recorded,
        Err(error) => {
            // The reference provider answers null with an error of its own, which does not apply here.
            let body = match error.answer() {
                Some(body) if body.error.status() == Some(400) => body,
                _ => ErrorBody::new(ErrorCode::InvalidRequest).message(error.to_string()),
            };
            return answer(StatusCode::BAD_REQUEST, &body);
        }
    };
    let record = &recorded.record;
    for finding in &recorded.findings {
        if finding.rule == "credential" {
            warn!(%agent, record = %record.id, at = %finding.pointer, "{}", finding.message);
        }
    }
    if let Some(pages) = &shared.provider.live {
        if let Err(error) = pages.submit(&agent, record) {
            return submit_error(&error);
        }
    }
    let stored = InteractionFileName::new(record.timestamp.clone(), record.id.clone())
        .map_err(io::Error::other)
        .and_then(|name| {
            let store = &shared.provider.store;
            store.insert(&agent, &name, &recorded.text())
        });
    if let Err(error) = stored {
        error!(%agent, %error, "the interaction cannot be stored");
        return disk_error(&error);
    }
    let body = SubmitResponse::new(record.id.clone(), record.summary.clone());
    notify(shared, agent, record);
    answer(StatusCode::CREATED, &body)
}

/// Notifies the agent about a record, in a separate thread.
fn notify(shared: &Arc<ProviderShared>, agent: AgentId, record: &Interaction) {
    let line = Notification::for_record(record);
    if shared.provider.notify.is_none() {
        return;
    }
    let Ok(permit) = Arc::clone(&shared.notifications).try_acquire_owned() else {
        warn!(%agent, record = %record.id, "too many simultaneous notifications: this one is omitted");
        return;
    };
    let shared = Arc::clone(shared);
    tokio::task::spawn_blocking(move || {
        if let Some(notify) = &shared.provider.notify {
            notify.notify(&agent, &line);
        }
        drop(permit);
    });
}

/// Answers with the newest records of an agent.
async fn list(
    State(shared): State<Arc<ProviderShared>>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    for_agent(shared, name, move |shared, agent| {
        let limit = match query.unwrap_or_default().parse::<ListQuery>() {
            Ok(query) => usize::try_from(query.limit())
                .unwrap_or(usize::MAX)
                .min(shared.provider.limits.list),
            Err(error) => {
                return refuse(
                    StatusCode::BAD_REQUEST,
                    ErrorCode::InvalidRequest,
                    &error.to_string(),
                );
            }
        };
        match shared.provider.store.newest(&agent, limit) {
            Ok(newest) => {
                for (file, why) in &newest.unreadable {
                    warn!(%agent, file, why, "a record cannot be read");
                }
                let records = newest
                    .records
                    .iter()
                    .map(Payload::text)
                    .collect::<Vec<_>>()
                    .join(",");
                json(StatusCode::OK, format!("{{\"interactions\":[{records}]}}"))
            }
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => refuse(
                StatusCode::BAD_REQUEST,
                ErrorCode::InvalidRequest,
                &error.to_string(),
            ),
            Err(error) => {
                error!(%agent, %error, "the records cannot be listed");
                disk_error(&error)
            }
        }
    })
    .await
}

/// Answers with one page of an agent, or with the list of its pages.
async fn pages(
    State(shared): State<Arc<ProviderShared>>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    for_agent(shared, name, move |shared, agent| {
        let query = query.unwrap_or_default();
        let file = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "file");
        match file {
            Some((_, file)) => page_of(shared, &agent, &file),
            None => match all_pages(&shared.provider, &agent) {
                Ok(files) => answer(StatusCode::OK, &CanvasListResponse::new(files)),
                Err(error) => {
                    error!(%agent, %error, "the pages cannot be listed");
                    disk_error(&error)
                }
            },
        }
    })
    .await
}

/// Returns all pages of an agent, most recently changed first.
fn all_pages(provider: &Provider, agent: &AgentId) -> io::Result<Vec<CanvasFileInfo>> {
    let files = provider.store.pages(agent)?;
    let Some(live) = &provider.live else {
        return Ok(files);
    };
    let mut pages = live.pages(agent)?;
    let known: BTreeSet<String> = pages
        .iter()
        .map(|page| page.path.as_str().to_owned())
        .collect();
    pages.extend(
        files
            .into_iter()
            .filter(|file| !known.contains(file.path.as_str())),
    );
    // The times have one format, so their texts are ordered like the times.
    pages.sort_by(|a, b| b.modified_at.as_str().cmp(a.modified_at.as_str()));
    Ok(pages)
}

fn any_page(provider: &Provider, agent: &AgentId, path: &CanvasPath) -> io::Result<Option<String>> {
    if let Some(live) = &provider.live {
        if let Some(html) = live.page(agent, path)? {
            return Ok(Some(html));
        }
    }
    provider.store.page(agent, path)
}

fn submit_error(error: &SubmitError) -> Response {
    let (status, code) = match error {
        SubmitError::Refused(_) => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidRequest),
        SubmitError::Busy(_) => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::from("busy")),
        SubmitError::Failed(_) => (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::InternalError),
    };
    let response = refuse(status, code, &error.to_string());
    match error {
        SubmitError::Busy(_) => with_retry(response),
        _ => response,
    }
}

/// Answers with a page, including the bridge script and a restrictive policy.
fn page_of(shared: &ProviderShared, agent: &AgentId, file: &str) -> Response {
    let path = match CanvasPath::parse(file) {
        Ok(path) => path,
        Err(CanvasPathError::NotHtml) => {
            return answer(StatusCode::BAD_REQUEST, &ErrorBody::not_html());
        }
        Err(_) => return answer(StatusCode::BAD_REQUEST, &ErrorBody::invalid_file_path()),
    };
    match any_page(&shared.provider, agent, &path) {
        Ok(Some(html)) => {
            let html = page::with_bridge(&html);
            (
                [
                    (CONTENT_TYPE, "text/html; charset=utf-8"),
                    (CONTENT_SECURITY_POLICY, page::CONTENT_SECURITY_POLICY),
                ],
                html,
            )
                .into_response()
        }
        Ok(None) => answer(
            StatusCode::NOT_FOUND,
            &ErrorBody::canvas_file_not_found(file),
        ),
        Err(error) => {
            error!(%agent, %error, file, "the page cannot be read");
            disk_error(&error)
        }
    }
}

async fn panel(State(shared): State<Arc<ProviderShared>>, Path(name): Path<String>) -> Response {
    for_agent(shared, name, |shared, _| {
        let mut response = ([(CONTENT_TYPE, "text/html; charset=utf-8")], PANEL).into_response();
        if let Ok(policy) = HeaderValue::from_str(&shared.panel_policy) {
            response
                .headers_mut()
                .insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    })
    .await
}

fn busy(limit: Limit) -> Response {
    limit.refuse(refuse(
        limit.status(),
        ErrorCode::from("busy"),
        limit.reason(),
    ))
}

/// Waits for a request permit, finds the agent, and runs the blocking work in a separate thread.
async fn for_agent(
    shared: Arc<ProviderShared>,
    name: String,
    work: impl FnOnce(&Arc<ProviderShared>, AgentId) -> Response + Send + 'static,
) -> Response {
    let waiting = Arc::clone(&shared);
    let Ok(_place) = timeout(PATIENCE, waiting.requests.acquire()).await else {
        return busy(Limit::AapRequests);
    };
    let done = tokio::task::spawn_blocking(move || match shared.provider.find(&name) {
        Ok(Some(agent)) => work(&shared, agent),
        Ok(None) => answer(StatusCode::NOT_FOUND, &ErrorBody::agent_not_found(&name)),
        Err(error) => {
            error!(%error, agent = name, "the agents cannot be read");
            disk_error(&error)
        }
    });
    done.await.unwrap_or_else(|error| {
        error!(%error, "a request was not answered");
        answer(
            StatusCode::INTERNAL_SERVER_ERROR,
            &ErrorBody::internal_error("the provider failed"),
        )
    })
}

/// Answers a disk error. Details are only logged, because they contain paths.
fn disk_error(error: &io::Error) -> Response {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            let message = "the disk is full";
            refuse(
                StatusCode::INSUFFICIENT_STORAGE,
                ErrorCode::InternalError,
                message,
            )
        }
        io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
            let message = "the folder cannot be read or written";
            refuse(
                StatusCode::INTERNAL_SERVER_ERROR,
                ErrorCode::InternalError,
                message,
            )
        }
        _ => refuse(
            StatusCode::INTERNAL_SERVER_ERROR,
            ErrorCode::InternalError,
            "the disk failed",
        ),
    }
}

fn refuse(status: StatusCode, code: ErrorCode, message: &str) -> Response {
    answer(status, &ErrorBody::new(code).message(message))
}

fn answer<T: Wire>(status: StatusCode, body: &T) -> Response {
    match wire::encode(body) {
        Ok(text) => json(status, text),
        Err(error) => {
            error!(%error, "the response cannot be encoded");
            json(
                StatusCode::INTERNAL_SERVER_ERROR,
                r#"{"error":"internal_error"}"#.to_owned(),
            )
        }
    }
}

fn json(status: StatusCode, text: String) -> Response {
    (
        status,
        [(CONTENT_TYPE, "application/json")],
        Body::from(text),
    )
        .into_response()
}
