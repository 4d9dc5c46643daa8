//! The routes of a server: pages, steps and actions.

use super::{
    BODY, PostedAction, STREAMS,
    page_table::{PagesShared, ServedPage},
    steps::StepReader,
};
use crate::server::{
    accept::{BodyError, BodyMemory, BodyPermit},
    refusal::Limit,
};
use axum::{
    Router,
    body::Bytes,
    extract::{Path, Request, State},
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::{Stream, stream};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The interval between keep-alive comments on an event stream.
const ALIVE: Duration = Duration::from_secs(15);

pub(super) fn of(shared: Arc<PagesShared>) -> Router {
    Router::new()
        .route("/{page}/", get(page))
        .route("/{page}/steps", get(steps))
        .route("/{page}/actions", post(actions))
        .with_state(shared)
}

fn nothing() -> Response {
    refuse(StatusCode::NOT_FOUND, "the path does not exist")
}

async fn page(State(shared): State<Arc<PagesShared>>, Path(token): Path<String>) -> Response {
    let Some(page) = shared.page(&token) else {
        return nothing();
    };
    let ServedPage {
        document, policy, ..
    } = &*page;
    document_response(document.clone(), policy)
}

/// Creates a response with the document of a page.
pub(crate) fn document_response(document: Bytes, policy: &str) -> Response {
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = ([(CONTENT_TYPE, html)], document).into_response();
    if let Ok(policy) = HeaderValue::from_str(policy) {
        response
            .headers_mut()
            .insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Answers the request for the event stream of a page.
async fn steps(
    State(shared): State<Arc<PagesShared>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(page) = shared.page(&token) else {
        return nothing();
    };
    let last = headers
        .get("last-event-id")
        .map(|last| last.to_str().unwrap_or_default());
    let limit = format!("the page already has {STREAMS} event streams");
    step_stream(&page.streams, &limit, |permit| {
        stream::unfold(
            StepReader::new(Arc::clone(&page.log), last, permit),
            StepReader::next,
        )
    })
}

/// Creates an event stream with keep-alive comments. If there are too many streams, a text about the limit is returned
/// instead.
pub(crate) fn step_stream<S>(
    streams: &Arc<Semaphore>,
    limit: &str,
    events: impl FnOnce(OwnedSemaphorePermit) -> S,
) -> Response
where
    S: Stream<Item = Result<Event, Infallible>> + Send + 'static,
{
    let Ok(permit) = Arc::clone(streams).try_acquire_owned() else {
        return refuse_for(Limit::Streams, limit);
    };
    Sse::new(events(permit))
        .keep_alive(KeepAlive::new().interval(ALIVE))
        .into_response()
}

/// Passes an action to the program, and answers when the program has answered.
async fn actions(
    State(shared): State<Arc<PagesShared>>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    if shared.page(&token).is_none() {
        return nothing();
    }
    let (_permit, text) = match read_action(request, &shared.actions).await {
        Ok(read) => read,
        Err(refused) => return refused,
    };
    let (answer, answered) = oneshot::channel();
    let page = shared.address(&token);
    let pages = Arc::clone(&shared);
    let delivered = tokio::task::spawn_blocking(move || {
        (pages.posted)(PostedAction { page, text, answer });
    })
    .await;
    match (delivered, answered.await) {
        (Ok(()), Ok(answer)) => action_answer(answer),
        _ => refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "the program is shutting down",
        ),
    }
}

/// Reads the text of an action. The returned permit is held until the action is answered. If the request is refused,
/// returns the answer.
pub(crate) async fn read_action(
    request: Request,
    memory: &BodyMemory,
) -> Result<(BodyPermit, String), Response> {
    let kind = request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let message = "the content type must be application/json";
        return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let (parts, body) = request.into_parts();
    let (body, permit) = memory
        .read(&parts, body)
        .await
        .map_err(|error| match error {
            BodyError::Late => refuse(
                StatusCode::REQUEST_TIMEOUT,
                "the request body did not end in time",
            ),
            BodyError::TooLong => refuse(
                StatusCode::PAYLOAD_TOO_LARGE,
                &format!("the action is longer than {BODY} bytes"),
            ),
            BodyError::Busy => refuse_for(Limit::Bodies, Limit::Bodies.reason()),
        })?;
    let text = String::from_utf8(body.into());
    let text =
        text.map_err(|_| refuse(StatusCode::BAD_REQUEST, "the action is not valid UTF-8"))?;
    Ok((permit, text))
}

/// Creates the answer to an action that was accepted, or refused for this reason.
pub(crate) fn action_answer(answer: Result<(), String>) -> Response {
    match answer {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &error),
    }
}

/// Creates the answer to a request that a limit refuses.
pub(crate) fn refuse_for(limit: Limit, error: &str) -> Response {
    limit.refuse(refuse(limit.status(), error))
}

/// Creates an answer with the body `{"error"}`.
pub(crate) fn refuse(status: StatusCode, error: &str) -> Response {
    #[derive(serde::Serialize)]
    struct ErrorBody<'a> {
        error: &'a str,
    }
    let text = serde_json::to_string(&ErrorBody { error }).unwrap_or_default();
    (
        status,
        [(CONTENT_TYPE, HeaderValue::from_static("application/json"))],
        text,
    )
        .into_response()
}
