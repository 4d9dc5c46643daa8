//! Inputs as documents: JSON Lines, multi-line documents, concatenated documents, and A2UI messages in texts and
//! carriers, from files, folders or standard input.

use crate::{
    args::Source,
    descriptor,
    exit::Exit,
    folder::{self, FILE_NAMES, UnreadEntries},
    interrupt::is_interruption,
};
use agent_ui_text::input::{
    BeforeRead, InputOptions, OpenInput, StopReading, SurroundingText,
    file_format::{self, FileFormat, OpenedFile},
};
pub(crate) use agent_ui_text::input::{
    Failure, Input, LineCheck, MARK, OpenedDocuments, OwnedInput, no_json, open_documents, text,
};
use agent_ui_text::{place::Place, protocol};
use bridge::{DialectOrProtocol, Protocol};
use std::{
    collections::BTreeSet,
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};
use wire::{Finding, Pointer};

/// Reads a whole file and decodes UTF-16.
///
/// # Errors
/// Returns an error if the file cannot be read or its format is not supported.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Box<dyn fmt::Display>> {
    read_file_as(path, &|format| matches!(format, FileFormat::Prose))
}

/// Reads a whole file of text, such as TOML, and decodes UTF-16.
///
/// # Errors
/// Returns an error if the file cannot be read or is not text.
pub(crate) fn read_text_file(path: &Path) -> Result<Vec<u8>, Box<dyn fmt::Display>> {
    read_file_as(path, &|format| {
        matches!(format, FileFormat::Prose | FileFormat::OtherText(_))
    })
}

/// Reads a whole file. `is_accepted` tells the formats other than JSON that the caller reads.
fn read_file_as(
    path: &Path,
    is_accepted: &dyn Fn(FileFormat) -> bool,
) -> Result<Vec<u8>, Box<dyn fmt::Display>> {
    match read_decoded(path) {
        // Files of flags are not always JSON.
        Ok((bytes, format)) if is_accepted(format) => Ok(bytes),
        Ok((bytes, format)) => match format.without_messages() {
            Some(foreign) => {
                let error = foreign.error();
                Err(Box::new(format!("{}; {}", error.message, error.hint)))
            }
            None => Ok(bytes),
        },
        Err(Failure::Read(error)) => Err(Box::new(error)),
        // No callback runs before a wait, so this does not occur.
        Err(_) => Err(Box::new("the file cannot be read")),
    }
}

/// Reads a whole file and decodes UTF-16, without a check of its format.
fn read_decoded(path: &Path) -> Result<(Vec<u8>, FileFormat), Failure> {
    let file = descriptor::open(path).map_err(Failure::Read)?;
    let OpenedFile { mut reader, format } = file_format::open(Box::new(file), &mut || Ok(()))?;
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(Failure::Read)?;
    Ok((bytes, format))
}

/// Reads the first bytes of a file and decodes UTF-16. Returns `None` for a file that is not regular, cannot be read,
/// or has an unsupported format.
pub(crate) fn first_bytes(path: &Path, limit: u64) -> Option<Vec<u8>> {
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let opened = file_format::open(Box::new(File::open(path).ok()?), &mut || Ok(())).ok()?;
    if let FileFormat::Foreign(_) = opened.format {
        return None;
    }
    let mut bytes = Vec::new();
    opened.reader.take(limit).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Runs a function that reads an input. The callback of the caller runs before each read that may block.
pub(crate) fn read_with_callback<T>(
    caller: &mut dyn InputCallbacks,
    file: Option<&str>,
    read: impl FnOnce(BeforeRead<'_>) -> Result<T, Failure>,
) -> Result<T, Exit> {
    let mut reason = None;
    let result = read(&mut || {
        caller.before_wait().map_err(|exit| {
            reason = Some(exit);
            StopReading
        })
    });
    result.map_err(|failure| reason.unwrap_or_else(|| failure_exit(&failure, file)))
}

/// Returns `true` for a regular file. In contrast to a named pipe, reading it does not block for long.
pub(crate) fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Converts a failure into the reason to stop.
pub(crate) fn failure_exit(failure: &Failure, file: Option<&str>) -> Exit {
    match failure {
        Failure::Read(error) if is_interruption(error) => Exit::Interrupted,
        Failure::Read(error) => {
            Exit::Usage(format!("{}: {error}", file.unwrap_or("standard input")))
        }
        // The callback has stopped the reading.
        _ => Exit::Interrupted,
    }
}

/// The callbacks of code that reads inputs.
pub(crate) trait InputCallbacks {
    /// Runs before a read that may block.
    fn before_wait(&mut self) -> Result<(), Exit>;

    /// Takes the standard input stream.
    fn standard_input(&mut self) -> Box<dyn Read + Send>;

    /// Reports a finding about an input.
    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit>;

    /// Runs before the first input of the command line is opened, with the sizes of all files.
    fn begin_reading(&mut self, _sizes: &mut dyn Iterator<Item = u64>) {}

    /// Returns the reader to use for a file of the command line.
    fn open_file(&mut self, file: File) -> Box<dyn Read + Send> {
        Box::new(file)
    }

    /// Runs before each document of the command line, with a function that finds its place. At the end of each input,
    /// it runs without a function.
    fn begin_document(&mut self, _find: Option<&dyn Fn() -> Place>) -> Result<(), Exit> {
        Ok(())
    }

    /// Runs when an input of the command line was opened. `file` is `None` for standard input.
    fn begin_input(&mut self, _file: Option<&str>) {}
}

/// The origin of an input.
enum InputOrigin {
    Stdin,
    File(PathBuf),
    /// An open reader, with the name of its file if it has one.
    Reader(Option<PathBuf>, Box<dyn Read + Send>),
}

impl InputOrigin {
    /// Returns the name of the file; `None` for other inputs.
    fn name(&self) -> Option<Arc<str>> {
        match self {
            Self::Stdin => None,
            Self::File(path) => Some(path.to_string_lossy().into()),
            Self::Reader(path, _) => path.as_ref().map(|path| path.to_string_lossy().into()),
        }
    }

    /// Returns the number of bytes of a regular file.
    fn size(&self) -> Option<u64> {
        let Self::File(path) = self else { return None };
        let metadata = path.metadata().ok()?;
        match metadata.is_file() {
            true => Some(metadata.len()),
            false => None,
        }
    }

    /// Returns the hint for an input without documents.
    fn hint(&self) -> &'static str {
        match self {
            Self::Stdin | Self::Reader(None, _) => {
                "name a file or a folder, or send messages to standard input"
            }
            _ => "this file is empty: name a file that contains messages",
        }
    }
}

/// Notices about folders of the command line, with the places of the folders.
pub(crate) type FolderNotices = Vec<(Place, Finding)>;

/// The inputs of the command line in order.
struct InputList {
    origins: Vec<InputOrigin>,
    notices: FolderNotices,
}

impl InputList {
    /// Lists the inputs of the command line, and the files in its folders.
    fn of(source: &Source) -> Result<Self, Exit> {
        let mut list = Self {
            origins: Vec::new(),
            notices: Vec::new(),
        };
        if source.files.is_empty() {
            list.origins.push(InputOrigin::Stdin);
        }
        let mut unread = UnreadEntries::default();
        let mut first_folder = None;
        for path in &source.files {
            if path.as_os_str() == "-" {
                list.origins.push(InputOrigin::Stdin);
                continue;
            }
            let metadata = path
                .metadata()
                .map_err(|error| Exit::Usage(missing_input(path, &error)))?;
            if !metadata.is_dir() {
                list.origins.push(InputOrigin::File(path.clone()));
                continue;
            }
            let unread_here = list.add_folder(path, source.allow_empty)?;
            if first_folder.is_none() && !unread_here.is_empty() {
                first_folder = Some(path);
            }
            unread.add(unread_here);
        }
        // One notice counts the entries of all folders.
        if let Some(folder) = first_folder {
            list.notices
                .push((start_of(folder), unread_notice(&unread)));
        }
        Ok(list)
    }

    /// Adds the input files of a folder, and returns its other entries.
    fn add_folder(&mut self, path: &Path, allow_empty: bool) -> Result<UnreadEntries, Exit> {
        let contents = folder::read(path)?;
        if contents.files.is_empty() {
            if !allow_empty {
                return Err(without_input_file(path, &contents.unread));
            }
            self.notices.push((start_of(path), no_messages_notice()));
        }
        self.origins
            .extend(contents.files.into_iter().map(InputOrigin::File));
        Ok(contents.unread)
    }
}

/// Returns the start of a file, or the place of a folder.
pub(crate) fn start_of(path: &Path) -> Place {
    start_of_input(Some(&path.to_string_lossy().into()))
}

/// Returns the place at the start of an input. `file` is the name of a file, and `None` for standard input.
pub(crate) fn start_of_input(file: Option<&Arc<str>>) -> Place {
    Place {
        file: file.cloned(),
        line: 1,
        column: 1,
    }
}

/// Adds the number of unread inputs to the error about the input before them.
fn with_unread_inputs(exit: Exit, unread: usize) -> Exit {
    match (exit, unread) {
        (Exit::Usage(message), 1) => {
            Exit::Usage(format!("{message}; the input after it was not read"))
        }
        (Exit::Usage(message), 2..) => Exit::Usage(format!(
            "{message}; the {unread} inputs after it were not read"
        )),
        (other, _) => other,
    }
}

/// Returns the error for a folder without an input file.
fn without_input_file(folder: &Path, unread: &UnreadEntries) -> Exit {
    let found = match unread.is_empty() {
        true => "it contains no files".to_owned(),
        false => format!("it contains {unread}"),
    };
    Exit::Usage(format!(
        "{}: in a folder, {FILE_NAMES} files are read, but {found}; name a file, or a folder that contains some",
        folder.display()
    ))
}

/// Returns the notice about the files and folders that are not read.
fn unread_notice(unread: &UnreadEntries) -> Finding {
    let verb = if unread.count() == 1 { "is" } else { "are" };
    Finding::info(
        "unread-files",
        Pointer::root(),
        format!("{unread} {verb} not read"),
    )
    .hint(format!(
        "in a folder, {FILE_NAMES} files are read; name other files and folders to read them"
    ))
}

/// Lists the inputs of the command line as single files, with `-` for standard input, and the notices about folders.
///
/// # Errors
/// Returns an error if a file or folder cannot be read.
pub(crate) fn list_paths(source: &Source) -> Result<(Vec<PathBuf>, FolderNotices), Exit> {
    let InputList { origins, notices } = InputList::of(source)?;
    let mut paths = Vec::with_capacity(origins.len());
    for origin in origins {
        paths.push(match origin {
            InputOrigin::File(path) => path,
            InputOrigin::Stdin | InputOrigin::Reader(..) => PathBuf::from("-"),
        });
    }
    Ok((paths, notices))
}

/// The bytes of an input, with the path of its file; `None` for standard input.
type WholeInput = (Option<PathBuf>, Vec<u8>);

/// Reads all inputs of the command line into memory. A file with several names is read once.
///
/// # Errors
/// Returns an error if one of the inputs cannot be read.
pub(crate) fn read_whole(
    source: &Source,
    caller: &mut dyn InputCallbacks,
) -> Result<Vec<WholeInput>, Exit> {
    let InputList { origins, notices } = InputList::of(source)?;
    for (place, notice) in &notices {
        caller.report_finding(place, notice)?;
    }
    let mut texts = Vec::new();
    let mut known = BTreeSet::new();
    for origin in origins {
        let path = match &origin {
            InputOrigin::File(path) => Some(path.clone()),
            _ => None,
        };
        if let Some(real_path) = path.as_ref().and_then(|path| path.canonicalize().ok()) {
            if !known.insert(real_path) {
                continue;
            }
        }
        let mut text = Vec::new();
        let read = open_origin(origin, caller)?.read_to_end(&mut text);
        let name = path.as_ref().map(|path| path.to_string_lossy());
        caller.begin_input(name.as_deref());
        read.map_err(|error| failure_exit(&Failure::Read(error), name.as_deref()))?;
        texts.push((path, text));
    }
    Ok(texts)
}

/// The documents of all inputs, one after the other.
pub(crate) struct Inputs {
    /// Inputs that are not open yet, the next one last.
    sources: Vec<InputOrigin>,
    /// The notices about folders that are not reported yet.
    notices: FolderNotices,
    open: Option<OpenInput>,
    file: Option<Arc<str>>,
    options: InputOptions,
    /// The text around the extracted messages.
    around: SurroundingText,
    /// The reason for a finding if the open input contains no message; `None` once a document was not empty.
    if_empty: Option<Absence>,
    role: InputRole,
    /// `true` once the caller has the sizes of the files.
    has_reported_sizes: bool,
    scope: SessionScope,
}

/// The origin of inputs, which decides the notifications to the callbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputRole {
    /// The command line.
    CommandLine,
    /// Texts in memory. The caller has already counted them.
    Memory,
    /// The file of a flag, about which the callbacks are not notified.
    Flag,
}

/// The inputs that form one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SessionScope {
    /// All inputs form one session.
    All { has_begun: bool },
    /// Each input is its own session. `may_open` is `true` until the input of the session is opened.
    Each { may_open: bool },
}

impl SessionScope {
    /// Begins the next session. Returns `false` if there is none.
    fn advance(&mut self, has_more_inputs: bool) -> bool {
        match self {
            Self::All { has_begun } => !std::mem::replace(has_begun, true),
            Self::Each { may_open } => {
                *may_open = has_more_inputs;
                has_more_inputs
            }
        }
    }
}

impl Inputs {
    /// Opens the files, folders or standard input of the command line.
    pub(crate) fn of(source: &Source) -> Result<Self, Exit> {
        let InputList {
            mut origins,
            notices,
        } = InputList::of(source)?;
        origins.reverse();
        let options = InputOptions {
            allows_empty: source.allow_empty,
            ..InputOptions::default()
        };
        Ok(Self {
            options,
            notices,
            ..Self::new(origins)
        })
    }

    /// Reads documents from texts in memory, with the names of their files. The caller has counted the inputs.
    pub(crate) fn of_texts(texts: Vec<WholeInput>) -> Self {
        let mut sources = Vec::with_capacity(texts.len());
        for (path, text) in texts.into_iter().rev() {
            sources.push(InputOrigin::Reader(path, Box::new(io::Cursor::new(text))));
        }
        Self {
            role: InputRole::Memory,
            ..Self::new(sources)
        }
    }

    fn new(sources: Vec<InputOrigin>) -> Self {
        Self {
            sources,
            notices: Vec::new(),
            open: None,
            file: None,
            options: InputOptions::default(),
            around: SurroundingText::default(),
            if_empty: None,
            role: InputRole::CommandLine,
            has_reported_sizes: false,
            scope: SessionScope::All { has_begun: false },
        }
    }

    /// Opens the file of a flag.
    pub(crate) fn of_file(path: &Path) -> Result<Self, Exit> {
        let inputs = Self::of(&Source {
            files: vec![path.to_owned()],
            allow_empty: false,
        })?;
        Ok(Self {
            role: InputRole::Flag,
            ..inputs
        })
    }

    /// Makes each input its own session, or all inputs one session if `are_one` is `true`. The caller advances with
    /// [`next_session`](Self::next_session).
    pub(crate) fn in_sessions(self, are_one: bool) -> Self {
        let scope = match are_one {
            true => SessionScope::All { has_begun: false },
            false => SessionScope::Each { may_open: false },
        };
        Self { scope, ..self }
    }

    /// Returns `true` if the inputs form several sessions.
    pub(crate) fn are_several_sessions(&self) -> bool {
        matches!(self.scope, SessionScope::Each { .. }) && self.sources.len() > 1
    }

    /// Reports the notices about folders at the first call.
    fn report_notices(&mut self, caller: &mut dyn InputCallbacks) -> Result<(), Exit> {
        // This runs before each document.
        if self.notices.is_empty() {
            return Ok(());
        }
        for (place, notice) in std::mem::take(&mut self.notices) {
            caller.report_finding(&place, &notice)?;
        }
        Ok(())
    }

    /// Advances to the next session, whose documents [`next`](Self::next) reads. Returns `false` after the last
    /// session.
    pub(crate) fn next_session(&mut self, caller: &mut dyn InputCallbacks) -> Result<bool, Exit> {
        self.report_notices(caller)?;
        let has_more_inputs = !self.sources.is_empty();
        let has_session = self.scope.advance(has_more_inputs);
        // If all inputs form one session, its end has already reported the text, and this reports nothing.
        if !has_session {
            self.report_surrounding_text(caller)?;
        }
        Ok(has_session)
    }

    /// Accepts a line that starts and ends like a document without checking its syntax. If the line is invalid, the
    /// caller calls [`rewind_guess`](Self::rewind_guess).
    pub(crate) fn quick(mut self) -> Self {
        self.options.is_quick = true;
        self
    }

    /// Reads documents of a protocol, whose messages may be in Server-Sent Events.
    pub(crate) fn of_protocol(mut self, protocol: DialectOrProtocol) -> Self {
        self.options.protocol = Some(protocol);
        self
    }

    /// Reads documents of a protocol, and finds messages inside other content: A2UI messages in texts and carriers, and
    /// messages of some protocols in Server-Sent Events.
    pub(crate) fn find_messages(mut self, protocol: DialectOrProtocol) -> Self {
        self.options.finds_messages = protocol.protocol() == Protocol::A2ui;
        self.of_protocol(protocol)
    }

    /// Returns `true` if the last document is a list without messages.
    fn is_last_empty(&self) -> bool {
        match self.last().text {
            Ok(text) => protocol::is_empty_list(self.options.protocol, text),
            Err(_) => false,
        }
    }

    /// Advances to the next document. Returns `false` at the end of the session.
    pub(crate) fn next(&mut self, caller: &mut dyn InputCallbacks) -> Result<bool, Exit> {
        self.report_notices(caller)?;
        loop {
            if self.open.is_none() && !self.open_next(caller)? {
                return Ok(false);
            }
            if self.advance(caller)? {
                return Ok(true);
            }
            self.close(caller)?;
        }
    }

    /// Opens the next input. Returns `false` if the session has no more inputs.
    fn open_next(&mut self, caller: &mut dyn InputCallbacks) -> Result<bool, Exit> {
        if let SessionScope::Each { may_open } = &mut self.scope {
            if !std::mem::take(may_open) {
                return Ok(false);
            }
        }
        if self.role != InputRole::Flag && !std::mem::replace(&mut self.has_reported_sizes, true) {
            caller.begin_reading(&mut self.sources.iter().filter_map(InputOrigin::size));
        }
        let Some(source) = self.sources.pop() else {
            self.report_surrounding_text(caller)?;
            return Ok(false);
        };
        self.file = source.name();
        self.if_empty = Some(Absence::Empty {
            hint: source.hint(),
        });
        let reader = open_origin(source, caller)
            .map_err(|exit| with_unread_inputs(exit, self.sources.len()))?;
        let (file, options) = (self.file.clone(), self.options);
        let (open, encoding) = read_with_callback(caller, self.file.as_deref(), |before| {
            OpenInput::open(reader, file, options, before)
        })?;
        self.open = Some(open);
        if self.role == InputRole::CommandLine {
            caller.begin_input(self.file.as_deref());
        }
        if let Some(encoding) = encoding {
            caller.report_finding(&start_of_input(self.file.as_ref()), &encoding)?;
        }
        Ok(true)
    }

    /// Advances to the next document of the open input. Returns `false` at the end of the input.
    fn advance(&mut self, caller: &mut dyn InputCallbacks) -> Result<bool, Exit> {
        let Some(open) = &mut self.open else {
            return Ok(false);
        };
        let has_document =
            read_with_callback(caller, self.file.as_deref(), |before| open.next(before))?;
        if let Some(notice) = open.take_mark_notice() {
            caller.report_finding(&start_of_input(self.file.as_ref()), &notice)?;
        }
        if self.role != InputRole::Flag {
            match has_document {
                true => caller.begin_document(Some(&|| open.last_place()))?,
                false => caller.begin_document(None)?,
            }
        }
        // An input is also empty if all its documents are empty lists.
        if has_document && self.if_empty.is_some() {
            self.if_empty = match self.is_last_empty() {
                true => Some(Absence::EmptyList),
                false => None,
            };
        }
        Ok(has_document)
    }

    /// Closes the open input, and reports it if it contained no message.
    fn close(&mut self, caller: &mut dyn InputCallbacks) -> Result<(), Exit> {
        if let Some(around) = self
            .open
            .take()
            .and_then(|mut open| open.surrounding_text())
        {
            self.around.join(around);
        }
        let Some(absence) = self.if_empty.take() else {
            return Ok(());
        };
        let finding = match self.options.allows_empty {
            true => no_messages_notice(),
            false => absence.finding(),
        };
        caller.report_finding(&start_of_input(self.file.as_ref()), &finding)
    }

    /// Reports how much text around messages was skipped.
    fn report_surrounding_text(&mut self, caller: &mut dyn InputCallbacks) -> Result<(), Exit> {
        match std::mem::take(&mut self.around).notice() {
            Some((place, notice)) => caller.report_finding(&place, &notice),
            None => Ok(()),
        }
    }

    /// Returns the current document.
    pub(crate) fn last(&self) -> Input<'_> {
        match &self.open {
            Some(open) => open.last(),
            None => Input::new(
                Place {
                    file: self.file.clone(),
                    line: 0,
                    column: 0,
                },
                Ok(""),
            ),
        }
    }

    /// Rewinds an invalid document that was accepted without a syntax check, to read it again with a check. Returns
    /// `false` if the document was already checked.
    pub(crate) fn rewind_guess(&mut self) -> bool {
        self.open.as_mut().is_some_and(OpenInput::rewind_guess)
    }
}

/// Describes an input that cannot be opened. A URL and a JSON text are not names of files.
pub(crate) fn missing_input(path: &Path, error: &io::Error) -> String {
    let name = path.to_string_lossy();
    if error.kind() == io::ErrorKind::NotFound || name.len() > 255 {
        if name.starts_with("http://") || name.starts_with("https://") {
            return format!(
                "{name}: a URL is not read; download it to standard input, as in `curl -s {name} | agent-ui …`"
            );
        }
        if name.trim_start().starts_with(['{', '[']) {
            return "the input is a JSON text instead of a file; send it to standard input, as in `echo '…' | agent-ui …`".to_owned();
        }
    }
    format!("{name}: {error}")
}

fn open_origin(
    source: InputOrigin,
    caller: &mut dyn InputCallbacks,
) -> Result<Box<dyn Read + Send>, Exit> {
    match source {
        InputOrigin::Stdin => Ok(caller.standard_input()),
        InputOrigin::File(path) => match descriptor::open(&path) {
            Ok(file) => Ok(caller.open_file(file)),
            Err(error) => Err(Exit::Usage(format!("{}: {error}", path.display()))),
        },
        InputOrigin::Reader(_, reader) => Ok(reader),
    }
}

/// The rule of an input without messages.
pub(crate) const EMPTY_INPUT: &str = "empty-input";

/// Returns the finding for an empty file or empty standard input.
pub(crate) fn empty_input_finding(path: Option<&Path>) -> Finding {
    let origin = match path {
        Some(path) => InputOrigin::File(path.to_owned()),
        None => InputOrigin::Stdin,
    };
    Absence::Empty {
        hint: origin.hint(),
    }
    .finding()
}

/// Returns the notice for an accepted input without messages.
fn no_messages_notice() -> Finding {
    Finding::info(
        EMPTY_INPUT,
        Pointer::root(),
        "the input contains no messages",
    )
}

/// Reasons for which an input contains no message.
#[derive(Clone, Copy, Debug)]
enum Absence {
    /// The input contains no document.
    Empty { hint: &'static str },
    /// All documents of the input are empty lists.
    EmptyList,
}

impl Absence {
    fn finding(self) -> Finding {
        let (rule, root) = (EMPTY_INPUT, Pointer::root());
        match self {
            Self::Empty { hint } => {
                Finding::warning(rule, root, "the input is empty: it contains no message")
                    .hint(hint)
            }
            Self::EmptyList => {
                Finding::warning(rule, root, "the list is empty: it contains no message")
                    .hint("put the messages into the list")
            }
        }
    }
}
