//! The one writer: JSON into a buffer.

use crate::{EncodeError, Extra, Payload, object::Table, scan, token};
use std::fmt::{Display, Write};

/// JSON text that grows at its end. Commas come by themselves.
///
/// ```
/// # use agent_ui_wire as wire;
/// let mut writer = wire::Writer::new();
/// writer.open_object();
/// writer.name("a");
/// writer.open_array();
/// writer.element();
/// writer.string("\n");
/// writer.element();
/// writer.null();
/// writer.close_array();
/// writer.close_object();
/// assert_eq!(writer.finish()?, r#"{"a":["\n",null]}"#);
/// # Ok::<(), wire::EncodeError>(())
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    refused: Option<String>,
}

/// Most messages fit, and what has to grow is copied.
const ROOM: usize = 960;

impl Writer {
    /// An empty one.
    pub fn new() -> Self {
        Self { text: String::with_capacity(ROOM), refused: None }
    }

    /// An empty one with room for so many bytes.
    pub(crate) fn with_room(room: usize) -> Self {
        Self { text: String::with_capacity(room), refused: None }
    }

    /// The text.
    ///
    /// # Errors
    /// The first thing that could not be written.
    pub fn finish(self) -> Result<String, EncodeError> {
        match self.refused {
            Some(reason) => Err(EncodeError::Value(reason)),
            None => Ok(self.text),
        }
    }

    /// The text, for keeps.
    pub(crate) fn boxed(self) -> Result<Box<str>, EncodeError> {
        match self.refused {
            Some(reason) => Err(EncodeError::Value(reason)),
            // A copy leaves the allocator a buffer of the size that the next writer wants.
            None if self.text.capacity() <= ROOM && self.text.capacity() > self.text.len() => {
                Ok(self.text.as_str().into())
            }
            None => Ok(self.text.into()),
        }
    }

    /// Says that a value has no text. The first such reason is what [`finish`](Self::finish) gives.
    pub fn refuse(&mut self, reason: impl Display) {
        self.refused.get_or_insert_with(|| reason.to_string());
    }

    /// Writes something that may turn out not to be sayable: of what says so nothing is written.
    pub fn attempt(&mut self, write: impl FnOnce(&mut Self) -> bool) -> bool {
        let end = self.text.len();
        let is_written = write(self);
        if !is_written {
            self.text.truncate(end);
        }
        is_written
    }

    /// Starts an object.
    pub fn open_object(&mut self) {
        self.text.push('{');
    }

    /// Ends an object.
    pub fn close_object(&mut self) {
        self.text.push('}');
    }

    /// Starts an array.
    pub fn open_array(&mut self) {
        self.text.push('[');
    }

    /// Ends an array.
    pub fn close_array(&mut self) {
        self.text.push(']');
    }

    /// Starts an element of an array.
    pub fn element(&mut self) {
        // No value ends with the bracket that opens one.
        if !self.text.ends_with('[') {
            self.text.push(',');
        }
    }

    /// Starts a member whose name is written already: `"name":`.
    pub fn raw_name(&mut self, name: &'static str) {
        if !self.text.ends_with('{') {
            self.text.push(',');
        }
        self.text.push_str(name);
    }

    /// Starts a member.
    pub fn name(&mut self, name: &str) {
        self.raw_name("");
        if name.as_bytes().contains(&b'\\') {
            self.text.push_str(&token::quoted_name(name));
        } else {
            self.string(name);
        }
        self.text.push(':');
    }

    /// The member that says what an object is.
    #[doc(hidden)]
    pub fn __tag(&mut self, tag: &str, word: &str) {
        self.name(tag);
        self.string(word);
    }

    /// A member of any content.
    pub fn member(&mut self, name: &str, value: &Payload) {
        self.name(name);
        self.raw(value.text());
    }

    /// Text that is known to be JSON.
    pub fn raw(&mut self, json: &str) {
        self.text.push_str(json);
    }

    /// A string.
    pub fn string(&mut self, text: &str) {
        self.text.push('"');
        let mut rest = text;
        loop {
            let (plain, special) =
                rest.split_at_checked(scan::plain(rest.as_bytes(), 0)).unwrap_or((rest, ""));
            self.text.push_str(plain);
            let mut chars = special.chars();
            match chars.next() {
                Some('"') => self.text.push_str("\\\""),
                Some('\\') => self.text.push_str("\\\\"),
                Some('\n') => self.text.push_str("\\n"),
                Some('\r') => self.text.push_str("\\r"),
                Some('\t') => self.text.push_str("\\t"),
                Some('\u{8}') => self.text.push_str("\\b"),
                Some('\u{c}') => self.text.push_str("\\f"),
                Some(control) => self.display(format_args!("\\u{:04x}", u32::from(control))),
                None => break,
            }
            rest = chars.as_str();
        }
        self.text.push('"');
    }

    /// `null`
    pub fn null(&mut self) {
        self.raw("null");
    }

    /// `true` or `false`
    pub fn boolean(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    /// Something whose display is JSON.
    pub(crate) fn display(&mut self, value: impl Display) {
        let _ = write!(self.text, "{value}");
    }

    /// The members that a table does not name.
    #[doc(hidden)]
    pub fn __extra(&mut self, extra: &Extra, table: &Table) {
        for (name, value) in extra.iter() {
            if let Some(what) = table.claims(name) {
                self.refuse(format_args!("`extra` repeats the {what} `{name}`"));
            }
            self.member(name, value);
        }
    }
}

/// `text` as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut writer = Writer { text: String::with_capacity(text.len() + 2), refused: None };
    writer.string(text);
    writer.text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn strings_are_escaped_as_serde_json_does(text in r#"[\x00-\x7f"\\é😀]{0,40}"#) {
            let mut writer = Writer::new();
            writer.string(&text);
            prop_assert_eq!(writer.finish().unwrap(), serde_json::to_string(&text).unwrap());
        }
    }
}
