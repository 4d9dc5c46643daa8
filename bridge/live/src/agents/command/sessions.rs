//! The sessions that one process serves: a single session, or all sessions of the program.
//!
//! A shared process reads and writes lines that name their session:
//!
//! | line | direction | meaning |
//! |---|---|---|
//! | `{"session":"main","state":"open"}` | to the process | The session begins, and the agent may show surfaces |
//! | `{"session":"main","message":…}` | both | A line of this session, in the same form as for a process of one session |
//! | `{"session":"main","state":"closed"}` | to the process | The session leaves memory. It may be opened again |

use super::{ProcessLink, READ};
use crate::gateway::agent::AgentOutput;
use agent_ui_text::json::member;
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{io::AsyncWriteExt, process::ChildStdin, task::JoinHandle, time::timeout};
use wire::Payload;

/// The format of lines for a shared process.
const FORM: &str = r#"each line names its session, as in {"session":"main","message":…}"#;

/// The sessions that a process serves.
#[derive(Clone)]
pub(super) enum ProcessSessions {
    /// A single session.
    One {
        session: String,
        output: AgentOutput,
    },
    /// All sessions of the program that are in memory.
    All(Arc<OpenSessions>),
}

/// The sessions of a shared process, by name.
#[derive(Default)]
pub(super) struct OpenSessions(Mutex<BTreeMap<String, AgentOutput>>);

impl ProcessSessions {
    /// Returns the name of the session, if the process serves only one.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::One { session, .. } => Some(session),
            Self::All(_) => None,
        }
    }

    /// Returns the outputs of all sessions.
    pub(super) fn outputs(&self) -> Vec<AgentOutput> {
        match self {
            Self::One { output, .. } => vec![output.clone()],
            Self::All(open) => open.lock().values().cloned().collect(),
        }
    }

    /// Returns the session to which a line of the process belongs, and the content of the line.
    ///
    /// # Errors
    /// Returns a description of the error if the line names no session in memory.
    pub(super) fn split<'a>(&self, line: &'a str) -> Result<(AgentOutput, &'a str), String> {
        let open = match self {
            Self::One { output, .. } => return Ok((output.clone(), line)),
            Self::All(open) => open,
        };
        let name =
            member(line, "session").and_then(|name| serde_json::from_str::<String>(name).ok());
        let (Some(name), Some(message)) = (name, member(line, "message")) else {
            return Err(format!("a line was skipped: {FORM}"));
        };
        let Some(output) = open.lock().get(&name).cloned() else {
            return Err(format!(
                "a line was skipped: the session `{name}` is not open"
            ));
        };
        Ok((output, message))
    }
}

impl OpenSessions {
    pub(super) fn names(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    fn contains(&self, session: &str) -> bool {
        self.lock().contains_key(session)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, AgentOutput>> {
        // Each change is one call, so the map is consistent even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds the session to a line.
pub(super) fn line_of(session: &str, message: &str) -> String {
    format!(
        r#"{{"session":{},"message":{message}}}"#,
        Payload::string(session)
    )
}

fn state_line(session: &str, state: &str) -> String {
    format!(
        "{{\"session\":{},\"state\":\"{state}\"}}\n",
        Payload::string(session)
    )
}

/// The standard input of a process.
pub(super) struct ProcessInput {
    stdin: ChildStdin,
    /// The sessions that were announced to the process as open.
    announced: BTreeSet<String>,
}

impl ProcessInput {
    pub(super) fn new(stdin: ChildStdin) -> Self {
        Self {
            stdin,
            announced: BTreeSet::new(),
        }
    }

    /// Writes lines of a session. If the session is new to the process, it is announced first.
    pub(super) async fn write(&mut self, session: Option<&str>, lines: &str) -> io::Result<()> {
        if let Some(session) = session.filter(|session| !self.announced.contains(*session)) {
            self.stdin
                .write_all(state_line(session, "open").as_bytes())
                .await?;
            self.announced.insert(session.to_owned());
        }
        self.stdin.write_all(lines.as_bytes()).await?;
        self.stdin.flush().await
    }

    async fn close(&mut self, session: &str) -> io::Result<()> {
        if self.announced.remove(session) {
            self.stdin
                .write_all(state_line(session, "closed").as_bytes())
                .await?;
            self.stdin.flush().await?;
        }
        Ok(())
    }
}

/// A process for all sessions. The process ends when its last session leaves memory.
pub(super) struct SharedProcess {
    pub(super) link: Arc<ProcessLink>,
    pub(super) open: Arc<OpenSessions>,
    pub(super) task: JoinHandle<()>,
}

impl Drop for SharedProcess {
    fn drop(&mut self) {
        // The task kills the process when it is dropped.
        self.task.abort();
    }
}

/// The registration of a session at a shared process.
pub(super) struct SharedPlace {
    pub(super) process: Arc<SharedProcess>,
    pub(super) session: String,
    output: AgentOutput,
}

impl SharedPlace {
    /// Adds a session, and announces it to the process.
    pub(super) fn enter(process: Arc<SharedProcess>, session: &str, output: AgentOutput) -> Self {
        process
            .open
            .lock()
            .insert(session.to_owned(), output.clone());
        let (link, open, name) = (
            Arc::clone(&process.link),
            Arc::clone(&process.open),
            session.to_owned(),
        );
        tokio::spawn(async move { announce(&link, &open, &name, false).await });
        Self {
            process,
            session: session.to_owned(),
            output,
        }
    }
}

impl Drop for SharedPlace {
    fn drop(&mut self) {
        let mut open = self.process.open.lock();
        // The session may have been opened again.
        if open
            .get(&self.session)
            .is_some_and(|output| output.is_of_same_session(&self.output))
        {
            open.remove(&self.session);
        }
        drop(open);
        let (link, open) = (
            Arc::clone(&self.process.link),
            Arc::clone(&self.process.open),
        );
        let session = std::mem::take(&mut self.session);
        // Without a runtime, the program ends.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { announce(&link, &open, &session, true).await });
        }
    }
}

/// Announces to the process that a session is open, unless the process is not running or already knows. If the session
/// was closed before, this is announced first. A process that does not read is stopped.
pub(super) async fn announce(
    link: &ProcessLink,
    open: &OpenSessions,
    session: &str,
    was_closed: bool,
) {
    let mut input = link.input.lock().await;
    let Some(to) = input.as_mut() else { return };
    let written = timeout(READ, async {
        if was_closed {
            to.close(session).await?;
        }
        if open.contains(session) {
            to.write(Some(session), "").await?;
        }
        io::Result::Ok(())
    });
    match written.await {
        Ok(Ok(())) => {}
        Ok(Err(_)) => *input = None,
        Err(_) => {
            *input = None;
            link.stop.notify_one();
        }
    }
}
