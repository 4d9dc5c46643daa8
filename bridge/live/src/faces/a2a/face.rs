//! The routes of a face, and the tasks that it runs.

use super::{
    A2aSettings,
    answer::{self, Answer},
    card::{self, CardTexts},
    context::Contexts,
    inbound::{self, Inbound},
    method::{Method, ensure_version, version_named},
    negotiation::{EXTENSION_HEADERS, Negotiated},
    rpc::{self, ErrorKind, RpcError},
    task::{Task, TaskResponse, TaskTable},
    task_state::TaskState,
    turns::{of_gateway, run, send},
};
use crate::{
    gateway::Gateway,
    server::{
        accept::{BodyError, BodyMemory},
        front::StatedBase,
        refusal::Limit,
        request_guard::RequestGuard,
    },
    sse,
};
use agent_ui_text::bridge::a2ui::a2a::A2aVersion;
use axum::{
    Extension, Router,
    extract::{Query, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
};
use uuid::Uuid;
use wire::json_rpc::{JsonRpcRequest, RequestId};

/// The maximum length of a request in bytes: 1 MiB.
const BODY: usize = crate::limits::A2A_BODY;
/// The memory for requests that are read simultaneously, in bytes. Further requests wait.
const BODY_BYTES: usize = crate::limits::A2A_BYTES;

/// A face that shows the agents of a gateway as one A2A agent.
struct Face {
    gateway: Gateway,
    contexts: Mutex<Contexts>,
    tasks: Mutex<TaskTable>,
    bodies: BodyMemory,
}

/// Returns the routes of the face: the endpoint at `/`, and the agent card below `/.well-known/`.
pub(super) fn routes(gateway: Gateway, guard: &RequestGuard, settings: &A2aSettings) -> Router {
    let cards = card_files(gateway.clone(), settings);
    let face = Arc::new(Face {
        gateway,
        contexts: Mutex::default(),
        tasks: Mutex::default(),
        bodies: BodyMemory::new(BODY_BYTES, BODY),
    });
    let routes = Router::new()
        .route("/", post(endpoint))
        .with_state(face)
        .nest("/.well-known", cards);
    guard.protect(routes)
}

/// Returns the routes of the agent card, for the path `/.well-known`.
pub(super) fn card_routes(
    gateway: Gateway,
    guard: &RequestGuard,
    settings: &A2aSettings,
) -> Router {
    guard.protect(card_files(gateway, settings))
}

fn card_files(gateway: Gateway, settings: &A2aSettings) -> Router {
    let settings = settings.clone();
    let card = get(async move |stated: Option<Extension<StatedBase>>| {
        let mut settings = settings.clone();
        // A trusted proxy states the start of the addresses.
        if let Some(Extension(stated)) = stated {
            settings.url = stated.apply(&settings.url);
        }
        json(StatusCode::OK, write_card(&gateway, &settings).await)
    });
    // The second path is that before A2A 0.3.
    Router::new()
        .route("/agent-card.json", card.clone())
        .route("/agent.json", card)
}

fn json(status: StatusCode, text: String) -> Response {
    (
        status,
        [(CONTENT_TYPE, HeaderValue::from_static("application/json"))],
        text,
    )
        .into_response()
}

/// Writes the card, including the descriptions of the agents.
async fn write_card(gateway: &Gateway, settings: &A2aSettings) -> String {
    let described = gateway.describe().await;
    let names: Vec<&str> = gateway.agents().iter().map(|agent| agent.name()).collect();
    let name = described.name.as_deref().unwrap_or(match names.as_slice() {
        [one] => one,
        _ => "agent-ui",
    });
    let generic = format!("Shows the surfaces of {} as A2UI", names.join(", "));
    let description = described.description.as_deref().unwrap_or(&generic);
    card::write(
        settings,
        &CardTexts {
            name,
            description,
            skills: &described.skills,
        },
    )
}

/// The name of the header or query parameter that states the version of A2A.
const VERSION: &str = "a2a-version";

/// Answers a request to the endpoint.
async fn endpoint(
    State(face): State<Arc<Face>>,
    Query(query): Query<BTreeMap<String, String>>,
    request: Request,
) -> Response {
    let (head, body) = request.into_parts();
    let of_query = query
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(VERSION))
        .map(|(_, value)| value.as_str());
    let version = match head.headers.get(VERSION) {
        Some(value) => Some(value.to_str().unwrap_or("?")),
        None => of_query,
    };
    // The limit of tasks also bounds the messages that wait for an agent.
    let (body, memory) = match face.bodies.read(&head, body).await {
        Ok(read) => read,
        Err(error) => return refuse_body(&error),
    };
    let request = match read_request(&body) {
        Ok(request) => request,
        Err((id, error)) => {
            return json(StatusCode::OK, rpc::failure(&id, &error, A2aVersion::V1_0));
        }
    };
    drop(memory);
    let Some((method, a2a)) = Method::find(&request.method) else {
        let error = RpcError::new(
            ErrorKind::MethodNotFound,
            "A2A 1.0 and 0.3 do not have this method",
        );
        return json(
            StatusCode::OK,
            rpc::failure(&request.id, &error, A2aVersion::V1_0),
        );
    };
    let answered = match ensure_version(version, &request.method, a2a) {
        Ok(()) => {
            Arc::clone(&face)
                .answer(method, a2a, &request, &head.headers)
                .await
        }
        Err(error) => Err(error),
    };
    // A client of 1.0 reads the errors of 1.0, whatever method it calls.
    let a2a = version.and_then(version_named).unwrap_or(a2a);
    answered.unwrap_or_else(|error| json(StatusCode::OK, rpc::failure(&request.id, &error, a2a)))
}

/// Answers a request whose body cannot be read.
fn refuse_body(error: &BodyError) -> Response {
    match error {
        BodyError::Late => refuse(
            StatusCode::REQUEST_TIMEOUT,
            "the request body did not end in time".to_owned(),
        ),
        BodyError::Busy => {
            let limit = Limit::Bodies;
            limit.refuse(refuse(limit.status(), limit.reason().to_owned()))
        }
        BodyError::TooLong => refuse(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the request is longer than {BODY} bytes"),
        ),
    }
}

fn refuse(status: StatusCode, message: String) -> Response {
    let error = RpcError::new(ErrorKind::InvalidRequest, message);
    json(
        status,
        rpc::failure(&RequestId::Null, &error, A2aVersion::V1_0),
    )
}

fn read_request(body: &[u8]) -> Result<JsonRpcRequest, (RequestId, RpcError)> {
    let Ok(text) = std::str::from_utf8(body) else {
        let message = "the body is not JSON: it is not valid UTF-8";
        return Err((RequestId::Null, RpcError::new(ErrorKind::Parse, message)));
    };
    rpc::read_request(text)
}

impl Face {
    fn tasks(&self) -> MutexGuard<'_, TaskTable> {
        // Each change is one call, so the table is consistent even after a panic.
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a request by its method.
    async fn answer(
        self: Arc<Self>,
        method: Method,
        a2a: A2aVersion,
        request: &JsonRpcRequest,
        headers: &HeaderMap,
    ) -> Result<Response, RpcError> {
        match method {
            Method::Send | Method::Stream => {
                let is_streamed = method == Method::Stream;
                self.accept_message(a2a, request, headers, is_streamed)
                    .await
            }
            Method::GetTask => self.get_task(a2a, request),
            Method::Cancel => self.cancel(a2a, request),
            Method::Subscribe => self.subscribe(a2a, request).await,
            Method::ListTasks => Err(RpcError::new(
                ErrorKind::UnsupportedOperation,
                "tasks are not listed, because clients must not see those of others; get a task by its id",
            )),
            Method::PushConfig => Err(RpcError::new(
                ErrorKind::PushNotificationNotSupported,
                "push notifications are not supported; use a stream, or get the task again",
            )),
            Method::ExtendedCard => Err(RpcError::new(
                ErrorKind::ExtendedCardNotConfigured,
                "this agent has no extended agent card",
            )),
        }
    }

    /// Accepts a message of a client, and answers with its task or with a stream of its updates.
    async fn accept_message(
        self: Arc<Self>,
        a2a: A2aVersion,
        request: &JsonRpcRequest,
        headers: &HeaderMap,
        is_streamed: bool,
    ) -> Result<Response, RpcError> {
        // A long message takes a while to read.
        let (params, headers) = (request.params_or_empty(), headers.clone());
        let read = tokio::task::spawn_blocking(move || Inbound::read(&params, &headers)).await;
        let inbound = read.map_err(|_| internal_error("the message cannot be read"))??;
        let negotiated = inbound.negotiated.clone();
        let (is_immediate, history_length) = (inbound.is_immediate, inbound.history_length);
        // A client that disconnects does not stop what it began.
        let started = tokio::spawn(self.start(inbound, is_streamed)).await;
        let (task, response) =
            started.map_err(|_| internal_error("the message was not accepted"))??;
        let answer = Answer {
            task,
            a2a,
            rpc_id: request.id.clone(),
            history_length,
        };
        let mut response = if is_streamed {
            let (sink, streamed) = sse::response();
            tokio::spawn(answer::stream(answer, response, sink, None));
            streamed
        } else if is_immediate {
            json(StatusCode::OK, answer.task())
        } else {
            answer.task.ended().await;
            let written = answer.task();
            response.complete();
            json(StatusCode::OK, written)
        };
        add_extension(&mut response, negotiated.as_ref());
        Ok(response)
    }

    /// Returns the task that a request names.
    fn find_task(&self, request: &JsonRpcRequest) -> Result<Arc<Task>, RpcError> {
        let id = inbound::task_id(&request.params_or_empty())?;
        self.tasks().find(&id)
    }

    /// Answers with a task.
    fn get_task(&self, a2a: A2aVersion, request: &JsonRpcRequest) -> Result<Response, RpcError> {
        let task = self.find_task(request)?;
        let response = task.response();
        let negotiated = task.negotiated.clone();
        let answer = Answer {
            task,
            a2a,
            rpc_id: request.id.clone(),
            history_length: inbound::history_length(&request.params_or_empty()),
        };
        // The state is read before the answer is written: a task that ends in between is asked for again.
        let is_final = answer.task.is_final();
        let mut written = json(StatusCode::OK, answer.bare_task());
        if is_final {
            response.complete();
        }
        add_extension(&mut written, negotiated.as_ref());
        Ok(written)
    }

    fn cancel(&self, a2a: A2aVersion, request: &JsonRpcRequest) -> Result<Response, RpcError> {
        let task = self.find_task(request)?;
        if !task.end(TaskState::Canceled, None) {
            return Err(RpcError::new(
                ErrorKind::TaskNotCancelable,
                "the task has ended",
            ));
        }
        let answer = Answer {
            task,
            a2a,
            rpc_id: request.id.clone(),
            history_length: None,
        };
        Ok(json(StatusCode::OK, answer.bare_task()))
    }

    /// Streams the updates of a task to a client whose stream was interrupted.
    async fn subscribe(
        &self,
        a2a: A2aVersion,
        request: &JsonRpcRequest,
    ) -> Result<Response, RpcError> {
        let task = self.find_task(request)?;
        if task.is_final() {
            return Err(RpcError::new(
                ErrorKind::UnsupportedOperation,
                "the task has ended, so nothing follows; get the task instead",
            ));
        }
        let response = task.response();
        let negotiated = task.negotiated.clone();
        let replay = self.replay(&task).await?;
        let answer = Answer {
            task,
            a2a,
            rpc_id: request.id.clone(),
            history_length: None,
        };
        let (sink, mut streamed) = sse::response();
        tokio::spawn(answer::stream(answer, response, sink, replay));
        add_extension(&mut streamed, negotiated.as_ref());
        Ok(streamed)
    }

    /// Returns the current surfaces of a session, for a client whose stream of a task was interrupted.
    async fn replay(&self, task: &Task) -> Result<Option<answer::Replay>, RpcError> {
        let Some(negotiated) = &task.negotiated else {
            return Ok(None);
        };
        let session = self
            .gateway
            .session(&task.context)
            .await
            .map_err(|error| of_gateway(&error))?;
        let snapshot = session
            .snapshot(negotiated.dialect)
            .await
            .map_err(|error| of_gateway(&error))?;
        Ok(Some(answer::Replay::new(negotiated.dialect, &snapshot)))
    }

    /// Passes a client's message to its session, and starts the task that collects the answer.
    async fn start(
        self: Arc<Self>,
        inbound: Inbound,
        is_streamed: bool,
    ) -> Result<(Arc<Task>, TaskResponse), RpcError> {
        if let Some(task) = &inbound.task_id {
            let task = self.tasks().find(task)?;
            return Err(refuse_continuation(&task, &inbound));
        }
        let name = inbound
            .context_id
            .clone()
            .unwrap_or_else(|| Uuid::new_v4().to_string());
        if let Some(task) = self.tasks().of_message(&name, &inbound.request.id) {
            // The client sends the message again, because it did not receive the answer.
            let response = task.response();
            task.is_streamed.fetch_or(is_streamed, Ordering::SeqCst);
            return Ok((task, response));
        }
        let room = self.tasks().ensure_room();
        if let Err(error) = room {
            self.gateway.count_refusal(&name, Limit::Tasks);
            return Err(error);
        }
        let session = self
            .gateway
            .session(&name)
            .await
            .map_err(|error| of_gateway(&error))?;
        let context = self
            .contexts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&name);
        // The view is open before the message is sent, so no update is missed. While another task runs, it has the view.
        let mut held = Arc::clone(&context.view).try_lock_owned().ok();
        let mut answer = Vec::new();
        if let Some(view) = &mut held {
            let missed = view
                .catch_up(
                    &session,
                    inbound.negotiated.as_ref(),
                    context.take_lost_answers(),
                )
                .await;
            answer = missed.map_err(|error| of_gateway(&error))?;
            answer.extend(view.begin_answer(inbound.contents.is_empty()));
        }
        let (turns, refusals) = send(&session, &inbound).await?;
        let id = Uuid::new_v4().to_string();
        let message = inbound.request.id.clone();
        let task = Arc::new(Task::new(
            id,
            name,
            inbound.negotiated,
            inbound.request,
            is_streamed,
        ));
        let response = task.response();
        self.tasks().insert(&task, &message);
        context.add(&task);
        task.add(answer);
        tokio::spawn(run(
            session,
            context,
            Arc::clone(&task),
            turns,
            refusals,
            held,
        ));
        Ok((task, response))
    }
}

/// Creates the error for a message to a task that accepts no further messages.
fn refuse_continuation(task: &Task, inbound: &Inbound) -> RpcError {
    match &inbound.context_id {
        Some(context) if *context != task.context => RpcError::new(
            ErrorKind::InvalidParams,
            "the task belongs to another `contextId`",
        ),
        _ => RpcError::new(
            ErrorKind::UnsupportedOperation,
            "a task of this agent takes one message; leave out `taskId`, and continue with `contextId`",
        ),
    }
}

/// Names the negotiated extension in the headers of both versions of A2A.
fn add_extension(response: &mut Response, negotiated: Option<&Negotiated>) {
    let Some(negotiated) = negotiated else { return };
    let Ok(value) = HeaderValue::from_str(negotiated.extension.as_str()) else {
        return;
    };
    for name in EXTENSION_HEADERS {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), value.clone());
    }
}

fn internal_error(message: &'static str) -> RpcError {
    RpcError::new(ErrorKind::Internal, message)
}
