//! Messages of A2UI in inputs that are more than JSON documents of messages: what models write, and what carriers bring.

use super::{Failure, MARK, MASK, Place, RECORD, agui_run, document::Documents};
use crate::{json, report::Exit};
use bridge::a2ui::{
    extract::{Carrier, Extracted, Extractor},
    repair::Repair,
    v0_8, v0_9, v1_0,
};
use std::{
    collections::VecDeque,
    io::{Cursor, ErrorKind, Read},
    sync::Arc,
};
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    decode::ReadError,
    token::{self, TokenKind, Tokens},
};

/// How much is read at once.
const CHUNK: usize = 16 << 10;
/// How much of an input is looked at to say with what it begins, if that does not show sooner.
const HEAD: usize = 8 << 10;
/// How much text may stand before the first message, in bytes. If there is none in it, the input is taken for documents.
const UNDECIDED: usize = 4 << 20;

/// Of a longer line around messages only this much is looked at, in bytes.
const LONGEST_LINE: usize = 64 << 10;

/// What an input is.
pub(super) enum InputKind {
    Documents(Documents),
    Messages(Box<Messages>),
    /// An input of another format. Its only document is the sentence that says so.
    Foreign {
        error: DecodeError,
        is_given: bool,
    },
}

/// The messages that are found in an input.
pub(super) struct Messages {
    reader: Box<dyn Read + Send>,
    finder: Extractor,
    /// The start of a character that has not come whole.
    rest: Vec<u8>,
    is_at_end: bool,
    /// Whether a byte order mark was left out in front of everything, of which nobody has heard.
    has_mark: bool,
    file: Option<Arc<str>>,
    found: VecDeque<FoundMessage>,
    last: Option<FoundMessage>,
    around: SurroundingText,
    /// The number and the text of the last line around messages, which may go on.
    line: (usize, String),
    /// A line around messages was JSON.
    has_json: bool,
}

/// A message, or why there is none.
struct FoundMessage {
    start: Place,
    text: Result<String, DecodeError>,
    carrier: Carrier,
    /// The repairs that were necessary to find it, at the message.
    repairs: Vec<Repair>,
}

/// The text around messages.
#[derive(Default)]
pub(super) struct SurroundingText {
    /// Where it begins.
    pub(super) first: Option<Place>,
    /// How many lines it has that are not blank.
    pub(super) lines: usize,
    /// The last of these.
    last: usize,
}

/// Says what an input is. One that begins with a document that carries no messages is documents, and so is one in which no message is
/// found.
pub(super) fn open(
    mut reader: Box<dyn Read + Send>,
    file: Option<Arc<str>>,
    before: &mut dyn FnMut() -> Result<(), Exit>,
) -> Result<InputKind, Failure> {
    let mut head = Vec::new();
    let begins = loop {
        let is_at_end = !fill(&mut reader, &mut head, before)?;
        if let Some(begins) = begins(head.strip_prefix(MARK).unwrap_or(&head), is_at_end) {
            break begins;
        }
    };
    let documents = |head: Vec<u8>, reader| {
        InputKind::Documents(Documents::new(Box::new(Cursor::new(head).chain(reader))).with_repairs())
    };
    if begins == InputStart::Document {
        return Ok(documents(head, reader));
    }
    let (finder, found) = (Extractor::new(), VecDeque::new());
    let (rest, around) = (Vec::new(), SurroundingText::default());
    let has_mark = head.starts_with(MARK);
    let mut messages = Messages {
        reader,
        finder,
        rest,
        is_at_end: false,
        has_mark,
        file,
        found,
        last: None,
        around,
        line: (0, String::new()),
        has_json: false,
    };
    messages.push(head.strip_prefix(MARK).unwrap_or(&head));
    while head.len() < UNDECIDED && messages.found.iter().all(|one| one.text.is_err()) && !messages.is_at_end
    {
        let known = head.len();
        messages.is_at_end = !fill(&mut messages.reader, &mut head, before)?;
        messages.push(head.get(known..).unwrap_or_default());
        if messages.is_at_end {
            messages.finish();
        }
    }
    // Lines of JSON of which the first one is none are that, and not a text around the others.
    let is_carried = |one: &FoundMessage| begins == InputStart::Words || one.carrier != Carrier::Plain;
    let first = messages.found.iter().find(|one| one.text.is_ok());
    // A block in another notation than JSON is an error of its own, and the text around it is text.
    let first = first.or_else(|| messages.found.iter().find(|one| one.carrier != Carrier::Plain));
    if first.is_some_and(is_carried) {
        return Ok(InputKind::Messages(Box::new(messages)));
    }
    let text = std::str::from_utf8(&head).ok().filter(|_| messages.is_at_end && messages.found.is_empty());
    let is_words = matches!(begins, InputStart::Words | InputStart::Text) && !messages.has_json;
    let words = || is_words.then(|| no_message(messages.around.lines));
    Ok(match text.and_then(|text| agui_run::without_messages(text).or_else(words)) {
        Some(error) => InputKind::Foreign { error, is_given: false },
        None => documents(head, messages.reader),
    })
}

/// Returns the one sentence about a text without any message.
fn no_message(lines: usize) -> DecodeError {
    let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    let found = format_args!("the text has {lines} and no message of A2UI").to_string();
    let expected =
        "a message in JSON, on lines of its own or in a block; --allow-empty accepts a text without one";
    ReadError::new(DecodeRule::Syntax, found, expected).into()
}

/// Reads more. Says whether there is more.
fn fill(
    reader: &mut dyn Read,
    into: &mut Vec<u8>,
    before: &mut dyn FnMut() -> Result<(), Exit>,
) -> Result<bool, Failure> {
    before().map_err(Failure::Exit)?;
    let known = into.len();
    into.resize(known + CHUNK, 0);
    let read = loop {
        match reader.read(into.get_mut(known..).unwrap_or_default()) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => break read,
        }
    };
    into.truncate(known + *read.as_ref().unwrap_or(&0));
    Ok(read.map_err(Failure::Read)? > 0)
}

/// With what an input begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputStart {
    /// JSON that is a message.
    Document,
    /// JSON that may carry messages.
    Carrier,
    /// No JSON.
    Text,
    /// A line of words.
    Words,
}

/// With what the input begins whose first bytes these are; nothing if more of them have to come.
fn begins(head: &[u8], is_at_end: bool) -> Option<InputStart> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == RECORD;
    let blanks = head.iter().take_while(|byte| is_blank(byte)).count();
    let start = head.get(blanks..).unwrap_or_default();
    let is_known = is_at_end || head.len() >= HEAD;
    let end = start.iter().position(|byte| *byte == b'\n');
    let line = start.get(..end.unwrap_or(start.len())).unwrap_or_default();
    match start.first() {
        None => return is_at_end.then_some(InputStart::Document),
        Some(b'{') => {}
        Some(b'[') if is_list_start(line) => {}
        Some(_) => {
            let is_json = std::str::from_utf8(line).is_ok_and(|line| Payload::is_json(line.trim()));
            let begins = match is_json {
                true => InputStart::Document,
                false if is_words(line) => InputStart::Words,
                false => InputStart::Text,
            };
            return (end.is_some() || is_known).then_some(begins);
        }
    }
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) => {
            std::str::from_utf8(start.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or_default()
        }
    };
    let mut depth = 0_usize;
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::ObjectStart => depth += 1,
            TokenKind::ObjectEnd => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(InputStart::Document);
                }
            }
            // A message says by its first member that it is one.
            TokenKind::Name if depth == 1 => {
                let is_message = is_of_message(&token::string(token.text));
                return Some(if is_message { InputStart::Document } else { InputStart::Carrier });
            }
            _ if depth == 0 && token.kind != TokenKind::ArrayStart => return Some(InputStart::Document),
            _ => {}
        }
    }
    is_known.then_some(InputStart::Document)
}

/// Tells whether a line is text in any script, or begins with text, and is not what was left of JSON. A line of hyphens opens a front
/// matter.
fn is_words(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let text = before_json(line);
    let count = |of: &[u8]| text.iter().filter(|byte| of.contains(byte)).count();
    // The colours of a terminal begin with a bracket, too.
    let colours = text.windows(2).filter(|pair| pair == b"\x1B[").count();
    let is_left_of_json = count(b"\"") % 2 == 1 || count(b"[") - colours != count(b"]") || count(b"}") > 0;
    let has_words = text.iter().any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    // Marks of a list, a quotation or a log before JSON.
    let has_marks =
        text.len() < line.len() && text.first().is_some_and(|byte| b"-*+>#|$(=~[\x1B".contains(byte));
    text == b"---" || ((has_words || has_marks) && !is_left_of_json)
}

/// Tells whether a bracket at the start of a line opens a list of JSON, and not a word or a time as in a log.
fn is_list_start(line: &[u8]) -> bool {
    let first = line.get(1..).unwrap_or_default().trim_ascii_start();
    first.first().is_none_or(|byte| b"{[]\"'/".contains(byte)) || first.starts_with("“".as_bytes())
}

/// Returns the text before the first object on a line, or before the list that begins with it.
fn before_json(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| *byte == b'{').unwrap_or(line.len());
    let text = line.get(..end).unwrap_or_default();
    text.trim_ascii_end().strip_suffix(b"[").filter(|_| end < line.len()).unwrap_or(text)
}

/// Whether messages, or documents of several, begin with such a member.
fn is_of_message(name: &str) -> bool {
    matches!(name, "version" | "messages" | "name" | "value")
        || name.contains("Surface")
        || name.contains("update")
}

/// Whether a text names a member that makes an object a message of an agent.
fn contains_message_key(text: &str) -> bool {
    let keys = [v0_8::AgentMessage::KEYS, v0_9::AgentMessage::KEYS, v1_0::AgentMessage::KEYS];
    keys.into_iter().flatten().any(|key| text.contains(key))
}

impl InputKind {
    /// Whether a byte order mark was left out in front of everything, told once.
    pub(super) fn take_mark(&mut self) -> bool {
        match self {
            Self::Documents(documents) => documents.take_mark(),
            Self::Messages(messages) => std::mem::take(&mut messages.has_mark),
            Self::Foreign { .. } => false,
        }
    }
}

impl Messages {
    /// Goes to the next message. Says whether there is one.
    pub(super) fn next(&mut self, before: &mut dyn FnMut() -> Result<(), Exit>) -> Result<bool, Failure> {
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

    /// Where the last message begins, its text, and the repairs that were necessary to find it.
    pub(super) fn last(&self) -> (Place, Result<&str, DecodeError>, &[Repair]) {
        match &self.last {
            Some(FoundMessage { start, text, repairs, .. }) => {
                (start.clone(), text.as_ref().map(String::as_str).map_err(DecodeError::clone), repairs)
            }
            None => (Place::default(), Ok(""), &[]),
        }
    }

    /// The text that stood around the messages so far.
    pub(super) fn around(&mut self) -> SurroundingText {
        std::mem::take(&mut self.around)
    }

    /// Looks for messages in what came.
    fn push(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        let bytes = std::mem::take(&mut self.rest);
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.take(chunk.valid());
            let (invalid, is_last) = (chunk.invalid(), chunks.peek().is_none());
            if is_last && std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none()) {
                self.rest = invalid.to_vec();
            } else if !invalid.is_empty() {
                self.take(&MASK.to_string().repeat(invalid.len()));
            }
        }
    }

    fn take(&mut self, text: &str) {
        let found = self.finder.push(text);
        self.keep(found);
    }

    fn finish(&mut self) {
        let found = self.finder.finish();
        self.keep(found);
        self.end_line();
    }

    /// A line around messages has ended. If it was to bring one, it is told why it does not; else it counts as passed over.
    fn end_line(&mut self) {
        let (line, text) = std::mem::take(&mut self.line);
        let place = |column| Place { file: self.file.clone(), line, column };
        let at = text.find('{').filter(|at| text.get(*at..).is_some_and(contains_message_key));
        let broken = at.and_then(|at| Some((at, json::syntax_error(text.get(at..)?)?)));
        if let Some((at, error)) = broken {
            let start = place(at + 1);
            let (text, repairs) = (Err(error), Vec::new());
            self.found.push_back(FoundMessage { start, text, carrier: Carrier::Plain, repairs });
        } else if line > 0 {
            self.has_json |= Payload::is_json(text.trim());
            self.around.first.get_or_insert_with(|| place(1));
            self.around.lines += usize::from(line != self.around.last);
            self.around.last = line;
        }
    }

    fn keep(&mut self, found: Vec<Extracted>) {
        let file = self.file.clone();
        let start = |place: bridge::a2ui::extract::Place| Place {
            file: file.clone(),
            line: place.line,
            column: place.column,
        };
        for found in found {
            match found {
                Extracted::Message(held) => {
                    self.end_line();
                    let (start, text, carrier) = (start(held.place), held.text, held.carrier);
                    // Places count from the message, as its carrier is not what is read.
                    let mut repairs = held.repairs;
                    repairs.iter_mut().for_each(|repair| repair.pointer = Pointer::root());
                    self.found.push_back(FoundMessage { start, text, carrier, repairs });
                }
                Extracted::Text(text) => {
                    let lines = text.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
                    for (line, part) in lines {
                        let line = text.place.line + line;
                        if line != self.line.0 {
                            self.end_line();
                            // What is in front of it on its line are messages.
                            let indent = if line == text.place.line { text.place.column - 1 } else { 0 };
                            self.line = (line, " ".repeat(indent.min(LONGEST_LINE)));
                        }
                        if self.line.1.len() < LONGEST_LINE {
                            self.line.1.push_str(part);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
