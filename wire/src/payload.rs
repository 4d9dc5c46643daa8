//! Free-form JSON values.

use crate::{
    DecodeError, EncodeError, HasType, PayloadKind, Pointer, Reader, Type, Wire, Writer,
    decode::ReadResult, decode::decode_any_depth, edge, quote::quote, redact, token,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use std::{borrow::Cow, collections::BTreeMap, fmt};

/// A JSON value of any shape, which keeps its original text and is decoded on demand.
///
/// The text preserves everything: the size and spelling of numbers, the order of members, duplicate members, lone
/// surrogates, and any depth. A payload works in every serde type, including `untagged`, `flatten` and tagged types, and
/// with all features of serde_json. A payload from a `serde_json::Value` or a serde buffer keeps only what that
/// representation kept. `serde_json::to_value` refuses a number that a `Value` cannot hold, in a payload and in every wire
/// type, as `Value::try_from(&payload)` does with the place of the number. To write the remaining members under `flatten`, use a map of payloads, because serde cannot split
/// a single payload into members.
///
/// Two payloads are equal if they are the same JSON value. The order of members and the escapes of strings do not matter.
/// The spelling of numbers matters (`1`, `1.0` and `1e0` differ), and so do duplicate members.
///
/// ```
/// use agent_ui_wire::Payload;
///
/// let payload = Payload::parse(r#"{"big":123456789012345678901234567890,"a":[1.0]}"#)?;
/// assert_eq!(payload.text(), r#"{"big":123456789012345678901234567890,"a":[1.0]}"#);
/// assert_eq!(payload, Payload::parse(r#"{ "\u0061": [1.0], "big": 123456789012345678901234567890 }"#)?);
/// assert_ne!(Payload::parse("1")?, Payload::parse("1.0")?);
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
#[derive(Clone)]
pub struct Payload(Box<str>);

impl Payload {
    /// Parses a JSON text of any depth.
    ///
    /// # Errors
    /// Returns an error if the text is not valid JSON.
    pub fn parse(text: impl AsRef<str>) -> Result<Self, DecodeError> {
        decode_any_depth(text.as_ref())
    }

    /// Returns `true` if [`parse`](Self::parse) accepts the text. Unlike `parse`, this does not copy the text.
    pub fn is_json(text: &str) -> bool {
        Reader::is_json(text)
    }

    /// Encodes `value`.
    ///
    /// # Errors
    /// Returns an error if the value has no JSON text. For example, an [`Extra`](crate::Extra) repeats a member of
    /// its own object.
    #[inline]
    pub fn encode<T: Wire + ?Sized>(value: &T) -> Result<Self, EncodeError> {
        let mut writer = Writer::new();
        value.write(&mut writer);
        writer.into_boxed_str().map(Self)
    }

    /// Creates a payload from the output of `write`. If the output has no JSON text, creates null.
    ///
    /// ```
    /// let payload = agent_ui_wire::Payload::build(|writer| {
    ///     writer.open_array();
    ///     writer.element();
    ///     writer.string("a");
    ///     writer.close_array();
    /// });
    /// assert_eq!(payload.text(), r#"["a"]"#);
    /// ```
    #[inline]
    pub fn build(write: impl FnOnce(&mut Writer)) -> Self {
        let mut writer = Writer::new();
        write(&mut writer);
        writer.into_boxed_str().map_or_else(|_| Self::null(), Self)
    }

    /// Creates a payload from valid JSON without surrounding whitespace.
    pub(crate) fn from_valid_json(text: &str) -> Self {
        Self(text.into())
    }

    /// Creates the payload `null`.
    pub fn null() -> Self {
        Self::from_valid_json("null")
    }

    /// Creates the payload `{}`.
    pub fn empty_object() -> Self {
        Self::from_valid_json("{}")
    }

    /// Creates a JSON string.
    pub fn string(text: &str) -> Self {
        Self(quote(text).into())
    }

    /// Creates an object with these members in the given order.
    pub fn object<'a>(
        members: impl IntoIterator<Item = (&'a str, &'a Payload), IntoIter: Clone>,
    ) -> Self {
        let members = members.into_iter();
        // Each member also needs quotes, a colon and a comma. A buffer of the exact size avoids a copy.
        let lengths = members.clone();
        let length: usize = lengths
            .map(|(name, value)| name.len() + value.text().len() + 4)
            .sum();
        let mut writer = Writer::with_room(1 + length.max(1));
        writer.open_object();
        for (name, value) in members {
            writer.member(name, value);
        }
        writer.close_object();
        writer.into_boxed_str().map_or_else(|_| Self::null(), Self)
    }

    /// Creates an array with these elements.
    pub fn array<'a>(elements: impl IntoIterator<Item = &'a Payload, IntoIter: Clone>) -> Self {
        let elements = elements.into_iter();
        let lengths = elements.clone();
        let length: usize = lengths.map(|value| value.text().len() + 1).sum();
        let mut writer = Writer::with_room(1 + length.max(1));
        writer.open_array();
        for element in elements {
            writer.element();
            writer.raw(element.text());
        }
        writer.close_array();
        writer.into_boxed_str().map_or_else(|_| Self::null(), Self)
    }

    /// Returns the original text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the JSON type of the value.
    pub fn kind(&self) -> PayloadKind {
        match self.text().as_bytes().first() {
            Some(b'{') => PayloadKind::Object,
            Some(b'[') => PayloadKind::Array,
            Some(b'"') => PayloadKind::String,
            Some(b't' | b'f') => PayloadKind::Boolean,
            Some(b'n') | None => PayloadKind::Null,
            Some(_) => PayloadKind::Number,
        }
    }

    /// Returns `true` if the value is null.
    pub fn is_null(&self) -> bool {
        self.kind() == PayloadKind::Null
    }

    /// Returns `true` if the value is an object.
    pub fn is_object(&self) -> bool {
        self.kind() == PayloadKind::Object
    }

    /// Decodes the payload as a `T`.
    ///
    /// # Errors
    /// Returns the errors of [`decode`](crate::decode()). Their pointers are relative to this payload.
    #[inline]
    pub fn decode<T: Wire>(&self) -> Result<T, DecodeError> {
        crate::decode(self.text())
    }

    /// Deserializes the payload as a type of another crate. For a wire type, use [`decode`](Self::decode), whose errors
    /// contain the place. To read a payload from a deserializer, use `<Payload as
    /// Deserialize>::deserialize(deserializer)`.
    ///
    /// ```
    /// let payload = agent_ui_wire::Payload::parse(r#"{"east":2,"west":3}"#)?;
    /// let beds: std::collections::BTreeMap<String, u32> = payload.deserialize()?;
    /// assert_eq!(beds["west"], 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of `serde_json`, which reads at most 127 levels.
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.text())
    }

    /// Serializes a value of another crate's type. For a wire type, use [`encode`](Self::encode).
    ///
    /// ```
    /// let payload = agent_ui_wire::Payload::serialize_from(&("east", 2))?;
    /// assert_eq!(payload.text(), r#"["east",2]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of `serde_json`, for example for a map whose keys are not strings.
    pub fn serialize_from<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(|text| Self(text.into()))
    }

    /// Returns the text of a JSON string without quotes and escapes. Returns `None` for other types. A lone surrogate
    /// becomes U+FFFD.
    pub fn as_str(&self) -> Option<Cow<'_, str>> {
        (self.kind() == PayloadKind::String).then(|| token::string(self.text()))
    }

    /// Returns the nesting depth, which is 0 for a scalar and 1 for `{}`.
    pub fn depth(&self) -> usize {
        token::depth(self.text())
    }

    /// Iterates over the members of an object in order, including duplicates. Other types have no members.
    ///
    /// ```
    /// let payload = agent_ui_wire::Payload::parse(r#"{"a":1,"b":[2]}"#)?;
    /// let members: Vec<_> = payload.members().map(|(name, value)| (name.into_owned(), value.text().to_owned())).collect();
    /// assert_eq!(members, [("a".into(), "1".into()), ("b".into(), "[2]".into())]);
    /// # Ok::<(), agent_ui_wire::DecodeError>(())
    /// ```
    pub fn members(&self) -> impl Iterator<Item = (Cow<'_, str>, Payload)> {
        token::children(self.text())
            .filter_map(|child| Some((token::name(child.name?), Self::from_valid_json(child.text))))
    }

    /// Returns the member `name` of an object. If the name is repeated, the last member wins, as in JavaScript.
    ///
    /// ```
    /// let payload = agent_ui_wire::Payload::parse(r#"{"a/b":1,"n\u0061me":2,"a/b":3}"#)?;
    /// assert_eq!(payload.member("a/b").unwrap().text(), "3");
    /// assert_eq!(payload.member("name").unwrap().text(), "2");
    /// assert_eq!(agent_ui_wire::Payload::parse("[1]")?.member("0"), None);
    /// # Ok::<(), agent_ui_wire::DecodeError>(())
    /// ```
    pub fn member(&self, name: &str) -> Option<Payload> {
        token::member(self.text(), name).map(Self::from_valid_json)
    }

    /// Iterates over the elements of an array in order. Other types have no elements.
    pub fn elements(&self) -> impl Iterator<Item = Payload> {
        token::children(self.text())
            .filter(|child| child.name.is_none())
            .map(|child| Self::from_valid_json(child.text))
    }

    /// Returns the value at `pointer`. If a name is repeated, the last member wins, as in JavaScript.
    ///
    /// ```
    /// use agent_ui_wire::{Payload, Pointer};
    ///
    /// let payload = Payload::parse(r#"{"a":[{"b":2.50}]}"#)?;
    /// assert_eq!(payload.get(&Pointer::parse("/a/0/b")?).unwrap().text(), "2.50");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, pointer: &Pointer) -> Option<Payload> {
        token::value_at(self.text(), pointer).map(Self::from_valid_json)
    }
}

/// Shows the text. Queries, fragments and user names of URLs are removed, because they can contain keys. `Display` and
/// [`text`](Payload::text) return the whole text.
///
/// ```
/// let payload = agent_ui_wire::Payload::parse(r#"{"url":"https://plans.test/east?key=s3cret"}"#)?;
/// assert_eq!(format!("{payload:?}"), r#"{"url":"https://plans.test/east?…"}"#);
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
impl fmt::Debug for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        if !text.contains(['?', '#', '@', '\\']) {
            return f.write_str(text);
        }
        let mut shown = 0;
        for token in token::Tokens::new(text) {
            if !matches!(
                token.kind,
                token::TokenKind::String | token::TokenKind::Name
            ) {
                continue;
            }
            let string = token::string(token.text);
            if let Cow::Owned(redacted) = redact::addresses(&string) {
                f.write_str(text.get(shown..token.at).unwrap_or_default())?;
                f.write_str(&quote(&redacted))?;
                shown = token.at + token.text.len();
            }
        }
        f.write_str(text.get(shown..).unwrap_or_default())
    }
}

impl fmt::Display for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Converts a scalar. `payload_from!(bool);` expands to:
///
/// ```text
/// impl From<bool> for Payload {
///     fn from(value: bool) -> Self { Self(value.to_string().into()) }
/// }
/// ```
macro_rules! payload_from {
    ($($scalar:ty)*) => { $(
        impl From<$scalar> for Payload {
            fn from(value: $scalar) -> Self {
                Self(value.to_string().into())
            }
        }
    )* };
}
payload_from!(bool i32 i64 u32 u64);

/// Creates a JSON string, as [`Payload::string`] does. To read JSON text, use [`Payload::parse`].
///
/// ```
/// use agent_ui_wire::Payload;
///
/// assert_eq!(Payload::from("[1]").text(), r#""[1]""#);
/// assert_eq!(Payload::parse("[1]")?.text(), "[1]");
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
impl From<&str> for Payload {
    fn from(text: &str) -> Self {
        Self::string(text)
    }
}

/// Creates a JSON string, as [`Payload::string`] does. To read JSON text, use [`Payload::parse`].
impl From<String> for Payload {
    fn from(text: String) -> Self {
        Self::string(&text)
    }
}

/// Converts a value without loss. Members keep their order in the value.
impl From<&serde_json::Value> for Payload {
    fn from(value: &serde_json::Value) -> Self {
        Self(value.to_string().into())
    }
}

/// Converts a value without loss. Members keep their order in the value.
impl From<serde_json::Value> for Payload {
    fn from(value: serde_json::Value) -> Self {
        Self::from(&value)
    }
}

/// Converts a payload, if the value can represent all numbers.
///
/// A value can represent 64-bit integers and doubles. For example, `1.50` becomes the double 1.5, which changes the
/// spelling but not the value. A number whose value would change is an error, for example `1e999` or
/// `12345678901234567890123`. `serde_json::to_value(&payload)` fails for the same numbers, without their place. To accept the nearest double, use [`deserialize`](Payload::deserialize). If a name is
/// repeated, the last member wins.
///
/// Other crates of a build can enable the features `arbitrary_precision` and `preserve_order` of `serde_json`. With
/// `arbitrary_precision`, a value can represent every number. With `preserve_order`, a value keeps the order of members.
///
/// ```
/// use agent_ui_wire::Payload;
/// use serde_json::{Value, json};
///
/// let payload = Payload::parse(r#"{"weight": 1.50}"#)?;
/// let value = Value::try_from(&payload)?;
/// assert_eq!(value, json!({"weight": 1.5}));
/// assert_eq!(Payload::from(value).text(), r#"{"weight":1.5}"#);
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
impl TryFrom<&Payload> for serde_json::Value {
    type Error = DecodeError;

    /// # Errors
    /// Fails for a number that the value cannot hold, a lone surrogate, and more than 127 levels.
    fn try_from(payload: &Payload) -> Result<Self, DecodeError> {
        edge::to_serde_value(payload.text())
    }
}

/// Converts a payload, like the conversion from a reference.
impl TryFrom<Payload> for serde_json::Value {
    type Error = DecodeError;

    fn try_from(payload: Payload) -> Result<Self, DecodeError> {
        Self::try_from(&payload)
    }
}

impl Wire for Payload {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        reader.span().map(Self::from_valid_json)
    }

    fn write(&self, writer: &mut Writer) {
        writer.raw(self.text());
    }
}

impl Writer {
    /// Writes a member.
    pub fn member(&mut self, name: &str, value: &Payload) {
        self.name(name);
        self.raw(value.text());
    }
}

impl HasType for Payload {
    const TYPE: Type = Type::Any;
}

/// A free-form value, for which null is a payload like any other.
impl Wire for Option<Payload> {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        Payload::read(reader).map(Some)
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Some(payload) => payload.write(writer),
            None => writer.null(),
        }
    }
}

impl HasType for Option<Payload> {
    const TYPE: Type = Type::Any;
}

impl Serialize for Payload {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        edge::Json { text: self.text() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Payload {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        edge::read_text(deserializer).map(|text| Self::from_valid_json(&text))
    }
}

impl PartialEq for Payload {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.text(), other.text());
        if one == other {
            return true;
        }
        if let Some(is_same) = are_equal_in_order(one, other) {
            return is_same;
        }
        if !can_be_equal(one, other) {
            return false;
        }
        if let Some(is_same) = are_equal_by_name(one, other, LEVELS) {
            return is_same;
        }
        let mut classes = Classes::default();
        classes.classify(one) == classes.classify(other)
    }
}

impl Eq for Payload {}

/// Returns `false` if two JSON texts cannot be equal, because their characters differ in more than order and whitespace.
/// Equal values have the same characters, unless they contain escapes.
fn can_be_equal(one: &str, other: &str) -> bool {
    character_sum(one) == character_sum(other) || has_escape(one) || has_escape(other)
}

/// Returns the wrapping sum of all bytes except whitespace.
fn character_sum(text: &str) -> u32 {
    // In JSON outside of strings, all characters up to the space are whitespace.
    let weights = text
        .bytes()
        .map(|byte| if byte > b' ' { u32::from(byte) } else { 0 });
    weights.fold(0, u32::wrapping_add)
}

fn has_escape(text: &str) -> bool {
    memchr::memchr(b'\\', text.as_bytes()).is_some()
}

/// Compares two JSON values token by token, without allocation. Returns `None` if two objects have different names at the
/// same position, because the order of their members may differ.
///
/// While all names are equal, values at the same place are compared.
fn are_equal_in_order(one: &str, other: &str) -> Option<bool> {
    use token::TokenKind as Kind;
    let mut others = token::Tokens::new(other);
    for one in token::Tokens::new(one) {
        let Some(other) = others.next() else {
            return Some(false);
        };
        let is_same = one.kind == other.kind
            && match one.kind {
                Kind::Name | Kind::String => is_same_string(one.text, other.text),
                Kind::Number | Kind::Literal => one.text == other.text,
                Kind::ObjectStart | Kind::ObjectEnd | Kind::ArrayStart | Kind::ArrayEnd => true,
            };
        if !is_same {
            return if one.kind == Kind::Name && other.kind == Kind::Name {
                None
            } else {
                Some(false)
            };
        }
    }
    Some(others.next().is_none())
}

/// The number of nesting levels that are compared by name.
const LEVELS: usize = 8;
const FEW: usize = 16;

/// Compares two JSON values by looking up each member of one value in the other. Returns `None` if this would take long,
/// or if a name is repeated.
fn are_equal_by_name(one: &str, other: &str, levels: usize) -> Option<bool> {
    if one == other {
        return Some(true);
    }
    let kinds = (one.as_bytes().first(), other.as_bytes().first());
    match kinds {
        (Some(b'"'), Some(b'"')) => return Some(is_same_string(one, other)),
        (Some(b'{'), Some(b'{')) | (Some(b'['), Some(b'[')) => {}
        // Other values are equal only if their texts are equal.
        _ => return Some(false),
    }
    let (children, others) = (first_children(one), first_children(other));
    if levels == 0 || children.len() > FEW || others.len() > FEW {
        return None;
    }
    if children.len() != others.len() {
        return Some(false);
    }
    for (at, child) in children.iter().enumerate() {
        let same = match child.name {
            None => others.get(at),
            Some(name) => {
                // Members with the same name are compared in order, which this comparison does not support.
                if is_repeated(&children, name) || is_repeated(&others, name) {
                    return None;
                }
                others.iter().find(|other| is_named(other, name))
            }
        };
        match same {
            Some(other) if are_equal_by_name(child.text, other.text, levels - 1)? => {}
            _ => return Some(false),
        }
    }
    Some(true)
}

/// Returns the children of a value, but at most [`FEW`] and one more.
fn first_children(text: &str) -> Vec<token::Child<'_>> {
    token::children(text).take(FEW + 1).collect()
}

fn is_repeated(members: &[token::Child<'_>], name: &str) -> bool {
    let mut named = members.iter().filter(|member| is_named(member, name));
    named.next().is_some() && named.next().is_some()
}

/// Returns `true` if a member has this name. Both names are quoted and may differ in their escapes.
fn is_named(member: &token::Child<'_>, name: &str) -> bool {
    match member.name {
        Some(other) => is_same_string(name, other),
        None => false,
    }
}

fn is_same_string(one: &str, other: &str) -> bool {
    one == other || token::unescape(one) == token::unescape(other)
}

/// A numbering in which equal JSON values have the same number. It is computed bottom up and without recursion, in linear
/// time apart from sorting members.
#[derive(Default)]
struct Classes<'a>(BTreeMap<Shape<'a>, usize>);

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Shape<'a> {
    Scalar(&'a str),
    String(Cow<'a, [u8]>),
    Array(Vec<usize>),
    /// The members, sorted by name. Duplicates keep their order.
    Object(Vec<(Cow<'a, [u8]>, usize)>),
}

impl<'a> Classes<'a> {
    fn intern(&mut self, shape: Shape<'a>) -> usize {
        let next = self.0.len();
        *self.0.entry(shape).or_insert(next)
    }

    fn classify(&mut self, text: &'a str) -> Option<usize> {
        use token::TokenKind as Kind;
        let mut open: Vec<(Shape<'a>, Cow<'a, [u8]>)> = Vec::new();
        let mut name = Cow::Borrowed(&[][..]);
        for token in token::Tokens::new(text) {
            let shape = match token.kind {
                Kind::Name => {
                    name = token::unescape(token.text);
                    continue;
                }
                Kind::ObjectStart => {
                    open.push((Shape::Object(Vec::new()), std::mem::take(&mut name)));
                    continue;
                }
                Kind::ArrayStart => {
                    open.push((Shape::Array(Vec::new()), std::mem::take(&mut name)));
                    continue;
                }
                Kind::ObjectEnd | Kind::ArrayEnd => {
                    // The name of the container itself was set aside while its members were read.
                    let (mut shape, own_name) = open.pop()?;
                    if let Shape::Object(members) = &mut shape {
                        // The sort is stable, so repeated names keep their order.
                        members.sort_by(|a, b| a.0.cmp(&b.0));
                    }
                    name = own_name;
                    shape
                }
                Kind::String => Shape::String(token::unescape(token.text)),
                Kind::Number | Kind::Literal => Shape::Scalar(token.text),
            };
            let class = self.intern(shape);
            match open.last_mut() {
                Some((Shape::Array(elements), _)) => elements.push(class),
                Some((Shape::Object(members), _)) => {
                    members.push((std::mem::take(&mut name), class))
                }
                _ => return Some(class),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn payload(text: &str) -> Payload {
        Payload::parse(text).unwrap()
    }

    #[test]
    fn equality_compares_json_values_with_exact_numbers() {
        assert_eq!(
            payload(r#"{"a":1,"b":[1,2]}"#),
            payload("{ \"b\" : [1, 2],\n \"\\u0061\":1}")
        );
        assert_eq!(
            payload(r#"{"a":1,"b":[1,2]}"#),
            payload("{\"b\" : [1, 2],\r\n\t\"a\":1}")
        );
        assert_eq!(payload(r#"["\ud83d"]"#), payload(r#"[ "\uD83D"]"#));
        for (a, b) in [
            ("1", "1.0"),
            ("-0", "0"),
            ("1e2", "100"),
            (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
            (r#"{"a":1,"a":2}"#, r#"{"a":2,"a":1}"#),
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#"[1,2]"#, "[2,1]"),
            ("[]", "{}"),
            ("null", r#""null""#),
            (r#"{"a":null}"#, "{}"),
            ("{}", r#"{"a":null}"#),
            ("[1]", "[1,1]"),
            (r#"[{"a":[1]},2]"#, r#"[{"a":[1]},3]"#),
            (
                r#"{"a":1,"b":{"c":2,"d":3}}"#,
                r#"{"a":1,"b":{"d":3,"c":4}}"#,
            ),
        ] {
            assert_ne!(payload(a), payload(b));
            assert_ne!(payload(b), payload(a));
        }
    }

    #[test]
    fn fast_comparisons_agree_with_the_full_comparison() {
        let objects = || {
            let value = prop_oneof![
                Just("1"),
                Just("1.0"),
                Just(r#""a""#),
                Just(r#""\u0061""#),
                Just("[]"),
                Just("[1, 2]"),
                Just("{}"),
                Just(r#"{"b":1,"a":2}"#),
                Just(r#"{"a":2,"b":1}"#)
            ];
            let name = prop_oneof![Just("a"), Just("\\u0061"), Just("b")];
            let member = (name, value).prop_map(|(name, value)| format!("\"{name}\": {value}"));
            prop::collection::vec(member, 0..4)
                .prop_map(|members| format!("{{{}}}", members.join(",")))
        };
        for (one, other, seen) in [
            (
                r#"{"a":[1],"b":"c"}"#,
                r#"{"a": [1], "\u0062": "\u0063"}"#,
                Some(true),
            ),
            (r#"{"a":[1],"b":"c"}"#, r#"{"a":[2],"b":"c"}"#, Some(false)),
            (r#"{"a":[1]}"#, r#"{"a":[1],"b":"c"}"#, Some(false)),
            (r#"{"a":[1],"b":"c"}"#, r#"{"b":"c","a":[1]}"#, None),
        ] {
            assert_eq!(are_equal_in_order(one, other), seen, "{one} {other}");
        }
        proptest!(|(one in objects(), other in objects())| {
            let mut classes = Classes::default();
            let is_equal = classes.classify(&one) == classes.classify(&other);
            prop_assert!(are_equal_in_order(&one, &other).is_none_or(|seen| seen == is_equal), "{} {}", one, other);
            for levels in [1, LEVELS] {
                let seen = are_equal_by_name(&one, &other, levels);
                prop_assert!(seen.is_none_or(|seen| seen == is_equal), "{} {}", one, other);
            }
        });
    }

    #[test]
    fn payloads_of_any_depth_are_read_cloned_and_compared() {
        for n in [127, 128, 100_000] {
            let deep = payload(&format!("{}{}", "[".repeat(n), "]".repeat(n)));
            let spaced = payload(&format!("{} {}", "[".repeat(n), "]".repeat(n)));
            assert_eq!(deep.depth(), n);
            assert_eq!(format!("{:?}", deep.clone()).len(), 2 * n);
            assert_eq!(deep, spaced);
            assert_ne!(
                deep,
                payload(&format!("{}1{}", "[".repeat(n), "]".repeat(n)))
            );
        }
    }

    #[test]
    fn converting_a_payload_keeps_every_number_or_fails() {
        use serde_json::Value;
        for (text, written) in [
            ("1.50", "1.5"),
            ("-0.0", "-0.0"),
            ("18446744073709551615", "18446744073709551615"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("1e2", "100.0"),
            (
                r#"{"b":[1,null,true],"a":"\u0061"}"#,
                r#"{"a":"a","b":[1,null,true]}"#,
            ),
        ] {
            let value = Value::try_from(payload(text)).unwrap();
            let back = Payload::from(value);
            if !edge::has_arbitrary_precision() {
                assert_eq!(back, payload(written));
            }
        }
        for (text, pointer, message) in [
            (
                r#"[{"a":1e999}]"#,
                "/0/a",
                "the number `1e999` is not a 64-bit integer or a double",
            ),
            (
                r#"{"a":"1e999","b":[1,12345678901234567890123]}"#,
                "/b/1",
                "the number `12345678901234567890123` is not a 64-bit integer or a double",
            ),
            (
                "9007199254740993.0",
                "",
                "the number `9007199254740993.0` is not a 64-bit integer or a double",
            ),
        ] {
            match Value::try_from(&payload(text)) {
                Ok(value) => assert!(edge::has_arbitrary_precision(), "{value}"),
                Err(error) => {
                    assert_eq!(
                        (error.pointer.as_str(), &*error.message),
                        (pointer, message)
                    );
                    assert_eq!((error.rule, error.line), (crate::DecodeRule::Value, 1));
                }
            }
        }
        let deep = payload(&format!("{}{}", "[".repeat(128), "]".repeat(128)));
        assert_eq!(
            Value::try_from(&deep).unwrap_err().rule,
            crate::DecodeRule::Depth
        );
        let level = payload(&format!("{}{}", "[".repeat(127), "]".repeat(127)));
        assert_eq!(Payload::from(Value::try_from(&level).unwrap()), level);
        let error = Value::try_from(&payload(r#"["\ud83d"]"#)).unwrap_err();
        assert_eq!(
            (error.pointer.as_str(), error.rule),
            ("/0", crate::DecodeRule::Encoding)
        );
        assert_eq!(error.message, "the string contains a lone surrogate");
    }

    #[test]
    fn types_of_other_crates_are_deserialized_and_serialized() {
        let tuple: (u8, String) = payload(r#"[7, "a"]"#).deserialize().unwrap();
        assert_eq!(
            Payload::serialize_from(&tuple).unwrap(),
            payload(r#"[7,"a"]"#)
        );
        assert_eq!(
            payload("[7,\n8]")
                .deserialize::<(u8, String)>()
                .unwrap_err()
                .line(),
            2
        );
        let nested: Payload = payload(r#"{"n":1e999}"#).deserialize().unwrap();
        assert_eq!(nested.text(), r#"{"n":1e999}"#);
        assert!(Payload::serialize_from(&BTreeMap::from([((1, 2), 3)])).is_err());
    }

    #[test]
    fn values_are_found_by_pointer() {
        let p = payload(r#"{"a/b":[10,{"\u0063":"x"}],"d":1,"d":2,"":0}"#);
        let get = |pointer: &str| {
            p.get(&Pointer::parse(pointer).unwrap())
                .map(|v| v.text().to_owned())
        };
        assert_eq!(get("/a~1b/1/c").as_deref(), Some("\"x\""));
        assert_eq!(get("/d").as_deref(), Some("2"));
        assert_eq!(get("/").as_deref(), Some("0"));
        assert_eq!(get("/a~1b/01"), None);
        assert_eq!(get("/a~1b/2"), None);
        assert_eq!(get("/d/0"), None);
        assert_eq!(get(""), Some(p.text().to_owned()));
    }

    #[test]
    fn invalid_json_is_an_error_with_its_place() {
        assert_eq!(Payload::parse("[1,\n01]").unwrap_err().line, 2);
        assert!(Payload::parse("").is_err());
        assert!(
            !Payload::is_json("[1,\n01]")
                && !Payload::is_json("1 2")
                && Payload::is_json(" [1, 2]\n")
        );
    }

    #[test]
    fn scalars_convert_to_their_json_text() {
        for (value, text) in [
            (Payload::from(true), "true"),
            (Payload::from(7), "7"),
            (Payload::from(i64::MIN), "-9223372036854775808"),
            (Payload::from(u64::MAX), "18446744073709551615"),
            (Payload::from("a\n"), r#""a\n""#),
            (Payload::from("7".to_owned()), r#""7""#),
        ] {
            assert_eq!(value.text(), text);
            assert!(Payload::is_json(value.text()));
        }
    }

    #[test]
    fn built_payloads_are_valid_json() {
        let object = Payload::object([("a\"b", &Payload::null()), ("c", &Payload::string("\n"))]);
        assert_eq!(object.text(), r#"{"a\"b":null,"c":"\n"}"#);
        assert_eq!(
            Payload::array([&object, &Payload::empty_object()])
                .elements()
                .count(),
            2
        );
        assert_eq!(Payload::array([]).text(), "[]");
    }
}
