//! Chat routes of the AI SDK that act as agents of a gateway.

use super::{
    A2UI_ACTION, ChatRequest, Chunk, DONE, UiMessage, message::AssistantMessage,
    surface_chunks::SurfaceChunks,
};
use crate::{
    agents::http_client::HttpClient,
    faces::message_history::MessageHistory,
    gateway::{
        TurnBytes,
        agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
    },
    sse::{EventReader, SseEvent},
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use std::{
    collections::BTreeSet,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::timeout;
use wire::{Finding, Payload, Pointer};

/// The maximum time between two chunks of an answer. Keep-alive comments do not count as chunks.
const SILENCE: Duration = Duration::from_secs(600);
/// The maximum time between the chunk `finish` and the end of the stream. Other parts may follow `finish`.
const GOODBYE: Duration = Duration::from_secs(5);
/// The number of different violations that are reported.
const VIOLATIONS: usize = 64;

/// An agent of a gateway that is a chat route of the AI SDK: it answers with a UI message stream.
///
/// Each message of a client is one request: `POST` with a [`ChatRequest`] whose `id` is the name of the session. The last of
/// the `messages` contains the text of the user, or a part of the type [`A2UI_ACTION`] whose data is the A2UI message of
/// the user. Data models and capabilities of the client are in `a2uiClientDataModel` and `a2uiClientCapabilities`.
///
/// If the server cannot be reached or is busy (429, 502, 503, 504), the request is sent again later. Other errors end the
/// turn.
///
/// A2UI messages of any version are read from data parts, from inputs and results of tools, and from texts. A part that
/// repeats its messages yields only the new ones. The messages of the conversation are kept in memory and sent with each
/// request, at most 512 KiB.
///
/// A chunk that clients of the AI SDK would refuse is reported, and the others are read. Clients see surfaces and texts.
/// Other parts, such as tool calls, reasoning and sources, are counted (`unshown_events_total`). Each kind is reported once.
///
/// ```no_run
/// use agent_ui_live::{faces::ai_sdk::AiSdkAgent, gateway::{Gateway, GatewaySettings, store::MemoryStore}};
/// use std::sync::Arc;
///
/// # async fn run() {
/// let agent = AiSdkAgent::new("desk", "http://127.0.0.1:3000/api/chat");
/// let gateway = Gateway::start(vec![Arc::new(agent)], Arc::new(MemoryStore::new()), GatewaySettings::default());
/// # let _ = gateway; }
/// ```
#[derive(Clone)]
pub struct AiSdkAgent {
    name: String,
    url: String,
    client: HttpClient,
    /// The kinds of hidden parts that were already reported. Hidden parts have no form that clients can show.
    unshown: Arc<Mutex<BTreeSet<&'static str>>>,
    /// The violations of the protocol that were already reported.
    violations: Arc<Mutex<BTreeSet<String>>>,
}

impl fmt::Debug for AiSdkAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AiSdkAgent")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl AiSdkAgent {
    /// Creates an agent with this name. Requests are posted to `url`, an `http` or `https` address.
    pub fn new(name: impl Into<String>, url: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            url: url.into(),
            client: HttpClient::new(),
            unshown: Arc::default(),
            violations: Arc::default(),
        }
    }

    /// Records the kind of a part. Returns `true` if the kind had not been reported before.
    fn record_unshown(&self, kind: &'static str) -> bool {
        self.unshown
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(kind)
    }

    /// Records a violation of the protocol. Returns `true` if it must be reported.
    fn record_violation(&self, reason: &str) -> bool {
        let mut known = self
            .violations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        known.len() < VIOLATIONS && known.insert(reason.to_owned())
    }
}

impl Agent for AiSdkAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn can_reconnect(&self) -> bool {
        // The connection keeps the conversation that each request repeats.
        false
    }

    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        Box::new(AiSdkConnection {
            agent: self.clone(),
            output,
            history: MessageHistory::default(),
            surfaces: SurfaceChunks::default(),
            turn: TurnBytes::default(),
        })
    }
}

struct AiSdkConnection {
    agent: AiSdkAgent,
    output: AgentOutput,
    history: MessageHistory<UiMessage>,
    surfaces: SurfaceChunks,
    /// The number of bytes that the agent may still send in its turn.
    turn: TurnBytes,
}

impl AgentConnection for AiSdkConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(self.ask_all(input))
    }
}

impl AiSdkConnection {
    /// Sends one request per message, because each message of a user has one action.
    async fn ask_all(&mut self, input: AgentInput) -> Result<TurnEnd, AgentError> {
        self.turn.restart();
        for (index, message) in input.messages.iter().enumerate() {
            let id = match index {
                0 => input.id.clone(),
                _ => format!("{}/{index}", input.id),
            };
            let kind = Payload::string(A2UI_ACTION);
            let part = Payload::object([("type", &kind), ("data", message)]);
            self.ask(&input, &id, part).await?;
        }
        if let (true, Some(text)) = (input.messages.is_empty(), &input.text) {
            let (kind, text) = (Payload::string("text"), Payload::string(text));
            let part = Payload::object([("type", &kind), ("text", &text)]);
            self.ask(&input, &input.id, part).await?;
        }
        Ok(TurnEnd::Ended)
    }

    /// Sends a message of the user with one part, and reads the answer to its end.
    async fn ask(&mut self, input: &AgentInput, id: &str, part: Payload) -> Result<(), AgentError> {
        let message = UiMessage::of_parts(id, "user", [part]);
        let messages = self.history.with(Some(message.clone()));
        let mut body =
            ChatRequest::new(&*input.session, messages).trigger("submit-message".to_owned());
        if let Some(model) = &input.data_model {
            body = body.a2ui_client_data_model(model.clone());
        }
        if let Some(capabilities) = &input.capabilities {
            body = body.a2ui_client_capabilities(capabilities.clone());
        }
        let body = wire::encode(&body).map_err(|error| AgentError::permanent(error.to_string()))?;
        let headers = [("accept", "text/event-stream")];
        let response = match self
            .agent
            .client
            .post(&self.agent.url, &headers, body)
            .await
        {
            Ok(response) => response.successful().await,
            Err(error) => Err(error),
        };
        let response = response.map_err(|error| AgentError::from(&error))?;
        // The agent may show its surfaces again.
        self.output.mark_restarted().await;
        self.history.push(message);
        self.surfaces.begin_answer();
        let mut answer = AssistantMessage::default();
        let done = self.read(response.events(), &mut answer).await;
        for text in answer.end_texts() {
            self.show_text(&text).await;
        }
        let waits = answer.waits_for_approval();
        if let Some(message) = answer.into_message(format!("{id}/answer")) {
            self.history.push(message);
        }
        if waits && done.is_ok() {
            let reason =
                "the agent waits for an approval of a tool call, which clients of A2UI cannot give";
            return Err(AgentError::permanent(reason));
        }
        done
    }

    /// Reads the chunks of an answer.
    async fn read(
        &mut self,
        mut events: EventReader,
        answer: &mut AssistantMessage,
    ) -> Result<(), AgentError> {
        let url = self.agent.url.clone();
        let mut state = StreamState::Empty;
        loop {
            let Some(next) = next_event(&url, &mut events, state).await? else {
                return Ok(());
            };
            self.turn.take(next.data.len())?;
            if next.data.trim() == DONE {
                return Ok(());
            }
            let chunk: Chunk = match wire::decode_any_depth(&next.data) {
                Ok(chunk) => chunk,
                Err(error) => {
                    let reason =
                        format!("it sent data that is not a chunk of a UI message stream: {error}");
                    self.report(&reason).await;
                    continue;
                }
            };
            state = state.after(&chunk);
            match &chunk {
                Chunk::Error(error) => {
                    let reason = format!("the agent failed: {}", error.error_text);
                    return Err(AgentError::permanent(reason));
                }
                Chunk::Abort(abort) => {
                    let reason = match abort.reason.get() {
                        Some(reason) => format!("the agent has stopped its answer: {reason}"),
                        None => "the agent has stopped its answer".to_owned(),
                    };
                    return Err(AgentError::permanent(reason));
                }
                _ => {}
            }
            self.show(&chunk).await;
            match answer.observe(&chunk, &next.data) {
                Ok(Some(text)) => self.show_text(&text).await,
                Ok(None) => {}
                Err(reason) => self.report(&reason).await,
            }
        }
    }

    /// Reports a chunk that clients of the AI SDK would refuse. Each reason is reported once.
    async fn report(&self, reason: &str) {
        if self.agent.record_violation(reason) {
            let detail = format!("{}: {reason}", self.agent.url);
            let error = AgentError::permanent("a part of the answer cannot be read");
            self.output.report_error(error.with_detail(detail)).await;
        }
    }

    /// Passes on the messages of a chunk, and counts parts that clients do not see.
    async fn show(&mut self, chunk: &Chunk) {
        let messages = self.surfaces.read(chunk);
        if messages.is_empty() {
            match find_unshown_kind(chunk) {
                Unshown::Nothing => {}
                Unshown::Kind(kind) => {
                    let is_new = self.agent.record_unshown(kind);
                    self.output
                        .count_unshown(is_new.then(|| describe_unshown(kind)))
                        .await;
                }
                Unshown::Unknown(tag) => {
                    self.report(&format!(
                        "chunks of the type `{tag}` are unknown, and clients of the AI SDK refuse them"
                    ))
                    .await;
                }
            }
        }
        for message in messages {
            self.output.messages(&message).await;
        }
    }

    /// Passes on a text: the A2UI messages inside it, and the remaining text for the user.
    async fn show_text(&self, text: &str) {
        let (messages, rest) = self.surfaces.split_text(text);
        for message in messages {
            self.output.messages(&message).await;
        }
        if !rest.trim().is_empty() {
            self.output.text(rest.trim()).await;
        }
    }
}

/// The part of a stream that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StreamState {
    Empty,
    Begun,
    /// The chunk `finish` has arrived.
    Finished,
}

impl StreamState {
    fn after(self, chunk: &Chunk) -> Self {
        match (self, chunk) {
            (_, Chunk::Finish(_)) | (Self::Finished, _) => Self::Finished,
            _ => Self::Begun,
        }
    }
}

/// Waits for the next event of an answer. Returns `None` if the answer is complete.
async fn next_event(
    url: &str,
    events: &mut EventReader,
    state: StreamState,
) -> Result<Option<SseEvent>, AgentError> {
    let patience = match state {
        StreamState::Finished => GOODBYE,
        StreamState::Empty | StreamState::Begun => SILENCE,
    };
    let (reason, detail) = match (timeout(patience, events.next()).await, state) {
        (Ok(Some(Ok(event))), _) => return Ok(Some(event)),
        // Servers may close the connection late.
        (_, StreamState::Finished) => return Ok(None),
        (Ok(None), StreamState::Begun) => (
            "the answer of the agent broke off",
            format!("{url} ended its stream without `finish`, `error`, `abort` or `[DONE]`"),
        ),
        (Ok(None), StreamState::Empty) => (
            "the agent gave no answer",
            format!(
                "{url} answered without a UI message stream; is it the address of a chat route of the AI SDK?"
            ),
        ),
        (Ok(Some(Err(error))), _) => (
            "the answer of the agent broke off",
            format!("{url}: {error}"),
        ),
        (Err(_), _) => (
            "the agent has stopped answering",
            format!("{url} sent no chunk for {} s", SILENCE.as_secs()),
        ),
    };
    // The server may have received the message, so it is not sent again.
    Err(AgentError::permanent(reason).with_detail(detail))
}

/// The reason for which clients do not see a chunk.
enum Unshown<'a> {
    /// The chunk is shown, or has nothing to show.
    Nothing,
    /// Clients do not see chunks of this kind.
    Kind(&'static str),
    /// The type is not one of the AI SDK.
    Unknown(&'a str),
}

/// Returns the kind of a chunk that clients do not see. Only the first chunk of each part counts.
fn find_unshown_kind(chunk: &Chunk) -> Unshown<'_> {
    match chunk {
        Chunk::ReasoningStart(_) => Unshown::Kind("reasoning"),
        // The calls of tools for A2UI contain messages.
        Chunk::ToolInputAvailable(input) if input.tool_name.contains("a2ui") => Unshown::Nothing,
        Chunk::ToolInputAvailable(_) | Chunk::ToolInputError(_) => Unshown::Kind("calls of tools"),
        Chunk::RefusedMessages(_) => Unshown::Kind("data parts"),
        Chunk::Unknown(unknown) => match unknown.tag() {
            "start-step" | "finish-step" | "reset-step" | "message-metadata" => Unshown::Nothing,
            "source-url" | "source-document" => Unshown::Kind("sources"),
            "file" | "reasoning-file" => Unshown::Kind("files"),
            "custom" | "steering-message" => Unshown::Kind("custom parts"),
            tag if tag.starts_with("data-") => Unshown::Kind("data parts"),
            tag => Unshown::Unknown(tag),
        },
        _ => Unshown::Nothing,
    }
}

/// Returns the report about a kind of parts that clients do not see.
fn describe_unshown(kind: &str) -> Finding {
    let message =
        format!("the agent sends {kind}, which clients do not see; they see surfaces and texts");
    Finding::warning("serve/event", Pointer::root(), message)
}
