//! AG-UI servers that act as agents of a gateway.

use super::{
    A2UI_SURFACE, ContextEntry, Event, Message, RunAgentInput, RunError,
    conversation::Conversation, request::CATALOG_CONTEXT, surface_reader::SurfaceReader,
};
use crate::{
    agents::http_client::HttpClient,
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
use wire::{Finding, List, Payload, Pointer};

/// The maximum time between two events of a run. Keep-alive comments do not count as events.
const SILENCE: Duration = Duration::from_secs(600);

/// An agent of a gateway that is an AG-UI server.
///
/// Each message of a client is one run: `POST` with a [`RunAgentInput`] whose `threadId` is the name of the session. An action
/// of the user is in `forwardedProps.a2uiAction.userAction`, a text is the last of the `messages`. Data models and capabilities
/// of the client are in `forwardedProps.a2uiClientDataModel` and `forwardedProps.a2uiClientCapabilities`. The id of the first
/// supported catalog is in a context entry, as AG-UI clients send it.
///
/// If the server cannot be reached or is busy (429, 502, 503, 504), the run is sent again later. Other errors end the
/// turn.
///
/// A2UI messages of any version are read from activities, from results and arguments of tools, and from texts.
/// Activities repeat their messages, but each message reaches the session only once. The messages and the shared state
/// of the conversation are kept in memory and sent with each run, at most 512 KiB of messages.
///
/// Clients see surfaces and texts. Other events, such as the shared state, tool calls and reasoning, are counted
/// (`unshown_events_total`). Each kind is reported once.
///
/// ```no_run
/// use agent_ui_live::{faces::ag_ui::AgUiAgent, gateway::{Gateway, GatewaySettings, store::MemoryStore}};
/// use std::sync::Arc;
///
/// # async fn run() {
/// let agent = AgUiAgent::new("desk", "http://127.0.0.1:8000/agent");
/// let gateway = Gateway::start(vec![Arc::new(agent)], Arc::new(MemoryStore::new()), GatewaySettings::default());
/// # let _ = gateway; }
/// ```
#[derive(Clone)]
pub struct AgUiAgent {
    name: String,
    url: String,
    client: HttpClient,
    /// The kinds of hidden events that were already reported. Hidden events have no form that clients can show.
    unshown: Arc<Mutex<BTreeSet<&'static str>>>,
}

impl fmt::Debug for AgUiAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgUiAgent")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl AgUiAgent {
    /// Creates an agent with this name. Runs are posted to `url`, an `http` or `https` address.
    pub fn new(name: impl Into<String>, url: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            url: url.into(),
            client: HttpClient::new(),
            unshown: Arc::default(),
        }
    }

    /// Records the kind of an event. Returns `true` if the kind had not been reported before.
    fn record_unshown(&self, kind: &'static str) -> bool {
        self.unshown
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(kind)
    }
}

impl Agent for AgUiAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn can_reconnect(&self) -> bool {
        // The connection keeps the conversation that each run repeats.
        false
    }

    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let (agent, conversation, surfaces) = (
            self.clone(),
            Conversation::default(),
            SurfaceReader::default(),
        );
        Box::new(AgUiConnection {
            agent,
            output,
            conversation,
            surfaces,
            turn: TurnBytes::default(),
        })
    }
}

struct AgUiConnection {
    agent: AgUiAgent,
    output: AgentOutput,
    conversation: Conversation,
    surfaces: SurfaceReader,
    /// The number of bytes that the agent may still send in its turn.
    turn: TurnBytes,
}

impl AgentConnection for AgUiConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(self.run_all(input))
    }
}

impl AgUiConnection {
    /// Starts one run per message, because a run can contain only one action.
    async fn run_all(&mut self, input: AgentInput) -> Result<TurnEnd, AgentError> {
        self.turn.restart();
        for (index, message) in input.messages.iter().enumerate() {
            let run = if index == 0 {
                input.id.clone()
            } else {
                format!("{}/{index}", input.id)
            };
            self.run(&input, &run, Some(message)).await?;
        }
        if input.messages.is_empty() {
            self.run(&input, &input.id, None).await?;
        }
        Ok(TurnEnd::Ended)
    }

    /// Starts a run with an action or a text, and reads its events to the end.
    async fn run(
        &mut self,
        input: &AgentInput,
        run: &str,
        message: Option<&Payload>,
    ) -> Result<(), AgentError> {
        // A run has either an action or a text.
        let text = match (message, &input.text) {
            (None, Some(text)) => Some(Message::of_text(run, "user", text)),
            _ => None,
        };
        let body = self.conversation.input(&input.session, run, text.clone());
        let body = with_client(body, input, message);
        let body = wire::encode(&body).map_err(|error| AgentError::permanent(error.to_string()))?;
        let response = self
            .agent
            .client
            .post(&self.agent.url, &[("accept", "text/event-stream")], body)
            .await;
        let response = match response {
            Ok(response) => response.successful().await,
            Err(error) => Err(error),
        };
        let response = response.map_err(|error| AgentError::from(&error))?;
        // The agent may show its surfaces again.
        self.output.mark_restarted().await;
        if let Some(text) = text {
            self.conversation.push(text);
        }
        let done = self.read(response.events()).await;
        let rest = self.conversation.end_run();
        for text in rest {
            self.show_text(&text).await;
        }
        done
    }

    /// Reads the events of a run.
    async fn read(&mut self, mut events: EventReader) -> Result<(), AgentError> {
        let url = self.agent.url.clone();
        let mut has_events = false;
        loop {
            let next = next_event(&url, &mut events, has_events).await?;
            self.turn.take(next.data.len())?;
            let event: Event = match wire::decode_any_depth(&next.data) {
                Ok(event) => event,
                Err(error) => {
                    let reason = format!("{url} sent data that is not an AG-UI event: {error}");
                    self.output
                        .report_error(AgentError::permanent(reason))
                        .await;
                    continue;
                }
            };
            has_events = true;
            match &event {
                Event::RunError(error) => return Err(convert_run_error(error)),
                // Servers may close the connection late.
                Event::RunFinished(finished) => {
                    return self.finish(finished.outcome.as_ref()).await;
                }
                _ => {}
            }
            self.show(&event, &next.data).await;
            match self.conversation.observe(event) {
                Ok(texts) => {
                    for text in texts {
                        self.show_text(&text).await;
                    }
                }
                Err(reason) => {
                    self.output
                        .report_error(AgentError::permanent(format!("{url}: {reason}")))
                        .await
                }
            }
        }
    }

    /// Passes on the messages of an event, and counts events that clients do not see.
    async fn show(&mut self, event: &Event, text: &str) {
        let messages = self.surfaces.read(event, text);
        if messages.is_empty() {
            if let Some(kind) = find_unshown_kind(event) {
                let report = self
                    .agent
                    .record_unshown(kind)
                    .then(|| describe_unshown(kind));
                self.output.count_unshown(report).await;
            }
        }
        for message in messages {
            self.output.messages(&message).await;
        }
    }

    async fn finish(&self, outcome: Option<&Payload>) -> Result<(), AgentError> {
        let kind = outcome.and_then(|outcome| Some(outcome.member("type")?.as_str()?.into_owned()));
        if kind.as_deref() == Some("interrupt") {
            let reason =
                "the run waits for an answer to an interrupt, which clients of A2UI cannot give";
            return Err(AgentError::permanent(reason));
        }
        Ok(())
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

/// Waits for the next event of a run. `has_events` is `true` after the first event.
async fn next_event(
    url: &str,
    events: &mut EventReader,
    has_events: bool,
) -> Result<SseEvent, AgentError> {
    let (reason, detail) = match timeout(SILENCE, events.next()).await {
        Ok(Some(Ok(event))) => return Ok(event),
        Ok(None) if has_events => (
            "the answer of the agent broke off",
            format!("{url} ended its events without RUN_FINISHED or RUN_ERROR"),
        ),
        Ok(None) => (
            "the agent gave no answer",
            format!("{url} answered without an AG-UI event; is it the address of an AG-UI agent?"),
        ),
        Ok(Some(Err(error))) => (
            "the answer of the agent broke off",
            format!("{url}: {error}"),
        ),
        Err(_) => (
            "the agent has stopped answering",
            format!("{url} sent no event for {} s", SILENCE.as_secs()),
        ),
    };
    // The server may have received the message, so it is not sent again.
    Err(AgentError::permanent(reason).with_detail(detail))
}

fn convert_run_error(error: &RunError) -> AgentError {
    let code = match error.code.get() {
        Some(code) => format!(" ({code})"),
        None => String::new(),
    };
    AgentError::permanent(format!("the run failed: {}{code}", error.message))
}

/// Returns the kind of an event that clients do not see. A tool call counts only with its first event.
fn find_unshown_kind(event: &Event) -> Option<&'static str> {
    match event {
        Event::StateSnapshot(_) | Event::StateDelta(_) => Some("shared state"),
        // The calls of tools for A2UI contain messages.
        Event::ToolCallStart(start) => find_unshown_call(&start.tool_call_name),
        // Only the first chunk of a call has the name.
        Event::ToolCallChunk(chunk) => find_unshown_call(chunk.tool_call_name.get()?),
        Event::ActivitySnapshot(activity) if activity.activity_type != A2UI_SURFACE => {
            Some("activities")
        }
        Event::Custom(_) => Some("custom events"),
        Event::Unknown(event) => match event.tag() {
            "STEP_STARTED" | "STEP_FINISHED" => None,
            tag if tag.starts_with("REASONING_") || tag.starts_with("THINKING_") => {
                Some("reasoning")
            }
            _ => Some("custom events"),
        },
        _ => None,
    }
}

fn find_unshown_call(tool: &str) -> Option<&'static str> {
    if tool.contains("a2ui") {
        return None;
    }
    Some("calls of tools")
}

/// Returns the report about a kind of events that clients do not see.
fn describe_unshown(kind: &str) -> Finding {
    let message =
        format!("the agent sends {kind}, which clients do not see; they see surfaces and texts");
    Finding::warning("serve/event", Pointer::root(), message)
}

/// Adds the client's action, data models and capabilities to the input of a run.
fn with_client(
    mut body: RunAgentInput,
    input: &AgentInput,
    message: Option<&Payload>,
) -> RunAgentInput {
    let mut forwarded: Vec<(&str, Payload)> = Vec::new();
    if let Some(message) = message {
        let action = message
            .member("userAction")
            .or_else(|| message.member("action"));
        // Other messages, such as errors, are sent whole.
        let action = action.map(|action| Payload::object([("userAction", &action)]));
        forwarded.push(("a2uiAction", action.unwrap_or_else(|| message.clone())));
    }
    if let Some(model) = &input.data_model {
        forwarded.push(("a2uiClientDataModel", model.clone()));
    }
    if let Some(capabilities) = &input.capabilities {
        forwarded.push(("a2uiClientCapabilities", capabilities.clone()));
        if let Some(catalog) = find_first_catalog(capabilities) {
            let mut context = List::new();
            let components = Payload::empty_object();
            let value = Payload::object([("catalogId", &catalog), ("components", &components)]);
            context.push(ContextEntry::new(CATALOG_CONTEXT, value.text()));
            body = body.context(context);
        }
    }
    body.forwarded_props(Payload::object(
        forwarded.iter().map(|(name, value)| (*name, value)),
    ))
}

/// Returns the first catalog that a client of any version supports.
fn find_first_catalog(capabilities: &Payload) -> Option<Payload> {
    let mut versions = capabilities.members();
    versions.find_map(|(_, version)| version.member("supportedCatalogIds")?.elements().next())
}
