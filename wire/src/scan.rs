//! Validation of JSON values in bytes, which also finds their ends.
//!
//! All functions are linear and not recursive. [`token`](crate::token) iterates over text that this module has validated.

/// The description of an expected JSON value.
pub(crate) const VALUE: &str = "a JSON value";

/// The description of the expected end of the text.
pub(crate) const END: &str = "the end of the text";

/// The error for a text that is not a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// The syntax is invalid at this offset.
    Syntax { at: usize, expected: &'static str },
    /// An array or object nests deeper than allowed.
    Depth,
}

fn syntax<T>(at: usize, expected: &'static str) -> Result<T, Flaw> {
    Err(Flaw::Syntax { at, expected })
}

/// Returns the offset of the first byte at or after `at` that is not whitespace.
#[inline]
pub(crate) fn skip_whitespace(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// Returns the offset of the first byte at or after `at` that ends the plain part of a string. Such a byte is a quote, a
/// backslash or a control character.
#[inline]
pub(crate) fn skip_plain(bytes: &[u8], mut at: usize) -> usize {
    // Eight bytes are compared at a time. A byte of `x - 0x01…` borrows into its high bit only if it was zero, or if it
    // follows a byte that did. The first hit hides the following ones, so each test marks its first match exactly.
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let zero = |word: u64| word.wrapping_sub(ONES) & !word;
    while let Some(Ok(chunk)) = bytes.get(at..at + 8).map(<[u8; 8]>::try_from) {
        let word = u64::from_le_bytes(chunk);
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let hit = (zero(word ^ (ONES * 0x22)) | zero(word ^ (ONES * 0x5C)) | control) & HIGH;
        if hit != 0 {
            return at + hit.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes
        .get(at)
        .is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1F))
    {
        at += 1;
    }
    at
}

/// Returns the offset after the string whose opening quote is at `at`. A lone surrogate is valid JSON.
#[inline(always)]
pub(crate) fn skip_string(bytes: &[u8], at: usize) -> Result<usize, Flaw> {
    // Most strings contain no escapes.
    let end = skip_plain(bytes, at + 1);
    if bytes.get(end) == Some(&b'"') {
        Ok(end + 1)
    } else {
        skip_string_rest(bytes, end)
    }
}

/// Returns the offset after the string that continues at `at`.
fn skip_string_rest(bytes: &[u8], mut at: usize) -> Result<usize, Flaw> {
    loop {
        at = skip_plain(bytes, at);
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = skip_escape(bytes, at)?,
            Some(_) => return syntax(at, "an escape instead of a control character"),
            None => return syntax(at, "the end of the string"),
        }
    }
}

/// Returns the offset after the escape sequence whose backslash is at `at`.
fn skip_escape(bytes: &[u8], at: usize) -> Result<usize, Flaw> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => {
            let digits = bytes.get(at + 2..).unwrap_or_default().iter().take(4);
            let good = digits.take_while(|digit| digit.is_ascii_hexdigit()).count();
            if good == 4 {
                Ok(at + 6)
            } else {
                syntax(at + 2 + good, "four hexadecimal digits")
            }
        }
        _ => syntax(at + 1, "a JSON escape"),
    }
}

fn skip_digits(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// Returns the offset after the number that starts at `at`.
pub(crate) fn skip_number(bytes: &[u8], at: usize) -> Result<usize, Flaw> {
    let mut at = at + usize::from(bytes.get(at) == Some(&b'-'));
    at = match bytes.get(at) {
        Some(b'0') => at + 1,
        Some(b'1'..=b'9') => skip_digits(bytes, at),
        _ => return syntax(at, "a digit"),
    };
    if bytes.get(at) == Some(&b'.') {
        let end = skip_digits(bytes, at + 1);
        if end == at + 1 {
            return syntax(end, "a digit");
        }
        at = end;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let end = skip_digits(bytes, at + 1 + sign);
        if end == at + 1 + sign {
            return syntax(end, "a digit");
        }
        at = end;
    }
    Ok(at)
}

/// Returns the offset after a number, `true`, `false` or `null`.
pub(crate) fn skip_scalar(bytes: &[u8], at: usize) -> Result<usize, Flaw> {
    match bytes.get(at) {
        Some(b't') => skip_word(bytes, at, b"true"),
        Some(b'f') => skip_word(bytes, at, b"false"),
        Some(b'n') => skip_word(bytes, at, b"null"),
        Some(b'-' | b'0'..=b'9') => skip_number(bytes, at),
        _ => syntax(at, VALUE),
    }
}

/// Returns the offset after the given word. The length of the word is constant at each call, so the comparison is fast.
#[inline]
fn skip_word(bytes: &[u8], at: usize, word: &[u8]) -> Result<usize, Flaw> {
    if bytes.get(at..at + word.len()) == Some(word) {
        Ok(at + word.len())
    } else {
        syntax(at, VALUE)
    }
}

/// The open containers, with one bit each, innermost last. The bit is set for an array.
///
/// The innermost 64 containers are in `top`. The others are needed only for text without a depth limit.
#[derive(Default)]
struct OpenContainer {
    top: u64,
    depth: usize,
    below: Vec<u64>,
}

impl OpenContainer {
    fn push(&mut self, is_array: bool) {
        if self.depth > 0 && self.depth % 64 == 0 {
            self.below.push(self.top);
        }
        self.top = self.top << 1 | u64::from(is_array);
        self.depth += 1;
    }

    fn pop(&mut self) {
        self.depth -= 1;
        self.top >>= 1;
        if self.depth > 0 && self.depth % 64 == 0 {
            self.top = self.below.pop().unwrap_or_default();
        }
    }

    fn is_in_array(&self) -> bool {
        self.top & 1 == 1
    }
}

/// Returns the description of an expected member name. If the text has `}` instead, the name is missing after a comma.
pub(crate) fn name_for(found: Option<u8>) -> &'static str {
    match found {
        Some(b'}') => "a member name in quotes after the comma",
        _ => "a member name in quotes",
    }
}

/// Returns the offset after the name at `at` and the colon that follows.
#[inline(always)]
fn skip_name(bytes: &[u8], at: usize) -> Result<usize, Flaw> {
    if bytes.get(at) != Some(&b'"') {
        return syntax(at, name_for(bytes.get(at).copied()));
    }
    let at = skip_whitespace(bytes, skip_string(bytes, at)?);
    if bytes.get(at) == Some(&b':') {
        Ok(skip_whitespace(bytes, at + 1))
    } else {
        syntax(at, "`:`")
    }
}

/// Returns the offset after the value that starts at `at`. Arrays and objects may nest at most `levels` deep.
pub(crate) fn skip_value(bytes: &[u8], mut at: usize, levels: usize) -> Result<usize, Flaw> {
    let mut open = OpenContainer::default();
    let mut has_name = false;
    loop {
        if has_name {
            at = skip_name(bytes, at)?;
        }
        // A value starts at the current offset.
        match bytes.get(at) {
            Some(b'"') => at = skip_string(bytes, at)?,
            Some(first @ (b'{' | b'[')) => {
                if open.depth >= levels {
                    return Err(Flaw::Depth);
                }
                let is_array = *first == b'[';
                at = skip_whitespace(bytes, at + 1);
                if bytes.get(at) == Some(if is_array { &b']' } else { &b'}' }) {
                    at += 1;
                } else {
                    open.push(is_array);
                    has_name = !is_array;
                    continue;
                }
            }
            _ => at = skip_scalar(bytes, at)?,
        }
        // A value ended at the current offset.
        loop {
            if open.depth == 0 {
                return Ok(at);
            }
            at = skip_whitespace(bytes, at);
            match (bytes.get(at), open.is_in_array()) {
                (Some(b','), is_array) => {
                    (at, has_name) = (skip_whitespace(bytes, at + 1), !is_array)
                }
                (Some(b']'), true) | (Some(b'}'), false) => {
                    open.pop();
                    at += 1;
                    continue;
                }
                (_, true) => return syntax(at, "`,` or `]`"),
                (_, false) => return syntax(at, "`,` or `}`"),
            }
            break;
        }
    }
}

/// Returns the offset after the array or object that starts at `at`. Returns `None` if the container does not end. Only
/// brackets of either kind are counted, and nothing else is validated.
pub(crate) fn find_container_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match bytes.get(at)? {
            b'"' => at = find_string_end(bytes, at)?,
            b'{' | b'[' => (depth, at) = (depth + 1, at + 1),
            b'}' | b']' if depth <= 1 => return Some(at + 1),
            b'}' | b']' => (depth, at) = (depth - 1, at + 1),
            _ => at += 1,
        }
    }
}

/// Returns the offset after the string whose opening quote is at `at`. Returns `None` if the string does not end. Only
/// quotes and backslashes are examined.
pub(crate) fn find_string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    loop {
        end = skip_plain(bytes, end);
        match bytes.get(end)? {
            b'\\' => end += 2,
            b'"' => return Some(end + 1),
            _ => end += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    /// Validates a whole text and returns the value without surrounding whitespace.
    fn whole(text: &str) -> Result<&str, Flaw> {
        let start = skip_whitespace(text.as_bytes(), 0);
        let end = skip_value(text.as_bytes(), start, usize::MAX)?;
        match skip_whitespace(text.as_bytes(), end) {
            rest if rest == text.len() => Ok(&text[start..end]),
            rest => syntax(rest, "the end"),
        }
    }

    fn agrees(text: &str) {
        let other = serde_json::from_str::<&RawValue>(text)
            .ok()
            .map(RawValue::get);
        assert_eq!(whole(text).ok(), other, "{text}");
    }

    #[test]
    fn the_first_flaw_is_reported_at_its_offset() {
        for (text, at, expected) in [
            ("", 0, VALUE),
            ("[1,]", 3, VALUE),
            ("[1 2]", 3, "`,` or `]`"),
            (r#"{"a" 1}"#, 5, "`:`"),
            (r#"{"a":1,}"#, 7, "a member name in quotes after the comma"),
            (r#"{"a":1,7}"#, 7, "a member name in quotes"),
            (r#"{"a":1"#, 6, "`,` or `}`"),
            ("01", 1, "the end"),
            ("-", 1, "a digit"),
            ("1.e1", 2, "a digit"),
            ("1e+", 3, "a digit"),
            ("\"\\x\"", 2, "a JSON escape"),
            ("\"\\ud8g0\"", 5, "four hexadecimal digits"),
            ("\"a\nb\"", 2, "an escape instead of a control character"),
            ("\"abc", 4, "the end of the string"),
            ("nul", 0, VALUE),
        ] {
            assert_eq!(whole(text), Err(Flaw::Syntax { at, expected }), "{text}");
        }
    }

    #[test]
    fn containers_close_in_their_own_order_at_any_depth() {
        for depth in [1, 63, 64, 65, 127, 128, 129, 1000] {
            let open: String = (0..depth)
                .map(|i| if i % 3 == 0 { "[" } else { "{\"a\":" })
                .collect();
            let close: String = (0..depth)
                .rev()
                .map(|i| if i % 3 == 0 { "]" } else { "}" })
                .collect();
            assert!(whole(&format!("{open}1{close}")).is_ok(), "{depth}");
            for wrong in 0..depth {
                let mut close: Vec<u8> = close.bytes().collect();
                close[wrong] = if close[wrong] == b']' { b'}' } else { b']' };
                assert!(
                    whole(&format!("{open}1{}", String::from_utf8(close).unwrap())).is_err(),
                    "{depth} {wrong}"
                );
            }
            assert_eq!(
                skip_value(format!("{open}1{close}").as_bytes(), 0, depth - 1),
                Err(Flaw::Depth)
            );
            assert!(skip_value(format!("{open}1{close}").as_bytes(), 0, depth).is_ok());
        }
    }

    proptest! {
        #[test]
        fn validity_agrees_with_serde_json(
            parts in prop::collection::vec(prop::sample::select(vec![
                "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\ud83d\"", "\"\\n\"", "\"", "\\", "0", "-1.5e3", "1e", "true", "null",
                "fals", " ", "\n", "\u{1}", "é", "12345678", "abcdefgh",
            ]), 0..14),
        ) {
            agrees(&parts.concat());
        }

        #[cfg(feature = "proptest")]
        #[test]
        fn changed_json_agrees_with_serde_json(
            text in crate::generate::json_text(200), at: prop::sample::Index, byte in "[ -~]",
        ) {
            agrees(&text);
            let at = (0..=at.index(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
            let mut changed = text.clone();
            changed.replace_range(at..end, &byte);
            agrees(&changed);
        }
    }
}
