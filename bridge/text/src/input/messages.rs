//! A2UI messages inside other inputs: answers of models and frames of other protocols.

#[cfg(feature = "extraction")]
mod extracted;
#[cfg(not(feature = "extraction"))]
mod no_extraction;

use super::{
    BeforeRead, Failure, RECORD,
    document::{Documents, after_comments},
};
use bridge::a2ui::{v0_8, v0_9, v1_0};
#[cfg(feature = "extraction")]
pub use extracted::SurroundingText;
#[cfg(feature = "extraction")]
pub(crate) use extracted::extracted_items;
#[cfg(feature = "extraction")]
pub(super) use extracted::{Messages, open};
#[cfg(not(feature = "extraction"))]
pub(super) use no_extraction::open;
use std::io::{ErrorKind, Read};
use wire::{
    DecodeError, Finding, Payload,
    token::{self, TokenKind, Tokens},
};

/// The number of bytes per read.
const CHUNK: usize = 16 << 10;
/// The maximum number of leading bytes that decide how an input starts.
const HEAD: usize = 8 << 10;

/// The kind of an input.
pub(super) enum InputKind {
    Documents(Documents),
    #[cfg(feature = "extraction")]
    Messages(Box<Messages>),
    /// An input of an unsupported format. Its only document is the error.
    Foreign {
        error: DecodeError,
        is_given: bool,
    },
}

/// Returns `true` if the text may carry messages, and must be searched for them.
pub(crate) fn may_carry_messages(text: &str) -> bool {
    let head = text.as_bytes().get(..HEAD);
    classify_start(head.unwrap_or(text.as_bytes()), head.is_none()) != Some(InputStart::Document)
}

/// Returns `true` if a text that begins with these bytes is a sequence of documents, and `false` if its messages must be searched.
/// Returns `None` if more bytes are needed.
#[cfg(feature = "extraction")]
pub(crate) fn starts_with_document(head: &[u8]) -> Option<bool> {
    Some(match classify_start(head, false)? {
        InputStart::Document => true,
        InputStart::Carrier => starts_with_message_key(&String::from_utf8_lossy(head)),
        InputStart::Text | InputStart::Words => false,
    })
}

/// Returns `true` if the first member of a text is the key of a message.
#[cfg(feature = "extraction")]
fn starts_with_message_key(text: &str) -> bool {
    let keys = [
        v0_8::AgentMessage::KEYS,
        v0_8::ClientMessage::KEYS,
        v0_9::AgentMessage::KEYS,
        v0_9::ClientMessage::KEYS,
        v1_0::AgentMessage::KEYS,
        v1_0::RendererMessage::KEYS,
    ];
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::ObjectStart | TokenKind::ArrayStart => {}
            TokenKind::Name => {
                let name = token::string(token.text);
                return keys.into_iter().flatten().any(|key| *key == name);
            }
            _ => return false,
        }
    }
    false
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
fn classify_start(head: &[u8], is_at_end: bool) -> Option<InputStart> {
    let blanks = head.iter().take_while(|byte| is_blank(**byte)).count();
    let is_known = is_at_end || head.len() >= HEAD;
    let unless_more_follows = if is_known {
        Some(InputStart::Document)
    } else {
        None
    };
    let mut start = head.get(blanks..).unwrap_or_default();
    // Comments are part of the message after them.
    if start.starts_with(b"//") || start.starts_with(b"/*") {
        let Some(at) = after_comments(start) else {
            return unless_more_follows;
        };
        start = start.get(at..).unwrap_or_default();
    }
    let end = memchr::memchr(b'\n', start);
    let line = start.get(..end.unwrap_or(start.len())).unwrap_or_default();
    match start.first() {
        None if is_at_end => Some(InputStart::Document),
        None => None,
        Some(b'{') => classify_json(start).or(unless_more_follows),
        Some(b'[') if is_list_start(line) => classify_json(start).or(unless_more_follows),
        Some(_) if end.is_some() || is_known => Some(classify_line(line)),
        Some(_) => None,
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == RECORD
}

/// Classifies a whole line that begins neither with an object nor with a list.
fn classify_line(line: &[u8]) -> InputStart {
    if std::str::from_utf8(line).is_ok_and(|line| Payload::is_json(line.trim())) {
        InputStart::Document
    } else if is_words(line) {
        InputStart::Words
    } else {
        InputStart::Text
    }
}

/// Classifies an input that begins with an object or a list, by the first member of its first object. Returns `None` if
/// more bytes are needed.
fn classify_json(start: &[u8]) -> Option<InputStart> {
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        // The bytes may end within a character.
        Err(error) => {
            let valid = start.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(valid).unwrap_or_default()
        }
    };
    let mut depth = 0_usize;
    let mut tokens = Tokens::new(text);
    while let Some(token) = tokens.next() {
        match token.kind {
            TokenKind::ObjectStart => depth += 1,
            TokenKind::ObjectEnd if depth <= 1 => return Some(InputStart::Document),
            TokenKind::ObjectEnd => depth -= 1,
            // The first member shows whether an object is a message.
            TokenKind::Name if depth == 1 => {
                return classify_by_member(&token::string(token.text), &mut tokens);
            }
            TokenKind::ArrayStart => {}
            _ if depth == 0 => return Some(InputStart::Document),
            _ => {}
        }
    }
    None
}

/// Classifies an input by the first member of its first object. `value` contains the tokens after the name.
fn classify_by_member(name: &str, value: &mut Tokens<'_>) -> Option<InputStart> {
    let carries_messages = if name == "messages" {
        is_chat(value)?
    } else {
        !is_of_message(name)
    };
    Some(if carries_messages {
        InputStart::Carrier
    } else {
        InputStart::Document
    })
}

/// Returns `true` if the line begins with prose in any script and is not a remainder of JSON. A line of hyphens counts
/// as prose, because it opens a front matter.
fn is_words(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let text = before_json(line);
    // Terminal colours start with a bracket as well.
    let colours = text.windows(2).filter(|pair| pair == b"\x1B[").count();
    let is_rest_of_json = count(text, b'"') % 2 == 1
        || count(text, b'[') - colours != count(text, b']')
        || count(text, b'}') > 0;
    let mut bytes = text.iter();
    let has_words = bytes.any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    // A list, a quotation or a log may have a marker before JSON.
    let has_marks = match text.first() {
        Some(first) => text.len() < line.len() && b"-*+>#|$(=~[\x1B".contains(first),
        None => false,
    };
    text == b"---" || ((has_words || has_marks) && !is_rest_of_json)
}

fn count(text: &[u8], byte: u8) -> usize {
    memchr::memchr_iter(byte, text).count()
}

/// Returns `true` if the bracket at the start of the line opens a JSON list, rather than a word or a time of a log.
fn is_list_start(line: &[u8]) -> bool {
    let first = line.get(1..).unwrap_or_default().trim_ascii_start();
    first.first().is_none_or(|byte| b"{[]\"'/".contains(byte)) || first.starts_with("“".as_bytes())
}

/// Returns the text before the first object on a line, or before the list that contains this object.
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
                let is_chat = is_entry_of_chat(&token::string(token.text), is_first);
                if is_chat.is_some() {
                    return is_chat;
                }
                is_first = false;
            }
            _ => {}
        }
    }
}

/// Returns `true` if a member shows that its object is an entry of a chat, and `false` if the object is a message.
/// Returns `None` if another member must decide.
fn is_entry_of_chat(name: &str, is_first: bool) -> Option<bool> {
    match name {
        // The entries of a chat can have names, but messages have none.
        "role" | "name" => Some(true),
        // A message and an entry of a chat can both begin with these members.
        "version" | "value" => None,
        _ if is_of_message(name) => Some(false),
        _ if is_first => Some(true),
        _ => None,
    }
}

/// Returns `true` if a message, or a document of messages, starts with this member.
fn is_of_message(name: &str) -> bool {
    matches!(name, "version" | "messages" | "name" | "value")
        || name.contains("Surface")
        || name.contains("update")
}

/// Returns `true` if the text contains the key of an agent message.
pub(crate) fn contains_message_key(text: &str) -> bool {
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
            #[cfg(feature = "extraction")]
            Self::Messages(messages) => messages.take_mark_notice(),
            Self::Foreign { .. } => None,
        }
    }
}
