//! The process of one session or of all sessions, which is restarted when it fails.

use super::{
    CommandEnvironment, ErrorLines, ProcessLink, ProcessState,
    sessions::{ProcessInput, ProcessSessions, announce},
};
use crate::{
    agents::lines::AgentLine,
    gateway::agent::{AgentError, AgentOutput, TurnMark},
    peers::transport::lines::line,
};
use futures_util::future::{Either, select};
use std::{
    io,
    pin::pin,
    process::{ExitStatus, Stdio},
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncRead, BufReader},
    process::{Child, Command},
    task::JoinSet,
    time::{sleep, timeout},
};
use tracing::{info, warn};

/// The maximum length of a line on standard output in bytes.
const LINE: usize = crate::limits::COMMAND_LINE;
/// The maximum length of a line on standard error in bytes. The rest is discarded.
const ERROR_LINE: usize = 8 << 10;
/// The maximum total size of lines that are passed on together.
const BATCH: usize = 256 << 10;
/// The first and the longest pause before a process is restarted.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(30));
/// The run time after which the start of a process counts as successful.
const HEALTHY: Duration = Duration::from_secs(60);
/// The time limit for passing on the remaining output of a process that has ended.
const REST: Duration = Duration::from_secs(60);
/// The environment variable with the name of the session.
const SESSION: &str = "AGENT_UI_SESSION";

/// The hint about a command that ends with status 0 and without output.
const ENDED: &str = "an agent keeps reading its standard input; name a program that only writes messages as `file:PATH`, or pipe it into `-`";
/// The hint about a command that fails.
const FAILED: &str = "run the command in a shell in the folder in which this program was started; relative paths begin there";

/// The process of a session, or of all sessions.
pub(super) struct Process {
    pub(super) name: String,
    pub(super) command: String,
    pub(super) environment: CommandEnvironment,
    pub(super) sessions: ProcessSessions,
    pub(super) error_lines: Arc<ErrorLines>,
    pub(super) link: Arc<ProcessLink>,
}

impl Process {
    /// Runs the process until it ends with status 0.
    pub(super) async fn run(self: Arc<Self>) {
        let mut pause = PAUSES.0;
        let mut failures = 0_u32;
        loop {
            let began = Instant::now();
            let ended = self.run_once().await;
            *self.link.input.lock().await = None;
            if ended.as_ref().is_ok_and(ExitStatus::success) {
                info!(
                    session = self.sessions.name(),
                    agent = self.name,
                    "the command has ended"
                );
                self.link.state.send_replace(ProcessState::Ended);
                let error = AgentError::permanent("the agent has ended without an answer")
                    .with_detail("the command ended with status 0")
                    .with_hint(ENDED);
                let is_silent = !self.link.has_output.load(Ordering::Relaxed);
                self.mark_turns(&TurnMark::Left(error.clone()), is_silent.then_some(error))
                    .await;
                return;
            }
            if began.elapsed() > HEALTHY {
                (pause, failures) = (PAUSES.0, 0);
            }
            failures = failures.saturating_add(1);
            let error = describe_failure(&ended, failures > 1, pause);
            warn!(
                session = self.sessions.name(),
                agent = self.name,
                why = error.to_string(),
                "the command starts again"
            );
            let state = match error.is_temporary() {
                true => ProcessState::Starting,
                false => ProcessState::Failing(error.clone()),
            };
            self.link.state.send_replace(state);
            self.mark_turns(&TurnMark::Failed(error.clone()), Some(error))
                .await;
            for output in self.sessions.outputs() {
                output.set_away(true).await;
            }
            sleep(pause).await;
            pause = pause.saturating_mul(2).min(PAUSES.1);
            let outputs = self.sessions.outputs();
            if let Some(output) = outputs.first() {
                output.count_restart().await;
            }
            for output in outputs {
                output.mark_restarted().await;
            }
        }
    }

    /// Ends the turns of all sessions. An error is reported only once.
    async fn mark_turns(&self, mark: &TurnMark, error: Option<AgentError>) {
        let outputs = self.sessions.outputs();
        if let Some((output, error)) = outputs.first().zip(error) {
            output.report_error(error).await;
        }
        for output in outputs {
            output.mark_reported_turn(mark.clone()).await;
        }
    }

    /// Runs the process once, and passes on its output.
    async fn run_once(self: &Arc<Self>) -> io::Result<ExitStatus> {
        let mut child = spawn(&self.command, &self.environment, self.sessions.name())?;
        info!(
            session = self.sessions.name(),
            agent = self.name,
            pid = child.id(),
            "the command has started"
        );
        let group = ProcessGroup(child.id());
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let (reader, error_reader) = (Arc::clone(self), Arc::clone(self));
        let mut readers = JoinSet::new();
        readers.spawn(async move { reader.pass_lines(output).await });
        readers.spawn(async move { error_reader.pass_error_lines(errors).await });
        *self.link.input.lock().await = child.stdin.take().map(ProcessInput::new);
        self.link.state.send_replace(ProcessState::Running);
        for output in self.sessions.outputs() {
            output.set_away(false).await;
        }
        self.announce_sessions();
        let ended = match select(pin!(child.wait()), pin!(self.link.stop.notified())).await {
            Either::Left((status, _)) => Some(status),
            Either::Right(_) => None,
        };
        let status = match ended {
            Some(status) => status,
            None => {
                group.kill();
                child.wait().await
            }
        };
        // The streams end when the children of the shell have ended, too.
        drop(group);
        // A process that keeps a stream open must not delay the restart any longer.
        let _ = timeout(REST, async { while readers.join_next().await.is_some() {} }).await;
        status
    }

    /// Announces all open sessions to a shared process. The process may read the announcements at any speed.
    fn announce_sessions(&self) {
        let ProcessSessions::All(open) = &self.sessions else {
            return;
        };
        let (link, open) = (Arc::clone(&self.link), Arc::clone(open));
        tokio::spawn(async move {
            for session in open.names() {
                announce(&link, &open, &session, false).await;
            }
        });
    }

    /// Passes on the lines of standard output. Lines of a session that arrive together are passed on together.
    async fn pass_lines(&self, output: Option<impl AsyncRead + Unpin>) {
        let Some(output) = output else { return };
        let mut from = BufReader::with_capacity(BATCH, output);
        let mut batch = Batch::default();
        while let Ok(Some(read)) = line(&mut from, LINE).await {
            if read.len() > LINE {
                self.report_line(format!(
                    "a line is longer than {LINE} bytes and was skipped"
                ))
                .await;
            } else {
                self.pass_line(&String::from_utf8_lossy(&read), &mut batch)
                    .await;
            }
            if batch.lines.len() >= BATCH || !from.buffer().contains(&b'\n') {
                batch.pass_on().await;
            }
        }
        batch.pass_on().await;
    }

    /// Adds a line to the batch. If the line contains texts or a mark, the batch is passed on first.
    async fn pass_line(&self, line: &str, batch: &mut Batch) {
        self.link.has_output.store(true, Ordering::Relaxed);
        if line.trim().is_empty() {
            return;
        }
        let (output, line) = match self.sessions.split(line) {
            Ok(found) => found,
            Err(reason) => return self.report_line(reason).await,
        };
        let found = match AgentLine::read(line) {
            Ok(found) => found,
            Err(reason) => return output.report_error(AgentError::permanent(reason)).await,
        };
        if found.has_messages {
            batch.add(&output, line).await;
        }
        if !found.texts.is_empty() || found.mark.is_some() {
            batch.pass_on().await;
        }
        for text in found.texts {
            output.text(&text).await;
        }
        if let Some(mark) = found.mark {
            output.mark_turn(mark).await;
        }
    }

    /// Reports a line that is not passed on. If the line belongs to no session, the operator receives it like a line of
    /// standard error.
    async fn report_line(&self, reason: String) {
        match &self.sessions {
            ProcessSessions::One { output, .. } => {
                output.report_error(AgentError::permanent(reason)).await
            }
            ProcessSessions::All(_) => (self.error_lines)(&self.name, &reason),
        }
    }

    /// Passes on the lines of standard error.
    async fn pass_error_lines(&self, errors: Option<impl AsyncRead + Unpin>) {
        let Some(errors) = errors else { return };
        let mut from = BufReader::new(errors);
        while let Ok(Some(mut read)) = line(&mut from, ERROR_LINE).await {
            read.truncate(ERROR_LINE);
            (self.error_lines)(&self.name, &String::from_utf8_lossy(&read));
        }
    }
}

/// Lines of one session that are passed on together.
#[derive(Default)]
struct Batch {
    output: Option<AgentOutput>,
    lines: String,
}

impl Batch {
    /// Adds a line. If it belongs to another session, the earlier lines are passed on first.
    async fn add(&mut self, output: &AgentOutput, line: &str) {
        if !self
            .output
            .as_ref()
            .is_some_and(|before| before.is_of_same_session(output))
        {
            self.pass_on().await;
            self.output = Some(output.clone());
        }
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    async fn pass_on(&mut self) {
        if let Some(output) = self.output.take().filter(|_| !self.lines.trim().is_empty()) {
            output.messages(&self.lines).await;
        }
        self.lines.clear();
    }
}

/// Creates the error for a process that has ended. The error is permanent if the process had failed before.
fn describe_failure(
    ended: &io::Result<ExitStatus>,
    has_failed: bool,
    pause: Duration,
) -> AgentError {
    let (message, why) = match ended {
        Ok(status) => (
            "the agent has stopped unexpectedly",
            format!("the command ended with {status}"),
        ),
        Err(error) => (
            "the agent cannot be started",
            format!("the command cannot be run: {error}"),
        ),
    };
    let error = if has_failed {
        AgentError::permanent(message)
    } else {
        AgentError::temporary(message)
    };
    error.with_hint(FAILED).with_detail(format!(
        "{why}; it starts again in {} s",
        pause.as_secs_f64()
    ))
}

/// Starts a command. If the process serves one session, its environment contains the session's name.
pub(crate) fn spawn(
    command: &str,
    environment: &CommandEnvironment,
    session: Option<&str>,
) -> io::Result<Child> {
    let (shell, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let mut shell = Command::new(shell);
    environment.apply(&mut shell);
    shell
        .arg(flag)
        .arg(command)
        .envs(session.map(|session| (SESSION, session)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    // The children of the shell end with it, and Ctrl-C reaches this program only.
    #[cfg(unix)]
    shell.process_group(0);
    shell.spawn()
}

/// A process group, which is killed when this value is dropped.
pub(crate) struct ProcessGroup(pub(crate) Option<u32>);

impl ProcessGroup {
    fn kill(&self) {
        let Some(leader) = self.0.filter(|_| cfg!(unix)) else {
            return;
        };
        let kill = format!("kill -s KILL -- -{leader}");
        let mut shell = std::process::Command::new("sh");
        let shell = shell
            .arg("-c")
            .arg(kill)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Without this, the shell itself is still killed.
        let _ = shell.status();
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}
