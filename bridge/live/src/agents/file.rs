//! An agent that reads a growing file, or reads inputs once. The messages of clients are passed to the program as
//! lines.
//!
//! The file contains A2UI messages in any layout: JSON Lines, multi-line documents, or lists. Each session reads the
//! file from its start, and then all appended data: see [`Follow`]. If the file is truncated or replaced, its surfaces
//! are deleted and the file is read again. Other inputs are read once, by the first session.
//!
//! If the inputs contain AHP canvases, their surfaces are shown in A2UI 0.9. Fields that A2UI cannot represent are
//! reported.
//!
//! Each message of a client is one line, in the protocol and version of the file: an A2UI message, or an A2A message if it has a text or the data
//! models of surfaces.
//!
//! ```
//! use agent_ui_live::{agents::file::FileAgent, gateway::agent::Agent};
//! use agent_ui_text::bridge::Protocol;
//!
//! let agent = FileAgent::new("file", "surface.jsonl", Protocol::A2ui).on_input_line(|line| println!("{line}"));
//! assert_eq!(agent.name(), "file");
//! ```

#[cfg(test)]
mod tests;

use crate::{
    agents::{
        follow::Follow,
        lines::{self, AgentLine},
    },
    gateway::{
        agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
        move_to, refusal_text,
    },
};
use agent_ui_text::{
    Diagnostic, TextBridge, TranslateOptions,
    bridge::{Dialect, DialectOrProtocol, Protocol, Refusal, a2ui::Version},
    input::{InputOptions, OpenInput, SurroundingText},
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
use wire::Finding;

/// The maximum number of documents that wait for the session.
const AHEAD: usize = 64;
/// The interval between checks for a removed file.
const WAIT: Duration = Duration::from_millis(100);

/// The version of surfaces that are translated from other protocols.
const TRANSLATED: Dialect = Dialect::A2ui0_9;

/// The receiver of client messages, as lines.
type InputLines = dyn Fn(&str) + Send + Sync;

/// Inputs that are opened one after the other. Each has an optional file name.
type InputIterator =
    dyn Iterator<Item = (Option<Arc<str>>, io::Result<Box<dyn Read + Send>>)> + Send;

/// The translation of inputs that are not A2UI.
type InputBridge = Arc<Mutex<TextBridge>>;

/// An agent that reads a growing file, or reads inputs once. See the [module documentation](self).
pub struct FileAgent {
    name: String,
    source: Arc<Source>,
    dialect: DialectOrProtocol,
    options: TranslateOptions,
    input_lines: Arc<InputLines>,
}

/// The source of the agent's messages.
enum Source {
    File(PathBuf),
    /// Inputs that are read once.
    Inputs(Mutex<Option<Box<InputIterator>>>),
}

impl fmt::Debug for FileAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileAgent")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl FileAgent {
    /// Creates an agent that reads a file, which may not exist yet. If the A2UI version is unknown, pass the protocol
    /// instead of a dialect.
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
        let reader: Box<dyn Read + Send> = Box::new(reader);
        Self::inputs(name, std::iter::once((None, Ok(reader))), dialect)
    }

    /// Creates an agent that reads each input to its end. Each input comes with its file name, if it has one.
    pub fn inputs(
        name: impl Into<String>,
        inputs: impl Iterator<Item = (Option<Arc<str>>, io::Result<Box<dyn Read + Send>>)>
        + Send
        + 'static,
        dialect: impl Into<DialectOrProtocol>,
    ) -> Self {
        let source = Source::Inputs(Mutex::new(Some(Box::new(inputs))));
        Self::of(name.into(), source, dialect.into())
    }

    fn of(name: String, source: Source, dialect: DialectOrProtocol) -> Self {
        Self {
            name,
            source: Arc::new(source),
            dialect,
            options: TranslateOptions::default(),
            input_lines: Arc::new(|line| println!("{line}")),
        }
    }

    /// Sets the options for the translation of inputs that are not A2UI.
    #[must_use]
    pub fn options(self, options: TranslateOptions) -> Self {
        Self { options, ..self }
    }

    /// Creates the translation of inputs that are not A2UI.
    ///
    /// # Errors
    /// Returns an error if the protocol has no surfaces.
    fn bridge(&self) -> Result<Option<TextBridge>, Box<Diagnostic>> {
        if self.dialect.protocol() == Protocol::A2ui {
            return Ok(None);
        }
        TextBridge::new(self.dialect, TRANSLATED.into(), self.options.clone()).map(Some)
    }

    /// Sets the receiver of client messages. By default, they are written to standard output.
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
        match self.dialect.protocol() {
            Protocol::A2ui => self.dialect,
            _ => TRANSLATED.into(),
        }
    }

    fn is_spontaneous(&self) -> bool {
        true
    }

    fn can_reconnect(&self) -> bool {
        // Other inputs are read once.
        matches!(*self.source, Source::File(_))
    }

    fn connect(&self, _: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let interest = Arc::new(());
        let (sender, events) = mpsc::channel(AHEAD);
        // Only the first session gets the inputs.
        let taken = match &*self.source {
            Source::Inputs(inputs) => inputs.lock().unwrap_or_else(PoisonError::into_inner).take(),
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
        let (bridge, unknown) = match self.bridge() {
            Ok(bridge) => (bridge.map(|bridge| Arc::new(Mutex::new(bridge))), None),
            Err(error) => (None, Some(error.message)),
        };
        let failed = unknown.or_else(|| Some(started.err()?.to_string()));
        let passage = Passage {
            output: output.clone(),
            bridge: bridge.clone(),
            dialect: self.dialect,
            options: self.options.clone(),
        };
        tokio::spawn(passage.pass(events, failed));
        Box::new(FileConnection {
            version: self.dialect.a2ui_version(),
            bridge,
            input_lines: Arc::clone(&self.input_lines),
            output,
            _interest: interest,
        })
    }
}

struct FileConnection {
    version: Option<Version>,
    bridge: Option<InputBridge>,
    input_lines: Arc<InputLines>,
    output: AgentOutput,
    /// Keeps the reader running. Dropping this value ends the reading.
    _interest: Arc<()>,
}

impl AgentConnection for FileConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        let done = self.lines(&input).map(|lines| {
            lines.iter().for_each(|line| (self.input_lines)(line));
            // Most files answer nothing.
            TurnEnd::Open(self.output.open_turn().without_answer())
        });
        let done = done.map_err(AgentError::permanent);
        Box::pin(std::future::ready(done))
    }
}

impl FileConnection {
    /// Returns the lines for a client's message, in the protocol of the file.
    fn lines(&self, input: &AgentInput) -> Result<Vec<String>, String> {
        let Some(bridge) = &self.bridge else {
            let lines = lines::of_input(input, self.version);
            return lines.map_err(|error| error.to_string());
        };
        let mut lines = Vec::new();
        for message in &input.messages {
            let mut bridge = bridge.lock().unwrap_or_else(PoisonError::into_inner);
            let translated = bridge.backward(message.text(), None);
            let translated = translated.map_err(|refused| refusal_text(&refused))?;
            if let Some(refused) = translated.refusals.first() {
                return Err(refusal_text(refused));
            }
            lines.extend(translated.messages.into_iter().map(|message| message.text));
        }
        Ok(lines)
    }
}

/// An event of the file.
enum FileEvent {
    /// A document, with its place.
    Document(Place, String),
    /// A part of the file that is not a document.
    Refused(Diagnostic),
    /// A notice about an input.
    Notice(Place, Finding),
    /// The file was truncated or replaced.
    Replaced,
    /// All inputs were read to their ends.
    Ended,
    Failed(String),
}

/// The path that the file's events take to the session.
struct Passage {
    output: AgentOutput,
    bridge: Option<InputBridge>,
    dialect: DialectOrProtocol,
    options: TranslateOptions,
}

impl Passage {
    async fn pass(self, mut events: mpsc::Receiver<FileEvent>, failed: Option<String>) {
        let output = &self.output;
        if let Some(error) = failed {
            return output.report_error(AgentError::permanent(error)).await;
        }
        while let Some(event) = events.recv().await {
            match event {
                FileEvent::Document(place, text) => match &self.bridge {
                    None => pass_document(output, &place, &text).await,
                    Some(bridge) => self.translate(bridge, &place, &text).await,
                },
                FileEvent::Refused(diagnostic) => output.report_message(diagnostic).await,
                FileEvent::Notice(place, finding) => {
                    output
                        .notice(Diagnostic::of_finding(&place, &finding))
                        .await;
                }
                FileEvent::Replaced => {
                    let new =
                        TextBridge::new(self.dialect, TRANSLATED.into(), self.options.clone());
                    if let (Some(bridge), Ok(new)) = (&self.bridge, new) {
                        *bridge.lock().unwrap_or_else(PoisonError::into_inner) = new;
                    }
                    output.clear().await;
                }
                FileEvent::Ended => output.finish().await,
                FileEvent::Failed(error) => output.report_error(AgentError::permanent(error)).await,
            }
        }
    }

    /// Passes on the surfaces of a document that is not A2UI. Fields that A2UI cannot represent are reported.
    async fn translate(&self, bridge: &InputBridge, place: &Place, text: &str) {
        let translated = bridge
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .forward(text, None);
        let mut translated = match translated {
            Ok(translated) => translated,
            Err(refused) => {
                return self
                    .output
                    .report_message(move_to_document(place, *refused))
                    .await;
            }
        };
        for refused in std::mem::take(&mut translated.refusals) {
            self.output
                .report_message(move_to_document(place, refused))
                .await;
        }
        for message in &translated.messages {
            self.output.messages_at(place, &message.text).await;
        }
        let mut lost = translated.notes().filter(|note| note.is_loss(false));
        if let Some(first) = lost.next() {
            let fields = match lost.count() {
                0 => "1 field".to_owned(),
                others => format!("{} fields", others + 1),
            };
            let message =
                format!("{TRANSLATED} cannot hold {fields} of this document; this is the first");
            let finding = Finding::warning("losses", first.from.clone(), message);
            let notice = Diagnostic::of_finding(place, &finding);
            self.output.notice(notice).await;
        }
    }
}

/// Moves a diagnostic about a document to the place of the document.
fn move_to_document(place: &Place, mut diagnostic: Diagnostic) -> Diagnostic {
    move_to(place, &mut diagnostic.place);
    diagnostic
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

/// A reader of the file, which runs in its own thread.
struct FileReader {
    source: Arc<Source>,
    dialect: DialectOrProtocol,
    interest: Weak<()>,
    sender: mpsc::Sender<FileEvent>,
}

impl FileReader {
    /// Reads the inputs that were passed, or follows the file.
    fn run(self, taken: Option<Box<InputIterator>>) {
        if let Source::File(path) = &*self.source {
            return self.follow(path);
        }
        for (file, opened) in taken.into_iter().flatten() {
            match opened {
                Ok(reader) => self.documents(reader, file),
                Err(error) => {
                    let file = file.as_deref().unwrap_or_default();
                    self.send(FileEvent::Failed(format!("{file}: {error}")));
                }
            }
        }
        self.send(FileEvent::Ended);
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

    /// Sends the documents that a reader contains.
    fn documents(&self, reader: Box<dyn Read + Send>, file: Option<Arc<str>>) {
        let options = InputOptions {
            protocol: Some(self.dialect),
            finds_messages: self.dialect.protocol() == Protocol::A2ui,
            ..InputOptions::default()
        };
        let before = &mut || Ok(());
        let start = Place {
            file: file.clone(),
            ..Place::START
        };
        let mut input = match OpenInput::open(reader, file, options, before) {
            Ok((input, encoding)) => {
                self.notify(encoding.map(|finding| (start.clone(), finding)));
                input
            }
            Err(error) => {
                self.send(FileEvent::Failed(error.to_string()));
                return;
            }
        };
        loop {
            match input.next(before) {
                Ok(true) => {}
                Ok(false) => {
                    let around = input.surrounding_text();
                    return self.notify(around.and_then(SurroundingText::notice));
                }
                Err(error) => {
                    self.send(FileEvent::Failed(error.to_string()));
                    return;
                }
            }
            let mark = input.take_mark_notice();
            self.notify(mark.map(|finding| (start.clone(), finding)));
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

    fn notify(&self, notice: Option<(Place, Finding)>) {
        if let Some((place, finding)) = notice {
            self.send(FileEvent::Notice(place, finding));
        }
    }

    fn send(&self, event: FileEvent) -> bool {
        self.sender.blocking_send(event).is_ok()
    }
}
