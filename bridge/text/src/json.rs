//! Functions for JSON texts of any message type.

use std::borrow::Cow;
use wire::{
    DecodeError, Finding, Payload, Pointer,
    token::{self, Child, TokenKind, Tokens},
};

/// Returns the text of a member of an object, or `None` if the text is not an object or has no such member.
pub fn member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let child = token::children(text).find(|child| is_named(child, name))?;
    Some(child.text)
}

fn is_named(child: &Child<'_>, name: &str) -> bool {
    match child.name {
        Some(quoted) => token::name(quoted) == name,
        None => false,
    }
}

/// Returns the place of the first member of an object that is not one of these.
pub(crate) fn first_other_member(text: &str, known: &[&str]) -> Option<Pointer> {
    for child in token::children(text) {
        let Some(quoted) = child.name else {
            continue;
        };
        let name = token::name(quoted);
        if !known.contains(&&*name) {
            return Some(Pointer::root().member(&name));
        }
    }
    None
}

/// Returns `true` if the text declares itself a manifest.
pub fn is_manifest(text: &str) -> bool {
    member(text, "protocol") == Some("\"actions.json\"")
}

/// Returns the syntax error of a text that is not JSON. A leading byte order mark is ignored.
pub fn syntax_error(text: &str) -> Option<DecodeError> {
    Payload::parse(text.strip_prefix('\u{FEFF}').unwrap_or(text)).err()
}

/// The members of an object, for several lookups.
#[derive(Debug)]
pub struct ObjectMembers<'t>(Vec<(Cow<'t, str>, &'t str)>);

impl<'t> ObjectMembers<'t> {
    /// Returns the members of a text. A text that is not an object has none.
    pub fn of(text: &'t str) -> Self {
        let members =
            token::children(text).filter_map(|child| Some((token::name(child.name?), child.text)));
        Self(members.collect())
    }

    /// Returns the text of a member.
    pub fn get(&self, name: &str) -> Option<&'t str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, text)| *text)
    }

    /// Returns `true` if the object has the member.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the first of these names that is a member of the object.
    pub fn first_of<'n>(&self, names: &[&'n str]) -> Option<&'n str> {
        names.iter().copied().find(|name| self.has(name))
    }

    /// Returns the value of a member that is a string.
    pub fn string(&self, name: &str) -> Option<Cow<'t, str>> {
        self.get(name)
            .filter(|text| text.starts_with('"'))
            .map(token::string)
    }

    /// Returns the text of a member that is a list.
    pub fn list(&self, name: &str) -> Option<&'t str> {
        self.get(name).filter(|text| text.starts_with('['))
    }

    /// Returns the names of the members in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }
}

/// The maximum number of characters of a number that is quoted.
const LONGEST_NUMBER: usize = 24;

fn is_out_of_range(number: &str) -> bool {
    // `Infinity` is not a JSON number.
    number.ends_with(|c: char| c.is_ascii_digit())
        && number.parse::<f64>().is_ok_and(f64::is_infinite)
}

/// An open bracket of a text, with the index or the quoted name of its current child.
enum OpenContainer<'t> {
    Array(usize),
    Object(&'t str),
}

/// Returns the warning about the first number that exceeds the range of 64-bit floats.
pub fn out_of_range(text: &str) -> Option<Finding> {
    let mut open: Vec<OpenContainer<'_>> = Vec::new();
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::Name => {
                if let Some(last) = open.last_mut() {
                    *last = OpenContainer::Object(token.text);
                }
                continue;
            }
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                open.pop();
                continue;
            }
            _ => {}
        }
        if let Some(OpenContainer::Array(index)) = open.last_mut() {
            *index += 1;
        }
        match token.kind {
            TokenKind::ArrayStart => open.push(OpenContainer::Array(0)),
            TokenKind::ObjectStart => open.push(OpenContainer::Object("")),
            TokenKind::Number if is_out_of_range(token.text) => {
                return Some(number_range_warning(token.text, place_in(&open)));
            }
            _ => {}
        }
    }
    None
}

/// Returns the place of the current child of the last container.
fn place_in(open: &[OpenContainer<'_>]) -> Pointer {
    let mut pointer = Pointer::root();
    for container in open {
        match container {
            OpenContainer::Array(index) => pointer.push_index(index - 1),
            OpenContainer::Object(name) => pointer.push(&token::name(name)),
        }
    }
    pointer
}

fn number_range_warning(number: &str, at: Pointer) -> Finding {
    let number: String = number.chars().take(LONGEST_NUMBER).collect();
    let message = format!(
        "the number `{number}` is too large: most programs refuse it or read it as infinity"
    );
    Finding::warning("number-range", at, message).hint("write a number below 1.8e308, or a string")
}

/// Splits a pointer into the pointer of its object and the name of its last member.
pub fn parent(pointer: &Pointer) -> Option<(Pointer, String)> {
    let mut segments: Vec<_> = pointer.segments().collect();
    let name = segments.pop()?.into_owned();
    let parent = segments
        .iter()
        .fold(Pointer::root(), |at, segment| at.member(segment));
    Some((parent, name))
}
