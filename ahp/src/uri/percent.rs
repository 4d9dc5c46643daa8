//! Percent-encoding (RFC 3986, section 2.1).

use super::UriError;

/// Every byte but the unreserved ones as `%XX`.
pub(super) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            for half in [byte >> 4, byte & 0xF] {
                encoded.extend(char::from_digit(half.into(), 16).map(|digit| digit.to_ascii_uppercase()));
            }
        }
    }
    encoded
}

/// The text that was encoded. Bytes that need no encoding may stand as they are.
pub(super) fn decode(text: &str) -> Result<String, UriError> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let (Some(high), Some(low)) = (digit(), digit()) else {
            return Err(UriError::Encoding);
        };
        decoded.push((high << 4 | low) as u8);
    }
    String::from_utf8(decoded).map_err(|_| UriError::Encoding)
}
