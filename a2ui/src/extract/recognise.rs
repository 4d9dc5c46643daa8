//! Recognition of messages by their member names, before they are read.

use super::{MARK, buffer::Answer};
use crate::{Version, detect, repair::spelling::SURFACE_MESSAGES};
use wire::token::{self, TokenKind, Tokens};

/// The message keys that other protocols use as well. They count only together with a version.
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
/// In addition to the specified form, forms that [`Repairer`](crate::repair::Repairer) reads are recognized: keys in
/// snake case, an operation named by the member `type`, and the body of an update without its envelope.
pub(super) fn is_like_a_message(text: &str) -> bool {
    let (mut depth, mut word, mut is_word) = (0_usize, None, false);
    let (mut has_key, mut is_key, mut has_object) = (false, false, false);
    let (mut objects, mut others) = (0_usize, 0_usize);
    let mut loose = Loose::default();
    for token in Tokens::new(text) {
        let is_top = depth == 1;
        match token.kind {
            TokenKind::ArrayStart if depth == 0 => return false,
            TokenKind::ObjectStart | TokenKind::ArrayStart => {
                let is_object = is_top && token.kind == TokenKind::ObjectStart;
                objects += usize::from(is_object);
                has_object |= is_object && is_key;
                loose.opens |= is_object && loose.is_snake_key;
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
                is_word = name == "version";
                is_key = detect::is_key(&name);
                if is_specific_key(&name) {
                    return true;
                }
                has_key |= is_key;
                others += usize::from(!is_word);
                loose.name(&name);
            }
            TokenKind::String if is_top && is_word => word = Some(token::string(token.text)),
            TokenKind::String if is_top => loose.string(token.text),
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    if loose.is_a_message() {
        return true;
    }
    let Some(word) = word else { return false };
    if word
        .strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        return has_key || Version::from_word(&word).is_some() && (others, objects) == (1, 1);
    }
    // `1.0` is common in other JSON.
    has_object && Version::from_word(&word).is_some()
}

/// The signs of a message in a form that no version specifies.
#[derive(Default)]
struct Loose {
    /// `true` if the current member is a key in snake case.
    is_snake_key: bool,
    /// `true` if the current member can name the operation.
    is_operation: bool,
    /// `true` if the current member is the id of a surface.
    is_surface: bool,
    /// `true` if a key in snake case has a body.
    opens: bool,
    has_operation: bool,
    has_surface: bool,
    has_components: bool,
}

impl Loose {
    fn name(&mut self, name: &str) {
        self.is_snake_key = name.contains('_') && is_specific_key(&camel_case(name));
        self.is_operation = OPERATION.contains(&name);
        self.is_surface = matches!(name, "surfaceId" | "surface_id");
        self.has_components |= name == "components";
    }

    fn string(&mut self, quoted: &str) {
        self.has_surface |= self.is_surface;
        self.has_operation |=
            self.is_operation && is_specific_key(&camel_case(&token::string(quoted)));
    }

    fn is_a_message(&self) -> bool {
        self.opens || (self.has_surface && (self.has_components || self.has_operation))
    }
}

/// Returns `true` if a name is a message key that other protocols do not use.
fn is_specific_key(name: &str) -> bool {
    detect::is_key(name) && !COMMON.contains(&name)
}

/// Converts `create_surface` to `createSurface`.
fn camel_case(name: &str) -> String {
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

/// Checks whether an object starts with a message key or a version. The name can be in any quotes or none, and can
/// follow comments.
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

/// Checks like [`opens_a_message`]. Returns `None` if the text is too short to decide.
fn opens(text: &str) -> Option<bool> {
    let rest = after_blanks(text.strip_prefix('{').unwrap_or_default())?;
    let (name, rest) = word(rest)?;
    let is_version = name == "version";
    let is_key =
        is_specific_key(name) || (name.contains('_') && is_specific_key(&camel_case(name)));
    if !is_version && !is_key {
        return Some(false);
    }
    let rest = after_blanks(rest)?;
    let Some(value) = rest.strip_prefix(':') else {
        return Some(false);
    };
    let value = after_blanks(value)?;
    if !is_version {
        return Some(value.starts_with('{'));
    }
    let (word, _) = word(value)?;
    Some(Version::from_word(word).is_some())
}

/// Splits a text after its first word, which can be quoted.
fn word(text: &str) -> Option<(&str, &str)> {
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
fn after_blanks(mut text: &str) -> Option<&str> {
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

/// Returns `true` if a text, which can be truncated, contains a word that is specific to messages or their carriers.
pub(super) fn has_a2ui_words(text: &str) -> bool {
    let others = ["a2ui", "userAction", "surfaceId", "surface_id"];
    SURFACE_MESSAGES
        .iter()
        .copied()
        .chain(others)
        .any(|word| text.contains(word))
}
