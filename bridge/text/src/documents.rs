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
            documents: Vec::new(),
            notices: Vec::new(),
        };
        let before = &mut || Ok(());
        // Reading from memory does not fail.
        let Ok((mut input, encoding)) = OpenInput::open(reader, None, options, before) else {
            return all;
        };
        all.add_notice(encoding);
        while input.next(before).unwrap_or(false) {
            all.documents.push(input.last().into());
        }
        all.add_notice(input.take_mark_notice());
        #[cfg(feature = "extraction")]
        all.notices
            .extend(input.surrounding_text().and_then(|text| text.notice()));
        all
    }

    fn single(document: OwnedInput) -> Self {
        Self {
            documents: vec![document],
            notices: Vec::new(),
        }
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
