//! Decoder for the binary form of MCP resources.

/// Decodes Base64 in either alphabet, with or without padding, to text. Returns `None` if the input is not Base64, or
/// its content not UTF-8.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0_u8);
    for letter in text.trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'\r' | b'\n' => continue,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xFF).unwrap_or_default());
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn both_alphabets_are_decoded_with_and_without_padding() {
        for (text, decoded) in [
            ("", ""),
            ("YQ==", "a"),
            ("YWI", "ab"),
            ("YWJj", "abc"),
            ("w6nDqT8_", "éé??"),
            ("w6nDqT8/\n", "éé??"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(decoded), "{text}");
        }
        assert_eq!((decode("a b"), decode("_w==")), (None, None));
    }
}
