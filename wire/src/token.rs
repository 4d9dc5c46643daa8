//! Tokens and children of JSON text as spans, without building values.
//!
//! The text must be valid JSON, like the text of a [`Payload`](crate::Payload). For other text, the iterators end without
//! a panic or recursion, but their items have no meaning.

use crate::{Pointer, scan};
use std::{borrow::Cow, ops::Range};

/// The kind of a [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// The start of an object: `{`.
    ObjectStart,
    /// The end of an object: `}`.
    ObjectEnd,
    /// The start of an array: `[`.
    ArrayStart,
    /// The end of an array: `]`.
    ArrayEnd,
    /// A member name, including quotes.
    Name,
    /// A string value, including quotes.
    String,
    /// A number in its original spelling.
    Number,
    /// The literal `true`, `false` or `null`.
    Literal,
}

/// A token with its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The text of the token. Strings keep their quotes and escapes.
    pub text: &'a str,
    /// The offset of the token's first byte.
    pub at: usize,
}

/// An iterator over the tokens of a JSON text. Commas, colons and whitespace are skipped.
///
/// ```
/// use agent_ui_wire::token::{TokenKind, Tokens};
///
/// let kinds: Vec<_> = Tokens::new(r#"{"a":[1]}"#).map(|token| token.kind).collect();
/// use TokenKind::*;
/// assert_eq!(kinds, [ObjectStart, Name, ArrayStart, Number, ArrayEnd, ObjectEnd]);
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Creates an iterator at the start of `text`.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the byte at an offset, or `None` at the end.
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Returns the offset of the first byte at or after `at` that belongs to a token.
    fn skip_separators(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(is_between) {
            at += 1;
        }
        at
    }

    /// Returns the offset after the string whose opening quote is at `at`.
    fn string_end(&self, at: usize) -> usize {
        scan::find_string_end(self.text.as_bytes(), at).unwrap_or(self.text.len())
    }

    fn scalar_end(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let ends =
            |byte: &u8| is_between(*byte) || matches!(byte, b'[' | b']' | b'{' | b'}' | b'"');
        at + rest.iter().position(ends).unwrap_or(rest.len())
    }

    fn is_name(&self, mut at: usize) -> bool {
        while matches!(self.byte(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            at += 1;
        }
        self.byte(at) == Some(b':')
    }
}

fn is_between(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':')
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let at = self.skip_separators(self.at);
        let (kind, end) = match self.byte(at)? {
            b'{' => (TokenKind::ObjectStart, at + 1),
            b'}' => (TokenKind::ObjectEnd, at + 1),
            b'[' => (TokenKind::ArrayStart, at + 1),
            b']' => (TokenKind::ArrayEnd, at + 1),
            b'"' => {
                let end = self.string_end(at);
                (
                    if self.is_name(end) {
                        TokenKind::Name
                    } else {
                        TokenKind::String
                    },
                    end,
                )
            }
            b'-' | b'0'..=b'9' => (TokenKind::Number, self.scalar_end(at)),
            _ => (TokenKind::Literal, self.scalar_end(at)),
        };
        self.at = end;
        Some(Token {
            kind,
            text: self.text.get(at..end).unwrap_or_default(),
            at,
        })
    }
}

/// Returns the nesting depth of arrays and objects. For example, `1` has depth 0, `[]` has depth 1 and `[[]]` has depth
/// 2.
///
/// The function is linear and not recursive, so it is safe for text of any depth and for text that is not JSON.
///
/// ```
/// assert_eq!(agent_ui_wire::token::depth(r#"{"a":[1,{"b":"]"}]}"#), 3);
/// ```
pub fn depth(text: &str) -> usize {
    // `Tokens` computes more than needed, and this function runs over every large message.
    let (mut depth, mut deepest) = (0usize, 0usize);
    let mut bytes = text.as_bytes().iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Skips the rest of a string, including its closing quote.
#[inline]
fn skip_string(bytes: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
}

/// Returns `false` if the text has too few brackets to nest deeper than `levels`. Counting brackets is much faster than
/// [`depth`], because brackets inside strings are counted too.
pub fn can_exceed_depth(text: &str, levels: usize) -> bool {
    text.len() / 2 > levels && count_brackets(text.as_bytes()) > levels
}

/// Returns `true` if a value nests deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
pub(crate) fn is_too_deep(text: &str) -> bool {
    can_exceed_depth(text, crate::MAX_DEPTH) && depth(text) > crate::MAX_DEPTH
}

/// Counts the bytes `{` and `[`, including those in strings.
fn count_brackets(bytes: &[u8]) -> usize {
    // The two bytes differ in one bit. Eight bytes are compared at a time. Each of the eight has its own count, which
    // cannot overflow within one block.
    const ONES: u64 = u64::MAX / 0xFF;
    let mut count = 0;
    for block in bytes.chunks(8 * 255) {
        let mut words = block.chunks_exact(8);
        let mut counts = 0;
        for word in words.by_ref() {
            let word = word.try_into().map_or(0, u64::from_le_bytes);
            let differences = (word | (ONES * 0x20)) ^ (ONES * u64::from(b'{'));
            let is_other = ((differences & (ONES * 0x7F)) + ONES * 0x7F) | differences;
            counts += !is_other >> 7 & ONES;
        }
        count += counts
            .to_le_bytes()
            .into_iter()
            .map(usize::from)
            .sum::<usize>();
        count += words
            .remainder()
            .iter()
            .filter(|byte| **byte | 0x20 == b'{')
            .count();
    }
    count
}

/// Returns the pointer of the first array or object beyond [`MAX_DEPTH`](crate::MAX_DEPTH).
pub(crate) fn deeper_than_limit(text: &str) -> Option<Pointer> {
    is_too_deep(text).then(|| deeper_than(text, crate::MAX_DEPTH).unwrap_or_default())
}

/// Returns the pointer of the first array or object that nests deeper than `limit`.
pub fn deeper_than(text: &str, limit: usize) -> Option<Pointer> {
    if !can_exceed_depth(text, limit) {
        return None;
    }
    let mut path: Vec<PathStep<'_>> = Vec::new();
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::Name => {
                if let Some(step) = path.last_mut() {
                    *step = PathStep::Name(token.text);
                }
                continue;
            }
            TokenKind::ObjectStart | TokenKind::ArrayStart if path.len() == limit => {
                return Some(pointer_of(&path));
            }
            TokenKind::ObjectStart => {
                path.push(PathStep::Name("\"\""));
                continue;
            }
            TokenKind::ArrayStart => {
                path.push(PathStep::Index(0));
                continue;
            }
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                path.pop();
            }
            TokenKind::String | TokenKind::Number | TokenKind::Literal => {}
        }
        // A value ended. In an array, the next value has the next index.
        if let Some(PathStep::Index(index)) = path.last_mut() {
            *index += 1;
        }
    }
    None
}

/// The place of the current value in an open container.
enum PathStep<'a> {
    Index(usize),
    /// The quoted name of a member.
    Name(&'a str),
}

fn pointer_of(path: &[PathStep<'_>]) -> Pointer {
    let mut pointer = Pointer::root();
    for step in path {
        match step {
            PathStep::Index(index) => pointer.push_index(*index),
            PathStep::Name(text) => pointer.push(&name(text)),
        }
    }
    pointer
}

/// Unescapes a JSON string. A lone surrogate becomes U+FFFD.
pub fn string(quoted: &str) -> Cow<'_, str> {
    match unescape(quoted) {
        Cow::Borrowed(_) => Cow::Borrowed(strip_quotes(quoted)),
        // WTF-8 encodes a lone surrogate in three bytes, which `from_utf8_lossy` would replace with three characters.
        Cow::Owned(bytes) => Cow::Owned(
            String::from_utf8(bytes).unwrap_or_else(|error| wtf8_to_string(error.as_bytes())),
        ),
    }
}

/// Unescapes a JSON string. Returns `None` if the string contains a lone surrogate.
pub(crate) fn whole_string(quoted: &str) -> Option<Cow<'_, str>> {
    match unescape(quoted) {
        Cow::Borrowed(_) => Some(Cow::Borrowed(strip_quotes(quoted))),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

/// Unescapes a member name so that different names remain different.
///
/// A lone surrogate is written as its escape (`\ud83d`), because a Rust string cannot contain it. If a name contains the
/// characters of such an escape, the backslashes before them are doubled. Everything else is unescaped as usual.
///
/// ```
/// use agent_ui_wire::token::{name, quoted_name};
///
/// assert_eq!(name(r#""a\u0062""#), "ab");
/// assert_eq!(name(r#""\ud83d""#), r"\ud83d");
/// assert_eq!(name(r#""\\ud83d""#), r"\\ud83d");
/// assert_eq!(quoted_name(r"\ud83d"), r#""\ud83d""#);
/// ```
pub fn name(quoted: &str) -> Cow<'_, str> {
    let inner = strip_quotes(quoted);
    if is_plain(inner) {
        return Cow::Borrowed(inner);
    }
    let mut name = String::with_capacity(inner.len());
    // The number of backslashes at the end of the name.
    let mut slashes = 0;
    let mut units = char::decode_utf16(utf16(quoted)).peekable();
    while let Some(unit) = units.next() {
        match unit {
            Ok('\\') => {
                name.push('\\');
                slashes += 1;
                continue;
            }
            Ok(c) => {
                let rest = units.clone().map_while(Result::ok).take(4);
                if slashes > 0 && is_surrogate(&std::iter::once(c).chain(rest).collect::<String>())
                {
                    name.extend(std::iter::repeat_n('\\', slashes));
                }
                name.push(c);
            }
            Err(half) => {
                name.extend(std::iter::repeat_n('\\', slashes));
                name.push_str(&format!("\\u{:04x}", half.unpaired_surrogate()));
            }
        }
        slashes = 0;
    }
    Cow::Owned(name)
}

/// Returns `true` if a text starts with `ud800` to `udfff`, which are the escapes of surrogates without their backslash.
fn is_surrogate(text: &str) -> bool {
    match text.as_bytes() {
        [b'u', b'd', b'8'..=b'9' | b'a'..=b'f', digits @ ..] => {
            let mut digits = digits.iter().take(2);
            digits.len() == 2 && digits.all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
        }
        _ => false,
    }
}

/// Writes a name as a JSON string. This function is the inverse of [`name`].
pub fn quoted_name(name: &str) -> String {
    let mut quoted = String::with_capacity(name.len() + 2);
    quoted.push('"');
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        quoted.push_str(strip_quotes(&crate::quote::quote(before)));
        rest = from.trim_start_matches('\\');
        let slashes = from.len() - rest.len();
        let own = if is_surrogate(rest) {
            slashes / 2
        } else {
            slashes
        };
        quoted.extend(std::iter::repeat_n("\\\\", own));
        if is_surrogate(rest) && slashes % 2 == 1 {
            let (half, behind) = rest.split_at_checked(5).unwrap_or((rest, ""));
            quoted.push('\\');
            quoted.push_str(half);
            rest = behind;
        }
    }
    quoted.push_str(strip_quotes(&crate::quote::quote(rest)));
    quoted.push('"');
    quoted
}

/// Returns `true` if a JSON string contains a lone surrogate.
pub fn has_lone_surrogate(quoted: &str) -> bool {
    quoted.contains("\\u") && char::decode_utf16(utf16(quoted)).any(|unit| unit.is_err())
}

/// Returns `true` if the text between the quotes of a string contains no escapes.
fn is_plain(inner: &str) -> bool {
    scan::skip_plain(inner.as_bytes(), 0) == inner.len()
}

/// Returns the text between the quotes.
pub(crate) fn strip_quotes(quoted: &str) -> &str {
    quoted
        .get(1..quoted.len().saturating_sub(1))
        .unwrap_or_default()
}

/// Unescapes a JSON string to bytes. The bytes are UTF-8, except for lone surrogates. These keep their three-byte form
/// (WTF-8), so that different strings remain different.
pub(crate) fn unescape(quoted: &str) -> Cow<'_, [u8]> {
    let inner = strip_quotes(quoted);
    if is_plain(inner) {
        return Cow::Borrowed(inner.as_bytes());
    }
    let mut bytes = Vec::with_capacity(inner.len());
    unescape_parts(quoted, &mut |part| bytes.extend_from_slice(part));
    Cow::Owned(bytes)
}

/// Unescapes a JSON string in parts, without copying it. A lone surrogate keeps its three-byte form (WTF-8), so that
/// different strings remain different.
///
/// ```
/// let mut text = Vec::new();
/// agent_ui_wire::token::unescape_parts(r#""a\nb\u0063""#, &mut |part| text.extend_from_slice(part));
/// assert_eq!(text, b"a\nbc");
/// ```
pub fn unescape_parts(quoted: &str, part: &mut dyn FnMut(&[u8])) {
    let mut rest = strip_quotes(quoted);
    loop {
        let plain = scan::skip_plain(rest.as_bytes(), 0);
        let (plain, behind) = rest.split_at_checked(plain).unwrap_or((rest, ""));
        part(plain.as_bytes());
        let mut chars = behind.chars();
        let c = match chars.next() {
            Some('\\') => match chars.next() {
                Some('u') => {
                    rest = unescape_code_point(chars.as_str(), part);
                    continue;
                }
                Some(letter) => unescape_letter(letter),
                None => return,
            },
            // Only a backslash ends the plain part of a valid string.
            Some(other) => other,
            None => return,
        };
        part(c.encode_utf8(&mut [0; 4]).as_bytes());
        rest = chars.as_str();
    }
}

/// Returns the character of a one-letter escape.
fn unescape_letter(letter: char) -> char {
    match letter {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        other => other,
    }
}

/// Passes the character of a `\u` escape to `part`. The four digits follow, or a whole surrogate pair. Returns the rest
/// of the text.
fn unescape_code_point<'a>(digits: &'a str, part: &mut dyn FnMut(&[u8])) -> &'a str {
    let (unit, rest) = read_code_unit(digits);
    let second = rest
        .strip_prefix("\\u")
        .map(read_code_unit)
        .filter(|(unit, _)| matches!(unit, 0xDC00..=0xDFFF));
    let (units, rest) = match second {
        Some((second, rest)) if matches!(unit, 0xD800..=0xDBFF) => {
            ([Some(unit), Some(second)], rest)
        }
        _ => ([Some(unit), None], rest),
    };
    for unit in char::decode_utf16(units.into_iter().flatten()) {
        match unit {
            Ok(c) => part(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(lone) => {
                let unit = lone.unpaired_surrogate();
                part(&[
                    0xE0 | (unit >> 12) as u8,
                    0x80 | (unit >> 6 & 0x3F) as u8,
                    0x80 | (unit & 0x3F) as u8,
                ]);
            }
        }
    }
    rest
}

/// Reads a code unit from four digits. Returns the code unit and the rest of the text.
fn read_code_unit(text: &str) -> (u16, &str) {
    let (digits, rest) = text.split_at_checked(4).unwrap_or_default();
    (u16::from_str_radix(digits, 16).unwrap_or(0xFFFD), rest)
}

/// Unescapes a JSON string to UTF-16 code units, including lone surrogates, as in JavaScript.
pub fn utf16(quoted: &str) -> Vec<u16> {
    let inner = strip_quotes(quoted);
    let mut units = Vec::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => match chars.next() {
                Some('u') => {
                    let (unit, rest) = read_code_unit(chars.as_str());
                    units.push(unit);
                    chars = rest.chars();
                    continue;
                }
                Some(letter) => unescape_letter(letter),
                None => break,
            },
            other => other,
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    units
}

/// Converts WTF-8 to a text, in which a lone surrogate becomes U+FFFD.
fn wtf8_to_string(mut bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    loop {
        match std::str::from_utf8(bytes) {
            Ok(rest) => {
                text.push_str(rest);
                return text;
            }
            Err(error) => {
                let (good, bad) = bytes.split_at(error.valid_up_to());
                text.push_str(&String::from_utf8_lossy(good));
                text.push('\u{FFFD}');
                bytes = bad.get(3..).unwrap_or_default();
            }
        }
    }
}

/// A member of an object or an element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<'a> {
    /// The quoted name of the member. `None` in an array.
    pub name: Option<&'a str>,
    /// The text of the value.
    pub text: &'a str,
    /// The offset of the first byte of the value.
    pub at: usize,
    /// The offset of the first byte of the name. In an array, the offset of the value.
    pub start: usize,
}

/// Iterates over the members or elements of the array or object `text`, one level deep. For a scalar, the iterator is
/// empty.
///
/// ```
/// let names: Vec<_> = agent_ui_wire::token::children(r#"{"a":[1],"b":{}}"#).filter_map(|child| child.name).collect();
/// assert_eq!(names, [r#""a""#, r#""b""#]);
/// ```
pub fn children(text: &str) -> Children<'_> {
    let mut tokens = Tokens::new(text);
    let open = tokens
        .next()
        .is_some_and(|t| matches!(t.kind, TokenKind::ObjectStart | TokenKind::ArrayStart));
    Children { tokens, open }
}

/// Returns the text of the value at a pointer. If a name is repeated, the last member wins, as in JavaScript.
///
/// ```
/// use agent_ui_wire::{Pointer, token};
///
/// assert_eq!(token::value_at(r#"{"a": [1, 2.0]}"#, &Pointer::parse("/a/1")?), Some("2.0"));
/// # Ok::<(), agent_ui_wire::PointerError>(())
/// ```
pub fn value_at<'a>(text: &'a str, pointer: &Pointer) -> Option<&'a str> {
    pointer
        .segments()
        .try_fold(text, |text, segment| child(text, &segment))
}

/// Returns the member or element for a pointer segment. If a name is repeated, the last member wins.
pub(crate) fn child<'a>(text: &'a str, segment: &str) -> Option<&'a str> {
    if text.starts_with('{') {
        return member(text, segment);
    }
    children(text)
        .nth(parse_index(segment)?)
        .map(|child| child.text)
}

/// Returns the member `name` of an object. If the name is repeated, the last member wins.
pub(crate) fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let mut last = None;
    for child in children(object) {
        if let Some(quoted) = child.name {
            if self::name(quoted) == name {
                last = Some(child.text);
            }
        }
    }
    last
}

/// Parses a segment as an index. RFC 6901 does not allow signs or leading zeros.
pub(crate) fn parse_index(segment: &str) -> Option<usize> {
    let index: usize = segment.parse().ok()?;
    if index.to_string() == segment {
        Some(index)
    } else {
        None
    }
}

/// Returns the offset of the value at a pointer. If the value does not exist, returns the offset of the deepest existing
/// value on the path.
///
/// ```
/// use agent_ui_wire::{Pointer, token};
///
/// let text = r#"{"a": [1, 2]}"#;
/// assert_eq!(token::offset(text, &Pointer::parse("/a/1")?), 10);
/// assert_eq!(token::offset(text, &Pointer::parse("/a/7/b")?), 6);
/// # Ok::<(), agent_ui_wire::PointerError>(())
/// ```
pub fn offset(text: &str, pointer: &Pointer) -> usize {
    let mut at = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
    for segment in pointer.segments() {
        let rest = text.get(at..).unwrap_or_default();
        let child = children(rest)
            .enumerate()
            .find(|(index, child)| match child.name {
                Some(quoted) => name(quoted) == segment,
                None => segment.parse() == Ok(*index),
            });
        match child {
            Some((_, child)) => at += child.at,
            None => break,
        }
    }
    at
}

/// Returns the range of the value at a pointer in `text`. If a name is repeated, the last member wins.
///
/// If the value does not exist, the range is the first byte of the deepest existing value on the path, for example the
/// bracket of the object that lacks a member. [`Finding::span`](crate::Finding::span) and
/// [`DecodeError::span`](crate::DecodeError::span) return such ranges.
///
/// ```
/// use agent_ui_wire::{Pointer, token};
///
/// let text = r#"{"a": [1, 20]}"#;
/// assert_eq!(token::span(text, &Pointer::parse("/a/1")?), 10..12);
/// assert_eq!(token::span(text, &Pointer::parse("/a/7/b")?), 6..7);
/// # Ok::<(), agent_ui_wire::PointerError>(())
/// ```
pub fn span(text: &str, pointer: &Pointer) -> Range<usize> {
    let (child, is_found) = find_deepest(text, pointer);
    let length = match child.text.chars().next() {
        Some(first) if !is_found => first.len_utf8(),
        _ => child.text.len(),
    };
    child.at..child.at + length
}

/// Returns the range of the member name at a pointer, including quotes. Returns `None` if the value at
/// the pointer does not exist or is not a member.
pub(crate) fn name_span(text: &str, pointer: &Pointer) -> Option<Range<usize>> {
    let (child, is_found) = find_deepest(text, pointer);
    let name = child.name.filter(|_| is_found)?;
    Some(child.start..child.start + name.len())
}

/// Returns the deepest existing value on the path of a pointer, with offsets in `text`. The flag is `true` if the value
/// is at the pointer itself.
fn find_deepest<'a>(text: &'a str, pointer: &Pointer) -> (Child<'a>, bool) {
    let is_space = [' ', '\t', '\n', '\r'];
    let value = text.trim_matches(is_space);
    let at = text.len() - text.trim_start_matches(is_space).len();
    let mut deepest = Child {
        name: None,
        text: value,
        at,
        start: at,
    };
    for segment in pointer.segments() {
        let index = parse_index(&segment);
        let mut named = None;
        for (position, child) in children(deepest.text).enumerate() {
            let is_named = match child.name {
                Some(quoted) => name(quoted) == segment,
                None => index == Some(position),
            };
            // If a name is repeated, the last member wins.
            if is_named {
                named = Some(child);
            }
        }
        let Some(child) = named else {
            return (deepest, false);
        };
        let below = deepest.at;
        deepest = Child {
            at: below + child.at,
            start: below + child.start,
            ..child
        };
    }
    (deepest, true)
}

/// Returns the pointer of the innermost value that contains the byte at `offset`.
pub(crate) fn pointer_at(text: &str, offset: usize) -> Pointer {
    let (mut pointer, mut rest, mut at) = (Pointer::root(), text, 0);
    loop {
        let place = offset - at;
        let child = children(rest)
            .enumerate()
            .find(|(_, child)| (child.at..child.at + child.text.len()).contains(&place));
        let Some((index, child)) = child else {
            return pointer;
        };
        match child.name {
            Some(quoted) => pointer.push(&name(quoted)),
            None => pointer.push_index(index),
        }
        (rest, at) = (child.text, at + child.at);
    }
}

/// The iterator returned by [`children`].
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tokens: Tokens<'a>,
    open: bool,
}

impl<'a> Iterator for Children<'a> {
    type Item = Child<'a>;

    fn next(&mut self) -> Option<Child<'a>> {
        if !self.open {
            return None;
        }
        let tokens = &mut self.tokens;
        let start = tokens.skip_separators(tokens.at);
        let (mut at, mut name) = (start, None);
        if tokens.byte(at) == Some(b'"') {
            let end = tokens.string_end(at);
            if tokens.is_name(end) {
                name = Some(tokens.text.get(at..end)?);
                at = tokens.skip_separators(end);
            }
        }
        let end = match tokens.byte(at)? {
            b'"' => tokens.string_end(at),
            b'{' | b'[' => scan::find_container_end(tokens.text.as_bytes(), at)?,
            b'}' | b']' => {
                self.open = false;
                return None;
            }
            _ => tokens.scalar_end(at),
        };
        tokens.at = end;
        Some(Child {
            name,
            text: tokens.text.get(at..end)?,
            at,
            start,
        })
    }
}

#[cfg(test)]
mod tests;
