//! The face for clients of the AI SDK: chats over HTTP.

use super::{
    Chunk, DONE, ErrorChunk, FACE, Finish, RefusedMessages, Start, SurfacePart, TextDelta, TextEnd,
    TextStart,
    known::add_known,
    request::{ChatRequest, KnownParts, KnownTexts, client_message},
};
use crate::{
    faces::{
        DIALECT,
        answer_stream::{AnswerCarrier, AnswerStream, Stop},
        bounded_map::BoundedMap,
        surface_operations::{OperationCarrier, SurfaceChange, SurfaceOperations},
    },
    gateway::{
        CarrierLimits, ClientMessage, Gateway, GatewayError, Role, Session, Snapshot, TextEntry,
        Turn, TurnOutcome, Updates, answer_watch::AnswerWatch,
    },
    server::{
        accept::{BodyError, BodyMemory, BodyPermit},
        refusal::{Limit, with_retry},
        request_guard::RequestGuard,
    },
    sse::{EventSink, Gone, response},
};
use axum::{
    Router,
    extract::{Path, Request, State},
    http::{HeaderName, HeaderValue, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::task::spawn_blocking;
use wire::Payload;

/// The maximum length of a request in bytes. Clients send the whole conversation, including the surfaces.
const BODY: usize = crate::limits::AI_SDK_BODY;
/// The memory for the requests that are read simultaneously, in bytes. Further requests wait.
const REQUEST_BYTES: usize = crate::limits::AI_SDK_BYTES;
/// The number of chats whose id for the basic catalog is remembered.
const CATALOGS: usize = 1024;
/// The start of the ids of texts and messages that the face sends.
const ID: &str = "agent-ui-";
/// The limits of the clients, which are written in JavaScript. The order of members is preserved.
const LIMITS: CarrierLimits = CarrierLimits {
    doubles: true,
    unordered: false,
    prototypes: true,
};
/// The carrier of the surfaces. A part replaces the part with the same id, so each change repeats the whole surface.
pub(super) const CARRIER: OperationCarrier = OperationCarrier {
    event: crate::limits::AI_SDK_PART,
    changes: 64,
    changed: 256 << 10,
    is_cumulative: true,
    refuses_prototypes: true,
};

/// Returns the routes of the face. The session is the id of the chat.
///
/// The guard protects the routes. See the [module documentation](super).
pub fn routes(gateway: Gateway, guard: RequestGuard) -> Router {
    let requests = gateway.body_memory(FACE, || BodyMemory::new(REQUEST_BYTES, BODY));
    let face = ChatFace {
        gateway,
        requests,
        catalogs: Arc::new(Mutex::new(BoundedMap::new(CATALOGS))),
    };
    guard.protect(
        Router::new()
            .route("/", post(chat))
            .route("/{chat}/stream", get(resume))
            // The path that clients use by default.
            .route("/api/chat", post(chat))
            .route("/api/chat/{chat}/stream", get(resume))
            .with_state(face),
    )
}

#[derive(Clone)]
struct ChatFace {
    gateway: Gateway,
    requests: Arc<BodyMemory>,
    /// The ids that clients use for the basic catalog, by chat. The request for a running answer does not state them.
    catalogs: Arc<Mutex<BoundedMap<String>>>,
}

impl ChatFace {
    /// Remembers the id that the client of a chat uses for the basic catalog.
    fn remember_catalog(&self, chat: &str, known: &KnownParts) {
        let Some(id) = known.basic_catalog.clone() else {
            return;
        };
        // No session has a longer name.
        if chat.len() > crate::limits::SESSION_NAME {
            return;
        }
        let mut catalogs = self.catalogs.lock().unwrap_or_else(PoisonError::into_inner);
        catalogs.insert(chat.to_owned(), id);
    }

    fn catalog(&self, chat: &str) -> Option<String> {
        let catalogs = self.catalogs.lock().unwrap_or_else(PoisonError::into_inner);
        catalogs.get(chat).cloned()
    }
}

/// Answers a message of a client with its event stream.
async fn chat(State(face): State<ChatFace>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let (body, permit) = match face.requests.read(&head, body).await {
        Ok(read) => read,
        Err(BodyError::Late) => {
            return refuse(StatusCode::REQUEST_TIMEOUT, "the request takes too long");
        }
        Err(BodyError::TooLong) => {
            return refuse(
                StatusCode::PAYLOAD_TOO_LARGE,
                &format!(
                    "a request has at most {BODY} bytes; send only the last messages with `prepareSendMessagesRequest`"
                ),
            );
        }
        Err(BodyError::Busy) => {
            let limit = Limit::Bodies;
            return limit.refuse(refuse(limit.status(), limit.reason()));
        }
    };
    // A long history takes a while to read.
    let read = spawn_blocking(move || {
        let request: ChatRequest = wire::decode_slice(&body)?;
        let known = KnownParts::new(&request);
        Ok((client_message(&request), known, request.id))
    });
    let (message, known, chat) = match read.await {
        Ok(Ok(read)) => read,
        Ok(Err(error)) => {
            let error: wire::DecodeError = error;
            return refuse(
                StatusCode::BAD_REQUEST,
                &format!("the body is not a request of the AI SDK: {error}"),
            );
        }
        Err(_) => {
            return refuse(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the request cannot be read",
            );
        }
    };
    face.remember_catalog(&chat, &known);
    let (sink, response) = stream_response();
    tokio::spawn(async move {
        let gone = sink.clone();
        let answer = Answer::new(sink, known.basic_catalog.clone());
        tokio::select! {
            () = gone.closed() => {}
            _ = answer.complete(&face.gateway, &chat, message, known, permit) => {}
        }
    });
    response
}

/// Shows the running answer of a chat from its start. Status 204 means that no answer is running.
async fn resume(State(face): State<ChatFace>, Path(chat): Path<String>) -> Response {
    let session = match face.gateway.session(&chat).await {
        Ok(session) => session,
        Err(error) => return refuse_session(&error),
    };
    let Some(turn) = session.running_turn() else {
        return StatusCode::NO_CONTENT.into_response();
    };
    let catalog = face.catalog(&chat);
    let (sink, response) = stream_response();
    tokio::spawn(async move {
        let gone = sink.clone();
        let answer = Answer::new(sink, catalog);
        tokio::select! {
            () = gone.closed() => {}
            _ = answer.repeat(&session, turn) => {}
        }
    });
    response
}

/// Creates a response with an event stream, and the sink for its chunks.
fn stream_response() -> (EventSink, Response) {
    let (sink, mut response) = response();
    response.headers_mut().insert(
        HeaderName::from_static("x-vercel-ai-ui-message-stream"),
        HeaderValue::from_static("v1"),
    );
    (sink, response)
}

/// Creates an answer with an error status. Clients show its text.
fn refuse(status: StatusCode, reason: &str) -> Response {
    (status, reason.to_owned()).into_response()
}

/// Creates the answer for a session that cannot be opened.
fn refuse_session(error: &GatewayError) -> Response {
    let status = match error {
        GatewayError::Name => StatusCode::BAD_REQUEST,
        GatewayError::NoUser => StatusCode::FORBIDDEN,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    let answer = refuse(status, &error.to_string());
    match status {
        StatusCode::SERVICE_UNAVAILABLE => with_retry(answer),
        _ => answer,
    }
}

/// The chunks of the AI SDK.
pub(super) struct AiSdkCarrier;

impl AnswerCarrier for AiSdkCarrier {
    const FACE: &'static str = FACE;
    const LIMITS: CarrierLimits = LIMITS;

    fn change_event(&self, change: &SurfaceChange) -> Option<String> {
        let (SurfaceChange::Snapshot {
            surface,
            operations,
        }
        | SurfaceChange::Added {
            surface,
            operations,
        }) = change;
        let operations = operations.iter().map(String::as_str);
        // Messages that were read are valid JSON.
        let part = SurfacePart::of_operations(surface, operations).ok()?;
        Some(encode(part))
    }

    fn text_events(&self, text: &TextEntry) -> Vec<String> {
        // A message of the assistant cannot contain the words of the user.
        if text.role == Role::User {
            return Vec::new();
        }
        let id = format!("{ID}text-{}", text.seq);
        let mut chunks = vec![encode(TextStart::new(&*id))];
        if !text.text.is_empty() {
            chunks.push(encode(TextDelta::new(&*id, &*text.text)));
        }
        chunks.push(encode(TextEnd::new(id)));
        chunks
    }
}

/// Writes a chunk as one line.
fn encode(chunk: impl Into<Chunk>) -> String {
    // Chunks can always be written.
    wire::encode_line(&chunk.into()).unwrap_or_default()
}

/// The reason for an answer to end early: the client disconnected, or the answer failed.
enum AnswerEnd {
    Gone,
    Failed(String),
}

impl From<Gone> for AnswerEnd {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl From<GatewayError> for AnswerEnd {
    fn from(error: GatewayError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<Stop> for AnswerEnd {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Gone => Self::Gone,
            Stop::SessionEnded => Self::Failed("the session has ended".to_owned()),
            Stop::Gateway(error) => error.into(),
        }
    }
}

/// The answer to a request: one message of the assistant.
pub(super) struct Answer {
    pub(super) stream: AnswerStream<AiSdkCarrier>,
    basic_catalog: Option<String>,
    /// `true` after the first chunk.
    has_started: bool,
}

impl Answer {
    /// Begins an answer. `basic_catalog` is the id that the client uses for the basic catalog.
    pub(super) fn new(sink: EventSink, basic_catalog: Option<String>) -> Self {
        let surfaces = SurfaceOperations::new(CARRIER, basic_catalog.clone());
        Self {
            stream: AnswerStream::new(AiSdkCarrier, surfaces, sink),
            basic_catalog,
            has_started: false,
        }
    }

    /// Answers a message of a client, and ends the stream.
    async fn complete(
        mut self,
        gateway: &Gateway,
        chat: &str,
        message: Result<Option<ClientMessage>, String>,
        known: KnownParts,
        memory: BodyPermit,
    ) -> Result<(), Gone> {
        let done = self.answer(gateway, chat, message, known, memory).await;
        self.end(done).await
    }

    /// Repeats the answer of a turn that is running, and ends the stream.
    async fn repeat(mut self, session: &Session, turn: Turn) -> Result<(), Gone> {
        let done = self.show_turn(session, turn).await;
        self.end(done).await
    }

    async fn end(mut self, done: Result<(), AnswerEnd>) -> Result<(), Gone> {
        match done {
            Ok(()) => {
                let finish = Finish::new().finish_reason("stop".to_owned());
                self.stream.send(&encode(finish)).await?;
            }
            Err(AnswerEnd::Gone) => return Err(Gone),
            Err(AnswerEnd::Failed(reason)) => {
                self.start(None).await?;
                self.stream.send(&encode(ErrorChunk::new(reason))).await?;
            }
        }
        self.stream.send(DONE).await
    }

    /// Sends the first chunk, unless it was sent. The client makes up an id if the chunk has none.
    async fn start(&mut self, id: Option<String>) -> Result<(), Gone> {
        if self.has_started {
            return Ok(());
        }
        self.has_started = true;
        let start = match id {
            Some(id) => Start::new().message_id(id),
            None => Start::new(),
        };
        self.stream.send(&encode(start)).await
    }

    /// Delivers the client's message, shows what the client lacks, and shows all updates until the turn ends.
    async fn answer(
        &mut self,
        gateway: &Gateway,
        chat: &str,
        message: Result<Option<ClientMessage>, String>,
        known: KnownParts,
        memory: BodyPermit,
    ) -> Result<(), AnswerEnd> {
        let message = message.map_err(AnswerEnd::Failed)?;
        let session = gateway.session(chat).await?;
        let (snapshot, updates) = session.subscribe(DIALECT).await?;
        // A client that only looks gets the surfaces.
        let watch = AnswerWatch::new(message.is_none() && !snapshot.surfaces.is_empty());
        let (turn, own_id) = match message {
            None => (session.idle(), None),
            Some(message) => match session.send(message).await? {
                // The message was delivered earlier.
                turn if turn.seq() <= snapshot.seq => (session.idle(), None),
                turn => {
                    let id = message_id(&turn);
                    (turn, Some(id))
                }
            },
        };
        // The first chunk decides to which message all parts belong.
        self.start(known.continued.or(own_id)).await?;
        let snapshot = self.add_known(known.surfaces, snapshot).await?;
        self.stream.send_surfaces(&session).await?;
        self.send_texts(&snapshot, &known.texts).await?;
        self.stream.seen = snapshot.seq;
        // The rest of the answer needs no history, and the agent may be silent for long.
        drop((snapshot, memory));
        self.follow(&session, turn, updates, watch).await
    }

    /// Shows a turn that began before the client connected.
    async fn show_turn(&mut self, session: &Session, turn: Turn) -> Result<(), AnswerEnd> {
        let (snapshot, updates) = session.subscribe(DIALECT).await?;
        let own = turn.seq();
        let has_content = !snapshot.surfaces.is_empty();
        self.start(Some(message_id(&turn))).await?;
        self.stream.surfaces.replace(&snapshot.surfaces, []);
        self.stream.send_surfaces(session).await?;
        for text in snapshot.texts.iter().filter(|text| text.seq > own) {
            self.stream.send_text(text).await?;
        }
        self.stream.seen = snapshot.seq;
        drop(snapshot);
        self.follow(session, turn, updates, AnswerWatch::new(has_content))
            .await
    }

    /// Shows all updates until the turn ends, and returns its result.
    async fn follow(
        &mut self,
        session: &Session,
        mut turn: Turn,
        mut updates: Updates,
        mut watch: AnswerWatch,
    ) -> Result<(), AnswerEnd> {
        let outcome = self
            .stream
            .follow(session, &mut turn, &mut updates, &mut watch)
            .await?;
        if let Some(shown) = self.stream.surfaces.too_long() {
            return Err(AnswerEnd::Failed(format!(
                "{shown} cannot be shown, because a part has at most {} bytes",
                CARRIER.event
            )));
        }
        if let Some(note) = watch.note() {
            self.stream.send(&note_chunk(&note)).await?;
        }
        match outcome {
            TurnOutcome::Failed(reason) => Err(AnswerEnd::Failed(reason)),
            TurnOutcome::TimedOut => Err(AnswerEnd::Failed(
                "the agent has not answered in time; send another message to see its answer"
                    .to_owned(),
            )),
            TurnOutcome::Ended => match watch.failure() {
                Some(reason) => Err(AnswerEnd::Failed(reason)),
                None => Ok(()),
            },
        }
    }

    /// Records the surfaces that the client has, and those of the session.
    async fn add_known(
        &mut self,
        known: BTreeMap<String, Vec<Payload>>,
        snapshot: Snapshot,
    ) -> Result<Snapshot, AnswerEnd> {
        let mut surfaces = SurfaceOperations::new(CARRIER, self.basic_catalog.clone());
        // Long surfaces take a while to compare.
        let compared = spawn_blocking(move || {
            add_known(&mut surfaces, known, &snapshot.surfaces);
            surfaces.replace(&snapshot.surfaces, []);
            (surfaces, snapshot)
        });
        let (surfaces, snapshot) = compared
            .await
            .map_err(|_| AnswerEnd::Failed("the surfaces cannot be compared".to_owned()))?;
        self.stream.surfaces = surfaces;
        Ok(snapshot)
    }

    /// Sends the texts of the agent that the client lacks.
    async fn send_texts(&self, snapshot: &Snapshot, known: &KnownTexts) -> Result<(), Gone> {
        for text in known.missing(&snapshot.texts) {
            self.stream.send_text(text).await?;
        }
        Ok(())
    }
}

/// Returns the id of the message that answers a turn. It is the same if the answer is repeated.
fn message_id(turn: &Turn) -> String {
    format!("{ID}message-{}", turn.seq())
}

/// Returns the chunk that informs a client about a part of the answer that it does not see.
fn note_chunk(note: &str) -> String {
    let data = Payload::object([("message", &Payload::string(note))]);
    encode(RefusedMessages::new(data, true))
}
