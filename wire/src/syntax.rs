//! Where a JSON value ends in a text that comes in pieces.

/// What bytes are, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The value ends behind so many bytes of what was looked at last.
    Complete(usize),
    /// Behind so many bytes stands something that JSON does not allow there.
    Invalid(usize),
    /// It goes on.
    Incomplete,
}

/// Reads the brackets, strings and separators of one JSON value, piece by piece. What numbers and words are made of is the
/// business of the one who reads the value.
///
/// ```
/// # use agent_ui_wire as wire;
/// use wire::syntax::{Progress, Syntax};
///
/// let mut syntax = Syntax::default();
/// assert_eq!(syntax.read(br#"{"a":[1,"#), Progress::Incomplete);
/// assert_eq!(syntax.depth(), 2);
/// assert_eq!(syntax.read(b"2]} more"), Progress::Complete(3));
/// assert_eq!(Syntax::default().read(b"{a}"), Progress::Invalid(1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Syntax {
    /// The closing brackets that have to come, the innermost last.
    open: Vec<u8>,
    expects: Expects,
    part: Part,
    has_begun: bool,
}

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expects {
    #[default]
    Value,
    /// A value, or the end of an array that has none.
    FirstElement,
    /// A name, or the end of an object that has none.
    FirstName,
    Name,
    Colon,
    /// A comma, or the end.
    Comma,
}

/// In what the next byte is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Between,
    String,
    /// Behind a backslash.
    Escape,
    /// A number or a word.
    Scalar,
}

impl Syntax {
    /// Whether a value stands there that only the end of the text ends.
    pub fn is_whole(&self) -> bool {
        self.open.is_empty() && self.part == Part::Scalar
    }

    /// How many arrays and objects are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether a value that began so deep has ended and the text went on behind it.
    pub fn is_past(&self, depth: usize) -> bool {
        self.open.len() < depth || (self.open.len() == depth && self.expects != Expects::Comma)
    }

    /// Reads on. Once it has seen the end of the value or a fault, there is nothing more to read.
    pub fn read(&mut self, bytes: &[u8]) -> Progress {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match self.part {
                Part::Escape => self.part = Part::String,
                Part::String => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    // No line end can stand in a string, so what is open there is a line that broke off.
                    let Some(length) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'\n'))
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
                Part::Between => match self.between(byte) {
                    Some(false) => {}
                    Some(true) => return Progress::Complete(at + 1),
                    None => return Progress::Invalid(at),
                },
            }
            at += 1;
        }
        Progress::Incomplete
    }

    /// Takes a byte that is in no string and no scalar. Says whether the value ends with it; nothing if it must not stand there.
    fn between(&mut self, byte: u8) -> Option<bool> {
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
            // A byte order mark in front is the business of the one who reads the value.
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
    fn a_value_ends_where_it_ends_however_it_comes() {
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
            // A number or a word, which only the end of the text ends.
            assert!(seen != Incomplete || whole.is_whole() == (text == "12"), "{text}");
            // Byte by byte, what is behind the end of a scalar is still to be read.
            let mut pieces = Syntax::default();
            let ended = text.bytes().enumerate().find_map(|(at, byte)| match pieces.read(&[byte]) {
                Complete(behind) => Some(Complete(at + behind)),
                Invalid(behind) => Some(Invalid(at + behind)),
                Incomplete => None,
            });
            assert_eq!(ended.unwrap_or(Incomplete), seen, "{text}");
        }
    }

    #[test]
    fn the_text_goes_on_behind_a_value_with_a_comma_or_the_end_of_what_is_around_it() {
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
