//! What people have: JSON Lines, one document on many lines, several documents one after the other, and messages of A2UI in texts and
//! carriers; in files, in folders, or on standard input.

mod agui_run;
pub(crate) mod document;
mod events;
mod file_format;
mod finder;
mod messages;
mod text;

use crate::{
    args::Source,
    protocol::{self, aap},
    report::{Exit, Report},
};
use bridge::{DialectOrProtocol, Protocol, aap::lenient::RepairKind};
use document::Documents;
use events::EventData;
use file_format::{FileFormat, ForeignFormat, OpenedFile};
use messages::{InputKind, SurroundingText};
use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};
pub(crate) use text::{Input, MASK, OwnedInput, Place, text};
use wire::{DecodeError, DecodeRule, Finding, Pointer, decode::ReadError};

/// An input that was opened, as documents.
pub(crate) struct OpenedDocuments {
    /// The documents, or why the input has none.
    pub(crate) documents: Result<Documents, DecodeError>,
    /// The encoding of the text, if it is not UTF-8.
    pub(crate) encoding: Option<Finding>,
}

/// Opens an input that holds documents, and skips so many bytes of its text, up to that line.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn open_documents(
    reader: Box<dyn Read + Send>,
    protocol: DialectOrProtocol,
    (bytes, line): (u64, usize),
) -> Result<OpenedDocuments, Failure> {
    let OpenedFile { mut reader, format } = file_format::open(reader, &mut || Ok(()))?;
    if let FileFormat::Foreign(foreign) | FileFormat::OtherText(foreign) = format {
        return Ok(OpenedDocuments { documents: Err(foreign.error()), encoding: None });
    }
    io::copy(&mut (&mut reader).take(bytes), &mut io::sink()).map_err(Failure::Read)?;
    let documents = documents(reader, Some(protocol)).starting_at(bytes, line);
    Ok(OpenedDocuments { documents: Ok(documents), encoding: encoding(format) })
}

/// Reads a file as a whole; UTF-16 is decoded.
///
/// # Errors
/// If it cannot be read, or is of a format that is not read.
pub(crate) fn whole(path: &Path) -> Result<Vec<u8>, Box<dyn fmt::Display>> {
    let read = || -> Result<_, Failure> {
        let file = File::open(path).map_err(Failure::Read)?;
        let OpenedFile { mut reader, format } = file_format::open(Box::new(file), &mut || Ok(()))?;
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).map_err(Failure::Read)?;
        Ok((bytes, format))
    };
    match read() {
        Ok((_, FileFormat::Foreign(foreign) | FileFormat::OtherText(foreign))) => {
            Err(Box::new(foreign.error()))
        }
        Ok((bytes, _)) => Ok(bytes),
        Err(Failure::Read(error)) => Err(Box::new(error)),
        // Nobody is told before a wait.
        Err(Failure::Exit(_)) => Err(Box::new("it cannot be read")),
    }
}

/// Says that an input is decoded.
fn encoding(format: FileFormat) -> Option<Finding> {
    let message = "the input is UTF-16 and is decoded; columns count the bytes of UTF-8";
    (format == FileFormat::Utf16).then(|| Finding::info("utf-16", Pointer::root(), message))
}

/// The documents of a reader. Messages of MCP and of the Responses API may stand in Server-Sent Events.
fn documents(reader: Box<dyn Read + Send>, protocol: Option<DialectOrProtocol>) -> Documents {
    match protocol.map(DialectOrProtocol::protocol) {
        Some(Protocol::Mcp | Protocol::Responses) => Documents::new(Box::new(EventData::new(reader))),
        Some(Protocol::A2ui) => Documents::new(reader).with_repairs(),
        _ => Documents::new(reader),
    }
}

/// The character in front of each text of a [JSON text sequence](https://www.rfc-editor.org/rfc/rfc7464). It counts as a blank.
pub(crate) const RECORD: u8 = 0x1E;

/// The byte order mark in front of an input, which is left out.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// That it was there.
pub(crate) fn mark() -> Finding {
    let (_, message) = aap::repair_rule(RepairKind::ByteOrderMark);
    Finding::info(RepairKind::ByteOrderMark.as_str(), Pointer::root(), message)
}

/// Whoever reads inputs, and what is done for them in between.
pub(crate) trait InputCallbacks {
    /// The program is about to wait for more.
    fn before_wait(&mut self) -> Result<(), Exit>;

    /// Standard input.
    fn standard_input(&mut self) -> Box<dyn Read + Send>;

    /// Something is to be said about an input.
    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit>;
}

impl InputCallbacks for Report {
    fn before_wait(&mut self) -> Result<(), Exit> {
        // What was written so far is seen.
        self.flush()
    }

    fn standard_input(&mut self) -> Box<dyn Read + Send> {
        Report::standard_input(self)
    }

    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        self.finding(place, finding)
    }
}

/// From where documents come.
enum InputOrigin {
    Stdin,
    File(PathBuf),
    /// A folder in which there is nothing to read.
    Folder(PathBuf),
    /// Something that goes by the name of a file, or is standard input.
    Reader(Option<PathBuf>, Box<dyn Read + Send>),
}

impl InputOrigin {
    /// The name of the file, if it is one.
    fn name(&self) -> Option<Arc<str>> {
        match self {
            Self::Stdin => None,
            Self::File(path) | Self::Folder(path) => Some(path.to_string_lossy().into()),
            Self::Reader(path, _) => path.as_ref().map(|path| path.to_string_lossy().into()),
        }
    }

    /// What to do if nothing comes from there.
    fn cure(&self) -> &'static str {
        match self {
            Self::Stdin | Self::Reader(None, _) => {
                "name a file or a folder, or send messages to standard input"
            }
            Self::Folder(_) => {
                "no *.json and no *.jsonl is in this folder: name a file, or a folder with some"
            }
            _ => "this file is empty: name one with messages",
        }
    }
}

/// The inputs that the command line names, in order.
fn origins(source: &Source) -> Result<Vec<InputOrigin>, Exit> {
    let mut origins = Vec::new();
    for path in &source.files {
        if path.as_os_str() == "-" {
            origins.push(InputOrigin::Stdin);
            continue;
        }
        let what = path.metadata();
        if what.map_err(|error| Exit::Usage(format!("{}: {error}", path.display())))?.is_dir() {
            let files = folder(path)?;
            if files.is_empty() {
                origins.push(InputOrigin::Folder(path.clone()));
            }
            origins.extend(files.into_iter().map(InputOrigin::File));
        } else {
            origins.push(InputOrigin::File(path.clone()));
        }
    }
    if source.files.is_empty() {
        origins.push(InputOrigin::Stdin);
    }
    Ok(origins)
}

/// The bytes of an input, and its file if it is one.
type WholeInput = (Option<PathBuf>, Vec<u8>);

/// Reads all inputs that the command line names into memory, each with its file if it is one.
///
/// # Errors
/// If one cannot be read.
pub(crate) fn read_whole(source: &Source, caller: &mut dyn InputCallbacks) -> Result<Vec<WholeInput>, Exit> {
    let mut texts = Vec::new();
    for origin in origins(source)? {
        let path = if let InputOrigin::File(path) | InputOrigin::Folder(path) = &origin {
            Some(path.clone())
        } else {
            None
        };
        let mut text = Vec::new();
        let read = open(origin, caller)?.read_to_end(&mut text);
        let name = path.as_ref().map(|path| path.to_string_lossy());
        read.map_err(|error| failure_exit(Failure::Read(error), name.as_deref()))?;
        texts.push((path, text));
    }
    Ok(texts)
}

/// The documents of all sources, one after the other.
pub(crate) struct Inputs {
    /// What was not opened yet, the next one last.
    sources: Vec<InputOrigin>,
    open: Option<InputKind>,
    file: Option<Arc<str>>,
    /// Whether a line that looks like a whole document is taken for one.
    is_quick: bool,
    /// Whether messages are looked for in what is no document of them.
    finds_messages: bool,
    /// The protocol of the documents, if it is known.
    protocol: Option<DialectOrProtocol>,
    /// What stands around those.
    around: SurroundingText,
    /// Whether an input may hold no message.
    allows_empty: bool,
    /// What to say if nothing comes out of the one that is open; nothing if something did.
    if_empty: Option<Absence>,
}

impl Inputs {
    /// Of what the command line names: files, folders, standard input.
    pub(crate) fn of(source: &Source) -> Result<Self, Exit> {
        let mut sources = origins(source)?;
        sources.reverse();
        Ok(Self { allows_empty: source.allow_empty, ..Self::new(sources) })
    }

    /// Of something that reads a file of that name.
    #[cfg(feature = "live")]
    pub(crate) fn of_reader(path: &Path, reader: Box<dyn Read + Send>) -> Self {
        Self::new(vec![InputOrigin::Reader(Some(path.to_owned()), reader)])
    }

    /// Of texts that are in memory, with the files that they come from.
    pub(crate) fn of_texts(texts: Vec<WholeInput>) -> Self {
        let origin = |(path, text)| InputOrigin::Reader(path, Box::new(io::Cursor::new(text)));
        Self::new(texts.into_iter().map(origin).rev().collect())
    }

    fn new(sources: Vec<InputOrigin>) -> Self {
        Self {
            sources,
            open: None,
            file: None,
            is_quick: false,
            finds_messages: false,
            protocol: None,
            around: SurroundingText::default(),
            allows_empty: false,
            if_empty: None,
        }
    }

    /// Of one file.
    pub(crate) fn of_file(path: &Path) -> Result<Self, Exit> {
        Self::of(&Source { files: vec![path.to_owned()], allow_empty: false })
    }

    /// Takes a line that begins and ends like a document for one, which saves a look at each character. Whoever finds that it is
    /// none asks for it [again](Self::rewind_guess).
    pub(crate) fn quick(mut self) -> Self {
        self.is_quick = true;
        self
    }

    /// Looks for messages in what carries them: for those of A2UI in texts and carriers, for those of MCP and of the Responses API in
    /// Server-Sent Events.
    pub(crate) fn find_messages(mut self, protocol: DialectOrProtocol) -> Self {
        self.finds_messages = protocol.protocol() == Protocol::A2ui;
        self.protocol = Some(protocol);
        self
    }

    /// Whether the last document is a list without messages.
    fn is_last_empty(&self) -> bool {
        let last = self.last();
        last.text.as_ref().is_ok_and(|text| protocol::is_empty_list(self.protocol, text))
    }

    /// Goes to the next document. Says whether there is one.
    pub(crate) fn next(&mut self, caller: &mut dyn InputCallbacks) -> Result<bool, Exit> {
        loop {
            if self.open.is_none() {
                let Some(source) = self.sources.pop() else {
                    self.report_surrounding_text(caller)?;
                    return Ok(false);
                };
                self.file = source.name();
                self.if_empty = Some(Absence::Empty { cure: source.cure() });
                let behind = self.sources.len();
                let reader = open(source, caller).map_err(|exit| match (exit, behind) {
                    (Exit::Usage(message), 1) => {
                        Exit::Usage(format!("{message}; the input behind it is not read"))
                    }
                    (Exit::Usage(message), 2..) => {
                        Exit::Usage(format!("{message}; the {behind} inputs behind it are not read"))
                    }
                    (other, _) => other,
                })?;
                let opened = self.open_reader(reader, caller);
                let (kind, encoding) =
                    opened.map_err(|failure| failure_exit(failure, self.file.as_deref()))?;
                self.open = Some(kind);
                if let Some(encoding) = encoding {
                    let place = Place { file: self.file.clone(), line: 1, column: 1 };
                    caller.report_finding(&place, &encoding)?;
                }
            }
            let is_one = match &mut self.open {
                Some(InputKind::Documents(documents)) => {
                    documents.next(self.is_quick, &mut || caller.before_wait())
                }
                Some(InputKind::Messages(messages)) => messages.next(&mut || caller.before_wait()),
                Some(InputKind::Foreign { is_given, .. }) => Ok(!std::mem::replace(is_given, true)),
                None => continue,
            };
            let is_one = is_one.map_err(|failure| failure_exit(failure, self.file.as_deref()))?;
            if self.open.as_mut().is_some_and(InputKind::take_mark) {
                let place = Place { file: self.file.clone(), line: 1, column: 1 };
                caller.report_finding(&place, &mark())?;
            }
            if is_one {
                if self.if_empty.is_some() {
                    self.if_empty = self.is_last_empty().then_some(Absence::EmptyList);
                }
                return Ok(true);
            }
            if let Some(InputKind::Messages(messages)) = &mut self.open {
                let around = messages.around();
                self.around.lines += around.lines;
                self.around.first = self.around.first.take().or(around.first);
            }
            self.open = None;
            if let Some(absence) = self.if_empty.take() {
                let place = Place { file: self.file.clone(), line: 1, column: 1 };
                let finding = if self.allows_empty { no_messages() } else { absence.finding() };
                caller.report_finding(&place, &finding)?;
            }
        }
    }

    /// Says what an input is, and how its text is encoded if that is not UTF-8.
    fn open_reader(
        &self,
        reader: Box<dyn Read + Send>,
        caller: &mut dyn InputCallbacks,
    ) -> Result<(InputKind, Option<Finding>), Failure> {
        let OpenedFile { reader, format } = file_format::open(reader, &mut || caller.before_wait())?;
        let foreign = |foreign: ForeignFormat| InputKind::Foreign { error: foreign.error(), is_given: false };
        let kind = match format {
            FileFormat::Foreign(format) => foreign(format),
            FileFormat::OtherText(format) if !self.finds_messages => foreign(format),
            _ if self.finds_messages => {
                let kind = messages::open(reader, self.file.clone(), &mut || caller.before_wait())?;
                match (kind, format) {
                    (InputKind::Documents(_) | InputKind::Foreign { .. }, FileFormat::OtherText(format)) => {
                        foreign(format)
                    }
                    // A text without messages is as good as no input, where that may be.
                    (InputKind::Foreign { error, .. }, _) => {
                        InputKind::Foreign { error, is_given: self.allows_empty }
                    }
                    (kind, _) => kind,
                }
            }
            _ => InputKind::Documents(documents(reader, self.protocol)),
        };
        Ok((kind, encoding(format)))
    }

    /// Says how much text stood around messages.
    fn report_surrounding_text(&mut self, caller: &mut dyn InputCallbacks) -> Result<(), Exit> {
        let around = std::mem::take(&mut self.around);
        let Some(first) = around.first else { return Ok(()) };
        let message = match around.lines {
            1 => "1 line around the messages was passed over".to_owned(),
            lines => format!("{lines} lines around the messages were passed over"),
        };
        caller.report_finding(&first, &Finding::info("text-around", Pointer::root(), message))
    }

    /// The document to which it went last.
    pub(crate) fn last(&self) -> Input<'_> {
        match &self.open {
            Some(InputKind::Messages(messages)) => {
                let (start, text, repairs) = messages.last();
                Input::new(start, text).with_repairs(repairs)
            }
            Some(InputKind::Documents(documents)) => {
                let (line, column, bytes) = documents.last();
                let start = Place { file: self.file.clone(), line, column };
                if documents.is_text() {
                    return Input::new(start, Err(no_json()));
                }
                Input::of(start, bytes).with_guess(documents.is_guess())
            }
            Some(InputKind::Foreign { error, .. }) => {
                Input::new(Place { file: self.file.clone(), line: 1, column: 1 }, Err(error.clone()))
            }
            None => Input::new(Place { file: self.file.clone(), line: 0, column: 0 }, Ok("")),
        }
    }

    /// Gives the last document once more if it was only taken for one, and then as what it is. Says whether it does.
    pub(crate) fn rewind_guess(&mut self) -> bool {
        match &mut self.open {
            Some(InputKind::Documents(documents)) => documents.rewind_guess(),
            _ => false,
        }
    }
}

/// What a failure means for the program.
pub(crate) fn failure_exit(failure: Failure, file: Option<&str>) -> Exit {
    match failure {
        Failure::Exit(exit) => exit,
        Failure::Read(error) => Exit::Usage(format!("{}: {error}", file.unwrap_or("standard input"))),
    }
}

/// Why a text in front of JSON, or in the place of it, is no document.
pub(crate) fn no_json() -> DecodeError {
    ReadError::new(DecodeRule::Syntax, "text that is no JSON", "a message in JSON").into()
}

/// Why there is no next document.
pub(crate) enum Failure {
    Exit(Exit),
    Read(std::io::Error),
}

/// The files of a folder that hold JSON, by name, as a provider's `interactions/` has them.
fn folder(path: &Path) -> Result<Vec<PathBuf>, Exit> {
    let wrong = |error: std::io::Error| Exit::Usage(format!("{}: {error}", path.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let is = |extension: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
        if !path.is_dir() && (is("json") || is("jsonl")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn open(source: InputOrigin, caller: &mut dyn InputCallbacks) -> Result<Box<dyn Read + Send>, Exit> {
    match source {
        InputOrigin::Stdin => Ok(caller.standard_input()),
        InputOrigin::Folder(_) => Ok(Box::new(std::io::empty())),
        InputOrigin::File(path) => match File::open(&path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(Exit::Usage(format!("{}: {error}", path.display()))),
        },
        InputOrigin::Reader(_, reader) => Ok(reader),
    }
}

/// Says that nothing came in, from a file or from standard input.
pub(crate) fn empty(path: Option<&Path>) -> Finding {
    let origin = path.map_or(InputOrigin::Stdin, |path| InputOrigin::File(path.to_owned()));
    Absence::Empty { cure: origin.cure() }.finding()
}

/// Says that an input has no messages where it may have none.
fn no_messages() -> Finding {
    Finding::info("empty-input", Pointer::root(), "0 messages")
}

/// The reason for which an input holds no message.
#[derive(Clone, Copy, Debug)]
enum Absence {
    /// The input has no document.
    Empty { cure: &'static str },
    /// All its documents are empty lists.
    EmptyList,
}

impl Absence {
    fn finding(self) -> Finding {
        let (rule, root) = ("empty-input", Pointer::root());
        match self {
            Self::Empty { cure } => {
                Finding::warning(rule, root, "nothing came in: there is no message").hint(cure)
            }
            Self::EmptyList => Finding::info(rule, root, "the list is empty: there is no message"),
        }
    }
}
