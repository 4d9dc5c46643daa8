//! The one reader: a cursor over JSON text. What is generic here is small; the loops are not.

use crate::{
    DecodeError, Extra, MAX_DEPTH, Payload, PayloadKind, Presence,
    decode::{END, ReadError, ReadResult, VALUE},
    object::Table,
    scan::{self, Flaw},
    token,
};
use std::borrow::Cow;

/// How a type is read from JSON and written as JSON. The macros of this crate write it; by hand it is written for a type that
/// no table describes, see [`hand_written!`](crate::hand_written!).
pub trait Wire {
    /// Reads the value that comes next.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self>
    where
        Self: Sized;

    /// Writes the value.
    fn write(&self, writer: &mut crate::Writer);
}

/// A cursor over JSON text. It checks what it passes, and knows how deep it is.
///
/// ```
/// # use agent_ui_wire as wire;
/// use wire::{Payload, PayloadKind, Reader, Wire, Writer, decode::{ReadResult, ReadError}};
///
/// #[derive(Debug, PartialEq)]
/// enum Names { One(String), Several(Vec<String>) }
///
/// impl Wire for Names {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
///         match reader.kind()? {
///             PayloadKind::String => Wire::read(reader).map(Self::One),
///             PayloadKind::Array => Wire::read(reader).map(Self::Several),
///             _ => Err(reader.mismatch("a name or several")),
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
/// assert_eq!(wire::decode::<Names>(r#"["a"]"#)?, Names::Several(vec!["a".into()]));
/// assert_eq!(wire::decode::<Names>(r#"["a",1]"#).unwrap_err().pointer.as_str(), "/1");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    any_depth: bool,
}

impl<'a> Reader<'a> {
    /// At the start of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, depth: 0, any_depth: false }
    }

    /// The same; what has no type may nest to any depth, and types nest in types no deeper than elsewhere.
    pub(crate) fn with_any_depth(text: &'a str) -> Self {
        Self { any_depth: true, ..Self::new(text) }
    }

    /// Whether nothing comes behind the value that was read.
    pub(crate) fn end(mut self) -> Result<(), DecodeError> {
        self.peek();
        if self.at == self.text.len() {
            return Ok(());
        }
        let error = self.syntax(END);
        Err(self.into_decode_error(error))
    }

    /// The error of the text.
    #[cold]
    pub(crate) fn into_decode_error(&self, error: ReadError) -> DecodeError {
        error.at_offset(self.at).in_text(self.text)
    }

    /// The first byte of what comes next; 0 at the end.
    fn peek(&mut self) -> u8 {
        self.at = scan::whitespace(self.text.as_bytes(), self.at);
        self.text.as_bytes().get(self.at).copied().unwrap_or_default()
    }

    /// The JSON type of the value that comes next.
    ///
    /// # Errors
    /// If no value comes next.
    pub fn kind(&mut self) -> ReadResult<PayloadKind> {
        match self.peek() {
            b'{' => Ok(PayloadKind::Object),
            b'[' => Ok(PayloadKind::Array),
            b'"' => Ok(PayloadKind::String),
            b't' | b'f' => Ok(PayloadKind::Boolean),
            b'n' => Ok(PayloadKind::Null),
            b'-' | b'0'..=b'9' => Ok(PayloadKind::Number),
            _ => Err(self.syntax(VALUE)),
        }
    }

    /// The text of the value that comes next.
    ///
    /// # Errors
    /// If it is no JSON, or too deep.
    pub fn span(&mut self) -> ReadResult<&'a str> {
        self.peek();
        let levels = if self.any_depth { usize::MAX } else { MAX_DEPTH.saturating_sub(self.depth) };
        let start = self.at;
        match scan::value(self.text.as_bytes(), start, levels) {
            Ok(end) => {
                self.at = end;
                Ok(self.text.get(start..end).unwrap_or_default())
            }
            Err(flaw) => Err(self.flaw(flaw)),
        }
    }

    /// The text of the value that comes next, which is still to be read.
    ///
    /// # Errors
    /// If it is no JSON, or too deep.
    pub fn peek_span(&self) -> ReadResult<&'a str> {
        self.clone().span()
    }

    /// The text of the first member `name` of the object that comes next, which is still to be read; `None` if there is none.
    /// It is no check: what is wrong before that member is for the reading to say.
    pub fn peek_member(&self, name: &str) -> Option<&'a str> {
        let mut ahead = self.clone();
        if ahead.peek() != b'{' || !ahead.enter(b'}').ok()? {
            return None;
        }
        loop {
            let is_it = ahead.name().ok()? == name;
            let value = ahead.span().ok()?;
            if is_it {
                return Some(value);
            }
            if !ahead.more(b'}', "").ok()? {
                return None;
            }
        }
    }

    /// The string that comes next; borrowed where it stands in the text as it is.
    ///
    /// # Errors
    /// If something else comes next, or a string that holds half a surrogate pair.
    pub fn string(&mut self) -> ReadResult<Cow<'a, str>> {
        if self.peek() != b'"' {
            return Err(self.mismatch("a string"));
        }
        let quoted = match self.quoted()? {
            Quoted::Plain(inner) => return Ok(Cow::Borrowed(inner)),
            Quoted::Escaped(quoted) => quoted,
        };
        token::whole_string(quoted).ok_or_else(|| {
            let (message, hint) = ("the string contains a lone surrogate", "write both halves of the pair");
            ReadError::new(crate::DecodeRule::Syntax, message, hint).at_offset(self.at)
        })
    }

    /// The string at the cursor.
    fn quoted(&mut self) -> ReadResult<Quoted<'a>> {
        let (bytes, start) = (self.text.as_bytes(), self.at);
        // Most strings end where their plain part does.
        let end = scan::plain(bytes, start + 1);
        if bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Quoted::Plain(self.text.get(start + 1..end).unwrap_or_default()));
        }
        match scan::string(bytes, start) {
            Ok(end) => {
                self.at = end;
                Ok(Quoted::Escaped(self.text.get(start..end).unwrap_or_default()))
            }
            Err(flaw) => Err(self.flaw(flaw)),
        }
    }

    /// Takes in a byte, or says what should have been there.
    fn take(&mut self, byte: u8, expected: &'static str) -> ReadResult<()> {
        if self.peek() == byte {
            self.at += 1;
            Ok(())
        } else {
            Err(self.syntax(expected))
        }
    }

    /// The name of a member, and its colon.
    fn name(&mut self) -> ReadResult<Cow<'a, str>> {
        let found = self.peek();
        if found != b'"' {
            return Err(self.syntax(scan::name_for(Some(found))));
        }
        let quoted = self.quoted()?;
        self.take(b':', "`:`")?;
        Ok(match quoted {
            Quoted::Plain(inner) => Cow::Borrowed(inner),
            Quoted::Escaped(quoted) => token::name(quoted),
        })
    }

    /// Passes the name of a member and its colon, if it is this one and nothing stands in between; whether it did.
    fn passes(&mut self, name: &str) -> bool {
        let next = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let behind = next.strip_prefix(b"\"").and_then(|next| next.strip_prefix(name.as_bytes()));
        let passes = behind.is_some_and(|behind| behind.starts_with(b"\":"));
        if passes {
            self.at += name.len() + 3;
        }
        passes
    }

    /// Enters an array or object; whether something is in it.
    fn enter(&mut self, close: u8) -> ReadResult<bool> {
        if self.depth >= MAX_DEPTH {
            return Err(self.flaw(Flaw::Depth));
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

    /// Goes on behind an element or a member; whether there is another one.
    fn more(&mut self, close: u8, expected: &'static str) -> ReadResult<bool> {
        match self.peek() {
            b',' => {
                self.at += 1;
                Ok(true)
            }
            byte if byte == close => {
                self.leave();
                Ok(false)
            }
            _ => Err(self.syntax(expected)),
        }
    }

    /// Enters the array that comes next; whether it has an element.
    ///
    /// # Errors
    /// If something else comes next.
    pub fn open_array(&mut self) -> ReadResult<bool> {
        if self.peek() != b'[' {
            return Err(self.mismatch("an array"));
        }
        self.enter(b']')
    }

    /// Goes on behind an element of an array; whether there is another one.
    ///
    /// # Errors
    /// If neither a comma nor the end of the array comes next.
    pub fn next_element(&mut self) -> ReadResult<bool> {
        self.more(b']', "`,` or `]`")
    }

    /// Reads an object of any members, one by one.
    ///
    /// # Errors
    /// If no object comes next, and those of `member`.
    pub fn members(&mut self, member: &mut dyn FnMut(&str, &mut Self) -> ReadResult<()>) -> ReadResult<()> {
        if self.peek() != b'{' {
            return Err(self.mismatch("an object"));
        }
        self.members_while(&mut |name, reader| member(name, reader).map(|()| true)).map(drop)
    }

    /// The same as long as `member` says that it goes on; whether that was all of an object.
    pub(crate) fn members_while(
        &mut self,
        member: &mut dyn FnMut(&str, &mut Self) -> ReadResult<bool>,
    ) -> ReadResult<bool> {
        if self.peek() != b'{' {
            return Ok(false);
        }
        let mut more = self.enter(b'}')?;
        while more {
            let name = self.name()?;
            match member(&name, self) {
                Ok(true) => more = self.more(b'}', "`,` or `}`")?,
                Ok(false) => return Ok(false),
                Err(error) => return Err(error.at_offset(self.at).at(&name)),
            }
        }
        Ok(true)
    }

    /// The text of the value that comes next. Of an array or object only the end is looked for: whether it is JSON, and so whether
    /// it was read to the right end, shows when its text is read.
    ///
    /// # Errors
    /// If no value comes next.
    pub fn skip_value(&mut self) -> ReadResult<&'a str> {
        if !matches!(self.peek(), b'{' | b'[') {
            return self.span();
        }
        match scan::container(self.text.as_bytes(), self.at) {
            Some(end) => Ok(self.go_to(end)),
            None => self.span(),
        }
    }

    /// The same for an array or object that is known to be JSON from an earlier text; `None` if something else comes next. One that
    /// starts like it also ends with it.
    pub fn skip_known(&mut self, known: &str) -> Option<&'a str> {
        self.peek();
        let end = self.at + known.len();
        let is_known = known.starts_with(['[', '{']) && self.text.get(self.at..end) == Some(known);
        is_known.then(|| self.go_to(end))
    }

    /// What stands between the cursor and a later place, to which it goes.
    fn go_to(&mut self, end: usize) -> &'a str {
        let passed = self.text.get(self.at..end).unwrap_or_default();
        self.at = end;
        passed
    }

    /// Reads an object that has a table: `member` reads the value of a row, or of a key (numbered behind the rows); what the
    /// table does not name goes into `extra`.
    ///
    /// # Errors
    /// If no object comes next, a member occurs twice or is missing, and those of `member`.
    pub fn object(
        &mut self,
        table: &'static Table,
        extra: &mut Extra,
        member: &mut dyn FnMut(usize, &mut Self) -> ReadResult<()>,
    ) -> ReadResult<()> {
        if self.peek() != b'{' {
            return Err(self.mismatch(&format!("an object ({})", table.name)));
        }
        let mut more = self.enter(b'}')?;
        let mut seen = Seen::default();
        let mut next = 0;
        while more {
            // Most writers keep to the order, and then the name is known before it is read.
            let (name, place) = match table.members.get(next).filter(|due| self.passes(due.name)) {
                Some(due) => (Cow::Borrowed(due.name), Some(next)),
                None => {
                    let name = self.name()?;
                    let place = table.place(&name);
                    (name, place)
                }
            };
            if let Some(place) = place {
                if !seen.insert(place) {
                    return Err(self.locate(ReadError::duplicate(&name)));
                }
                if place != Table::TAG {
                    next = place + 1;
                }
            }
            let read = match place {
                None => self.span().map(|value| extra.push(name.clone().into(), Payload::trusted(value))),
                Some(Table::TAG) => self.tag(table),
                Some(place) => member(place, self),
            };
            if let Err(error) = read {
                return Err(error.at_offset(self.at).at(&name));
            }
            more = self.more(b'}', "`,` or `}`")?;
        }
        if let Some(name) = extra.duplicate() {
            return Err(self.locate(ReadError::duplicate(name)));
        }
        let mut required =
            table.members.iter().enumerate().filter(|row| row.1.presence == Presence::Required);
        match required.find(|(place, _)| !seen.contains(*place)) {
            Some((_, member)) => Err(self.locate(ReadError::missing(member.name))),
            None => Ok(()),
        }
    }

    /// Reads the tag of an object. An empty word stands for any.
    fn tag(&mut self, table: &Table) -> ReadResult<()> {
        let found = self.string()?;
        let word = table.tag.map_or("", |tag| tag.1);
        if word.is_empty() || found == word {
            Ok(())
        } else {
            Err(self.locate(ReadError::value(format_args!("{found:?}"), format_args!("`{word}`"))))
        }
    }

    /// The tag of the object that comes next, which is still to be read.
    #[doc(hidden)]
    pub fn __tag(&mut self, type_name: &str, tag: &str) -> ReadResult<Cow<'a, str>> {
        if self.peek() != b'{' {
            return Err(self.mismatch(&format!("an object ({type_name})")));
        }
        let mut ahead = self.clone();
        let found = ahead.find_tag(tag);
        found.map_err(|error| error.at_offset(ahead.at))
    }

    fn find_tag(&mut self, tag: &str) -> ReadResult<Cow<'a, str>> {
        let mut more = self.enter(b'}')?;
        while more {
            let name = self.name()?;
            if name == tag {
                return self.string().map_err(|error| error.at(tag));
            }
            self.span().map_err(|error| error.at(&name))?;
            more = self.more(b'}', "`,` or `}`")?;
        }
        Err(ReadError::missing(tag))
    }

    /// The value that comes next is of another type.
    #[cold]
    pub fn mismatch(&mut self, expected: &str) -> ReadError {
        let found = match self.kind() {
            Err(error) => return error,
            Ok(kind @ (PayloadKind::Array | PayloadKind::Object)) => {
                // Too deep is too deep for any type.
                if let Some(error) = self.peek_span().err().filter(ReadError::is_about_depth) {
                    return error;
                }
                self.at += 1;
                kind.to_string()
            }
            Ok(kind) => match self.span() {
                Err(error) => return error,
                Ok(text) => shown(kind, text),
            },
        };
        self.locate(ReadError::wrong_type(found, expected))
    }

    /// Says where the reader is.
    #[cold]
    pub(crate) fn locate(&self, error: ReadError) -> ReadError {
        error.at_offset(self.at)
    }

    #[cold]
    fn syntax(&self, expected: &'static str) -> ReadError {
        self.flaw(Flaw::Syntax { at: self.at, expected })
    }

    #[cold]
    fn flaw(&self, flaw: Flaw) -> ReadError {
        match flaw {
            Flaw::Syntax { at, expected } => {
                let rest = self.text.get(at..).unwrap_or_default();
                let next = rest.chars().next();
                let found = match next {
                    // A word such as `NaN` is shown whole.
                    Some(c) if c.is_ascii_alphabetic() && expected == VALUE => {
                        let word =
                            rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
                        format!("`{}`", word.get(..20).unwrap_or(word))
                    }
                    Some(c @ ('"' | '\'' | '\\')) => format!("`{c}`"),
                    Some(c) => format!("`{}`", c.escape_debug()),
                    None => END.to_owned(),
                };
                ReadError::syntax(&found, expected).at_offset(at + usize::from(next.is_some()))
            }
            Flaw::Depth => {
                let levels = MAX_DEPTH.saturating_sub(self.depth);
                let here = self.text.get(self.at..).unwrap_or_default();
                let below = token::deeper_than(here, levels).unwrap_or_default();
                ReadError::depth(token::depth(self.text), below).at_offset(self.at)
            }
        }
    }
}

/// A string that was passed.
enum Quoted<'a> {
    /// Without its quotes: it is written as it is.
    Plain(&'a str),
    /// With its quotes and escapes.
    Escaped(&'a str),
}

/// A scalar, as errors show it.
fn shown(kind: PayloadKind, text: &str) -> String {
    match kind {
        PayloadKind::String => format!("string {:?}", token::string(text)),
        PayloadKind::Boolean => format!("boolean `{text}`"),
        PayloadKind::Number if text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()) => {
            format!("integer `{text}`")
        }
        PayloadKind::Number => format!("number `{text}`"),
        _ => text.to_owned(),
    }
}

/// Which rows of a table were met.
#[derive(Default)]
struct Seen {
    few: u128,
    tag: bool,
}

impl Seen {
    /// Whether it is new.
    fn insert(&mut self, place: usize) -> bool {
        if place == Table::TAG {
            return !std::mem::replace(&mut self.tag, true);
        }
        let before = self.few;
        self.few |= 1 << place;
        self.few != before
    }

    fn contains(&self, place: usize) -> bool {
        self.few >> place & 1 == 1
    }
}

/// What a required member held. The reader misses a member before this is asked.
#[doc(hidden)]
pub fn __required<T>(member: Option<T>, table: &'static Table) -> ReadResult<T> {
    member.ok_or_else(|| ReadError::missing(table.name))
}

#[cfg(test)]
mod tests;
