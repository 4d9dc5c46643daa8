//! Reading what the real provider writes.
//!
//! Its summaries are cut after 200 UTF-16 units, so that one may end in half a surrogate pair, which JSON can write (`\ud83d`) and no
//! Rust string can hold. Such a file cannot be read as it stands, nor can a list that holds it. Here it can, and
//! everything that had to be changed is named.
//!
//! Nothing is changed that can be read as it is: half a pair inside `data` stays, because data is kept as text.

use crate::{
    Interaction,
    walk::{Step, Walk},
};
use serde::de::DeserializeOwned;
use std::{borrow::Cow, fmt};
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    decode::Refusal,
    token::{self, TokenKind},
};

/// A value, and what was changed to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired<T> {
    /// The value.
    pub value: T,
    /// What was changed; empty if the text was read as it is.
    pub repairs: Vec<Repair>,
}

/// One change to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// Where: the string that was changed, or the member whose name was, as it is called now.
    pub pointer: Pointer,
    /// What was done.
    pub kind: RepairKind,
}

/// What was done to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// The byte order mark in front of the text was taken away.
    ByteOrderMark,
    /// Each half of a surrogate pair in a string was replaced by U+FFFD.
    HalfSurrogate,
    /// The same in the name of a member.
    HalfSurrogateInName,
}

impl RepairKind {
    /// The name in reports: `byte-order-mark`, `half-surrogate`, `half-surrogate-in-name`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte-order-mark",
            Self::HalfSurrogate => "half-surrogate",
            Self::HalfSurrogateInName => "half-surrogate-in-name",
        }
    }
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:?}", self.kind, self.pointer.as_str())
    }
}

const MARK: char = '\u{FEFF}';

/// Reads one message; the text is changed where it cannot be read otherwise.
///
/// ```
/// # use agent_ui_aap as aap; use agent_ui_wire as wire;
/// use aap::{Interaction, lenient};
///
/// let text = r#"{"id":"i","timestamp":"t","canvasFile":"p","action":"a","data":{"k":"\ud83d"},"summary":"cut \ud83d..."}"#;
/// assert!(wire::decode::<Interaction>(text).is_err());
/// let read = lenient::decode::<Interaction>(text)?;
/// assert_eq!(read.value.summary, "cut \u{FFFD}...");
/// assert_eq!(read.value.data.unwrap().text(), r#"{"k":"\ud83d"}"#);
/// assert_eq!(read.repairs.len(), 1);
/// assert_eq!(read.repairs[0].pointer.as_str(), "/summary");
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// # Errors
/// What is wrong with the text besides. Line and column are those of the text that was given.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<Repaired<T>, DecodeError> {
    let (rest, repairs) = without_mark(text);
    let marked = !repairs.is_empty();
    decode_below(rest, &Pointer::root(), repairs).map_err(|error| behind_mark(error, marked))
}

/// Reads a list of records, each on its own, so that one which cannot be read loses none of the others.
///
/// The text is what a provider lists, `{"interactions":[…]}`, or an array. Pointers, lines and columns count from the whole
/// text; depth counts from each record. A byte order mark is named with the first record that can be read. The members
/// beside `interactions` are not looked at.
///
/// ```
/// # use agent_ui_aap as aap; use agent_ui_wire as wire;
/// let good = r#"{"id":"i","timestamp":"t","canvasFile":"p","action":"a","summary":"s"}"#;
/// let records = aap::lenient::decode_list(&format!(r#"{{"interactions":[7,{good}]}}"#))?;
/// assert_eq!(records[0].as_ref().unwrap_err().pointer.as_str(), "/interactions/0");
/// assert_eq!(records[1].as_ref().unwrap().value.summary, "s");
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// # Errors
/// If the text as a whole is no JSON, or no such list.
pub fn decode_list(text: &str) -> Result<Vec<Result<Repaired<Interaction>, DecodeError>>, DecodeError> {
    let (rest, mut repairs) = without_mark(text);
    let marked = !repairs.is_empty();
    let whole = Payload::parse(rest).map_err(|error| behind_mark(error, marked))?;
    let list = list_of(&whole)?;
    let mut place = Place { text, at: 0, line: 1, column: 0 };
    let start = text.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len() + list.at;
    let mut records = Vec::new();
    for (index, child) in token::children(list.text).enumerate() {
        let record = decode_below(child.text, &list.pointer.element(index), Vec::new());
        records.push(match record {
            Ok(mut read) => {
                read.repairs.splice(0..0, std::mem::take(&mut repairs));
                Ok(read)
            }
            Err(error) => {
                place.go(start + child.at);
                Err(place.below(error))
            }
        });
    }
    Ok(records)
}

fn without_mark(text: &str) -> (&str, Vec<Repair>) {
    match text.strip_prefix(MARK) {
        Some(rest) => (rest, vec![Repair { pointer: Pointer::root(), kind: RepairKind::ByteOrderMark }]),
        None => (text, Vec::new()),
    }
}

fn behind_mark(mut error: DecodeError, marked: bool) -> DecodeError {
    if marked && error.line == 1 {
        error.column += MARK.len_utf8();
    }
    error
}

/// The array of records, and where it stands.
struct List<'a> {
    text: &'a str,
    at: usize,
    pointer: Pointer,
}

fn list_of(whole: &Payload) -> Result<List<'_>, DecodeError> {
    let text = whole.text();
    let expected = "a list of records, or an object with one as `interactions`";
    if text.starts_with('[') {
        return Ok(List { text, at: 0, pointer: Pointer::root() });
    }
    if !whole.is_object() {
        return Err(Refusal::wrong_type(whole.kind(), expected).into());
    }
    let named = |name: &str| token::string(name) == "interactions";
    let mut lists = token::children(text).filter(|child| child.name.is_some_and(named));
    let list = lists.next().ok_or_else(|| Refusal::missing("interactions"))?;
    if lists.next().is_some() {
        return Err(Refusal::duplicate("interactions").into());
    }
    if !list.text.starts_with('[') {
        let kind = Payload::parse(list.text).map_or_else(|_| String::new(), |value| value.kind().to_string());
        return Err(Refusal::wrong_type(kind, "an array").at("interactions").into());
    }
    Ok(List { text: list.text, at: list.at, pointer: Pointer::root().member("interactions") })
}

/// A place in a text that only moves forward, so that finding many lines costs one pass.
struct Place<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// How many bytes of the line lie in front of it.
    column: usize,
}

impl Place<'_> {
    fn go(&mut self, to: usize) {
        for byte in self.text.bytes().take(to).skip(self.at) {
            if byte == b'\n' {
                self.line += 1;
                self.column = 0;
            } else {
                self.column += 1;
            }
        }
        self.at = to;
    }

    /// An error of the value that stands here.
    fn below(&self, mut error: DecodeError) -> DecodeError {
        if error.line == 1 {
            error.column += self.column;
        }
        if error.line > 0 {
            error.line += self.line - 1;
        }
        error
    }
}

/// Reads a value that stands at `at` in its document.
fn decode_below<T: DeserializeOwned>(
    text: &str,
    at: &Pointer,
    mut repairs: Vec<Repair>,
) -> Result<Repaired<T>, DecodeError> {
    let mut text = Cow::Borrowed(text);
    loop {
        let mut error = match wire::decode(&text) {
            Ok(value) => return Ok(Repaired { value, repairs }),
            Err(error) => error,
        };
        // Each round mends at least one string, and all that stand in the same place of the records of a list.
        match mend(&text, &error, at, &mut repairs) {
            Some(mended) => text = Cow::Owned(mended),
            None => {
                error.pointer = at.join(&error.pointer);
                return Err(error);
            }
        }
    }
}

/// The text without the halves of pairs that made `error`; none if that was something else.
///
/// The reader fails at a half only where it needs the string, so that the pointer of the error is the pointer of such a string, or of the
/// object in which it reads the names.
fn mend(text: &str, error: &DecodeError, at: &Pointer, repairs: &mut Vec<Repair>) -> Option<String> {
    if error.rule != DecodeRule::Syntax {
        return None;
    }
    let target = find(text, &error.pointer)?;
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        if !target.covers(token.kind, walk.path()) || !has_half(token.text) {
            continue;
        }
        let whole = without_halves(token.text);
        out.push_str(text.get(done..token.at)?);
        out.push_str(&whole);
        done = token.at + token.text.len();
        repairs.push(match token.kind {
            TokenKind::Name => {
                Repair { pointer: at.join(&walk.pointer()), kind: RepairKind::HalfSurrogateInName }
            }
            _ => Repair { pointer: at.join(&walk.pointer()), kind: RepairKind::HalfSurrogate },
        });
    }
    out.push_str(text.get(done..)?);
    Some(out)
}

/// The strings that have to be mended together: the one that made the error, and its like in the other records.
struct Target<'a> {
    kind: TokenKind,
    path: Vec<Step<'a>>,
}

impl Target<'_> {
    fn covers(&self, kind: TokenKind, path: &[Step<'_>]) -> bool {
        let alike = |(a, b): (&Step<'_>, &Step<'_>)| match (a, b) {
            (Step::Name(a), Step::Name(b)) => a == b,
            (Step::Index(_), Step::Index(_)) => true,
            _ => false,
        };
        // All names of an object are read alike, so for names the last step does not count.
        let compared = path.len() - usize::from(kind == TokenKind::Name && !path.is_empty());
        self.kind == kind
            && self.path.len() == path.len()
            && self.path.iter().zip(path).take(compared).all(alike)
    }
}

/// The first string with a half at `pointer`, or the first such name in the object there.
fn find<'a>(text: &'a str, pointer: &Pointer) -> Option<Target<'a>> {
    let segments: Vec<Cow<'_, str>> = pointer.segments().collect();
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        let path = walk.path();
        let place = match token.kind {
            TokenKind::String => path,
            TokenKind::Name => path.split_last().map_or(path, |(_, object)| object),
            _ => continue,
        };
        if leads_to(place, &segments) && has_half(token.text) {
            return Some(Target { kind: token.kind, path: path.to_vec() });
        }
    }
    None
}

fn leads_to(path: &[Step<'_>], segments: &[Cow<'_, str>]) -> bool {
    path.len() == segments.len()
        && path.iter().zip(segments).all(|(step, segment)| match step {
            Step::Name(name) => token::string(name) == *segment,
            Step::Index(index) => index.to_string() == *segment,
        })
}

/// Whether a string holds half a surrogate pair.
pub(crate) fn has_half(quoted: &str) -> bool {
    quoted.contains("\\u") && char::decode_utf16(token::utf16(quoted)).any(|unit| unit.is_err())
}

/// A string with U+FFFD for each half of a pair. What else it holds stays as it is written, and so does its length.
fn without_halves(quoted: &str) -> String {
    let mut out = String::with_capacity(quoted.len());
    let mut rest = quoted;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        let (escape, behind) = escape.split_at_checked(length).unwrap_or((escape, ""));
        out.push_str(escape);
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The UTF-16 unit that a `\u` escape in front of `text` stands for.
fn unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}
