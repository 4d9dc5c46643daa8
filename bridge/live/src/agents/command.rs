//! An agent that is a command: it writes A2UI messages to its standard output, and reads the messages of clients from its standard
//! input.
//!
//! Each session has its own process, whose environment variable `AGENT_UI_SESSION` contains the name of the session.
//! Each line is one message, in the agent's version of A2UI. A line may also be an A2A message, `{"parts":[…]}`, whose
//! text parts are texts for the user. The agent receives such a line for a text of the user, and for an action on a
//! surface with a data model.
//!
//! | | |
//! |---|---|
//! | standard error | each line is passed on with the name of the agent |
//! | the line `{"turn":"end"}` | the agent has fully answered the latest message |
//! | the line `{"turn":"more"}` | the agent is still working, so silence does not end the turn |
//! | exit status 0 | the agent has finished, and accepts no further messages |
//! | another exit status | the agent is restarted after a pause, which grows from 0.2 s to 30 s |
//! | a line of more than 8 MiB | is skipped and reported |
//! | standard input that is not read for 30 s | the agent is stopped and restarted |
//! | end of the session | the process and its children are killed |
//!
//! With [`CommandAgent::for_all_sessions`], one process serves all sessions until the last one ends. Each line then
//! names its session: `{"session":"main","message":…}`. The process is informed about open sessions by
//! `{"session":"main","state":"open"}`, and later `"closed"`. If the process fails, all unanswered messages of all
//! sessions fail.
//!
//! A message is complete when the turn of the process has ended: see [`OpenTurn`]. If the process ends earlier, the
//! message fails and is not sent to the next process. While a process fails repeatedly, messages fail immediately.
//!
//! ```
//! use agent_ui_live::{agents::command::CommandAgent, gateway::agent::Agent};
//! use agent_ui_text::bridge::Protocol;
//!
//! let agent = CommandAgent::new("clerk", "python3 clerk.py", Protocol::A2ui)
//!     .on_error_line(|agent, line| eprintln!("{agent}: {line}"));
//! assert_eq!(agent.name(), "clerk");
//! ```

mod environment;
pub(crate) mod process;
mod sessions;
#[cfg(test)]
mod tests;

use crate::{
    agents::lines,
    gateway::agent::{
        Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, OpenTurn, TurnEnd,
    },
};
use agent_ui_text::bridge::{DialectOrProtocol, a2ui::Version};
pub use environment::CommandEnvironment;
use process::Process;
use sessions::{OpenSessions, ProcessInput, ProcessSessions, SharedPlace, SharedProcess};
use std::{
    fmt,
    sync::{Arc, Mutex as StdMutex, PoisonError, Weak, atomic::AtomicBool},
    time::Duration,
};
use tokio::{
    sync::{Mutex, Notify, watch},
    task::JoinHandle,
    time::timeout,
};

/// The maximum time in which the process must read a message.
const READ: Duration = crate::limits::COMMAND_READ;
/// The time for which a message waits for a process that is starting.
const START: Duration = crate::limits::COMMAND_START;

/// The receiver of lines from standard error, with the name of the agent.
type ErrorLines = dyn Fn(&str, &str) + Send + Sync;

/// An agent that is a command. See the [module documentation](self).
pub struct CommandAgent {
    name: String,
    command: String,
    dialect: DialectOrProtocol,
    environment: CommandEnvironment,
    error_lines: Arc<ErrorLines>,
    /// The single process for all sessions, if this is enabled.
    shared: Option<StdMutex<Weak<SharedProcess>>>,
}

impl fmt::Debug for CommandAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandAgent")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl CommandAgent {
    /// Creates an agent with a name, and a command line for the shell (`sh -c`, or `cmd /C` on Windows). If the agent's
    /// version of A2UI is unknown, pass the protocol.
    pub fn new(
        name: impl Into<String>,
        command: impl Into<String>,
        dialect: impl Into<DialectOrProtocol>,
    ) -> Self {
        let error_lines = Arc::new(|agent: &str, line: &str| eprintln!("{agent}: {line}"));
        Self {
            name: name.into(),
            command: command.into(),
            dialect: dialect.into(),
            environment: CommandEnvironment::of_program(),
            error_lines,
            shared: None,
        }
    }

    /// Sets the environment variables of the command. By default, the command inherits those of the program.
    #[must_use]
    pub fn environment(mut self, environment: CommandEnvironment) -> Self {
        self.environment = environment;
        self
    }

    /// Sets the receiver of lines from standard error. By default, the lines are written to this program's standard
    /// error, with the agent's name.
    #[must_use]
    pub fn on_error_line(mut self, receive: impl Fn(&str, &str) + Send + Sync + 'static) -> Self {
        self.error_lines = Arc::new(receive);
        self
    }

    /// Lets one process serve all sessions. Each of its lines names a session.
    #[must_use]
    pub fn for_all_sessions(mut self) -> Self {
        self.shared = Some(StdMutex::default());
        self
    }

    fn start(&self, sessions: ProcessSessions) -> (Arc<ProcessLink>, JoinHandle<()>) {
        let link = Arc::new(ProcessLink::default());
        let process = Process {
            name: self.name.clone(),
            command: self.command.clone(),
            environment: self.environment.clone(),
            sessions,
            error_lines: Arc::clone(&self.error_lines),
            link: Arc::clone(&link),
        };
        (link, tokio::spawn(Arc::new(process).run()))
    }

    /// Returns the process for all sessions. If it has not been started or has ended, a new process is started.
    fn shared_process(&self, shared: &StdMutex<Weak<SharedProcess>>) -> Arc<SharedProcess> {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(process) = shared
            .upgrade()
            .filter(|process| !process.task.is_finished())
        {
            return process;
        }
        let open: Arc<OpenSessions> = Arc::default();
        let (link, task) = self.start(ProcessSessions::All(Arc::clone(&open)));
        let process = Arc::new(SharedProcess { link, open, task });
        *shared = Arc::downgrade(&process);
        process
    }
}

impl Agent for CommandAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> DialectOrProtocol {
        self.dialect
    }

    fn is_spontaneous(&self) -> bool {
        true
    }

    fn connect(&self, session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let version = self.dialect.a2ui_version();
        let (link, owner) = match &self.shared {
            Some(shared) => {
                let process = self.shared_process(shared);
                let link = Arc::clone(&process.link);
                (
                    link,
                    ProcessOwner::All(SharedPlace::enter(process, session, output.clone())),
                )
            }
            None => {
                let only = ProcessSessions::One {
                    session: session.to_owned(),
                    output: output.clone(),
                };
                let (link, task) = self.start(only);
                (link, ProcessOwner::One(task))
            }
        };
        Box::new(CommandConnection {
            link,
            owner,
            output,
            version,
        })
    }
}

/// The state of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum ProcessState {
    /// The process is starting, or has failed once and will be restarted.
    #[default]
    Starting,
    Running,
    /// The process has failed several times in a row, and will be restarted.
    Failing(AgentError),
    /// The process ended with status 0.
    Ended,
}

/// The state that a connection and its process share.
#[derive(Default)]
struct ProcessLink {
    state: watch::Sender<ProcessState>,
    /// The standard input of the running process.
    input: Mutex<Option<ProcessInput>>,
    /// `true` once a process has written a line.
    has_output: AtomicBool,
    /// Stops a process that does not read its input.
    stop: Notify,
}

struct CommandConnection {
    link: Arc<ProcessLink>,
    owner: ProcessOwner,
    output: AgentOutput,
    version: Option<Version>,
}

/// The guard that ends the process, or removes the session from a shared process, when it is dropped.
enum ProcessOwner {
    One(JoinHandle<()>),
    All(SharedPlace),
}

impl Drop for ProcessOwner {
    fn drop(&mut self) {
        if let Self::One(task) = self {
            // The task kills the process when it is dropped.
            task.abort();
        }
    }
}

impl AgentConnection for CommandConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            let lines = lines::of_input(&input, self.version);
            let lines = lines.map_err(|error| AgentError::permanent(error.to_string()))?;
            let session = match &self.owner {
                ProcessOwner::One(_) => None,
                ProcessOwner::All(place) => Some(&*place.session),
            };
            let mut text = String::new();
            for line in lines {
                match session {
                    Some(session) => text.push_str(&sessions::line_of(session, &line)),
                    None => text.push_str(&line),
                }
                text.push('\n');
            }
            let turn = self.link.write(session, &text, &self.output).await?;
            let turn = if lines::needs_answer(&input) {
                turn
            } else {
                turn.without_answer()
            };
            Ok(TurnEnd::Open(turn))
        })
    }
}

impl ProcessLink {
    /// Writes lines to the running process. A shared process identifies the session by its name. Returns the turn that
    /// begins with the lines.
    async fn write(
        &self,
        session: Option<&str>,
        lines: &str,
        output: &AgentOutput,
    ) -> Result<OpenTurn, AgentError> {
        let mut state = self.state.subscribe();
        let started = timeout(
            START,
            state.wait_for(|state| *state != ProcessState::Starting),
        )
        .await;
        match started.map(|state| state.map(|state| state.clone())) {
            Ok(Ok(ProcessState::Ended)) => {
                let message = "the agent has ended, so it cannot receive messages";
                return Err(
                    AgentError::permanent(message).with_detail("the command ended with status 0")
                );
            }
            Ok(Ok(ProcessState::Failing(error))) => return Err(error),
            Ok(Ok(_)) => {}
            Ok(Err(_)) | Err(_) => return Err(AgentError::temporary("the agent is not running")),
        }
        let mut input = self.input.lock().await;
        let Some(to) = input.as_mut() else {
            let error = AgentError::temporary("the agent cannot receive messages");
            return Err(error.with_detail("the command has closed its standard input"));
        };
        // The process fails after `input` is released, so its failure belongs to this turn.
        let turn = output.open_turn();
        match timeout(READ, to.write(session, lines)).await {
            Ok(Ok(())) => Ok(turn),
            Ok(Err(error)) => {
                *input = None;
                let detail = format!("the command does not read: {error}");
                Err(AgentError::temporary("the agent cannot receive messages").with_detail(detail))
            }
            Err(_) => {
                // A part of the line may be written, so this process cannot get another one.
                *input = None;
                self.stop.notify_one();
                let detail = format!(
                    "the command has not read a message for {} s",
                    READ.as_secs()
                );
                Err(
                    AgentError::permanent("the agent does not read its messages")
                        .with_detail(detail),
                )
            }
        }
    }
}
