//! Decoding of whole messages, with a depth limit and precise errors.

pub use crate::{
    limits::MAX_DEPTH,
    read_error::{DecodeError, DecodeRule, ReadError, ReadResult},
};

use crate::{Reader, Wire};

/// Decodes a message.
///
/// The depth limit is checked during reading, and the place of an error is computed only for an error. A valid message
/// therefore costs nothing extra. `serde_json::from_str::<T>` accepts the same messages, but it does not limit the depth
/// of payloads, and its errors have no pointer.
///
/// # Errors
/// Returns the first error in the text as a [`DecodeError`].
#[inline]
pub fn decode<T: Wire>(text: &str) -> Result<T, DecodeError> {
    read(Reader::new(text))
}

// This generic code is small and inlined into its callers, so that a program contains few copies.
#[inline]
fn read<T: Wire>(mut reader: Reader<'_>) -> Result<T, DecodeError> {
    match T::read(&mut reader) {
        Ok(value) => reader.expect_end().map(|()| value),
        Err(error) => Err(reader.decode_error_at(error)),
    }
}

/// Decodes a text like [`decode`], without the depth limit for payloads.
///
/// Use this for text that is not a whole message, such as a part of a message that was already read.
///
/// # Errors
/// Returns the errors of [`decode`].
#[inline]
pub fn decode_any_depth<T: Wire>(text: &str) -> Result<T, DecodeError> {
    read(Reader::with_any_depth(text))
}

/// Reads the members of an object one by one until `member` returns `false`.
///
/// Returns `true` if all members were read. For a text that is not an object, `member` is never called and the result is
/// `false`. Payloads may nest to any depth.
///
/// # Errors
/// Returns the errors of `member`, and an error if the text that was read is not valid JSON.
///
/// ```
/// use agent_ui_wire::Wire;
///
/// let (mut id, mut rest) = (String::new(), "");
/// let is_complete = agent_ui_wire::read_members(r#"{"id":"a","value":{"b":[]}}"#, &mut |name, reader| {
///     match name {
///         "id" => id = Wire::read(reader)?,
///         "value" => rest = reader.span()?,
///         _ => return Ok(false),
///     }
///     Ok(true)
/// })?;
/// assert_eq!((is_complete, id.as_str(), rest), (true, "a", r#"{"b":[]}"#));
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
pub fn read_members<'a>(
    text: &'a str,
    member: &mut dyn FnMut(&str, &mut Reader<'a>) -> ReadResult<bool>,
) -> Result<bool, DecodeError> {
    let mut reader = Reader::with_any_depth(text);
    match reader.members_while(member) {
        Ok(true) => reader.expect_end().map(|()| true),
        Ok(false) => Ok(false),
        Err(error) => Err(reader.decode_error_at(error)),
    }
}

/// Decodes a message from bytes, which must be UTF-8 without a byte order mark.
///
/// # Errors
/// Returns the errors of [`decode`]. If a byte is not valid UTF-8, the rule is `encoding`, with the line and column of
/// that byte.
#[inline]
pub fn decode_slice<T: Wire>(bytes: &[u8]) -> Result<T, DecodeError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => decode(text),
        Err(error) => Err(encoding_error(bytes, error)),
    }
}

#[cold]
fn encoding_error(bytes: &[u8], error: std::str::Utf8Error) -> DecodeError {
    let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let line = valid.split(|b| *b == b'\n');
    let column = line.clone().next_back().map_or(0, <[u8]>::len) + 1;
    let (message, hint) = (
        "the text contains a byte that is not valid UTF-8",
        "encode the text as UTF-8",
    );
    let error = ReadError::new(DecodeRule::Encoding, message, hint);
    DecodeError {
        line: line.count(),
        column,
        ..error.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Payload, encode};

    fn error(text: &str) -> DecodeError {
        decode::<Vec<u32>>(text).unwrap_err()
    }

    #[test]
    fn the_depth_limit_counts_from_the_start_of_the_text() {
        let nest = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(decode::<Payload>(&nest(127)).is_ok());
        let error = decode::<Payload>(&nest(128)).unwrap_err();
        assert_eq!(
            (error.rule, error.pointer.segments().count()),
            (DecodeRule::Depth, 127)
        );
        assert_eq!(
            decode::<Payload>(&nest(100_000)).unwrap_err().rule,
            DecodeRule::Depth
        );
        assert!(
            encode(&nest(128)).is_ok(),
            "brackets in a string are not nesting"
        );
        assert!(decode_any_depth::<Payload>(&nest(100_000)).is_ok());
        assert_eq!(
            decode::<Vec<Vec<Payload>>>(&nest(128))
                .unwrap_err()
                .pointer
                .segments()
                .count(),
            127
        );
        // The depth error takes precedence over a type error.
        assert_eq!(
            decode::<Vec<u32>>(&nest(128)).unwrap_err().rule,
            DecodeRule::Depth
        );
        assert_eq!(
            decode::<Vec<u32>>(&nest(127)).unwrap_err().rule,
            DecodeRule::Type
        );
    }

    #[test]
    fn errors_contain_the_place_and_the_expected_value() {
        const U32: &str = "a 32-bit unsigned integer";
        for (text, shown) in [
            (
                "[1,4294967296]",
                format!("/1: expected {U32}, found integer `4294967296` (line 1, column 13)"),
            ),
            (
                "[1,-1]",
                format!("/1: expected {U32}, found integer `-1` (line 1, column 5)"),
            ),
            (
                "[1,\n\"a\"]",
                format!("/1: expected {U32}, found string \"a\" (line 2, column 3)"),
            ),
            (
                "[{}]",
                format!("/0: expected {U32}, found an object (line 1, column 2)"),
            ),
            (
                "[1,",
                "/1: the text is truncated: it ends before a value (line 1, column 3)".to_owned(),
            ),
            (
                "[1,NaN]",
                "/1: JSON has no `NaN` (line 1, column 4)".to_owned(),
            ),
            (
                "[1;2]",
                "`;` follows the value (line 1, column 3)".to_owned(),
            ),
            (
                "[1\"2\"]",
                "a comma is missing before this value (line 1, column 3)".to_owned(),
            ),
            (
                "[1] 2",
                "expected nothing after the JSON value, found `2` (line 1, column 5)".to_owned(),
            ),
            (
                "[1,\n \"a\nb\"]",
                "/1: the line ends inside a string (line 2, column 4)".to_owned(),
            ),
            (
                "\u{FEFF}[1]",
                "the message starts with a byte order mark (line 1, column 1)".to_owned(),
            ),
        ] {
            assert_eq!(error(text).to_string(), shown, "{text:?}");
        }
        assert!(error("[1,").is_at_end() && !error("[1;2]").is_at_end());
        let bytes = decode_slice::<Vec<u32>>(b"[1,\n \xFF]").unwrap_err();
        assert_eq!(
            (bytes.rule, bytes.line, bytes.column),
            (DecodeRule::Encoding, 2, 2)
        );
    }
}
