//! The extraction of messages from an input.

use super::{InputKind, InputStart, classify_start, contains_message_key, fill};
use crate::{
    input::{BeforeRead, Failure, MARK, MASK, agui_run, document::Documents, mark, text::Input},
    json,
    place::Place,
};
use bridge::a2ui::{
    extract::{self, Carrier, ExtractedItem, ExtractedMessage, Extractor},
    repair::Repair,
};
use std::{
    collections::VecDeque,
    io::{Cursor, Read},
    sync::Arc,
};
use wire::{DecodeError, DecodeRule, Finding, Payload, Pointer, decode::ReadError};

/// The maximum number of bytes before the first message. If they contain none, the input is read as documents.
const UNDECIDED: usize = 4 << 20;

/// The maximum number of bytes of a line around messages that are examined.
const LONGEST_LINE: usize = 64 << 10;

/// Extracts the messages of a whole text.
pub(crate) fn extracted_items(text: &str) -> Vec<ExtractedItem> {
    let mut extractor = Extractor::new();
    let mut found = extractor.push(text);
    found.extend(extractor.finish());
    found
}

/// The messages that are extracted from an input.
pub(in crate::input) struct Messages {
    reader: Box<dyn Read + Send>,
    finder: Extractor,
    /// The first bytes of an incomplete character.
    rest: Vec<u8>,
    is_at_end: bool,
    /// `true` if a leading byte order mark was skipped but not reported yet.
    has_mark: bool,
    file: Option<Arc<str>>,
    found: VecDeque<FoundMessage>,
    last: Option<FoundMessage>,
    around: SurroundingText,
    /// The number and text of the last line around messages, which may continue.
    line: (usize, String),
    /// `true` if a line around messages was JSON.
    has_json: bool,
}

/// An extracted message, or the error if it cannot be read.
struct FoundMessage {
    start: Place,
    text: Result<String, DecodeError>,
    carrier: Carrier,
    /// `true` if the input has other text at this place, such as a JSON string that contains the message.
    is_quoted: bool,
    /// The repairs that were needed to extract the message.
    repairs: Vec<Repair>,
}

/// The text around messages.
#[derive(Debug, Default)]
pub struct SurroundingText {
    /// The place of the first line.
    first: Option<Place>,
    /// The number of lines that are not blank.
    lines: usize,
    /// The number of the last line that is not blank.
    last: usize,
}

impl SurroundingText {
    /// Adds the text around the messages of a later input.
    pub fn join(&mut self, later: Self) {
        self.lines += later.lines;
        self.first = self.first.take().or(later.first);
    }

    /// Returns the notice that the text was skipped, at the place of its first line.
    pub fn notice(self) -> Option<(Place, Finding)> {
        let message = match self.lines {
            1 => "1 line of text around the messages was skipped".to_owned(),
            lines => format!("{lines} lines of text around the messages were skipped"),
        };
        Some((
            self.first?,
            Finding::info("text-around", Pointer::root(), message),
        ))
    }
}

/// Determines the kind of an input. The input is read as documents if it starts with a document that carries no
/// messages, or if it contains no message at all.
pub(in crate::input) fn open(
    mut reader: Box<dyn Read + Send>,
    file: Option<Arc<str>>,
    before: BeforeRead<'_>,
) -> Result<InputKind, Failure> {
    let mut head = Vec::new();
    let start = loop {
        let is_at_end = !fill(&mut reader, &mut head, before)?;
        if let Some(start) = classify_start(head.strip_prefix(MARK).unwrap_or(&head), is_at_end) {
            break start;
        }
    };
    if start == InputStart::Document {
        return Ok(documents(head, reader));
    }
    let mut messages = Messages::new(reader, file, head.starts_with(MARK));
    messages.push(head.strip_prefix(MARK).unwrap_or(&head));
    while head.len() < UNDECIDED && !messages.is_at_end && !messages.has_readable() {
        let known = head.len();
        messages.is_at_end = !fill(&mut messages.reader, &mut head, before)?;
        messages.push(head.get(known..).unwrap_or_default());
        if messages.is_at_end {
            messages.finish();
        }
    }
    // If the first of several JSON lines is invalid, the others are still documents, not messages in a text.
    let is_text_with_messages = match messages.deciding_message() {
        Some(first) => start == InputStart::Words || first.carrier != Carrier::Plain,
        None => false,
    };
    if is_text_with_messages {
        return Ok(InputKind::Messages(Box::new(messages)));
    }
    match messages.error_without_messages(&head, start) {
        Some(error) => Ok(InputKind::Foreign {
            error,
            is_given: false,
        }),
        None => Ok(documents(head, messages.reader)),
    }
}

/// Reads an input as documents. `head` contains the bytes that were read already.
fn documents(head: Vec<u8>, rest: Box<dyn Read + Send>) -> InputKind {
    let reader = Cursor::new(head).chain(rest);
    InputKind::Documents(Documents::new(Box::new(reader)).with_repairs())
}

/// Returns the error for a text without any message.
fn no_message(lines: usize, has_block: bool) -> DecodeError {
    let lines = if lines == 1 {
        "1 line".to_owned()
    } else {
        format!("{lines} lines")
    };
    let block = if has_block { "a code block, but " } else { "" };
    let found = format_args!("the text ({lines}) contains {block}no A2UI message").to_string();
    let expected = "write a message in JSON, on lines of its own or in a block";
    ReadError::new(DecodeRule::Syntax, found, expected).into()
}

impl Messages {
    fn new(reader: Box<dyn Read + Send>, file: Option<Arc<str>>, has_mark: bool) -> Self {
        Self {
            reader,
            finder: Extractor::new(),
            rest: Vec::new(),
            is_at_end: false,
            has_mark,
            file,
            found: VecDeque::new(),
            last: None,
            around: SurroundingText::default(),
            line: (0, String::new()),
            has_json: false,
        }
    }

    fn has_readable(&self) -> bool {
        self.found.iter().any(|one| one.text.is_ok())
    }

    /// Returns the message that decides how the input is read: the first readable message, or else the first message in
    /// a carrier.
    fn deciding_message(&self) -> Option<&FoundMessage> {
        let readable = self.found.iter().find(|one| one.text.is_ok());
        // A block in another notation than JSON is an error of its own, and the text around it stays text.
        readable.or_else(|| {
            let mut found = self.found.iter();
            found.find(|one| one.carrier != Carrier::Plain)
        })
    }

    /// Returns the error for an input without messages, unless the input must be read as documents.
    fn error_without_messages(&self, input: &[u8], start: InputStart) -> Option<DecodeError> {
        if !self.is_at_end || !self.found.is_empty() {
            return None;
        }
        let text = std::str::from_utf8(input).ok()?;
        if let Some(error) = agui_run::without_messages(text) {
            return Some(error);
        }
        if self.has_json {
            return None;
        }
        match start {
            InputStart::Words | InputStart::Text => {
                let has_block = memchr::memmem::find(input, b"```").is_some();
                Some(no_message(self.around.lines, has_block))
            }
            InputStart::Document | InputStart::Carrier => None,
        }
    }

    /// Advances to the next message. Returns `false` at the end.
    pub(in crate::input) fn next(&mut self, before: BeforeRead<'_>) -> Result<bool, Failure> {
        loop {
            self.last = self.found.pop_front();
            if self.last.is_some() {
                return Ok(true);
            }
            if self.is_at_end {
                return Ok(false);
            }
            let mut bytes = Vec::new();
            self.is_at_end = !fill(&mut self.reader, &mut bytes, before)?;
            self.push(&bytes);
            if self.is_at_end {
                self.finish();
            }
        }
    }

    /// Returns the last message, with the repairs that were needed to extract it.
    pub(in crate::input) fn last(&self) -> Input<'_> {
        let Some(FoundMessage {
            start,
            text,
            repairs,
            is_quoted,
            ..
        }) = &self.last
        else {
            return Input::new(Place::default(), Ok(""));
        };
        let text = text
            .as_ref()
            .map(String::as_str)
            .map_err(DecodeError::clone);
        Input::extracted(start.clone(), text, repairs, *is_quoted)
    }

    /// Takes the notice about a skipped byte order mark.
    pub(in crate::input) fn take_mark_notice(&mut self) -> Option<Finding> {
        std::mem::take(&mut self.has_mark).then(mark)
    }

    /// Takes the text around the messages so far.
    pub(in crate::input) fn around(&mut self) -> SurroundingText {
        std::mem::take(&mut self.around)
    }

    /// Extracts messages from more bytes.
    fn push(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        let bytes = std::mem::take(&mut self.rest);
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.extract_from(chunk.valid());
            let (invalid, is_last) = (chunk.invalid(), chunks.peek().is_none());
            if is_last
                && std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none())
            {
                self.rest = invalid.to_vec();
            } else if !invalid.is_empty() {
                self.extract_from(&MASK.to_string().repeat(invalid.len()));
            }
        }
    }

    fn extract_from(&mut self, text: &str) {
        let found = self.finder.push(text);
        self.add_items(found);
    }

    fn finish(&mut self) {
        let found = self.finder.finish();
        self.add_items(found);
        self.end_line();
    }

    /// Ends a line around messages. A broken message in the line becomes an error. Any other line counts as skipped
    /// text.
    fn end_line(&mut self) {
        let (line, text) = std::mem::take(&mut self.line);
        if let Some((at, error)) = broken_message(&text) {
            self.found.push_back(FoundMessage {
                start: self.place(line, at + 1),
                text: Err(error),
                carrier: Carrier::Plain,
                is_quoted: false,
                repairs: Vec::new(),
            });
            return;
        }
        if line == 0 {
            return;
        }
        self.has_json |= Payload::is_json(text.trim());
        // Events are not text, even if they contain no messages.
        if agui_run::is_of_event(&text) {
            return;
        }
        if self.around.first.is_none() {
            self.around.first = Some(self.place(line, 1));
        }
        self.around.lines += usize::from(line != self.around.last);
        self.around.last = line;
    }

    /// Returns a place of the input.
    fn place(&self, line: usize, column: usize) -> Place {
        Place {
            file: self.file.clone(),
            line,
            column,
        }
    }

    /// Takes the messages that the extractor found, and the text around them.
    fn add_items(&mut self, found: Vec<ExtractedItem>) {
        for item in found {
            match item {
                ExtractedItem::Message(message) => self.add_message(message),
                ExtractedItem::Text(text) => self.add_text(&text),
                _ => {}
            }
        }
    }

    fn add_message(&mut self, message: ExtractedMessage) {
        self.end_line();
        let is_quoted = message.is_quoted();
        // The carrier is not part of the document, so places count from the message.
        let mut repairs = message.repairs;
        for repair in &mut repairs {
            repair.pointer = Pointer::root();
        }
        self.found.push_back(FoundMessage {
            start: self.place(message.place.line, message.place.column),
            text: message.text,
            carrier: message.carrier,
            is_quoted,
            repairs,
        });
    }

    /// Adds text around messages. Its last line may continue in the next text.
    fn add_text(&mut self, text: &extract::SurroundingText) {
        for (index, part) in text.text.lines().enumerate() {
            if part.trim().is_empty() {
                continue;
            }
            let line = text.place.line + index;
            if line != self.line.0 {
                self.end_line();
                // Only messages precede the text on its line.
                let indent = if index == 0 { text.place.column - 1 } else { 0 };
                self.line = (line, " ".repeat(indent.min(LONGEST_LINE)));
            }
            if self.line.1.len() < LONGEST_LINE {
                self.line.1.push_str(part);
            }
        }
    }
}

/// Returns the offset and the syntax error of a broken message on a line.
fn broken_message(line: &str) -> Option<(usize, DecodeError)> {
    let at = line.find('{')?;
    let object = line.get(at..)?;
    if !contains_message_key(object) {
        return None;
    }
    Some((at, json::syntax_error(object)?))
}
