//! A scanner for the values of a JSON object that is still being written.

use crate::token;
use std::{borrow::Cow, ops::Range};

/// The depth down to which the scanner reports values. Deeper values are only skipped.
const DEEPEST: usize = 4;

/// A part of a JSON object that the scanner has read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The name of a member, with its quotes.
    Name(Range<usize>),
    /// The opening bracket of an array or object, at this offset.
    Opened(usize),
    /// A complete value: a scalar, or a container with its closing bracket.
    Value(Range<usize>),
}

/// A scanner for a JSON object that arrives in pieces. It reports each name and each value of the four outermost levels of
/// containers as soon as the name or value is complete.
///
/// Each call receives the whole text so far, and each byte is read once. The scanner assumes valid JSON. For other text
/// it ends without a panic, but the parts have no meaning.
///
/// ```
/// use agent_ui_wire::partial::{Part, PartialScanner};
///
/// let text = r#"{"a":{"list":[{"id":"x"},{"id"#;
/// let mut scanner = PartialScanner::default();
/// let mut complete = Vec::new();
/// while let Some(part) = scanner.next(text) {
///     if let Part::Value(range) = part {
///         if scanner.path(text) == ["a", "list", ""] {
///             complete.push(&text[range]);
///         }
///     }
/// }
/// assert_eq!(complete, [r#"{"id":"x"}"#]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct PartialScanner {
    /// The open containers, outermost first.
    open: Vec<Container>,
    /// The number of open containers below [`DEEPEST`].
    deeper: usize,
    inside: Inside,
    /// The start of the current string or scalar.
    start: usize,
    /// The number of bytes that were read.
    read: usize,
    has_ended: bool,
}

/// An open array or object.
#[derive(Clone, Debug)]
struct Container {
    start: usize,
    is_object: bool,
    /// The name of the current member, with its quotes.
    name: Range<usize>,
    expects_name: bool,
}

/// The token to which the next byte belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Between,
    String,
    /// The character after a backslash in a string.
    Escape,
    Scalar,
}

impl PartialScanner {
    /// Returns the next part of the text, or `None` if the text so far contains no further part. `text` begins with the text of
    /// the earlier calls.
    pub fn next(&mut self, text: &str) -> Option<Part> {
        let bytes = text.as_bytes();
        while let Some(&byte) = bytes.get(self.read) {
            if self.has_ended {
                return None;
            }
            let part = match self.inside {
                Inside::String => self.read_string(bytes),
                Inside::Escape => self.go_on(Inside::String),
                Inside::Scalar => self.read_scalar(byte),
                Inside::Between => self.read_separator(byte),
            };
            if part.is_some() {
                return part;
            }
        }
        None
    }

    /// Returns the names of the members that contain the current part. An array has an empty name in place of each index.
    pub fn path<'a>(&self, text: &'a str) -> Vec<Cow<'a, str>> {
        let mut names = Vec::with_capacity(self.open.len());
        for container in &self.open {
            names.push(match container.is_object {
                true => token::name(text.get(container.name.clone()).unwrap_or_default()),
                false => Cow::Borrowed(""),
            });
        }
        names
    }

    /// Returns the number of containers that contain the current part.
    pub fn depth(&self) -> usize {
        self.open.len() + self.deeper
    }

    /// Returns `true` after the end of the object, or after an error.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Skips one byte.
    fn go_on(&mut self, inside: Inside) -> Option<Part> {
        self.read += 1;
        self.inside = inside;
        None
    }

    /// Reads a string up to its end or its next escape.
    fn read_string(&mut self, bytes: &[u8]) -> Option<Part> {
        let rest = bytes.get(self.read..).unwrap_or_default();
        let Some(length) = memchr::memchr3(b'"', b'\\', b'\n', rest) else {
            self.read = bytes.len();
            return None;
        };
        self.read += length;
        match rest.get(length) {
            Some(b'\\') => self.go_on(Inside::Escape),
            // JSON strings contain no line ends.
            Some(b'\n') => self.end(),
            _ => {
                self.go_on(Inside::Between);
                self.end_string()
            }
        }
    }

    /// Ends the scan.
    fn end(&mut self) -> Option<Part> {
        self.has_ended = true;
        None
    }

    /// Returns the string that ends here, as a name or a value.
    fn end_string(&mut self) -> Option<Part> {
        if self.deeper > 0 {
            return None;
        }
        let range = self.start..self.read;
        let container = self.open.last_mut()?;
        if !container.expects_name {
            return Some(Part::Value(range));
        }
        container.expects_name = false;
        container.name = range.clone();
        Some(Part::Name(range))
    }

    /// Reads a byte of a number or word, or the byte after it.
    fn read_scalar(&mut self, byte: u8) -> Option<Part> {
        if !matches!(byte, b',' | b']' | b'}') && !byte.is_ascii_whitespace() {
            return self.go_on(Inside::Scalar);
        }
        self.inside = Inside::Between;
        if self.deeper > 0 {
            return None;
        }
        Some(Part::Value(self.start..self.read))
    }

    /// Reads a byte outside of strings and scalars.
    fn read_separator(&mut self, byte: u8) -> Option<Part> {
        let at = self.read;
        match byte {
            b'{' | b'[' => {
                self.read += 1;
                self.open_container(at, byte == b'{')
            }
            b'}' | b']' => {
                self.read += 1;
                self.close_container()
            }
            b'"' => {
                self.start = at;
                self.go_on(Inside::String)
            }
            b',' => {
                if let (0, Some(container)) = (self.deeper, self.open.last_mut()) {
                    container.expects_name = container.is_object;
                }
                self.go_on(Inside::Between)
            }
            b':' => self.go_on(Inside::Between),
            _ if byte.is_ascii_whitespace() => self.go_on(Inside::Between),
            // The scanned value is a container.
            _ if self.open.is_empty() => self.end(),
            _ => {
                self.start = at;
                self.go_on(Inside::Scalar)
            }
        }
    }

    fn open_container(&mut self, start: usize, is_object: bool) -> Option<Part> {
        if self.open.len() >= DEEPEST {
            self.deeper += 1;
            return None;
        }
        self.open.push(Container {
            start,
            is_object,
            name: 0..0,
            expects_name: is_object,
        });
        Some(Part::Opened(start))
    }

    fn close_container(&mut self) -> Option<Part> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return None;
        }
        let container = self.open.pop();
        self.has_ended = self.open.is_empty();
        Some(Part::Value(container?.start..self.read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all parts of a text that arrives in pieces of this size, with their paths.
    fn parts(text: &str, size: usize) -> Vec<(Part, Vec<String>)> {
        let mut scanner = PartialScanner::default();
        let mut found = Vec::new();
        let mut ends: Vec<usize> = (0..text.len()).step_by(size).collect();
        ends.push(text.len());
        for end in ends {
            if !text.is_char_boundary(end) {
                continue;
            }
            let known = &text[..end];
            while let Some(part) = scanner.next(known) {
                let path = scanner.path(known);
                found.push((part, path.iter().map(|name| name.to_string()).collect()));
            }
        }
        found
    }

    #[test]
    fn parts_do_not_depend_on_the_pieces() {
        let text = r#" {"vé\"r":"v\\","body":{"n":-1.50e3,"l":[{"d":{"e":[{"f":"}"}]}}, true ,"x"]},"z":null} after"#;
        let whole = parts(text, text.len());
        for size in 1..text.len() {
            assert_eq!(parts(text, size), whole, "{size}");
        }
        let mut values = Vec::new();
        for (part, _) in &whole {
            if let Part::Value(range) = part {
                values.push(&text[range.clone()]);
            }
        }
        assert_eq!(values[..2], [r#""v\\""#, "-1.50e3"]);
        assert!(values.contains(&r#"{"d":{"e":[{"f":"}"}]}}"#));
        assert!(values.contains(&"true") && values.contains(&"null"));
    }

    #[test]
    fn a_line_end_in_a_string_ends_the_scan() {
        assert_eq!(parts("{\"a\":\"b\n\"}", 3).len(), 2);
        assert_eq!(parts("nothing {}", 2), []);
    }
}
