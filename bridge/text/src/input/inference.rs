//! Inference of the protocol of an input from its first documents.

use super::{
    BeforeRead, Failure, LineCheck,
    document::Documents,
    file_format::{self, FileFormat, OpenedFile},
    messages,
};
use crate::{
    place::Place,
    protocol::{
        self,
        recognition::{self, Candidate},
    },
};
#[cfg(feature = "extraction")]
use bridge::a2ui::extract::ExtractedItem;
use bridge::{Dialect, DialectOrProtocol, Protocol};
use std::{
    io::{self, Cursor, Read},
    sync::{Arc, Mutex, PoisonError},
};

/// The number of bytes that are examined. A longer first document is judged by its start.
const EXAMINED: usize = 1 << 20;
/// The number of documents that are examined.
const DOCUMENTS: usize = 256;

/// The protocol of an input.
#[derive(Debug)]
pub enum Inference {
    /// A document shows the protocol.
    Protocol {
        /// The protocol that the document shows.
        named: DialectOrProtocol,
        /// A description of the evidence, such as `the member x`.
        evidence: String,
        /// The line on which the document starts.
        line: usize,
        /// The column at which the document starts.
        column: usize,
    },
    /// The input contains no messages or has an unsupported format, which is reported alike for every protocol.
    NoMessages,
    /// Several protocols are equally likely.
    Ambiguous(Vec<Candidate>),
    /// The protocol is unknown. The text describes the first document.
    Unknown(String),
}

/// Infers the protocol of an input. Also returns the complete input, including the examined bytes.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn infer(
    reader: Box<dyn Read + Send>,
    before: BeforeRead<'_>,
) -> Result<(Inference, Box<dyn Read + Send>), Failure> {
    let recorder = Arc::new(Mutex::new(Recorder {
        reader,
        seen: Vec::new(),
    }));
    let inference = examine(&recorder, before)?;
    let mut recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
    let reader = std::mem::replace(&mut recorder.reader, Box::new(io::empty()));
    let seen = std::mem::take(&mut recorder.seen);
    Ok((inference, Box::new(Cursor::new(seen).chain(reader))))
}

/// A reader that keeps what it has read.
struct Recorder {
    reader: Box<dyn Read + Send>,
    seen: Vec<u8>,
}

/// A reader through a recorder, which ends after the examined bytes.
struct RecordedReader(Arc<Mutex<Recorder>>);

impl Read for RecordedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut recorder = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if recorder.seen.len() >= EXAMINED {
            return Ok(0);
        }
        let count = recorder.reader.read(buffer)?;
        recorder
            .seen
            .extend_from_slice(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}

/// Reads documents until one of them belongs to a single protocol.
fn examine(recorder: &Arc<Mutex<Recorder>>, before: BeforeRead<'_>) -> Result<Inference, Failure> {
    let reader = Box::new(RecordedReader(Arc::clone(recorder)));
    let OpenedFile { reader, format } = file_format::open(reader, before)?;
    if let FileFormat::Foreign(_) = format {
        return Ok(Inference::NoMessages);
    }
    let mut documents = Documents::new(reader);
    let (mut ambiguous, mut first) = (Vec::new(), None);
    for _ in 0..DOCUMENTS {
        if !documents.next(LineCheck::Syntax, before)? {
            break;
        }
        let (line, column, bytes) = documents.last();
        let text = String::from_utf8_lossy(bytes);
        if protocol::is_empty_list(None, &text) {
            continue;
        }
        let mut candidates = recognition::recognize(&text);
        if candidates.is_empty() {
            first.get_or_insert_with(|| recognition::describe(&text).into_owned());
            continue;
        }
        if candidates.len() > 1 {
            ambiguous = candidates;
            continue;
        }
        let Some(Candidate { protocol, evidence }) = candidates.pop() else {
            continue;
        };
        #[cfg_attr(not(feature = "all-protocols"), expect(unused_mut))]
        let mut named = DialectOrProtocol::from(protocol);
        #[cfg(feature = "all-protocols")]
        if protocol == Protocol::Ahp {
            let text = text.into_owned();
            named = ahp_dialect(text, &mut documents, before)?;
        }
        return Ok(Inference::Protocol {
            named,
            evidence,
            line,
            column,
        });
    }
    if !ambiguous.is_empty() {
        return Ok(Inference::Ambiguous(ambiguous));
    }
    let recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(match first {
        Some(first) => infer_from_text(&recorder.seen, first, format),
        None => Inference::NoMessages,
    })
}

/// Infers the protocol from the whole text if the documents do not show it. `first` describes the first document.
fn infer_from_text(examined: &[u8], first: String, format: FileFormat) -> Inference {
    if has_messages(&String::from_utf8_lossy(examined)) {
        return Inference::Protocol {
            named: Protocol::A2ui.into(),
            evidence: "the A2UI messages in its text".to_owned(),
            line: 1,
            column: 1,
        };
    }
    match format {
        FileFormat::OtherText(_) => Inference::NoMessages,
        _ => Inference::Unknown(first),
    }
}

/// Returns the dialect of AHP: the release if a document has fewer errors in it than in the proposal. Documents are
/// read until the numbers of errors differ.
#[cfg(feature = "all-protocols")]
fn ahp_dialect(
    mut text: String,
    documents: &mut Documents,
    before: BeforeRead<'_>,
) -> Result<DialectOrProtocol, Failure> {
    for _ in 0..DOCUMENTS {
        let (proposal, release) = protocol::ahp::errors_by_dialect(&text);
        if proposal != release {
            let is_release = release < proposal;
            return Ok(if is_release {
                Dialect::Ahp1_0.into()
            } else {
                Protocol::Ahp.into()
            });
        }
        if !documents.next(LineCheck::Syntax, before)? {
            break;
        }
        text = String::from_utf8_lossy(documents.last().2).into_owned();
    }
    Ok(Protocol::Ahp.into())
}

/// Returns `true` if the text contains A2UI messages, or the name of one in broken JSON.
fn has_messages(text: &str) -> bool {
    #[cfg(feature = "extraction")]
    if messages::extracted_items(text)
        .iter()
        .any(|found| matches!(found, ExtractedItem::Message(_)))
    {
        return true;
    }
    text.contains('{') && messages::contains_message_key(text)
}

impl Inference {
    /// Returns the place of the document that shows the protocol.
    pub fn place(&self, file: Option<Arc<str>>) -> Place {
        match self {
            Self::Protocol { line, column, .. } => Place {
                file,
                line: *line,
                column: *column,
            },
            _ => Place {
                file,
                line: 1,
                column: 1,
            },
        }
    }
}
