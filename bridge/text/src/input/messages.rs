//! A2UI messages inside other inputs: answers of models and frames of other protocols.

use super::{
    BeforeRead, Failure, MARK, MASK, RECORD, agui_run,
    document::{Documents, behind_comments},
    mark,
    text::{Input, SourceForm},
};
use crate::json;
use crate::place::Place;
use bridge::a2ui::{
    extract::{Carrier, ExtractedItem, Extractor},
    repair::Repair,
    v0_8, v0_9, v1_0,
};
use std::{
    collections::VecDeque,
    io::{Cursor, ErrorKind, Read},
    sync::Arc,
};
use wire::{
    DecodeError, DecodeRule, Finding, Payload, Pointer,
    decode::ReadError,
    token::{self, TokenKind, Tokens},
};

/// The number of bytes per read.
const CHUNK: usize = 16 << 10;
/// The maximum number of leading bytes that decide how an input starts.
const HEAD: usize = 8 << 10;
/// The maximum number of bytes before the first message. If they contain none, the input is read as documents.
const UNDECIDED: usize = 4 << 20;

/// The maximum number of bytes of a line around messages that are examined.
const LONGEST_LINE: usize = 64 << 10;

/// The kind of an input.
pub(super) enum InputKind {
    Documents(Documents),
    Messages(Box<Messages>),
    /// An input of an unsupported format. Its only document is the error.
    Foreign {
        error: DecodeError,
        is_given: bool,
    },
}

/// Returns `true` if the text may be a carrier of messages, so that it must be searched for them.
pub(crate) fn may_carry_messages(text: &str) -> bool {
    let head = text.as_bytes().get(..HEAD);
    begins(head.unwrap_or(text.as_bytes()), head.is_none()) != Some(InputStart::Document)
}

/// The messages that are extracted from an input.
pub(super) struct Messages {
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
    /// `true` if the text at this place is another one, such as a JSON string.
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
    /// The number of the last such line.
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

/// Determines the kind of an input. If it starts with a document that carries no messages, or if it contains no message
/// at all, it is read as documents.
pub(super) fn open(
    mut reader: Box<dyn Read + Send>,
    file: Option<Arc<str>>,
    before: BeforeRead<'_>,
) -> Result<InputKind, Failure> {
    let mut head = Vec::new();
    let begins = loop {
        let is_at_end = !fill(&mut reader, &mut head, before)?;
        if let Some(begins) = begins(head.strip_prefix(MARK).unwrap_or(&head), is_at_end) {
            break begins;
        }
    };
    let documents = |head: Vec<u8>, reader| {
        InputKind::Documents(
            Documents::new(Box::new(Cursor::new(head).chain(reader))).with_repairs(),
        )
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
    while head.len() < UNDECIDED
        && messages.found.iter().all(|one| one.text.is_err())
        && !messages.is_at_end
    {
        let known = head.len();
        messages.is_at_end = !fill(&mut messages.reader, &mut head, before)?;
        messages.push(head.get(known..).unwrap_or_default());
        if messages.is_at_end {
            messages.finish();
        }
    }
    // If the first of several JSON lines is invalid, the others are still documents, not messages in a text.
    let is_carried =
        |one: &FoundMessage| begins == InputStart::Words || one.carrier != Carrier::Plain;
    let first = messages.found.iter().find(|one| one.text.is_ok());
    // A block in another notation than JSON is an error of its own, and the text around it stays text.
    let first = first.or_else(|| {
        messages
            .found
            .iter()
            .find(|one| one.carrier != Carrier::Plain)
    });
    if first.is_some_and(is_carried) {
        return Ok(InputKind::Messages(Box::new(messages)));
    }
    let text = std::str::from_utf8(&head)
        .ok()
        .filter(|_| messages.is_at_end && messages.found.is_empty());
    let is_words = matches!(begins, InputStart::Words | InputStart::Text) && !messages.has_json;
    let has_block = memchr::memmem::find(&head, b"```").is_some();
    let words = || is_words.then(|| no_message(messages.around.lines, has_block));
    Ok(
        match text.and_then(|text| agui_run::without_messages(text).or_else(words)) {
            Some(error) => InputKind::Foreign {
                error,
                is_given: false,
            },
            None => documents(head, messages.reader),
        },
    )
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

/// Reads more input. Returns `false` at the end.
fn fill(
    reader: &mut dyn Read,
    into: &mut Vec<u8>,
    before: BeforeRead<'_>,
) -> Result<bool, Failure> {
    before()?;
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

/// The first item of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputStart {
    /// A JSON message.
    Document,
    /// JSON that may contain messages.
    Carrier,
    /// Text other than JSON.
    Text,
    /// A line of prose.
    Words,
}

/// Classifies the start of an input, or returns `None` if more bytes are needed.
fn begins(head: &[u8], is_at_end: bool) -> Option<InputStart> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == RECORD;
    let blanks = head.iter().take_while(|byte| is_blank(byte)).count();
    let is_known = is_at_end || head.len() >= HEAD;
    let mut start = head.get(blanks..).unwrap_or_default();
    // Comments are part of the message after them.
    if start.starts_with(b"//") || start.starts_with(b"/*") {
        match behind_comments(start) {
            Some(at) => start = start.get(at..).unwrap_or_default(),
            None => return is_known.then_some(InputStart::Document),
        }
    }
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
        Err(error) => std::str::from_utf8(start.get(..error.valid_up_to()).unwrap_or_default())
            .unwrap_or_default(),
    };
    let mut depth = 0_usize;
    let mut tokens = Tokens::new(text);
    while let Some(token) = tokens.next() {
        match token.kind {
            TokenKind::ObjectStart => depth += 1,
            TokenKind::ObjectEnd => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(InputStart::Document);
                }
            }
            // The first member shows whether an object is a message.
            TokenKind::Name if depth == 1 => {
                let name = token::string(token.text);
                if name == "messages" {
                    return match is_chat(&mut tokens) {
                        Some(true) => Some(InputStart::Carrier),
                        Some(false) => Some(InputStart::Document),
                        None => is_known.then_some(InputStart::Document),
                    };
                }
                let is_message = is_of_message(&name);
                return Some(if is_message {
                    InputStart::Document
                } else {
                    InputStart::Carrier
                });
            }
            _ if depth == 0 && token.kind != TokenKind::ArrayStart => {
                return Some(InputStart::Document);
            }
            _ => {}
        }
    }
    is_known.then_some(InputStart::Document)
}

/// Returns `true` if the line is or starts with prose in any script, and is not a remainder of JSON. A line of hyphens
/// opens a front matter.
fn is_words(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let text = before_json(line);
    let count = |of: &[u8]| text.iter().filter(|byte| of.contains(byte)).count();
    // Terminal colours start with a bracket as well.
    let colours = text.windows(2).filter(|pair| pair == b"\x1B[").count();
    let is_left_of_json =
        count(b"\"") % 2 == 1 || count(b"[") - colours != count(b"]") || count(b"}") > 0;
    let has_words = text
        .iter()
        .any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    // Markers of a list, a quotation or a log before JSON.
    let has_marks = text.len() < line.len()
        && text
            .first()
            .is_some_and(|byte| b"-*+>#|$(=~[\x1B".contains(byte));
    text == b"---" || ((has_words || has_marks) && !is_left_of_json)
}

/// Returns `true` if the bracket at the start of the line opens a JSON list, rather than a word or a time of a log.
fn is_list_start(line: &[u8]) -> bool {
    let first = line.get(1..).unwrap_or_default().trim_ascii_start();
    first.first().is_none_or(|byte| b"{[]\"'/".contains(byte)) || first.starts_with("“".as_bytes())
}

/// Returns the text before the first object on a line, or before a list that starts with it.
fn before_json(line: &[u8]) -> &[u8] {
    let end = line
        .iter()
        .position(|byte| *byte == b'{')
        .unwrap_or(line.len());
    let text = line.get(..end).unwrap_or_default();
    text.trim_ascii_end()
        .strip_suffix(b"[")
        .filter(|_| end < line.len())
        .unwrap_or(text)
}

/// Returns `true` if the value after the name `messages` is the history of a chat, whose entries may carry messages.
/// Returns `None` if more tokens are needed.
fn is_chat(tokens: &mut Tokens<'_>) -> Option<bool> {
    for expected in [TokenKind::ArrayStart, TokenKind::ObjectStart] {
        if tokens.next()?.kind != expected {
            return Some(false);
        }
    }
    let mut depth = 1_usize;
    let mut is_first = true;
    loop {
        let token = tokens.next()?;
        match token.kind {
            TokenKind::ObjectStart | TokenKind::ArrayStart => depth += 1,
            TokenKind::ObjectEnd | TokenKind::ArrayEnd if depth == 1 => return Some(false),
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => depth -= 1,
            TokenKind::Name if depth == 1 => {
                let name = token::string(token.text);
                match &*name {
                    // The entries of a chat can have names, but messages have none.
                    "role" | "name" => return Some(true),
                    // Both can begin with these members.
                    "version" | "value" => {}
                    name if is_of_message(name) => return Some(false),
                    _ if is_first => return Some(true),
                    _ => {}
                }
                is_first = false;
            }
            _ => {}
        }
    }
}

/// Returns `true` if a message, or a document of messages, starts with this member.
fn is_of_message(name: &str) -> bool {
    matches!(name, "version" | "messages" | "name" | "value")
        || name.contains("Surface")
        || name.contains("update")
}

/// Returns `true` if the text contains the key of an agent message.
pub(super) fn contains_message_key(text: &str) -> bool {
    let keys = [
        v0_8::AgentMessage::KEYS,
        v0_9::AgentMessage::KEYS,
        v1_0::AgentMessage::KEYS,
    ];
    keys.into_iter().flatten().any(|key| text.contains(key))
}

impl InputKind {
    /// Takes the notice about a skipped byte order mark, which is returned once.
    pub(super) fn take_mark_notice(&mut self) -> Option<Finding> {
        match self {
            Self::Documents(documents) => documents.take_mark_notice(),
            Self::Messages(messages) => std::mem::take(&mut messages.has_mark).then(mark),
            Self::Foreign { .. } => None,
        }
    }
}

impl Messages {
    /// Advances to the next message. Returns `false` at the end.
    pub(super) fn next(&mut self, before: BeforeRead<'_>) -> Result<bool, Failure> {
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
    pub(super) fn last(&self) -> Input<'_> {
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
        let source = if *is_quoted {
            SourceForm::Carried
        } else {
            SourceForm::Literal
        };
        Input::new(start.clone(), text)
            .with_repairs(repairs)
            .with_source(source)
    }

    /// Takes the text around the messages so far.
    pub(super) fn around(&mut self) -> SurroundingText {
        std::mem::take(&mut self.around)
    }

    /// Extracts messages from more bytes.
    fn push(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        let bytes = std::mem::take(&mut self.rest);
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.take(chunk.valid());
            let (invalid, is_last) = (chunk.invalid(), chunks.peek().is_none());
            if is_last
                && std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none())
            {
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

    /// Ends a line around messages. If it contains a broken message, that is an error; otherwise the line counts as
    /// skipped text.
    fn end_line(&mut self) {
        let (line, text) = std::mem::take(&mut self.line);
        let place = |column| Place {
            file: self.file.clone(),
            line,
            column,
        };
        let at = text
            .find('{')
            .filter(|at| text.get(*at..).is_some_and(contains_message_key));
        let broken = at.and_then(|at| Some((at, json::syntax_error(text.get(at..)?)?)));
        if let Some((at, error)) = broken {
            let start = place(at + 1);
            let (text, repairs) = (Err(error), Vec::new());
            let (carrier, is_quoted) = (Carrier::Plain, false);
            self.found.push_back(FoundMessage {
                start,
                text,
                carrier,
                is_quoted,
                repairs,
            });
        } else if line > 0 {
            self.has_json |= Payload::is_json(text.trim());
            // Events are not text, even if they contain no messages.
            if agui_run::is_of_event(&text) {
                return;
            }
            self.around.first.get_or_insert_with(|| place(1));
            self.around.lines += usize::from(line != self.around.last);
            self.around.last = line;
        }
    }

    fn keep(&mut self, found: Vec<ExtractedItem>) {
        let file = self.file.clone();
        let start = |place: bridge::a2ui::extract::Place| Place {
            file: file.clone(),
            line: place.line,
            column: place.column,
        };
        for found in found {
            match found {
                ExtractedItem::Message(held) => {
                    self.end_line();
                    let is_quoted = held.is_quoted();
                    let (start, text, carrier) = (start(held.place), held.text, held.carrier);
                    // The carrier is not part of the document, so places count from the message.
                    let mut repairs = held.repairs;
                    repairs
                        .iter_mut()
                        .for_each(|repair| repair.pointer = Pointer::root());
                    self.found.push_back(FoundMessage {
                        start,
                        text,
                        carrier,
                        is_quoted,
                        repairs,
                    });
                }
                ExtractedItem::Text(text) => {
                    let lines = text
                        .text
                        .lines()
                        .enumerate()
                        .filter(|(_, line)| !line.trim().is_empty());
                    for (line, part) in lines {
                        let line = text.place.line + line;
                        if line != self.line.0 {
                            self.end_line();
                            // The text before it on its line is messages.
                            let indent = if line == text.place.line {
                                text.place.column - 1
                            } else {
                                0
                            };
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
