//! A2UI messages inside other inputs: answers of models and frames of other protocols.

#[cfg(feature = "extraction")]
mod extracted;
#[cfg(not(feature = "extraction"))]
mod no_extraction;

use super::{
    BeforeRead, Failure, RECORD,
    document::{Documents, behind_comments},
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

/// Returns `true` if the text may be a carrier of messages, so that it must be searched for them.
pub(crate) fn may_carry_messages(text: &str) -> bool {
    let head = text.as_bytes().get(..HEAD);
    begins(head.unwrap_or(text.as_bytes()), head.is_none()) != Some(InputStart::Document)
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
