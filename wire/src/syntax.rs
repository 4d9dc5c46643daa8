//! Finds the end of a JSON value in a text that arrives in pieces.

/// The result of reading a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The value ends after this number of bytes of the last piece.
    Complete(usize),
    /// Invalid JSON follows after this number of bytes of the last piece.
    Invalid(usize),
    /// The value continues in the next piece.
    Incomplete,
}

/// Reads the brackets, strings and separators of one JSON value, piece by piece. It does not check the characters of
/// numbers and words; the reader of the value does.
///
/// ```
/// use agent_ui_wire::syntax::{Progress, Syntax};
///
/// let mut syntax = Syntax::default();
/// assert_eq!(syntax.read(br#"{"a":[1,"#), Progress::Incomplete);
/// assert_eq!(syntax.depth(), 2);
/// assert_eq!(syntax.read(b"2]} more"), Progress::Complete(3));
/// assert_eq!(Syntax::default().read(b"{a}"), Progress::Invalid(1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Syntax {
    /// The expected closing brackets, innermost last.
    open: Vec<u8>,
    expects: Expects,
    part: Part,
    has_begun: bool,
}

/// The tokens that may follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expects {
    #[default]
    Value,
    /// An element, or the end of an empty array.
    FirstElement,
    /// A name, or the end of an empty object.
    FirstName,
    Name,
    Colon,
    /// A comma, or the end of the container.
    Comma,
}

/// The kind of token that the next byte belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Between,
    String,
    /// In a string, after a backslash.
    Escape,
    /// A number or a word.
    Scalar,
}

impl Syntax {
    /// Returns `true` if the text so far is a number or a word, which ends only with the text.
    pub fn is_whole(&self) -> bool {
        self.open.is_empty() && self.part == Part::Scalar
    }

    /// Returns the number of open arrays and objects.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns `true` if a value that began at this depth has ended and more text followed.
    pub fn is_past(&self, depth: usize) -> bool {
        self.open.len() < depth || (self.open.len() == depth && self.expects != Expects::Comma)
    }

    /// Reads the next piece. After [`Progress::Complete`] or [`Progress::Invalid`], do not call it again.
    pub fn read(&mut self, bytes: &[u8]) -> Progress {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match self.part {
                Part::Escape => self.part = Part::String,
                Part::String => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    // Strings contain no line ends, so an open string ends with its line.
                    let Some(length) = rest
                        .iter()
                        .position(|byte| matches!(byte, b'"' | b'\\' | b'\n'))
                    else {
                        return Progress::Incomplete;
                    };
                    at += length;
                    match rest.get(length) {
                        Some(b'\n') => return Progress::Invalid(at),
                        Some(b'\\') => self.part = Part::Escape,
                        _ => {
                            self.part = Part::Between;
                            if self.expects == Expects::Comma && self.open.is_empty() {
                                return Progress::Complete(at + 1);
                            }
                        }
                    }
                }
                Part::Scalar => {
                    if matches!(byte, b',' | b']' | b'}' | b':' | b'"' | b'{' | b'[')
                        || byte.is_ascii_whitespace()
                    {
                        if self.open.is_empty() {
                            return Progress::Complete(at);
                        }
                        self.part = Part::Between;
                        continue;
                    }
                }
                Part::Between => match self.read_separator(byte) {
                    Some(false) => {}
                    Some(true) => return Progress::Complete(at + 1),
                    None => return Progress::Invalid(at),
                },
            }
            at += 1;
        }
        Progress::Incomplete
    }

    /// Reads a byte outside of strings and scalars. Returns `true` if the value ends with it, and `None` if it is
    /// invalid.
    fn read_separator(&mut self, byte: u8) -> Option<bool> {
        let is_value = matches!(self.expects, Expects::Value | Expects::FirstElement);
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'{' if is_value => {
                self.open.push(b'}');
                self.expects = Expects::FirstName;
            }
            b'[' if is_value => {
                self.open.push(b']');
                self.expects = Expects::FirstElement;
            }
            b'"' if is_value => (self.expects, self.part) = (Expects::Comma, Part::String),
            b'"' if matches!(self.expects, Expects::FirstName | Expects::Name) => {
                (self.expects, self.part) = (Expects::Colon, Part::String);
            }
            b':' if self.expects == Expects::Colon => self.expects = Expects::Value,
            b',' if self.expects == Expects::Comma => {
                self.expects = match self.open.last()? {
                    b'}' => Expects::Name,
                    _ => Expects::Value,
                };
            }
            b'}' | b']' if self.open.last() == Some(&byte) => {
                let may_end = match self.expects {
                    Expects::Comma => true,
                    Expects::FirstElement => byte == b']',
                    Expects::FirstName => byte == b'}',
                    _ => false,
                };
                if !may_end {
                    return None;
                }
                self.open.pop();
                self.expects = Expects::Comma;
                return Some(self.open.is_empty());
            }
            b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' if is_value => {
                (self.expects, self.part) = (Expects::Comma, Part::Scalar);
            }
            // The reader of the value reports a byte order mark.
            0xEF | 0xBB | 0xBF if !self.has_begun => return Some(false),
            _ => return None,
        }
        self.has_begun = true;
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_value_does_not_depend_on_the_pieces() {
        use Progress::{Complete, Incomplete, Invalid};
        for (text, seen) in [
            (r#""ab" x"#, Complete(4)),
            (r#""a\"b"x"#, Complete(6)),
            (r#""""#, Complete(2)),
            (r#" "a"#, Incomplete),
            (r#""a\"#, Incomplete),
            ("\"a\nb\"", Invalid(2)),
            ("12 x", Complete(2)),
            ("12,", Complete(2)),
            ("true\"", Complete(4)),
            ("12", Incomplete),
            ("\u{FEFF}[]", Complete(5)),
            ("[]", Complete(2)),
            ("{} {}", Complete(2)),
            (r#"{"a":[1,"b]",{}],"c":-1e5}]"#, Complete(26)),
            ("[1,", Incomplete),
            ("[1,]", Invalid(3)),
            ("[,", Invalid(1)),
            ("[1 2", Invalid(3)),
            ("[1}", Invalid(2)),
            (r#"{"a":1,}"#, Invalid(7)),
            (r#"{"a"}"#, Invalid(4)),
            (r#"{"a":}"#, Invalid(5)),
            ("{1", Invalid(1)),
            ("]", Invalid(0)),
            (",", Invalid(0)),
            ("[\u{FEFF}", Invalid(1)),
        ] {
            let mut whole = Syntax::default();
            assert_eq!(whole.read(text.as_bytes()), seen, "{text}");
            // A number or a word, which ends only with the text.
            assert!(
                seen != Incomplete || whole.is_whole() == (text == "12"),
                "{text}"
            );
            // Byte by byte, the byte after a scalar ends it.
            let mut pieces = Syntax::default();
            let ended =
                text.bytes()
                    .enumerate()
                    .find_map(|(at, byte)| match pieces.read(&[byte]) {
                        Complete(behind) => Some(Complete(at + behind)),
                        Invalid(behind) => Some(Invalid(at + behind)),
                        Incomplete => None,
                    });
            assert_eq!(ended.unwrap_or(Incomplete), seen, "{text}");
        }
    }

    #[test]
    fn a_value_is_past_after_a_comma_or_the_end_of_its_container() {
        for (text, is_past) in [
            ("[", true),
            ("[{", false),
            (r#"[{"a":["#, false),
            ("[{} ", false),
            ("[{},", true),
            ("[{}]", true),
            ("[{}\n{", false),
        ] {
            let mut syntax = Syntax::default();
            syntax.read(text.as_bytes());
            assert_eq!(syntax.is_past(1), is_past, "{text}");
        }
    }
}
