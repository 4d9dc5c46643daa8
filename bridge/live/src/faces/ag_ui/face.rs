//! The face for AG-UI clients: runs over HTTP.

use super::{
    Custom, Event, FACE, REFUSED_MESSAGES, RunAgentInput, RunError, RunFinished, RunStarted,
    TextMessageContent, TextMessageEnd, TextMessageStart,
    activities::{CARRIER, activity_event},
    request::{TEXT_ID, basic_catalog, client_message},
};
use crate::{
    faces::{
        DIALECT,
        answer_stream::{self, AnswerCarrier, AnswerStream},
        bounded_map::BoundedMap,
        surface_operations::{SurfaceChange, SurfaceOperations},
    },
    gateway::answer_watch::AnswerWatch,
    gateway::{CarrierLimits, Gateway, GatewayError, Role, Snapshot, TextEntry, TurnOutcome},
    server::{
        accept::{BodyError, BodyMemory, BodyPermit},
        refusal::Limit,
        request_guard::RequestGuard,
    },
    sse::{EventSink, Gone, response},
};
use axum::{
    Router,
    extract::{Request, State},
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use std::{
    collections::{BTreeMap, VecDeque},
    fmt::Display,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::task::spawn_blocking;
use wire::Payload;

/// The maximum length of a request in bytes. Clients send the whole conversation, including the surfaces.
const BODY: usize = crate::limits::AG_UI_BODY;
/// The memory for the inputs of simultaneous runs, in bytes. Further runs wait.
const RUN_BYTES: usize = crate::limits::AG_UI_BYTES;
/// The number of sessions whose shown surfaces are remembered.
const SESSIONS: usize = 1024;
/// The number of remembered surfaces per session.
const SURFACES: usize = 256;
/// The number of refused messages that are remembered.
const REFUSED: usize = 1024;
/// The limits of AG-UI clients, which are written in JavaScript. The order of members is preserved.
const LIMITS: CarrierLimits = CarrierLimits {
    doubles: true,
    unordered: false,
    prototypes: false,
};

/// Returns the routes of the face: `POST /` runs the agents. The session is the `threadId` of the input.
///
/// The guard protects the routes. See the [module documentation](super).
pub fn routes(gateway: Gateway, guard: RequestGuard) -> Router {
    routes_with_memory(gateway, guard, RUN_BYTES)
}

/// Returns the routes of the face. `bytes` is the memory for the inputs of runs.
pub(super) fn routes_with_memory(gateway: Gateway, guard: RequestGuard, bytes: usize) -> Router {
    guard.protect(
        Router::new()
            .route("/", post(run))
            .with_state(Face::new(gateway, bytes)),
    )
}

#[derive(Clone)]
pub(super) struct Face {
    gateway: Gateway,
    runs: Arc<BodyMemory>,
    /// The surfaces that clients have, oldest first, by session. If a surface is deleted between two runs, the client keeps
    /// its activity until an event replaces it.
    shown: Arc<Mutex<BoundedMap<VecDeque<String>>>>,
    /// The refused messages, by session and message id, oldest first. Clients repeat them in every later run.
    refused: Arc<Mutex<VecDeque<(String, String)>>>,
}

impl Face {
    pub(super) fn new(gateway: Gateway, bytes: usize) -> Self {
        let runs = gateway.body_memory(FACE, || BodyMemory::new(bytes, BODY));
        Self {
            runs,
            gateway,
            shown: Arc::new(Mutex::new(BoundedMap::new(SESSIONS))),
            refused: Arc::default(),
        }
    }
}

/// Answers the request for a run with its event stream.
async fn run(State(face): State<Face>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let (body, permit) = match face.runs.read(&head, body).await {
        Ok(read) => read,
        Err(BodyError::Late) => {
            return create_refusal(StatusCode::REQUEST_TIMEOUT, "the request takes too long");
        }
        Err(BodyError::TooLong) => {
            return create_refusal(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("a request has at most {BODY} bytes"),
            );
        }
        Err(BodyError::Busy) => {
            let limit = Limit::Bodies;
            return limit.refuse(create_refusal(limit.status(), limit.reason()));
        }
    };
    // A long history takes a while to read.
    let read = spawn_blocking(move || wire::decode_slice::<RunAgentInput>(&body)).await;
    let input = match read {
        Ok(Ok(input)) => input,
        Ok(Err(error)) => {
            return create_refusal(
                StatusCode::BAD_REQUEST,
                format!("the body is not a RunAgentInput: {error}"),
            );
        }
        Err(_) => {
            return create_refusal(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the request cannot be read",
            );
        }
    };
    let (sink, response) = response();
    tokio::spawn(async move {
        let gone = sink.clone();
        tokio::select! {
            () = gone.closed() => {}
            _ = Run::new(face, sink, &input).complete(input, permit) => {}
        }
    });
    response
}

/// Creates an answer with an error status.
fn create_refusal(status: StatusCode, error: impl Display) -> Response {
    let error = Payload::object([("error", &Payload::string(&error.to_string()))]);
    (
        status,
        [(CONTENT_TYPE, "application/json")],
        error.text().to_owned(),
    )
        .into_response()
}

/// Returns the AG-UI role of a text's author.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Agent => "assistant",
    }
}

/// The code and the reason of a failed run.
#[derive(Debug)]
pub(super) struct RunFailure(&'static str, String);

impl From<GatewayError> for RunFailure {
    fn from(error: GatewayError) -> Self {
        let code = match &error {
            GatewayError::Refused(_) | GatewayError::Name => "REFUSED",
            GatewayError::Busy(_) => "BUSY",
            GatewayError::NoAgent => "NO_AGENT",
            _ => "FAILED",
        };
        Self(code, error.to_string())
    }
}

/// The reason for a run to end early: the client disconnected, or the run failed.
#[derive(Debug)]
pub(super) enum Stop {
    Gone,
    RunFailure(RunFailure),
}

impl From<Gone> for Stop {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl From<answer_stream::Stop> for Stop {
    fn from(stop: answer_stream::Stop) -> Self {
        match stop {
            answer_stream::Stop::Gone => Self::Gone,
            answer_stream::Stop::SessionEnded => {
                RunFailure("FAILED", "the session has ended".to_owned()).into()
            }
            answer_stream::Stop::Gateway(error) => error.into(),
        }
    }
}

impl<E: Into<RunFailure>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::RunFailure(error.into())
    }
}

/// The events of AG-UI.
pub(super) struct AgUiCarrier;

impl AnswerCarrier for AgUiCarrier {
    const FACE: &'static str = FACE;
    const LIMITS: CarrierLimits = LIMITS;

    fn change_event(&self, change: &SurfaceChange) -> Option<String> {
        activity_event(change).map(encode)
    }

    fn text_events(&self, text: &TextEntry) -> Vec<String> {
        let id = format!("{TEXT_ID}{}", text.seq);
        let start = TextMessageStart::new(&*id).role(role_name(text.role));
        let mut events = vec![encode(start)];
        if !text.text.is_empty() {
            events.push(encode(TextMessageContent::new(&*id, &*text.text)));
        }
        events.push(encode(TextMessageEnd::new(id)));
        events
    }
}

/// Writes an event as one line.
fn encode(event: impl Into<Event>) -> String {
    // Events can always be written.
    wire::encode_line(&event.into()).unwrap_or_default()
}

pub(super) struct Run {
    face: Face,
    /// The conversation, whose id is the name of the session.
    thread: String,
    pub(super) stream: AnswerStream<AgUiCarrier>,
}

impl Run {
    pub(super) fn new(face: Face, sink: EventSink, input: &RunAgentInput) -> Self {
        let surfaces = SurfaceOperations::new(CARRIER, basic_catalog(input));
        Self {
            face,
            thread: input.thread_id.clone(),
            stream: AnswerStream::new(AgUiCarrier, surfaces, sink),
        }
    }

    async fn complete(mut self, input: RunAgentInput, memory: BodyPermit) -> Result<(), Gone> {
        let thread = self.thread.clone();
        let run = input.run_id.get().cloned().unwrap_or_default();
        self.send(RunStarted::new(&*thread, &*run)).await?;
        let done = self.answer(input, memory).await;
        self.remember_surfaces();
        match done {
            Ok(()) => self.send(RunFinished::new(thread, run)).await,
            Err(Stop::Gone) => Err(Gone),
            Err(Stop::RunFailure(RunFailure(code, message))) => {
                self.send(RunError::new(message).code(code)).await
            }
        }
    }

    /// Shows the session, delivers the client's message, and shows all updates until the turn ends.
    async fn answer(&mut self, input: RunAgentInput, memory: BodyPermit) -> Result<(), Stop> {
        let message = match client_message(&input) {
            Ok(message) => message,
            // Clients repeat the whole conversation in each run, so a refused message comes again.
            Err(refused) if self.remember_refused(refused.message.as_deref()) => None,
            Err(refused) => return Err(RunFailure("REFUSED", refused.reason).into()),
        };
        let session = self.face.gateway.session(&self.thread).await?;
        let (snapshot, mut updates) = session.subscribe(DIALECT).await?;
        let known = self.known_surfaces();
        self.stream.surfaces.replace(&snapshot.surfaces, &known);
        self.stream.send_surfaces(&session).await?;
        self.send_texts(&snapshot, &input).await?;
        self.stream.seen = snapshot.seq;
        // A client that only looks gets the surfaces.
        let mut watch = AnswerWatch::new(message.is_none() && !snapshot.surfaces.is_empty());
        let mut turn = match message {
            None => session.idle(),
            Some(message) => match session.send(message).await? {
                // The message was delivered in an earlier run.
                turn if turn.seq() <= snapshot.seq => session.idle(),
                turn => turn,
            },
        };
        // The rest of the run needs no history, and the agent may be silent for long.
        drop((input, memory));
        let outcome = self
            .stream
            .follow(&session, &mut turn, &mut updates, &mut watch)
            .await?;
        if let Some(message) = self.stream.surfaces.too_long() {
            let reason = format!(
                "{message} cannot be shown, because clients of AG-UI read at most 10 Mi characters at once"
            );
            return Err(RunFailure("TOO_LONG", reason).into());
        }
        if let Some(note) = watch.note() {
            let value = Payload::object([("message", &Payload::string(&note))]);
            self.send(Custom::new(REFUSED_MESSAGES, value)).await?;
        }
        match outcome {
            TurnOutcome::Failed(reason) => Err(RunFailure("AGENT_FAILED", reason).into()),
            TurnOutcome::TimedOut => {
                let reason =
                    "the agent has not answered in time; start another run to see its answer";
                Err(RunFailure("TIMEOUT", reason.to_owned()).into())
            }
            _ => match watch.failure() {
                Some(reason) => Err(RunFailure("AGENT_FAILED", reason).into()),
                None => Ok(()),
            },
        }
    }

    /// Sends the texts of the conversation that the client lacks.
    async fn send_texts(&self, snapshot: &Snapshot, input: &RunAgentInput) -> Result<(), Gone> {
        // A client decides how many texts it sends.
        let mut unmatched: BTreeMap<(String, String), usize> = BTreeMap::new();
        for message in input.messages() {
            if let (Some(role), Some(text)) = (message.role.get(), message.text()) {
                *unmatched.entry((role.clone(), text)).or_default() += 1;
            }
        }
        for text in &snapshot.texts {
            let key = (role_name(text.role).to_owned(), text.text.clone());
            match unmatched.get_mut(&key) {
                // Each text of the client matches one text of the session, so that repeated texts are all shown.
                Some(count) if *count > 0 => *count -= 1,
                _ => self.stream.send_text(text).await?,
            }
        }
        Ok(())
    }

    async fn send(&self, event: impl Into<Event>) -> Result<(), Gone> {
        self.stream.send(&encode(event)).await
    }

    /// Remembers a refused message of the conversation. Returns `true` if an earlier run had already refused it.
    fn remember_refused(&self, message: Option<&str>) -> bool {
        let Some(message) = message else { return false };
        let key = (self.thread.clone(), message.to_owned());
        let mut refused = self
            .face
            .refused
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if refused.contains(&key) {
            return true;
        }
        refused.push_back(key);
        if refused.len() > REFUSED {
            refused.pop_front();
        }
        false
    }

    fn known_surfaces(&self) -> VecDeque<String> {
        let shown = self
            .face
            .shown
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        shown.get(&self.thread).cloned().unwrap_or_default()
    }

    /// Remembers the surfaces that the client has now.
    fn remember_surfaces(&self) {
        let mut shown = self
            .face
            .shown
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut surfaces = shown.get(&self.thread).cloned().unwrap_or_default();
        for surface in self.stream.surfaces.surfaces() {
            if surfaces.contains(surface) {
                continue;
            }
            surfaces.push_back(surface.clone());
            if surfaces.len() > SURFACES {
                surfaces.pop_front();
            }
        }
        shown.insert(self.thread.clone(), surfaces);
    }
}
