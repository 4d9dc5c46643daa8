//! An agent that is a growing file, or standard input. The messages of clients are lines for the program.
//!
//! The file contains A2UI messages in any layout: JSON Lines, multi-line documents, or lists. Each session reads the file from its
//! start, and then everything that is appended: see [`Follow`]. If the file is truncated or replaced, its
//! surfaces disappear and everything is read again. Standard input is read once, by the first session.
//!
//! Each message of a client is one line, in the version of the file: an A2UI message, or an A2A message if it has a text or the data
//! models of surfaces.
//!
//! ```
//! use agent_ui_live::{file_agent::FileAgent, gateway::agent::Agent};
//! use agent_ui_text::bridge::Protocol;
//!
//! let agent = FileAgent::new("file", "surface.jsonl", Protocol::A2ui).on_input_line(|line| println!("{line}"));
//! assert_eq!(agent.name(), "file");
//! ```

#[cfg(test)]
mod tests;

use crate::{
    agent_lines::{self, AgentLine},
    follow::Follow,
    gateway::agent::{
        Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd,
    },
};
use agent_ui_text::{
    Diagnostic,
    bridge::{DialectOrProtocol, Refusal, a2ui::Version},
    input::{InputOptions, OpenInput},
    place::Place,
};
use std::{
    fmt,
    io::{self, Read},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, Weak, atomic::Ordering},
    thread,
    time::Duration,
};
use tokio::sync::mpsc;

/// The number of documents that may wait for the session.
const AHEAD: usize = 64;
/// The interval at which a removed file is looked for again.
const WAIT: Duration = Duration::from_millis(100);

/// Receives the messages of clients as lines.
type InputLines = dyn Fn(&str) + Send + Sync;

/// An agent that is a growing file, or standard input. See the [module documentation](self).
pub struct FileAgent {
    name: String,
    source: Arc<Source>,
    dialect: DialectOrProtocol,
    input_lines: Arc<InputLines>,
}

/// The place of the messages.
enum Source {
    File(PathBuf),
    /// A reader that is read once.
    Reader(Mutex<Option<Box<dyn Read + Send>>>),
}

impl fmt::Debug for FileAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileAgent")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl FileAgent {
    /// Creates an agent that reads a file, which may not exist yet. If its version of A2UI is not known, name the protocol.
    pub fn new(
        name: impl Into<String>,
        path: impl Into<PathBuf>,
        dialect: impl Into<DialectOrProtocol>,
    ) -> Self {
        Self::of(name.into(), Source::File(path.into()), dialect.into())
    }

    /// Creates an agent that reads a reader to its end, such as standard input.
    pub fn reader(
        name: impl Into<String>,
        reader: impl Read + Send + 'static,
        dialect: impl Into<DialectOrProtocol>,
    ) -> Self {
        Self::of(
            name.into(),
            Source::Reader(Mutex::new(Some(Box::new(reader)))),
            dialect.into(),
        )
    }

    fn of(name: String, source: Source, dialect: DialectOrProtocol) -> Self {
        Self {
            name,
            source: Arc::new(source),
            dialect,
            input_lines: Arc::new(|line| println!("{line}")),
        }
    }

    /// Sets the receiver of the messages of clients. By default they are written to standard output.
    #[must_use]
    pub fn on_input_line(mut self, receive: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.input_lines = Arc::new(receive);
        self
    }
}

impl Agent for FileAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> DialectOrProtocol {
        self.dialect
    }

    fn is_spontaneous(&self) -> bool {
        true
    }

    fn can_reconnect(&self) -> bool {
        // A reader is read once.
        matches!(*self.source, Source::File(_))
    }

    fn connect(&self, _: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let interest = Arc::new(());
        let (sender, events) = mpsc::channel(AHEAD);
        // Only the first session gets the reader.
        let taken = match &*self.source {
            Source::Reader(reader) => reader.lock().unwrap_or_else(PoisonError::into_inner).take(),
            Source::File(_) => None,
        };
        let reader = FileReader {
            source: Arc::clone(&self.source),
            dialect: self.dialect,
            interest: Arc::downgrade(&interest),
            sender,
        };
        // A file may be read at any speed, and blocks its thread.
        let started = thread::Builder::new()
            .name("file agent".to_owned())
            .spawn(move || reader.run(taken));
        let kept = output.clone();
        tokio::spawn(pass(events, output, started.err()));
        let (version, input_lines) = (self.dialect.a2ui_version(), Arc::clone(&self.input_lines));
        Box::new(FileConnection {
            version,
            input_lines,
            output: kept,
            _interest: interest,
        })
    }
}

struct FileConnection {
    version: Option<Version>,
    input_lines: Arc<InputLines>,
    output: AgentOutput,
    /// Reading ends when this value is dropped.
    _interest: Arc<()>,
}

impl AgentConnection for FileConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        let lines = agent_lines::of_input(&input, self.version);
        let done = match lines {
            Ok(lines) => {
                lines.iter().for_each(|line| (self.input_lines)(line));
                // Most files answer nothing.
                Ok(TurnEnd::Open(self.output.open_turn().without_answer()))
            }
            Err(error) => Err(AgentError::permanent(error.to_string())),
        };
        Box::pin(std::future::ready(done))
    }
}

/// An event of the file, in order.
enum FileEvent {
    /// A document, with its place.
    Document(Place, String),
    /// A part of the file that is not a document.
    Refused(Diagnostic),
    /// The file was truncated or replaced.
    Replaced,
    Failed(String),
}

/// Passes on the events of the file to the session.
async fn pass(
    mut events: mpsc::Receiver<FileEvent>,
    output: AgentOutput,
    failed: Option<io::Error>,
) {
    if let Some(error) = failed {
        output
            .report_error(AgentError::permanent(error.to_string()))
            .await;
    }
    while let Some(event) = events.recv().await {
        match event {
            FileEvent::Document(place, text) => pass_document(&output, &place, &text).await,
            FileEvent::Refused(diagnostic) => output.report_message(diagnostic).await,
            FileEvent::Replaced => output.clear().await,
            FileEvent::Failed(error) => output.report_error(AgentError::permanent(error)).await,
        }
    }
}

async fn pass_document(output: &AgentOutput, place: &Place, text: &str) {
    let found = match AgentLine::read(text) {
        Ok(found) => found,
        Err(reason) => {
            return output
                .report_error(AgentError::permanent(format!("{place}: {reason}")))
                .await;
        }
    };
    if found.has_messages {
        output.messages_at(place, text).await;
    }
    for text in found.texts {
        output.text(&text).await;
    }
    if let Some(mark) = found.mark {
        output.mark_turn(mark).await;
    }
}

/// Reads the file on its own thread.
struct FileReader {
    source: Arc<Source>,
    dialect: DialectOrProtocol,
    interest: Weak<()>,
    sender: mpsc::Sender<FileEvent>,
}

impl FileReader {
    /// Reads `taken` once, or follows the file.
    fn run(self, taken: Option<Box<dyn Read + Send>>) {
        match (&*self.source, taken) {
            (Source::File(path), _) => self.follow(path),
            (Source::Reader(_), Some(reader)) => self.documents(reader, None),
            (Source::Reader(_), None) => {}
        }
    }

    fn follow(&self, path: &PathBuf) {
        let mut is_missing = false;
        while self.interest.strong_count() > 0 {
            let follow = match Follow::new(path, Weak::clone(&self.interest)) {
                Ok(follow) => follow,
                Err(error) => {
                    let is_new = !std::mem::replace(&mut is_missing, true);
                    if is_new
                        && !self.send(FileEvent::Failed(format!("{}: {error}", path.display())))
                    {
                        return;
                    }
                    thread::sleep(WAIT);
                    continue;
                }
            };
            is_missing = false;
            let is_replaced = follow.is_replaced();
            self.documents(Box::new(follow), Some(path.to_string_lossy().into()));
            if is_replaced.load(Ordering::Relaxed) {
                self.send(FileEvent::Replaced);
            } else {
                // The file can be read no further.
                return;
            }
        }
    }

    /// Sends the documents of a reader.
    fn documents(&self, reader: Box<dyn Read + Send>, file: Option<Arc<str>>) {
        let options = InputOptions {
            protocol: Some(self.dialect),
            finds_messages: true,
            ..InputOptions::default()
        };
        let before = &mut || Ok(());
        let mut input = match OpenInput::open(reader, file, options, before) {
            Ok((input, _)) => input,
            Err(error) => {
                self.send(FileEvent::Failed(error.to_string()));
                return;
            }
        };
        loop {
            match input.next(before) {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    self.send(FileEvent::Failed(error.to_string()));
                    return;
                }
            }
            let document = input.last();
            let event = match &document.text {
                Ok(text) => FileEvent::Document(document.start.clone(), (*text).to_owned()),
                Err(error) => {
                    let place = document.fault(error);
                    FileEvent::Refused(Diagnostic::of_refusal(
                        &place,
                        &Refusal::from(error.clone()),
                    ))
                }
            };
            if !self.send(event) {
                return;
            }
        }
    }

    fn send(&self, event: FileEvent) -> bool {
        self.sender.blocking_send(event).is_ok()
    }
}
