//! A scanner for the end of a JSON value in a text that arrives in pieces.

use std::ops::ControlFlow;

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

/// A scanner for the brackets, strings and separators of one JSON value, piece by piece. The characters of numbers and
/// words are not checked, because the reader of the value checks them.
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

/// The tokens that are allowed next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expects {
    #[default]
    Value,
    /// An element, or the closing bracket of an empty array.
    FirstElement,
    /// A name, or the closing bracket of an empty object.
    FirstName,
    Name,
    Colon,
    /// A comma, or the closing bracket of the container.
    Comma,
}

/// The token to which the next byte belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Between,
    String,
    /// The character after a backslash in a string.
    Escape,
    /// A number or a word.
    Scalar,
}

impl Syntax {
    /// Returns `true` if the text so far is a number or a word, which ends only when the text ends.
    pub fn is_whole(&self) -> bool {
        self.open.is_empty() && self.part == Part::Scalar
    }

    /// Returns the number of open arrays and objects.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns `true` if a value that began at this depth has ended and more text has followed.
    pub fn is_past(&self, depth: usize) -> bool {
        self.open.len() < depth || (self.open.len() == depth && self.expects != Expects::Comma)
    }

    /// Reads the next piece. Must not be called after [`Progress::Complete`] or [`Progress::Invalid`].
    pub fn read(&mut self, bytes: &[u8]) -> Progress {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let next = match self.part {
                Part::Escape => {
                    self.part = Part::String;
                    ControlFlow::Continue(at + 1)
                }
                Part::String => self.read_string(bytes, at),
                Part::Scalar => self.read_scalar(byte, at),
                Part::Between => self.read_separator(byte, at),
            };
            match next {
                ControlFlow::Continue(next) => at = next,
                ControlFlow::Break(progress) => return progress,
            }
        }
        Progress::Incomplete
    }

    /// Reads a string from `at` up to its end or its next escape. Returns the offset of the next unread byte.
    fn read_string(&mut self, bytes: &[u8], at: usize) -> ControlFlow<Progress, usize> {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = rest
            .iter()
            .position(|byte| matches!(byte, b'"' | b'\\' | b'\n'));
        let Some(length) = length else {
            return ControlFlow::Break(Progress::Incomplete);
        };
        let at = at + length;
        match rest.get(length) {
            // JSON strings cannot contain line ends, so an open string ends with its line.
            Some(b'\n') => return ControlFlow::Break(Progress::Invalid(at)),
            Some(b'\\') => self.part = Part::Escape,
            _ => {
                self.part = Part::Between;
                if self.expects == Expects::Comma && self.open.is_empty() {
                    return ControlFlow::Break(Progress::Complete(at + 1));
                }
            }
        }
        ControlFlow::Continue(at + 1)
    }

    /// Reads a byte of a number or word, or a byte that ends it. Returns the offset of the next unread byte.
    fn read_scalar(&mut self, byte: u8, at: usize) -> ControlFlow<Progress, usize> {
        let is_end = matches!(byte, b',' | b']' | b'}' | b':' | b'"' | b'{' | b'[')
            || byte.is_ascii_whitespace();
        if !is_end {
            return ControlFlow::Continue(at + 1);
        }
        if self.open.is_empty() {
            return ControlFlow::Break(Progress::Complete(at));
        }
        // The byte after a scalar is itself a separator, so it is read again.
        self.part = Part::Between;
        ControlFlow::Continue(at)
    }

    /// Reads a byte outside of strings and scalars. Returns the offset of the next unread byte.
    fn read_separator(&mut self, byte: u8, at: usize) -> ControlFlow<Progress, usize> {
        let is_value = matches!(self.expects, Expects::Value | Expects::FirstElement);
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'{' if is_value => self.open_container(b'}', Expects::FirstName),
            b'[' if is_value => self.open_container(b']', Expects::FirstElement),
            b'"' if is_value => (self.expects, self.part) = (Expects::Comma, Part::String),
            b'"' if matches!(self.expects, Expects::FirstName | Expects::Name) => {
                (self.expects, self.part) = (Expects::Colon, Part::String);
            }
            b':' if self.expects == Expects::Colon => self.expects = Expects::Value,
            b',' if self.expects == Expects::Comma => match self.open.last() {
                Some(b'}') => self.expects = Expects::Name,
                Some(_) => self.expects = Expects::Value,
                None => return ControlFlow::Break(Progress::Invalid(at)),
            },
            b'}' | b']' if self.may_close(byte) => {
                self.open.pop();
                self.expects = Expects::Comma;
                if self.open.is_empty() {
                    return ControlFlow::Break(Progress::Complete(at + 1));
                }
            }
            // The reader of the value checks the characters of numbers and words.
            b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' if is_value => {
                (self.expects, self.part) = (Expects::Comma, Part::Scalar);
            }
            // The reader of the value reports a byte order mark.
            0xEF | 0xBB | 0xBF if !self.has_begun => return ControlFlow::Continue(at + 1),
            _ => return ControlFlow::Break(Progress::Invalid(at)),
        }
        self.has_begun = true;
        ControlFlow::Continue(at + 1)
    }

    fn open_container(&mut self, close: u8, expects: Expects) {
        self.open.push(close);
        self.expects = expects;
    }

    /// Returns `true` if this bracket may close the innermost container at the current position.
    fn may_close(&self, bracket: u8) -> bool {
        if self.open.last() != Some(&bracket) {
            return false;
        }
        match self.expects {
            Expects::Comma | Expects::FirstElement | Expects::FirstName => true,
            // JSON does not allow trailing commas.
            Expects::Value | Expects::Name | Expects::Colon => false,
        }
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
            // A number or a word ends only when the text ends.
            assert!(
                seen != Incomplete || whole.is_whole() == (text == "12"),
                "{text}"
            );
            // When reading byte by byte, the byte after a scalar ends it.
            let mut pieces = Syntax::default();
            let ended =
                text.bytes()
                    .enumerate()
                    .find_map(|(at, byte)| match pieces.read(&[byte]) {
                        Complete(end) => Some(Complete(at + end)),
                        Invalid(end) => Some(Invalid(at + end)),
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
