//! The routes of a server: pages, steps and actions.

use super::{
    ACTIONS, BODY, PostedAction, STREAMS, ServedPage, ServerEvent, ServerShared, address, steps::StepReader,
};
use crate::connections::{BodyError, read_body};
use axum::{
    Router,
    extract::{Path, Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY,
            X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::{Next, from_fn_with_state},
    response::{
        IntoResponse, Response,
        sse::{KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::stream;
use std::{sync::Arc, time::Duration};
use tokio::sync::oneshot;

/// The interval between keep-alive comments on an event stream.
const ALIVE: Duration = Duration::from_secs(15);

pub(super) fn of(shared: Arc<ServerShared>) -> Router {
    Router::new()
        .route("/{page}/", get(page))
        .route("/{page}/steps", get(steps))
        .route("/{page}/actions", post(actions))
        .with_state(Arc::clone(&shared))
        .fallback(async || nothing())
        .method_not_allowed_fallback(async || {
            refuse(StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed for this path")
        })
        .layer(from_fn_with_state(shared, guard))
}

fn nothing() -> Response {
    refuse(StatusCode::NOT_FOUND, "the path does not exist")
}

/// Refuses requests with a foreign `Host` or `Origin`, and adds security headers to every response.
async fn guard(State(shared): State<Arc<ServerShared>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_only = |name: &HeaderName, value: &str| {
        let mut all = headers.get_all(name).iter();
        all.next().is_some_and(|one| one == value) && all.next().is_none()
    };
    let mut response = if !is_only(&HOST, &shared.host) {
        refuse(StatusCode::FORBIDDEN, &format!("the `Host` header must be {}", shared.host))
    } else if headers.contains_key(ORIGIN) && !is_only(&ORIGIN, &shared.origin) {
        refuse(StatusCode::FORBIDDEN, &format!("only pages of {} may send requests", shared.origin))
    } else {
        next.run(request).await
    };
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn page(State(shared): State<Arc<ServerShared>>, Path(token): Path<String>) -> Response {
    let Some(page) = shared.page(&token) else { return nothing() };
    let ServedPage { document, policy, .. } = &*page;
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = ([(CONTENT_TYPE, html)], document.clone()).into_response();
    if let Ok(policy) = HeaderValue::from_str(policy) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

async fn steps(
    State(shared): State<Arc<ServerShared>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(page) = shared.page(&token) else { return nothing() };
    let Ok(permit) = Arc::clone(&page.streams).try_acquire_owned() else {
        return refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            &format!("the page already has {STREAMS} event streams"),
        );
    };
    let last = headers.get("last-event-id").map(|last| last.to_str().unwrap_or_default());
    let reader = StepReader::new(Arc::clone(&page.log), last, permit);
    Sse::new(stream::unfold(reader, StepReader::next))
        .keep_alive(KeepAlive::new().interval(ALIVE))
        .into_response()
}

async fn actions(
    State(shared): State<Arc<ServerShared>>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    if shared.page(&token).is_none() {
        return nothing();
    }
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the content type must be application/json");
    }
    let Ok(_permit) = shared.actions.try_acquire() else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, &format!("{ACTIONS} actions are already pending"));
    };
    let body = match read_body(request.into_body(), BODY).await {
        Ok(body) => body,
        Err(BodyError::Late) => {
            return refuse(StatusCode::REQUEST_TIMEOUT, "the request body did not end in time");
        }
        Err(BodyError::TooLong) => {
            return refuse(StatusCode::PAYLOAD_TOO_LARGE, &format!("the action is longer than {BODY} bytes"));
        }
    };
    let Ok(text) = String::from_utf8(body.into()) else {
        return refuse(StatusCode::BAD_REQUEST, "the action is not valid UTF-8");
    };
    let (answer, answered) = oneshot::channel();
    let page = address(&shared.origin, &token);
    let teller = Arc::clone(&shared);
    let told = tokio::task::spawn_blocking(move || {
        (teller.happened)(ServerEvent::Posted(PostedAction { page, text, answer }));
    })
    .await;
    match (told, answered.await) {
        (Ok(()), Ok(Ok(()))) => StatusCode::NO_CONTENT.into_response(),
        (Ok(()), Ok(Err(error))) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &error),
        _ => refuse(StatusCode::SERVICE_UNAVAILABLE, "the program is shutting down"),
    }
}

fn refuse(status: StatusCode, error: &str) -> Response {
    #[derive(serde::Serialize)]
    struct ErrorBody<'a> {
        error: &'a str,
    }
    let text = serde_json::to_string(&ErrorBody { error }).unwrap_or_default();
    (status, [(CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response()
}
