//! A writer for JSON text, with a growing buffer.

use crate::{MAX_DEPTH, Pointer, quote::push_quoted, token};
use std::fmt::{Display, Write};

/// The error for a message that cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The text would nest deeper than [`MAX_DEPTH`], so decoding it would fail.
    #[error("{pointer}: the value nests deeper than {MAX_DEPTH} levels")]
    Depth {
        /// The first array or object beyond the limit.
        pointer: Pointer,
    },
    /// The value has no JSON text. For example, an [`Extra`](crate::Extra) repeats a member of its own object.
    #[error("{0}")]
    Value(String),
}

impl EncodeError {
    /// Returns the place of the error in the value, or `None` if the place is unknown.
    pub fn pointer(&self) -> Option<&Pointer> {
        match self {
            Self::Depth { pointer } => Some(pointer),
            Self::Value(_) => None,
        }
    }
}

/// A buffer of JSON text, which adds commas between members and elements.
///
/// ```
/// let mut writer = agent_ui_wire::Writer::new();
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
/// # Ok::<(), agent_ui_wire::EncodeError>(())
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    error: Option<String>,
}

/// The initial capacity in bytes, which is enough for most messages. A larger message is copied when the buffer grows.
const ROOM: usize = 960;

impl Writer {
    /// Creates an empty writer.
    pub fn new() -> Self {
        Self {
            text: String::with_capacity(ROOM),
            error: None,
        }
    }

    /// Creates an empty writer with the given capacity in bytes.
    pub(crate) fn with_room(room: usize) -> Self {
        Self {
            text: String::with_capacity(room),
            error: None,
        }
    }

    /// Creates a writer that appends to a text, for example to the start of a line.
    ///
    /// ```
    /// let mut writer = agent_ui_wire::Writer::appending(r#"{"a":"#.to_owned());
    /// writer.null();
    /// writer.close_object();
    /// assert_eq!(writer.finish()?, r#"{"a":null}"#);
    /// # Ok::<(), agent_ui_wire::EncodeError>(())
    /// ```
    pub fn appending(text: String) -> Self {
        Self { text, error: None }
    }

    /// Returns the text.
    ///
    /// # Errors
    /// Returns the first error that was reported with [`refuse`](Self::refuse).
    pub fn finish(self) -> Result<String, EncodeError> {
        match self.error {
            Some(reason) => Err(EncodeError::Value(reason)),
            None => Ok(self.text),
        }
    }

    /// Returns the text in a box of the exact size.
    pub(crate) fn into_boxed_str(self) -> Result<Box<str>, EncodeError> {
        match self.error {
            Some(reason) => Err(EncodeError::Value(reason)),
            // A copy frees the buffer in the size that the next writer allocates.
            None if self.text.capacity() <= ROOM && self.text.capacity() > self.text.len() => {
                Ok(self.text.as_str().into())
            }
            None => Ok(self.text.into()),
        }
    }

    /// Reports that a value has no JSON text. [`finish`](Self::finish) returns the first such error.
    pub fn refuse(&mut self, reason: impl Display) {
        self.error.get_or_insert_with(|| reason.to_string());
    }

    /// Calls `write` and undoes its output if it returns `false`. Returns the result of `write`.
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

    /// Starts an array element.
    pub fn element(&mut self) {
        // No value ends with an opening bracket.
        if !self.text.ends_with('[') {
            self.text.push(',');
        }
    }

    /// Starts a member. `name` is the quoted and escaped name with the colon: `"name":`.
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

    /// Writes the tag of an object.
    #[doc(hidden)]
    pub fn __tag(&mut self, tag: &str, word: &str) {
        self.name(tag);
        self.string(word);
    }

    /// Writes valid JSON verbatim.
    pub fn raw(&mut self, json: &str) {
        self.text.push_str(json);
    }

    /// Writes `text` as a JSON string.
    pub fn string(&mut self, text: &str) {
        push_quoted(&mut self.text, text);
    }

    /// Writes the literal `null`.
    pub fn null(&mut self) {
        self.raw("null");
    }

    /// Writes `true` or `false`.
    pub fn boolean(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    /// Writes a value whose `Display` form is JSON.
    pub(crate) fn display(&mut self, value: impl Display) {
        let _ = write!(self.text, "{value}");
    }
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
