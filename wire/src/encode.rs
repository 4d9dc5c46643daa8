//! Encoding of whole messages.

use crate::{
    EncodeError, Wire, Writer,
    token::{self, TokenKind, Tokens},
};
use std::borrow::Cow;

/// Encodes a message. The members are in the order of their table, followed by the extra members.
///
/// # Errors
/// Returns an error if the text would nest deeper than [`MAX_DEPTH`](crate::MAX_DEPTH), or if the value has no JSON text.
#[inline]
pub fn encode<T: Wire + ?Sized>(value: &T) -> Result<String, EncodeError> {
    let mut writer = Writer::new();
    value.write(&mut writer);
    finish_message(writer)
}

/// Returns the length of a value as JSON text, in bytes. Returns 0 if the value has no JSON text. The length approximates
/// the memory that the value needs.
///
/// ```
/// assert_eq!(agent_ui_wire::encoded_len(&agent_ui_wire::Payload::string("a")), 3);
/// ```
pub fn encoded_len<T: Wire + ?Sized>(value: &T) -> usize {
    let mut writer = Writer::new();
    value.write(&mut writer);
    writer.finish().map_or(0, |text| text.len())
}

/// Returns the text of a writer after checking its depth.
pub(crate) fn finish_message(writer: Writer) -> Result<String, EncodeError> {
    let text = writer.finish()?;
    match token::deeper_than_limit(&text) {
        Some(pointer) => Err(EncodeError::Depth { pointer }),
        None => Ok(text),
    }
}

/// Encodes a message on one line. [`encode`] does not guarantee a single line, because a payload keeps its original text,
/// which can contain line ends between tokens.
///
/// # Errors
/// Returns the errors of [`encode`].
#[inline]
pub fn encode_line<T: Wire + ?Sized>(value: &T) -> Result<String, EncodeError> {
    let text = encode(value)?;
    Ok(match one_line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(line) => line,
    })
}

/// Removes all line ends from JSON text. Strings in JSON cannot contain line ends, so only whitespace between tokens is
/// removed.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if has_line_end(text) {
        Cow::Owned(text.split(['\n', '\r']).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Removes the whitespace between the tokens of JSON text with several lines. A text on one line is returned unchanged.
///
/// ```
/// assert_eq!(agent_ui_wire::without_layout("{\n  \"a\": [1, 2]\n}"), r#"{"a":[1,2]}"#);
/// ```
pub fn without_layout(text: &str) -> Cow<'_, str> {
    if has_line_end(text) {
        Cow::Owned(without_whitespace(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// Removes the whitespace between the tokens of JSON text. Texts of the same value with the same tokens become equal.
///
/// ```
/// assert_eq!(agent_ui_wire::without_whitespace("{ \"a\": [1, 2] }"), r#"{"a":[1,2]}"#);
/// ```
pub fn without_whitespace(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for token in Tokens::new(text) {
        line += match (token.kind, line.as_bytes().last()) {
            (TokenKind::ObjectEnd | TokenKind::ArrayEnd, _)
            | (_, None | Some(b'{' | b'[' | b':')) => "",
            _ => ",",
        };
        line += token.text;
        if token.kind == TokenKind::Name {
            line.push(':');
        }
    }
    line
}

/// Returns `true` if the text contains a line end.
fn has_line_end(text: &str) -> bool {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MAX_DEPTH, Payload};

    #[test]
    fn a_line_contains_no_line_end() {
        let payload = Payload::parse("{\"a\":\r\n [1,\n2],\"b\":\"\\n\"}").unwrap();
        assert_eq!(encode_line(&payload).unwrap(), r#"{"a": [1,2],"b":"\n"}"#);
        assert_eq!(without_layout(payload.text()), r#"{"a":[1,2],"b":"\n"}"#);
    }

    #[test]
    fn values_that_are_too_deep_are_not_written() {
        let deep =
            |n: usize| Payload::parse(format!("{}{}", "[".repeat(n), "]".repeat(n))).unwrap();
        assert!(encode(&deep(MAX_DEPTH)).is_ok());
        assert!(matches!(
            encode(&deep(MAX_DEPTH + 1)),
            Err(EncodeError::Depth { .. })
        ));
    }
}
