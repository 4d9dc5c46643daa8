//! MCP servers as agents. Their A2UI resources and results become the surfaces of a session.

mod calls;
mod command;
mod http;
mod incoming;
mod input_required;
mod link;
mod peer;
mod question_surface;
mod questions;
mod shown;
#[cfg(test)]
mod tests;
mod waiting_turn;

use crate::agents::command::CommandEnvironment;
use crate::gateway::{
    AgentDescription,
    agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use link::{Job, LinkTarget, ServerLink};
use peer::Server;
use questions::{QuestionOf, Questions};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
    time::timeout,
};
use waiting_turn::{WaitingTurn, WorkOutcome};
use wire::Payload;

/// The maximum time for which the first client waits for the server's description.
const DESCRIBE: Duration = Duration::from_secs(2);

/// The maximum number of messages that wait for a server.
const AHEAD: usize = 4;

/// An MCP server that shows surfaces.
///
/// Each session has its own connection. When a connection begins, the server's tool `agent_ui_show` is called if it
/// exists, and the resources with the type `application/a2ui+json` are read. Resources whose change the server
/// announces are read again. Resources in tool results are shown.
///
/// | message of a client | call |
/// |---|---|
/// | an action | the [action tool](Self::action_tool), with the A2UI message as its arguments; otherwise the tool with the name of the action, with the action's context as its arguments |
/// | a text | the tool `agent_ui_show` with the argument `text`; otherwise the only tool with a single string argument |
///
/// ```
/// use agent_ui_live::{gateway::agent::Agent, faces::mcp::McpAgent};
///
/// let remote = McpAgent::http("shop", "https://shop.test/mcp");
/// let local = McpAgent::command("desk", "node desk.js").action_tool("act");
/// assert_eq!((remote.name(), local.name()), ("shop", "desk"));
/// ```
///
/// A question that the server asks the user (elicitation) is a surface, whose buttons accept, decline or cancel it. The
/// turn ends when the question is shown. The turn of the answer ends with the call that has asked.
///
/// Servers of 2026-07-28 receive no `initialize`. Other requests from the server, such as sampling, are refused. Limits:
/// messages of 8 MiB, 1,000 tools and resources, 120 s for a request, and 10 minutes for the answer to a question.
pub struct McpAgent {
    name: String,
    server: Server,
    action_tool: String,
    description: watch::Sender<Option<AgentDescription>>,
    /// `true` after a client has waited for the server's description.
    has_waited: AtomicBool,
}

impl fmt::Debug for McpAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpAgent")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl McpAgent {
    /// Creates an agent for a server that is reached over Streamable HTTP.
    pub fn http(name: impl Into<String>, url: impl Into<String>) -> Self {
        Self::new(name.into(), Server::Http(url.into()))
    }

    /// Creates an agent for a server that a shell command starts (`sh -c`, or `cmd /C` on Windows). Messages use its
    /// standard streams.
    pub fn command(name: impl Into<String>, command: impl Into<String>) -> Self {
        let name = name.into();
        let prefix = name.clone();
        let error_lines = Arc::new(move |line: &str| eprintln!("{prefix}: {line}"));
        Self::new(
            name,
            Server::Command(
                command.into(),
                CommandEnvironment::of_program(),
                error_lines,
            ),
        )
    }

    /// Sets the receiver of the lines that a command writes to standard error. It also gets the name of the agent. By
    /// default, both are written to this process's standard error.
    #[must_use]
    pub fn on_error_line(mut self, receive: impl Fn(&str, &str) + Send + Sync + 'static) -> Self {
        if let Server::Command(_, _, error_lines) = &mut self.server {
            let name = self.name.clone();
            *error_lines = Arc::new(move |line: &str| receive(&name, line));
        }
        self
    }

    /// Sets the environment variables of a command. By default, a command inherits those of the program.
    #[must_use]
    pub fn environment(mut self, chosen: CommandEnvironment) -> Self {
        if let Server::Command(_, environment, _) = &mut self.server {
            *environment = chosen;
        }
        self
    }

    fn new(name: String, server: Server) -> Self {
        Self {
            name,
            server,
            action_tool: super::tools::ACTION.to_owned(),
            description: watch::Sender::new(None),
            has_waited: AtomicBool::new(false),
        }
    }

    /// Sets the tool that receives the actions. The default is `agent_ui_action`.
    #[must_use]
    pub fn action_tool(mut self, name: impl Into<String>) -> Self {
        self.action_tool = name.into();
        self
    }
}

impl Agent for McpAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn is_spontaneous(&self) -> bool {
        true
    }

    /// Returns `false`, because servers have tools for actions but none for errors.
    fn reads_errors(&self) -> bool {
        false
    }

    /// Returns `true`, because a user who closes a question cancels it.
    fn reads_closings(&self) -> bool {
        true
    }

    fn description(&self) -> Option<AgentDescription> {
        self.description.borrow().clone()
    }

    fn describe(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            // A server that cannot be reached delays only the first client.
            if self.has_waited.swap(true, Ordering::Relaxed) {
                return;
            }
            let mut known = self.description.subscribe();
            // The sender lives as long as the agent.
            let _ = timeout(DESCRIBE, known.wait_for(Option::is_some)).await;
        })
    }

    fn connect(&self, session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let (to, jobs) = mpsc::channel(AHEAD);
        let target = LinkTarget {
            name: self.name.clone(),
            server: self.server.clone(),
            session: session.to_owned(),
            action_tool: self.action_tool.clone(),
            description: self.description.clone(),
        };
        let link = ServerLink::new(target, output);
        Box::new(McpConnection {
            to,
            questions: Arc::clone(&link.questions),
            waiting: Arc::clone(&link.waiting),
            task: tokio::spawn(link.run(jobs)),
        })
    }
}

struct McpConnection {
    to: mpsc::Sender<Job>,
    questions: Arc<Questions>,
    waiting: Arc<WaitingTurn>,
    task: JoinHandle<()>,
}

impl Drop for McpConnection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn connection_ended() -> AgentError {
    AgentError::permanent("the connection to the server has ended")
}

impl AgentConnection for McpConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            let outcome = match self.find_question(&input) {
                // A client reports a fault of the surface, and its user can still answer.
                Some((_, message)) if question_surface::is_report(message) => Ok(()),
                Some((surface, message)) => self.answer(&surface, message).await,
                None if is_closing(&input) => Ok(()),
                None => self.work(input).await,
            };
            outcome.map(|()| TurnEnd::Ended)
        })
    }
}

impl McpConnection {
    /// Returns the message of an input, and its surface, if the surface is a question.
    fn find_question<'a>(&self, input: &'a AgentInput) -> Option<(String, &'a Payload)> {
        let message = input.messages.first()?;
        let surface = question_surface::surface_of(message)?;
        (self.questions.find(&surface) != QuestionOf::Other).then_some((surface, message))
    }

    /// Answers a question, and waits for the work that it has interrupted.
    async fn answer(&self, surface: &str, message: &Payload) -> Result<(), AgentError> {
        let shown = self.questions.shown();
        // The work may end before the wait begins.
        let outcome = self.waiting.join();
        if !self.questions.answer(surface, message).await? {
            return Ok(());
        }
        match outcome {
            // The work goes on after the answers to the other questions, which are turns of their own.
            Some(_) if self.questions.has_open() => Ok(()),
            // The server has the answer, so it must not get it again.
            Some(outcome) => wait(outcome, shown)
                .await
                .map_err(AgentError::into_permanent),
            None => Ok(()),
        }
    }

    /// Passes an input to the link, and waits for its work.
    async fn work(&self, input: AgentInput) -> Result<(), AgentError> {
        if self.questions.has_open() && self.waiting.is_running() {
            let reason = "the agent waits for the answer to its question";
            return Err(AgentError::permanent(reason));
        }
        let shown = self.questions.shown();
        let (done, outcome) = oneshot::channel();
        self.to
            .send(Job { input, done })
            .await
            .map_err(|_| connection_ended())?;
        wait(outcome, shown).await
    }
}

/// Waits for the outcome of work, or until a question of the server is shown.
async fn wait(
    mut outcome: oneshot::Receiver<WorkOutcome>,
    mut shown: watch::Receiver<u64>,
) -> WorkOutcome {
    tokio::select! {
        biased;
        outcome = &mut outcome => outcome.map_err(|_| connection_ended())?,
        // The user can answer only after the end of the turn.
        Ok(()) = shown.changed() => Ok(()),
    }
}

/// Returns `true` if an input only states that a user has closed a surface. Servers have no tool for this.
fn is_closing(input: &AgentInput) -> bool {
    match &*input.messages {
        [message] => input.text.is_none() && question_surface::is_closing(message),
        _ => false,
    }
}
