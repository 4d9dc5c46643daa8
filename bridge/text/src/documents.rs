//! The documents of a whole text in memory.

use crate::{
    input::{self, InputOptions, OpenInput, OwnedInput},
    place::Place,
};
use bridge::{DialectOrProtocol, Protocol};
use std::io::Cursor;
use wire::{
    DecodeError, DecodeRule, Finding,
    decode::ReadError,
    syntax::{Progress, Syntax},
};

/// The documents of a text, with the notices about the whole text.
pub(crate) struct TextDocuments {
    pub(crate) documents: Vec<OwnedInput>,
    pub(crate) notices: Vec<(Place, Finding)>,
}

impl TextDocuments {
    /// Splits a text into documents. With `finds_messages`, A2UI messages are also extracted from other texts.
    pub(crate) fn of(
        text: &str,
        protocol: Option<DialectOrProtocol>,
        finds_messages: bool,
    ) -> Self {
        let mut reader = DocumentReader::open(text, protocol, finds_messages);
        let mut documents = Vec::new();
        while let Some(document) = reader.next() {
            documents.push(document);
        }
        let notices = reader.finish();
        Self { documents, notices }
    }
}

/// The reader of the documents of a text, one at a time. A long text needs less memory than with [`TextDocuments`].
pub(crate) struct DocumentReader {
    /// The only document, if the text need not be split.
    single: Option<OwnedInput>,
    input: Option<OpenInput>,
    notices: Vec<(Place, Finding)>,
}

impl DocumentReader {
    /// Opens a text. With `finds_messages`, A2UI messages are also extracted from other texts.
    pub(crate) fn open(
        text: &str,
        protocol: Option<DialectOrProtocol>,
        finds_messages: bool,
    ) -> Self {
        let is_a2ui = protocol.is_some_and(|named| named.protocol() == Protocol::A2ui);
        let finds_messages = finds_messages && is_a2ui;
        if is_path(text) {
            return Self::single(OwnedInput::new(Place::START, Err(path_instead_of_text())));
        }
        if is_one_document(text) && !(finds_messages && input::may_carry_messages(text)) {
            let blanks = text.len() - text.trim_start().len();
            let place = Place::START.after(text.get(..blanks).unwrap_or_default());
            return Self::single(OwnedInput::new(place, Ok(text.trim().to_owned())));
        }
        let options = InputOptions {
            protocol,
            finds_messages,
            ..InputOptions::default()
        };
        let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
        let mut all = Self {
            single: None,
            input: None,
            notices: Vec::new(),
        };
        // Reading from memory does not fail.
        if let Ok((input, encoding)) = OpenInput::open(reader, None, options, &mut || Ok(())) {
            all.add_notice(encoding);
            all.input = Some(input);
        }
        all
    }

    fn single(document: OwnedInput) -> Self {
        Self {
            single: Some(document),
            input: None,
            notices: Vec::new(),
        }
    }

    /// Returns the next document.
    pub(crate) fn next(&mut self) -> Option<OwnedInput> {
        if let Some(document) = self.single.take() {
            return Some(document);
        }
        let input = self.input.as_mut()?;
        match input.next(&mut || Ok(())) {
            Ok(true) => Some(input.last().into()),
            _ => None,
        }
    }

    /// Returns the notices about the whole text. Some are known only after the last document.
    pub(crate) fn finish(mut self) -> Vec<(Place, Finding)> {
        if let Some(mut input) = self.input.take() {
            self.add_notice(input.take_mark_notice());
            #[cfg(feature = "extraction")]
            self.notices
                .extend(input.surrounding_text().and_then(|text| text.notice()));
        }
        self.notices
    }

    /// Adds a notice about the whole text.
    fn add_notice(&mut self, notice: Option<Finding>) {
        self.notices
            .extend(notice.map(|finding| (Place::START, finding)));
    }
}

/// The ends of the names of files with messages.
const FILE_ENDS: [&str; 8] = [
    ".json", ".jsonl", ".ndjson", ".json5", ".txt", ".md", ".log", ".html",
];

/// Returns `true` if the text is one line that ends like the name of a file, and contains no JSON.
pub(crate) fn is_path(text: &str) -> bool {
    let name = text.trim();
    let is_line = !name.contains(|mark: char| mark.is_control() || "{}[]\"<>".contains(mark));
    // A sentence may end with the name of a file.
    let is_name = is_line && !name.contains(": ") && name.split(' ').count() <= 4;
    let mut ends = FILE_ENDS.iter();
    is_name && ends.any(|end| name.len() > end.len() && name.ends_with(end))
}

/// Returns the error for a path that was passed instead of the text of its file.
pub(crate) fn path_instead_of_text() -> DecodeError {
    let hint = "read the file first, and pass its text";
    ReadError::new(
        DecodeRule::Syntax,
        "this is the path of a file, not a message",
        hint,
    )
    .into()
}

/// Returns `true` if the text is one array or object, so that it need not be split.
fn is_one_document(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(['{', '['])
        && matches!(Syntax::default().read(text.as_bytes()), Progress::Complete(length) if length == text.len())
}
