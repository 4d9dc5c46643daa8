//! MCP over Streamable HTTP.

use super::{
    McpSettings,
    abilities::ClientAbilities,
    asking_call::AskingCall,
    batch::Batch,
    call::{Filter, McpCall},
    client_state::ClientState,
    connection::Connection,
    headers::{self, SESSION_HEADER, VERSION_HEADER},
    json_response::respond,
    message,
    notice_stream::{NoticeStream, acknowledgement},
    notifier::Notifier,
    revision::{self, Revision},
    running_calls::cancelled_call,
    service::{FACE, Service},
    uri,
};
use crate::{
    gateway::Gateway,
    server::{
        accept::{BodyError, BodyMemory},
        page_routes::{is_token, token},
        refusal::Limit,
        request_guard::RequestGuard,
    },
    sse,
};
use axum::{
    Router,
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode,
        header::{ACCEPT, ALLOW, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
    routing::post,
};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Semaphore;
use wire::{
    Payload,
    json_rpc::{
        INTERNAL_ERROR, INVALID_REQUEST, InvalidMessage, JsonRpcError, JsonRpcRequest,
        METHOD_NOT_FOUND, ReceivedMessage, RequestId,
    },
};

/// The maximum length of a message in bytes.
const BODY: usize = crate::limits::MCP_BODY;
/// The number of ended sessions whose ids are remembered.
const ENDED: usize = 1024;
/// The HTTP methods of the endpoint.
const METHODS: &str = "GET, POST, DELETE";

/// Returns the routes of the face, for the path `/`. They can be nested below any other path.
///
/// ```
/// use agent_ui_live::{gateway::{Gateway, GatewaySettings, store::MemoryStore}, faces::mcp::{self, McpSettings}, server::request_guard::RequestGuard};
/// use std::sync::Arc;
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let gateway = Gateway::start(Vec::new(), Arc::new(MemoryStore::new()), GatewaySettings::default());
/// let routes = mcp::routes(gateway, RequestGuard::default(), McpSettings::default());
/// let server = axum::Router::new().nest("/mcp", routes);
/// # let _: axum::Router = server;
/// # });
/// ```
pub fn routes(gateway: Gateway, guard: RequestGuard, settings: McpSettings) -> Router {
    let session = (!settings.own_sessions).then(|| settings.session.clone());
    let shared = Arc::new(HttpShared {
        stateless: ClientState::new(session),
        ended: Mutex::default(),
        requests: gateway.body_memory(FACE, || BodyMemory::new(settings.request_bytes, BODY)),
        streams: gateway.stream_places(FACE, settings.streams),
        service: Service::new(gateway, settings),
        connections: Mutex::default(),
    });
    let routes = Router::new()
        .route("/", post(receive).get(listen).delete(end))
        .method_not_allowed_fallback(async || {
            let message = format!("the endpoint has the methods {METHODS}");
            let refusal = refuse(StatusCode::METHOD_NOT_ALLOWED, INVALID_REQUEST, &message);
            ([(ALLOW, HeaderValue::from_static(METHODS))], refusal)
        })
        .with_state(shared);
    guard.protect(routes)
}

struct HttpShared {
    service: Service,
    /// The clients that have sent `initialize`, by their `Mcp-Session-Id`.
    connections: Mutex<BTreeMap<String, Arc<Connection>>>,
    /// The ids of the sessions that clients ended most recently, oldest first.
    ended: Mutex<VecDeque<String>>,
    /// The state that all clients of 2026-07-28 share.
    stateless: ClientState,
    requests: Arc<BodyMemory>,
    streams: Arc<Semaphore>,
}

impl HttpShared {
    fn connections(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Connection>>> {
        // Each change is one call, so the map is consistent even after a panic.
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn ended(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the client that the header names. If its session is stored, the client can continue after a restart of the
    /// program.
    async fn connection(&self, headers: &HeaderMap) -> Result<Arc<Connection>, Refusal> {
        let invalid =
            |error: JsonRpcError| refuse(StatusCode::BAD_REQUEST, INVALID_REQUEST, &error.message);
        let Some(id) = headers::text(headers, SESSION_HEADER).map_err(invalid)? else {
            let message = "the header `Mcp-Session-Id` is missing; send `initialize` first";
            return Err(refuse(StatusCode::BAD_REQUEST, INVALID_REQUEST, message));
        };
        let version = headers::text(headers, VERSION_HEADER).map_err(invalid)?;
        let found = self.connections().get(id).cloned();
        let found = match found {
            Some(found) => found,
            None => self.restore(id, version).await?,
        };
        if let Some(version) = version.filter(|version| *version != found.revision.name()) {
            let name = found.revision.name();
            let message =
                format!("`MCP-Protocol-Version` is {version}, but the session uses {name}");
            return Err(refuse(StatusCode::BAD_REQUEST, INVALID_REQUEST, &message));
        }
        found.touch();
        Ok(found)
    }

    /// Restores a client whose session is stored under its `Mcp-Session-Id`. Its subscriptions were lost, so the client
    /// is notified about all surfaces of its session.
    async fn restore(&self, id: &str, version: Option<&str>) -> Result<Arc<Connection>, Refusal> {
        if !self.may_resume(id).await? {
            let message = "the `Mcp-Session-Id` is unknown; send `initialize` again";
            return Err(refuse(StatusCode::NOT_FOUND, INVALID_REQUEST, message));
        }
        // The header exists since 2025-06-18.
        let revision = Revision::negotiate(version.unwrap_or(Revision::V2025_03.name()));
        // The capabilities of the client were lost, and whole surfaces suit every client.
        let connection = Connection::new(&self.service, revision, id.to_owned()).with_abilities(
            ClientAbilities {
                shows_apps: true,
                ..ClientAbilities::default()
            },
        );
        let snapshot = self.service.snapshot(id).await.map_err(failed)?;
        for surface in &snapshot.surfaces {
            // Further surfaces than a client may subscribe to are not announced.
            let _ = connection
                .notifier
                .subscribe(&uri::of_surface(id, &surface.id));
        }
        self.add(id.to_owned(), connection)
    }

    /// Returns `true` if an `Mcp-Session-Id` is the name of a client's own stored session.
    async fn may_resume(&self, id: &str) -> Result<bool, Refusal> {
        let is_own = self.service.settings.own_sessions && is_token(id);
        if !is_own || self.ended().iter().any(|ended| ended == id) {
            return Ok(false);
        }
        self.service.gateway.has_session(id).await.map_err(|error| {
            refuse(
                StatusCode::INTERNAL_SERVER_ERROR,
                INTERNAL_ERROR,
                &error.to_string(),
            )
        })
    }

    /// Adds a client. If there are too many, removes the least recently used client without a stream.
    fn add(&self, id: String, connection: Connection) -> Result<Arc<Connection>, Refusal> {
        let mut connections = self.connections();
        if connections.len() >= self.service.settings.connections {
            let unused = connections
                .iter()
                .filter(|(_, connection)| !connection.notifier.is_open());
            let oldest = unused.min_by_key(|(_, connection)| connection.last_used());
            let Some(id) = oldest.map(|(id, _)| id.clone()) else {
                return Err(busy(Limit::McpClients));
            };
            connections.remove(&id);
        }
        let connection = Arc::new(connection);
        connections.insert(id, Arc::clone(&connection));
        Ok(connection)
    }
}

/// Receives one message of a client.
async fn receive(State(shared): State<Arc<HttpShared>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let answered = async {
        check_media_types(&parts.headers)?;
        let read = shared.requests.read(&parts, body).await;
        let (body, _permit) = read.map_err(|error| match error {
            BodyError::Late => refuse(
                StatusCode::REQUEST_TIMEOUT,
                INVALID_REQUEST,
                "the body did not end in time",
            ),
            BodyError::TooLong => {
                let message = format!("the message is longer than {BODY} bytes");
                refuse(StatusCode::PAYLOAD_TOO_LARGE, INVALID_REQUEST, &message)
            }
            BodyError::Busy => busy(Limit::Bodies),
        })?;
        let text = std::str::from_utf8(&body).map_err(|_| {
            refuse(
                StatusCode::BAD_REQUEST,
                INVALID_REQUEST,
                "the message is not valid UTF-8",
            )
        })?;
        if Batch::is_batch(text) {
            return answer_batch(&shared, &parts.headers, text).await;
        }
        let message = message::read(text).map_err(|InvalidMessage { id, error }| Refusal {
            status: StatusCode::BAD_REQUEST,
            id,
            error,
            limit: None,
        })?;
        match message {
            ReceivedMessage::Request(request) => answer(&shared, &parts.headers, request).await,
            ReceivedMessage::Notification(notification) => {
                let connection = accept(&shared, &parts.headers).await?;
                if let (Some(connection), Some(id)) = (connection, cancelled_call(&notification)) {
                    connection.calls.cancel(&id);
                }
                Ok(StatusCode::ACCEPTED.into_response())
            }
            ReceivedMessage::Answer(given) => {
                if let Some(connection) = accept(&shared, &parts.headers).await? {
                    connection.requests.resolve(given);
                }
                Ok(StatusCode::ACCEPTED.into_response())
            }
        }
    };
    answered.await.unwrap_or_else(Refusal::into_response)
}

/// Finds the client that sends a notification or an answer. Clients of revisions without sessions have none.
async fn accept(
    shared: &HttpShared,
    headers: &HeaderMap,
) -> Result<Option<Arc<Connection>>, Refusal> {
    if is_stateless(headers, &Payload::empty_object()) {
        return Ok(None);
    }
    Ok(Some(shared.connection(headers).await?))
}

/// Checks the `Content-Type` and `Accept` headers of a request.
fn check_media_types(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if !is_type(kind, "application/json") {
        let message = "the content type must be application/json";
        return Err(refuse(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            INVALID_REQUEST,
            message,
        ));
    }
    if !(accepts(headers, "application/json") && accepts(headers, "text/event-stream")) {
        let message = "the header `Accept` must contain application/json and text/event-stream";
        return Err(refuse(StatusCode::NOT_ACCEPTABLE, INVALID_REQUEST, message));
    }
    Ok(())
}

fn is_type(stated: &str, media_type: &str) -> bool {
    stated
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .eq_ignore_ascii_case(media_type)
}

fn accepts(headers: &HeaderMap, media_type: &str) -> bool {
    let all = headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|accept| accept.to_str().ok());
    let (main, _) = media_type.split_once('/').unwrap_or_default();
    all.flat_map(|accept| accept.split(',')).any(|range| {
        is_type(range, media_type) || is_type(range, "*/*") || is_type(range, &format!("{main}/*"))
    })
}

/// Returns `true` if a request uses a revision without sessions.
fn is_stateless(headers: &HeaderMap, params: &Payload) -> bool {
    let version = headers
        .get(VERSION_HEADER)
        .and_then(|version| version.to_str().ok());
    version.is_some_and(revision::is_stateless_name) || revision::stated(params).is_some()
}

/// Answers a request of any revision.
async fn answer(
    shared: &HttpShared,
    headers: &HeaderMap,
    request: JsonRpcRequest,
) -> Result<Response, Refusal> {
    let params = &request.params_or_empty();
    let JsonRpcRequest { id, method, .. } = &request;
    if is_stateless(headers, params) {
        return Ok(answer_stateless(shared, headers, &request).await);
    }
    if method == "initialize" {
        return initialize(shared, headers, &request).await;
    }
    let connection = shared.connection(headers).await?;
    if method == "tools/call" && connection.state.abilities.can_ask() {
        let places = Arc::clone(&shared.streams);
        let call = AskingCall::new(connection, shared.service.clone(), request);
        return Ok(call.answer(places).await);
    }
    let service = &shared.service;
    let outcome = connection.answer(service, method, params, None).await;
    Ok(respond(StatusCode::OK, Some(id.clone()), outcome))
}

/// Answers a batch of a client of 2025-03-26.
async fn answer_batch(
    shared: &HttpShared,
    headers: &HeaderMap,
    text: &str,
) -> Result<Response, Refusal> {
    if is_stateless(headers, &Payload::empty_object()) {
        return Err(invalid(JsonRpcError::batch()));
    }
    let connection = shared.connection(headers).await?;
    if !connection.revision.has_batches() {
        return Err(invalid(JsonRpcError::batch()));
    }
    let batch = Batch::read(text).map_err(invalid)?;
    Ok(match batch.answer(&connection, &shared.service).await {
        Some(answers) => (
            [(CONTENT_TYPE, HeaderValue::from_static("application/json"))],
            answers,
        )
            .into_response(),
        None => StatusCode::ACCEPTED.into_response(),
    })
}

/// Creates the refusal of a whole batch.
fn invalid(error: JsonRpcError) -> Refusal {
    Refusal {
        status: StatusCode::BAD_REQUEST,
        id: None,
        error,
        limit: None,
    }
}

/// Connects a client that sends `initialize`.
async fn initialize(
    shared: &HttpShared,
    headers: &HeaderMap,
    request: &JsonRpcRequest,
) -> Result<Response, Refusal> {
    let params = &request.params_or_empty();
    let JsonRpcRequest { id, method, .. } = request;
    let Ok(McpCall::Initialize { version, abilities }) =
        McpCall::read(method, params, Revision::V2025_11)
    else {
        let error = JsonRpcError::invalid_params("`protocolVersion` must be a string");
        return Ok(respond(StatusCode::OK, Some(id.clone()), Err(error)));
    };
    let earlier = headers::text(headers, SESSION_HEADER).ok().flatten();
    let name = match earlier {
        Some(id) if shared.may_resume(id).await? => id.to_owned(),
        _ => token().map_err(|error| {
            let (status, code) = (StatusCode::INTERNAL_SERVER_ERROR, INTERNAL_ERROR);
            refuse(status, code, &error.to_string())
        })?,
    };
    let settings = &shared.service.settings;
    // A client finds its own session after a restart by its `Mcp-Session-Id`.
    let session = if settings.own_sessions {
        name.clone()
    } else {
        settings.session.clone()
    };
    let connection = Connection::new(&shared.service, Revision::negotiate(&version), session);
    let connection = connection.with_abilities(abilities);
    let service = &shared.service;
    let outcome = connection.answer(service, method, params, None).await;
    let mut response = respond(StatusCode::OK, Some(id.clone()), outcome);
    if let Ok(value) = HeaderValue::from_str(&name) {
        response
            .headers_mut()
            .insert(HeaderName::from_static(SESSION_HEADER), value);
    }
    shared.add(name, connection)?;
    Ok(response)
}

/// Answers a request of a client that uses 2026-07-28.
async fn answer_stateless(
    shared: &HttpShared,
    headers: &HeaderMap,
    request: &JsonRpcRequest,
) -> Response {
    let params = &request.params_or_empty();
    let JsonRpcRequest { id, method, .. } = request;
    let checked = revision::check_meta(params).and_then(|revision| {
        headers::check(headers, request)?;
        Ok(revision)
    });
    let revision = match checked {
        Ok(revision) => revision,
        Err(error) => return respond(StatusCode::BAD_REQUEST, Some(id.clone()), Err(error)),
    };
    let outcome = match McpCall::read(method, params, revision) {
        Ok(McpCall::Listen(filter)) => return subscribe(shared, id, filter).await,
        Ok(call) => {
            shared
                .service
                .answer(call, revision, &shared.stateless, None)
                .await
        }
        Err(error) => Err(error),
    };
    let status = match &outcome {
        Err(error) if error.code == METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    };
    respond(status, Some(id.clone()), outcome)
}

/// Opens the stream of a `subscriptions/listen` request.
async fn subscribe(shared: &HttpShared, id: &RequestId, filter: Filter) -> Response {
    let Ok(permit) = Arc::clone(&shared.streams).try_acquire_owned() else {
        return busy(Limit::Streams).into_response();
    };
    let (acknowledged, meta) = acknowledgement(id, &filter);
    let notifier = Notifier::new(&shared.service, filter);
    let notices = notifier.open(shared.stateless.session.as_deref());
    notifier.ready().await;
    let (sink, response) = sse::response();
    let stream = NoticeStream {
        sink,
        notices,
        meta: Some(meta),
        notifier,
        permit,
    };
    tokio::spawn(stream.run(shared.service.gateway.clone(), Some(acknowledged)));
    response
}

/// Opens the stream for the notifications of a client before 2026-07-28.
async fn listen(State(shared): State<Arc<HttpShared>>, headers: HeaderMap) -> Response {
    if is_stateless(&headers, &Payload::empty_object()) {
        let message = "MCP 2026-07-28 has no streams with GET; send `subscriptions/listen`";
        let refusal = refuse(StatusCode::METHOD_NOT_ALLOWED, INVALID_REQUEST, message);
        return ([(ALLOW, HeaderValue::from_static("POST"))], refusal).into_response();
    }
    if !accepts(&headers, "text/event-stream") {
        let message = "the header `Accept` must contain text/event-stream";
        return refuse(StatusCode::NOT_ACCEPTABLE, INVALID_REQUEST, message).into_response();
    }
    let connection = match shared.connection(&headers).await {
        Ok(connection) => connection,
        Err(refusal) => return refusal.into_response(),
    };
    let Ok(permit) = Arc::clone(&shared.streams).try_acquire_owned() else {
        return busy(Limit::Streams).into_response();
    };
    let notices = connection
        .notifier
        .open(connection.state.session.as_deref());
    connection.notifier.ready().await;
    let (sink, response) = sse::response();
    let notifier = Arc::clone(&connection.notifier);
    let stream = NoticeStream {
        sink,
        notices,
        meta: None,
        notifier,
        permit,
    };
    tokio::spawn(stream.run(shared.service.gateway.clone(), None));
    response
}

/// Ends the session of a client before 2026-07-28. The surfaces of the agents remain.
async fn end(State(shared): State<Arc<HttpShared>>, headers: HeaderMap) -> Response {
    if let Err(refusal) = shared.connection(&headers).await {
        return refusal.into_response();
    }
    let id = headers
        .get(SESSION_HEADER)
        .and_then(|id| id.to_str().ok())
        .unwrap_or_default();
    if let Some(connection) = shared.connections().remove(id) {
        connection.notifier.close();
        let mut ended = shared.ended();
        ended.push_back(id.to_owned());
        if ended.len() > ENDED {
            ended.pop_front();
        }
    }
    StatusCode::NO_CONTENT.into_response()
}

/// A refusal: an HTTP status with a JSON-RPC error.
struct Refusal {
    status: StatusCode,
    id: Option<RequestId>,
    error: JsonRpcError,
    /// The limit that was exceeded, if a limit is the reason.
    limit: Option<Limit>,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let response = respond(self.status, self.id, Err(self.error));
        match self.limit {
            Some(limit) => limit.refuse(response),
            None => response,
        }
    }
}

fn busy(limit: Limit) -> Refusal {
    let message = format!("{}; try again later", limit.reason());
    Refusal {
        limit: Some(limit),
        ..refuse(limit.status(), INTERNAL_ERROR, &message)
    }
}

fn failed(error: JsonRpcError) -> Refusal {
    Refusal {
        status: StatusCode::INTERNAL_SERVER_ERROR,
        id: None,
        error,
        limit: None,
    }
}

fn refuse(status: StatusCode, code: i64, message: &str) -> Refusal {
    Refusal {
        status,
        id: None,
        error: JsonRpcError::new(code, message),
        limit: None,
    }
}
