//! The conversation with an agent in one session.

use super::{
    agent_shared::{A2aAgentShared, wrong_answer},
    card::Endpoint,
    content::PartContent,
    method::Method,
    outgoing::{self, MessageIds},
    reply::Reply,
    rpc::ErrorKind,
    task_state::TaskState,
    transcript::Transcript,
};
use crate::{
    agents::http_client::{HttpError, HttpResponse},
    gateway::{
        TurnBytes,
        agent::{AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
    },
};
use std::{sync::Arc, time::Duration};
use tokio::time::{sleep, timeout};
use wire::{
    Payload,
    json_rpc::{JsonRpcAnswer, JsonRpcError, JsonRpcRequest, JsonRpcVersion},
};

/// The maximum length of an answer in bytes: 16 MiB.
const ANSWER: usize = 16 << 20;
/// The first and the longest pause between two polls of a task.
const POLL: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));
/// The time without an event after which a stream counts as broken: 5 minutes.
const IDLE: Duration = Duration::from_secs(300);
/// The maximum duration of a turn: 1 hour. The next message of the session waits for the end of the turn.
const TURN: Duration = Duration::from_secs(3600);
/// The number of consecutive failures to follow a task after which the turn fails.
const FAILURES: u32 = 5;

/// The connection to an agent.
#[derive(Debug)]
pub(super) struct Conversation {
    agent: Arc<A2aAgentShared>,
    output: AgentOutput,
    endpoint: Option<Endpoint>,
    /// The id of the context. The agent may replace the id that this client proposed.
    context: Option<String>,
    is_context_known: bool,
    /// The id of the task that waits for the next message.
    task: Option<String>,
    transcript: Transcript,
    /// The number of bytes that the agent may still send in its turn.
    bytes: TurnBytes,
}

/// The reason why a request has no usable answer.
enum TurnFailure {
    /// The agent answered with an error.
    Rpc(JsonRpcError),
    /// Another failure of the agent.
    Agent(AgentError),
}

impl From<HttpError> for TurnFailure {
    fn from(error: HttpError) -> Self {
        Self::Agent(AgentError::from(&error))
    }
}

/// The progress of a turn.
#[derive(Clone, Debug, Default)]
struct TurnProgress {
    task: Option<String>,
    state: Option<TaskState>,
    has_reply: bool,
    is_ended: bool,
}

impl AgentConnection for Conversation {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            let ended = timeout(TURN, self.run_turn(&input)).await;
            let ended = ended.unwrap_or_else(|_| {
                Err(AgentError::permanent(
                    "the agent has not ended its task within an hour",
                ))
            });
            if self.bytes.check().is_err() {
                // A text without an end is not worth its memory.
                self.transcript.start_turn();
            }
            let rest = self.transcript.finish();
            self.pass_on(rest).await;
            ended.map(|()| TurnEnd::Ended)
        })
    }
}

impl Conversation {
    pub(super) fn new(agent: Arc<A2aAgentShared>, session: &str, output: AgentOutput) -> Self {
        let context = Some(agent.derived_id("context", session));
        Self {
            agent,
            output,
            endpoint: None,
            context,
            is_context_known: false,
            task: None,
            transcript: Transcript::default(),
            bytes: TurnBytes::default(),
        }
    }

    /// Sends an input, and passes on the agent's answers.
    async fn run_turn(&mut self, input: &AgentInput) -> Result<(), AgentError> {
        let endpoint = self.endpoint().await?;
        self.transcript.start_turn();
        self.bytes.restart();
        let mut progress = TurnProgress::default();
        let sent = self.send(&endpoint, input, &mut progress).await;
        if sent.is_err() {
            // The card may have changed.
            self.endpoint = None;
        }
        self.bytes.check()?;
        match sent {
            Err(TurnFailure::Rpc(error)) if self.may_send_again(&error) => {
                self.send(&endpoint, input, &mut progress)
                    .await
                    .map_err(convert_failure)?;
            }
            Err(failure) if !progress.has_reply => return Err(convert_failure(failure)),
            // The agent has received the input, so it is not sent again.
            Err(failure) if progress.task.is_none() => {
                return Err(convert_failure(failure).into_permanent());
            }
            Err(_) | Ok(()) => {}
        }
        self.follow(&endpoint, &mut progress).await?;
        self.task = progress
            .task
            .filter(|_| progress.state.is_some_and(TaskState::is_interrupted));
        match progress.state {
            Some(TaskState::Failed) => Err(AgentError::permanent("the task of the agent failed")),
            Some(TaskState::Rejected) => Err(AgentError::permanent("the agent rejected the task")),
            Some(TaskState::Canceled) => Err(AgentError::permanent("the agent canceled the task")),
            Some(TaskState::AuthRequired) => Err(AgentError::permanent(
                "the agent requires an authentication of the user",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the endpoint of the agent from its card.
    async fn endpoint(&mut self) -> Result<Endpoint, AgentError> {
        if let Some(endpoint) = &self.endpoint {
            return Ok(endpoint.clone());
        }
        let endpoint = self.agent.read_card().await?;
        self.endpoint = Some(endpoint.clone());
        Ok(endpoint)
    }

    /// Returns `true` if the agent refused an id that the next attempt will omit.
    fn may_send_again(&mut self, error: &JsonRpcError) -> bool {
        let refuses_task = error.code == ErrorKind::TaskNotFound.code()
            || error.code == ErrorKind::UnsupportedOperation.code();
        if self.task.is_some() && refuses_task {
            self.task = None;
            return true;
        }
        let may_be_context = error.code == ErrorKind::InvalidParams.code()
            || error.code == ErrorKind::InvalidRequest.code();
        // Some agents accept only contexts that they made.
        if !self.is_context_known && may_be_context {
            return self.context.take().is_some();
        }
        false
    }

    /// Sends an input as a message, to the current task if there is one.
    async fn send(
        &mut self,
        endpoint: &Endpoint,
        input: &AgentInput,
        progress: &mut TurnProgress,
    ) -> Result<(), TurnFailure> {
        // The id of an input contains the name of the session, which other agents must not know.
        let message = self.agent.derived_id("message", &input.id);
        let ids = MessageIds {
            message: &message,
            context: self.context.as_deref(),
            task: self.task.as_deref(),
        };
        let params = outgoing::send_params(endpoint, input, ids);
        let method = if endpoint.has_streams {
            Method::Stream
        } else {
            Method::Send
        };
        self.request(endpoint, method, &message, &params, progress)
            .await
    }

    /// Sends a request, and passes on the answers.
    async fn request(
        &mut self,
        endpoint: &Endpoint,
        method: Method,
        id: &str,
        params: &Payload,
        progress: &mut TurnProgress,
    ) -> Result<(), TurnFailure> {
        let body = JsonRpcRequest::new(JsonRpcVersion::V2, id, method.name(endpoint.a2a))
            .params(params.clone());
        let headers = outgoing::headers(endpoint, method);
        let headers: Vec<_> = self
            .agent
            .own_headers(&endpoint.url)
            .chain(headers.iter().map(|(name, value)| (*name, value.as_str())))
            .collect();
        let response = self
            .agent
            .http
            .post(&endpoint.url, &headers, body.to_line())
            .await?
            .successful()
            .await?;
        if response.has_type("text/event-stream") {
            return self.read_events(response, progress).await;
        }
        let text = response.text(ANSWER).await?;
        self.accept(&text, progress).await
    }

    /// Reads the events of a stream until the task or the stream ends.
    async fn read_events(
        &mut self,
        response: HttpResponse,
        progress: &mut TurnProgress,
    ) -> Result<(), TurnFailure> {
        let mut events = response.events();
        loop {
            let event = match timeout(IDLE, events.next()).await {
                Ok(Some(Ok(event))) => event,
                Ok(Some(Err(error))) => {
                    let broken = AgentError::permanent("the answer of the agent broke off");
                    return Err(TurnFailure::Agent(broken.with_detail(error)));
                }
                Ok(None) => break,
                Err(_) => {
                    let silent = "the agent has sent no event for 5 minutes";
                    return Err(TurnFailure::Agent(AgentError::permanent(silent)));
                }
            };
            self.accept(&event.data, progress).await?;
            if progress.is_ended {
                break;
            }
        }
        Ok(())
    }

    /// Accepts one answer.
    async fn accept(&mut self, text: &str, progress: &mut TurnProgress) -> Result<(), TurnFailure> {
        let answer = Payload::parse(text).map_err(|error| {
            refuse_reply(format!("the answer of the agent is not JSON-RPC: {error}"))
        })?;
        let Some(answer) = JsonRpcAnswer::from_payload(&answer) else {
            return Err(refuse_reply(
                "the answer of the agent has no result".to_owned(),
            ));
        };
        let result = answer.outcome.map_err(TurnFailure::Rpc)?;
        // In A2A 1.0, the result of `GetTask` is the task itself.
        let reply = Reply::read(&result).map_err(refuse_reply)?;
        progress.has_reply = true;
        let (context, task) = reply.ids();
        if let Some(context) = context {
            self.context = Some(context.to_owned());
            self.is_context_known = true;
        }
        if let Some(task) = task {
            progress.task = Some(task.to_owned());
        }
        if let Some(state) = reply.state() {
            progress.state = Some(state);
        }
        progress.is_ended = match &reply {
            Reply::Message(_) => true,
            Reply::Status(update) if update.is_final == Some(true) => true,
            _ => progress
                .state
                .is_some_and(|state| state.is_final() || state.is_interrupted()),
        };
        // Content that a poll repeats counts only once.
        let before = self.transcript.unfinished();
        let new = self.transcript.add(reply);
        let received: usize = new.iter().map(PartContent::len).sum();
        let added = (received + self.transcript.unfinished()).saturating_sub(before);
        self.bytes.take(added).map_err(TurnFailure::Agent)?;
        self.pass_on(new).await;
        Ok(())
    }

    /// Follows a task until it ends, on its stream or by polling.
    async fn follow(
        &mut self,
        endpoint: &Endpoint,
        progress: &mut TurnProgress,
    ) -> Result<(), AgentError> {
        let (mut pause, longest) = POLL;
        let mut failures = 0;
        while !progress.is_ended {
            let Some(task) = progress.task.clone() else {
                // A stream that ends without a reply has none.
                return if progress.has_reply {
                    Ok(())
                } else {
                    // The agent may have received the input, so it is not sent again.
                    Err(AgentError::permanent(
                        "the agent closed the connection without an answer",
                    ))
                };
            };
            sleep(pause).await;
            pause = (pause * 2).min(longest);
            let params = outgoing::task_params(endpoint, &task);
            let id = self.agent.derived_id("task", &task);
            if endpoint.has_streams {
                // A task that has ended cannot be subscribed to, so an error says nothing.
                let _ = self
                    .request(endpoint, Method::Subscribe, &id, &params, progress)
                    .await;
                self.bytes.check()?;
            }
            if progress.is_ended {
                break;
            }
            match self
                .request(endpoint, Method::GetTask, &id, &params, progress)
                .await
            {
                Ok(()) => failures = 0,
                Err(failure) if self.bytes.check().is_err() => {
                    return Err(convert_failure(failure));
                }
                Err(TurnFailure::Agent(_)) if failures + 1 < FAILURES => failures += 1,
                Err(failure) => return Err(convert_failure(failure).into_permanent()),
            }
        }
        Ok(())
    }

    async fn pass_on(&mut self, contents: Vec<PartContent>) {
        for content in contents {
            match content {
                PartContent::Text(text) => self.output.text(&text).await,
                PartContent::A2ui(data) => self.output.messages(data.text()).await,
                PartContent::Other(what) => {
                    let message = format!("the agent sent {what}, which no client can show");
                    self.output
                        .report_error(AgentError::permanent(message))
                        .await;
                }
            }
        }
    }
}

fn convert_failure(failure: TurnFailure) -> AgentError {
    match failure {
        TurnFailure::Agent(error) => error,
        TurnFailure::Rpc(error) => {
            let detail = format!("{} {}", error.code, error.message);
            AgentError::permanent("the agent answered with an error").with_detail(detail)
        }
    }
}

fn refuse_reply(error: String) -> TurnFailure {
    TurnFailure::Agent(wrong_answer(error))
}
