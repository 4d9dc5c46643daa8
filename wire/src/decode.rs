//! Reading and writing a whole message, with limits and exact errors.

use crate::{Pointer, redact, token};
use serde::{Deserialize, Serialize, de};
use std::fmt;

/// How deep a message may nest: 127 levels of arrays and objects are read and written, 128 are refused.
///
/// It is judged once, over the whole text, so that a payload counts from where it stands in its message.
/// 127 is what serde_json itself reads, so whatever passes here can be read by anybody who uses it.
pub const MAX_DEPTH: usize = 127;

/// Which rule of reading was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DecodeRule {
    /// The text is no JSON.
    Syntax,
    /// The bytes are no UTF-8.
    Encoding,
    /// It nests deeper than [`MAX_DEPTH`].
    Depth,
    /// A value of another JSON type stands there.
    Type,
    /// A required member is missing.
    Missing,
    /// A member of a typed object occurs twice.
    Duplicate,
    /// The type is right and the value is none that the specification allows.
    Value,
    /// A message that is named by its one key has no such key, or two.
    Key,
}

impl DecodeRule {
    const ALL: [Self; 8] = [
        Self::Syntax,
        Self::Encoding,
        Self::Depth,
        Self::Type,
        Self::Missing,
        Self::Duplicate,
        Self::Value,
        Self::Key,
    ];

    /// The name of the rule in reports: `syntax`, `missing` and so on.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Encoding => "encoding",
            Self::Depth => "depth",
            Self::Type => "type",
            Self::Missing => "missing",
            Self::Duplicate => "duplicate",
            Self::Value => "value",
            Self::Key => "key",
        }
    }
}

impl fmt::Display for DecodeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a text is no such message: what stands where, and what would be right.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Note }
/// wire::object! {
///     /// A note.
///     pub struct Note {
///         /// Its lines.
///         lines: Vec<String>,
///     }
/// }
/// let error = wire::decode::<Note>(r#"{"lines":["a",7]}"#).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/lines/1");
/// assert_eq!(error.rule, wire::DecodeRule::Type);
/// assert_eq!(error.found, "integer `7`");
/// assert_eq!(error.expected, "a string");
/// assert_eq!(error.to_string(), "/lines/1: integer `7`; expected a string (line 1, column 15)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeError {
    /// Where it is; for a missing member, where it should be.
    pub pointer: Pointer,
    /// Which rule was broken.
    pub rule: DecodeRule,
    /// What stands there; of an address neither query nor fragment nor user name.
    pub found: String,
    /// What would be right; empty where nothing can be said.
    pub expected: String,
    /// The line in the text, from 1; 0 if it is not known.
    pub line: usize,
    /// The column in that line, in bytes, from 1; 0 if it is not known.
    pub column: usize,
}

impl DecodeError {
    fn new(
        rule: DecodeRule,
        pointer: Pointer,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        let (found, expected) = (found.to_string(), expected.to_string());
        Self { pointer, rule, found, expected, line: 0, column: 0 }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_root() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.found)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        if self.line > 0 {
            write!(f, " (line {}, column {})", self.line, self.column)?;
        }
        Ok(())
    }
}

impl std::error::Error for DecodeError {}

/// Reads one message.
///
/// Depth is judged first. When reading fails, the text is read a second time to learn where: an error costs, success
/// does not. Plain `serde_json::from_str::<T>` reads the same messages, but skips the limit for the payloads
/// inside and knows no pointer.
///
/// # Errors
/// The first thing that is wrong, as a [`DecodeError`].
pub fn decode<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, DecodeError> {
    if token::is_too_deep(text) {
        return Err(too_deep(text));
    }
    serde_json::from_str(text).map_err(|error| locate::<T>(text, &error))
}

/// Reads one message from bytes, which have to be UTF-8 without a byte order mark.
///
/// # Errors
/// Those of [`decode`], and `encoding` with line and column of the first byte that is no UTF-8.
pub fn decode_slice<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, DecodeError> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return decode(text),
        Err(error) => error,
    };
    let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let line = good.split(|b| *b == b'\n');
    let column = line.clone().next_back().map_or(0, <[u8]>::len) + 1;
    Err(DecodeError {
        line: line.count(),
        column,
        ..DecodeError::new(DecodeRule::Encoding, Pointer::root(), "a byte that is no UTF-8", "JSON in UTF-8")
    })
}

#[cold]
fn too_deep(text: &str) -> DecodeError {
    let pointer = token::deeper_than(text, MAX_DEPTH).unwrap_or_default();
    let found = format_args!("a value nested {} levels deep", token::depth(text)).to_string();
    DecodeError::new(DecodeRule::Depth, pointer, found, format_args!("at most {MAX_DEPTH} levels"))
}

#[cold]
fn locate<'a, T: Deserialize<'a>>(text: &'a str, first: &serde_json::Error) -> DecodeError {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let path = match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Ok(_) => Pointer::root(),
        Err(error) => pointer_of(error.path()),
    };
    let refusal = Refusal::read(first).below(&path);
    let (line, column) = (first.line(), first.column());
    let Refusal { rule, pointer, found, expected } = refusal;
    let found = redact::addresses(&found).into_owned();
    if rule == DecodeRule::Syntax && text.starts_with('\u{FEFF}') {
        let found = "a byte order mark in front of the message".to_owned();
        return DecodeError { pointer, rule, found, expected: "JSON without it".to_owned(), line, column };
    }
    DecodeError { pointer, rule, found, expected, line, column }
}

fn pointer_of(path: &serde_path_to_error::Path) -> Pointer {
    use serde_path_to_error::Segment;
    let mut pointer = Pointer::root();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.push_index(*index),
            Segment::Map { key } => pointer.push(key),
            Segment::Enum { variant } => pointer.push(variant),
            Segment::Unknown => {}
        }
    }
    pointer
}

/// Reads a member that had to be kept as text until the tag behind it was known.
pub(crate) fn nested<'de, S: de::DeserializeSeed<'de>, E: de::Error>(
    name: &str,
    text: &str,
    seed: S,
) -> Result<S::Value, E> {
    // The text is ours and nothing of `'de` can be borrowed from it: it is read like a stream.
    let mut deserializer = serde_json::Deserializer::from_reader(text.as_bytes());
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut deserializer, &mut track);
    seed.deserialize(tracked).map_err(|error| {
        let path = Pointer::root().member(name).join(&pointer_of(&track.path()));
        Refusal::read(&error).below(&path).into_error()
    })
}

/// Hands on the error of a value that was read from its own text, with its pointer.
pub fn nested_error<E: de::Error>(error: DecodeError) -> E {
    let DecodeError { pointer, rule, found, expected, .. } = error;
    Refusal { rule, pointer, found, expected }.into_error()
}

/// A reason to refuse a message, for hand-written `Deserialize` implementations.
///
/// It travels through serde's errors as text and becomes a [`DecodeError`] in [`decode`]:
///
/// ```
/// # use agent_ui_wire as wire;
/// use wire::decode::Refusal;
///
/// let error: serde_json::Error = Refusal::value("`v7`", "`v0.9`").at("version").into_error();
/// assert_eq!(error.to_string(), r#"`v7`; expected `v0.9` [value at "/version"]"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    rule: DecodeRule,
    pointer: Pointer,
    found: String,
    expected: String,
}

impl Refusal {
    /// What was found, what would be right, and the rule that was broken, at the value which is being read.
    pub fn new(rule: DecodeRule, found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self { rule, pointer: Pointer::root(), found: found.to_string(), expected: expected.to_string() }
    }

    /// The value is of the right type and not allowed.
    pub fn value(found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self::new(DecodeRule::Value, found, expected)
    }

    /// The value is of another type.
    pub fn wrong_type(found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self::new(DecodeRule::Type, found, expected)
    }

    /// The required member `name` is missing.
    pub fn missing(name: &str) -> Self {
        Self::new(DecodeRule::Missing, "a required member is missing", format_args!("a member `{name}`"))
            .at(name)
    }

    /// The member `name` occurs a second time.
    pub fn duplicate(name: &str) -> Self {
        Self::new(DecodeRule::Duplicate, "a second member of the same name", "each member once").at(name)
    }

    /// Says that it concerns the member `name` of the value which is being read.
    #[must_use]
    pub fn at(mut self, name: &str) -> Self {
        self.pointer = Pointer::root().member(name).join(&self.pointer);
        self
    }

    fn below(mut self, path: &Pointer) -> Self {
        self.pointer = path.join(&self.pointer);
        self
    }

    /// The serde error that carries it.
    pub fn into_error<E: de::Error>(self) -> E {
        E::custom(format_args!(
            "{}; expected {} [{} at {}]",
            self.found,
            self.expected,
            self.rule,
            quoted(self.pointer.as_str())
        ))
    }

    /// Reads what [`into_error`](Self::into_error) wrote, or what serde_json itself had to say.
    fn read(error: &serde_json::Error) -> Self {
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&place).unwrap_or(&message);
        Self::read_ours(message).unwrap_or_else(|| Self::read_foreign(message, error.classify()))
    }

    fn read_ours(message: &str) -> Option<Self> {
        // Inside the quoted pointer every quote is escaped, so the last ` at "` is the one that was written here.
        let (rest, pointer) = message.strip_suffix(']')?.rsplit_once(" at \"")?;
        let pointer = Pointer::parse(&token::string(&format!("\"{pointer}"))).ok()?;
        let (rest, name) = rest.rsplit_once(" [")?;
        let rule = DecodeRule::ALL.into_iter().find(|rule| rule.as_str() == name)?;
        let (found, expected) = rest.rsplit_once("; expected ")?;
        Some(Self { rule, pointer, found: found.to_owned(), expected: expected.to_owned() })
    }

    fn read_foreign(message: &str, category: serde_json::error::Category) -> Self {
        let (found, expected) = message.rsplit_once(", expected ").unwrap_or((message, ""));
        let known = [
            ("invalid type: ", DecodeRule::Type),
            ("invalid value: ", DecodeRule::Value),
            ("invalid length ", DecodeRule::Value),
            ("unknown variant ", DecodeRule::Value),
            ("missing field ", DecodeRule::Missing),
            ("duplicate field ", DecodeRule::Duplicate),
        ];
        for (start, rule) in known {
            if let Some(rest) = found.strip_prefix(start) {
                let found = if start.starts_with("invalid") { rest } else { found };
                return Self::new(rule, found, expected);
            }
        }
        if found == "recursion limit exceeded" {
            let expected = format_args!("at most {MAX_DEPTH} levels").to_string();
            return Self::new(DecodeRule::Depth, "a value that is nested too deep", expected);
        }
        match category {
            serde_json::error::Category::Data => Self::new(DecodeRule::Value, message, ""),
            _ => Self::new(DecodeRule::Syntax, message, "JSON"),
        }
    }
}

/// Without line and column: they are known only to whoever reads the text.
impl From<Refusal> for DecodeError {
    fn from(refusal: Refusal) -> Self {
        let Refusal { rule, pointer, found, expected } = refusal;
        Self::new(rule, pointer, found, expected)
    }
}

/// `text` as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Why a message cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The text would nest deeper than [`MAX_DEPTH`], and its readers would refuse it.
    #[error("{pointer}: a value nested deeper than {MAX_DEPTH} levels")]
    Depth {
        /// Where the value lies that is too deep.
        pointer: Pointer,
    },
    /// The value does not serialize: an [`Extra`](crate::Extra) repeats a member of its own object, for example.
    #[error("{0}")]
    Value(String),
}

/// Writes one message: members in the order of its table, then what the table does not name.
///
/// # Errors
/// If the text would nest deeper than [`MAX_DEPTH`], or the value does not serialize.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<String, EncodeError> {
    // Most messages fit, and what has to grow is copied.
    let mut bytes = Vec::with_capacity(1024);
    serde_json::to_writer(&mut bytes, value).map_err(|error| EncodeError::Value(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| EncodeError::Value(error.to_string()))?;
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
pub fn encode_line<T: Serialize + ?Sized>(value: &T) -> Result<String, EncodeError> {
    Ok(one_line(encode(value)?))
}

/// The same JSON without line ends. Inside strings JSON allows none, so whatever is found stands between tokens.
pub fn one_line(mut text: String) -> String {
    if text.contains(['\n', '\r']) {
        text.retain(|c| c != '\n' && c != '\r');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn error(text: &str) -> DecodeError {
        decode::<Vec<u8>>(text).unwrap_err()
    }

    #[test]
    fn a_refusal_survives_its_way_through_serde_whatever_it_holds() {
        let hostile = r#"x [value at "/a"] , expected " at line 1 column 2"#;
        let refusal = Refusal::value(hostile, "peace").at(hostile);
        let error: serde_json::Error = refusal.clone().into_error();
        assert_eq!(Refusal::read(&error), refusal);
    }

    #[test]
    fn the_depth_limit_is_judged_over_the_whole_text() {
        let nest = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(decode::<Value>(&nest(127)).is_ok());
        let error = decode::<Value>(&nest(128)).unwrap_err();
        assert_eq!((error.rule, error.pointer.segments().count()), (DecodeRule::Depth, 127));
        assert_eq!(decode::<Value>(&nest(100_000)).unwrap_err().rule, DecodeRule::Depth);
        assert!(encode(&nest(128)).is_ok(), "a string may hold what it likes");
    }

    #[test]
    fn errors_of_serde_json_get_a_rule_and_a_pointer() {
        assert_eq!(error("[1,300]").to_string(), "/1: integer `300`; expected u8 (line 1, column 6)");
        assert_eq!(error("[1,").rule, DecodeRule::Syntax);
        assert_eq!(error("[1,\n\"a\"]").line, 2);
        assert_eq!(error("\u{FEFF}[1]").found, "a byte order mark in front of the message");
        let bytes = decode_slice::<Vec<u8>>(b"[1,\n \xFF]").unwrap_err();
        assert_eq!((bytes.rule, bytes.line, bytes.column), (DecodeRule::Encoding, 2, 2));
    }

    #[test]
    fn a_line_holds_no_line_end() {
        let payload: Box<serde_json::value::RawValue> =
            serde_json::from_str("{\"a\":\r\n [1,\n2],\"b\":\"\\n\"}").unwrap();
        assert_eq!(encode_line(&payload).unwrap(), r#"{"a": [1,2],"b":"\n"}"#);
    }
}
