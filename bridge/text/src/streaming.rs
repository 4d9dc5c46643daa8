//! Reading of A2UI messages while a model still writes them.

mod partial;
#[cfg(test)]
mod tests;

use crate::{
    decoding::Decoder,
    diagnostic::{Diagnostic, about_call},
    input::{self, Input, MASK},
    place::Place,
    reports::{ReportEntry, Reports},
};
use bridge::{
    DialectOrProtocol, Protocol, Refusal,
    a2ui::extract::{ExtractedItem, ExtractedMessage, Extractor, UnfinishedValue},
};
use partial::PartialMessage;
use wire::{DecodeRule, Pointer, Severity, decode::ReadError};

/// A part of a text that a model writes, as soon as it is certain.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StreamEvent {
    /// A complete component of a message that is still being written. The [`Message`](Self::Message) that follows contains the
    /// component again.
    Component {
        /// The id of the surface.
        surface: String,
        /// The component as one line of JSON, with the text of every number and string that the message will contain, and without
        /// blanks between them.
        component: String,
        /// The place of the component in the text.
        place: Place,
    },
    /// A complete message.
    Message {
        /// The message as one line of JSON, exactly as [`decode()`](crate::decode()) writes it.
        message: String,
        /// The place of the message in the text.
        place: Place,
    },
    /// A message that cannot be read, or whose end is missing. The next message is read nevertheless.
    Fault(Diagnostic),
    /// A repair of the message that follows, or a notice.
    Finding(Diagnostic),
}

/// A reader of A2UI messages in a text that arrives in pieces. It returns each message as soon as it is complete, and each
/// component of an unfinished message.
///
/// The text can have every form that [`decode()`](crate::decode()) accepts: JSON Lines, a JSON list, an object with the member `messages`, and
/// the answer of a model with messages in fences or tags. Pieces can end anywhere, also within a character.
/// The messages do not depend on the pieces.
///
/// The work is linear in the length of the text. The reader stores only the unfinished message, up to 1 GiB
/// ([`limit`](Self::limit)).
///
/// ```
/// use agent_ui_text::{MessageStream, StreamEvent};
///
/// let mut stream = MessageStream::new(None)?;
/// let begin = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Hi"},{"id""#;
/// let [StreamEvent::Component { surface, component, .. }] = &stream.push(begin)[..] else { panic!() };
/// assert_eq!((surface.as_str(), component.as_str()), ("s", r#"{"id":"root","component":"Text","text":"Hi"}"#));
/// let events = stream.push(r#":"b","component":"Divider"}]}}"#);
/// assert!(matches!(&events[..], [StreamEvent::Component { .. }, StreamEvent::Message { .. }]));
/// assert!(stream.finish().is_empty());
/// # Ok::<(), Box<agent_ui_text::Diagnostic>>(())
/// ```
#[derive(Debug)]
pub struct MessageStream {
    protocol: DialectOrProtocol,
    limit: usize,
    extractor: Extractor,
    decoder: Decoder,
    /// The first bytes of an incomplete character.
    rest: Vec<u8>,
    /// The start of the text, until it shows the form of the text.
    head: Option<String>,
    has_begun: bool,
    /// The message that is still being written.
    partial: Option<PartialMessage>,
}

impl MessageStream {
    /// Creates a reader at the start of a text. Without a protocol, each message shows its version of A2UI.
    ///
    /// # Errors
    /// Returns an error if the protocol is not A2UI.
    pub fn new(protocol: Option<DialectOrProtocol>) -> Result<Self, Box<Diagnostic>> {
        let protocol = protocol.unwrap_or_else(|| Protocol::A2ui.into());
        if protocol.protocol() != Protocol::A2ui {
            let message = format_args!(
                "messages of `{}` cannot be read in pieces",
                protocol.protocol()
            )
            .to_string();
            let refusal = Refusal::rule_broken("stream/protocol", Pointer::root(), message);
            return Err(about_call(
                &refusal.hint("use a2ui, or pass complete messages to `decode`"),
            ));
        }
        Ok(Self::at_start(protocol, input::LONGEST))
    }

    fn at_start(protocol: DialectOrProtocol, limit: usize) -> Self {
        Self {
            protocol,
            limit,
            extractor: Extractor::new().limit(limit),
            decoder: Decoder::new(protocol, None),
            rest: Vec::new(),
            head: Some(String::new()),
            has_begun: false,
            partial: None,
        }
    }

    /// Limits the size of a single message in bytes. A longer message is a fault, and the messages after it are read. Call
    /// this before the first piece.
    #[must_use]
    pub fn limit(self, bytes: usize) -> Self {
        Self::at_start(self.protocol, bytes.min(input::LONGEST))
    }

    /// Reads the next piece of the text, and returns what the piece completes. Events of one message follow each other.
    pub fn push(&mut self, piece: impl AsRef<[u8]>) -> Vec<StreamEvent> {
        let text = self.decode_utf8(piece.as_ref());
        let mut events = Vec::new();
        let mut rest = text.as_str();
        // A brace can complete a component or the whole message. What is certain before each brace is returned before it.
        while let Some(brace) = rest.find('}') {
            let (before, from_brace) = rest.split_at(brace);
            let (brace, after) = from_brace.split_at(1);
            self.read_text(before, &mut events);
            self.read_text(brace, &mut events);
            rest = after;
        }
        self.read_text(rest, &mut events);
        events
    }

    /// Ends the text, and returns what was still open. A message without its end is a fault. The reader can then be used for
    /// another text.
    pub fn finish(&mut self) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        if !self.rest.is_empty() {
            let mask = MASK.to_string().repeat(self.rest.len());
            self.read_text(&mask, &mut events);
        }
        let mut unfinished = None;
        if let Some(value) = self.extractor.unfinished_value() {
            if value.is_message {
                unfinished = Some(value.place);
            }
        }
        for item in self.extractor.finish() {
            let ExtractedItem::Message(message) = item else {
                continue;
            };
            // The fault below describes the text of the unfinished message.
            if unfinished.is_some_and(|place| message.place.offset >= place.offset) {
                continue;
            }
            self.read_message(message, &mut events);
        }
        if let Some(place) = unfinished {
            events.push(StreamEvent::Fault(incomplete(place.line, place.column)));
        }
        *self = Self::at_start(self.protocol, self.limit);
        events
    }

    /// Decodes a piece. An incomplete character at its end is kept for the next piece, and other invalid bytes are replaced.
    fn decode_utf8(&mut self, piece: &[u8]) -> String {
        self.rest.extend_from_slice(piece);
        let bytes = std::mem::take(&mut self.rest);
        let mut text = String::with_capacity(bytes.len());
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            let (invalid, is_last) = (chunk.invalid(), chunks.peek().is_none());
            if is_last && is_incomplete(invalid) {
                self.rest = invalid.to_vec();
            } else {
                text.extend(std::iter::repeat_n(MASK, invalid.len()));
            }
        }
        if !self.has_begun && !text.is_empty() {
            self.has_begun = true;
            if text.starts_with('\u{FEFF}') {
                text.remove(0);
            }
        }
        text
    }

    fn read_text(&mut self, text: &str, events: &mut Vec<StreamEvent>) {
        self.read_head(text);
        for item in self.extractor.push(text) {
            if let ExtractedItem::Message(message) = item {
                self.read_message(message, events);
            }
        }
        self.read_unfinished(events);
    }

    /// Determines the form of the text from its start.
    fn read_head(&mut self, text: &str) {
        let Some(head) = &mut self.head else { return };
        head.push_str(text);
        if let Some(is_document) = input::starts_with_document(head.as_bytes()) {
            // In other texts, a message before text on its line is a quotation.
            if is_document {
                self.extractor.end_messages_with_json();
            }
            self.head = None;
        }
    }

    /// Reads a complete message.
    fn read_message(&mut self, mut message: ExtractedMessage, events: &mut Vec<StreamEvent>) {
        self.partial = None;
        // The carrier is not part of the document, so places count from the message.
        for repair in &mut message.repairs {
            repair.pointer = Pointer::root();
        }
        let is_quoted = message.is_quoted();
        let place = place(message.place.line, message.place.column);
        let text = message.text.as_ref().map(String::as_str);
        let input = Input::extracted(
            place,
            text.map_err(Clone::clone),
            &message.repairs,
            is_quoted,
        );
        let mut reports = Reports::default();
        if let Err(error) = self.decoder.write(&input, &mut reports) {
            self.decoder.write_parts(&input, error, &mut reports);
        }
        add_events(reports, &input.start, events);
    }

    /// Reads the complete components of the message that is still being written.
    fn read_unfinished(&mut self, events: &mut Vec<StreamEvent>) {
        let Some(UnfinishedValue {
            place,
            text: Some(text),
            ..
        }) = self.extractor.unfinished_value()
        else {
            self.partial = None;
            return;
        };
        let partial = match self.partial.take() {
            Some(partial) if partial.offset() == place.offset => partial,
            _ => PartialMessage::new(place),
        };
        let partial = self.partial.insert(partial);
        partial.read(text, self.protocol.a2ui_version(), events);
    }
}

/// Returns `true` if the bytes are the start of a character.
fn is_incomplete(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

fn place(line: usize, column: usize) -> Place {
    Place {
        file: None,
        line,
        column,
    }
}

/// Returns the fault of a message whose end is missing.
fn incomplete(line: usize, column: usize) -> Diagnostic {
    let error = ReadError::new(
        DecodeRule::Syntax,
        "the text ends within the message that starts here",
        "write the message to its end, or send it again",
    );
    let refusal = Refusal::from(wire::DecodeError::from(error));
    Diagnostic::of_refusal(&place(line, column), &refusal)
}

/// Converts the reports about a message to events.
fn add_events(reports: Reports, place: &Place, events: &mut Vec<StreamEvent>) {
    for entry in reports {
        match entry {
            ReportEntry::Message(text) => events.push(StreamEvent::Message {
                message: wire::without_layout(&text).into_owned(),
                place: place.clone(),
            }),
            ReportEntry::Repairs(placed) => {
                for (place, repair) in placed {
                    let diagnostic = Diagnostic::of_finding(&place, &repair.warning());
                    events.push(StreamEvent::Finding(diagnostic));
                }
            }
            ReportEntry::Finding(place, finding) => {
                let diagnostic = Diagnostic::of_finding(&place, &finding);
                events.push(match finding.severity {
                    // The number of faults that are not listed is a finding.
                    Severity::Error => StreamEvent::Fault(diagnostic),
                    _ => StreamEvent::Finding(diagnostic),
                });
            }
            ReportEntry::Refusal(place, refusal) | ReportEntry::Loss(place, refusal) => {
                events.push(StreamEvent::Fault(Diagnostic::of_refusal(&place, &refusal)));
            }
        }
    }
}
