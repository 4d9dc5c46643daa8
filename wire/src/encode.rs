//! Writing a whole message.

use crate::{
    MAX_DEPTH, Pointer, Wire, Writer,
    token::{self, TokenKind, Tokens},
};
use std::{borrow::Cow, fmt};

/// Why a message cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// The text would nest deeper than [`MAX_DEPTH`], and its readers would refuse it.
    Depth {
        /// Where the value lies that is too deep.
        pointer: Pointer,
    },
    /// The value has no text: an [`Extra`](crate::Extra) repeats a member of its own object, for example.
    Value(String),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth { pointer } => write!(f, "{pointer}: a value nested deeper than {MAX_DEPTH} levels"),
            Self::Value(value) => f.write_str(value),
        }
    }
}

impl std::error::Error for EncodeError {}

/// Writes one message: members in the order of its table, then what the table does not name.
///
/// # Errors
/// If the text would nest deeper than [`MAX_DEPTH`], or the value has no text.
#[inline]
pub fn encode<T: Wire + ?Sized>(value: &T) -> Result<String, EncodeError> {
    let mut writer = Writer::new();
    value.write(&mut writer);
    message(writer)
}

/// How many bytes a value takes as JSON: a measure of what it takes in memory. 0 for one that has no text.
///
/// ```
/// # use agent_ui_wire as wire;
/// assert_eq!(wire::encoded_len(&wire::Payload::string("a")), 3);
/// ```
pub fn encoded_len<T: Wire + ?Sized>(value: &T) -> usize {
    let mut writer = Writer::new();
    value.write(&mut writer);
    writer.finish().map_or(0, |text| text.len())
}

/// What was written, as a message.
pub(crate) fn message(writer: Writer) -> Result<String, EncodeError> {
    let text = writer.finish()?;
    match token::deeper_than_limit(&text) {
        Some(pointer) => Err(EncodeError::Depth { pointer }),
        None => Ok(text),
    }
}

/// Writes one message as one line. [`encode`] alone does not promise that: a payload is kept as it came, and
/// may hold line ends between its tokens.
///
/// # Errors
/// Those of [`encode`].
#[inline]
pub fn encode_line<T: Wire + ?Sized>(value: &T) -> Result<String, EncodeError> {
    let text = encode(value)?;
    Ok(match one_line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(line) => line,
    })
}

/// The same JSON without line ends. Inside strings JSON allows none, so whatever is found stands between tokens.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if has_line_end(text) { Cow::Owned(text.split(['\n', '\r']).collect()) } else { Cow::Borrowed(text) }
}

/// The same JSON without the blanks between its tokens, if it stands on several lines: those are the layout of somebody else.
/// What stands on one line stays as it is.
///
/// ```
/// # use agent_ui_wire as wire;
/// assert_eq!(wire::without_layout("{\n  \"a\": [1, 2]\n}"), r#"{"a":[1,2]}"#);
/// ```
pub fn without_layout(text: &str) -> Cow<'_, str> {
    if !has_line_end(text) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for token in Tokens::new(text) {
        line += match (token.kind, line.as_bytes().last()) {
            (TokenKind::ObjectEnd | TokenKind::ArrayEnd, _) | (_, None | Some(b'{' | b'[' | b':')) => "",
            _ => ",",
        };
        line += token.text;
        if token.kind == TokenKind::Name {
            line.push(':');
        }
    }
    Cow::Owned(line)
}

/// Whether a text has a line end.
fn has_line_end(text: &str) -> bool {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Payload;

    #[test]
    fn a_line_holds_no_line_end() {
        let payload = Payload::parse("{\"a\":\r\n [1,\n2],\"b\":\"\\n\"}").unwrap();
        assert_eq!(encode_line(&payload).unwrap(), r#"{"a": [1,2],"b":"\n"}"#);
        assert_eq!(without_layout(payload.text()), r#"{"a":[1,2],"b":"\n"}"#);
    }

    #[test]
    fn what_is_too_deep_is_not_written() {
        let deep = |n: usize| Payload::parse(format!("{}{}", "[".repeat(n), "]".repeat(n))).unwrap();
        assert!(encode(&deep(MAX_DEPTH)).is_ok());
        assert!(matches!(encode(&deep(MAX_DEPTH + 1)), Err(EncodeError::Depth { .. })));
    }
}
