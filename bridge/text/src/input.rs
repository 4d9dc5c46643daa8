//! Texts as documents: JSON Lines, multi-line documents, concatenated documents, and A2UI messages in texts and
//! carriers.

#[cfg(feature = "extraction")]
mod agui_run;
mod brackets;
mod document;
mod events;
mod failure;
pub mod file_format;
mod finder;
pub mod inference;
mod mark;
mod messages;
mod text;

use crate::{place::Place, protocol};
use bridge::{DialectOrProtocol, Protocol};
#[cfg(feature = "extraction")]
pub(crate) use document::LONGEST;
pub use document::{Documents, LineCheck};
use events::EventData;
pub use failure::{BeforeRead, Failure, StopReading};
use file_format::{FileFormat, ForeignFormat, OpenedFile};
pub(crate) use mark::MARK_SKIPPED;
pub use mark::{MARK, RECORD, mark};
use messages::InputKind;
#[cfg(feature = "extraction")]
pub use messages::SurroundingText;
#[cfg(not(feature = "extraction"))]
pub(crate) use messages::contains_message_key;
#[cfg(feature = "extraction")]
pub(crate) use messages::extracted_items;
pub(crate) use messages::may_carry_messages;
#[cfg(feature = "extraction")]
pub(crate) use messages::starts_with_document;
use std::{
    fmt,
    io::{self, Read},
    sync::Arc,
};
pub(crate) use text::A2uiElements;
pub use text::{Input, MASK, OwnedInput, SourceForm, text};
use wire::{DecodeError, DecodeRule, Finding, Pointer, decode::ReadError};

/// The documents of an opened input.
pub struct OpenedDocuments {
    /// The documents, or the error if the format of the input is not supported.
    pub documents: Result<Documents, DecodeError>,
    /// A notice about the encoding, if it is not UTF-8.
    pub encoding: Option<Finding>,
}

impl fmt::Debug for OpenedDocuments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenedDocuments")
            .field("encoding", &self.encoding)
            .finish_non_exhaustive()
    }
}

/// Opens an input of documents, skipping the given number of bytes and lines.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn open_documents(
    reader: Box<dyn Read + Send>,
    protocol: DialectOrProtocol,
    (bytes, line): (u64, usize),
) -> Result<OpenedDocuments, Failure> {
    let OpenedFile { mut reader, format } = file_format::open(reader, &mut || Ok(()))?;
    if let Some(foreign) = format.without_messages() {
        return Ok(OpenedDocuments {
            documents: Err(foreign.error()),
            encoding: None,
        });
    }
    io::copy(&mut (&mut reader).take(bytes), &mut io::sink()).map_err(Failure::Read)?;
    let documents = documents(reader, Some(protocol)).starting_at(bytes, line);
    Ok(OpenedDocuments {
        documents: Ok(documents),
        encoding: encoding(format),
    })
}

/// Returns the notice that UTF-16 is decoded, or `None` for other formats.
fn encoding(format: FileFormat) -> Option<Finding> {
    let message = "the input is UTF-16 and is decoded; columns count UTF-8 bytes";
    match format {
        FileFormat::Utf16 => Some(Finding::info("utf-16", Pointer::root(), message)),
        _ => None,
    }
}

/// Splits an input into documents. For a protocol that uses Server-Sent Events, these are the data of the events.
fn documents(reader: Box<dyn Read + Send>, protocol: Option<DialectOrProtocol>) -> Documents {
    match protocol {
        Some(named) if protocol::of(named).is_in_events => {
            Documents::new(Box::new(EventData::new(reader)))
        }
        Some(named) if named.protocol() == Protocol::A2ui => Documents::new(reader).with_repairs(),
        _ => Documents::new(reader),
    }
}

/// Returns the error for text before or instead of JSON on a line.
pub fn no_json(is_before_json: bool) -> DecodeError {
    let (message, hint) = if is_before_json {
        (
            "other text precedes the JSON on this line",
            "remove the text before the JSON",
        )
    } else {
        (
            "this line is not JSON",
            "write a message in JSON, or remove the line",
        )
    };
    ReadError::new(DecodeRule::Syntax, message, hint).into()
}

/// An open input, which is read document by document.
pub struct OpenInput {
    kind: InputKind,
    /// The name of the file, if the input is one.
    file: Option<Arc<str>>,
    /// The check of lines that look like complete documents.
    line_check: LineCheck,
    is_utf_16: bool,
}

impl fmt::Debug for OpenInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenInput")
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}

/// Creates an input of an unsupported format. Its only document is the error.
fn foreign_input(format: ForeignFormat) -> InputKind {
    InputKind::Foreign {
        error: format.error(),
        is_given: false,
    }
}

/// Returns the kind of an input after the search for messages.
fn text_input(found: InputKind, format: FileFormat, allows_empty: bool) -> InputKind {
    match (found, format) {
        // Messages in a text of another format are read nevertheless.
        (InputKind::Documents(_) | InputKind::Foreign { .. }, FileFormat::OtherText(format)) => {
            foreign_input(format)
        }
        // With `--allow-empty`, a text without messages counts as an empty input.
        (InputKind::Foreign { error, .. }, _) => InputKind::Foreign {
            error,
            is_given: allows_empty,
        },
        (kind, _) => kind,
    }
}

/// The settings for reading an input.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputOptions {
    /// The protocol of the documents, if it is known.
    pub protocol: Option<DialectOrProtocol>,
    /// `true` if A2UI messages are also extracted from texts and carriers.
    pub finds_messages: bool,
    /// `true` if inputs without messages are accepted.
    pub allows_empty: bool,
    /// `true` if the syntax of lines that look complete is not checked. A caller that finds such a line invalid calls
    /// [`OpenInput::rewind_guess`].
    pub is_quick: bool,
}

impl OpenInput {
    /// Opens an input. Also returns a notice if the encoding is not UTF-8.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub fn open(
        reader: Box<dyn Read + Send>,
        file: Option<Arc<str>>,
        options: InputOptions,
        before: BeforeRead<'_>,
    ) -> Result<(Self, Option<Finding>), Failure> {
        let InputOptions {
            protocol,
            finds_messages,
            allows_empty,
            is_quick,
        } = options;
        let OpenedFile { reader, format } = file_format::open(reader, before)?;
        let kind = match format {
            FileFormat::Foreign(format) => foreign_input(format),
            _ if finds_messages => {
                #[cfg(feature = "extraction")]
                let kind = messages::open(reader, file.clone(), before)?;
                #[cfg(not(feature = "extraction"))]
                let kind = messages::open(reader, before)?;
                text_input(kind, format, allows_empty)
            }
            _ => match format.without_messages() {
                Some(format) => foreign_input(format),
                None => InputKind::Documents(documents(reader, protocol)),
            },
        };
        let line_check = if is_quick {
            LineCheck::Ends
        } else {
            LineCheck::Syntax
        };
        let is_utf_16 = format == FileFormat::Utf16;
        Ok((
            Self {
                kind,
                file,
                line_check,
                is_utf_16,
            },
            encoding(format),
        ))
    }

    /// Advances to the next document. Returns `false` at the end of the input.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub fn next(&mut self, before: BeforeRead<'_>) -> Result<bool, Failure> {
        match &mut self.kind {
            InputKind::Documents(documents) => documents.next(self.line_check, before),
            #[cfg(feature = "extraction")]
            InputKind::Messages(messages) => messages.next(before),
            InputKind::Foreign { is_given, .. } => Ok(!std::mem::replace(is_given, true)),
        }
    }

    /// Returns the notice about a byte order mark, once.
    pub fn take_mark_notice(&mut self) -> Option<Finding> {
        self.kind.take_mark_notice()
    }

    /// Returns the text around messages that were extracted.
    #[cfg(feature = "extraction")]
    pub fn surrounding_text(&mut self) -> Option<SurroundingText> {
        match &mut self.kind {
            #[cfg(feature = "extraction")]
            InputKind::Messages(messages) => Some(messages.around()),
            _ => None,
        }
    }

    /// Returns the place of the current document.
    pub fn last_place(&self) -> Place {
        let (line, column) = match &self.kind {
            #[cfg(feature = "extraction")]
            InputKind::Messages(messages) => return messages.last().start,
            InputKind::Documents(documents) => {
                let (line, column, _) = documents.last();
                (line, column)
            }
            InputKind::Foreign { .. } => (1, 1),
        };
        Place {
            file: self.file.clone(),
            line,
            column,
        }
    }

    /// Returns the current document.
    pub fn last(&self) -> Input<'_> {
        let last = self.last_document();
        if self.is_utf_16 {
            last.with_source(SourceForm::Utf16)
        } else {
            last
        }
    }

    fn last_document(&self) -> Input<'_> {
        match &self.kind {
            #[cfg(feature = "extraction")]
            InputKind::Messages(messages) => messages.last(),
            InputKind::Documents(documents) => {
                let (line, column, bytes) = documents.last();
                let start = Place {
                    file: self.file.clone(),
                    line,
                    column,
                };
                if documents.is_text() {
                    return Input::new(start, Err(no_json(documents.is_before_json())));
                }
                Input::of(start, bytes).with_guess(documents.is_guess())
            }
            InputKind::Foreign { error, .. } => Input::new(
                Place {
                    file: self.file.clone(),
                    line: 1,
                    column: 1,
                },
                Err(error.clone()),
            ),
        }
    }

    /// Rewinds to the start of the current document if its syntax was not checked and is invalid. Returns `true` if the
    /// document must be read again.
    pub fn rewind_guess(&mut self) -> bool {
        match &mut self.kind {
            InputKind::Documents(documents) => documents.rewind_guess(),
            _ => false,
        }
    }
}
