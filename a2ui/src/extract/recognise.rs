//! Recognition of messages by their member names, before they are read.

use super::{MARK, buffer::Answer};
use crate::{Version, detect, repair::spelling::SURFACE_MESSAGES};
use std::borrow::Cow;
use wire::token::{self, TokenKind, Tokens};

/// The message keys that other protocols use as well. Such a key counts only together with a version.
const COMMON: [&str; 5] = [
    "action",
    "error",
    "callFunction",
    "functionResponse",
    "actionResponse",
];

/// The quotes that models put around names.
const QUOTES: [char; 8] = ['"', '\'', '“', '”', '„', '‘', '’', '‚'];

/// The members that name the operation of a message without an envelope.
const OPERATION: [&str; 3] = ["type", "op", "operation"];

/// Returns `true` if an object is intended as a message, judging by its member names. The text can be truncated.
///
/// The specified form is recognized, and so are forms that [`Repairer`](crate::repair::Repairer) reads: keys in snake
/// case, an operation named by the member `type`, and the body of an update without its envelope.
pub(super) fn is_like_a_message(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut signs = MessageSigns::default();
    for token in Tokens::new(text) {
        let is_top = depth == 1;
        match token.kind {
            TokenKind::ArrayStart if depth == 0 => return false,
            TokenKind::ObjectStart | TokenKind::ArrayStart => {
                if is_top && token.kind == TokenKind::ObjectStart {
                    signs.read_object();
                }
                depth += 1;
            }
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            TokenKind::Name if is_top => {
                let name = token::string(token.text);
                if is_specific_key(&name) {
                    return true;
                }
                signs.read_name(&name);
            }
            TokenKind::String if is_top => signs.read_string(token.text),
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    signs.is_a_message()
}

/// The signs of a message in the members of an object.
#[derive(Default)]
struct MessageSigns<'a> {
    /// The role of the current member.
    role: MemberRole,
    /// The value of `version`.
    version: Option<Cow<'a, str>>,
    /// The number of members other than `version`.
    others: usize,
    /// The number of members whose value is an object.
    objects: usize,
    has_common_key: bool,
    /// `true` if the value of a common message key is an object.
    has_common_body: bool,
    /// `true` if the value of a message key in snake case is an object.
    has_snake_body: bool,
    has_operation: bool,
    has_surface: bool,
    has_components: bool,
}

/// The role that the name of a member suggests.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum MemberRole {
    #[default]
    Other,
    Version,
    /// A message key that other protocols use as well.
    CommonKey,
    /// A message key in snake case.
    SnakeKey,
    /// A member that names the operation, such as `type`.
    Operation,
    SurfaceId,
}

impl MemberRole {
    fn of(name: &str) -> Self {
        match name {
            "version" => Self::Version,
            "surfaceId" | "surface_id" => Self::SurfaceId,
            name if OPERATION.contains(&name) => Self::Operation,
            name if detect::is_key(name) => Self::CommonKey,
            name if name.contains('_') && is_specific_key(&to_camel_case(name)) => Self::SnakeKey,
            _ => Self::Other,
        }
    }
}

impl<'a> MessageSigns<'a> {
    /// Reads the name of a member that is not a specific key.
    fn read_name(&mut self, name: &str) {
        self.role = MemberRole::of(name);
        self.has_common_key |= self.role == MemberRole::CommonKey;
        self.has_components |= name == "components";
        self.others += usize::from(self.role != MemberRole::Version);
    }

    /// Reads a string as the value of the current member.
    fn read_string(&mut self, quoted: &'a str) {
        match self.role {
            MemberRole::Version => self.version = Some(token::string(quoted)),
            MemberRole::SurfaceId => self.has_surface = true,
            MemberRole::Operation => {
                self.has_operation |= is_specific_key(&to_camel_case(&token::string(quoted)));
            }
            MemberRole::CommonKey | MemberRole::SnakeKey | MemberRole::Other => {}
        }
    }

    /// Reads an object as the value of the current member.
    fn read_object(&mut self) {
        self.objects += 1;
        self.has_common_body |= self.role == MemberRole::CommonKey;
        self.has_snake_body |= self.role == MemberRole::SnakeKey;
    }

    /// Returns `true` if the object is intended as a message.
    fn is_a_message(&self) -> bool {
        if self.has_snake_body || (self.has_surface && (self.has_components || self.has_operation))
        {
            return true;
        }
        let Some(word) = &self.version else {
            return false;
        };
        let is_known = Version::from_word(word).is_some();
        let number = word.strip_prefix('v').unwrap_or_default();
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            return self.has_common_key || (is_known && self.others == 1 && self.objects == 1);
        }
        // `1.0` is common in other JSON.
        self.has_common_body && is_known
    }
}

/// Returns `true` if a name is a message key, also in snake case.
pub(super) fn is_message_key(name: &str) -> bool {
    detect::is_key(name) || (name.contains('_') && is_specific_key(&to_camel_case(name)))
}

/// Returns `true` if a name is a message key that other protocols do not use.
fn is_specific_key(name: &str) -> bool {
    detect::is_key(name) && !COMMON.contains(&name)
}

/// Converts `create_surface` to `createSurface`.
fn to_camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// Checks whether a text starts with a message or a list of messages, from the first key or version.
pub(super) fn opens_messages(text: &str) -> Answer {
    let Some(list) = text.strip_prefix('[') else {
        return opens_a_message(text);
    };
    let first = list.trim_start_matches([' ', '\t', '\r', '\n']);
    match first.as_bytes().first() {
        _ if list.len() - first.len() > MARK => Answer::No,
        Some(b'{') => opens_a_message(first),
        Some(_) => Answer::No,
        None => Answer::Maybe,
    }
}

/// Checks whether an object starts with a message key or a version. The name can be in any quotes or in none, and
/// comments can precede it.
pub(super) fn opens_a_message(text: &str) -> Answer {
    let end = (0..=MARK.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end))
        .unwrap_or_default();
    match opens(text.get(..end).unwrap_or_default()) {
        Some(true) => Answer::Yes,
        Some(false) => Answer::No,
        None if text.len() > MARK => Answer::No,
        None => Answer::Maybe,
    }
}

/// Checks whether an object starts with a message, like [`opens_a_message`]. Returns `None` if the text is too short
/// to decide.
fn opens(text: &str) -> Option<bool> {
    let rest = skip_blanks(text.strip_prefix('{').unwrap_or_default())?;
    let (name, rest) = split_word(rest)?;
    let is_version = name == "version";
    let is_key =
        is_specific_key(name) || (name.contains('_') && is_specific_key(&to_camel_case(name)));
    if !is_version && !is_key {
        return Some(false);
    }
    let rest = skip_blanks(rest)?;
    let Some(value) = rest.strip_prefix(':') else {
        return Some(false);
    };
    let value = skip_blanks(value)?;
    if !is_version {
        return Some(value.starts_with('{'));
    }
    let (word, _) = split_word(value)?;
    Some(Version::from_word(word).is_some())
}

/// Splits a text after its first word, which can be quoted.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let quoted = text.strip_prefix(QUOTES);
    let rest = quoted.unwrap_or(text);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '_' | '-'))?;
    let (word, rest) = rest.split_at_checked(end)?;
    Some((
        word,
        if quoted.is_some() {
            rest.strip_prefix(QUOTES).unwrap_or(rest)
        } else {
            rest
        },
    ))
}

/// Returns the text after blanks and comments, or `None` if the text is too short.
fn skip_blanks(mut text: &str) -> Option<&str> {
    loop {
        text = text.trim_start_matches([' ', '\t', '\r', '\n']);
        text = if let Some(comment) = text.strip_prefix("//") {
            comment.split_once('\n')?.1
        } else if let Some(comment) = text.strip_prefix("/*") {
            comment.split_once("*/")?.1
        } else {
            return (!text.is_empty() && text != "/").then_some(text);
        };
    }
}

/// Returns `true` if a text contains a word that is specific to messages or their carriers. The text can be
/// truncated.
pub(super) fn has_a2ui_words(text: &str) -> bool {
    let others = ["a2ui", "userAction", "surfaceId", "surface_id"];
    SURFACE_MESSAGES
        .iter()
        .copied()
        .chain(others)
        .any(|word| text.contains(word))
}
