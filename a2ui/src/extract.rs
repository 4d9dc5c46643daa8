//! Extraction of messages from model output and from other protocols.
//!
//! | source | messages are found |
//! |---|---|
//! | a line that starts with a message or a list of messages | at the start of the line; the JSON can span several lines |
//! | a message or list of messages within a line of text | if nothing follows it on its last line; not in a fence, a quotation or a call |
//! | a Markdown code fence | if the fence names no language, or a language that contains `json` or `a2ui` |
//! | tags | in `<a2ui-json>…</a2ui-json>` and `<a2ui>…</a2ui>`; a block of A2UI Express or A2UI Vertical is reported as one error |
//! | tags of the Agent Development Kit | in the part of an A2A message in `<a2a_datapart_json>…</a2a_datapart_json>` |
//! | a delimiter | in the JSON after `---a2ui_JSON---` |
//! | Server-Sent Events | in the `data` fields, which can contain any other form |
//! | A2A | in each [part](crate::a2a::DataPart) with an A2UI MIME type: alone, in a message, task, artifact or update, with or without JSON-RPC; also in text parts |
//! | AG-UI | in `a2ui_operations` of activities, tool results and custom events; also in text messages |
//! | MCP | in resources with an A2UI MIME type, embedded or read; in the structured content and the text of tool results |
//! | tool calls | in the arguments, complete or streamed: AG-UI, OpenAI chat completions and responses, Anthropic, Gemini, Agent Development Kit, MCP |
//! | other JSON | in members that contain messages, such as the `message` of a recording |
//!
//! Some sources are accepted although they do not follow the conventions: other MIME types that mention A2UI, other
//! names for the operations of an activity, and the arguments of `render_a2ui`, which describe a surface in their own
//! format. Each is reported in the [repairs](ExtractedMessage::repairs) of the message.
//!
//! Everything else is returned unchanged as text. The content of a tag, of a fence that names `a2ui`, and after a
//! delimiter must be messages; any other content there is an error. Elsewhere, JSON counts as a message if it has a
//! message key of A2UI, or a version of A2UI and one other member. Because much other JSON has the version `1.0`, an
//! object with that version also needs a message key whose value is an object.
//!
//! Malformed JSON takes the place of one message. Extraction resumes on a later line, after the closing bracket, or
//! where a new message begins inside an unclosed one. The malformed text is returned verbatim, so that a
//! [`Repairer`](crate::repair::Repairer) can try to read it.
//!
//! AG-UI repeats content, so messages are deduplicated. A snapshot yields only the operations after the common prefix
//! with the previous snapshot, and a delta yields the operations that it adds. A repeated AG-UI message, as in a
//! `MESSAGES_SNAPSHOT`, is recognized by its id. A repeated list that creates a surface is skipped while that surface
//! exists. A tool call creates a surface only if no other carrier has created it. Streamed texts and arguments are
//! assembled from their events.

mod activities;
mod base64;
mod block;
mod block_kind;
mod buffer;
mod deltas;
mod json_carriers;
mod members;
mod mime;
mod part;
mod recognise;
mod sse;
mod tool_call;
mod unfinished;

#[cfg(test)]
mod tests;

use crate::{Message, Version, repair::Repair, stream::TooLong};
use activities::Activities;
use block::Block;
use block_kind::BlockKind;
use buffer::{Answer, TextBuffer, starts_field};
use std::mem;
pub use unfinished::UnfinishedValue;
use wire::{
    DecodeError, Pointer,
    syntax::{Progress, Syntax},
};

/// The maximum length of a tag, of the first line of a fence, and of the indentation of a line, in bytes.
const MARK: usize = 256;
/// The character before each text of a [JSON text sequence](https://www.rfc-editor.org/rfc/rfc7464).
const RECORD: char = '\x1E';
/// The maximum nesting of texts, such as a text in the data of an event.
const NESTED: u8 = 3;

/// A position in the complete text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The number of bytes before the position.
    pub offset: usize,
    /// The line number, starting at 1.
    pub line: usize,
    /// The column in bytes, starting at 1.
    pub column: usize,
}

impl Place {
    const START: Self = Self {
        offset: 0,
        line: 1,
        column: 1,
    };

    /// Returns the position at the end of a text that starts here.
    fn after(mut self, text: &str) -> Self {
        self.offset += text.len();
        match text.rfind('\n') {
            None => self.column += text.len(),
            Some(last) => {
                self.line += text.matches('\n').count();
                self.column = text.len() - last;
            }
        }
        self
    }
}

/// The format that contains a message: the innermost format if several are nested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Carrier {
    /// No format: the message is on its own line.
    Plain,
    /// A Markdown code fence.
    Fence,
    /// A pair of tags.
    Tag,
    /// The text after a delimiter.
    Delimiter,
    /// An event of Server-Sent Events.
    Event,
    /// A part of an A2A message.
    A2a,
    /// The operations of an AG-UI activity or result.
    AgUi,
    /// A resource of MCP.
    Mcp,
    /// The arguments of a tool call.
    ToolCall,
    /// The text of a model or tool within another format, with the message on its own line.
    Text,
    /// A member of a JSON object that is not a message itself.
    Json,
}

/// An extracted message, or the text between messages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtractedItem {
    /// The text between messages. Consecutive texts belong together; their boundaries depend on how the input was
    /// split.
    Text(SurroundingText),
    /// A message, or malformed data in place of a message.
    Message(ExtractedMessage),
}

/// Text outside messages, unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SurroundingText {
    /// The position of the text.
    pub place: Place,
    /// The text itself.
    pub text: String,
}

/// A message as it was found in its carrier, before it is validated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedMessage {
    /// The format that contains the message.
    pub carrier: Carrier,
    /// The position of the message. A message in a JSON string has the position of the string.
    pub place: Place,
    /// The place of the message in its JSON document, or the root if the message is the whole document.
    pub pointer: Pointer,
    /// The text of the message, which has not been validated, or the error that prevented extracting it.
    pub text: Result<String, DecodeError>,
    /// The repairs made to find the message. Pointers are relative to the document. If one repair yields several
    /// messages, the first message has the repair.
    pub repairs: Vec<Repair>,
    is_quoted: bool,
}

impl ExtractedMessage {
    /// Creates a message from a part of a document. `root` is the place of the document.
    fn from_part(mut part: part::Part, carrier: Carrier, place: Place, root: &Pointer) -> Self {
        for repair in &mut part.repairs {
            repair.pointer = root.join(&repair.pointer);
        }
        Self {
            carrier: part.carrier.unwrap_or(carrier),
            place,
            pointer: root.join(&part.pointer),
            text: part.text,
            repairs: part.repairs,
            is_quoted: part.is_quoted,
        }
    }

    /// Returns `true` if the message is in a JSON string, or was assembled from other members. The text at the
    /// position of the message then differs from the message.
    pub fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// Reads the message. If `version` is given, a message of another version is an error.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid message. The pointer is relative to the document. The line and the
    /// column count from the start of the complete text.
    pub fn read(&self, version: impl Into<Option<Version>>) -> Result<Message, DecodeError> {
        let message = match &self.text {
            Ok(text) => Message::read_as(text, version),
            Err(error) => Err(error.clone()),
        };
        message.map_err(|error| self.place_error(error))
    }

    /// Converts the place of an error in the message to its place in the complete text.
    fn place_error(&self, mut error: DecodeError) -> DecodeError {
        error.pointer = self.pointer.join(&error.pointer);
        // Lines within a string are not lines of the text.
        if self.is_quoted {
            (error.line, error.column) = (1, 1);
        }
        if error.line <= 1 {
            error.column = self.place.column + error.column.saturating_sub(1);
        }
        error.line = self.place.line + error.line.saturating_sub(1);
        error
    }
}

/// An extractor of messages from a text that arrives in pieces. The result does not depend on how the text is split.
/// The work is proportional to the length of the text times the depth of its JSON.
///
/// ```
/// use agent_ui_a2ui::{extract::{Carrier, Extractor, ExtractedItem}, wire};
///
/// let mut finder = Extractor::new();
/// let mut found = finder.push("Done.\n```json\n{\"deleteSurf");
/// found.extend(finder.push("ace\":{\"surfaceId\":\"s\"}}\n```\nAnything else?"));
/// found.extend(finder.finish());
/// let [ExtractedItem::Text(before), ExtractedItem::Message(held), ExtractedItem::Text(after)] = &found[..] else { panic!("{found:?}") };
/// assert_eq!((before.text.as_str(), after.text.as_str()), ("Done.\n", "Anything else?"));
/// assert_eq!((held.carrier, held.place.line, held.place.column), (Carrier::Fence, 3, 1));
/// assert_eq!(held.read(None)?.surface_id().unwrap().as_str(), "s");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extractor {
    buffer: TextBuffer,
    mode: Mode,
    /// The open fence whose content is treated as text.
    fence: Option<OpenFence>,
    /// The end of the last malformed text that cannot be repaired.
    unrepairable: usize,
    activities: Activities,
    limit: usize,
    /// `true` if a message ends where its JSON ends, even if other text follows on its line.
    ends_with_json: bool,
    /// The number of texts that contain this text, such as the event around its data.
    nested: u8,
    found: Vec<ExtractedItem>,
}

/// The opening mark of a fence: `length` times the character `sign`.
#[derive(Clone, Copy, Debug)]
struct OpenFence {
    sign: u8,
    length: usize,
}

/// A list of messages after text on the same line.
#[derive(Clone, Debug)]
struct OpenList {
    from: usize,
    /// The position up to which the list was read. If `syntax` is `None`, this is the end of the list.
    seen: usize,
    syntax: Option<Syntax>,
}

/// The treatment of an event that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LongEvent {
    /// The event does not mention A2UI, so it is returned as text.
    Text,
    /// The event was reported as an error, and the rest of it is skipped.
    Skipped,
}

/// The state at the current position.
#[derive(Clone, Debug)]
enum Mode {
    /// At the start of a line.
    Line,
    /// In a line of text, searched up to this position.
    Prose(usize),
    /// In a list of messages after text on the same line.
    List(OpenList),
    /// After an item that must be followed by a line end.
    LineEnd,
    /// In an event, at a line that starts at `line` and was searched up to `seen`.
    Event { line: usize, seen: usize },
    /// In an event that is too long, at the start of a line.
    LongEvent(LongEvent),
    /// In an event that is too long, within a line.
    LongEventLine(LongEvent),
    /// In a block that can contain messages.
    Block(Block),
}

/// The next step of the loop.
enum Next {
    Go(Mode),
    /// More text must arrive first.
    Wait(Mode),
}

impl Default for Extractor {
    fn default() -> Self {
        Self::new()
    }
}

impl Extractor {
    /// Creates an extractor at the start of a text.
    pub fn new() -> Self {
        Self {
            buffer: TextBuffer::new(Place::START),
            mode: Mode::Line,
            fence: None,
            unrepairable: 0,
            activities: Activities::default(),
            limit: usize::MAX,
            ends_with_json: false,
            nested: 0,
            found: Vec::new(),
        }
    }

    /// Creates an extractor for a text that is nested in another text at `place`.
    fn inside(place: Place, nested: u8) -> Self {
        Self {
            buffer: TextBuffer::new(place),
            nested,
            ..Self::new()
        }
    }

    /// Limits the size in bytes of a single message, event or fence, and of all stored activities. A longer message
    /// is reported as an error and skipped. A longer fence is treated as text if no message was found in it.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Treats the text as a sequence of documents: a message at the start of a line ends where its JSON ends. Otherwise a
    /// message before other text on its line is only a quotation, and the extractor waits for the end of the line.
    pub fn end_messages_with_json(&mut self) {
        self.ends_with_json = true;
    }

    /// Processes the next piece, and returns the items that the piece completes. Text is returned as soon as it
    /// cannot become part of a message.
    pub fn push(&mut self, piece: &str) -> Vec<ExtractedItem> {
        self.buffer.push(piece);
        self.run(false);
        self.buffer.forget();
        mem::take(&mut self.found)
    }

    /// Ends the text and returns the items that were still open. The extractor can then be used for another text.
    pub fn finish(&mut self) -> Vec<ExtractedItem> {
        self.run(true);
        let end = self.buffer.end();
        self.return_text(end);
        let place = self.buffer.place(end);
        for part in json_carriers::end_streams(&mut self.activities, self.limit, self.nested) {
            let mut message =
                ExtractedMessage::from_part(part, Carrier::Plain, place, &Pointer::root());
            message.is_quoted = true;
            self.found.push(ExtractedItem::Message(message));
        }
        let found = mem::take(&mut self.found);
        *self = Self {
            limit: self.limit,
            ..Self::new()
        };
        found
    }

    fn run(&mut self, is_end: bool) {
        loop {
            let next = match mem::replace(&mut self.mode, Mode::Line) {
                Mode::Line => self.start_line(is_end),
                Mode::Prose(at) => self.search_prose(at, is_end),
                Mode::List(list) => self.read_list(list, is_end),
                Mode::LineEnd => self.skip_line_end(is_end),
                Mode::Event { line, seen } => self.read_event(line, seen, is_end),
                Mode::LongEvent(event) => self.pass_long_event(event, is_end),
                Mode::LongEventLine(event) => self.pass_long_event_line(event),
                Mode::Block(block) => self.continue_block(block, is_end),
            };
            match next {
                Next::Go(mode) => self.mode = mode,
                Next::Wait(mode) => {
                    self.mode = mode;
                    return;
                }
            }
        }
    }

    /// Returns everything up to `end` as text.
    fn return_text(&mut self, end: usize) {
        let (place, text) = self.buffer.take_to(end);
        if !text.is_empty() {
            add(
                &mut self.found,
                ExtractedItem::Text(SurroundingText { place, text }),
            );
        }
    }

    /// Determines the kind of a line from its start.
    fn start_line(&mut self, is_end: bool) -> Next {
        let start = self.buffer.start();
        let rest = self.buffer.from(start);
        let indent = rest.len() - rest.trim_start_matches([' ', '\t', RECORD]).len();
        let line = rest.get(indent..).unwrap_or_default();
        if indent > MARK {
            return Next::Go(Mode::Prose(start));
        }
        let Some(first) = line.bytes().next() else {
            if is_end && indent > 0 {
                return Next::Go(Mode::Prose(start));
            }
            return Next::Wait(Mode::Line);
        };
        // An event is not indented, and not within another text or a fence.
        match first {
            b'{' | b'[' => Next::Go(Mode::Block(Block::new(BlockKind::Plain, start + indent))),
            b'`' | b'~' => self.start_fence(first, start, start + indent, is_end),
            _ if indent == 0 && self.nested == 0 && self.fence.is_none() => {
                match starts_field(line) {
                    Answer::Yes => Next::Go(Mode::Event {
                        line: start,
                        seen: start,
                    }),
                    Answer::Maybe if !is_end => Next::Wait(Mode::Line),
                    _ => Next::Go(Mode::Prose(start)),
                }
            }
            _ => Next::Go(Mode::Prose(start)),
        }
    }

    /// Processes a line that starts with a fence character.
    fn start_fence(&mut self, sign: u8, start: usize, run: usize, is_end: bool) -> Next {
        let rest = self.buffer.from(run);
        let length = rest.bytes().take_while(|byte| *byte == sign).count();
        let (line, is_whole) = match rest.find('\n') {
            Some(end) => (rest.get(length..end).unwrap_or_default(), true),
            None => (rest.get(length..).unwrap_or_default(), is_end),
        };
        // A fence has at least three characters, and a backtick after them makes it code within a line (CommonMark, section
        // 4.5).
        if (length < 3 && !line.is_empty()) || line.contains('`') || length + line.len() > MARK {
            return Next::Go(Mode::Prose(start));
        }
        if !is_whole {
            return Next::Wait(Mode::Line);
        }
        if length < 3 {
            return Next::Go(Mode::Prose(start));
        }
        let language = line.trim().to_ascii_lowercase();
        if let Some(open) = self.fence {
            // A closing fence is at least as long as the opening one, and names no language.
            if open.sign == sign && length >= open.length && language.is_empty() {
                self.fence = None;
            }
            return Next::Go(Mode::Prose(start));
        }
        let is_strict = language.contains("a2ui");
        if !is_strict && !language.is_empty() && !language.contains("json") {
            self.fence = Some(OpenFence { sign, length });
            return Next::Go(Mode::Prose(start));
        }
        let kind = BlockKind::Fence {
            sign,
            length,
            is_strict,
        };
        let contents = (run + length + line.len() + 1).min(self.buffer.end());
        Next::Go(Mode::Block(Block::new(kind, contents)))
    }

    /// Returns a line of text up to a message or tag.
    fn search_prose(&mut self, from: usize, is_end: bool) -> Next {
        let mut at = from;
        loop {
            let rest = self.buffer.from(at);
            let Some(length) = rest.find(['\n', '<', '-', '{', '[']) else {
                let end = self.buffer.end();
                self.return_text(end);
                return Next::Wait(Mode::Prose(end));
            };
            at += length;
            let rest = rest.get(length..).unwrap_or_default();
            if rest.starts_with('\n') {
                self.return_text(at + 1);
                return Next::Go(Mode::Line);
            }
            let is_bracket = rest.starts_with(['{', '[']);
            let opens = if !is_bracket {
                buffer::opens_block(rest)
            } else if self.fence.is_some() || self.is_inside(at) {
                // Quoted text in a program is part of the program.
                Answer::No
            } else {
                recognise::opens_messages(rest)
            };
            match opens {
                // A list counts only if nothing follows it, so it is read to its end first.
                Answer::Yes if rest.starts_with('[') => {
                    self.return_text(at);
                    return Next::Go(Mode::List(OpenList {
                        from: at,
                        seen: at,
                        syntax: Some(Syntax::default()),
                    }));
                }
                Answer::Yes => {
                    let (kind, length) = if is_bracket {
                        (BlockKind::Plain, 0)
                    } else {
                        buffer::read_mark(rest)
                    };
                    self.return_text(at);
                    return Next::Go(Mode::Block(Block::new(kind, at + length)));
                }
                // The text before a possible message is certain.
                Answer::Maybe if !is_end => {
                    self.return_text(at);
                    return Next::Wait(Mode::Prose(at));
                }
                _ => at += 1,
            }
        }
    }

    /// Reads a list of messages that follows text. The list is read to its end first, because it counts only if
    /// nothing follows it on its last line. A malformed or unclosed list is processed like one at the start of a
    /// line.
    fn read_list(&mut self, mut list: OpenList, is_end: bool) -> Next {
        let OpenList { from, seen, .. } = list;
        let as_at_line_start = Next::Go(Mode::Block(Block::new(BlockKind::Plain, from)));
        let limit = from.saturating_add(self.limit).min(self.buffer.end());
        if let Some(syntax) = &mut list.syntax {
            match syntax.read(self.buffer.bytes(seen, limit)) {
                Progress::Incomplete if !is_end && limit == self.buffer.end() => {
                    list.seen = limit;
                    return Next::Wait(Mode::List(list));
                }
                Progress::Incomplete | Progress::Invalid(_) => return as_at_line_start,
                Progress::Complete(length) => {
                    list.seen = seen + length;
                    list.syntax = None;
                }
            }
        }
        match buffer::line_ends(self.buffer.from(list.seen)) {
            Answer::Maybe if !is_end => Next::Wait(Mode::List(list)),
            Answer::No => Next::Go(Mode::Prose(from + 1)),
            _ => as_at_line_start,
        }
    }

    /// Returns `true` if the text at this position is part of JSON, a call, or a quotation.
    fn is_inside(&self, at: usize) -> bool {
        match self.buffer.byte_before(at, 1) {
            Some(b'"' | b'\'' | b'`' | b'\\' | b'(' | b'[' | b'{' | b',') => true,
            // A colon after a quote is one of JSON; other colons announce the message.
            Some(b':') => self.buffer.byte_before(at, 2) == Some(b'"'),
            _ => false,
        }
    }

    /// Skips blanks and one line end.
    fn skip_line_end(&mut self, is_end: bool) -> Next {
        let start = self.buffer.start();
        let rest = self.buffer.from(start);
        let blanks = buffer::count_blanks(rest);
        match rest.as_bytes().get(blanks) {
            _ if blanks > MARK => Next::Go(Mode::Prose(start)),
            Some(b'\n') => {
                self.buffer.skip_to(start + blanks + 1);
                Next::Go(Mode::Line)
            }
            Some(b'\x1B') if !is_end && buffer::line_ends(rest) == Answer::Maybe => {
                Next::Wait(Mode::LineEnd)
            }
            Some(b'{' | b'[') if self.ends_with_json => {
                self.buffer.skip_to(start + blanks);
                Next::Go(Mode::Block(Block::new(BlockKind::Plain, start + blanks)))
            }
            // A comma can separate documents, as in a list without brackets.
            Some(b',') if self.ends_with_json => {
                self.buffer.skip_to(start + blanks + 1);
                Next::Go(Mode::LineEnd)
            }
            Some(_) => Next::Go(Mode::Prose(start)),
            None if is_end => {
                self.buffer.skip_to(start + blanks);
                Next::Wait(Mode::Line)
            }
            None => Next::Wait(Mode::LineEnd),
        }
    }

    /// Reports a message or event that exceeds the limit.
    fn report_too_long(&mut self, carrier: Carrier, place: Place, pointer: Pointer) {
        let text = Err(TooLong { limit: self.limit }.into());
        let message = ExtractedMessage {
            carrier,
            place,
            pointer,
            text,
            repairs: Vec::new(),
            is_quoted: false,
        };
        self.found.push(ExtractedItem::Message(message));
    }
}

/// Extracts all items from a complete text. Adjacent texts are joined.
///
/// ```
/// use agent_ui_a2ui::extract::{ExtractedItem, extract_all};
///
/// let text = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"kind\":\"message\",\"parts\":[
/// data: {\"kind\":\"data\",\"metadata\":{\"mimeType\":\"application/json+a2ui\"},
/// data:  \"data\":{\"deleteSurface\":{\"surfaceId\":7}}}]}}\n\n";
/// let [ExtractedItem::Message(held)] = &extract_all(text)[..] else { panic!() };
/// let error = held.read(None).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/result/parts/0/data/deleteSurface/surfaceId");
/// assert_eq!((held.place.line, held.place.column, error.line), (4, 15, 4));
/// ```
pub fn extract_all(text: &str) -> Vec<ExtractedItem> {
    let mut extractor = Extractor::new();
    let mut found = extractor.push(text);
    for item in extractor.finish() {
        add(&mut found, item);
    }
    found
}

/// Adds an item. Two adjacent texts are joined.
fn add(found: &mut Vec<ExtractedItem>, next: ExtractedItem) {
    match (found.last_mut(), next) {
        (Some(ExtractedItem::Text(before)), ExtractedItem::Text(next))
            if before.place.offset + before.text.len() == next.place.offset =>
        {
            before.text.push_str(&next.text);
        }
        (_, next) => found.push(next),
    }
}
