//! Child processes: signals, exit and CPU time.

use crate::Failure;
use std::{
    fs::{self, File, OpenOptions},
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};
use tokio::{
    process::{Child, Command},
    time::timeout,
};

/// The clock ticks per second in `/proc`. The kernel reports this number to all programs.
const TICKS: f64 = 100.0;

/// The signals that the tests send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    Term,
    Kill,
    /// Stops the process until [`Cont`](Self::Cont).
    Stop,
    Cont,
}

/// A child process, which is killed when it is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    pid: u32,
}

impl Process {
    /// Starts a program. Its output is appended to a file.
    pub(crate) fn start(program: &Path, arguments: &[&str], log: &Path) -> Result<Self, Failure> {
        let log: File = OpenOptions::new().create(true).append(true).open(log)?;
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", program.display()))?;
        let pid = child.id().ok_or("a process ended at once")?;
        Ok(Self { child, pid })
    }

    /// Sends a signal.
    pub(crate) async fn signal(&self, signal: Signal) -> Result<(), Failure> {
        let arguments = [format!("-{signal:?}").to_uppercase(), self.pid.to_string()];
        let status = Command::new("kill").args(arguments).status().await?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("`kill` ends with {status}").into())
        }
    }

    /// Waits until the process ends.
    pub(crate) async fn wait(&mut self, longest: Duration) -> Result<ExitStatus, Failure> {
        match timeout(longest, self.child.wait()).await {
            Ok(status) => Ok(status?),
            Err(_) => Err(format!(
                "process {} still runs after {} s",
                self.pid,
                longest.as_secs()
            )
            .into()),
        }
    }

    /// Returns the exit status if the process has ended.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Returns the CPU time that the process has used, in seconds. Returns 0 if `/proc` does not state the time.
    pub(crate) fn cpu_seconds(&self) -> f64 {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
        cpu_seconds(&text).unwrap_or_default()
    }
}

/// Reads the user and system time from the text of `/proc/<pid>/stat`.
fn cpu_seconds(stat: &str) -> Option<f64> {
    // The name of the program may contain blanks and parentheses. The fields behind it do not.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut ticks = fields.split_whitespace().skip(11).map(str::parse::<f64>);
    Some((ticks.next()?.ok()? + ticks.next()?.ok()?) / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_time_is_read_after_the_process_name() {
        let stat = "42 (a (b) c) S 1 42 42 0 -1 4194560 900 0 0 0 150 50 0 0 20 0 1 0";
        assert_eq!(cpu_seconds(stat), Some(2.0));
        assert_eq!(cpu_seconds("42 (a"), None);
    }
}
