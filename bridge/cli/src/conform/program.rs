//! The program under test, with its pipes and timeouts.

use crate::exit::Exit;
use std::{
    ffi::{OsStr, OsString},
    fmt::Display,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    thread,
    time::{Duration, Instant},
};

/// The maximum length of an answer line; longer lines are truncated.
const LONGEST_LINE: u64 = 64 << 20;
/// The number of received lines that may wait to be processed.
const WAITING: usize = 64;
/// The time that the program gets to exit.
const END: Duration = Duration::from_secs(2);

/// A running program, which is killed on drop.
pub(crate) struct TestedProgram {
    child: Child,
    /// The questions to send; `None` once all were sent.
    questions: Option<Sender<String>>,
    lines: Receiver<Vec<u8>>,
}

/// The result of waiting for a line.
pub(crate) enum ProgramEvent {
    Line(Vec<u8>),
    /// No line arrived in time.
    Nothing,
    /// The program closed its output.
    Ended,
}

fn not_started(name: &OsStr, error: &dyn Display) -> Exit {
    Exit::Usage(format!("{}: {error}", name.to_string_lossy()))
}

impl TestedProgram {
    /// Starts the program. Its standard error is inherited.
    pub(crate) fn start(command: &[OsString]) -> Result<Self, Exit> {
        let Some((name, arguments)) = command.split_first() else {
            return Err(Exit::Usage(
                "no program to test: name it after `--`".to_owned(),
            ));
        };
        let mut command = Command::new(name);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| not_started(name, &error))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started(name, &"its pipes cannot be opened"));
        };
        // Reading and writing use two threads, so that a program that does only one of them blocks neither.
        let (questions, to_write) = mpsc::channel();
        let (read, lines) = mpsc::sync_channel(WAITING);
        thread::spawn(move || write_all(stdin, &to_write));
        thread::spawn(move || read_all(stdout, &read));
        Ok(Self {
            child,
            questions: Some(questions),
            lines,
        })
    }

    /// Sends a question. If the program has stopped reading, the timeout for its answer detects that.
    pub(crate) fn ask(&self, line: String) {
        if let Some(questions) = &self.questions {
            // The thread that writes may have ended.
            let _ = questions.send(line);
        }
    }

    /// Waits for the next line within the given time.
    pub(crate) fn next(&self, time: Duration) -> ProgramEvent {
        match self.lines.recv_timeout(time) {
            Ok(line) => ProgramEvent::Line(line),
            Err(RecvTimeoutError::Timeout) => ProgramEvent::Nothing,
            Err(RecvTimeoutError::Disconnected) => ProgramEvent::Ended,
        }
    }

    /// Describes how the program ended after it closed its output.
    pub(crate) fn describe_ending(&mut self) -> String {
        let until = Instant::now() + END;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("the program ended ({status})"),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return "the program closed its output".to_owned(),
            }
        }
    }

    /// Closes the program's input and processes its remaining lines.
    pub(crate) fn end(mut self, mut take: impl FnMut(Vec<u8>)) {
        self.questions = None;
        let until = Instant::now() + END;
        while let Some(time) = until.checked_duration_since(Instant::now()) {
            match self.next(time) {
                ProgramEvent::Line(line) => take(line),
                ProgramEvent::Nothing | ProgramEvent::Ended => return,
            }
        }
    }
}

impl Drop for TestedProgram {
    fn drop(&mut self) {
        self.questions = None;
        // A program that ended by itself needs no signal, and its exit status is of no interest here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_all(mut stdin: ChildStdin, questions: &Receiver<String>) {
    for question in questions {
        let written = stdin
            .write_all(question.as_bytes())
            .and_then(|()| stdin.flush());
        if written.is_err() {
            return;
        }
    }
}

fn read_all(stdout: ChildStdout, lines: &SyncSender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = next_line(&mut stdout) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Reads the next line, truncated if it is too long.
fn next_line(stdout: &mut BufReader<ChildStdout>) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if stdout
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut line)?
        == 0
    {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        stdout.skip_until(b'\n')?;
    }
    Ok(Some(line))
}
