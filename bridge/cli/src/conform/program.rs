//! The program under test: questions go in and lines come out, and whatever it does, nobody waits for ever.

use crate::report::Exit;
use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    thread,
    time::{Duration, Instant},
};

/// A line that is longer is cut: it is no answer.
const LONGEST_LINE: u64 = 64 << 20;
/// So many lines may wait to be looked at.
const WAITING: usize = 64;
/// How long a program that was told to end may take for it.
const END: Duration = Duration::from_secs(2);

/// A program that runs. It is ended when this goes away.
pub(crate) struct TestedProgram {
    child: Child,
    /// `None` once there is nothing more to ask.
    questions: Option<Sender<String>>,
    lines: Receiver<Vec<u8>>,
}

/// What came of waiting for a line.
pub(crate) enum ProgramEvent {
    Line(Vec<u8>),
    /// Nothing came in time.
    Nothing,
    /// Nothing will come.
    Ended,
}

impl TestedProgram {
    /// Starts it. What it says on standard error goes to ours.
    pub(crate) fn start(command: &[OsString]) -> Result<Self, Exit> {
        let Some((name, arguments)) = command.split_first() else {
            return Err(Exit::Usage("no program to test".to_owned()));
        };
        let not_started =
            |error: &dyn std::fmt::Display| Exit::Usage(format!("{}: {error}", name.to_string_lossy()));
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| not_started(&error))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started(&"its pipes cannot be opened"));
        };
        // Reading and writing are two threads, so that a program that does only one of them blocks nobody.
        let (questions, to_write) = mpsc::channel();
        let (read, lines) = mpsc::sync_channel(WAITING);
        thread::spawn(move || write_all(stdin, &to_write));
        thread::spawn(move || read_all(stdout, &read));
        Ok(Self { child, questions: Some(questions), lines })
    }

    /// Asks. A program that does not read any more will not answer either, which is found out by waiting.
    pub(crate) fn ask(&self, line: String) {
        if let Some(questions) = &self.questions {
            let _ = questions.send(line);
        }
    }

    /// The next line, if one comes within this time.
    pub(crate) fn next(&self, time: Duration) -> ProgramEvent {
        match self.lines.recv_timeout(time) {
            Ok(line) => ProgramEvent::Line(line),
            Err(RecvTimeoutError::Timeout) => ProgramEvent::Nothing,
            Err(RecvTimeoutError::Disconnected) => ProgramEvent::Ended,
        }
    }

    /// How it ended, after its output did.
    pub(crate) fn ending(&mut self) -> String {
        let until = Instant::now() + END;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("the program ended ({status})"),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return "the program closed its output".to_owned(),
            }
        }
    }

    /// Tells it that there is nothing more, and takes the lines that still come.
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
        // If it ended by itself there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_all(mut stdin: ChildStdin, questions: &Receiver<String>) {
    for question in questions {
        let written = stdin.write_all(question.as_bytes()).and_then(|()| stdin.flush());
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

/// The next line, of one that is too long the beginning.
fn next_line(stdout: &mut BufReader<ChildStdout>) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        stdout.skip_until(b'\n')?;
    }
    Ok(Some(line))
}
