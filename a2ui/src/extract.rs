//! Messages in what models write and what carriers bring.
//!
//! | what | is found |
//! |---|---|
//! | a line that is a message, or a list of them | at the start of a line; it may go on over several lines |
//! | a message, or a list of them, in a line of text | if nothing follows it on its last line; not in a fence, a quotation or a call |
//! | a Markdown code fence | without a language, or with one that names `json` or `a2ui` |
//! | tags | `<a2ui-json>…</a2ui-json>`, and `<a2ui>…</a2ui>` around JSON; around A2UI Express or A2UI Vertical the block is one error |
//! | a delimiter | the JSON behind `---a2ui_JSON---` |
//! | Server-Sent Events | in their `data`, which may be any other of these forms |
//! | A2A | in each [part](crate::a2a::DataPart) with a MIME type of A2UI: alone, of a message, a task, an artifact, an update, with or without JSON-RPC around; in the text of a part as in any text |
//! | AG-UI | in `a2ui_operations`: of an activity, of the text that a tool gave back, of a custom event; in the text of a message as in any text |
//! | MCP | in a resource with a MIME type of A2UI, embedded in a result or read; in the structured content of a result; in its text as in any text |
//! | a tool call | in the arguments: of AG-UI, of OpenAI's chat completions and responses, of Anthropic, Gemini, the Agent Development Kit and MCP, whole or in pieces |
//! | other JSON | in a member that holds messages, such as the `message` of a recording |
//!
//! A MIME type that names A2UI in another way, operations of an activity under another name, and the arguments of `render_a2ui`, which
//! describe a surface in a form of their own, are read as well, and named among the [repairs](ExtractedMessage::repairs) of the message.
//!
//! Everything else is text, and comes out as it went in. What is in a tag, behind a delimiter or in a fence that names `a2ui` is a
//! message or at fault. Elsewhere JSON counts if it has a key of A2UI's messages, or a version of A2UI and one more member;
//! beside the version `1.0`, which much other JSON has, only a key with an object counts.
//!
//! JSON at fault takes the place of one message. The next one is found on a later line, behind what closes the brackets, or where
//! it begins although a name should stand there, because the one before it was not closed. Its text is given as it came: a
//! [`Repairer`](crate::repair::Repairer) reads it if it can be mended.
//!
//! An activity repeats what it brought before: of a snapshot comes what lies behind the beginning that it has in common with the one
//! before it, of a delta what it adds. Any message of AG-UI that comes again, as in a `MESSAGES_SNAPSHOT`, is taken once in this way, by its
//! id; and so is a list of operations that makes a surface, if it comes again while that surface is there. A call makes a surface only if
//! no other call or list has made it. Texts and arguments that models write piece by piece are put together out of their events.

mod activities;
mod base64;
mod block;
mod buffer;
mod deltas;
mod json_carriers;
mod members;
mod mime;
mod recognise;
mod sse;
mod tool_call;

#[cfg(test)]
mod tests;

use crate::{Message, Version, repair::Repair, stream::TooLong};
use activities::Activities;
use block::{Block, Kind};
use buffer::{Answer, TextBuffer, field};
use std::mem;
use wire::{
    DecodeError, Pointer,
    syntax::{Progress, Syntax},
};

/// How long a tag or the first line of a fence may be, and how far a line may be indented, in bytes.
const MARK: usize = 256;
/// The character in front of each text of a [JSON text sequence](https://www.rfc-editor.org/rfc/rfc7464).
const RECORD: char = '\x1E';
/// How many texts are looked for inside one another: data of an event, then a text in it.
const NESTED: u8 = 3;

/// A place in the whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// How many bytes lie before it.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in bytes, from 1.
    pub column: usize,
}

impl Place {
    const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// The place behind a text that begins here.
    fn behind(mut self, text: &str) -> Self {
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

/// In what a message came; the innermost, if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Carrier {
    /// In nothing: on a line of its own.
    Plain,
    /// In a Markdown code fence.
    Fence,
    /// Between tags.
    Tag,
    /// Behind a delimiter.
    Delimiter,
    /// In an event of Server-Sent Events.
    Event,
    /// In a part of A2A.
    A2a,
    /// Among the operations of AG-UI.
    AgUi,
    /// In a resource of MCP.
    Mcp,
    /// In the arguments of a tool call.
    ToolCall,
    /// On a line of its own in the text of a model or a tool, which another carrier brought.
    Text,
    /// In a member of a JSON object that is not a message itself.
    Json,
}

/// What was found next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extracted {
    /// What stands around. Texts that follow each other are one text: where one ends depends on how the whole came.
    Text(SurroundingText),
    /// A message, or what stands in the place of one.
    Message(ExtractedMessage),
}

/// Text that is no message, as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SurroundingText {
    /// Where it begins.
    pub place: Place,
    /// The text.
    pub text: String,
}

/// A message as its carrier holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedMessage {
    /// In what it came.
    pub carrier: Carrier,
    /// Where it begins. Of a message in a JSON string, where the string begins.
    pub place: Place,
    /// Where it stands in the JSON document that holds it; the root if it is that document.
    pub pointer: Pointer,
    /// Its text, of which nothing is known yet; or why there is none.
    pub text: Result<String, DecodeError>,
    /// The liberties that were taken to find the message, with pointers that count from the document. Of several messages that one
    /// liberty brings, the first one has it.
    pub repairs: Vec<Repair>,
    is_quoted: bool,
}

impl ExtractedMessage {
    /// Creates the message of a part, which stands there in a document below the pointer.
    fn of(part: json_carriers::Part, carrier: Carrier, place: Place, root: &Pointer) -> Self {
        let at_root = |mut repair: Repair| {
            repair.pointer = root.join(&repair.pointer);
            repair
        };
        Self {
            carrier: part.carrier.unwrap_or(carrier),
            place,
            pointer: root.join(&part.pointer),
            text: part.text,
            repairs: part.repairs.into_iter().map(at_root).collect(),
            is_quoted: part.is_quoted,
        }
    }

    /// Reads the message. Given a version, it has to be of that one.
    ///
    /// # Errors
    /// If it is none. The pointer counts from the document that holds it, line and column from the start of the whole text.
    pub fn read(&self, version: impl Into<Option<Version>>) -> Result<Message, DecodeError> {
        let message = self.text.clone().and_then(|text| Message::read_as(&text, version));
        message.map_err(|mut error| {
            error.pointer = self.pointer.join(&error.pointer);
            if self.is_quoted {
                (error.line, error.column) = (1, 1);
            }
            if error.line <= 1 {
                error.column = self.place.column + error.column.saturating_sub(1);
            }
            error.line = self.place.line + error.line.saturating_sub(1);
            error
        })
    }
}

/// Finds messages in a text that comes in pieces. What it finds does not depend on where it is cut, and no piece of it is looked at
/// more often than its JSON is deep.
///
/// ```
/// use agent_ui_a2ui::{extract::{Carrier, Extractor, Extracted}, wire};
///
/// let mut finder = Extractor::new();
/// let mut found = finder.push("Done.\n```json\n{\"deleteSurf");
/// found.extend(finder.push("ace\":{\"surfaceId\":\"s\"}}\n```\nAnything else?"));
/// found.extend(finder.finish());
/// let [Extracted::Text(before), Extracted::Message(held), Extracted::Text(after)] = &found[..] else { panic!("{found:?}") };
/// assert_eq!((before.text.as_str(), after.text.as_str()), ("Done.\n", "Anything else?"));
/// assert_eq!((held.carrier, held.place.line, held.place.column), (Carrier::Fence, 3, 1));
/// assert_eq!(held.read(None)?.surface_id().unwrap().as_str(), "s");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extractor {
    buffer: TextBuffer,
    mode: Mode,
    /// The fence around what is neither JSON nor A2UI: its character, and how often it stands there.
    fence: Option<(u8, usize)>,
    /// Where a text ends that is at fault and cannot be mended.
    unmended: usize,
    activities: Activities,
    limit: usize,
    /// In how many texts this one stands.
    nested: u8,
    found: Vec<Extracted>,
}

/// In what the text goes on.
#[derive(Clone, Debug)]
enum Mode {
    /// At the start of a line.
    Line,
    /// In a line of text, looked at up to there.
    Prose(usize),
    /// In a list of messages behind text on its line. It begins at `from` and was read up to `seen`; without syntax, it ends there.
    List { from: usize, seen: usize, syntax: Option<Syntax> },
    /// Behind something that took the rest of its line, if that is blank.
    LineEnd,
    /// In an event, at a line of it that begins there and was looked at so far.
    Event { line: usize, seen: usize },
    /// In an event that is too long, and perhaps in a line of it; whether it is text.
    LongEvent { is_inside: bool, is_text: bool },
    /// In what may hold messages.
    Block(Block),
}

/// Whether there is something to do.
enum Next {
    Go(Mode),
    /// More text has to come.
    Wait(Mode),
}

impl Default for Extractor {
    fn default() -> Self {
        Self::new()
    }
}

impl Extractor {
    /// At the start of a text.
    pub fn new() -> Self {
        Self {
            buffer: TextBuffer::new(Place::START),
            mode: Mode::Line,
            fence: None,
            unmended: 0,
            activities: Activities::default(),
            limit: usize::MAX,
            nested: 0,
            found: Vec::new(),
        }
    }

    /// For a text in another one, that begins there.
    fn inside(place: Place, nested: u8) -> Self {
        Self { buffer: TextBuffer::new(place), nested, ..Self::new() }
    }

    /// Holds at most so many bytes of one message, event or fence, and of all activities together. A longer message is an error, and
    /// skipped; a longer fence in which there was no message yet is text.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Takes the next piece, and gives what it completes. Text is given as soon as nothing else can become of it.
    pub fn push(&mut self, piece: &str) -> Vec<Extracted> {
        self.buffer.push(piece);
        self.run(false);
        self.buffer.forget();
        mem::take(&mut self.found)
    }

    /// Ends the text, and gives what was still open. The finder is then at its start again.
    pub fn finish(&mut self) -> Vec<Extracted> {
        self.run(true);
        let end = self.buffer.end();
        self.text_to(end);
        let place = self.buffer.place(end);
        for part in json_carriers::rest(&mut self.activities, self.limit, self.nested) {
            let held = ExtractedMessage::of(part, Carrier::Plain, place, &Pointer::root());
            self.found.push(Extracted::Message(ExtractedMessage { is_quoted: true, ..held }));
        }
        let found = mem::take(&mut self.found);
        *self = Self { limit: self.limit, ..Self::new() };
        found
    }

    fn run(&mut self, is_end: bool) {
        loop {
            let next = match mem::replace(&mut self.mode, Mode::Line) {
                Mode::Line => self.line(is_end),
                Mode::Prose(at) => self.prose(at, is_end),
                Mode::List { from, seen, syntax } => self.list(from, seen, syntax, is_end),
                Mode::LineEnd => self.line_end(is_end),
                Mode::Event { line, seen } => self.event(line, seen, is_end),
                Mode::LongEvent { is_inside, is_text } => self.long_event(is_inside, is_text, is_end),
                Mode::Block(block) => self.block(block, is_end),
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

    /// Gives everything up to there as text.
    fn text_to(&mut self, end: usize) {
        let (place, text) = self.buffer.take_to(end);
        if !text.is_empty() {
            add(&mut self.found, Extracted::Text(SurroundingText { place, text }));
        }
    }

    /// What a line is by its beginning.
    fn line(&mut self, is_end: bool) -> Next {
        let start = self.buffer.taken();
        let rest = self.buffer.from(start);
        let indent = rest.len() - rest.trim_start_matches([' ', '\t', RECORD]).len();
        let line = rest.get(indent..).unwrap_or_default();
        let Some(first) = line.bytes().next().filter(|_| indent <= MARK) else {
            let is_text = indent > MARK || (is_end && indent > 0);
            return if is_text { Next::Go(Mode::Prose(start)) } else { Next::Wait(Mode::Line) };
        };
        match first {
            b'{' | b'[' => Next::Go(Mode::Block(Block::new(Kind::Plain, start + indent))),
            b'`' | b'~' => self.fence(first, start, start + indent, is_end),
            _ if indent == 0 && self.nested == 0 && self.fence.is_none() => match field(line) {
                Answer::Yes => Next::Go(Mode::Event { line: start, seen: start }),
                Answer::Maybe if !is_end => Next::Wait(Mode::Line),
                _ => Next::Go(Mode::Prose(start)),
            },
            _ => Next::Go(Mode::Prose(start)),
        }
    }

    /// A line that begins with a character of which fences are made.
    fn fence(&mut self, sign: u8, start: usize, run: usize, is_end: bool) -> Next {
        let rest = self.buffer.from(run);
        let length = rest.bytes().take_while(|byte| *byte == sign).count();
        let (line, is_whole) = match rest.find('\n') {
            Some(end) => (rest.get(length..end).unwrap_or_default(), true),
            None => (rest.get(length..).unwrap_or_default(), is_end),
        };
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
        let behind = (run + length + line.len() + 1).min(self.buffer.end());
        match self.fence {
            Some((open, least)) => {
                if open == sign && length >= least && language.is_empty() {
                    self.fence = None;
                }
                Next::Go(Mode::Prose(start))
            }
            None if language.contains("a2ui") => {
                let kind = Kind::Fence { sign, length, is_strict: true };
                Next::Go(Mode::Block(Block::new(kind, behind)))
            }
            None if language.is_empty() || language.contains("json") => {
                let kind = Kind::Fence { sign, length, is_strict: false };
                Next::Go(Mode::Block(Block::new(kind, behind)))
            }
            None => {
                self.fence = Some((sign, length));
                Next::Go(Mode::Prose(start))
            }
        }
    }

    /// Gives a line of text, up to a tag in it.
    fn prose(&mut self, from: usize, is_end: bool) -> Next {
        let mut at = from;
        loop {
            let rest = self.buffer.from(at);
            let Some(length) = rest.find(['\n', '<', '-', '{', '[']) else {
                let end = self.buffer.end();
                self.text_to(end);
                return Next::Wait(Mode::Prose(end));
            };
            at += length;
            let rest = rest.get(length..).unwrap_or_default();
            if rest.starts_with('\n') {
                self.text_to(at + 1);
                return Next::Go(Mode::Line);
            }
            let is_bracket = rest.starts_with(['{', '[']);
            let opens = match is_bracket {
                // What is quoted in a program is a part of it.
                true if self.fence.is_some() || self.is_inside(at) => Answer::No,
                true => recognise::opens_messages(rest),
                false => buffer::opens(rest),
            };
            match opens {
                Answer::Yes if rest.starts_with('[') => {
                    self.text_to(at);
                    return Next::Go(Mode::List { from: at, seen: at, syntax: Some(Syntax::default()) });
                }
                Answer::Yes => {
                    let (kind, length) = if is_bracket { (Kind::Plain, 0) } else { buffer::mark(rest) };
                    self.text_to(at);
                    return Next::Go(Mode::Block(Block::new(kind, at + length)));
                }
                Answer::Maybe if !is_end => {
                    self.text_to(at);
                    return Next::Wait(Mode::Prose(at));
                }
                _ => at += 1,
            }
        }
    }

    /// Reads a list of messages behind text up to its end, because it counts only if nothing follows it on its last line. A list at
    /// fault or without an end is taken apart as one at the start of a line is.
    fn list(&mut self, from: usize, mut seen: usize, mut syntax: Option<Syntax>, is_end: bool) -> Next {
        let limit = from.saturating_add(self.limit).min(self.buffer.end());
        if let Some(state) = &mut syntax {
            match state.read(self.buffer.bytes(seen, limit)) {
                Progress::Incomplete if !is_end && limit == self.buffer.end() => {
                    return Next::Wait(Mode::List { from, seen: limit, syntax });
                }
                Progress::Incomplete | Progress::Invalid(_) => {
                    return Next::Go(Mode::Block(Block::new(Kind::Plain, from)));
                }
                Progress::Complete(length) => (seen, syntax) = (seen + length, None),
            }
        }
        match buffer::line_ends(self.buffer.from(seen)) {
            Answer::Maybe if !is_end => Next::Wait(Mode::List { from, seen, syntax }),
            Answer::No => Next::Go(Mode::Prose(from + 1)),
            _ => Next::Go(Mode::Block(Block::new(Kind::Plain, from))),
        }
    }

    /// Whether what begins there is a part of something: of JSON, of a call, or of a quotation.
    fn is_inside(&self, at: usize) -> bool {
        let before = |count: usize| self.buffer.byte(at.checked_sub(count)?);
        match before(1) {
            Some(b'"' | b'\'' | b'`' | b'\\' | b'(' | b'[' | b'{' | b',') => true,
            Some(b':') => before(2) == Some(b'"'),
            _ => false,
        }
    }

    /// Takes blanks and one line end away.
    fn line_end(&mut self, is_end: bool) -> Next {
        let start = self.buffer.taken();
        let rest = self.buffer.from(start);
        let blanks = buffer::blanks(rest);
        match rest.as_bytes().get(blanks) {
            _ if blanks > MARK => Next::Go(Mode::Prose(start)),
            Some(b'\n') => {
                self.buffer.skip_to(start + blanks + 1);
                Next::Go(Mode::Line)
            }
            Some(b'\x1B') if !is_end && buffer::line_ends(rest) == Answer::Maybe => Next::Wait(Mode::LineEnd),
            Some(_) => Next::Go(Mode::Prose(start)),
            None if is_end => {
                self.buffer.skip_to(start + blanks);
                Next::Wait(Mode::Line)
            }
            None => Next::Wait(Mode::LineEnd),
        }
    }

    fn too_long(&mut self, carrier: Carrier, place: Place, pointer: Pointer) {
        let text = Err(TooLong { limit: self.limit }.into());
        let held = ExtractedMessage { carrier, place, pointer, text, repairs: Vec::new(), is_quoted: false };
        self.found.push(Extracted::Message(held));
    }
}

/// Everything in a text, each stretch of text around as one.
///
/// ```
/// use agent_ui_a2ui::extract::{Extracted, extract_all};
///
/// let text = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"kind\":\"message\",\"parts\":[
/// data: {\"kind\":\"data\",\"metadata\":{\"mimeType\":\"application/json+a2ui\"},
/// data:  \"data\":{\"deleteSurface\":{\"surfaceId\":7}}}]}}\n\n";
/// let [Extracted::Message(held)] = &extract_all(text)[..] else { panic!() };
/// let error = held.read(None).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/result/parts/0/data/deleteSurface/surfaceId");
/// assert_eq!((held.place.line, held.place.column, error.line), (4, 15, 4));
/// ```
pub fn extract_all(text: &str) -> Vec<Extracted> {
    let mut finder = Extractor::new();
    let mut found = finder.push(text);
    for next in finder.finish() {
        add(&mut found, next);
    }
    found
}

/// Adds what was found next; a text to the one before, if it goes on there.
fn add(found: &mut Vec<Extracted>, next: Extracted) {
    match (found.last_mut(), next) {
        (Some(Extracted::Text(before)), Extracted::Text(next))
            if before.place.offset + before.text.len() == next.place.offset =>
        {
            before.text.push_str(&next.text);
        }
        (_, next) => found.push(next),
    }
}
