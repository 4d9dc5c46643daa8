//! The process of one session, which is started again when it fails.

use super::{ErrorLines, ProcessLink, ProcessState};
use crate::{
    agent_lines::AgentLine,
    gateway::agent::{AgentError, AgentOutput},
    transport::lines::line,
};
use futures_util::future::{Either, select};
use std::{
    io,
    pin::pin,
    process::{ExitStatus, Stdio},
    sync::Arc,
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
const LINE: usize = 8 << 20;
/// The maximum length of a line on standard error in bytes. The rest is left out.
const ERROR_LINE: usize = 8 << 10;
/// The maximum size of lines that are passed on together.
const BATCH: usize = 256 << 10;
/// The first and the longest pause before a process starts again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(30));
/// A process that runs longer than this has started well.
const HEALTHY: Duration = Duration::from_secs(60);
/// The maximum time for passing on the rest of the output of a process that has ended.
const REST: Duration = Duration::from_secs(60);
/// The environment variable with the name of the session.
const SESSION: &str = "AGENT_UI_SESSION";

/// The process of a session.
pub(super) struct Process {
    pub(super) name: String,
    pub(super) command: String,
    pub(super) session: String,
    pub(super) output: AgentOutput,
    pub(super) error_lines: Arc<ErrorLines>,
    pub(super) link: Arc<ProcessLink>,
}

impl Process {
    /// Runs the process until it ends with status 0.
    pub(super) async fn run(self: Arc<Self>) {
        let mut pause = PAUSES.0;
        loop {
            let began = Instant::now();
            let ended = self.run_once().await;
            *self.link.input.lock().await = None;
            match ended {
                Ok(status) if status.success() => {
                    info!(agent = self.name, "the command has ended");
                    self.link.state.send_replace(ProcessState::Ended);
                    return;
                }
                ended => {
                    self.link.state.send_replace(ProcessState::Starting);
                    if began.elapsed() > HEALTHY {
                        pause = PAUSES.0;
                    }
                    let why = match ended {
                        Ok(status) => format!("the command ended with {status}"),
                        Err(error) => format!("the command cannot be run: {error}"),
                    };
                    warn!(agent = self.name, why, "the command starts again");
                    let message = format!("{why}; it starts again in {} s", pause.as_secs_f64());
                    self.output.report_error(AgentError::temporary(message)).await;
                    sleep(pause).await;
                    pause = pause.saturating_mul(2).min(PAUSES.1);
                    self.output.mark_restarted().await;
                }
            }
        }
    }

    /// Runs the process once, and passes on everything it writes.
    async fn run_once(self: &Arc<Self>) -> io::Result<ExitStatus> {
        let mut child = spawn(&self.command, &self.session)?;
        info!(agent = self.name, pid = child.id(), "the command has started");
        let group = ProcessGroup(child.id());
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let (reader, error_reader) = (Arc::clone(self), Arc::clone(self));
        let mut readers = JoinSet::new();
        readers.spawn(async move { reader.pass_lines(output).await });
        readers.spawn(async move { error_reader.pass_error_lines(errors).await });
        *self.link.input.lock().await = child.stdin.take();
        self.link.state.send_replace(ProcessState::Running);
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
        let _ = timeout(REST, async { while readers.join_next().await.is_some() {} }).await;
        status
    }

    /// Passes on the lines of standard output. Lines that arrive together are passed on together.
    async fn pass_lines(&self, output: Option<impl AsyncRead + Unpin>) {
        let Some(output) = output else { return };
        let mut from = BufReader::with_capacity(BATCH, output);
        let mut batch = String::new();
        while let Ok(Some(read)) = line(&mut from, LINE).await {
            if read.len() > LINE {
                let message = format!("a line is longer than {LINE} bytes and was skipped");
                self.output.report_error(AgentError::permanent(message)).await;
            } else {
                let text = String::from_utf8_lossy(&read);
                let found = AgentLine::read(&text);
                if found.has_messages {
                    batch.push_str(&text);
                    batch.push('\n');
                }
                if !found.texts.is_empty() {
                    self.pass_batch(&mut batch).await;
                }
                for text in found.texts {
                    self.output.text(&text).await;
                }
            }
            if batch.len() >= BATCH || !from.buffer().contains(&b'\n') {
                self.pass_batch(&mut batch).await;
            }
        }
        self.pass_batch(&mut batch).await;
    }

    async fn pass_batch(&self, batch: &mut String) {
        if !batch.trim().is_empty() {
            self.output.messages(batch).await;
        }
        batch.clear();
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

pub(crate) fn spawn(command: &str, session: &str) -> io::Result<Child> {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(shell);
    shell
        .arg(flag)
        .arg(command)
        .env(SESSION, session)
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
        let Some(leader) = self.0.filter(|_| cfg!(unix)) else { return };
        let kill = format!("kill -s KILL -- -{leader}");
        let mut shell = std::process::Command::new("sh");
        let shell =
            shell.arg("-c").arg(kill).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Without this, the shell itself is still killed.
        let _ = shell.status();
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}
