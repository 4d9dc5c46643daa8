//! A cursor over JSON text. Its generic functions are small and call loops that are not generic.

pub(crate) mod object;

use crate::{
    DecodeError, DecodeRule, MAX_DEPTH, PayloadKind,
    read_error::{ReadError, ReadResult},
    scan::{self, END, Flaw, VALUE},
    token,
};
use std::borrow::Cow;

/// A type that can be read from JSON and written as JSON.
pub trait Wire {
    /// Reads the next value.
    ///
    /// # Errors
    /// Returns an error if the value is not valid for this type.
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self>
    where
        Self: Sized;

    /// Writes the value as JSON.
    fn write(&self, writer: &mut crate::Writer);
}

/// A cursor over JSON text. It validates the text that it passes and tracks the nesting depth.
///
/// ```
/// use agent_ui_wire::{Payload, PayloadKind, Reader, Wire, Writer, decode::{ReadResult, ReadError}};
///
/// #[derive(Debug, PartialEq)]
/// enum Names { One(String), Several(Vec<String>) }
///
/// impl Wire for Names {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
///         match reader.kind()? {
///             PayloadKind::String => Wire::read(reader).map(Self::One),
///             PayloadKind::Array => Wire::read(reader).map(Self::Several),
///             _ => Err(reader.mismatch("a name or several names")),
///         }
///     }
///
///     fn write(&self, writer: &mut Writer) {
///         match self {
///             Self::One(name) => name.write(writer),
///             Self::Several(names) => names.write(writer),
///         }
///     }
/// }
///
/// assert_eq!(agent_ui_wire::decode::<Names>(r#"["a"]"#)?, Names::Several(vec!["a".into()]));
/// assert_eq!(agent_ui_wire::decode::<Names>(r#"["a",1]"#).unwrap_err().pointer.as_str(), "/1");
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    any_depth: bool,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            any_depth: false,
        }
    }

    /// Creates a reader that accepts payloads of any depth. Typed values keep their depth limit.
    pub(crate) fn with_any_depth(text: &'a str) -> Self {
        Self {
            any_depth: true,
            ..Self::new(text)
        }
    }

    /// Returns `true` if the text is one valid JSON value.
    pub(crate) fn is_json(text: &str) -> bool {
        let mut reader = Reader::with_any_depth(text);
        reader.span().is_ok() && reader.expect_end().is_ok()
    }

    /// Returns an error unless only whitespace follows the value.
    pub(crate) fn expect_end(mut self) -> Result<(), DecodeError> {
        self.peek();
        if self.at == self.text.len() {
            return Ok(());
        }
        let error = self.syntax_error(END);
        Err(self.decode_error_at(error))
    }

    /// Converts an error in this text and adds its line and column.
    #[cold]
    pub(crate) fn decode_error_at(&self, error: ReadError) -> DecodeError {
        error.at_offset(self.at).in_text(self.text)
    }

    /// Skips whitespace and returns the next byte. Returns 0 at the end.
    fn peek(&mut self) -> u8 {
        self.at = scan::skip_whitespace(self.text.as_bytes(), self.at);
        self.text
            .as_bytes()
            .get(self.at)
            .copied()
            .unwrap_or_default()
    }

    /// Returns the JSON type of the next value without reading it.
    ///
    /// # Errors
    /// Returns an error if no value follows.
    pub fn kind(&mut self) -> ReadResult<PayloadKind> {
        match self.peek() {
            b'{' => Ok(PayloadKind::Object),
            b'[' => Ok(PayloadKind::Array),
            b'"' => Ok(PayloadKind::String),
            b't' | b'f' => Ok(PayloadKind::Boolean),
            b'n' => Ok(PayloadKind::Null),
            b'-' | b'0'..=b'9' => Ok(PayloadKind::Number),
            _ => Err(self.syntax_error(VALUE)),
        }
    }

    /// Reads the next value and returns its text.
    ///
    /// # Errors
    /// Returns an error if the value is not valid JSON, or nests too deep.
    pub fn span(&mut self) -> ReadResult<&'a str> {
        self.peek();
        let levels = if self.any_depth {
            usize::MAX
        } else {
            MAX_DEPTH.saturating_sub(self.depth)
        };
        let start = self.at;
        match scan::skip_value(self.text.as_bytes(), start, levels) {
            Ok(end) => {
                self.at = end;
                Ok(self.text.get(start..end).unwrap_or_default())
            }
            Err(flaw) => Err(self.flaw_error(flaw)),
        }
    }

    /// Returns the text of the next value without reading it.
    ///
    /// # Errors
    /// Returns an error if the value is not valid JSON, or nests too deep.
    pub fn peek_span(&self) -> ReadResult<&'a str> {
        self.clone().span()
    }

    /// Returns the text of the first member `name` of the next object without reading the object. Returns `None` for
    /// an object without the member. Errors are reported when the object is read.
    pub fn peek_member(&self, name: &str) -> Option<&'a str> {
        let mut ahead = self.clone();
        if ahead.peek() != b'{' || !ahead.enter(b'}').ok()? {
            return None;
        }
        loop {
            let is_it = ahead.read_name().ok()? == name;
            let value = ahead.span().ok()?;
            if is_it {
                return Some(value);
            }
            if !ahead.skip_separator(b'}', "").ok()? {
                return None;
            }
        }
    }

    /// Reads a string. Without escapes, the string is borrowed from the text.
    ///
    /// # Errors
    /// Returns an error if the next value is not a string, or contains a lone surrogate.
    pub fn string(&mut self) -> ReadResult<Cow<'a, str>> {
        if self.peek() != b'"' {
            return Err(self.mismatch("a string"));
        }
        let quoted = match self.read_string_text()? {
            StringText::Plain(inner) => return Ok(Cow::Borrowed(inner)),
            StringText::Escaped(quoted) => quoted,
        };
        token::whole_string(quoted).ok_or_else(|| {
            let (message, hint) = (
                "the string contains a lone surrogate",
                "write both halves of the pair",
            );
            ReadError::new(crate::DecodeRule::Syntax, message, hint).at_offset(self.at)
        })
    }

    /// Reads the string at the cursor.
    fn read_string_text(&mut self) -> ReadResult<StringText<'a>> {
        let (bytes, start) = (self.text.as_bytes(), self.at);
        // Most strings contain no escapes.
        let end = scan::skip_plain(bytes, start + 1);
        if bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(StringText::Plain(
                self.text.get(start + 1..end).unwrap_or_default(),
            ));
        }
        match scan::skip_string(bytes, start) {
            Ok(end) => {
                self.at = end;
                Ok(StringText::Escaped(
                    self.text.get(start..end).unwrap_or_default(),
                ))
            }
            Err(flaw) => Err(self.flaw_error(flaw)),
        }
    }

    /// Consumes a byte, or returns an error with the expected text.
    fn expect_byte(&mut self, byte: u8, expected: &'static str) -> ReadResult<()> {
        if self.peek() == byte {
            self.at += 1;
            Ok(())
        } else {
            Err(self.syntax_error(expected))
        }
    }

    /// Reads a member name and the colon after it.
    fn read_name(&mut self) -> ReadResult<Cow<'a, str>> {
        let found = self.peek();
        if found != b'"' {
            return Err(self.syntax_error(scan::name_for(Some(found))));
        }
        let quoted = self.read_string_text()?;
        self.expect_byte(b':', "`:`")?;
        Ok(match quoted {
            StringText::Plain(inner) => Cow::Borrowed(inner),
            StringText::Escaped(quoted) => token::name(quoted),
        })
    }

    /// Consumes `"name":` if exactly this text follows, without whitespace. Otherwise returns `None`.
    fn consume_name(&mut self, name: &str) -> Option<()> {
        let next = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let after = next
            .strip_prefix(b"\"")
            .and_then(|next| next.strip_prefix(name.as_bytes()));
        if !after.is_some_and(|after| after.starts_with(b"\":")) {
            return None;
        }
        self.at += name.len() + 3;
        Some(())
    }

    /// Enters an array or object. Returns `true` if the container is not empty.
    fn enter(&mut self, close: u8) -> ReadResult<bool> {
        if self.depth >= MAX_DEPTH {
            return Err(self.flaw_error(Flaw::Depth));
        }
        self.at += 1;
        self.depth += 1;
        if self.peek() == close {
            self.leave();
            return Ok(false);
        }
        Ok(true)
    }

    fn leave(&mut self) {
        self.at += 1;
        self.depth -= 1;
    }

    /// Moves past the separator. Returns `true` if another element or member follows.
    fn skip_separator(&mut self, close: u8, expected: &'static str) -> ReadResult<bool> {
        match self.peek() {
            b',' => {
                self.at += 1;
                Ok(true)
            }
            byte if byte == close => {
                self.leave();
                Ok(false)
            }
            _ => Err(self.syntax_error(expected)),
        }
    }

    /// Enters an array. Returns `true` if the array has an element.
    ///
    /// # Errors
    /// Returns an error if the next value is not an array.
    pub fn open_array(&mut self) -> ReadResult<bool> {
        if self.peek() != b'[' {
            return Err(self.mismatch("an array"));
        }
        self.enter(b']')
    }

    /// Moves past the separator after an element. Returns `true` if another element follows.
    ///
    /// # Errors
    /// Returns an error if neither a comma nor the end of the array follows.
    pub fn next_element(&mut self) -> ReadResult<bool> {
        self.skip_separator(b']', "`,` or `]`")
    }

    /// Reads an object and calls `member` for each member.
    ///
    /// # Errors
    /// Returns an error if the next value is not an object, and the errors of `member`.
    pub fn members(
        &mut self,
        member: &mut dyn FnMut(&str, &mut Self) -> ReadResult<()>,
    ) -> ReadResult<()> {
        if self.peek() != b'{' {
            return Err(self.mismatch("an object"));
        }
        self.members_while(&mut |name, reader| member(name, reader).map(|()| true))
            .map(drop)
    }

    /// Reads members while `member` returns `true`. Returns `true` if a whole object was read.
    pub(crate) fn members_while(
        &mut self,
        member: &mut dyn FnMut(&str, &mut Self) -> ReadResult<bool>,
    ) -> ReadResult<bool> {
        if self.peek() != b'{' {
            return Ok(false);
        }
        let mut more = self.enter(b'}')?;
        while more {
            let name = self.read_name()?;
            match member(&name, self) {
                Ok(true) => more = self.skip_separator(b'}', "`,` or `}`")?,
                Ok(false) => return Ok(false),
                Err(error) => return Err(error.at_offset(self.at).at(&name)),
            }
        }
        Ok(true)
    }

    /// Skips the next value and returns its text. In an array or object, only the matching bracket is searched. The
    /// caller must validate the text before using it.
    ///
    /// # Errors
    /// Returns an error if no value follows.
    pub fn skip_value(&mut self) -> ReadResult<&'a str> {
        if !matches!(self.peek(), b'{' | b'[') {
            return self.span();
        }
        match scan::find_container_end(self.text.as_bytes(), self.at) {
            Some(end) => Ok(self.go_to(end)),
            None => self.span(),
        }
    }

    /// Skips `known` if it follows verbatim, and returns its text. Otherwise returns `None`. `known` is an array or
    /// object that was already validated.
    pub fn skip_known(&mut self, known: &str) -> Option<&'a str> {
        self.peek();
        let end = self.at + known.len();
        let is_known = known.starts_with(['[', '{']) && self.text.get(self.at..end) == Some(known);
        is_known.then(|| self.go_to(end))
    }

    /// Moves the cursor to `end` and returns the text in between.
    fn go_to(&mut self, end: usize) -> &'a str {
        let passed = self.text.get(self.at..end).unwrap_or_default();
        self.at = end;
        passed
    }

    /// Creates the error for a value of the wrong type. `expected` is a phrase such as `a string`.
    #[cold]
    pub fn mismatch(&mut self, expected: &str) -> ReadError {
        let found = match self.kind() {
            Err(error) => return error,
            Ok(kind @ (PayloadKind::Array | PayloadKind::Object)) => {
                // The depth limit takes precedence.
                if let Some(error) = self.peek_span().err().filter(ReadError::is_about_depth) {
                    return error;
                }
                self.at += 1;
                kind.to_string()
            }
            Ok(kind) => match self.span() {
                Err(error) => return error,
                Ok(text) if expected.starts_with("an ") && is_json_in_string(text) => {
                    let message = format!("expected {expected}, found JSON inside a string");
                    return self.locate(ReadError::new(DecodeRule::Type, message, OUT_OF_STRING));
                }
                Ok(text) => describe(kind, text),
            },
        };
        self.locate(ReadError::wrong_type(found, expected))
    }

    /// Adds the current offset to an error.
    #[cold]
    pub(crate) fn locate(&self, error: ReadError) -> ReadError {
        error.at_offset(self.at)
    }

    #[cold]
    fn syntax_error(&self, expected: &'static str) -> ReadError {
        self.flaw_error(Flaw::Syntax {
            at: self.at,
            expected,
        })
    }

    #[cold]
    fn flaw_error(&self, flaw: Flaw) -> ReadError {
        match flaw {
            Flaw::Syntax { at, expected } => ReadError::syntax(self.text, at, expected),
            Flaw::Depth => {
                let levels = MAX_DEPTH.saturating_sub(self.depth);
                let here = self.text.get(self.at..).unwrap_or_default();
                let below = token::deeper_than(here, levels).unwrap_or_default();
                ReadError::depth(token::depth(self.text), below).at_offset(self.at)
            }
        }
    }
}

/// The text of a string after reading.
enum StringText<'a> {
    /// A string without escapes. The text excludes the quotes.
    Plain(&'a str),
    /// A string with escapes. The text includes the quotes.
    Escaped(&'a str),
}

/// The hint for an object or array inside a string.
const OUT_OF_STRING: &str = "remove the quotes around the JSON, and the backslashes inside it";

/// Returns `true` if the text is a string that contains a JSON object or array.
fn is_json_in_string(text: &str) -> bool {
    let inner = if text.starts_with('"') {
        token::string(text)
    } else {
        Default::default()
    };
    inner.trim_start().starts_with(['{', '[']) && Reader::is_json(&inner)
}

/// The maximum number of characters of a string in an error message.
const LONGEST_STRING: usize = 80;

/// Formats a scalar for an error message.
fn describe(kind: PayloadKind, text: &str) -> String {
    match kind {
        PayloadKind::String => {
            let string = token::string(text);
            match string.char_indices().nth(LONGEST_STRING) {
                Some((end, _)) => format!("string {:?}…", string.get(..end).unwrap_or_default()),
                None => format!("string {string:?}"),
            }
        }
        PayloadKind::Boolean => format!("boolean `{text}`"),
        PayloadKind::Number
            if text
                .bytes()
                .all(|byte| byte == b'-' || byte.is_ascii_digit()) =>
        {
            format!("integer `{text}`")
        }
        PayloadKind::Number => format!("number `{text}`"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
